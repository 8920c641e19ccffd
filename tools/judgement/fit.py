"""Fits the worth of income for general's judgement to games of the arena.

    sandtable arena anniversary-1941 captain triplea-fast --pairs 20 --rounds 8 --out games.jsonl
    python -m tools.judgement.fit games.jsonl …

At the beginning of each round but the first and the last two a side's shares of all units and of
all income are read off; what they have been worth is its share of both at the end of the game. A
linear regression, with a constant for each round, gives the weights of the two shares; with the
totals of units and income they say how many IPCs of units an IPC of income is worth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from sandtable.bots.arena.match import Played
from sandtable.bots.axis.weights import Weights
from sandtable.games import find_title
from sandtable.table import Table, play_record, read_record

LAST = 2
"""So many rounds at the end tell nothing: hardly anything comes after them."""


class Sample(msgspec.Struct):
    """A side's shares when a round begins, with the totals, and its shares at the end."""

    round: int
    units: float
    income: float
    all_units: float
    all_income: float
    later: float = 0.0


def shares(table: Table, side: str, round_: int) -> Sample:
    teams = {power.id: power.team for power in table.rules.powers or ()}
    charts = table.rules.statistics(table.state)
    held, total = {}, {}
    for name in ("units", "income"):
        lines = charts[name]
        total[name] = sum(lines.values())
        mine = sum(amount for line, amount in lines.items() if teams.get(line) == side)
        held[name] = mine / total[name]
    return Sample(round_, held["units"], held["income"], total["units"], total["income"])


def samples_of(record: str) -> list[Sample]:
    played = play_record(read_record(record), find_title)
    table = Table(played.rules, played.options, None, None)
    side = next(power.team for power in table.rules.powers or ())
    found: list[Sample] = []
    for entry in played.journal.line:
        before = table.state.round
        table.replay(entry)
        if table.state.round != before:
            found.append(shares(table, side, table.state.round))
    end = shares(table, side, 0)
    for sample in found:
        sample.later = (end.units + end.income) / 2
    return found[:-LAST]


def read(paths: list[Path]) -> Iterator[Sample]:
    for path in paths:
        for line in path.read_bytes().splitlines()[1:]:
            yield from samples_of(msgspec.json.decode(line, type=Played).record_text())


def fit(samples: list[Sample]) -> Weights:
    rounds = sorted({sample.round for sample in samples})
    x = np.array([[s.units, s.income, *(float(s.round == r) for r in rounds)] for s in samples])
    y = np.array([s.later for s in samples])
    found = np.linalg.lstsq(x, y, rcond=None)[0]
    told = 1 - float(np.var(y - x @ found)) / float(np.var(y))
    print(f"{len(y)} positions, {told:.2f} of the variance explained", file=sys.stderr)
    units = found[0] / np.mean([s.all_units for s in samples])
    income = found[1] / np.mean([s.all_income for s in samples])
    return Weights(income=round(float(income / units), 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", type=Path, nargs="+", metavar="GAMES.jsonl")
    found = fit(list(read(parser.parse_args().paths)))
    print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


if __name__ == "__main__":
    main()
