"""Who is whose foe, who is whose ally: two tables of yes and no; neither means not at war.

The row of a power has an entry for every power and one more, always no, that answers for
``NOBODY``: the index -1 is the last entry. Rules read them through ``situation``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .powers import PowerData
    from .state import AxisState

Row: TypeAlias = tuple[bool, ...]
Table: TypeAlias = tuple[Row, ...]

BYSTANDING = "neutral"
"""The side of powers that are nobody's foe."""


def members(powers: Iterable[PowerData]) -> dict[str, frozenset[int]]:
    """The powers of each side, the first power's side first."""
    sides: dict[str, frozenset[int]] = {}
    for power in powers:
        sides[power.side] = sides.get(power.side, frozenset()) | {power.index}
    return sides


def allied(powers: Sequence[PowerData]) -> Table:
    """Powers of one side are allies, each its own ally too."""
    return tuple((*(a.side == b.side for b in powers), False) for a in powers)


def opposing(powers: Sequence[PowerData], wars: Collection[frozenset[int]] | None) -> Table:
    """Who is at war when the game begins: powers of different sides.

    Where ``wars`` are told, of two powers that play only those pairs are; who does not play
    (owners of land, neutrals of one leaning) has no say in it. A side may keep out of all wars.
    """

    def at_war(a: PowerData, b: PowerData) -> bool:
        if a.side == b.side or BYSTANDING in (a.side, b.side):
            return False
        told = wars is not None and a.plays and b.plays
        return not told or frozenset((a.index, b.index)) in wars  # type: ignore[operator]

    return tuple((*(at_war(a, b) for b in powers), False) for a in powers)


def set_war(state: AxisState, one: int, other: int, war: bool = True) -> None:
    """From now on the two are at war, or not; nobody else's relations change."""
    pair = {one, other}
    state.foe = tuple(
        tuple(war if {a, b} == pair else enemy for b, enemy in enumerate(row))
        for a, row in enumerate(state.foe)
    )
