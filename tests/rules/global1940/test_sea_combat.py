"""Battles at sea: submarines, typed hits, transports, two-hit ships (13a, 13b, 19d)."""

from __future__ import annotations

import pytest

from tests.rules.global1940.fights import at_sea, on_land, shots
from tests.rules.global1940.study import Study


@pytest.mark.rule("G40-W18", "G40-238", "G40-386", "G40-233", "G40-236", "G40-237")
def test_three_submarines_strike() -> None:
    study, _ = at_sea("3 submarine", "1 uk battleship, 1 uk cruiser, 1 france cruiser", dice=[])
    study.play("hold", dice=[1, 2, 5])
    assert study.step == "Casualties"
    study.play("lose 1 france cruiser, damage 1 uk battleship")
    assert study.asked == ("france",)
    events = study.play("hold", dice=[6, 6])
    assert shots(events) == [("cruiser", 3, 1), ("battleship", 4, 1)]
    assert study.hurt("sz-110") == {"battleship": 1}
    assert "france cruiser" not in study.units("sz-110")


@pytest.mark.rule("G40-W19", "G40-246", "G40-235", "G40-239")
def test_a_destroyer_sunk_frees_submarines_in_the_next_round() -> None:
    study, _ = at_sea("1 submarine, 1 cruiser", "1 uk destroyer, 1 uk submarine")
    assert (study.asked, study.step) == (("uk",), "Submerge")  # only the British one is free
    events = study.play("hold", dice=[4, 2, 5])
    assert shots(events) == [("submarine", 1, 1), ("submarine", 2, 1), ("cruiser", 3, 1)]
    events = study.play("lose 1 destroyer", dice=[6])
    assert shots(events) == [("destroyer", 2, 1)]
    study.play("continue")
    assert (study.asked, study.step) == (("germany",), "Submerge")


@pytest.mark.rule("G40-234")
def test_submerged_submarines_leave_the_battle_and_stay_attacker_first() -> None:
    study, _ = at_sea("2 submarine, 1 cruiser", "1 uk submarine, 1 uk cruiser")
    assert study.asked == ("germany",)
    study.refused("submerge 1 cruiser", "G40-234")
    study.play("submerge 1 submarine")
    assert study.asked == ("uk",)
    events = study.play("submerge 1 submarine", dice=[6, 6, 6])
    assert shots(events) == [("submarine", 2, 1), ("cruiser", 3, 1), ("cruiser", 3, 1)]
    assert study.units("sz-110")["uk submarine"] == 1


@pytest.mark.rule("G40-235")
def test_a_destroyer_denies_strike_and_dive() -> None:
    study, events = at_sea(
        "1 submarine, 1 destroyer", "1 uk destroyer, 1 uk submarine", dice=[6] * 4
    )
    assert study.step == "Retreat"
    assert shots(events) == [
        ("submarine", 2, 1),
        ("destroyer", 2, 1),
        ("submarine", 1, 1),
        ("destroyer", 2, 1),
    ]


@pytest.mark.rule("G40-239")
def test_a_defending_submarine_that_is_struck_still_strikes() -> None:
    study, _ = at_sea("1 submarine", "1 uk submarine")
    study.play("fight sz-110", "hold")
    events = study.play("hold", dice=[1, 1])
    assert shots(events) == [("submarine", 2, 1), ("submarine", 1, 1)]
    assert study.units("sz-110") == {}


@pytest.mark.rule("G40-237", "G40-399")
def test_submarines_never_hit_aircraft() -> None:
    edits = ["place 1 uk carrier, 2 uk fighter sz-110"]
    study, _ = at_sea("3 submarine", edits=edits)
    events = study.play("hold", dice=[1, 1, 1, 6, 6])
    # Two of the three hits sink the carrier, the third finds nothing it could hit.
    assert "uk carrier" not in study.units("sz-110")
    assert ("fighter", 4, 2) not in shots(events)  # and aircraft cannot hit submarines alone


@pytest.mark.rule("G40-242", "G40-241", "G40-949")
def test_maximising_with_submarines_that_fire_with_the_others() -> None:
    """A destroyer among the defenders makes the submarines fire together with the cruiser."""
    study, _ = at_sea(
        "1 cruiser, 2 submarine", "1 uk carrier, 1 uk fighter, 1 uk destroyer", dice=[1, 1, 1]
    )
    assert study.step == "Casualties"
    # Three hits: never all on the fighter, whom only the cruiser can hit.
    study.refused("lose 1 fighter, 1 destroyer", "G40-240")
    study.allowed("lose 1 fighter, 1 destroyer, damage 1 carrier")
    study.allowed("lose 1 carrier, 1 destroyer")
    study.allowed("lose 1 carrier, 1 fighter")


