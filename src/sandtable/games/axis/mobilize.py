"""Phase 6: units bought this turn enter the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from sandtable.table import Action, Ask, Log, Refusal

from . import facilities, frames
from . import situation as at
from .actions import End, Place, Units
from .budget import Budget, of_purse
from .events import PhasePassed, Placed
from .landing import taken_up, waiting
from .state import AxisState, Facility, plain
from .steps import AxisStep
from .units import Kind

ALL = 10**6
"""More than any factory can put out."""


class Due(NamedTuple):
    """Something that is to be done with the units bought: in which zone, and how much of it
    cannot be done any more. ``code`` refuses what would make that more."""

    code: str
    zone: int
    undone: Callable[[AxisState, frames.Mobilize, int], int]


def purse_of(frame: frames.Mobilize, power: int) -> int:
    """The purse whose purchases a power places now."""
    return power if frame.purse < 0 else frame.purse


class MobilizeStep(AxisStep[frames.Mobilize]):
    """At factories held since the turn began, up to their output; what fits must be placed."""

    frame = frames.Mobilize
    prompt = "place your new units, then end the phase"

    def run(self, state: AxisState, frame: frames.Mobilize, log: Log) -> Ask | None:
        if not any(state.pool[purse_of(frame, power)] for power in frame.powers):
            if not any(isinstance(event, Placed) for event in log):
                power = self.power_name(frame.powers[0])
                why = "nothing waits to be placed"
                log.append(PhasePassed(power=power, phase="mobilize", why=why))
            state.flow.pop()
            return None
        part = "" if frame.purse < 0 else self.world.purses[frame.purse].id
        return self.ask(frame.powers[0], part)

    def budget(self, state: AxisState, frame: frames.Mobilize) -> Budget:
        power = frame.powers[0]
        return of_purse(self.world, state, power, purse_of(frame, power))

    def output(self, state: AxisState, frame: frames.Mobilize, power: int, space: int) -> int:
        return at.output_left(self.world, state, power, space, dict(frame.used).get(space, 0))

    # One unit

    def check_one(
        self,
        state: AxisState,
        frame: frames.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> Refusal | None:
        name, power_name = self.name(space), self.power_name(power)
        if state.pool_count(purse_of(frame, power), kind.index) < count:
            return self.refuse("place-none", unit=kind.id, power=power_name)
        if not self.uses_output(power):
            return self.check_home(state, frame, power, space, zone)
        if frame.purse >= 0 and self.world.purse_at(power, space) != frame.purse:
            purse = self.world.purses[frame.purse].id
            return self.refuse("place-purse", space=name, purse=purse)
        if kind.building:
            return self._check_facility(state, power, kind, space, zone, count)
        held = state.held_since(power, space)
        factory = facilities.factory(self.world, state, space)
        if factory is not None and at.is_friendly_land(self.world, state, power, space):
            if state.owner[space] != power:
                owner = self.power_name(state.owner[space])
                return self.refuse("place-ally", space=name, owner=owner)
        if factory is None or space in frame.built or not held:
            return self.refuse("place-factory", space=name, power=power_name)
        left = self.output(state, frame, power, space)
        if count > left:
            return self.refuse("place-output", space=name, left=left)
        refusal = self._check_where(state, power, kind, space, zone, count)
        return refusal or self._check_dues(state, frame, power, kind, space, zone, count)

    def _check_facility(
        self, state: AxisState, power: int, kind: Kind, space: int, zone: int | None, count: int
    ) -> Refusal | None:
        """Facilities need no factory, but a territory that suits them."""
        name = self.name(space)
        if self.world.is_sea[space] or zone is not None:
            return self.refuse("place-land", unit=kind.id, space=name)
        problem = facilities.why_not_built(self.world, state, power, kind, space)
        if problem is not None:
            return self.refuse(problem[0], **problem[1])
        return self.refuse("place-factory-two", space=name, unit=kind.id) if count > 1 else None

    def _check_where(
        self,
        state: AxisState,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> Refusal | None:
        name = self.name(space)
        if kind.domain == "sea":
            if zone is None:
                return self.refuse("place-sea", space=name)
        elif zone is not None and not kind.carrier_capable:
            return self.refuse("place-land", unit=kind.id, space=name)
        if zone is None:
            return None
        if zone not in self.world.sea_near[space]:
            return self.refuse("place-zone", zone=self.name(zone), space=name)
        if kind.carrier_capable and self._own_deck_room(state, power, zone) < count:
            if at.deck_room(self.world, state, zone, power) >= count:
                name = self.name(zone)
                return self.refuse("place-deck-ally", power=self.power_name(power), zone=name)
            return self.refuse("place-deck", power=self.power_name(power), zone=self.name(zone))
        return None

    def _own_deck_room(self, state: AxisState, power: int, zone: int) -> int:
        """Places on the power's own carriers; never more than the zone has free."""
        world = self.world
        own = sum(
            count * at.free_deck(world.kinds[p.kind], p)
            for p, count in state.units[zone]
            if p.owner == power and world.kinds[p.kind].deck
        )
        fighters = sum(
            count
            for p, count in state.units[zone]
            if p.owner == power and world.kinds[p.kind].carrier_capable
        )
        allied = at.deck_room(world, state, zone, power) - (own - fighters)
        return own - max(0, fighters - max(0, allied))

    def _check_dues(
        self,
        state: AxisState,
        frame: frames.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> Refusal | None:
        """Whatever is placed, what is due with the rest can still be done: tried on a copy."""
        dues = self.dues(state, frame, power)
        if not dues:
            return None
        trial, top = state.copy(), msgspec.structs.replace(frame)
        self._put(trial, top, power, kind, space, zone, count)
        for due in dues:
            if due.undone(trial, top, power) > due.undone(state, frame, power):
                return self.refuse(due.code, zone=self.name(due.zone))
        return None

    def dues(self, state: AxisState, frame: frames.Mobilize, power: int) -> list[Due]:
        """Carriers come to the fighters that wait for one."""
        waited = taken_up(self.world, state, power, self._spent(frame))
        return [Due("place-carrier", next(iter(waited)), self._left_waiting)] if waited else []

    def _left_waiting(self, state: AxisState, frame: frames.Mobilize, power: int) -> int:
        """Fighters to which no carrier can come any more."""
        served = taken_up(self.world, state, power, self._spent(frame))
        return sum(waiting(self.world, state, power).values()) - sum(served.values())

    def _spent(self, frame: frames.Mobilize) -> dict[int, int]:
        """What each factory has put out already; one built just now puts out nothing."""
        return dict(frame.used) | dict.fromkeys(frame.built, ALL)

    # Actions

    def check(
        self, state: AxisState, frame: frames.Mobilize, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return self.other_phase(action) or self._still_to_place(state, frame, seat)
        if not isinstance(action, Place):
            return self.wrong()
        trial, trial_frame = state, frame
        if len(action.units) > 1:
            trial = state.copy()
            top = trial.flow[-1]
            assert isinstance(top, frames.Mobilize)
            trial_frame = top
        for units in action.units:
            power = self._power(frame, units)
            if power is None or units.cargo:
                return self.refuse("wrong-power", power=units.owner)
            kind = self.world.kinds[self.world.kind[units.kind]]
            space = self.world.space[action.space]
            zone = self.world.space[action.zone] if action.zone else None
            refusal = self.check_one(trial, trial_frame, power, kind, space, zone, units.count)
            if refusal is not None:
                return refusal
            if len(action.units) > 1:
                self._put(trial, trial_frame, power, kind, space, zone, units.count)
        return None

    def _power(self, frame: frames.Mobilize, units: Units) -> int | None:
        power = self.world.power[units.owner] if units.owner else frame.powers[0]
        return power if power in frame.powers else None

    def play(
        self, state: AxisState, frame: frames.Mobilize, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            state.flow.pop()
            return
        assert isinstance(action, Place)
        for units in action.units:
            power = self._power(frame, units)
            assert power is not None
            kind = self.world.kinds[self.world.kind[units.kind]]
            space = self.world.space[action.space]
            zone = self.world.space[action.zone] if action.zone else None
            self._put(state, frame, power, kind, space, zone, units.count)
            log.append(
                Placed(
                    power=self.power_name(power),
                    what=f"{units.count} {kind.id}",
                    space=action.zone or action.space,
                )
            )

    def _put(
        self,
        state: AxisState,
        frame: frames.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> None:
        state.pool_add(purse_of(frame, power), kind.index, -count)
        if kind.building:
            facilities.put(state, space, Facility(kind.index))
            if kind.building.is_factory:
                frame.built = (*frame.built, space)
            return
        if self.uses_output(power):
            used = dict(frame.used)
            used[space] = used.get(space, 0) + count
            frame.used = tuple(sorted(used.items()))
        state.add(space if zone is None else zone, plain(kind.index, power), count)

    def uses_output(self, power: int) -> bool:
        """Whether the power's new units come out of factories; else they enter at home."""
        return not self.world.powers[power].confined

    def home(self, state: AxisState, power: int) -> list[int]:
        """Where units enter that need no factory: land that the power holds."""
        return [space for space, owner in enumerate(state.owner) if owner == power]

    def check_home(
        self, state: AxisState, frame: frames.Mobilize, power: int, space: int, zone: int | None
    ) -> Refusal | None:
        """Why a unit that needs no factory may not enter in a space."""
        if zone is None and space in self.home(state, power):
            return None
        return self.refuse("confined-place", space=self.name(space), power=self.power_name(power))

    def _still_to_place(
        self, state: AxisState, frame: frames.Mobilize, seat: str
    ) -> Refusal | None:
        for action in self._placements(state, frame):
            if self.check(state, frame, seat, action) is None:
                return self.refuse("place-all", unit=action.units[0].kind)
        return None

    def candidates(self, state: AxisState, frame: frames.Mobilize, seat: str) -> Iterator[Action]:
        yield End()
        yield from self._placements(state, frame)

    def _placements(self, state: AxisState, frame: frames.Mobilize) -> Iterator[Place]:
        for power in frame.powers:
            owner = "" if power == frame.powers[0] else self.power_name(power)
            for index, _ in state.pool[purse_of(frame, power)]:
                kind = self.world.kinds[index]
                units = (Units(1, kind.id, owner),)
                for space in self.places(state, frame, power, kind):
                    if kind.domain != "sea":
                        yield Place(units, self.name(space))
                    if kind.domain == "sea" or kind.carrier_capable:
                        for zone in self.world.sea_near[space]:
                            yield Place(units, self.name(space), self.name(zone))

    def places(self, state: AxisState, frame: frames.Mobilize, power: int, kind: Kind) -> list[int]:
        """Territories where units of this kind may enter."""
        if not self.uses_output(power):
            return self.home(state, power)
        if kind.building:
            return [
                space
                for space, owner in enumerate(state.owner)
                if owner == power and not facilities.rivals(self.world, state, space, kind)
            ]
        return at.working_factories(self.world, state, power)
