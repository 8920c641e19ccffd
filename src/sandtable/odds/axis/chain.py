"""Battles in which every hit can fall on every unit: a grid of hits taken by either side.

An order of loss makes a side's state one number, the hits it can still take. The attacker's is
counted from the end (``left``), so that forces that differ in their last units, as they do after
anti-aircraft fire, share one table of what the defender's dice do to them. Those different
forces are ``lines``, computed side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from .dice import ALONE, Bools, Floats, Ints, few, many, padded, sums_of, tails
from .meter import Meter
from .side import Side

SMALL = 150
"""Up to this many states plain Python is faster than arrays."""
WIDE = 40
BAND = 14

Counts = tuple[int, ...]


class Lines:
    """The attacking forces: for each line and number of hits left the units and their dice."""

    def __init__(self, side: Side, forces: Sequence[Counts]) -> None:
        self.side = side
        self.forces = forces
        self.plain = plain(side)

    @cached_property
    def units(self) -> list[list[Counts]]:
        """By line and hits left, the units that are left."""
        return [remaining(self.side, counts)[::-1] for counts in self.forces]

    @cached_property
    def ends(self) -> list[int]:
        """For each line the hits it can take in all."""
        if self.plain:
            return [sum(counts) for counts in self.forces]
        return [len(units) - 1 for units in self.units]

    @cached_property
    def width(self) -> int:
        return max(self.ends) + 1

    @cached_property
    def table(self) -> Ints:
        """The same by (line, left, group); rows of zeros where a line is shorter."""
        if self.plain and "units" not in self.__dict__:
            counts = np.array(self.forces, dtype=np.int64)[:, None, :]
            later = counts[:, :, ::-1].cumsum(axis=2)[:, :, ::-1] - counts
            left = np.arange(self.width)[None, :, None]
            found: Ints = np.minimum(np.maximum(left - later, 0), counts)
            found[left[:, :, 0] > np.array(self.ends)[:, None]] = 0
            return found
        empty = [tuple(0 for _ in self.side.groups)]
        rows = [units + empty * (self.width - len(units)) for units in self.units]
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.width, -1)

    @cached_property
    def holds(self) -> Bools:
        """By (line, left) whether a unit that can hold ground is among them."""
        land = [g for g, kind in self.side.kinds_here() if kind.takes_land]
        found: Bools = self.table[:, :, land].sum(axis=2) > 0
        return found

    def hits(self) -> Floats:
        """The chances of hits by (line, left, hits)."""
        lines, width, groups = self.table.shape
        rows = self.table.reshape(-1, groups)
        coupled = self.side.coupled()
        air = [g for g in range(groups) if self.side.kind(g).domain == "air" and g not in coupled]
        rest = [g for g in range(groups) if g not in air]
        chances, which = self._chances(rows, rest)
        if air:
            found = sums_of(chances, which, *self._chances(rows, air))
        else:
            found = chances[which]
        return found.reshape(lines, width, -1)

    def _chances(self, rows: Ints, chosen: list[int]) -> tuple[Floats, Ints]:
        """Distributions of some groups' hits: the distinct ones, and which each row has."""
        radix = np.ones(len(chosen), dtype=np.int64)
        for index in range(len(chosen) - 1, 0, -1):
            radix[index - 1] = radix[index] * (int(rows[:, chosen[index]].max(initial=0)) + 1)
        keys = rows[:, chosen] @ radix
        _, where, inverse = np.unique(keys, return_index=True, return_inverse=True)
        wanted = [g in chosen for g in range(rows.shape[1])]
        return many(self.side.totals(np.where(wanted, rows[where], 0))), inverse


def plain(side: Side) -> bool:
    """Whether units simply go in the order of their groups."""
    return not side.wishes and all(kind.hits <= 1 for _, kind in side.kinds_here())


def remaining(side: Side, counts: Counts) -> list[Counts]:
    """What is left after 0, 1, 2 ... hits."""
    now = list(counts)
    found = [tuple(counts)]
    if plain(side):
        for group, count in enumerate(counts):
            for left in range(count - 1, -1, -1):
                now[group] = left
                found.append(tuple(now))
        return found
    for slot in side.slots(counts):
        if not slot.damage:
            now[slot.group] -= 1
        found.append(tuple(now))
    return found


