"""Section 7.2 of the ledger: ships that begin their turn beside enemy warships."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study

SHARED = (
    "clear",
    "place 1 usa battleship, 1 usa transport, 1 usa submarine, 1 japan destroyer sz-62",
    "place 1 usa infantry, 1 usa tank buryatia-ssr",
)


@pytest.mark.rule("AN-135")
def test_it_applies_after_the_enemy_has_built() -> None:
    study = Study(
        "clear",
        "place 1 usa cruiser sz-62",
        "pool japan 1 destroyer",
        "turn japan mobilize",
    )
    study.play("place 1 destroyer japan > sz-62")
    assert study.asked == ("uk",)
    pass_to(study, "usa", "CombatMove")
    # Out of a shared zone ships may stop in a friendly one.
    study.allowed("move 1 cruiser sz-62 > sz-60")
    # Without a surface warship in the zone there is no such privilege.
    plain = Study(
        "clear",
        "place 1 usa cruiser, 1 japan submarine, 1 japan transport sz-62",
        "turn usa combat-move",
    )
    plain.refused("move 1 cruiser sz-62 > sz-60", "AN-123")


@pytest.mark.rule("AN-136", "AN-931")
def test_staying_means_fighting() -> None:
    study = Study(*SHARED, "turn usa combat-move")
    # Submarine, battleship; then the destroyer: it is sunk before anybody is lost.
    study.play("end", dice=[6, 4, 6])
    assert study.units("sz-62") == {
        "usa battleship": 1,
        "usa transport": 1,
        "usa submarine": 1,
    }
    assert study.step == "NoncombatMove"
    for ship in ("battleship", "transport", "submarine"):
        study.refused(f"move 1 {ship} sz-62 > sz-63", "AN-277")


@pytest.mark.rule("AN-931")
def test_a_lone_transport_must_fight_too() -> None:
    study = Study("clear", "place 1 usa transport, 1 japan destroyer sz-62", "turn usa combat-move")
    study.play("end", dice=[3, 3, 2])  # it cannot shoot and has nowhere to go
    assert study.units("sz-62") == {"japan destroyer": 1}


@pytest.mark.rule("AN-137")
def test_leave_and_fight_elsewhere() -> None:
    study = Study(
        *SHARED,
        "place 1 japan cruiser sz-60",
        "place 1 japan infantry manchuria",
        "turn usa combat-move",
    )
    study.play("move 1 battleship sz-62 > sz-60")
    study.play("move 1 transport sz-62 > sz-63", "load 1 infantry buryatia-ssr > sz-63")
    study.play("move 1 transport[infantry] sz-63 > sz-62", "land 1 infantry sz-62 > manchuria")
    study.play("move 1 submarine sz-62 > sz-60")
    assert study.units("sz-60")["usa battleship"] == 1


@pytest.mark.rule("AN-138")
def test_leave_load_and_return() -> None:
    study = Study(*SHARED, "turn usa combat-move")
    study.play("move 1 transport sz-62 > sz-63")
    study.play("load 1 infantry, 1 tank buryatia-ssr > sz-63")
    study.play("move 1 transport[infantry+tank] sz-63 > sz-62")
    study.play("land 1 infantry, 1 tank sz-62 > japan")
    study.play("end", dice=[6, 4, 6])
    assert study.owner("japan") == "usa"


@pytest.mark.rule("AN-139")
def test_leave_without_fighting() -> None:
    study = Study(*SHARED, "turn usa combat-move")
    study.play("move 1 battleship, 1 transport, 1 submarine sz-62 > sz-60 > sz-59", "end")
    assert study.step == "NoncombatMove"
    assert study.units("sz-62") == {"japan destroyer": 1}


@pytest.mark.rule("AN-140")
def test_no_second_move() -> None:
    study = Study(*SHARED, "turn usa combat-move")
    study.play("move 1 transport, 1 submarine sz-62 > sz-63")
    study.play("end", dice=[4, 6])  # the battleship stayed and fought
    study.refused("move 1 transport sz-63 > sz-64", "AN-277")
    study.refused("move 1 submarine sz-63 > sz-64", "AN-277")
    study.refused("move 1 battleship sz-62 > sz-63", "AN-277")
    study.refused("load 1 infantry buryatia-ssr > sz-63", "AN-290")


@pytest.mark.rule("AN-141", "AN-290")
def test_no_loading_in_the_shared_zone() -> None:
    study = Study(*SHARED, "place 1 usa transport sz-60", "turn usa combat-move")
    study.refused("load 1 infantry buryatia-ssr > sz-62", "AN-141")
    study.play("end", dice=[6, 4, 6])
    # In phase 5 the zone is clear and friendly, so a fresh transport may.
    study.play("move 1 transport sz-60 > sz-62", "load 1 infantry buryatia-ssr > sz-62")
    assert study.units("sz-62")["usa transport[infantry]"] == 1


@pytest.mark.rule("AN-141")
def test_a_zone_that_was_not_shared_may_be_used_when_cleared() -> None:
    study = Study(
        "clear",
        "place 1 usa battleship, 1 usa transport sz-63",
        "place 1 japan destroyer sz-62",
        "place 1 usa infantry buryatia-ssr",
        "turn usa combat-move",
    )
    study.play("move 1 battleship sz-63 > sz-62")
    study.play("end", dice=[4, 6])
    study.play("move 1 transport sz-63 > sz-62", "load 1 infantry buryatia-ssr > sz-62")
    assert study.units("sz-62")["usa transport[infantry]"] == 1
