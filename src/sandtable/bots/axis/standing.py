"""Who stands where: enemies of now and of tomorrow, and land that is better left alone."""

from __future__ import annotations

from sandtable.games.axis import diplomacy, facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.politics import DECLARE
from sandtable.games.axis.relations import Row
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World

SOON = 2
"""So many turns ahead we look for who may declare war on us: moving troops takes time."""


def opponents(world: World, state: AxisState, power: int) -> Row:
    """The players of other sides: at war with us, or sooner or later."""
    ally = at.allies(state, power)
    return (*(p.plays and not ally[p.index] for p in world.powers), False)


def menaces(world: World, state: AxisState, power: int) -> list[int]:
    """Who can strike at us soon: enemies, and who may have declared war in a turn or two."""
    foe, against = at.foes(state, power), opponents(world, state, power)
    return [
        p.index
        for p in world.powers
        if p.plays
        and (foe[p.index] or (against[p.index] and may_begin(world, state, p.index, power, SOON)))
    ]


def may_begin(world: World, state: AxisState, power: int, target: int, turns: int = 1) -> bool:
    """Whether a power may declare war on another so many turns from now, as things stand."""
    return any(
        row.kind == DECLARE
        and row.power == power
        and target in row.targets
        and not diplomacy.waits(world, state, row, state.turns[power] + turns)
        for row in world.politics
    )


def untouchable(world: World, state: AxisState, power: int) -> frozenset[int]:
    """Hostile land that is not attacked.

    Neutrals that favour nobody, for an attack on one drives all the others to the enemy; and what
    the rules forbid to attack now.
    """
    if not world.neutral and not world.restrictions:
        return frozenset()
    troops = next(kind for kind in world.kinds if kind.takes_land)
    strict = {n for n in world.neutral if world.powers[n].side not in world.sides}
    return frozenset(
        space
        for space, owner in enumerate(state.owner)
        if at.foes(state, power)[owner]
        and (owner in strict or world.access.attack(state, power, troops, space) is not None)
    )


def gifts(world: World, state: AxisState, power: int) -> dict[int, float]:
    """Land that falls to us as soon as troops of ours move in, with the army that joins us.

    Neutrals that favour our side, and what others leave to us.
    """
    if not world.neutral and not world.restrictions:
        return {}
    troops = next(kind for kind in world.kinds if kind.takes_land)
    ally, access = at.allies(state, power), world.access
    found: dict[int, float] = {}
    for space, owner in enumerate(state.owner):
        if owner < 0 or not ally[owner] or world.powers[owner].plays:
            continue
        joins = owner in world.neutral
        if not joins and not access.takes_over(state, power, troops, space):
            continue
        if access.enter(state, power, troops, space, combat=False) is None:
            army = sum(world.kinds[p.kind].cost * n for p, n in state.units[space]) if joins else 0
            found[space] = float(army)
    return found


def rising(world: World, state: AxisState, powers: Row) -> dict[int, dict[int, int]]:
    """Zone to aircraft of these powers that bases beside it can send up, the best defenders."""
    found: dict[int, dict[int, int]] = {}
    for land in state.facilities:
        most = max((b.scrambles for b in facilities.working(world, state, land)), default=0)
        if not most or not powers[state.owner[land]]:
            continue
        planes = [
            (world.kinds[p.kind].defence, p.kind, n)
            for p, n in state.units[land]
            if powers[p.owner] and world.kinds[p.kind].scrambles
        ]
        for _, kind, count in sorted(planes, reverse=True):
            up = min(count, most)
            most -= up
            for zone in world.sea_near[land] if up else ():
                force = found.setdefault(zone, {})
                force[kind] = force.get(kind, 0) + up
    return found
