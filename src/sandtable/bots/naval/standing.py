"""How a battle stands: the hope of a side to win it."""

from __future__ import annotations

import math

from sandtable.games.naval import Deck, NavalState
from sandtable.games.naval.core import (
    LINKED_FACTOR,
    TARGET,
    damage_of,
    members,
    side,
    sides,
    target_score,
    total_score,
)

from .fleets import merit
from .worth import useful

POINT = 0.19
"""What a point is worth, in the logarithm of the odds to win; the others are measured likewise.

All are fitted to 1100 duels of captains with fleets of all sorts.
"""
AFLOAT = 0.82
"""A ship card afloat, for each unit of its merit."""
EXPOSED = -0.1
"""Each of its points, which somebody else may take."""
HURT = -0.16
"""Damage, as the share of the points it brings nearer."""
HELD = {"air-raid": 0.13, "planning": 0.23, "reinforcements": 0.1}
"""Cards in hand that can be of use; a raid card for each of its raids. Guns come and go."""


def hope(deck: Deck, state: NavalState, seat: str) -> float:
    """The chance that the seat's side wins: certain once the game is over, an estimate before."""
    if state.outcome is not None:
        return state.outcome.scores[seat]
    own = side(state, seat)
    lead = _strength(deck, state, own)
    rivals = (_strength(deck, state, other) - lead for other in sides(state))
    return 1.0 / sum(map(math.exp, rivals))


def _strength(deck: Deck, state: NavalState, a_side: str) -> float:
    target = target_score(state, a_side)
    if state.options["linked_battles"]:
        target *= LINKED_FACTOR
    total = POINT * total_score(deck, state, a_side)
    for seat in members(state, a_side):
        total += _fleet(deck, state, seat) + _hand(deck, state, seat)
    return total * TARGET / target


def _fleet(deck: Deck, state: NavalState, seat: str) -> float:
    worth = 0.0
    for ship, afloat in state.fleet.items():
        if afloat.seat == seat:
            card = deck.ships[ship]
            share = damage_of(deck, afloat) / card.hull
            worth += AFLOAT * merit(card) + card.points * (EXPOSED + HURT * share)
    return worth


def _hand(deck: Deck, state: NavalState, seat: str) -> float:
    held = [deck.actions[card] for card in state.hands[seat]]
    usable = [card for card in held if card.effect in HELD and useful(deck, state, seat, card)]
    return sum(HELD[card.effect] * max(card.raids, 1) for card in usable)
