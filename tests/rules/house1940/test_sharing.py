"""Multinational forces: sharing spaces, joint defence, allied transports."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

QUIET = (
    "clear",
    "place 1 uk infantry united-kingdom",
    "place 1 germany infantry germany",
    "place 1 ussr infantry russia",
)


def moving(
    nation: str, *edits: str, phase: str = "noncombat-move", multinational: bool = True
) -> Study:
    return Study(*QUIET, *edits, f"turn {nation} {phase}", multinational=multinational)


@pytest.mark.rule("HV-188", "HV-914", "HV-832")
def test_sharing_land() -> None:
    edits = (
        "place 1 uk infantry egypt",
        "control trans-jordan france",
        "place 1 france tank trans-jordan",
        "place 1 uk fighter egypt",
    )
    on = moving("uk", *edits)
    on.play("move 1 infantry egypt > trans-jordan", "move 1 fighter egypt > trans-jordan")
    assert on.units("trans-jordan") == {"uk infantry": 1, "uk fighter": 1, "france tank": 1}
    off = moving("uk", *edits, multinational=False)
    off.refused("move 1 infantry egypt > trans-jordan", "HV-832")
    off.refused("move 1 fighter egypt > trans-jordan", "HV-832")


@pytest.mark.rule("HV-832", "HV-081")
def test_sea_zones_are_shared_in_any_case() -> None:
    edits = ("place 1 uk cruiser sz-110", "place 1 france cruiser sz-109")
    for option in (True, False):
        study = moving("uk", *edits, multinational=option)
        study.play("move 1 cruiser sz-110 > sz-109")
        assert study.units("sz-109") == {"uk cruiser": 1, "france cruiser": 1}


@pytest.mark.rule("HV-832", "HV-958")
def test_decks_of_allies() -> None:
    edits = ("place 1 usa carrier sz-110", "place 1 uk fighter united-kingdom")
    moving("uk", *edits).allowed("move 1 fighter united-kingdom > sz-110")
    off = moving("uk", *edits, multinational=False)
    assert off.game.check("move 1 fighter united-kingdom > sz-110") is not None


@pytest.mark.rule("HV-832", "HV-914")
def test_who_stands_together_at_the_start_stays_and_may_leave() -> None:
    study = Study("turn france noncombat-move", multinational=False)
    assert study.units("united-kingdom")["france infantry"] == 2
    assert study.game.check("move 1 infantry united-kingdom > scotland") is not None
    study = Study("control scotland france", "turn france noncombat-move", multinational=False)
    study.allowed("move 1 infantry united-kingdom > scotland")


@pytest.mark.rule("HV-189", "HV-997")
@pytest.mark.parametrize("multinational", [True, False])
def test_joint_defence_but_never_a_joint_attack(multinational: bool) -> None:
    study = moving(
        "germany",
        "place 1 france infantry france",
        "place 1 uk infantry france",
        "place 2 germany tank holland-belgium",
        "place 1 italy tank holland-belgium",
        "complex france none",
        phase="combat-move",
        multinational=multinational,
    )
    assert study.game.check("move 1 italy tank holland-belgium > france") is not None
    study.play("move 2 tank holland-belgium > france")
    study.play("end", dice=[6, 6, 2, 6])
    assert study.asked == ("germany",), "two defenders have fired, one hit"


@pytest.mark.rule("HV-190", "HV-191", "HV-192", "HV-998", "HV-829")
def test_an_allied_transport_in_three_steps() -> None:
    study = moving(
        "france",
        "place 2 france infantry united-kingdom",
        "place 1 uk transport sz-109",
        "control norway germany",
        "place 1 germany infantry norway",
    )
    study.play("load 2 infantry united-kingdom > sz-109")
    assert study.units("sz-109") == {"uk transport[france infantry+france infantry]": 1}
    assert study.game.check("land 2 infantry sz-109 > scotland") is not None, (
        "not where they boarded"
    )
    study.until("uk", "NoncombatMove")
    study.play("move 1 transport sz-109 > sz-119")
    study.refused("land 2 france infantry sz-119 > scotland", "HV-998")
    study.until("france", "NoncombatMove")
    study.play("land 2 infantry sz-119 > scotland")
    assert study.units("scotland") == {"france infantry": 2}


@pytest.mark.rule("HV-998", "HV-829", "HV-119")
def test_landing_from_an_allied_ship_in_phase_iii() -> None:
    study = moving(
        "france",
        "place 1 uk transport[france infantry+france infantry] sz-110",
        "control normandy-bordeaux germany",
        "complex normandy-bordeaux none",
        phase="combat-move",
    )
    study.play("land 2 infantry sz-110 > normandy-bordeaux", "end")
    while study.asked == ("france",) and study.legal("fight"):
        study.play("fight normandy-bordeaux")
    assert study.owner("normandy-bordeaux") == "france"
    assert study.units("sz-110") == {"uk transport": 1}
    study.until("uk", "NoncombatMove")
    assert study.game.check("move 1 transport sz-110 > sz-109") is not None, "the ship is used"


@pytest.mark.rule("HV-832", "HV-190")
def test_no_allied_transports_without_the_option() -> None:
    study = moving(
        "france",
        "place 2 france infantry united-kingdom",
        "place 1 uk transport sz-109",
        multinational=False,
    )
    assert study.game.check("load 1 infantry united-kingdom > sz-109") is not None


@pytest.mark.rule("HV-832")
def test_ships_of_allies_are_refused_by_the_rule_that_forbids_them() -> None:
    study = Study(
        "clear",
        "place 1 france carrier, 1 france transport sz-110",
        "place 1 uk fighter, 1 uk infantry united-kingdom",
        "turn uk noncombat-move",
        multinational=False,
    )
    study.refused("move 1 fighter united-kingdom > sz-110", "HV-832")
    study.refused("load 1 infantry united-kingdom > sz-110", "HV-832")
    study.refused("move 1 fighter united-kingdom > sz-109", "HV-958")


@pytest.mark.rule("HV-832", "HV-959")
@pytest.mark.parametrize("multinational", [True, False])
def test_a_carrier_leaves_no_aircraft_of_its_nation_on_an_allys_deck(multinational: bool) -> None:
    edits = ("clear", "place 1 uk carrier, 1 france carrier sz-110", "place 2 uk fighter sz-110")
    study = Study(*edits, "turn uk noncombat-move", multinational=multinational)
    study.play("move 1 carrier sz-110 > sz-109")
    assert study.units("sz-109") == {"uk carrier": 1, "uk fighter": 2}


@pytest.mark.rule("HV-958", "HV-959")
def test_aircraft_for_which_a_carrier_has_no_room_stay_on_the_allys() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 france carrier sz-110",
        "place 5 uk fighter sz-110",
        "turn uk noncombat-move",
    )
    study.play("move 1 carrier sz-110 > sz-109")
    assert study.units("sz-109") == {"uk carrier": 1, "uk fighter": 3}
    assert study.units("sz-110") == {"france carrier": 1, "uk fighter": 2}
