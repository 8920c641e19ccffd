"""How strong the players made of code are, weakest first, and what to expect of each.

Not every title has the strongest.
"""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    name: str
    text: str
    """For people who choose an opponent."""
    taught: bool = True
    """Plays each title in its own way; others know only the rules."""
    budget_ms: int = 0
    """What it needs for a turn to be worth its name; 0: what everybody gets. See ``budget_for``."""


LEVELS = (
    Level("cadet", "moves at random: a table to learn the rules at", taught=False),
    Level(
        "recruit",
        "a first game: takes what lies near, forgets part of the army, saves its money",
    ),
    Level(
        "corporal",
        "knows what attacks are worth, seldom what they leave open behind them",
    ),
    Level(
        "sergeant",
        "plays soundly and strikes hard, but does not always ask what will strike back",
    ),
    Level(
        "captain",
        "plays to win: weighs every battle, the answer to it and the gaps it leaves",
    ),
    Level(
        "general",
        "plays every attack through with the enemy's answers before it chooses; takes a few "
        "seconds a turn",
        budget_ms=5000,
    ),
)


def level(name: str) -> Level | None:
    """What a bot of this name is like; ``None`` for bots of others."""
    return next((one for one in LEVELS if one.name == name), None)


def budget_for(name: str, usual: int) -> int:
    """Milliseconds of processor time for a bot's turn where most bots get ``usual``."""
    one = level(name)
    return max(usual, one.budget_ms) if one else usual


def strength(name: str) -> int:
    """The place of a bot among the levels; bots of others come after all of them."""
    return next((place for place, one in enumerate(LEVELS) if one.name == name), len(LEVELS))
