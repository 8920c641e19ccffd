"""Section 7.5 of the ledger: tanks, transports and AA guns in the combat move."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-168")
def test_blitz() -> None:
    study = Study(
        "clear",
        "place 3 germany tank, 1 germany infantry poland",
        "place 1 germany artillery bulgaria-romania",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > east-poland > belorussia")
    assert study.units("belorussia")["germany tank"] == 1
    # Baltic States is the way to friendly ground: Poland again.
    study.play("move 1 tank poland > baltic-states > poland")
    assert study.owner("baltic-states") == "germany"
    # From here on only one more hostile territory can be crossed, never two.
    study.refused("move 1 tank poland > east-poland > belorussia > russia", "AN-130")
    study = Study(
        "clear",
        "place 1 germany tank poland",
        "place 1 germany artillery bulgaria-romania",
        "turn germany noncombat-move",
    )
    study.refused("move 1 tank poland > east-poland > bulgaria-romania", "AN-378")


@pytest.mark.rule("AN-168")
def test_the_way_of_a_blitz_is_named_when_it_matters() -> None:
    study = Study(
        "clear",
        "place 1 germany tank poland",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    # By East Poland or by Baltic States: the player says which he takes.
    study.refused("move 1 tank poland > belorussia", "AN-168")
    study.play("move 1 tank poland > baltic-states > belorussia")
    assert (study.owner("baltic-states"), study.owner("east-poland")) == ("germany", "ussr")


@pytest.mark.rule("AN-169")
def test_a_blitz_takes_control_at_once() -> None:
    study = Study(
        "clear",
        "control east-poland ussr",
        "place 1 germany tank poland",
        "place 1 germany infantry bulgaria-romania",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    study.play("move 1 tank poland > east-poland > belorussia")
    assert study.step == "CombatMove"
    assert study.owner("east-poland") == "germany"
    assert (study.income("germany"), study.income("ussr")) == (32, 29)
    # It stays taken when the tank is lost.
    study.play("end", dice=[6, 2])
    assert study.owner("east-poland") == "germany"


@pytest.mark.rule("AN-170")
def test_blitz_and_back() -> None:
    study = Study("clear", "place 1 germany tank poland", "turn germany combat-move")
    study.play("move 1 tank poland > east-poland > poland")
    assert study.units("poland") == {"germany tank": 1}


@pytest.mark.rule("AN-171")
@pytest.mark.parametrize(
    "blocker",
    [
        "place 1 ussr infantry karelia-ssr",
        "place 1 ussr aa-gun karelia-ssr",
        "factory karelia-ssr 0",
        "place 1 uk fighter karelia-ssr",
    ],
)
def test_anything_blocks_a_blitz(blocker: str) -> None:
    edits = ["clear", "factory karelia-ssr none", "place 1 germany tank finland"]
    study = Study(*edits, blocker, "turn germany combat-move")
    study.refused("move 1 tank finland > karelia-ssr > archangel", "AN-171")
    study.allowed("move 1 tank finland > karelia-ssr")
    study = Study(*edits, "turn germany combat-move")
    study.play("move 1 tank finland > karelia-ssr > archangel")


@pytest.mark.rule("AN-172")
def test_transports_stop_for_warships() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[infantry], 1 germany destroyer sz-5",
        "place 1 uk cruiser sz-6",
        "turn germany combat-move",
    )
    study.refused("move 1 transport[infantry] sz-5 > sz-6 > sz-7", "AN-172")
    study.play("move 1 transport[infantry] sz-5 > sz-6")
    study.refused("move 1 transport[infantry] sz-6 > sz-7", "AN-172")
    study.play("end", dice=[3])  # a sea battle follows, and it is sunk
    assert study.units("sz-6") == {"uk cruiser": 1}
    # The zone it starts from does not hold it.
    study = Study(
        "clear",
        "place 1 germany transport[infantry], 1 uk cruiser sz-5",
        "turn germany combat-move",
    )
    study.play("move 1 transport[infantry] sz-5 > sz-6 > sz-7")
    assert study.units("sz-7") == {"germany transport[infantry]": 1}


@pytest.mark.rule("AN-173")
def test_loading_along_the_way() -> None:
    study = Study(
        "clear",
        "place 1 germany transport sz-5",
        "place 1 germany tank germany",
        "place 1 germany infantry norway",
        "place 1 germany infantry france",
        "place 1 uk destroyer sz-3",
        "turn germany combat-move",
    )
    study.play("load 1 tank germany > sz-5", "move 1 transport[tank] sz-5 > sz-6")
    study.play("load 1 infantry norway > sz-6", "move 1 transport[infantry+tank] sz-6 > sz-7")
    study.refused("load 1 infantry france > sz-7", "AN-361")
    study.play("land 1 infantry, 1 tank sz-7 > united-kingdom", "end")
    assert study.units("united-kingdom") == {"germany infantry": 1, "germany tank": 1}
    study = Study(
        "clear",
        "place 1 germany transport sz-5",
        "place 1 germany infantry norway",
        "place 1 uk destroyer sz-6",
        "turn germany combat-move",
    )
    study.play("move 1 transport sz-5 > sz-6")
    study.refused("load 1 infantry norway > sz-6", "AN-368")


@pytest.mark.rule("AN-174")
def test_loaded_in_phase_three_means_landing() -> None:
    edits = [
        "clear",
        "place 1 germany transport, 1 germany destroyer sz-5",
        "place 1 germany infantry germany",
    ]
    study = Study(*edits, "turn germany combat-move")
    study.play("load 1 infantry germany > sz-5")
    study.refused("end", "AN-174")
    study.play("land 1 infantry sz-5 > baltic-states", "end")
    assert study.owner("baltic-states") == "germany"
    # Nobody loads whom no coast waits for.
    far = Study(
        "clear",
        "place 1 uk transport sz-41",
        "place 1 uk infantry australia",
        "turn uk combat-move",
    )
    far.refused("load 1 infantry australia > sz-41", "AN-174")
    # A transport that retreats from a sea battle keeps them aboard.
    study = Study(*edits, "place 1 uk cruiser sz-6", "turn germany combat-move")
    study.play("load 1 infantry germany > sz-5")
    study.play("move 1 transport[infantry], 1 destroyer sz-5 > sz-6")
    study.play("land 1 infantry sz-6 > united-kingdom")
    study.play("end", dice=[6, 6])
    study.play("retreat sz-5")
    assert study.units("sz-5") == {"germany transport[infantry]": 1, "germany destroyer": 1}
    study.play("end")
    assert study.units("sz-5")["germany transport[infantry]"] == 1


@pytest.mark.rule("AN-175")
def test_cargo_at_sea() -> None:
    study = Study(
        "clear",
        "place 1 germany transport[tank] sz-5",
        "place 1 germany destroyer sz-5",
        "place 1 uk cruiser sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-6 > sz-5")
    # Only the destroyer answers; then the transport, alone, goes down with the tank.
    study.play("end", dice=[3, 6])
    assert study.dice_left == 0
    assert study.units("sz-5") == {"uk cruiser": 1}


@pytest.mark.rule("AN-176")
def test_who_sinks_a_transport_stays() -> None:
    edits = [
        "clear",
        "place 1 germany cruiser sz-5",
        "place 1 uk transport sz-6",
        "place 1 uk transport sz-7",
        "turn germany combat-move",
    ]
    study = Study(*edits)
    study.play("move 1 cruiser sz-5 > sz-6")
    study.refused("move 1 cruiser sz-6 > sz-7", "AN-128")
    study.play("end", "fight sz-6")
    assert study.units("sz-6") == {"germany cruiser": 1}
    study.refused("move 1 cruiser sz-6 > sz-5", "AN-277")
    # Who sails through leaves it alone.
    study = Study(*edits)
    study.play("move 1 cruiser sz-5 > sz-6 > sz-7", "end", "fight sz-7")
    assert study.units("sz-6") == {"uk transport": 1}


@pytest.mark.rule("AN-177", "AN-376")
def test_guns_do_not_move_in_phase_three() -> None:
    study = Study(
        "clear",
        "place 1 germany aa-gun poland",
        "place 1 germany transport[aa-gun+infantry] sz-5",
        "place 1 germany transport sz-7",
        "place 1 germany aa-gun france",
        "turn germany combat-move",
    )
    study.refused("move 1 aa-gun poland > east-poland", "AN-177")
    study.refused("load 1 aa-gun france > sz-7", "AN-376")
    # As cargo since an earlier turn it sails along, but does not go ashore in an assault.
    study.play("move 1 transport[aa-gun+infantry] sz-5 > sz-6")
    study.refused("land 1 aa-gun sz-6 > united-kingdom", "AN-376")
    study.play("land 1 infantry sz-6 > united-kingdom", "end")
    assert study.units("united-kingdom") == {"germany infantry": 1}
    assert study.units("sz-6") == {"germany transport[aa-gun]": 1}


@pytest.mark.rule("AN-376")
def test_a_gun_alone_is_no_landing_force() -> None:
    study = Study("clear", "place 1 germany transport[aa-gun] sz-5", "turn germany combat-move")
    study.refused("move 1 transport[aa-gun] sz-5 > sz-6", "AN-123")
    study.play("end")
    study.play("land 1 aa-gun sz-5 > germany")
    assert study.units("germany") == {"germany aa-gun": 1}
