"""Whole rounds of captains on the 1940 boards: they end, and what they leave can be verified."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.bots.axis1940 import Captain
from sandtable.games import find_title
from sandtable.games.axis.actions import Hold
from sandtable.table import read_record, verify_record, write_record
from tests.rules.global1940.study import Study


def played(title: str, rounds: int) -> sandtable.Game:
    game = sandtable.new(title, seed=4)
    bots = {seat: make_bot("captain", game.rules, f"4 {seat}") for seat in game.seats}
    while game.decision is not None and game.state.round <= rounds:
        seat = game.decision.seats[0]
        game.play(bots[seat].choose(game.position.seen_by(seat), seat, 500), seat)
    return game


@pytest.mark.parametrize(
    ("title", "rounds"),
    [("pacific-1940", 3), ("europe-1940", 1), ("global-1940", 1), ("house-1940", 1)],
)
def test_captains_play_and_the_record_verifies(title: str, rounds: int) -> None:
    game = played(title, rounds)
    assert game.state.round == rounds + 1
    record = read_record(write_record(game, finished=True))
    assert verify_record(record, find_title) > 10


def test_who_has_no_idea_does_nothing() -> None:
    """Where there is nothing to end, a commander without a plan holds."""
    study = Study(
        "clear",
        "airbase united-kingdom 0",
        "place 1 uk destroyer sz-110",
        "place 3 uk fighter united-kingdom",
        "place 1 germany cruiser sz-112",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-112 > sz-110", "end")
    assert study.asked == ("uk",)
    captain = make_bot("captain", study.rules, 1)
    assert isinstance(captain, Captain)
    assert captain.settle(study.game.position.seen_by("uk"), "uk") == Hold()
