"""What a power would attack if its combat moves began now: asked before it comes to that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.bots.axis.attack import Attacker
from sandtable.games.axis import frames
from sandtable.games.axis.state import AxisState
from sandtable.table import Position

Strategist = Callable[[Position[Any], int], Attacker]
"""Plans the attacks of a power on a board of its own."""


def at_the_attack(position: Position[Any], power: int) -> Position[Any]:
    """The position as if the power's combat moves began now."""
    state = position.state.copy()
    assert isinstance(state, AxisState)
    state.flow = [frames.CombatMove(power)]
    return Position(position.rules, state)
