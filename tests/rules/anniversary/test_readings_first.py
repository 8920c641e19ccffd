"""Readings AN-901 to AN-932 that no other file of these tests covers."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-905")
@pytest.mark.parametrize(
    ("printed", "space"),
    [
        ("Kwantung", "kwangtung"),
        ("Midaway", "midway"),
        ("Caucaso", "caucasus"),
        ("Egitto", "egypt"),
        ("Manciuria", "manchuria"),
        ("Trans-Giordania", "trans-jordan"),
    ],
)
def test_names_as_printed(printed: str, space: str) -> None:
    study = Study("clear", f"place 1 usa fighter {printed}")
    assert study.units(space) == {"usa fighter": 1}


@pytest.mark.rule("AN-908")
def test_no_stacked_markers() -> None:
    """In a 1942 game Germany takes what Japan had lost, and keeps it."""
    study = Study(
        "clear",
        "control philippine-islands usa",
        "place 1 germany transport[infantry] sz-50",
        "turn germany combat-move",
        title="anniversary-1942",
    )
    study.play("land 1 infantry sz-50 > philippine-islands", "end")
    assert study.owner("philippine-islands") == "germany"


@pytest.mark.rule("AN-909")
@pytest.mark.parametrize("power", ["uk", "ussr", "usa"])
def test_any_ally_frees_chinese_land_for_china(power: str) -> None:
    study = Study(
        "clear",
        "control yunnan japan",
        f"place 1 {power} infantry sikang",
        f"turn {power} combat-move",
    )
    before = study.income(power)
    study.play("move 1 infantry sikang > yunnan", "end")
    assert study.owner("yunnan") == "china"
    assert study.income(power) == before


@pytest.mark.rule("AN-910")
@pytest.mark.parametrize("title", ["anniversary-1941", "anniversary-1942"])
def test_territories_originally_japanese(title: str) -> None:
    study = Study(title=title)
    japan = study.world.power["japan"]
    original = {s.id for s in study.world.spaces if s.original == japan}
    assert original == {
        "japan",
        "okinawa",
        "iwo-jima",
        "formosa",
        "caroline-islands",
        "french-indo-china-thailand",
    }


@pytest.mark.rule("AN-910")
@pytest.mark.parametrize(
    ("land", "bonus"), [("kiangsu", 0), ("manchuria", 0), ("iwo-jima", 5), ("formosa", 5)]
)
def test_what_the_british_objective_counts(land: str, bonus: int) -> None:
    study = Study(
        "clear",
        "control egypt italy",  # no other British objective is met
        "money uk 0",
        f"control {land} usa",
        "turn uk collect-income",
        objectives=True,
    )
    assert study.money("uk") == study.income("uk") + bonus


@pytest.mark.rule("AN-927")
def test_a_pair_moves_together() -> None:
    study = Study(
        "clear",
        "tech germany mechanized-infantry",
        "place 2 germany tank, 2 germany infantry poland",
        "place 1 germany infantry germany",
        "control baltic-states germany",
        "place 1 ussr infantry karelia-ssr",
        "turn germany combat-move",
    )
    # Friendly, then hostile; two pairs at once; nobody joins who starts elsewhere.
    study.play("move 2 tank, 2 infantry poland > baltic-states > karelia-ssr")
    assert study.units("karelia-ssr") == {
        "germany tank": 2,
        "germany infantry": 2,
        "ussr infantry": 1,
    }
    study.refused("move 1 infantry germany > poland > baltic-states", "AN-130")
