"""What units and spaces are worth, and a quick guess at a battle for planning.

``sandtable.odds.fortress`` is exact; planning looks at hundreds of attacks a turn and only
needs to rank them, so it uses expected losses and one small sum instead.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.fortress.board import DISTANCE, IS_CITY, IS_ZONE, NEAR, SPACES, N
from sandtable.games.fortress.field import at, spaces_of
from sandtable.games.fortress.fighting import dice, hits_from
from sandtable.games.fortress.pieces import (
    AIR,
    ALL_KINDS,
    BOMBER,
    FOOT,
    HELICOPTER,
    INVADERS,
    OF_CLASS,
    USA,
    VEHICLE,
    Stack,
    minus,
    one,
)
from sandtable.games.fortress.state import FortressState
from sandtable.games.fortress.turn import supplied
from sandtable.odds.fortress import choose

UNIT = (1.0, 0.9, 1.3, 1.9, 2.1, 2.7)
"""A unit's worth by kind."""


class Guess:
    """A battle in rough numbers: the chance to win it, and what it costs either side."""

    __slots__ = ("cost", "gain", "win")

    def __init__(self, win: float, cost: float, gain: float) -> None:
        self.win, self.cost, self.gain = win, cost, gain


def stack_worth(stack: Stack) -> float:
    return sum(UNIT[kind] * stack[kind] for kind in ALL_KINDS)


@lru_cache(maxsize=50000)
def guess(attack: Stack, defence: Stack, rough: bool, weak: bool) -> Guess:
    left, cost, debt = attack, 0.0, 0.0
    for unit_class in (AIR, VEHICLE, FOOT):
        for sides in dice(defence, unit_class, weak):
            debt += (sides - 3) / sides  # 5 and more destroys, 1 disengages
        while debt >= 0.7:
            kind = choose(left, unit_class, rough)
            if kind < 0:
                break
            left = minus(left, one(kind))
            cost += UNIT[kind] * 0.8
            debt -= 1
    if sum(left) == left[BOMBER]:
        return Guess(0.0, cost, 0.0)
    needed = hits_from(rough, left)
    table = [1.0] + [0.0] * sum(defence)
    for unit_class in (AIR, VEHICLE, FOOT):
        for sides in dice(left, unit_class, weak):
            p = (sides - needed + 2) / sides
            last = len(table) - 1
            table[last] += table[last - 1] * p if last else 0.0
            for i in range(last - 1, 0, -1):
                table[i] = table[i] * (1 - p) + table[i - 1] * p
            table[0] *= 1 - p
    kills = sum(i * chance for i, chance in enumerate(table))
    gain = stack_worth(defence) * kills / max(1, sum(defence))
    return Guess(table[-1], cost, gain)


def threat(state: FortressState, space: int, enemies: tuple[int, ...]) -> float:
    """How much of these forces could attack a space in their next turn."""
    total = 0.0
    for force in enemies:
        for where in spaces_of(state, force):
            far = DISTANCE[where][space]
            if far > 5:
                continue
            stack = at(state, force, where)
            for kind in ALL_KINDS:
                if stack[kind] and far <= _strike_reach(kind):
                    total += stack[kind] * UNIT[kind]
    return total


def _strike_reach(kind: int) -> int:
    if kind in OF_CLASS[FOOT]:
        return 1
    if kind in OF_CLASS[VEHICLE]:
        return 2
    return 3 if kind == HELICOPTER else 4


def enemies_of(force: int) -> tuple[int, ...]:
    """Whom a captain fights: invaders leave each other alone until the last round."""
    return INVADERS if force == USA else (USA,)


def hunted(state: FortressState, force: int) -> tuple[int, ...]:
    if force != USA and state.last_round:
        return tuple(other for other in range(4) if other != force)
    return enemies_of(force)


def cut_off(state: FortressState, space: int) -> float:
    """What an invader would have out of supply if the US held this territory."""
    owner = state.control[space]
    if owner == USA or IS_ZONE[space]:
        return 0.0
    before = supplied(state, owner)
    if space not in before:
        return 0.0
    keep = state.control[space]
    state.control[space] = USA
    try:
        after = supplied(state, owner)
    finally:
        state.control[space] = keep
    gone = [s for s in before if s not in after and s != space]
    return sum(stack_worth(at(state, owner, s)) for s in gone)


def distances_to(goals: list[int]) -> list[int]:
    """Spaces on foot to the nearest goal; zones of others are in nobody's way here."""
    far = [99] * N
    queue = list(goals)
    for goal in goals:
        far[goal] = 0
    for here in queue:
        for there in NEAR[here]:
            if far[there] > far[here] + 1:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def city_value(state: FortressState, force: int, space: int) -> float:
    """What holding a space is worth to a force."""
    if IS_ZONE[space]:
        return 0.0
    value = 10.0 if IS_CITY[space] else 0.8
    if SPACES[space].resource and force != USA:
        value += 0.5
    if force != USA and space in state.lasers:
        value += 4.0
    return value
