"""Bots for the titles of the Axis family.

``captain``, those who make more mistakes, and ``general`` who thinks longer.
"""

from .commander import Captain, Corporal, General, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "General", "Recruit", "Sergeant"]
