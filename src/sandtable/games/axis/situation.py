"""Questions about a state that many rules ask.

Who is whose foe or ally is asked here, by ``foes`` and ``allies``, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection

from sandtable.board import Gate

from . import facilities
from .relations import Row, Table
from .state import HURT, MOVED, AxisState, Piece
from .units import Kind
from .world import NOBODY, World

CARRIERS, TRANSPORTS, TERRITORIES = "carriers", "transports", "territories"
"""What allies share."""


def foes(state: AxisState, power: int) -> Row:
    """For each power (and for nobody) whether this one is at war with it."""
    return state.foe[power]


def allies(state: AxisState, power: int) -> Row:
    """For each power (and for nobody) whether it is on this one's side, itself included."""
    return state.ally[power]


def wars(state: AxisState) -> Table:
    """All rows of ``foes``."""
    return state.foe


def alliances(state: AxisState) -> Table:
    """All rows of ``allies``."""
    return state.ally


def is_neutral(world: World, state: AxisState, power: int) -> bool:
    """Whether the power is at war with no other that plays."""
    return not any(
        enemy and other.plays for enemy, other in zip(state.foe[power], world.powers, strict=False)
    )


def is_friendly_land(world: World, state: AxisState, power: int, space: int) -> bool:
    return state.ally[power][state.owner[space]]


def is_hostile_land(world: World, state: AxisState, power: int, space: int) -> bool:
    return state.foe[power][state.owner[space]]


def was_friendly(world: World, state: AxisState, power: int, space: int) -> bool:
    """Held by the power's side since the turn began; neutrals that favour it are not."""
    ally, before = state.ally[power], state.began(power).owners[space]
    return ally[before] and before not in world.neutral and ally[state.owner[space]]


def is_hostile_zone(world: World, state: AxisState, power: int, zone: int) -> bool:
    """Whether an enemy surface warship is there (submarines and transports do not count)."""
    foe, kinds = state.foe[power], world.kinds
    for piece, _ in state.units[zone]:
        if foe[piece.owner] and kinds[piece.kind].surface_warship:
            return True
    return False


def has_enemy(world: World, state: AxisState, power: int, space: int) -> bool:
    """Whether any enemy unit is there, AA guns included."""
    stack, foe = state.units[space], state.foe[power]
    return bool(stack) and any(foe[piece.owner] for piece, _ in stack)


def has_enemy_destroyer(world: World, state: AxisState, power: int, zone: int) -> bool:
    foe, kinds = state.foe[power], world.kinds
    return any(kinds[p.kind].hunts_submarines and foe[p.owner] for p, _ in state.units[zone])


def is_empty_for_blitz(world: World, state: AxisState, power: int, space: int) -> bool:
    """No enemy unit at all and no facility: only then does a tank roll through."""
    return space not in state.facilities and not has_enemy(world, state, power, space)


def holds_gate(world: World, state: AxisState, power: int, gate: Gate) -> bool:
    """Whether a canal's lands were held by the power's side when its turn began."""
    ally, owner = state.ally[power], state.began(power).owners
    return all(ally[owner[land]] and owner[land] not in world.neutral for land in gate.lands)


def capital_lost(world: World, state: AxisState, power: int) -> bool:
    capital = world.powers[power].capital
    if capital == NOBODY or power in state.without_capital:
        return False
    return not is_friendly_land(world, state, power, capital)


def purse_closed(world: World, state: AxisState, purse: int) -> bool:
    """Whether the capital of a purse is lost: it gets and spends nothing."""
    data = world.purses[purse]
    if data.capital == NOBODY or data.power in state.without_capital:
        return False
    return not is_friendly_land(world, state, data.power, data.capital)


def bought(world: World, state: AxisState, power: int) -> dict[int, int]:
    """Units of all open purses of a power that wait to be placed: kind to count."""
    found: dict[int, int] = {}
    for purse in world.purses_of[power]:
        if not purse_closed(world, state, purse):
            for kind, count in state.pool[purse]:
                found[kind] = found.get(kind, 0) + count
    return found


def production(world: World, state: AxisState, power: int, purse: int = -1) -> int:
    """The income of the territories the power controls, or those that pay one of its purses."""
    if not world.powers[power].has_money:
        return 0
    owner = state.owner
    return sum(
        [
            value
            for space, value in world.incomes
            if owner[space] == power and (purse < 0 or world.purse_at(power, space) == purse)
        ]
    )


