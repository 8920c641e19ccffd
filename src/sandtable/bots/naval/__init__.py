"""Bots for Naval Battles."""

from .captain import Captain
from .general import General
from .pupils import Corporal, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "General", "Recruit", "Sergeant"]
