"""The general on the 1940 boards: attacks are played through before one is chosen."""

from __future__ import annotations

import random

import pytest

from sandtable.bots.axis.rehearsal import Rehearsal
from sandtable.bots.axis1940.commander import Striker
from sandtable.games.axis.actions import End
from sandtable.table import Action
from tests.bots.axis.desk import Desk, rehearsal_of

BAIT = (
    "clear",
    "war germany ussr",
    "place 6 germany infantry, 3 germany tank poland",
    "place 1 ussr infantry eastern-poland",
    "place 20 ussr infantry, 6 ussr artillery, 4 ussr tank belarus",
    "place 5 ussr infantry russia",
    "place 5 ussr infantry novgorod",
    "turn germany combat-move",
)


@pytest.mark.parametrize(
    ("title", "power"),
    [
        ("europe-1940", "italy"),
        ("pacific-1940", "china"),
        ("global-1940", "italy"),
        ("house-1940", "italy"),
    ],
)
def test_general_plays_a_turn_and_the_same_one_again(
    title: str, power: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as no clock stops it."""
    held: list[int] = []
    hold = Rehearsal.value

    def value(rehearsal: Rehearsal, plan: list[Action], number: int) -> float:
        held.append(number)
        return hold(rehearsal, plan, number)

    monkeypatch.setattr(Rehearsal, "value", value)
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    monkeypatch.setattr("sandtable.bots.axis.commander.REHEARSALS", 0.2)
    edits = (f"turn {power} combat-move",)
    turns = [Desk(*edits, bot="general", seed=4, title=title).play_turn() for _ in range(2)]
    assert turns[0].did("move")
    assert turns[0].actions == turns[1].actions
    assert held


def test_an_army_thrown_away_is_missed_after_a_rehearsal() -> None:
    """All of it in front of thirty men, or nobody."""
    desk = Desk(*BAIT, title="global-1940")
    reckless = desk.study.rules.parse("move 6 infantry, 3 tank poland > eastern-poland")
    rehearsal = rehearsal_of(desk, "germany")
    assert rehearsal.value([reckless], 0) < rehearsal.value([], 0) - 10


def test_who_may_declare_war_on_us_does_so_in_a_rehearsal_and_on_nobody_else() -> None:
    desk = Desk("round 4", "turn usa declare", title="global-1940")
    rules, position = desk.study.rules, desk.study.game.position
    japan = desk.study.world.power["japan"]
    striker = Striker(rules, random.Random(1), japan)
    assert str(striker.choose(position.seen_by("usa"), "usa")) == "declare japan"
    position.play("usa", rules.parse("declare japan"))
    assert striker.choose(position.seen_by("usa"), "usa") == End()
