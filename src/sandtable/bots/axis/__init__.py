"""Bots for the titles of the Axis family: ``captain``, and ``sergeant`` who looks less far."""

from .commander import Captain, Sergeant

__all__ = ["Captain", "Sergeant"]
