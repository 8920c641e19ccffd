"""The Python interface: studies from edits and dice, records from text, views by space."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.table import FixedDice

DUEL = (
    "clear",
    "place 1 germany infantry poland",
    "place 1 ussr infantry east-poland",
    "turn germany combat-move",
)


def test_a_position_is_set_up_with_edits_and_dice() -> None:
    game = sandtable.new("anniversary-1941", edits=DUEL, dice=[1, 6], seed=3)
    game.play("move 1 infantry poland > east-poland")
    game.play("end")
    assert game.view().space("east-poland").owner == "germany"
    assert [unit.owner for unit in game.view().space("east-poland").units] == ["germany"]


def test_after_the_fixed_dice_come_fair_ones() -> None:
    game = sandtable.new("anniversary-1941", edits=DUEL, dice=[6, 6], seed=3)
    game.play("move 1 infantry poland > east-poland")
    game.play("end")
    game.play("continue")  # rolls dice that nobody fixed


def test_dice_may_be_any_dice() -> None:
    dice = FixedDice([1, 6])
    game = sandtable.new("anniversary-1941", edits=DUEL, dice=dice)
    assert game.dice is dice


def test_a_record_is_read_and_loaded_from_its_text() -> None:
    game = sandtable.new("anniversary-1941", edits=DUEL, dice=[1, 6])
    game.play("move 1 infantry poland > east-poland")
    text = game.record()
    assert sandtable.read(text).actions == 1
    assert sandtable.load(text).state == game.state
    with pytest.raises(sandtable.Malformed, match="cannot read"):
        sandtable.read("no-such-file.txt")


def test_a_view_is_asked_by_space() -> None:
    view = sandtable.new("anniversary-1941", seed=1).view("japan")
    assert view.space("germany").owner == "germany"
    assert view.space("germany") == view.game.space("germany")
    with pytest.raises(sandtable.Malformed, match="did you mean germany"):
        view.space("germani")
