"""Random play and the mixing of secrets, for the tests of this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator

import sandtable
from sandtable.games.naval import Naval, NavalState
from sandtable.table import Event, OptionValue, Table

SETTINGS: tuple[dict[str, OptionValue], ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 6},
    {"players": 4, "teams": "two"},
    {"players": 6, "teams": "two", "team_target": "members"},
    {"players": 6, "teams": "three"},
    {"players": 5, "teams": "two"},
    {"players": 2, "linked_battles": True},
    {"players": 3, "prep_expiry": "end_of_turn", "prep_blocks_raid": True},
)


def game_of(seed: int) -> sandtable.Game:
    """A fresh game of one of the settings, in turn."""
    return sandtable.new("naval", seed=seed, options=SETTINGS[seed % len(SETTINGS)])


def play_on(table: Table, rng: random.Random, most: int = 100_000) -> Iterator[list[Event]]:
    """Random legal actions by random seats among those asked, with what happens."""
    for _ in range(most):
        if table.decision is None:
            return
        seat = rng.choice(table.decision.seats)
        action = table.legal_actions(seat).sample(rng)
        assert action is not None
        yield table.play(action, seat)


def mix_secrets(
    rules: Naval, state: NavalState, seat: str | None, rng: random.Random
) -> NavalState:
    """Another state that looks the same to a seat: all that is hidden from it is dealt anew."""
    twin = state.copy()
    others = [other for other in state.seats if other != seat]
    hidden = [*state.deck, *(card for other in others for card in state.hands[other])]
    rng.shuffle(hidden)
    for other in others:
        size = len(state.hands[other])
        twin.hands[other] = tuple(sorted(hidden[:size]))
        del hidden[:size]
    twin.deck = tuple(sorted(hidden))
    for other in others:
        if other in state.picks:
            twin.picks[other] = _other_pick(rules, state, other, rng)
    return twin


def _other_pick(rules: Naval, state: NavalState, seat: str, rng: random.Random) -> tuple[str, ...]:
    deck = rules.deck_of(state)
    if seat not in state.nations:
        taken = set(state.nations.values())
        free = {ship.nation for ship in deck.ships.values()} - taken
        return (rng.choice(sorted(free)),)
    cards = deck.nation(state.nations[seat])
    return (rng.choice(cards),)
