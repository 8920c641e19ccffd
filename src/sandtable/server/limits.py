"""How much one address may ask for.

Everything here counts in memory, for one process: whoever needs these figures asks a ``Rate`` or
a ``Count``, so that several processes can one day share them behind the same calls.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec

from .problems import Problem

MOST_REMEMBERED = 20_000
"""Addresses a rate tells apart before it begins to forget those that are quiet."""


def address_of(client: Any) -> str:
    """Who is counted as one: an address, or all of an IPv6 network (anybody has as many as 2**64).

    ``client`` is a connection's host and port, as the application gets to see it.
    """
    return _network(client[0]) if client else "unknown"


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))


class Rate:
    """A token bucket for each address: ``per_second`` on average, ``burst`` at once.

    A bucket that nobody touches for long enough is full again and can be forgotten. So there are
    two halves: what was touched lately and what was before; now and then the older half goes.
    """

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = float(burst)
        self._fresh: dict[str, tuple[float, float]] = {}
        self._older: dict[str, tuple[float, float]] = {}
        self._turned = time.monotonic()

    def take(self, address: str, cost: float = 1.0) -> None:
        """Raises 429 when there is not enough in the bucket."""
        short = self._take(address, cost)
        if short > 0:
            raise too_many(math.ceil(short / self.per_second))

    def allows(self, address: str) -> bool:
        """Takes one if there is one."""
        return self._take(address, 1.0) <= 0

    def _take(self, address: str, cost: float) -> float:
        """How much is missing for it; nothing is taken then."""
        moment = time.monotonic()
        if len(self._fresh) >= MOST_REMEMBERED or moment - self._turned > self._refill:
            self._older, self._fresh, self._turned = self._fresh, {}, moment
        level = self._level(address, moment)
        # Whatever costs more than a bucket holds can be had for a full one.
        price = min(cost, self.burst)
        short = price - level
        self._fresh[address] = (level if short > 0 else level - price, moment)
        return short

    def check(self, address: str) -> None:
        """Raises 429 when the bucket is empty, and takes nothing."""
        if self._level(address, time.monotonic()) < 1:
            raise too_many(math.ceil(1 / self.per_second))

    @property
    def _refill(self) -> float:
        """Seconds after which any bucket is full."""
        return self.burst / self.per_second

    def _level(self, address: str, moment: float) -> float:
        known = self._fresh.get(address) or self._older.get(address)
        if known is None:
            return self.burst
        level, since = known
        return min(self.burst, level + (moment - since) * self.per_second)


class Count:
    """How many of something are open, in all and by address."""

    def __init__(self, most: int, per_address: int) -> None:
        self.most = most
        self.per_address = per_address
        self.total = 0
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        if self.total >= self.most or self.open[address] >= self.per_address:
            return False
        self.total += 1
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


class Quotas(msgspec.Struct, frozen=True, kw_only=True):
    """How much may be stored: of games made from one address, and in all."""

    games_per_address: int
    bytes_per_address: int
    bytes_total: int


def too_many(retry: int) -> Problem:
    text = "that was too much at once; please wait a moment"
    return Problem(429, "too-many", text, retry=max(1, retry))
