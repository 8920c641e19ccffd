"""Section 1 of the ledger, from AN-018: the canals of Panama and Suez."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-018")
def test_panama_canal() -> None:
    edits = ["clear", "place 1 usa cruiser sz-19", "place 1 japan cruiser sz-20"]
    study = Study(*edits, "turn usa noncombat-move")
    study.allowed("move 1 cruiser sz-19 > sz-18")
    study = Study(*edits, "control panama japan", "turn usa combat-move")
    study.refused("move 1 cruiser sz-19 > sz-20", "AN-021")
    study = Study(*edits, "turn usa combat-move")
    study.allowed("move 1 cruiser sz-19 > sz-20")
    study = Study(*edits, "turn japan combat-move")
    study.refused("move 1 cruiser sz-20 > sz-19", "AN-021")


@pytest.mark.rule("AN-019", "AN-020")
@pytest.mark.parametrize(
    ("egypt", "jordan", "italian", "british"),
    [
        ("uk", "uk", False, True),
        ("italy", "uk", False, False),
        ("uk", "italy", False, False),
        ("italy", "germany", True, False),
    ],
)
def test_suez_canal(egypt: str, jordan: str, italian: bool, british: bool) -> None:
    for power, open_to in (("italy", italian), ("uk", british)):
        study = Study(
            "clear",
            f"control egypt {egypt}",
            f"control trans-jordan {jordan}",
            f"place 1 {power} destroyer sz-15",
            f"turn {power} noncombat-move",
        )
        if open_to:
            study.allowed("move 1 destroyer sz-15 > sz-34")
        else:
            study.refused("move 1 destroyer sz-15 > sz-34", "AN-021")


@pytest.mark.rule("AN-021")
def test_a_canal_opens_the_turn_after() -> None:
    study = Study(
        "clear",
        "control egypt italy",
        "place 1 uk tank trans-jordan",
        "place 1 uk destroyer sz-34",
        "turn uk combat-move",
    )
    study.play("move 1 tank trans-jordan > egypt", "end")
    assert study.owner("egypt") == "uk"
    study.refused("move 1 destroyer sz-34 > sz-15", "AN-021")
    pass_to(study, "uk", "NoncombatMove")
    study.allowed("move 1 destroyer sz-34 > sz-15")


@pytest.mark.rule("AN-022")
def test_an_ally_may_hold_the_canal() -> None:
    study = Study(
        "clear",
        "control trans-jordan usa",
        "place 1 ussr submarine sz-15",
        "turn ussr noncombat-move",
    )
    study.allowed("move 1 submarine sz-15 > sz-34")


@pytest.mark.rule("AN-023")
def test_a_canal_costs_nothing() -> None:
    study = Study("clear", "place 1 uk destroyer sz-14", "turn uk noncombat-move")
    study.allowed("move 1 destroyer sz-14 > sz-15 > sz-34")
    study = Study("clear", "place 1 uk destroyer sz-15", "turn uk noncombat-move")
    study.play("move 1 destroyer sz-15 > sz-34 > sz-35")
    assert study.units("sz-35") == {"uk destroyer": 1}


@pytest.mark.rule("AN-024")
def test_land_units_cross_canals() -> None:
    study = Study(
        "clear",
        "control egypt italy",
        "place 1 italy infantry, 1 italy tank libya",
        "place 1 italy infantry egypt",
        "place 1 usa tank mexico",
        "turn italy combat-move",
    )
    # Suez is split and shut for ships; land units cross it all the same.
    study.play("move 1 infantry egypt > trans-jordan", "move 1 tank libya > egypt > trans-jordan")
    study.play("end")
    assert study.owner("trans-jordan") == "italy"
    study = Study("clear", "place 1 usa tank mexico", "turn usa noncombat-move")
    study.play("move 1 tank mexico > panama > eastern-united-states")
    assert study.units("eastern-united-states") == {"usa tank": 1}


@pytest.mark.rule("AN-025")
def test_aircraft_ignore_canals() -> None:
    study = Study(
        "clear",
        "control egypt italy",
        "control trans-jordan italy",
        "place 1 uk fighter gibraltar",
        "place 2 uk fighter, 1 uk carrier sz-15",
        "place 1 uk fighter, 1 uk carrier sz-34",
        "turn uk noncombat-move",
    )
    study.play("move 1 fighter sz-15 > sz-34")
    study.play("move 1 fighter sz-15 > egypt > sz-34 > persia")
    assert study.units("persia") == {"uk fighter": 1}
    study = Study(
        "clear",
        "control panama japan",
        "place 1 usa carrier sz-20",
        "place 1 usa fighter, 1 usa carrier sz-19",
        "turn usa noncombat-move",
    )
    study.play("move 1 fighter sz-19 > sz-20")
    assert study.units("sz-20") == {"usa carrier": 1, "usa fighter": 1}
