"""What a battle will probably cost: a quick estimate, for threats and where there is no kernel.

Expected hits round by round, the cheapest units lost first. Good enough to rank plans; exact odds
(``exact``) decide what is done.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.forces import loss_order
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World

Force = Mapping[int, int]
Key = tuple[tuple[int, int], ...]

ROUNDS = 14
"""Battles that last longer are decided by then."""


class Outlook(msgspec.Struct, frozen=True):
    """Chance to win and expected losses in IPCs, with what is left of the winner."""

    win: float
    attacker_loss: float
    defender_loss: float
    survivors: Key
    """The attacker's units left when he wins, rounded."""


def key_of(force: Force) -> Key:
    return tuple(sorted([item for item in force.items() if item[1] > 0]))


class Estimator:
    """Estimates battles between forces of a title's units under given advances."""

    def __init__(
        self,
        kinds: tuple[Kind, ...],
        attack: Arsenal,
        defence: Arsenal,
        one_sortie: bool = False,
    ) -> None:
        self.kinds = kinds
        self.one_sortie = one_sortie
        """Whether attacking aircraft fly home after their first round."""
        self.attack = tuple(p * d for p, d in zip(attack.attack, attack.dice, strict=True))
        self.defence = tuple(
            p * d for p, d in zip(defence.defence, defence.defence_dice, strict=True)
        )
        self.arsenal = attack
        self.attack_rank = {k: i for i, k in enumerate(loss_order(kinds, attack, attacking=True))}
        self.defence_rank = {
            k: i for i, k in enumerate(loss_order(kinds, defence, attacking=False))
        }
        self.estimate = lru_cache(maxsize=100_000)(self._estimate)

    def strength(self, force: Key, attacking: bool) -> float:
        """What a force is worth in a battle by the square law: its dice and its lives."""
        pips = lives = 0.0
        numbers = self.attack if attacking else self.defence
        for kind, count in force:
            if self.kinds[kind].fights and not self.kinds[kind].transport:
                pips += numbers[kind] * count
                lives += self.kinds[kind].hits * count
        return math.sqrt(pips * lives) or 0.1

    def value(self, force: Key) -> float:
        return float(sum(self.kinds[k].cost * n for k, n in force))

    def _estimate(self, attackers: Key, defenders: Key) -> Outlook:
        kinds = self.kinds
        fleet_a = [(k, n) for k, n in attackers if kinds[k].fights and not kinds[k].transport]
        fleet_d = [(k, n) for k, n in defenders if kinds[k].fights and not kinds[k].transport]
        worth_a, worth_d = self.value(attackers), self.value(defenders)
        if not fleet_d:
            survivors = attackers if fleet_a or not defenders else ()
            won = bool(fleet_a) or (bool(attackers) and not defenders)
            return Outlook(float(won), 0.0, worth_d if won else 0.0, survivors)
        if not fleet_a:
            return Outlook(0.0, worth_a, 0.0, ())
        a = _Side(self, fleet_a, True)
        d = _Side(self, fleet_d, False)
        size = a.points + d.points
        for _ in range(ROUNDS):
            hits = a.pips() / 6
            if not hits:
                break
            back = d.pips() / 6
            d.lose(hits)
            a.lose(back)
            if self.one_sortie:
                a.fly_home()
            if a.points < 0.05 or d.points < 0.05:
                break
        win = _chance(a.points - d.points, size)
        # The mean course hides the spread: blend it with the chance of the other outcome.
        lost_a, lost_d = a.lost(), d.lost()
        expected_a = min(lost_a, 0.85 * worth_a) * win + 0.9 * worth_a * (1 - win)
        expected_d = worth_d * win + min(lost_d, 0.75 * worth_d) * (1 - win)
        return Outlook(win, expected_a, expected_d, a.left())


def _chance(left: float, size: float) -> float:
    """The chance to win from what the mean course leaves of the winner (minus: of the defender).

    By the square law the margin is the square of the rest over the whole; its spread grows with
    the root of the size. The constants are fitted to exact battles.
    """
    margin = math.copysign(left * left, left) / size / math.sqrt(size / 2)
    z = 3.4 * margin / (1 + 0.4 * abs(margin)) - 0.08
    return 1 / (1 + math.exp(-1.7 * max(-5.0, min(5.0, z))))


class _Side:
    """One side of an estimate while it melts away: kinds in the order they are lost."""

    def __init__(self, estimator: Estimator, force: list[tuple[int, int]], attacking: bool) -> None:
        kinds = estimator.kinds
        rank = estimator.attack_rank if attacking else estimator.defence_rank
        force.sort(key=lambda item: rank[item[0]])
        strength = estimator.attack if attacking else estimator.defence
        self.kinds = [kinds[k] for k, _ in force]
        self.start = [float(n) for _, n in force]
        self.count = list(self.start)
        self.home = [0.0] * len(force)
        self.strength = [strength[k] for k, _ in force]
        self.spare = float(sum((kinds[k].hits - 1) * n for k, n in force))
        self.points = sum(self.count) + self.spare
        place = {k: index for index, (k, _) in enumerate(force)} if attacking else {}
        arsenal = estimator.arsenal
        self.givers = [(place[k], arsenal.gives[k]) for k in place if arsenal.gives[k]]
        self.pairs = [
            (
                place[p.taker],
                p.attack - arsenal.attack[p.taker],
                [place[g] for g in p.givers if g in place],
            )
            for p in (arsenal.pairings if self.givers else ())
            if p.taker in place
        ]

    def pips(self) -> float:
        """Expected hits a round, in sixths."""
        total = 0.0
        for count, strength in zip(self.count, self.strength, strict=True):
            total += strength * count
        if self.pairs:
            room = {giver: self.count[giver] * gives for giver, gives in self.givers}
            for taker, gain, givers in self.pairs:
                alone = self.count[taker]
                for giver in givers:
                    paired = min(room[giver], alone)
                    room[giver] -= paired
                    alone -= paired
                    total += gain * paired
        return total

    def lose(self, hits: float) -> None:
        soaked = min(self.spare, hits)
        self.spare -= soaked
        self.points -= soaked
        hits -= soaked
        for index, held in enumerate(self.count):
            if hits <= 0:
                return
            gone = min(held, hits)
            self.count[index] = held - gone
            self.points -= gone
            hits -= gone

    def fly_home(self) -> None:
        """Aircraft take no more part; what is left of them is not lost."""
        for index, kind in enumerate(self.kinds):
            if kind.domain == "air" and self.count[index]:
                self.points -= self.count[index]
                self.home[index] += self.count[index]
                self.count[index] = 0.0

    def lost(self) -> float:
        return sum(
            kind.cost * (start - left - home)
            for kind, start, left, home in zip(
                self.kinds, self.start, self.count, self.home, strict=True
            )
        )

    def left(self) -> Key:
        return tuple(
            sorted(
                (kind.index, max(1, round(n + home)))
                for kind, n, home in zip(self.kinds, self.count, self.home, strict=True)
                if n + home >= 0.4
            )
        )


_estimators: dict[tuple[World, int, int], Estimator] = {}


def estimator(rules: AxisRules, attack: int, defence: int) -> Estimator:
    """One for each pair of sets of advances."""
    key = (rules.world, attack, defence)
    found = _estimators.get(key)
    if found is None:
        world = rules.world
        if len(_estimators) > 64:
            _estimators.clear()
        found = _estimators[key] = Estimator(
            world.kinds, world.arsenal(attack), world.arsenal(defence), rules.one_sortie
        )
    return found
