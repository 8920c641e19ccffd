"""Can every aircraft come down? The proof that the rules ask for before a plane is sent out.

Land takes any number, so a plane that can reach land friendly since the turn began needs no
further proof. The others are fighters that need a deck: carriers that stay, carriers that can
still move, carriers that will be built. Who can land where is then a matching problem, small
enough to be solved exactly.
"""

from __future__ import annotations

from functools import lru_cache

from . import situation as at
from .relations import Row
from .routes import is_attacked, ship_reach
from .state import MOVED, NONCOMBAT, AxisState, Piece
from .world import World

_homes: dict[tuple[int, Row, str, tuple[int, ...]], bytes] = {}


def homes(world: World, state: AxisState, power: int) -> bytes:
    """For each space, how far the nearest territory is where the power's aircraft may land."""
    confined = world.powers[power].confined
    ally = at.allies(state, power)
    key = (id(world), ally, confined, tuple(state.owner_before))
    found = _homes.get(key)
    if found is None:
        allowed = world.area if confined else world.open_spaces
        lands = [
            space
            for space, owner in enumerate(state.owner_before)
            if ally[owner] and space in allowed
        ]
        if len(_homes) > 256:
            _homes.clear()
        found = _homes[key] = world.board.distances_from(lands, allowed)
    return found


def flight(world: World, power: int, a: int, b: int) -> int:
    """How many spaces an aircraft of the power counts from a to b."""
    return (world.area_air if world.powers[power].confined else world.air)[a][b]


def range_left(world: World, state: AxisState, piece: Piece) -> int:
    if piece.marks & NONCOMBAT:
        return 0
    return world.arsenal(state.techs[piece.owner]).move[piece.kind] - piece.spent


def deck_in_sight(world: World, state: AxisState, power: int, space: int, left: int) -> bool:
    """Whether any deck of the side could possibly come within ``left`` spaces of a fighter.

    A quick look that spares the full proof where there is nothing to prove.
    """
    kinds, ally = world.kinds, at.allies(state, power)
    away = (world.area_air if world.powers[power].confined else world.air)[space]
    for zone, stack in enumerate(state.units):
        if stack:
            for piece, _ in stack:
                if kinds[piece.kind].deck and ally[piece.owner]:
                    sails = kinds[piece.kind].move if piece.owner == power else 0
                    if away[zone] <= left + sails:
                        return True
    if any(kinds[kind].deck for kind, _ in state.pool[power]):
        return any(
            away[zone] <= left
            for factory in at.working_factories(world, state, power)
            for zone in world.sea_near[factory]
        )
    return False


def stranded(world: World, state: AxisState, power: int, *, combat: bool) -> int:
    """How many of the power's aircraft cannot land any more, whatever is done.

    In the combat move all battles are taken as won (``combat``); later the board counts.
    """
    away = homes(world, state, power)
    lost = 0
    fighters: list[tuple[int, int]] = []
    for space, piece, count in state.pieces(power):
        kind = world.kinds[piece.kind]
        if kind.domain != "air":
            continue
        left = range_left(world, state, piece)
        if away[space] <= left and _is_home_now(world, state, power, space, left):
            continue
        if kind.carrier_capable:
            fighters += [(space, left)] * count
        else:
            lost += count
    if not fighters:
        return lost
    return lost + len(fighters) - _most_on_decks(world, state, power, fighters, combat)


def _is_home_now(world: World, state: AxisState, power: int, space: int, left: int) -> bool:
    """Guards the one case the distance table misses: standing in a home that was lost since."""
    return left > 0 or world.is_sea[space] or at.was_friendly(world, state, power, space)


def _most_on_decks(
    world: World, state: AxisState, power: int, fighters: list[tuple[int, int]], combat: bool
) -> int:
    """The largest number of these fighters that can find a deck."""
    zones = [z for z in range(len(world.spaces)) if world.is_sea[z]]
    in_reach = {
        zone: mask
        for zone in zones
        if (
            mask := sum(
                1 << i
                for i, (space, left) in enumerate(fighters)
                if flight(world, power, space, zone) <= left
            )
        )
    }
    fixed: dict[int, int] = {}
    movable: list[tuple[int, tuple[int, ...]]] = []
    for zone in zones:
        room = _fixed_room(world, state, power, zone, combat, movable, in_reach)
        if room > 0 and zone in in_reach:
            mask = in_reach[zone]
            fixed[mask] = fixed.get(mask, 0) + room
    movable += _new_carriers(world, state, power, in_reach)
    movable.sort()
    return _best(len(fighters), tuple(sorted(fixed.items())), tuple(movable))


