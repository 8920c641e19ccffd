"""The recipe that says what income is worth."""

from __future__ import annotations

import pytest

from tools.judgement.fit import Sample, fit


def test_the_fit_finds_what_the_games_were_made_with() -> None:
    """A tenth of all units is worth twice as much as a tenth of all income; there are ten times
    as many IPCs of units, so an IPC of income is worth five of units."""
    samples = [
        Sample(round_, units, income, 1000.0, 100.0, 0.2 * units + 0.1 * income + 0.01 * round_)
        for round_ in (2, 3)
        for units in (0.3, 0.5, 0.6)
        for income in (0.4, 0.5, 0.7)
    ]
    assert fit(samples).income == pytest.approx(5.0)
