"""Can every aircraft come down? The proof that the rules ask for before a plane is sent out.

Land takes any number, so a plane that can reach land friendly since the turn began needs no
further proof. The others are fighters that need a deck: carriers that stay, carriers that can
still move, carriers that factories will put out. Who finds a deck is then one matching problem
(see ``decks``), solved exactly, so a move that passes here never leaves a turn without an end.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

from . import situation as at
from .decks import Launch, Search, Yard, largest, most_placed, new_carriers
from .relations import Row
from .routes import ship_reach
from .state import MOVED, NONCOMBAT, AxisState, Piece
from .world import World

_Key: TypeAlias = tuple[int, frozenset[int], frozenset[int], Row, tuple[int, ...], frozenset[int]]
_homes: dict[_Key, bytes] = {}


def homes(world: World, state: AxisState, power: int) -> bytes:
    """For each space, how far the nearest territory is where the power's aircraft may land."""
    ally, allowed = at.allies(state, power), world.access.flights(state, power).through
    open_later = world.access.landing_ground(state, power)
    before = state.began(power).owners
    refusing = world.access.unshared(state, power, at.TERRITORIES)
    key = (id(world), allowed, open_later, ally, before, refusing)
    found = _homes.get(key)
    if found is None:
        lands = [
            space
            for space, owner in enumerate(before)
            if ally[owner]
            and owner not in world.neutral
            and owner not in refusing
            and space in open_later
        ]
        if len(_homes) > 256:
            _homes.clear()
        found = _homes[key] = world.board.distances_from(lands, allowed)
    return found


def flight(world: World, state: AxisState, power: int, a: int, b: int) -> int:
    """How many spaces an aircraft of the power counts from a to b."""
    return world.access.flights(state, power)[a][b]


def range_left(world: World, state: AxisState, piece: Piece) -> int:
    if piece.marks & NONCOMBAT:
        return 0
    return world.arsenal(state.techs[piece.owner]).move[piece.kind] - piece.spent


def hopeless(world: World, state: AxisState, goal: int, piece: Piece) -> bool:
    """Whether a plane out of reach of land could get to no deck either, wherever they go.

    A quick look that spares the full proof where there is nothing to prove.
    """
    kinds, power = world.kinds, piece.owner
    if not kinds[piece.kind].carrier_capable:
        return True
    ally = at.allies(state, power)
    left = range_left(world, state, piece)
    away = world.access.flights(state, power)[goal]
    for zone, stack in enumerate(state.units):
        if stack:
            for deck, _ in stack:
                if kinds[deck.kind].deck and ally[deck.owner]:
                    sails = kinds[deck.kind].move if deck.owner == power else 0
                    if away[zone] <= left + sails:
                        return False
    return not any(away[zone] <= left for zone in zones_to_come(world, state, power))


class Outlook(Enum):
    """What may still be done for aircraft that have to land."""

    MOVING = "moving"
    """The combat move goes on: a carrier can still go to battle, or away from one."""
    FIGHTING = "fighting"
    """The combat moves are made: carriers come in the noncombat move, all battles being won."""
    LANDING = "landing"
    """The noncombat move: the board as it is."""


def stranded(world: World, state: AxisState, power: int, outlook: Outlook) -> tuple[int, int]:
    """How many of the power's aircraft cannot land any more, whatever is done.

    First those that have landed already (on a deck that was, or was to come, where they are),
    then all. Compared in this order: nobody takes a deck away from who has come to it.
    """
    away = homes(world, state, power)
    lost = 0
    fighters: list[tuple[int, int]] = []
    landed, settled = 0, 0
    for space, piece, count in state.pieces(power):
        kind = world.kinds[piece.kind]
        if kind.domain != "air":
            continue
        left = range_left(world, state, piece)
        if away[space] <= left and _is_home_now(world, state, power, space, left):
            continue
        if not world.is_sea[space] and _stays(world, state, piece, space):
            continue
        if kind.carrier_capable:
            these = ((1 << count) - 1) << len(fighters)
            landed |= these if piece.marks & NONCOMBAT else 0
            settled |= these if at.is_settled(piece) else 0
            fighters += [(space, left)] * count
        else:
            lost += count
    if not fighters:
        return 0, lost
    decks = _Decks(world, state, power, outlook, fighters, settled)
    # Often it is proof enough that all can land though no carrier sails any more.
    down, placed = most_placed(decks.search(landed, sailing=False))
    if placed < len(fighters):
        down, placed = most_placed(decks.search(landed, sailing=True))
    return landed.bit_count() - down, lost + len(fighters) - placed


