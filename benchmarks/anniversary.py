"""What a game of Anniversary costs: ``python -m benchmarks.anniversary``."""

from __future__ import annotations

from benchmarks.axis_games import measure_game, random_game, tell_memory
from benchmarks.measure import Bench
from sandtable.games import find_title
from sandtable.table import dump, restore

TITLE = "anniversary-1941"
LONG = 2000


def main() -> None:
    bench = Bench()
    measure_game(bench, TITLE, "Germany")
    data = dump(random_game(TITLE, 11, actions=LONG))
    bench.measure(f"open a save of {LONG} actions", lambda: restore(data, find_title))
    bench.report()
    tell_memory(TITLE)


if __name__ == "__main__":
    main()
