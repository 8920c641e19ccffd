"""An army that sails: what a power buys to carry a war across the sea."""

from __future__ import annotations

import math

from sandtable.games.axis import situation as at

from .roles import ARMOUR, DECK, FLYER, FOOT, LIFT, PICKET, SUPPORT
from .theatre import Theatre
from .trial import merged
from .works import Works

TRANSPORTS, MOST = 12, 5
"""No power needs more of them, nor more in one turn."""
SOLDIER = 4.0
"""What a passenger costs, roughly."""
RESERVE = 4
"""So many troops may wait for the next ships."""
NEARBY = 3
"""Ships no farther from a port can soon be there."""
PICKETS, PORT, SAFE = 2, 10.0, 3.0
"""So many destroyers may guard a port; what the enemy may win from ships there and off a beach."""
PASSENGERS = (FOOT, SUPPORT, FOOT, ARMOUR)
"""What fills transports: pairs of an infantry and something heavier."""


class Voyages(Works):
    """The part of a purchase that goes to sea."""

    def _expedition(self) -> None:
        """Link by link: escorts, ships for who can board next turn, then troops to come after.

        Whoever buys ships long before there is somebody to carry has neither ships nor troops in
        the war. Troops that are raised a march away from the port need no ships yet.
        """
        theatre = self.field.theatre
        if theatre is None:
            return
        berths, fleet, wanted = self._berths(), self._owned(LIFT), self._flotilla(theatre)
        lift = berths * self._empty_transports()
        waiting, ready = self._waiting(theatre), self._ready(theatre)
        safe = not self.foresight or self._escort(theatre, self._convoy(theatre))
        turn = bought = 0
        while self.room > 0 and self.money >= 3:
            short = lift < ready and fleet + bought < wanted and bought < (MOST if safe else 1)
            if short and self._guard_port(theatre.yard) and self._take(LIFT):
                lift += berths
                bought += 1
                continue
            if waiting >= berths * wanted + RESERVE:
                break
            name = PASSENGERS[turn % len(PASSENGERS)]
            turn += 1
            if not self._take(name) and not self._take(FOOT):
                break
            waiting += 1
            ready += theatre.port == theatre.yard

    def _flotilla(self, theatre: Theatre) -> int:
        """How many transports can be filled: what a turn's money raises, until they are back."""
        income = max(self.money, at.production(self.world, self.state, self.power))
        troops = min(income / SOLDIER, sum(map(self._output, self.factories)))
        turns = 1 if theatre.distance <= 1 else 2 * math.ceil(theatre.distance / 2)
        troops *= turns
        if self.picture.opposed(theatre.goal):  # who waits goes ashore at one blow
            troops = max(troops, self._waiting(theatre))
        return min(TRANSPORTS, math.ceil(troops / self._berths()))

    def _ready(self, theatre: Theatre) -> int:
        """Troops that can board when the ships are there: those in port, and next to it."""
        near = {theatre.port, *self.world.land_near[theatre.port]}
        return self._count(near & self.picture.linked(theatre.port))

    def _waiting(self, theatre: Theatre) -> int:
        """Troops that can come to the port over land."""
        return self._count(self.picture.linked(theatre.port))

    def _count(self, spaces: set[int]) -> int:
        """Own troops there that want to go to sea."""
        world, overseas = self.world, self.field.overseas
        return sum(
            number
            for space, piece, number in self.state.pieces(self.power)
            if space in spaces and world.kinds[piece.kind].takes_land and overseas[space]
        )

    def _crowded(self, theatre: Theatre) -> bool:
        """Whether more troops wait than our ships will fetch in the next turns."""
        ships = self._owned(LIFT) + self.basket.get(LIFT, 0)
        troops = sum(self.basket.get(role, 0) for role in (FOOT, SUPPORT, ARMOUR))
        return self._waiting(theatre) + troops > self._berths() * ships + RESERVE

    def _berths(self) -> int:
        """How many troops a transport takes."""
        return len(self.world.kinds[self._kind(LIFT)].places)

    def _empty_transports(self) -> int:
        """Those that can be back in port soon."""
        return sum(
            number
            for zone, piece, number in self.state.pieces(self.power)
            if self.world.kinds[piece.kind].transport
            and not piece.cargo
            and self.field.port_distance.get(zone, NEARBY + 1) <= NEARBY
        )

    def _convoy(self, theatre: Theatre) -> dict[int, int]:
        """Our side's ships that can be at the beach when the troops land."""
        world = self.world
        found: dict[int, int] = {}
        for zone in range(len(world.spaces)):
            if not world.is_sea[zone]:
                continue
            near = min(
                world.air[zone][theatre.beach],
                *(world.air[zone][z] for z in world.sea_near[theatre.port]),
                99,
            )
            if near <= 2:
                found = merged(found, self._ships(zone))
        return {k: n for k, n in found.items() if not world.kinds[k].submarine}

    def _ships(self, zone: int, more: dict[int, int] | None = None) -> dict[int, int]:
        """Our side's ships in a zone and some more, with the planes there that find a deck."""
        kinds = self.world.kinds
        force = merged(self.picture.force(zone, self.picture.ally), more or {})
        decks = sum(kinds[k].deck * n for k, n in force.items())
        return {k: (min(n, decks) if kinds[k].domain == "air" else n) for k, n in force.items()}

    def _escort(self, theatre: Theatre, ships: dict[int, int]) -> bool:
        """Warships until the convoy is safe off its beach; whether it is then."""
        force = merged(ships, {self._kind(LIFT): 2})
        decks, spare = self._free_decks(), self._fighters_near(theatre.port)
        if decks > 0:  # fighters that have a deck are taken as aboard
            force = merged(force, {self._kind(FLYER): min(decks, spare)})
            decks, spare = max(0, decks - spare), max(0, spare - decks)
        while self.picture.risk(theatre.beach, force, 0.0) > SAFE:
            name = FLYER if decks > 0 else DECK if spare > 0 else PICKET
            if not self._take(name):
                name = PICKET
                if not self._take(name):
                    return False
            force = merged(force, {self._kind(name): 1})
            if name == FLYER:
                decks -= 1
            elif name == DECK:
                force = merged(force, {self._kind(FLYER): min(2, spare)})
                decks, spare = max(0, 2 - spare), max(0, spare - 2)
        return True

    def _guard_port(self, port: int) -> bool:
        """Whether one more transport can be launched here; a destroyer or two help."""
        if not self.foresight:
            return True
        kinds = self.world.kinds
        fresh = {self._kind(n): c for n, c in self.basket.items() if kinds[self._kind(n)].fights}
        fresh = {k: n for k, n in fresh.items() if kinds[k].domain == "sea"}
        fleets = [
            merged(merged(self._escorts(zone), fresh), {self._kind(LIFT): 1})
            for zone in self.world.sea_near[port]
        ]
        for pickets in range(PICKETS + 1):
            zones = zip(self.world.sea_near[port], fleets, strict=True)
            if any(self.picture.risk(zone, fleet, 0.0) <= PORT for zone, fleet in zones):
                price = pickets * self._price(PICKET) + self._price(LIFT)
                return price <= self.money and (not pickets or self._take(PICKET, pickets))
            fleets = [merged(fleet, {self._kind(PICKET): 1}) for fleet in fleets]
        return False

    def _escorts(self, zone: int) -> dict[int, int]:
        """Ships in a zone, and those of our warships that can come there this turn."""
        kinds, found = self.world.kinds, self._ships(zone)
        for other in self.world.sea_near[zone]:
            here = self._ships(other)
            found = merged(found, {k: n for k, n in here.items() if not kinds[k].transport})
        return found

    def _free_decks(self) -> int:
        """Places on our carriers that no fighter of ours has taken."""
        kinds, world = self.world.kinds, self.world
        room = 0
        for zone, piece, count in self.state.pieces(self.power):
            room += count * kinds[piece.kind].deck
            if kinds[piece.kind].carrier_capable and world.is_sea[zone]:
                room -= count
        return max(0, room)

    def _fighters_near(self, zone: int) -> int:
        """Fighters on land that could fly to a deck there."""
        fighter = self._kind(FLYER)
        return sum(
            n
            for space, p, n in self.state.pieces(self.power)
            if p.kind == fighter
            and not self.world.is_sea[space]
            and self.world.air[space][zone] <= self.arsenal.move[fighter]
        )
