"""The family, its odds and its bots know no unit of any title: what it can do is in its flags."""

from __future__ import annotations

import ast
import csv
from pathlib import Path

import pytest

from sandtable.games.axis import restrictions

GAMES = Path(__file__).parents[3] / "src" / "sandtable" / "games"
ROOMS = (GAMES, GAMES.parent / "odds", GAMES.parent / "bots")
MODULES = sorted(path for room in ROOMS for path in (room / "axis").glob("*.py"))


def unit_ids() -> set[str]:
    """All of them, but for words that the table of restrictions has for classes of units."""
    tables = list(GAMES.rglob("units.csv"))
    assert tables
    rows = [
        row
        for table in tables
        for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    ]
    return {row["unit"] for row in rows} - set(restrictions.UNITS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_no_unit_is_named(path: Path) -> None:
    named = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not named & unit_ids()
