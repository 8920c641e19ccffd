"""What a general guesses of hidden cards could be so, and is taken from what its seat sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots.naval import Captain
from sandtable.bots.naval.guess import fill_in
from sandtable.games.naval import Naval, NavalState, load_deck, standard_deck
from sandtable.games.naval.state import UNKNOWN
from sandtable.games.naval.view import blind
from sandtable.table import Position, Table
from tests.games.naval.hooks import invariant
from tests.games.naval.tools import SETTINGS, game_of, mix_secrets, play_on


def guessed(rules: Naval, state: NavalState, seat: str, seed: int) -> NavalState:
    twin = blind(state, seat)
    fill_in(rules.deck_of(state), twin, random.Random(seed))
    return twin


def moments(seed: int) -> Iterator[tuple[Naval, NavalState, str, int]]:
    """Positions of a random game, as every seat sees them."""
    game = game_of(seed)
    assert isinstance(game.rules, Naval)
    for number, _ in enumerate(play_on(game, random.Random(seed), 400)):
        if number < 12 or number % 20 == 0:
            for seat in game.seats:
                yield game.rules, game.state, seat, number


@pytest.mark.parametrize("seed", range(len(SETTINGS)))
def test_a_guess_loses_no_card_and_leaves_what_is_known(seed: int) -> None:
    for rules, state, seat, number in moments(seed):
        guess = guessed(rules, state, seat, number)
        invariant(guess)
        assert blind(guess, seat) == blind(state, seat)
        assert guess.reserve == state.reserve  # it follows from what is seen


@pytest.mark.parametrize("seed", range(len(SETTINGS)))
def test_a_guess_hangs_on_nothing_hidden(seed: int) -> None:
    for rules, state, seat, number in moments(seed):
        other = mix_secrets(rules, state, seat, random.Random(number))
        assert guessed(rules, state, seat, number) == guessed(rules, other, seat, number)


@pytest.mark.parametrize("seed", range(len(SETTINGS)))
def test_what_is_guessed_can_be_played_to_the_end(seed: int) -> None:
    found = list(moments(seed))
    for rules, state, seat, number in (found[0], found[5], found[len(found) // 2]):
        position = Position(rules, guessed(rules, state, seat, number))
        play_out(position, random.Random(number))


def play_out(position: Position[Any], rng: random.Random) -> None:
    captain = Captain(position.rules, rng)
    while position.pending is not None:
        if position.chance is not None:
            position.resolve(tuple(rng.randint(1, sides) for sides in position.chance.sides))
        elif position.decision is not None:
            seat = position.decision.seats[0]
            position.play(seat, captain.choose(position, seat))
    assert position.state.outcome is not None


def test_the_seed_decides_and_others_hands_vary() -> None:
    game = game_of(0)
    for _ in play_on(game, random.Random(1), 40):
        pass
    assert isinstance(game.rules, Naval)
    hands = [guessed(game.rules, game.state, "p1", n).hands["p2"] for n in range(12)]
    again = [guessed(game.rules, game.state, "p1", n).hands["p2"] for n in range(12)]
    assert hands == again
    assert len(set(hands)) > 6
    assert all(UNKNOWN not in hand for hand in hands)


def test_another_deck_is_counted_by_its_own_cards(tmp_path: Path) -> None:
    source = Path(sandtable.__file__).parent / "games" / "naval" / "data" / "actions.csv"
    text = source.read_text(encoding="utf-8")
    (tmp_path / "actions.csv").write_text(other_counts(text), encoding="utf-8")
    deck = load_deck(tmp_path)
    assert deck.all_actions() != standard_deck().all_actions()
    rules = Naval(deck)
    table = Table(rules, options={"deck": deck.tag})
    for _ in play_on(table, random.Random(4), 60):
        pass
    guess = guessed(rules, table.state, "p1", 1)
    everywhere = (*guess.deck, *guess.hands["p1"], *guess.hands["p2"])
    for card in deck.actions.values():
        assert everywhere.count(card.id) <= card.count
    assert len(guess.deck) == len(table.state.deck)


def other_counts(text: str) -> str:
    """One card more of the first kind, and one fewer of the second."""
    head, first, second, *rest = text.splitlines()
    at = head.split(",").index("count")
    rows = []
    for row, change in ((first, 1), (second, -1)):
        fields = row.split(",")
        fields[at] = str(int(fields[at]) + change)
        rows.append(",".join(fields))
    return "\n".join([head, *rows, *rest]) + "\n"
