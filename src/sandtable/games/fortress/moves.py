"""Where units may go: Actions 3 and 6, and retreats."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Refusal

from .board import DISTANCE, IS_CITY, IS_ZONE, SPACES, WITHIN
from .field import at, enemy_in, friendly, non_bombers, room, spaces_of, vacant
from .pieces import (
    ALL_KINDS,
    BOMBER,
    EMPTY,
    FIRST_MOVE,
    HELICOPTER,
    LIMIT,
    SECOND_MOVE,
    USA,
)
from .state import FortressState


def refuse(code: str, rule: str, text: str, **args: str) -> Refusal:
    return Refusal(code, rule, text, args)


def _enemy_zone(target: int) -> Refusal:
    name = SPACES[target].name
    return refuse("enemy-zone", "FA-134", f"no unit may move into {name}", space=SPACES[target].id)


# Where a unit may end its move


def first_refusal(state: FortressState, force: int, kind: int, target: int) -> Refusal | None:
    """Whether a unit may end First Movement there; distance and stacking are checked apart."""
    if friendly(state, force, target):
        return None
    if IS_ZONE[target]:
        return _enemy_zone(target)
    name = SPACES[target].name
    occupied = enemy_in(state, force, target) >= 0
    if kind == HELICOPTER:
        return _landing_refusal(state, target, name, occupied)
    if kind == BOMBER:
        return _overflight_refusal(state, force, target, name, occupied)
    return refuse("enemy-land", "FA-135", f"{name} is enemy territory", space=SPACES[target].id)


def _landing_refusal(
    state: FortressState, target: int, name: str, occupied: bool
) -> Refusal | None:
    if occupied:
        return refuse("enemy-land", "FA-135", f"a helicopter cannot land among enemies in {name}")
    if IS_CITY[target]:
        return refuse("city-landing", "FA-142", f"helicopters may not land in the city of {name}")
    if target not in state.declared:
        return refuse("undeclared", "FA-143", f"no battle has been declared in {name}")
    return None


def _overflight_refusal(
    state: FortressState, force: int, target: int, name: str, occupied: bool
) -> Refusal | None:
    if not occupied:
        return refuse("bomber-landing", "FA-150", f"a bomber may not land in empty {name}")
    if not state.settings.overflight:
        return refuse("no-overflight", "FA-247", "bombers attack from adjacent spaces only")
    if target not in state.declared:
        return refuse("undeclared", "FA-120", f"no battle has been declared in {name}")
    if at(state, force, target)[BOMBER] >= LIMIT:
        return refuse("five-bombers", "FA-154", f"five bombers are over {name} already")
    return None


def second_refusal(state: FortressState, force: int, kind: int, target: int) -> Refusal | None:
    """Whether a unit may end Second Movement there (FA-204)."""
    if friendly(state, force, target):
        return None
    name = SPACES[target].name
    if IS_ZONE[target]:
        return _enemy_zone(target)
    if target in state.barred:
        return refuse("barred", "FA-210", f"{name} was emptied by bombers alone")
    if enemy_in(state, force, target) >= 0:
        return refuse("enemy-land", "FA-204", f"{name} is held by the enemy")
    if target not in state.declared:
        return refuse("undeclared", "FA-120", f"no battle has been declared in {name}")
    if kind == BOMBER and not non_bombers(at(state, force, target)):
        return refuse("bomber-alone", "FA-936", f"a bomber may not enter {name} by itself")
    return None


def end_refusal(
    state: FortressState, force: int, kind: int, target: int, second: bool
) -> Refusal | None:
    check = second_refusal if second else first_refusal
    return check(state, force, kind, target)


def exempt(state: FortressState, force: int, kind: int, target: int, second: bool) -> bool:
    """Bombers over an enemy they attack are outside the five-unit limit (FA-048)."""
    return not second and kind == BOMBER and enemy_in(state, force, target) >= 0


# Who may move, and how far


def reach(kind: int, second: bool) -> int:
    return SECOND_MOVE[kind] if second else FIRST_MOVE[kind]


def must_leave(state: FortressState, force: int, space: int) -> bool:
    """Bombers here may not stay (FA-207, FA-208, FA-213, FA-936)."""
    if space not in state.declared:
        return False
    stack = at(state, force, space)
    return stack[BOMBER] > 0 and (not vacant(state, force, space) or not non_bombers(stack))


def movable(state: FortressState, force: int, space: int, kind: int, second: bool) -> int:
    """How many units of a kind in a space may still move in this action."""
    number = at(state, force, space)[kind]
    if not number:
        return 0
    number -= state.spent.get(space, EMPTY)[kind]
    if second and not (kind == BOMBER and must_leave(state, force, space)):
        number -= state.disengaged.get(space, EMPTY)[kind]
    return number


def movers(state: FortressState, force: int, second: bool) -> Iterator[tuple[int, int]]:
    """Every (space, kind) with a unit that may still move."""
    reaches = SECOND_MOVE if second else FIRST_MOVE
    for space in spaces_of(state, force):
        stack = at(state, force, space)
        for kind in ALL_KINDS:
            if stack[kind] and reaches[kind]:
                if movable(state, force, space, kind, second) > 0:
                    yield space, kind


def ends(state: FortressState, force: int, kind: int, source: int, second: bool) -> Iterator[int]:
    """The spaces with room where a unit may go; one full to the brim is ``move_refusal``'s."""
    for target in WITHIN[reach(kind, second)][source]:
        if end_refusal(state, force, kind, target, second) is None and (
            exempt(state, force, kind, target, second) or room(state, force, target) > 0
        ):
            yield target


def can_make_room(state: FortressState, force: int, space: int, source: int, second: bool) -> bool:
    """Whether a unit of a full space can go on, so that another may come in first (FA-047)."""
    for kind in ALL_KINDS:
        if reach(kind, second) and movable(state, force, space, kind, second) > 0:
            if any(True for _ in ends(state, force, kind, space, second)):
                return True
            if (
                DISTANCE[space][source] <= reach(kind, second)
                and end_refusal(state, force, kind, source, second) is None
            ):
                return True
    return False


# Retreats


def retreats(state: FortressState, force: int, kind: int, source: int) -> list[int]:
    """Where a retreating unit may go (FA-192 to FA-195, FA-933, FA-934)."""
    return [
        target
        for target in WITHIN[SECOND_MOVE[kind]][source]
        if friendly(state, force, target)
        and target not in state.declared
        and room(state, force, target) > 0
        and not (force == USA and IS_ZONE[target])
    ]
