"""Fortress America (1986)."""

from .rules import PLAYERS_THREE, PLAYERS_TWO, Fortress
from .state import FortressState

__all__ = ["PLAYERS_THREE", "PLAYERS_TWO", "Fortress", "FortressState"]
