"""What each enemy power could bring where in its next turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.landing import homes
from sandtable.games.axis.relations import Row, set_war
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis.world import World

from .sorties import there_and_back

ELSEWHERE = -1
"""Any coast but our capital's."""
BARRIER = 25
"""So many IPCs keep tanks from our capital for sure. Fewer may march off, or be gone when the first
of two enemies has struck."""
Units = dict[int, int]
"""Kind to how many."""


class Threats:
    """On foot, by blitz, from the air with a way home, by ship and from ships."""

    def __init__(
        self, rules: AxisRules, state: AxisState, power: int, enemies: list[int], capital: int
    ) -> None:
        self.rules = rules
        self.world: World = rules.world
        self.state = state
        self.power = power
        self.ally: Row = at.allies(state, power)
        self.capital = capital
        self.forces: dict[int, dict[int, Units]] = defaultdict(dict)
        """Space to enemy power to the force it could bring there."""
        self.later: dict[int, Units] = {}
        """Enemy power to what it could bring to our capital in two turns over land."""
        self.origins: dict[int, dict[int, float]] = defaultdict(dict)
        """Space to where that force stands now, in IPCs."""
        self.bases: dict[int, dict[int, dict[int, float]]] = defaultdict(dict)
        """The same for each enemy power."""
        self.parts: dict[tuple[int, int], dict[int, Units]] = {}
        """Space and enemy power to the force it could bring there from each origin."""
        self._boarded: dict[tuple[int, int, Piece], int] = {}
        """Enemy troops that are counted as aboard some transport, by where they sail and stand."""
        for enemy in enemies:
            self._add(enemy)

    def _add(self, enemy: int) -> None:
        state = self._as_turn_of(enemy)
        found: dict[int, dict[int, Units]] = {}
        for space, stack in enumerate(state.units):
            pieces = [item for item in stack if item[0].owner == enemy]
            if pieces:
                for goal, force in self._strikes(state, enemy, space, pieces).items():
                    found.setdefault(goal, {})[space] = force
        self._sum_up(enemy, found)

    def _sum_up(self, enemy: int, found: dict[int, dict[int, Units]]) -> None:
        """All origins together, and what each of them is worth."""
        costs = [kind.cost for kind in self.world.kinds]
        for goal, parts in found.items():
            self.parts[goal, enemy] = parts
            total = self.forces[goal][enemy] = {}
            base = self.bases[goal][enemy] = {}
            origins = self.origins[goal]
            for origin, force in parts.items():
                value = 0.0
                for kind, count in force.items():
                    total[kind] = total.get(kind, 0) + count
                    value += costs[kind] * count
                base[origin] = value
                origins[origin] = origins.get(origin, 0.0) + value

    def _as_turn_of(self, enemy: int) -> AxisState:
        """The state as if that power's turn began now, and at war with us.

        Our ships are left out: who stops a fleet on its way now may have sailed by then.
        """
        twin = self.state.copy()
        for zone, stack in enumerate(twin.units):
            if self.world.is_sea[zone] and stack:
                twin.units[zone] = tuple(item for item in stack if not self.ally[item[0].owner])
        note = msgspec.structs.replace(twin.began(enemy), owners=tuple(twin.owner))
        twin.since = {**twin.since, enemy: note}
        if not at.foes(twin, self.power)[enemy]:
            set_war(twin, enemy, self.power)
        return twin

    def _strikes(
        self, state: AxisState, enemy: int, space: int, pieces: Sequence[tuple[Piece, int]]
    ) -> dict[int, Units]:
        """What an enemy's units in a space can bring to others."""
        world = self.world
        arsenal = world.arsenal(state.techs[enemy])
        found: dict[int, Units] = {}
        for piece, count in pieces:
            kind = world.kinds[piece.kind]
            if kind.domain == "land" and kind.takes_land:
                near = self._marches(enemy, space, arsenal.move[piece.kind])
                threaten(found, near, piece.kind, count)
                if self._comes_near(near):
                    force = self.later.setdefault(enemy, {})
                    force[piece.kind] = force.get(piece.kind, 0) + count
            elif kind.domain == "air":
                threaten(found, self._flights(state, piece, space), piece.kind, count)
            elif kind.domain == "sea":
                self._add_ship(found, state, enemy, space, piece, count)
        return found

    def _marches(self, enemy: int, space: int, reach: int) -> set[int]:
        world, state = self.world, self.state
        near = set(world.land_near[space]) & world.access.ranges[enemy]
        if reach > 1:
            ally = at.allies(state, enemy)
            for middle in tuple(near):
                guard = 0.0 if ally[state.owner[middle]] else self._guard(middle)
                if not guard:
                    near |= set(world.land_near[middle])
                elif guard < BARRIER and self.capital in world.land_near[middle]:
                    near.add(self.capital)
        return near - {space}

    def _guard(self, space: int) -> float:
        """What our side has there that would fight, in IPCs."""
        ally, kinds = self.ally, self.world.kinds
        return sum(
            kinds[piece.kind].cost * count
            for piece, count in self.state.units[space]
            if ally[piece.owner] and kinds[piece.kind].fights
        )

    def _comes_near(self, near: set[int]) -> bool:
        """Whether units that can go to these places can be in our capital a turn later."""
        capital = self.capital
        return capital in near or (
            capital >= 0 and not near.isdisjoint(self.world.land_near[capital])
        )

    def _flights(self, state: AxisState, piece: Piece, space: int) -> tuple[int, ...]:
        """Where an aircraft can strike and come home from."""
        world, owner = self.world, piece.owner
        distances = world.access.flights(state, owner)[space]
        deck = world.is_sea[space] and world.kinds[piece.kind].carrier_capable
        if self.rules.one_sortie:
            reach = there_and_back(self.rules, state, piece, space)
            return _within(world, distances, bytes(len(distances)), reach, deck)
        reach = world.arsenal(state.techs[owner]).move[piece.kind]
        return _within(world, distances, homes(world, state, owner), reach, deck)

    # Ships

    def _add_ship(
        self,
        found: dict[int, Units],
        state: AxisState,
        enemy: int,
        zone: int,
        piece: Piece,
        count: int,
    ) -> None:
        world = self.world
        kind = world.kinds[piece.kind]
        away = {zone: 0, **ship_reach(world, state, enemy, piece, zone)}
        zones = set(away)
        if kind.attack:
            threaten(found, zones, piece.kind, count)
        if not kind.transport:
            return
        riders: Units = {}
        for cargo in piece.cargo:
            riders[cargo.kind] = riders.get(cargo.kind, 0) + count
        if riders:
            self._add_landings(found, zones, riders)
            return
        left = room = len(kind.places) * count
        for stop in (zone, *sorted(zones & set(world.sea_near[zone]))):
            riders = self._board(enemy, stop, left, ELSEWHERE)
            if riders:
                left -= sum(riders.values())
                near = self._onward(stop, away, stop == zone)
                self._add_landings(found, near, riders, but=self.capital)
        farthest = world.arsenal(state.techs[enemy]).move[piece.kind] - piece.spent
        self._add_passage_home(found, enemy, away, farthest, room)

    def _add_passage_home(
        self, found: dict[int, Units], enemy: int, away: dict[int, int], farthest: int, room: int
    ) -> None:
        """Empty transports fetch whom they can, however far, on their way to our capital.

        For other coasts only those at hand are counted, for he comes less often than he could.
        ``away``: the zones they get to, and how far off these are.
        """
        beaches = self.world.sea_near[self.capital] if self.capital >= 0 else ()
        for stop, spent in away.items():
            near = self._onward(stop, away, farthest - spent > 1) if spent < farthest else {stop}
            if not near.isdisjoint(beaches):
                riders = self._board(enemy, stop, room, self.capital)
                room -= sum(riders.values())
                for rider, number in riders.items():
                    threaten(found, (self.capital,), rider, number)

    def _onward(self, stop: int, away: dict[int, int], far: bool) -> set[int]:
        """Zones of these that a ship gets to from one of them: all, or those next to it."""
        return set(away) if far else {stop, *self.world.sea_near[stop]} & away.keys()

    def _board(self, enemy: int, zone: int, room: int, goal: int) -> Units:
        """Who goes aboard beside a zone, none of whom a ship counted before has taken there."""
        riders: Units = {}
        for land in self.world.land_near[zone]:
            for piece, number in self.state.units[land]:
                if piece.owner != enemy or not self.world.kinds[piece.kind].takes_land:
                    continue
                key = (goal, land, piece)
                taken = min(room, number - self._boarded.get(key, 0))
                if taken > 0:
                    self._boarded[key] = self._boarded.get(key, 0) + taken
                    riders[piece.kind] = riders.get(piece.kind, 0) + taken
                    room -= taken
        return riders

    def _add_landings(
        self, found: dict[int, Units], zones: set[int], riders: Units, but: int = -1
    ) -> None:
        coasts = {land for zone in zones for land in self.world.land_near[zone]} - {but}
        for rider, number in riders.items():
            threaten(found, coasts, rider, number)


def threaten(found: dict[int, Units], goals: Iterable[int], kind: int, count: int) -> None:
    """So many units more of a kind can come to each of these places."""
    for goal in goals:
        force = found.get(goal)
        if force is None:
            found[goal] = {kind: count}
        else:
            force[kind] = force.get(kind, 0) + count


@lru_cache(maxsize=8192)
def _within(world: World, distances: bytes, away: bytes, reach: int, deck: bool) -> tuple[int, ...]:
    """Where an aircraft gets with so far a way home (``deck``: or where it came from)."""
    return tuple(
        goal
        for goal in world.open_spaces
        if distances[goal] + away[goal] <= reach or (deck and 2 * distances[goal] <= reach)
    )
