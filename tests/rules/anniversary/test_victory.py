"""Ledger section 13: victory."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games.axis.events import Won
from tests.rules.anniversary.study import Study

ALLIED_CITIES = (
    "india",
    "australia",
    "karelia-ssr",
    "caucasus",
    "philippine-islands",
    "hawaiian-islands",
    "kwangtung",
    "eastern-canada",
    "western-united-states",
    "russia",
    "united-kingdom",
    "eastern-united-states",
)
"""In 1941 the Axis begin with the six others."""


def axis_with(held: int, turn: str = "usa", cities: int = 15) -> Study:
    """The Axis hold so many victory cities when a power collects income."""
    edits = [f"control {city} japan" for city in ALLIED_CITIES[: held - 6]]
    return Study("clear", *edits, f"turn {turn} noncombat-move", cities=cities)


def winner(study: Study) -> tuple[str, ...]:
    result = study.game.result
    return result.winners if result else ()


def finish(study: Study) -> None:
    """Play the turn to its end; Chinese infantry go where they may."""
    study.play("end")
    while study.step == "Mobilize":
        places = sorted(study.legal("place"))
        study.play(places[0] if places else "end")


AXIS = ("germany", "japan", "italy")


@pytest.mark.rule("AN-327")
def test_fifteen_cities_by_default() -> None:
    assert Study().state.options["cities"] == 15
    almost = axis_with(14)
    finish(almost)
    assert winner(almost) == ()
    assert almost.state.round == 2
    won = axis_with(15)
    finish(won)
    assert winner(won) == AXIS
    assert won.game.decision is None


@pytest.mark.rule("AN-328")
def test_thirteen_in_the_short_game() -> None:
    almost = axis_with(12, cities=13)
    finish(almost)
    assert winner(almost) == ()
    won = axis_with(13, cities=13)
    finish(won)
    assert winner(won) == AXIS
    allies = Study(
        "clear",
        "control france uk",
        "turn usa noncombat-move",
        cities=13,
    )
    finish(allies)
    assert winner(allies) == ("ussr", "uk", "usa")


@pytest.mark.rule("AN-329")
def test_all_eighteen_in_the_long_game() -> None:
    almost = axis_with(17, cities=18)
    finish(almost)
    assert winner(almost) == ()
    won = axis_with(18, cities=18)
    events = won.play("end")
    while won.game.decision is not None:
        events += won.play(min(won.legal("place") or {"end"}))
    assert [(e.side, e.cities) for e in events if isinstance(e, Won)] == [("axis", 18)]


@pytest.mark.rule("AN-330")
def test_the_goal_is_agreed_before_play() -> None:
    with pytest.raises(Malformed):
        Study(cities=14)
    study = Study(cities=18)
    with pytest.raises(Malformed):
        study.game.check("cities 13")
    study.play("end", "end", "end")
    assert study.state.options["cities"] == 18


@pytest.mark.rule("AN-331")
@pytest.mark.parametrize("turn", ["germany", "ussr", "japan", "uk", "italy"])
def test_nobody_wins_before_the_end_of_the_round(turn: str) -> None:
    study = axis_with(15, turn)
    study.play("end")
    assert winner(study) == ()
    assert study.step in ("Purchase", "CombatMove")


@pytest.mark.rule("AN-331")
@pytest.mark.parametrize("freed", [False, True])
def test_what_is_lost_again_before_the_end_does_not_count(freed: bool) -> None:
    study = Study(
        "clear",
        *(f"control {city} japan" for city in ALLIED_CITIES[:9]),
        "place 1 usa infantry central-united-states",
        "turn usa combat-move",
    )
    if freed:
        study.play("move 1 infantry central-united-states > western-united-states")
    study.play("end")
    finish(study)
    assert winner(study) == (() if freed else AXIS)
