"""Ledger section 14.3: transports, and what is aboard them."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def harbour(*edits: str, phase: str = "noncombat-move") -> Study:
    """A British transport in zone 7 beside the United Kingdom."""
    return Study("clear", "place 1 uk transport sz-7", *edits, f"turn uk {phase}")


@pytest.mark.rule("AN-361")
@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [
        ("infantry", "infantry", True),
        ("tank", "infantry", True),
        ("infantry", "tank", True),
        ("artillery", "infantry", True),
        ("aa-gun", "infantry", True),
        ("tank", "tank", False),
        ("tank", "artillery", False),
        ("artillery", "artillery", False),
        ("aa-gun", "tank", False),
    ],
)
def test_capacity(first: str, second: str, fits: bool) -> None:
    study = harbour(
        "place 3 uk infantry, 2 uk tank, 2 uk artillery, 2 uk aa-gun united-kingdom",
    )
    study.play(f"load 1 {first} united-kingdom > sz-7")
    if not fits:
        study.refused(f"load 1 {second} united-kingdom > sz-7", "AN-361")
        return
    study.play(f"load 1 {second} united-kingdom > sz-7")
    study.refused("load 1 infantry united-kingdom > sz-7", "AN-361")


@pytest.mark.rule("AN-361")
def test_aircraft_and_ships_do_not_board() -> None:
    study = harbour("place 1 uk fighter united-kingdom")
    study.refused("load 1 fighter united-kingdom > sz-7", "AN-361")


@pytest.mark.rule("AN-362", "AN-947")
def test_boarding_and_landing_are_the_whole_move() -> None:
    study = harbour(
        "control france uk",
        "control germany uk",
        "place 1 uk tank germany",
    )
    study.play("move 1 tank germany > france")
    study.refused("load 1 tank france > sz-7", "AN-362")
    ashore = harbour("control france uk", "control germany uk", "place 1 uk tank united-kingdom")
    ashore.play("load 1 tank united-kingdom > sz-7", "land 1 tank sz-7 > france")
    ashore.refused("move 1 tank france > germany", "AN-277")


@pytest.mark.rule("AN-363")
def test_loading_before_during_and_after_moving() -> None:
    study = Study(
        "clear",
        "place 1 uk transport sz-9",
        "place 1 uk infantry eastern-canada",
        "place 1 uk tank united-kingdom",
        "place 1 germany infantry norway",
        "turn uk combat-move",
    )
    study.play("load 1 infantry eastern-canada > sz-9")
    study.play("move 1 transport[infantry] sz-9 > sz-8")
    study.play("load 1 tank united-kingdom > sz-8")
    study.play("move 1 transport[infantry+tank] sz-8 > sz-7")
    study.refused("move 1 transport[infantry+tank] sz-7 > sz-6", "AN-130")
    study.play("land 1 infantry, 1 tank sz-7 > france", "end")
    assert study.units("france") == {"uk infantry": 1, "uk tank": 1}


@pytest.mark.rule("AN-364")
def test_what_may_stay_aboard() -> None:
    fresh = harbour("place 1 uk infantry united-kingdom", phase="combat-move")
    fresh.play("load 1 infantry united-kingdom > sz-7")
    fresh.refused("end", "AN-174")
    old = Study("clear", "place 1 uk transport[infantry] sz-7", "turn uk combat-move")
    old.play("end", "end")
    assert old.units("sz-7") == {"uk transport[infantry]": 1}
    later = harbour("place 1 uk infantry united-kingdom")
    later.play("load 1 infantry united-kingdom > sz-7", "end")
    assert later.units("sz-7") == {"uk transport[infantry]": 1}
    # Next turn it is old cargo and may land in an assault.
    pass_to(later, "uk", "CombatMove")
    later.allowed("land 1 infantry sz-7 > france")


@pytest.mark.rule("AN-365")
def test_offloading_ends_the_transports_turn() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry+infantry] sz-7",
        "place 1 uk infantry united-kingdom",
        "turn uk noncombat-move",
    )
    study.play("land 1 infantry sz-7 > united-kingdom")
    study.refused("move 1 transport[infantry] sz-7 > sz-8", "AN-365")
    study.refused("load 1 infantry united-kingdom > sz-7", "AN-365")
    war = Study("clear", "place 1 uk transport[infantry+infantry] sz-7", "turn uk combat-move")
    war.play("land 1 infantry sz-7 > france")
    war.refused("move 1 transport[infantry+infantry] sz-7 > sz-6", "AN-365")
    war.play("end")
    war.refused("move 1 transport[infantry] sz-7 > sz-8", "AN-277")
    war.refused("land 1 infantry sz-7 > united-kingdom", "AN-365")


@pytest.mark.rule("AN-366")
def test_one_destination_in_a_turn() -> None:
    study = Study(
        "clear",
        "control france uk",
        "place 1 uk transport[infantry+tank] sz-7",
        "turn uk noncombat-move",
    )
    study.play("land 1 tank sz-7 > france")
    study.refused("land 1 infantry sz-7 > united-kingdom", "AN-366")
    study.allowed("land 1 infantry sz-7 > france")


@pytest.mark.rule("AN-367")
def test_nobody_changes_ship_at_sea() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry], 1 uk transport sz-7",
        "place 1 uk transport sz-8",
        "turn uk noncombat-move",
    )
    study.refused("load 1 infantry sz-7 > sz-7", "AN-367")
    study.refused("load 1 infantry sz-7 > sz-8", "AN-367")
    assert study.legal("load") == set()


@pytest.mark.rule("AN-368")
def test_neither_loading_nor_offloading_in_a_hostile_zone() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry united-kingdom",
        "place 1 uk transport[infantry] sz-7",
        "turn uk noncombat-move",
        "place 1 germany destroyer sz-7",
    )
    study.refused("load 1 infantry united-kingdom > sz-7", "AN-368")
    study.refused("land 1 infantry sz-7 > united-kingdom", "AN-368")
    calm = Study(
        "clear",
        "place 1 uk infantry united-kingdom",
        "place 1 uk transport[infantry], 1 germany submarine sz-7",
        "turn uk noncombat-move",
    )
    calm.allowed("load 1 infantry united-kingdom > sz-7")
    calm.allowed("land 1 infantry sz-7 > united-kingdom")


@pytest.mark.rule("AN-369")
def test_bridging_without_leaving_the_zone() -> None:
    study = harbour("control france uk", "place 1 uk tank, 2 uk infantry united-kingdom")
    study.play("load 1 tank, 1 infantry united-kingdom > sz-7")
    study.play("land 1 tank, 1 infantry sz-7 > france")
    assert study.units("france") == {"uk tank": 1, "uk infantry": 1}
    study.refused("load 1 infantry united-kingdom > sz-7", "AN-365")
    war = harbour("place 1 uk tank united-kingdom", phase="combat-move")
    war.play("load 1 tank united-kingdom > sz-7", "land 1 tank sz-7 > france", "end")
    assert war.owner("france") == "uk"


@pytest.mark.rule("AN-370")
def test_new_cargo_must_land_and_old_cargo_may_stay() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-7",
        "place 1 uk tank united-kingdom",
        "turn uk combat-move",
    )
    study.play("load 1 tank united-kingdom > sz-7")
    study.play("land 1 infantry sz-7 > france")
    study.refused("end", "AN-174")
    study.play("land 1 tank sz-7 > france", "end")
    assert study.units("france") == {"uk infantry": 1, "uk tank": 1}
    stay = Study(
        "clear",
        "place 1 uk transport[infantry] sz-7",
        "place 1 uk tank united-kingdom",
        "turn uk combat-move",
    )
    stay.play("load 1 tank united-kingdom > sz-7", "land 1 tank sz-7 > france", "end")
    assert stay.units("sz-7") == {"uk transport[infantry]": 1}


@pytest.mark.rule("AN-374")
def test_hostile_shores_only_by_assault_and_friendly_ones_only_in_peace() -> None:
    war = Study("clear", "place 1 uk transport[infantry] sz-7", "turn uk combat-move")
    war.refused("land 1 infantry sz-7 > united-kingdom", "AN-374")
    war.allowed("land 1 infantry sz-7 > france")
    peace = Study("clear", "place 1 uk transport[infantry] sz-7", "turn uk noncombat-move")
    peace.refused("land 1 infantry sz-7 > france", "AN-374")
    peace.refused("land 1 tank sz-7 > united-kingdom", "AN-374")
    peace.allowed("land 1 infantry sz-7 > united-kingdom")


@pytest.mark.rule("AN-375")
def test_some_or_all_of_the_cargo() -> None:
    study = Study("clear", "place 1 uk transport[infantry+tank] sz-7", "turn uk noncombat-move")
    study.play("land 1 tank sz-7 > united-kingdom", "end")
    assert study.units("united-kingdom") == {"uk tank": 1}
    assert study.units("sz-7") == {"uk transport[infantry]": 1}
    whole = Study("clear", "place 1 uk transport[infantry+tank] sz-7", "turn uk noncombat-move")
    whole.play("land 1 infantry, 1 tank sz-7 > united-kingdom")
    assert whole.units("sz-7") == {"uk transport": 1}
