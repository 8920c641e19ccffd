"""Many pairs of states of two fleets at once: what a round does to each of them."""

from __future__ import annotations

import numpy as np

from .dice import ALONE, Floats, Ints
from .salvo import Fire


class Flow:
    """Chances by pair of states (defender, attacker): those that arrive there after a round, are
    about to begin one, and are in the middle of one, between the strike and general fire."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.tables: Floats = np.zeros((3, *shape))
        self.flat: Floats = self.tables.reshape(3, -1)
        self.arrive, self.begin, self.middle = self.tables


class Pairs:
    """What is known of all pairs of states beforehand, in flat tables by (defender, attacker)."""

    def __init__(self, attack: Fire, defence: Fire) -> None:
        self.attack, self.defence = attack, defence
        self.width = len(attack.shooter.states)
        mine, theirs = attack.strikes.T, defence.strikes
        self.strikers: Ints = (mine + 2 * theirs).ravel()
        """Whose submarines strike: 0 nobody's, 1 the attacker's, 2 the defender's, 3 both."""
        spared = np.where(mine, attack.spared.T, 1.0) * np.where(theirs, defence.spared, 1.0)
        self.spared: Floats = spared.ravel()
        """The chance that strikes hurt nobody."""
        self.aims: Ints = attack.sorts.T.ravel()
        self.fires: Ints = defence.sorts.ravel()

    def strikes(self, index: Ints, d: Ints, a: Ints) -> tuple[Ints, Floats]:
        """Surprise strikes: for each pair where they lead, and the chances of that."""
        who = self.strikers.take(index)
        mine, theirs = self.attack.shooter.sizes[0], self.defence.shooter.sizes[0]
        sizes = (1, mine, theirs, mine * theirs)
        sorts = [(rows, n) for n in (1, 2, 3) if len(rows := (who == n).nonzero()[0])]
        most = max((sizes[number] for _, number in sorts), default=0)
        found = np.zeros((len(index), most), dtype=np.int64)
        weights = np.zeros((len(index), most))
        for rows, number in sorts:
            two, one = d[rows], a[rows]
            hit, lost, chances = two[:, None], one[:, None], np.ones((1, 1))
            if number & 1:
                chances, hit = self.attack.strike(one, two)
            if number & 2:
                others, lost = self.defence.strike(two, one)
                chances = (chances[:, :, None] * others[:, None, :]).reshape(len(rows), -1)
            cells = hit[:, :, None] * self.width + lost[:, None, :]
            found[rows, : sizes[number]] = cells.reshape(len(rows), -1)
            weights[rows, : sizes[number]] = chances
        return found, weights


class Batch:
    """Pairs of states in the order of their levels, with the dice of both sides.

    ``starts``: where each level begins; ``go``: whether arrivals fight on.
    """

    def __init__(self, pairs: Pairs, index: Ints, go: Floats, starts: list[int]) -> None:
        self.index, self.go = index, go
        d, a = np.divmod(index, pairs.width)
        self.hits = pairs.attack.general(a, d, pairs.aims.take(index))
        self.fire = pairs.defence.general(d, a, pairs.fires.take(index))
        here = np.arange(len(index))
        self.home: Floats = self.hits[here, d] * self.fire[here, a]
        """The chance that nobody is hurt by general fire."""
        self.spared: Floats = pairs.spared.take(index)
        self.struck, self.strikes = pairs.strikes(index, d, a)
        self.again: Floats = 1.0 / (1.0 - go * self.home * self.spared)
        self.levels = self._pieces(starts, d.tolist(), a)

    def _pieces(
        self, starts: list[int], d: list[int], a: Ints
    ) -> list[list[tuple[slice, int, int]]]:
        """Each level in parts for one product each, and the first states that can be reached.

        Pairs come sorted by the defender's state, so that those are few.
        """
        deep, wide = self.hits.shape[1], self.fire.shape[1]
        cuts = []
        columns = np.minimum.reduceat(a, starts).tolist()
        for cut, high, column in zip(starts, [*starts[1:], len(d)], columns, strict=True):
            while cut < high:
                cuts.append(cut)
                cut += max(1, ALONE // ((deep - d[cut]) * (wide - column)))
        least = np.minimum.reduceat(a, cuts).tolist()
        found: list[list[tuple[slice, int, int]]] = []
        begins = set(starts)
        for cut, end, column in zip(cuts, [*cuts[1:], len(d)], least, strict=True):
            if cut in begins:
                found.append([])
            found[-1].append((slice(cut, end), d[cut], column))
        return found

    def fight(self, flow: Flow) -> float:
        """Level by level, since hits lead only to later ones or back to the same pair, which is
        a geometric series. Gives the rounds fought."""
        arrive, begin, middle = flow.flat
        begun = begin[self.index] * self.again
        again = self.again * self.go
        fought = np.empty(len(self.index))
        for pieces in self.levels:
            start = pieces[0][0].start
            level = slice(start, pieces[-1][0].stop)
            index = self.index[level]
            half = middle[index]
            now = half * self.home[level]
            now += arrive[index]
            now *= again[level]
            now += begun[level]
            fought[level] = now
            half += now * self.spared[level]
            if self.strikes.size:
                share = self.strikes[level] * now[:, None]
                np.add.at(middle, self.struck[level].ravel(), share.ravel())
            top = pieces[0][1]
            shots = self.hits[level, top:] * half[:, None]
            for piece, row, column in pieces:
                some = shots[piece.start - start : piece.stop - start, row - top :]
                flow.arrive[row:, column:] += some.T @ self.fire[piece, column:]
        # What came back to the same pair has been counted.
        arrive[self.index] *= 1.0 - self.go
        begin[self.index] = middle[self.index] = 0.0
        return float(fought.sum())
