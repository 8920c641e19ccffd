"""Who is whose foe, who is whose ally: two tables of yes and no; neither means not at war.

The row of a power has an entry for every power and one more, always no, that answers for
``NOBODY``: the index -1 is the last entry. Rules read them through ``situation``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .state import AxisState
    from .world import PowerData

Row: TypeAlias = tuple[bool, ...]
Table: TypeAlias = tuple[Row, ...]


def members(powers: Sequence[PowerData]) -> dict[str, frozenset[int]]:
    """The powers of each side, the first power's side first."""
    sides = dict.fromkeys(power.side for power in powers)
    return {side: frozenset(p.index for p in powers if p.side == side) for side in sides}


def allied(powers: Sequence[PowerData]) -> Table:
    """Powers of one side are allies, each its own ally too."""
    return tuple((*(a.side == b.side for b in powers), False) for a in powers)


def opposing(powers: Sequence[PowerData]) -> Table:
    """War between all powers of different sides."""
    return tuple((*(a.side != b.side for b in powers), False) for a in powers)


def set_war(state: AxisState, one: int, other: int, war: bool = True) -> None:
    """From now on the two are at war, or not; nobody else's relations change."""
    pair = {one, other}
    state.foe = tuple(
        tuple(war if {a, b} == pair else enemy for b, enemy in enumerate(row))
        for a, row in enumerate(state.foe)
    )
