"""Bombers over their target: FA-150 to FA-155, FA-911."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.rule("FA-150", "FA-151", "FA-152", "FA-911")
def test_overflight(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 bomber", "units usa idaho 1 infantry", "turn west 2 declare"
    )
    s.play("declare idaho; end")
    assert s.refusal("move 1 bomber zone-west-2 > oregon-cascades") == "FA-150"
    assert s.refusal("end") == "FA-132"
    s.play("move 2 bomber zone-west-2 > idaho")
    s.play("end", 2, 2, 2)  # no choice: both must attack
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(6,), (10, 10)]


@pytest.mark.rule("FA-153", "FA-154", "FA-155")
def test_overflight_in_company_and_number(study: Any) -> None:
    s = study(
        "units west zone-west-2 5 bomber",
        "units west zone-west-3 1 bomber",
        "units west zone-west-1 1 tank",
        "control west-washington west",
        "units usa portland 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; end; move 1 tank zone-west-1 > west-washington")
    s.play("move 4 bomber zone-west-2 > portland; move 1 bomber zone-west-3 > portland")
    assert s.refusal("move 1 bomber zone-west-2 > portland") == "FA-154"
    s.play("end; commit portland", 2, *[2] * 6, 2)  # five from above, one from the zone, a tank
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(6,), (10,) * 6, (8,)]


@pytest.mark.rule("FA-154")
def test_four_bombers_and_two_more_at_once(study: Any) -> None:
    s = study(
        "units west zone-west-2 4 bomber",
        "units west zone-west-3 2 bomber",
        "units usa portland 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; end; move 4 bomber zone-west-2 > portland")
    assert s.refusal("move 2 bomber zone-west-3 > portland") == "FA-154"
    s.play("move 1 bomber zone-west-3 > portland")
    assert s.units("west", "portland") == "5 bomber"