@pytest.mark.rule("G40-243", "G40-241")
def test_hits_are_maximised_in_defence() -> None:
    study, _ = at_sea("1 destroyer, 1 fighter", "1 uk cruiser, 1 uk submarine", dice=[6, 6, 1, 1])
    # Cruiser and submarine hit: the submarine's falls on the destroyer, the other on the fighter.
    assert study.units("sz-110") == {"uk cruiser": 1, "uk submarine": 1}


@pytest.mark.rule("G40-207")
def test_aircraft_hit_submarines_only_with_a_destroyer() -> None:
    study, _ = at_sea("1 fighter, 1 cruiser", "1 uk submarine, 1 uk cruiser")
    study.play("hold", dice=[6, 1, 6, 6])
    # The fighter's hit must go to the cruiser.
    assert study.units("sz-110")["uk submarine"] == 1
    assert "uk cruiser" not in study.units("sz-110")
    helped, _ = at_sea("1 fighter, 1 destroyer", "1 uk submarine, 1 uk cruiser", dice=[1, 6])
    assert "lose 1 submarine" in helped.legal()


@pytest.mark.rule("G40-226", "G40-240", "G40-244", "G40-227")
def test_defending_casualties_of_the_round_still_fire() -> None:
    study, events = at_sea("1 cruiser", "1 uk destroyer", dice=[1, 1])
    assert shots(events) == [("cruiser", 3, 1), ("destroyer", 2, 1)]
    assert study.units("sz-110") == {}


@pytest.mark.rule("G40-245", "G40-229")
def test_transports_are_lost_last() -> None:
    study, _ = at_sea("2 cruiser", "1 uk destroyer, 2 uk transport", dice=[1, 1, 6])
    # One hit on the destroyer, the other on a transport: nothing to choose.
    assert study.units("sz-110").get("uk destroyer") is None
    study, _ = at_sea("1 cruiser, 1 destroyer", "2 uk cruiser, 2 uk transport", dice=[1, 6, 6, 6])
    assert study.units("sz-110")["uk transport"] == 2


@pytest.mark.rule("G40-245")
def test_naming_a_transport_while_a_warship_is_left_is_refused() -> None:
    study, _ = at_sea("1 cruiser", "1 uk destroyer, 1 uk cruiser, 1 uk transport", dice=[1])
    study.refused("lose 1 transport", "G40-245")


@pytest.mark.rule("G40-248", "G40-402")
def test_defenceless_transports_go_down_with_their_cargo() -> None:
    study, events = at_sea("1 destroyer", "1 uk transport[infantry+tank]")
    if study.step == "ConductCombat":
        events = study.play("fight sz-110")
    assert shots(events) == []
    assert study.units("sz-110") == {"germany destroyer": 1}


@pytest.mark.rule("G40-W21", "G40-249", "G40-248", "G40-965")
@pytest.mark.parametrize("answer", ["hold", "submerge 1 submarine"])
def test_aircraft_against_submarine_and_transport(answer: str) -> None:
    study = Study(
        "clear",
        "place 2 germany fighter normandy-bordeaux",
        "control normandy-bordeaux germany",
        "place 1 uk submarine, 1 uk transport[infantry] sz-105",
        "turn germany combat-move",
    )
    study.play("move 2 fighter normandy-bordeaux > sz-105", "end")
    if study.step == "ConductCombat":
        study.play("fight sz-105")
    study.play(answer)
    assert study.dice_left == 0
    assert study.units("sz-105") == {"germany fighter": 2, "uk submarine": 1}
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-250", "G40-251")
def test_attacking_transports_left_alone_with_transports_stay_or_go() -> None:
    study, _ = at_sea("1 destroyer, 1 transport", "1 uk destroyer, 1 uk transport", dice=[1, 1])
    # Both destroyers are gone; only transports are left on both sides.
    assert study.units("sz-110") == {"germany transport": 1, "uk transport": 1}
    assert study.step == "Retreat"
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany transport": 1}


