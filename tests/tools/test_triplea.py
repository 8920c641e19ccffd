"""The bridge to the other program's players, without that program: our half of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandtable.bots.arena import play_match, schedule
from sandtable.games import find_title

ROOT = Path(__file__).parents[2]
TITLE = "anniversary-1941"


def test_its_orders_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Path(__file__).parent / "fake_bridge.py"
    monkeypatch.setenv("SANDTABLE_BOTS", str(ROOT / "tools/triplea/bots.toml"))
    monkeypatch.setenv("WW2V3_XML", "no map is read")
    monkeypatch.setenv("TRIPLEA_BRIDGE", f"{sys.executable} {fake}")
    rules = find_title(TITLE)
    options = rules.read_options({})
    match = schedule(rules, options, ["triplea-fast", "cadet"], 2, "bridge")[0]
    assert match.seats["germany"] == "triplea-fast"
    played = play_match(TITLE, dict(options), match, 1)
    assert not played.failures
    record = played.record_text()
    assert "germany: buy 2 infantry, 1 tank" in record
    assert "germany: move 3 infantry bulgaria-romania > ukraine" in record
    assert "germany: move 3 infantry germany" not in record, "an order that is not allowed"
    assert "germany: place 1 tank germany" in record
