"""The family, its odds and its bots name no title, power, territory or unit: the tables do."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.games import BUILT_IN

SOURCE = Path(__file__).parents[3] / "src" / "sandtable" / "games"
ROOMS = (SOURCE, SOURCE.parent / "odds", SOURCE.parent / "bots")
FAMILY = sorted(path for room in ROOMS for path in (room / "axis").glob("*.py"))
TABLES = sorted([*(SOURCE / "anniversary").rglob("*.csv"), *(SOURCE / "board1940").rglob("*.csv")])
COLUMNS = {"spaces.csv": "id", "powers.csv": "power", "units.csv": "unit"}
WORDS = {"strict"}
"""Ids that are ordinary words of code as well (``zip(…, strict=True)``)."""


def ids(name: str) -> set[str]:
    """All ids of one sort in the tables of every board."""
    column = COLUMNS[name]
    return {
        row[column]
        for path in TABLES
        if path.name == name
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    } - WORDS


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings of the code, docstrings left out, and the names of variables and attributes."""
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


PLACES = re.compile(
    "|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(ids("spaces.csv")))
)
POWERS = re.compile(
    "|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(ids("powers.csv")))
)


@pytest.mark.parametrize("path", FAMILY, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_no_power_and_no_territory_is_named(path: Path) -> None:
    """Neither in code nor in comments; a sentence for people may give an example in a docstring."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    named = [
        (line, text) for line, text in texts(tree) if PLACES.search(text) or POWERS.search(text)
    ]
    assert not named
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    places = {name.replace("-", "_") for name in ids("spaces.csv") | ids("powers.csv")}
    assert not names & places


@pytest.mark.parametrize("path", FAMILY, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_no_kind_of_unit_is_a_word_of_the_code(path: Path) -> None:
    """A sentence may speak of transports; a rule asks for an ability."""
    kinds = ids("units.csv")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [(line, text) for line, text in texts(tree) if text in kinds]


@pytest.mark.parametrize("path", FAMILY, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_no_title_is_named(path: Path) -> None:
    source = path.read_text(encoding="utf-8").lower()
    titles = {part for title in BUILT_IN for part in (title, title.partition("-")[0])}
    names = titles - {"naval"} | {"board1940", "axis1940"}  # ships are naval, too
    assert not [name for name in names if re.search(rf"\b{name}\b", source)]
