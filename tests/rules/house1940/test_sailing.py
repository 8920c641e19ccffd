"""Phase III: ships on their way, with aircraft beside them and troops that board."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study


@pytest.mark.rule("HV-959", "HV-980", "HV-951")
def test_aircraft_that_fly_beside_ships_are_not_stopped_with_them() -> None:
    study = Study(
        "clear",
        "place 1 germany carrier, 1 germany destroyer sz-113",
        "place 1 germany torpedo-bomber sz-113",
        "place 1 uk destroyer sz-112",
        "place 1 uk cruiser sz-111",
        "turn germany combat-move",
    )
    study.play("move 1 torpedo-bomber, 1 destroyer sz-113 > sz-112 > sz-111", "intercept")
    assert study.units("sz-112") == {"uk destroyer": 1, "germany destroyer": 1}
    assert study.units("sz-111") == {"uk cruiser": 1, "germany torpedo-bomber": 1}
    (plane,) = (piece for piece, _ in study.state.units[study.world.space["sz-111"]] if piece.marks)
    assert plane.spent == 2  # of five: three are left for the way home


@pytest.mark.rule("HV-989", "HV-980")
def test_troops_board_among_enemy_ships_that_let_the_transport_pass() -> None:
    edits = (
        "clear",
        "place 1 uk transport sz-109",
        "place 1 germany submarine sz-110",
        "place 2 uk infantry united-kingdom",
        "place 1 germany infantry norway",
        "turn uk combat-move",
    )
    study = Study(*edits)
    study.play("move 1 transport sz-109 > sz-110", "hold")
    study.play("load 2 infantry united-kingdom > sz-110", "move 1 transport sz-110 > sz-112")
    study.play("land 2 infantry sz-112 > norway")
    stopped = Study(*edits)
    stopped.play("move 1 transport sz-109 > sz-110", "intercept")
    refusal = stopped.game.check("load 2 infantry united-kingdom > sz-110")
    assert refusal is not None


@pytest.mark.rule("HV-819")
def test_who_is_asked_is_told_what_he_can_answer() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser sz-113",
        "place 1 uk cruiser sz-112",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-113 > sz-112")
    assert "intercept the ships" in str(study.game.check("end"))
