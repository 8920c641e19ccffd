"""Phase 2: buying units and repairing factories."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from . import facilities, frames
from .actions import Buy, End, Repair, Units
from .budget import Budget, of_purse
from .events import Bought, Repaired
from .state import AxisState, Facility
from .steps import AxisStep


class PurchaseStep(AxisStep[frames.Purchase]):
    """Everything is paid at once; new units wait until they are mobilised."""

    frame = frames.Purchase
    prompt = "buy units and repair factories, then end the phase"

    def run(self, state: AxisState, frame: frames.Purchase, log: Log) -> Ask | None:
        return self.ask(frame.power, self._purse_name(frame))

    def _purse(self, frame: frames.Purchase) -> int:
        return frame.power if frame.purse < 0 else frame.purse

    def _purse_name(self, frame: frames.Purchase) -> str:
        return "" if frame.purse < 0 else self.world.purses[frame.purse].id

    def budget(self, state: AxisState, frame: frames.Purchase) -> Budget:
        return of_purse(self.world, state, frame.power, self._purse(frame))

    def unit_cost(self, state: AxisState, power: int, units: tuple[Units, ...]) -> int:
        cost = self.world.arsenal(state.techs[power]).cost
        return sum(cost[self.world.kind[u.kind]] * u.count for u in units)

    def _wanted(
        self, state: AxisState, frame: frames.Purchase, action: Repair
    ) -> list[tuple[int, int, Facility]] | Refusal:
        """The damage to be removed: (points, space, facility)."""
        world, power = self.world, frame.power
        found: list[tuple[int, int, Facility]] = []
        total: dict[tuple[int, int], int] = {}
        for count, space, unit in action.markers:
            if count < 1:
                return self.refuse("count")
            index = world.space[space]
            here = [
                facility
                for facility in state.facilities.get(index, ())
                if facilities.building(world, facility).repair
                and unit in ("", world.kinds[facility.kind].id)
            ]
            if not here or state.owner[index] != power:
                return self.refuse("repair-none", space=space, power=self.power_name(power))
            if world.purse_at(power, index) != self._purse(frame):
                return self.refuse("repair-purse", space=space, purse=self._purse_name(frame))
            if len(here) > 1:
                return self.refuse("repair-which", space=space)
            total[index, here[0].kind] = total.get((index, here[0].kind), 0) + count
            if total[index, here[0].kind] > here[0].damage:
                return self.refuse("repair-too-much", space=space, count=here[0].damage)
            found.append((count, index, here[0]))
        return found

    def _bill(
        self, state: AxisState, frame: frames.Purchase, wanted: list[tuple[int, int, Facility]]
    ) -> Iterator[tuple[int, int]]:
        """Rate and price of each repair; those at one rate are rounded up together, once."""
        arsenal = self.world.arsenal(state.techs[frame.power])
        done = dict(frame.repaired)
        for count, _, facility in wanted:
            rate = arsenal.repair[facility.kind]
            before = done.get(rate, 0)
            after = done[rate] = before + count
            price = facilities.building(self.world, facility).repair
            yield rate, price * (-(-after // rate) + (-before // rate))

    def check(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action
    ) -> Refusal | None:
        power = frame.power
        if isinstance(action, End):
            return self.other_phase(action)
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
            wanted = self._wanted(state, frame, action)
            if isinstance(wanted, Refusal):
                return wanted
            cost = sum(price for _, price in self._bill(state, frame, wanted))
        else:
            return self.wrong()
        money = state.money[self._purse(frame)]
        if cost > money:
            whose = self._purse_name(frame) or self.power_name(power)
            return self.refuse("money", cost=cost, power=whose, money=money)
        return None

    def play(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action, log: Log
    ) -> None:
        power = frame.power
        if isinstance(action, End):
            state.flow.pop()
        elif isinstance(action, Buy):
            cost = self.unit_cost(state, power, action.units)
            state.money[self._purse(frame)] -= cost
            for units in action.units:
                state.pool_add(self._purse(frame), self.world.kind[units.kind], units.count)
            what = ", ".join(map(str, action.units))
            coin, whose = self.world.currency, self.power_name(power)
            log.append(Bought(power=whose, what=what, cost=cost, currency=coin))
        else:
            assert isinstance(action, Repair)
            wanted = self._wanted(state, frame, action)
            assert not isinstance(wanted, Refusal)
            bill = list(self._bill(state, frame, wanted))
            for (count, index, facility), (rate, cost) in zip(wanted, bill, strict=True):
                done = dict(frame.repaired)
                done[rate] = done.get(rate, 0) + count
                frame.repaired = tuple(sorted(done.items()))
                state.money[self._purse(frame)] -= cost
                facilities.repair(state, index, facility.kind, count)
                name, whose = self.name(index), self.power_name(power)
                coin = self.world.currency
                log.append(
                    Repaired(power=whose, space=name, markers=count, cost=cost, currency=coin)
                )

    def candidates(self, state: AxisState, frame: frames.Purchase, seat: str) -> Iterator[Action]:
        yield End()
        for kind in self.world.kinds:
            yield Buy((Units(1, kind.id),))
        for space, here in sorted(state.facilities.items()):
            if state.owner[space] != frame.power:
                continue
            for facility in here:
                if facility.damage:
                    unit = self.world.kinds[facility.kind].id if len(here) > 1 else ""
                    yield Repair(((1, self.name(space), unit),))
