"""Phase III: how battles on land and at sea are fought."""

from __future__ import annotations

import pytest

from tests.rules.house1940.fights import at_sea, on_land
from tests.rules.house1940.study import Study

RESERVE = "place 1 germany infantry germany"
"""Somebody who can still move in phase IV."""


@pytest.mark.rule(
    "HV-W14", "HV-097", "HV-098", "HV-099", "HV-100", "HV-092", "HV-091", "HV-953", "HV-987"
)
def test_a_land_battle_with_aircraft() -> None:
    study = on_land(
        "2 infantry, 1 tank, 1 fighter",
        "3 ussr infantry",
        "1 ussr aa-battery",
        dice=[3, 1, 4, 3, 6, 2, 3, 5],
    )
    assert study.asked == ("germany",)  # one of three kinds is lost
    study.play("lose 1 infantry")
    assert study.units("baltic-states") == {
        "germany infantry": 1,
        "germany tank": 1,
        "ussr infantry": 1,
        "ussr aa-battery": 1,
    }
    assert study.units("poland") == {"germany fighter": 1}  # it has flown home
    study.play("continue", dice=[3, 2, 4])
    assert study.step == "Occupy"
    assert study.owner("baltic-states") == "ussr"
    study.allowed("back 1 tank poland")
    study.play("back 1 infantry poland", "occupy")
    assert study.owner("baltic-states") == "germany"
    assert study.units("baltic-states") == {"germany tank": 1, "germany aa-battery": 1}
    assert study.dice_left == 0


@pytest.mark.rule("HV-W15", "HV-101", "HV-089", "HV-954")
def test_aircraft_alone_fight_one_round_and_take_nothing() -> None:
    study = on_land("2 fighter", "1 ussr infantry", dice=[3, 5, 2])
    assert study.units("baltic-states") == {}
    assert study.units("poland") == {"germany fighter": 1}
    assert study.owner("baltic-states") == "ussr"
    assert study.dice_left == 0


@pytest.mark.rule("HV-954", "HV-953")
def test_an_attack_by_aircraft_ends_after_one_round_even_if_nobody_is_hit() -> None:
    study = on_land("2 fighter", "2 ussr infantry", dice=[6, 6, 6, 6])
    assert study.units("baltic-states") == {"ussr infantry": 2}
    assert study.units("poland") == {"germany fighter": 2}


@pytest.mark.rule("HV-093")
def test_defending_aircraft_fire_in_every_round() -> None:
    study = on_land("2 tank", "1 ussr fighter", "1 ussr infantry", dice=[6, 6, 6, 6])
    study.play("continue", dice=[6, 6, 6, 4])
    assert study.dice_left == 0
    assert study.units("baltic-states")["germany tank"] == 1
    ships = at_sea("2 cruiser", "1 uk carrier, 1 uk fighter", dice=[6, 6, 6, 6])
    ships.play("continue", dice=[6, 6, 4, 6])
    assert ships.units("sz-110")["germany cruiser"] == 1


@pytest.mark.rule("HV-089", "HV-098")
def test_both_sides_throw_before_losses_are_taken() -> None:
    study = on_land("2 infantry, 1 tank", "1 ussr infantry, 1 ussr tank", dice=[1, 6, 6, 2, 3])
    # Attackers hit once, defenders twice: the defender chooses first, the attacker then.
    assert study.asked == ("ussr",)
    assert study.units("baltic-states")["germany infantry"] == 2
    study.play("lose 1 infantry")
    assert study.asked == ("germany",)
    assert study.dice_left == 0
    study.play("lose 2 infantry")
    assert study.units("baltic-states") == {"germany tank": 1, "ussr tank": 1}


@pytest.mark.rule("HV-086", "HV-140", "HV-141", "HV-142", "HV-091")
def test_every_unit_rolls_at_its_factor() -> None:
    study = on_land(
        "1 infantry, 1 artillery, 1 tank, 1 bomber",
        "1 ussr infantry, 1 ussr artillery, 1 ussr tank",
        dice=[1, 2, 3, 5, 3, 3, 4],
    )
    assert study.units("baltic-states") == {
        "germany infantry": 1,
        "germany artillery": 1,
        "germany tank": 1,
    }