@pytest.mark.rule("G40-386", "G40-387", "G40-388")
def test_damage_lasts_and_does_not_weaken_a_battleship() -> None:
    study, _ = at_sea("1 battleship", "2 uk destroyer", dice=[6, 1, 6])
    assert study.hurt("sz-110") == {"battleship": 1}
    events = study.play("continue", dice=[1, 6, 6])
    assert shots(events)[0] == ("battleship", 4, 1)
    study.play("retreat sz-112")
    assert study.hurt("sz-112") == {"battleship": 1}
    study.play("end", "end", "end") if study.step == "NoncombatMove" else None
    assert study.hurt("sz-112") == {"battleship": 1}


@pytest.mark.rule("G40-386")
@pytest.mark.parametrize("ship", ["battleship", "carrier"])
def test_a_second_hit_sinks(ship: str) -> None:
    study, _ = at_sea("2 submarine", f"1 uk {ship}")
    study.play("hold", dice=[1, 6, 6])
    assert study.hurt("sz-110") == {ship: 1}
    study.play("continue")
    study.play("hold", dice=[1, 6])
    assert study.units("sz-110") == {"germany submarine": 2}


@pytest.mark.rule("G40-229", "G40-401")
def test_carriers_and_transports_attack_only_as_targets() -> None:
    study, events = at_sea("1 carrier, 1 transport, 1 destroyer", "1 uk cruiser", dice=[6, 1])
    assert shots(events)[0] == ("destroyer", 2, 1)
    assert len(shots(events)) == 2
    assert study.legal() == {"lose 1 destroyer", "lose damage 1 carrier"}


@pytest.mark.rule("G40-394", "G40-988")
def test_aircraft_of_a_carrier_defend_though_only_submarines_attack() -> None:
    study, _ = at_sea("1 submarine, 1 destroyer", "1 uk carrier, 1 uk fighter, 1 france fighter")
    events = study.play("hold", dice=[1, 6, 6, 6, 6]) if study.step == "Submerge" else []
    # The strike damages the carrier; both fighters are in the air and fire all the same.
    assert study.hurt("sz-110") == {"carrier": 1}
    assert shots(events).count(("fighter", 4, 1)) == 2


@pytest.mark.rule("G40-395", "G40-988", "G40-391")
def test_aircraft_of_a_damaged_carrier_look_for_another_place() -> None:
    study, _ = at_sea("1 submarine, 1 destroyer", "1 uk carrier, 2 uk fighter")
    study.play("hold", dice=[1, 6, 6, 6, 6])
    study.play("retreat sz-112")
    assert (study.asked, study.step) == (("uk",), "Homeless")
    study.play("fly 1 fighter sz-110 > united-kingdom", "fly 1 fighter sz-110 > united-kingdom")
    assert study.units("united-kingdom") == {"uk fighter": 2}


@pytest.mark.rule("G40-W32", "G40-161", "G40-392", "G40-230", "G40-391")
def test_a_guest_on_a_damaged_carrier_is_trapped() -> None:
    edits = (
        "clear",
        "place 1 uk carrier, 1 france fighter, 1 uk cruiser sz-110",
        "place 1 germany cruiser sz-112",
        "airbase western-germany none",
    )
    study = Study(*edits, "turn uk combat-move", dice=[6, 1])
    events = study.play("move 1 carrier, 1 cruiser sz-110 > sz-112", "end")
    assert ("fighter", 3, 1) not in shots(events)
    study.play("lose damage 1 carrier")
    study.play("retreat sz-110")
    assert study.units("sz-110")["uk carrier[france fighter]"] == 1
    while study.state.turn != study.world.power["france"]:
        study.play("end")
    while study.step != "CombatMove":
        study.play("end")
    study.refused("move 1 fighter sz-110 > united-kingdom", "G40-005")


@pytest.mark.rule("G40-384")
def test_classes_of_ships() -> None:
    study = Study("clear")
    kinds = {kind.id: kind for kind in study.world.kinds if kind.domain == "sea"}
    surface = {name for name, kind in kinds.items() if kind.surface_warship}
    assert surface == {"battleship", "carrier", "cruiser", "destroyer"}
    assert kinds["submarine"].warship
    assert not kinds["transport"].warship


@pytest.mark.rule("G40-231")
def test_allies_of_the_attacker_take_no_part() -> None:
    study, events = at_sea(
        "1 cruiser", "1 uk submarine, 1 uk destroyer", edits=["place 1 italy destroyer sz-110"]
    )
    # The Italian destroyer does not keep the submarine from striking.
    assert (study.asked, study.step) == (("uk",), "Submerge")
    events = study.play("hold", dice=[6, 6, 6])
    assert ("destroyer", 2, 1) in shots(events)
    assert len(shots(events)) == 3
    assert study.units("sz-110")["italy destroyer"] == 1


