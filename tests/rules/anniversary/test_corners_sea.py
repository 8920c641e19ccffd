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


@pytest.mark.rule("AN-370", "AN-364", "AN-174")
def test_old_cargo_stays_aboard_beside_a_new_unit_of_its_kind() -> None:
    study = war(
        "place 1 uk transport[infantry] sz-6",
        "place 1 uk infantry united-kingdom",
        "place 1 germany infantry norway",
        power="uk",
    )
    study.play("load 1 infantry united-kingdom > sz-6")
    study.refused("end", "AN-174")
    study.play("land 1 infantry sz-6 > norway")
    study.play("end", dice=[1, 6])
    assert study.units("norway") == {"uk infantry": 1}
    assert study.units("sz-6") == {"uk transport[infantry]": 1}


@pytest.mark.rule("AN-370", "AN-174")
def test_of_two_transports_the_one_loaded_this_turn_goes_and_lands_first() -> None:
    study = war(
        "place 1 uk transport[infantry], 1 uk transport sz-8",
        "place 1 uk infantry united-kingdom",
        "place 1 germany infantry norway",
        power="uk",
    )
    study.play("load 1 infantry united-kingdom > sz-8 onto transport")
    study.play("move 1 transport[infantry] sz-8 > sz-6", "land 1 infantry sz-6 > norway")
    study.allowed("end")
    here = war(
        "place 1 uk transport[infantry], 1 uk transport sz-6",
        "place 1 uk infantry united-kingdom",
        "place 1 germany infantry norway",
        power="uk",
    )
    here.play("load 1 infantry united-kingdom > sz-6 onto transport")
    here.play("land 1 infantry sz-6 > norway")
    here.allowed("end")


def two_transports(first: str, second: str, *coasts: str) -> Study:
    """Two British transports run into a German cruiser on the way to their beaches."""
    study = war(
        f"place 1 uk transport[{first}], 1 uk transport[{second}] sz-7",
        "place 1 germany cruiser sz-6",
        power="uk",
    )
    study.play(f"move 1 transport[{first}], 1 transport[{second}] sz-7 > sz-6")
    for kind, coast in zip((first, second), coasts, strict=True):
        study.play(f"land 1 {kind} sz-6 > {coast}")
    study.play("end", dice=[1])
    return study


@pytest.mark.rule("AN-269")
def test_a_ship_is_named_with_what_it_carries_only_where_it_matters() -> None:
    guest = war(
        "place 1 uk carrier, 1 usa fighter sz-12", "place 1 italy cruiser sz-13", power="uk"
    )
    guest.allowed("move 1 carrier[usa fighter] sz-12 > sz-13")
    guest.play("move 1 carrier sz-12 > sz-13")
    assert guest.units("sz-13")["uk carrier[usa fighter]"] == 1
    several = war(
        "place 1 uk transport[infantry], 1 uk transport[tank] sz-7",
        "place 1 germany cruiser sz-6",
        power="uk",
    )
    refusal = several.game.check("move 1 transport sz-7 > sz-6")
    assert refusal is not None
    assert refusal.code == "which-cargo"
    assert "transport[infantry] or transport[tank]" in refusal.text


@pytest.mark.rule("AN-168")
def test_a_blitz_names_its_way() -> None:
    study = war("place 1 germany tank poland", power="germany")
    study.refused("move 1 tank poland > belorussia", "AN-168")
    assert study.owner("east-poland") == "ussr"
    study.play("move 1 tank poland > east-poland > belorussia")
    assert study.owner("east-poland") == "germany"


@pytest.mark.rule("AN-213", "AN-209")
def test_the_owner_chooses_which_transport_is_lost() -> None:
    study = two_transports("tank", "infantry", "norway", "norway")
    assert (study.step, study.asked) == ("Casualties", ("uk",))
    assert study.legal() == {"lose 1 transport[tank]", "lose 1 transport[infantry]"}
    study.play("lose 1 transport[infantry]")
    assert study.units("sz-6") == {"uk transport[tank]": 1, "germany cruiser": 1}


@pytest.mark.rule("AN-213")
def test_transports_bound_for_different_coasts_are_told_apart() -> None:
    study = two_transports("infantry", "infantry", "norway", "northwestern-europe")
    study.play("fight norway")
    assert study.legal() == {
        "lose 1 transport[infantry>norway]",
        "lose 1 transport[infantry>northwestern-europe]",
    }
    study.play("lose 1 transport[infantry>norway]", "retreat sz-7")


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


@pytest.mark.rule("AN-125", "AN-959")
def test_a_transport_accompanies_a_warship_that_hunts() -> None:
    study = war(
        "place 1 uk cruiser, 2 uk transport sz-7", "place 1 germany submarine sz-8", power="uk"
    )
    study.refused("move 1 transport sz-7 > sz-8", "AN-123")
    study.play("move 1 transport, 1 cruiser sz-7 > sz-8")
    study.play("move 1 transport sz-7 > sz-8", "end")
    assert study.legal() == {"fight sz-8", "end"}
