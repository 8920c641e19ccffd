"""Ships in the noncombat move: transports carry troops where they are wanted, fleets guard them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Land, Move, Units
from sandtable.games.axis.routes import sailed
from sandtable.games.axis.state import MOVED, UNLOADED, Piece
from sandtable.table import Action, Position

from .deploy import Alone, Deployment, Group
from .field import Field
from .outlook import Force
from .picture import Picture
from .reply import Reply
from .trial import Trial, merged
from .worth import convoy_prey

CARRIED = 0.25
"""How many IPCs it is worth to carry one IPC of troops a step nearer to where they are wanted."""
AFLOAT = 2.0
"""So many steps farther back are troops that stay aboard: their ship fetches nobody else."""
TOGETHER = 2
"""How many joint landings are looked for in a turn."""
RAIDED = 0.8
"""What it is worth to take an IPC of the enemy's income with every turn."""
PILED = 1.0
"""Where troops wait for a second passage, so much of what our ships hold is enough."""
RESTING = 3
"""For so few no ship comes."""
STATION = 0.15
"""How many IPCs an IPC of warships is worth where the transports are."""


class Course(msgspec.Struct, frozen=True):
    """What a transport could do: where it loads, where it goes and where it unloads."""

    score: float
    load: int
    source: int
    pair: tuple[int, ...]
    goal: int
    coast: int


class Shipload(msgspec.Struct, frozen=True):
    """A transport that could take part in a joint landing, and the best it could do alone."""

    zone: int
    ship: Piece
    course: Course
    way: float
    """What the course is worth, apart from what the enemy could win ashore."""
    alone: float


