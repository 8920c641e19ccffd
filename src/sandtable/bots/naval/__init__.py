"""Bots for Naval Battles."""

from .captain import Captain

__all__ = ["Captain"]