def _is_home_now(world: World, state: AxisState, power: int, space: int, left: int) -> bool:
    """Guards the one case the distance table misses: standing in a home that was lost since."""
    return left > 0 or world.is_sea[space] or at.was_friendly(world, state, power, space)


def _stays(world: World, state: AxisState, piece: Piece, space: int) -> bool:
    return _is_guest(world, state, piece, space) or _is_down(world, state, piece, space)


def _is_down(world: World, state: AxisState, piece: Piece, space: int) -> bool:
    """Whether an aircraft stands on land of its side and has no move left this turn.

    So do those that were received in a land freed just now, where no other may come down yet.
    """
    return bool(piece.marks & NONCOMBAT) and at.is_friendly_land(world, state, piece.owner, space)


def _is_guest(world: World, state: AxisState, piece: Piece, land: int) -> bool:
    """Whether an aircraft stands on land whose owner lets no more of them in: it may stay."""
    return at.is_settled(piece) and at.was_friendly(world, state, piece.owner, land)


class _Decks:
    """Collects every deck that some of these fighters can get to."""

    def __init__(
        self,
        world: World,
        state: AxisState,
        power: int,
        outlook: Outlook,
        fighters: list[tuple[int, int]],
        settled: int,
    ) -> None:
        self.world = world
        self.state = state
        self.power = power
        self.outlook = outlook
        self.fighters = fighters
        self.settled = settled
        """Which of them have not moved: these keep a deck that its owner refuses to others."""
        self.flights = world.access.flights(state, power)
        self._masks: dict[int, int] = {}
        kinds = world.kinds
        self._zones = {
            zone
            for zone, stack in enumerate(state.units)
            for piece, _ in stack
            if kinds[piece.kind].deck
        }

    def search(self, landed: int, *, sailing: bool) -> Search:
        """``sailing``: carriers that have not moved may do so."""
        fixed: dict[int, int] = {}
        carriers: list[tuple[int, tuple[int, ...]]] = []
        for zone in self._zones:
            room = self._staying(zone, carriers, sailing)
            if room > 0 and (mask := self._mask(zone)):
                fixed[mask] = fixed.get(mask, 0) + room
            if kept := self._kept(zone):
                mask = self._mask(zone) & self.settled
                fixed[mask] = fixed.get(mask, 0) + kept
        slips, sure = carriers_to_come(self.world, self.state, self.power)
        for zone, places in sure:
            if mask := self._mask(zone):
                fixed[mask] = fixed.get(mask, 0) + places
        return Search(
            len(self.fighters),
            landed,
            tuple(sorted(fixed.items())),
            tuple(sorted(carriers)),
            tuple(self._launch(slip) for slip in slips),
        )

    def _launch(self, slip: Slip) -> Launch:
        yards = (Yard(output, largest(map(self._mask, zones))) for output, zones in slip.yards)
        return Launch(slip.new, slip.places, tuple(yards))

    def _mask(self, zone: int) -> int:
        """Which of the fighters can get to a zone."""
        mask = self._masks.get(zone)
        if mask is None:
            mask = self._masks[zone] = sum(
                1 << i
                for i, (space, left) in enumerate(self.fighters)
                if self.flights[space][zone] <= left
            )
        return mask

    def _kept(self, zone: int) -> int:
        """Places on decks of allies who let no more in, for those that are there already."""
        here = sum(
            space == zone and bool(self.settled >> n & 1)
            for n, (space, _) in enumerate(self.fighters)
        )
        if not here:
            return 0
        room = at.allied_room(self.world, self.state, zone, self.power, here)
        return room - at.allied_room(self.world, self.state, zone, self.power)

    def _staying(
        self, zone: int, carriers: list[tuple[int, tuple[int, ...]]], sailing: bool
    ) -> int:
        """Places on decks that stay in the zone; what can still move goes to ``carriers``."""
        free: list[tuple[int, list[int]]] = []
        landed = 0
        room = at.allied_room(self.world, self.state, zone, self.power)
        for piece, count in self.state.units[zone]:
            kind = self.world.kinds[piece.kind]
            if piece.owner != self.power:
                continue
            if kind.carrier_capable:
                landed += count if piece.marks & NONCOMBAT else 0
            elif places := at.free_deck(kind, piece):
                movable = sailing and not piece.marks & MOVED
                zones = self._within(piece, zone) if movable else [zone]
                if len(zones) > 1:
                    free += [(places, zones)] * count
                else:
                    room += count * places
        while room < landed and free:  # a fighter has landed on one of them, so it stays
            places, zones = min(free, key=lambda deck: (room + deck[0] < landed, deck[0]))
            free.remove((places, zones))
            room += places
        carriers += [(places, largest(map(self._mask, zones))) for places, zones in free]
        return room

    def _within(self, carrier: Piece, zone: int) -> list[int]:
        """The zones where a carrier that has not moved can be when the turn ends."""
        world, state, power = self.world, self.state, self.power
        hostile = at.is_hostile_zone(world, state, power, zone)
        found = {zone}
        if self.outlook is Outlook.LANDING:
            for goal in ship_reach(world, state, power, carrier, zone):
                if not at.is_hostile_zone(world, state, power, goal):
                    found.add(goal)
        elif not hostile:
            for goal in ship_reach(world, state, power, carrier, zone, cleared=self._is_cleared):
                if not at.is_hostile_zone(world, state, power, goal) or self._is_cleared(goal):
                    found.add(goal)
        found = {goal for goal in found if goal == zone or self._may_stop(carrier, goal, False)}
        if self.outlook is Outlook.MOVING:
            leaving = zone in state.began(power).hostile
            for goal in ship_reach(world, state, power, carrier, zone):
                if world.access.forlorn(state, power, goal):
                    continue  # a carrier that cannot attack goes where others do
                if leaving or at.is_hostile_zone(world, state, power, goal):
                    if self._may_stop(carrier, goal, True):
                        found.add(goal)
        return sorted(found)

    def _may_stop(self, carrier: Piece, goal: int, combat: bool) -> bool:
        """Whether nothing (a leash) forbids the carrier to end a move there."""
        world = self.world
        kind = world.kinds[carrier.kind]
        return world.access.stop(self.state, self.power, kind, goal, combat=combat) is None

    def _is_cleared(self, zone: int) -> bool:
        """Whether a battle is sure to be fought for the zone; a carrier might still leave it."""
        world = self.world
        return any(
            piece.owner == self.power
            and world.kinds[piece.kind].attack
            and (
                self.outlook is Outlook.FIGHTING
                or piece.marks & MOVED
                or not world.kinds[piece.kind].deck
            )
            for piece, _ in self.state.units[zone]
        )


