"""Several plans for one turn, each played through with the enemy's answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from sandtable.table import Action

from .attack import Attacker
from .taste import PLAIN, TASTES, Taste

DOUBT = 6.0
"""By so many IPCs a plan must be better in rehearsals than the captain's own: dice err, too."""


class Heard(msgspec.Struct):
    """A plan, and where rehearsals of it led to."""

    attacker: Attacker
    values: list[float]

    def gain(self, plain: Heard) -> float:
        """How much better than another with the same dice."""
        pairs = list(zip(self.values, plain.values, strict=False))
        return sum(mine - other for mine, other in pairs) / len(pairs) if pairs else 0.0


class Council:
    """Rehearses plans of captains of many tastes, the better ones again, until time is up.

    The plain one is rehearsed as often as the best, and played unless that is clearly better.

    The number of rehearsals is given besides the time: where it is the lower bound, the same seed
    plays the same game again.
    """

    def __init__(
        self,
        make: Callable[[Taste], Attacker],
        rehearse: Callable[[list[Action], int], float],
        times: int,
        late: Callable[[float], bool],
    ) -> None:
        self.make = make
        self.rehearse = rehearse
        self.times = times
        self.late = late
        """Whether so much of the time is over."""
        self.held = 0
        self.heard: list[Heard] = []

    def plan(self) -> Attacker:
        """First as many plans as half of the time allows, then the better ones again."""
        for taste in self._tastes():
            one = self._hear(taste)
            if one is not None:
                self._rehearse(one)
            if self._half_over():
                break
        plain, *others = self.heard
        others = [one for one in others if one.values]

        def gain(one: Heard) -> float:
            return one.gain(plain)

        while others and not self._over():
            others = sorted(others, key=gain, reverse=True)[: (len(others) + 1) // 2]
            for one in (plain, *others):
                self._rehearse(one)
        best = max(others, key=gain, default=plain)
        return (best if gain(best) > DOUBT else plain).attacker

    def _tastes(self) -> Iterator[Taste]:
        """The plain one, others, then the plain one without one of its targets."""
        yield from (PLAIN, *TASTES)
        for target in sorted(self.heard[0].attacker.attacked):
            yield msgspec.structs.replace(PLAIN, spared=frozenset({target}))

    def _hear(self, taste: Taste) -> Heard | None:
        """A plan that nobody has proposed so far."""
        attacker = self.make(taste)
        if any(_alike(one.attacker.actions, attacker.actions) for one in self.heard):
            return None
        self.heard.append(Heard(attacker, []))
        return self.heard[-1]

    def _rehearse(self, one: Heard) -> None:
        if not self._over():
            self.held += 1
            one.values.append(self.rehearse(one.attacker.actions, len(one.values)))

    def _half_over(self) -> bool:
        return self.held >= (self.times + 1) // 2 or self.late(0.5)

    def _over(self) -> bool:
        return self.held >= self.times or self.late(1.0)


def _alike(one: list[Action], two: list[Action]) -> bool:
    """The same moves in whatever order."""
    return len(one) == len(two) and sorted(map(str, one)) == sorted(map(str, two))
