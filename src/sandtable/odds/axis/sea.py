"""Sea battles: submerging, surprise strikes, destroyers, aircraft, transports.

A round has two halves: the strike, whose victims do not fire, and general fire. In each half
what happens to one side depends on the states of both, but given those not on what happens to
the other. Pairs of states are worked through by their level, the total of hits on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.games.axis import forces
from sandtable.games.axis.units import Kind

from .answer import DRAW, LOSE, RETREAT, STANDOFF, WIN, Block, Ends, Odds, Step
from .battle import Arms, Battle
from .dice import Bools, Floats, Ints
from .fleet import KEPT, fleet
from .history import unmet
from .meter import Meter
from .pairs import Batch, Flow, Pairs
from .salvo import Fire, Halves
from .side import Side, make_side

GO, END, SINK = 0, 1, 2
ALL, ONCE = 700, 6000
"""So many pairs of states are dealt with as they are, or at once if they can occur."""
FIRST, PAIRS = 1000, 2000
"""Otherwise about so many at a time."""
FEW = 100
"""If no more are left at these levels, they can wait for the next ones."""
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
        self.attacker = fleet(one, _reach(two), battle.attack.submerge)
        self.defender = fleet(two, _reach(one), battle.defence.submerge)
        self.attack = Fire(self.attacker, self.defender)
        self.defence = Fire(self.defender, self.attacker)
        self.pairs = Pairs(self.attack, self.defence)
        self.shape = (self.defender.size, self.attacker.size)
        """Arrays are indexed by (state of the defender, state of the attacker)."""
        self._judge()
        self.sunk = self.defender.states.sinks
        self.dives = battle.attack.submerge or battle.defence.submerge

    def _judge(self) -> None:
        """For each pair of states: fight on, end, or sink defenceless transports."""
        one, two = self.attacker, self.defender
        table = verdicts(
            msgspec.structs.replace(one.side, counts=(), hurt=()),
            msgspec.structs.replace(two.side, counts=(), hurt=()),
            one.presence,
            two.presence,
        )
        self.verdict: Ints = table[two.which[:, None], one.which[None, :]]

    # Before a round

    def _enter(self, leave: Bools | None) -> None:
        """Where the arrivals after a round, and the fleets at the start, begin the next one.

        By pair of states: the pair that fights (after submerging), or that it is over.
        """
        one, two = self.attacker, self.defender
        rows, columns = np.arange(self.shape[0])[:, None], np.arange(self.shape[1])
        to_a, to_d = columns, rows
        if self.battle.attack.submerge:
            dives = ~two.destroyer & (two.count > 0)
            to_a = np.where(dives[:, None], one.states.dives, columns)
        if self.battle.defence.submerge:
            alone = ~one.destroyer & (one.count[to_a] > 0)
            to_d = np.where(alone, two.states.dives[:, None], rows)
        verdict = self.verdict[to_d, to_a] if self.dives else self.verdict
        to_d = np.where(verdict == SINK, self.sunk[to_d], to_d)
        self.to_a, self.to_d = np.broadcast_to(to_a, self.shape), to_d
        self.fights: Bools = verdict == GO
        """Whether a round is fought at all; where transports went down it is not."""
        stays: Bools = (to_d == rows) & (to_a == columns)
        self.leaves: Bools = np.zeros(self.shape, dtype=np.bool_)
        if leave is not None:
            empty = (two.count == 0)[:, None] | (one.count == 0)
            self.leaves = leave & ~empty & (self.verdict != SINK)
            stays = stays & ~self.leaves
        self.go: Bools = self.fights & stays
        self.over: Bools = (self.verdict == END) & stays
        """Whether arrivals fight on where they are, or have come to an end."""

    # Level by level

    def _prepare(self) -> None:
        self.flow = Flow(self.shape)
        self.ended: Floats = np.zeros(self.shape)
        self.left: Floats = np.zeros(self.shape)
        self.rounds = 0.0

    def _start(self, row: int, column: int, chance: float) -> None:
        """A fleet in this state is about to begin a round."""
        table = self.flow.begin if self.fights[row, column] else self.ended
        table[self.to_d[row, column], self.to_a[row, column]] += chance

    def run(self, leave: Bools | None, arrivals: Floats | None = None) -> None:
        """Fight on to the end, or until ``leave`` says that the attacker breaks off.

        Some levels at a time: all pairs there that something has come to. If their rounds lead
        to others in the same levels, these are next; then come the next levels.
        """
        self._enter(leave)
        self._prepare()
        if arrivals is None:
            self._start(0, 0, 1.0)
        else:
            self.flow.arrive += arrivals
        levels, fighting, likely = self._levels(), self.verdict == GO, self._likely()
        tops = self._tops(levels, likely)
        more: Bools | None = likely
        for number, top in enumerate(tops):
            near, few = fighting & (levels <= top), 0
            while True:
                if self.dives:
                    self._move()
                cells = (self._live(more) & near).ravel().nonzero()[0]
                if len(cells) <= few:
                    break
                self.rounds += self._batch(cells, levels.take(cells)).fight(self.flow)
                more = None
                few = FEW if number < len(tops) - 1 else 0
            self.meter.tick((number + 1) / len(tops))
        self._move()
        self.ended += np.where(self.over, self.flow.arrive + self.flow.middle, 0.0)

    def _levels(self) -> NDArray[np.int16]:
        found = self.defender.level[:, None] + self.attacker.level[None, :]
        return found.astype(np.int16)

    def _likely(self) -> Bools:
        """Pairs that a battle may lead to, and where the attacker does not break off."""
        found: Bools = (self.verdict == GO) & ~self.leaves
        if np.count_nonzero(found) > ALL:
            found &= ~unmet(self.attacker, self.defender, self.dives)
        return found

    def _tops(self, levels: NDArray[np.int16], likely: Bools) -> list[int]:
        """The last level of each step; there are several if there is a budget to look after."""
        tops, enough = [], FIRST
        if np.count_nonzero(likely) > (ONCE if self.meter.budget is None else FIRST):
            for level, count in enumerate(np.bincount(levels[likely]).cumsum().tolist()):
                if count >= enough:
                    tops.append(level)
                    enough = count + PAIRS
        return [*tops, int(levels[-1, -1])]

    def _live(self, more: Bools | None) -> Bools:
        """Which pairs are about to fight, or will be in a moment."""
        arrive, begin, middle = self.flow.tables
        there = arrive * self.go
        there += middle
        there += begin
        live: Bools = there > self.meter.grain
        return live if more is None else live | more

    def _batch(self, cells: Ints, levels: NDArray[np.int16]) -> Batch:
        order = levels.argsort(kind="stable")
        cells, levels = cells[order], levels[order]
        starts = [0, *((levels[1:] != levels[:-1]).nonzero()[0] + 1).tolist()]
        return Batch(self.pairs, cells, self.go.take(cells), starts)

    def _move(self) -> None:
        """Send on who does not stay: defenceless transports go down, submarines dive, the
        attacker leaves."""
        arrive, begin, middle = self.flow.flat
        width = self.shape[1]
        sinks = (self.verdict == SINK).ravel().nonzero()[0]
        if len(sinks):
            there = sinks + (self.sunk[sinks // width] - sinks // width) * width
            for table in (arrive, middle):
                np.add.at(table, there, table[sinks])
                table[sinks] = 0.0
        away = (~self.go & ~self.over & (self.verdict != SINK)).ravel().nonzero()[0]
        if not len(away):
            return
        idle = away[self.verdict.take(away) == END]
        arrive[idle] += middle[idle]
        middle[idle] = 0.0
        there = (self.to_d * width + self.to_a).take(away)
        leaves, fights = self.leaves.take(away), self.fights.take(away)
        for some, cells, table in (
            (leaves, away, self.left.reshape(-1)),
            (fights & ~leaves, there, begin),
            (~fights & ~leaves, there, self.ended.reshape(-1)),
        ):
            np.add.at(table, cells[some], arrive[away[some]])
        arrive[away] = 0.0

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
        found: Bools = (fleet.count > 0) & (~fleet.afloat | self.battle.can_retreat)
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
            fought += float(self.flow.begin.sum())
            arrivals = self._round(halves)
            steps.append(self._step(number, arrivals))
            if number < limit:
                self.flow.begin[:] = 0.0
                for row, column in np.argwhere(arrivals > 0).tolist():
                    self._start(row, column, float(arrivals[row, column]))
                if not self.flow.begin.any():
                    arrivals = np.zeros(self.shape)
                    break
        return steps, self.ended.copy(), arrivals, fought

    def _round(self, halves: list[Halves]) -> Floats:
        """One round from ``begin``."""
        middle, after = np.zeros(self.shape), np.zeros(self.shape)
        for row, half in enumerate(halves):
            middle[row] += half.unstruck(self.flow.begin[row])
            if half.strikes:
                middle += (self.flow.begin[row][:, None] * half.strike_hits).T @ half.strike
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
        rows, columns = np.divmod(self.ended.ravel().nonzero()[0], self.shape[1])
        names = np.array(((WIN, DRAW), (STANDOFF, LOSE)))
        ends = names[(two.count[rows] > 0).astype(int), (one.count[columns] == 0).astype(int)]
        blocks = []
        for end in np.unique(ends).tolist():
            some = ends == end
            blocks.append(self._block(end, self.ended, rows[some], columns[some]))
        if self.left.any():
            blocks.append(self._block(RETREAT, self.left, *self.left.nonzero()))
        ends = Ends(one.side, two.side, (one.side.counts, two.side.counts), blocks)
        return Odds(ends, self.rounds, bounded=self.meter.bounded, by_round=steps)

    def _block(self, end: int, table: Floats, rows: Ints, columns: Ints) -> Block:
        chances = table[rows, columns]
        return Block(end, chances, self.attacker.left, columns, self.defender.left, rows)


def _reach(enemy: Side) -> tuple[bool, bool]:
    """Whether submarines are among the enemies, and aircraft: their hits cannot choose freely."""
    kinds = [kind for _, kind in enemy.kinds_here()]
    return any(kind.submarine for kind in kinds), any(kind.domain == "air" for kind in kinds)


@lru_cache(maxsize=KEPT)
def verdicts(one: Side, two: Side, mine: Sequence[int], theirs: Sequence[int]) -> Ints:
    """What becomes of fleets with these sets of kinds of units, as bits; numbers of units do not
    matter."""
    kinds = one.kinds
    attackers, defenders = _sets(mine), _sets(theirs)
    aims = list(zip(attackers, _volleys(one, attackers), strict=True))
    fires = list(zip(defenders, _volleys(two, defenders), strict=True))
    # A surface warship can hit anything, and an escort other than submarines protects.
    strong = [any(kinds[v.kind].surface_warship for v in aim) for _, aim in aims]
    armed = [any(kinds[v.kind].surface_warship for v in fire) for _, fire in fires]
    escorted = [
        any(not kinds[k].transport and not kinds[k].submarine for k in d) for d in defenders
    ]
    return np.array(
        [
            [
                GO if (sure and safe) or (ready and aim[0]) else _verdict(kinds, aim, fire)
                for aim, sure in zip(aims, strong, strict=True)
            ]
            for fire, safe, ready in zip(fires, escorted, armed, strict=True)
        ]
    )


def _sets(found: Sequence[int]) -> list[Kinds]:
    return [tuple(k for k in range(bits.bit_length()) if bits >> k & 1) for bits in found]


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


def _volleys(side: Side, sets: Sequence[Kinds]) -> list[list[forces.Volley]]:
    """The dice of one unit of each kind in these sets; at sea nobody depends on others."""
    roll = forces.attack_volleys if side.attacking else forces.defence_volleys
    single: dict[int, list[forces.Volley]] = {}
    for owner, kind in side.groups:
        single.setdefault(kind, []).extend(roll(side.kinds, side.owners[owner], {kind: 1}))
    return [[volley for kind in present for volley in single[kind]] for present in sets]


def prices(side: Side) -> Floats:
    return np.array([float(kind.cost) for _, kind in side.kinds_here()])
