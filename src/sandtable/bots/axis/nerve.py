"""How likely an enemy comes, by his chance to win.

All of this is seen in games against others: armies were hardly ever struck at below nine chances in
ten, fleets from six in ten on, and whether we could strike back afterwards kept nobody away.
"""

from __future__ import annotations

SURE, AT_HOME, SHY = 0.6, 0.2, 0.05
"""Who would not win with more than that chance (of a capital: the second) seldom comes, though the
sum of it may tempt him: with all that he could bring, which would be missed everywhere else.
"""
COMES, WALKS_IN = 0.75, 0.4
"""How often an enemy comes who would surely win, and how often he walks in where nobody stands."""
DARES, LIKES = 0.55, 0.62
"""Between these chances he begins to come for a fleet."""
SAILS, SURELY_SAILS = 0.33, 0.45
"""How often he comes for a fleet then, and how often if he is sure to win."""


def eagerness(win: float, sure: float) -> float:
    """How likely an enemy comes, by his chance to win."""
    return float(max(SHY, (max(0.0, win - sure) / (1.0 - sure)) ** 2))


def at_sea(win: float) -> float:
    """How likely an enemy comes for a fleet with warships: beyond good odds better ones add little.

    Of fleets that he beats with a chance of 0.6 to 0.7 every third was struck at, of those that he
    beats for sure not half.
    """
    if win < LIKES:
        return float(max(SHY * SAILS, SAILS * (win - DARES) / (LIKES - DARES)))
    return float(SAILS + (SURELY_SAILS - SAILS) * (win - LIKES) / (1.0 - LIKES))
