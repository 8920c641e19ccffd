"""Random positions of Fortress America, and what must be true of a turn played from them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.games.fortress import acts
from sandtable.games.fortress import state as frames
from sandtable.games.fortress.board import CITIES, DISTANCE, SPACES, TERRITORIES, ZONES, N
from sandtable.games.fortress.cards import CARDS
from sandtable.games.fortress.events import (
    ControlChanged,
    Destroyed,
    LaserFired,
    LaserTaken,
    Placed,
    place_id,
)
from sandtable.games.fortress.field import spaces_of
from sandtable.games.fortress.pieces import (
    ALL_KINDS,
    FORCES,
    INVADERS,
    KINDS,
    LIMIT,
    POOL,
    US_POOL,
    USA,
    one,
    read_stack,
)
from sandtable.games.fortress.state import FortressState
from sandtable.table import Action, Event, Table
from tests.games.fortress.hooks import check_turn_end, invariant, turn_of
from tests.positions.net import Opening, options_for

STARTS = ("reinforcement", "reinforcement", "declare", "declare", "declare", "second")


class Maker:
    """Makes up one position, edit by edit."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines = ["clear"]
        self.force = rng.randrange(4)
        self.left = [list(POOL), list(POOL), list(POOL), list(US_POOL)]
        self.control = [USA] * N
        centre, reach = rng.randrange(N), rng.choice((2, 3, 4, 6))
        self.theatre = [space for space in range(N) if DISTANCE[centre][space] <= reach]

    def make(self) -> tuple[str, ...]:
        self._land()
        for _ in range(self.rng.choice((5, 15, 30, 60))):
            self._stack()
        self._dead()
        self._lasers()
        self._cards()
        start = self.rng.choice(STARTS)
        self.lines.append(f"turn {FORCES[self.force]} {self.rng.randint(1, 9)} {start}")
        if self.force != USA and self.rng.random() < 0.1:
            self.lines.append("last-round yes")
        return tuple(self.lines)

    def _land(self) -> None:
        often = self.rng.choice((0.1, 0.4, 0.7))
        for space in TERRITORIES:
            near = space in self.theatre
            if self.rng.random() < (often if near else often / 4):
                invader = self.rng.choice(INVADERS)
                self.control[space] = invader
                self.lines.append(f"control {SPACES[space].id} {FORCES[invader]}")

    def _stack(self) -> None:
        """Up to five units where their force may be, most of them where the others are."""
        rng = self.rng
        force = self.force if rng.random() < 0.4 else rng.randrange(4)
        open_to = [s for s in TERRITORIES if self.control[s] == force]
        if force != USA:
            open_to += ZONES[force]
        near = [space for space in open_to if space in self.theatre]
        if not open_to:
            return
        space = rng.choice(near if near and rng.random() < 0.8 else open_to)
        self.control[space] = -1  # one stack a space
        units: Counter[int] = Counter()
        for _ in range(rng.choice((1, 1, 2, 3, 5, LIMIT))):
            kinds = [kind for kind in ALL_KINDS if self.left[force][kind]]
            if kinds and sum(units.values()) < LIMIT:
                kind = rng.choice(kinds)
                self.left[force][kind] -= 1
                units[kind] += 1
        if units:
            text = ", ".join(f"{count} {KINDS[kind]}" for kind, count in units.items())
            self.lines.append(f"units {FORCES[force]} {SPACES[space].id} {text}")

    def _dead(self) -> None:
        """The US keeps its Partisans in stock; all else it does not have is dead, as in play."""
        for force in range(4):
            part = 1.0 if force == USA else self.rng.choice((0.0, 0.5, 0.9))
            dead = {
                kind: int(part * self.left[force][kind])
                for kind in ALL_KINDS
                if KINDS[kind] != "partisan"
            }
            text = ", ".join(f"{n} {KINDS[kind]}" for kind, n in dead.items() if n)
            if text:
                self.lines.append(f"lost {FORCES[force]} {text}")

    def _lasers(self) -> None:
        rng = self.rng
        cities = [c for c in CITIES if f"control {SPACES[c].id}" not in " ".join(self.lines)]
        number = rng.choice((0, 1, 3, 8))
        for city in rng.sample(cities, min(number, len(cities))):
            self.lines.append(f"laser {SPACES[city].id}")
        if rng.random() < 0.3:
            self.lines.append(f"taken {FORCES[rng.choice(INVADERS)]} {rng.randint(1, 3)}")

    def _cards(self) -> None:
        rng = self.rng
        if rng.random() < 0.7:
            deck = rng.sample([card.id for card in CARDS], rng.randint(1, 12))
            self.lines.append(f"deck {' '.join(deck)}")
            if rng.random() < 0.3:
                self.lines.append(f"bonus {rng.randint(1, len(deck))}")


