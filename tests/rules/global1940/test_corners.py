"""Rules where they meet: straits and retreats, guests on decks, powers that stand by."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study


@pytest.mark.rule("G40-964", "G40-042")
def test_ships_do_not_retreat_together_through_a_strait_open_to_some() -> None:
    study = Study(
        "clear",
        "airbase gibraltar none",
        "place 1 germany submarine sz-91",
        "place 1 germany destroyer sz-93",
        "place 2 uk cruiser sz-92",
        "turn germany combat-move",
    )
    study.play("move 1 submarine sz-91 > sz-92", "move 1 destroyer sz-93 > sz-92", "end")
    study.play("hold", dice=[6, 6, 6, 6])
    assert study.legal("retreat") == {"retreat sz-93"}
    study.play("continue")
    study.play("hold", dice=[6, 6, 1, 6])
    study.play("lose 1 destroyer")
    # The submarine alone may leave as it came.
    assert study.legal("retreat") == {"retreat sz-91", "retreat sz-93"}


@pytest.mark.rule("G40-461", "G40-462")
def test_the_chinese_fighter_does_not_scramble() -> None:
    edits = (
        "clear",
        "kamikaze 0",
        "war japan uk",
        "war japan anzac",
        "control kiangsu china",
        "airbase kiangsu 0",
        "place 1 china fighter, 1 china infantry kiangsu",
        "place 1 uk destroyer sz-19",
        "place 1 japan cruiser sz-6",
    )
    study = Study(*edits, "turn japan combat-move", dice=[6, 6])
    study.play("move 1 cruiser sz-6 > sz-19", "end")
    assert study.step == "Retreat"
    # A British one would.
    study = Study(*edits, "place 1 uk fighter kiangsu", "turn japan combat-move")
    study.play("move 1 cruiser sz-6 > sz-19", "end")
    assert study.asked == ("uk",)


@pytest.mark.rule("G40-145", "G40-289")
def test_a_zone_cleared_this_turn_is_open_to_transports_from_elsewhere() -> None:
    study = Study(
        "clear",
        "airbase united-kingdom none",
        "airbase western-germany none",
        "place 1 germany cruiser sz-110",
        "place 1 uk battleship, 1 uk transport sz-110",
        "place 1 uk transport sz-109",
        "place 2 uk infantry united-kingdom",
        "turn uk combat-move",
    )
    study.refused("load 1 infantry united-kingdom > sz-110", "G40-145")
    study.play("end", dice=[1, 6])
    # The one that was in the battle has fought; the other comes, loads and lands.
    study.refused("load 1 infantry united-kingdom > sz-110", "G40-289")
    study.play("move 1 transport sz-109 > sz-110", "load 1 infantry united-kingdom > sz-110")
    assert study.units("sz-110")["uk transport[infantry]"] == 1


@pytest.mark.rule("G40-485", "G40-390")
@pytest.mark.parametrize("power", ["italy", "japan"])
def test_guests_of_a_power_that_is_no_enemy_stay_aboard(power: str) -> None:
    war = "war usa germany" if power == "italy" else "war uk japan"
    study = Study(
        "clear",
        "war usa germany",
        war,
        "place 1 usa carrier, 1 uk fighter sz-105",
        f"turn {power} combat-move",
    )
    study.play("end")
    assert (study.asked, study.step) == ((power,), "NoncombatMove")
    assert study.units("sz-105") == {"usa carrier": 1, "uk fighter": 1}


@pytest.mark.rule("G40-290", "G40-091")
def test_a_bystander_whose_host_is_sunk_flies_on_or_is_lost() -> None:
    edits = (
        "clear",
        "airbase malta none",
        "airbase southern-italy none",
        "war usa germany",
        "place 1 uk carrier, 1 usa fighter sz-97",
        "place 2 italy battleship sz-95",
        "control greece germany",
    )
    study = Study(*edits, "turn italy combat-move")
    study.play("move 2 battleship sz-95 > sz-97", "end", dice=[1, 1, 6])
    assert study.units("sz-97") == {"italy battleship": 2}
    study = Study(*edits, "control albania uk", "turn italy combat-move")
    study.play("move 2 battleship sz-95 > sz-97", "end", dice=[1, 1, 6])
    assert (study.asked, study.legal()) == (("usa",), {"fly 1 fighter sz-97 > albania"})


@pytest.mark.rule("G40-988", "G40-395")
def test_the_owner_says_who_gets_the_places_that_are_left() -> None:
    study = Study(
        "clear",
        "war japan uk",
        "war japan anzac",
        "place 2 uk carrier, 2 uk fighter, 2 uk tactical-bomber sz-28",
        "place 2 japan submarine sz-27",
        "turn japan combat-move",
    )
    study.play("move 2 submarine sz-27 > sz-28", "end")
    study.play("hold", dice=[1, 1])
    study.play("lose 1 carrier", dice=[6])
    study.play("retreat sz-27")
    assert study.asked == ("uk",)
    assert study.legal() == {"lose 1 fighter", "lose 1 tactical-bomber"}
    study.refused("lose 3 fighter", "G40-005")
    study.refused("lose 1 carrier", "G40-005")
    study.play("lose 1 tactical-bomber")
    study.refused("lose 2 tactical-bomber", "G40-005")
    study.play("lose 1 fighter")
    assert study.units("sz-28") == {
        "uk carrier": 1,
        "uk fighter": 1,
        "uk tactical-bomber": 1,
    }


@pytest.mark.rule("G40-076")
@pytest.mark.parametrize(
    ("power", "start", "goal"),
    [("uk", "malaya", "sumatra"), ("anzac", "queensland", "dutch-new-guinea")],
)
def test_aircraft_too_go_to_dutch_land_before_any_war(power: str, start: str, goal: str) -> None:
    study = Study(
        "clear",
        f"place 1 {power} fighter {start}",
        f"turn {power} noncombat-move",
        title="pacific-1940",
    )
    study.play(f"move 1 fighter {start} > {goal}", "end")
    assert study.units(goal) == {f"{power} fighter": 1}
    assert study.owner(goal) == "dutch"


FLEET = ("clear", "airbase norway none", "airbase western-germany none")


@pytest.mark.rule("G40-401", "G40-159")
def test_ships_that_cannot_attack_go_to_battle_in_company_only() -> None:
    study = Study(
        *FLEET,
        "place 1 germany carrier, 1 germany transport, 1 germany cruiser sz-113",
        "place 1 germany fighter norway",
        "place 1 uk destroyer sz-112",
        "turn germany combat-move",
    )
    study.refused("move 1 transport sz-113 > sz-112", "G40-401")
    study.refused("move 1 carrier sz-113 > sz-112", "G40-159")
    study.refused("move 1 carrier, 1 transport sz-113 > sz-112", "G40-159")
    study.allowed("move 1 carrier, 1 transport, 1 cruiser sz-113 > sz-112")
    study.play("move 1 fighter norway > sz-112")
    study.play("move 1 carrier, 1 transport sz-113 > sz-112", "end", dice=[1, 6])
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-401")
def test_who_brought_ships_to_battle_does_not_leave_them() -> None:
    study = Study(
        *FLEET,
        "place 1 germany transport[infantry] sz-113",
        "place 2 germany cruiser sz-112",
        "place 1 uk destroyer sz-112",
        "turn germany combat-move",
    )
    study.play("move 1 transport sz-113 > sz-112", "move 1 cruiser sz-112 > sz-113")
    study.refused("move 1 cruiser sz-112 > sz-113", "G40-401")


@pytest.mark.rule("G40-959", "G40-401")
def test_ships_that_cannot_attack_leave_enemies_they_would_face_alone() -> None:
    edits = (
        *FLEET,
        "place 1 germany transport[infantry], 1 germany cruiser sz-112",
        "place 1 uk destroyer sz-112",
    )
    study = Study(*edits, "control denmark uk", "turn germany combat-move")
    study.allowed("land 1 infantry sz-112 > denmark")
    study.play("move 1 cruiser sz-112 > sz-111")
    study.refused("land 1 infantry sz-112 > denmark", "G40-487")
    study.refused("end", "G40-959")
    study.play("move 1 transport sz-112 > sz-111", "end")
    assert study.units("sz-112") == {"uk destroyer": 1}
    # With a landing announced the cruiser is needed.
    study = Study(*edits, "control denmark uk", "turn germany combat-move")
    study.play("land 1 infantry sz-112 > denmark")
    study.refused("move 1 cruiser sz-112 > sz-111", "G40-401")


@pytest.mark.rule("G40-959", "G40-250")
def test_a_transport_that_cannot_leave_stays() -> None:
    study = Study(
        "clear",
        "place 1 germany transport sz-100",
        "place 1 ussr cruiser sz-100",
        "war germany ussr",
        "turn germany combat-move",
    )
    study.play("end")
    assert study.units("sz-100") == {"ussr cruiser": 1}


@pytest.mark.rule("G40-159", "G40-136", "G40-401")
@pytest.mark.parametrize("hunter", ["destroyer", "fighter"])
def test_carriers_and_transports_go_along_with_who_hunts(hunter: str) -> None:
    study = Study(
        *FLEET,
        f"place 1 germany carrier, 1 germany transport, 1 germany {hunter} sz-113",
        "place 1 uk transport sz-112",
        "turn germany combat-move",
    )
    study.refused("move 1 carrier sz-113 > sz-112", "G40-135")
    study.refused("move 1 transport sz-113 > sz-112", "G40-174")
    study.play(f"move 1 {hunter} sz-113 > sz-112")
    study.play("move 1 carrier, 1 transport sz-113 > sz-112", "end", "fight sz-112")
    assert study.units("sz-112") == {
        "germany carrier": 1,
        "germany transport": 1,
        f"germany {hunter}": 1,
    }


@pytest.mark.rule("G40-956", "G40-132")
def test_a_blitz_closes_no_other_way() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany tank, 1 germany mech-infantry slovakia-hungary",
        "place 1 ussr infantry bessarabia",
        "turn germany combat-move",
    )
    study.play("move 1 tank slovakia-hungary > eastern-poland > slovakia-hungary")
    study.refused("move 1 mech-infantry slovakia-hungary > eastern-poland > bessarabia", "G40-956")
    assert "move 1 mech-infantry slovakia-hungary > bessarabia" in study.legal()  # by Romania


@pytest.mark.rule("G40-944", "G40-975")
def test_aircraft_that_freed_france_receives_in_its_own_turn_are_not_lost() -> None:
    study = Study(
        "clear",
        "control france germany",
        "place 1 france tank, 1 france fighter normandy-bordeaux",
        "turn france combat-move",
    )
    study.play("move 1 tank, 1 fighter normandy-bordeaux > france", "end", "buy 1 fighter")
    # The one that flew there finds no landing place in land that was freed just now.
    study.refused("end", "G40-490")
    study.play("move 1 fighter france > normandy-bordeaux", "end")
    assert study.units("france") == {"france tank": 1, "france fighter": 1}


@pytest.mark.rule("G40-169", "G40-401")
def test_troops_board_before_the_fleet_sails_to_clear_their_way() -> None:
    edits = (
        *FLEET,
        "control norway uk",
        "control sweden germany",
        "place 1 germany transport sz-114",
        "place 1 germany infantry poland",
        "place 1 uk destroyer sz-113",
    )
    # The only hostile coast is Norway's, behind the destroyer.
    study = Study(*edits, "place 1 germany cruiser sz-114", "turn germany combat-move")
    study.play("load 1 infantry poland > sz-114")
    study.refused("move 1 transport sz-114 > sz-113", "G40-401")
    study.play("move 1 cruiser sz-114 > sz-113", "move 1 transport sz-114 > sz-113")
    study.play("land 1 infantry sz-113 > norway", "end", dice=[1, 6])
    assert study.owner("norway") == "germany"
    # Nobody could go along.
    study = Study(*edits, "turn germany combat-move")
    study.refused("load 1 infantry poland > sz-114", "G40-169")


@pytest.mark.rule("G40-254")
@pytest.mark.parametrize("declared", [True, False])
def test_a_zone_that_a_declaration_made_hostile_was_friendly_when_the_turn_began(
    declared: bool,
) -> None:
    study = Study(
        *FLEET,
        *(() if declared else ("war germany ussr",)),
        "place 2 germany cruiser sz-115",
        "place 1 ussr destroyer sz-115",
        "place 1 ussr cruiser sz-114",
        f"turn germany {'declare' if declared else 'combat-move'}",
    )
    if declared:
        study.play("declare ussr", "end")
    study.play("move 1 cruiser sz-115 > sz-114", "end")
    study.play("fight sz-115", dice=[1, 6, 6, 6, 6, 1])
    # One cruiser has cleared the zone the other came from.
    assert study.units("sz-115") == {"germany cruiser": 1}
    assert study.legal("retreat") == ({"retreat sz-115"} if declared else set())
