"""Moves with what they set off at once: flak, interception, capture (HV-807)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.plans import Plan, Shift
from sandtable.games.axis.reactions import Reaction
from sandtable.games.axis.state import DROPPED, AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Chance, Event, Log, Refusal

from . import flak, flights
from .frames import Journey
from .scorched import SCORCHED_EARTH, burnable

INTERCEPTED = 1 << 11
"""A ship that was stopped on its way and has to fight."""
INTERCEPTION = "Interception"


def set_out(world: World, state: AxisState, plan: Plan, route: Sequence[str], combat: bool) -> None:
    """Puts units on their way; those on land, at sea and in the air travel by themselves."""
    way = tuple(world.space[name] for name in route)
    parties: dict[str, list[Shift]] = {}
    for shift in plan.shifts:
        carried = shift.after == shift.before  # aboard a carrier that moves (HV-959)
        domain = world.kinds[shift.before.kind].domain
        parties.setdefault("sea" if carried else domain, []).append(shift)
    for medium, party in parties.items():
        path = _flight(world, state, party, way, combat) if medium == "air" else plan.path
        group = []
        for shift in party:
            after = shift.after
            if medium == "air":
                spent = len(path) - 1 - flights.take_off(world, state, after.owner, way[0])
                after = msgspec.structs.replace(after, spent=spent)
            state.change(way[0], shift.before, after, shift.count)
            group.append((after, shift.count))
        power = party[0].after.owner
        state.flow.append(Journey(power, path, tuple(group), combat))


def _flight(
    world: World, state: AxisState, party: Sequence[Shift], way: tuple[int, ...], combat: bool
) -> tuple[int, ...]:
    """The way of aircraft that leaves each of them enough for the way home."""
    start, goal = way[0], way[-1]
    limits = []
    for shift in party:
        piece = shift.before
        back = 0
        if combat and shift.after.marks & DROPPED:
            room = flights.reach(world, state, piece, start)
            away = world.access.flights(state, piece.owner)[goal]
            back = min(away[p] for p in flights.landing_places(world, state, piece, goal, room))
        elif combat:
            back = flights.distance(world, state, piece.owner, (goal, start))
        limits.append(flights.reach(world, state, piece, start) - back)
    return flights.path(world, state, party[0].before.owner, way, min(limits))


class JourneyStep(AxisStep[Journey]):
    """Space by space; what happens on the way happens there and then."""

    frame = Journey

    def run(self, state: AxisState, frame: Journey, log: Log) -> Ask | None:
        if frame.settled < frame.place and frame.group:
            return self._settle(state, frame, log)
        if not frame.group or frame.place == len(frame.path) - 1:
            state.flow.remove(frame)
            return None
        here, there = frame.path[frame.place : frame.place + 2]
        for piece, count in frame.group:
            state.remove(here, piece, count)
            state.add(there, piece, count)
        frame.place += 1
        frame.asked = False
        return None

    def _settle(self, state: AxisState, frame: Journey, log: Log) -> Ask | None:
        space = frame.path[frame.place]
        domains = {self.world.kinds[piece.kind].domain for piece, _ in frame.group}
        if domains == {"air"}:
            return self._fly_over(state, frame, space)
        if frame.combat and "sea" in domains:
            self._sail_into(state, frame, space, log)
        elif frame.combat and at.is_hostile_land(self.world, state, frame.power, space):
            self._march_into(state, frame, space, log)
        else:
            frame.settled = frame.place
        return None

    # Flak on the way (HV-955, HV-825): over the goal it fires in the battle or raid instead

    def _fly_over(self, state: AxisState, frame: Journey, space: int) -> Ask | None:
        dice = len(flak.salvo(self.world, state, frame.power, space))
        planes = sum(count for _, count in frame.group)
        again = space in frame.path[: frame.place]
        if dice and not again and space != frame.path[-1]:
            return Chance((6,) * dice * planes, f"flak on the way, {self.name(space)}")
        frame.settled = frame.place
        return None

    def rolled(self, state: AxisState, frame: Journey, faces: tuple[int, ...], log: Log) -> None:
        space = frame.path[frame.place]
        frame.group = tuple(flak.shoot(self.world, state, frame.group, space, faces, log))
        frame.settled = frame.place

    # Interception (HV-980)

    def _sail_into(self, state: AxisState, frame: Journey, zone: int, log: Log) -> None:
        if not frame.asked:
            frame.asked = True
            asked = list(occupants(self.world, state, frame))
            for power in asked:
                if not frame.halted and _ordered(self.world, state, power) == ("always",):
                    halt(self.world, frame, power, log)
            if asked and not frame.halted:
                state.flow.append(family.React(frame.power, only=INTERCEPTION))
                return
        frame.settled = frame.place
        if frame.halted:
            self._stop(state, frame, zone)

    def _stop(self, state: AxisState, frame: Journey, zone: int) -> None:
        """HV-819: submarines that slip through sail on; HV-820: where the others came from."""
        frame.halted = False
        on = []
        for piece, count in frame.group:
            if _slips(self.world, state, frame.power, piece, zone):
                on.append((piece, count))
            elif self.world.kinds[piece.kind].domain == "sea":
                stopped = msgspec.structs.replace(
                    piece, origin=frame.path[frame.place - 1], marks=piece.marks | INTERCEPTED
                )
                state.change(zone, piece, stopped, count)
        frame.group = tuple(on)

    # Unoccupied land is taken at once (HV-988), after its holder was asked (HV-821)

    def _march_into(self, state: AxisState, frame: Journey, space: int, log: Log) -> None:
        if not self.world.access.lets_blitz(state, frame.power, space):
            frame.settled = frame.place
        elif not frame.asked and burnable(self.world, state, space):
            frame.asked = True
            state.flow.append(family.React(frame.power, only=SCORCHED_EARTH, notes=((space,),)))
        else:
            frame.settled = frame.place
            self.axis.conqueror.take(state, frame.power, space, log)


def _slips(world: World, state: AxisState, power: int, piece: Piece, zone: int) -> bool:
    """HV-083, HV-981: a submarine that no enemy submarine or destroyer denies passage."""
    return world.kinds[piece.kind].passes and not at.has_enemy_destroyer(world, state, power, zone)


def _ordered(world: World, state: AxisState, power: int) -> tuple[str, ...]:
    orders = state.orders.get(world.powers[power].seat)
    return orders.about("intercept") if orders else ()


def occupants(world: World, state: AxisState, frame: Journey) -> Iterator[int]:
    """HV-819: who may intercept: nations at war with the ships that have one of their own there."""
    zone, foe = frame.path[frame.place], at.foes(state, frame.power)
    if any(
        world.kinds[piece.kind].domain == "sea"
        and not _slips(world, state, frame.power, piece, zone)
        for piece, _ in frame.group
    ):
        there = {p.owner for p, _ in state.units[zone] if world.kinds[p.kind].domain == "sea"}
        yield from (power for power in world.order if power in there and foe[power])


class Intercept(Action, frozen=True):
    """The occupant of a sea zone attacks ships that come through."""

    def __str__(self) -> str:
        return "intercept"


class Intercepted(Event, frozen=True):
    power: str
    target: str
    zone: str

    def __str__(self) -> str:
        return f"{self.power} intercepts {self.target}'s ships in {self.zone}"


def halt(world: World, journey: Journey, power: int, log: Log) -> None:
    """An occupant stops the ships where they are."""
    journey.halted = True
    log.append(
        Intercepted(
            power=world.powers[power].id,
            target=world.powers[journey.power].id,
            zone=world.spaces[journey.path[journey.place]].id,
        )
    )


class Interception(Reaction):
    """Each occupant is asked in the order of nations; one yes is enough (HV-819)."""

    name = INTERCEPTION
    prompt = "intercept the ships that come through your sea zone, or hold"

    def powers(self, state: AxisState, frame: family.React) -> Iterator[int]:
        journey = state.innermost(Journey)
        if not journey.halted:
            for power in occupants(self.world, state, journey):
                if _ordered(self.world, state, power) != ("never",):
                    yield power

    def candidates(self, state: AxisState, frame: family.React, power: int) -> Iterator[Action]:
        yield Intercept()

    def check(
        self, state: AxisState, frame: family.React, power: int, action: Action
    ) -> Refusal | None:
        return None if isinstance(action, Intercept) else self.wrong()

    def play(
        self, state: AxisState, frame: family.React, power: int, action: Action, log: Log
    ) -> None:
        halt(self.world, state.innermost(Journey), power, log)
