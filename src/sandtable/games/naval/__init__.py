"""Naval Battles, a card game of Second World War fleets for two to six players."""

from .cards import ActionCard, Deck, ShipCard, load_deck, read_deck, standard_deck
from .state import NavalState
from .title import Naval
from .view import NavalView

__all__ = [
    "ActionCard",
    "Deck",
    "Naval",
    "NavalState",
    "NavalView",
    "ShipCard",
    "load_deck",
    "read_deck",
    "standard_deck",
]
