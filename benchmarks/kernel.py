"""What the table itself costs, on the toy title of the tests: ``python -m benchmarks.kernel``."""

from __future__ import annotations

import random

from benchmarks.measure import Bench
from sandtable.table import (
    FairDice,
    Rules,
    Table,
    dump,
    play_record,
    read_record,
    restore,
    write_record,
)
from tests.toy import Outpost, OutpostState, play_out

LONG = 2000


def game(seed: int) -> Table:
    return play_out(Table(Outpost(), {"rounds": 5}, dice=FairDice(b"k" * 32)), seed)


def long_game() -> Table:
    """Troops marching to and fro for two thousand actions."""
    table = Table(Outpost(), dice=FairDice(b"k" * 32))
    for number in range(LONG):
        table.play("march 1 camp > hill" if number % 2 == 0 else "march 1 hill > camp")
    return table


def main() -> None:
    bench = Bench()
    rules: Rules[OutpostState] = Outpost()
    played = game(1)
    actions = sum(1 for entry in played.journal.line if hasattr(entry, "action"))
    bench.measure("random play, per action", lambda: game(1), operations=actions, number=5)

    table = Table(Outpost(), dice=FairDice(b"k" * 32))
    rng = random.Random(1)
    legal = table.legal_actions()
    bench.measure("list the legal actions", lambda: list(legal), number=2000)
    bench.measure("sample a legal action", lambda: legal.sample(rng), number=2000)
    bench.measure("check an action", lambda: table.check("end"), number=2000)
    bench.measure("copy a position", table.position.copy, number=2000)
    bench.measure("view of a seat", lambda: table.view("red"), number=2000)

    saga = long_game()
    data, text = dump(saga), write_record(saga)
    bench.measure(f"save a game of {LONG} actions", lambda: dump(saga))
    bench.measure(f"open a save of {LONG} actions", lambda: restore(data, lambda title: rules))
    bench.measure(
        f"replay a record of {LONG} actions",
        lambda: play_record(read_record(text), lambda title: rules),
    )
    bench.report()


if __name__ == "__main__":
    main()
