"""Chapters 9a and 9b of the ledger: general movement, ships that start among enemies."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study


def german(*edits: str, phase: str = "combat-move") -> Study:
    return Study("clear", *edits, f"turn germany {phase}")


@pytest.mark.rule("G40-131")
def test_combat_moves_end_in_hostile_spaces() -> None:
    study = german(
        "place 2 germany infantry, 1 germany fighter western-germany",
        "place 1 germany cruiser sz-112",
        "place 1 france infantry france",
    )
    study.refused("move 1 infantry western-germany > holland-belgium", "G40-131")
    study.refused("move 1 fighter western-germany > holland-belgium", "G40-131")
    study.refused("move 1 cruiser sz-112 > sz-111", "G40-135")
    study.allowed("move 1 infantry western-germany > france")  # held by an enemy
    study.play("move 1 infantry western-germany > france")
    study = german(
        "place 1 germany infantry western-germany", "place 1 france infantry normandy-bordeaux"
    )
    study.play("move 1 infantry western-germany > france", "end")
    assert study.owner("france") == "germany"  # and empty


@pytest.mark.rule("G40-483")
@pytest.mark.parametrize(
    ("unit", "route", "far"),
    [
        ("infantry", "germany > western-germany", "germany > western-germany > holland-belgium"),
        ("artillery", "germany > western-germany", "germany > western-germany > holland-belgium"),
        ("tank", "poland > germany > denmark", ""),
        ("mech-infantry", "poland > germany > western-germany", ""),
        ("cruiser", "sz-104 > sz-105 > sz-110", "sz-104 > sz-105 > sz-110 > sz-112"),
        ("submarine", "sz-104 > sz-105 > sz-110", "sz-104 > sz-105 > sz-110 > sz-112"),
    ],
)
def test_movement_allowance(unit: str, route: str, far: str) -> None:
    start = route.split(" > ")[0]
    route = route.replace("germany > denmark", "germany > western-germany")
    study = german(f"place 1 germany {unit} {start}", phase="noncombat-move")
    if far:
        study.refused(f"move 1 {unit} {far}", "G40-483")
    else:
        study.refused(f"move 1 {unit} {route} > holland-belgium", "G40-483")
    study.play(f"move 1 {unit} {route}")
    assert study.units(route.split(" > ")[-1]) == {f"germany {unit}": 1}


@pytest.mark.rule("G40-484")
def test_converging_attacks() -> None:
    study = german(
        "place 1 germany infantry western-germany",
        "place 1 germany infantry holland-belgium",
        "place 1 germany fighter germany",
        "place 1 france infantry france",
        "place 1 uk destroyer sz-112",
    )
    study.play(
        "move 1 infantry western-germany > france",
        "move 1 infantry holland-belgium > france",
        "move 1 fighter germany > sz-112",
    )
    assert study.units("france") == {"germany infantry": 2, "france infantry": 1}
    study.play("end")
    assert study.step == "ConductCombat"
    assert study.legal("fight") == {"fight france", "fight sz-112"}


@pytest.mark.rule("G40-132")
def test_through_friendly_spaces_but_not_neutrals() -> None:
    study = german(
        "place 1 germany tank germany",
        "place 1 germany tank romania",
        "place 1 france infantry france",
        "control greece uk",
    )
    study.allowed("move 1 tank germany > western-germany > france")
    study.refused("move 1 tank romania > bulgaria > greece", "G40-105")
    study = german("control bulgaria italy", "control greece uk", "place 1 germany tank romania")
    study.allowed("move 1 tank romania > bulgaria > greece")


@pytest.mark.rule("G40-133", "G40-164", "G40-165")
def test_a_blitz_may_end_in_friendly_land() -> None:
    study = german("war germany ussr", "place 1 germany tank poland")
    before = study.income("germany")
    study.play("move 1 tank poland > eastern-poland > poland")
    assert study.owner("eastern-poland") == "germany"
    assert study.income("germany") == before + 1
    assert study.units("poland") == {"germany tank": 1}


def fleet(*edits: str, phase: str = "combat-move") -> Study:
    """German ships in zone 112; British ones where the edits say."""
    return Study("clear", "airbase scotland none", *edits, f"turn germany {phase}")


@pytest.mark.rule("G40-134", "G40-145")
def test_ships_that_start_among_enemies_may_leave() -> None:
    shared = ("place 1 germany cruiser sz-112", "place 1 uk destroyer sz-112")
    study = fleet(*shared)
    study.play("move 1 cruiser sz-112 > sz-111")
    assert study.units("sz-111") == {"germany cruiser": 1}
    study.play("end")
    study.refused("move 1 cruiser sz-111 > sz-119", "G40-277")
    # Without the destroyer there is nothing to flee from.
    fleet(shared[0]).refused("move 1 cruiser sz-112 > sz-111", "G40-135")
    # Who stays fights.
    study = fleet(*shared)
    study.play("end", dice=[1, 6])
    assert study.units("sz-112") == {"germany cruiser": 1}


@pytest.mark.rule("G40-145", "G40-146")
def test_leave_and_come_back_to_fight() -> None:
    study = fleet(
        "place 1 germany cruiser, 1 germany submarine sz-112",
        "place 1 uk destroyer sz-112",
        "place 1 uk cruiser sz-119",
    )
    study.play("move 1 cruiser sz-112 > sz-111 > sz-119")
    assert study.units("sz-119") == {"germany cruiser": 1, "uk cruiser": 1}
    study = fleet("place 2 germany cruiser sz-112", "place 1 uk destroyer sz-112")
    study.play("move 1 cruiser sz-112 > sz-111 > sz-112")
    study.play("end", dice=[1, 1, 6])
    assert study.units("sz-112") == {"germany cruiser": 2}
    assert study.step == "NoncombatMove"
    study.refused("move 1 cruiser sz-112 > sz-111", "G40-277")


@pytest.mark.rule("G40-145", "G40-487")
def test_no_loading_among_enemy_warships() -> None:
    study = fleet(
        "place 1 germany transport, 1 germany cruiser sz-113",
        "place 1 germany infantry germany",
        "place 1 uk destroyer sz-113",
        "place 1 germany transport sz-114",
    )
    study.refused("load 1 infantry germany > sz-113", "G40-145")
    # Elsewhere it may load after leaving.
    study = fleet(
        "war germany ussr",
        "place 1 germany transport, 1 germany cruiser sz-113",
        "place 1 germany infantry germany",
        "place 1 uk destroyer sz-113",
    )
    study.play("move 1 transport sz-113 > sz-114", "load 1 infantry germany > sz-114")
    study.play("move 1 transport sz-114 > sz-115", "land 1 infantry sz-115 > baltic-states")
    assert study.units("sz-115") == {"germany transport[infantry]": 1}


@pytest.mark.rule("G40-959")
def test_each_ship_chooses() -> None:
    study = fleet(
        "place 2 germany cruiser, 1 germany transport sz-112", "place 1 uk destroyer sz-112"
    )
    study.play("move 1 cruiser sz-112 > sz-111", "end", dice=[1, 6])
    assert study.units("sz-112") == {"germany cruiser": 1, "germany transport": 1}


@pytest.mark.rule("G40-950")
def test_ships_caught_by_a_declaration_fight_or_leave() -> None:
    study = Study(
        "clear",
        "place 2 germany cruiser sz-115",
        "place 1 ussr cruiser sz-115",
        "turn germany declare",
    )
    study.play("declare ussr", "end", "move 1 cruiser sz-115 > sz-114")
    assert study.units("sz-114") == {"germany cruiser": 1}
    study.play("end", dice=[1, 6])
    assert study.units("sz-115") == {"germany cruiser": 1}


LANDING = (
    "place 1 germany transport[infantry] sz-110",
    "place 1 germany cruiser sz-110",
    "place 1 uk infantry united-kingdom",
)


@pytest.mark.rule("G40-134")
def test_a_zone_open_to_a_scramble_may_be_left() -> None:
    study = Study(
        "clear", *LANDING, "place 1 uk fighter united-kingdom", "turn germany combat-move"
    )
    study.refused("move 1 cruiser sz-110 > sz-112", "G40-135")
    study.play("land 1 infantry sz-110 > united-kingdom")
    study.play("move 1 cruiser sz-110 > sz-112")
    assert study.units("sz-112") == {"germany cruiser": 1}
    # Nobody can rise: there is nothing to avoid.
    study = Study("clear", *LANDING, "turn germany combat-move")
    study.play("land 1 infantry sz-110 > united-kingdom")
    study.refused("move 1 cruiser sz-110 > sz-112", "G40-135")


@pytest.mark.rule("G40-135", "G40-174")
def test_ships_and_aircraft_may_support_a_landing() -> None:
    edits = (
        "clear",
        "place 1 germany transport[infantry] sz-112",
        "place 1 germany cruiser sz-112",
        "place 1 germany fighter holland-belgium",
        "place 1 uk infantry united-kingdom",
    )
    study = Study(*edits, "place 1 uk fighter united-kingdom", "turn germany combat-move")
    study.refused("move 1 cruiser sz-112 > sz-110", "G40-135")
    study.refused("move 1 fighter holland-belgium > sz-110", "G40-131")
    study.play("move 1 transport[infantry], 1 cruiser sz-112 > sz-110")
    study.play("land 1 infantry sz-110 > united-kingdom")
    assert "move 1 fighter holland-belgium > sz-110" in study.legal("move")
    study.play("move 1 fighter holland-belgium > sz-110", "end")
    rise = "scramble 1 fighter united-kingdom > sz-110"
    study.play(rise, seat="uk", dice=[1, 6, 6, 1, 6])
    assert "uk fighter" not in study.units("sz-110")
    assert study.owner("united-kingdom") == "germany"
    # Where nobody can rise, aircraft have no business over the sea.
    study = Study(*edits, "turn germany combat-move")
    study.play("move 1 transport[infantry], 1 cruiser sz-112 > sz-110")
    study.play("land 1 infantry sz-110 > united-kingdom")
    study.refused("move 1 fighter holland-belgium > sz-110", "G40-131")


@pytest.mark.rule("G40-136", "G40-142", "G40-144")
@pytest.mark.parametrize("prey", ["submarine", "transport"])
def test_hunting_submarines_and_transports(prey: str) -> None:
    study = fleet("place 2 germany destroyer sz-112", f"place 1 uk {prey} sz-111")
    study.play("move 1 destroyer sz-112 > sz-111")
    study.refused("move 1 destroyer sz-112 > sz-111 > sz-119", "G40-135")
    study.play("end")
    assert study.legal() == {"fight sz-111", "end"}
    # In passing they hinder nobody.
    study = fleet(
        "place 2 germany destroyer sz-112", f"place 1 uk {prey} sz-111", "place 1 uk cruiser sz-119"
    )
    study.play("move 1 destroyer sz-112 > sz-111", "move 1 destroyer sz-112 > sz-111 > sz-119")
    assert study.units("sz-119") == {"germany destroyer": 1, "uk cruiser": 1}


@pytest.mark.rule("G40-143")
def test_all_or_none_are_attacked() -> None:
    study = fleet("place 1 germany destroyer sz-112", "place 1 uk transport, 1 uk submarine sz-111")
    study.play("move 1 destroyer sz-112 > sz-111", "end")
    assert study.legal() == {"fight sz-111", "end"}
    study.play("fight sz-111", dice=[1, 6])
    # The destroyer hits the submarine, and the transport is lost with it.
    assert study.units("sz-111") == {"germany destroyer": 1}


@pytest.mark.rule("G40-137")
def test_control_remains() -> None:
    study = german("place 1 germany infantry poland", phase="noncombat-move")
    study.play("move 1 infantry poland > germany", "end")
    assert study.owner("poland") == "germany"
    assert study.units("poland") == {}


@pytest.mark.rule("G40-138", "G40-985")
def test_allies_share_land_carriers_and_transports() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry, 1 uk fighter egypt",
        "place 1 france infantry egypt",
        "place 1 france carrier, 1 france transport sz-98",
        "turn uk noncombat-move",
    )
    study.play("load 1 infantry egypt > sz-98", "move 1 fighter egypt > sz-98", "end")
    assert study.units("sz-98") == {
        "france transport[uk infantry]": 1,
        "france carrier": 1,
        "uk fighter": 1,
    }
    # Powers that are not at war share nothing (G40-094).
    study = Study(
        "clear",
        "place 1 uk infantry quebec",
        "place 1 uk fighter quebec",
        "turn uk noncombat-move",
    )
    study.refused("move 1 infantry quebec > eastern-united-states", "G40-095")
    study.refused("move 1 fighter quebec > eastern-united-states", "G40-095")


@pytest.mark.rule("G40-139")
def test_moves_are_made_before_any_combat() -> None:
    study = german(
        "place 1 germany tank western-germany",
        "place 1 germany infantry holland-belgium",
        "place 1 france infantry france",
    )
    study.play("move 1 tank western-germany > france")
    study.refused("move 1 tank france > normandy-bordeaux", "G40-146")
    study.play("end", dice=[6, 6])
    study.refused("move 1 infantry holland-belgium > france", "G40-124")
    study.play("continue", dice=[1, 6])
    study.refused("move 1 tank france > western-germany", "G40-277")


@pytest.mark.rule("G40-140")
def test_land_units_stop_on_entering_hostile_land() -> None:
    study = german(
        "place 1 germany mech-infantry western-germany", "place 1 france infantry normandy-bordeaux"
    )
    study.refused("move 1 mech-infantry western-germany > france > normandy-bordeaux", "G40-140")


@pytest.mark.rule("G40-141")
@pytest.mark.parametrize("unit", ["battleship", "cruiser", "destroyer", "carrier", "transport"])
def test_ships_stop_on_entering_a_hostile_zone(unit: str) -> None:
    study = fleet(
        f"place 1 germany {unit}, 1 germany submarine sz-112",
        "place 1 uk cruiser sz-111",
        "place 1 uk cruiser sz-119",
    )
    rule = "G40-497" if unit == "transport" else "G40-141"
    study.refused(f"move 1 {unit} sz-112 > sz-111 > sz-119", rule)
    study.allowed("move 1 submarine sz-112 > sz-111 > sz-119")
