"""Worked cases of the ledger about movement, research and economy, each with its dice."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-W01")
def test_blitz_and_return() -> None:
    study = Study(
        "clear",
        "place 1 germany tank poland",
        "place 1 germany fighter bulgaria-romania",
        "turn germany combat-move",
    )
    assert (study.income("germany"), study.income("ussr")) == (31, 30)
    study.play("move 1 tank poland > east-poland > poland")
    assert study.owner("east-poland") == "germany"
    assert (study.income("germany"), study.income("ussr")) == (32, 29)
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.units("poland") == {"germany tank": 1}
    study.refused("move 1 tank poland > germany", "AN-277")
    study.refused("move 1 fighter bulgaria-romania > east-poland", "AN-281")


@pytest.mark.rule("AN-W02")
def test_blitz_stopped_by_a_gun() -> None:
    study = Study(
        "clear",
        "place 1 ussr aa-gun karelia-ssr",
        "place 1 germany tank finland",
        "pool germany 1 infantry",
        "money germany 0",
        "turn germany combat-move",
        objectives=True,
    )
    study.refused("move 1 tank finland > karelia-ssr > archangel", "AN-171")
    study.play("move 1 tank finland > karelia-ssr", "end")
    assert study.owner("karelia-ssr") == "germany"
    assert study.units("karelia-ssr") == {"germany tank": 1, "germany aa-gun": 1}
    assert study.space("karelia-ssr").factory
    cities = study.cities()
    assert cities == {"axis": 7, "allies": 11}
    study.refused("move 1 aa-gun karelia-ssr > finland", "AN-277")
    study.play("end")
    study.refused("place 1 infantry karelia-ssr", "AN-291")
    study.play("place 1 infantry germany", "end")
    # 31 and Karelia's 2; 5 for holding the heart of Europe, 5 for Karelia.
    assert study.money("germany") == 33 + 5 + 5


@pytest.mark.rule("AN-W04")
def test_advanced_artillery() -> None:
    edits = [
        "clear",
        "place 3 germany infantry, 1 germany artillery poland",
        "place 2 ussr infantry east-poland",
        "turn germany combat-move",
    ]
    attack = "move 3 infantry, 1 artillery poland > east-poland"
    study = Study(*edits[:-1], "tech germany advanced-artillery", edits[-1])
    study.play(attack)
    study.play("end", dice=[2, 2, 2, 3, 5, 6])  # infantry, artillery; defence
    assert study.units("east-poland") == {"germany infantry": 3, "germany artillery": 1}
    assert study.owner("east-poland") == "germany"
    study = Study(*edits)
    study.play(attack)
    study.play("end", dice=[2, 2, 2, 3, 5, 6])
    assert study.units("east-poland") == {
        "germany infantry": 3,
        "germany artillery": 1,
        "ussr infantry": 1,
    }
    assert study.step == "Retreat"


@pytest.mark.rule("AN-W17")
def test_increased_factory_production() -> None:
    edits = ["tech ussr increased-factory-production", "turn ussr purchase"]
    study = Study("clear", "factory russia 3", *edits)
    outputs = {name: study.space(name).output for name in ("russia", "caucasus", "karelia-ssr")}
    assert outputs == {"russia": 5, "caucasus": 6, "karelia-ssr": 2}
    study.play("repair 3 russia")
    assert study.money("ussr") == 28
    assert study.space("russia").output == 8
    study = Study("clear", "factory russia 5", *edits)
    study.play("repair 5 russia")
    assert study.money("ussr") == 27


@pytest.mark.rule("AN-W18")
def test_rockets() -> None:
    study = Study(
        "clear",
        "tech germany rockets",
        "place 2 germany aa-gun germany",
        "place 1 germany aa-gun france",
        "turn germany combat-move",
    )
    study.play("end")
    study.play("rocket france > united-kingdom", dice=[5])
    study.refused("rocket germany > united-kingdom", "AN-095")
    study.play("rocket germany > karelia-ssr", dice=[6])
    assert study.space("united-kingdom").damage == 5
    assert study.space("karelia-ssr").damage == 4
    assert study.step == "NoncombatMove"  # no launch is left


@pytest.mark.rule("AN-W18")
def test_the_second_gun_of_a_territory_does_not_launch() -> None:
    study = Study(
        "clear",
        "tech germany rockets",
        "place 2 germany aa-gun germany",
        "place 1 germany aa-gun france",
        "turn germany combat-move",
    )
    study.play("end")
    study.play("rocket germany > karelia-ssr", dice=[6])
    study.refused("rocket germany > united-kingdom", "AN-094")
    study.allowed("rocket france > united-kingdom")


RESEARCH = ("clear", "tokens germany 1", "tech germany rockets", "turn germany research")


@pytest.mark.rule("AN-W19")
def test_research_success() -> None:
    study = Study(*RESEARCH, research=True)
    power = study.world.power["germany"]
    study.play("research 2")
    assert study.money("germany") == 21
    study.play("end", dice=[6, 6, 3])
    study.play("chart 1", dice=[2, 5])
    owned = [t.id for t in study.world.techs if study.state.techs[power] >> t.index & 1]
    assert owned == ["rockets", "war-bonds"]
    assert study.state.tokens[power] == 0
    # War Bonds pay in this very turn.
    study.play("end", "end")
    study.play("end", dice=[4])
    assert study.money("germany") == 21 + 31 + 4


@pytest.mark.rule("AN-W19")
def test_research_failure() -> None:
    study = Study(*RESEARCH, research=True)
    power = study.world.power["germany"]
    study.play("research 2")
    study.play("end", dice=[1, 5, 4])
    assert study.state.tokens[power] == 3
    assert study.step == "Purchase"
    pass_to(study, "germany", "Research")
    study.play("research 1")
    study.play("end", dice=[1, 2, 3, 6])  # four dice
    study.allowed("chart 2")


@pytest.mark.rule("AN-W20")
def test_submarine_meets_destroyer() -> None:
    edits = ["clear", "place 1 germany submarine sz-5", "turn germany noncombat-move"]
    study = Study(*edits[:2], "place 1 uk destroyer sz-6", edits[2])
    study.refused("move 1 submarine sz-5 > sz-6 > sz-7", "AN-166")
    study.play("move 1 submarine sz-5 > sz-6", "end")
    assert study.units("sz-6") == {"germany submarine": 1, "uk destroyer": 1}
    study = Study(*edits[:2], "place 1 uk cruiser sz-6", edits[2])
    study.play("move 1 submarine sz-5 > sz-6 > sz-7")
    assert study.units("sz-7") == {"germany submarine": 1}


@pytest.mark.rule("AN-W22")
def test_starting_in_a_hostile_zone() -> None:
    study = Study(
        "clear",
        "place 1 usa battleship, 1 usa transport sz-62",
        "place 1 japan destroyer sz-62",
        "place 1 usa infantry buryatia-ssr",
        "place 1 japan infantry japan",
        "turn usa combat-move",
    )
    study.refused("load 1 infantry buryatia-ssr > sz-62", "AN-141")
    study.play("move 1 transport sz-62 > sz-63", "load 1 infantry buryatia-ssr > sz-63")
    study.play("move 1 transport[infantry] sz-63 > sz-62", "land 1 infantry sz-62 > japan")
    # Battleship sinks destroyer, which misses; no bombardment; infantry against infantry.
    study.play("end", dice=[4, 6, 1, 6])
    assert study.dice_left == 0
    assert study.owner("japan") == "usa"
    assert study.step == "NoncombatMove"
    study.refused("move 1 battleship sz-62 > sz-63", "AN-277")
    assert not study.legal("move 1 transport")


@pytest.mark.rule("AN-W23")
def test_suez_changes_hands() -> None:
    """Submarines of three powers lie in sea zone 15, so that nobody bars anybody's way."""
    study = Study(
        "clear",
        "place 1 italy tank libya",
        "place 1 italy submarine, 1 uk submarine, 1 usa submarine sz-15",
        "place 2 uk infantry, 1 uk fighter trans-jordan",
        "turn italy combat-move",
    )
    passage = "move 1 submarine sz-15 > sz-34"
    study.play("move 1 tank libya > egypt", "end", "end")
    assert (study.owner("egypt"), study.step) == ("italy", "NoncombatMove")
    study.refused(passage, "AN-021")
    pass_to(study, "uk", "CombatMove")
    study.play("move 2 infantry trans-jordan > egypt", "end")
    study.play("fight egypt", dice=[1, 6, 6])
    study.play("end")
    assert (study.owner("egypt"), study.step) == ("uk", "NoncombatMove")
    study.refused(passage, "AN-021")
    study.play("move 1 fighter trans-jordan > sz-15 > sz-34 > persia")
    pass_to(study, "usa", "NoncombatMove")
    study.play(passage)
    assert study.units("sz-34") == {"usa submarine": 1}


