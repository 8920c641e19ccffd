"""China: infantry only, placed anywhere at home, and no facilities.

It is the power that keeps to a region of its own (``confined``).
"""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis.actions import Buy, Repair
from sandtable.games.axis.judge import Judge
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.table import Action, Refusal

from .mobilize import Mobilize1940Step
from .yards import Purchase1940Step

TEXTS = {
    "confined-buy": "{power} buys only infantry",
    "confined-road": "{power} buys {unit} only while its supply road is open",
    "confined-facility": "{power} has no use for facilities",
}


def allowed_besides(world: World, state: AxisState, power: int) -> frozenset[int]:
    """Kinds that an objective of the power lets it buy while it is met."""
    judge = Judge(world, state, power)
    return frozenset(
        world.kind[goal.allows]
        for goal in world.objectives
        if goal.allows and world.power[goal.power] == power and judge.holds(goal.condition)
    )


class ChinesePurchase(Purchase1940Step):
    """What a confined power may buy (G40-456, G40-457, G40-462)."""

    def check(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action
    ) -> Refusal | None:
        if self.world.powers[frame.power].confined:
            name = self.power_name(frame.power)
            if isinstance(action, Repair):
                return self.refuse("confined-facility", power=name)
            if isinstance(action, Buy):
                for units in action.units:
                    refusal = self._refused(state, frame.power, self.world.kind[units.kind])
                    if refusal is not None:
                        return refusal
        return super().check(state, frame, seat, action)

    def _refused(self, state: AxisState, power: int, kind: int) -> Refusal | None:
        world, name = self.world, self.power_name(power)
        if world.foot[kind] or kind in allowed_besides(world, state, power):
            return None
        if world.kinds[kind].building:
            return self.refuse("confined-facility", power=name)
        if any(goal.allows == world.kinds[kind].id for goal in world.objectives):
            return self.refuse("confined-road", power=name, unit=world.kinds[kind].id)
        return self.refuse("confined-buy", power=name)


class ChineseMobilize(Mobilize1940Step):
    """New units of a confined power need no factory, only land of its own (G40-458)."""

    def home(self, state: AxisState, power: int) -> list[int]:
        original = self.world.original
        return [space for space in super().home(state, power) if original[space] == power]