def productions(world: World, state: AxisState) -> list[int]:
    """The production of every power, in one go."""
    found = [0] * len(world.powers)
    owners = state.owner
    for space, value in world.incomes:
        if (owner := owners[space]) >= 0:
            found[owner] += value
    return [found[power.index] if power.has_money else 0 for power in world.powers]


def output_left(world: World, state: AxisState, power: int, space: int, used: int = 0) -> int:
    """How many more units the power's factory in a space can mobilise this turn."""
    factory = facilities.factory(world, state, space)
    if factory is None:
        return 0
    full = world.arsenal(state.techs[power]).output(factory.kind, world.value[space])
    return max(0, full - factory.damage - used)


def working_factories(world: World, state: AxisState, power: int) -> list[int]:
    """Factories the power has held since its turn began."""
    before = state.began(power).owners
    return [
        space
        for space in state.facilities
        if state.owner[space] == power == before[space]
        and facilities.factory(world, state, space) is not None
    ]


def free_deck(kind: Kind, piece: Piece) -> int:
    """Places left on a carrier; a damaged one may have none."""
    deck = kind.deck_when_hurt if piece.marks & HURT else kind.deck
    return max(0, deck - len(piece.cargo))


def deck_room(world: World, state: AxisState, zone: int, power: int) -> int:
    """Free places for the power's fighters in a zone, those already there counted as placed."""
    own, settled = 0, 0
    for piece, count in state.units[zone]:
        if piece.owner == power:
            kind = world.kinds[piece.kind]
            if kind.deck:
                own += count * free_deck(kind, piece)
            elif kind.carrier_capable:
                own -= count
                settled += count * is_settled(piece)
    return own + allied_room(world, state, zone, power, settled)


def is_settled(piece: Piece) -> bool:
    """Whether an aircraft has been where it is since the turn began."""
    return not piece.marks & MOVED


def allied_room(world: World, state: AxisState, zone: int, power: int, settled: int = 0) -> int:
    """Places that allies in a zone leave to a power, on those of their decks that it may use.

    Their own fighters come first; less than nothing: so many need a place on the power's decks.
    Who refuses his decks does not turn out those that are ``settled`` on them.
    """
    ally = state.ally[power]
    refusing = world.access.unshared(state, power, CARRIERS)
    room, usable, kept = 0, 0, 0
    for piece, count in state.units[zone]:
        if piece.owner == power or not ally[piece.owner]:
            continue
        kind = world.kinds[piece.kind]
        if kind.carrier_capable:
            room -= count
        elif places := count * free_deck(kind, piece):
            room += places
            if world.access.use(state, power, "ships", piece.owner, zone) is None:
                if piece.owner in refusing:
                    kept += places
                else:
                    usable += places
    return min(room, usable + min(kept, settled))


def without_deck(
    world: World, state: AxisState, zone: int, powers: Collection[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Fighters of these powers that find no place on decks in a zone, by power.

    First all that have none on decks of their own; then those of them for whom the others leave
    no place either: who comes first in the order of powers gets it.
    """
    room = dict.fromkeys(sorted(powers), 0)
    for piece, count in state.units[zone]:
        if piece.owner in room:
            kind = world.kinds[piece.kind]
            if kind.deck:
                room[piece.owner] += count * free_deck(kind, piece)
            elif kind.carrier_capable:
                room[piece.owner] -= count
    over = {power: -places for power, places in room.items() if places < 0}
    left = dict(over)
    for power in over:
        for host, places in room.items():
            if places > 0 and world.access.use(state, power, "ships", host, zone) is None:
                taken = min(places, left[power])
                left[power] -= taken
                room[host] -= taken
    return over, {power: count for power, count in left.items() if count}


def aa_gun(world: World, state: AxisState, power: int, space: int) -> int:
    """The hit number of the one AA gun that fires at aircraft attacking a space; 0 if none."""
    foe = state.foe[power]
    return max(
        (
            world.arsenal(state.techs[piece.owner]).aa_hit[piece.kind]
            for piece, _ in state.units[space]
            if world.kinds[piece.kind].aa_hit and foe[piece.owner]
        ),
        default=0,
    )


def cities_held(world: World, state: AxisState, side: str) -> int:
    """Victory cities that powers of a side control."""
    members = world.members[side]
    return sum(state.owner[space] in members for space in world.cities)
