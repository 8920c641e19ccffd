"""Sea battles: submerging, surprise strikes, destroyers, aircraft, transports.

A round has two halves: the strike, whose victims do not fire, and general fire. In each half
what happens to one side depends on the states of both, but given those not on what happens to
the other. So the battle runs row by row, a row being a state of the defender, over all states of
the attacker at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sandtable.games.axis import forces
from sandtable.games.axis.units import Kind

from .answer import DRAW, LOSE, RETREAT, STANDOFF, WIN, Block, Odds, Step
from .battle import Arms, Battle
from .dice import Bools, Floats, Ints
from .fleet import Fleet
from .meter import Meter
from .pairs import Cells, Strike, carry
from .salvo import Fire, Halves
from .side import Side, make_side

GO, END, SINK = 0, 1, 2
Kinds = tuple[int, ...]
Array = tuple[Kinds, list[forces.Volley]]
"""Kinds of units that are there, and the dice of one of each."""


class SeaBattle:
    """Set up from a ``Battle``; ``solve`` gives the odds."""

    def __init__(self, arms: Arms, battle: Battle, meter: Meter) -> None:
        self.arms, self.battle, self.meter = arms, battle, meter
        techs = arms.techs(battle.attacker.techs)
        one = make_side(arms, (battle.attacker,), battle.attack, techs, attacking=True)
        two = make_side(arms, battle.defenders, battle.defence, techs, attacking=False)
        self.sides = (one, two)
        self.attacker = Fleet(one, two, submerges=battle.attack.submerge)
        self.defender = Fleet(two, one, submerges=battle.defence.submerge)
        self.attack = Fire(self.attacker, self.defender)
        self.defence = Fire(self.defender, self.attacker)
        self.shape = (len(self.defender.states), len(self.attacker.states))
        """Arrays are indexed by (state of the defender, state of the attacker)."""
        self._judge()
        self.sunk = [self.defender.index[self.defender.sunk(s)] for s in self.defender.states]

    def _judge(self) -> None:
        """For each pair of states: fight on, end, or sink defenceless transports."""
        sets_a, which_a = self.attacker.presence()
        sets_d, which_d = self.defender.presence()
        kinds = self.arms.kinds
        # A surface warship can hit anything, and an escort other than submarines protects.
        strong = [any(kinds[k].surface_warship and kinds[k].attack for k in a) for a in sets_a]
        escorted = [
            any(not kinds[k].transport and not kinds[k].submarine for k in d) for d in sets_d
        ]
        aims = [_volleys(self.sides[0], a) for a in sets_a]
        fires = [_volleys(self.sides[1], d) for d in sets_d]
        table = np.array(
            [
                [
                    GO if sure and safe else _verdict(kinds, (a, aim), (d, fire))
                    for a, aim, sure in zip(sets_a, aims, strong, strict=True)
                ]
                for d, fire, safe in zip(sets_d, fires, escorted, strict=True)
            ]
        )
        self.verdict: Ints = table[which_d[:, None], which_a[None, :]]
        self.sinking = bool((table == SINK).any())

    # Before a round

    def _enter(self, leave: Bools | None) -> None:
        """Where the arrivals after a round, and the fleets at the start, begin the next one.

        By pair of states: the pair that fights (after submerging), or that it is over.
        """
        rows, columns = np.indices(self.shape)
        to_a, to_d = columns.copy(), rows.copy()
        if self.battle.attack.submerge:
            down = np.array(
                [self.attacker.index[self.attacker.submerged(s)] for s in self.attacker.states]
            )
            dives = ~self.defender.destroyer & (self.defender.count > 0)
            to_a = np.where(dives[:, None], down[None, :], columns)
        if self.battle.defence.submerge:
            down = np.array(
                [self.defender.index[self.defender.submerged(s)] for s in self.defender.states]
            )
            alone = ~self.attacker.destroyer[columns] & (self.attacker.count[to_a] > 0)
            to_d = np.where(alone, down[:, None], rows)
        sunk = np.array(self.sunk)
        sinks = self.verdict[to_d, to_a] == SINK
        to_d = np.where(sinks, sunk[to_d], to_d)
        self.to_a, self.to_d = to_a, to_d
        self.fights: Bools = self.verdict[to_d, to_a] == GO
        """Whether a round is fought at all."""
        empty = (self.defender.count == 0)[:, None] | (self.attacker.count == 0)[None, :]
        self.leaves: Bools = np.zeros(self.shape, dtype=np.bool_)
        if leave is not None:
            self.leaves = leave & ~empty & (self.verdict != SINK)
        self.simple = not (self.battle.attack.submerge or self.battle.defence.submerge)

    # Row by row

    def _prepare(self) -> None:
        self.flow: Floats = np.zeros((3, *self.shape))
        self.arrive, self.begin, self.middle = self.flow
        self.ended: Floats = np.zeros(self.shape)
        self.left: Floats = np.zeros(self.shape)
        self.rounds = 0.0

    def _start(self, row: int, column: int, chance: float) -> None:
        """A fleet in this state is about to begin a round."""
        if self.fights[row, column]:
            self.begin[self.to_d[row, column], self.to_a[row, column]] += chance
        else:
            self.ended[self.to_d[row, column], self.to_a[row, column]] += chance

    def run(self, leave: Bools | None, arrivals: Floats | None = None) -> None:
        """Fight on to the end, or until ``leave`` says that the attacker breaks off."""
        self._enter(leave)
        self._prepare()
        if arrivals is None:
            self._start(0, 0, 1.0)
        else:
            self.arrive += arrivals
        cells, bounds = self._sorted()
        last = len(bounds) - 1
        for level in range(last):
            self._level(cells, slice(bounds[level], bounds[level + 1]))
            self.meter.tick((level + 1) / last)

    def _sorted(self) -> tuple[Cells, list[int]]:
        """All pairs of states by level, and where each level begins."""
        levels = (self.defender.level[:, None] + self.attacker.level[None, :]).ravel()
        order = np.argsort(levels, kind="stable")
        d, a = np.divmod(order, self.shape[1])
        go = self.fights & (self.verdict != SINK) & ~self.leaves
        if not self.simple:
            rows, columns = np.indices(self.shape)
            go &= (self.to_d == rows) & (self.to_a == columns)
        mine = self.attacker.sub[a] & ~self.defender.destroyer[d]
        strikes = mine + 2 * (self.defender.sub[d] & ~self.attacker.destroyer[a])
        cells = Cells(
            order, d, a, go.take(order), strikes, self.attack.sorts(a, d), self.defence.sorts(d, a)
        )
        bounds = np.searchsorted(levels[order], np.unique(levels)).tolist()
        return cells, [*bounds, len(order)]

    def _level(self, cells: Cells, level: slice) -> None:
        """All pairs of states of one level: hits lead only to later ones, or back to itself."""
        flow = self.flow.reshape(3, -1).take(cells.index[level], axis=1)
        used = (flow.sum(axis=0) > self.meter.grain).nonzero()[0]
        if not len(used):
            return
        now = cells.some(used + level.start)
        arrive, begin, middle = flow.take(used, axis=1)
        if self.sinking:
            self._sink(now, arrive, middle)
        active = now.go | (begin + middle > 0)
        if not active.all():
            self._stop(now.index[~active], arrive[~active])
            kept = active.nonzero()[0]
            now = now.some(kept)
            arrive, begin, middle = arrive[kept], begin[kept], middle[kept]
        if len(now.index):
            self._fight(now, arrive, begin, middle)

    def _sink(self, now: Cells, arrive: Floats, middle: Floats) -> None:
        """Defenceless transports go down, in the middle of a round or after it."""
        for n in (self.verdict.take(now.index) == SINK).nonzero()[0].tolist():
            there = self.sunk[now.d[n]]
            self.middle[there, now.a[n]] += middle[n]
            self.arrive[there, now.a[n]] += arrive[n]
            arrive[n] = middle[n] = 0.0

    def _fight(self, now: Cells, arrive: Floats, begin: Floats, middle: Floats) -> None:
        d, a, go = now.d, now.a, now.go
        here = np.arange(len(d))
        hits = self.attack.general(a, d, now.aim)
        fire = self.defence.general(d, a, now.fire)
        home = hits[here, d] * fire[here, a]
        strikes = [Strike(self.attack, self.defence, now, who) for who in (1, 2, 3)]
        spared = np.ones(len(d))
        """Chance that a strike hurts nobody."""
        for strike in strikes:
            if len(strike.some):
                spared[strike.some] = strike.spared
        back = arrive + middle * home
        if go.all():
            fought = (back + begin) / (1.0 - home * spared)
        else:
            fought = np.where(go, back, 0.0) + begin
            fought /= 1.0 - np.where(go, home * spared, 0.0)
            rest = back + begin * home * spared
            self._stop(now.index[~go], rest[~go])
        self.rounds += float(fought.sum())
        # What leads back to the same pair has been counted; it is not looked at again.
        for strike in strikes:
            if len(strike.some):
                strike.carry(self.middle, fought)
        carry(self.arrive, (d, a), middle + fought * spared, hits, fire)

    def _stop(self, cells: Ints, chances: Floats) -> None:
        """Send on the arrivals that do not simply fight again."""
        if self.simple and not self.leaves.any() and not self.fights.take(cells).any():
            self.ended.reshape(-1)[cells] += chances
            return
        for cell, chance in zip(cells.tolist(), chances.tolist(), strict=True):
            if not chance:
                continue
            row, column = divmod(cell, self.shape[1])
            if self.leaves[row, column]:
                self.left[row, column] += chance
            else:
                self._start(row, column, chance)

    def _halves(self, row: int) -> Halves:
        return Halves(self.attack, self.defence, row)

    # Solving

    def solve(self, rounds: int = 0) -> Odds:
        """The odds; with ``rounds`` also how things stand after each of the first rounds."""
        policy = self.battle.retreat
        may = np.broadcast_to(self._may_leave(), self.shape)
        steps: list[Step] = []
        if rounds:
            steps = self._rounds(rounds)[0]
        if policy.when == "after":
            limit = max(1, int(policy.limit))
            _, ended, arrivals, fought = self._rounds(limit)
            self.run(may, arrivals)
            self.ended += ended
            self.rounds += fought
        else:
            self.run(None if policy.when == "never" else self._leaving() & may)
        return self._odds(steps)

    def _may_leave(self) -> Bools:
        """Ships need somewhere to go, aircraft alone do not; by state of the attacker."""
        fleet = self.attacker
        ships = [g for g, kind in fleet.side.kinds_here() if kind.domain != "air"]
        afloat = fleet.here[:, ships].sum(axis=1) > 0
        found: Bools = (fleet.count > 0) & (~afloat | self.battle.can_retreat)
        return found

    def _leaving(self) -> Bools:
        policy = self.battle.retreat
        one, two = self.attacker, self.defender
        if policy.when == "below":
            return np.broadcast_to(one.count < policy.limit, self.shape)
        if policy.when == "chance":
            won = (two.count == 0)[:, None] & (one.count > 0)[None, :]
            worth, _ = self.worth(won.astype(np.float64), None)
            below: Bools = worth < policy.limit
            return below
        lost = (np.array(two.side.counts) - two.left) @ prices(two.side)
        value = lost[:, None] + (one.left @ prices(one.side))[None, :]
        may = self._may_leave()
        _, stay = self.worth(value, np.where(may[None, :], value, -np.inf))
        return ~stay

    def _rounds(self, limit: int) -> tuple[list[Step], Floats, Floats, float]:
        """Some rounds one by one: after each, what has ended so far, what goes on, rounds."""
        self._enter(None)
        self._prepare()
        halves = [self._halves(row) for row in range(self.shape[0])]
        self._start(0, 0, 1.0)
        steps: list[Step] = []
        fought = 0.0
        for number in range(1, limit + 1):
            fought += float(self.begin.sum())
            arrivals = self._round(halves)
            steps.append(self._step(number, arrivals))
            if number < limit:
                self.begin[:] = 0.0
                for row, column in np.argwhere(arrivals > 0).tolist():
                    self._start(row, column, float(arrivals[row, column]))
                if not self.begin.any():
                    arrivals = np.zeros(self.shape)
                    break
        return steps, self.ended.copy(), arrivals, fought

    def _round(self, halves: list[Halves]) -> Floats:
        """One round from ``begin``."""
        middle, after = np.zeros(self.shape), np.zeros(self.shape)
        for row, half in enumerate(halves):
            middle[row] += half.unstruck(self.begin[row])
            if half.strikes:
                middle += (self.begin[row][:, None] * half.strike_hits).T @ half.strike
        for row, half in enumerate(halves):
            sinks = self.verdict[row] == SINK
            if sinks.any():
                middle[self.sunk[row]] += np.where(sinks, middle[row], 0.0)
                middle[row] = np.where(sinks, 0.0, middle[row])
            after[row] += half.general(middle[row])
            after += (middle[row][:, None] * half.hits).T @ half.fire
        # What is defenceless now goes down at once.
        for row in range(self.shape[0]):
            sinks = self.verdict[row] == SINK
            if sinks.any():
                after[self.sunk[row]] += np.where(sinks, after[row], 0.0)
                after[row] = np.where(sinks, 0.0, after[row])
        return after

    def _step(self, number: int, arrivals: Floats) -> Step:
        one, two = self.attacker.count > 0, self.defender.count > 0
        now = self.ended + arrivals
        win = float(now[np.ix_(~two, one)].sum())
        draw = float(now[np.ix_(~two, ~one)].sum())
        lose = float(now[np.ix_(two, ~one)].sum())
        over = float(self.ended[np.ix_(two, one)].sum())
        undecided = float(arrivals[np.ix_(two, one)].sum())
        return Step(number, win, draw, lose, undecided, over)

    def worth(self, value: Floats, leave: Floats | None) -> tuple[Floats, Bools]:
        """What each state is worth to the attacker after a round, and where he should go on.

        ``value`` is that of ending in a state. Backwards, row by row and from the weakest
        attacker to the strongest, since hits only lead forward.
        """
        self._enter(None)
        after, middle, fresh = (np.zeros(self.shape) for _ in range(3))
        stay = np.ones(self.shape, dtype=np.bool_)
        for row in range(self.shape[0] - 1, -1, -1):
            half = self._halves(row)
            later = (half.hits * (half.fire @ after.T)).sum(axis=1)
            struck = np.zeros(self.shape[1])
            if half.strikes:
                struck = (half.strike_hits * (half.strike @ middle.T)).sum(axis=1)
            for column in range(self.shape[1] - 1, -1, -1):
                # Both are a + b * (worth of this very state, not known yet).
                a = later[column] + half.missed[column] * (half.fire[column] @ after[row])
                b = half.missed[column] * half.fire[column, column]
                if self.verdict[row, column] == SINK:
                    a, b = middle[self.sunk[row], column], 0.0
                c, e = a, b
                if half.strikes:
                    own = half.spared[column] * half.strike[column, column]
                    c = struck[column] + own * a
                    c += half.spared[column] * (half.strike[column] @ middle[row])
                    e = own * b
                known = self._worth_of((row, column), (c, e), value, leave, (after, fresh), stay)
                after[row, column] = known
                middle[row, column] = a + b * known
                fresh[row, column] = c + e * known
        return after, stay

    def _worth_of(
        self,
        at: tuple[int, int],
        going: tuple[float, float],
        value: Floats,
        leave: Floats | None,
        tables: tuple[Floats, Floats],
        stay: Bools,
    ) -> float:
        """A state after a round: go on, end, or leave."""
        row, column = at
        after, fresh = tables
        if self.verdict[at] == SINK:
            return float(after[self.sunk[row], column])
        where = (int(self.to_d[at]), int(self.to_a[at]))
        if not self.fights[at]:
            on = float(value[where])
        elif where == at:
            on = going[0] / (1.0 - going[1])
        else:
            on = float(fresh[where])
        if leave is None or not self.attacker.count[column] or not self.defender.count[row]:
            return on
        stay[at] = on >= leave[at] - 1e-12
        return max(on, float(leave[at]))

    # Endings

    def _odds(self, steps: list[Step]) -> Odds:
        one, two = self.attacker, self.defender
        blocks = []
        alive = (two.count > 0, one.count > 0)
        for end, some, others in (
            (WIN, ~alive[0], alive[1]),
            (DRAW, ~alive[0], ~alive[1]),
            (LOSE, alive[0], ~alive[1]),
            (STANDOFF, alive[0], alive[1]),
        ):
            chances = np.where(some[:, None] & others[None, :], self.ended, 0.0)
            blocks.append(self._block(end, chances))
        blocks.append(self._block(RETREAT, self.left))
        return Odds(
            one.side,
            two.side,
            (one.side.counts, two.side.counts),
            blocks,
            self.rounds,
            bounded=self.meter.bounded,
            by_round=steps,
        )

    def _block(self, end: int, chances: Floats) -> Block:
        rows, columns = np.nonzero(chances)
        found = chances[rows, columns]
        return Block(end, found, self.attacker.left, columns, self.defender.left, rows)


def _verdict(kinds: Sequence[Kind], one: Array, two: Array) -> int:
    """What becomes of fleets with these kinds of units, by the rules of the game."""
    (attackers, aim), (defenders, fire) = one, two
    if not attackers or not defenders:
        return END
    if forces.defenceless(kinds, attackers, defenders):
        return SINK
    hunts = any(kinds[k].hunts_submarines for k in attackers)
    if forces.can_hit(kinds, aim, defenders, hunts):
        return GO
    hunts = any(kinds[k].hunts_submarines for k in defenders)
    return GO if forces.can_hit(kinds, fire, attackers, hunts) else END


def _volleys(side: Side, present: Kinds) -> list[forces.Volley]:
    roll = forces.attack_volleys if side.attacking else forces.defence_volleys
    found = []
    for owner, arsenal in enumerate(side.owners):
        force = {kind: 1 for whose, kind in side.groups if whose == owner and kind in present}
        found += roll(side.kinds, arsenal, force)
    return found


def prices(side: Side) -> Floats:
    return np.array([float(kind.cost) for _, kind in side.kinds_here()])
