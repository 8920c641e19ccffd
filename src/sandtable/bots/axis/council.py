"""Several plans for one turn, each judged by the board it would lead to."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .attack import Attacker
from .judgement import value_of
from .taste import PLAIN, TASTES, Taste


class Council:
    """Tries captains of many tastes, then changes the best plan a little as long as that helps."""

    def __init__(
        self, make: Callable[[Taste], Attacker], plans: int, late: Callable[[], bool]
    ) -> None:
        self.make = make
        self.plans = plans
        """How many plans may be heard: a number, so that the same seed plays the same game."""
        self.late = late
        self.heard = 0
        self.best, self.value = self._hear(PLAIN)

    def plan(self) -> Attacker:
        for taste in TASTES:
            if self._closed():
                return self.best
            self._consider(taste)
        while self._change():
            pass
        return self.best

    def _closed(self) -> bool:
        return self.heard >= self.plans or self.late()

    def _hear(self, taste: Taste) -> tuple[Attacker, float]:
        self.heard += 1
        attacker = self.make(taste)
        attacker.plan()
        return attacker, value_of(attacker)

    def _consider(self, taste: Taste) -> bool:
        attacker, value = self._hear(taste)
        if value <= self.value:
            return False
        self.best, self.value = attacker, value
        return True

    def _change(self) -> bool:
        """Whether the best plan gets better if one of its targets is left alone."""
        taste = self.best.taste
        for target in sorted(self.best.attacked):
            if self._closed():
                return False
            if self._consider(msgspec.structs.replace(taste, spared=taste.spared | {target})):
                return True
        return False
