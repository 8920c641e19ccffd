"""Whole random games, each with options of its own: everything that changes is accounted for.

Six games in the ordinary run, the first to five rounds; ``SANDTABLE_GAMES=100`` plays a
hundred, all of them to five rounds.
"""

from __future__ import annotations

import os
import random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.cli.fuzz import random_options
from sandtable.games import find_title
from sandtable.games.axis.world import World
from tests.games.house1940.accounts import add_up
from tests.games.house1940.hooks import invariant

GAMES = int(os.environ.get("SANDTABLE_GAMES", "6"))
ROUNDS = 5
FEWER_ROUNDS = 1
TITLE = "house-1940"


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_adds_up(seed: int) -> None:
    options = random_options(find_title(TITLE), random.Random(f"{TITLE} {seed}"), {})
    game = sandtable.new(TITLE, seed=seed, options=options)
    world: World = game.rules.world  # type: ignore[attr-defined]
    bot = make_bot("cadet", game.rules, seed)
    rounds = ROUNDS if GAMES > 6 or seed < 1 else FEWER_ROUNDS
    while game.decision is not None and game.state.round <= rounds:
        seat = game.decision.seats[0]
        action = bot.choose(game.position, seat, 0)
        before = game.state.copy()
        events = game.play(action, seat)
        add_up(world, before, action, game.state, events)
        invariant(game.state)
    assert game.result is not None or game.state.round > rounds
