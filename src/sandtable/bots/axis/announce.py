"""The plan of a turn, said aloud."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.axis.world import World

from ..remarks import Remark

SHOWN = 4
"""So many attacks are named; one more is named rather than counted."""


def plan_of_turn(
    world: World, power: str, attacks: Sequence[tuple[int, int | None]], aim: int | None
) -> Remark:
    """``attacks``: where, with the chances of a battle in per cent or ``None`` for a raid."""
    shown = attacks if len(attacks) <= SHOWN + 1 else attacks[:SHOWN]
    more = len(attacks) - len(shown)
    target = world.spaces[aim] if aim is not None else None
    tail = f", with {target.name} in mind" if target else ""
    goal = target.id if target else ""
    if not attacks:
        return Remark("holds", f"{power} holds its ground{tail}", power=power, aim=goal)
    named = ", ".join(_named(world, where, win) for where, win in shown)
    rest = f" and {more} more" if more else ""
    return Remark(
        "attacks",
        f"{power} attacks {named}{rest}{tail}",
        power=power,
        attacks=[[world.spaces[where].id, win] for where, win in shown],
        more=more,
        aim=goal,
    )


def _named(world: World, where: int, win: int | None) -> str:
    name = world.spaces[where].name
    return f"a raid on {name}" if win is None else f"{name} ({win}%)"
