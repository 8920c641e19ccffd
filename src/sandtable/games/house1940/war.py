"""The start of a nation's turn: war is declared, loans are made and paid back."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import diplomacy
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis1940.declarations import DeclarationStep
from sandtable.games.axis1940.frames import Declaration
from sandtable.table import Action, Ask, Event, Frame, Log, Refusal

from . import frames
from .turn import forget, house

LENDER = "usa"
"""HV-045: nobody else lends."""
PHASE = "war"


class Lend(Action, frozen=True):
    amount: int
    power: str

    def __str__(self) -> str:
        return f"lend {self.amount} {self.power}"


class Repay(Action, frozen=True):
    amount: int

    def __str__(self) -> str:
        return f"repay {self.amount}"


class Lent(Event, frozen=True):
    power: str
    target: str
    amount: int

    def __str__(self) -> str:
        return f"{self.power} lends {self.amount} PP to {self.target}"


class Repaid(Event, frozen=True):
    power: str
    target: str
    amount: int

    def __str__(self) -> str:
        return f"{self.power} pays {self.amount} PP back to {self.target}"


def read_lend(reader: Reader) -> Action:
    amount = reader.number()
    return Lend(amount, reader.notation.power(reader.take("a power")))


def read_repay(reader: Reader) -> Action:
    return Repay(reader.number())


def opens_war(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-806: first the note, then declarations and repayments."""
    forget(state, power)
    allowed = diplomacy.may_declare(rules.world, state, power, PHASE)
    frame = frames.War(power, PHASE, allowed)
    return [frame] if allowed or most_repaid(rules, state, power) else []


def most_repaid(rules: AxisRules, state: AxisState, power: int) -> int:
    """HV-926, HV-851: what can be paid back now; without a capital nobody pays or is paid."""
    world = rules.world
    if at.capital_lost(world, state, power) or at.capital_lost(world, state, world.power[LENDER]):
        return 0
    return min(house(state).debts.get(power, 0), state.money[power])


class WarStep(DeclarationStep):
    """Any number of declarations (HV-044, HV-923) and repayments (HV-926)."""

    frame = frames.War
    prompt = "declare war, pay back what was lent, or end"

    def run(self, state: AxisState, frame: Declaration, log: Log) -> Ask | None:
        if self.targets(state, frame) or most_repaid(self.axis, state, frame.power):
            return self.ask(frame.power)
        state.flow.pop()
        return None

    def check(
        self, state: AxisState, frame: Declaration, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Repay):
            return super().check(state, frame, seat, action)
        most = most_repaid(self.axis, state, frame.power)
        if not 1 <= action.amount <= most:
            return self.refuse("repay", power=self.power_name(frame.power), most=most)
        return None

    def play(
        self, state: AxisState, frame: Declaration, seat: str, action: Action, log: Log
    ) -> None:
        if not isinstance(action, Repay):
            super().play(state, frame, seat, action, log)
            return
        state.money[frame.power] -= action.amount
        state.money[self.world.power[LENDER]] += action.amount
        debts = house(state).debts
        debts[frame.power] -= action.amount
        if not debts[frame.power]:
            del debts[frame.power]
        log.append(Repaid(power=self.power_name(frame.power), target=LENDER, amount=action.amount))

    def candidates(self, state: AxisState, frame: Declaration, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        for amount in range(1, most_repaid(self.axis, state, frame.power) + 1):
            yield Repay(amount)

    def usual(self, state: AxisState, frame: Declaration, seat: str) -> Action:
        return super().usual(state, frame, seat) if self.targets(state, frame) else End()


def opens_loans(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-925: after income, up to a third of what there is (HV-046)."""
    if power != rules.world.power[LENDER] or at.capital_lost(rules.world, state, power):
        return []
    ceiling = -(-state.money[power] // 3)
    return [frames.Loans(power, ceiling)] if ceiling else []


class LoansStep(AxisStep[frames.Loans]):
    """Loans to allies, one by one."""

    frame = frames.Loans
    prompt = "lend points to allies or end"

    def run(self, state: AxisState, frame: frames.Loans, log: Log) -> Ask | None:
        if frame.lent < frame.ceiling:
            return self.ask(frame.power)
        state.flow.pop()
        return None

    def check(
        self, state: AxisState, frame: frames.Loans, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return self.other_phase(action)
        if not isinstance(action, Lend):
            return self.wrong()
        target = self.world.power[action.power]
        power = self.power_name(frame.power)
        if target == frame.power or not at.allies(state, frame.power)[target]:
            return self.refuse("lend-ally", power=power, target=action.power)
        if at.capital_lost(self.world, state, target):
            return self.refuse("lend-capital", target=action.power)
        left = frame.ceiling - frame.lent
        if not 1 <= action.amount <= left:
            return self.refuse("lend-ceiling", power=power, left=left)
        return None

    def play(
        self, state: AxisState, frame: frames.Loans, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            self.finish(state, log)
            return
        assert isinstance(action, Lend)
        target, own = self.world.power[action.power], house(state)
        frame.lent += action.amount
        state.money[frame.power] -= action.amount
        state.money[target] += action.amount
        own.debts[target] = own.debts.get(target, 0) + action.amount
        if self._has_bought(frame.power, target):
            own.late[target] = own.late.get(target, 0) + action.amount
        log.append(
            Lent(power=self.power_name(frame.power), target=action.power, amount=action.amount)
        )

    def _has_bought(self, power: int, target: int) -> bool:
        """HV-814: who comes earlier in the order has had its phase I of this round."""
        order = self.world.order
        return order.index(target) < order.index(power)

    def candidates(self, state: AxisState, frame: frames.Loans, seat: str) -> Iterator[Action]:
        yield End()
        for target in self.world.order:
            for amount in range(1, frame.ceiling - frame.lent + 1):
                yield Lend(amount, self.power_name(target))

    def usual(self, state: AxisState, frame: frames.Loans, seat: str) -> Action:
        return End()
