"""Chapter 8: strategic bombing, kamikaze, artillery from outside, torpedo bombers."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.axis.events import Fired
from sandtable.games.axis.rules import AxisRules
from tests.rules.house1940.study import Study

GUARDS = ("clear", "place 1 uk infantry united-kingdom", "place 1 germany infantry germany")


def raiding(*edits: str, nation: str = "uk", **options: str) -> Study:
    return Study(*GUARDS, *edits, f"turn {nation} strategic-bombing", **options)


def two_bombers(**options: str) -> Study:
    return raiding(
        "place 2 uk bomber united-kingdom",
        "place 1 germany aa-battery western-germany",
        "place 1 germany fighter western-germany",
        **options,
    )


RAID = "raid 2 bomber united-kingdom > western-germany at complex"


@pytest.mark.rule("HV-041", "HV-974")
def test_steps_of_phase_ii() -> None:
    rules = find_title("house-1940")
    assert isinstance(rules, AxisRules)
    assert [phase.name for phase in rules.turn if phase.part == "II"] == [
        "strategic-bombing",
        "kamikaze",
        "artillery",
        "torpedo-bombers",
    ]
    study = Study(
        *GUARDS,
        "place 1 germany bomber germany",
        "place 1 germany artillery western-germany",
        "place 1 france infantry france",
        "place 1 germany artillery holland-belgium",
        "place 1 germany torpedo-bomber western-germany",
        "place 1 uk cruiser sz-112",
        "platform germany 0",
        "bombs germany v1",
        "round 10",
        "turn germany strategic-bombing",
    )
    assert study.legal("fire")
    assert study.legal("raid")
    study.refused("shell 1 artillery holland-belgium > france", "HV-918")
    study.play("end")
    assert {text.split()[0] for text in study.legal()} == {"end", "shell"}
    study.refused("raid 1 bomber germany > france at complex", "HV-918")
    study.play("end")
    assert {text.split()[0] for text in study.legal()} == {"end", "torpedo"}


@pytest.mark.rule("HV-W08", "HV-055", "HV-060", "HV-062", "HV-050", "HV-063", "HV-964", "HV-965")
def test_a_raid_with_flak_and_damage() -> None:
    study = two_bombers()
    study.play(RAID, dice=[1, 4, 4, 5])
    assert study.buildings("western-germany")["complex"] == 1
    assert study.units("united-kingdom")["uk bomber"] == 1
    assert study.dice_left == 0
    assert not study.legal("raid"), "the bomber is spent"


@pytest.mark.rule("HV-W08", "HV-050", "HV-964", "HV-965")
def test_a_raid_that_destroys() -> None:
    study = two_bombers()
    study.play(RAID, dice=[2, 3, 2, 4, 1, 3])
    assert "complex" not in study.buildings("western-germany")
    assert "airfield" in study.buildings("western-germany"), "surplus hits do not spill over"
    assert study.units("western-germany")["germany fighter"] == 1


@pytest.mark.rule("HV-057", "HV-093")
def test_only_batteries_and_bombers_fight_in_a_raid() -> None:
    study = two_bombers()
    study.play(RAID, dice=[6, 6, 6, 6, 6, 6])
    assert study.dice_left == 0
    assert study.units("united-kingdom")["uk bomber"] == 2


@pytest.mark.rule("HV-056", "HV-059", "HV-964", "HV-966")
def test_targets_are_named_first_and_are_buildings() -> None:
    study = raiding(
        "place 4 uk bomber united-kingdom",
        "place 2 germany aa-battery western-germany",
        "place 1 germany tank western-germany",
        "platform western-germany 0",
    )
    offered = {
        text.rpartition(" at ")[2] for text in study.legal("raid 1 bomber united-kingdom > western")
    }
    assert offered == {"complex", "port", "airfield", "platform", "aa-battery"}
    study.refused("raid 1 bomber united-kingdom > western-germany at tank", "HV-059")
    assert study.game.check("raid 1 bomber united-kingdom > western-germany") is not None
    study.play("raid 1 bomber united-kingdom > western-germany at port", dice=[6, 6, 4, 6])
    study.play("raid 1 bomber united-kingdom > western-germany at aa-battery", dice=[6, 2, 1, 1])
    assert "port" not in study.buildings("western-germany")
    assert study.units("western-germany")["germany aa-battery"] == 1
    study.play("raid 1 bomber united-kingdom > western-germany at aa-battery", dice=[1])
    assert study.units("western-germany")["germany aa-battery"] == 1, "it fires first"
    study.play("raid 1 bomber united-kingdom > western-germany at platform", dice=[5, 4, 4])
    assert "platform" not in study.buildings("western-germany")


@pytest.mark.rule("HV-055")
def test_only_bombers_raid_and_only_enemies() -> None:
    study = raiding(
        "place 1 uk fighter united-kingdom",
        "place 1 uk bomber united-kingdom",
        "control norway ussr",
        "complex norway 0",
    )
    assert (
        study.game.check("raid 1 fighter united-kingdom > western-germany at complex") is not None
    )
    assert study.game.check("raid 1 bomber united-kingdom > norway at complex") is not None


@pytest.mark.rule("HV-058", "HV-063", "HV-125")
def test_a_raider_does_nothing_else_in_the_round() -> None:
    study = two_bombers()
    study.play(
        "raid 1 bomber united-kingdom > western-germany at complex",
        dice=[6, 6, 6],
    )
    study.play("end")
    study.until("uk", "CombatMove")
    assert not study.legal("move 2 bomber")
    assert study.game.check("move 2 bomber united-kingdom > western-germany") is not None
    assert study.game.check("move 1 bomber united-kingdom > western-germany") is None
    study.play("end")
    study.until("uk", "NoncombatMove")
    assert study.game.check("move 2 bomber united-kingdom > scotland") is not None


@pytest.mark.rule("HV-W09", "HV-061", "HV-170", "HV-956")
def test_radar() -> None:
    edits = ("place 1 germany bomber western-germany", "place 1 uk aa-battery united-kingdom")
    raid = "raid 1 bomber western-germany > united-kingdom at port"
    shot = raiding(*edits, nation="germany")
    shot.play(raid, dice=[5, 1])
    assert "germany bomber" not in shot.units("western-germany")
    through = raiding(*edits, nation="germany")
    through.play(raid, dice=[2, 2, 4, 6])
    assert "port" not in through.buildings("united-kingdom")
    other = raiding(*edits, nation="germany", radar="hit_on_2")
    other.play(raid, dice=[2])
    assert "germany bomber" not in other.units("western-germany")


@pytest.mark.rule("HV-170", "HV-942")
def test_radar_belongs_to_who_holds_the_battery() -> None:
    edits = ("place 1 france aa-battery france", "place 1 germany bomber western-germany")
    raid = "raid 1 bomber western-germany > france at complex"
    french = raiding(*edits, nation="germany")
    french.play(raid, dice=[6, 6, 6])
    anzac = raiding(
        "place 1 anzac aa-battery france", "control france anzac", *edits[1:], nation="germany"
    )
    anzac.play(raid, dice=[6, 6, 6, 6])
    assert french.dice_left == anzac.dice_left == 0


@pytest.mark.rule("HV-963", "HV-951")
def test_raids_fly_out_and_home_within_range() -> None:
    study = raiding("place 1 uk bomber united-kingdom", "airfield united-kingdom none")
    study.allowed("raid 1 bomber united-kingdom > western-germany at complex")
    far = "raid 1 bomber united-kingdom > germany at complex"
    study.refused(far, "HV-951")
    raiding("place 1 uk bomber united-kingdom", "airfield united-kingdom 0").allowed(far)


# Kamikaze


def diving(*edits: str, nation: str = "japan", **options: str) -> Study:
    return Study(
        "clear",
        "place 1 usa infantry hawaiian-islands",
        "place 1 japan infantry korea",
        "war japan usa",
        *edits,
        f"turn {nation} kamikaze",
        **options,
    )


ATTACK = "dive 1 fighter japan > sz-26 at usa battleship"


@pytest.mark.rule("HV-W10", "HV-173", "HV-174", "HV-175", "HV-177", "HV-967", "HV-968", "HV-969")
def test_a_kamikaze_sinks_a_battleship() -> None:
    edits = (
        "place 2 japan fighter japan",
        "place 1 usa battleship sz-26",
        "place 2 usa cruiser sz-26",
        "place 1 usa fighter sz-26",
        "place 1 usa carrier sz-26",
        "airfield japan none",
    )
    study = diving(*edits)
    study.play(ATTACK, dice=[2, 4])
    assert "usa battleship" not in study.units("sz-26")
    assert study.units("sz-26")["usa cruiser"] == 2
    assert study.units("japan")["japan fighter"] == 1
    assert study.dice_left == 0, "nobody fires at it"
    damaged = diving(*edits)
    damaged.play(ATTACK, dice=[4, 5])
    assert any(unit.hurt for unit in damaged.space("sz-26").units)
    assert damaged.units("japan")["japan fighter"] == 1


@pytest.mark.rule("HV-968")
def test_a_kamikaze_flies_one_way() -> None:
    edits = ("place 1 japan fighter japan", "place 1 usa cruiser sz-12")
    attack = "dive 1 fighter japan > sz-12 at usa cruiser"
    away = Study().world
    steps = away.air[away.space["japan"]][away.space["sz-12"]]
    assert steps == 5
    assert diving(*edits, "airfield japan none").game.check(attack) is not None
    diving(*edits, "airfield japan 0").allowed(attack)
    carrier = diving("place 1 japan fighter sz-13", "place 1 japan carrier sz-13", *edits[1:])
    carrier.allowed("dive 1 fighter sz-13 > sz-12 at usa cruiser")


@pytest.mark.rule("HV-064", "HV-172", "HV-176")
def test_only_japanese_fighters_at_ships_at_war() -> None:
    study = diving(
        "place 1 japan torpedo-bomber japan",
        "place 1 japan fighter japan",
        "place 1 usa submarine sz-16",
        "place 1 ussr cruiser sz-16",
        "place 1 usa infantry guam",
    )
    assert study.legal("dive") == {"dive 1 fighter japan > sz-16 at usa submarine"}
    study.refused("dive 1 torpedo-bomber japan > sz-16 at usa submarine", "HV-172")
    other = diving(
        "place 1 usa fighter hawaiian-islands", "place 1 japan cruiser sz-26", nation="usa"
    )
    assert other.step != "Missions"


@pytest.mark.rule("HV-970")
def test_several_kamikazes_one_at_a_time() -> None:
    study = diving("place 3 japan fighter japan", "place 1 usa cruiser sz-16")
    study.play("dive 3 fighter japan > sz-16 at usa cruiser", dice=[6, 6, 1, 2])
    assert study.units("sz-16") == {}
    assert study.units("japan") == {}, "the third is lost without a die"
    assert study.dice_left == 0


@pytest.mark.rule("HV-830", "HV-967")
def test_the_sum_of_the_dice() -> None:
    edits = ("place 1 japan fighter japan", "place 1 usa battleship sz-26")
    hit = diving(*edits, kamikaze="sum_7")
    hit.play(ATTACK, dice=[6, 1])
    assert [unit.hurt for unit in hit.space("sz-26").units] == [True]
    miss = diving(*edits, kamikaze="sum_7")
    miss.play(ATTACK, dice=[4, 4])
    assert [unit.hurt for unit in miss.space("sz-26").units] == [False]


@pytest.mark.rule("HV-824")
def test_what_is_aboard_a_ship_sunk_in_phase_ii() -> None:
    study = diving("place 1 japan fighter japan", "place 1 usa transport[infantry+tank] sz-16")
    study.play("dive 1 fighter japan > sz-16 at usa transport[infantry+tank]", dice=[1, 1])
    assert study.units("sz-16") == {}
    carrier = diving(
        "place 1 japan fighter japan",
        "place 1 usa carrier sz-26",
        "place 2 usa fighter sz-26",
        "place 1 usa carrier sz-25",
        "place 2 usa fighter sz-25",
    )
    carrier.play("dive 1 fighter japan > sz-26 at usa carrier", dice=[1, 6])
    assert carrier.asked == ("usa",)
    places = {text.rpartition("> ")[2] for text in carrier.legal("fly")}
    assert {"hawaiian-islands", "sz-25"} <= places


# Artillery


def shelling(*edits: str) -> Study:
    return Study(
        *GUARDS, "place 3 germany artillery holland-belgium", *edits, "turn germany artillery"
    )


SHELL = "shell 2 artillery holland-belgium > france"


@pytest.mark.rule("HV-065", "HV-068", "HV-971", "HV-090")
def test_shells_from_outside() -> None:
    study = shelling("place 2 france infantry france", "place 1 france tank france")
    study.play(SHELL, dice=[2, 3])
    assert study.asked == ("france",), "the owner picks, and nobody fires back"
    study.play("lose 1 infantry")
    assert study.units("france") == {"france infantry": 1, "france tank": 1}
    assert study.dice_left == 0
    assert study.units("holland-belgium") == {"germany artillery": 3}


@pytest.mark.rule("HV-066", "HV-063")
def test_guns_that_fired_do_nothing_else() -> None:
    study = shelling("place 2 france infantry france")
    study.play(SHELL, dice=[5, 3])
    study.refused("shell 2 artillery holland-belgium > france", "HV-063")
    study.play("end")
    study.until("germany", "CombatMove")
    assert study.game.check("move 2 artillery holland-belgium > france") is not None
    study.allowed("move 1 artillery holland-belgium > france")
    study.play("end")
    study.until("germany", "NoncombatMove")
    assert study.game.check("move 2 artillery holland-belgium > western-germany") is not None


@pytest.mark.rule("HV-067", "HV-823")
def test_shells_hit_no_buildings() -> None:
    study = shelling("place 1 france aa-battery france")
    assert study.game.check(SHELL) is not None, "there is no unit to hit"
    both = shelling("place 1 france aa-battery france", "place 1 france infantry france")
    both.play(SHELL, dice=[1, 2])
    assert both.units("france") == {"france aa-battery": 1}
    assert both.buildings("france")["complex"] == 0


@pytest.mark.rule("HV-971")
def test_only_adjacent_enemy_land() -> None:
    study = shelling(
        "place 1 france infantry france",
        "place 1 france infantry southern-france",
        "place 1 germany artillery poland",
        "place 1 ussr infantry eastern-poland",
    )
    assert study.legal("shell 1 artillery poland") == set()
    assert study.game.check("shell 1 artillery holland-belgium > united-kingdom") is not None
    assert study.game.check("shell 1 artillery holland-belgium > southern-france") is not None


# Torpedo bombers


def duelling(*edits: str) -> Study:
    return Study(*GUARDS, "airfield western-germany none", *edits, "turn germany torpedo-bombers")


@pytest.mark.rule("HV-W12", "HV-069", "HV-070", "HV-071", "HV-972", "HV-963")
def test_a_duel() -> None:
    study = duelling(
        "place 1 germany torpedo-bomber western-germany",
        "place 1 uk cruiser sz-110",
        "place 3 uk destroyer sz-110",
    )
    attack = "torpedo 1 torpedo-bomber western-germany > sz-110 at uk cruiser"
    study.play(attack, dice=[5, 3])
    assert study.units("sz-110") == {"uk destroyer": 3}
    assert study.units("western-germany") == {"germany torpedo-bomber": 1}
    assert not study.legal("torpedo"), "used for the round"
    shot = duelling("place 1 germany torpedo-bomber western-germany", "place 1 uk cruiser sz-110")
    shot.play(attack, dice=[3])
    assert shot.units("western-germany") == {}
    assert shot.units("sz-110") == {"uk cruiser": 1}


@pytest.mark.rule("HV-W13", "HV-048", "HV-972", "HV-973", "HV-984")
def test_two_torpedo_bombers_at_a_battleship() -> None:
    study = duelling(
        "place 2 germany torpedo-bomber western-germany", "place 1 uk battleship sz-112"
    )
    study.play(
        "torpedo 2 torpedo-bomber western-germany > sz-112 at uk battleship",
        dice=[5, 6, 2, 4, 6],
    )
    assert [unit.hurt for unit in study.space("sz-112").units] == [True]
    assert study.units("western-germany") == {"germany torpedo-bomber": 1}


@pytest.mark.rule("HV-973")
def test_who_finds_its_ship_sunk_flies_home() -> None:
    study = duelling(
        "place 2 germany torpedo-bomber western-germany", "place 1 uk submarine sz-112"
    )
    study.play("torpedo 2 torpedo-bomber western-germany > sz-112 at uk submarine", dice=[6, 1])
    assert study.dice_left == 0
    assert study.units("western-germany") == {"germany torpedo-bomber": 2}


@pytest.mark.rule("HV-963", "HV-951")
def test_the_range_of_torpedo_bombers() -> None:
    edits = (
        "place 1 germany torpedo-bomber western-germany",
        "place 1 uk cruiser sz-109",
        "place 1 uk cruiser sz-112",
    )
    attack = "torpedo 1 torpedo-bomber western-germany > sz-109 at uk cruiser"
    world = Study().world
    assert world.air[world.space["western-germany"]][world.space["sz-109"]] == 3
    duelling(*edits).refused(attack, "HV-951")
    lengthened = Study(
        *GUARDS, *edits, "airfield western-germany 0", "turn germany torpedo-bombers"
    )
    lengthened.allowed(attack)


@pytest.mark.rule("HV-824", "HV-069")
def test_any_enemy_ship_from_land_or_carrier() -> None:
    study = duelling(
        "place 1 germany carrier sz-113",
        "place 1 germany torpedo-bomber sz-113",
        "place 1 uk transport sz-112",
        "place 1 uk submarine sz-112",
        "place 1 usa cruiser sz-112",
        "place 1 germany fighter germany",
    )
    assert study.legal("torpedo") == {
        "torpedo 1 torpedo-bomber sz-113 > sz-112 at uk transport",
        "torpedo 1 torpedo-bomber sz-113 > sz-112 at uk submarine",
    }
    study.refused("torpedo 1 fighter germany > sz-112 at uk submarine", "HV-069")


@pytest.mark.rule("HV-962")
def test_a_torpedo_bomber_not_used_fights_as_an_aircraft() -> None:
    study = Study(
        *GUARDS,
        "place 1 germany torpedo-bomber western-germany",
        "place 2 france infantry france",
        "place 1 germany tank holland-belgium",
        "complex france none",
        "turn germany combat-move",
    )
    study.play("move 1 torpedo-bomber western-germany > france")
    study.play("move 1 tank holland-belgium > france")
    study.play("end", dice=[3, 3, 6, 6])
    assert study.dice_left == 0
    assert study.units("western-germany") == {"germany torpedo-bomber": 1}
    assert "france infantry" not in study.units("france")


@pytest.mark.rule("HV-839")
def test_a_second_group_sets_out_when_the_first_is_done() -> None:
    study = Study("clear", "place 2 uk bomber united-kingdom", "turn uk strategic-bombing")
    study.play("raid 1 bomber united-kingdom > western-germany at complex", dice=[4, 4])
    assert "complex" not in study.buildings("western-germany")
    study.refused("raid 1 bomber united-kingdom > western-germany at complex", "HV-059")
    study.play("raid 1 bomber united-kingdom > western-germany at port", dice=[6, 1])
    assert "port" not in study.buildings("western-germany")


@pytest.mark.rule("HV-816", "HV-059")
def test_a_raid_destroys_no_battery_of_a_bystander() -> None:
    study = Study(
        "clear",
        "place 1 japan bomber kwangsi",
        "place 1 uk aa-battery, 1 china aa-battery yunnan",
        "turn japan strategic-bombing",
    )
    study.play("raid 1 bomber kwangsi > yunnan at aa-battery", dice=[6, 1, 1])
    assert study.units("yunnan") == {"uk aa-battery": 1}


@pytest.mark.rule("HV-824", "HV-968")
def test_ships_beside_the_carrier_are_targets_too() -> None:
    study = Study(
        "clear",
        "war japan usa",
        "place 1 japan carrier, 1 usa cruiser, 1 usa destroyer sz-6",
        "place 1 japan torpedo-bomber, 1 japan fighter sz-6",
        "turn japan kamikaze",
    )
    study.play("dive 1 fighter sz-6 > sz-6 at usa cruiser", dice=[6, 4])
    assert study.legal("torpedo") == {"torpedo 1 torpedo-bomber sz-6 > sz-6 at usa destroyer"}
    study.play("torpedo 1 torpedo-bomber sz-6 > sz-6 at usa destroyer", dice=[6, 3])
    assert study.units("sz-6") == {"japan carrier": 1, "japan torpedo-bomber": 1}


@pytest.mark.rule("HV-830")
def test_under_sum_7_the_report_tells_the_sum() -> None:
    study = Study(
        "clear",
        "war japan usa",
        "place 1 japan fighter japan",
        "place 1 usa cruiser sz-6",
        "turn japan kamikaze",
        kamikaze="sum_7",
    )
    events = study.play("dive 1 fighter japan > sz-6 at usa cruiser", dice=[4, 4])
    (shot,) = (shot for e in events if isinstance(e, Fired) for shot in e.shots)
    assert (shot.needed, shot.hits) == (7, 0)
    assert study.units("sz-6") == {"usa cruiser": 1}
