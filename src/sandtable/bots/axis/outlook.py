"""What a battle will probably cost: a quick estimate for weighing hundreds of plans.

Expected hits round by round, the cheapest units lost first. Good enough to rank plans; the
exact odds decide whether the best of them is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from sandtable.games.axis.forces import attack_volleys, loss_order
from sandtable.games.axis.units import Arsenal, Kind

Force = Mapping[int, int]
Key = tuple[tuple[int, int], ...]


class Outlook(msgspec.Struct, frozen=True):
    """Chance to win and expected losses in IPCs, with what is left of the winner."""

    win: float
    attacker_loss: float
    defender_loss: float
    survivors: Key
    """The attacker's units left when he wins, rounded."""


def key_of(force: Force) -> Key:
    return tuple(sorted((k, n) for k, n in force.items() if n > 0))


class Estimator:
    """Estimates battles between forces of a title's units."""

    def __init__(self, kinds: tuple[Kind, ...], arsenal: Arsenal) -> None:
        self.kinds = kinds
        self.arsenal = arsenal
        self.order = {
            attacking: loss_order(kinds, arsenal, attacking=attacking)
            for attacking in (True, False)
        }
        self.estimate = lru_cache(maxsize=50_000)(self._estimate)

    def value(self, force: Key) -> float:
        return float(sum(self.kinds[k].cost * n for k, n in force))

    def _pips(self, force: dict[int, float], attacking: bool) -> float:
        """Expected hits a round, in sixths."""
        if not attacking:
            return sum(self.arsenal.defence[k] * n for k, n in force.items())
        total = sum(self.arsenal.attack[k] * n for k, n in force.items())
        supporters = sum(n for k, n in force.items() if self.kinds[k].supports)
        light = sum(n for k, n in force.items() if self.kinds[k].light)
        return total + min(supporters, light)

    def _hits(self, force: Mapping[int, float]) -> float:
        return sum(self.kinds[k].hits * n for k, n in force.items())

    def _estimate(self, attackers: Key, defenders: Key) -> Outlook:
        if not defenders:
            return Outlook(1.0 if attackers else 0.0, 0.0, 0.0, attackers)
        if not attackers or not attack_volleys(self.kinds, self.arsenal, dict(attackers)):
            return Outlook(0.0, self.value(attackers) * 0.5, 0.0, ())
        a = {k: float(n) for k, n in attackers}
        d = {k: float(n) for k, n in defenders}
        win = self._win(a, d)
        for _ in range(12):
            hit_d = self._pips(a, True) / 6
            hit_a = self._pips(d, False) / 6
            self._lose(d, hit_d, False)
            self._lose(a, hit_a, True)
            if self._hits(a) < 0.3 or self._hits(d) < 0.3:
                break
        left_a, left_d = self._worth(a), self._worth(d)
        # The deterministic course hides the spread: blend with the chance of the other outcome.
        lost_a = self.value(attackers) - left_a
        lost_d = self.value(defenders) - left_d
        expected_a = lost_a * win + self.value(attackers) * (1 - win) * 0.85
        expected_d = self.value(defenders) * win + lost_d * (1 - win) * 0.7
        survivors = tuple(sorted((k, max(1, round(n))) for k, n in a.items() if n >= 0.4))
        return Outlook(win, expected_a, expected_d, survivors)

    def _win(self, a: dict[int, float], d: dict[int, float]) -> float:
        """From the ratio of strength times staying power; larger battles are less of a gamble."""
        strength_a = self._pips(a, True) * self._hits(a)
        strength_d = self._pips(d, False) * self._hits(d)
        if strength_d <= 0:
            return 1.0
        size = (self._hits(a) + self._hits(d)) / 2
        ratio = (strength_a / strength_d) ** (0.75 + 0.55 * float(size) ** 0.5)
        return ratio / (1 + ratio)

    def _worth(self, force: Mapping[int, float]) -> float:
        return sum(self.kinds[k].cost * n for k, n in force.items())

    def _lose(self, force: dict[int, float], hits: float, attacking: bool) -> None:
        for kind in self.order[attacking]:
            if hits <= 0:
                return
            held = force.get(kind, 0.0)
            if held <= 0:
                continue
            spare = held * (self.kinds[kind].hits - 1)
            hits -= min(spare, hits)
            gone = min(held, hits)
            force[kind] = held - gone
            hits -= gone