@pytest.mark.rule("HV-090", "HV-088")
def test_each_owner_chooses_his_losses() -> None:
    study = on_land("1 infantry, 1 tank", "1 ussr infantry, 1 ussr tank", dice=[6, 3, 6, 3])
    assert study.asked == ("ussr",)
    study.play("lose 1 tank")
    assert study.asked == ("germany",)
    study.play("lose 1 tank")
    assert study.units("baltic-states") == {"germany infantry": 1, "ussr infantry": 1}


@pytest.mark.rule("HV-099", "HV-104", "HV-985", "HV-102", "HV-812")
def test_withdrawing_units_return_to_where_each_came_from() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "control novgorod germany",
        "place 1 germany infantry poland",
        "place 1 germany tank novgorod",
        "place 2 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > baltic-states", "move 1 tank novgorod > baltic-states")
    study.play("end", dice=[6, 6, 6, 6])
    assert study.legal("retreat") == {"retreat"}  # the defender is not asked
    study.play("retreat")
    assert study.units("poland") == {"germany infantry": 1}
    assert study.units("novgorod") == {"germany tank": 1}
    assert study.owner("baltic-states") == "ussr"


@pytest.mark.rule("HV-103", "HV-104", "HV-076", "HV-134")
def test_who_has_withdrawn_is_used() -> None:
    study = on_land("1 tank", "1 ussr infantry", dice=[6, 6], edits=[RESERVE])
    study.play("retreat")
    study.until("germany", "NoncombatMove")
    study.refused("move 1 tank poland > germany", "HV-134")


@pytest.mark.rule("HV-106")
def test_control_does_not_change_when_the_attacker_or_both_are_destroyed() -> None:
    study = on_land("1 infantry", "1 ussr infantry", dice=[1, 1])
    assert study.units("baltic-states") == {}
    assert study.owner("baltic-states") == "ussr"
    study = on_land("1 infantry", "1 ussr infantry", dice=[6, 1])
    assert study.owner("baltic-states") == "ussr"


@pytest.mark.rule("HV-107", "HV-987", "HV-812")
def test_nobody_has_to_occupy_and_nobody_else_may() -> None:
    study = on_land("2 infantry", "1 ussr infantry", dice=[1, 6, 6])
    study.refused("back 3 infantry poland", "HV-987")
    study.refused("back 1 infantry germany", "HV-987")
    study.play("back 2 infantry poland")
    assert study.owner("baltic-states") == "ussr"
    assert study.units("poland") == {"germany infantry": 2}


@pytest.mark.rule("HV-108", "HV-109", "HV-110", "HV-957", "HV-097")
def test_each_battery_throws_one_die_at_each_aircraft_once() -> None:
    study = on_land(
        "1 tank, 2 fighter",
        "2 ussr aa-battery",
        "2 ussr infantry",
        dice=[6, 1, 6, 6, 6, 6, 6, 6],  # four of flak, then tank and fighter, then two infantry
    )
    assert study.units("poland") == {"germany fighter": 1}
    study.play("continue", dice=[6, 6, 6])  # no flak and no fighter in the second round
    assert study.dice_left == 0
    study = on_land("1 tank", "2 ussr aa-battery", "1 ussr infantry", dice=[6, 6])
    assert study.dice_left == 0


@pytest.mark.rule("HV-823", "HV-074", "HV-942")
def test_batteries_are_no_casualties_and_change_hands_with_the_land() -> None:
    study = on_land("2 tank", "1 ussr aa-battery, 1 ussr infantry", dice=[1, 1, 6], edits=[RESERVE])
    study.play("occupy")
    assert study.units("baltic-states") == {"germany tank": 2, "germany aa-battery": 1}
    study.until("germany", "NoncombatMove")
    study.refused("move 1 aa-battery baltic-states > poland", "HV-134")


@pytest.mark.rule("HV-087", "HV-807", "HV-042")
def test_each_space_is_a_battle_of_its_own_and_those_at_sea_come_first() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "place 2 germany tank poland",
        "place 1 germany cruiser sz-112",
        "place 1 ussr infantry baltic-states",
        "place 1 ussr infantry eastern-poland",
        "place 1 uk destroyer sz-111",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > baltic-states", "move 1 tank poland > eastern-poland")
    study.play("move 1 cruiser sz-112 > sz-111", "hold", "end")
    assert study.legal() == {"fight sz-111", "end"}
    study.refused("fight baltic-states", "HV-807")
    study.play("fight sz-111", dice=[1, 6])
    assert study.legal() == {"fight baltic-states", "fight eastern-poland"}
    study.play("fight eastern-poland", dice=[1, 6])
    study.play("occupy", dice=[1, 6])
    study.play("occupy")
    assert study.owner("baltic-states") == study.owner("eastern-poland") == "germany"


