"""Whole random games of the 1940 titles: everything that changes is accounted for.

Five games of each to five rounds in the ordinary run; ``SANDTABLE_GAMES=100`` plays a hundred.
"""

from __future__ import annotations

import os
import random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.cli.fuzz import random_options
from sandtable.games import find_title
from sandtable.games.axis1940.sharing import SHARING
from tests.games.axis1940.hooks import TITLES, conserved, invariant

GAMES = int(os.environ.get("SANDTABLE_GAMES", "5"))
ROUNDS = 5
QUARRELS = 400


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("title", TITLES)
def test_a_random_game_adds_up(title: str, seed: int) -> None:
    rules = find_title(title)
    options = random_options(rules, random.Random(f"{title} {seed}"), {})
    game = sandtable.new(title, seed=seed, options=options)
    bot = make_bot("cadet", game.rules, seed)
    while game.decision is not None and game.state.round <= ROUNDS:
        seat = game.decision.seats[0]
        action = bot.choose(game.position, seat, 0)
        before = game.state.copy()
        events = game.play(action, seat)
        conserved(before, action, game.state, events)
        invariant(game.state)
    assert game.result is not None or game.state.round > ROUNDS


@pytest.mark.parametrize("seed", range(max(1, GAMES // 10)))
@pytest.mark.parametrize("title", TITLES)
def test_a_game_of_quarrels_adds_up(title: str, seed: int) -> None:
    """Allies refuse each other now this, now that (G40-985): nobody is stranded by it."""
    rng = random.Random(f"quarrels {title} {seed}")
    game = sandtable.new(title, seed=seed)
    bot = make_bot("cadet", game.rules, seed)
    for _ in range(QUARRELS):
        if game.decision is None:
            break
        if rng.random() < 0.1:
            host, guest = rng.sample(game.seats, 2)
            what = rng.choice(list(SHARING))
            order = rng.choice((f"order {what} refuse", f"order {what} refuse {guest}"))
            order = order if rng.random() < 0.8 else f"order {what} ask"
            if game.check(order, host) is None:
                game.play(order, host)
        seat = game.decision.seats[0]
        action = bot.choose(game.position, seat, 0)
        before = game.state.copy()
        events = game.play(action, seat)
        conserved(before, action, game.state, events)
        invariant(game.state)
