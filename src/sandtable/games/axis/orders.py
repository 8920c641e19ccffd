"""Standing orders, so that routine choices need not wait for somebody far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.table import Action, AnytimeStep, Log, Refusal

from .actions import Order
from .state import AxisState, Orders

if TYPE_CHECKING:
    from .rules import AxisRules


class OrderStep(AnytimeStep[AxisState]):
    """Any seat may leave orders at any time; only that seat sees them, unless they bind others."""

    action = Order

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.world = rules.world
        self.refuse = rules.refuse
        self.topics = rules.topics

    def check(self, state: AxisState, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Order)
        bar = self.topics[action.topic].why_not(self.world, state, seat, action.words)
        return self.refuse.bar(bar) if bar else None

    def play(self, state: AxisState, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Order)
        orders = state.orders.get(seat, Orders())
        topic = self.topics[action.topic]
        orders = topic.keep(orders, action.words)
        if orders == Orders():
            state.orders.pop(seat, None)
        else:
            state.orders[seat] = orders
        log.append(topic.told(self.world, seat, action.words))
