"""Sandtable: area-movement wargames, played to the letter of their rulebooks.

>>> import sandtable
>>> game = sandtable.new("anniversary-1941", seed=7)
>>> game.decision.seats, game.decision.step
(('germany',), 'Purchase')
"""

from .api import Game, load, new, read
from .games import title_ids
from .table import (
    Action,
    BadRecord,
    Chance,
    Decision,
    Illegal,
    Malformed,
    Refusal,
    Result,
    SandtableError,
)

__all__ = [
    "Action",
    "BadRecord",
    "Chance",
    "Decision",
    "Game",
    "Illegal",
    "Malformed",
    "Refusal",
    "Result",
    "SandtableError",
    "load",
    "new",
    "read",
    "title_ids",
]
__version__ = "0.1.0"