# Carriers that are bought and still to be placed


class Slip(msgspec.Struct, frozen=True):
    """Carriers that a purse has bought: how many, the places on each, and what can put them out.

    ``yards`` are factories: what each can still put out, and the zones beside it.
    """

    new: int
    places: int
    yards: tuple[tuple[int, tuple[int, ...]], ...]


Sure: TypeAlias = tuple[tuple[int, int], ...]
"""New carriers whose zone is settled: (zone, places)."""


def carriers_to_come(
    world: World, state: AxisState, power: int, used: Mapping[int, int] | None = None
) -> tuple[tuple[Slip, ...], Sure]:
    """Carriers that wait to be mobilised this turn: those that are free, and those promised."""
    slips: list[Slip] = []
    sure: list[tuple[int, int]] = []
    promised = list(state.promised_zones())
    for purse in world.purses_of[power]:
        bought = [(kind, n) for kind, n in state.pool[purse] if world.kinds[kind].deck]
        if not bought or at.purse_closed(world, state, purse):
            continue
        kind, new = bought[0]
        yards = _yards(world, state, power, purse, used or {})
        for zone in list(promised):
            yard = next((y for y in yards if new and y[0] and zone in y[1]), None)
            if yard is not None:
                yards[yards.index(yard)] = (yard[0] - 1, yard[1])
                new -= 1
                promised.remove(zone)
                sure.append((zone, world.kinds[kind].deck))
        slips.append(Slip(new, world.kinds[kind].deck, tuple(yards)))
    return tuple(slips), tuple(sure)


