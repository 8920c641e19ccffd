"""Who attacks where if every unit can be used once: the best attack first, then the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

ENOUGH = 1.25
"""So much stronger than the defenders is a force that will probably win."""
ONE = 3.0
"""What it takes to walk into an empty place."""
IDLE = 0.05
"""A smaller share of an army is not worth counting."""
BARELY = 0.8
"""What is left of a gain if no more than the needed force comes."""


class Blow(msgspec.Struct, frozen=True):
    """What an attack with everything in reach would win, and how much of that it needs."""

    gain: float
    need: float


NO_BLOW = Blow(0.0, 1.0)


def allot(
    blows: list[tuple[float, float, int]], bases: Callable[[int], Mapping[int, float]]
) -> Iterator[tuple[int, float]]:
    """Targets and what is won there, from (gain, need, target) and where the attackers stand.

    ``bases`` gives for a target the value of its attackers by origin.
    """
    blows.sort(reverse=True)
    left: dict[int, float] = {}
    for gain, need, target in blows:
        base = bases(target)
        total = free = 0.0
        for origin, value in base.items():
            total += value
            free += value * left.get(origin, 1.0)
        free /= total
        if free <= IDLE:
            continue
        if free < need:
            yield target, BARELY * gain * (free / need) ** 3
        else:
            more = (free - need) / (1.0 - need) if need < 1.0 else 1.0
            yield target, gain * (BARELY + (1.0 - BARELY) * more)
        kept = 1.0 - min(1.0, need / free)
        for origin in base:
            left[origin] = left.get(origin, 1.0) * kept
