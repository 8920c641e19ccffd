"""What a decision about money may spend, for people: whose purse it is, and what it holds."""

from __future__ import annotations

import msgspec

from . import situation as at
from .state import AxisState
from .world import World


class Budget(msgspec.Struct, frozen=True):
    """What may be spent now, or whose units are placed."""

    purse: str
    money: int
    room: int
    """Units that the factories of this purse can still place."""
    waiting: tuple[tuple[int, str], ...]
    """Units paid from it and not yet placed."""


class Talk(msgspec.Struct, frozen=True):
    """A neutral that can be won over by a die: what it costs, and how likely it is."""

    space: str
    cost: int
    chance: float


class Threat(msgspec.Struct, frozen=True):
    """Enemies in a convoy zone: the dice they will roll, and the most they can take."""

    space: str
    dice: int
    most: int


def of_purse(world: World, state: AxisState, power: int, purse: int) -> Budget:
    room = sum(
        at.output_left(world, state, power, space)
        for space in at.working_factories(world, state, power)
        if world.purse_at(power, space) == purse
    )
    waiting = tuple((count, world.kinds[kind].id) for kind, count in state.pool[purse])
    return Budget(world.purses[purse].id, state.money[purse], room, waiting)
