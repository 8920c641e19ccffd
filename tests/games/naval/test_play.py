"""Random games end, and nothing is lost or made on the way.

``SANDTABLE_NAVAL_GAMES=200`` plays more of them than the default run.
"""

from __future__ import annotations

import os
import random

import pytest

import sandtable
from sandtable.games.naval import Naval, NavalState
from sandtable.games.naval.core import (
    LINKED_FACTOR,
    QUIET_TURNS,
    battle_score,
    lines_in_order,
    side,
    target_score,
    total_score,
)
from sandtable.table import Result
from tests.games.naval.hooks import invariant, rules
from tests.games.naval.tools import game_of, play_on

GAMES = int(os.environ.get("SANDTABLE_NAVAL_GAMES", "33"))


def check_result(naval: Naval, state: NavalState, result: Result) -> None:
    deck = naval.deck_of(state)
    own = side(state, result.winners[0])
    target = target_score(state, own)
    if "nothing" in result.reason:
        scores = [total_score(deck, state, side(state, seat)) for seat in state.seats]
        assert total_score(deck, state, own) == max(scores)
        if "nothing was sunk" in result.reason:
            assert state.quiet >= QUIET_TURNS
    elif state.options["linked_battles"]:
        assert total_score(deck, state, own) >= LINKED_FACTOR * target
    else:
        assert battle_score(deck, state, own) >= target


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_ends_and_keeps_its_cards(seed: int) -> None:
    naval = rules()
    game = game_of(seed)
    rng = random.Random(seed)
    for number, _ in enumerate(play_on(game, rng)):
        state = game.state
        if number % 5 == 0:
            invariant(state)
        decision = game.decision
        if decision is not None and decision.step not in ("Place", "Reorganise", "Resolve"):
            assert all(lines_in_order(state, seat) for seat in state.seats)
    assert game.result is not None
    invariant(game.state)
    check_result(naval, game.state, game.result)


@pytest.mark.parametrize("seed", range(0, 11, 2))
def test_listing_checking_and_sampling_agree(seed: int) -> None:
    game = game_of(seed)
    rng = random.Random(seed)
    for number, _ in enumerate(play_on(game, rng, 700)):
        if number % 9 or game.decision is None:
            continue
        for seat in game.decision.seats:
            legal = game.legal_actions(seat)
            if game.decision.step == "Fleets":
                continue
            actions = list(legal)
            assert len(set(actions)) == len(actions)
            assert legal.sample(rng) in actions
            for action in actions[:150]:
                assert action in legal
                assert game.rules.parse(str(action)) == action


def test_fleets_are_sampled_evenly_among_all_that_are_listed() -> None:
    naval = rules()
    game = sandtable.Game(naval, edits=["nation p1 japan", "nation p2 usa", "phase fleets"])
    legal = game.legal_actions("p1")
    listed = set(legal)
    assert len(listed) > 1000
    rng = random.Random(1)
    drawn = [legal.sample(rng) for _ in range(4000)]
    assert set(drawn) <= listed
    sizes = [str(action).count(",") + 1 for action in listed]
    average = sum(str(action).count(",") + 1 for action in drawn) / len(drawn)
    assert average == pytest.approx(sum(sizes) / len(sizes), abs=0.1)


def test_base_raids_are_sampled_evenly() -> None:
    naval = rules()
    edits = [
        *("nation p1 japan", "nation p2 germany", "ship yamato 1"),
        *("ship t13 1", "ship z23 2", "ship bismarck 2", "hand p1 base-raid-2"),
        *("first p1", "active p1", "phase declare"),
    ]
    game = sandtable.Game(naval, edits=edits)
    legal = game.legal_actions("p1")
    listed = [str(action) for action in legal]
    assert len(listed) == 7  # six pairs of targets and the end
    rng = random.Random(2)
    counts = dict.fromkeys(listed, 0)
    for _ in range(7000):
        counts[str(legal.sample(rng))] += 1
    assert min(counts.values()) > 850
    assert max(counts.values()) < 1150
