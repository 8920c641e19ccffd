"""Phase 7: income, objectives and war bonds."""

from __future__ import annotations

from sandtable.table import Ask, Chance, Log

from . import frames
from . import situation as at
from .advantages import raised
from .budget import Threat
from .events import Collected
from .judge import Judge
from .objectives import Objective
from .state import AxisState
from .steps import AxisStep


class CollectIncomeStep(AxisStep[frames.CollectIncome]):
    """Needs no decision; only war bonds need a die."""

    frame = frames.CollectIncome

    def run(self, state: AxisState, frame: frames.CollectIncome, log: Log) -> Ask | None:
        bonds = self.bonds(state, frame)
        if bonds:
            return Chance((6,) * bonds, f"war bonds of {self.power_name(frame.power)}")
        self._collect(state, frame, 0, log)
        return None

    def bonds(self, state: AxisState, frame: frames.CollectIncome) -> int:
        """War bond dice; of several purses only the first that is open gets what they show."""
        purses = self.world.purses_of[frame.power]
        first = next((p for p in purses if not at.purse_closed(self.world, state, p)), -1)
        if frame.purse not in (-1, first):
            return 0
        return self.world.arsenal(state.techs[frame.power]).bonds

    def rolled(
        self, state: AxisState, frame: frames.CollectIncome, faces: tuple[int, ...], log: Log
    ) -> None:
        self._collect(state, frame, sum(faces), log)

    def _collect(self, state: AxisState, frame: frames.CollectIncome, bonds: int, log: Log) -> None:
        power, purse = frame.power, frame.purse
        income = at.production(self.world, state, power, purse)
        met = self.met(state, power, purse) if state.options.get("objectives") else []
        bonuses = tuple((amount, objective.text) for amount, objective in met)
        paid = power if purse < 0 else purse
        bonus = sum(amount for amount, _ in bonuses)
        extra = raised(self.world, state, power, income + bonus)
        state.money[paid] += income + bonds + bonus + extra
        state.paid = (*state.paid, *(objective.index for _, objective in met if objective.once))
        name = self.world.purses[paid].id
        coin = self.world.currency
        log.append(Collected(name, income, coin, bonuses=bonuses, bonds=bonds, extra=extra))
        state.flow.pop()

    def threats(self, state: AxisState, power: int) -> tuple[Threat, ...]:
        """Where enemies will take some of the income."""
        return ()

    def bonuses(self, state: AxisState, power: int) -> tuple[tuple[int, str], ...]:
        """The objectives the power meets now: (IPCs, condition)."""
        return tuple((amount, o.text) for amount, o in self.met(state, power))

    def met(self, state: AxisState, power: int, purse: int = -1) -> list[tuple[int, Objective]]:
        """Objectives the power is paid for now, into one purse or into all, and how much."""
        world = self.world
        judge, name = Judge(world, state, power), self.power_name(power)
        return [
            (objective.bonus * times, objective)
            for objective in world.objectives
            if objective.power == name
            and purse in (-1, world.purse[objective.purse or name])
            and objective.index not in state.paid
            and not objective.units_in
            and (times := judge.times(objective.condition))
        ]
