"""A board on which a plan is tried out before it becomes actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Load, Units
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.state import MOVED, AxisState, Piece
from sandtable.games.axis.units import Kind, fits
from sandtable.table import Action, Illegal, Position

from .picture import Picture

SAFE = 1.0
"""What the enemy may win from ships that nobody needs to guard better."""
FARTHEST = 3
"""No ship sails farther in a turn."""
OUTPOST = 4
"""So many units stay in a victory city on an island without a factory."""
QUAY, AWAY = 10.0, 0.8
"""What it is worth to launch ships in our port; what is left of that with every zone farther."""


class Trial:
    """A copy of the position on which moves are played; the ones that worked are kept."""

    def __init__(self, position: Position[Any], picture: Picture) -> None:
        self.picture = picture
        self.world = picture.world
        self.power = picture.power
        self.seat = self.world.powers[picture.power].seat
        self.actions: list[Action] = []
        self.promised: dict[tuple[int, int], int] = {}
        """Warships by where they lie and kind, with the zone where transports count on them."""
        self.launch = -1
        """Where ships that were bought come into the water, all together."""
        self.fresh: dict[int, int] = {}
        guest = self.power not in self.world.order
        self.owner = self.world.powers[self.power].id if guest else ""
        """Written before the units of a power that moves in another's turn."""
        self.position = position.copy()

    @property
    def position(self) -> Position[Any]:
        return self._position

    @position.setter
    def position(self, board: Position[Any]) -> None:
        """The board has changed: what was found on it is looked for again when it is asked for."""
        self._position = board
        self._own: list[tuple[int, Piece, int]] | None = None
        self._wings: dict[int, tuple[int, int]] = {}
        self._courses_of: dict[tuple[int, Piece], dict[int, int]] = {}
        self._guards: dict[int, dict[int, int]] = {}

    @property
    def state(self) -> AxisState:
        state = self._position.state
        assert isinstance(state, AxisState)
        return state

    def attempt(self, *actions: Action) -> bool:
        """Play all of these or none."""
        board = self.position.copy() if len(actions) > 1 else self.position
        try:
            for action in actions:
                board.play(self.seat, action)
        except Illegal:
            return False
        self.position = board
        self.actions += actions
        return True

    def name(self, space: int) -> str:
        return self.world.spaces[space].id

    def units(self, kind: int, count: int = 1, cargo: tuple[str, ...] = ()) -> Units:
        return Units(count, self.world.kinds[kind].id, self.owner, cargo)

    def boarding(self, ship: int, kinds: tuple[int, ...], land: int, zone: int) -> list[Action]:
        """Troops go aboard one empty transport: not onto another that still has room."""
        actions: list[Action] = []
        aboard: tuple[str, ...] = ()
        for kind in kinds:
            onto = Units(1, self.world.kinds[ship].id, "", aboard)
            actions.append(Load((self.units(kind),), self.name(land), self.name(zone), onto))
            aboard = tuple(sorted((*aboard, self.world.kinds[kind].id)))
        return actions

    def passengers(
        self,
        ship: int,
        land: int,
        taken: dict[tuple[int, int], int],
        *,
        rank: Callable[[Kind], int],
    ) -> tuple[int, ...]:
        """Who boards a transport here: something heavy and an infantry if possible, then more.

        Those of the highest rank that are not taken elsewhere, and none of a small garrison that
        nobody could replace.
        """
        kinds = self.world.kinds
        free: list[int] = []
        troops = 0
        for piece, count in self.state.units[land]:
            if piece.owner == self.power and kinds[piece.kind].takes_land:
                left = count - taken.get((land, piece.kind), 0)
                troops += left
                if not piece.marks & MOVED:
                    free += [piece.kind] * min(len(kinds[ship].places), left)
        if troops < OUTPOST + 2 and self._outpost(land):
            return ()
        free.sort(key=lambda k: -rank(kinds[k]))
        light = [k for k in free if kinds[k].foot]
        heavy = [k for k in free if not kinds[k].foot]
        aboard: tuple[int, ...] = ()
        for kind in (*heavy[:1], *light[:1], *heavy[1:], *light[1:]):
            if fits(kinds[ship], (*aboard, kind)):
                aboard = (*aboard, kind)
        return aboard

    def _outpost(self, land: int) -> bool:
        """A victory city on an island that makes no recruits: who sails away leaves it open."""
        island = self.world.landmass[land]
        return not island.isdisjoint(self.world.cities) and not any(
            facilities.factory(self.world, self.state, space) for space in island
        )

    def force(self, space: int) -> dict[int, int]:
        """Units of our side in a space that would fight."""
        world = self.world
        found: dict[int, int] = {}
        for piece, count in self.state.units[space]:
            if self.picture.ally[piece.owner] and world.kinds[piece.kind].fights:
                found[piece.kind] = found.get(piece.kind, 0) + count
        return found

    def ships(self, zone: int) -> dict[int, int]:
        """Those of them that stay when the aircraft have flown home."""
        return {k: n for k, n in self.force(zone).items() if self.world.kinds[k].domain == "sea"}

    def guard(self, zone: int) -> dict[int, int]:
        """Ships of ours in a zone, own warships that can still come there, and their planes.

        A warship that is promised to transports elsewhere guards nobody here.
        """
        if zone not in self._guards:
            self._guards[zone] = self._find_guard(zone)
        return self._guards[zone]

    def _find_guard(self, zone: int) -> dict[int, int]:
        found = self.ships(zone)
        for other, piece, count in self._free_warships():
            wanted = self.promised.get((other, piece.kind), zone)
            if other == zone and wanted != zone:
                found = merged(found, {piece.kind: count}, -1)
            elif other != zone and wanted == zone and self._sails_to(zone, other, piece):
                found[piece.kind] = found.get(piece.kind, 0) + count
        return self.with_planes(zone, found)

    def call_escorts(self, zone: int, transports: dict[int, int]) -> None:
        """Warships that these transports need in a zone are not counted on elsewhere."""
        risk, kinds = self.picture.risk, self.world.kinds
        ships = self.ships(zone)
        near: list[tuple[int, int, int]] = []
        here = self._lift(zone) + sum(transports.values())

        def fewer(other: int) -> bool:
            """Nobody leaves a convoy for the sake of a smaller one."""
            return self._lift(other) <= here

        for other, piece, count in self._free_warships():
            if (other, piece.kind) in self.promised:
                if other == zone and self.promised[other, piece.kind] != zone:
                    ships = merged(ships, {piece.kind: count}, -1)
            elif other == zone or (fewer(other) and self._sails_to(zone, other, piece)):
                near.append((other, piece.kind, count))
                if other == zone:
                    ships = merged(ships, {piece.kind: count}, -1)
        guarded = merged(ships, transports)
        alone = now = risk(zone, self.with_planes(zone, guarded), 0.0)
        called: list[tuple[int, int]] = []
        for other, kind, count in sorted(
            near, key=lambda item: (item[0] != zone, kinds[item[1]].cost, item)
        ):
            if now <= SAFE:
                break
            called.append((other, kind))
            guarded = merged(guarded, {kind: count})
            now = risk(zone, self.with_planes(zone, guarded), 0.0)
        if now < alone:
            self.promised.update(dict.fromkeys(called, zone))
            self._guards.clear()

    def _lift(self, zone: int) -> int:
        """How many transports of ours lie in a zone."""
        kinds = self.world.kinds
        return sum(
            count
            for piece, count in self.state.units[zone]
            if piece.owner == self.power and kinds[piece.kind].transport
        )

    def guard_launch(self, away: Mapping[int, int]) -> None:
        """New ships come into the water this turn: they are guarded before all others.

        ``away``: how far each zone is from our port.
        """
        world, state = self.world, self.state
        fresh = {
            kind: count
            for kind, count in at.bought(world, state, self.power).items()
            if world.kinds[kind].domain == "sea"
        }
        yards = at.working_factories(world, state, self.power)
        zones = sorted({zone for yard in yards for zone in world.sea_near[yard]})
        if fresh and zones:
            self.fresh = fresh
            self.launch = max(zones, key=lambda zone: self._berth(zone, fresh, away))
            self.call_escorts(self.launch, fresh)

    def _berth(self, zone: int, fresh: dict[int, int], away: Mapping[int, int]) -> float:
        guard, risk = self.guard(zone), self.picture.risk
        more = risk(zone, self.with_planes(zone, merged(guard, fresh)), 0.0)
        return berth(more - risk(zone, guard, 0.0), away.get(zone))

    def _free_warships(self) -> list[tuple[int, Piece, int]]:
        """Own surface warships that can still sail, by where they lie."""
        kinds = self.world.kinds
        return [
            (zone, piece, count)
            for zone, piece, count in self.own()
            if kinds[piece.kind].surface_warship and not piece.marks & MOVED
        ]

    def own(self) -> list[tuple[int, Piece, int]]:
        """All pieces of ours: where, which and how many."""
        if self._own is None:
            self._own = list(self.state.pieces(self.power))
        return self._own

    def reach_of(self, piece: Piece, zone: int) -> dict[int, int]:
        """Where a ship of ours can get to from a zone, and at which cost."""
        key = (zone, piece)
        if key not in self._courses_of:
            self._courses_of[key] = ship_reach(self.world, self.state, self.power, piece, zone)
        return self._courses_of[key]

    def _sails_to(self, zone: int, other: int, piece: Piece) -> bool:
        return self.world.air[other][zone] <= FARTHEST and zone in self.reach_of(piece, other)

    def with_planes(self, zone: int, force: dict[int, int]) -> dict[int, int]:
        """A fleet with fighters on its decks, as far as we have any within reach."""
        world = self.world
        decks = sum(world.kinds[k].deck * n for k, n in force.items())
        if not decks:
            return {k: n for k, n in force.items() if world.kinds[k].domain == "sea"}
        plane, planes = self._wing(zone)
        ships = {k: n for k, n in force.items() if world.kinds[k].domain == "sea"}
        return merged(ships, {plane: min(decks, planes)}) if planes else ships

    def _wing(self, zone: int) -> tuple[int, int]:
        """Which aircraft of ours could land on decks in a zone, and how many."""
        if zone not in self._wings:
            world = self.world
            arsenal = world.arsenal(self.state.techs[self.power])
            planes, plane = 0, -1
            for other, piece, count in self.own():
                if world.kinds[piece.kind].carrier_capable:
                    if world.air[other][zone] <= arsenal.move[piece.kind] - piece.spent:
                        planes += count
                        plane = piece.kind
            self._wings[zone] = (plane, planes)
        return self._wings[zone]


def merged(force: dict[int, int], more: dict[int, int], sign: int = 1) -> dict[int, int]:
    """Two forces together, or one without the other."""
    total = dict(force)
    for kind, count in more.items():
        total[kind] = total.get(kind, 0) + sign * count
    return {k: n for k, n in total.items() if n > 0}


def berth(risk: float, away: int | None) -> float:
    """How good a zone is for new ships that add this risk, so far from our port."""
    return (0.0 if away is None else QUAY * float(AWAY**away)) - risk
