"""Ledger section 8.5: capture and liberation of territory."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def east_poland(*dice: int) -> Study:
    """One German infantry and one fighter against one Soviet infantry."""
    study = Study(
        "clear",
        "place 1 germany infantry, 1 germany fighter poland",
        "place 1 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 1 infantry, 1 fighter poland > east-poland")
    study.play("end", dice=dice)
    return study


@pytest.mark.rule("AN-246", "AN-247")
def test_ground_is_taken_by_land_units_not_by_aircraft() -> None:
    foot = east_poland(6, 3, 2)
    foot.play("lose 1 fighter")
    assert foot.owner("east-poland") == "germany"
    air = east_poland(6, 3, 2)
    air.play("lose 1 infantry")
    assert air.units("east-poland") == {"germany fighter": 1}
    assert air.owner("east-poland") == "ussr"


@pytest.mark.rule("AN-247")
def test_aircraft_alone_over_empty_ground_take_nothing() -> None:
    study = Study("clear", "place 1 germany fighter poland", "turn germany combat-move")
    study.play("move 1 fighter poland > east-poland", "end")
    assert study.owner("east-poland") == "ussr"
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-248")
def test_production_moves_with_the_territory() -> None:
    study = Study("clear", "place 1 germany infantry bulgaria-romania", "turn germany combat-move")
    before = (study.income("germany"), study.income("ussr"))
    study.play("move 1 infantry bulgaria-romania > ukraine", "end")
    after = (study.income("germany"), study.income("ussr"))
    assert after == (before[0] + 2, before[1] - 2)


def karelia(*edits: str) -> Study:
    """Germany walks into Karelia with its gun and factory; two infantry wait to be placed."""
    study = Study(
        "clear",
        "place 1 germany infantry finland",
        "place 1 ussr aa-gun karelia-ssr",
        "factory germany none",
        "pool germany 2 infantry",
        *edits,
        "turn germany combat-move",
    )
    study.play("move 1 infantry finland > karelia-ssr", "end")
    return study


@pytest.mark.rule("AN-249", "AN-250", "AN-251")
def test_gun_and_factory_change_hands_and_rest_this_turn() -> None:
    study = karelia()
    assert study.units("karelia-ssr") == {"germany infantry": 1, "germany aa-gun": 1}
    study.refused("move 1 aa-gun karelia-ssr > finland", "AN-277")
    study.play("end")
    assert study.step == "Mobilize"
    study.refused("place 1 infantry karelia-ssr", "AN-291")
    study.play("end")
    # From the next turn on both are Germany's to use.
    pass_to(study, "germany", "NoncombatMove")
    study.allowed("move 1 aa-gun karelia-ssr > finland")
    study.play("end")
    study.allowed("place 2 infantry karelia-ssr")


@pytest.mark.rule("AN-252", "AN-267")
def test_an_allys_land_is_liberated_for_the_ally() -> None:
    study = Study(
        "clear",
        "control ukraine germany",
        "place 1 uk infantry caucasus",
        "turn uk combat-move",
    )
    uk, ussr = study.income("uk"), study.income("ussr")
    study.play("move 1 infantry caucasus > ukraine", "end")
    assert study.owner("ukraine") == "ussr"
    assert study.units("ukraine") == {"uk infantry": 1}
    assert (study.income("uk"), study.income("ussr")) == (uk, ussr + 2)


@pytest.mark.rule("AN-253", "AN-348", "AN-950")
def test_guns_and_factory_of_liberated_ground_go_to_its_original_owner() -> None:
    study = Study(
        "clear",
        "control karelia-ssr germany",
        "place 1 germany aa-gun karelia-ssr",
        "place 1 uk infantry archangel",
        "pool uk 1 infantry",
        "factory united-kingdom none",
        "money ussr 3",
        "turn uk combat-move",
    )
    study.play("move 1 infantry archangel > karelia-ssr", "end")
    assert study.owner("karelia-ssr") == "ussr"
    assert study.units("karelia-ssr") == {"uk infantry": 1, "ussr aa-gun": 1}
    study.play("end")
    study.refused("place 1 infantry karelia-ssr", "AN-294")
    # Its owner uses it in its own next turn.
    pass_to(study, "ussr", "Purchase")
    study.play("buy 1 infantry", "end", "end", "end")
    assert study.step == "Mobilize"
    study.allowed("place 1 infantry karelia-ssr")


@pytest.mark.rule("AN-950", "AN-344")
def test_a_liberated_gun_goes_to_the_owner_of_the_ground_whoever_built_it() -> None:
    study = Study(
        "clear",
        "place 1 uk aa-gun ukraine",
        "place 1 germany infantry bulgaria-romania",
        "place 1 uk infantry caucasus",
        "turn germany combat-move",
    )
    study.play("move 1 infantry bulgaria-romania > ukraine", "end")
    assert study.units("ukraine") == {"germany infantry": 1, "germany aa-gun": 1}
    pass_to(study, "uk", "CombatMove")
    study.play("move 1 infantry caucasus > ukraine")
    study.play("end", dice=[1, 6])
    assert study.units("ukraine") == {"uk infantry": 1, "ussr aa-gun": 1}


@pytest.mark.rule("AN-344")
def test_a_captured_gun_fires_for_its_new_owner() -> None:
    study = karelia("place 1 ussr fighter archangel")
    study.play("end", "end")
    pass_to(study, "ussr", "CombatMove")
    study.play("move 1 fighter archangel > karelia-ssr")
    study.play("end", dice=[1])
    assert study.units("karelia-ssr") == {"germany infantry": 1, "germany aa-gun": 1}


@pytest.mark.rule("AN-345")
def test_a_gun_in_an_allys_land_keeps_its_owner() -> None:
    study = Study("clear", "place 1 uk aa-gun persia", "turn uk noncombat-move")
    study.play("move 1 aa-gun persia > caucasus", "end")
    assert study.units("caucasus") == {"uk aa-gun": 1}
    assert study.owner("caucasus") == "ussr"
    pass_to(study, "uk", "NoncombatMove")
    study.allowed("move 1 aa-gun caucasus > russia")


@pytest.mark.rule("AN-254", "AN-256")
def test_the_liberator_keeps_land_and_guns_while_the_capital_is_lost() -> None:
    study = Study(
        "clear",
        "control russia germany",
        "control ukraine germany",
        "place 1 germany aa-gun ukraine",
        "place 1 uk infantry caucasus",
        "turn uk combat-move",
    )
    income = study.income("uk")
    study.play("move 1 infantry caucasus > ukraine", "end")
    assert study.owner("ukraine") == "uk"
    assert study.income("uk") == income + 2
    assert study.units("ukraine") == {"uk infantry": 1, "uk aa-gun": 1}


@pytest.mark.rule("AN-254", "AN-344", "AN-253")
def test_what_counts_is_the_end_of_the_turn() -> None:
    study = Study(
        "clear",
        "control russia germany",
        "control karelia-ssr germany",
        "place 1 germany aa-gun karelia-ssr",
        "place 2 uk infantry archangel",
        "turn uk combat-move",
    )
    study.play("move 1 infantry archangel > karelia-ssr", "move 1 infantry archangel > russia")
    study.play("end")
    # Whichever fell first, the capital is free at the end: all of it is Soviet.
    assert (study.owner("karelia-ssr"), study.owner("russia")) == ("ussr", "ussr")
    assert study.units("karelia-ssr") == {"uk infantry": 1, "ussr aa-gun": 1}


@pytest.mark.rule("AN-255", "AN-294")
def test_the_liberator_uses_the_factory_from_its_next_turn() -> None:
    study = Study(
        "clear",
        "control russia germany",
        "control karelia-ssr germany",
        "factory united-kingdom none",
        "place 1 uk infantry archangel",
        "pool uk 3 infantry",
        "turn uk combat-move",
    )
    study.play("move 1 infantry archangel > karelia-ssr", "end", "end")
    study.refused("place 1 infantry karelia-ssr", "AN-291")
    study.play("end")
    pass_to(study, "uk", "Mobilize")
    study.play("place 2 infantry karelia-ssr")
    assert study.units("karelia-ssr") == {"uk infantry": 3}


@pytest.mark.rule("AN-265")
def test_a_victory_city_goes_with_its_territory() -> None:
    study = Study("clear", "place 1 germany infantry finland", "turn germany combat-move")
    before = study.cities()
    study.play("move 1 infantry finland > karelia-ssr", "end")
    after = study.cities()
    assert after == {"axis": before["axis"] + 1, "allies": before["allies"] - 1}


@pytest.mark.rule("AN-347", "AN-956")
def test_damage_is_inherited_and_only_the_owner_repairs_it() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry finland",
        "factory karelia-ssr 1",
        "turn germany purchase",
    )
    study.refused("repair 1 karelia-ssr", "AN-956")
    study.play("end", "move 1 infantry finland > karelia-ssr", "end")
    space = study.space("karelia-ssr")
    assert (space.owner, space.damage, space.output) == ("germany", 1, 1)
    study.play("end")
    study.refused("repair 1 karelia-ssr", "AN-956")  # the Soviet purchase
    pass_to(study, "germany", "Purchase")
    money = study.money("germany")
    study.play("repair 1 karelia-ssr")
    assert study.money("germany") == money - 1
    assert study.space("karelia-ssr").damage == 0
