"""What a purse can pay for and where it can be placed: the ground every purchase stands on."""

from __future__ import annotations

from typing import Any

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Buy, Units
from sandtable.games.axis.mobilize import MobilizeStep
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.table import Position

from .field import Field
from .picture import Picture
from .roles import roles

ANYWHERE = 99
"""The output of land where recruits need no factory."""


class Stores:
    """Money and room of one purse, and a basket that both go into."""

    def __init__(
        self, position: Position[Any], picture: Picture, field: Field, *, foresight: bool
    ) -> None:
        self.position = position
        self.picture = picture
        self.field = field
        self.foresight = foresight
        self.world = picture.world
        self.power = picture.power
        self.seat = self.world.powers[self.power].seat
        state = position.state
        assert isinstance(state, AxisState)
        self.state = state
        self.arsenal = self.world.arsenal(state.techs[self.power])
        purse = getattr(state.flow[-1], "purse", -1)
        self.purse = self.power if purse < 0 else purse
        """The purse that is spent, or whose purchases are placed."""
        self.money = state.money[self.purse]
        steps = picture.rules.steps.values()
        mobilize = next(step for step in steps if isinstance(step, MobilizeStep))
        self.limited = mobilize.uses_output(self.power)
        """Whether recruits come out of factories; others enter in any land of their own."""
        self.roles = roles(self.world, self._for_sale)
        self.basket: dict[str, int] = {}
        """What is bought, by role."""
        self.factories = self._places()
        self.room = sum(self._output(f) for f in self.factories)

    def _places(self) -> list[int]:
        """Where this purse's recruits enter the board."""
        world, state = self.world, self.state
        if not self.limited:
            return [s for s, o in enumerate(state.owner) if o == self.power == world.original[s]]
        return [
            factory
            for factory in at.working_factories(world, state, self.power)
            if world.purse_at(self.power, factory) == self.purse
        ]

    def _for_sale(self, kind: int) -> bool:
        """Whether the power may buy such a unit at all."""
        if not isinstance(self.state.flow[-1], frames.Purchase):
            return True
        refusal = self.position.check(self.seat, Buy((Units(1, self.world.kinds[kind].id),)))
        return refusal is None or refusal.code == "money"

    def _output(self, factory: int) -> int:
        if not self.limited:
            return ANYWHERE
        return at.output_left(self.world, self.state, self.power, factory)

    def _kind(self, role: str) -> int:
        return self.roles[role]

    def _price(self, name: str) -> int:
        return self.arsenal.cost[self._kind(name)]

    def _take(self, name: str, count: int = 1) -> bool:
        if name not in self.roles:
            return False
        price = self._price(name) * count
        if price > self.money or not self._fill(self.world.kinds[self._kind(name)], count):
            return False
        self.money -= price
        self.basket[name] = self.basket.get(name, 0) + count
        return True

    def _fill(self, kind: Kind, count: int) -> bool:
        """Use up room for new units, if there is enough; a building needs none."""
        if kind.building is not None:
            return True
        if count > self.room:
            return False
        self.room -= count
        return True

    def _owned(self, name: str) -> int:
        if name not in self.roles:
            return 0
        kind = self._kind(name)
        return sum(n for _, p, n in self.state.pieces(self.power) if p.kind == kind)
