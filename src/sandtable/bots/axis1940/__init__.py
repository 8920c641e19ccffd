"""Bots for the 1940 titles: the family's commanders, who also know politics and reactions."""

from .commander import Captain, Sergeant

__all__ = ["Captain", "Sergeant"]
