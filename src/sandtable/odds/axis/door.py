"""The Axis family's side of the door: questions as data, and battles on a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.odds.form import BattleOdds, Ending
from sandtable.table import Malformed, Position

from .answer import Odds, Survivors
from .assault import Assault
from .position import odds_at as at
from .request import odds_request as ask

__all__ = ["ask", "at", "battle_at"]

BUDGET_MS = 400.0


def battle_at(position: Position[Any], space: str) -> BattleOdds | None:
    """The odds there now; with ``seas`` when sea combats come before a landing."""
    try:
        found = at(position, space, budget_ms=BUDGET_MS)
    except Malformed:
        return None  # nobody attacks there
    if isinstance(found, Assault):
        return short(found.land, tuple(short(sea) for sea in found.seas))
    return short(found) if found.answer().defender_loss else None


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
