"""Factories that a power's entry into the war makes larger for nothing (G40-426)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import AxisState, Facility
from sandtable.games.axis.world import World
from sandtable.table import Log

from .events import Grown


def enters_war(world: World, state: AxisState, power: int) -> bool:
    """Whether the war that has just begun is the power's first."""
    foe = at.foes(state, power)
    return sum(foe[other.index] for other in world.powers if other.plays) == 1


def upgrade(world: World, state: AxisState, power: int, lands: Iterable[str], log: Log) -> None:
    """Damage stays; what an enemy holds is left alone."""
    for land in lands:
        space = world.space[land]
        factory = facilities.factory(world, state, space)
        if factory is None or state.owner[space] != power:
            continue
        larger = facilities.building(world, factory).upgrade
        if larger:
            facilities.take_away(state, space, factory.kind)
            facilities.put(state, space, Facility(world.kind[larger], factory.damage))
            log.append(Grown(space=land, kind=larger))
