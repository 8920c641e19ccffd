"""Numbers over time, and whether the dice look honest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from sandtable.table import Entry, Rolled

from .shapes import DiceCount, SeriesPoint

LARGEST_DIE = 20
"""More sides than this are cards or counters, not dice."""


def series(
    rows: Iterable[tuple[int, dict[str, dict[str, float]]]],
) -> dict[str, list[SeriesPoint]]:
    """One list of points for each series; a point is kept only where something changed."""
    found: dict[str, list[SeriesPoint]] = {}
    for version, counted in rows:
        for name, values in counted.items():
            points = found.setdefault(name, [])
            if not points or points[-1].values != values:
                points.append(SeriesPoint(version, values))
    return found


def count_dice(entries: Iterable[Entry]) -> list[DiceCount]:
    """The faces of all public rolls, by kind of die, with a chi-square test of each."""
    faces: dict[int, Counter[int]] = {}
    for entry in entries:
        if isinstance(entry, Rolled) and entry.chance.seats is None:
            for sides, face in zip(entry.chance.sides, entry.faces, strict=True):
                if 2 <= sides <= LARGEST_DIE:
                    faces.setdefault(sides, Counter())[face] += 1
    return [
        DiceCount(
            sides=sides,
            rolls=counter.total(),
            counts=(counts := [counter[face] for face in range(1, sides + 1)]),
            p=evenness(counts),
        )
        for sides, counter in sorted(faces.items())
    ]


def evenness(counts: list[int]) -> float:
    """How likely honest dice are at least as uneven as this (Pearson's chi-square test)."""
    total = sum(counts)
    if total == 0:
        return 1.0
    expected = total / len(counts)
    chi2 = sum((count - expected) ** 2 / expected for count in counts)
    return upper_gamma((len(counts) - 1) / 2, chi2 / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): series or continued fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b = x + 1 - a
    c = 1e300
    d = 1 / b
    fraction = d
    for i in range(1, 500):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return min(1.0, front * fraction)
