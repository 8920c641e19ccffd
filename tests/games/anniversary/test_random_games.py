"""Whole random games: everything that changes is accounted for.

Ten games in the ordinary run; ``SANDTABLE_GAMES=100`` plays a hundred.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.games.axis.actions import BuyTokens
from sandtable.games.axis.events import Bought, Collected, Lost, Placed, Received, Repaired
from sandtable.games.axis.research import TOKEN_PRICE
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.table import Action, Event
from tests.games.anniversary.hooks import invariant

GAMES = int(os.environ.get("SANDTABLE_GAMES", "10"))
ROUNDS = 5


def census(world: World, state: AxisState) -> Counter[str]:
    """All units there are by kind: on the board, aboard, waiting, and factories."""
    found: Counter[str] = Counter()
    for stack in state.units:
        for piece, count in stack:
            found[world.kinds[piece.kind].id] += count
            for cargo in piece.cargo:
                found[world.kinds[cargo.kind].id] += count
    for pool in state.pool:
        for kind, count in pool:
            found[world.kinds[kind].id] += count
    found["factory"] += len(state.facilities)
    return found


def read_units(what: str) -> Counter[str]:
    return Counter({kind: int(count) for count, kind in re.findall(r"(\d+) ([a-z-]+)", what)})


def expected_units(
    before: Counter[str], events: list[Event], lost_pools: Counter[str]
) -> Counter[str]:
    after = before.copy()
    for event in events:
        if isinstance(event, Bought | Received):
            after += read_units(event.what)
        elif isinstance(event, Lost) and not event.damaged:
            after -= read_units(event.what)
    return after - lost_pools


def expected_money(before: int, action: Action, events: list[Event]) -> int:
    after = before
    for event in events:
        if isinstance(event, Bought | Repaired):
            after -= event.cost
        elif isinstance(event, Collected):
            after += event.income + event.bonds + sum(amount for amount, _ in event.bonuses)
    return after - (action.count * TOKEN_PRICE if isinstance(action, BuyTokens) else 0)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_adds_up(seed: int) -> None:
    rng = random.Random(seed)
    title = rng.choice(["anniversary-1941", "anniversary-1942"])
    options = {
        "research": rng.random() < 0.5,
        "objectives": rng.random() < 0.5,
        "cities": rng.choice([13, 15, 18]),
    }
    game = sandtable.new(title, seed=seed, options=options)
    world: World = game.rules.world  # type: ignore[attr-defined]
    bot = make_bot("cadet", game.rules, seed)
    while game.decision is not None and game.state.round <= ROUNDS:
        seat = game.decision.seats[0]
        action = bot.choose(game.position, seat, 0)
        units, money = census(world, game.state), sum(game.state.money)
        pools = [Counter(dict(pool)) for pool in game.state.pool]
        events = game.play(action, seat)
        # Units waiting are lost with a capital, without an event of their own.
        lost: Counter[str] = Counter()
        for power, pool in enumerate(game.state.pool):
            if not pool and pools[power] and not any(isinstance(e, Placed) for e in events):
                lost += Counter({world.kinds[k].id: n for k, n in pools[power].items()})
        assert census(world, game.state) == expected_units(units, events, lost), action
        assert sum(game.state.money) == expected_money(money, action, events), action
        invariant(game.state)
    assert game.result is not None or game.state.round > ROUNDS
