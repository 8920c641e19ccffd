"""The end of Action 3: who fights where."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from .acts import AssignUnits, Commit, End
from .base import FortressStep, ask, pop, refuse, wrong
from .board import NEAR, SPACES, N
from .duty import matched
from .events import MarkerLost, place_id
from .field import at, battles, bump, count
from .pieces import ALL_KINDS, EMPTY, KINDS, Stack, kinds_in, one
from .state import Assign, FortressState


def unassigned(state: FortressState, force: int, space: int, kind: int) -> int:
    number = at(state, force, space)[kind]
    for target in state.declared:
        number -= state.assigned.get(space * N + target, EMPTY)[kind]
    return number


def candidates(state: FortressState, force: int, target: int) -> Iterator[tuple[int, int]]:
    """Every (space, kind) next to a target with a unit that has no battle yet."""
    for space in NEAR[target]:
        # Who landed in or flies over a declared space has his place already (FA-144, FA-152).
        if space in state.declared or not count(state, force, space):
            continue
        for kind in ALL_KINDS:
            if unassigned(state, force, space, kind) > 0:
                yield space, kind


def unserved(state: FortressState, force: int) -> list[int]:
    """Battles nobody has been assigned to."""
    served = {key % N for key, stack in state.assigned.items() if any(stack)}
    return [target for target in battles(state, force) if target not in served]


def _servable(state: FortressState, force: int, targets: list[int]) -> int:
    """How many of these battles can still get a unit of their own."""
    wanted = {target: list(candidates(state, force, target)) for target in targets}
    size = {
        group: unassigned(state, force, *group) for groups in wanted.values() for group in groups
    }
    return len(matched(wanted, size))


class AssignStep(FortressStep[Assign]):
    """FA-128 to FA-130, FA-928: each battle gets its units; one battle per unit."""

    frame = Assign

    def go(self, state: FortressState, frame: Assign, log: Log) -> Ask | None:
        if any(self._open(state, frame.force)):
            return ask(frame.force, "assign units", "Say which units go into which battle.")
        self._end(state, frame, log)
        return None

    def _open(self, state: FortressState, force: int) -> Iterator[bool]:
        return (True for target in battles(state, force) for _ in candidates(state, force, target))

    def actions(self, state: FortressState, frame: Assign, seat: str) -> Iterator[Action]:
        for target in battles(state, frame.force):
            some = False
            for source, kind in candidates(state, frame.force, target):
                if self._refusal(state, frame.force, one(kind), source, target) is None:
                    some = True
                    yield AssignUnits(one(kind), source, target)
            if some and self._commit_refusal(state, frame.force, target) is None:
                yield Commit(target)
        if self._end_refusal(state, frame.force) is None:
            yield End()

    def sample(
        self, state: FortressState, frame: Assign, seat: str, rng: random.Random
    ) -> Action | None:
        """Guess among what looks possible until one is legal."""
        guesses: list[Action] = [End()]
        for target in battles(state, frame.force):
            groups = list(candidates(state, frame.force, target))
            guesses += (AssignUnits(one(kind), source, target) for source, kind in groups)
            guesses += [Commit(target)] if groups else []
        while guesses:
            pick = guesses.pop(rng.randrange(len(guesses)))
            if self.check(state, frame, seat, pick) is None:
                return pick
        return None

    def check(
        self, state: FortressState, frame: Assign, seat: str, action: Action
    ) -> Refusal | None:
        match action:
            case AssignUnits(stack, source, target):
                return self._refusal(state, frame.force, stack, source, target)
            case Commit(target):
                return self._commit_refusal(state, frame.force, target)
            case End():
                return self._end_refusal(state, frame.force)
        return wrong(action, "assign units to battles")

    def _refusal(
        self, state: FortressState, force: int, stack: Stack, source: int, target: int
    ) -> Refusal | None:
        name = SPACES[target].name
        if target not in battles(state, force):
            return refuse("no-battle", "FA-163", f"there is no battle to fight in {name}")
        if source in state.declared:
            text = "units that landed in or fly over a declared space join no other battle"
            return refuse("landed", "FA-144", text)
        if source not in NEAR[target]:
            text = f"{SPACES[source].name} is not adjacent to {name}"
            return refuse("not-adjacent", "FA-127", text)
        for kind in kinds_in(stack):
            if stack[kind] > unassigned(state, force, source, kind):
                text = f"no {KINDS[kind]} there is without a battle"
                return refuse("busy", "FA-129", text)
        return self._starving(state, force, stack, source, target)

    def _starving(
        self, state: FortressState, force: int, stack: Stack, source: int, target: int
    ) -> Refusal | None:
        """Units may not be used up where another battle would then have nobody."""
        if all(other == target for other in unserved(state, force)):
            return None
        twin = state.copy()
        bump(twin.assigned, source * N + target, stack)
        return self._worse(state, twin, force)

    def _worse(self, state: FortressState, twin: FortressState, force: int) -> Refusal | None:
        """Whether more battles would stay without a unit than need to."""
        before, after = unserved(state, force), unserved(twin, force)
        if not after:
            return None
        idle_before = len(before) - _servable(state, force, before)
        if len(after) - _servable(twin, force, after) > idle_before:
            text = "another declared battle would be left without a unit"
            return refuse("starving", "FA-163", text)
        return None

    def _commit_refusal(self, state: FortressState, force: int, target: int) -> Refusal | None:
        if target not in battles(state, force):
            name = SPACES[target].name
            return refuse("no-battle", "FA-163", f"there is no battle to fight in {name}")
        groups = list(candidates(state, force, target))
        if not groups:
            return refuse("nobody", "FA-127", "nobody in position is without a battle")
        twin = state.copy()
        self._commit(twin, force, target)
        return self._worse(state, twin, force)

    def _end_refusal(self, state: FortressState, force: int) -> Refusal | None:
        for target in unserved(state, force):
            if next(candidates(state, force, target), None) is not None:
                text = f"at least one unit must fight in {SPACES[target].name}"
                return refuse("no-attacker", "FA-163", text)
        return None

    def _commit(self, state: FortressState, force: int, target: int) -> None:
        for source, kind in list(candidates(state, force, target)):
            number = unassigned(state, force, source, kind)
            bump(state.assigned, source * N + target, one(kind, number))

    def play(
        self, state: FortressState, frame: Assign, seat: str, action: Action, log: Log
    ) -> None:
        match action:
            case AssignUnits(stack, source, target):
                bump(state.assigned, source * N + target, stack)
            case Commit(target):
                self._commit(state, frame.force, target)
            case End():
                self._end(state, frame, log)

    def _end(self, state: FortressState, frame: Assign, log: Log) -> None:
        for target in unserved(state, frame.force):
            state.declared.remove(target)
            log.append(MarkerLost(space=place_id(target)))
        pop(state)
