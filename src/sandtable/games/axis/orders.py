"""Standing orders, so that routine choices need not wait for somebody far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.table import Action, AnytimeStep, Log, Refusal

from .actions import Order
from .events import Ordered
from .state import AxisState, Orders

if TYPE_CHECKING:
    from .rules import AxisRules


class OrderStep(AnytimeStep[AxisState]):
    """Any seat may leave orders at any time; only that seat sees them."""

    action = Order

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.world = rules.world
        self.refuse = rules.refuse

    def check(self, state: AxisState, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Order)
        if action.topic == "losses":
            for unit in action.words:
                if not self.world.kinds[self.world.kind[unit]].fights:
                    return self.refuse("order-unknown", unit=unit)
        return None

    def play(self, state: AxisState, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Order)
        orders = state.orders.get(seat, Orders())
        word = action.words[0] if action.words else ""
        if action.topic == "losses":
            orders = msgspec.structs.replace(orders, losses=action.words)
        elif action.topic == "submerge":
            orders = msgspec.structs.replace(orders, submerge=word)
        else:
            limit = int(action.words[1]) if len(action.words) > 1 else 0
            orders = msgspec.structs.replace(orders, retreat=word, limit=limit)
        if orders == Orders():
            state.orders.pop(seat, None)
        else:
            state.orders[seat] = orders
        what = " ".join(action.words) or "ask"
        log.append(Ordered(topic=action.topic, what=what, seats=(seat,)))
