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


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of a sample and its 95 % interval (Student's t).

    >>> [round(x, 3) for x in mean_interval([0.5, 0.6, 0.4, 0.5])]
    [0.5, 0.37, 0.63]
    """
    count = len(values)
    if not count:
        return 0.0, 0.0, 1.0
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0, 1.0
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    half = _t(count - 1) * spread
    return mean, mean - half, mean + half


def _t(freedom: int) -> float:
    """The 97.5 % point of Student's t: exact for few, by Cornish and Fisher's series for many."""
    exact = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)
    if freedom <= len(exact):
        return exact[freedom - 1]
    first = (Z**3 + Z) / (4 * freedom)
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return Z + first + second


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
