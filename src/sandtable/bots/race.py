"""Choosing among proposals that can be tried, when every trial depends on dice."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

T = TypeVar("T")

DICE = 4.0
"""How many trials it takes until what they say counts for half: dice err, too."""
LAPS = 64
"""So often the last ones are tried at most."""
FIRST = 4
"""After so many laps the worse half gives up, and again whenever as many more were run."""
HOPELESS = 2.0
"""Who would be behind even with so many standard errors more gives up, where leads are doubted."""


def race(
    entrants: Sequence[T],
    trial: Callable[[T, int], float],
    late: Callable[[], bool],
    laps: int = LAPS,
    doubt: float = 0.0,
) -> T:
    """The entrant that ends best; the first one unless another is better as far as can be believed.

    With ``doubt`` a lead must exceed so many of its standard errors: where the first one is good
    and the others are many, the luckiest of them would win otherwise.

    ``trial`` tells what comes of an entrant with the dice of a number: in each lap all are tried
    with the same dice, so that what differs is what they do. The worse ones give up early.
    """
    values: list[list[float]] = [[] for _ in entrants]

    def lead(one: int, doubt: float = doubt) -> float:
        leads = [mine - first for mine, first in zip(values[one], values[0], strict=False)]
        mean = sum(leads) / (len(leads) + DICE)
        return mean - doubt * _error(leads) if one and doubt else mean

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
            others = sorted(running[1:], key=partial(lead, doubt=0.0), reverse=True)
            half = others[: max(1, len(others) // 2)]
            running = [0, *(one for one in half if not doubt or lead(one, -HOPELESS) > 0)]
    return entrants[max(range(len(entrants)), key=lead)]


def _error(leads: list[float]) -> float:
    """The standard error of a mean lead; with a single trial nothing is known about it."""
    if len(leads) < 2:
        return math.inf
    return statistics.stdev(leads) / math.sqrt(len(leads))
