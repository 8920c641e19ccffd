"""Amphibious assaults: sea battle, bombardment, landing, retreat (chapter 12)."""

from __future__ import annotations

import pytest

from tests.rules.global1940.fights import shots
from tests.rules.global1940.study import Study

NORMANDY = ("clear", "control normandy-bordeaux germany", "control france germany")


def landing(
    *edits: str,
    ships: str = "1 uk battleship, 2 uk cruiser",
    troops: str = "infantry+infantry",
    transports: int = 1,
) -> Study:
    """British troops storm Normandy from sz-110, where they and their ships lie already."""
    study = Study(
        *NORMANDY,
        *([f"place {ships} sz-109"] if ships else []),
        f"place {transports} uk transport[{troops}] sz-109",
        *edits,
        "turn uk combat-move",
    )
    moved = ships.replace("uk ", "") + ", " if ships else ""
    study.play(f"move {moved}{transports} transport sz-109 > sz-110")
    for kind in dict.fromkeys(troops.split("+")):
        count = troops.split("+").count(kind) * transports
        study.play(f"land {count} {kind} sz-110 > normandy-bordeaux")
    study.play("end")
    return study


@pytest.mark.rule("G40-W22", "G40-216", "G40-218", "G40-219")
def test_no_more_ships_than_troops_and_their_victims_fire_back() -> None:
    study = landing("place 2 germany infantry normandy-bordeaux")
    assert study.step == "Bombard"
    study.refused("bombard 1 battleship, 2 cruiser", "G40-216")
    # The battleship hits with a 4, the cruiser misses with it; then the land battle: two attack,
    # and both defenders fire, the one that was hit too.
    events = study.play("bombard 1 battleship, 1 cruiser", dice=[4, 4, 1, 6, 6, 6])
    assert shots(events) == [
        ("cruiser", 3, 1),
        ("battleship", 4, 1),
        ("infantry", 1, 2),
        ("infantry", 2, 2),
    ]
    assert study.units("normandy-bordeaux") == {"uk infantry": 2}


@pytest.mark.rule("G40-215")
def test_fighting_in_the_zone_bars_bombardment() -> None:
    submarine = ("place 1 germany infantry normandy-bordeaux", "place 1 germany submarine sz-110")
    ignored = landing(*submarine)
    ignored.play("ignore sz-110")
    assert ignored.step == "Bombard"
    fought = landing(*submarine)
    fought.play("fight sz-110")
    fought.play("submerge 1 submarine", dice=[1, 1, 6])
    assert fought.step != "Bombard"


@pytest.mark.rule("G40-215", "G40-248")
def test_sinking_transports_is_combat_too() -> None:
    study = landing(
        "place 1 germany infantry normandy-bordeaux", "place 1 germany transport sz-110"
    )
    events = study.play("fight sz-110", dice=[1, 1, 6])
    assert not any(unit in ("battleship", "cruiser") for unit, _, _ in shots(events))


@pytest.mark.rule("G40-212")
def test_submarines_and_transports_may_be_fought_or_ignored() -> None:
    study = landing("place 1 germany submarine, 1 germany transport sz-110")
    assert study.legal() == {"fight sz-110", "ignore sz-110"}


@pytest.mark.rule("G40-211", "G40-213")
def test_surface_warships_force_a_battle_of_all_ships() -> None:
    study = landing("place 1 germany destroyer, 1 germany submarine sz-110", ships="1 uk cruiser")
    assert study.step == "Submerge"
    events = study.play("hold", dice=[6, 6, 6])
    assert shots(events) == [("submarine", 1, 1), ("cruiser", 3, 1), ("destroyer", 2, 1)]


@pytest.mark.rule("G40-217", "G40-971")
def test_one_ship_bombards_one_territory() -> None:
    study = Study(
        *NORMANDY,
        "place 1 uk cruiser, 1 uk transport[infantry], 1 uk transport[tank] sz-109",
        "place 1 germany infantry normandy-bordeaux",
        "place 1 germany infantry holland-belgium",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser, 1 transport[infantry], 1 transport[tank] sz-109 > sz-110")
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "land 1 tank sz-110 > holland-belgium")
    study.play("end", "fight normandy-bordeaux")
    study.refused("bombard 2 cruiser", "G40-215")
    # It fires and misses; infantry against infantry ends with both gone.
    study.play("bombard 1 cruiser", dice=[6, 1, 1, 1, 6])
    # Holland: no ship is left to fire, the tank wins alone.
    assert study.owner("holland-belgium") == "uk"
    # The cruiser has fought and stays.
    study.refused("move 1 cruiser sz-110 > sz-109", "G40-277")


