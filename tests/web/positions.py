"""Positions in which a seat is asked something: the golden games have nearly every question."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.table import write_record
from tests.golden import recording

FEW = 6
"""So many golden games of a title are looked through."""


class Asked(msgspec.Struct, frozen=True):
    """Who is asked, and the record that leads there."""

    seat: str
    record: str


@cache
def decisions(title: str) -> dict[str, Asked]:
    """By the name of its step, the first time that each decision comes up in a title's games."""
    found: dict[str, Asked] = {}
    for game in recording.GAMES:
        if game.title != title or game.number >= FEW:
            continue
        golden = recording.load(game)
        table = recording.set_table(game, golden.rolls)
        for seat, action, _ in golden.actions:
            assert table.decision is not None
            step = table.decision.step
            if step not in found:
                found[step] = Asked(seat, write_record(table, finished=False))
            table.play(action, seat)
    return found
