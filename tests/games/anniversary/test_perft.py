"""Counted legal actions of fixed positions: any change of what is legal shows up here.

``perft.toml`` holds the positions. ``counts`` are the legal actions by their first word; where
``two`` is given it counts the ways to play two actions in a row. Small positions say in a note
how their number comes about, so that it can be checked by hand.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rules.anniversary.study import Study

POSITIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "perft.toml").read_text(encoding="utf-8")
)["position"]


def set_up(position: dict[str, Any]) -> Study:
    return Study(*position["edits"], title=position.get("title", "anniversary-1941"))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["name"])
def test_counted(position: dict[str, Any]) -> None:
    study = set_up(position)
    actions = list(study.game.legal_actions())
    assert len(set(map(str, actions))) == len(actions), "an action is listed twice"
    counts = Counter(str(action).split()[0] for action in actions)
    assert dict(counts) == position["counts"]


@pytest.mark.parametrize("position", [p for p in POSITIONS if "two" in p], ids=lambda p: p["name"])
def test_counted_two_deep(position: dict[str, Any]) -> None:
    study = set_up(position)
    start = study.game.position
    seat = study.asked[0]
    total = 0
    for action in start.legal_actions(seat):
        after = start.copy()
        after.play(seat, action)
        decision = after.decision
        if decision is not None:
            total += len(after.legal_actions(decision.seats[0]))
    assert total == position["two"]


def test_there_are_enough() -> None:
    assert len(POSITIONS) >= 12
