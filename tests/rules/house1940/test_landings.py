"""Phase III: landings with their bombardment, carrier aircraft beside them, paratroops."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

TROOPS = "place 2 germany transport[infantry+infantry+infantry] sz-112"
HOLLAND = "control holland-belgium uk"
RESERVE = "place 1 germany infantry germany"
"""Somebody who can still move in phase IV."""


def landing(*edits: str) -> Study:
    """Germans are to land in Holland, which is British, from sz-110."""
    return Study("clear", HOLLAND, *edits, "turn germany combat-move")


@pytest.mark.rule(
    "HV-W18", "HV-126", "HV-127", "HV-128", "HV-129", "HV-130", "HV-105", "HV-993", "HV-994"
)
def test_a_landing_with_bombardment() -> None:
    study = landing(
        TROOPS,
        "place 1 germany battleship, 2 germany cruiser sz-112",
        "place 4 uk infantry holland-belgium",
    )
    study.play("move 2 transport sz-112 > sz-110", "move 1 battleship, 2 cruiser sz-112 > sz-110")
    study.play("land 6 infantry sz-110 > holland-belgium", "end")
    assert study.step == "Bombard"
    first = [3, 5, 4, 6, 6, 6, 6, 6, 6, 6, 1, 2, 4, 6]
    # Two hits of the ships, none of the six landed; all four defenders fire: two hits. Nobody is
    # asked to withdraw, and four Germans are left against two.
    study.play("bombard 2 cruiser, 1 battleship", dice=[*first, 1, 1, 6, 6, 6, 6])
    assert study.dice_left == 0
    assert study.units("holland-belgium") == {"germany infantry": 4}
    assert study.owner("holland-belgium") == "germany"


@pytest.mark.rule("HV-126", "HV-993", "HV-131")
def test_one_ship_of_each_kind_for_each_landing_transport_and_then_they_are_spent() -> None:
    study = landing(
        "place 1 germany transport[infantry] sz-112",
        "place 2 germany battleship, 2 germany cruiser, 1 germany destroyer sz-112",
        "place 1 uk infantry holland-belgium",
        RESERVE,
    )
    study.play(
        "move 1 transport sz-112 > sz-110",
        "move 2 battleship, 2 cruiser, 1 destroyer sz-112 > sz-110",
    )
    study.play("land 1 infantry sz-110 > holland-belgium", "end")
    study.refused("bombard 2 battleship", "HV-993")
    study.refused("bombard 2 cruiser, 1 battleship", "HV-993")
    study.refused("bombard 1 destroyer", "HV-126")
    study.play("bombard 1 cruiser, 1 battleship", dice=[6, 6, 6, 1, 6])
    assert study.owner("holland-belgium") == "germany"
    study.until("germany", "NoncombatMove")
    study.refused("move 1 battleship sz-110 > sz-112", "HV-134")


@pytest.mark.rule("HV-993", "HV-990")
def test_ships_that_fought_off_the_beach_do_not_bombard() -> None:
    study = landing(
        "place 1 germany transport[infantry], 1 germany battleship sz-112",
        "place 1 uk destroyer sz-110",
        "place 1 uk infantry holland-belgium",
    )
    study.play("move 1 transport, 1 battleship sz-112 > sz-110", "hold")
    study.play("land 1 infantry sz-110 > holland-belgium", "end", dice=[1, 6, 6, 1, 6])
    # Two dice of the battleship, one of the destroyer; then infantry against infantry.
    assert study.dice_left == 0
    assert study.owner("holland-belgium") == "germany"


@pytest.mark.rule("HV-990", "HV-117")
def test_without_victory_off_the_beach_nobody_lands() -> None:
    study = landing(
        "place 1 germany transport[infantry], 1 germany destroyer sz-112",
        "place 1 uk battleship sz-110",
    )
    study.play("move 1 transport, 1 destroyer sz-112 > sz-110", "hold")
    study.play("land 1 infantry sz-110 > holland-belgium", "end", dice=[6, 6, 6])
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany transport[infantry]": 1, "germany destroyer": 1}
    assert study.owner("holland-belgium") == "uk"


@pytest.mark.rule("HV-115", "HV-116", "HV-989", "HV-147")
def test_three_land_units_of_any_kind_board_and_land_next_to_the_zone() -> None:
    study = landing(
        "place 1 germany transport sz-112",
        "place 2 germany tank, 2 germany artillery, 1 germany aa-battery western-germany",
    )
    study.refused("load 1 aa-battery western-germany > sz-112", "HV-950")
    study.play("load 2 tank, 1 artillery western-germany > sz-112")
    study.refused("load 1 artillery western-germany > sz-112", "HV-116")
    study.play("move 1 transport sz-112 > sz-110")
    study.refused("land 1 tank sz-110 > scotland", "HV-115")
    study.refused("land 1 tank sz-110 > western-germany", "HV-115")
    study.play("land 2 tank, 1 artillery sz-110 > holland-belgium", "end")
    assert study.units("holland-belgium") == {"germany tank": 2, "germany artillery": 1}


@pytest.mark.rule("HV-989", "HV-808", "HV-117")
def test_boarding_uses_the_whole_movement_and_who_boards_must_land() -> None:
    study = landing(
        "place 1 germany transport sz-112",
        "place 1 germany tank western-germany",
        "place 1 germany infantry germany",
    )
    study.refused("load 1 infantry germany > sz-112", "HV-989")
    study.play("load 1 tank western-germany > sz-112", "move 1 transport sz-112 > sz-110")
    study.refused("end", "HV-117")
    study.refused("land 1 tank sz-110 > france", "HV-115")


@pytest.mark.rule("HV-077")
def test_one_transport_lands_in_one_enemy_territory() -> None:
    study = landing("place 1 germany transport[infantry+infantry] sz-110")
    study.play("land 1 infantry sz-110 > holland-belgium")
    study.refused("land 1 infantry sz-110 > united-kingdom", "HV-077")
    study.allowed("land 1 infantry sz-110 > holland-belgium")


@pytest.mark.rule("HV-119", "HV-134")
def test_a_transport_that_landed_troops_is_used() -> None:
    study = landing("place 1 germany transport[infantry+infantry] sz-110", RESERVE)
    study.play("land 1 infantry sz-110 > holland-belgium", "end")
    study.until("germany", "NoncombatMove")
    study.refused("move 1 transport sz-110 > sz-112", "HV-134")
    study.refused("land 1 infantry sz-110 > holland-belgium", "HV-119")


@pytest.mark.rule("HV-989")
def test_shipping_to_friendly_land_waits_for_phase_four() -> None:
    edits = ("clear", "place 1 germany transport[infantry] sz-112")
    study = Study(*edits, "turn germany combat-move")
    study.refused("land 1 infantry sz-112 > norway", "HV-989")
    study.until("germany", "NoncombatMove")
    study.play("land 1 infantry sz-112 > norway")
    assert study.units("norway") == {"germany infantry": 1}


@pytest.mark.rule("HV-822", "HV-117", "HV-988")
def test_landed_troops_take_empty_land_in_the_battle_step() -> None:
    study = landing("place 1 germany transport[infantry] sz-110")
    study.play("land 1 infantry sz-110 > holland-belgium")
    assert study.owner("holland-belgium") == "uk"
    study.play("end")
    assert study.owner("holland-belgium") == "germany"


@pytest.mark.rule("HV-105", "HV-986", "HV-985")
def test_landed_troops_fight_on_when_the_others_withdraw() -> None:
    study = landing(
        "place 1 germany transport[infantry] sz-110",
        "place 1 germany tank western-germany",
        "place 2 uk infantry holland-belgium",
    )
    study.play("land 1 infantry sz-110 > holland-belgium")
    study.play("move 1 tank western-germany > holland-belgium", "end", dice=[6, 6, 6, 6])
    assert study.step == "Retreat"
    study.play("retreat", dice=[6, 1, 6])
    assert study.units("western-germany") == {"germany tank": 1}
    assert study.units("holland-belgium") == {"uk infantry": 2}


@pytest.mark.rule("HV-987", "HV-105")
def test_landed_troops_must_stay_when_the_others_go_back() -> None:
    study = landing(
        "place 1 germany transport[infantry] sz-110",
        "place 1 germany infantry western-germany",
        "place 1 uk infantry holland-belgium",
    )
    study.play("land 1 infantry sz-110 > holland-belgium")
    study.play("move 1 infantry western-germany > holland-belgium", "end", dice=[1, 6, 6])
    assert study.legal() == {"occupy", "back 1 infantry western-germany"}
    study.play("back 1 infantry western-germany")
    assert study.owner("holland-belgium") == "germany"
    assert study.units("holland-belgium") == {"germany infantry": 1}


# Carrier aircraft at landings


@pytest.mark.rule("HV-094", "HV-095", "HV-961")
def test_carrier_aircraft_support_a_landing_from_beside_it_only() -> None:
    edits = (
        "place 1 germany transport[infantry] sz-110",
        "place 1 uk infantry holland-belgium",
    )
    study = landing(*edits, "place 1 germany carrier, 1 germany fighter sz-112")
    study.play("land 1 infantry sz-110 > holland-belgium")
    study.refused("move 1 fighter sz-112 > holland-belgium", "HV-961")
    study = landing(*edits, "place 1 germany carrier, 1 germany fighter sz-110")
    study.play("land 1 infantry sz-110 > holland-belgium")
    study.play("move 1 fighter sz-110 > holland-belgium", "end", dice=[6, 1, 6])
    assert study.dice_left == 0
    assert study.units("sz-110")["germany fighter"] == 1


@pytest.mark.rule("HV-961")
def test_who_came_before_the_landing_was_declared_leaves_when_the_battle_begins() -> None:
    study = landing(
        "place 1 germany transport[infantry] sz-110",
        "place 1 uk infantry holland-belgium",
        "place 1 germany carrier, 1 germany fighter sz-112",
    )
    study.play("move 1 fighter sz-112 > holland-belgium")
    study.play("land 1 infantry sz-110 > holland-belgium", "end", dice=[1, 6])
    assert study.dice_left == 0
    assert study.units("sz-112")["germany fighter"] == 1


# Paratroops

JUMP = (
    "clear",
    "war germany ussr",
    "place 2 germany bomber, 6 germany infantry, 1 germany tank poland",
)


@pytest.mark.rule("HV-W20", "HV-120", "HV-121", "HV-123", "HV-991", "HV-986", "HV-105", "HV-122")
def test_paratroops_with_a_tank() -> None:
    study = Study(
        *JUMP,
        "place 3 ussr infantry, 1 ussr aa-battery baltic-states",
        "turn germany combat-move",
    )
    study.play("drop 6 infantry poland > baltic-states", "move 1 tank poland > baltic-states")
    study.play("end", dice=[1, 5])
    assert study.asked == ("germany",)  # where the bomber that came through lands
    study.play(
        "fly 1 bomber baltic-states > germany", dice=[6, 6, 6, 6, 6, 6, 6]
    )  # three infantry and the tank, three infantry: the bomber throws no die
    assert study.dice_left == 0
    assert study.units("baltic-states")["germany infantry"] == 3
    study.play("retreat", dice=[6, 6, 6, 1, 1, 1])
    assert study.units("poland") == {"germany tank": 1}
    assert study.units("baltic-states") == {"ussr infantry": 3, "ussr aa-battery": 1}
    assert study.units("germany") == {"germany bomber": 1}


@pytest.mark.rule("HV-121", "HV-992", "HV-140", "HV-120")
def test_three_infantry_of_the_bombers_own_territory_that_have_not_moved() -> None:
    study = Study(*JUMP, "place 3 germany infantry slovakia-hungary", "turn germany combat-move")
    study.refused("drop 1 tank poland > baltic-states", "HV-140")
    study.refused("drop 7 infantry poland > baltic-states", "HV-018")
    study.refused("drop 1 infantry slovakia-hungary > eastern-poland", "HV-992")
    study.refused("drop 1 infantry poland > germany", "HV-120")
    study.play("drop 4 infantry poland > baltic-states")
    study.refused("drop 1 infantry poland > eastern-poland", "HV-992")


@pytest.mark.rule("HV-122", "HV-125", "HV-134", "HV-058")
def test_a_bomber_that_carried_is_spent() -> None:
    study = Study(*JUMP, "turn germany combat-move")
    study.play(
        "drop 3 infantry poland > baltic-states", "end", "fly 1 bomber baltic-states > poland"
    )
    study.until("germany", "NoncombatMove")
    study.allowed("move 1 bomber poland > germany")
    study.refused("move 2 bomber poland > germany", "HV-134")


@pytest.mark.rule("HV-124", "HV-827")
def test_a_carrying_bomber_needs_a_friendly_place_in_range() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "airfield poland none",
        "place 1 germany bomber, 1 germany infantry poland",
        "turn germany combat-move",
    )
    study.allowed("drop 1 infantry poland > smolensk")  # 3 out, 3 home
    study.refused("drop 1 infantry poland > russia", "HV-124")


@pytest.mark.rule("HV-822", "HV-108", "HV-991")
def test_flak_fires_at_a_drop_on_land_that_nobody_defends() -> None:
    study = Study(*JUMP, "place 1 ussr aa-battery baltic-states", "turn germany combat-move")
    study.play("drop 3 infantry poland > baltic-states", "end", dice=[1])
    assert study.owner("baltic-states") == "ussr"
    study = Study(*JUMP, "place 1 ussr aa-battery baltic-states", "turn germany combat-move")
    study.play("drop 3 infantry poland > baltic-states")
    assert study.owner("baltic-states") == "ussr"  # not before the battles
    study.play("end", dice=[6])
    study.play("fly 1 bomber baltic-states > poland")
    assert study.owner("baltic-states") == "germany"


@pytest.mark.rule("HV-104", "HV-993")
def test_ships_that_have_withdrawn_bombard_no_coast() -> None:
    study = Study(
        "clear",
        "place 1 uk battleship, 2 uk cruiser sz-125",
        "place 1 uk transport[infantry] sz-125",
        "place 1 germany cruiser sz-126",
        "place 1 germany infantry norway",
        "place 1 uk infantry india",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-125 > norway")
    study.play("move 1 battleship, 1 cruiser sz-125 > sz-126", "hold", "end")
    study.play("fight sz-126", dice=[6, 6, 6, 6])
    study.play("retreat sz-125")
    assert study.units("sz-125")["uk battleship"] == 1
    assert study.legal("bombard") == {"bombard 1 cruiser"}  # the one that has stayed
    study.play("bombard 1 cruiser", dice=[6, 1, 6, 6, 6])
    study.until("uk", "NoncombatMove")
    assert all(" india > " in move for move in study.legal("move"))


@pytest.mark.rule("HV-131")
def test_each_ship_that_bombards_is_spent_also_at_a_second_coast() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser, 1 uk transport[infantry], 1 uk transport[tank] sz-112",
        "place 1 uk cruiser sz-125",
        "place 1 germany infantry norway",
        "place 1 germany infantry denmark",
        "place 1 uk infantry india",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-112 > norway", "land 1 tank sz-112 > denmark")
    study.play("move 1 cruiser sz-125 > sz-112", "end")
    study.play("fight denmark")
    study.play("bombard 1 cruiser", dice=[1, 6, 6])
    study.play("bombard 1 cruiser", dice=[1, 6, 6])
    study.until("uk", "NoncombatMove")
    assert not study.legal("move 1 cruiser")


@pytest.mark.rule("HV-961", "HV-958")
def test_aircraft_aboard_an_allied_carrier_beside_the_coast_support_a_landing() -> None:
    study = Study(
        "clear",
        "place 1 usa carrier, 1 uk transport[infantry] sz-125",
        "place 1 uk fighter sz-125",
        "place 1 germany infantry norway",
        "turn uk combat-move",
    )
    study.play("move 1 fighter sz-125 > norway", "land 1 infantry sz-125 > norway")
    study.play("end", dice=[6, 3, 6])
    assert study.dice_left == 0
    assert study.owner("norway") == "uk"
    assert study.units("sz-125") == {"usa carrier": 1, "uk transport": 1, "uk fighter": 1}


@pytest.mark.rule("HV-990", "HV-937")
def test_a_neutral_whose_coast_is_not_reached_has_not_been_attacked() -> None:
    study = Study(
        "clear",
        "place 1 usa transport[uk infantry], 1 uk destroyer, 1 germany cruiser sz-113",
        "place 6 strict infantry sweden",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-113 > sweden", "end", dice=[6, 6])
    study.play("retreat")
    assert study.units("sz-113")["usa transport[uk infantry]"] == 1
    assert study.owner("sweden") == "strict"


@pytest.mark.rule("HV-829", "HV-077")
@pytest.mark.parametrize("start", ["sz-112", "sz-110"])
def test_guests_land_where_their_ship_has_landed_others_or_not_at_all(start: str) -> None:
    study = Study(
        "clear",
        f"place 1 uk transport[infantry+anzac infantry] {start}",
        "place 1 germany infantry norway",
        "place 1 germany infantry denmark",
        "turn uk combat-move",
    )
    if start != "sz-112":
        study.play("move 1 transport sz-110 > sz-112")
    study.play("land 1 infantry sz-112 > norway", "end", dice=[6, 1])
    assert study.asked == ("anzac",)
    study.refused("land 1 infantry sz-112 > denmark", "HV-077")
    study.play("land 1 infantry sz-112 > norway", "end", dice=[1, 6])
    assert study.owner("norway") == "anzac"
