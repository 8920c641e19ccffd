"""What has happened so far in the game, as far as a condition of the tables asks for it."""

from __future__ import annotations

from typing import TypeAlias

from .state import AxisState
from .world import World

Deed: TypeAlias = tuple[str, int, int]
"""The form that asks for it, who did it, and the space or power it was done to."""

ATTACKED, CAPTURED, ENTERED, LIBERATED = "attacked", "captured", "entered", "liberated"
DECLARED, UNPROVOKED = "declared-war", "unprovoked-war"
PEOPLES = (DECLARED, UNPROVOKED)
"""What is done to a power, not in a space."""


def note(world: World, state: AxisState, deed: str, power: int, target: int) -> bool:
    """Remember a deed, once; whether it is new."""
    if deed not in world.watched or (deed, power, target) in state.deeds:
        return False
    state.deeds = (*state.deeds, (deed, power, target))
    return True
