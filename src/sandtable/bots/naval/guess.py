"""What may be behind the backs of the cards that a seat does not see."""

from __future__ import annotations

import random
from collections import Counter

from sandtable.games.naval import Deck, NavalState
from sandtable.games.naval.core import FLEET_POINTS, take
from sandtable.games.naval.edits import count_cards
from sandtable.games.naval.state import UNKNOWN

from .worth import best_fleet


def fill_in(deck: Deck, state: NavalState, rng: random.Random) -> None:
    """Deals everything unknown in the state from what is left when all that is seen is counted."""
    for seat in state.seats:
        if UNKNOWN in state.reserve[seat]:
            state.reserve[seat] = _reserve(deck, state, seat)
        if UNKNOWN in state.picks.get(seat, ()):
            state.picks[seat] = _pick(deck, state, seat, rng)
    hidden = list(_unseen(deck, state).elements())
    rng.shuffle(hidden)
    for seat, hand in state.hands.items():
        if UNKNOWN in hand:
            state.hands[seat] = tuple(sorted(hidden[: len(hand)]))
            del hidden[: len(hand)]
    if UNKNOWN in state.deck:
        state.deck = tuple(sorted(hidden))


def _unseen(deck: Deck, state: NavalState) -> Counter[str]:
    """The action cards that lie nowhere in sight."""
    return Counter(deck.all_actions()) - count_cards(deck, state)


def _reserve(deck: Deck, state: NavalState, seat: str) -> tuple[str, ...]:
    """No guess at all: whatever of the nation is neither afloat nor sunk."""
    cards = deck.nation(state.nations[seat])
    sunk = {ship for prizes in state.prizes.values() for ship in prizes}
    return take(cards, (ship for ship in cards if ship in state.fleet or ship in sunk))


def _pick(deck: Deck, state: NavalState, seat: str, rng: random.Random) -> tuple[str, ...]:
    """A nation that is free, later a fleet as a captain would choose it."""
    if seat in state.nations:
        return best_fleet(deck, state.nations[seat], FLEET_POINTS, rng)
    taken = set(state.nations.values())
    return (rng.choice(sorted({ship.nation for ship in deck.ships.values()} - taken)),)
