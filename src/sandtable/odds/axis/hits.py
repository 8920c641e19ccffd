"""Chances of single dice and of a few alike."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, prod

SIDES = 6


def exactly(dice: int, hits: int, chance: float) -> float:
    """That so many of the dice hit, each with the same chance."""
    return float(comb(dice, hits) * chance**hits * (1.0 - chance) ** (dice - hits))


def at_least(dice: int, hits: int, chance: float) -> float:
    return sum(exactly(dice, number, chance) for number in range(hits, dice + 1))


def any_hits(needed: Iterable[int]) -> float:
    """That any of the dice shows what it needs or less."""
    return 1.0 - prod(1.0 - number / SIDES for number in needed)
