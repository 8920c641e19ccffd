"""How likely an enemy comes, by his chance to win.

All of this is seen in games against others: armies were hardly ever struck at below nine chances in
ten, fleets seldom, and whether we could strike back afterwards kept nobody away.
"""

from __future__ import annotations

SURE, AT_HOME, SHY = 0.6, 0.2, 0.05
"""Who would not win with more than that chance (of a capital: the second) seldom comes, though the
sum of it may tempt him: with all that he could bring, which would be missed everywhere else.
"""
COMES, WALKS_IN, SAILS = 0.75, 0.4, 0.6
"""How often an enemy comes who would surely win, how often he walks in where nobody stands, and how
often he comes for a fleet."""


def eagerness(win: float, sure: float) -> float:
    """How likely an enemy comes, by his chance to win."""
    return float(max(SHY, (max(0.0, win - sure) / (1.0 - sure)) ** 2))
