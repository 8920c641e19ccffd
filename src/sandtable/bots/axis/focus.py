"""The main enemy of a power: where it turns if it has a free hand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.games.axis import situation as at
from sandtable.games.axis.world import World

from .picture import Picture

if TYPE_CHECKING:
    from .field import Field

CLOSENESS, AROUND = 0.7, 6
"""How much less a unit presses a capital with every step of distance, up to so many steps."""
SPOT = 5
"""So far reaches the neighbourhood in which a power is strong or weak."""
NEAR = 4
"""So far reaches the neighbourhood of a goal overseas."""
CALM = 10.0
"""So many IPCs on both sides keep a quiet neighbourhood quiet."""


def main_point(picture: Picture) -> int:
    """Around what a power fights: its own capital if it is besieged, else its main enemy's."""
    return picture.capital if besieged(picture) else main_enemy(picture)


def besieged(picture: Picture) -> bool:
    """Whether the enemy is stronger around our capital than our side."""
    return picture.capital >= 0 and superiority(picture) < 1.0


def main_enemy(picture: Picture) -> int:
    """The capital of a rich enemy near at hand who is pressed already (-1: none to choose).

    Landings of allies add up where they meet: two weak ones on two shores are both thrown back.
    The weaker side has no hand free at all: it fights whom it must.
    """
    if picture.advantage < 1.0:
        return -1
    world = picture.world
    home = world.powers[picture.power].capital
    found: dict[int, float] = {}
    for enemy in world.powers:
        capital = enemy.capital
        if picture.against[enemy.index] and capital >= 0 and picture.opposed(capital):
            away = world.air[home][capital] if home >= 0 else 1
            prize = at.production(world, picture.state, enemy.index) / max(1, away)
            found[capital] = prize * _pressure(picture, capital)
    return max(found, key=lambda capital: found[capital], default=-1)


def superiority(picture: Picture, field: Field | None = None) -> float:
    """How our side stands against theirs around our own capital, not in the world at large.

    A power whose allies are rich but far away is weak all the same, and who has the upper hand
    where he fights can press on though his side is behind. But who sails to war is not strong
    there because nobody disturbs him at home: there all counts that fights near his goal.
    """
    theatre = field.theatre if field is not None else None
    if field is not None and theatre is not None and field.overseas[theatre.yard]:
        return math.sqrt(might(picture, theatre.goal))
    if picture.capital < 0:
        return 1.0
    return math.sqrt(_pressure(picture, picture.capital, 1.0, SPOT))


def might(picture: Picture, goal: int) -> float:
    """Our side's strength around a place over theirs, on land, at sea and in the air."""
    world, state = picture.world, picture.state
    ours = theirs = CALM
    for space, _ in _vicinity(world, goal, NEAR):
        for piece, count in state.units[space]:
            kind = world.kinds[piece.kind]
            if kind.fights and not kind.transport:
                ours += kind.cost * count if picture.ally[piece.owner] else 0.0
                theirs += kind.cost * count if picture.against[piece.owner] else 0.0
    return ours / theirs


def _pressure(
    picture: Picture, capital: int, closeness: float = CLOSENESS, around: int = AROUND
) -> float:
    """Our side's strength around a capital over theirs, the nearer the heavier."""
    world, state = picture.world, picture.state
    kinds, land = world.kinds, world.landmass[capital]
    ally, against = picture.ally, picture.against
    ours = theirs = CALM
    for space, away in _vicinity(world, capital, around):
        for piece, count in state.units[space]:
            kind = kinds[piece.kind]
            if kind.domain == "air" or (kind.domain == "land" and space in land):
                weight = kind.cost * count * closeness**away
                if ally[piece.owner]:
                    ours += weight
                if against[piece.owner]:
                    theirs += weight
    return ours / theirs


@lru_cache(maxsize=4096)
def _vicinity(world: World, place: int, around: int) -> tuple[tuple[int, int], ...]:
    """The spaces from which a place is at most so many steps away, with the steps."""
    steps = ((space, world.air[space][place]) for space in range(len(world.spaces)))
    return tuple((space, away) for space, away in steps if away <= around)
