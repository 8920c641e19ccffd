"""The noncombat move: aircraft come home, troops go to the front, ships keep together."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Land, Load, Move, Units
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.state import MOVED, NONCOMBAT, UNLOADED, AxisState, Piece
from sandtable.table import Action, Position

from .picture import Picture


class Marcher:
    """Plans one noncombat move on a trial board."""

    def __init__(self, position: Position[Any], picture: Picture, *, foresight: bool) -> None:
        self.position = position.copy()
        self.picture = picture
        self.world = picture.world
        self.power = picture.power
        self.seat = self.world.powers[picture.power].seat
        self.foresight = foresight
        self.actions: list[Action] = []
        self.ports = self._port_distance()

    def plan(self) -> list[Action]:
        self._land_aircraft()
        self._ferry()
        self._advance()
        self._gather_fleet()
        return self.actions

    @property
    def state(self) -> AxisState:
        state = self.position.state
        assert isinstance(state, AxisState)
        return state

    def _try(self, *actions: Action) -> bool:
        """Play all of these or none."""
        trial = self.position.copy()
        for action in actions:
            if trial.check(self.seat, action) is not None:
                return False
            trial.play(self.seat, action)
        self.position = trial
        self.actions += actions
        return True

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def _units(self, kind: int, count: int = 1) -> Units:
        owner = "" if self.power in self.world.order else self.world.powers[self.power].id
        return Units(count, self.world.kinds[kind].id, owner)

    def _force(self, space: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for piece, count in self.state.units[space]:
            if self.world.side[piece.owner] == self.picture.side:
                if self.world.kinds[piece.kind].fights:
                    found[piece.kind] = found.get(piece.kind, 0) + count
        return found

    # Aircraft

    def _land_aircraft(self) -> None:
        """The most tired planes choose first; each goes where it is safe and near the front."""
        world = self.world
        planes = [
            (piece.spent, space, piece, count)
            for space, piece, count in self.state.pieces(self.power)
            if world.kinds[piece.kind].domain == "air" and not piece.marks & NONCOMBAT
        ]
        planes.sort(key=lambda item: -item[0])
        for _, space, piece, count in planes:
            settled = not world.is_sea[space] and at.was_friendly(
                world, self.state, self.power, space
            )
            if settled and not piece.spent and self._exposure(space) <= 0:
                continue
            for _ in range(count):
                if not self._land_one(space, piece, settled):
                    break

    def _land_one(self, space: int, piece: Piece, settled: bool) -> bool:
        world = self.world
        units = self._units(piece.kind)
        options: list[tuple[float, int]] = []
        if settled:
            options.append((self._landing_score(space), space))
        reach = world.arsenal(self.state.techs[self.power]).move[piece.kind] - piece.spent
        for goal in world.open_spaces:
            if goal == space or world.air[space][goal] > reach:
                continue
            if world.is_sea[goal]:
                if at.deck_room(world, self.state, goal, self.power) <= 0:
                    continue
            elif not at.was_friendly(world, self.state, self.power, goal):
                continue
            options.append((self._landing_score(goal), goal))
        options.sort(reverse=True)
        for _, goal in options[:6]:
            if goal == space:
                return False
            if self._try(Move((units,), (self._name(space), self._name(goal)))):
                return True
        return False

    def _landing_score(self, space: int) -> float:
        if self.world.is_sea[space]:
            return -1.0 - 0.2 * self._exposure(space)
        return -self._exposure(space) - 0.5 * min(self.picture.front[space], 8)

    def _exposure(self, space: int) -> float:
        """How much a plane parked here would add to what the enemy can win."""
        if not self.foresight:
            return 0.0
        force = self._force(space)
        fighter = self.world.kind["fighter"]
        more = {**force, fighter: force.get(fighter, 0) + 1}
        return self.picture.risk(space, more) - 0.5 * self.picture.risk(space, force)

    # Troops

    def _port_distance(self) -> list[int]:
        """For troops with no enemy on their land mass: steps to a coast with our transports."""
        world = self.world
        away = [99] * len(world.spaces)
        edge = []
        for zone, stack in enumerate(self.state.units):
            if any(p.owner == self.power and world.kinds[p.kind].transport for p, _ in stack):
                edge += [land for land in world.land_near[zone] if away[land]]
        for factory in at.working_factories(world, self.state, self.power):
            if world.sea_near[factory]:
                edge.append(factory)
        for land in edge:
            away[land] = 0
        steps = 0
        while edge:
            steps += 1
            reached = []
            for space in edge:
                for other in world.land_near[space]:
                    if away[other] == 99 and at.is_friendly_land(
                        world, self.state, self.power, other
                    ):
                        away[other] = steps
                        reached.append(other)
            edge = reached
        return away

    def _goal_distance(self, space: int) -> int:
        front = self.picture.front[space]
        return front if front < 99 else 200 + self.ports[space]

    def _advance(self) -> None:
        """From the rear forward, whole garrisons move up unless that costs more than it helps."""
        world = self.world
        spaces = sorted(
            {
                space
                for space, piece, _ in self.state.pieces(self.power)
                if not world.is_sea[space]
                and world.kinds[piece.kind].takes_land
                and not piece.marks & MOVED
            },
            key=lambda s: -self._goal_distance(s),
        )
        for space in spaces:
            self._advance_from(space)

    def _advance_from(self, space: int) -> None:
        world = self.world
        here = self._goal_distance(space)
        near = [
            goal
            for goal in world.land_near[space]
            if at.is_friendly_land(world, self.state, self.power, goal)
        ]
        far = {g for n in near for g in world.land_near[n]} - {space, *near}
        for piece, count in list(self.state.units[space]):
            kind = world.kinds[piece.kind]
            if piece.owner != self.power or piece.marks & MOVED or not kind.takes_land:
                continue
            goals = [g for g in near if self._goal_distance(g) < here]
            if kind.move > 1:
                goals += [g for g in far if self._goal_distance(g) < here - 1]
            goals.sort(key=lambda g: (self._goal_distance(g), -self.picture.worth[g]))
            goals += [g for g in near if g not in goals]
            self._move_up(space, piece, count, goals, here)

    def _move_up(self, space: int, piece: Piece, count: int, goals: list[int], here: int) -> None:
        world = self.world
        for goal in goals:
            if world.is_sea[goal] or not at.is_friendly_land(world, self.state, self.power, goal):
                continue
            gain = 0.6 * (here - self._goal_distance(goal))
            for number in (count, count // 2):
                if not number:
                    continue
                if self._worth_moving(space, goal, piece.kind, number, gain):
                    units = self._units(piece.kind, number)
                    if self._try(Move((units,), (self._name(space), self._name(goal)))):
                        return

    def _worth_moving(self, space: int, goal: int, kind: int, count: int, gain: float) -> bool:
        if not self.foresight:
            return gain > 0
        picture = self.picture
        there, here = self._force(goal), self._force(space)
        before = picture.risk(goal, there) + picture.risk(space, here)
        moved = {**there, kind: there.get(kind, 0) + count}
        rest = {k: n - (count if k == kind else 0) for k, n in here.items()}
        rest = {k: n for k, n in rest.items() if n > 0}
        after = picture.risk(goal, moved) + picture.risk(space, rest)
        return before - after + gain * count > 0.05

    # Ships

    def _ferry(self) -> None:
        """Transports take troops that have no front of their own to where there is one."""
        world = self.world
        for zone, piece, count in list(self.state.pieces(self.power)):
            if not world.kinds[piece.kind].transport or piece.marks & (MOVED | UNLOADED):
                continue
            for _ in range(count):
                self._ferry_one(zone, piece)

    def _ferry_one(self, zone: int, piece: Piece) -> None:
        world = self.world
        loads: list[Action] = []
        aboard = [world.kinds[c.kind].id for c in piece.cargo if c.owner == self.power]
        if len(aboard) < len(piece.cargo):
            return
        if not piece.cargo:
            source, pair = self._idle_pair(zone)
            if source < 0:
                self._sail_empty(zone, piece)
                return
            loads = [Load((self._units(k),), self._name(source), self._name(zone)) for k in pair]
            aboard = [world.kinds[k].id for k in pair]
        ship = Units(1, world.kinds[piece.kind].id, "", tuple(sorted(aboard)))
        best = self._best_drop(zone, piece)
        if best is None:
            return
        goal, coast = best
        moves: list[Action] = []
        if goal != zone:
            moves.append(Move((ship,), (self._name(zone), self._name(goal))))
        landing: list[Action] = []
        if coast >= 0:
            landing = [
                Land((Units(1, kind),), self._name(goal), self._name(coast)) for kind in aboard
            ]
        self._try(*loads, *moves, *landing)

    def _idle_pair(self, zone: int) -> tuple[int, tuple[int, ...]]:
        """Two units beside the zone that no enemy on their land mass keeps busy."""
        world = self.world
        best: tuple[int, tuple[int, ...]] = (-1, ())
        for land in world.land_near[zone]:
            if self.picture.front[land] < 4 and self.picture.front[land] > 0:
                continue
            free = [
                piece.kind
                for piece, count in self.state.units[land]
                if piece.owner == self.power
                and world.kinds[piece.kind].takes_land
                and not piece.marks & MOVED
                for _ in range(min(2, count))
            ]
            light = [k for k in free if world.kinds[k].light]
            heavy = [k for k in free if not world.kinds[k].light]
            pair = tuple((heavy[:1] + light[:1]) if heavy and light else light[:2] or heavy[:1])
            if len(pair) > len(best[1]):
                best = (land, pair)
        return best

    def _best_drop(self, zone: int, piece: Piece) -> tuple[int, int] | None:
        """Where to take a loaded transport: a coast near the enemy, or the way towards one."""
        world, picture = self.world, self.picture
        reach = {zone: 0, **ship_reach(world, self.state, self.power, piece, zone)}
        options: list[tuple[float, int, int]] = []
        for goal in reach:
            if at.is_hostile_zone(world, self.state, self.power, goal):
                continue
            danger = self._danger(goal)
            for coast in world.land_near[goal]:
                if at.is_friendly_land(world, self.state, self.power, coast):
                    front = picture.front[coast]
                    if front < 4 and coast not in world.land_near[zone]:
                        options.append((8.0 - 2 * front - danger, goal, coast))
            options.append((-0.5 * self._sea_way(goal) - danger - 1.0, goal, -1))
        if not options:
            return None
        _, goal, coast = max(options)
        return goal, coast

    def _sea_way(self, zone: int) -> float:
        """Zones to the nearest coast where the enemy is, or where our front is."""
        world = self.world
        best = 30.0
        for land in range(len(world.spaces)):
            if world.is_sea[land] or world.closed[land] or self.picture.front[land] > 1:
                continue
            for coast_zone in world.sea_near[land]:
                weight = world.air[zone][coast_zone] - 0.1 * self.picture.worth[land]
                best = min(best, weight)
        return best

    def _danger(self, zone: int) -> float:
        if not self.foresight:
            return 0.0
        force = {k: n for k, n in self._force(zone).items() if self.world.kinds[k].domain == "sea"}
        transport = self.world.kind["transport"]
        force[transport] = force.get(transport, 0) + 1
        return 0.5 * self.picture.risk(zone, force, 0.0)

    def _sail_empty(self, zone: int, piece: Piece) -> None:
        """Back to where troops wait."""
        world = self.world
        reach = ship_reach(world, self.state, self.power, piece, zone)
        options = [(self._waiting(zone), zone)]
        for goal in reach:
            if not at.is_hostile_zone(world, self.state, self.power, goal):
                options.append((self._waiting(goal) - self._danger(goal), goal))
        _, goal = max(options)
        if goal != zone:
            ship = Units(1, world.kinds[piece.kind].id)
            self._try(Move((ship,), (self._name(zone), self._name(goal))))

    def _waiting(self, zone: int) -> float:
        world = self.world
        near = [
            land
            for land in world.land_near[zone]
            if at.is_friendly_land(world, self.state, self.power, land)
        ]
        score = 0.0
        for land in near:
            if self.picture.front[land] < 4:
                continue
            score += sum(
                n
                for p, n in self.state.units[land]
                if p.owner == self.power and world.kinds[p.kind].takes_land
            )
            score += 3.0 if land in self.state.factories else 0.0
        return score

    def _gather_fleet(self) -> None:
        """Warships join the group they are near to, the transports' first."""
        world = self.world
        for zone, piece, count in list(self.state.pieces(self.power)):
            kind = world.kinds[piece.kind]
            if kind.domain != "sea" or kind.transport or piece.marks & MOVED or piece.cargo:
                continue
            here = self._company(zone) - count * kind.cost
            best, goal = here, zone
            for other in ship_reach(world, self.state, self.power, piece, zone):
                if at.is_hostile_zone(world, self.state, self.power, other):
                    continue
                score = self._company(other) - (0 if not self.foresight else self._danger(other))
                if score > best + 1:
                    best, goal = score, other
            if goal != zone:
                units = msgspec.structs.replace(self._units(piece.kind), count=count)
                self._try(Move((units,), (self._name(zone), self._name(goal))))

    def _company(self, zone: int) -> float:
        """Ships of ours in a zone, transports with cargo counted double."""
        world = self.world
        return float(
            sum(
                count * world.kinds[p.kind].cost * (2 if p.cargo else 1)
                for p, count in self.state.units[zone]
                if world.side[p.owner] == self.picture.side and world.kinds[p.kind].domain == "sea"
            )
        )
