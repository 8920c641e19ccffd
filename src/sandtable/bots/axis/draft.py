"""An attack that is being put together: who comes, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from sandtable.games.axis.state import Piece
from sandtable.games.axis.world import World
from sandtable.table import Action

from .offers import Offer, Trip
from .outlook import Outlook

PARTS = 3
"""An army grows by this part of it when more are sent."""


class Ride(msgspec.Struct, frozen=True):
    """A trip with its passengers."""

    trip: Trip
    source: int
    kinds: tuple[int, ...]


class Plan(msgspec.Struct):
    target: int
    score: float
    outlook: Outlook
    walks: list[tuple[Offer, int]]
    rides: list[Ride]
    force: dict[int, int]


class Stroke(msgspec.Struct, frozen=True):
    """What a plan does against one target: all of it, or nothing."""

    target: int
    actions: tuple[Action, ...]


class Draft:
    """A plan that is being put together: who comes, and what that takes away elsewhere."""

    def __init__(self, sent: dict[int, int] | None = None) -> None:
        self.walks: dict[int, tuple[Offer, int]] = {}
        self.rides: list[Ride] = []
        self.force: dict[int, int] = dict(sent or {})
        """With what has been sent already; all else counts only what is added now."""
        self.taken: dict[tuple[int, int], int] = {}
        self.ships: dict[tuple[int, Piece], int] = {}
        self.peril = 0.0

    def walk(self, number: int, offer: Offer, count: int) -> None:
        held = self.walks.get(number, (offer, 0))
        self.walks[number] = (offer, held[1] + count)
        self.peril += offer.peril * count
        self._take(offer.source, offer.kind, count)

    def ride(self, ride: Ride) -> None:
        self.rides.append(ride)
        key = (ride.trip.zone, ride.trip.ship)
        self.ships[key] = self.ships.get(key, 0) + 1
        for kind in ride.kinds:
            self._take(ride.source, kind, 1)

    def copy(self) -> Draft:
        twin = Draft(self.force)
        twin.walks, twin.rides = dict(self.walks), list(self.rides)
        twin.taken, twin.ships, twin.peril = dict(self.taken), dict(self.ships), self.peril
        return twin

    def plan(self, target: int, score: float, outlook: Outlook) -> Plan:
        walks = list(self.walks.values())
        return Plan(target, score, outlook, walks, list(self.rides), dict(self.force))

    def _take(self, source: int, kind: int, count: int) -> None:
        self.force[kind] = self.force.get(kind, 0) + count
        self.taken[source, kind] = self.taken.get((source, kind), 0) + count


class Walk(msgspec.Struct, frozen=True):
    """Some units more of an offer."""

    number: int
    offer: Offer
    count: int

    def add(self, draft: Draft) -> bool:
        draft.walk(self.number, self.offer, self.count)
        return True

    def domain(self, world: World) -> str:
        return world.kinds[self.offer.kind].domain


class Sail(msgspec.Struct, frozen=True):
    """One transport more of a trip, with the best passengers that are still free."""

    trip: Trip
    count: int
    target: int
    board: Callable[[Trip, int, Draft], Ride | None]

    def add(self, draft: Draft) -> bool:
        if draft.ships.get((self.trip.zone, self.trip.ship), 0) >= self.count:
            return False
        ride = self.board(self.trip, self.target, draft)
        if ride is None:
            return False
        draft.ride(ride)
        return True

    def domain(self, world: World) -> str:
        return "land"


Step = Walk | Sail
"""What makes a force larger; whether it could be added, and what it brings."""


def landing_ships(rides: list[Ride]) -> dict[int, dict[int, int]]:
    """The transports that put troops ashore, by zone and kind."""
    zones: dict[int, dict[int, int]] = {}
    for ride in rides:
        ships = zones.setdefault(ride.trip.goal, {})
        ships[ride.trip.ship.kind] = ships.get(ride.trip.ship.kind, 0) + 1
    return zones


def walks(offers: list[tuple[int, Offer]]) -> Iterator[Walk]:
    """Each offer in a few parts: one by one at first, then more and more at once."""
    for number, offer in offers:
        sent = 0
        while sent < offer.count:
            batch = min(max(1, sent // PARTS), offer.count - sent)
            yield Walk(number, offer, batch)
            sent += batch
