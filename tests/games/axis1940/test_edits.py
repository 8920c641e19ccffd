"""A position of the 1940 titles is set up again from its own edit lines."""

from __future__ import annotations

import pytest

from sandtable.table import Malformed, Table
from tests.rules.global1940.study import Study

LINES = (
    "war germany ussr",
    "control france germany",
    "control finland germany",
    "airbase malta 2",
    "minor-factory norway 0",
    "upgrading norway",
    "kamikaze 4",
    "paid france 1",
    "deed violated germany switzerland",
    "pool uk-pacific 1 carrier",
    "money uk-europe 7",
    "place 1 uk carrier[france fighter] sz-98",
    "hurt 1 uk carrier[france fighter] sz-98",
    "place 1 germany battleship sz-112",
    "hurt 1 germany battleship sz-112",
    "round 3",
    "turn uk purchase",
)


def test_everything_is_written_down() -> None:
    study = Study(*LINES)
    again = Table(study.rules, edits=study.rules.edits(study.state))
    for field in study.state.__struct_fields__:
        assert getattr(again.state, field) == getattr(study.state, field), field


@pytest.mark.rule("G40-081")
def test_what_is_paid_once_is_not_paid_again() -> None:
    edits = ("clear", "control france germany", "place 2 uk tank southern-france")
    for paid, step in ((), "Muster"), (("paid france 1",), "NoncombatMove"):
        study = Study(*edits, "control southern-france uk", *paid, "turn uk combat-move")
        study.play("move 2 tank southern-france > france", "end")
        assert study.step == step


@pytest.mark.parametrize("line", ["paid france 9", "paid france 0", "kamikaze 7"])
def test_what_cannot_be(line: str) -> None:
    with pytest.raises(Malformed):
        Study(line)
