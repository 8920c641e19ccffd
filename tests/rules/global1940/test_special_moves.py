"""Chapter 9d of the ledger: submarines, blitzes, transports and landings in the combat move."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study

EAST = ("clear", "war germany ussr")


def subs(*edits: str, phase: str = "combat-move") -> Study:
    return Study("clear", "place 1 germany submarine sz-112", *edits, f"turn germany {phase}")


@pytest.mark.rule("G40-162", "G40-163", "G40-287")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_submarines_pass_all_but_destroyers(phase: str) -> None:
    target = "place 1 uk cruiser sz-119"
    study = subs("place 1 uk battleship, 1 uk cruiser sz-111", target, phase=phase)
    study.play("move 1 submarine sz-112 > sz-111 > sz-119")
    assert study.units("sz-119") == {"germany submarine": 1, "uk cruiser": 1}
    study = subs("place 1 uk destroyer sz-111", target, phase=phase)
    study.refused("move 1 submarine sz-112 > sz-111 > sz-119", "G40-163")
    study.allowed("move 1 submarine sz-112 > sz-111")


@pytest.mark.rule("G40-163", "G40-486")
@pytest.mark.parametrize("enemy", ["cruiser", "destroyer"])
def test_submarines_that_stop_among_enemies_fight(enemy: str) -> None:
    study = subs(f"place 1 uk {enemy} sz-111")
    study.play("move 1 submarine sz-112 > sz-111")
    if enemy == "cruiser":
        study.play("end", "hold", dice=[1])  # it strikes first
    else:
        study.play("end", dice=[1, 6])  # no surprise, and no way to submerge
    assert study.units("sz-111") == {"germany submarine": 1}


@pytest.mark.rule("G40-164")
def test_blitz() -> None:
    study = Study(
        *EAST,
        "place 3 germany tank, 1 germany infantry poland",
        "place 1 ussr infantry belarus",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > eastern-poland > belarus")
    assert study.units("belarus") == {"germany tank": 1, "ussr infantry": 1}
    study.refused("move 1 infantry poland > eastern-poland > belarus", "G40-483")
    study.refused("move 1 tank poland > eastern-poland > belarus > smolensk", "G40-483")
    # The way has to be named where it matters.
    study = Study(*EAST, "place 1 germany tank poland", "turn germany combat-move")
    study.refused("move 1 tank poland > belarus", "G40-164")
    study = Study(*EAST, "place 1 germany tank poland", "turn germany noncombat-move")
    study.refused("move 1 tank poland > eastern-poland", "G40-279")


@pytest.mark.rule("G40-165")
def test_a_blitz_takes_control_before_moving_on() -> None:
    study = Study(
        *EAST,
        "place 1 germany tank poland",
        "place 1 ussr infantry belarus",
        "turn germany combat-move",
    )
    before = study.income("germany"), study.income("ussr")
    study.play("move 1 tank poland > eastern-poland > belarus")
    assert study.step == "CombatMove"
    assert study.owner("eastern-poland") == "germany"
    assert (study.income("germany"), study.income("ussr")) == (before[0] + 1, before[1] - 1)
    study.play("end", dice=[6, 1])
    assert study.owner("eastern-poland") == "germany"  # the tank is lost, the land is not


@pytest.mark.rule("G40-166")
@pytest.mark.parametrize(
    "blocker",
    [
        "place 1 ussr infantry baltic-states",
        "place 1 ussr aa-gun baltic-states",
        "place 1 ussr fighter baltic-states",
        "airbase baltic-states 0",
        "naval-base baltic-states 0",
        "naval-base baltic-states 6",
    ],
)
def test_anything_blocks_a_blitz(blocker: str) -> None:
    edits = (*EAST, "place 1 germany tank poland")
    study = Study(*edits, "turn germany combat-move")
    study.allowed("move 1 tank poland > baltic-states > novgorod")
    study = Study(*edits, blocker, "turn germany combat-move")
    study.refused("move 1 tank poland > baltic-states > novgorod", "G40-166")
    study.allowed("move 1 tank poland > baltic-states")


@pytest.mark.rule("G40-166")
def test_a_factory_blocks_a_blitz() -> None:
    study = Study(
        *EAST,
        "control bessarabia germany",
        "place 1 germany tank bessarabia",
        "turn germany combat-move",
    )
    study.refused("move 1 tank bessarabia > ukraine > rostov", "G40-166")


@pytest.mark.rule("G40-167", "G40-956")
def test_one_mechanized_infantry_blitzes_with_each_tank() -> None:
    study = Study(
        *EAST,
        "place 1 germany tank, 2 germany mech-infantry poland",
        "place 1 ussr infantry belarus",
        "turn germany combat-move",
    )
    route = "poland > eastern-poland > belarus"
    study.refused(f"move 1 mech-infantry {route}", "G40-140")
    study.refused(f"move 1 tank, 2 mech-infantry {route}", "G40-140")
    study.play(f"move 1 tank, 1 mech-infantry {route}")
    assert study.owner("eastern-poland") == "germany"
    assert study.units("belarus") == {
        "germany tank": 1,
        "germany mech-infantry": 1,
        "ussr infantry": 1,
    }


@pytest.mark.rule("G40-956", "G40-139")
def test_blitzed_land_stays_closed_to_others() -> None:
    study = Study(
        *EAST,
        "place 1 germany tank, 1 germany mech-infantry poland",
        "place 1 ussr infantry belarus",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > eastern-poland > belarus")
    study.refused("move 1 mech-infantry poland > eastern-poland > belarus", "G40-956")


def sea(*edits: str, phase: str = "combat-move", power: str = "germany") -> Study:
    return Study(
        "clear",
        "airbase scotland none",
        "airbase united-kingdom none",
        *edits,
        f"turn {power} {phase}",
    )


@pytest.mark.rule("G40-168", "G40-410")
def test_loading_on_the_way() -> None:
    study = sea(
        "place 1 germany transport sz-113",
        "place 1 germany tank germany",
        "place 1 germany infantry norway",
    )
    study.play("load 1 tank germany > sz-113", "move 1 transport[tank] sz-113 > sz-112")
    study.play("load 1 infantry norway > sz-112", "move 1 transport[infantry+tank] sz-112 > sz-111")
    study.play("land 1 infantry, 1 tank sz-111 > scotland", "end")
    assert study.units("scotland") == {"germany infantry": 1, "germany tank": 1}


@pytest.mark.rule("G40-497")
def test_a_transport_stops_for_warships_it_meets() -> None:
    study = sea(
        "place 1 germany transport[infantry], 1 germany cruiser sz-112", "place 1 uk cruiser sz-111"
    )
    study.refused("move 1 transport[infantry] sz-112 > sz-111 > sz-119", "G40-497")
    study.play("move 1 transport[infantry], 1 cruiser sz-112 > sz-111")
    study.refused("move 1 transport[infantry] sz-111 > sz-119", "G40-497")
    study.play("end", dice=[1, 6])
    assert study.units("sz-111") == {"germany transport[infantry]": 1, "germany cruiser": 1}
    # Where it starts the turn does not hold it.
    study = sea("place 1 germany transport[infantry] sz-112", "place 1 uk cruiser sz-112")
    study.play("move 1 transport[infantry] sz-112 > sz-111 > sz-119")


@pytest.mark.rule("G40-487")
def test_no_loading_or_landing_in_a_hostile_zone() -> None:
    study = sea(
        "place 1 germany transport, 1 germany cruiser sz-113",
        "place 1 germany infantry norway",
        "place 1 uk cruiser sz-112",
    )
    study.play("move 1 transport, 1 cruiser sz-113 > sz-112")
    study.refused("load 1 infantry norway > sz-112", "G40-487")
    study = sea(
        "place 1 germany transport[infantry] sz-112",
        "place 1 uk cruiser sz-112",
        phase="noncombat-move",
    )
    study.refused("land 1 infantry sz-112 > norway", "G40-487")
    # After the sea battle is won the zone is hostile no longer.
    study = sea(
        "place 1 germany transport[infantry], 1 germany cruiser sz-112", "place 1 uk cruiser sz-111"
    )
    study.play("move 1 transport[infantry], 1 cruiser sz-112 > sz-111")
    study.play("land 1 infantry sz-111 > scotland", "end", dice=[1, 6])
    assert study.owner("scotland") == "germany"


@pytest.mark.rule("G40-169", "G40-405", "G40-406")
def test_who_is_loaded_to_attack_must_land() -> None:
    edits = (
        "place 1 germany transport, 1 germany destroyer sz-112",
        "place 1 germany infantry norway",
    )
    study = sea(*edits)
    study.play("load 1 infantry norway > sz-112", "move 1 transport[infantry] sz-112 > sz-111")
    study.refused("end", "G40-169")
    study.play("land 1 infantry sz-111 > scotland", "end")
    assert study.owner("scotland") == "germany"
    # Who retreats from the sea battle keeps them aboard, and cannot unload them this turn.
    study = sea(*edits, "place 1 uk cruiser sz-111")
    study.play("load 1 infantry norway > sz-112")
    study.play("move 1 transport[infantry], 1 destroyer sz-112 > sz-111")
    study.play("land 1 infantry sz-111 > scotland", "end", dice=[6, 6])
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany transport[infantry]": 1, "germany destroyer": 1}
    study.refused("land 1 infantry sz-112 > norway", "G40-406")
    study.play("end")
    assert study.units("sz-112")["germany transport[infantry]"] == 1


@pytest.mark.rule("G40-170", "G40-972", "G40-W23")
@pytest.mark.parametrize("escort", ["", "submarine", "destroyer"])
def test_no_unescorted_landing_past_submarines(escort: str) -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry+infantry] sz-99",
        *([f"place 1 italy {escort} sz-99"] if escort else []),
        "place 1 uk submarine sz-99",
        "turn italy combat-move",
    )
    action = "land 2 infantry sz-99 > cyprus"
    if not escort:
        study.refused(action, "G40-170")
        assert "end" in study.legal()
        return
    study.play(action)
    # The escort that makes the landing legal stays.
    study.refused(f"move 1 {escort} sz-99 > sz-98", "G40-170")
    study.play("end")
    study.play("ignore sz-99")
    assert study.units("cyprus") == {"italy infantry": 2}
    assert study.units("sz-99")["uk submarine"] == 1


@pytest.mark.rule("G40-170")
def test_nobody_loads_for_a_landing_that_needs_an_escort() -> None:
    edits = (
        "clear",
        "control greece italy",
        "place 1 italy infantry greece",
        "place 1 italy transport sz-99",
        "place 1 uk submarine sz-99",
        "place 1 uk submarine sz-98",
        "place 1 uk submarine sz-96",
        "place 1 uk submarine sz-97",
    )
    study = Study(*edits, "place 1 italy cruiser sz-97", "turn italy combat-move")
    study.play("move 1 cruiser sz-97 > sz-99", "load 1 infantry greece > sz-99")
    study.play("land 1 infantry sz-99 > cyprus")
    study.allowed("end")


@pytest.mark.rule("G40-173", "G40-404", "G40-496", "G40-499")
def test_an_assault_is_announced_in_the_combat_move() -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry] sz-98",
        "place 1 italy tank tobruk",
        "place 1 italy infantry egypt",
        "control egypt italy",
        "place 1 uk infantry alexandria",
        "turn italy combat-move",
    )
    study.refused("land 1 infantry sz-98 > egypt", "G40-499")  # it is Italian
    study.play("land 1 infantry sz-98 > alexandria", "move 1 tank tobruk > alexandria")
    study.play("end", dice=[1, 1, 6])
    assert study.units("alexandria") == {"italy infantry": 1, "italy tank": 1}
    study.refused("move 1 infantry alexandria > egypt", "G40-277")
    late = Study("clear", "place 1 italy transport[infantry] sz-98", "turn italy noncombat-move")
    late.refused("land 1 infantry sz-98 > alexandria", "G40-496")


@pytest.mark.rule("G40-174")
def test_moving_to_an_assault_is_a_combat_move() -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry], 1 italy cruiser sz-97",
        "turn italy combat-move",
    )
    study.play("move 1 transport[infantry], 1 cruiser sz-97 > sz-96")
    study.play("land 1 infantry sz-96 > malta", "end")
    study.play("hold") if study.step == "Bombard" else None
    assert study.owner("malta") == "italy"
    study.refused("move 1 cruiser sz-96 > sz-97", "G40-277")
    # A transport does not stop in a friendly zone for nothing.
    study = Study("clear", "place 1 italy transport sz-95", "turn italy combat-move")
    study.refused("move 1 transport sz-95 > sz-93", "G40-174")


@pytest.mark.rule("G40-175")
def test_aircraft_choose_land_or_sea() -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry], 1 italy cruiser sz-97",
        "place 1 italy fighter tobruk",
        "place 1 uk destroyer sz-96",
        "place 1 uk infantry malta",
        "turn italy combat-move",
    )
    study.play("move 1 transport[infantry], 1 cruiser sz-97 > sz-96")
    study.play("land 1 infantry sz-96 > malta", "move 1 fighter tobruk > malta")
    study.refused("move 1 fighter malta > sz-96", "G40-146")
    # In the sea battle the cruiser fights alone, on land infantry and fighter.
    study.play("end", dice=[1, 6, 6, 1, 6])
    assert study.owner("malta") == "italy"
    assert study.dice_left == 0


@pytest.mark.rule("G40-377", "G40-968", "G40-280", "G40-376")
def test_guns_move_only_as_cargo() -> None:
    study = sea(
        "place 1 germany transport[aa-gun+infantry] sz-112",
        "place 1 germany aa-gun western-germany",
        "place 1 germany transport sz-113",
        "place 1 germany aa-gun germany",
    )
    study.refused("move 1 aa-gun western-germany > france", "G40-376")
    study.refused("load 1 aa-gun germany > sz-113", "G40-377")
    study.play("move 1 transport[aa-gun+infantry] sz-112 > sz-111")
    study.refused("land 1 aa-gun sz-111 > scotland", "G40-968")
    study.play("land 1 infantry sz-111 > scotland", "end")
    assert study.units("sz-111") == {"germany transport[aa-gun]": 1}
    study.play("move 1 aa-gun western-germany > germany")
    assert study.units("germany") == {"germany aa-gun": 2}


@pytest.mark.rule("G40-063", "G40-169")
def test_nobody_boards_for_a_landing_from_a_zone_behind_the_leash() -> None:
    """British Columbia is hostile, but Japan may not end a move off it while the US is neutral."""
    edits = (
        "clear",
        "war japan uk",
        "place 1 japan infantry japan",
        "place 1 japan transport sz-6",
        "turn japan combat-move",
    )
    near = ("control wake-island japan", "control midway japan", "control aleutian-islands japan")
    lands = [
        f"control {land} japan"
        for land in (
            "kwangtung",
            "philippines",
            "korea",
            "guam",
            "soviet-far-east",
            "sakha",
            "siberia",
        )
    ]
    study = Study(*near, *lands, *edits)
    study.refused("load 1 infantry japan > sz-6", "G40-169")