@pytest.mark.rule("G40-247", "G40-252")
def test_fighting_goes_on_until_one_side_is_gone_or_the_attacker_leaves() -> None:
    study, _ = at_sea("1 cruiser", "1 uk cruiser", dice=[6, 6])
    assert (study.asked, study.step) == (("germany",), "Retreat")
    study.play("continue", dice=[6, 6])
    assert study.asked == ("germany",)
    study.play("continue", dice=[1, 6])
    assert study.units("sz-110") == {"germany cruiser": 1}


@pytest.mark.rule("G40-253", "G40-254")
def test_a_retreat_goes_to_one_zone_that_ships_came_from() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "place 1 germany cruiser sz-112",
        "place 1 germany cruiser sz-111",
        "place 1 uk cruiser sz-110",
        "place 1 uk destroyer sz-111",
        "turn germany combat-move",
        dice=[6, 6, 6],
    )
    study.play("move 1 cruiser sz-112 > sz-110", "move 1 cruiser sz-111 > sz-110", "end")
    study.refused("retreat sz-111", "G40-253")  # it was hostile when the turn began
    study.refused("retreat sz-109", "G40-253")
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany cruiser": 2}


@pytest.mark.rule("G40-255", "G40-253")
def test_aircraft_stay_where_they_are_in_a_retreat() -> None:
    study, _ = at_sea("1 cruiser, 1 fighter", "2 uk cruiser", dice=[6] * 4)
    study.play("retreat sz-112")
    assert study.units("sz-110")["germany fighter"] == 1
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-964")
def test_ships_that_were_there_all_along_give_no_way_back() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "place 1 germany cruiser sz-110",
        "place 1 germany fighter western-germany",
        "place 1 uk cruiser sz-110",
        "turn germany combat-move",
        dice=[6, 6, 6, 1, 6, 1],
    )
    study.play("move 1 fighter western-germany > sz-110", "end")
    # No retreat after the first round: the second is fought at once.
    assert study.dice_left == 0


@pytest.mark.rule("G40-964")
def test_aircraft_alone_may_always_retreat() -> None:
    study, _ = at_sea("2 fighter", "1 uk cruiser", dice=[6, 6, 6])
    study.play("retreat")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-965")
def test_nobody_can_hit_anybody() -> None:
    study, _ = at_sea("2 fighter", "1 uk submarine")
    if study.step == "ConductCombat":
        study.play("fight sz-110")
    study.play("hold")
    assert study.step == "NoncombatMove"
    assert study.units("sz-110") == {"germany fighter": 2, "uk submarine": 1}


@pytest.mark.rule("G40-402")
def test_transports_may_be_left_alone() -> None:
    study, _ = at_sea("1 destroyer", "1 uk transport")
    assert study.step == "ConductCombat"
    study.play("end")
    assert study.units("sz-110")["uk transport"] == 1


@pytest.mark.rule("G40-495")
def test_ships_stay_at_sea() -> None:
    study = Study("clear", "place 1 germany cruiser sz-112", "turn germany combat-move")
    study.refused("move 1 cruiser sz-112 > united-kingdom", "G40-495")


@pytest.mark.rule("G40-390")
def test_a_carrier_holds_two_aircraft_its_own_or_allied() -> None:
    """Two find a deck after the battle, the third has to look elsewhere."""
    study, _ = at_sea(
        "1 cruiser",
        "1 uk carrier, 1 uk fighter, 1 uk tactical-bomber, 1 france fighter",
        dice=[6, 6, 6, 6, 6],
    )
    study.play("retreat sz-112")
    assert study.step == "Homeless"


@pytest.mark.rule("G40-393")
def test_aircraft_meant_for_a_carrier_that_was_damaged_land_elsewhere() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "place 1 germany carrier, 1 germany fighter sz-112",
        "place 1 uk destroyer sz-111",
        "turn germany combat-move",
        dice=[6, 1],
    )
    study.play("move 1 fighter sz-112 > sz-111", "move 1 carrier sz-112 > sz-111", "end")
    study.play("lose damage 1 carrier")
    study.play("retreat sz-112")
    study.refused("move 1 fighter sz-111 > sz-112", "G40-282")
    study.allowed("move 1 fighter sz-111 > norway")


