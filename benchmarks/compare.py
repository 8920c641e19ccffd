"""Two source trees timed against each other in one run, by processor time.

``python -m benchmarks.compare OTHER`` plays the same game in this tree and in the checkout
``OTHER``, turn about, and prints what this tree's speed is of the other's (1.00: equal, less:
slower). Other work on the machine hits both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

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

    def ask(self, *words: object) -> Any:
        """One question and its answer, each a line of JSON."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


Line: TypeAlias = "tuple[str, str | list[int]]"
"""A seat and its action, or no seat and the faces of a roll."""


class Work:
    """What both trees can do: record a random game, play one again, list legal actions."""

    def __init__(self) -> None:
        from sandtable.games import find_title
        from sandtable.table import Position

        self.rules = find_title(TITLE)
        self.options = self.rules.read_options({})
        self.players = {seat: seat for seat in self.rules.seats(self.options)}
        self.position = Position
        self.lines: list[tuple[str, Any]] = []
        self.listed: list[tuple[Any, str]] = []

    def record(self) -> list[Line]:
        import sandtable
        from sandtable.bots import make_bot
        from sandtable.table import Played

        game = sandtable.new(TITLE, seed=SEED)
        bot = make_bot("cadet", game.rules, SEED)
        while game.decision is not None and game.state.round <= ROUNDS:
            seat = game.decision.seats[0]
            game.play(bot.choose(game.position, seat, 0), seat)
        return [
            (e.seat, e.action) if isinstance(e, Played) else ("", list(e.faces))
            for e in game.journal.line
        ]

    def load(self, lines: list[Line]) -> int:
        """How many lines of the game can be played with this tree's rules."""
        self.lines = [
            (seat, self.rules.parse(step) if isinstance(step, str) else tuple(step))
            for seat, step in lines
        ]
        position = self._start()
        for number, (seat, step) in enumerate(self.lines):
            if seat and not number % EVERY:
                self.listed.append((position.copy(), seat))
            try:
                self._step(position, seat, step)
            except Exception:
                return number
        return len(lines)

    def cut(self, count: int) -> int:
        self.lines = self.lines[:count]
        self.listed = self.listed[: count // EVERY]
        return count

    def _start(self) -> Any:
        return self.position(self.rules, self.rules.setup(self.options, self.players))

    def _step(self, position: Any, seat: str, step: Any) -> None:
        if seat:
            position.play(seat, step)
        else:
            position.resolve(step)

    def check_and_apply(self) -> None:
        position = self._start()
        for seat, step in self.lines:
            self._step(position, seat, step)

    def list_actions(self) -> int:
        return sum(len(list(position.legal_actions(seat))) for position, seat in self.listed)


def work(seconds: float) -> None:
    worker = Work()
    tasks = dict(zip(TASKS, (worker.check_and_apply, worker.list_actions), strict=True))
    for line in sys.stdin:
        name, *args = json.loads(line)
        if name not in tasks:
            print(json.dumps(getattr(worker, name)(*args)), flush=True)
            continue
        start, count = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            tasks[name]()
            count += 1
        print(json.dumps(spent / count), flush=True)


def compare(other: Path, passes: int, seconds: float) -> None:
    """The game is the other tree's, as far as both trees' rules allow it."""
    here = Path(__file__).resolve().parent.parent
    runners = [Runner(here, seconds), Runner(other, seconds)]
    lines = runners[1].ask("record")
    count = min(runner.ask("load", lines) for runner in runners)
    for runner in runners:
        runner.ask("cut", count)
    print(f"{count} of {len(lines)} lines of a game of {TITLE}")
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
