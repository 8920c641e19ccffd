"""Phase 7: income, objectives and war bonds."""

from __future__ import annotations

from sandtable.table import Ask, Chance, Log

from . import frames
from . import situation as at
from .events import Collected
from .judge import Judge
from .state import AxisState
from .steps import AxisStep


class CollectIncomeStep(AxisStep[frames.CollectIncome]):
    """Needs no decision; only war bonds need a die."""

    frame = frames.CollectIncome

    def run(self, state: AxisState, frame: frames.CollectIncome, log: Log) -> Ask | None:
        bonds = self.world.arsenal(state.techs[frame.power]).bonds
        if bonds:
            return Chance((6,) * bonds, f"war bonds of {self.power_name(frame.power)}")
        self._collect(state, frame.power, 0, log)
        return None

    def rolled(
        self, state: AxisState, frame: frames.CollectIncome, faces: tuple[int, ...], log: Log
    ) -> None:
        self._collect(state, frame.power, sum(faces), log)

    def _collect(self, state: AxisState, power: int, bonds: int, log: Log) -> None:
        income = at.production(self.world, state, power)
        bonuses = self.bonuses(state, power) if state.options.get("objectives") else ()
        state.money[power] += income + bonds + sum(amount for amount, _ in bonuses)
        met = {text for _, text in bonuses}
        state.paid = (
            *state.paid,
            *(o.index for o in self.world.objectives if o.once and o.text in met),
        )
        log.append(
            Collected(power=self.power_name(power), income=income, bonuses=bonuses, bonds=bonds)
        )
        state.flow.pop()

    def bonuses(self, state: AxisState, power: int) -> tuple[tuple[int, str], ...]:
        """The objectives the power meets now: (IPCs, condition)."""
        judge = Judge(self.world, state, power)
        name = self.power_name(power)
        return tuple(
            (objective.bonus * times, objective.text)
            for objective in self.world.objectives
            if objective.power == name
            and objective.index not in state.paid
            and not objective.units_in
            and (times := judge.times(objective.condition))
        )
