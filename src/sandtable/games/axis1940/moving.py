"""Moves that change who holds land: attacks on neutrals, neutrals joined, land taken over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Drop, End, Land, Load, Move, Raid, Units
from sandtable.games.axis.combat_move import CombatMoveStep
from sandtable.games.axis.landing import Outlook, zones_to_come
from sandtable.games.axis.noncombat_move import NoncombatMoveStep
from sandtable.games.axis.plans import Plan
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Log, Refusal

from . import company, promises
from .declarations import Declare
from .events import Joined
from .passage import AsksPassage
from .promises import Promise

if TYPE_CHECKING:
    from .rules import Rules1940


class CombatMove1940(AsksPassage[frames.CombatMove], CombatMoveStep):
    """Who enters a neutral attacks it; who cannot attack needs company."""

    def planned(
        self, state: AxisState, frame: frames.CombatMove, action: Action
    ) -> Plan | Refusal | None:
        plan = super().planned(state, frame, action)
        if isinstance(plan, Plan):
            found = company.why_not(self.world, state, frame.power, plan)
            if found is not None:
                return self.refuse(found[0], zone=self.name(found[1]))
        return plan

    def check_other(
        self, state: AxisState, frame: frames.CombatMove, action: Action
    ) -> Refusal | None:
        if isinstance(action, Declare):
            return self.refuse("declare-late")
        if isinstance(action, Promise):
            zone = self.world.space[action.zone]
            code = promises.why_not(self.world, state, frame.power, zone)
            return self.refuse(code, zone=action.zone) if code else None
        refusal = super().check_other(state, frame, action)
        if refusal is None and isinstance(action, End):
            return self._has_to_leave(state, frame)
        return refusal

    def _has_to_leave(self, state: AxisState, frame: frames.CombatMove) -> Refusal | None:
        """Ships that cannot attack leave enemy warships that nobody attacks, if they can."""
        for zone, ship in company.lonely(self.world, state, frame.power):
            units = (self.units_of(ship, 1, frame.power),)
            for goal in ship_reach(self.world, state, frame.power, ship, zone):
                move = Move(units, (self.name(zone), self.name(goal)))
                if isinstance(self.planned(state, frame, move), Plan):
                    names = {"unit": self.unit_name(ship), "zone": self.name(zone)}
                    return self.refuse("company-stays", **names)
        return None

    def play_other(
        self, state: AxisState, frame: frames.CombatMove, action: Action, log: Log
    ) -> None:
        if isinstance(action, Promise):
            zone = self.world.space[action.zone]
            promises.make(self.world, state, frame.power, zone, log)
            return
        if isinstance(action, End):
            promises.settle(self.world, state, frame.power, log)
        super().play_other(state, frame, action, log)

    def candidates(self, state: AxisState, frame: frames.CombatMove, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        if promises.is_needed(self.world, state, frame.power, Outlook.MOVING):
            for zone in sorted(zones_to_come(self.world, state, frame.power)):
                yield Promise(self.name(zone))

    def play_shipping(
        self, state: AxisState, frame: frames.CombatMove, action: Load | Land, log: Log
    ) -> None:
        if isinstance(action, Land):
            self._announce(state, frame.power, (self.world.space[action.land],), log)
        super().play_shipping(state, frame, action, log)

    def report(
        self, state: AxisState, plan: Plan, action: Move | Raid | Drop, power: int, log: Log
    ) -> None:
        """Aircraft attack their goal only, and raids no territory at all (G40-980)."""
        if not isinstance(action, Raid):
            kinds = (self.world.kinds[self.world.kind[units.kind]] for units in action.units)
            flies = isinstance(action, Drop) or any(kind.domain == "air" for kind in kinds)
            self._announce(state, power, plan.path[-1:] if flies else plan.path[1:], log)
        super().report(state, plan, action, power, log)

    def _announce(self, state: AxisState, power: int, spaces: Iterable[int], log: Log) -> None:
        rules = cast("Rules1940", self.axis)
        for space in spaces:
            rules.attack_announced(state, power, space, log)


class NoncombatMove1940(AsksPassage[frames.NoncombatMove], NoncombatMoveStep):
    """Who enters a neutral that favours his side gains it; so does who may take land over."""

    def arrived(
        self, state: AxisState, power: int, units: Sequence[Units], goal: int, log: Log
    ) -> None:
        world = self.world
        owner = state.owner[goal]
        if owner in world.neutral:
            if at.allies(state, power)[owner]:
                cast("Rules1940", self.axis).neutrals.join(state, power, goal, log)
        elif owner >= 0 and not world.powers[owner].plays:
            kinds = (world.kinds[world.kind[item.kind]] for item in units)
            if any(world.access.takes_over(state, power, kind, goal) for kind in kinds):
                state.owner[goal] = power
                log.append(Joined(space=self.name(goal), power=self.power_name(power)))
