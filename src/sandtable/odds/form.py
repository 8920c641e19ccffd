"""The one form of answer that every family's odds have."""

from __future__ import annotations

import msgspec


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
