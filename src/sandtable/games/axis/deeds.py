"""What has happened so far in the game, as far as a condition of the tables asks for it."""

from __future__ import annotations

from typing import TypeAlias

from .conditions import Call
from .judge import Judge, depends_on_asker, is_fixed
from .state import AxisState
from .world import World

Deed: TypeAlias = tuple[str, int, int]
"""The form that asks for it, who did it, and the space or power it was done to."""

ATTACKED, CAPTURED, ENTERED, LIBERATED = "attacked", "captured", "entered", "liberated"
DECLARED, UNPROVOKED = "declared-war", "unprovoked-war"
PEOPLES = (DECLARED, UNPROVOKED)
"""What is done to a power, not in a space."""


def note(world: World, state: AxisState, deed: str, power: int, target: int) -> bool:
    """Remember a deed, once and if anybody will ask for it; whether it is new."""
    done = (deed, power, target)
    wanted = world.noted.get(done)
    if wanted is None:
        wanted = deed in world.own_deeds or any(
            call.name == deed and _asks_for(world, state, call, power, target)
            for call in world.asked_deeds
        )
        world.noted[done] = wanted
    if not wanted or done in state.deeds:
        return False
    state.deeds = (*state.deeds, done)
    return True


def _asks_for(world: World, state: AxisState, call: Call, power: int, target: int) -> bool:
    """Whether a condition can ever depend on what this power has done there.

    What is done to powers is seldom, and remembered whoever it is.
    """
    if call.name in PEOPLES:
        return True
    judge = Judge(world, state, power)
    *who, spaces = call.args
    if who and power not in judge.who(who[0]) and not depends_on_asker(who[0]):
        return False
    return not is_fixed(spaces) or target in judge.spaces(spaces)
