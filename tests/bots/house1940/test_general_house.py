"""The general in the house variant, where nations play their turns part by part."""

from __future__ import annotations

import random

import pytest

from sandtable.bots.house1940.commander import Striker
from sandtable.games.axis.actions import End
from tests.bots.axis.desk import Desk, rehearsal_of

DESERT = (
    "clear",
    "war italy uk",
    "place 9 italy infantry southern-italy",
    "place 9 uk infantry united-kingdom",
    "place 6 italy infantry, 3 italy tank tobruk",
    "place 1 uk infantry alexandria",
    "place 20 uk infantry, 6 uk artillery, 4 uk tank egypt",
)


@pytest.mark.parametrize("structure", ["by_phase", "by_nation"])
def test_who_comes_before_us_answers_too(structure: str) -> None:
    """All of an army in front of thirty men, whose next attack is before ours, or nobody."""
    desk = Desk(*DESERT, "turn italy combat-move", title="house-1940", turn_structure=structure)
    order = desk.study.world.order
    powers = desk.study.world.power
    assert order.index(powers["uk"]) < order.index(powers["italy"])
    reckless = desk.study.rules.parse("move 6 infantry, 3 tank tobruk > alexandria")
    rehearsal = rehearsal_of(desk, "italy")
    assert rehearsal.value([reckless], 0) < rehearsal.value([], 0) - 10


@pytest.mark.parametrize("phase", ["war", "loans", "purchase", "strategic-bombing"])
def test_an_enemy_in_a_rehearsal_does_nothing_but_fight(phase: str) -> None:
    desk = Desk(
        *DESERT,
        "money usa 60",
        "place 1 usa bomber united-kingdom",
        "war usa germany",
        f"turn usa {phase}",
        title="house-1940",
    )
    striker = Striker(desk.study.rules, random.Random(1), desk.study.world.power["germany"])
    position = desk.study.game.position
    assert desk.study.asked == ("usa",)
    assert striker.choose(position.seen_by("usa"), "usa") == End()
