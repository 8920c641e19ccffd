"""Phase I: income, repairs and purchases, and what a lost capital forbids (HV-806)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Buy, End, Repair
from sandtable.games.axis.events import Repaired
from sandtable.games.axis.purchase import PurchaseStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import HURT, AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Frame, Log, Refusal

from . import frames
from .turn import house, year
from .vweapons import Arm, Arsenal

PRICE = 5
"""Of each hit that is repaired (HV-049, HV-051, HV-179)."""


def purse(state: AxisState, power: int) -> int:
    """HV-814: what a nation can spend now; loans that came too late wait."""
    return state.money[power] - house(state).late.get(power, 0)


def opens_income(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-010: without its capital a nation earns nothing."""
    lost = at.capital_lost(rules.world, state, power)
    return [] if lost else [family.CollectIncome(power)]


def opens_repairs(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    if at.capital_lost(rules.world, state, power) or not damaged(rules.world, state, power):
        return []
    return [frames.Repairs(power)]


def opens_purchases(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-009: without its capital a nation spends nothing."""
    return [] if at.capital_lost(rules.world, state, power) else [family.Purchase(power)]


def damaged(world: World, state: AxisState, power: int) -> dict[tuple[int, int], int]:
    """What a nation can repair, wherever it is (HV-939): (space, kind) and how many."""
    found = {
        (space, facility.kind): 1
        for space, here in state.facilities.items()
        for facility in here
        if state.owner[space] == power and facility.damage
    }
    for space, piece, count in state.pieces(power):
        if piece.marks & HURT:
            key = (space, piece.kind)
            found[key] = found.get(key, 0) + count
    return found


class RepairsStep(AxisStep[frames.Repairs]):
    """HV-939: one payment takes away the one hit of a battleship, complex or platform."""

    frame = frames.Repairs
    prompt = "repair what is damaged or end"

    def run(self, state: AxisState, frame: frames.Repairs, log: Log) -> Ask | None:
        if purse(state, frame.power) >= PRICE and damaged(self.world, state, frame.power):
            return self.ask(frame.power)
        state.flow.pop()
        return None

    def check(
        self, state: AxisState, frame: frames.Repairs, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return self.other_phase(action)
        if not isinstance(action, Repair):
            return self.wrong()
        left = damaged(self.world, state, frame.power)
        for count, space, unit in action.markers:
            key = self._meant(left, space, unit)
            if key is None:
                power = self.power_name(frame.power)
                return self.refuse("mend-none", space=space, power=power)
            if not 1 <= count <= left[key]:
                return self.refuse("mend-count", space=space, count=left[key])
            left[key] -= count
        cost = PRICE * sum(count for count, _, _ in action.markers)
        money = purse(state, frame.power)
        if cost > money:
            return self.refuse("money", cost=cost, power=self.power_name(frame.power), money=money)
        return None

    def _meant(
        self, left: dict[tuple[int, int], int], space: str, unit: str
    ) -> tuple[int, int] | None:
        """What is named; a space alone names the only damaged thing there."""
        found = [
            key
            for key in left
            if key[0] == self.world.space[space] and unit in ("", self.world.kinds[key[1]].id)
        ]
        return found[0] if len(found) == 1 else None

    def play(
        self, state: AxisState, frame: frames.Repairs, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            self.finish(state, log)
            return
        assert isinstance(action, Repair)
        for count, name, unit in action.markers:
            key = self._meant(damaged(self.world, state, frame.power), name, unit)
            assert key is not None
            self._mend(state, frame.power, *key, count)
            cost = PRICE * count
            state.money[frame.power] -= cost
            whose = self.power_name(frame.power)
            coin = self.world.currency
            log.append(Repaired(power=whose, space=name, markers=count, cost=cost, currency=coin))

    def _mend(self, state: AxisState, power: int, space: int, kind: int, count: int) -> None:
        if self.world.kinds[kind].building:
            facilities.repair(state, space, kind, 1)
            return
        for piece, number in state.units[space]:
            if piece.kind == kind and piece.owner == power and piece.marks & HURT:
                sound = msgspec.structs.replace(piece, marks=piece.marks & ~HURT)
                state.change(space, piece, sound, min(number, count))
                count -= min(number, count)
                if not count:
                    return

    def candidates(self, state: AxisState, frame: frames.Repairs, seat: str) -> Iterator[Action]:
        yield End()
        for space, kind in damaged(self.world, state, frame.power):
            yield Repair(((1, self.name(space), self.world.kinds[kind].id),))

    def usual(self, state: AxisState, frame: frames.Repairs, seat: str) -> Action:
        return next(
            (
                action
                for action in self.candidates(state, frame, seat)
                if isinstance(action, Repair) and self.check(state, frame, seat, action) is None
            ),
            End(),
        )


class HousePurchaseStep(PurchaseStep):
    """Units and buildings at the price in the table, if the year and the nation allow them."""

    prompt = "buy units and buildings, then end the phase"

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.weapons = Arsenal(self.world, self.refuse)

    def check(
        self, state: AxisState, frame: family.Purchase, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Repair):
            return self.refuse("repair-first")
        if isinstance(action, Arm):
            return self.weapons.why_not_armed(state, frame.power, action)
        if isinstance(action, Buy):
            for units in action.units:
                refusal = self._on_sale(state, frame.power, self.world.kind[units.kind])
                if refusal is not None:
                    return refusal
        return super().check(state, frame, seat, action)

    def play(
        self, state: AxisState, frame: family.Purchase, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Arm):
            self.weapons.arm(state, frame.power, action, log)
        else:
            super().play(state, frame, seat, action, log)

    def candidates(self, state: AxisState, frame: family.Purchase, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        yield from self.weapons.armings(state, frame.power)

    def _on_sale(self, state: AxisState, power: int, index: int) -> Refusal | None:
        kind, name = self.world.kinds[index], self.power_name(power)
        option = kind.flag("only-option")
        only = str(state.options[option]) if option else kind.flag("only")
        if only and name not in only.split("+"):
            code = "buy-aircraft" if kind.domain == "air" else "buy-nation"
            code = "buy-building" if kind.building else code
            return self.refuse(code, unit=kind.id, power=name)
        since = int(kind.flag("from-year") or 0)
        if year(state) < since:
            return self.refuse("buy-year", unit=kind.id, year=since, now=year(state))
        return None
