"""Bots for Naval Battles."""

from .captain import Captain
from .pupils import Corporal, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "Recruit", "Sergeant"]
