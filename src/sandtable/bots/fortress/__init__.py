"""Bots for Fortress America: the US and the invaders."""

from .captain import Captain
from .pupils import Corporal, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "Recruit", "Sergeant"]
