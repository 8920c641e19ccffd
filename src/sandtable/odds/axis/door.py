"""The Axis family's side of the door: questions as data, and battles on a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.odds.form import BattleOdds, Ending
from sandtable.table import Malformed, Position

from . import under_way
from .answer import Odds, Survivors
from .assault import Assault
from .fields import fields
from .position import odds_at as at
from .position import odds_if
from .raid_at import raid_at
from .request import odds_request as ask

__all__ = ["ask", "at", "battle_at", "battle_if", "fields", "raid_at"]

BUDGET_MS = 400.0
LIKELY = 1e-7
"""What is rarer than this in the middle of a round is left out."""


def battle_if(position: Position[Any], space: str, reactions: Sequence[str]) -> BattleOdds:
    """The odds there if others answer the attacks with these reactions."""
    ways = odds_if(position, space, reactions, budget_ms=BUDGET_MS)
    return mixed([(chance, whole(found)) for chance, found in ways])


def whole(found: Odds | Assault) -> BattleOdds:
    """In the form of all families, with the sea combats before a landing."""
    if isinstance(found, Assault):
        return short(found.land, tuple(short(sea) for sea in found.seas))
    return short(found)


def battle_at(position: Position[Any], space: str) -> BattleOdds | None:
    """The odds there now; with ``seas`` when sea combats come before a landing."""
    if under_way.is_midway(position):
        return _midway(position, space)
    try:
        found = at(position, space, budget_ms=BUDGET_MS)
    except Malformed:
        return None  # nobody attacks there
    if isinstance(found, Odds) and not found.answer().defender_loss:
        return None
    return whole(found)


def short(odds: Odds, seas: tuple[BattleOdds, ...] = ()) -> BattleOdds:
    answer = odds.answer()

    def ends(side: Iterable[Survivors]) -> tuple[Ending, ...]:
        return tuple(Ending(one.units, one.chance) for one in side)

    return BattleOdds(
        win=answer.win,
        draw=answer.draw,
        lose=answer.lose,
        take=answer.take,
        attackers=ends(answer.attackers),
        defenders=ends(answer.defenders),
        seas=seas,
    )


def _midway(position: Position[Any], space: str) -> BattleOdds | None:
    """The hits already scored count, and so do the shots still to come in this round."""
    world = position.rules.world  # type: ignore[attr-defined]
    parts: list[tuple[float, BattleOdds]] = []
    before = next(leaf for leaf in reversed(position.state.flow) if hasattr(leaf, "stage"))
    if world.spaces[before.space].id != space:
        return None
    for leaf in under_way.leaves(position):
        if leaf.chance < LIKELY:
            continue
        if leaf.battle is not None and under_way.is_midway(leaf.position):
            return None  # somebody is asked what only he can answer
        found = None if leaf.battle is None else battle_at(leaf.position, space)
        if found is None:
            found = _over(*under_way.survivors(leaf.position, before), world)
        parts.append((leaf.chance, found))
    return mixed(parts)


def _over(mine: dict[str, int], theirs: dict[str, int], world: Any) -> BattleOdds:
    """A battle that the round has ended."""
    win, lose = bool(mine) and not theirs, bool(theirs) and not mine
    take = win and any(world.kinds[world.kind[name]].takes_land for name in mine)
    return BattleOdds(
        win=float(win),
        lose=float(lose),
        draw=float(not (win or lose)),
        take=float(take),
        attackers=(Ending(mine, 1.0),),
        defenders=(Ending(theirs, 1.0),),
    )


def mixed(parts: list[tuple[float, BattleOdds]]) -> BattleOdds:
    """One of several, each with its chance."""
    if len(parts) == 1:
        return parts[0][1]
    total = sum(chance for chance, _ in parts)

    def mean(name: str) -> float:
        return sum(chance * float(getattr(odds, name)) for chance, odds in parts) / total

    def ends(name: str) -> tuple[Ending, ...]:
        sums: dict[tuple[tuple[str, int], ...], float] = {}
        for chance, odds in parts:
            for one in getattr(odds, name):
                key = tuple(sorted((unit, n) for unit, n in one.units.items() if n))
                sums[key] = sums.get(key, 0.0) + chance * one.chance / total
        return tuple(Ending(dict(key), chance) for key, chance in sums.items())

    return BattleOdds(
        win=mean("win"),
        draw=mean("draw"),
        lose=mean("lose"),
        take=mean("take"),
        attackers=ends("attackers"),
        defenders=ends("defenders"),
    )