# At sea


@pytest.mark.rule("HV-984", "HV-152", "HV-048", "HV-941")
def test_a_battleship_rolls_two_dice_and_takes_two_hits_that_last() -> None:
    study = at_sea("1 battleship", "1 uk battleship", dice=[4, 4, 4, 5])
    assert study.units("sz-110") == {"germany battleship": 1}
    assert study.dice_left == 0
    assert study.state.units[study.world.space["sz-110"]][0][0].marks & 16
    carriers = at_sea("1 cruiser", "1 uk carrier", dice=[3, 6])
    assert carriers.units("sz-110") == {"germany cruiser": 1}


@pytest.mark.rule("HV-982", "HV-085", "HV-148", "HV-901")
def test_a_submarine_in_battle_is_an_ordinary_ship() -> None:
    study = at_sea(
        "1 submarine, 1 fighter",
        "1 uk submarine, 1 uk fighter, 1 uk carrier",
        dice=[3, 3, 6, 2, 6],
    )
    # It fires with the others (no surprise), hits aircraft, and aircraft hit submarines.
    assert study.asked == ("uk",)
    study.play("lose 1 fighter, 1 submarine")
    study.play("lose 1 fighter")
    assert study.units("sz-110") == {"uk carrier": 1, "germany submarine": 1}


@pytest.mark.rule("HV-983", "HV-147", "HV-W19", "HV-118", "HV-990")
def test_a_transport_attacks_at_nothing_defends_at_one_and_its_cargo_goes_down() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[tank+tank+tank] sz-112",
        "control holland-belgium uk",
        "place 1 uk destroyer sz-110",
        "turn germany combat-move",
    )
    study.play("move 1 transport sz-112 > sz-110", "hold")
    study.play("land 3 tank sz-110 > holland-belgium", "end", dice=[2])
    assert study.units("sz-110") == {"uk destroyer": 1}
    assert study.dice_left == 0
    assert study.owner("holland-belgium") == "uk"
    study = at_sea("1 cruiser", "1 uk transport, 1 uk destroyer", dice=[1, 1, 6])
    study.play("lose 1 transport")  # losses at any time
    assert study.units("sz-110") == {"uk destroyer": 1}


@pytest.mark.rule("HV-985", "HV-102", "HV-820")
def test_ships_withdraw_together_to_a_friendly_zone_one_of_them_came_from() -> None:
    study = at_sea("1 cruiser, 1 submarine", "1 uk battleship", dice=[6, 6, 6, 6])
    assert study.legal("retreat") == {"retreat sz-112"}
    study.refused("retreat sz-111", "HV-985")
    study.refused("retreat", "HV-985")
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany cruiser": 1, "germany submarine": 1}


@pytest.mark.rule("HV-820", "HV-104")
def test_ships_without_a_zone_to_withdraw_to_stop_firing_and_stay() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser sz-110",
        "place 1 uk battleship sz-110",
        "turn germany combat-move",
    )
    study.play("end")
    assert study.legal() == {"fight sz-110", "end"}  # side by side: attack or stay
    study.play("fight sz-110", dice=[6, 6, 6])
    assert study.legal("retreat") == {"retreat"}
    study.play("retreat")
    assert study.units("sz-110") == {"germany cruiser": 1, "uk battleship": 1}


@pytest.mark.rule("HV-840", "HV-087")
def test_all_ships_of_the_nation_in_the_zone_fight_there() -> None:
    study = at_sea(
        "1 cruiser", "1 uk destroyer", dice=[6, 6, 6, 6], edits=["place 2 germany submarine sz-110"]
    )
    assert study.dice_left == 0  # a cruiser, two submarines that were there, a destroyer
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany cruiser": 1, "germany submarine": 2}


