"""What the battery of random play needs to know about this title."""

from __future__ import annotations

import random

from sandtable.games import find_title
from sandtable.games.naval import Naval, NavalState
from sandtable.games.naval.core import damage_of
from sandtable.games.naval.edits import count_cards
from tests.games.naval.tools import mix_secrets


def rules() -> Naval:
    found = find_title("naval")
    assert isinstance(found, Naval)
    return found


def invariant(state: NavalState) -> None:
    """What holds at every moment: no card is lost or made, nothing is in two places."""
    deck = rules().deck_of(state)
    cards = count_cards(deck, state)
    assert cards == {card.id: card.count for card in deck.actions.values()}
    for seat, nation in state.nations.items():
        mine = [ship for ship in state.fleet if deck.ships[ship].nation == nation]
        assert all(state.fleet[ship].seat == seat for ship in mine)
        sunk = [s for pile in state.prizes.values() for s in pile if deck.ships[s].nation == nation]
        assert sorted((*mine, *sunk, *state.reserve[seat])) == sorted(deck.nation(nation))
    for ship, afloat in state.fleet.items():
        assert damage_of(deck, afloat) < deck.ships[ship].hull
        assert (afloat.line == 0) == deck.ships[ship].is_submarine
    for seat in state.seats:
        assert len(state.hands[seat]) <= 7
        assert all(deck.ships[ship].nation != state.nations[seat] for ship in state.prizes[seat])


def scramble(state: NavalState, seat: str | None, rng: random.Random) -> NavalState:
    """All that is hidden from the seat is dealt anew."""
    return mix_secrets(rules(), state, seat, rng)
