"""Victory: cities, capitals, a limit of rounds."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

NINE_MORE = ("france", "egypt", "india", "united-kingdom", "kwangtung", "volgograd", "novgorod",
             "russia", "new-south-wales")  # fmt: skip


def last_step(*edits: str, number: int = 1, **options: bool | int | str) -> Study:
    """China's last step of a round; everything is as the edits say."""
    return Study(*edits, f"round {number}", "turn china noncombat-move", **options)


def taken(count: int) -> tuple[str, ...]:
    return tuple(f"control {space} germany" for space in NINE_MORE[:count])


def winner(study: Study) -> str:
    return study.state.winner


@pytest.mark.rule("HV-915")
def test_the_axis_wins_with_18_cities_at_the_end_of_two_rounds() -> None:
    study = last_step(*taken(9))
    assert study.cities()["axis"] == 18
    study.play("end")
    assert winner(study) == ""
    assert study.state.round == 2
    while study.state.round == 2 and not winner(study):
        study.play("end")
    assert winner(study) == "axis"
    result = study.game.result
    assert result is not None
    assert set(result.winners) == {"germany", "italy", "japan"}
    assert "18 victory cities" in result.reason


@pytest.mark.rule("HV-915")
def test_the_round_of_grace_is_enough_to_retake_one() -> None:
    study = last_step(*taken(9))
    study.play("end")
    study.state.owner[study.world.space["france"]] = study.world.power["france"]
    while study.state.round == 2:
        study.play("end")
    study.state.owner[study.world.space["france"]] = study.world.power["germany"]
    while study.state.round == 3:
        study.play("end")
    assert winner(study) == "", "the count begins anew"


@pytest.mark.rule("HV-915")
def test_17_cities_are_not_enough_unless_the_option_says_so() -> None:
    study = last_step(*taken(8))
    study.play("end")
    while study.state.round == 2:
        study.play("end")
    assert winner(study) == ""
    other = last_step(*taken(8), axis_vc=17)
    other.play("end")
    while other.state.round == 2 and not winner(other):
        other.play("end")
    assert winner(other) == "axis"


@pytest.mark.rule("HV-915")
def test_the_allies_win_with_berlin_rome_and_tokyo() -> None:
    capitals = ("control germany uk", "control southern-italy uk", "control japan usa")
    study = last_step(*capitals)
    study.play("end")
    assert winner(study) == "allies"
    nearly = last_step(*capitals[:2])
    nearly.play("end")
    assert winner(nearly) == ""


@pytest.mark.rule("HV-915")
def test_each_side_needs_a_capital_of_its_own() -> None:
    homeless = last_step(
        "control germany uk", "control southern-italy uk", "control japan usa",
        "control eastern-united-states italy", "control united-kingdom italy",
        "control russia italy",
    )  # fmt: skip
    homeless.play("end")
    assert winner(homeless) == ""
    axis = last_step(*taken(9), "control germany uk", "control southern-italy uk",
                     "control japan usa", "control russia italy", "control united-kingdom italy",
                     "control eastern-united-states italy", axis_vc=10)  # fmt: skip
    axis.play("end")
    while axis.state.round == 2 and not winner(axis):
        axis.play("end")
    assert winner(axis) == ""


@pytest.mark.rule("HV-834")
def test_neutral_cities_count_for_nobody() -> None:
    study = last_step()
    assert study.cities()["axis"] == 9
    taken_over = last_step("control sweden italy")
    assert taken_over.cities()["axis"] == 10


@pytest.mark.rule("HV-916", "HV-834")
@pytest.mark.parametrize(("more", "side"), [(5, "allies"), (6, "axis")])
def test_the_limit_of_rounds(more: int, side: str) -> None:
    early = last_step(*taken(more), number=7, round_limit=8)
    early.play("end")
    assert winner(early) == ""
    study = last_step(*taken(more), number=8, round_limit=8)
    study.play("end")
    assert winner(study) == side
    result = study.game.result
    assert result is not None
    assert (
        result.reason
        == {
            "axis": "the axis hold 15 victory cities at the end of round 8",
            "allies": "the axis hold only 14 victory cities at the end of round 8",
        }[side]
    )


@pytest.mark.rule("HV-834")
def test_goals_are_tested_before_the_limit() -> None:
    study = last_step(
        *taken(9), "control germany uk", "control southern-italy uk", "control japan usa",
        number=8, round_limit=8, axis_vc=31,
    )  # fmt: skip
    study.play("end")
    assert winner(study) == "allies"


@pytest.mark.rule("HV-916")
def test_without_a_limit_the_game_goes_on() -> None:
    study = last_step(number=40)
    study.play("end")
    assert winner(study) == ""
