"""What stands where: questions about a state, and the few ways pieces change place."""

from __future__ import annotations

from collections.abc import Iterator

from .board import CITIES, IS_CITY, IS_ZONE, SPACES, N
from .pieces import (
    BOMBER,
    EMPTY,
    GAME,
    INVADERS,
    LIMIT,
    PARTISAN,
    USA,
    Stack,
    minus,
    one,
    plus,
)
from .state import FortressState, Outcome


def at(state: FortressState, force: int, space: int) -> Stack:
    return state.units[force * N + space]


def count(state: FortressState, force: int, space: int) -> int:
    return sum(state.units[force * N + space])


def enemy_in(state: FortressState, force: int, space: int) -> int:
    """The force that stands against ``force`` in this space, or -1; a laser is none (FA-253)."""
    units = state.units
    for other in range(4):
        if other != force and any(units[other * N + space]):
            return other
    return -1


def invader_in(state: FortressState, space: int) -> int:
    """The invader with units in this space, or -1."""
    units = state.units
    for force in INVADERS:
        if any(units[force * N + space]):
            return force
    return -1


def friendly(state: FortressState, force: int, space: int) -> bool:
    """FA-049, FA-050; an invader's own zones serve it like friendly land (FA-028)."""
    return state.control[space] == force and enemy_in(state, force, space) < 0


def vacant(state: FortressState, force: int, space: int) -> bool:
    """Declared and free of enemies (FA-201), and not a zone, which nobody can take (FA-029)."""
    return (
        space in state.declared
        and not IS_ZONE[space]
        and enemy_in(state, force, space) < 0
        and space not in state.barred
    )


def room(state: FortressState, force: int, space: int) -> int:
    return LIMIT - count(state, force, space)


def battles(state: FortressState, force: int) -> list[int]:
    """Declared spaces with an enemy unit that have not been fought for (FA-163)."""
    return [
        space
        for space in state.declared
        if space not in state.fought and enemy_in(state, force, space) >= 0
    ]


def spaces_of(state: FortressState, force: int) -> list[int]:
    """Where a force has units."""
    stacks = state.units[force * N : (force + 1) * N]
    return [space for space, stack in enumerate(stacks) if stack != EMPTY]


def cities_held(state: FortressState, force: int) -> int:
    return sum(1 for city in CITIES if state.control[city] == force)


def invader_cities(state: FortressState) -> int:
    return sum(1 for city in CITIES if state.control[city] != USA)


def points(state: FortressState, force: int) -> int:
    """FA-241 to FA-243: an individual invader's score."""
    worth = GAME["points"]
    total = int(worth["laser"]) * state.taken[force]
    for space in range(N):
        if state.control[space] == force and not IS_ZONE[space]:
            total += int(worth["city"]) if IS_CITY[space] else 0
            total += int(worth["resource"]) if SPACES[space].resource else 0
    return total


def alive(state: FortressState, force: int) -> bool:
    """Whether a force has any unit on the board or to come (FA-902)."""
    base = force * N
    return any(state.reserve[force]) or any(any(s) for s in state.units[base : base + N])


def attackers(state: FortressState, target: int) -> Iterator[tuple[int, Stack]]:
    """Where the units of this battle come from, as long as they are in it."""
    for key, stack in state.assigned.items():
        if key % N == target and any(stack):
            yield key // N, stack


def non_bombers(stack: Stack) -> int:
    return sum(stack) - stack[BOMBER]


def markers(state: FortressState, space: int) -> list[tuple[int, bool]]:
    """The markers in a space: (whose, BATTLE face up?). See FA-015, FA-016, FA-122 to FA-125."""
    owner, declared = state.control[space], space in state.declared
    flipped = declared and state.active == USA
    lying = []
    if IS_ZONE[space]:
        return [(owner, True)] if flipped else []
    if owner != USA:
        lying.append((owner, flipped))
    if declared and state.active != USA:
        lying.append((state.active, True))
    return lying


# Changes


def add(state: FortressState, force: int, space: int, stack: Stack) -> None:
    key = force * N + space
    state.units[key] = plus(state.units[key], stack)


def take(state: FortressState, force: int, space: int, stack: Stack) -> None:
    key = force * N + space
    state.units[key] = minus(state.units[key], stack)


def bump(table: dict[int, Stack], key: int, stack: Stack) -> None:
    table[key] = plus(table.get(key, EMPTY), stack)


def drop(table: dict[int, Stack], key: int, stack: Stack) -> None:
    left = minus(table.get(key, EMPTY), stack)
    if any(left):
        table[key] = left
    else:
        table.pop(key, None)


def bury(state: FortressState, force: int, space: int, stack: Stack) -> None:
    """Units are destroyed: Partisans go back to the stock (FA-916), all others to the US tray."""
    take(state, force, space, stack)
    stock = one(PARTISAN, stack[PARTISAN])
    state.reserve[force] = plus(state.reserve[force], stock)
    state.lost[force] = plus(state.lost[force], minus(stack, stock))
    if force != USA and not state.last_round and not any(alive(state, f) for f in INVADERS):
        state.outcome = Outcome((USA,), "every invader unit has been destroyed", "destroyed")
