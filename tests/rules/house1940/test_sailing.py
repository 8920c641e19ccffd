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
    stopped.refused("load 2 infantry united-kingdom > sz-110", "HV-980")


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


@pytest.mark.rule("HV-842")
def test_ships_go_round_enemy_ships_where_they_can() -> None:
    edits = ("clear", "place 1 germany cruiser sz-112", "place 1 uk transport sz-124")
    quiet = {"sz-111": "sz-125", "sz-125": "sz-111"}
    for blocked, free in quiet.items():
        study = Study(*edits, f"place 1 uk cruiser {blocked}", "turn germany combat-move")
        study.play("move 1 cruiser sz-112 > sz-124")
        (ship,) = (p for p, _ in study.state.units[study.world.space["sz-124"]] if p.marks)
        assert study.world.spaces[ship.origin].id == free
    study = Study(*edits, "place 1 uk cruiser sz-111", "turn germany combat-move")
    study.play("move 1 cruiser sz-112 > sz-111 > sz-124")
    assert study.units("sz-111") == {"uk cruiser": 1, "germany cruiser": 1}


@pytest.mark.rule("HV-819", "HV-980")
def test_an_interception_by_standing_order_is_told() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser sz-113",
        "place 1 uk cruiser, 1 france cruiser sz-112",
        "turn germany combat-move",
    )
    study.play("order intercept always", seat="france")
    events = study.play("move 1 cruiser sz-113 > sz-112")
    assert "france intercepts germany's ships in sz-112" in map(str, events)
    assert study.asked == ("germany",)


@pytest.mark.rule("HV-955")
def test_a_battery_fires_once_at_aircraft_that_come_again() -> None:
    edits = ("clear", "war germany ussr", "place 1 germany bomber poland")
    guns = "place 1 ussr aa-battery, 1 ussr infantry baltic-states"
    study = Study(*edits, guns, "place 1 ussr infantry belarus", "turn germany combat-move")
    study.play("move 1 bomber poland > baltic-states > poland > baltic-states > belarus", dice=[6])
    assert study.dice_left == 0
    study = Study(*edits, guns, "turn germany combat-move")
    study.play("move 1 bomber poland > baltic-states > poland > baltic-states")  # the goal itself
    study.play("end", dice=[6, 6, 6])
    assert study.dice_left == 0


@pytest.mark.rule("HV-959", "HV-985")
def test_a_carrier_that_withdraws_takes_its_aircraft_along() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 germany cruiser sz-110",
        "place 1 uk destroyer sz-111",
        "place 1 uk fighter, 1 uk torpedo-bomber, 1 france fighter sz-110",
        "turn uk combat-move",
    )
    study.play("join 1 fighter sz-110", "move 1 destroyer sz-111 > sz-110", "hold")
    study.play("end", dice=[6, 6, 6, 6])
    study.play("retreat sz-111")  # not to the United Kingdom, which is as near
    assert study.units("sz-110") == {"germany cruiser": 1}
    assert study.units("sz-111") == {
        "uk carrier": 1,
        "uk destroyer": 1,
        "uk fighter": 1,
        "uk torpedo-bomber": 1,
        "france fighter": 1,
    }


@pytest.mark.rule("HV-824", "HV-960")
def test_of_aircraft_without_a_deck_their_owner_says_which_go() -> None:
    edits = (
        "clear",
        "place 2 uk carrier {zone}",
        "place 3 uk fighter, 2 uk torpedo-bomber {zone}",
        "place 1 germany torpedo-bomber {base}",
        "turn germany torpedo-bombers",
    )
    near = Study(*(line.format(zone="sz-110", base="western-germany") for line in edits))
    near.play("torpedo 1 torpedo-bomber western-germany > sz-110 at uk carrier", dice=[6, 3])
    assert near.asked == ("uk",)
    near.refused("fly 1 france fighter sz-110 > united-kingdom", "HV-997")
    near.refused("lose 1 fighter", "HV-918")
    near.play("fly 1 torpedo-bomber sz-110 > united-kingdom")
    near.play("fly 1 fighter sz-110 > united-kingdom")
    assert near.units("sz-110") == {
        "uk carrier": 1,
        "uk fighter": 2,
        "uk torpedo-bomber": 1,
    }
    far = Study(*(line.format(zone="sz-113", base="germany") for line in edits))
    far.play("torpedo 1 torpedo-bomber germany > sz-113 at uk carrier", dice=[6, 3])
    assert far.legal() == {"lose 1 fighter", "lose 1 torpedo-bomber"}
    far.play("lose 1 torpedo-bomber", "lose 1 torpedo-bomber")
    assert far.units("sz-113") == {"uk carrier": 1, "uk fighter": 3}
