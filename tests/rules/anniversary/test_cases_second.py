"""Worked cases of the ledger on battles and allies, with the dice it gives."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import BattleBegan, Fired
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-W03", "AN-334", "AN-212", "AN-248")
def test_artillery_support_and_return_fire() -> None:
    study = Study(
        "clear",
        "place 5 germany infantry, 2 germany artillery bulgaria-romania",
        "place 3 ussr infantry ukraine",
        "turn germany combat-move",
    )
    before = (study.income("germany"), study.income("ussr"))
    study.play("move 5 infantry, 2 artillery bulgaria-romania > ukraine")
    # Supported infantry, the others, artillery; then the three casualties fire.
    study.play("end", dice=[2, 3, 1, 2, 5, 2, 6, 2, 3, 1])
    study.play("lose 2 infantry")
    assert study.units("ukraine") == {"germany infantry": 3, "germany artillery": 2}
    assert study.owner("ukraine") == "germany"
    assert (study.income("germany"), study.income("ussr")) == (before[0] + 2, before[1] - 2)


@pytest.mark.rule("AN-W05", "AN-224", "AN-226", "AN-242", "AN-238")
def test_surprise_strike_sinks_a_battleship() -> None:
    study = Study("turn germany combat-move")
    study.play("move 2 submarine sz-7 > sz-8 > sz-2", "end", "hold", dice=[2, 1])
    assert study.dice_left == 0
    assert study.units("sz-2") == {"germany submarine": 2}
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-W07", "AN-233", "AN-945")
@pytest.mark.parametrize("choice", ["submerge 1 submarine", "hold"])
def test_aircraft_against_a_lone_submarine(choice: str) -> None:
    study = Study(
        "clear",
        "place 1 germany submarine sz-7",
        "place 1 uk fighter united-kingdom",
        "turn uk combat-move",
    )
    study.play("move 1 fighter united-kingdom > sz-7", "end", "fight sz-7")
    assert study.asked == ("germany",)
    study.play(choice)
    assert study.units("sz-7") == {"germany submarine": 1, "uk fighter": 1}
    study.play("move 1 fighter sz-7 > united-kingdom", "end")
    assert study.units("united-kingdom") == {"uk fighter": 1}


@pytest.mark.rule("AN-W08", "AN-239", "AN-209")
def test_submarine_escort_against_aircraft() -> None:
    study = Study(
        "clear",
        "place 1 germany submarine, 1 germany transport[infantry] sz-5",
        "place 2 uk fighter united-kingdom",
        "turn uk combat-move",
    )
    study.play("move 2 fighter united-kingdom > sz-6 > sz-5", "end", "fight sz-5", "hold")
    assert study.units("sz-5") == {"germany submarine": 1, "uk fighter": 2}
    study.refused("move 2 fighter sz-5 > sz-6 > sz-3 > united-kingdom", "AN-142")
    study.play("move 2 fighter sz-5 > united-kingdom", "end")
    assert study.units("united-kingdom") == {"uk fighter": 2}


@pytest.mark.rule("AN-W09", "AN-225", "AN-235", "AN-212", "AN-944")
def test_assigning_mixed_hits() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser sz-6",
        "place 2 uk bomber united-kingdom",
        "place 1 germany cruiser, 2 germany submarine sz-5",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-6 > sz-5", "move 2 bomber united-kingdom > sz-5", "end")
    # Strikes 4, 6; bombers 4, 2 and cruiser 3; the cruiser in the casualty zone 3.
    study.play("hold", dice=[4, 6, 4, 2, 3, 3])
    assert study.dice_left == 0
    assert (study.step, study.asked) == ("Casualties", ("uk",))
    assert study.legal() == {"lose 1 bomber", "lose 1 cruiser"}
    study.play("lose 1 bomber")
    assert study.units("sz-5") == {"uk cruiser": 1, "uk bomber": 1, "germany submarine": 1}


@pytest.mark.rule("AN-W10", "AN-236", "AN-234", "AN-288")
@pytest.mark.parametrize("wake", ["japan", "usa"])
def test_submarines_against_a_carrier_group(wake: str) -> None:
    study = Study(
        "clear",
        f"control wake-island {wake}",
        "place 1 japan carrier, 2 japan fighter sz-52",
        "place 2 usa submarine sz-53",
        "turn usa combat-move",
        title="anniversary-1942",
    )
    study.play("move 2 submarine sz-53 > sz-52", "end", "hold", dice=[2, 5])
    assert study.dice_left == 0
    assert study.units("sz-52") == {"japan fighter": 2, "usa submarine": 2}
    study.play("continue", "hold")  # nobody can hit anybody any more
    if wake == "japan":
        assert (study.step, study.asked) == ("Homeless", ("japan",))
        study.play("fly 2 fighter sz-52 > wake-island")
        assert study.units("wake-island") == {"japan fighter": 2}
    assert (study.step, study.asked) == ("NoncombatMove", ("usa",))
    assert study.units("sz-52") == {"usa submarine": 2}


def manila(enemy: str) -> Study:
    study = Study(
        "clear",
        "place 2 japan battleship, 1 japan cruiser, 1 japan transport sz-61",
        "place 2 japan infantry formosa",
        "place 2 usa infantry philippine-islands",
        f"place 1 usa {enemy} sz-50",
        "turn japan combat-move",
    )
    study.play("load 2 infantry formosa > sz-61")
    study.play("move 1 transport[infantry+infantry] sz-61 > sz-50")
    study.play("land 2 infantry sz-50 > philippine-islands")
    study.play("move 2 battleship, 1 cruiser sz-61 > sz-50")
    return study


@pytest.mark.rule("AN-W12", "AN-187", "AN-190")
def test_sea_combat_or_bombardment_against_a_destroyer() -> None:
    study = manila("destroyer")
    # Cruiser 5, battleships 3 and 6; destroyer 5. No bombardment; the landing wins.
    events = study.play("end", dice=[5, 3, 6, 5, 1, 1, 6, 6])
    assert [e.space for e in events if isinstance(e, BattleBegan)] == [
        "sz-50",
        "philippine-islands",
    ]
    assert not any(isinstance(e, Fired) and "bombardment" in e.what for e in events)
    assert study.owner("philippine-islands") == "japan"


@pytest.mark.rule("AN-W12", "AN-188", "AN-192", "AN-193", "AN-949")
def test_sea_combat_or_bombardment_against_a_transport() -> None:
    ignored = manila("transport")
    ignored.play("end", "ignore sz-50")
    ignored.refused("bombard 2 battleship, 1 cruiser", "AN-192")
    ignored.play("bombard 2 battleship", dice=[4, 4, 6, 6])
    assert ignored.units("sz-50")["usa transport"] == 1
    assert ignored.owner("philippine-islands") == "japan"
    attacked = manila("transport")
    attacked.play("end", "fight sz-50", dice=[1, 1, 6, 6])
    assert "usa transport" not in attacked.units("sz-50")
    assert attacked.dice_left == 0


@pytest.mark.rule("AN-W13", "AN-200", "AN-201", "AN-203", "AN-222")
def test_partial_retreat_from_an_assault() -> None:
    study = Study(
        "clear",
        "control france uk",
        "place 2 uk tank france",
        "place 1 uk fighter united-kingdom",
        "place 1 uk transport[infantry] sz-6",
        "place 4 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("move 2 tank france > northwestern-europe")
    study.play("move 1 fighter united-kingdom > northwestern-europe")
    study.play("land 1 infantry sz-6 > northwestern-europe")
    study.play("end", dice=[6, 6, 5, 4, 5, 5, 6, 6])
    study.refused("retreat", "AN-203")
    study.refused("retreat sz-6", "AN-200")
    # The infantry fights on alone: one die against four.
    study.play("retreat france", dice=[6, 6, 6, 6, 2])
    assert study.dice_left == 0
    assert study.units("france") == {"uk tank": 2}
    assert study.units("northwestern-europe") == {"germany infantry": 4, "uk fighter": 1}
    study.play("move 1 fighter northwestern-europe > united-kingdom", "end")


@pytest.mark.rule("AN-W14", "AN-187", "AN-242", "AN-197", "AN-199")
def test_failed_sea_combat() -> None:
    study = Study(
        "clear",
        "place 1 ussr destroyer, 1 ussr transport[infantry] sz-3",
        "place 1 germany cruiser sz-4",
        "place 3 ussr infantry karelia-ssr",
        "place 2 germany infantry finland",
        "turn ussr combat-move",
    )
    study.play("move 1 transport[infantry] sz-3 > sz-4", "land 1 infantry sz-4 > finland")
    study.play("move 1 destroyer sz-3 > sz-4", "move 3 infantry karelia-ssr > finland")
    study.play("end", dice=[5, 3])
    assert study.units("sz-4") == {"ussr transport[infantry]": 1, "germany cruiser": 1}
    # Round 2 sinks the transport; the land battle begins with three dice against two.
    study.play("continue", dice=[2, 6, 6, 6, 6, 6])
    assert study.units("sz-4") == {"germany cruiser": 1}
    assert (study.step, study.dice_left) == ("Retreat", 0)
    study.play("retreat karelia-ssr")
    assert study.units("karelia-ssr") == {"ussr infantry": 3}


@pytest.mark.rule("AN-W15", "AN-181", "AN-183", "AN-293")
def test_raid_up_to_the_cap() -> None:
    study = Study(
        "clear",
        "factory italy 9",
        "place 1 italy aa-gun italy",
        "place 2 uk bomber united-kingdom",
        "money italy 10",
        "turn uk combat-move",
    )
    study.play("raid 2 bomber united-kingdom > italy")
    study.play("end", dice=[1, 4, 6])
    assert study.units("italy") == {"italy aa-gun": 1, "uk bomber": 1}
    assert study.space("italy").damage == 12
    study.play("move 1 bomber italy > united-kingdom", "end")
    assert (study.step, study.asked) == ("Purchase", ("italy",))
    study.play("buy 1 infantry", "repair 7 italy")
    assert study.money("italy") == 0
    assert study.space("italy").damage == 5
    study.play("end", "end", "end")
    study.refused("place 2 infantry italy", "AN-117")
    study.play("place 1 infantry italy")
    assert study.units("italy") == {"italy aa-gun": 1, "italy infantry": 1}


@pytest.mark.rule("AN-W27", "AN-356", "AN-273")
def test_allied_fighter_as_cargo() -> None:
    edits = (
        "clear",
        "place 1 uk carrier, 1 uk fighter, 1 usa fighter sz-7",
        "place 1 germany cruiser sz-6",
    )
    study = Study(*edits, "turn uk combat-move")
    study.play("move 1 carrier[usa fighter] sz-7 > sz-6", "move 1 fighter sz-7 > sz-6")
    study.play("end", dice=[5, 4, 3])
    assert study.legal() == {"lose 1 carrier", "lose 1 fighter"}
    study.play("lose 1 carrier")
    assert study.units("sz-6") == {"uk fighter": 1, "germany cruiser": 1}
    study.play("retreat", "move 1 fighter sz-6 > united-kingdom", "end")
    other = Study(*edits, "turn germany combat-move")
    other.play("move 1 cruiser sz-6 > sz-7")
    events = other.play("end", dice=[6, 6, 6, 4])
    shots = [(s.power, s.unit, s.needed) for e in events if isinstance(e, Fired) for s in e.shots]
    assert ("usa", "fighter", 4) in shots
    assert "germany cruiser" not in other.units("sz-7")


@pytest.mark.rule("AN-W28", "AN-274", "AN-275", "AN-276", "AN-271", "AN-268")
def test_riding_an_allied_transport() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry eastern-canada",
        "place 1 uk transport, 1 uk cruiser sz-9",
        "turn usa noncombat-move",
    )
    study.play("load 1 infantry eastern-canada > sz-9")
    pass_to(study, "uk", "CombatMove")
    study.refused("land 1 usa infantry sz-9 > morocco-algeria", "AN-156")
    study.play("end")
    study.play("move 1 transport[usa infantry], 1 cruiser sz-9 > sz-12")
    study.refused("land 1 usa infantry sz-12 > gibraltar", "AN-271")
    pass_to(study, "usa", "CombatMove")
    study.play("land 1 infantry sz-12 > morocco-algeria")
    # Nobody is asked about bombardment: the cruiser is British.
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.owner("morocco-algeria") == "usa"
    assert study.units("morocco-algeria") == {"usa infantry": 1}


@pytest.mark.rule("AN-W35", "AN-243", "AN-245", "AN-222")
def test_battleship_damage_does_not_carry_over() -> None:
    study = Study(
        "clear",
        "place 1 italy battleship sz-14",
        "place 1 uk fighter egypt",
        "place 1 usa fighter egypt",
        "turn uk combat-move",
    )
    study.play("move 1 fighter egypt > sz-14")
    study.play("end", dice=[3, 4])
    assert study.units("sz-14") == {"italy battleship": 1}
    assert not any(u.hurt for u in study.space("sz-14").units)
    pass_to(study, "usa", "CombatMove")
    study.play("move 1 fighter egypt > sz-14")
    study.play("end", dice=[2, 6])
    study.play("retreat")
    assert study.units("sz-14") == {"italy battleship": 1, "usa fighter": 1}
    assert not any(u.hurt for u in study.space("sz-14").units)