@pytest.mark.rule("HV-836", "HV-960", "HV-808")
def test_aircraft_aboard_join_or_are_cargo_that_cannot_be_hit() -> None:
    edits = (
        "clear",
        "place 1 germany carrier, 2 germany fighter sz-112",
        "place 1 uk cruiser sz-110",
        "turn germany combat-move",
    )
    study = Study(*edits)
    study.play("move 1 carrier sz-112 > sz-110", "hold")
    assert study.units("sz-110")["germany fighter"] == 2
    study.refused("join 3 fighter sz-110", "HV-018")
    study.play("join 1 fighter sz-110", "end", dice=[6, 6, 6])  # carrier, one fighter, cruiser
    study.play("continue", dice=[6, 3])
    # The carrier is the only one that can be hit now; both fighters go to the one place there is.
    assert study.dice_left == 0
    assert study.units("holland-belgium") == {"germany fighter": 2}
    study.until("germany", "NoncombatMove")
    study.allowed("move 1 fighter holland-belgium > western-germany")
    study.refused("move 2 fighter holland-belgium > western-germany", "HV-134")


@pytest.mark.rule("HV-960")
def test_defending_aircraft_of_a_sunk_carrier_move_one_space_after_the_battle() -> None:
    study = at_sea("3 cruiser", "1 uk carrier, 1 uk fighter", dice=[1, 6, 6, 6, 6])
    study.play("lose 1 carrier")
    study.play("continue", dice=[6, 6, 6, 6])  # the fighter still defends
    study.play("retreat sz-112")
    assert study.asked == ("uk",)
    assert study.legal() == {
        "fly 1 fighter sz-110 > united-kingdom",
        "fly 1 fighter sz-110 > normandy-bordeaux",
    }


@pytest.mark.rule("HV-997", "HV-189", "HV-188")
def test_all_at_war_defend_together_and_the_holder_settles_a_dispute() -> None:
    study = Study(
        "clear",
        "place 1 germany tank western-germany",
        "place 1 france infantry, 1 france artillery france",
        "place 1 uk infantry, 1 uk tank france",
        "turn germany combat-move",
    )
    study.play("move 1 tank western-germany > france")
    study.play("end", "hold", dice=[3, 6, 6, 6, 6])
    assert set(study.asked) == {"uk", "france"}
    assert study.dice_left == 0
    study.play("lose 1 uk infantry", seat="france")
    study.play("lose 1 france infantry", seat="uk")
    assert study.asked == ("france",)
    study.play("lose 1 uk tank")
    assert study.units("france")["uk infantry"] == 1
    assert "uk tank" not in study.units("france")


@pytest.mark.rule("HV-997")
def test_at_sea_the_nation_with_most_ships_settles() -> None:
    study = at_sea("1 cruiser", "1 uk cruiser", "2 france destroyer", dice=[3, 6, 6, 6])
    assert set(study.asked) == {"uk", "france"}
    study.play("lose 1 uk cruiser", seat="france")
    study.play("lose 1 france destroyer", seat="uk")
    assert study.asked == ("france",)


@pytest.mark.rule("HV-997", "HV-189")
def test_only_units_of_the_acting_nation_attack() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 1 italy infantry western-germany",
        "place 1 france infantry france",
        "turn germany combat-move",
    )
    study.refused("move 1 italy infantry western-germany > france", "HV-997")


@pytest.mark.rule("HV-952", "HV-827")
def test_aircraft_whose_place_is_gone_divert_within_their_range_or_are_lost() -> None:
    edits = (
        "clear",
        "place 1 germany carrier, 1 germany fighter sz-112",
        "place 1 uk destroyer sz-111",
        "place 1 uk battleship sz-110",
        "turn germany combat-move",
    )
    study = Study(*edits)
    study.play("move 1 fighter sz-112 > sz-111", "move 1 carrier sz-112 > sz-110", "hold", "end")
    study.play("fight sz-110", dice=[6, 1, 1, 6, 6])  # the carrier goes down, the fighter fights
    assert study.asked == ("germany",)  # 1 of 4 flown: everything within 3
    places = study.legal("fly")
    assert "fly 1 fighter sz-111 > norway" in places
    assert "fly 1 fighter sz-111 > sz-112" not in places


@pytest.mark.rule("HV-997")
def test_the_holder_settles_a_dispute_even_without_a_unit_of_his_own() -> None:
    study = Study(
        "clear",
        "place 1 anzac infantry, 2 france infantry alexandria",
        "place 3 italy infantry tobruk",
        "turn italy combat-move",
    )
    study.play("move 3 infantry tobruk > alexandria", "end", dice=[1, 6, 6, 6, 6, 6])
    study.play("lose 1 france infantry", seat="anzac")
    study.play("lose 1 anzac infantry", seat="france")
    assert study.asked == ("uk",)
    study.play("lose 1 anzac infantry")
    assert study.units("alexandria") == {"france infantry": 2, "italy infantry": 3}
