"""Timing with a yardstick: every figure is also a ratio to a loop measured in the same run.

Machines differ and have moods; the ratio travels, the microseconds do not.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

REPEAT = 5


class Figure(msgspec.Struct, frozen=True):
    """Seconds for one operation, and how many passes of the yardstick that is."""

    name: str
    seconds: float
    ratio: float


def yardstick() -> None:
    """Plain interpreter work of a fixed amount: calls, attributes, dicts, small integers."""
    counts: dict[int, int] = {}
    for number in range(1000):
        key = number % 37
        counts[key] = counts.get(key, 0) + len(str(number))


def best(work: Callable[[], Any], number: int = 1, repeat: int = REPEAT) -> float:
    """Seconds for one call of ``work``: the fastest of several runs of ``number`` calls.

    Processor time of this process, so that other work on the machine counts less.
    """
    fastest = float("inf")
    for _ in range(repeat):
        gc.collect()
        start = time.process_time()
        for _ in range(number):
            work()
        fastest = min(fastest, (time.process_time() - start) / number)
    return fastest


class Bench:
    """Collects figures and prints them.

    ``measure`` times the yardstick just before the work, so both meet the same mood.
    """

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    def measure(
        self,
        name: str,
        work: Callable[[], Any],
        *,
        number: int = 1,
        operations: int = 1,
        repeat: int = REPEAT,
    ) -> Figure:
        """Time ``work``; ``operations`` says how many operations one call of it makes."""
        unit = best(yardstick, 20)
        seconds = best(work, number, repeat) / operations
        figure = Figure(name, seconds, seconds / unit)
        self.figures.append(figure)
        return figure

    def report(self) -> None:
        """A table, or JSON with ``--json``."""
        if "--json" in sys.argv[1:]:
            print(json.dumps([msgspec.to_builtins(figure) for figure in self.figures], indent=2))
            return
        width = max(len(figure.name) for figure in self.figures)
        for figure in self.figures:
            micros = figure.seconds * 1e6
            print(f"{figure.name:<{width}}  {micros:12.1f} µs  {figure.ratio:9.4f} yardsticks")
