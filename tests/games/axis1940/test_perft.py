"""Counted legal actions of fixed 1940 positions; ``perft.toml`` holds them.

``counts`` are the legal actions by their first word, after the ``moves`` with their ``dice``. Small
positions say in a note how their number comes about, so that it can be checked by hand.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rules.global1940.study import Study

POSITIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "perft.toml").read_text(encoding="utf-8")
)["position"]


def counted(position: dict[str, Any]) -> dict[str, int]:
    study = Study(
        *position["edits"],
        title=position.get("title", "global-1940"),
        dice=position.get("dice", ()),
        **position.get("options", {}),
    )
    study.play(*position.get("moves", ()))
    actions = [str(action) for action in study.game.legal_actions()]
    assert len(set(actions)) == len(actions), "an action is listed twice"
    return dict(Counter(action.split()[0] for action in actions))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["name"])
def test_counted(position: dict[str, Any]) -> None:
    assert counted(position) == position["counts"]


def test_there_are_enough() -> None:
    assert len(POSITIONS) >= 20
