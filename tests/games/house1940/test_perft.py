"""Counted legal actions of fixed positions: any change of what is legal shows up here."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rules.house1940.study import Study

POSITIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "perft.toml").read_text(encoding="utf-8")
)["position"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["name"])
def test_counted(position: dict[str, Any]) -> None:
    actions = [str(action) for action in Study(*position["edits"]).game.legal_actions()]
    assert len(set(actions)) == len(actions), "an action is listed twice"
    assert dict(Counter(action.split()[0] for action in actions)) == position["counts"]


def test_there_are_enough() -> None:
    assert len(POSITIONS) >= 10
