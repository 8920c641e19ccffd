"""The plan of a turn, said aloud."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.axis.world import World

from ..remarks import Remark
from .reasons import Risk, Shunned

SHOWN = 4
"""So many attacks are named; one more is named rather than counted."""


def plan_of_turn(
    world: World,
    power: str,
    attacks: Sequence[tuple[int, int | None]],
    aim: int | None,
    risk: Risk | None = None,
    shunned: Shunned | None = None,
) -> Remark:
    """``attacks``: where, with the chances of a battle in per cent or ``None`` for a raid."""
    more_said = _reasons(world, risk, shunned)
    parts = {
        "risk": [world.spaces[risk.space].id, risk.chance] if risk else None,
        "shunned": [world.spaces[shunned.space].id, shunned.chance, shunned.why]
        if shunned
        else None,
    }
    shown = attacks if len(attacks) <= SHOWN + 1 else attacks[:SHOWN]
    more = len(attacks) - len(shown)
    target = world.spaces[aim] if aim is not None else None
    tail = f", with {target.name} in mind" if target else ""
    goal = target.id if target else ""
    if not attacks:
        said = f"{power} holds its ground{tail}{more_said}"
        return Remark("holds", said, power=power, aim=goal, **parts)
    named = ", ".join(_named(world, where, win) for where, win in shown)
    rest = f" and {more} more" if more else ""
    return Remark(
        "attacks",
        f"{power} attacks {named}{rest}{tail}{more_said}",
        power=power,
        attacks=[[world.spaces[where].id, win] for where, win in shown],
        more=more,
        aim=goal,
        **parts,
    )


def _reasons(world: World, risk: Risk | None, shunned: Shunned | None) -> str:
    """The risk accepted and the alternative rejected, as further sentences."""
    said = ""
    if risk:
        name = world.spaces[risk.space].name
        said += f". It accepts that {name} may be lost ({risk.chance}%)"
    if shunned:
        name = world.spaces[shunned.space].name
        why = {
            "weak": f"all that can reach it would win it in {shunned.chance}% only",
            "answer": f"it could be taken ({shunned.chance}%), but not at a price worth paying",
        }[shunned.why]
        said += f". It leaves {name} alone: {why}"
    return said


def _named(world: World, where: int, win: int | None) -> str:
    name = world.spaces[where].name
    return f"a raid on {name}" if win is None else f"{name} ({win}%)"
