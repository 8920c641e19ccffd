"""Anti-aircraft guns are units: three shots each, before the first round (19b)."""

from __future__ import annotations

import pytest

from tests.rules.global1940.fights import on_land, shots
from tests.rules.global1940.study import Study


@pytest.mark.rule("G40-W16", "G40-379", "G40-380")
@pytest.mark.parametrize(("guns", "dice"), [(2, 5), (1, 3)])
def test_fighters_against_guns(guns: int, dice: int) -> None:
    faces = [1, 4, 6, 1, 2][:dice]
    lost = faces.count(1)
    rest = [6] * (4 + 5 - lost + 1)
    _, events = on_land(
        "4 infantry, 5 fighter",
        f"1 ussr infantry, {guns} ussr aa-gun",
        dice=[*faces, *rest],
    )
    assert shots(events) == [
        ("aa-gun", 1, dice),
        ("infantry", 1, 4),
        ("fighter", 3, 5 - lost),
        ("infantry", 2, 1),
    ]


@pytest.mark.rule("G40-379")
def test_the_attacker_chooses_which_aircraft_is_lost() -> None:
    study, _ = on_land(
        "1 infantry, 1 fighter, 1 strategic-bomber", "1 ussr infantry, 1 ussr aa-gun", dice=[1, 6]
    )
    assert (study.asked, study.step) == (("germany",), "Casualties")
    assert study.legal() == {"lose 1 fighter", "lose 1 strategic-bomber"}
    study.refused("lose 1 infantry", "G40-005")
    study.play("lose 1 strategic-bomber", dice=[6, 6, 6])
    assert study.units("baltic-states")["germany fighter"] == 1


@pytest.mark.rule("G40-379")
def test_guns_fire_before_the_first_round_only() -> None:
    study, _ = on_land("1 infantry, 1 fighter", "1 ussr infantry, 1 ussr aa-gun", dice=[6] * 4)
    assert study.step == "Retreat"
    study.play("continue", dice=[6] * 3)
    assert (study.step, study.dice_left) == ("Retreat", 0)


@pytest.mark.rule("G40-378", "G40-229")
def test_a_gun_may_be_a_casualty_and_has_no_defence_die() -> None:
    study, events = on_land("2 infantry", "1 ussr infantry, 1 ussr aa-gun", dice=[1, 6])
    assert shots(events) == [("infantry", 1, 2)]
    assert study.legal() == {"lose 1 infantry", "lose 1 aa-gun"}
    events = study.play("lose 1 aa-gun", dice=[6])
    assert shots(events) == [("infantry", 2, 1)]


@pytest.mark.rule("G40-376", "G40-378")
def test_a_gun_does_not_move_into_battle() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany aa-gun poland",
        "turn germany combat-move",
    )
    study.refused("move 1 aa-gun poland > baltic-states", "G40-376")


@pytest.mark.rule("G40-232")
@pytest.mark.parametrize("attackers", ["1 infantry", "1 infantry, 1 fighter"])
def test_guns_and_facilities_alone_do_not_hold_a_territory(attackers: str) -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "minor-factory baltic-states none",
        "naval-base baltic-states 0",
        "place 1 germany infantry, 1 germany fighter poland",
        "place 2 ussr aa-gun baltic-states",
        "turn germany combat-move",
    )
    study.play(f"move {attackers} poland > baltic-states", "end")
    assert study.owner("baltic-states") == "germany"
    assert "ussr aa-gun" not in study.units("baltic-states")


@pytest.mark.rule("G40-932")
def test_aircraft_destroy_guns_alone_without_being_shot_at() -> None:
    study, events = on_land("1 fighter", "2 ussr aa-gun")
    assert shots(events) == []
    assert study.units("baltic-states") == {"germany fighter": 1}
    assert study.owner("baltic-states") == "ussr"


@pytest.mark.rule("G40-966")
def test_guns_left_alone_are_destroyed_and_the_battle_is_over() -> None:
    study, _ = on_land("2 infantry", "1 ussr infantry, 1 ussr aa-gun", dice=[1, 6])
    study.play("lose 1 infantry", dice=[6])
    assert study.owner("baltic-states") == "germany"
    assert study.units("baltic-states") == {"germany infantry": 2}


@pytest.mark.rule("G40-967")
def test_a_gun_hit_by_a_bombardment_still_fires() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany cruiser, 1 germany transport[infantry] sz-114",
        "place 1 germany fighter germany",
        "place 1 ussr infantry, 1 ussr aa-gun baltic-states",
        "turn germany combat-move",
    )
    study.play(
        "move 1 cruiser, 1 transport sz-114 > sz-115", "land 1 infantry sz-115 > baltic-states"
    )
    study.play("move 1 fighter germany > baltic-states", "end")
    study.play("bombard 1 cruiser", dice=[1])
    events = study.play("lose 1 aa-gun", dice=[6, 6, 6, 6])
    assert shots(events)[0] == ("aa-gun", 1, 1)
    assert "ussr aa-gun" not in study.units("baltic-states")


@pytest.mark.rule("G40-967", "G40-380")
def test_guns_of_several_powers_share_one_limit_and_radar_fires_first() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "tech uk radar",
        "place 1 germany infantry, 4 germany fighter poland",
        "place 1 ussr infantry, 1 ussr aa-gun, 1 uk aa-gun baltic-states",
        "turn germany combat-move",
        dice=[6] * 10,
    )
    study.play("move 1 infantry, 4 fighter poland > baltic-states")
    assert shots(study.play("end"))[:2] == [("aa-gun", 2, 3), ("aa-gun", 1, 1)]


@pytest.mark.rule("G40-494")
def test_land_units_fight_on_land_only() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry western-germany",
        "place 1 uk destroyer sz-112",
        "turn germany combat-move",
    )
    study.refused("move 1 infantry western-germany > sz-112", "G40-494")


@pytest.mark.rule("G40-377", "G40-968")
def test_a_gun_aboard_goes_along_but_never_lands_in_an_assault() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany transport[aa-gun+infantry] sz-114",
        "place 1 germany transport, 1 germany cruiser sz-114",
        "place 1 germany aa-gun, 1 germany infantry poland",
        "turn germany combat-move",
    )
    study.refused("load 1 aa-gun poland > sz-114", "G40-377")
    study.play("move 1 transport[aa-gun+infantry], 1 cruiser sz-114 > sz-115")
    study.refused("land 1 aa-gun sz-115 > baltic-states", "G40-968")
    study.play("land 1 infantry sz-115 > baltic-states", "end", "hold")
    assert study.owner("baltic-states") == "germany"
    assert study.units("sz-115")["germany transport[aa-gun]"] == 1