def _yards(
    world: World, state: AxisState, power: int, purse: int, used: Mapping[int, int]
) -> list[tuple[int, tuple[int, ...]]]:
    """Factories of a purse that can put carriers to sea, the most able first."""
    found = [
        (output, world.sea_near[factory])
        for factory in at.working_factories(world, state, power)
        if world.sea_near[factory]
        and world.purse_at(power, factory) == purse
        and (output := at.output_left(world, state, power, factory, used.get(factory, 0)))
    ]
    return sorted(found, key=lambda yard: -yard[0])


def zones_to_come(world: World, state: AxisState, power: int) -> set[int]:
    """Where new carriers can be when the turn ends."""
    slips, sure = carriers_to_come(world, state, power)
    free = {z for slip in slips if slip.new for _, zones in slip.yards for z in zones}
    return free | {zone for zone, _ in sure}


def waiting(world: World, state: AxisState, power: int) -> dict[int, int]:
    """Zones with more of the power's fighters than places on decks: how many too many."""
    own: dict[int, int] = {}
    for space, piece, count in state.pieces(power):
        if world.is_sea[space] and world.kinds[piece.kind].carrier_capable:
            own[space] = own.get(space, 0) + count
    rooms = {zone: at.deck_room(world, state, zone, power) for zone in own}
    return {zone: min(own[zone], -room) for zone, room in rooms.items() if room < 0}


def taken_up(
    world: World, state: AxisState, power: int, used: Mapping[int, int] | None = None
) -> dict[int, int]:
    """How many of the waiting fighters, zone by zone, carriers still to be placed can take up."""
    slips, sure = carriers_to_come(world, state, power, used)
    needs = waiting(world, state, power) if slips else {}
    saved: dict[int, int] = {}
    for zone, places in sure:
        _serve(needs, saved, {zone: min(places, needs.get(zone, 0))})
    for slip in slips:
        left = [(zone, count) for zone, count in needs.items() if count]
        _serve(needs, saved, new_carriers(left, slip.yards, slip.new, slip.places))
    return {zone: count for zone, count in saved.items() if count}


def _serve(needs: dict[int, int], saved: dict[int, int], taken: Mapping[int, int]) -> None:
    for zone, count in taken.items():
        if count:
            needs[zone] -= count
            saved[zone] = saved.get(zone, 0) + count


# Coming down where one is


def aloft(world: World, state: AxisState, power: int) -> list[tuple[int, Piece, int]]:
    """Aircraft that would be lost if nothing moved any more: (space, piece, how many)."""
    found = []
    kinds, is_sea = world.kinds, world.is_sea
    planes = [item for item in state.pieces(power) if kinds[item[1].kind].domain == "air"]
    over = waiting(world, state, power) if any(is_sea[space] for space, _, _ in planes) else {}
    for zone, saved in taken_up(world, state, power).items() if over else ():
        over[zone] -= saved
    for space, piece, count in planes:
        kind = kinds[piece.kind]
        if not is_sea[space]:
            if not (
                at.was_friendly(world, state, power, space) or _is_down(world, state, piece, space)
            ):
                found.append((space, piece, count))
        elif not kind.carrier_capable:
            found.append((space, piece, count))
        elif over.get(space, 0):
            gone = min(count, over[space])
            over[space] -= gone
            found.append((space, piece, gone))
    return found
