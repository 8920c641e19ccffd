"""The noncombat move: troops go to the front and stand together, aircraft come home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Move
from sandtable.games.axis.landing import range_left
from sandtable.games.axis.state import MOVED, NONCOMBAT, Piece
from sandtable.table import Action, Position

from .deploy import PASSES, Alone, Deployment, Front, Group, Judge, own_of
from .ferry import Ferry
from .field import Field
from .outlook import Force
from .picture import Picture
from .prospect import Prospect
from .reply import Reply
from .trial import Trial, merged

PROGRESS = 0.1
"""How many IPCs it is worth to bring one IPC of troops a step nearer to where they are wanted."""
DECK = 1.5
"""What a place on a deck is worth more than one on land."""


class Marcher(Trial):
    """Plans one noncombat move on a trial board."""

    def __init__(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        *,
        foresight: bool,
        late: Callable[[], bool],
        passes: int = PASSES,
    ) -> None:
        super().__init__(position, picture)
        self.field = field
        self.foresight = foresight
        self.late = late
        self.passes = passes
        self.progress = PROGRESS * max(1.0, picture.advantage) ** 2

    def plan(self) -> list[Action]:
        if not self.world.powers[self.power].confined:
            ferry = Ferry(self.position, self.picture, self.field, foresight=self.foresight)
            self.actions += ferry.plan(self.late)
            self.position = ferry.position
            self.launch, self.fresh = ferry.launch, ferry.fresh
        self._collect_gifts()
        self._advance()
        self._land_aircraft()
        return self.actions

    def bring_home(self) -> list[Action]:
        """Only the aircraft."""
        self._land_aircraft()
        return self.actions

    def _collect_gifts(self) -> None:
        """One unit each into land that falls to who moves in: the cheapest that can get there."""
        gifts, worth = self.picture.gifts, self.picture.worth
        for goal in sorted(gifts, key=lambda g: -(worth[g] + gifts[g])):
            for source, kind in self._nearby(goal):
                route = (self.name(source), self.name(goal))
                if self.attempt(Move((self.units(kind),), route)):
                    break

    def _nearby(self, goal: int) -> list[tuple[int, int]]:
        """Troops that can walk to a place: whence and which, those first who are missed least."""
        world = self.world
        found: dict[tuple[int, int], float] = {}
        for space in {n for m in (goal, *world.land_near[goal]) for n in world.land_near[m]}:
            for piece, _ in self.state.units[space]:
                kind = world.kinds[piece.kind]
                if piece.owner != self.power or not kind.takes_land or piece.marks & MOVED:
                    continue
                force = self.force(space)
                left = merged(force, {piece.kind: 1}, -1)
                missed = self._risk(space, left) - self._risk(space, force)
                found[space, piece.kind] = kind.cost + max(0.0, missed)
        return sorted(found, key=lambda key: (found[key], key))

    # Troops

    def attraction(self, space: int, kind: int) -> float:
        """What it is worth to have a unit of this kind there rather than nowhere."""
        return self.progress * self.world.kinds[kind].cost * self.field.near[space]

    def _risk(self, space: int, force: Force) -> float:
        return self.picture.danger(space, force) if self.foresight else 0.0

    def _advance(self) -> None:
        search = self.deployment(self.held(), {})
        search.improve(self.passes)
        for group in search.orders():
            route = (self.name(group.source), self.name(group.dest))
            self.attempt(Move((self.units(group.kind, group.count),), route))

    def deployment(self, held: dict[int, Force], dead: Mapping[int, float]) -> Deployment:
        """The troops that can march, where all of our side stands, and what is to be gained."""
        groups: list[Group] = []
        world = self.world
        pinned = self._pinned()
        for space, piece, count in self.state.pieces(self.power):
            kind = world.kinds[piece.kind]
            if kind.domain == "land" and kind.fights and not world.is_sea[space]:
                if piece.marks & MOVED:
                    continue
                options = () if space in pinned else self._marches(space, piece)
                groups.append(Group(space, piece.kind, count, space, options))
        places = {g.source for g in groups} | {goal for g in groups for goal in g.options}
        standing = {place: self._with_recruits(place) for place in places}
        judge: Judge = Alone(self._risk, {})
        if self.foresight:
            reply = Reply(self.picture, held)
            judge = Front(reply, Prospect(self.picture), own_of(groups), dead)
        return Deployment(groups, standing, attraction=self.attraction, judge=judge, late=self.late)

    def held(self) -> dict[int, Force]:
        """Our side's units wherever the enemy could come and this power is or could go.

        Not what only others hold: troops of ours would be put in the way of an enemy, so that he
        takes them and not a far island of theirs.
        """
        near = self.world.land_near
        ours = {
            space
            for space, piece, _ in self.state.pieces(self.power)
            if self.world.kinds[piece.kind].takes_land
        }
        for _ in range(2):
            ours |= {other for space in ours for other in near[space]}
        return {
            space: self._with_recruits(space)
            for space in self.picture.threats
            if (space in ours or self.state.owner[space] == self.power)
            and at.is_friendly_land(self.world, self.state, self.power, space)
        }

    def _pinned(self) -> set[int]:
        """A threatened capital keeps its garrison, however hopeless it may look."""
        capital = self.world.powers[self.power].capital
        if capital < 0 or not self.foresight or self.state.owner[capital] != self.power:
            return set()
        return {capital} if self._risk(capital, self._with_recruits(capital)) > 0.5 else set()

    def _marches(self, space: int, piece: Piece) -> tuple[int, ...]:
        world = self.world

        def friendly(goal: int) -> bool:
            if goal not in world.access.ranges[self.power]:
                return False
            return at.is_friendly_land(world, self.state, self.power, goal)

        near = [goal for goal in world.land_near[space] if friendly(goal)]
        if world.arsenal(self.state.techs[self.power]).move[piece.kind] < 2:
            return tuple(near)
        far = {g for n in near for g in world.land_near[n] if friendly(g)} - {space, *near}
        return (*near, *sorted(far))

    def _with_recruits(self, space: int) -> dict[int, int]:
        """Our side's units in a place, with those that are to be placed there this turn."""
        force = self.force(space)
        world, state = self.world, self.state
        if world.powers[self.power].capital == space == self._best_factory():
            for kind, count in at.bought(self.world, state, self.power).items():
                if world.kinds[kind].domain == "land" and world.kinds[kind].fights:
                    force[kind] = force.get(kind, 0) + count
        return force

    def _best_factory(self) -> int:
        factories = at.working_factories(self.world, self.state, self.power)
        return max(factories, key=lambda f: self.world.value[f], default=-1)

    # Aircraft

    def _land_aircraft(self) -> None:
        """The most tired planes choose first; each goes where it is safe and near the front."""
        world = self.world
        planes = [
            (range_left(world, self.state, piece), space, piece, count)
            for space, piece, count in self.state.pieces(self.power)
            if world.kinds[piece.kind].domain == "air" and not piece.marks & NONCOMBAT
        ]
        planes.sort(key=lambda item: item[0])
        for left, space, piece, count in planes:
            for _ in range(count):
                if not self._land_one(space, piece, left):
                    break

    def _land_one(self, space: int, piece: Piece, left: int) -> bool:
        """Whether the plane moved; it stays where it is if nothing is better."""
        world = self.world
        kind = world.kinds[piece.kind]
        options: list[tuple[float, int]] = []
        distance = world.access.flights(self.state, self.power)[space]
        for goal in world.open_spaces:
            if goal != space and distance[goal] > left:
                continue
            if world.is_sea[goal]:
                room = at.deck_room(world, self.state, goal, self.power) + self._new_decks(goal)
                if not kind.carrier_capable or room < (0 if goal == space else 1):
                    continue
            elif not at.was_friendly(world, self.state, self.power, goal):
                continue
            options.append((self._landing_score(goal, piece.kind, goal == space), goal))
        options.sort(reverse=True)
        for _, goal in options[:8]:
            if goal == space:
                return False
            if self.attempt(Move((self.units(piece.kind),), (self.name(space), self.name(goal)))):
                return True
        return False

    def _new_decks(self, zone: int) -> int:
        """Places on carriers that are to be launched in a zone."""
        if zone != self.launch:
            return 0
        return sum(self.world.kinds[kind].deck * n for kind, n in self.fresh.items())

    def _landing_score(self, space: int, kind: int, stays: bool) -> float:
        """Safe first, then useful: a full deck protects a fleet, a front is near its targets."""
        world = self.world
        score = 0.3 if stays else 0.0
        score += self.attraction(space, kind)
        if world.is_sea[space]:
            return score + DECK + self._protection(space)
        if not self.foresight:
            return score
        force = self.force(space)
        without = merged(force, {kind: 1}, -1) if stays else force
        with_it = force if stays else merged(force, {kind: 1})
        return score - self.picture.risk(space, with_it) + self.picture.risk(space, without)

    def _protection(self, zone: int) -> float:
        """What each plane of a full deck saves: one alone would only be lost with the fleet."""
        if not self.foresight:
            return 0.0
        ships = merged(self.ships(zone), self.fresh if zone == self.launch else {})
        full = self.with_planes(zone, ships)
        planes = sum(full.values()) - sum(ships.values())
        saved = self.picture.risk(zone, ships, 0.0) - self.picture.risk(zone, full, 0.0)
        return saved / planes if planes else 0.0
