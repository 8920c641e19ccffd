"""Phase III: combat moves on land and at sea, blitzes, interception, neutrals by force."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

EAST = ("clear", "war germany ussr")


def east(*edits: str) -> Study:
    return Study(*EAST, *edits, "turn germany combat-move")


# On land


@pytest.mark.rule("HV-072", "HV-073", "HV-988", "HV-018", "HV-075")
def test_unoccupied_hostile_land_is_taken_at_once_without_dice() -> None:
    study = east("place 2 germany infantry poland", "place 1 germany infantry slovakia-hungary")
    study.play("move 1 infantry poland > eastern-poland")
    assert study.owner("eastern-poland") == "germany"
    study.allowed("move 1 infantry poland > baltic-states")
    study.refused("move 1 infantry poland > belarus", "HV-018")
    study.refused("move 1 infantry poland > germany", "HV-810")
    study.refused("move 1 infantry slovakia-hungary > eastern-poland", "HV-810")  # friendly now


@pytest.mark.rule("HV-075", "HV-078")
def test_units_from_several_spaces_attack_together() -> None:
    study = east(
        "place 1 germany infantry poland",
        "place 1 germany infantry slovakia-hungary",
        "place 1 ussr infantry eastern-poland",
    )
    study.play("move 1 infantry poland > eastern-poland")
    study.play("move 1 infantry slovakia-hungary > eastern-poland")
    assert study.owner("eastern-poland") == "ussr"
    study.play("end", dice=[6, 1, 6])
    assert study.step == "Occupy"


@pytest.mark.rule(
    "HV-W17", "HV-111", "HV-112", "HV-113", "HV-114", "HV-074", "HV-078", "HV-942", "HV-812"
)
def test_a_tank_takes_what_nobody_defends_and_stops_at_units() -> None:
    edits = (
        "place 1 germany tank poland",
        "place 1 ussr aa-battery eastern-poland",
        "airfield eastern-poland 0",
        "place 1 ussr infantry belarus",
    )
    study = east(*edits)
    study.play("move 1 tank poland > eastern-poland > belarus")
    assert study.owner("eastern-poland") == "germany"
    assert study.units("eastern-poland") == {"germany aa-battery": 1}
    study.play("end", dice=[6, 6])
    study.play("retreat")  # the space it attacked from is the one it has just taken
    assert study.units("eastern-poland") == {"germany tank": 1, "germany aa-battery": 1}
    study = east(*edits)
    study.play("move 1 tank poland > eastern-poland > poland")
    assert study.units("poland") == {"germany tank": 1}
    assert study.owner("eastern-poland") == "germany"
    study.refused("move 1 tank poland > baltic-states", "HV-103")


@pytest.mark.rule("HV-114", "HV-111", "HV-810", "HV-158", "HV-911")
def test_units_stop_a_blitz_infantry_never_blitzes_and_friendly_land_is_no_goal() -> None:
    study = east(
        "place 1 germany tank, 1 germany tiger, 1 germany infantry poland",
        "place 1 ussr infantry eastern-poland",
    )
    study.refused("move 1 tank poland > eastern-poland > belarus", "HV-114")
    study.allowed("move 1 tank poland > baltic-states > belarus")
    study.allowed("move 1 tiger poland > baltic-states > belarus")
    study.refused("move 1 infantry poland > baltic-states > belarus", "HV-018")
    study = east("place 1 germany tank slovakia-hungary")
    study.refused("move 1 tank slovakia-hungary > eastern-poland > romania", "HV-810")


@pytest.mark.rule("HV-111")
def test_a_tank_goes_through_friendly_land_into_hostile() -> None:
    study = east("place 1 germany tank germany", "place 1 ussr infantry baltic-states")
    study.play("move 1 tank germany > baltic-states")
    assert study.units("baltic-states") == {"germany tank": 1, "ussr infantry": 1}


@pytest.mark.rule("HV-924", "HV-815", "HV-816")
def test_peace_closes_land_and_sky() -> None:
    study = Study(
        "clear",
        "place 1 germany tank, 1 germany bomber poland",
        "place 1 uk infantry novgorod",
        "turn germany combat-move",
    )
    study.refused("move 1 tank poland > baltic-states", "HV-924")
    study.refused("move 1 bomber poland > baltic-states > sz-115", "HV-924")


@pytest.mark.rule("HV-816", "HV-815")
def test_bystanders_neither_defend_nor_block_and_leave_land_that_is_taken() -> None:
    study = Study(
        "clear",
        "place 1 germany tank western-germany",
        "place 1 usa infantry, 1 usa fighter, 1 usa aa-battery france",
        "turn germany combat-move",
    )
    study.play("move 1 tank western-germany > france")
    study.play("hold")  # the complex of Paris
    assert study.owner("france") == "germany"
    assert study.asked == ("usa",)
    assert study.legal() == {
        "fly 1 infantry france > normandy-bordeaux",
        "fly 1 infantry france > southern-france",
    }
    study.play("fly 1 infantry france > southern-france")
    study.play("fly 1 fighter france > united-kingdom")
    assert study.units("southern-france") == {"usa infantry": 1}
    assert "usa fighter" not in study.units("france")


@pytest.mark.rule("HV-816")
def test_bystanders_without_a_place_are_removed() -> None:
    study = Study(
        "clear",
        "control normandy-bordeaux germany",
        "control southern-france germany",
        "control holland-belgium germany",
        "place 1 germany tank western-germany",
        "place 1 usa infantry france",
        "turn germany combat-move",
    )
    study.play("move 1 tank western-germany > france", "hold")
    assert study.units("france") == {"germany tank": 1}


# Neutrals by force


@pytest.mark.rule("HV-024", "HV-936", "HV-818")
def test_a_neutral_of_no_value_is_taken_by_troops_not_by_aircraft() -> None:
    study = Study(
        "clear",
        "place 1 germany tank, 1 germany fighter western-germany",
        "turn germany combat-move",
    )
    study.refused("move 1 tank western-germany > switzerland > southern-france", "HV-938")
    study.refused("move 1 fighter western-germany > switzerland", "HV-938")
    study.play("move 1 tank western-germany > switzerland")
    assert study.owner("switzerland") == "germany"


@pytest.mark.rule("HV-026", "HV-935", "HV-937", "HV-818")
def test_a_neutral_defends_itself_keeps_its_losses_and_turns_against_the_attacker() -> None:
    study = Study(
        "clear",
        "place 3 germany infantry norway",
        "place 3 strict infantry sweden",
        "turn germany combat-move",
    )
    study.play("move 3 infantry norway > sweden", "end", dice=[1, 1, 6, 2, 6, 6])
    study.play("retreat")
    assert study.owner("sweden") == "pro-allies"
    assert study.units("sweden") == {"pro-allies infantry": 1}
    assert study.units("norway") == {"germany infantry": 2}


@pytest.mark.rule("HV-818", "HV-935")
def test_a_neutral_without_an_army_is_entered_without_a_battle() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry norway",
        "turn germany combat-move",
    )
    study.play("move 1 infantry norway > sweden")
    assert study.owner("sweden") == "germany"


@pytest.mark.rule("HV-938", "HV-802")
def test_nobody_crosses_neutrals_and_nobody_enters_the_impassable() -> None:
    study = Study(
        "clear",
        "place 1 germany bomber, 1 germany tank norway",
        "place 1 uk infantry finland",
        "control finland uk",
        "turn germany combat-move",
    )
    study.refused("move 1 bomber norway > sweden > finland", "HV-938")
    study.allowed("move 1 bomber norway > finland")
    china = Study("clear", "war japan uk", "place 1 uk infantry india", "turn uk combat-move")
    china.refused("move 1 infantry india > himalayas", "HV-802")


# At sea: interception


def passing(*edits: str) -> Study:
    """British ships in sz-111; Germans come from sz-112 and want on to sz-119."""
    return Study("clear", *edits, "place 1 uk cruiser sz-119", "turn germany combat-move")


@pytest.mark.rule("HV-082", "HV-980", "HV-819")
def test_the_occupant_lets_ships_pass_or_stops_them_for_a_battle() -> None:
    edits = ("place 2 germany cruiser sz-112", "place 1 uk destroyer sz-111")
    study = passing(*edits)
    study.play("move 2 cruiser sz-112 > sz-111 > sz-119")
    assert study.asked == ("uk",)
    assert study.step == "Interception"
    study.play("hold")
    assert study.asked == ("uk",)  # they enter sz-119 too
    study.play("hold")
    assert study.units("sz-119") == {"uk cruiser": 1, "germany cruiser": 2}
    study = passing(*edits)
    study.play("move 2 cruiser sz-112 > sz-111 > sz-119", "intercept")
    assert study.units("sz-111") == {"uk destroyer": 1, "germany cruiser": 2}
    study.refused("move 1 cruiser sz-111 > sz-119", "HV-103")
    study.play("end", dice=[6, 6, 6])  # the battle must be fought
    assert study.legal("retreat") == {"retreat sz-112"}


@pytest.mark.rule("HV-980", "HV-820", "HV-081")
def test_who_ends_beside_the_enemy_may_attack_or_stay() -> None:
    study = passing("place 1 germany cruiser sz-112", "place 1 uk destroyer sz-111")
    study.play("move 1 cruiser sz-112 > sz-111", "hold", "end")
    assert study.legal() == {"fight sz-111", "end"}
    study.play("end")
    assert study.units("sz-111") == {"uk destroyer": 1, "germany cruiser": 1}


@pytest.mark.rule("HV-819", "HV-980")
def test_every_occupant_at_war_is_asked_in_order_until_one_says_yes() -> None:
    edits = (
        "place 1 germany cruiser sz-112",
        "place 1 uk transport, 1 france destroyer, 1 usa battleship sz-111",
    )
    study = passing(*edits)
    study.play("move 1 cruiser sz-112 > sz-111 > sz-119")
    assert study.asked == ("uk",)
    study.play("hold")
    assert study.asked == ("france",)  # the USA is at peace and not asked
    study.play("intercept")
    study.play("end", dice=[6, 6, 6])  # cruiser; transport and destroyer; no American die
    assert study.dice_left == 0


@pytest.mark.rule("HV-819")
def test_leaving_a_zone_is_not_intercepted() -> None:
    study = passing("place 1 germany cruiser, 1 uk destroyer sz-111")
    study.play("move 1 cruiser sz-111 > sz-119")
    assert study.asked == ("uk",)
    assert study.units("sz-119")["germany cruiser"] == 1


@pytest.mark.rule("HV-083", "HV-084", "HV-981", "HV-085", "HV-148", "HV-150")
def test_submarines_slip_through_unless_a_submarine_or_destroyer_is_there() -> None:
    for blocker, slips in (("cruiser", True), ("destroyer", False), ("submarine", False)):
        study = passing("place 1 germany submarine sz-112", f"place 1 uk {blocker} sz-111")
        study.play("move 1 submarine sz-112 > sz-111 > sz-119")
        where = "sz-119" if slips else "sz-111"
        assert study.units(where).get("germany submarine") == 1, blocker
        assert (study.step == "Interception") is not slips


@pytest.mark.rule("HV-819", "HV-083")
def test_submarines_of_an_intercepted_group_sail_on() -> None:
    study = passing(
        "place 1 germany submarine, 1 germany cruiser sz-112", "place 1 uk battleship sz-111"
    )
    study.play("move 1 cruiser, 1 submarine sz-112 > sz-111 > sz-119", "intercept")
    assert study.units("sz-111") == {"uk battleship": 1, "germany cruiser": 1}
    assert study.units("sz-119") == {"uk cruiser": 1, "germany submarine": 1}


@pytest.mark.rule("HV-924", "HV-027", "HV-028")
def test_ships_at_peace_share_zones_and_are_not_asked() -> None:
    study = passing("place 1 germany cruiser sz-112", "place 1 usa cruiser sz-111")
    study.refused("move 1 cruiser sz-112 > sz-111", "HV-810")  # a friendly zone
    study.play("move 1 cruiser sz-112 > sz-111 > sz-119")
    assert study.asked == ("uk",)
    assert study.units("sz-119")["germany cruiser"] == 1


@pytest.mark.rule("HV-982", "HV-820")
def test_standing_orders_answer_for_the_occupant() -> None:
    study = passing("place 1 germany cruiser sz-112", "place 1 uk destroyer sz-111")
    study.play("order intercept always", seat="uk")
    study.play("move 1 cruiser sz-112 > sz-111 > sz-119")
    assert study.units("sz-111") == {"uk destroyer": 1, "germany cruiser": 1}
    study = passing("place 1 germany cruiser sz-112", "place 1 uk destroyer sz-111")
    study.play("order intercept never", seat="uk")
    study.play("move 1 cruiser sz-112 > sz-111 > sz-119")
    assert study.units("sz-119")["germany cruiser"] == 1


# Where moves may end


@pytest.mark.rule("HV-810", "HV-073")
def test_ships_stop_in_a_friendly_zone_only_for_a_landing_or_a_mission() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany transport[infantry] sz-112",
        "turn germany combat-move",
    )
    study.refused("move 1 cruiser sz-112 > sz-111", "HV-810")
    study.play("move 1 transport sz-112 > sz-111")
    study.allowed("move 1 cruiser sz-112 > sz-111")
    study.refused("end", "HV-810")  # the transport has come to land its infantry
    study.play("land 1 infantry sz-111 > scotland")
    study.allowed("end")


@pytest.mark.rule("HV-810", "HV-959", "HV-808")
def test_a_carrier_moves_for_a_mission_of_its_aircraft_which_it_carries_along() -> None:
    study = Study(
        "clear",
        "place 1 germany carrier, 2 germany fighter sz-112",
        "place 1 uk infantry scotland",
        "turn germany combat-move",
    )
    study.play("move 1 carrier sz-112 > sz-111")
    assert study.units("sz-111") == {"germany carrier": 1, "germany fighter": 2}
    study.refused("end", "HV-810")
    study.play("move 1 fighter sz-111 > scotland", "end", dice=[6, 6])
    assert study.units("sz-111") == {"germany carrier": 1, "germany fighter": 2}
    study.until("germany", "NoncombatMove")
    study.allowed("move 1 fighter sz-111 > norway")  # carried is not used
    study.refused("move 2 fighter sz-111 > norway", "HV-134")


@pytest.mark.rule("HV-958", "HV-959")
def test_a_carrier_holds_three_fighters_or_torpedo_bombers() -> None:
    study = Study(
        "clear",
        "place 2 germany carrier, 3 germany fighter, 3 germany torpedo-bomber sz-112",
        "place 1 uk destroyer sz-111",
        "turn germany combat-move",
    )
    study.refused("move 1 carrier, 3 fighter, 1 torpedo-bomber sz-112 > sz-111", "HV-958")
    study.play("move 1 carrier, 2 fighter, 1 torpedo-bomber sz-112 > sz-111", "hold")
    assert study.units("sz-111")["germany fighter"] == 2
    assert study.units("sz-112") == {
        "germany carrier": 1,
        "germany fighter": 1,
        "germany torpedo-bomber": 2,
    }
    later = Study(
        "clear",
        "place 1 germany carrier, 2 germany fighter sz-112",
        "place 2 germany torpedo-bomber, 1 germany bomber norway",
        "turn germany noncombat-move",
    )
    later.refused("move 1 bomber norway > sz-112", "HV-958")
    later.refused("move 2 torpedo-bomber norway > sz-112", "HV-958")
    later.play("move 1 torpedo-bomber norway > sz-112")


# Flak on the way and range


@pytest.mark.rule("HV-079", "HV-080", "HV-955", "HV-825")
def test_aircraft_overfly_hostile_land_under_flak_once_on_the_way_out() -> None:
    study = east(
        "place 2 germany fighter poland",
        "place 2 ussr aa-battery eastern-poland",
        "place 1 ussr infantry belarus",
        "place 1 ussr aa-battery belarus",
    )
    study.play("move 2 fighter poland > eastern-poland > belarus", dice=[6, 6, 1, 6])
    assert study.units("belarus")["germany fighter"] == 1
    study.play("end", dice=[6, 6, 6])  # the battery of the target, the fighter, the infantry
    assert study.units("poland") == {"germany fighter": 1}
    assert study.dice_left == 0


@pytest.mark.rule("HV-955", "HV-841")
def test_unless_the_way_is_named_aircraft_avoid_batteries() -> None:
    study = east(
        "place 1 germany fighter poland",
        "place 2 ussr aa-battery eastern-poland",
        "place 1 ussr infantry belarus",
    )
    study.play("move 1 fighter poland > belarus")  # by way of the Baltic States
    assert study.units("belarus")["germany fighter"] == 1
    assert study.dice_left == 0


@pytest.mark.rule("HV-951", "HV-092", "HV-145", "HV-146")
def test_the_way_home_is_part_of_the_range() -> None:
    study = east(
        "airfield poland none",
        "place 1 germany fighter, 1 germany bomber poland",
        "place 1 ussr infantry belarus",
        "place 1 ussr infantry smolensk",
        "place 1 ussr infantry bryansk",
    )
    study.allowed("move 1 fighter poland > belarus")  # 2 and 2
    study.refused("move 1 fighter poland > smolensk", "HV-951")
    study.allowed("move 1 bomber poland > smolensk")  # 3 and 3
    study = east(
        "airfield poland 0", "place 1 germany fighter poland", "place 1 ussr infantry smolensk"
    )
    study.allowed("move 1 fighter poland > smolensk")


@pytest.mark.rule("HV-826", "HV-096")
def test_an_allys_airfield_serves_too() -> None:
    study = east(
        "control poland italy",
        "airfield poland 0",
        "place 1 germany fighter poland",
        "place 1 ussr infantry smolensk",
    )
    study.allowed("move 1 fighter poland > smolensk")


@pytest.mark.rule("HV-811", "HV-825", "HV-996")
def test_flak_fires_in_phase_four_too_and_submarines_cross_hostile_zones() -> None:
    study = Study(
        *EAST,
        "place 1 germany bomber poland",
        "control romania ussr",
        "place 3 ussr aa-battery eastern-poland",
        "place 1 germany submarine sz-112",
        "place 1 uk cruiser sz-111",
        "control bulgaria germany",
        "turn germany noncombat-move",
    )
    study.play("move 1 submarine sz-112 > sz-111 > sz-119")
    study.refused("move 1 submarine sz-112 > sz-111", "HV-018")
    assert study.units("sz-119") == {"germany submarine": 1}
    study.play("move 1 bomber poland > eastern-poland > romania > bulgaria", dice=[6, 6, 1])
    assert study.units("bulgaria") == {}


@pytest.mark.rule("HV-811", "HV-996")
def test_in_phase_four_no_move_ends_in_a_hostile_zone() -> None:
    study = Study(
        "clear",
        "place 1 germany submarine, 1 germany cruiser sz-112",
        "place 1 uk cruiser sz-111",
        "place 1 uk destroyer sz-110",
        "turn germany noncombat-move",
    )
    study.refused("move 1 submarine sz-112 > sz-111", "HV-996")
    study.refused("move 1 cruiser sz-112 > sz-111 > sz-119", "HV-996")
    study.refused("move 1 submarine sz-112 > sz-110 > sz-109", "HV-811")


# Scorched earth


@pytest.mark.rule("HV-W22", "HV-133", "HV-995")
def test_the_holder_destroys_his_complex_before_the_battle() -> None:
    study = east(
        "place 2 germany tank romania",
        "control bessarabia germany",
        "place 2 germany tank bessarabia",
        "place 1 ussr infantry ukraine",
    )
    study.play("move 2 tank bessarabia > ukraine", "end")
    assert study.asked == ("ussr",)
    study.refused("scorch russia", "HV-133")
    study.play("scorch ukraine", dice=[1, 6, 6])
    study.play("occupy")
    assert study.owner("ukraine") == "germany"
    assert "complex" not in study.buildings("ukraine")


@pytest.mark.rule("HV-995")
def test_aircraft_alone_do_not_open_the_choice() -> None:
    study = east(
        "control bessarabia germany",
        "place 1 germany fighter bessarabia",
        "place 1 ussr infantry ukraine",
    )
    study.play("move 1 fighter bessarabia > ukraine", "end", dice=[6, 6])
    assert study.step != "ScorchedEarth"
    assert "complex" in study.buildings("ukraine")


@pytest.mark.rule("HV-821", "HV-995")
def test_land_entered_without_a_fight_is_asked_about_at_the_first_entry() -> None:
    study = east("control bessarabia germany", "place 1 germany tank bessarabia")
    study.play("move 1 tank bessarabia > ukraine > rostov")
    assert study.asked == ("ussr",)
    assert study.owner("ukraine") == "ussr"
    assert study.units("ukraine") == {"germany tank": 1}
    study.play("scorch ukraine")
    assert study.owner("ukraine") == "germany" == study.owner("rostov")
    assert "complex" not in study.buildings("ukraine")
    study = east("control bessarabia germany", "place 1 germany tank bessarabia")
    study.play("move 1 tank bessarabia > ukraine", "hold")
    assert study.owner("ukraine") == "germany"
    assert "complex" in study.buildings("ukraine")


@pytest.mark.rule("HV-980")
def test_an_intercepted_transport_sails_no_farther() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-109",
        "place 1 germany destroyer sz-110",
        "control normandy-bordeaux germany",
        "turn uk combat-move",
    )
    study.play("move 1 transport[infantry] sz-109 > sz-110", "intercept")
    study.refused("move 1 transport[infantry] sz-110 > sz-109", "HV-980")