def _fixed_room(
    world: World,
    state: AxisState,
    power: int,
    zone: int,
    combat: bool,
    movable: list[tuple[int, tuple[int, ...]]],
    in_reach: dict[int, int],
) -> int:
    """Decks that stay in the zone; carriers that can still move go to ``movable``."""
    ally = at.allies(state, power)
    room, landed = 0, 0
    free: list[Piece] = []
    for piece, count in state.units[zone]:
        kind = world.kinds[piece.kind]
        if not ally[piece.owner]:
            continue
        if kind.carrier_capable:
            if piece.owner != power:
                room -= count
            elif piece.marks & NONCOMBAT:
                landed += count
        elif kind.deck:
            must_fight = combat and at.is_hostile_zone(world, state, power, zone)
            if piece.owner != power or piece.marks & MOVED or must_fight:
                room += count * at.free_deck(kind, piece)
            else:
                free += [piece] * count
    for piece in free:
        places = at.free_deck(world.kinds[piece.kind], piece)
        if room < landed:
            room += places  # a fighter has landed on it, so it stays
        else:
            masks = _masks_for(world, state, power, piece, zone, combat, in_reach)
            movable.append((places, _largest(masks)))
    return room


def _masks_for(
    world: World,
    state: AxisState,
    power: int,
    carrier: Piece,
    zone: int,
    combat: bool,
    in_reach: dict[int, int],
) -> set[int]:
    """Which fighters a carrier could serve from each zone it can still get to."""
    reach = ship_reach(world, state, power, carrier, zone, cleared=combat)
    return {
        in_reach[z]
        for z in (zone, *reach)
        if z in in_reach
        and (
            not at.is_hostile_zone(world, state, power, z)
            or (combat and is_attacked(world, state, power, z))
        )
    }


def _new_carriers(
    world: World, state: AxisState, power: int, in_reach: dict[int, int]
) -> list[tuple[int, tuple[int, ...]]]:
    found = []
    for kind in world.kinds:
        if not kind.deck:
            continue
        waiting = state.pool_count(power, kind.index)
        if waiting:
            masks = {
                in_reach[zone]
                for factory in at.working_factories(world, state, power)
                if at.output_left(world, state, power, factory)
                for zone in world.sea_near[factory]
                if zone in in_reach
            }
            found += [(kind.deck, _largest(masks))] * waiting
    return found


def _largest(masks: set[int]) -> tuple[int, ...]:
    """Only choices that no other choice contains: going elsewhere would serve fewer fighters."""
    return tuple(sorted(m for m in masks if not any(m != o and m & o == m for o in masks)))


@lru_cache(maxsize=4096)
def _best(
    fighters: int,
    fixed: tuple[tuple[int, int], ...],
    movable: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    """Try every place for every movable carrier; stop when all fighters are down."""
    if not movable:
        return _matching(fighters, [mask for mask, room in fixed for _ in range(room)])
    (places, masks), *rest = movable
    best = 0 if masks else _best(fighters, fixed, tuple(rest))
    for mask in masks:
        decks = dict(fixed)
        decks[mask] = decks.get(mask, 0) + places
        best = max(best, _best(fighters, tuple(sorted(decks.items())), tuple(rest)))
        if best == fighters:
            break
    return best


def _matching(fighters: int, decks: list[int]) -> int:
    """Maximum matching of fighters to places; each place is a mask of the fighters it serves."""
    holder: list[int] = [-1] * len(decks)

    def find(fighter: int, seen: set[int]) -> bool:
        for place, mask in enumerate(decks):
            if mask >> fighter & 1 and place not in seen:
                seen.add(place)
                if holder[place] < 0 or find(holder[place], seen):
                    holder[place] = fighter
                    return True
        return False

    return sum(find(fighter, set()) for fighter in range(fighters))
