"""What tests of all folders share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sandtable import games, ledger
from tests import toy

# How busy a machine is says nothing about the code.
settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")

TOYS = {
    "toy": "tests.toy:Outpost",
    "faulty": "tests.toy:Faulty",
    "faulty-dice": "tests.toy:FaultyDice",
}


def _forget() -> None:
    games._known.cache_clear()
    games.find_title.cache_clear()


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The toy titles among the known ones, and their ledger as the only one."""
    book = tmp_path / "ledgers" / "toy.md"
    book.parent.mkdir()
    book.write_text(toy.LEDGER, encoding="utf-8")
    monkeypatch.setattr(games, "BUILT_IN", TOYS)
    monkeypatch.setattr(ledger, "_PLACES", (book.parent,))
    _forget()
    yield
    _forget()