@pytest.mark.rule("AN-W24")
def test_no_landing_in_a_conquest() -> None:
    study = Study(
        "clear",
        "place 1 germany fighter, 1 germany infantry, 1 germany tank poland",
        "place 1 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 1 fighter, 1 infantry poland > east-poland")
    study.play("end", dice=[1, 6, 6])
    assert study.owner("east-poland") == "germany"
    assert [u.left for u in study.space("east-poland").units if u.unit == "fighter"] == [3]
    study.refused("end", "AN-280")
    study.play("move 1 tank poland > east-poland")
    study.play("move 1 fighter east-poland > poland", "end")
    assert study.units("poland") == {"germany fighter": 1}
    assert study.units("east-poland") == {"germany infantry": 1, "germany tank": 1}


@pytest.mark.rule("AN-W25")
def test_a_bomber_needs_a_way_home() -> None:
    near = ("baltic-states", "ukraine", "eastern-ukraine", "belorussia")
    further = ("karelia-ssr", "archangel", "russia", "caucasus")
    edits = ["clear", "place 1 uk bomber united-kingdom", "control east-poland germany"]
    study = Study(
        *edits,
        *(f"control {land} germany" for land in (*near, *further) if land != "belorussia"),
        "turn uk combat-move",
    )
    study.play("move 1 bomber united-kingdom > east-poland", "end")
    study.play("move 1 bomber east-poland > belorussia", "end")
    assert study.units("belorussia") == {"uk bomber": 1}
    study = Study(
        *edits, *(f"control {land} germany" for land in (*near, *further)), "turn uk combat-move"
    )
    study.refused("move 1 bomber united-kingdom > east-poland", "AN-151")


