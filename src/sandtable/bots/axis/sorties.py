"""How far aircraft strike: where each flies home to where it came from, and elsewhere."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState, Piece


def there_and_back(rules: AxisRules, state: AxisState, piece: Piece, space: int) -> int:
    """How far an aircraft goes that must be back where it started, with the help of a base."""
    world = rules.world
    reach = world.arsenal(state.techs[piece.owner]).move[piece.kind]
    if at.is_friendly_land(world, state, piece.owner, space):
        bases = facilities.working(world, state, space)
        reach += max((base.air_range for base in bases), default=0)
    return reach // 2
