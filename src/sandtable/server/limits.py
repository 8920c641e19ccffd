"""How much one address may ask for."""

from __future__ import annotations

import math
import time
from collections import Counter

from .problems import Problem


class Rate:
    """A token bucket for each address: ``per_second`` on average, ``burst`` at once."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = float(burst)
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> None:
        """Raises 429 when the bucket is empty."""
        moment = time.monotonic()
        if len(self._buckets) > 10_000:
            self._forget(moment)
        level, since = self._buckets.get(address, (self.burst, moment))
        level = min(self.burst, level + (moment - since) * self.per_second)
        if level < 1:
            self._buckets[address] = (level, moment)
            raise too_many(math.ceil((1 - level) / self.per_second))
        self._buckets[address] = (level - 1, moment)

    def check(self, address: str) -> None:
        """Raises 429 when the bucket is empty, and takes nothing."""
        level, since = self._buckets.get(address, (self.burst, time.monotonic()))
        if level + (time.monotonic() - since) * self.per_second < 1:
            raise too_many(math.ceil(1 / self.per_second))

    def _forget(self, moment: float) -> None:
        full = self.burst / self.per_second
        self._buckets = {k: v for k, v in self._buckets.items() if moment - v[1] < full}


class Sockets:
    """Counts open sockets, in all and by address."""

    def __init__(self, most: int, per_address: int) -> None:
        self.most = most
        self.per_address = per_address
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        if self.open.total() >= self.most or self.open[address] >= self.per_address:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def too_many(retry: int) -> Problem:
    text = "that was too much at once; please wait a moment"
    return Problem(429, "too-many", text, retry=max(1, retry))
