"""Refusals name the rule that refuses, where a code could stand for several."""

from __future__ import annotations

import pytest

from tests.rules.house1940.fights import on_land
from tests.rules.house1940.study import Study


@pytest.mark.rule("HV-090")
def test_too_few_losses() -> None:
    study = on_land("2 tank", "1 ussr infantry, 2 ussr tank", dice=[1, 1, 6, 6, 6])
    study.refused("lose 1 tank", "HV-090")
    study.allowed("lose 1 infantry, 1 tank")


@pytest.mark.rule("HV-121")
def test_too_many_paratroops() -> None:
    study = Study(
        "clear",
        "place 1 germany bomber, 4 germany infantry holland-belgium",
        "place 1 germany infantry germany",
        "turn germany combat-move",
    )
    study.refused("drop 4 infantry holland-belgium > france", "HV-121")
    study.allowed("drop 3 infantry holland-belgium > france")
    study.refused("drop 1 infantry germany > france", "HV-992")


@pytest.mark.rule("HV-943", "HV-911", "HV-144")
def test_what_a_nation_does_not_build() -> None:
    study = Study("round 9", "money france 30", "turn france purchase")
    study.refused("buy 1 platform", "HV-943")
    study.refused("buy 1 tiger", "HV-911")
    study.refused("buy 1 torpedo-bomber", "HV-144")


@pytest.mark.rule("HV-939")
def test_what_is_not_damaged_is_not_called_a_factory() -> None:
    study = Study(
        "clear",
        "place 2 italy battleship sz-97",
        "hurt 1 italy battleship sz-97",
        "money italy 20",
        "turn italy repairs",
    )
    for action in ("repair 2 battleship sz-97", "repair 1 port southern-italy"):
        study.refused(action, "HV-939")
        assert "factory" not in str(study.game.check(action))
    study.allowed("repair 1 battleship sz-97")
