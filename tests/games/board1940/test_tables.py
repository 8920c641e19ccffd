"""The tables of every board load, strictly: a word nobody knows stops it, with file and line."""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.tables import BadTable
from sandtable.games.axis.world import World

from .boards import BOARDS, PACKAGE, YEAR, opening, world

PHASES = tuple(phase.name for phase in AxisRules.turn)
INCOME = {
    "global": {
        "germany": 30, "ussr": 37, "japan": 26, "usa": 52, "china": 12, "uk-europe": 28,
        "uk-pacific": 17, "italy": 10, "anzac": 10, "france": 19,
    },
    "europe": {"germany": 30, "ussr": 28, "usa": 35, "uk": 29, "italy": 10, "france": 17},
    "pacific": {"japan": 26, "usa": 17, "china": 12, "uk": 16, "anzac": 10},
}  # fmt: skip
"""The production levels that the rulebooks print for the opening."""
SIZES = {"global": (334, 845), "europe": (187, 487), "pacific": (147, 330)}


def lines(board: str, name: str) -> int:
    own = files(PACKAGE) / "data" / board / name
    return len(list(csv.DictReader(own.read_text(encoding="utf-8").splitlines())))


@pytest.mark.parametrize("board", BOARDS)
def test_the_boards_are_complete(board: str) -> None:
    found = world(board)
    borders = sum(len(near) for near in found.board.near) // 2
    assert (len(found.spaces), borders) == SIZES[board]
    assert len(found.objectives) == lines(board, "objectives.csv")
    assert len(found.politics) == lines(board, "politics.csv")
    assert len(found.restrictions) == lines(board, "restrictions.csv")
    assert len(found.setup) == lines(board, "setup-1940.csv")
    assert len(found.regions) == lines(board, "regions.csv")


@pytest.mark.parametrize("board", BOARDS)
def test_lands_pay_what_the_rulebooks_say(board: str) -> None:
    found = world(board)
    income: dict[str, int] = {}
    for space, owner in enumerate(found.controllers):
        if owner >= 0 and found.powers[owner].has_money:
            purse = found.purses[found.purse_at(owner, space)].id
            income[purse] = income.get(purse, 0) + found.value[space]
    assert income == INCOME[board]
    assert {p.id: p.money for p in found.purses if p.money} == INCOME[board]


def test_neutral_land_belongs_to_its_leaning_with_its_army() -> None:
    found, state = world("global"), opening("global")
    turkey, greece = found.space["turkey"], found.space["greece"]
    assert found.powers[state.owner[turkey]].id == "strict"
    assert found.powers[state.owner[greece]].id == "pro-allies"
    assert [(found.powers[p.owner].id, n) for p, n in state.units[turkey]] == [("strict", 8)]
    assert sum(owner in found.neutral for owner in state.owner) == 39


def test_europe_and_the_pacific_differ_from_the_world() -> None:
    assert world("europe").controllers[world("europe").space["suriname"]] in world("europe").neutral
    assert world("global").powers[world("global").original[world("global").space["suriname"]]].id
    assert world("pacific").closed[world("pacific").space["amur"]]
    assert not world("global").closed[world("global").space["amur"]]


def test_canals_tell_who_else_may_pass() -> None:
    found = world("global")
    gate = found.board.gates[found.space["sz-91"], found.space["sz-92"]]
    assert "submarine:free" in gate.words
    assert len({g.name for g in found.board.gates.values()}) == 5
    assert not world("pacific").board.gates


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Path]:
    """A package whose tables a test may spoil."""
    folder = tmp_path / "spoilt_board"
    shutil.copytree(str(files(PACKAGE)), folder)
    sys.path.insert(0, str(tmp_path))
    yield folder / "data"
    sys.path.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("spoilt_board")]:
        del sys.modules[name]


SPOILT = {
    "global/objectives.csv": ("not-at-war(germany; ussr)", "not-at-war(germania; ussr)"),
    "global/politics.csv": ("captured(axis; united-kingdom)", "taken(axis; united-kingdom)"),
    "global/restrictions.csv": ("attack-never,every", "attack-rarely,every"),
    "global/regions.csv": ("alaska;", "alaskka;"),
    "global/purses.csv": ("uk-pacific,uk,india", "uk-pacific,uk,indja"),
    "global/powers.csv": (",Japan,yes", ",Japan,perhaps"),
    "global/coalitions.csv": ("germany;italy", "germany;italia"),
    "global/control-1940.csv": ("jehol,japan", "jehol,nippon"),
    "canals.csv": ("submarine:free", "submarines:free"),
    "spaces.csv": (",strict,", ",strickt,"),
    "connections.csv": ("afghanistan,", "afganistan,"),
    "europe/changes.csv": ("suriname,neutrality,strict", "suriname,neutrality,stricter"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_unknown_word_stops_the_load(copies: Path, name: str) -> None:
    right, wrong = SPOILT[name]
    path = copies / name
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    line = text[: text.index(right)].count("\n") + 1
    board = "europe" if name.startswith("europe") else "global"
    shown = "spaces.csv" if "changes" in name else path.name
    with pytest.raises(BadTable) as error:
        World("spoilt_board", YEAR, board=board, phases=PHASES)
    assert str(error.value).startswith(f"{shown}, line ")
    if shown == path.name:
        assert str(error.value).startswith(f"{shown}, line {line}: ")


def test_only_attacks_depend_on_who_stands_where(copies: Path) -> None:
    """All other rows are worked out once while owners, relations and deeds stay as they are."""
    path = copies / "global/restrictions.csv"
    text = path.read_text(encoding="utf-8")
    right = "enter-never,every,land;air,controlled(bystanders)"
    assert right in text
    path.write_text(text.replace(right, right.replace("controlled", "holding")), encoding="utf-8")
    with pytest.raises(BadTable, match="enter-never cannot depend on who stands where"):
        World("spoilt_board", YEAR, board="global", phases=PHASES)


def test_anniversary_has_the_same_words() -> None:
    for title in ("anniversary-1941", "anniversary-1942"):
        found: World = find_title(title).world  # type: ignore[attr-defined]
        assert len(found.objectives) == 17
        assert found.sides == ("axis", "allies")
        assert len(found.regions["china-move"]) == 10
