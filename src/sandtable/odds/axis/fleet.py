"""One side of a sea battle: the states that hits can bring it to, and what it does in each.

At sea not every hit can fall on every unit, so a side's state is how many hits each class has
taken: aircraft, submarines, other ships, transports. Within a class the order of loss says who
is next; between classes the same order does, as far as the hit can choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from sandtable.games.axis import forces

from .dice import Bools, Floats, Ints, many, sums, tails
from .side import FACES, Side

State = tuple[int, int, int, int, bool]
"""Hits taken by each class, and whether the submarines have submerged."""

SUB, AIR, OTHER = forces.SUBMARINE, forces.AIR, forces.OTHER
TRANSPORT = 3


class Fleet:
    """All states of a side, in an order in which hits only lead forward."""

    def __init__(self, side: Side, enemy: Side, *, submerges: bool) -> None:
        self.side = side
        slots = side.slots(side.counts)
        self.classes = [forces.target_class(side.kind(slot.group)) for slot in slots]
        self.ranks: list[list[int]] = [[], [], [], []]
        for rank, where in enumerate(self.classes):
            self.ranks[where].append(rank)
        self.most = [len(ranks) for ranks in self.ranks]
        enemy_kinds = [kind for _, kind in enemy.kinds_here()]
        self.by_sub = any(kind.submarine for kind in enemy_kinds)
        self.by_air = any(kind.domain == "air" for kind in enemy_kinds)
        self.reach = (forces.reachable(False), forces.reachable(True))
        self._find(submerges and bool(self.most[1]), sinks=not side.attacking)
        self._units(slots)
        self._dice()

    # States

    def hit(self, state: State, allowed: Sequence[int]) -> State:
        """The state after one hit that may fall on these classes, or else on a transport."""
        best, where = len(self.classes), -1
        for at in allowed:
            if state[at] < self.most[at] and not (at == 1 and state[4]):
                rank = self.ranks[at][state[at]]
                if rank < best:
                    best, where = rank, at
        if where < 0:
            if state[TRANSPORT] == self.most[TRANSPORT]:
                return state
            where = TRANSPORT
        air, subs, others, transports, down = state
        return (
            air + (where == 0),
            subs + (where == 1),
            others + (where == 2),
            transports + (where == TRANSPORT),
            down,
        )

    def sunk(self, state: State) -> State:
        """All transports gone, where nothing but submarines can be with them."""
        if state[0] < self.most[0] or state[2] < self.most[2]:
            return state
        return (*state[:3], self.most[TRANSPORT], state[4])

    def submerged(self, state: State) -> State:
        return (*state[:4], state[1] < self.most[1])

    def _find(self, submerges: bool, sinks: bool) -> None:
        """All states that hits, sinking and submerging can lead to, and what one hit does."""
        sorts = {OTHER: self.reach[0][OTHER]}
        if self.by_sub:
            sorts[SUB] = self.reach[0][SUB]
        if self.by_air and self.most[1]:
            sorts[AIR] = self.reach[0][AIR]
        others: list[Callable[[State], State]] = []
        if sinks and self.most[TRANSPORT]:
            others.append(self.sunk)
        if submerges:
            others.append(self.submerged)
        start: State = (0, 0, 0, 0, False)
        steps: dict[State, list[State]] = {}
        todo = [start]
        while todo:
            state = todo.pop()
            if state in steps:
                continue
            steps[state] = [self.hit(state, allowed) for allowed in sorts.values()]
            todo += steps[state]
            todo += [move(state) for move in others]
        self.states = sorted(steps, key=lambda s: (sum(s[:4]), s[4], s))
        self.index = {state: number for number, state in enumerate(self.states)}
        tables = {
            sort: np.array([self.index[steps[state][number]] for state in self.states])
            for number, sort in enumerate(sorts)
        }
        self.free: Ints = tables[OTHER]
        self.from_sub: Ints = tables.get(SUB, self.free)
        self.from_air: Ints = tables.get(AIR, self.free)
        """Where one hit leads: of a surface ship, of a submarine, of an aircraft without a
        destroyer."""

    @cached_property
    def longest(self) -> int:
        return len(self.classes) + 1

    @cached_property
    def code(self) -> Ints:
        """Free hits from state to state; codes past ``longest`` mean so many hits or more."""
        size, longest = len(self.states), self.longest
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

    def powers(self, step: Ints, most: int) -> Ints:
        """Where 0, 1, 2 ... hits of one sort lead from each state."""
        rows = [np.arange(len(self.states))]
        for _ in range(most):
            rows.append(step[rows[-1]])
        return np.array(rows)

    def mixed(self, subs: int, planes: int) -> Ints:
        """Where hits of submarines and of aircraft without a destroyer lead together.

        Only for states with a submarine and a destroyer; elsewhere one sort is enough. Each
        further hit of an aircraft falls on the first unit that leaves all hits a target:
        on a submarine only if a submarine's hit can be moved there (``forces.fits``).
        """
        found = np.zeros((subs + 1, planes + 1, len(self.states)), dtype=np.intp)
        free, from_air, from_sub = (t.tolist() for t in (self.free, self.from_air, self.from_sub))
        hurt = [state[1] for state in self.states]
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

    def _units(self, slots: list[forces.Slot]) -> None:
        """``left``: survivors by (state, group); ``here``: those of them in the battle."""
        groups = len(self.side.groups)
        lost: list[Ints] = []
        for ranks in self.ranks:
            table = np.zeros((len(ranks) + 1, groups), dtype=np.int64)
            for number, rank in enumerate(ranks):
                table[number + 1] = table[number]
                if not slots[rank].damage:
                    table[number + 1, slots[rank].group] += 1
            lost.append(table)
        states = np.array(self.states, dtype=np.int64)
        gone = sum(lost[where][states[:, where]] for where in range(4))
        self.left: Ints = np.array(self.side.counts, dtype=np.int64) - gone
        self.here: Ints = self.left.copy()
        kinds = self.side.kinds_here()
        subs = [group for group, kind in kinds if kind.submarine]
        down = np.flatnonzero(states[:, 4])
        if len(down):
            self.here[np.ix_(down, np.array(subs))] = 0
        hunters = [group for group, kind in kinds if kind.hunts_submarines]
        self.destroyer: Bools = self.here[:, hunters].sum(axis=1) > 0
        self.sub: Bools = self.here[:, subs].sum(axis=1) > 0
        air = [group for group, kind in kinds if kind.domain == "air"]
        self.air: Bools = self.here[:, air].sum(axis=1) > 0
        self.level: Ints = 2 * states[:, :4].sum(axis=1) + states[:, 4]
        """Grows with every hit, and when submarines submerge."""
        self.count: Ints = self.here.sum(axis=1)

    def _dice(self) -> None:
        """Chances of hits by state for each source; nobody supports anybody at sea."""
        rows = [np.zeros((len(self.states), FACES), dtype=np.int64) for _ in range(3)]
        for group in range(len(self.side.groups)):
            one = [int(g == group) for g in range(len(self.side.groups))]
            for source, needed, dice in self.side.dice(one):
                rows[source][:, needed] += self.here[:, group] * dice
        self.sub_hits, self.air_hits, self.other_hits = (many(table) for table in rows)
        self.free_hits = sums(self.air_hits, self.other_hits)
        """Of all but submarines."""

    def presence(self) -> tuple[list[tuple[int, ...]], Ints]:
        """The different sets of kinds that are in the battle, and which each state has."""
        bits = np.array([1 << kind for _, kind in self.side.groups], dtype=np.int64)
        owned = {kind for _, kind in self.side.groups}
        keys = np.array([(1 << kind) for kind in sorted(owned)], dtype=np.int64)
        there = np.zeros((len(self.states), len(keys)), dtype=np.bool_)
        for group, bit in enumerate(bits):
            there[:, np.flatnonzero(keys == bit)[0]] |= self.here[:, group] > 0
        sets, which = np.unique(there @ keys, return_inverse=True)
        kinds = sorted(owned)
        found = [tuple(k for k in kinds if bits_ >> k & 1) for bits_ in sets.tolist()]
        return found, which

    def coded(self, chances: Floats) -> Floats:
        """Chances of free hits laid out for ``code``: exact, impossible, so many or more."""
        rows = len(chances)
        table = np.zeros((rows, 2 * self.longest + 1))
        width = min(self.longest, chances.shape[1])
        table[:, :width] = chances[:, :width]
        table[:, self.longest + 1 : self.longest + 1 + width] = tails(chances)[:, :width]
        return table
