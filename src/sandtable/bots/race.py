"""Choosing among proposals that can be tried, when every trial depends on dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

DICE = 4.0
"""How many trials it takes until what they say counts for half: dice err, too."""
LAPS = 64
"""So often the last ones are tried at most."""
FIRST = 4
"""After so many laps the worse half gives up, and again whenever as many more were run."""


def race(
    entrants: Sequence[T],
    trial: Callable[[T, int], float],
    late: Callable[[], bool],
    laps: int = LAPS,
) -> T:
    """The entrant that ends best; the first one unless another is better as far as can be believed.

    ``trial`` tells what comes of an entrant with the dice of a number: in each lap all are tried
    with the same dice, so that what differs is what they do. The worse ones give up early.
    """
    values: list[list[float]] = [[] for _ in entrants]

    def lead(one: int) -> float:
        pairs = list(zip(values[one], values[0], strict=False))
        return sum(mine - first for mine, first in pairs) / (len(pairs) + DICE)

    running = list(range(len(entrants)))
    pause = FIRST
    for lap in range(laps):
        if len(running) < 2:
            break
        for one in running:
            if late():
                return entrants[max(range(len(entrants)), key=lead)]
            values[one].append(trial(entrants[one], lap))
        if lap + 1 == pause:
            pause *= 2
            others = sorted(running[1:], key=lead, reverse=True)
            running = [0, *others[: max(1, len(others) // 2)]]
    return entrants[max(range(len(entrants)), key=lead)]
