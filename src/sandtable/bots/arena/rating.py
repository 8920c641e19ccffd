"""Ratings and intervals: Bradley-Terry on the Elo scale, Wilson for shares."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

SCALE = 400 / math.log(10)
MEAN = 1500.0
Z = 1.96


def wilson(won: float, played: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> low, high = wilson(99, 100)
    >>> round(low, 3), round(high, 3)
    (0.946, 0.998)
    """
    if not played:
        return 0.0, 1.0
    share = won / played
    centre = share + Z * Z / (2 * played)
    spread = Z * math.sqrt(share * (1 - share) / played + Z * Z / (4 * played * played))
    whole = 1 + Z * Z / played
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)


def ratings(
    bots: Sequence[str], scores: Iterable[dict[str, float]]
) -> dict[str, tuple[float, float]]:
    """Each bot's rating and the half width of its 95 % interval.

    Every bot is also given one draw against an average opponent, so that a bot that has won
    every game gets a rating too.
    """
    index = {bot: i for i, bot in enumerate(bots)}
    count = len(bots)
    import numpy as np  # only when there is something to rate: starting up stays light

    won = np.full(count, 0.5)
    met = np.zeros((count, count))
    for pair in scores:
        (a, x), (b, y) = pair.items()
        won[index[a]] += x
        won[index[b]] += y
        met[index[a], index[b]] += 1
        met[index[b], index[a]] += 1
    strength = np.zeros(count)
    information = np.eye(count)
    for _ in range(200):
        gap = strength[:, None] - strength[None, :]
        chance = 1 / (1 + np.exp(-gap))
        lone = 1 / (1 + np.exp(-strength))
        gradient = won - (met * chance).sum(axis=1) - lone
        weight = met * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1) + lone * (1 - lone)) - weight
        step = np.clip(np.linalg.solve(information, gradient), -1.0, 1.0)
        strength += step
        if float(np.abs(step).max()) < 1e-9:
            break
    error = np.sqrt(np.diag(np.linalg.inv(information)))
    return {
        bot: (float(MEAN + SCALE * strength[i]), float(Z * SCALE * error[i]))
        for bot, i in index.items()
    }
