"""Many pairs of states of two fleets at once: what a round does to each of them."""

from __future__ import annotations

import numpy as np

from .dice import ALONE, Bools, Floats, Ints
from .fleet import Fleet
from .salvo import Fire

Piece = tuple[int, int, tuple[slice, slice], Floats, Floats]
"""From which pair to which; the states (defender, attacker) they can lead to; the chances."""


class Flow:
    """Chances by pair of states (defender, attacker): those that arrive there after a round, are
    about to begin one, and are in the middle of one, between the strike and general fire."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.tables: Floats = np.zeros((3, *shape))
        self.flat: Floats = self.tables.reshape(3, -1)
        self.arrive, self.begin, self.middle = self.tables


def _sorts() -> tuple[Ints, Ints, Ints]:
    """By the flags of the attacker's state and the defender's: which of ``Fleet.chances`` the
    attacker's fire needs, which the defender's, and whose submarines strike before all others
    (0 nobody's, 1 the attacker's, 2 the defender's, 3 both)."""
    flags = np.arange(8)
    sub, air, destroyer = flags & 1, flags >> 1 & 1, flags >> 2
    fire = np.outer(sub, destroyer) + 2 * np.outer(air * (1 - destroyer), sub)
    strike = np.outer(sub, 1 - destroyer)
    return fire.ravel(), fire.T.ravel(), (strike + 2 * strike.T).ravel()


AIMS, FIRES, STRIKERS = _sorts()


def _flags(fleet: Fleet) -> Ints:
    found: Ints = fleet.sub + 2 * fleet.air + 4 * fleet.destroyer
    return found


class Pairs:
    """Two fleets that fight each other."""

    def __init__(self, attack: Fire, defence: Fire) -> None:
        self.attack, self.defence = attack, defence
        self.width = attack.shooter.size
        self.flags = (_flags(attack.shooter), _flags(defence.shooter))

    def strikes(self, who: Ints, d: Ints, a: Ints) -> tuple[Floats, Ints, Floats]:
        """Surprise strikes by those that ``STRIKERS`` says: for each pair the chance that they
        hurt nobody; and by hits and pair where they lead, and the chances of that."""
        mine, hit, spared = self.attack.strike(who & 1 > 0, a, d)
        theirs, lost, unhurt = self.defence.strike(who > 1, d, a)
        spared *= unhurt
        hit *= self.width
        if (who == 3).any():
            cells, chances = hit[:, None] + lost, mine[:, None] * theirs
            return spared, cells.reshape(-1, len(d)), chances.reshape(-1, len(d))
        # Only one of them strikes.
        cells = np.concatenate((hit[1:] + a, hit[0] + lost[1:]))
        return spared, cells, np.concatenate((mine[1:], theirs[1:]))


class Volley:
    """The general fire of one side in a batch of pairs: chances of where the targets end.

    Pairs are cut into pieces. Each piece has a table by pair and state, but only for a window of
    states, from the first of its targets to those beyond which nobody can be hit.
    """

    def __init__(self, fire: Fire, shooters: Ints, targets: Ints, sorts: Ints) -> None:
        self.fire, self.shooters, self.targets = fire, shooters, targets
        self.sorts = sorts
        # No more can be hit than there are dice.
        levels = fire.target.level
        most = levels.take(targets) + 2 * fire.shooter.all_dice.take(shooters)
        self.ends: Ints = np.bincount(levels).cumsum().take(most, mode="clip")

    def roll(self, cuts: list[int]) -> Floats:
        """Fill the tables of all pieces; gives by pair the chance that the target is unhurt."""
        count = len(self.targets)
        self.lows = np.minimum.reduceat(self.targets, cuts)
        self.widths = np.maximum.reduceat(self.ends, cuts) - self.lows
        begins = np.array([*cuts, count])
        self.counts = begins[1:] - begins[:-1]
        sizes = self.counts * self.widths
        self.last = sizes.cumsum()
        shift = self.last - sizes - self.lows - begins[:-1] * self.widths
        firsts = np.arange(count) * self.widths.repeat(self.counts)
        firsts += shift.repeat(self.counts)
        size = int(self.last[-1])
        self.table = self.fire.general(self.shooters, self.targets, self.sorts, firsts, size)
        firsts += self.targets
        unhurt: Floats = self.table.take(firsts)
        return unhurt

    def pieces(self) -> list[tuple[slice, Floats]]:
        """For each piece its window, and its table."""
        found, first, table = [], 0, self.table
        lists = (self.lows, self.widths, self.counts, self.last)
        for low, width, count, last in zip(*(some.tolist() for some in lists), strict=True):
            found.append((slice(low, low + width), table[first:last].reshape(count, width)))
            first = last
        return found


def _cuts(starts: list[int], hits: Volley, fire: Volley) -> list[int]:
    """Where to cut pairs into pieces, none of them across levels or too large for one product.

    Pairs of a level come sorted by the defender's state, so that the windows are small.
    """
    cuts = []
    d = hits.targets
    columns = np.minimum.reduceat(fire.targets, starts).tolist()
    ends = [np.maximum.reduceat(side.ends, starts).tolist() for side in (hits, fire)]
    for cut, high, column, deep, wide in zip(
        starts, [*starts[1:], len(d)], columns, *ends, strict=True
    ):
        while cut < high:
            cuts.append(cut)
            cut += max(1, ALONE // ((deep - int(d[cut])) * (wide - column)))
    return cuts


class Batch:
    """Pairs of states in the order of their levels, with the dice of both sides.

    ``starts``: where each level begins; ``go``: whether arrivals fight on.
    """

    def __init__(self, pairs: Pairs, index: Ints, go: Bools, starts: list[int]) -> None:
        self.index, self.go = index, go
        d = index // pairs.width
        a = index - d * pairs.width
        flags = 8 * pairs.flags[0].take(a) + pairs.flags[1].take(d)
        hits = Volley(pairs.attack, a, d, AIMS.take(flags))
        fire = Volley(pairs.defence, d, a, FIRES.take(flags))
        cuts = _cuts(starts, hits, fire)
        home = hits.roll(cuts) * fire.roll(cuts)
        strikers = STRIKERS.take(flags)
        self.spared, self.struck, self.strikes = pairs.strikes(strikers, d, a)
        self.striking = np.maximum.reduceat(strikers, starts).tolist()
        # Rounds in which nobody is hurt lead back to the same pair: a geometric series.
        self.again: Floats = 1.0 / (1.0 - go * home * self.spared)
        self.arrived: Floats = self.again * go
        self.resumed: Floats = self.arrived * home
        """What is fought in all for what arrives, and for what is in the middle of a round."""
        pieces = zip(cuts, [*cuts[1:], len(d)], hits.pieces(), fire.pieces(), strict=True)
        self.levels: list[list[Piece]] = []
        begins = set(starts)
        for cut, end, (deep, shots), (wide, shells) in pieces:
            if cut in begins:
                self.levels.append([])
            self.levels[-1].append((cut, end, (deep, wide), shots, shells))

    def fight(self, flow: Flow) -> float:
        """Level by level, since hits lead only to later ones. Gives the rounds fought."""
        arrive, begin, middle = flow.flat
        arrivals = flow.arrive
        fought = begin.take(self.index)
        fought *= self.again
        for pieces, strikes in zip(self.levels, self.striking, strict=True):
            level = slice(pieces[0][0], pieces[-1][1])
            index = self.index[level]
            now, half = fought[level], middle.take(index)
            now += arrive.take(index) * self.arrived[level]
            now += half * self.resumed[level]
            half += now * self.spared[level]
            if strikes:
                share = self.strikes[:, level] * now
                np.add.at(middle, self.struck[:, level].ravel(), share.ravel())
            fired, start = half[:, None], level.start
            for cut, end, window, hits, fire in pieces:
                hits *= fired[cut - start : end - start]  # they are not needed again
                there = arrivals[window]
                there += hits.T @ fire
        # What came back to the same pair has been counted.
        arrive[self.index] *= ~self.go
        begin[self.index] = middle[self.index] = 0.0
        return float(fought.sum())
