"""What a power could attack with: units that walk, blitz, fly or sail, and trips of transports."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.landing import homes
from sandtable.games.axis.routes import sailed, ship_reach
from sandtable.games.axis.state import MOVED, UNLOADED, AxisState, Piece

from .picture import Picture
from .sorties import there_and_back


class Offer(msgspec.Struct, frozen=True):
    """Units of one kind that can get from a space to a target by one move."""

    kind: int
    source: int
    count: int
    route: tuple[int, ...]
    peril: float = 0.0
    """For an aircraft, what it may cost to land where it can after the attack."""


class Trip(msgspec.Struct, frozen=True):
    """A transport that can bring passengers to a coast: where it loads, where it puts ashore."""

    ship: Piece
    zone: int
    load: int
    """The zone where passengers board; -1 if they are aboard already."""
    goal: int
    coast: int


class Reach:
    """All offers and trips of a power in a state, by target."""

    def __init__(
        self, picture: Picture, state: AxisState, won: set[int], *, careful: bool = True
    ) -> None:
        """``careful``: whether it is asked what aircraft may meet where they land."""
        self.careful = careful
        self.picture = picture
        self.world = picture.world
        self.power = picture.power
        self.state = state
        self.won = won
        foe, barred = at.foes(state, self.power), picture.untouchable
        self._hostile = {s for s, holder in enumerate(state.owner) if foe[holder]} - barred
        """Land that can be attacked."""
        self._coasts: dict[tuple[int, int, bool, int], list[tuple[int, int]]] = {}
        self.offers: dict[int, list[Offer]] = {}
        self.trips: dict[int, list[tuple[Trip, int]]] = {}
        self._look()

    def _look(self) -> None:
        world = self.world
        counts: dict[tuple[int, Piece], int] = {}
        for space, piece, count in self.state.pieces(self.power):
            kind = world.kinds[piece.kind]
            if piece.marks & MOVED or not kind.fights:
                continue
            if kind.transport:
                if not piece.marks & UNLOADED:
                    self._add_trips(space, piece, count)
                continue
            counts[space, piece] = counts.get((space, piece), 0) + count
        self._targets = self._find_targets()
        self._flights = world.access.flights(self.state, self.power)
        self._homes = homes(world, self.state, self.power)
        for (space, piece), count in counts.items():
            domain = world.kinds[piece.kind].domain
            if domain == "land" and world.kinds[piece.kind].takes_land:
                self._add_marches(space, piece, count)
            elif domain == "air":
                self._add_flights(space, piece, count)
            elif domain == "sea" and world.kinds[piece.kind].attack:
                self._add_sorties(space, piece, count)

    def _find_targets(self) -> list[int]:
        world, state, power = self.world, self.state, self.power
        return [
            space
            for space, sea in enumerate(world.is_sea)
            if not world.closed[space]
            and (at.has_enemy(world, state, power, space) if sea else space in self._hostile)
        ]

    def _offer(
        self, piece: Piece, source: int, count: int, route: tuple[int, ...], peril: float = 0.0
    ) -> None:
        offer = Offer(piece.kind, source, count, route, peril)
        self.offers.setdefault(route[-1], []).append(offer)

    def _add_marches(self, space: int, piece: Piece, count: int) -> None:
        world = self.world
        allowed = world.access.ranges[self.power]
        near = [s for s in world.land_near[space] if s in allowed]
        for goal in near:
            if goal in self._hostile:
                self._offer(piece, space, count, (space, goal))
        reach = world.arsenal(self.state.techs[self.power]).move[piece.kind]
        if reach < 2:
            return
        seen = {space, *near}
        middles = sorted(
            near, key=self._hostile.__contains__
        )  # through friends first: no fight on the way
        for middle in middles:
            if middle in self.picture.untouchable:
                continue
            if middle in self._hostile and not (
                world.kinds[piece.kind].blitz
                and world.access.lets_blitz(self.state, self.power, middle)
            ):
                continue
            for goal in world.land_near[middle]:
                if goal in seen or goal not in allowed or goal not in self._hostile:
                    continue
                seen.add(goal)
                self._offer(piece, space, count, (space, middle, goal))

    def _add_flights(self, space: int, piece: Piece, count: int) -> None:
        world, power = self.world, self.power
        if piece.marks & MOVED:
            return
        air = self._flights[space]
        if self.picture.rules.one_sortie:
            reach = there_and_back(self.picture.rules, self.state, piece, space)
            for goal in self._targets:
                if air[goal] <= reach:
                    self._offer(piece, space, count, (space, goal))
            return
        away = self._homes
        reach = world.arsenal(self.state.techs[power]).move[piece.kind]
        capable = world.kinds[piece.kind].carrier_capable
        for goal in self._targets:
            afloat = capable and 2 * air[goal] <= reach and world.is_sea[space]
            if air[goal] + away[goal] <= reach or afloat:
                asks = self.careful and not afloat
                peril = self._peril(piece.kind, goal, reach - air[goal]) if asks else 0.0
                self._offer(piece, space, count, (space, goal), peril)

    def _peril(self, kind: int, goal: int, left: int) -> float:
        """The least danger among the places where a plane can land from a target."""
        memo = (kind, goal, left)
        found = self.picture.perils.get(memo)
        if found is None:
            world, state = self.world, self.state
            distances = self._flights[goal]
            found = min(
                (
                    self.picture.exposure(kind, land)
                    for land in world.open_spaces
                    if distances[land] <= left
                    and not world.is_sea[land]
                    and at.was_friendly(world, state, self.power, land)
                ),
                default=0.0,
            )
            self.picture.perils[memo] = found
        return found

    def _add_sorties(self, space: int, piece: Piece, count: int) -> None:
        world, state, power = self.world, self.state, self.power
        for goal in ship_reach(world, state, power, piece, space):
            if at.has_enemy(world, state, power, goal):
                self._offer(piece, space, count, (space, goal))
        if at.has_enemy(world, state, power, space) and world.kinds[piece.kind].warship:
            # Already in one zone with the enemy: fights where it lies.
            self._offer(piece, space, count, (space, space))

    def _add_trips(self, zone: int, piece: Piece, count: int) -> None:
        world, state, power = self.world, self.state, self.power
        if piece.cargo:
            kinds = [c for c in piece.cargo if c.owner == power and world.kinds[c.kind].takes_land]
            if len(kinds) == len(piece.cargo):
                self._add_landings(zone, piece, count, -1, zone, 0)
            return
        mover = self.picture.rules.mover
        for stop, cost in {zone: 0, **ship_reach(world, state, power, piece, zone)}.items():
            if mover.landings.may_load_in(state, power, stop) is None:
                self._add_landings(zone, piece, count, stop, stop, cost)

    def _add_landings(
        self, zone: int, piece: Piece, count: int, load: int, start: int, spent: int
    ) -> None:
        for goal, coast in self._landings(sailed(piece, zone, spent), start):
            trip = Trip(piece, zone, load, goal, coast)
            self.trips.setdefault(coast, []).append((trip, count))

    def _landings(self, ship: Piece, start: int) -> list[tuple[int, int]]:
        """Zones that a transport can still get to, each with its hostile coasts."""
        memo = (ship.kind, ship.spent, ship.origin >= 0, start)
        found = self._coasts.get(memo)
        if found is None:
            world, state, power = self.world, self.state, self.power
            found = self._coasts[memo] = [
                (goal, coast)
                for goal in (start, *ship_reach(world, state, power, ship, start))
                if goal in self.won or not at.is_hostile_zone(world, state, power, goal)
                for coast in world.land_near[goal]
                if coast in self._hostile
            ]
        return found
