"""Bots for the 1940 titles: the family's commanders, who also know politics and reactions."""

from .commander import Captain, Corporal, General, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "General", "Recruit", "Sergeant"]