class Outcome:
    """Where the chances end.

    ``won``: by line and hits left (none left: both sides are gone); ``lost``: by line and hits
    the defender took; ``left``: by line, hits the defender took and hits left of those who
    broke off. ``rounds``: how many are fought on average.
    """

    def __init__(self, won: Floats, lost: Floats, left: Floats | None, rounds: float) -> None:
        self.won = won
        self.lost = lost
        self.left = left
        self.rounds = rounds


class Grid:
    """The battle itself: attackers' lines against one defender.

    Arrays of chances are indexed by (line, hits the defender has taken, hits left).
    """

    def __init__(self, lines: Lines, defender: Side, counts: Counts) -> None:
        self.lines = lines
        self.defender = defender
        self.defenders = remaining(defender, counts)
        self.depth = len(self.defenders)
        self.shape = (len(lines.forces), self.depth, lines.width)
        self.size = self.shape[0] * self.shape[1] * self.shape[2]

    # Small battles, in plain Python

    def small(self, start: Sequence[Sequence[float]]) -> Outcome:
        """Fight on to the end. ``start``: chances by line and hits the defender has taken."""
        side = self.lines.side
        defence = [few(self.defender.total(units)) for units in self.defenders]
        won, lost, rounds = [], [], 0.0
        for line, units in enumerate(self.lines.units):
            width = len(units)
            attack = [few(side.total(left)) for left in units]
            grid = [[0.0] * width for _ in range(self.depth)]
            for taken, chance in enumerate(start[line]):
                grid[taken][width - 1] += chance
            rounds += _fight(grid, attack, defence)
            won.append(grid[-1] + [0.0] * (self.lines.width - width))
            lost.append([row[0] for row in grid[:-1]] + [0.0])
        return Outcome(np.array(won), np.array(lost), None, rounds)

    # Larger ones, with arrays

    def prepare(self) -> None:
        """The tables: what the attackers' dice do, and what the defenders' do."""
        lines, depth, width = self.shape
        hits = self.lines.hits()
        most = min(depth, hits.shape[2])
        exact = np.zeros((lines, width, depth))
        exact[:, :, :most] = hits[:, :, :most]
        beyond = np.zeros((lines, width, depth))
        beyond[:, :, :most] = hits[:, :, ::-1].cumsum(axis=2)[:, :, ::-1][:, :, :most]
        self.attack: Floats = exact.transpose(0, 2, 1)
        """Chances of exactly so many hits by (line, hits, left)."""
        self.at_least: Floats = beyond.transpose(0, 2, 1)
        """Chances of so many hits or more."""
        self.miss: Floats = np.ascontiguousarray(self.attack[:, 0])
        units = np.array(self.defenders, dtype=np.int64).reshape(depth, -1)
        chances = many(self.defender.totals(units))
        spread = np.zeros((depth, 2 * width - 1))
        reach = min(width, chances.shape[1])
        spread[:, width - reach : width] = chances[:, :reach][:, ::-1]
        steps = np.lib.stride_tricks.sliding_window_view(spread, width, axis=1)
        self.defence: Floats = np.ascontiguousarray(steps[:, ::-1])
        """What the defender with so many hits taken does: from left to left."""
        self.defence[:, :, 0] = tails(padded(chances, max(chances.shape[1], width)))[:, :width]

    def _ahead(self, taken: int) -> Floats:
        """The attackers' chances from this row to itself and the ones below, the last all in."""
        last = self.depth - 1 - taken
        rows = self.attack[:, : last + 1].copy()
        rows[:, last] = self.at_least[:, last]
        return rows

    def round(self, chances: Floats, dead_fire: bool = False) -> Floats:
        """One round; who is gone stays where he is.

        With ``dead_fire`` the defenders' losses so far still fire, as after a bombardment.
        """
        after = np.zeros_like(chances)
        for taken in range(self.depth):
            now = chances[:, taken].copy()
            after[:, taken, 0] += now[:, 0]
            now[:, 0] = 0.0
            if taken == self.depth - 1 and not dead_fire:
                after[:, taken] += now
            elif now.any():
                fire = self.defence[0 if dead_fire else taken]
                after[:, taken:] += np.matmul(now[:, None] * self._ahead(taken), fire)
        return after

    def run(self, start: Floats, stay: Bools | None, meter: Meter) -> Outcome:
        """Fight on to the end; where ``stay`` forbids it (after a round) the attacker leaves.

        ``start``: chances of battles about to fight a round.
        """
        lines, depth, _ = self.shape
        left = np.zeros_like(start) if stay is not None else None
        lost = np.zeros((lines, depth))
        flow = Flow(self)
        if stay is None:
            self._prepare_settling()
        rounds = 0.0
        for taken in range(depth - 1):
            arrived = flow.arrivals(taken)
            if stay is None or left is None:
                fights, lost[:, taken] = self._settle(taken, arrived + start[:, taken], meter.grain)
            else:
                go = stay[:, taken]
                fights, rest = self._settle_leaving(taken, arrived, start[:, taken], go)
                lost[:, taken] = rest[:, 0]
                left[:, taken, 1:] = np.where(go, 0.0, rest)[:, 1:]
            rounds += float(fights.sum())
            flow.fought(taken, fights, meter.grain)
            meter.tick((taken + 1) / depth)
        return Outcome(start[:, -1] + flow.arrivals(depth - 1), lost, left, rounds)

    def _prepare_settling(self) -> None:
        """For every row: returns to the same cell, and chances to come back into the row."""
        miss = self.miss.copy()
        miss[:, 0] = 0.0
        self.again: Floats = _once_more(miss * self.defence[:-1, -1:, -1:])
        self.again[:, :, 0] = 0.0
        self.back: Floats = self.again * miss
        self.off: Floats = self.defence.copy()
        every = np.arange(self.shape[2])
        self.off[:, every, every] = 0.0

    def _settle(self, taken: int, wave: Floats, grain: float) -> tuple[Floats, Floats]:
        """Rounds fought in this row, and the chances that the attacker dies in it.

        Rounds in which the defender takes no hit lead back into the row; a round without any
        hit leads back to its own cell, which is a geometric series.
        """
        again, back, off = self.again[taken], self.back[taken], self.off[taken]
        total = wave.copy()
        width = wave.shape[1]
        wave = wave * back
        while width > WIDE:
            used = np.flatnonzero(wave.max(axis=0) > grain)
            width = int(used[-1]) + 1 if len(used) else 0
            wave = wave[:, :width] @ off[:width, :width]
            total[:, :width] += wave
            wave *= back[:, :width]
        part, back, off = total[:, :width], back[:, :width], off[:width, :width]
        while width and wave.max() > grain:
            for _ in range(2):  # looking whether to stop costs as much as going on
                wave = wave @ off
                part += wave
                wave *= back
        return total * again, total[:, 0]

    def _settle_leaving(
        self, taken: int, arrived: Floats, begun: Floats, go: Bools
    ) -> tuple[Floats, Floats]:
        """The same cell by cell, strongest first, where some cells are left at once.

        Gives the rounds fought and all arrivals.
        """
        fire, miss = self.defence[taken], self.miss
        rest = arrived.copy()
        rest[:, 0] += begun[:, 0]
        wave = begun + np.where(go, arrived, 0.0)
        fights = np.zeros_like(wave)
        for left in range(wave.shape[1] - 1, 0, -1):
            stays, here = go[:, left], wave[:, left]
            home = miss[:, left] * fire[left, left]
            fought = np.where(stays, here * _once_more(home), here)
            fights[:, left] = fought
            back = (fought * miss[:, left])[:, None] * fire[left][None, :]
            rest[:, :left] += back[:, :left]
            rest[:, left] += np.where(stays, 0.0, back[:, left])
            wave[:, :left] += np.where(go[:, :left], back[:, :left], 0.0)
        return fights, rest

    def worth(self, win: Floats, lose: Floats, leave: Floats | None) -> tuple[Floats, Bools]:
        """What each state is worth, and where going on is at least as good as leaving.

        ``win`` by (line, left), ``lose`` by hits the defender took, ``leave`` like the result.
        """
        value = np.zeros(self.shape)
        stay = np.ones(self.shape, dtype=np.bool_)
        value[:, -1] = win
        for taken in range(self.depth - 2, -1, -1):
            value[:, taken, 0] = lose[taken]
            fire = self.defence[taken]
            rows = self._ahead(taken)
            base = (rows[:, 1:] * np.matmul(value[:, taken + 1 :], fire.T)).sum(axis=1)
            miss = rows[:, 0]
            for left in range(1, self.shape[2]):
                back = value[:, taken, :left] @ fire[left, :left]
                going = base[:, left] + miss[:, left] * back
                going *= _once_more(miss[:, left] * fire[left, left])
                if leave is not None:
                    stay[:, taken, left] = going >= leave[:, taken, left] - 1e-12
                    going = np.maximum(going, leave[:, taken, left])
                value[:, taken, left] = going
        return value, stay


