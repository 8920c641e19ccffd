"""Bots for the titles of the Axis family: ``captain``, and those who make more mistakes."""

from .commander import Captain, Corporal, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "Recruit", "Sergeant"]
