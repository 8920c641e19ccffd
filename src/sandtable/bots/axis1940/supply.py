"""Buying in the 1940 titles: the family's purchases, and bigger complexes."""

from __future__ import annotations

from sandtable.bots.axis.supply import Quartermaster
from sandtable.games.axis import facilities
from sandtable.games.axis1940.actions import Upgrade
from sandtable.table import Action


class Quartermaster1940(Quartermaster):
    """Money that finds no room for units makes room for the next turns."""

    def shop(self) -> list[Action]:
        return [*super().shop(), *self._upgrade()]

    def _upgrade(self) -> list[Action]:
        if self.room > 0:
            return []
        for factory in sorted(self.factories, key=lambda f: -self.world.value[f]):
            works = facilities.factory(self.world, self.state, factory)
            if works is None:
                continue
            site = facilities.building(self.world, works)
            action = Upgrade(self.world.spaces[factory].id)
            if not site.upgrade or site.upgrade_cost > self.money:
                continue
            if self.position.check(self.seat, action) is None:
                self.money -= site.upgrade_cost
                return [action]
        return []
