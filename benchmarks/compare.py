"""Two source trees timed against each other in one run, by processor time.

``python -m benchmarks.compare OTHER`` plays the same game in this tree and in the checkout
``OTHER``, turn about, and prints what this tree's speed is of the other's (1.00: equal, less:
slower). Other work on the machine hits both alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

TITLE, SEED, ROUNDS = "anniversary-1941", 5, 5
EVERY = 40
"""At every so many actions of the game the legal ones are listed."""
TASKS = ("check and apply", "list")


class Runner:
    """A process that does the tasks with one tree's code whenever it is asked."""

    def __init__(self, tree: Path, seconds: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--work", str(seconds)],
            env={**os.environ, "PYTHONPATH": str(tree / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, task: str) -> float:
        """Processor seconds for the task once."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(task + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def tasks() -> Iterator[Callable[[], object]]:
    """The work itself, by what both trees offer: a game checked and played, and moves listed."""
    import sandtable
    from sandtable.bots import make_bot
    from sandtable.table import Played, Position

    game = sandtable.new(TITLE, seed=SEED)
    bot = make_bot("cadet", game.rules, SEED)
    listed: list[tuple[Position[Any], str]] = []
    while game.decision is not None and game.state.round <= ROUNDS:
        seat = game.decision.seats[0]
        if not len(game.journal) % EVERY:
            listed.append((game.position.copy(), seat))
        game.play(bot.choose(game.position, seat, 0), seat)
    rules = game.rules
    lines = [
        (entry.seat, rules.parse(entry.action)) if isinstance(entry, Played) else ("", entry.faces)
        for entry in game.journal.line
    ]
    options = rules.read_options({})
    players = {seat: seat for seat in rules.seats(options)}

    def check_and_apply() -> None:
        position = Position(rules, rules.setup(options, players))
        for seat, step in lines:
            if isinstance(step, tuple):
                position.resolve(step)
            else:
                position.play(seat, step)

    def list_actions() -> int:
        return sum(len(list(position.legal_actions(seat))) for position, seat in listed)

    yield check_and_apply
    yield list_actions


def work(seconds: float) -> None:
    ready = dict(zip(TASKS, tasks(), strict=True))
    for line in sys.stdin:
        task = ready[line.strip()]
        start, count = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            task()
            count += 1
        print(spent / count, flush=True)


def compare(other: Path, passes: int, seconds: float) -> None:
    here = Path(__file__).resolve().parent.parent
    runners = [Runner(here, seconds), Runner(other, seconds)]
    for task in TASKS:
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(passes + 1):
            for runner, found in zip(runners, times, strict=True):
                found.append(runner.ask(task))
        mine, theirs = (found[1:] for found in times)  # the first pass warms up
        ratio = statistics.median(b / a for a, b in zip(mine, theirs, strict=True))
        best = min(theirs) / min(mine)
        print(
            f"{task:<16} here {min(mine) * 1e3:9.1f} ms   there {min(theirs) * 1e3:9.1f} ms"
            f"   speed {ratio:.3f} (median), {best:.3f} (best)"
        )
    for runner in runners:
        runner.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, nargs="?", help="another checkout of this project")
    parser.add_argument("--passes", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each task and pass")
    parser.add_argument("--work", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work is not None:
        work(asked.work)
    elif asked.other is None or not (asked.other / "src").is_dir():
        parser.error("name the other checkout: a folder with src in it")
    else:
        compare(asked.other, asked.passes, asked.seconds)


if __name__ == "__main__":
    main()
