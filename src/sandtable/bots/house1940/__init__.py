"""Bots for the house variant: those of the 1940 titles, who also fly missions, lend and bargain."""

from .commander import Captain, Corporal, General, Recruit, Sergeant

__all__ = ["Captain", "Corporal", "General", "Recruit", "Sergeant"]
