"""The first stage of combat: strategic raids, and rockets for powers that have them."""

from __future__ import annotations

import msgspec

from sandtable.table import Action, Log, Refusal

from . import frames
from . import situation as at
from .actions import Launch
from .combat_stages import CombatStage, Open
from .state import MOVED, OUT, RAIDER, AxisState


class Raids(CombatStage):
    """Every raid is flown; rockets may be launched."""

    name = "raids"
    comes_first = "raids-first"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        targets = {
            space
            for space, piece, _ in state.pieces(frame.power)
            if piece.marks & RAIDER and not piece.marks & OUT
        }
        return sorted(targets), []

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        state.flow.append(frames.RaidRoll(frame.power, space))

    def skip(self, state: AxisState, frame: frames.ConductCombat) -> None:
        frame.skipped_rockets = True

    def play(self, state: AxisState, frame: frames.ConductCombat, action: Action, log: Log) -> None:
        if not isinstance(action, Launch):
            super().play(state, frame, action, log)
            return
        gun, goal = self.world.space[action.origin], self.world.space[action.target]
        frame.launched = (*frame.launched, (gun, goal))
        self._tire_gun(state, frame.power, gun)
        state.flow.append(frames.RocketRoll(frame.power, gun, goal))

    def _tire_gun(self, state: AxisState, power: int, space: int) -> None:
        """A gun that launched has fought and stays this turn."""
        launches = self.world.arsenal(state.techs[power]).launches
        for piece, _ in state.units[space]:
            if piece.owner == power and launches[piece.kind]:
                tired = msgspec.structs.replace(piece, marks=piece.marks | MOVED)
                state.change(space, piece, tired)
                return

    # Rockets

    def offers(self, state: AxisState, frame: frames.ConductCombat) -> list[Action]:
        """Launches that are possible now."""
        world, power = self.world, frame.power
        arsenal = world.arsenal(state.techs[power])
        reach = arsenal.rocket_range
        if not reach or frame.skipped_rockets:
            return []
        guns = sorted(
            {
                space
                for space, piece, _ in state.pieces(power)
                if arsenal.launches[piece.kind] and not world.is_sea[space]
            }
        )
        goals = sorted(s for s in state.facilities if at.is_hostile_land(world, state, power, s))
        return [
            Launch(self.step.name(gun), self.step.name(goal))
            for gun in guns
            for goal in goals
            if world.air[gun][goal] <= reach
            and all(gun != used and goal != hit for used, hit in frame.launched)
        ]

    def check(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        if isinstance(action, Launch):
            return self._check_rocket(state, frame, action)
        return super().check(state, frame, action)

    def refuse_now(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Launch):
            return None
        if not self.world.arsenal(state.techs[frame.power]).rocket_range:
            return self.refuse("rocket-tech", power=self.step.power_name(frame.power))
        return self.refuse("raids-first")

    def _check_rocket(
        self, state: AxisState, frame: frames.ConductCombat, action: Launch
    ) -> Refusal | None:
        world, power = self.world, frame.power
        gun, goal = world.space[action.origin], world.space[action.target]
        arsenal = world.arsenal(state.techs[power])
        name = self.step.power_name(power)
        reach, launches = arsenal.rocket_range, arsenal.launches
        if not reach:
            return self.refuse("rocket-tech", power=name)
        here = any(launches[p.kind] and p.owner == power for p, _ in state.units[gun])
        if not here or world.is_sea[gun]:
            return self.refuse("rocket-gun", space=action.origin, power=name)
        if goal not in state.facilities or not at.is_hostile_land(world, state, power, goal):
            return self.refuse("rocket-target", goal=action.target)
        if any(used == gun for used, _ in frame.launched):
            return self.refuse("rocket-once", space=action.origin)
        if any(hit == goal for _, hit in frame.launched):
            return self.refuse("rocket-hit", goal=action.target)
        if world.air[gun][goal] > reach:
            return self.refuse("rocket-range", goal=action.target, space=action.origin, range=reach)
        return None
