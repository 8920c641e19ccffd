"""Every declared space gets a unit in combat position (FA-126 to FA-132, FA-928)."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec

from . import moves
from .board import DISTANCE, IS_CITY, IS_ZONE, NEAR, NEAR_SET, N
from .field import at, battles, bump, count, enemy_in, friendly, room, spaces_of
from .pieces import (
    AIR,
    ALL_KINDS,
    BOMBER,
    CLASS_OF,
    FIRST_MOVE,
    HELICOPTER,
    Stack,
    minus,
    one,
    plus,
)
from .state import FortressState

G = TypeVar("G", bound=Hashable)


# Who can be where


def in_position(state: FortressState, force: int, target: int) -> bool:
    """Whether any unit stands in combat position on a declared space (FA-127)."""
    if any(at(state, force, target)):
        return True
    return any(space not in state.declared and count(state, force, space) for space in NEAR[target])


def reachable(state: FortressState, force: int, target: int) -> bool:
    """Whether some unit can still move into position on a declared space."""
    return next(ways(state, force, target), None) is not None


def ways(state: FortressState, force: int, target: int) -> Iterator[tuple[int, int, int]]:
    """Every (kind, source, end) of a move into position on a declared space."""
    for source, kind in moves.movers(state, force, False):
        if DISTANCE[source][target] <= moves.reach(kind, False) + 1:
            for end in moves.ends(state, force, kind, source, False):
                if end == target or (end in NEAR_SET[target] and end not in state.declared):
                    yield kind, source, end


def _flies_in(state: FortressState, force: int, kind: int, target: int) -> bool:
    """Whether a helicopter could land in, or a bomber overfly, a target once it is declared."""
    if IS_ZONE[target] or CLASS_OF[kind] != AIR:
        return False
    if enemy_in(state, force, target) >= 0:
        return kind == BOMBER and state.settings.overflight
    return kind == HELICOPTER and not IS_CITY[target]


def in_reach(state: FortressState, force: int, target: int) -> bool:
    """Whether a unit stands in combat position on a target or can move into it (FA-126)."""
    if in_position(state, force, target):
        return True
    posts = [post for post in NEAR[target] if friendly(state, force, post)]
    for source, kind in moves.movers(state, force, False):
        far, steps = DISTANCE[source], FIRST_MOVE[kind]
        if far[target] <= steps and _flies_in(state, force, kind, target):
            return True
        if any(far[post] <= steps and room(state, force, post) > 0 for post in posts):
            return True
    return False


# One battle per unit


def matched(wanted: dict[int, list[G]], size: dict[G, int]) -> set[int]:
    """The most targets that can each have a unit of their own (FA-129).

    ``wanted`` gives, for each target, the groups that can serve it; ``size`` how many units
    a group has.
    """
    holders: dict[G, list[int]] = {}

    def serve(target: int, seen: set[G]) -> bool:
        for group in wanted[target]:
            if group in seen:
                continue
            seen.add(group)
            held = holders.setdefault(group, [])
            if len(held) < size[group]:
                held.append(target)
                return True
            for i, other in enumerate(held):
                if serve(other, seen):
                    held[i] = target
                    return True
        return False

    return {target for target in wanted if serve(target, set())}


def standing(state: FortressState, force: int, targets: Sequence[int]) -> set[int]:
    """Battles that would each have a unit of their own if nobody moved any more."""
    wanted = {
        target: [
            space
            for space in (target, *NEAR[target])
            if (space == target or space not in state.declared) and count(state, force, space)
        ]
        for target in targets
    }
    return matched(wanted, {s: count(state, force, s) for near in wanted.values() for s in near})


def servable(state: FortressState, force: int, targets: Sequence[int]) -> int:
    """How many of these battles can each have a unit of their own after First Movement.

    The most that flows from units, through the places they stand in or have room to move to,
    into battles. Room that a unit would make by leaving is not counted, so every part of the
    flow can be carried out, in any order.
    """
    if len(standing(state, force, targets)) == len(targets):
        return len(targets)
    edges: dict[Hashable, dict[Hashable, int]] = {"units": {}}
    for target in targets:
        edges["battle", target] = {"fought": 1}
        edges["over", target] = {("battle", target): 1}
    posts = {p for t in targets for p in NEAR[t] if p not in state.declared}
    for post in posts:
        into: dict[Hashable, int] = {("battle", t): 1 for t in targets if t in NEAR_SET[post]}
        edges["stands", post] = into
        edges["moved", post] = {("post", post): max(0, room(state, force, post))}
        edges["post", post] = into.copy()
    open_posts = [p for p in posts if friendly(state, force, p) and room(state, force, p) > 0]
    for space in spaces_of(state, force):
        stack = at(state, force, space)
        if space in targets:
            edges["units"]["over", space] = 1
        for kind in ALL_KINDS:
            if stack[kind]:
                here = ("group", space, kind)
                edges["units"][here] = stack[kind]
                stays: dict[Hashable, int] = {("stands", space): stack[kind]}
                edges[here] = stays if space in posts else {}
                _moving_edges(state, force, targets, open_posts, space, kind, edges)
    return _most(edges, "units", "fought")


def _moving_edges(
    state: FortressState,
    force: int,
    targets: Sequence[int],
    posts: list[int],
    space: int,
    kind: int,
    edges: dict[Hashable, dict[Hashable, int]],
) -> None:
    steps = FIRST_MOVE[kind]
    free = moves.movable(state, force, space, kind, False) if steps else 0
    if free <= 0:
        return
    far = DISTANCE[space]
    ways: dict[Hashable, int] = {("moved", p): 1 for p in posts if 1 <= far[p] <= steps}
    if kind == BOMBER:
        over = (t for t in targets if 1 <= far[t] <= steps and _flies_in(state, force, kind, t))
        ways |= {("over", t): 1 for t in over}
    if ways:
        edges["movers", space, kind] = dict.fromkeys(ways, free)
        edges["group", space, kind]["movers", space, kind] = free


def _most(edges: dict[Hashable, dict[Hashable, int]], source: str, sink: str) -> int:
    """The greatest flow (Edmonds and Karp)."""
    total = 0
    while path := _shortest(edges, source, sink):
        for a, b in pairwise(path):
            edges[a][b] -= 1
            back = edges.setdefault(b, {})
            back[a] = back.get(a, 0) + 1
        total += 1
    return total


def _shortest(edges: dict[Hashable, dict[Hashable, int]], source: str, sink: str) -> list[Hashable]:
    came: dict[Hashable, Hashable] = {source: source}
    queue: deque[Hashable] = deque([source])
    while queue and sink not in came:
        here = queue.popleft()
        for there, left in edges.get(here, {}).items():
            if left and there not in came:
                came[there] = here
                queue.append(there)
    if sink not in came:
        return []
    path: list[Hashable] = [sink]
    while path[-1] != source:
        path.append(came[path[-1]])
    return path[::-1]


# What a move does to the duty


def after_move(
    state: FortressState, force: int, stack: Stack, source: int, target: int
) -> FortressState:
    """The board after a move of First Movement, for looking at only."""
    units, spent = list(state.units), dict(state.spent)
    units[force * N + source] = minus(units[force * N + source], stack)
    units[force * N + target] = plus(units[force * N + target], stack)
    bump(spent, target, stack)
    return msgspec.structs.replace(state, units=units, spent=spent)


def bound(state: FortressState, force: int, stack: Stack, source: int) -> bool:
    """Whether some declared space would not be served as the others stand, without these units."""
    if not state.declared:
        return False
    units = list(state.units)
    units[force * N + source] = minus(units[force * N + source], stack)
    rest = msgspec.structs.replace(state, units=units)
    fights = battles(state, force)
    return len(standing(rest, force, fights)) < len(fights) or not all(
        in_position(rest, force, space) for space in state.declared
    )


def broken_by(state: FortressState, force: int, stack: Stack, source: int, target: int) -> int:
    """A declared space that a move of First Movement would leave to nobody, or -1 (FA-132)."""
    if not _matters(state, stack, source, target):
        return -1
    after = after_move(state, force, stack, source, target)
    fights = battles(state, force)
    if fights and len(standing(after, force, fights)) < len(fights):
        left = servable(after, force, fights)
        if left < len(fights) and left < servable(state, force, fights):
            return _nobody_for(after, force, fights)
    for space in state.declared:
        if enemy_in(state, force, space) >= 0 or in_position(after, force, space):
            continue
        lost = not reachable(after, force, space) and (
            in_position(state, force, space) or reachable(state, force, space)
        )
        if lost and not _serves_another(state, after, force, target, fights):
            return space
    return -1


def _matters(state: FortressState, stack: Stack, source: int, target: int) -> bool:
    """Whether a move touches any declared space: by who leaves, or by the room it takes."""
    reach = 1 + max(FIRST_MOVE[kind] for kind in ALL_KINDS if stack[kind])
    return any(
        DISTANCE[source][space] <= reach or DISTANCE[target][space] <= 1 for space in state.declared
    )


def _nobody_for(state: FortressState, force: int, fights: list[int]) -> int:
    """One of the battles that cannot all be fought, for the refusal to name."""
    for space in fights:
        if not in_position(state, force, space) and not reachable(state, force, space):
            return space
    served = standing(state, force, fights)
    return next((space for space in fights if space not in served), fights[0])


def _serves_another(
    state: FortressState, after: FortressState, force: int, target: int, fights: list[int]
) -> bool:
    """Whether a move serves a space that had nobody: its owner has declared more than he can."""
    if any(
        in_position(after, force, space) and not in_position(state, force, space)
        for space in state.declared
    ):
        return True
    near = target in fights or any(space in NEAR_SET[target] for space in fights)
    return near and len(standing(state, force, fights)) < len(fights)


def open_duty(state: FortressState, force: int) -> int:
    """A declared space that a unit must still move into position on, or -1 (FA-132).

    Battles come first: whatever the flow of ``servable`` still has to move may move, so a duty
    that is named here can be done.
    """
    fights = battles(state, force)
    served = standing(state, force, fights)
    if len(served) < len(fights) and len(served) < servable(state, force, fights):
        return next(space for space in fights if space not in served)
    for space in state.declared:
        if enemy_in(state, force, space) < 0 and not in_position(state, force, space):
            for kind, source, end in ways(state, force, space):
                if broken_by(state, force, one(kind), source, end) < 0:
                    return space
    return -1


def _one(kind: int) -> Stack:
    return tuple(int(other == kind) for other in ALL_KINDS)


def can_go_on(state: FortressState, force: int, space: int) -> bool:
    """Whether one of six units in a space may leave it without breaking a duty."""
    return any(
        broken_by(state, force, one(kind), space, end) < 0
        for kind in ALL_KINDS
        if moves.reach(kind, False) and moves.movable(state, force, space, kind, False) > 0
        for end in moves.ends(state, force, kind, space, False)
    )
