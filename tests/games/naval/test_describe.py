"""The terminal's picture of a battle, and looking at a single card."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.games import find_title
from sandtable.table import Malformed, play_record, read_record

TURN = Path(__file__).parents[2] / "rules" / "naval" / "w01-09-published-turn.rec"


def test_a_position_in_a_few_lines() -> None:
    table = play_record(read_record(TURN.read_text(encoding="utf-8")), find_title, 14)
    text = table.rules.describe(table.state, "p3")
    assert "p1 Japan: 0 of 25 points, hand 0" in text
    assert "  line 2: bismarck 11/11, t13 2/2" in text
    assert "  submarines: i-174 active 2/2" in text
    assert "  prepared: missed (shimakaze)" in text
    assert "attack 3: yamato with heavy-4 at bismarck" in text
    assert "attack 6: base-raid-2 at bismarck: 5 needed, 33%" in text
    assert "attack 7: shoho at t13: 6 needed, 17%" in text
    assert "your hand: diversion, escort, light-target" in text
    assert "armour" not in text  # Dan's hand
    assert "your" not in table.rules.describe(table.state, None)


def test_looking_at_a_card() -> None:
    game = sandtable.new("naval")
    assert game.rules.space(game.state, None, "yamato").hull == 13
    assert game.rules.space(game.state, None, "heavy-4").damage == 4
    with pytest.raises(Malformed, match="did you mean bismarck"):
        game.rules.space(game.state, None, "bismark")
