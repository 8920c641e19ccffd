"""Section 7.4 of the ledger: assaults declared, carriers and submarines on the move."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-155")
def test_an_assault_is_declared_in_phase_three() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[infantry] sz-6",
        "place 1 germany infantry poland",
        "place 1 germany infantry bulgaria-romania",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry ukraine",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland")
    study.play("move 1 infantry bulgaria-romania > ukraine", "end")
    assert study.step == "ConductCombat"
    study.refused("land 1 infantry sz-6 > united-kingdom", "AN-073")
    study.refused("fight united-kingdom", "AN-206")
    study.play("fight ukraine", dice=[6, 1, 6, 1])
    study.refused("land 1 infantry sz-6 > united-kingdom", "AN-374")
    assert study.owner("united-kingdom") == "uk"


@pytest.mark.rule("AN-156")
def test_the_launching_zone() -> None:
    edits = [
        "clear",
        "place 1 germany transport[infantry], 1 germany destroyer sz-5",
        "place 1 uk destroyer sz-6",
        "turn germany combat-move",
    ]
    study = Study(*edits)
    study.refused("land 1 infantry sz-5 > united-kingdom", "AN-156")
    study.play("move 1 transport[infantry], 1 destroyer sz-5 > sz-6")
    study.play("land 1 infantry sz-6 > united-kingdom")
    study.play("end", dice=[2, 6])  # the zone is cleared
    assert study.owner("united-kingdom") == "germany"
    study = Study(*edits)
    study.play("move 1 transport[infantry], 1 destroyer sz-5 > sz-6")
    study.play("land 1 infantry sz-6 > united-kingdom")
    study.play("end", dice=[6, 1])  # the escort is lost, the zone is not cleared
    study.play("retreat sz-5")
    assert study.owner("united-kingdom") == "uk"
    assert study.units("sz-5") == {"germany transport[infantry]": 1}


@pytest.mark.rule("AN-157")
def test_others_join_the_landing() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[infantry] sz-5",
        "place 1 germany tank finland",
        "place 1 germany fighter norway",
        "place 3 ussr infantry karelia-ssr",
        "turn germany combat-move",
    )
    study.play("land 1 infantry sz-5 > karelia-ssr")
    study.play("move 1 tank finland > karelia-ssr", "move 1 fighter norway > karelia-ssr")
    # Infantry, tank and fighter roll together in one battle.
    study.play("end", dice=[1, 3, 3, 6, 6, 6])
    assert study.units("karelia-ssr") == {
        "germany infantry": 1,
        "germany tank": 1,
        "germany fighter": 1,
    }
    assert study.owner("karelia-ssr") == "germany"


@pytest.mark.rule("AN-158")
def test_sailing_to_the_landing_is_a_combat_move() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[infantry+tank], 1 germany cruiser sz-5",
        "turn germany combat-move",
    )
    study.play("move 1 transport[infantry+tank] sz-5 > sz-6")
    study.play("land 1 infantry sz-6 > united-kingdom")
    study.play("move 1 cruiser sz-5 > sz-6", "end")
    assert study.step == "Bombard"
    study.play("bombard 1 cruiser", dice=[6])
    assert study.owner("united-kingdom") == "germany"
    study.refused("move 1 cruiser sz-6 > sz-5", "AN-277")
    study.refused("move 1 transport[tank] sz-6 > sz-5", "AN-277")


CARRIER = (
    "clear",
    "place 1 uk carrier, 2 uk fighter sz-7",
    "place 1 germany cruiser sz-6",
)


@pytest.mark.rule("AN-159")
def test_own_fighters_launch_first() -> None:
    study = Study(*CARRIER, "place 1 germany infantry france", "turn uk combat-move")
    study.play("move 1 carrier sz-7 > sz-6")
    assert study.units("sz-7") == {"uk fighter": 2}
    study.play("move 1 fighter sz-7 > france", "move 1 fighter sz-7 > sz-6")
    assert study.units("france")["uk fighter"] == 1
    assert study.units("sz-6") == {"germany cruiser": 1, "uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-160", "AN-932")
def test_fighters_may_wait_in_the_zone() -> None:
    study = Study(*CARRIER, "place 1 germany submarine sz-7", "turn uk combat-move")
    study.play("move 1 carrier sz-7 > sz-6")
    # They may fight where they are, or not; here they wait. The carrier is sunk, and they,
    # who were no cargo, fly as far as ever.
    study.play("end")
    study.play("fight sz-6", dice=[6, 1])
    assert study.units("sz-6") == {"germany cruiser": 1}
    study.allowed("fight sz-7")
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.units("sz-7") == {"uk fighter": 2, "germany submarine": 1}
    assert {u.left for u in study.space("sz-7").units if u.unit == "fighter"} == {4}
    study.play("move 1 fighter sz-7 > gibraltar", "move 1 fighter sz-7 > karelia-ssr")


@pytest.mark.rule("AN-161", "AN-162")
def test_allied_fighters_are_cargo() -> None:
    edits = [
        "clear",
        "place 1 uk carrier, 1 usa fighter sz-7",
        "place 1 germany cruiser sz-6",
        "place 1 germany infantry france",
        "turn uk combat-move",
    ]
    study = Study(*edits)
    study.refused("move 1 usa fighter sz-7 > france", "AN-269")
    study.refused("move 1 fighter sz-7 > france", "AN-269")
    study.play("move 1 carrier[usa fighter] sz-7 > sz-6")
    assert study.units("sz-7") == {}
    # One die for the carrier, one for the cruiser; the fighter rolls none and goes down too.
    study.play("end", dice=[6, 3])
    assert study.units("sz-6") == {"germany cruiser": 1}
    assert study.dice_left == 0
    study = Study(*edits)
    study.play("move 1 carrier[usa fighter] sz-7 > sz-6")
    study.play("end", dice=[1, 6])
    assert study.units("sz-6") == {"uk carrier[usa fighter]": 1}


@pytest.mark.rule("AN-163")
@pytest.mark.parametrize("phase", [3, 5])
def test_a_deck_serves_after_either_move(phase: int) -> None:
    study = Study(
        "clear",
        "place 1 uk carrier sz-12",
        "place 1 uk fighter united-kingdom",
        "place 1 italy destroyer sz-14",
        "turn uk combat-move",
    )
    if phase == 3:
        study.play("move 1 carrier sz-12 > sz-14")
    study.play("move 1 fighter united-kingdom > sz-14")
    study.play("end", dice=[3, 6] if phase == 5 else [3, 6, 6])
    if phase == 5:
        study.play("move 1 carrier sz-12 > sz-14")
    study.play("end")
    assert study.units("sz-14") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-164")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_submarines_pass_hostile_zones(phase: str) -> None:
    study = Study(
        "clear",
        "place 1 germany submarine sz-5",
        "place 1 uk battleship, 1 uk carrier, 1 uk cruiser sz-6",
        "place 1 uk transport sz-7",
        f"turn germany {phase}",
    )
    study.play("move 1 submarine sz-5 > sz-6 > sz-7")
    assert study.units("sz-7") == {"germany submarine": 1, "uk transport": 1}


@pytest.mark.rule("AN-165")
def test_submarines_may_end_in_hostile_zones() -> None:
    study = Study(
        "clear",
        "place 1 germany submarine, 1 germany cruiser sz-5",
        "place 1 uk cruiser sz-6",
        "turn germany noncombat-move",
    )
    study.refused("move 1 cruiser sz-5 > sz-6", "AN-289")
    study.play("move 1 submarine sz-5 > sz-6")
    assert study.units("sz-6") == {"germany submarine": 1, "uk cruiser": 1}


@pytest.mark.rule("AN-166")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_destroyers_stop_submarines(phase: str) -> None:
    study = Study(
        "clear",
        "place 1 germany submarine sz-5",
        "place 1 uk destroyer sz-6",
        "place 1 uk transport sz-7",
        f"turn germany {phase}",
    )
    study.refused("move 1 submarine sz-5 > sz-6 > sz-7", "AN-166")
    study.refused("move 1 submarine sz-5 > sz-7", "AN-166")
    study.allowed("move 1 submarine sz-5 > sz-6")


@pytest.mark.rule("AN-167")
def test_ending_beside_submarines_and_transports() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany transport sz-5",
        "place 2 uk submarine, 1 uk transport sz-6",
        "turn germany noncombat-move",
    )
    study.play("move 1 cruiser, 1 transport sz-5 > sz-6", "end")
    assert study.asked == ("ussr",)
    assert study.units("sz-6")["germany cruiser"] == 1
