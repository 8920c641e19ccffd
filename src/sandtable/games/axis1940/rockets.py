"""Rockets of the 1940 titles: fired from air bases in action (G40-443, G40-938)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Launch
from sandtable.games.axis.landing import flight
from sandtable.games.axis.notation import Reader, arrow
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Log, Refusal

from .raiding import Raids1940


class Rocket(Launch, frozen=True):
    """``facility``: what it is aimed at (empty: the only one there)."""

    facility: str = ""

    def __str__(self) -> str:
        return f"{super().__str__()} {self.facility}".strip()


def read_rocket(reader: Reader) -> Action:
    origin, target = arrow(reader)
    facility = reader.notation.kind(reader.take("a facility")) if reader.tokens else ""
    return Rocket(origin, target, facility)


class RocketRaids(Raids1940):
    """One rocket for each base; several may hit one target, and none crosses neutral land."""

    def play(self, state: AxisState, frame: frames.ConductCombat, action: Action, log: Log) -> None:
        if not isinstance(action, Rocket):
            super().play(state, frame, action, log)
            return
        base, goal = self.world.space[action.origin], self.world.space[action.target]
        kind = self._aims(state, action)[0]
        frame.launched = (*frame.launched, (base, goal))
        state.flow.append(frames.RocketRoll(frame.power, base, goal, kind))

    def _aims(self, state: AxisState, action: Rocket) -> list[int]:
        """Facilities of the target that the action can mean."""
        here = state.facilities.get(self.world.space[action.target], ())
        kinds = self.world.kinds
        return [f.kind for f in here if action.facility in ("", kinds[f.kind].id)]

    def _bases(self, state: AxisState, power: int) -> Iterator[int]:
        launches = self.world.arsenal(state.techs[power]).launches
        for space, here in sorted(state.facilities.items()):
            if state.owner[space] == power and any(
                launches[f.kind] and facilities.works(self.world, f) for f in here
            ):
                yield space

    def offers(self, state: AxisState, frame: frames.ConductCombat) -> list[Action]:
        world, power = self.world, frame.power
        if not world.arsenal(state.techs[power]).rocket_range or frame.skipped_rockets:
            return []
        goals = sorted(s for s in state.facilities if at.is_hostile_land(world, state, power, s))
        found = [
            Rocket(self.step.name(base), self.step.name(goal), world.kinds[facility.kind].id)
            for base in self._bases(state, power)
            for goal in goals
            for facility in state.facilities[goal]
        ]
        return [rocket for rocket in found if self._check_rocket(state, frame, rocket) is None]

    def _check_rocket(
        self, state: AxisState, frame: frames.ConductCombat, action: Launch
    ) -> Refusal | None:
        world, power = self.world, frame.power
        base, goal = world.space[action.origin], world.space[action.target]
        reach, name = world.arsenal(state.techs[power]).rocket_range, self.step.power_name(power)
        assert isinstance(action, Rocket)
        if not reach:
            return self.refuse("rocket-tech", power=name)
        if base not in self._bases(state, power):
            return self.refuse("rocket-base", space=action.origin, power=name)
        aims = self._aims(state, action)
        if not aims or not at.is_hostile_land(world, state, power, goal):
            return self.refuse("rocket-target", goal=action.target)
        if len(aims) > 1:
            return self.refuse("rocket-which", space=action.target)
        if any(used == base for used, _ in frame.launched):
            return self.refuse("rocket-once", space=action.origin)
        if flight(world, state, power, base, goal) > reach:
            return self.refuse("rocket-range", goal=action.target, space=action.origin, range=reach)
        return None
