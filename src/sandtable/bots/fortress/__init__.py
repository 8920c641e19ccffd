"""Captain for Fortress America: the US and the invaders."""

from .captain import Captain

__all__ = ["Captain"]
