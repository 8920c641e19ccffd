"""Matching units that attack better together: as much as possible from what is there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .arsenal import Arsenal, Pairing

Matched = dict[int, tuple[tuple[int, int], ...]]
"""By kind: (attack, how many attack with it)."""


def matched(arsenal: Arsenal, force: Mapping[int, int]) -> Matched:
    """Who of an attacking force attacks better than by itself.

    Each unit is in one pair only. The largest gain is served first; a unit that is already
    matched changes its partner if that lets another be matched too, so nothing is wasted.
    """
    if arsenal.one_pool:
        return _from_one_pool(arsenal, force)
    takers = tuple((p.taker, force[p.taker]) for p in arsenal.pairings if force.get(p.taker))
    if not takers:
        return {}
    supply = tuple(
        (kind, force[kind] * arsenal.gives[kind])
        for kind in sorted({g for p in arsenal.pairings for g in p.givers})
        if force.get(kind)
    )
    return _match(arsenal.pairings, arsenal.attack, takers, supply) if supply else {}


def _from_one_pool(arsenal: Arsenal, force: Mapping[int, int]) -> Matched:
    """The usual case, without a search: whoever comes first is served first."""
    gives = arsenal.gives
    supply = sum(force.get(kind, 0) * gives[kind] for kind in arsenal.pairings[0].givers)
    found: Matched = {}
    if supply:
        for pairing in arsenal.pairings:
            count = min(supply, force.get(pairing.taker, 0))
            if count:
                found[pairing.taker] = ((pairing.attack, count),)
                supply -= count
    return found


@lru_cache(maxsize=1 << 12)
def _match(
    pairings: tuple[Pairing, ...],
    attack: tuple[int, ...],
    takers: tuple[tuple[int, int], ...],
    supply: tuple[tuple[int, int], ...],
) -> Matched:
    flow = _Flow(dict(takers), dict(supply))
    order = sorted(
        range(len(pairings)), key=lambda i: attack[pairings[i].taker] - pairings[i].attack
    )
    for index in order:
        while flow.add(index, pairings):
            pass
    found: dict[int, dict[int, int]] = {}
    for index, count in flow.served.items():
        pairing = pairings[index]
        if count:
            row = found.setdefault(pairing.taker, {})
            row[pairing.attack] = row.get(pairing.attack, 0) + count
    return {taker: tuple(sorted(row.items(), reverse=True)) for taker, row in sorted(found.items())}


class _Flow:
    """Pairs made so far: of which pairing, with which givers."""

    def __init__(self, left: dict[int, int], supply: dict[int, int]) -> None:
        self.left = left
        self.supply = supply
        self.used: dict[tuple[int, int], int] = {}
        self.served: dict[int, int] = {}

    def add(self, index: int, pairings: tuple[Pairing, ...]) -> bool:
        """One more pair of a pairing, if a giver is free or can be freed."""
        pairing = pairings[index]
        if not self.left.get(pairing.taker):
            return False
        taken: list[int] = []
        for _ in range(pairing.need):
            giver = self._free(index, pairings, set())
            if giver is None:
                for held in taken:
                    self._release(index, held)
                return False
            self._use(index, giver)
            taken.append(giver)
        self.left[pairing.taker] -= 1
        self.served[index] = self.served.get(index, 0) + 1
        return True

    def _free(self, index: int, pairings: tuple[Pairing, ...], seen: set[int]) -> int | None:
        givers = [g for g in pairings[index].givers if g in self.supply]
        for giver in givers:
            if self.supply[giver]:
                return giver
        for giver in givers:
            if giver in seen:
                continue
            seen.add(giver)
            for other in [i for (i, g), n in self.used.items() if g == giver and n and i != index]:
                instead = self._free(other, pairings, seen)
                if instead is not None:
                    self._release(other, giver)
                    self._use(other, instead)
                    return giver
        return None

    def _use(self, index: int, giver: int) -> None:
        self.supply[giver] -= 1
        self.used[index, giver] = self.used.get((index, giver), 0) + 1

    def _release(self, index: int, giver: int) -> None:
        self.supply[giver] += 1
        self.used[index, giver] -= 1
