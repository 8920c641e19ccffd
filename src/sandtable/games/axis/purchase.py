"""Phase 2: buying units and repairing factories."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from . import frames
from .actions import Buy, End, Repair, Units
from .events import Bought, Repaired
from .state import AxisState
from .steps import AxisStep


class PurchaseStep(AxisStep[frames.Purchase]):
    """Everything is paid at once; new units wait until they are mobilised."""

    frame = frames.Purchase
    prompt = "buy units and repair factories, then end the phase"

    def run(self, state: AxisState, frame: frames.Purchase, log: Log) -> Ask | None:
        return self.ask(frame.power)

    def unit_cost(self, state: AxisState, power: int, units: tuple[Units, ...]) -> int:
        cost = self.world.arsenal(state.techs[power]).cost
        return sum(cost[self.world.kind[u.kind]] * u.count for u in units)

    def repair_cost(self, state: AxisState, frame: frames.Purchase, markers: int) -> int:
        """All repairs of the phase are priced together, rounded up once."""
        rate = self.world.arsenal(state.techs[frame.power]).repair[self.world.factory]

        def price(removed: int) -> int:
            return -(-removed // rate)

        return price(frame.repaired + markers) - price(frame.repaired)

    def check(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action
    ) -> Refusal | None:
        power = frame.power
        if isinstance(action, End):
            return None
        if isinstance(action, Buy):
            for units in action.units:
                if units.owner not in ("", self.power_name(power)):
                    other = self.world.powers[self.world.power[units.owner]]
                    code = "buy-confined" if other.confined else "buy-other"
                    return self.refuse(code, power=self.power_name(power), other=other.id)
                if units.cargo:
                    return self.refuse("not-for-sale", unit=str(units))
            cost = self.unit_cost(state, power, action.units)
        elif isinstance(action, Repair):
            refusal = self._check_repair(state, power, action)
            if refusal is not None:
                return refusal
            cost = self.repair_cost(state, frame, sum(count for count, _ in action.markers))
        else:
            return self.wrong()
        if cost > state.money[power]:
            return self.refuse(
                "money", cost=cost, power=self.power_name(power), money=state.money[power]
            )
        return None

    def _check_repair(self, state: AxisState, power: int, action: Repair) -> Refusal | None:
        total: dict[str, int] = {}
        for count, space in action.markers:
            if count < 1:
                return self.refuse("count")
            total[space] = total.get(space, 0) + count
        for space, count in total.items():
            index = self.world.space[space]
            if index not in state.factories or state.owner[index] != power:
                return self.refuse("repair-none", space=space, power=self.power_name(power))
            if count > state.factories[index]:
                return self.refuse("repair-too-much", space=space, count=state.factories[index])
        return None

    def play(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action, log: Log
    ) -> None:
        power = frame.power
        if isinstance(action, End):
            state.flow.pop()
        elif isinstance(action, Buy):
            cost = self.unit_cost(state, power, action.units)
            state.money[power] -= cost
            for units in action.units:
                state.pool_add(power, self.world.kind[units.kind], units.count)
            what = ", ".join(map(str, action.units))
            log.append(Bought(power=self.power_name(power), what=what, cost=cost))
        else:
            assert isinstance(action, Repair)
            for count, space in action.markers:
                cost = self.repair_cost(state, frame, count)
                frame.repaired += count
                state.money[power] -= cost
                state.factories[self.world.space[space]] -= count
                log.append(
                    Repaired(power=self.power_name(power), space=space, markers=count, cost=cost)
                )

    def candidates(self, state: AxisState, frame: frames.Purchase, seat: str) -> Iterator[Action]:
        yield End()
        for kind in self.world.kinds:
            yield Buy((Units(1, kind.id),))
        for space, damage in sorted(state.factories.items()):
            if damage and state.owner[space] == frame.power:
                yield Repair(((1, self.name(space)),))
