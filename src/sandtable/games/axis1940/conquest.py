"""Who holds land that is taken, where these titles have rules of their own."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis.capture import Conqueror
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import NOBODY
from sandtable.table import Log


class Conqueror1940(Conqueror):
    """Owners that do not play are not there to be freed; China tolerates no factories."""

    def new_owner(self, state: AxisState, power: int, space: int) -> int:
        original = self.world.original[space]
        if original != NOBODY and not self.world.powers[original].plays:
            return power  # its capital counts as lost (G40-477)
        return super().new_owner(state, power, space)

    def take(self, state: AxisState, power: int, space: int, log: Log) -> None:
        super().take(state, power, space, log)
        owner = state.owner[space]
        if self.world.powers[owner].confined and self.world.original[space] == owner:
            self._tear_down(state, space)

    def _tear_down(self, state: AxisState, space: int) -> None:
        """No factory is left where China holds its own land again (G40-463)."""
        factory = facilities.factory(self.world, state, space)
        if factory is not None:
            facilities.take_away(state, space, factory.kind)
