"""The general's council: plans of many tastes, judged by the board they lead to."""

from __future__ import annotations

import random

import pytest

from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.council import Council
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.judgement import value_of
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.taste import PLAIN, Taste
from sandtable.bots.axis.weights import WEIGHTS
from sandtable.games.axis.rules import AxisRules
from tests.bots.axis.desk import Desk

EMPTY = "clear"
OPENING = "turn germany combat-move"
BAIT = (
    EMPTY,
    "place 6 germany infantry, 3 germany tank poland",
    "place 1 ussr infantry east-poland",
    "place 20 ussr infantry, 6 ussr artillery, 4 ussr tank belorussia",
    "turn germany combat-move",
)


def attacker_of(desk: Desk, power: str, taste: Taste = PLAIN) -> Attacker:
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    picture = Picture(rules, desk.study.state, rules.world.power[power])
    return Attacker(
        desk.study.game.position,
        picture,
        Field(picture),
        foresight=True,
        rng=random.Random(1),
        late=lambda: False,
        taste=taste,
    )


def council_of(desk: Desk, power: str, plans: int) -> Council:
    return Council(lambda taste: attacker_of(desk, power, taste), plans, lambda: False)


def test_what_is_spared_is_not_attacked() -> None:
    desk = Desk("turn germany combat-move")
    plain = attacker_of(desk, "germany")
    plain.plan()
    target = max(plain.attacked)
    other = attacker_of(desk, "germany", Taste(spared=frozenset({target})))
    other.plan()
    assert target not in other.attacked


def test_a_careful_taste_sends_less_into_the_open() -> None:
    desk = Desk(*BAIT)
    bold, careful = (attacker_of(desk, "germany", Taste(answer=a)) for a in (0.0, 5.0))
    bold.plan()
    careful.plan()
    target = bold.world.space["east-poland"]
    assert sum(bold.sent[target].values()) > sum(careful.sent.get(target, {}).values())


def test_an_army_thrown_away_is_judged_badly() -> None:
    """All of it in front of thirty men against hardly any of it."""
    desk = Desk(*BAIT)
    bold, careful = (attacker_of(desk, "germany", Taste(answer=a)) for a in (0.0, 1.0))
    bold.plan()
    careful.plan()
    assert value_of(bold) < value_of(careful)


def test_the_council_finds_a_better_plan_and_hears_no_more_than_it_may() -> None:
    desk = Desk(OPENING)
    council = council_of(desk, "germany", 12)
    first = council.value
    best = council.plan()
    assert council.heard <= 12
    assert council.value == pytest.approx(value_of(best))
    assert council.value > first


def test_the_weights_are_what_they_say() -> None:
    """Income and hope are gains, the enemy's answer a cost; none is out of all proportion."""
    found = WEIGHTS
    assert 0.5 < found.income < 8
    assert 0 <= found.prize < 3
    assert 0.1 < found.answer < 2
    assert 0 <= found.hope < 1.5


def test_general_plays_a_turn_and_the_same_one_again() -> None:
    turns = [Desk("turn germany purchase", bot="general", seed=4).play_turn() for _ in range(2)]
    assert turns[0].did("move")
    assert turns[0].actions == turns[1].actions
