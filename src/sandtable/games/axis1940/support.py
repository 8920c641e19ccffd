"""Landings that enemy aircraft could rise against: who may come to help, and who may leave."""

from __future__ import annotations

from sandtable.games.axis.access import Access
from sandtable.games.axis.state import AxisState

from .attacks import scramblers


class SupportAccess(Access):
    """A landing that could be met by a scramble is supported or avoided like a battle."""

    def threatened(self, state: AxisState, power: int, zone: int) -> bool:
        """G40-134, G40-135: whether enemies could scramble into a zone."""
        return scramblers(self.world, state, power, zone)
