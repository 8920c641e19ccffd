"""Levels: every title has them up to its strongest; the weaker ones err as they are said to."""

from __future__ import annotations

import itertools
import random

import pytest

import sandtable
from sandtable.bots import bot_names, make_bot
from sandtable.bots.axis.temper import CAPTAIN, CORPORAL, RECRUIT, SERGEANT, Temper
from sandtable.bots.hint import hint
from sandtable.bots.levels import LEVELS, budget_for, level, strength
from sandtable.bots.naval import Recruit
from sandtable.games import find_title, title_ids
from sandtable.games.axis.actions import Buy, End, Move, Units
from sandtable.table import Action

TITLES = sorted(title_ids())
NAMES = tuple(one.name for one in LEVELS)
NO_GENERAL = {"fortress-america"}
"""Titles whose strongest player is a captain."""
MOVES: list[Action] = [Move((Units(1, "infantry"),), (f"a{n}", "b")) for n in range(200)]
SHOPPING: list[Action] = [Buy((Units(5, "infantry"), Units(1, "tank")))]


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_its_levels_weakest_first(title: str) -> None:
    rules = find_title(title)
    names = NAMES[:-1] if rules.ledger in NO_GENERAL else NAMES
    assert tuple(name for name in bot_names(rules) if level(name)) == names
    assert bot_names(rules)[: len(names)] == names
    makers = [type(make_bot(name, rules, 1)) for name in names]
    assert len(set(makers)) == len(names)


def test_levels_are_told_and_others_come_after_them() -> None:
    assert all(one.text for one in LEVELS)
    assert level("somebody-else") is None
    assert strength("somebody-else") == len(LEVELS)


def test_a_level_that_needs_more_time_than_others_has_it() -> None:
    assert budget_for("captain", 1500) == budget_for("somebody-else", 1500) == 1500
    assert budget_for("general", 1500) == 5000
    assert budget_for("general", 9000) == 9000


def test_the_weaker_the_more_mistakes() -> None:
    ladder = (RECRUIT, CORPORAL, SERGEANT, CAPTAIN)
    for weak, strong in itertools.pairwise(ladder):
        assert weak.attention <= strong.attention
        assert weak.greed > strong.greed
        assert weak.neglect > strong.neglect
        assert weak.thrift >= strong.thrift
    assert Temper() == CAPTAIN


def test_moves_are_forgotten_but_nothing_else_is() -> None:
    rng = random.Random(1)
    kept = Temper(neglect=0.5).forget([*MOVES, End()], rng)
    assert 60 < len(kept) < 140
    assert End() in kept
    assert Temper().forget(MOVES, rng) == MOVES


def test_who_saves_buys_half() -> None:
    rng = random.Random(1)
    assert Temper(thrift=1.0).hoard(SHOPPING, rng) == [
        Buy((Units(3, "infantry"), Units(1, "tank")))
    ]
    assert Temper().hoard(SHOPPING, rng) == SHOPPING


def test_attention_comes_and_goes() -> None:
    rng = random.Random(1)
    looked = [Temper(attention=0.3).attends(rng) for _ in range(400)]
    assert 0.2 < sum(looked) / len(looked) < 0.4
    assert all(CAPTAIN.attends(rng) for _ in range(50))


def test_a_pupil_stops_only_where_that_is_allowed() -> None:
    class Dreamer(Recruit):
        slips = 1.0

    game = sandtable.new("naval", seed=2)
    bots = {seat: Dreamer(game.rules, random.Random(seat)) for seat in game.seats}
    stopped = forced = 0
    for _ in range(60):
        if game.decision is None:
            break
        seat = game.decision.seats[0]
        action = bots[seat].choose(game.position.seen_by(seat), seat)
        if game.check(Recruit.stop, seat) is None:
            assert action == Recruit.stop
            stopped += 1
        else:
            forced += 1
        game.play(action, seat)
    assert stopped > 5
    assert forced > 2


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_for_the_first_decision_can_be_played(title: str) -> None:
    game = sandtable.new(title, seed=1)
    assert game.decision is not None
    seat = game.decision.seats[0]
    found = hint(game.position.seen_by(seat), seat, "1", 500)
    assert found.bot == "captain"
    assert found.actions
    for action in found.actions:
        game.play(action, seat)
