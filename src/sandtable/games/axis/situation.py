"""Questions about a state that many rules ask."""

from __future__ import annotations

from .state import AxisState
from .world import NOBODY, World


def is_friendly_land(world: World, state: AxisState, power: int, space: int) -> bool:
    owner = state.owner[space]
    return owner != NOBODY and world.side[owner] == world.side[power]


def is_hostile_land(world: World, state: AxisState, power: int, space: int) -> bool:
    owner = state.owner[space]
    return owner != NOBODY and world.side[owner] != world.side[power]


def was_friendly(world: World, state: AxisState, power: int, space: int) -> bool:
    """Held by the power's side since the turn began."""
    before = state.owner_before[space]
    return (
        before != NOBODY
        and world.side[before] == world.side[power]
        and is_friendly_land(world, state, power, space)
    )


def is_hostile_zone(world: World, state: AxisState, power: int, zone: int) -> bool:
    """Whether an enemy surface warship is there (submarines and transports do not count)."""
    stack = state.units[zone]
    if not stack:
        return False
    side, kinds = world.side, world.kinds
    mine = side[power]
    return any(kinds[p.kind].surface_warship and side[p.owner] != mine for p, _ in stack)


def has_enemy(world: World, state: AxisState, power: int, space: int) -> bool:
    """Whether any enemy unit is there, AA guns included."""
    side = world.side
    mine = side[power]
    return any(side[p.owner] != mine for p, _ in state.units[space])


def has_enemy_destroyer(world: World, state: AxisState, power: int, zone: int) -> bool:
    side, kinds = world.side, world.kinds
    mine = side[power]
    return any(
        kinds[p.kind].hunts_submarines and side[p.owner] != mine for p, _ in state.units[zone]
    )


def is_empty_for_blitz(world: World, state: AxisState, power: int, space: int) -> bool:
    """No enemy unit at all and no factory: only then does a tank roll through."""
    return space not in state.factories and not has_enemy(world, state, power, space)


def canal_open(world: World, state: AxisState, power: int, a: int, b: int) -> bool:
    """Whether ships of the power may go from zone a to zone b; most borders have no gate."""
    gate = world.board.gates.get((a, b))
    if gate is None:
        return True
    mine = world.side[power]
    return all(
        state.owner_before[land] != NOBODY and world.side[state.owner_before[land]] == mine
        for land in gate.lands
    )


def capital_lost(world: World, state: AxisState, power: int) -> bool:
    capital = world.powers[power].capital
    return capital != NOBODY and is_hostile_land(world, state, power, capital)


def production(world: World, state: AxisState, power: int) -> int:
    """The income of the territories the power controls."""
    if not world.powers[power].has_money:
        return 0
    value = world.value
    return sum(value[space] for space, owner in enumerate(state.owner) if owner == power)


def output_left(world: World, state: AxisState, power: int, space: int, used: int = 0) -> int:
    """How many more units the power's factory in a space can mobilise this turn."""
    full = world.arsenal(state.techs[power]).output(world.value[space])
    return max(0, full - state.factories[space] - used)


def working_factories(world: World, state: AxisState, power: int) -> list[int]:
    """Factories the power has held since its turn began."""
    return [
        space
        for space in state.factories
        if state.owner[space] == power == state.owner_before[space]
    ]


def deck_room(world: World, state: AxisState, zone: int, power: int) -> int:
    """Free places for the power's fighters in a zone, those already there counted as placed."""
    side = world.side
    mine = side[power]
    room = 0
    for piece, count in state.units[zone]:
        kind = world.kinds[piece.kind]
        if side[piece.owner] != mine:
            continue
        if kind.deck:
            room += count * (kind.deck - len(piece.cargo))
        elif kind.carrier_capable:
            room -= count
    return room


def aa_gun(world: World, state: AxisState, power: int, space: int) -> int:
    """The hit number of the one AA gun that fires at aircraft attacking a space; 0 if none."""
    return max(
        (
            world.arsenal(state.techs[piece.owner]).aa_hit
            for piece, _ in state.units[space]
            if world.kinds[piece.kind].aa_gun and world.side[piece.owner] != world.side[power]
        ),
        default=0,
    )


def cities_held(world: World, state: AxisState, side: int) -> int:
    return sum(
        1
        for space in world.cities
        if state.owner[space] != NOBODY and world.side[state.owner[space]] == side
    )