@pytest.mark.rule("G40-218")
def test_only_battleships_and_cruisers_bombard() -> None:
    study = landing(
        "place 1 germany infantry normandy-bordeaux", ships="1 uk destroyer, 1 uk cruiser"
    )
    study.refused("bombard 1 destroyer", "G40-218")


@pytest.mark.rule("G40-388")
def test_a_damaged_battleship_bombards() -> None:
    study = Study(
        *NORMANDY,
        "place 1 uk battleship, 1 uk transport[infantry] sz-110",
        "hurt 1 uk battleship sz-110",
        "place 1 germany infantry normandy-bordeaux",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end")
    events = study.play("bombard 1 battleship", dice=[4, 6, 6])
    assert shots(events)[0] == ("battleship", 4, 1)


@pytest.mark.rule("G40-220")
def test_no_landing_where_the_zone_is_not_cleared() -> None:
    study = Study(
        *NORMANDY,
        "place 1 uk destroyer, 1 uk transport[infantry] sz-109",
        "place 1 germany cruiser sz-110",
        "place 1 germany infantry normandy-bordeaux",
        "turn uk combat-move",
        dice=[6, 6],
    )
    study.play("move 1 destroyer, 1 transport sz-109 > sz-110")
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end")
    study.play("retreat sz-109")
    assert study.owner("normandy-bordeaux") == "germany"
    assert study.units("sz-109")["uk transport[infantry]"] == 1


def alexandria(*edits: str) -> Study:
    """Italy attacks Alexandria from Tobruk, from the sea and from the air."""
    study = Study(
        "clear",
        "airbase malta none",
        "control tobruk italy",
        "place 1 italy tank, 1 italy fighter tobruk",
        "place 1 italy transport[infantry+infantry], 1 italy destroyer sz-96",
        "place 3 uk infantry alexandria",
        *edits,
        "turn italy combat-move",
    )
    study.play("move 1 transport, 1 destroyer sz-96 > sz-98", "land 2 infantry sz-98 > alexandria")
    study.play("move 1 tank, 1 fighter tobruk > alexandria")
    return study


@pytest.mark.rule("G40-W24", "G40-222", "G40-223", "G40-224")
def test_retreat_in_a_mixed_assault() -> None:
    study = alexandria()
    study.play("end", dice=[6] * 7)
    assert study.step == "Retreat"
    study.refused("retreat sz-98", "G40-222")
    study.refused("retreat egypt", "G40-253")
    # The infantry cannot leave and fight on at once: both sides lose what they have.
    study.play("retreat tobruk", dice=[6, 6, 1, 1, 6])
    assert study.units("tobruk")["italy tank"] == 1
    assert study.units("alexandria")["italy fighter"] == 1
    assert "italy infantry" not in study.units("alexandria")


@pytest.mark.rule("G40-W24", "G40-221", "G40-951")
def test_others_fight_one_round_when_the_fleet_retreats() -> None:
    study = alexandria("place 1 uk cruiser sz-98")
    study.play("end", dice=[6, 6])
    assert study.step == "Retreat"
    events = study.play("retreat sz-96", dice=[6] * 5)
    # Tank and fighter have fought a round, and only now may go.
    assert ("tank", 3, 1) in shots(events)
    assert ("fighter", 3, 1) in shots(events)
    assert study.step == "Retreat"
    study.play("retreat tobruk")
    assert study.units("sz-96")["italy transport[infantry+infantry]"] == 1


@pytest.mark.rule("G40-489")
def test_an_assault_is_over_when_the_attacker_has_nobody_left() -> None:
    study = Study(
        *NORMANDY,
        "place 1 uk transport[infantry] sz-110",
        "place 2 germany infantry normandy-bordeaux",
        "turn uk combat-move",
        dice=[6, 1, 6],
    )
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end")
    assert study.step == "NoncombatMove"
    assert study.units("normandy-bordeaux") == {"germany infantry": 2}
    assert study.units("sz-110") == {"uk transport": 1}


@pytest.mark.rule("G40-228")
def test_facilities_take_no_part_in_battles() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "airbase baltic-states 2",
        "naval-base baltic-states 0",
        "place 2 germany infantry poland",
        "place 1 ussr infantry baltic-states",
        "turn germany combat-move",
        dice=[1, 1, 6],
    )
    events = study.play("move 2 infantry poland > baltic-states", "end")
    # Two hits on one infantry: neither is lost on a base, and no base fires.
    assert shots(events) == [("infantry", 1, 2), ("infantry", 2, 1)]
    assert study.damage("baltic-states") == {"airbase": 2, "naval-base": 0}
    assert study.owner("baltic-states") == "germany"
