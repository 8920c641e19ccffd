"""One side of a sea battle: what is left of it in each state, what it rolls, where hits lead.

At sea not every hit can fall on every unit, so a side's state is how many hits each class has
taken: aircraft, submarines, other ships, transports. Within a class the order of loss says who
is next; between classes the same order does, as far as the hit can choose. What is left of a
class depends on its own hits alone, so tables by class are made first, and states look there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

import numpy as np

from sandtable.games.axis.units import Kind

from .dice import Bools, Floats, Ints, fading, few, sums, tails
from .history import History
from .side import Side
from .states import PLANE, SHIP, SUBMARINE, TRANSPORT, States

Sizes = tuple[int, int, int, int]
KEPT, LARGE = 64, 40
"""Fleets whose tables are kept for the next question, and how many units they may have."""


class Fleet:
    """All states of a side, in an order in which hits only lead forward."""

    def __init__(self, side: Side, enemies: tuple[bool, bool], submerges: bool) -> None:
        """``enemies``: whether there are submarines among them, and aircraft."""
        self.side = side
        self._reached: Reached | None = None
        slots = side.slots(side.counts)
        self.classes = [side.kind(slot.group).target for slot in slots]
        self.states = states = States(self.classes, enemies, submerges, sinks=not side.attacking)
        self.size = states.size
        self.free, self.from_sub, self.from_air = states.free, states.from_sub, states.from_air
        self.level = states.level
        # By class the group of each hit that takes a unit out, and -1 for a first hit of two.
        lost = [
            [-1 if slots[rank].damage else slots[rank].group for rank in ranks]
            for ranks in states.ranks
        ]
        dice: list[list[int]] = [[] for _ in side.groups]
        for group, _, sort, count in side.single():
            dice[group] += [sort] * count
        self._units(lost, dice)
        self._dice(lost, dice)

    @cached_property
    def history(self) -> History:
        return History(self.states, self.sub, self.destroyer)

    # Where hits lead

    @cached_property
    def longest(self) -> int:
        return len(self.classes) + 1

    @cached_property
    def code(self) -> Ints:
        """Free hits from state to state; codes past ``longest`` mean so many hits or more."""
        size, longest = self.size, self.longest
        code = np.full((size, size), longest, dtype=np.intp)
        now = here = np.arange(size)
        for hits in range(longest):
            after = self.free[now]
            ended = after == now
            code[here, now] = hits
            code[here[ended], now[ended]] = longest + 1 + hits
            here, now = here[~ended], after[~ended]
            if not len(here):
                break
        return code

    def reached(self, sizes: Sizes) -> Reached:
        """Where so many hits of each sort lead."""
        if self._reached is None or self._reached.sizes != sizes:
            self._reached = Reached(self, sizes)
        return self._reached

    def powers(self, step: Ints, most: int) -> Ints:
        """Where 0, 1, 2 ... hits of one sort lead from each state."""
        rows = [np.arange(self.size)]
        for _ in range(most):
            rows.append(step[rows[-1]])
        return np.array(rows)

    def mixed(self, subs: int, planes: int) -> Ints:
        """Where hits of submarines and of aircraft without a destroyer lead together.

        Only for states with a submarine and a destroyer; elsewhere one sort is enough. Each
        further hit of an aircraft falls on the first unit that leaves all hits a target:
        on a submarine only if a submarine's hit can be moved there (``forces.fits``).
        """
        found = np.zeros((subs + 1, planes + 1, self.size), dtype=np.intp)
        free, from_air, from_sub = (t.tolist() for t in (self.free, self.from_air, self.from_sub))
        hurt = self.states.taken[:, SUBMARINE].tolist()
        for number in np.flatnonzero(self.sub & self.destroyer).tolist():
            begun = number
            for s in range(subs + 1):
                now = begun
                found[s, 0, number] = now
                for f in range(1, planes + 1):
                    now = free[now] if hurt[now] - hurt[number] < s else from_air[now]
                    found[s, f, number] = now
                begun = from_sub[begun]
        return found

    # What is there

    def _units(self, lost: Sequence[Sequence[int]], dice: Sequence[Sequence[int]]) -> None:
        """``left``: survivors by (state, group); ``count``: those of them in the battle; whether
        there is a ``destroyer`` among these, a ``sub``, aircraft (``air``), others (``afloat``)."""
        groups, kinds = len(self.side.groups), self.side.kinds_here()
        rows: list[list[int]] = []
        for gone in lost:
            row = [gone.count(group) for group in range(groups)]
            rows.append(row)
            for group in gone:
                if group >= 0:
                    row = row.copy()
                    row[group] -= 1
                rows.append(row)
        units = np.array(rows, dtype=np.int64).reshape(len(rows), groups)
        sorts = [
            [k.hunts_submarines, k.submarine, k.domain == "air", k.domain != "air", True]
            for _, k in kinds
        ]
        numbers = units @ np.array(sorts, dtype=np.int64).reshape(groups, 5)
        bits = np.array(_alike(kinds, dice), dtype=np.int64)
        present = np.bitwise_or.reduce((units > 0) * bits, axis=1, keepdims=True)
        table = np.concatenate((units, numbers, present), axis=1)
        # A state's figures are the sums of those of its classes.
        states = self.states
        firsts = np.array([0, *accumulate(most + 1 for most in states.most[:TRANSPORT])])
        self.at: Ints = states.taken + firsts
        """By state and class the row in tables of what is in the battle."""
        here = table.take(self.at.T, axis=0).sum(axis=0)
        self.left: Ints = here[:, :groups]
        if states.down.any():  # submerged submarines have left the battle
            left = states.most[SUBMARINE] - states.taken[:, SUBMARINE]
            self.at[:, SUBMARINE] += left * states.down
            here = table.take(self.at.T, axis=0).sum(axis=0)
        self.count: Ints = here[:, -2]
        some: Bools = here.T[groups : groups + 4] > 0
        self.destroyer, self.sub, self.air, self.afloat = some
        found = here[:, -1].tolist()
        sets = {present: number for number, present in enumerate(sorted(set(found)))}
        self.presence = tuple(sets)
        """The different sets of kinds that are in the battle, each as bits; of kinds that differ
        in numbers alone, one stands for all."""
        self.which: Ints = np.array([sets[present] for present in found])

    def _dice(self, lost: Sequence[Sequence[int]], dice: Sequence[Sequence[int]]) -> None:
        """Chances of hits by state for each source."""
        classes = [self._fading(gone, dice) for gone in lost]
        rows = [row for rows in classes for row in rows]
        width = max(map(len, rows))
        padded = np.array([row + [0.0] * (width - len(row)) for row in rows])
        numbers = np.array([len(row) - 1 for row in rows]).take(self.at).T
        tables = [
            chances[:, : len(rows[0])]
            for chances, rows in zip(padded.take(self.at.T, axis=0), classes, strict=True)
        ]
        self.sub_hits, self.air_hits = tables[SUBMARINE], tables[PLANE]
        self.other_hits = sums(tables[SHIP], tables[TRANSPORT])
        self.free_hits = sums(self.air_hits, self.other_hits)
        """Of all but submarines."""
        others = numbers[SHIP] + numbers[TRANSPORT]
        self.dice: Ints = numbers[PLANE] + others
        """Of all but submarines."""
        self.all_dice: Ints = self.dice + numbers[SUBMARINE]
        most = 1 + int(others[~self.destroyer].max(initial=0))
        found = (self.sub_hits, self.air_hits, self.free_hits)
        self.sizes = (*(chances.shape[1] for chances in found), most)
        """Numbers of hits, counting none: of submarines, aircraft, all but submarines, and ships
        without a destroyer among them."""

    def _fading(self, gone: Sequence[int], dice: Sequence[Sequence[int]]) -> list[list[float]]:
        """For each number of hits on a class what is left of it rolls; units support each other
        only within a class."""
        coupled = set(self.side.coupled())
        if not coupled.intersection(gone):
            return fading([dice[group] if group >= 0 else () for group in gone])
        left = [gone.count(group) for group in range(len(self.side.groups))]
        rows = [list(few(self.side.total(left)))]
        for group in gone:
            if group >= 0:
                left[group] -= 1
            rows.append(list(few(self.side.total(left))))
        return rows

    @cached_property
    def chances(self) -> list[Floats]:
        """Of hits that can fall on everybody; with those of submarines, which have less choice,
        first; with those of aircraft without a destroyer first."""
        subs, air, free = self.sub_hits, self.air_hits, self.free_hits
        blind = air[:, :, None] * self.other_hits[:, None, : self.sizes[3]]
        tables = [free, subs[:, :, None] * free[:, None, :], blind]
        return [table.reshape(len(table), -1) for table in tables]

    @cached_property
    def mixed_chances(self) -> Floats:
        """With those of submarines first, then of aircraft without a destroyer."""
        found: Floats = self.sub_hits[:, :, None] * self.chances[2][:, None, :]
        return found.reshape(len(found), -1)

    def coded(self, chances: Floats) -> Floats:
        """Chances of free hits laid out for ``code``: exact, impossible, so many or more."""
        rows = len(chances)
        table = np.zeros((rows, 2 * self.longest + 1))
        width = min(self.longest, chances.shape[1])
        table[:, :width] = chances[:, :width]
        table[:, self.longest + 1 : self.longest + 1 + width] = tails(chances)[:, :width]
        return table


class Reached:
    """Where hits lead a fleet: of submarines alone (``subs``), of aircraft without a destroyer
    (``planes``), both (``mixed``), by numbers of hits and state; and in ``general`` fire by state
    and hits laid out as ``Fleet.chances`` are."""

    def __init__(self, fleet: Fleet, sizes: Sizes) -> None:
        self.sizes = sizes
        subs, planes, free, others = sizes
        self.subs = fleet.powers(fleet.from_sub, subs - 1)
        self.planes = fleet.powers(fleet.from_air, planes - 1)
        path = np.ascontiguousarray(fleet.powers(fleet.free, free - 1).T)
        self.few = path[:, :others]
        self.fleet = fleet
        tables = [path, path.take(self.subs.T, axis=0), self.few.take(self.planes.T, axis=0)]
        self.sorted = [table.reshape(len(table), -1) for table in tables]

    @cached_property
    def mixed(self) -> Ints | None:
        """Only where submarines and aircraft fire together at a submarine and a destroyer."""
        subs, planes, *_ = self.sizes
        if subs > 1 and planes > 1 and (self.fleet.sub & self.fleet.destroyer).any():
            return self.fleet.mixed(subs - 1, planes - 1)
        return None

    def general(self, sort: int) -> Ints:
        """``sort`` as in ``Fire.sorts``."""
        return self.sorted[sort] if sort < 3 else self._both

    @cached_property
    def _both(self) -> Ints:
        mixed = self.mixed
        assert mixed is not None
        found = self.few.take(mixed.transpose(2, 0, 1), axis=0)
        return found.reshape(len(found), -1)


def _alike(kinds: Sequence[tuple[int, Kind]], dice: Sequence[Sequence[int]]) -> list[int]:
    """For each group a bit: the same for kinds that can hit and be hit alike."""
    found: dict[tuple[object, ...], int] = {}
    bits = []
    for group, k in kinds:
        sort = (k.domain, k.submarine, k.transport, k.hunts_submarines, k.surface_warship)
        bits.append(found.setdefault((*sort, k.attack > 0, len(dice[group]) > 0), 1 << k.index))
    return bits


def fleet(side: Side, enemies: tuple[bool, bool], submerges: bool) -> Fleet:
    """The tables of a side; those of the last few are kept, unless they are large."""
    if sum(side.counts) > LARGE:
        return Fleet(side, enemies, submerges)
    return kept(side, enemies, submerges)


kept = lru_cache(maxsize=KEPT)(Fleet)
