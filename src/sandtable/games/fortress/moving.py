"""Actions 2, 3 and 6: declaring battles and both movements."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from sandtable.table import Action, Ask, Log, Refusal

from . import duty, moves
from .acts import DeclareBattle, End, Move
from .base import FortressStep, ask, pop, refuse, replace, single, wrong
from .board import DISTANCE, IS_ZONE, OWNER, SPACES, TERRITORIES, WITHIN, ZONES, N
from .events import (
    BattleDeclared,
    LaserTaken,
    MarkerLost,
    Moved,
    counted,
    destroyed,
    place_id,
    place_name,
)
from .field import add, at, battles, bump, bury, drop, enemy_in, friendly, room, take
from .pieces import (
    BOMBER,
    EMPTY,
    FORCES,
    HELICOPTER,
    INVADERS,
    KINDS,
    LIMIT,
    USA,
    Stack,
    kinds_in,
    one,
    stack_text,
)
from .state import Assign, Declare, FirstMove, FortressState, Moving, SecondMove

TRIES = 60
"""How often ``sample`` guesses before it makes a list."""


# Action 2


def target_refusal(state: FortressState, force: int, space: int) -> Refusal | None:
    """FA-121, FA-125, FA-926: what may be declared at all."""
    name = SPACES[space].name
    if space in state.declared:
        return refuse("declared", "FA-121", f"{name} has been declared already")
    if IS_ZONE[space] and OWNER[space] != force and force != USA:
        return refuse("foreign-zone", "FA-926", f"no invader may attack {name}")
    if friendly(state, force, space):
        return refuse("friendly", "FA-121", f"{name} is yours")
    return None


def declare_refusal(state: FortressState, force: int, space: int) -> Refusal | None:
    refusal = target_refusal(state, force, space)
    if refusal is not None:
        return refusal
    if not duty.in_reach(state, force, space):
        text = f"no unit of yours can be in combat position on {SPACES[space].name}"
        return refuse("out-of-reach", "FA-126", text)
    if enemy_in(state, force, space) >= 0:
        fights = [*battles(state, force), space]
        if duty.servable(state, force, fights) < len(fights):
            text = f"no unit is left to fight in {SPACES[space].name} too"
            return refuse("no-unit-left", "FA-129", text)
    return None


class DeclareStep(FortressStep[Declare]):
    frame = Declare

    def go(self, state: FortressState, frame: Declare, log: Log) -> Ask | None:
        return ask(frame.force, "declare battles", "Declare the spaces you will attack or enter.")

    def _candidates(self, force: int) -> list[int]:
        if force != USA:
            return list(TERRITORIES)
        return [*TERRITORIES, *(zone for invader in INVADERS for zone in ZONES[invader])]

    def actions(self, state: FortressState, frame: Declare, seat: str) -> Iterator[Action]:
        for space in self._candidates(frame.force):
            if declare_refusal(state, frame.force, space) is None:
                yield DeclareBattle(space)
        yield End()

    def sample(
        self, state: FortressState, frame: Declare, seat: str, rng: random.Random
    ) -> Action | None:
        spaces = self._candidates(frame.force)
        while True:
            pick = rng.randrange(len(spaces) + 1)
            if pick == len(spaces):
                return End()
            if declare_refusal(state, frame.force, spaces[pick]) is None:
                return DeclareBattle(spaces[pick])

    def check(
        self, state: FortressState, frame: Declare, seat: str, action: Action
    ) -> Refusal | None:
        match action:
            case End():
                return None
            case DeclareBattle(space):
                return declare_refusal(state, frame.force, space)
        return wrong(action, "declare battles")

    def play(
        self, state: FortressState, frame: Declare, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, DeclareBattle):
            state.declared.append(action.space)
            log.append(BattleDeclared(force=FORCES[frame.force], space=place_id(action.space)))
        else:
            pop(state)


# Moving


M = TypeVar("M", bound=Moving)


class MoveStep(FortressStep[M]):
    """What First and Second Movement have in common."""

    second: bool

    def actions(self, state: FortressState, frame: M, seat: str) -> Iterator[Action]:
        for source, kind in moves.movers(state, frame.force, self.second):
            yield from self._moves_of(state, frame, kind, source)
        if self._end_refusal(state, frame) is None:
            yield End()

    def _moves_of(self, state: FortressState, frame: M, kind: int, source: int) -> Iterator[Move]:
        for target in WITHIN[moves.reach(kind, self.second)][source]:
            if self._move_refusal(state, frame, one(kind), source, target) is None:
                yield Move(one(kind), source, target)

    def sample(
        self, state: FortressState, frame: M, seat: str, rng: random.Random
    ) -> Action | None:
        """Guess among all moves by distance until one is legal: equal chances, and no list."""
        groups = list(moves.movers(state, frame.force, self.second))
        sizes = [len(WITHIN[moves.reach(kind, self.second)][s]) for s, kind in groups]
        total = sum(sizes)
        for _ in range(TRIES):
            pick = rng.randrange(total + 1)
            if pick == total:
                if self._end_refusal(state, frame) is None:
                    return End()
                continue
            i = 0
            while pick >= sizes[i]:
                pick -= sizes[i]
                i += 1
            source, kind = groups[i]
            target = WITHIN[moves.reach(kind, self.second)][source][pick]
            if self._move_refusal(state, frame, one(kind), source, target) is None:
                return Move(one(kind), source, target)
        return super().sample(state, frame, seat, rng)

    def check(self, state: FortressState, frame: M, seat: str, action: Action) -> Refusal | None:
        match action:
            case End():
                return self._end_refusal(state, frame)
            case Move(stack, source, target):
                return self._move_refusal(state, frame, stack, source, target)
        return wrong(action, "move units")

    def _move_refusal(
        self, state: FortressState, frame: M, stack: Stack, source: int, target: int
    ) -> Refusal | None:
        force = frame.force
        for kind in kinds_in(stack):
            refusal = self._unit_refusal(state, force, kind, stack[kind], source, target)
            if refusal is not None:
                return refusal
        if frame.crowded >= 0 and source != frame.crowded:
            name = place_name(frame.crowded)
            return refuse("crowded", "FA-046", f"first a unit must leave {name}, which holds six")
        return self._limit_refusal(state, frame, stack, source, target)

    def _unit_refusal(
        self, state: FortressState, force: int, kind: int, number: int, source: int, target: int
    ) -> Refusal | None:
        if number > moves.movable(state, force, source, kind, self.second):
            return self._still_refusal(state, force, kind, source)
        steps = moves.reach(kind, self.second)
        if not 1 <= DISTANCE[source][target] <= steps:
            return self._range_refusal(kind, steps)
        return moves.end_refusal(state, force, kind, target, self.second)

    def _range_refusal(self, kind: int, steps: int) -> Refusal:
        if steps == 0:
            text = f"{KINDS[kind]} does not move in First Movement"
            return refuse("no-move", "FA-137", text)
        rule = "FA-202" if self.second else ("", "", "FA-138", "FA-138", "FA-139", "FA-149")[kind]
        return refuse("too-far", rule, f"a {KINDS[kind]} moves {counted(steps, 'space')} at most")

    def _still_refusal(self, state: FortressState, force: int, kind: int, source: int) -> Refusal:
        name = place_name(source)
        here = at(state, force, source)[kind]
        if not here:
            return refuse("not-there", "FA-044", f"you have no {KINDS[kind]} in {name}")
        if self.second and state.disengaged.get(source, EMPTY)[kind]:
            text = f"a disengaged {KINDS[kind]} in {name} cannot move"
            return refuse("disengaged", "FA-190", text)
        if self.second and kind == HELICOPTER and source in state.declared:
            text = f"a helicopter that landed in {name} stays there this turn"
            return refuse("landed", "FA-145", text)
        return refuse("moved", "FA-044", f"no {KINDS[kind]} in {name} is left to move")

    def _limit_refusal(
        self, state: FortressState, frame: M, stack: Stack, source: int, target: int
    ) -> Refusal | None:
        force, number = frame.force, sum(stack)
        kind = single(stack)
        name = place_name(target)
        if stack[BOMBER] and moves.exempt(state, force, BOMBER, target, self.second):
            if at(state, force, target)[BOMBER] + stack[BOMBER] > LIMIT:
                return refuse("five-bombers", "FA-154", f"at most five bombers overfly {name}")
            return None
        space = room(state, force, target)
        if number <= space:
            return None
        if kind is not None and space == 0 and frame.crowded < 0:
            if moves.can_make_room(state, force, target, source, self.second):
                return None
        return refuse("full", "FA-046", f"{name} holds five units at most")

    def play(self, state: FortressState, frame: M, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, Move):
            self._move(state, frame, action, log)
        else:
            self._end(state, frame, log)

    def _move(self, state: FortressState, frame: M, action: Move, log: Log) -> None:
        force, stack, source, target = frame.force, action.stack, action.source, action.target
        forced = self.second and moves.must_leave(state, force, source)
        take(state, force, source, stack)
        if forced:
            gone = min(stack[BOMBER], state.disengaged.get(source, EMPTY)[BOMBER])
            drop(state.disengaged, source, one(BOMBER, gone))
        add(state, force, target, stack)
        bump(state.spent, target, stack)
        log.append(
            Moved(
                force=FORCES[force],
                units=stack_text(stack),
                source=place_id(source),
                target=place_id(target),
            )
        )
        frame.crowded = -1
        if room(state, force, target) < 0 and enemy_in(state, force, target) < 0:
            frame.crowded = target

    def _end_refusal(self, state: FortressState, frame: M) -> Refusal | None:
        raise NotImplementedError

    def _end(self, state: FortressState, frame: M, log: Log) -> None:
        raise NotImplementedError


def _crowd_refusal(crowded: int) -> Refusal | None:
    if crowded < 0:
        return None
    return refuse("crowded", "FA-046", f"{place_name(crowded)} holds more than five units")


# Action 3


class FirstMoveStep(MoveStep[FirstMove]):
    frame = FirstMove
    second = False

    def go(self, state: FortressState, frame: FirstMove, log: Log) -> Ask | None:
        return ask(frame.force, "first movement", "Move units into combat position.")

    def _moves_of(
        self, state: FortressState, frame: FirstMove, kind: int, source: int
    ) -> Iterator[Move]:
        """Whether a duty rests on the unit is asked once for all its moves."""
        bound = duty.bound(state, frame.force, one(kind), source)
        for target in WITHIN[moves.reach(kind, False)][source]:
            if super()._move_refusal(state, frame, one(kind), source, target) is None:
                if self._duty_refusal(state, frame.force, one(kind), source, target, bound) is None:
                    yield Move(one(kind), source, target)

    def _move_refusal(
        self, state: FortressState, frame: FirstMove, stack: Stack, source: int, target: int
    ) -> Refusal | None:
        refusal = super()._move_refusal(state, frame, stack, source, target)
        if refusal is not None:
            return refusal
        bound = duty.bound(state, frame.force, stack, source)
        return self._duty_refusal(state, frame.force, stack, source, target, bound)

    def _duty_refusal(
        self,
        state: FortressState,
        force: int,
        stack: Stack,
        source: int,
        target: int,
        bound: bool,
    ) -> Refusal | None:
        left = duty.broken_by(state, force, stack, source, target) if bound else -1
        if left >= 0:
            text = f"then no unit could be in combat position on {place_name(left)}"
            return refuse("no-position", "FA-132", text)
        if self._overfills(state, force, stack, target):
            after = duty.after_move(state, force, stack, source, target)
            if not duty.can_go_on(after, force, target):
                text = f"{place_name(target)} holds five units, and none can go on"
                return refuse("full", "FA-046", text)
        return None

    def _overfills(self, state: FortressState, force: int, stack: Stack, target: int) -> bool:
        over = moves.exempt(state, force, BOMBER, target, False)
        return not over and sum(stack) > room(state, force, target)

    def _end_refusal(self, state: FortressState, frame: FirstMove) -> Refusal | None:
        if frame.crowded >= 0:
            return _crowd_refusal(frame.crowded)
        space = duty.open_duty(state, frame.force)
        if space >= 0:
            text = f"a unit must move into combat position on {place_name(space)}"
            return refuse("no-position", "FA-132", text)
        return None

    def _end(self, state: FortressState, frame: FirstMove, log: Log) -> None:
        force = frame.force
        for target in list(state.declared):
            if not duty.in_position(state, force, target):  # FA-928
                state.declared.remove(target)
                log.append(MarkerLost(space=place_id(target)))
        for target in battles(state, force):
            bombers = at(state, force, target)[BOMBER]
            if bombers:
                bump(state.assigned, target * N + target, one(BOMBER, bombers))
        replace(state, Assign(force))


# Action 6


class SecondMoveStep(MoveStep[SecondMove]):
    frame = SecondMove
    second = True

    def go(self, state: FortressState, frame: SecondMove, log: Log) -> Ask | None:
        return ask(frame.force, "second movement", "Move into vacant and friendly spaces.")

    def _move(self, state: FortressState, frame: SecondMove, action: Move, log: Log) -> None:
        super()._move(state, frame, action, log)
        space = action.target
        if frame.force != USA and space in state.lasers:  # FA-215
            state.lasers.remove(space)
            state.taken[frame.force] += 1
            log.append(LaserTaken(force=FORCES[frame.force], space=place_id(space)))

    def _stuck(self, state: FortressState, force: int) -> Iterator[tuple[int, bool]]:
        """Spaces whose bombers must leave, and whether they can."""
        for space in state.declared:
            if moves.must_leave(state, force, space):
                ways = moves.ends(state, force, BOMBER, space, True)
                free = moves.movable(state, force, space, BOMBER, True) > 0
                yield space, free and any(True for _ in ways)

    def _end_refusal(self, state: FortressState, frame: SecondMove) -> Refusal | None:
        if frame.crowded >= 0:
            return _crowd_refusal(frame.crowded)
        for space, can in self._stuck(state, frame.force):
            if can:
                rule = "FA-207" if enemy_in(state, frame.force, space) >= 0 else "FA-208"
                text = f"the bombers over {SPACES[space].name} must fly on"
                return refuse("must-leave", rule, text)
        return None

    def _end(self, state: FortressState, frame: SecondMove, log: Log) -> None:
        force = frame.force
        for space, _ in list(self._stuck(state, force)):  # FA-938
            bombers = one(BOMBER, at(state, force, space)[BOMBER])
            disengaged = one(BOMBER, state.disengaged.get(space, EMPTY)[BOMBER])
            drop(state.disengaged, space, disengaged)
            bury(state, force, space, bombers)
            log.append(destroyed(force, bombers, space, "no place to land"))
        state.spent = {}
        pop(state)


def begin_second_move(state: FortressState, force: int) -> None:
    """Helicopters that landed in Action 3 may not move in Action 6 (FA-145)."""
    state.spent = {
        space: one(HELICOPTER, at(state, force, space)[HELICOPTER])
        for space in state.declared
        if at(state, force, space)[HELICOPTER]
    }