class Ferry(Trial):
    """Plans the ships' part of a noncombat move."""

    def __init__(
        self, position: Position[Any], picture: Picture, field: Field, *, foresight: bool
    ) -> None:
        super().__init__(position, picture)
        self.field = field
        self.foresight = foresight
        self.rally = -1
        self.reply = Reply(picture, {})

    def plan(self, late: Callable[[], bool]) -> list[Action]:
        if self.foresight:
            self.guard_launch(self.field.port_distance)
            self._guard_landed()
        for _ in range(TOGETHER):
            if late() or not self._land_together():
                break
        for zone, piece in self._idle():
            if late():
                break
            self._sail(zone, piece)
        self._send_escorts()
        self._station(late)
        return self.actions

    # Transports

    def _guard_landed(self) -> None:
        """Transports that have put troops ashore lie where they are: they are guarded first."""
        landed: dict[int, dict[int, int]] = {}
        for zone, piece, count in self.own():
            if self.world.kinds[piece.kind].transport and piece.marks & (MOVED | UNLOADED):
                landed[zone] = merged(landed.get(zone, {}), {piece.kind: count})
        for zone in sorted(landed, key=lambda z: (-sum(landed[z].values()), z)):
            self.call_escorts(zone, {})

    def _escort(self, zone: int) -> None:
        """A transport has chosen a zone: escorts that it needs there are taken for it."""
        if self.foresight:
            self.call_escorts(zone, {})

    def _idle(self) -> list[tuple[int, Piece]]:
        """Transports that can still sail, one by one."""
        return [
            (zone, piece)
            for zone, piece, count in self.own()
            if self.world.kinds[piece.kind].transport and not piece.marks & (MOVED | UNLOADED)
            for _ in range(count)
        ]

    def _land_together(self) -> bool:
        """A coast where one shipload would be lost may be safe for ten: put them ashore at once."""
        courses: dict[tuple[int, Piece], list[Course]] = {}
        landings: dict[int, list[Shipload]] = {}
        for zone, piece in self._idle():
            if (zone, piece) not in courses:
                courses[zone, piece] = self._courses(zone, piece)
            alone = max((c.score for c in courses[zone, piece]), default=0.0)
            for coast in sorted({c.coast for c in courses[zone, piece]} - {-1}):
                shipload = self._shipload(zone, piece, courses[zone, piece], coast, alone)
                landings.setdefault(coast, []).append(shipload)
        ranked = sorted(
            (
                (self._gain_together(coast, self.force(coast), ships), coast)
                for coast, ships in landings.items()
            ),
            reverse=True,
        )
        for gain, coast in ranked[:2]:
            if gain > 0.0 and self._disembark(coast, landings[coast]):
                return True
        return False

    def _gain_together(self, coast: int, force: dict[int, int], ships: list[Shipload]) -> float:
        """What a joint landing beside this force is worth more than what each could do alone."""
        if len(ships) < 2:
            return 0.0
        gain = sum(s.way - s.alone for s in ships)
        return gain - self._crowd(coast, force, tuple(k for s in ships for k in s.course.pair))

    def _shipload(
        self, zone: int, ship: Piece, courses: list[Course], coast: int, alone: float
    ) -> Shipload:
        """The best that a transport can bring to a coast."""
        course = max((c for c in courses if c.coast == coast), key=lambda c: c.score)
        way = course.score + self._crowd(coast, self.force(coast), course.pair)
        return Shipload(zone, ship, course, way, alone)

    def _disembark(self, coast: int, ships: list[Shipload]) -> bool:
        """Carry a joint landing out, if enough of the ships can take part."""
        before, done = self.position, len(self.actions)
        self.position = before.copy()
        force = self.force(coast)
        ashore: list[Shipload] = []
        for planned in ships:
            shipload = self._manned(planned)
            if shipload is not None:
                ashore.append(shipload)
        if self._gain_together(coast, force, ashore) <= 0.0:
            self.position, self.actions = before, self.actions[:done]
            return False
        for shipload in ashore:
            self._escort(shipload.course.goal)
        return True

    def _manned(self, planned: Shipload) -> Shipload | None:
        """A transport of a joint landing on its way, with others aboard if its men have sailed."""
        zone, ship, coast = planned.zone, planned.ship, planned.course.coast
        if self.attempt(*self._course_actions(zone, ship, planned.course)):
            return planned
        courses = self._courses(zone, ship)
        if all(c.coast != coast for c in courses):
            return None
        shipload = self._shipload(zone, ship, courses, coast, planned.alone)
        done = self.attempt(*self._course_actions(zone, ship, shipload.course))
        return shipload if done else None

    def _sail(self, zone: int, piece: Piece) -> None:
        courses = self._courses(zone, piece)
        courses.sort(key=lambda c: -c.score)
        for course in courses[:5]:
            if course.goal == zone and course.load < 0 and course.coast < 0:
                self._escort(zone)
                return
            if self.attempt(*self._course_actions(zone, piece, course)):
                self._escort(course.goal)
                return

    def _courses(self, zone: int, piece: Piece) -> list[Course]:
        if piece.cargo:
            if any(c.owner != self.power for c in piece.cargo):
                return []
            kinds = tuple(c.kind for c in piece.cargo)
            return self._onward(zone, piece, zone, 0, -1, -1, kinds)
        courses = self._empty(zone, piece)
        reach = {zone: 0, **self.reach_of(piece, zone)}
        mover = self.picture.rules.mover
        for stop, cost in reach.items():
            if mover.landings.may_load_in(self.state, self.power, stop) is not None:
                continue
            source, pair = self._party(piece.kind, stop)
            if pair:
                courses += self._onward(zone, piece, stop, cost, stop, source, pair)
        return courses

    def _onward(
        self,
        zone: int,
        piece: Piece,
        start: int,
        spent: int,
        load: int,
        source: int,
        pair: tuple[int, ...],
    ) -> list[Course]:
        """Where troops aboard can be taken from a zone."""
        world, near = self.world, self.field.near
        moved = sailed(piece, zone, spent)
        value = CARRIED * sum(world.kinds[k].cost for k in pair)
        missed = self._missed(source, pair)
        origin = near[source] if source >= 0 else near[zone]
        reach = {start: 0, **self.reach_of(moved, start)}
        found: list[Course] = []
        for goal in reach:
            if at.is_hostile_zone(world, self.state, self.power, goal):
                continue
            danger = self._danger(goal, piece.kind, pair) + missed
            found.append(
                Course(
                    value * (near[goal] - AFLOAT - origin) - danger, load, source, pair, goal, -1
                )
            )
            danger = self._danger(goal, piece.kind, ()) + missed
            for coast in world.land_near[goal]:
                if at.is_friendly_land(world, self.state, self.power, coast) and coast != source:
                    way = 0.0 if self._piled(coast) else near[coast] - origin
                    gain = value * way - danger
                    gain -= self._crowd(coast, self.force(coast), pair)
                    found.append(Course(gain, load, source, pair, goal, coast))
        return found

    def _piled(self, coast: int) -> bool:
        """Whether those who are put ashore would only wait behind others for the next ships."""
        if not self._stage(coast):
            return False
        kinds = self.world.kinds
        berths = waiting = 0
        for space, piece, count in self.own():
            if kinds[piece.kind].transport:
                berths += count * len(kinds[piece.kind].places)
            elif kinds[piece.kind].takes_land and self._stage(space):
                waiting += count
        return waiting >= PILED * berths

    def _awaited(self, land: int) -> bool:
        """Whether troops of ours are stuck there."""
        own = self.picture.own(land)
        troops = sum(n for p, n in own if self.world.kinds[p.kind].takes_land)
        return troops > RESTING and self._piled(land)

    def _stage(self, land: int) -> bool:
        """Whether troops who have crossed the sea must go aboard again there."""
        theatre = self.field.theatre
        return theatre is not None and land != theatre.port and self.field.by_sea(land)

    def _crowd(self, coast: int, force: dict[int, int], troops: tuple[int, ...]) -> float:
        """Troops put ashore where the enemy beats them are lost: the risk they add."""
        if not self.foresight:
            return 0.0
        more = dict(force)
        for kind in troops:
            more[kind] = more.get(kind, 0) + 1
        return self.reply.alone(coast, more) - self.reply.alone(coast, force)

    def _party(self, ship: int, zone: int) -> tuple[int, tuple[int, ...]]:
        """The best units beside a zone that want to go to sea, as many as a ship takes."""
        best: tuple[int, tuple[int, ...]] = (-1, ())
        most = 0.0
        for land in self.world.land_near[zone]:
            if not self.field.by_sea(land):
                continue
            pair = self.passengers(ship, land, {}, rank=lambda kind: kind.cost)
            value = sum(self.world.kinds[k].cost for k in pair) - self._missed(land, pair)
            if value > most:
                best, most = (land, pair), value
        return best

    def _missed(self, land: int, pair: tuple[int, ...]) -> float:
        """What the enemy could win more where troops go aboard."""
        if not self.foresight or land < 0:
            return 0.0
        force = gone = self.force(land)
        for kind in pair:
            gone = merged(gone, {kind: 1}, -1)
        return self.picture.danger(land, gone) - self.picture.danger(land, force)

    def _empty(self, zone: int, piece: Piece) -> list[Course]:
        """Going where troops wait, or where it is safe."""
        reach = {zone: 0, **self.reach_of(piece, zone)}
        return [
            Course(
                self._waiting(goal) - self._danger(goal, piece.kind, ()) + 0.01 * (goal == zone),
                -1,
                -1,
                (),
                goal,
                -1,
            )
            for goal in reach
            if not at.is_hostile_zone(self.world, self.state, self.power, goal)
        ]

    def _waiting(self, zone: int) -> float:
        """Empty transports go to the port, the nearer the better, or to those who are stuck."""
        if any(self._awaited(land) for land in self.world.land_near[zone]):
            return 0.5
        away = self.field.port_distance.get(zone)
        return 0.0 if away is None else 0.5 * 0.85**away

    def _danger(self, zone: int, ship: int, pair: tuple[int, ...]) -> float:
        """What the enemy could win more from this transport there, escorts counted."""
        if not self.foresight:
            return 0.0
        guard = self.guard(zone)
        cargo = sum(self.world.kinds[k].cost for k in pair)
        risk = self.picture.risk(zone, merged(guard, {ship: 1}), 0.0)
        lost = 0.0 if risk <= 0 else cargo * min(1.0, risk / 10.0)
        return risk - self.picture.risk(zone, guard, 0.0) + lost + 0.3 * min(risk, 10.0)

    def _course_actions(self, zone: int, piece: Piece, course: Course) -> list[Action]:
        ship = self.world.kinds[piece.kind].id
        actions: list[Action] = []
        here = zone
        aboard = tuple(sorted(self.world.kinds[c.kind].id for c in piece.cargo))
        if course.load >= 0:
            if course.load != zone:
                actions.append(Move((Units(1, ship),), (self.name(zone), self.name(course.load))))
                here = course.load
            actions += self.boarding(piece.kind, course.pair, course.source, here)
            aboard = tuple(sorted(self.world.kinds[k].id for k in course.pair))
        if course.goal != here:
            route = (self.name(here), self.name(course.goal))
            actions.append(Move((Units(1, ship, "", aboard),), route))
        if course.coast >= 0:
            actions += [
                Land((Units(1, kind),), self.name(course.goal), self.name(course.coast))
                for kind in aboard
            ]
        return actions

    # Warships

    def _send_escorts(self) -> None:
        """Who is counted on by transports goes there, whatever else he could guard."""
        for zone, piece, count in self._free_warships():
            goal = self.promised.get((zone, piece.kind), zone)
            if goal != zone:
                route = (self.name(zone), self.name(goal))
                self.attempt(Move((self.units(piece.kind, count),), route))

    def _station(self, late: Callable[[], bool]) -> None:
        """Fleets stand together where transports and the way of the army need them."""
        world = self.world
        groups: list[Group] = []
        for zone, piece, count in self.own():
            kind = world.kinds[piece.kind]
            if kind.domain != "sea" or kind.transport or piece.marks & MOVED or piece.cargo:
                continue
            options = tuple(
                sorted(
                    goal
                    for goal in self.reach_of(piece, zone)
                    if not at.is_hostile_zone(world, self.state, self.power, goal)
                )
            )
            groups.append(Group(zone, piece.kind, count, zone, options))
        if not groups:
            return
        self.rally = self._rally_point()
        places = {g.source for g in groups} | {goal for g in groups for goal in g.options}
        standing = {place: self.ships(place) for place in places}
        if self.launch in standing:
            standing[self.launch] = merged(standing[self.launch], self.fresh)
        search = Deployment(
            groups,
            standing,
            attraction=self._attraction,
            judge=Alone(self._risk, standing),
            late=late,
        )
        search.improve()
        for group in search.orders():
            route = (self.name(group.source), self.name(group.dest))
            self.attempt(Move((self.units(group.kind, group.count),), route))

    def _attraction(self, zone: int, kind: int) -> float:
        """Where the loaded transports are, or at the port; and where convoys pass."""
        cost = self.world.kinds[kind].cost
        away = self.world.air[zone][self.rally] if self.rally >= 0 else 0
        dice = self.world.kinds[kind].convoy_dice
        prey = convoy_prey(self.world, self.state, self.picture.foe, zone) if dice else 0
        return STATION * cost * float(0.8**away) + RAIDED * min(dice, prey)

    def _rally_point(self) -> int:
        """Where ships are launched this turn; else the zone with most of our cargo at sea."""
        world = self.world
        theatre = self.field.theatre
        if self.launch >= 0:
            return self.launch
        cargo: dict[int, int] = {}
        for zone, piece, count in self.own():
            if world.kinds[piece.kind].transport:
                load = 4 * len(piece.cargo) + (2 if piece.marks & UNLOADED else 1)
                cargo[zone] = cargo.get(zone, 0) + count * load
        if cargo:
            best = max(cargo, key=lambda z: cargo[z])
            if cargo[best] > 3:
                return best
        return world.sea_near[theatre.port][0] if theatre else -1

    def _risk(self, zone: int, force: Force) -> float:
        if not self.foresight:
            return 0.0
        risk = self.picture.risk(zone, self.with_planes(zone, dict(force)), 0.0)
        loaded = any(p.cargo and p.owner == self.power for p, _ in self.state.units[zone])
        return 1.5 * risk if loaded else risk