class Flow:
    """Rounds fought, and what they bring to each row; the hits left are cut into bands.

    Few units cannot score many hits, and hits left only go down: each band is multiplied only
    with what it can reach.
    """

    def __init__(self, grid: Grid) -> None:
        lines, depth, width = grid.shape
        self.depth, self.width, self.lines = depth, width, lines
        wide = -(-width // max(1, width // BAND)) if width > 2 * BAND else width
        self.bands = [(low, min(low + wide, width)) for low in range(0, width, wide)]
        self.fights = [np.zeros((lines, depth, high - low)) for low, high in self.bands]
        self.active: list[list[int]] = [[] for _ in self.bands]
        """For each band the first row in which anything happens, and the last."""
        # Hits are reversed, so that rows and hits run the same way.
        self.exact = [
            np.ascontiguousarray(grid.attack[:, ::-1, low:high]) for low, high in self.bands
        ]
        self.beyond = grid.at_least[:, ::-1]
        self.fire = [np.ascontiguousarray(grid.defence[:, lo:hi, :hi]) for lo, hi in self.bands]
        seen = grid.attack.max(axis=0) > 0
        self.most = [
            int(np.flatnonzero(seen[:, lo:hi].any(axis=1)).max(initial=0)) for lo, hi in self.bands
        ]

    def fought(self, taken: int, fights: Floats, grain: float) -> None:
        best = fights.max(axis=0) if len(self.bands) > 1 else fights
        for band, (low, high) in enumerate(self.bands):
            if best[..., low:high].max() > grain:
                self.fights[band][:, taken] = fights[:, low:high]
                self.active[band] = [*self.active[band][:1], taken][:2]
                self.active[band][-1] = taken

    def arrivals(self, taken: int) -> Floats:
        """What comes down into a row from all rows above it."""
        found = np.zeros((self.lines, self.width))
        last = taken == self.depth - 1
        for band, (low, high) in enumerate(self.bands):
            if not self.active[band]:
                continue
            first, end = self.active[band][0], self.active[band][-1] + 1
            first = max(first, 0 if last else taken - self.most[band])
            if first >= end:
                continue
            shift = self.depth - 1 - taken
            aim = self.beyond[:, :, low:high] if last else self.exact[band]
            shots = self.fights[band][:, first:end] * aim[:, shift + first : shift + end]
            part = _product(shots, self.fire[band][first:end])
            if len(self.bands) == 1:
                return part
            found[:, :high] += part
        return found


def _once_more(home: Floats) -> Floats:
    """How many rounds are fought if this is the chance that one changes nothing. Where nobody has
    dice, which happens only in rows that no force fills, there are none."""
    return np.divide(1.0, 1.0 - home, out=np.zeros_like(home), where=home < 1.0)


def _product(shots: Floats, fire: Floats) -> Floats:
    """Sum over rows and hits left, in pieces too small for the library to start threads for:
    on a busy machine waiting for them takes longer than the work."""
    lines, rows, _ = shots.shape
    high = fire.shape[2]
    piece = max(1, ALONE // (lines * fire.shape[1] * high))
    whole = rows - rows % piece
    rest = shots[:, whole:].reshape(lines, -1) @ fire[whole:].reshape(-1, high)
    if not whole:
        return rest
    parts = shots[:, :whole].reshape(lines, whole // piece, -1).transpose(1, 0, 2)
    found: Floats = np.matmul(parts, fire[:whole].reshape(whole // piece, -1, high)).sum(axis=0)
    return found + rest


def _fight(
    grid: list[list[float]], attack: list[tuple[float, ...]], defence: list[tuple[float, ...]]
) -> float:
    """Plain Python: ``grid[taken][left]`` of who fights on becomes where it all ends."""
    depth, rounds = len(grid) - 1, 0.0
    for taken in range(depth):
        row, fire = grid[taken], defence[taken]
        for left in range(len(row) - 1, 0, -1):
            here = row[left]
            if not here:
                continue
            aim = attack[left]
            here /= 1.0 - aim[0] * fire[0]
            rounds += here
            row[left] = 0.0
            for hits, chance in enumerate(aim):
                reached = min(taken + hits, depth)
                target = grid[reached]
                share = here * chance
                for lost, other in enumerate(fire):
                    if hits or lost:
                        target[left - lost if lost < left else 0] += share * other
    return rounds
