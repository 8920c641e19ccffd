"""Many pairs of states of two fleets at once: who strikes, and where the round leads."""

from __future__ import annotations

import numpy as np

from .dice import Bools, Floats, Ints
from .salvo import Fire

PIECE, ALONE = 8, 1 << 18
"""So few pairs of states at once that their product starts no threads, which are slow on a
busy machine."""


class Cells:
    """Pairs of states, with what is known of each beforehand."""

    def __init__(
        self, index: Ints, d: Ints, a: Ints, go: Bools, strikes: Ints, aim: Ints, fire: Ints
    ) -> None:
        self.index = index
        self.d, self.a = d, a
        self.go = go
        """Whether an arrival there fights on there."""
        self.strikes = strikes
        """Who strikes first: 0 nobody, 1 the attacker, 2 the defender, 3 both."""
        self.aim, self.fire = aim, fire

    def some(self, chosen: Ints) -> Cells:
        return Cells(
            self.index[chosen],
            self.d[chosen],
            self.a[chosen],
            self.go[chosen],
            self.strikes[chosen],
            self.aim[chosen],
            self.fire[chosen],
        )


class Strike:
    """The surprise strikes of some pairs of states: by one side, which is simple, or by both."""

    def __init__(self, attack: Fire, defence: Fire, now: Cells, who: int) -> None:
        self.some = (now.strikes == who).nonzero()[0]
        if not len(self.some):
            return
        self.who = who
        self.d, self.a = now.d[self.some], now.a[self.some]
        here = np.arange(len(self.some))
        if who == 3:
            self.hit = attack.striking.rows(self.a, self.d)
            self.struck = defence.striking.rows(self.d, self.a)
            self.spared = self.hit[here, self.d] * self.struck[here, self.a]
            return
        fire, shooters, targets = (
            (attack, self.a, self.d) if who == 1 else (defence, self.d, self.a)
        )
        self.chances = fire.striking.chances.take(shooters, axis=0)
        self.reached = fire.striking.reached.take(targets, axis=0)
        same = self.reached == targets[:, None]
        self.spared = (self.chances * same).sum(axis=1)

    def carry(self, table: Floats, fought: Floats) -> None:
        share = fought[self.some]
        if self.who == 3:
            carry(table, (self.d, self.a), share, self.hit, self.struck)
            return
        width = table.shape[1]
        if self.who == 1:
            cells = self.reached * width + self.a[:, None]
        else:
            cells = self.reached + self.d[:, None] * width
        weights = self.chances * share[:, None]
        table += np.bincount(cells.ravel(), weights.ravel(), table.size).reshape(table.shape)


def carry(
    table: Floats, states: tuple[Ints, Ints], chances: Floats, hits: Floats, fire: Floats
) -> None:
    """Add to a table what each pair of states does to the defender and to the attacker.

    Pairs come sorted by the defender's state; in pieces of them few columns can be reached.
    """
    shots = hits * chances[:, None]
    cut, count = 0, len(chances)
    while cut < count:
        low = int(states[0][cut])
        piece = max(PIECE, ALONE // ((table.shape[0] - low) * table.shape[1]))
        part = slice(cut, cut + piece)
        least = int(states[1][part].min())
        table[low:, least:] += shots[part, low:].T @ fire[part, least:]
        cut += piece
