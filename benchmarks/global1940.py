"""What a game of Global 1940 costs: ``python -m benchmarks.global1940``.

An update is what a client is told of the position after a move, as a difference; with the entry and
the table around it it is told by ``python -m benchmarks.bench_server --title global-1940``.
"""

from __future__ import annotations

import statistics

import msgspec

import sandtable
from benchmarks.axis_games import measure_game, tell_memory
from benchmarks.measure import Bench
from sandtable.server.patch import difference, flatten

TITLE = "global-1940"
MOVES = 40


def update_sizes(opening: sandtable.Game) -> list[int]:
    """Bytes of the differences after some of the opening's moves."""
    legal, rules = opening.legal_actions(), opening.rules
    before = flatten(rules.view(opening.state, None))
    sizes = []
    moves = list(legal)[1:]
    for move in moves[:: max(1, len(moves) // MOVES)]:
        after = opening.position.copy()
        after.play(legal.seat, move)
        changes = difference(before, flatten(rules.view(after.state, None)))
        sizes.append(len(msgspec.json.encode(changes)))
    return sizes


def main() -> None:
    bench = Bench()
    opening = measure_game(bench, TITLE, "Germany")
    bench.report()
    view = len(msgspec.json.encode(opening.view("germany")))
    sizes = update_sizes(opening)
    print(f"a view: {view / 1e3:.1f} kB; an update after one of {len(sizes)} moves:", end=" ")
    print(f"median {statistics.median(sizes):.0f} bytes, most {max(sizes)}")
    tell_memory(TITLE)


if __name__ == "__main__":
    main()
