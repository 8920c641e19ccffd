"""What a captain would do in somebody's place: the actions of the phase, and why."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.table import Position

from . import bot_names, make_bot
from .levels import level
from .remarks import said

MOST = 60
"""No hint is longer; who has done so much can ask again."""


class Hint(msgspec.Struct, frozen=True):
    bot: str
    """Whose advice it is."""
    actions: tuple[str, ...]
    """One after the other, up to the next decision of another kind or the next roll."""
    remark: dict[str, Any]
    """The plan behind them."""


def adviser(position: Position[Any]) -> str:
    """The strongest level that plays the title and needs no time to think."""
    known = map(level, bot_names(position.rules))
    return [one.name for one in known if one is not None and not one.budget_ms][-1]


def hint(position: Position[Any], seat: str, seed: str, budget_ms: int) -> Hint:
    """Advice for a seat that is asked; nothing is played but on a board of our own."""
    name = adviser(position)
    bot = make_bot(name, position.rules, seed)
    trial = position.copy()
    asked = trial.decision
    actions: list[str] = []
    remark = ""
    while trial.decision is not None and len(actions) < MOST:
        decision = trial.decision
        if asked is None or seat not in decision.seats or decision.step != asked.step:
            break
        action = bot.choose(trial, seat, budget_ms)
        remark = remark or bot.remark
        actions.append(str(action))
        trial.play(seat, action)
    return Hint(name, tuple(actions), said(remark))