@pytest.mark.rule("G40-970", "G40-231")
def test_troops_aboard_an_allied_transport_storm_a_coast_after_their_own_fleet_has_won() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "control normandy-bordeaux germany",
        "place 1 france transport[uk infantry] sz-110",
        "place 1 uk cruiser sz-109",
        "place 1 germany destroyer sz-110",
        "turn uk combat-move",
        dice=[6, 6],
    )
    study.play("move 1 cruiser sz-109 > sz-110")
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end")
    # The French transport takes no part and cannot be hit; the first round hits nobody.
    assert study.step == "Retreat"
    study.play("continue", dice=[1, 6])
    assert study.owner("normandy-bordeaux") in ("uk", "france")
    assert study.units("sz-110") == {"france transport": 1, "uk cruiser": 1}


@pytest.mark.rule("G40-970")
def test_the_troops_stay_aboard_when_the_sea_battle_is_not_won() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "control normandy-bordeaux germany",
        "place 1 france transport[uk infantry] sz-110",
        "place 1 uk cruiser sz-109",
        "place 1 germany destroyer sz-110",
        "turn uk combat-move",
        dice=[6, 6],
    )
    study.play("move 1 cruiser sz-109 > sz-110")
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end", "retreat sz-109")
    assert study.units("sz-110")["france transport[uk infantry]"] == 1
    assert study.owner("normandy-bordeaux") == "germany"


@pytest.mark.rule("G40-969")
def test_one_proposes_joint_losses_and_after_an_objection_the_attacker_chooses() -> None:
    study, _ = at_sea("2 cruiser", "1 uk destroyer, 2 france destroyer", dice=[1, 6])
    # At sea who has most units there proposes.
    assert study.asked == ("france",)
    study.play("lose 1 uk destroyer")
    assert study.asked == ("uk",)
    study.play("lose 1 france destroyer")
    assert study.asked == ("germany",)
    study.play("lose 1 uk destroyer", dice=[6, 6, 6])
    assert study.units("sz-110")["france destroyer"] == 2


@pytest.mark.rule("G40-969")
def test_who_holds_the_land_proposes_and_consent_settles_it() -> None:
    study, _ = on_land("2 infantry", "1 ussr infantry", "3 uk infantry", dice=[1, 6])
    assert study.asked == ("ussr",)
    study.play("lose 1 uk infantry")
    assert study.asked == ("uk",)
    study.play("hold", dice=[6] * 4)
    assert study.units("baltic-states")["uk infantry"] == 2


@pytest.mark.rule("G40-969")
def test_one_player_for_all_defenders_just_chooses() -> None:
    study = Study(
        "clear",
        "place 2 germany cruiser sz-112",
        "place 1 uk destroyer, 1 france destroyer sz-110",
        "turn germany combat-move",
        players={"uk": "anna", "france": "anna", "germany": "bert"},
        dice=[1, 6],
    )
    study.play("move 2 cruiser sz-112 > sz-110", "end")
    assert len(study.asked) == 1
    study.play("lose 1 france destroyer", dice=[6, 6])
    assert study.units("sz-110") == {"germany cruiser": 2, "uk destroyer": 1}


@pytest.mark.rule("G40-254")
def test_no_retreat_to_a_zone_that_was_hostile_when_the_turn_began() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "place 1 germany cruiser sz-112",
        "place 1 germany cruiser, 1 germany submarine sz-111",
        "place 1 uk cruiser sz-110",
        "place 1 uk destroyer sz-111",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-112 > sz-110", "move 1 cruiser sz-111 > sz-110", "end")
    # The submarine that stayed sinks the destroyer: sz-111 is friendly now, but was not.
    study.play("fight sz-111", dice=[1, 6, 6, 6, 6])
    assert study.units("sz-111") == {"germany submarine": 1}
    study.refused("retreat sz-111", "G40-253")
    study.allowed("retreat sz-112")


@pytest.mark.rule("G40-290", "G40-105")
def test_stranded_aircraft_find_no_place_in_a_neutral() -> None:
    """Beside the zone are Eire, which favours the Allies, and Scotland, which is German."""
    study = Study(
        "clear",
        "control scotland germany",
        "control united-kingdom germany",
        "place 1 germany submarine, 1 germany destroyer sz-124",
        "place 1 uk carrier, 1 uk fighter sz-119",
        "turn germany combat-move",
    )
    study.play("move 1 submarine, 1 destroyer sz-124 > sz-119", "end")
    study.play("hold", dice=[1, 6, 6, 6])
    study.play("retreat sz-124")
    assert study.step == "NoncombatMove"
    assert study.units("sz-119") == {"uk carrier": 1}
