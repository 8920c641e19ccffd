"""The odds of a battle on a table: the position, and what a player means to do before it.

One question and one form of answer for every client: none need know who fights, who bombards or
who is whose enemy. Which module reads a position depends on the title's family.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from sandtable.table import Illegal, Position, Refusal

READERS = {"axis": "sandtable.odds.axis.planned:battle_at"}
"""By family: who answers with the odds of the battle in a space, or ``None`` if there is none."""


class Ending(msgspec.Struct, frozen=True):
    """Who may be left of one side, and how probable that is."""

    units: dict[str, int]
    chance: float


class BattleOdds(msgspec.Struct, frozen=True):
    """How a battle will probably end, seen from the attacker."""

    win: float
    draw: float
    lose: float
    take: float
    """The attacker wins and can hold the ground."""
    attackers: tuple[Ending, ...] = ()
    defenders: tuple[Ending, ...] = ()
    seas: tuple[BattleOdds, ...] = ()
    """Sea battles that come before a landing."""


class Plan(msgspec.Struct, frozen=True):
    """The answer: no odds where there is no battle; ``refusal`` when an action is not legal."""

    odds: BattleOdds | None = None
    refusal: Refusal | None = None


Reader = Callable[[Position[Any], str], BattleOdds | None]


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
    where = READERS.get(position.rules.family)
    if where is None:
        return Plan()
    twin = position.copy()
    try:
        for action in actions if seat else ():
            twin.play(seat or "", twin.rules.parse(action))
            if twin.chance is not None:
                return Plan()
    except Illegal as error:
        return Plan(refusal=error.refusal)
    module, _, name = where.partition(":")
    read: Reader = getattr(import_module(module), name)
    return Plan(odds=read(twin, space))
