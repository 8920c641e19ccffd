"""Battles in which attacking aircraft fight in the first round only and then fly home.

Every hit can fall on every unit, at sea as on land, so one grid serves both. The first round is
worked out by itself, force by force; from the second round on the ground troops or ships of each
force go on without the aircraft, which are among the survivors in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from .answer import DRAW, LOSE, RETREAT, WIN, Block, Counts, Odds, Step
from .battle import Start
from .chain import Lines, Outcome
from .dice import Bools, Floats, few
from .hits import any_hits, exactly
from .land import LandBattle

Line = tuple[Counts, Counts, Counts]
"""The troops or ships of a force, the aircraft that have flown home, and who was landed."""


class SortieBattle(LandBattle):
    """The lines are those of the second round; ``first`` says how likely each begins it."""

    def _after_fire(self, starts: Sequence[Start]) -> tuple[Lines, list[Counts], list[float]]:
        side = self.attacker
        groups = range(len(side.groups))
        self.flies = [side.kind(g).domain == "air" for g in groups]
        found: dict[Line, dict[tuple[int, int], float]] = {}
        self.fought = 0.0
        for counts, landed, home, chance in self._forces(starts):
            if any(counts) and any(self.defender.counts):
                self.fought += chance
            for (left, taken, away), other in self._first_round(counts).items():
                ground = tuple(0 if self.flies[g] else counts[g] for g in groups)
                back = tuple(a + h for a, h in zip(away, home, strict=True))
                cells = found.setdefault((ground, back, landed), {})
                cells[taken, left] = cells.get((taken, left), 0.0) + chance * other
        self.away = [back for _, back, _ in found]
        self.first = list(found.values())
        landed_by_line = [landed for _, _, landed in found]
        return Lines(side, [ground for ground, _, _ in found]), landed_by_line, []

    # Flak

    def _forces(self, starts: Sequence[Start]) -> Iterator[tuple[Counts, Counts, Counts, float]]:
        """Who begins the first round, who of them may not leave, and which bombers fly home
        after their drop, all by group, with the chance."""
        side, dropped = self.attacker, self.battle.attacker.dropped
        names = [side.kind(g).id for g in range(len(side.groups))]
        for start in starts:
            counts = [start.units.get(name, 0) for name in names]
            carriers, room = self._carriers(dropped)
            if carriers >= 0:
                loads = [room] * (dropped // room) + [dropped % room] * bool(dropped % room)
                counts[carriers] -= len(loads)
            else:
                loads = []
            ashore = [start.landed.get(name, 0) for name in names]
            for left, chance in self._survive(counts):
                for jumped, bombers, other in _dropped(loads, self._down()):
                    now, fixed, home = list(left), list(ashore), [0] * len(names)
                    if loads:
                        now[self.jumpers] += jumped
                        fixed[self.jumpers] += jumped
                        home[carriers] = bombers
                    share = start.chance * chance * other
                    yield tuple(now), tuple(fixed), tuple(home), share

    def _carriers(self, dropped: int) -> tuple[int, int]:
        """The group of the bombers that carry paratroops, and how many each takes."""
        for group in range(len(self.attacker.groups)):
            kind = self.attacker.kind(group)
            if dropped and kind.domain == "air" and kind.places:
                return group, len(kind.places)
        return -1, 1

    def _down(self) -> float:
        """The chance that flak shoots an aircraft down: any hit of the dice at it."""
        dice = () if self.battle.fired else self.battle.flak
        return any_hits(dice)

    def _survive(self, counts: list[int]) -> Iterator[tuple[list[int], float]]:
        down = self._down()
        planes = [g for g, n in enumerate(counts) if n and self.flies[g]] if down else []
        for lost in product(*(range(counts[g] + 1) for g in planes)):
            left, chance = list(counts), 1.0
            for group, number in zip(planes, lost, strict=True):
                chance *= exactly(counts[group], number, down)
                left[group] -= number
            yield left, chance

    # The first round

    def _first_round(self, counts: Counts) -> dict[tuple[int, int, Counts], float]:
        """Chances of (hits the ground troops can still take, hits the defender took, aircraft
        that fly home)."""
        side, enemies = self.attacker, self.defender
        slots = side.slots(counts)
        ground = sum(not self.flies[slot.group] for slot in slots)
        planes = tuple(n if flies else 0 for n, flies in zip(counts, self.flies, strict=True))
        depth = len(enemies.slots(enemies.counts))
        if not any(counts) or not depth:
            return {(ground, 0, planes): 1.0}
        attack = np.convolve(few(side.total(counts)), self._bombardment())
        defence = few(enemies.total(enemies.counts))
        after: dict[tuple[int, Counts], float] = {}
        for hits, chance in enumerate(defence):
            lost = [slot.group for slot in slots[:hits]]
            left = ground - sum(not self.flies[group] for group in lost)
            home = tuple(n - lost.count(g) if self.flies[g] else 0 for g, n in enumerate(counts))
            after[left, home] = after.get((left, home), 0.0) + chance
        found: dict[tuple[int, int, Counts], float] = {}
        for (left, home), chance in after.items():
            for hits, other in enumerate(attack.tolist()):
                key = (left, min(hits, depth), home)
                found[key] = found.get(key, 0.0) + chance * other
        return found

    # From the second round on

    def solve(self, rounds: int = 0) -> Odds:
        now = np.zeros(self.grid.shape)
        for line, cells in enumerate(self.first):
            for (taken, left), chance in cells.items():
                now[line, taken, left] += chance
        if self.lines.width == 1:  # nobody but aircraft
            lost = now[:, :, 0].copy()
            lost[:, -1] = 0.0
            outcome, rounds = Outcome(now[:, -1], lost, None, 0.0), min(rounds, 1)
        else:
            self.grid.prepare()
            outcome = self._second(now)
        steps = self._rounds(now, rounds)
        outcome.rounds += self.fought
        return self._odds(outcome, steps)

    def _second(self, now: Floats) -> Outcome:
        """Who may leave after the first round is asked before the second begins."""
        grid, policy = self.grid, self.battle.retreat
        if policy.when == "after" and policy.limit > 1:
            return self._limited(now, int(policy.limit) - 1, False)
        if policy.when == "never":
            return grid.run(now, None, self.meter)
        if policy.when == "after":
            stay: Bools = np.broadcast_to(~self._leavers()[:, None], grid.shape)
        else:
            stay = ~self._leaving()
        gone = np.where(stay, 0.0, now)
        gone[:, :, 0] = gone[:, -1] = 0.0
        outcome = grid.run(now - gone, stay, self.meter)
        if outcome.left is not None:
            outcome.left += gone
        return outcome

    def _rounds(self, now: Floats, rounds: int) -> list[Step]:
        """How things stand after each of the first rounds, for who fights on."""
        found = []
        home = np.array([any(away) for away in self.away])
        for number in range(1, rounds + 1):
            if number > 1:
                now = self.grid.round(now)
            gone = now[:, :, 0]
            win = float(now[:, -1, 1:].sum() + gone[home, -1].sum())
            draw, lose = float(gone[~home, -1].sum()), float(gone[:, :-1].sum())
            found.append(Step(number, win, draw, lose, max(0.0, float(now[:, :-1, 1:].sum()))))
            if found[-1].undecided < 1e-12:
                break
        return found

    # Endings: aircraft that flew home are among the survivors

    def _blocks(
        self, lines: Lines, outcome: Outcome, kept: Sequence[Counts] | None
    ) -> Iterator[Block]:
        if kept is not None:
            yield from super()._blocks(lines, outcome, kept)
            return
        width, defenders = lines.width, self.enemies
        away = np.array(self.away, dtype=np.int64)
        survivors = lines.table.reshape(len(away) * width, -1) + np.repeat(away, width, axis=0)
        chances = outcome.won.reshape(-1)
        alive = survivors.sum(axis=1) > 0
        for end, mask in ((WIN, alive), (DRAW, ~alive)):
            which = np.flatnonzero(mask & (chances > 0))
            last = np.full(len(which), len(defenders) - 1)
            holds = lines.holds.reshape(-1)
            yield Block(end, chances[which], survivors, which, defenders, last, holds)
        line, taken = np.nonzero(outcome.lost)
        flown = away.sum(axis=1)[line] > 0
        for end, mask in ((RETREAT, flown), (LOSE, ~flown)):
            some = outcome.lost[line[mask], taken[mask]]
            yield Block(end, some, away, line[mask], defenders, taken[mask])

    def home(self, line: int) -> Counts:
        return self.away[line]


def _dropped(loads: list[int], down: float) -> Iterator[tuple[int, int, float]]:
    """Chances of (infantry that jump, bombers that come through)."""
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for load in loads:
        after: dict[tuple[int, int], float] = {}
        for (jumped, through), chance in found.items():
            for more, other in ((0, down), (1, 1.0 - down)):
                key = (jumped + load * more, through + more)
                after[key] = after.get(key, 0.0) + chance * other
        found = after
    for (jumped, through), chance in found.items():
        if chance:
            yield jumped, through, chance
