"""Who finds a deck: fighters and carriers as one matching problem, without a state.

Fighters are numbered; a place on a deck is the mask of the fighters that can get to it. Decks
that stay, carriers that will go to one of several zones, and carriers still to be built by
factories of limited output are put together so that as many fighters as possible come down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

Placed = tuple[int, int]
"""How many fighters find a deck: of those that have landed already, and of all."""

Options = tuple[tuple[int, int], ...]
"""Where a carrier can be: (mask of the fighters it serves there, the yard it comes from or -1)."""


class Yard(msgspec.Struct, frozen=True):
    """A factory that can put out so many carriers, each into a zone with one of these masks."""

    output: int
    masks: tuple[int, ...]


class Launch(msgspec.Struct, frozen=True):
    """So many new carriers with so many places each, to be built in some yards."""

    new: int
    places: int
    yards: tuple[Yard, ...]


class Search(msgspec.Struct, frozen=True):
    """Fighters in need of a deck and all decks there are or can be."""

    fighters: int
    landed: int
    """Which of them have landed: nobody else takes their deck away."""
    fixed: tuple[tuple[int, int], ...]
    """Decks that stay: (mask, places)."""
    carriers: tuple[tuple[int, tuple[int, ...]], ...]
    """Carriers that can be in several zones: (places, masks)."""
    launches: tuple[Launch, ...] = ()


def largest(masks: Iterable[int]) -> tuple[int, ...]:
    """Only masks that no other contains: elsewhere a deck would serve fewer fighters."""
    useful = {mask for mask in masks if mask}
    return tuple(sorted(m for m in useful if not any(m != o and m & o == m for o in useful)))


@lru_cache(maxsize=4096)
def most_placed(search: Search) -> Placed:
    """The best that can be done, first for those that have landed, then for all."""
    movers: list[tuple[int, Options]] = [
        (places, tuple((mask, -1) for mask in masks))
        for places, masks in sorted(search.carriers)
        if masks
    ]
    first = 0
    for launch in search.launches:
        options = tuple(
            (mask, first + number)
            for number, yard in enumerate(launch.yards)
            for mask in yard.masks
            if yard.output
        )
        first += len(launch.yards)
        output = sum(yard.output for yard in launch.yards)
        if options:
            movers += [(launch.places, options)] * min(launch.new, output, search.fighters)
    return _Branching(search, movers).run()


class _Branching:
    """Tries every zone for every carrier; a branch that cannot do better is not followed."""

    def __init__(self, search: Search, movers: Sequence[tuple[int, Options]]) -> None:
        self.search = search
        self.movers = movers
        self.output = [yard.output for launch in search.launches for yard in launch.yards]
        self.best: Placed = (-1, -1)
        self.goal = _match(search, [((1 << search.fighters) - 1, search.fighters)])

    def run(self) -> Placed:
        self._try(0, 0, list(self.search.fixed))
        return self.best

    def _try(self, index: int, first: int, decks: list[tuple[int, int]]) -> None:
        rest = [(_union(options), places) for places, options in self.movers[index:]]
        bound = _match(self.search, decks + rest)
        if bound <= self.best:
            return
        if not rest:
            self.best = bound
            return
        places, options = self.movers[index]
        alike = index + 1 < len(self.movers) and self.movers[index + 1] == self.movers[index]
        gone = True
        for number in range(first, len(options)):
            mask, yard = options[number]
            if yard >= 0:
                if not self.output[yard]:
                    continue
                self.output[yard] -= 1
            gone = False
            self._try(index + 1, number if alike else 0, [*decks, (mask, places)])
            if yard >= 0:
                self.output[yard] += 1
            if self.best == self.goal:
                return
        if gone:  # every yard it could come from is busy
            self._try(index + 1, 0, decks)


def _union(options: Options) -> int:
    mask = 0
    for option, _ in options:
        mask |= option
    return mask


def _match(search: Search, decks: Sequence[tuple[int, int]]) -> Placed:
    """Maximum matching of fighters to places, those that have landed first."""
    spots = [mask for mask, places in decks for _ in range(min(places, search.fighters))]
    holder = [-1] * len(spots)

    def find(fighter: int, seen: set[int]) -> bool:
        for spot, mask in enumerate(spots):
            if mask >> fighter & 1 and spot not in seen:
                seen.add(spot)
                if holder[spot] < 0 or find(holder[spot], seen):
                    holder[spot] = fighter
                    return True
        return False

    everybody = range(search.fighters)
    down = sum(find(f, set()) for f in everybody if search.landed >> f & 1)
    others = sum(find(f, set()) for f in everybody if not search.landed >> f & 1)
    return down, down + others


def new_carriers(
    needs: Sequence[tuple[int, int]],
    yards: Sequence[tuple[int, tuple[int, ...]]],
    new: int,
    size: int,
) -> dict[int, int]:
    """How many fighters new carriers take up where fighters wait: (zone, how many) to a dict.

    ``yards`` are factories as (output, zones beside it). Zones that can be served together form
    a matroid, so taking those that help most first saves as many as possible.
    """
    slots = [
        (-min(size, count - taken), zone)
        for zone, count in needs
        for taken in range(0, count, size)
    ]
    served: list[int] = []
    saved: dict[int, int] = {}
    for gain, zone in sorted(slots, key=lambda slot: slot[0]):
        if len(served) < new and can_build([*served, zone], yards):
            served.append(zone)
            saved[zone] = saved.get(zone, 0) - gain
    return saved


def can_build(zones: Sequence[int], yards: Sequence[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether the factories together can put one carrier into each of these zones."""
    busy: list[list[int]] = [[] for _ in yards]

    def find(zone: int, seen: set[int]) -> bool:
        for yard, (output, beside) in enumerate(yards):
            if zone in beside and yard not in seen:
                seen.add(yard)
                if len(busy[yard]) < output:
                    busy[yard].append(zone)
                    return True
                for place, other in enumerate(busy[yard]):
                    if find(other, seen):
                        busy[yard][place] = zone
                        return True
        return False

    return all(find(zone, set()) for zone in zones)
