"""The ledger's worked cases AN-W.., each with the dice it gives."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-W01", "AN-170", "AN-169", "AN-122")
def test_blitz_and_return() -> None:
    study = Study("clear", "place 1 germany tank poland", "turn germany combat-move")
    study.play("move 1 tank poland > east-poland > poland")
    assert study.owner("east-poland") == "germany"
    assert (study.income("germany"), study.income("ussr")) == (32, 29)
    study.play("end")
    assert study.step == "NoncombatMove"
    assert study.units("poland") == {"germany tank": 1}
    study.refused("move 1 tank poland > germany", "AN-277")
