"""Recorded games replay to the same positions. See ``recording`` for when they may change."""

from __future__ import annotations

import gzip

import pytest

from sandtable.table import read_record
from tests.golden import recording
from tests.golden.recording import FOLDER, GAMES, Golden, difference, load


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_golden_game_replays(game: Golden) -> None:
    assert difference(game) == ""


def test_every_file_is_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {game.path.name for game in GAMES}


def test_another_position_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    honest = load(game)
    seat, text, _ = honest.actions[4]
    honest.actions[4] = (seat, text, "000000")
    monkeypatch.setattr(recording, "load", lambda _: honest)
    assert difference(game) == f"the position after action 5, '{seat}: {text}', is another"


def test_a_golden_game_is_a_record() -> None:
    text = gzip.decompress(GAMES[0].path.read_bytes()).decode()
    assert read_record(text).actions == len(load(GAMES[0]).actions)
