"""Phase 1: buying researcher tokens and rolling for advances."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Chance, Log, Refusal

from . import frames
from .actions import BuyTokens, ChooseChart, End
from .events import Advanced, ResearchRolled
from .state import AxisState
from .steps import AxisStep

TOKEN_PRICE = 5
BUY = "buy"
"""The stage of buying; a title with several purses may add which one pays."""
SUCCESS = 6


class ResearchStep(AxisStep[frames.Research]):
    """Tokens are bought and rolled for; a 6 opens a chart of the player's choice."""

    frame = frames.Research
    prompt = "buy researcher tokens, or end"
    keeps_tokens = True
    """Tokens that brought nothing are rolled again next turn."""

    def purse(self, frame: frames.Research) -> int:
        """Who pays at this stage."""
        return frame.power

    def after_buying(self, state: AxisState, frame: frames.Research) -> str:
        """The stage that follows when no more tokens are bought."""
        return "roll"

    def run(self, state: AxisState, frame: frames.Research, log: Log) -> Ask | None:
        power = frame.power
        if frame.stage.startswith(BUY):
            purse = self.purse(frame)
            return self.ask(power, "" if purse == power else self.world.purses[purse].id)
        if frame.stage == "roll" and state.tokens[power]:
            why = f"research of {self.power_name(power)}"
            return Chance((6,) * state.tokens[power], why)
        if frame.stage == "chart":
            return self.ask(power)
        if frame.stage == "advance":
            return Chance((6,), f"chart {frame.chart} of {self.power_name(power)}")
        state.flow.pop()
        return None

    def open_charts(self, state: AxisState, power: int) -> list[int]:
        """Charts with an advance that the power does not own yet."""
        owned = state.techs[power]
        return sorted({t.chart for t in self.world.techs if not owned >> t.index & 1})

    def check(
        self, state: AxisState, frame: frames.Research, seat: str, action: Action
    ) -> Refusal | None:
        power = frame.power
        if frame.stage == "chart":
            if not isinstance(action, ChooseChart):
                return self.wrong()
            if action.chart not in {t.chart for t in self.world.techs}:
                return self.refuse("chart-unknown")
            if action.chart not in self.open_charts(state, power):
                return self.refuse(
                    "chart-complete", power=self.power_name(power), chart=action.chart
                )
            return None
        if isinstance(action, End):
            return self.other_phase(action)
        if not isinstance(action, BuyTokens):
            return self.wrong()
        if action.count < 1:
            return self.refuse("count")
        if not self.open_charts(state, power):
            return self.refuse("charts-complete", power=self.power_name(power))
        cost, money = action.count * TOKEN_PRICE, state.money[self.purse(frame)]
        if cost > money:
            return self.refuse(
                "tokens-money",
                count=action.count,
                cost=cost,
                power=self.power_name(power),
                money=money,
            )
        return None

    def play(
        self, state: AxisState, frame: frames.Research, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, ChooseChart):
            frame.chart = action.chart
            frame.stage = "advance"
        elif isinstance(action, BuyTokens):
            state.money[self.purse(frame)] -= action.count * TOKEN_PRICE
            state.tokens[frame.power] += action.count
        else:
            frame.stage = self.after_buying(state, frame)

    def rolled(
        self, state: AxisState, frame: frames.Research, faces: tuple[int, ...], log: Log
    ) -> None:
        power = frame.power
        if frame.stage == "roll":
            success = SUCCESS in faces
            log.append(ResearchRolled(power=self.power_name(power), faces=faces, success=success))
            if success or not self.keeps_tokens:
                state.tokens[power] = 0
            frame.stage = "chart" if success and self.open_charts(state, power) else "over"
            return
        tech = next(t for t in self.world.techs if (t.chart, t.face) == (frame.chart, faces[0]))
        if not state.techs[power] >> tech.index & 1:
            state.techs[power] |= 1 << tech.index
            log.append(Advanced(power=self.power_name(power), tech=tech.name))
            frame.stage = "over"

    def candidates(self, state: AxisState, frame: frames.Research, seat: str) -> Iterator[Action]:
        if frame.stage == "chart":
            for chart in self.open_charts(state, frame.power):
                yield ChooseChart(chart)
            return
        yield End()
        for count in range(1, state.money[self.purse(frame)] // TOKEN_PRICE + 1):
            yield BuyTokens(count)