DROP = (
    "clear",
    "tech germany paratroopers",
    "place 1 germany bomber, 1 germany infantry germany",
    "place 1 ussr infantry, 1 ussr aa-gun karelia-ssr",
    "turn germany combat-move",
)


@pytest.mark.rule("AN-W38")
def test_paratroopers_under_fire() -> None:
    study = Study(*DROP)
    study.refused("drop 1 infantry germany > poland > baltic-states > karelia-ssr", "AN-098")
    study.play("drop 1 infantry germany > sz-5 > karelia-ssr")
    study.play("end", dice=[1])
    assert study.units("karelia-ssr") == {"ussr infantry": 1, "ussr aa-gun": 1}
    assert study.units("germany") == {}
    study = Study(*DROP)
    study.play("drop 1 infantry germany > sz-5 > karelia-ssr")
    study.refused("raid 1 bomber[infantry] karelia-ssr > russia", "AN-128")
    # The gun misses; infantry needs 1 and shows 2, bomber needs 4 and shows 4.
    study.play("end", dice=[4, 2, 4, 6])
    assert study.owner("karelia-ssr") == "germany"
    assert study.space("karelia-ssr").damage == 0


@pytest.mark.rule("AN-W39", "AN-927")
def test_mechanized_blitz() -> None:
    study = Study(
        "clear",
        "tech germany mechanized-infantry",
        "place 1 germany tank, 2 germany infantry poland",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    study.refused("move 1 infantry poland > east-poland > belorussia", "AN-130")
    study.refused("move 1 tank, 2 infantry poland > east-poland > belorussia", "AN-927")
    study.play("move 1 tank, 1 infantry poland > east-poland > belorussia")
    study.refused("move 1 infantry poland > east-poland > belorussia", "AN-130")
    assert study.owner("east-poland") == "germany"
    study.refused("move 1 infantry poland > east-poland", "AN-121")  # German already
    study.play("end", dice=[6, 3, 4])  # infantry, tank; defence
    assert study.units("belorussia") == {"germany tank": 1, "germany infantry": 1}
    assert (study.income("germany"), study.income("ussr")) == (33, 28)
    study.play("move 1 infantry poland > east-poland")
