"""Set-up: the US first, then the invaders in the order of play (FA-034 to FA-041, FA-903)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.table import Action, Ask, Log, Refusal

from .acts import Place, PutLaser, UseDefault
from .base import FortressStep, ask, pop, refuse, wrong
from .board import CITIES, INDEX, IS_CITY, SPACES, ZONES
from .events import LaserPlaced, place_id, place_name, placed
from .field import add, at, count, room
from .pieces import (
    ALL_KINDS,
    FIRST_WAVE,
    FORCES,
    GAME,
    INVADERS,
    KINDS,
    PARTISAN,
    USA,
    Stack,
    minus,
    one,
    read_toml,
    stack_of,
    stack_text,
    sum_stacks,
)
from .state import FortressState, SetUpInvader, SetUpUS

CITY_UNITS: Final = int(GAME["city_units"])


def _read_default(name: str) -> dict[int, Stack]:
    rows = read_toml("setup.toml")[name]
    return {INDEX[space]: stack_of(units) for space, units in rows.items()}


DEFAULTS: Final = tuple(_read_default(name) for name in FORCES)
DEFAULT_LASERS: Final = tuple(INDEX[city] for city in read_toml("setup.toml")["lasers"]["order"])


def _lay_out(state: FortressState, force: int, log: Log) -> None:
    for space, stack in DEFAULTS[force].items():
        _put(state, force, space, stack, log)


def _put(state: FortressState, force: int, space: int, stack: Stack, log: Log) -> None:
    state.reserve[force] = minus(state.reserve[force], stack)
    add(state, force, space, stack)
    log.append(placed(force, stack, space))


def us_to_place(state: FortressState) -> Stack:
    """The 60 ordinary units that are not in a city yet; Partisans stay in stock (FA-038)."""
    reserve = state.reserve[USA]
    return minus(reserve, one(PARTISAN, reserve[PARTISAN]))


def wave_to_place(state: FortressState, force: int) -> Stack:
    return minus(FIRST_WAVE, sum_stacks(at(state, force, zone) for zone in ZONES[force]))


class SetUpUSStep(FortressStep[SetUpUS]):
    frame = SetUpUS

    def go(self, state: FortressState, frame: SetUpUS, log: Log) -> Ask | None:
        if any(us_to_place(state)):
            return ask(USA, "set-up", "Place two units in each city, or play 'default'.")
        if len(state.lasers) < state.settings.early_lasers:
            return ask(USA, "set-up lasers", "Place an early laser in a city.")
        pop(state)
        return None

    def actions(self, state: FortressState, frame: SetUpUS, seat: str) -> Iterator[Action]:
        left = us_to_place(state)
        if not any(left):
            yield from (PutLaser(city) for city in CITIES if city not in state.lasers)
            return
        if not any(count(state, USA, city) for city in CITIES):
            yield UseDefault()
        for city in CITIES:
            if count(state, USA, city) < CITY_UNITS:
                yield from (Place(one(kind), city) for kind in ALL_KINDS if left[kind])

    def check(
        self, state: FortressState, frame: SetUpUS, seat: str, action: Action
    ) -> Refusal | None:
        left = us_to_place(state)
        match action:
            case UseDefault() if any(left):
                if any(count(state, USA, city) for city in CITIES):
                    return refuse("begun", "FA-036", "the default set-up needs empty cities")
                return None
            case Place(stack, space) if any(left):
                return self._place_refusal(state, left, stack, space)
            case PutLaser(space) if not any(left):
                if not IS_CITY[space]:
                    return refuse("no-city", "FA-250", "a laser goes into a city")
                if space in state.lasers:
                    return refuse("two-lasers", "FA-250", "that city has a laser already")
                return None
        return wrong(action, "the US set-up")

    def _place_refusal(
        self, state: FortressState, left: Stack, stack: Stack, space: int
    ) -> Refusal | None:
        if stack[PARTISAN]:
            return refuse("no-partisans", "FA-038", "no Partisan is on the board at set-up")
        if not IS_CITY[space]:
            name = SPACES[space].name
            return refuse("no-city", "FA-036", f"{name} is no city; US units start in cities")
        if count(state, USA, space) + sum(stack) > CITY_UNITS:
            return refuse("two-per-city", "FA-036", f"{place_name(space)} takes two units only")
        for kind in ALL_KINDS:
            if stack[kind] > left[kind]:
                return refuse("too-many", "FA-010", f"only {left[kind]} {KINDS[kind]} are left")
        return None

    def play(
        self, state: FortressState, frame: SetUpUS, seat: str, action: Action, log: Log
    ) -> None:
        match action:
            case UseDefault():
                _lay_out(state, USA, log)
            case Place(stack, space):
                _put(state, USA, space, stack, log)
            case PutLaser(space):
                state.lasers.append(space)
                state.laser_stock -= 1
                log.append(LaserPlaced(space=place_id(space)))


class SetUpInvaderStep(FortressStep[SetUpInvader]):
    frame = SetUpInvader

    def go(self, state: FortressState, frame: SetUpInvader, log: Log) -> Ask | None:
        if not any(wave_to_place(state, frame.force)):
            pop(state)
            return None
        prompt = "Place the first wave in your invasion zones, or play 'default'."
        return ask(frame.force, "set-up", prompt)

    def actions(self, state: FortressState, frame: SetUpInvader, seat: str) -> Iterator[Action]:
        force = frame.force
        left = wave_to_place(state, force)
        if left == FIRST_WAVE:
            yield UseDefault()
        for zone in ZONES[force]:
            if room(state, force, zone) > 0:
                yield from (Place(one(kind), zone) for kind in ALL_KINDS if left[kind])

    def check(
        self, state: FortressState, frame: SetUpInvader, seat: str, action: Action
    ) -> Refusal | None:
        left = wave_to_place(state, frame.force)
        match action:
            case UseDefault():
                if left != FIRST_WAVE:
                    return refuse("begun", "FA-039", "the default set-up needs empty zones")
                return None
            case Place(stack, space):
                if space not in ZONES[frame.force]:
                    return refuse("not-own-zone", "FA-040", "the first wave starts in own zones")
                if any(a > b for a, b in zip(stack, left, strict=True)):
                    text = f"of the first wave {stack_text(left)} is left to place"
                    return refuse("too-many", "FA-039", text)
                if sum(stack) > room(state, frame.force, space):
                    return refuse("full", "FA-041", f"{place_name(space)} holds five units")
                return None
        return wrong(action, "the first wave")

    def play(
        self, state: FortressState, frame: SetUpInvader, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Place):
            _put(state, frame.force, action.space, action.stack, log)
        else:
            _lay_out(state, frame.force, log)


def first_frames() -> list[SetUpUS | SetUpInvader]:
    """What comes before the first turn, last first."""
    return [*(SetUpInvader(force) for force in reversed(INVADERS)), SetUpUS()]
