"""What would captain do? Advice for who is asked, worked out apart from the table."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.bots.hint import Hint

from . import shapes
from .http import Call
from .problems import Problem
from .work import work


async def hint(call: Call[shapes.HintIn, Any]) -> shapes.HintOut:
    """The same advice at the same point of a game, from what the seat may know."""
    desk, seat = call.desk, call.body.seat
    desk.focus(call.rights, seat)
    async with desk.hold():
        version, decision = desk.table.version, desk.table.decision
        position = desk.table.position.seen_by(seat)
    if decision is None or seat not in decision.seats:
        raise Problem(409, "not-asked", "nothing is asked of this seat now")
    args = {
        "title": desk.row.setup.title,
        "state": msgspec.json.encode(position.state).decode(),
        "seat": seat,
        "seed": f"{desk.id} {version}",
        "budget_ms": call.house.settings.bot_budget_ms,
    }
    found = msgspec.convert(await work(call, "hint", args), Hint)
    said = msgspec.convert(found.remark, shapes.Said)
    return shapes.HintOut(version, found.bot, found.actions, said)