class FortressHook:
    """The title's part of the net."""

    def opening(self, rng: random.Random) -> Opening:
        return Opening("fortress", dict(options_for(rng, "fortress")), Maker(rng).make())

    def sound(self, table: Table) -> None:
        invariant(table.state)

    def turn(self, table: Table) -> object:
        return turn_of(table.state)

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        return sayable(table)

    def is_short_for(self, action: Action, listed: set[str]) -> bool:
        return False

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        state: FortressState = table.state
        if state.flow:
            check_turn_end(state, turn_of(before)[1])
        changes_are_told(before, state, events)
        losses_are_told(before, state, events)


def named(events: list[Event]) -> set[str]:
    """Every space that the log speaks of."""
    fields = ("space", "source", "target")
    return {str(getattr(event, name, "")) for event in events for name in fields}


def changes_are_told(before: FortressState, after: FortressState, events: list[Event]) -> None:
    """Nothing changes in a space of which the log says nothing."""
    told = named(events)
    for space in range(N):
        name = place_id(space)
        for force in range(4):
            key = force * N + space
            assert before.units[key] == after.units[key] or name in told, name
    taken = {e.space: e.force for e in events if isinstance(e, ControlChanged)}
    for space in range(N):
        if before.control[space] != after.control[space]:
            assert taken.get(place_id(space)) == FORCES[after.control[space]], place_id(space)
    lasers = sum(isinstance(event, LaserTaken) for event in events)
    assert sum(after.taken) - sum(before.taken) == lasers


def losses_are_told(before: FortressState, after: FortressState, events: list[Event]) -> None:
    """Each side has what it had, and what came, without what the log says is dead."""
    for side in (INVADERS, (USA,)):
        names = {FORCES[force] for force in side}
        had, has = total(before, side), total(after, side)
        for event in events:
            if isinstance(event, Placed | Destroyed) and event.force in names:
                sign = 1 if isinstance(event, Placed) else -1
                for kind, number in enumerate(read_stack(event.units)):
                    had[kind] += sign * number
            elif isinstance(event, LaserFired) and event.hit and side is INVADERS:
                had[KINDS.index(event.unit)] -= 1
        assert had == has, f"{sorted(names)}: {had} by the log, {has} on the board"


def total(state: FortressState, side: tuple[int, ...]) -> list[int]:
    found = [0] * len(KINDS)
    for force in side:
        for space in range(N):
            for kind, number in enumerate(state.units[force * N + space]):
                found[kind] += number
    return found


# Everything that can be said


def sayable(table: Table) -> Iterator[Action]:
    """Every well-formed action of a single unit or space in this step, legal or not."""
    state: FortressState = table.state
    frame = state.flow[-1]
    yield from (acts.End(), acts.Pass(), acts.UseDefault())
    match frame:
        case frames.Moving():
            for source, kind in groups(state, frame.force):
                yield from (acts.Move(one(kind), source, target) for target in range(N))
        case frames.Assign():
            yield from map(acts.Commit, state.declared)
            for source, kind in groups(state, frame.force):
                yield from (acts.AssignUnits(one(kind), source, t) for t in state.declared)
        case frames.Retreating():
            for kind in ALL_KINDS:
                yield from (acts.Retreat(kind, frame.space, target) for target in range(N))
        case _:
            yield from by_space(state)


def groups(state: FortressState, force: int) -> Iterator[tuple[int, int]]:
    """Every kind where the force has anything, of that kind or not."""
    return ((space, kind) for space in spaces_of(state, force) for kind in ALL_KINDS)


def by_space(state: FortressState) -> Iterator[Action]:
    """What is said of a space, or of a kind in a space."""
    for space in range(N):
        yield from (acts.DeclareBattle(space), acts.Fight(space))
        yield from (acts.PutLaser(space), acts.Choose(space))
        for kind in ALL_KINDS:
            yield from (acts.Place(one(kind), space), acts.Target(kind, space))
            yield acts.Fire(kind, space)


HOOK = FortressHook()
