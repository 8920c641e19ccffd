"""What a title calls its money is what the terminal calls it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from sandtable.cli import main

HOUSE, GLOBAL = "house-1940", "global-1940"
FORCES = ("3 infantry, 1 tank", "vs", "2 infantry")

Output = pytest.CaptureFixture[str]


def said(capsys: Output, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("title", "coin"), [(HOUSE, "PP"), (GLOBAL, "IPC")])
def test_a_position_is_shown_in_the_titles_money(
    capsys: Output, tmp_path: Path, title: str, coin: str
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(f"sandtable record 1\ntitle: {title}\n", encoding="utf-8")
    shown = said(capsys, "show", str(record))
    assert f" {coin}, income 30" in shown
    assert coin == "IPC" or "IPC" not in shown


def test_a_game_in_the_terminal_is_told_in_the_titles_money(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("board\nquit\n"))
    shown = said(capsys, "play", HOUSE, "--seed", "1")
    assert " PP, income 30" in shown
    assert "IPC" not in shown


@pytest.mark.parametrize(
    "question",
    [
        FORCES,
        (*FORCES, "--win", "0.5"),
        ("2 infantry", "vs", "1 infantry", "--hold", "0.5"),
        (*FORCES, "--then", "1 tank"),
        ("--raid", "2 bomber", "--facility", "complex"),
        ("--bomb", "v1"),
    ],
)
def test_odds_are_told_in_the_titles_money(capsys: Output, question: tuple[str, ...]) -> None:
    shown = said(capsys, "odds", *question, "--title", HOUSE)
    assert " PP" in shown
    assert "IPC" not in shown


def test_a_picture_of_odds_names_the_titles_money(capsys: Output, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    said(capsys, "odds", *FORCES, "--title", HOUSE, "--svg", str(picture))
    assert "Money swing for the attacker, in PP" in picture.read_text(encoding="utf-8")


def test_the_help_of_odds_names_no_titles_money(capsys: Output) -> None:
    assert "IPC" not in said(capsys, "odds", "--help")
