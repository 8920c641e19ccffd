"""Land battles: bombardment, anti-aircraft fire, then rounds until somebody is gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import numpy as np

from .answer import DRAW, LOSE, RETREAT, WIN, Block, Counts, Ends, Odds, Step
from .battle import Arms, Battle, Party, Start
from .chain import SMALL, Grid, Lines, Outcome
from .dice import SORTS, Bools, Floats, few
from .meter import Meter
from .side import Side, make_side


class LandBattle:
    """Set up from a ``Battle``; ``solve`` gives the odds."""

    def __init__(
        self,
        arms: Arms,
        battle: Battle,
        meter: Meter,
        starts: Sequence[Start] | None = None,
    ) -> None:
        self.arms = arms
        self.battle = battle
        self.meter = meter
        party = battle.attacker
        techs = arms.techs(party.techs)
        jumper = next(kind.id for kind in arms.kinds if kind.foot)
        units = dict(party.units)
        if party.dropped:
            units[jumper] = units.get(jumper, 0) + party.dropped
        everything = Party(units, party.power, party.techs)
        self.attacker = make_side(arms, (everything,), battle.attack, techs, attacking=True)
        self.defender = make_side(arms, battle.defenders, battle.defence, techs, attacking=False)
        self.jumpers = self._group(jumper) if party.dropped else -1
        given = starts if starts is not None else [Start(1.0, party.units, party.landed)]
        self.lines, self.landed, self.chances = self._after_fire(given)
        self.grid = Grid(self.lines, self.defender, self.defender.counts)
        self.enemies = np.array(self.grid.defenders, dtype=np.int64).reshape(self.grid.depth, -1)

    def _group(self, name: str) -> int:
        kind = self.arms.kind[name]
        return next(g for g, (_, k) in enumerate(self.attacker.groups) if k == kind)

    # Before the first round

    def _after_fire(self, starts: Sequence[Start]) -> tuple[Lines, list[Counts], list[float]]:
        """The forces that anti-aircraft fire can leave, and how likely each is."""
        gun, shots = (0, 0) if self.battle.fired else self.arms.gunfire(self.battle.defenders)
        found: dict[tuple[Counts, Counts], float] = {}
        side = self.attacker
        for start in starts:
            names = [side.kind(g).id for g in range(len(side.groups))]
            landed = tuple(start.landed.get(name, 0) for name in names)
            counts = [start.units.get(name, 0) for name in names]
            for lost, chance in self._shot_down(counts, gun, shots):
                left = list(counts)
                for group, number in lost.items():
                    left[group] -= number
                self._jump(left, counts, lost)
                key = (tuple(left), landed)
                found[key] = found.get(key, 0.0) + chance * start.chance
        ranked = sorted(found.items(), key=lambda item: -item[1])
        forces = [counts for (counts, _), _ in ranked]
        return Lines(side, forces), [landed for (_, landed), _ in ranked], [p for _, p in ranked]

    def _shot_down(
        self, counts: list[int], gun: int, shots: int
    ) -> Iterator[tuple[dict[int, int], float]]:
        aloft = self._aloft(counts)
        planes = [group for group, number in enumerate(aloft) if number]
        if not gun or not planes:
            yield {}, 1.0
        elif shots < 0:
            spreads = [_hits(gun, aloft[group]) for group in planes]
            for lost in product(*(range(len(spread)) for spread in spreads)):
                chances = [spread[n] for spread, n in zip(spreads, lost, strict=True)]
                yield dict(zip(planes, lost, strict=True)), prod(chances)
        else:  # the attacker chooses: whom he would lose first
            order = [group for group in planes for _ in range(aloft[group])]
            for number, chance in enumerate(_hits(gun, min(shots, len(order)))):
                gone = order[:number]
                yield {group: gone.count(group) for group in planes}, chance

    def _aloft(self, counts: list[int]) -> list[int]:
        """Whom guns fire at, by group: aircraft, and paratroopers that fly by themselves."""
        found = [n if self.attacker.kind(g).domain == "air" else 0 for g, n in enumerate(counts)]
        if self.jumpers >= 0 and not self.arms.by_bomber:
            found[self.jumpers] += self.battle.attacker.dropped
        return found

    def _jump(self, left: list[int], counts: list[int], lost: dict[int, int]) -> None:
        """Paratroopers come down from the bombers that got through; empty ones are hit first."""
        dropped = self.battle.attacker.dropped
        if not dropped:
            return
        gone = 0
        if self.arms.by_bomber:
            carriers = [g for g in range(len(counts)) if self.attacker.kind(g).strategic]
            empty = sum(counts[g] for g in carriers) - dropped
            gone = max(0, sum(lost.get(g, 0) for g in carriers) - empty)
        left[self.jumpers] += dropped - gone

    def _bombardment(self) -> tuple[float, ...]:
        row = [0] * SORTS
        dice = self.arms.arsenal(self.battle.attacker.techs).dice
        for name, count in self.battle.bombard.items():
            kind = self.arms.kinds[self.arms.kind[name]]
            row[kind.bombards] += count * dice[kind.index]
        return few(row)

    # Who may leave

    def home(self, line: int) -> Counts:
        """Units of a line that have left the battle before."""
        return (0,) * len(self.attacker.groups)

    def _ashore(self, line: int, units: Counts) -> Counts:
        """Those of the units left that landed and cannot retreat; they are lost first."""
        begun = self.lines.forces[line]
        return tuple(
            max(0, landed - (first - now))
            for landed, first, now in zip(self.landed[line], begun, units, strict=True)
        )

    def _may_leave(self, line: int, units: Counts) -> bool:
        ashore = self._ashore(line, units)
        free = [n - fixed for n, fixed in zip(units, ashore, strict=True)]
        ground = any(n for g, n in enumerate(free) if self.attacker.kind(g).domain != "air")
        return self.battle.can_retreat if ground else any(free)

    def _leavers(self) -> Bools:
        found = np.zeros((len(self.lines.forces), self.lines.width), dtype=np.bool_)
        for line, rows in enumerate(self.lines.units):
            for left, units in enumerate(rows):
                found[line, left] = left > 0 and self._may_leave(line, units)
        return found

    # Solving

    def solve(self, rounds: int = 0) -> Odds:
        """The odds; with ``rounds`` also how things stand after each of the first rounds."""
        grid, when = self.grid, self.battle.retreat.when
        fired = self._bombardment()
        if when == "never" and len(fired) == 1 and not rounds and grid.size <= SMALL:
            depth = [0.0] * (grid.depth - 1)
            outcome = grid.small([[chance, *depth] for chance in self.chances])
            return self._odds(outcome, [])
        grid.prepare()
        start = np.zeros(grid.shape)
        ends = np.array(self.lines.ends)
        for hits, chance in enumerate(fired):
            taken = min(hits, grid.depth - 1)
            start[np.arange(len(ends)), taken, ends] += chance * np.array(self.chances)
        steps = self._steps(start, rounds, len(fired) > 1) if rounds else []
        return self._odds(self._outcome(start, len(fired) > 1), steps)

    def _outcome(self, start: Floats, bombarded: bool) -> Outcome:
        grid, policy = self.grid, self.battle.retreat
        if policy.when == "after":
            return self._limited(start, max(1, int(policy.limit)), bombarded)
        stay = None if policy.when == "never" else ~self._leaving()
        first = 0.0
        arrived = np.zeros_like(start)
        if bombarded:
            # The first round apart: the victims of the ships still fire in it.
            first = float(start[:, :, 1:].sum())
            arrived = grid.round(start, dead_fire=True)
            start = arrived
            if stay is not None:
                gone = np.where(stay, 0.0, arrived)
                gone[:, :, 0] = 0.0
                gone[:, -1] = 0.0
                start = arrived - gone
        outcome = grid.run(start, stay, self.meter)
        outcome.rounds += first
        if bombarded and stay is not None and outcome.left is not None:
            outcome.left += gone
        return outcome

    def _limited(self, start: Floats, limit: int, bombarded: bool) -> Outcome:
        """So many rounds, then those who can leave; the others fight on until they can."""
        grid = self.grid
        fought, now = 0.0, start
        for number in range(limit):
            first = number == 0
            open_ = now[:, :, 1:].sum() if first and bombarded else now[:, :-1, 1:].sum()
            fought += float(open_)
            now = grid.round(now, dead_fire=first and bombarded)
        stay = np.broadcast_to(~self._leavers()[:, None], grid.shape)
        left = np.where(stay, 0.0, now)
        left[:, -1] = left[:, :, 0] = 0.0
        outcome = grid.run(now - left, stay, self.meter)
        if outcome.left is not None:
            left += outcome.left
        return Outcome(outcome.won, outcome.lost, left, outcome.rounds + fought)

    def _leaving(self) -> Bools:
        """Where the attacker breaks off, by (line, taken, left)."""
        grid, policy = self.grid, self.battle.retreat
        leavers = self._leavers()[:, None]
        if policy.when == "below":
            few_left = self.lines.table.sum(axis=2) < policy.limit
            return np.broadcast_to(leavers & few_left[:, None], grid.shape).copy()
        if policy.when == "chance":
            win = np.ones((grid.shape[0], grid.shape[2]))
            win[:, 0] = 0.0
            value, _ = grid.worth(win, np.zeros(grid.depth), None)
            return (value < policy.limit) & leavers
        win, lose, leave = self._values(leavers[:, 0])
        _, stay = grid.worth(win, lose, leave)
        return ~stay & leavers

    def _values(self, leavers: Bools) -> tuple[Floats, Floats, Floats]:
        """In money: enemy losses and own survivors, and the prize where the ground is taken."""
        prize = self.battle.retreat.prize
        lost = self.enemies @ _prices(self.defender)
        lost = lost[0] - lost
        own = self.lines.table @ _prices(self.attacker)
        win = own + lost[-1] + prize * self.lines.holds
        leave = np.where(leavers[:, None], own[:, None] + lost[None, :, None], -np.inf)
        self._fight_on(leave, leavers)
        return win, lost, leave

    def _fight_on(self, leave: Floats, leavers: Bools) -> None:
        """Where troops who landed stay behind, leaving is worth what they still achieve."""
        cells = [
            (line, left, ashore, units)
            for line, rows in enumerate(self.lines.units)
            for left, units in enumerate(rows)
            if leavers[line, left] and any(ashore := self._ashore(line, units))
        ]
        if not cells:
            return
        lines = Lines(self.attacker, sorted({ashore for _, _, ashore, _ in cells}))
        grid = Grid(lines, self.defender, self.defender.counts)
        grid.prepare()
        lost = self.enemies @ _prices(self.defender)
        lost = lost[0] - lost
        prices = _prices(self.attacker)
        value = lines.table @ prices + lost[-1] + self.battle.retreat.prize * lines.holds
        worth, _ = grid.worth(value, lost, None)
        index = {counts: line for line, counts in enumerate(lines.forces)}
        for line, left, ashore, units in cells:
            kept = tuple(n - fixed for n, fixed in zip(units, ashore, strict=True))
            where = index[ashore]
            ends = lines.ends[where]
            leave[line, :-1, left] = worth[where, :-1, ends] + float(np.array(kept) @ prices)

    def _steps(self, start: Floats, rounds: int, bombarded: bool) -> list[Step]:
        """Round by round, for who fights on."""
        found, now = [], start
        for number in range(1, rounds + 1):
            now = self.grid.round(now, dead_fire=bombarded and number == 1)
            win = float(now[:, -1, 1:].sum())
            draw = float(now[:, -1, 0].sum())
            lose = float(now[:, :-1, 0].sum())
            found.append(Step(number, win, draw, lose, max(0.0, float(now[:, :-1, 1:].sum()))))
            if found[-1].undecided < 1e-12:
                break
        return found

    # Endings

    def _odds(self, outcome: Outcome, steps: list[Step]) -> Odds:
        blocks = list(self._blocks(self.lines, outcome, None))
        rounds = outcome.rounds
        if outcome.left is not None and outcome.left.any():
            more, extra = self._left(outcome.left)
            blocks += more
            rounds += extra
        begun = list(self.attacker.counts)
        counts = (tuple(begun), self.defender.counts)
        ends = Ends(self.attacker, self.defender, counts, blocks)
        return Odds(ends, rounds, bounded=self.meter.bounded, by_round=steps)

    def _blocks(
        self, lines: Lines, outcome: Outcome, kept: Sequence[Counts] | None
    ) -> Iterator[Block]:
        """``kept``: for each line the units that have already left."""
        width, defenders = lines.width, self.enemies
        survivors = lines.table.reshape(len(lines.forces) * width, -1)
        away = np.zeros((1, survivors.shape[1]), dtype=np.int64)
        if kept:
            away = np.array(kept, dtype=np.int64)
            survivors = survivors + np.repeat(away, width, axis=0)
        chances = outcome.won.reshape(-1)
        alive = np.arange(len(chances)) % width > 0
        for end, mask in ((WIN, alive), (RETREAT if kept else DRAW, ~alive)):
            which = np.flatnonzero(mask & (chances > 0))
            last = np.full(len(which), len(defenders) - 1)
            holds = lines.holds.reshape(-1)
            yield Block(end, chances[which], survivors, which, defenders, last, holds)
        line, taken = np.nonzero(outcome.lost)
        lost = outcome.lost[line, taken]
        whose = line if kept else np.zeros_like(line)
        yield Block(RETREAT if kept else LOSE, lost, away, whose, defenders, taken)

    def _left(self, left: Floats) -> tuple[list[Block], float]:
        """Those who broke off; troops who landed fight on alone."""
        line, taken, rest = np.nonzero(left)
        chances = left[line, taken, rest]
        free: list[int] = []
        stuck: dict[tuple[Counts, Counts], list[int]] = {}
        units: list[Counts] = []
        for number, (li, le) in enumerate(zip(line.tolist(), rest.tolist(), strict=True)):
            now, away = self.lines.units[li][le], self.home(li)
            units.append(tuple(n + gone for n, gone in zip(now, away, strict=True)))
            ashore = self._ashore(li, now)
            if any(ashore):
                kept = tuple(n - fixed for n, fixed in zip(units[-1], ashore, strict=True))
                stuck.setdefault((ashore, kept), []).append(number)
            else:
                free.append(number)
        which = np.array(free, dtype=np.int64)
        blocks = [
            Block(RETREAT, chances[which], np.array(units), which, self.enemies, taken[which])
        ]
        if not stuck:
            return blocks, 0.0
        lines = Lines(self.attacker, [ashore for ashore, _ in stuck])
        grid = Grid(lines, self.defender, self.defender.counts)
        grid.prepare()
        start = np.zeros(grid.shape)
        for number, members in enumerate(stuck.values()):
            for member in members:
                start[number, taken[member], lines.ends[number]] += chances[member]
        outcome = grid.run(start, None, self.meter)
        blocks += self._blocks(lines, outcome, [kept for _, kept in stuck])
        return blocks, outcome.rounds


def _hits(needed: int, dice: int) -> tuple[float, ...]:
    row = [0] * SORTS
    row[needed] = dice
    return few(row)


def _prices(side: Side) -> Floats:
    return np.array([float(side.kind(g).cost) for g in range(len(side.groups))])
