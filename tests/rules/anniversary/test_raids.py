"""Ledger section 8.1: the order of combats, and strategic bombing raids."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Bombed, Captured, Fired
from tests.rules.anniversary.study import Study

RAID = "raid 1 bomber united-kingdom > germany"


def damage(study: Study, space: str) -> int:
    return study.space(space).damage


@pytest.mark.rule("AN-178")
def test_raids_then_assaults_then_other_battles() -> None:
    study = Study(
        "clear",
        "place 2 uk bomber united-kingdom",
        "place 1 uk infantry egypt",
        "place 2 uk transport[infantry] sz-7",
        "turn uk combat-move",
    )
    study.play(
        RAID,
        "raid 1 bomber united-kingdom > italy",
        "move 1 infantry egypt > libya",
        "land 1 infantry sz-7 > france",
        "land 1 infantry sz-7 > northwestern-europe",
        "end",
    )
    study.refused("fight libya", "AN-178")
    study.refused("fight france", "AN-178")
    study.play("fight germany", dice=[2, 3])
    assert (damage(study, "germany"), damage(study, "italy")) == (2, 3)
    study.refused("fight libya", "AN-178")
    events = study.play("fight france")
    taken = [event.space for event in events if isinstance(event, Captured)]
    assert taken == ["france", "northwestern-europe", "libya"]


@pytest.mark.rule("AN-179")
def test_allies_are_never_attacked() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry, 1 usa bomber egypt",
        "place 1 usa destroyer sz-15",
        "place 1 uk cruiser, 1 uk submarine, 1 uk transport sz-15",
        "turn usa combat-move",
    )
    assert study.legal("move 1 infantry egypt") == {"move 1 infantry egypt > libya"}
    study.refused("move 1 infantry egypt > trans-jordan", "AN-121")
    study.refused("raid 1 bomber egypt > caucasus", "AN-180")
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.units("sz-15")["uk cruiser"] == 1


@pytest.mark.rule("AN-180")
def test_only_bombers_raid_and_only_enemy_factories() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter, 1 uk bomber france",
        "control france uk",
        "turn uk combat-move",
    )
    study.refused("raid 1 fighter france > germany", "AN-180")
    study.refused("raid 1 bomber france > poland", "AN-180")
    study.refused("raid 1 bomber france > united-kingdom", "AN-180")
    study.allowed("raid 1 bomber france > germany")


@pytest.mark.rule("AN-181", "AN-182")
def test_flak_before_bombs_and_one_die_for_each_survivor() -> None:
    study = Study(
        "clear",
        "place 3 uk bomber united-kingdom",
        "place 1 germany aa-gun germany",
        "turn uk combat-move",
    )
    study.play("raid 3 bomber united-kingdom > germany")
    events = study.play("end", dice=[1, 2, 6, 4, 5])
    assert [type(e) for e in events if isinstance(e, Fired | Bombed)] == [Fired, Bombed]
    bombed = next(e for e in events if isinstance(e, Bombed))
    assert bombed.faces == (4, 5)
    assert damage(study, "germany") == 9
    assert study.units("germany") == {"germany aa-gun": 1, "uk bomber": 2}


@pytest.mark.rule("AN-183")
def test_damage_stops_at_twice_the_value() -> None:
    study = Study(
        "clear",
        "place 2 uk bomber united-kingdom",
        "factory italy 5",
        "turn uk combat-move",
    )
    study.play("raid 2 bomber united-kingdom > italy")
    study.play("end", dice=[6, 6])
    assert damage(study, "italy") == 12


@pytest.mark.rule("AN-184")
def test_a_raider_takes_no_part_in_the_battle_and_must_land() -> None:
    study = Study(
        "clear",
        "control france uk",
        "place 1 uk bomber, 1 uk infantry france",
        "place 1 germany infantry germany",
        "turn uk combat-move",
    )
    study.play("raid 1 bomber france > germany", "move 1 infantry france > germany")
    # One die of bombs; then the battle is fought by one infantry on each side.
    study.play("end", dice=[3, 6, 2])
    assert study.dice_left == 0
    assert study.units("germany") == {"germany infantry": 1, "uk bomber": 1}
    study.refused("end", "AN-280")
    study.refused("move 1 bomber germany > poland", "AN-280")
    study.play("move 1 bomber germany > france", "end")
    assert study.units("france") == {"uk bomber": 1}


@pytest.mark.rule("AN-185")
def test_a_factory_at_the_cap_is_still_there() -> None:
    study = Study(
        "clear",
        "place 2 uk bomber united-kingdom",
        "factory karelia-ssr 4",
        "control karelia-ssr germany",
        "turn uk combat-move",
    )
    study.play("raid 2 bomber united-kingdom > karelia-ssr")
    study.play("end", dice=[6, 6])
    space = study.space("karelia-ssr")
    assert (space.factory, space.damage, space.output) == (True, 4, 0)


@pytest.mark.rule("AN-935")
def test_each_aircraft_is_fired_on_once_when_raid_and_battle_meet() -> None:
    study = Study(
        "clear",
        "control france uk",
        "place 2 uk bomber, 1 uk fighter france",
        "place 1 germany aa-gun, 1 germany infantry germany",
        "turn uk combat-move",
    )
    study.play("raid 2 bomber france > germany", "move 1 fighter france > germany")
    # Flak at the raiders, bombs; flak at the fighter, then the round.
    events = study.play("end", dice=[6, 1, 4, 5, 3, 6])
    flak = [e.shots for e in events if isinstance(e, Fired) and "anti-aircraft" in e.what]
    assert [[(s.unit, len(s.faces)) for s in shots] for shots in flak] == [
        [("bomber", 2)],
        [("fighter", 1)],
    ]
    assert damage(study, "germany") == 4
    assert study.units("germany") == {"germany aa-gun": 1, "uk bomber": 1, "uk fighter": 1}
