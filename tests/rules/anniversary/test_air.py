"""Section 7.3 of the ledger: how aircraft move to the attack, and the proof that they can land."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


def left(study: Study, space: str, unit: str = "fighter") -> list[int]:
    return [u.left for u in study.space(space).units if u.unit == unit]


@pytest.mark.rule("AN-142")
def test_one_allowance_for_both_phases() -> None:
    study = Study(
        "clear",
        "place 1 germany fighter germany",
        "place 1 ussr infantry karelia-ssr",
        "turn germany combat-move",
    )
    study.refused("move 1 fighter germany > sz-5 > sz-6 > sz-3 > sz-4 > karelia-ssr", "AN-142")
    study.play("move 1 fighter germany > sz-5 > karelia-ssr")
    assert left(study, "karelia-ssr") == [2]
    study.play("end", dice=[3, 6])
    study.refused("move 1 fighter karelia-ssr > france", "AN-142")
    study.play("move 1 fighter karelia-ssr > germany")
    assert study.units("germany") == {"germany fighter": 1}


@pytest.mark.rule("AN-143")
def test_something_is_kept_for_the_landing() -> None:
    edits = ["clear", "place 1 uk bomber united-kingdom"]
    # Persia is six spaces away: none is left, though friendly land touches it.
    study = Study(*edits, "control persia germany", "turn uk combat-move")
    study.refused("move 1 bomber united-kingdom > persia", "AN-151")
    # Egypt is five, and Trans-Jordan the sixth.
    study = Study(*edits, "control egypt italy", "turn uk combat-move")
    study.play("move 1 bomber united-kingdom > egypt")
    assert left(study, "egypt", "bomber") == [1]
    study = Study(
        *edits, "control egypt italy", "control trans-jordan italy", "turn uk combat-move"
    )
    study.refused("move 1 bomber united-kingdom > anglo-egypt-sudan > egypt", "AN-142")
    study.refused("move 1 bomber united-kingdom > trans-jordan", "AN-151")


FOUR = ("clear", "place 1 uk fighter united-kingdom", "place 1 italy destroyer sz-14")
"""Sea zone 14 is four spaces from United Kingdom: 8, 12, 13, 14."""


@pytest.mark.rule("AN-144")
def test_a_fighter_may_spend_everything() -> None:
    study = Study(*FOUR, "turn uk combat-move")
    study.refused("move 1 fighter united-kingdom > sz-14", "AN-151")
    study = Study(*FOUR, "place 1 uk carrier sz-11", "turn uk combat-move")
    study.refused("move 1 fighter united-kingdom > sz-14", "AN-151")  # three zones away
    study = Study(*FOUR, "place 1 uk carrier sz-12", "turn uk combat-move")
    study.play("move 1 fighter united-kingdom > sz-14")
    study.play("end", dice=[3, 6])
    study.play("move 1 carrier sz-12 > sz-14", "end")
    assert study.units("sz-14") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-144")
def test_a_carrier_may_still_be_built() -> None:
    edits = ["clear", "place 1 uk fighter eastern-canada", "place 1 germany destroyer sz-6"]
    study = Study(*edits, "turn uk combat-move")
    study.refused("move 1 fighter eastern-canada > sz-6", "AN-151")
    study = Study(*edits, "pool uk 1 carrier, 1 infantry", "turn uk combat-move")
    study.play("move 1 fighter eastern-canada > sz-6")
    study.play("end", dice=[3, 6])
    study.play("end")
    study.refused("place 1 carrier united-kingdom > sz-7", "AN-285")
    study.play("place 1 carrier united-kingdom > sz-6")
    assert study.units("sz-6") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-145", "AN-146")
def test_flying_over_the_enemy() -> None:
    study = Study(
        "clear",
        "place 2 germany fighter finland",
        "place 1 ussr infantry, 1 ussr aa-gun karelia-ssr",
        "place 1 ussr infantry archangel",
        "place 1 uk battleship sz-3",
        "place 1 uk destroyer sz-6",
        "place 1 germany fighter norway",
        "turn germany combat-move",
    )
    study.play("move 1 fighter finland > karelia-ssr > archangel")
    study.play("move 1 fighter norway > sz-3 > sz-6")
    study.play("move 1 fighter finland > karelia-ssr")
    study.play("end")
    # In Archangel no gun fires: one die each. In Karelia the gun's die comes first.
    study.play("fight archangel", dice=[3, 6])
    assert "ussr infantry" not in study.units("archangel")
    study.play("fight karelia-ssr", dice=[1, 3, 6])
    assert study.dice_left == 0
    assert study.units("karelia-ssr") == {"ussr infantry": 1, "ussr aa-gun": 1}
    assert study.units("sz-6") == {"germany fighter": 1}


@pytest.mark.rule("AN-147", "AN-148")
def test_counting_from_an_island() -> None:
    study = Study(
        "clear",
        "place 1 usa fighter hawaiian-islands",
        "place 1 japan infantry wake-island",
        "place 1 japan transport sz-53",
        "control wake-island japan",
        "turn usa combat-move",
    )
    # 53, 52, Wake Island: three spaces, so Midway (two more) is out of reach.
    study.refused("move 1 fighter hawaiian-islands > wake-island", "AN-151")
    study.play("move 1 fighter hawaiian-islands > sz-53")
    assert left(study, "sz-53") == [3]


@pytest.mark.rule("AN-149")
def test_a_deck_is_in_its_zone_already() -> None:
    study = Study(
        "clear",
        "place 1 usa carrier, 1 usa fighter sz-53",
        "place 1 japan infantry wake-island",
        "control wake-island japan",
        "turn usa combat-move",
    )
    study.play("move 1 fighter sz-53 > wake-island")
    assert left(study, "wake-island") == [2]


@pytest.mark.rule("AN-150")
def test_island_aircraft_do_not_guard_the_sea() -> None:
    study = Study(
        "clear",
        "place 2 usa fighter hawaiian-islands",
        "place 1 usa transport sz-53",
        "place 1 japan destroyer sz-52",
        "turn japan combat-move",
    )
    study.play("move 1 destroyer sz-52 > sz-53", "end")
    study.play("fight sz-53")  # no dice: the transport is alone
    assert study.units("sz-53") == {"japan destroyer": 1}


@pytest.mark.rule("AN-151")
def test_no_suicide() -> None:
    study = Study(
        "clear",
        "place 1 japan fighter japan",
        "place 1 japan bomber japan",
        "place 1 usa transport sz-57",
        "place 1 usa infantry midway",
        "turn japan combat-move",
    )
    # 62, 58, 57, Midway: nothing is left.
    study.refused("move 1 fighter japan > midway", "AN-151")
    # Sea zone 57 is three spaces, Iwo Jima two more.
    study.refused("move 1 fighter japan > sz-57", "AN-151")
    study.allowed("move 1 bomber japan > sz-57")
    assert "move 1 fighter japan > sz-57" not in study.legal("move")


PROOF = (*FOUR, "place 1 uk carrier, 1 uk destroyer sz-12", "place 1 italy cruiser sz-13")


@pytest.mark.rule("AN-152")
def test_the_proof_takes_battles_as_won() -> None:
    study = Study(*PROOF, "turn uk combat-move")
    study.refused("move 1 fighter united-kingdom > sz-14", "AN-151")  # 13 bars the carrier
    study.play("move 1 destroyer sz-12 > sz-13")
    study.play("move 1 fighter united-kingdom > sz-14")
    # Two decks and no more: a third fighter has no place.
    study = Study(
        "clear",
        "place 3 uk fighter united-kingdom",
        "place 1 uk carrier sz-12",
        "place 1 italy battleship sz-14",
        "turn uk combat-move",
    )
    study.refused("move 3 fighter united-kingdom > sz-14", "AN-151")
    study.play("move 2 fighter united-kingdom > sz-14")
    study.refused("move 1 fighter united-kingdom > sz-14", "AN-151")


RETREAT = (
    "clear",
    "place 1 uk fighter trans-jordan",
    "place 1 uk carrier, 1 italy transport sz-12",
    "place 1 italy cruiser sz-13",
)
"""Trans-Jordan, 15, 14, 13, 12: nothing is left, and Gibraltar one space too far."""


@pytest.mark.rule("AN-153")
def test_no_proof_by_retreat() -> None:
    study = Study(*RETREAT, "turn uk combat-move")
    study.allowed("move 1 fighter trans-jordan > sz-12")
    study.play("move 1 carrier sz-12 > sz-13")
    study.refused("move 1 fighter trans-jordan > sz-12", "AN-151")


@pytest.mark.rule("AN-152", "AN-153")
def test_a_carrier_that_must_fight_where_it_is_promises_nothing() -> None:
    study = Study(*FOUR, "place 1 uk carrier, 1 italy cruiser sz-12", "turn uk combat-move")
    # It can still leave for the fighter's battle, and before any battle it has to.
    study.play("move 1 fighter united-kingdom > sz-14")
    study.refused("end", "AN-152")
    study.refused("move 1 carrier sz-12 > sz-11", "AN-154")
    study.play("move 1 carrier sz-12 > sz-14")
    study.allowed("end")
    late = Study(
        *FOUR,
        "place 1 uk carrier, 1 italy cruiser sz-12",
        "place 1 italy cruiser sz-13",
        "turn uk combat-move",
    )
    late.refused("move 1 fighter united-kingdom > sz-14", "AN-151")


@pytest.mark.rule("AN-151", "AN-152")
def test_the_proof_may_rest_on_a_move_still_to_be_made() -> None:
    study = Study("turn japan combat-move")
    study.play("move 1 fighter formosa > philippine-islands")
    # No carrier comes after the battles unless the American destroyer in zone 50 is fought.
    study.refused("end", "AN-152")
    study.play("move 1 battleship sz-61 > sz-50", "end")


@pytest.mark.rule("AN-152")
def test_a_battle_that_opens_the_way_for_a_carrier_is_not_left() -> None:
    study = Study(
        *FOUR,
        "place 1 uk carrier sz-12",
        "place 1 italy cruiser, 1 uk destroyer, 1 uk cruiser sz-13",
        "turn uk combat-move",
    )
    study.play("move 1 fighter united-kingdom > sz-14", "move 1 cruiser sz-13 > sz-12")
    study.refused("move 1 destroyer sz-13 > sz-12", "AN-152")


@pytest.mark.rule("AN-154")
def test_a_carrier_that_moved_in_phase_three_promises_nothing() -> None:
    edits = [
        "clear",
        "place 1 uk fighter persia",
        "place 1 italy destroyer sz-13",
        "place 1 uk carrier, 1 uk transport[infantry] sz-11",
        "turn uk combat-move",
    ]
    # Persia, Trans-Jordan, 15, 14, 13: the carrier has to come to the fighter.
    study = Study(*edits)
    study.allowed("move 1 fighter persia > sz-13")
    study.play("move 1 transport[infantry] sz-11 > sz-12")
    study.play("land 1 infantry sz-12 > morocco-algeria", "move 1 carrier sz-11 > sz-12")
    study.refused("move 1 fighter persia > sz-13", "AN-151")


@pytest.mark.rule("AN-154")
def test_a_promised_carrier_keeps_its_promise() -> None:
    study = Study(*RETREAT, "turn uk combat-move")
    study.play("move 1 fighter trans-jordan > sz-12")
    study.refused("move 1 carrier sz-12 > sz-13", "AN-154")
    promise = (*FOUR, "place 1 uk carrier sz-12")
    study = Study(*promise, "place 1 germany destroyer sz-7", "turn uk combat-move")
    study.play("move 1 fighter united-kingdom > sz-14")
    study.refused("move 1 carrier sz-12 > sz-7", "AN-154")
    study.play("end", dice=[3, 6])
    study.refused("end", "AN-280")
    study.refused("move 1 carrier sz-12 > sz-11", "AN-285")
    study.play("move 1 carrier sz-12 > sz-14", "end")
    # Free again when the fighter is lost.
    study = Study(*promise, "turn uk combat-move")
    study.play("move 1 fighter united-kingdom > sz-14")
    study.play("end", dice=[6, 1])
    study.play("move 1 carrier sz-12 > sz-11", "end")
    assert study.units("sz-11") == {"uk carrier": 1}
