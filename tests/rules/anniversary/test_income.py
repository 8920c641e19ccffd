"""Ledger section 12: income."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games.axis.events import Collected
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-304")
def test_a_power_is_paid_its_present_production() -> None:
    study = Study("clear", "money germany 4", "control ukraine germany", "turn germany mobilize")
    # The turn goes on to the Soviet purchase by itself: Germany has been paid.
    assert study.money("germany") == 4 + 31 + 2
    assert study.state.turn == study.world.power["ussr"]


@pytest.mark.rule("AN-304")
def test_what_was_taken_this_turn_is_paid() -> None:
    study = Study(
        "clear", "money germany 0", "place 1 germany tank poland", "turn germany combat-move"
    )
    study.play("move 1 tank poland > east-poland", "end", "end")
    assert study.money("germany") == 32


@pytest.mark.rule("AN-305")
def test_no_capital_no_income_and_no_bonus() -> None:
    study = Study(
        "clear",
        "control germany uk",
        "money germany 3",
        "turn germany noncombat-move",
        objectives=True,
    )
    events = study.play("end")
    assert study.money("germany") == 3
    assert not any(isinstance(e, Collected) for e in events)
    free = Study("clear", "money germany 3", "turn germany noncombat-move", objectives=True)
    events = free.play("end")
    paid = next(e for e in events if isinstance(e, Collected))
    assert (paid.income, [amount for amount, _ in paid.bonuses]) == (31, [5])


@pytest.mark.rule("AN-306")
def test_money_stays_with_its_power() -> None:
    study = Study("clear", "turn germany")
    before = dict(enumerate(study.state.money))
    study.refused("buy 1 italy infantry", "AN-030")
    for text in ("give 5 italy", "lend 5 italy", "pay italy 5"):
        with pytest.raises(Malformed):
            study.game.check(text)
    study.play("buy 2 infantry", "end")
    pass_to(study, "ussr", "Purchase")
    after = dict(enumerate(study.state.money))
    germany = study.world.power["germany"]
    assert after.pop(germany) == before.pop(germany) - 6 + 31
    assert after == before
