"""The odds of a battle on a table: the position, and what a player means to do before it.

One question and one form of answer for every client: none need know who fights, who bombards or
who is whose enemy. Which module reads a position depends on the title's family.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.table import Illegal, Position, Refusal

from . import FAMILIES, door
from .form import BattleOdds, RaidOutlook


class Plan(msgspec.Struct, frozen=True):
    """The answer: no odds where there is no battle; ``refusal`` when an action is not legal."""

    odds: BattleOdds | None = None
    raid: RaidOutlook | None = None
    """Where bombers raid: what they will probably do."""
    refusal: Refusal | None = None


def planned(
    position: Position[Any], seat: str | None, space: str, actions: Sequence[str] = ()
) -> Plan:
    """The odds of the battle in a space after these actions of a seat.

    >>> import sandtable
    >>> game = sandtable.new("anniversary-1941", seed=7)
    >>> _ = game.play("end")
    >>> moves = ["move 3 infantry, 2 tank bulgaria-romania > ukraine"]
    >>> found = planned(game.position, "germany", "ukraine", moves)
    >>> round(found.odds.win, 3)
    0.997
    >>> planned(game.position, "germany", "ukraine").odds is None
    True
    >>> planned(game.position, "germany", "ukraine", ["move 9 tank poland > ukraine"]).refusal.rule
    'AN-269'
    """
    family = position.rules.family
    if family not in FAMILIES:
        return Plan()
    twin = position.copy()
    try:
        for number, action in enumerate(actions if seat else (), 1):
            # The last is only carried out: nobody looks beyond the dice that may come then.
            last = number == len(actions)
            twin.play(seat or "", twin.rules.parse(action), advance=not last)
            if not last and twin.chance is not None:
                return Plan()
    except Illegal as error:
        return Plan(refusal=error.refusal)
    found = door(family)
    raid_at = getattr(found, "raid_at", None)
    raid = raid_at(twin, space) if raid_at is not None else None
    return Plan(odds=found.battle_at(twin, space), raid=raid)
