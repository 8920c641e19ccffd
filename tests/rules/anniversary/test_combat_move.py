"""Section 7.1 of the ledger: what a combat move is and where it ends."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-118")
def test_any_number_of_attacks() -> None:
    study = Study(
        "clear",
        "place 3 germany infantry poland",
        "place 2 germany infantry bulgaria-romania",
        "place 1 germany tank czechoslovakia-hungary",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry ukraine",
        "place 1 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland")
    study.play("move 1 infantry bulgaria-romania > east-poland")
    study.play("move 1 tank czechoslovakia-hungary > poland > east-poland")
    study.play("move 2 infantry poland > baltic-states")
    study.play("move 1 infantry bulgaria-romania > ukraine")
    assert study.units("east-poland")["germany infantry"] == 2
    assert study.units("east-poland")["germany tank"] == 1
    study.play("end")
    assert study.legal("fight") == {"fight east-poland", "fight ukraine", "fight baltic-states"}


@pytest.mark.rule("AN-119")
def test_empty_hostile_land_is_a_combat_move() -> None:
    edits = ["clear", "place 1 germany infantry poland"]
    study = Study(*edits, "turn germany combat-move")
    study.play("move 1 infantry poland > east-poland", "end")
    assert study.owner("east-poland") == "germany"
    study.refused("move 1 infantry east-poland > poland", "AN-277")
    study = Study(*edits, "turn germany noncombat-move")
    study.refused("move 1 infantry poland > east-poland", "AN-278")


@pytest.mark.rule("AN-120")
def test_passing_friendly_spaces() -> None:
    study = Study(
        "clear",
        "place 1 germany tank germany",
        "place 1 italy infantry poland",
        "place 1 ussr infantry east-poland",
        "place 1 germany cruiser sz-12",
        "place 1 italy destroyer sz-13",
        "place 1 uk destroyer sz-14",
        "turn germany combat-move",
    )
    study.play("move 1 tank germany > poland > east-poland")
    study.play("move 1 cruiser sz-12 > sz-13 > sz-14")
    assert study.units("east-poland")["germany tank"] == 1
    assert study.units("sz-14")["germany cruiser"] == 1


@pytest.mark.rule("AN-121", "AN-929")
def test_no_stop_in_friendly_spaces() -> None:
    study = Study(
        "clear",
        "place 1 germany tank, 1 germany infantry, 1 germany fighter germany",
        "place 1 germany cruiser, 1 germany submarine sz-5",
        "place 1 germany carrier sz-7",
        "turn germany combat-move",
    )
    study.refused("move 1 tank germany > poland", "AN-121")
    study.refused("move 1 tank germany > france", "AN-121")
    study.refused("move 1 infantry germany > poland", "AN-121")
    study.refused("move 1 fighter germany > poland", "AN-121")
    study.refused("move 1 fighter germany > sz-7", "AN-121")
    study.refused("move 1 cruiser sz-5 > sz-6", "AN-123")
    study.refused("move 1 submarine sz-5 > sz-6", "AN-123")
    assert not study.legal("move 1 cruiser")


@pytest.mark.rule("AN-929", "AN-123")
def test_a_transport_stops_for_an_assault_only() -> None:
    study = Study(
        "clear",
        "place 1 germany transport sz-7",
        "place 1 germany infantry norway",
        "place 1 germany transport[infantry] sz-13",
        "place 1 italy transport sz-14",
        "turn germany combat-move",
    )
    # Nobody is to be loaded within reach of sea zone 12 and no coast to be stormed.
    study.refused("move 1 transport sz-7 > sz-12", "AN-123")
    # Through 6 it can fetch the infantry of Norway and land it in Britain: then it must.
    study.play("move 1 transport sz-7 > sz-6")
    study.refused("end", "AN-123")
    study.play("load 1 infantry norway > sz-6")
    study.refused("end", "AN-174")
    study.play("land 1 infantry sz-6 > united-kingdom", "end")
    assert study.owner("united-kingdom") == "germany"


@pytest.mark.rule("AN-122")
def test_a_blitz_may_end_in_friendly_land() -> None:
    study = Study("clear", "place 2 germany tank poland", "turn germany combat-move")
    study.play("move 1 tank poland > east-poland > bulgaria-romania")
    assert study.units("bulgaria-romania") == {"germany tank": 1}
    # East Poland is German now, so the second tank would blitz through nothing.
    study.refused("move 1 tank poland > east-poland > bulgaria-romania", "AN-121")


@pytest.mark.rule("AN-123")
def test_escorts_of_a_landing() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[infantry], 1 germany cruiser, 1 germany carrier sz-5",
        "turn germany combat-move",
    )
    study.refused("move 1 cruiser sz-5 > sz-6", "AN-123")
    # Together with the transport that will have to land, in any order.
    study.allowed("move 1 cruiser, 1 transport[infantry] sz-5 > sz-6")
    study.play("move 1 transport[infantry], 1 cruiser sz-5 > sz-6")
    study.refused("end", "AN-123")
    study.refused("move 1 transport[infantry] sz-6 > sz-7", "AN-123")  # the cruiser relies on it
    study.play("land 1 infantry sz-6 > united-kingdom")
    study.play("move 1 carrier sz-5 > sz-6")
    study.refused("move 1 cruiser sz-6 > sz-5", "AN-128")
    assert study.units("sz-6") == {
        "germany transport[infantry]": 1,
        "germany cruiser": 1,
        "germany carrier": 1,
    }


@pytest.mark.rule("AN-123")
def test_a_transport_that_need_not_land_brings_no_escort() -> None:
    study = Study(
        "clear",
        "place 1 germany transport, 1 germany cruiser sz-5",
        "place 1 germany transport[infantry] sz-6",
        "place 1 germany infantry norway",
        "turn germany combat-move",
    )
    study.refused("move 1 cruiser, 1 transport sz-5 > sz-6", "AN-123")
    study.refused("move 1 cruiser sz-5 > sz-6", "AN-123")  # old cargo may stay aboard
    study.play("land 1 infantry sz-6 > united-kingdom", "move 1 cruiser sz-5 > sz-6")


@pytest.mark.rule("AN-124")
def test_leaving_a_hostile_zone() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany submarine, 1 uk destroyer sz-6",
        "place 1 germany cruiser sz-5",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser, 1 submarine sz-6 > sz-5", "end")
    assert study.step == "NoncombatMove"
    assert study.units("sz-5") == {"germany cruiser": 2, "germany submarine": 1}


@pytest.mark.rule("AN-125")
@pytest.mark.parametrize("prey", ["submarine", "transport"])
def test_hunting(prey: str) -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany transport sz-5",
        f"place 1 uk {prey} sz-6",
        "turn germany combat-move",
    )
    study.refused("move 1 transport sz-5 > sz-6", "AN-123")  # it cannot attack
    study.play("move 1 cruiser sz-5 > sz-6")
    study.play("end")
    assert study.legal("fight") == {"fight sz-6"}


@pytest.mark.rule("AN-126")
def test_leaving_keeps_control() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry poland",
        "place 1 ussr tank belorussia",
        "turn germany combat-move",
    )
    study.play("move 2 infantry poland > east-poland", "end")
    assert study.units("poland") == {}
    assert study.owner("poland") == "germany"
    assert study.income("germany") == 31 + 1


@pytest.mark.rule("AN-127")
def test_sharing_spaces() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry, 1 usa fighter western-canada",
        "place 1 usa infantry eastern-canada",
        "place 1 uk carrier, 1 uk transport[infantry] sz-9",
        "place 1 usa destroyer sz-10",
        "place 1 uk infantry eastern-united-states",
        "turn usa noncombat-move",
    )
    study.play("load 1 infantry eastern-canada > sz-9")
    study.play("move 1 infantry western-canada > eastern-canada")
    study.play("move 1 fighter western-canada > sz-9")
    study.play("move 1 destroyer sz-10 > sz-9", "end")
    assert study.units("sz-9") == {
        "uk carrier": 1,
        "uk transport[infantry+usa infantry]": 1,
        "usa fighter": 1,
        "usa destroyer": 1,
    }
    assert study.owner("eastern-canada") == "uk"


@pytest.mark.rule("AN-128")
def test_moves_are_simultaneous() -> None:
    study = Study(
        "clear",
        "place 1 germany tank poland",
        "place 1 germany fighter germany",
        "place 1 germany destroyer sz-6",
        "place 1 uk transport sz-7",
        "place 1 uk transport sz-8",
        "place 1 ussr infantry baltic-states",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > baltic-states")
    study.refused("move 1 tank baltic-states > belorussia", "AN-128")
    study.play("move 1 fighter germany > poland > baltic-states")
    study.refused("move 1 fighter baltic-states > belorussia", "AN-128")
    study.play("move 1 destroyer sz-6 > sz-7")
    study.refused("move 1 destroyer sz-7 > sz-8", "AN-128")
    study.play("end")
    study.play("fight baltic-states", dice=[3, 6, 6])
    study.play("fight sz-7")
    study.refused("move 1 destroyer sz-7 > sz-8", "AN-277")
    study.refused("move 1 tank baltic-states > poland", "AN-277")


@pytest.mark.rule("AN-129")
def test_no_late_reinforcement() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry poland",
        "place 1 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland")
    study.play("end", dice=[6, 6])
    assert study.step == "Retreat"
    study.refused("move 1 infantry poland > east-poland", "AN-073")
    study.play("continue", dice=[6, 2])
    assert study.units("east-poland") == {"ussr infantry": 1}


@pytest.mark.rule("AN-130")
def test_movement_allowance() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 1 germany artillery, 1 germany tank germany",
        "place 1 germany tank france",
        "place 1 germany cruiser sz-5",
        "place 1 uk destroyer sz-8",
        "place 1 uk destroyer sz-7",
        "turn germany combat-move",
    )
    study.refused("move 1 infantry germany > poland > east-poland", "AN-130")
    study.refused("move 1 artillery germany > poland > east-poland", "AN-130")
    study.allowed("move 1 tank germany > poland > east-poland")
    study.refused("move 1 tank france > germany > poland > east-poland", "AN-130")
    study.refused("move 1 cruiser sz-5 > sz-8", "AN-130")
    study.allowed("move 1 cruiser sz-5 > sz-7")


@pytest.mark.rule("AN-131")
def test_stop_on_contact() -> None:
    study = Study(
        "clear",
        "tech germany mechanized-infantry",
        "place 1 germany tank, 1 germany infantry poland",
        "place 1 germany cruiser, 1 germany battleship sz-5",
        "place 1 uk destroyer sz-6",
        "place 1 uk destroyer sz-7",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    study.refused("move 1 cruiser sz-5 > sz-6 > sz-7", "AN-131")
    study.refused("move 1 battleship sz-5 > sz-7", "AN-131")
    study.refused("move 1 tank poland > east-poland > belorussia", "AN-171")
    study.allowed("move 1 cruiser sz-5 > sz-6")
    study.allowed("move 1 tank, 1 infantry poland > east-poland")


@pytest.mark.rule("AN-132")
def test_submarines_and_transports_do_not_block() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany transport[infantry] sz-5",
        "place 3 uk submarine, 2 uk transport sz-6",
        "place 1 uk destroyer sz-3",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-5 > sz-6 > sz-3")
    study.play("move 1 transport[infantry] sz-5 > sz-6 > sz-7")
    assert study.units("sz-7") == {"germany transport[infantry]": 1}


@pytest.mark.rule("AN-133")
def test_they_do_not_stop_loading() -> None:
    study = Study(
        "clear",
        "place 1 germany transport, 1 uk submarine sz-6",
        "place 1 germany infantry norway",
        "place 1 uk transport sz-7",
        "turn germany combat-move",
    )
    study.play("load 1 infantry norway > sz-6", "move 1 transport[infantry] sz-6 > sz-7")
    study.play("land 1 infantry sz-7 > united-kingdom", "end")
    assert study.owner("united-kingdom") == "germany"
    study = Study(
        "clear",
        "place 1 germany transport[tank], 1 uk submarine, 1 uk transport sz-6",
        "place 1 germany infantry norway",
        "turn germany noncombat-move",
    )
    study.play("load 1 infantry norway > sz-6", "land 1 tank sz-6 > northwestern-europe")
    assert study.units("northwestern-europe") == {"germany tank": 1}


@pytest.mark.rule("AN-134", "AN-930")
def test_attacking_them_is_optional() -> None:
    edits = [
        "clear",
        "place 1 germany destroyer sz-5",
        "place 1 uk submarine, 2 uk transport sz-6",
        "turn germany combat-move",
    ]
    study = Study(*edits)
    study.play("move 1 destroyer sz-5 > sz-6", "end")
    assert study.legal() == {"fight sz-6", "end"}
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.units("sz-6") == {"uk submarine": 1, "uk transport": 2, "germany destroyer": 1}
    # Whoever attacks attacks all: the submarine rolls and the transports go down with it.
    study = Study(*edits)
    study.play("move 1 destroyer sz-5 > sz-6", "end")
    study.play("fight sz-6", dice=[2, 6])
    assert study.units("sz-6") == {"germany destroyer": 1}


@pytest.mark.rule("AN-930")
def test_lone_transports_die_without_dice_if_attacked() -> None:
    study = Study(
        "clear",
        "place 1 germany destroyer sz-5",
        "place 2 uk transport[tank] sz-6",
        "turn germany combat-move",
    )
    study.play("move 1 destroyer sz-5 > sz-6", "end")
    assert study.units("sz-6")["uk transport[tank]"] == 2
    study.play("fight sz-6")
    assert study.units("sz-6") == {"germany destroyer": 1}
