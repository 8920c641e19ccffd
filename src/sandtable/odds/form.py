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


class RaidOutlook(msgspec.Struct, frozen=True):
    """What bombers over a territory will probably do to a facility, and lose."""

    target: str
    bombers: int
    damage: float
    lost: float


class Groups(msgspec.Struct, frozen=True):
    """The groups of a side in the order of loss: names, and rows for the compiled kernel."""

    names: list[str]
    rows: list[list[float]]


class Field(msgspec.Struct, frozen=True):
    """Who would fight in a space: everything that the compiled kernel asks, but for who joins."""

    sea: bool
    gun: float
    shots: int
    attacker: int
    """Which of the groups."""
    defender: int
    attackers: list[int]
    """How many of each are there already."""
    defenders: list[int]
    damaged: list[float]
    """Side, group and number, one after the other."""


class Fields(msgspec.Struct, frozen=True):
    """All spaces where there would be a battle, so that a client with the kernel need not ask what
    each planned move promises. ``others``: spaces where more than numbers counts."""

    groups: list[Groups]
    fields: dict[str, Field]
    others: list[str]
