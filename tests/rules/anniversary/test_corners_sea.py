"""Corners of the rulebook: assaults from two zones, old cargo, lost transports, escorts."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


def war(*edits: str, power: str) -> Study:
    return Study("clear", *edits, f"turn {power} combat-move")


def two_beaches() -> Study:
    """Britain lands in Norway from an empty zone and from one with a German submarine."""
    study = war(
        "place 1 uk transport[infantry], 1 uk cruiser sz-3",
        "place 1 uk transport[infantry], 1 uk cruiser sz-6",
        "place 1 germany submarine sz-6",
        "place 2 germany infantry norway",
        power="uk",
    )
    study.play("land 1 infantry sz-3 > norway", "land 1 infantry sz-6 > norway", "end")
    return study


@pytest.mark.rule("AN-188", "AN-206")
def test_only_the_zone_with_something_in_it_is_asked_about() -> None:
    study = two_beaches()
    assert study.legal() == {"fight sz-6", "ignore sz-6"}
    study.refused("fight sz-3", "AN-206")
    study.refused("ignore sz-3", "AN-206")


@pytest.mark.rule("AN-190", "AN-196")
def test_the_cruiser_of_the_empty_zone_bombards_whatever_happens_in_the_other() -> None:
    study = two_beaches()
    study.play("fight sz-6", "submerge 1 submarine")
    assert study.step == "Bombard"
    assert study.legal() == {"hold", "bombard 1 cruiser"}
    study.play("bombard 1 cruiser", dice=[3, 6, 6, 6, 1, 1, 6])
    # One defender is hit from the sea, and fires a last time: without that a third round came.
    assert study.units("norway") == {"uk infantry": 1}
    assert study.owner("norway") == "uk"


@pytest.mark.rule("AN-277")
def test_a_ship_that_bombarded_stays() -> None:
    study = war(
        "place 2 japan battleship, 1 japan transport[infantry] sz-50",
        "place 1 usa infantry philippine-islands",
        power="japan",
    )
    study.play("land 1 infantry sz-50 > philippine-islands", "end")
    study.play("bombard 1 battleship", dice=[4, 6, 6])
    # The other one has not fired.
    study.play("move 1 battleship sz-50 > sz-60 > sz-62")
    study.refused("move 1 battleship sz-50 > sz-60", "AN-277")
    study.refused("move 1 battleship sz-50 > sz-60 > sz-62", "AN-277")


@pytest.mark.rule("AN-277", "AN-957")
def test_a_gun_that_launched_a_rocket_stays() -> None:
    study = war("tech germany rockets", "place 2 germany aa-gun france", power="germany")
    study.play("end", "rocket france > united-kingdom", dice=[3])
    study.play("move 1 aa-gun france > germany")
    study.refused("move 1 aa-gun france > germany", "AN-277")


@pytest.mark.rule("AN-916", "AN-052", "AN-104")
def test_the_advances_of_the_united_states_move_no_chinese_infantry() -> None:
    study = Study(
        "clear",
        "tech usa mechanized-infantry",
        "place 1 usa tank, 1 china infantry, 1 usa infantry sikang",
        "turn usa noncombat-move",
    )
    study.refused("move 1 tank, 1 china infantry sikang > yunnan > fukien", "AN-130")
    study.allowed("move 1 tank, 1 infantry sikang > yunnan > fukien")
    study.allowed("move 1 tank, 1 china infantry sikang > yunnan")
