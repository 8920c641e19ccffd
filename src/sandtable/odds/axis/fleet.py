"""One side of a sea battle: the states that hits can bring it to, and what it does in each.

At sea not every hit can fall on every unit, so a side's state is how many hits each class has
taken: aircraft, submarines, other ships, transports. Within a class the order of loss says who
is next; between classes the same order does, as far as the hit can choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from sandtable.games.axis import forces

from .dice import Bools, Floats, Ints, many, sums, tails
from .side import FACES, Side

State = tuple[int, int, int, int, bool]
"""Hits taken by each class, and whether the submarines have submerged."""

Sizes = tuple[int, int, int, int]
KEPT, LARGE = 64, 40
"""Fleets whose tables are kept for the next question, and how many units they may have."""
SUB, AIR, OTHER = forces.SUBMARINE, forces.AIR, forces.OTHER
TRANSPORT = 3


def _order(state: State) -> tuple[int, bool, State]:
    air, subs, others, transports, down = state
    return air + subs + others + transports, down, state


class Fleet:
    """All states of a side, in an order in which hits only lead forward."""

    def __init__(self, side: Side, enemies: tuple[bool, bool], submerges: bool) -> None:
        """``enemies``: whether there are submarines among them, and aircraft."""
        self.side = side
        self._reached: Reached | None = None
        slots = side.slots(side.counts)
        self.classes = [forces.target_class(side.kind(slot.group)) for slot in slots]
        self.ranks: list[list[int]] = [[], [], [], []]
        for rank, where in enumerate(self.classes):
            self.ranks[where].append(rank)
        self.most = [len(ranks) for ranks in self.ranks]
        self.by_sub, self.by_air = enemies
        self.reach = (forces.reachable(False), forces.reachable(True))
        self._find(submerges and bool(self.most[1]), sinks=not side.attacking)
        self._units(slots)
        self._dice()

        self.presence, self.which = self._presence()
        self.sinks: Ints = np.arange(len(self.states))
        if self.most[TRANSPORT]:
            self.sinks = np.array([self.index.get(self.sunk(s), 0) for s in self.states])
        """By state where it leads that transports go down."""
        self.blind = self._blind()

    # States

    def _hits(self, state: State, sorts: Sequence[Sequence[int]]) -> tuple[State, ...]:
        """The states after one hit that may fall on these classes, or else on a transport."""
        air, subs, others, transports, down = state
        ranks = self.ranks
        none = len(self.classes)
        next_ranks = (
            ranks[0][air] if air < self.most[0] else none,
            ranks[1][subs] if subs < self.most[1] and not down else none,
            ranks[2][others] if others < self.most[2] else none,
        )
        found = []
        for allowed in sorts:
            best, where = none, TRANSPORT
            for at in allowed:
                if next_ranks[at] < best:
                    best, where = next_ranks[at], at
            if where == 0:
                found.append((air + 1, subs, others, transports, down))
            elif where == 1:
                found.append((air, subs + 1, others, transports, down))
            elif where == 2:
                found.append((air, subs, others + 1, transports, down))
            elif transports < self.most[TRANSPORT]:
                found.append((air, subs, others, transports + 1, down))
            else:
                found.append(state)
        return tuple(found)

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
        steps: dict[State, tuple[State, ...]] = {}
        todo = [start]
        allowed = tuple(sorts.values())
        while todo:
            state = todo.pop()
            if state in steps:
                continue
            steps[state] = found = self._hits(state, allowed)
            todo += found
            for move in others:
                todo.append(move(state))
        self.states = sorted(steps, key=_order)
        self.index = {state: number for number, state in enumerate(self.states)}
        number_of = self.index.__getitem__
        columns = zip(*(map(number_of, steps[state]) for state in self.states), strict=True)
        tables = {sort: np.array(rows) for sort, rows in zip(sorts, columns, strict=True)}
        self.free: Ints = tables[OTHER]
        self.from_sub: Ints = tables.get(SUB, self.free)
        self.from_air: Ints = tables.get(AIR, self.free)
        """Where one hit leads: of a surface ship, of a submarine, of an aircraft without a
        destroyer."""

    def _blind(self) -> Bools:
        """States where only hits of aircraft without a destroyer lead."""
        found = np.ones(len(self.states), dtype=np.bool_)
        tables = [self.free, self.from_sub, self.sinks]
        if any(state[4] for state in self.states):
            dives = [self.index.get(self.submerged(state), 0) for state in self.states]
            tables.append(np.array(dives))
        steps = list(zip(*(table.tolist() for table in tables), strict=True))
        seen, todo = {0}, [0]
        while todo:
            for after in steps[todo.pop()]:
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        found[list(seen)] = False
        return found

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

    def reached(self, sizes: Sizes) -> Reached:
        """Where so many hits of each sort lead."""
        if self._reached is None or self._reached.sizes != sizes:
            self._reached = Reached(self, sizes)
        return self._reached

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
        states = np.array(self.states, dtype=np.int64)
        gone = np.zeros((len(states), groups), dtype=np.int64)
        for where, ranks in enumerate(self.ranks):
            if not ranks:
                continue
            row = [0] * groups
            table = [row]
            for rank in ranks:
                if not slots[rank].damage:
                    row = row.copy()
                    row[slots[rank].group] += 1
                table.append(row)
            gone += np.array(table, dtype=np.int64).take(states[:, where], axis=0)
        self.left: Ints = np.array(self.side.counts, dtype=np.int64) - gone
        self.here: Ints = self.left.copy()
        kinds = self.side.kinds_here()
        subs = [group for group, kind in kinds if kind.submarine]
        down = np.flatnonzero(states[:, 4])
        if len(down):
            self.here[np.ix_(down, np.array(subs))] = 0
        sorts = [[k.hunts_submarines, k.submarine, k.domain == "air", True] for _, k in kinds]
        found = self.here @ np.array(sorts, dtype=np.int64).reshape(groups, 4)
        self.destroyer: Bools = found[:, 0] > 0
        self.sub: Bools = found[:, 1] > 0
        self.air: Bools = found[:, 2] > 0
        self.level: Ints = 2 * states[:, :4].sum(axis=1) + states[:, 4]
        """Grows with every hit, and when submarines submerge."""
        self.count: Ints = found[:, 3]

    def _dice(self) -> None:
        """Chances of hits by state for each source; nobody supports anybody at sea."""
        groups = len(self.side.groups)
        single = np.zeros((groups, 3, FACES), dtype=np.int64)
        for group, source, needed, dice in self.side.single():
            single[group, source, needed] += dice
        rolled = self.here @ single.reshape(groups, 3 * FACES)
        rows = [rolled[:, at : at + FACES] for at in range(0, 3 * FACES, FACES)]
        self.sub_hits, self.air_hits, self.other_hits = (many(table) for table in rows)
        self.free_hits = sums(self.air_hits, self.other_hits)
        """Of all but submarines."""
        most = 1 + int(rows[OTHER][~self.destroyer].sum(axis=1).max(initial=0))
        found = (self.sub_hits, self.air_hits, self.free_hits)
        self.sizes = (*(chances.shape[1] for chances in found), most)
        """Numbers of hits, counting none: of submarines, aircraft, all but submarines, and ships
        without a destroyer among them."""
        self.dice: Ints = (rows[AIR] + rows[OTHER]).sum(axis=1)
        """Of all but submarines."""

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
        found = self.sub_hits[:, :, None] * self.chances[2][:, None, :]
        return found.reshape(len(found), -1)

    def _presence(self) -> tuple[tuple[tuple[int, ...], ...], Ints]:
        """The different sets of kinds that are in the battle, and which each state has."""
        kinds = sorted({kind for _, kind in self.side.groups})
        bits = (self.here > 0) * np.array([1 << k for _, k in self.side.groups], dtype=np.int64)
        found = np.bitwise_or.reduce(bits, axis=1).tolist()
        sets = {present: number for number, present in enumerate(sorted(set(found)))}
        which = np.array([sets[present] for present in found], dtype=np.int64)
        return tuple(tuple(k for k in kinds if present >> k & 1) for present in sets), which

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
        self.strike = np.ascontiguousarray(self.subs.T)

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


def fleet(side: Side, enemies: tuple[bool, bool], submerges: bool) -> Fleet:
    """The tables of a side; those of the last few are kept, unless they are large."""
    if sum(side.counts) > LARGE:
        return Fleet(side, enemies, submerges)
    return kept(side, enemies, submerges)


kept = lru_cache(maxsize=KEPT)(Fleet)
