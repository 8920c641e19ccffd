"""Where moves may lead and what carriers take along (HV-072 to HV-085, HV-810)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Move, Raid, Units
from sandtable.games.axis.landings import Landings
from sandtable.games.axis.movement import Mover, PiecePlan
from sandtable.games.axis.plans import Plan, Shift, carry_out
from sandtable.games.axis.proof import Prover
from sandtable.games.axis.refusals import Refuser
from sandtable.games.axis.routes import Router
from sandtable.games.axis.state import (
    MOVED,
    NONCOMBAT,
    AxisState,
    Piece,
)
from sandtable.games.axis.world import World
from sandtable.table import Refusal

from . import flights
from .journeys import INTERCEPTED


class HouseLandings(Landings):
    def may_load_in(
        self, state: AxisState, power: int, zone: int, *, caught: bool = False
    ) -> Refusal | None:
        """Enemy ships keep nobody from boarding (HV-989)."""
        return None


class Decks(Prover):
    """The way home is part of the range; only who moves to a deck needs a place there."""

    def why_not(self, state: AxisState, plan: Plan, combat: bool) -> Refusal | None:
        goal = plan.shifts[0].goal
        if combat or not self.world.is_sea[goal]:
            return None
        trial = state.copy()
        carry_out(trial, plan.shifts)
        for shift in plan.shifts:
            if self.world.kinds[shift.before.kind].domain == "air":
                if flights.deck_room(self.world, trial, goal, shift.before.owner) < 0:
                    return self.refuse("landing-deck", goal=self._name(goal))
        return None


class HouseRouter(Router):
    def _sea_leg(
        self, state: AxisState, piece: Piece, start: int, goal: int, left: int
    ) -> tuple[int, ...] | None:
        """HV-842: past enemy ships only where there is no other way."""
        quiet = self._lane(
            state,
            piece,
            (start, goal),
            left,
            lambda b: not at.is_hostile_zone(self.world, state, piece.owner, b),
        )
        return quiet or super()._sea_leg(state, piece, start, goal, left)


class HouseMover(Mover):
    """The family's, but for aircraft, for what carriers take along and for where ships stop."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        super().__init__(world, refuse)
        self.landings = HouseLandings(world, refuse)
        self.prover = Decks(world, refuse)
        self.router = HouseRouter(world, refuse)

    # Carriers and aircraft aboard

    def plan(
        self, state: AxisState, powers: tuple[int, ...], action: Move | Raid, *, combat: bool
    ) -> Plan | Refusal:
        kinds, kind = self.world.kinds, self.world.kind
        fliers = [u for u in action.units if kinds[kind[u.kind]].domain == "air"]
        others = tuple(units for units in action.units if units not in fliers)
        if not any(kinds[kind[units.kind]].deck for units in others):
            # Aircraft first: the path of a plan is that of the last units.
            move = Move((*fliers, *others), action.route)
            return super().plan(state, powers, move, combat=combat)
        plan = super().plan(state, powers, Move(others, action.route), combat=combat)
        if isinstance(plan, Refusal):
            return plan
        return self._with_riders(state, powers, plan, fliers)

    def _with_riders(
        self, state: AxisState, powers: tuple[int, ...], plan: Plan, riders: list[Units]
    ) -> Plan | Refusal:
        """HV-959: aircraft that are named go along, and all that would be left without a deck."""
        world, start, goal = self.world, plan.shifts[0].start, plan.path[-1]
        power = plan.shifts[0].before.owner
        trial = state.copy()
        carry_out(trial, plan.shifts)
        taken: list[Shift] = []
        for units in riders:
            found = self.pick(trial, start, units, powers)
            if isinstance(found, Refusal):
                return found
            self._take(trial, start, goal, found, units.count, taken)
        decks = sum(shift.count * world.kinds[shift.before.kind].deck for shift in plan.shifts)
        room = decks - sum(shift.count for shift in taken)
        for piece, count in flights.left_behind(world, trial, start, power, room):
            taken.append(Shift(start, piece, goal, piece, count))
        if sum(shift.count for shift in taken) > decks:
            return self.refuse("deck-full", goal=self.name(goal))
        return Plan((*plan.shifts, *taken), plan.path)

    def _take(
        self,
        trial: AxisState,
        start: int,
        goal: int,
        found: list[tuple[Piece, int]],
        wanted: int,
        taken: list[Shift],
    ) -> None:
        for piece, count in found:
            going = 0 if flights.is_flying(self.world, piece) else min(count, wanted)
            if going:
                taken.append(Shift(start, piece, goal, piece, going))
                trial.remove(start, piece, going)
                wanted -= going

    # Ships

    def _ship(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool
    ) -> PiecePlan | Refusal:
        if piece.marks & INTERCEPTED:
            return self.refuse("intercepted", space=self.name(way[0]))
        found = super()._ship(state, piece, way, combat)
        if not combat and not isinstance(found, Refusal):
            if at.is_hostile_zone(self.world, state, piece.owner, way[-1]):  # HV-811
                return self.refuse("noncombat-zone", goal=self.name(way[-1]))
        return found

    def _why_not_stop(
        self, state: AxisState, piece: Piece, after: Piece, start: int, goal: int
    ) -> Refusal | None:
        """HV-810: in a hostile zone, or where a landing or a mission starts from."""
        if self.world.kinds[piece.kind].deck and any(
            self.could_strike(state, plane, goal)
            for plane in self.fresh_aboard(state, piece, start)
        ):
            return None
        return super()._why_not_stop(state, piece, after, start, goal)

    def fresh_aboard(self, state: AxisState, carrier: Piece, zone: int) -> Iterator[Piece]:
        """The power's aircraft in a zone that could still fly."""
        for piece, _ in state.units[zone]:
            if piece.owner == carrier.owner and not piece.marks & MOVED:
                if self.world.kinds[piece.kind].carrier_capable:
                    yield piece

    def could_strike(self, state: AxisState, plane: Piece, zone: int) -> bool:
        """Whether an aircraft finds an enemy within half its range of a zone."""
        world, power = self.world, plane.owner
        away = world.access.flights(state, power)[zone]
        reach = world.arsenal(state.techs[power]).move[plane.kind] // 2
        return any(
            away[space] <= reach
            and stack
            and at.has_enemy(world, state, power, space)
            and (world.is_sea[space] or at.is_hostile_land(world, state, power, space))
            for space, stack in enumerate(state.units)
        )

    # Land units

    def _land_unit(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool, paired: bool
    ) -> PiecePlan | Refusal:
        """HV-810: after a blitz a tank ends in hostile land or where it came from."""
        found = super()._land_unit(state, piece, way, combat, paired)
        if combat and not isinstance(found, Refusal):
            goal = found[1][-1]
            if goal != way[0] and at.is_friendly_land(self.world, state, piece.owner, goal):
                return self.refuse("friendly-stop", goal=self.name(goal))
        return found

    # Aircraft

    def _aircraft(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool, raid: bool
    ) -> PiecePlan | Refusal:
        world, power, goal = self.world, piece.owner, way[-1]
        kind = world.kinds[piece.kind]
        if piece.marks & MOVED:
            return self.has_moved(kind.id, way[0], combat)
        refusal = self.in_range(state, piece, way, there_and_back=combat)
        if refusal is None and combat:
            refusal = self._air_target(state, power, kind, goal, False)
            if refusal is None and not self._may_support(state, piece, way[0], goal):
                refusal = self.refuse("support-zone", goal=self.name(goal))
        elif refusal is None:
            refusal = self._air_landing(state, piece, goal)
        refusal = refusal or self.router.may_end(state, power, kind, goal, combat)
        if refusal is not None:
            return refusal
        origin, marks = (way[0], MOVED) if combat else (-1, MOVED | NONCOMBAT)
        return Piece(piece.kind, power, 0, origin, piece.marks | marks), way, ()

    def in_range(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], *, there_and_back: bool
    ) -> Refusal | None:
        """HV-951: the way out and the way back, over what may be flown over."""
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        for space in way[1:]:
            bar = world.access.enter(
                state, power, kind, space, combat=there_and_back, passing=space != way[-1]
            )
            if bar is not None:
                return self.refuse.bar(bar)
        cost = flights.distance(world, state, power, way)
        back = flights.distance(world, state, power, (way[-1], way[0])) if there_and_back else 0
        reach = flights.reach(world, state, piece, way[0])
        if cost + back <= reach:
            return None
        code = "range-back" if there_and_back else "too-far-air"
        goal = self.name(way[-1])
        return self.refuse(code, unit=kind.id, goal=goal, distance=cost + back, left=reach)

    def _may_support(self, state: AxisState, piece: Piece, start: int, land: int) -> bool:
        """HV-961: a landing that is declared is supported from a carrier beside it."""
        world = self.world
        if not world.is_sea[start] or world.is_sea[land]:
            return True
        lands = any(
            cargo.target == land and cargo.owner == piece.owner
            for zone in world.sea_near[land]
            for ship, _ in state.units[zone]
            for cargo in ship.cargo
        )
        return not lands or start in world.sea_near[land]

    def _air_landing(self, state: AxisState, piece: Piece, goal: int) -> Refusal | None:
        """HV-996: friendly land as it is now, or a deck (counted for all together)."""
        world = self.world
        if world.is_sea[goal]:
            if not flights.shares(state) and not flights.has_own_deck(world, state, piece, goal):
                if flights.without_deck(world, state, goal, piece.owner) < 0:
                    return self.refuse("not-shared-ship", zone=self.name(goal))
            return super()._air_landing(state, piece, goal)
        if at.is_friendly_land(world, state, piece.owner, goal):
            return None
        return self.refuse("landing-place", goal=self.name(goal))
