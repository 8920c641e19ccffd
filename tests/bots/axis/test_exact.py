"""Captain decides by exact odds, with the kernel and without."""

from __future__ import annotations

import pytest

from sandtable.bots.axis import exact
from sandtable.bots.axis.outlook import Outlook
from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.odds import kernel
from sandtable.odds.axis import odds

ROUGH = Outlook(0.5, 1.0, 1.0, ((0, 1),))


@pytest.fixture
def rules() -> AxisRules:
    found = find_title("anniversary-1941")
    assert isinstance(found, AxisRules)
    return found


@pytest.mark.parametrize("without", [False, True])
def test_chances_and_losses_are_exact(
    rules: AxisRules, monkeypatch: pytest.MonkeyPatch, without: bool
) -> None:
    if without:
        monkeypatch.setattr(exact, "kernel", lambda: None)
    exact._exact.cache_clear()
    kind = rules.world.kind
    attackers = ((kind["infantry"], 3), (kind["tank"], 1))
    defenders = ((kind["infantry"], 2),)
    found = exact.confirmed(rules, attackers, defenders, sea=False, techs=(0, 0), rough=ROUGH)
    expected = odds("3 infantry, 1 tank", "2 infantry")
    assert found.win == pytest.approx(expected.take)
    assert found.attacker_loss == pytest.approx(expected.cost(True))
    assert found.defender_loss == pytest.approx(expected.cost(False))
    assert found.survivors == ROUGH.survivors
    assert exact.quick(rules) is not without
    exact._exact.cache_clear()


def test_where_nobody_defends_the_estimate_stands(rules: AxisRules) -> None:
    assert exact.confirmed(rules, (), (), sea=True, techs=(0, 0), rough=ROUGH) is ROUGH
    assert kernel.absence() == ""
