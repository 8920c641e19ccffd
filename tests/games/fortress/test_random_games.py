"""Random games to the end of round 8, watched at every action.

The default run plays nine; ``SANDTABLE_GAMES=100`` plays a hundred.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import sandtable
from sandtable.games.fortress import PLAYERS_THREE, PLAYERS_TWO
from sandtable.games.fortress.edits import describe
from sandtable.games.fortress.state import Battle
from sandtable.table import Illegal, Table
from tests.games.fortress.hooks import check_pools, check_stacks, check_turn_end, invariant, turn_of

GAMES = int(os.environ.get("SANDTABLE_GAMES", "9"))


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game(seed: int) -> None:
    rng = random.Random(seed)
    players = (None, PLAYERS_TWO, PLAYERS_THREE)[seed % 3]
    options = {} if seed % 2 else {"slow-reinforcement": seed % 4 == 0, "early-lasers": seed % 5}
    game = sandtable.new("fortress", seed=seed, players=players, options=options)
    now = turn_of(game.state)
    while game.result is None and game.state.round <= 8:
        assert game.decision is not None
        seat = game.decision.seats[0]
        action = game.legal_actions(seat).sample(rng)
        assert action is not None, game.decision
        assert str(game.rules.parse(str(action))) == str(action)
        game.play(action, seat)
        state = game.state
        if rng.random() < 0.1:
            check_pools(state)
        check_stacks(state)
        if isinstance(state.flow[-1] if state.flow else None, Battle):
            assert game.decision is None or game.decision.step == "combat results"
        if turn_of(state) != now and state.flow:
            check_turn_end(state, now[1])
            invariant(state)
        now = turn_of(state)
    check_pools(game.state)


@pytest.mark.parametrize("seed", range(3))
def test_round_trips(seed: int) -> None:
    """Save, record, undo, edits and the enumeration agree at random moments of a game."""
    rng = random.Random(1000 + seed)
    game = sandtable.new("fortress", seed=seed)
    for number in range(600):
        assert game.decision is not None
        seat = game.decision.seats[0]
        if number % 40 == 0:
            legal = list(game.legal_actions(seat))
            assert len({str(a) for a in legal}) == len(legal)
            for one in rng.sample(legal, min(20, len(legal))):
                assert game.check(str(one), seat) is None
            sampled = game.legal_actions(seat).sample(rng)
            assert sampled in legal
        action = game.legal_actions(seat).sample(rng)
        assert action is not None
        before = game.state.copy()
        length = len(game.journal)
        game.play(action, seat)
        if number % 25 == 0:
            game.undo(to=length, consent=game.seats)
            assert game.state == before
            game.play(action, seat)
        if number % 100 == 50:
            edited = Table(game.rules, edits=describe(game.state))
            assert edited.state == game.state
            assert edited.decision == game.decision


def test_save_and_record(tmp_path: Path) -> None:
    rng = random.Random(5)
    game = sandtable.new("fortress", seed=5)
    for _ in range(700):
        assert game.decision is not None
        action = game.legal_actions().sample(rng)
        assert action is not None
        game.play(action)
    for name in ("game.json", "game.rec"):
        game.save(tmp_path / name)
        twin = sandtable.load(tmp_path / name)
        assert twin.state == game.state
        assert twin.decision == game.decision
        assert len(twin.journal) == len(game.journal)


def test_undo_stops_at_a_roll() -> None:
    game = sandtable.new("fortress", seed=1)
    for _ in range(4):
        game.play("default")
    game.undo("east")  # free: nothing was rolled
    game.play("default")
    while game.decision is not None and game.decision.seats != ("usa",):
        step = game.decision.step
        game.play("end" if step != "reinforcement" else str(next(iter(game.legal_actions()))))
    game.play("laser detroit")  # and a card is drawn
    with pytest.raises(Illegal):
        game.undo("usa")
