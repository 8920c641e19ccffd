"""How many of a handful of dice hit, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .hits import SIDES, exactly

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

# The C library gives larger blocks back to the system at once, and fetching them again costs
# more than what we do with them. Freeing one large block, never touched, teaches it to keep them.
np.empty(1 << 21)

ALONE = 1 << 18
"""Smaller matrix products start no threads, which are slow on a busy machine."""
FACES, BEST = SIDES + 1, 3
SORTS = FACES * BEST
"""Dice are counted by sort: the number they need, and of how many the best counts."""
_MOST = 16
_tables: dict[int, Floats] = {}


def sort_of(needed: int, best_of: int = 1) -> int:
    """The sort of dice that hit at ``needed`` or less, or of several of which one must."""
    return min(needed, SIDES) + FACES * (best_of - 1)


def chance(sort: int) -> float:
    """That one of a sort hits."""
    best, needed = divmod(sort, FACES)
    return needed / SIDES if not best else 1.0 - (1.0 - needed / SIDES) ** (best + 1)


def binomials(sort: int, most: int) -> Floats:
    """Row n: the chances of 0, 1, 2 ... hits with n dice of a sort."""
    table = _tables.get(sort)
    if table is None or len(table) <= most:
        size = max(_MOST, most * 2) + 1
        p = chance(sort)
        table = np.zeros((size, size))
        table[0, 0] = 1.0
        for n in range(1, size):
            table[n, : n + 1] = table[n - 1, : n + 1] * (1 - p)
            table[n, 1 : n + 1] += table[n - 1, :n] * p
        _tables[sort] = table
    return table


def few(counts: Sequence[int]) -> tuple[float, ...]:
    """The chances of 0, 1, 2 ... hits; ``counts[sort]`` dice of each sort."""
    return _few(tuple(counts))


@lru_cache(maxsize=1 << 12)
def _few(counts: tuple[int, ...]) -> tuple[float, ...]:
    chances = [1.0]
    for sort, count in enumerate(counts):
        if not count or not sort:
            continue
        p = chance(sort)
        row = [exactly(count, k, p) for k in range(count + 1)]
        if len(chances) == 1:
            chances = row
            continue
        total = [0.0] * (len(chances) + count)
        for i, x in enumerate(chances):
            for j, y in enumerate(row):
                total[i + j] += x * y
        chances = total
    return tuple(chances)


def many(counts: Ints) -> Floats:
    """``few`` for every row of a table of counts at once."""
    chances = np.ones((len(counts), 1))
    most = counts.max(axis=0, initial=0)
    for sort in most.nonzero()[0].tolist():
        if sort:
            width = int(most[sort]) + 1
            rows = binomials(sort, width)[counts[:, sort], :width]
            chances = rows if chances.shape[1] == 1 else sums(chances, rows)
    return chances


def fading(units: Sequence[Sequence[int]]) -> list[list[float]]:
    """Units are lost in this order; each has dice of such sorts. For each
    number of units lost the chances of 0, 1, 2 ... hits."""
    row = [1.0]
    rows = [row]
    for dice in reversed(units):
        for sort in dice:
            p = chance(sort)
            missed, hit = [*row, 0.0], [0.0, *row]
            row = [x * (1 - p) + y * p for x, y in zip(missed, hit, strict=True)]
        rows.append(row)
    return rows[::-1]


def sums(first: Floats, second: Floats) -> Floats:
    """Row by row the distribution of the sum of two independent numbers."""
    if first.shape[1] < second.shape[1]:
        first, second = second, first
    if second.shape[1] == 1:
        return first * second
    width = first.shape[1]
    total = np.zeros((len(first), width + second.shape[1] - 1))
    for shift in range(second.shape[1]):
        total[:, shift : shift + width] += first * second[:, shift : shift + 1]
    return total


def padded(chances: Floats, width: int) -> Floats:
    """The same with exactly ``width`` columns; what does not fit must be folded by the caller."""
    if chances.shape[1] >= width:
        return chances[:, :width]
    return np.pad(chances, ((0, 0), (0, width - chances.shape[1])))


def tails(chances: Floats) -> Floats:
    """Row by row the chance of at least 0, 1, 2 ... hits."""
    return np.ascontiguousarray(chances[:, ::-1].cumsum(axis=1)[:, ::-1])


LARGE = 20000


def sums_of(first: Floats, which_first: Ints, second: Floats, which_second: Ints) -> Floats:
    """``sums`` of rows picked from two tables of distinct distributions."""
    if len(which_first) * first.shape[1] < LARGE:
        return sums(first[which_first], second[which_second])
    width = first.shape[1]
    total = np.empty((len(which_first), width + second.shape[1] - 1))
    spread = np.zeros((len(second), 2 * width + second.shape[1] - 2))
    spread[:, width - 1 : width - 1 + second.shape[1]] = second
    shifted = np.lib.stride_tricks.sliding_window_view(spread, total.shape[1], axis=1)[:, ::-1]
    for number, steps in enumerate(shifted):
        chosen = np.flatnonzero(which_second == number)
        most = max(1, ALONE // steps.size)
        for low in range(0, len(chosen), most):
            some = chosen[low : low + most]
            total[some] = first[which_first[some]] @ steps
    return total
