"""Troops aboard ships and bombers: boarding, going ashore, jumping (HV-115 to HV-125)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Drop, Units
from sandtable.games.axis.paratroopers import Paratroopers
from sandtable.games.axis.plans import Plan, Shift
from sandtable.games.axis.state import (
    COMBAT,
    DROPPED,
    MOVED,
    UNLOADED,
    WAITING,
    AxisState,
    Cargo,
    Piece,
    cargo_key,
)
from sandtable.games.axis.transports import Shipper
from sandtable.table import Refusal

from . import flights
from .journeys import INTERCEPTED, set_out
from .movers import HouseMover


class HouseShipper(Shipper):
    """HV-190: allies' transports are boarded in either phase; batteries never are (HV-950)."""

    def _load_one(
        self,
        state: AxisState,
        powers: tuple[int, ...],
        units: Units,
        land: int,
        zone: int,
        onto: Units | None,
        combat: bool,
    ) -> Refusal | None:
        if self.world.kinds[self.world.kind[units.kind]].noncombat_only:
            return self.refuse("load-battery")
        return super()._load_one(state, powers, units, land, zone, onto, combat)

    def boards_among_enemies(self, transport: Piece) -> bool:
        """HV-980: who was not intercepted is still on his way, and boarding is part of it."""
        return not transport.marks & INTERCEPTED

    def _choose_transport(
        self, state: AxisState, power: int, kind: int, zone: int, onto: Units | None, combat: bool
    ) -> Piece | Refusal:
        found = super()._choose_transport(state, power, kind, zone, onto, combat)
        if not isinstance(found, Refusal):
            return found
        if not flights.shares(state) and super().loadable(state, power, kind, zone, False):
            return self.refuse("not-shared-ship", zone=self.mover.name(zone))
        if any(p.owner == power and p.marks & INTERCEPTED for p, _ in state.units[zone]):
            return self.refuse("intercepted", space=self.mover.name(zone))
        return found

    def loadable(
        self, state: AxisState, power: int, kind: int, zone: int, combat: bool
    ) -> list[Piece]:
        found = super().loadable(state, power, kind, zone, combat)
        if not flights.shares(state):
            return [piece for piece in found if piece.owner == power]
        if not combat:
            return found
        guests = super().loadable(state, power, kind, zone, False)
        return found + [piece for piece in guests if piece.owner != power]

    def _board(
        self, state: AxisState, piece: Piece, land: int, transport: Piece, zone: int, combat: bool
    ) -> Refusal | None:
        """HV-829: aboard an ally's ship the troops wait for the next round."""
        if combat and transport.owner == piece.owner:
            return super()._board(state, piece, land, transport, zone, combat)
        boarded = WAITING if transport.owner != piece.owner else COMBAT
        cargo = sorted((*transport.cargo, Cargo(piece.kind, piece.owner, boarded)), key=cargo_key)
        state.remove(land, piece)
        state.change(zone, transport, msgspec.structs.replace(transport, cargo=tuple(cargo)))
        return None

    def _may_go_ashore(
        self, state: AxisState, transport: Piece, cargo: Cargo, land: int, combat: bool
    ) -> Refusal | None:
        """HV-829: that its owner has moved the ship does not hinder its guests."""
        if transport.owner != cargo.owner and not transport.marks & UNLOADED:
            marks = transport.marks & ~MOVED
            transport = msgspec.structs.replace(transport, marks=marks)
        return super()._may_go_ashore(state, transport, cargo, land, combat)


class HouseParatroopers(Paratroopers):
    """HV-121: a bomber carries up to three infantry of its own territory."""

    def plan(self, state: AxisState, power: int, action: Drop) -> Plan | Refusal:
        world = self.world
        if len(action.units) != 1 or not world.kinds[world.kind[action.units[0].kind]].foot:
            return self.refuse("drop-kind")
        way = tuple(world.space[space] for space in action.route)
        found = self.mover.pick(state, way[0], action.units[0], (power,))
        if isinstance(found, Refusal):
            return found
        count = action.units[0].count
        foot = next(((p, n) for p, n in found if not p.marks & MOVED), None)
        bomber = self._bomber(state, power, way[0])
        if foot is None or bomber is None or foot[1] < count:
            return self.refuse("drop-bombers", space=self.mover.name(way[0]))
        room = len(world.kinds[bomber[0].kind].places)
        if bomber[1] * room < count:
            carried = bomber[1] * room
            return self.refuse("drop-room", space=self.mover.name(way[0]), room=carried)
        refusal = self._why_not_there(state, bomber[0], way)
        if refusal is not None:
            return refusal
        loads = [room] * (count // room) + ([count % room] if count % room else [])
        shifts = []
        for load in dict.fromkeys(loads):
            cargo = (Cargo(foot[0].kind, power, COMBAT, way[-1]),) * load
            after = Piece(bomber[0].kind, power, 0, way[0], MOVED | DROPPED, cargo)
            shifts.append(Shift(way[0], bomber[0], way[-1], after, loads.count(load)))
        return Plan((*shifts, Shift(way[0], foot[0], -1, foot[0], count)), way)

    def _bomber(self, state: AxisState, power: int, space: int) -> tuple[Piece, int] | None:
        for piece, count in state.units[space]:
            kind = self.world.kinds[piece.kind]
            if piece.owner == power and kind.domain == "air" and kind.places:
                if not piece.marks & MOVED:
                    return piece, count
        return None

    def _why_not_there(
        self, state: AxisState, bomber: Piece, way: tuple[int, ...]
    ) -> Refusal | None:
        """HV-124, HV-827: into hostile land, with a friendly place in range afterwards."""
        world, mover, goal = self.world, self.mover, way[-1]
        assert isinstance(mover, HouseMover)
        if not at.is_hostile_land(world, state, bomber.owner, goal):
            return self.refuse("drop-target", goal=mover.name(goal))
        kind = world.kinds[bomber.kind]
        for space in way[1:]:
            # Who jumps takes the goal, not who carries: a neutral may have no army.
            unit = kind if space != goal else next(k for k in world.kinds if k.foot)
            bar = world.access.enter(
                state, bomber.owner, unit, space, combat=True, passing=space != goal
            )
            if bar is not None:
                return self.refuse.bar(bar)
        reach = flights.reach(world, state, bomber, way[0])
        cost = flights.distance(world, state, bomber.owner, way)
        if cost > reach:
            return self.too_far(kind.id, goal, cost, reach)
        if not flights.landing_places(world, state, bomber, goal, reach - cost):
            return self.refuse("no-landing", unit=kind.id)
        return None

    def carry_out(self, state: AxisState, plan: Plan) -> None:
        *flying, boarding = plan.shifts
        state.remove(boarding.start, boarding.before, boarding.count)
        route = [self.mover.name(space) for space in plan.path]
        set_out(self.world, state, Plan(tuple(flying), plan.path), route, True)

    def offers(self, state: AxisState, power: int) -> Iterator[Drop]:
        world, name = self.world, self.mover.name
        for start in dict.fromkeys(space for space, _, _ in state.pieces(power)):
            bomber, foot = self._bomber(state, power, start), self._fresh(state, power, start)
            if bomber is None or foot is None:
                continue
            away = world.access.flights(state, power)[start]
            reach = flights.reach(world, state, bomber[0], start)
            for goal in world.open_spaces:
                if away[goal] <= reach and at.is_hostile_land(world, state, power, goal):
                    for count in range(1, len(world.kinds[bomber[0].kind].places) + 1):
                        units = msgspec.structs.replace(foot, count=count)
                        yield Drop((units,), (name(start), name(goal)))
