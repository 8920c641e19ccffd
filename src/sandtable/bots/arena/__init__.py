"""Bots against bots: who plays whom, on which side, with which dice, and what came of it."""

from .match import BUDGET_MS, Played, play_match
from .results import Header, Results, open_results, read_results
from .schedule import Match, bot_of, labels, schedule, sides_of
from .summary import Summary, summarise

__all__ = [
    "BUDGET_MS",
    "Header",
    "Match",
    "Played",
    "Results",
    "Summary",
    "bot_of",
    "labels",
    "open_results",
    "play_match",
    "read_results",
    "schedule",
    "sides_of",
    "summarise",
]
