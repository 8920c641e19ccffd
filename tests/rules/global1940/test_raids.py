"""Bombing raids with escorts, interceptors and targets (chapter 10)."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import BattleBegan
from tests.rules.global1940.study import Study

LONDON = (
    "clear",
    "major-factory united-kingdom 0",
    "airbase united-kingdom none",
    "naval-base united-kingdom none",
)


def raid(
    *edits: str,
    bombers: str = "2 strategic-bomber",
    escorts: str = "",
    dice: tuple[int, ...] = (),
) -> Study:
    """German bombers fly from Western Germany to the United Kingdom."""
    planes = f"{bombers}, {escorts}" if escorts else bombers
    placed = ", ".join(f"{p.split()[0]} germany {p.split()[1]}" for p in planes.split(", "))
    study = Study(
        *LONDON,
        f"place {placed} western-germany",
        *edits,
        "turn germany combat-move",
        dice=dice,
    )
    study.play(f"raid {planes} western-germany > united-kingdom", "end")
    return study


@pytest.mark.rule("G40-W13", "G40-193", "G40-197", "G40-198", "G40-199", "G40-192", "G40-498")
def test_raid_on_london() -> None:
    study = raid(
        "place 2 uk fighter united-kingdom",
        bombers="3 strategic-bomber",
        escorts="2 fighter",
    )
    assert (study.asked, study.step) == (("uk",), "Intercept")
    # Five German dice (the escorts first), then two British.
    study.play("intercept 2 fighter united-kingdom", dice=[1, 2, 4, 5, 6, 1, 3])
    # The United Kingdom had only fighters to lose; Germany chooses among all that flew.
    assert (study.asked, study.step) == (("germany",), "Casualties")
    study.allowed("lose 1 strategic-bomber")
    study.play("lose 1 fighter", dice=[1, 2, 5, 4, 6])
    assert study.damage("united-kingdom") == {"major-factory": 14}
    assert study.units("united-kingdom") == {
        "uk fighter": 1,
        "germany fighter": 1,
        "germany strategic-bomber": 2,
    }


@pytest.mark.rule("G40-W14", "G40-200")
@pytest.mark.parametrize(
    ("facility", "before", "most"),
    [("minor-factory", 3, 6), ("airbase", 0, 6), ("naval-base", 2, 6), ("major-factory", 8, 20)],
)
def test_damage_stops_at_the_limit_of_the_facility(facility: str, before: int, most: int) -> None:
    study = raid(
        "major-factory united-kingdom none",
        f"{facility} united-kingdom {before}",
        dice=(6, 6, 5, 6),
    )
    assert study.damage("united-kingdom") == {facility: most}


@pytest.mark.rule("G40-187", "G40-188")
def test_what_each_bomber_may_raid() -> None:
    edits = ("place 1 germany strategic-bomber, 1 germany tactical-bomber holland-belgium",)
    study = Study(*LONDON, *edits, "turn germany combat-move")
    study.allowed("raid 1 strategic-bomber holland-belgium > united-kingdom")
    study.refused("raid 1 tactical-bomber holland-belgium > united-kingdom", "G40-187")
    based = Study(*LONDON, *edits, "naval-base united-kingdom 0", "turn germany combat-move")
    based.allowed("raid 1 tactical-bomber holland-belgium > united-kingdom")
    bare = Study(*LONDON, *edits, "major-factory united-kingdom none", "turn germany combat-move")
    bare.refused("raid 1 strategic-bomber holland-belgium > united-kingdom", "G40-187")


@pytest.mark.rule("G40-188", "G40-195", "G40-199")
def test_bombers_are_divided_among_the_facilities() -> None:
    study = raid(
        "airbase united-kingdom 0",
        "naval-base united-kingdom 0",
        bombers="2 strategic-bomber, 1 tactical-bomber",
    )
    assert (study.asked, study.step) == (("germany",), "AirRaid")
    study.refused("bomb 1 tactical-bomber major-factory", "G40-188")
    study.refused("bomb 1 tactical-bomber minor-factory", "G40-195")
    study.play("bomb 1 strategic-bomber major-factory", "bomb 1 tactical-bomber airbase")
    # Fire and bombs, the factory first: 4 + 2 there; the two at the base drop 3 + 2 and 1.
    study.play("bomb 1 strategic-bomber airbase", dice=[6, 4, 6, 6, 1, 3])
    assert study.damage("united-kingdom") == {"major-factory": 6, "airbase": 6, "naval-base": 0}


@pytest.mark.rule("G40-197")
def test_each_one_shoots_down_a_bomber_of_the_attackers_choice() -> None:
    study = raid(
        "major-factory united-kingdom none",
        "airbase united-kingdom 0",
        bombers="1 strategic-bomber, 1 tactical-bomber",
        dice=(1, 5),
    )
    assert (study.asked, study.step) == (("germany",), "Casualties")
    study.refused("lose 1 strategic-bomber, 1 tactical-bomber", "G40-240")
    study.play("lose 1 tactical-bomber", dice=[2])
    assert study.damage("united-kingdom") == {"airbase": 4}
    assert study.units("united-kingdom") == {"germany strategic-bomber": 1}


@pytest.mark.rule("G40-189")
def test_escorts_come_from_anywhere_but_only_with_bombers_and_fight_nowhere_else() -> None:
    study = Study(
        *LONDON,
        "place 1 germany strategic-bomber western-germany",
        "place 1 germany fighter, 1 germany tactical-bomber holland-belgium",
        "place 1 germany fighter normandy-bordeaux",
        "control normandy-bordeaux germany",
        "place 1 uk infantry united-kingdom",
        "turn germany combat-move",
    )
    study.refused("raid 1 fighter holland-belgium > united-kingdom", "G40-189")
    study.play("raid 1 strategic-bomber western-germany > united-kingdom")
    study.play("raid 1 fighter holland-belgium > united-kingdom")
    study.play("raid 1 fighter normandy-bordeaux > united-kingdom")
    study.refused("raid 1 tactical-bomber holland-belgium > united-kingdom", "G40-187")
    # Nobody intercepts: fire and bombs, and no battle with the infantry.
    study.play("end", dice=[6, 1])
    assert study.step == "NoncombatMove"
    assert study.units("united-kingdom")["uk infantry"] == 1


@pytest.mark.rule("G40-190")
def test_any_fighters_there_may_intercept_without_a_base_and_without_escorts() -> None:
    study = raid(
        "place 2 uk fighter, 1 france fighter, 1 uk tactical-bomber united-kingdom",
        "place 1 uk fighter scotland",
    )
    assert study.asked == ("uk",)
    study.refused("intercept 1 tactical-bomber united-kingdom", "G40-190")
    study.refused("intercept 1 fighter scotland", "G40-190")
    study.refused("intercept 3 fighter united-kingdom", "G40-005")
    study.play("intercept 1 fighter united-kingdom", "hold")
    assert study.asked == ("france",)


@pytest.mark.rule("G40-191", "G40-961")
def test_interceptors_are_named_before_any_combat_and_fight_nowhere_else() -> None:
    """A landing in the same territory finds the interceptors gone, and their land with it."""
    study = Study(
        *LONDON,
        "place 1 germany strategic-bomber western-germany",
        "place 1 germany transport[infantry+infantry] sz-112",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
    )
    study.play("raid 1 strategic-bomber western-germany > united-kingdom")
    study.play("move 1 transport sz-112 > sz-110", "land 2 infantry sz-110 > united-kingdom", "end")
    assert (study.asked, study.step) == (("uk",), "Intercept")
    # Air battle without a hit, fire at the bomber, bombs; the landing meets nobody.
    study.play("intercept 1 fighter united-kingdom", dice=[6, 6, 6, 1])
    assert study.owner("united-kingdom") == "germany"
    assert (study.asked, study.step) == (("uk",), "Homeless")
    study.play("fly 1 fighter united-kingdom > scotland")
    assert study.units("scotland") == {"uk fighter": 1}


@pytest.mark.rule("G40-192")
def test_one_round_between_raiders_and_interceptors_only() -> None:
    study = raid("place 2 uk fighter, 3 uk infantry, 1 uk aa-gun united-kingdom")
    events = study.play("intercept 1 fighter united-kingdom", "hold", dice=[6, 6, 6, 6, 6, 1, 1])
    rounds = [str(e) for e in events if "air battle of" in str(e)]
    assert len(rounds) == 2
    assert "2 strategic-bomber at 1" in rounds[0]
    assert "1 fighter at 1" in rounds[1]
    assert study.dice_left == 0


@pytest.mark.rule("G40-498")
def test_the_air_battle_is_simultaneous() -> None:
    study = raid("place 1 uk fighter united-kingdom", bombers="1 strategic-bomber")
    study.play("intercept 1 fighter united-kingdom", dice=[1, 1])
    assert study.units("united-kingdom") == {}
    assert study.damage("united-kingdom") == {"major-factory": 0}


@pytest.mark.rule("G40-194", "G40-201")
def test_escorts_are_not_shot_at_and_all_wait_for_the_noncombat_move() -> None:
    study = raid(bombers="1 strategic-bomber", escorts="1 fighter", dice=(6, 1))
    assert study.dice_left == 0  # one die against the one bomber, one of damage
    assert study.units("united-kingdom") == {"germany fighter": 1, "germany strategic-bomber": 1}
    study.refused("end", "G40-490")
    study.play(
        "move 1 fighter united-kingdom > holland-belgium",
        "move 1 strategic-bomber united-kingdom > western-germany",
        "end",
    )


@pytest.mark.rule("G40-196")
def test_guns_do_not_fire_at_raiders() -> None:
    study = raid("place 2 uk aa-gun united-kingdom", dice=(6, 6, 1, 1))
    assert study.dice_left == 0
    assert study.damage("united-kingdom") == {"major-factory": 6}


@pytest.mark.rule("G40-201")
def test_raiders_take_no_part_in_the_battle() -> None:
    study = Study(
        "clear",
        "airbase baltic-states 0",
        "war germany ussr",
        "place 1 germany strategic-bomber germany",
        "place 1 germany infantry poland",
        "place 1 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    study.play("raid 1 strategic-bomber germany > baltic-states")
    study.play("move 1 infantry poland > baltic-states")
    events = study.play("end", dice=[6, 1, 6, 6])
    assert "strategic-bomber at 4" not in " ".join(map(str, events))
    assert study.step == "Retreat"


@pytest.mark.rule("G40-186", "G40-225")
def test_raids_then_assaults_then_other_battles_in_the_attackers_order() -> None:
    study = Study(
        *LONDON,
        "place 2 germany strategic-bomber western-germany",
        "place 1 germany transport[infantry] sz-112",
        "place 1 germany infantry holland-belgium",
        "place 2 germany infantry germany",
        "place 1 uk infantry united-kingdom",
        "place 1 france infantry france",
        "place 1 france infantry normandy-bordeaux",
        "major-factory france 0",
        "airbase france none",
        "turn germany combat-move",
    )
    study.play("raid 1 strategic-bomber western-germany > united-kingdom")
    study.play("raid 1 strategic-bomber western-germany > france")
    study.play("move 1 transport sz-112 > sz-110", "land 1 infantry sz-110 > normandy-bordeaux")
    study.play("move 1 infantry holland-belgium > france", "end")
    assert study.legal() == {"fight united-kingdom", "fight france"}
    study.refused("fight normandy-bordeaux", "G40-186")
    # Both raids; then the landing, in which both sides perish; a round for France comes last.
    events = study.play("fight france", dice=[6, 1, 6, 1, 1, 1, 6, 6])
    order = [e.space for e in events if isinstance(e, BattleBegan)]
    assert order == ["normandy-bordeaux", "france"]
    assert study.damage("france") == {"major-factory": 3}
    assert study.damage("united-kingdom") == {"major-factory": 3}
