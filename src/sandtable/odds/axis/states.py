"""Which states hits can bring a fleet to, and where one more hit leads.

A state is how many hits each class has taken (aircraft, submarines, other ships, transports) and
whether the submarines have submerged. While states are looked for, each is a single number with a
field for each class; then they are numbered in an order in which hits only lead forward.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .dice import Bools, Ints

PLANE, SUBMARINE, SHIP, TRANSPORT = range(4)
"""Classes, as ``Kind.target`` has them."""
BITS = 15
FIELD = (1 << BITS) - 1
PLANES, SUBMARINES, SHIPS = 3 * BITS, 2 * BITS, BITS
SHIFTS = np.array([PLANES, SUBMARINES, SHIPS, 0])
ON_PLANE, ON_SUBMARINE, ON_SHIP = 1 << PLANES, 1 << SUBMARINES, 1 << SHIPS
DOWN = 1 << 4 * BITS


class States:
    """``classes`` of the hits that a fleet can take, in the order of loss.

    ``enemies``: whether there are submarines among them, and aircraft. ``free``, ``from_sub`` and
    ``from_air`` say where one hit leads: of a surface ship, of a submarine, of an aircraft without
    a destroyer. ``sinks``: where it leads that transports go down, ``dives``: that submarines
    submerge.
    """

    def __init__(
        self, classes: Sequence[int], enemies: tuple[bool, bool], submerges: bool, sinks: bool
    ) -> None:
        self.ranks: list[list[int]] = [[], [], [], []]
        for rank, where in enumerate(classes):
            self.ranks[where].append(rank)
        self.most = [len(ranks) for ranks in self.ranks]
        codes, steps = self._walk(len(classes), enemies, submerges, sinks)
        found = np.array(codes)
        taken = found[:, None] >> SHIFTS & FIELD
        hits = taken.sum(axis=1)
        order = np.lexsort((found, hits))
        self.size = len(codes)
        self.taken: Ints = taken[order]
        """Hits by state and class."""
        self.down: Bools = found[order] >= DOWN
        self.level: Ints = 2 * hits[order] + self.down
        """Grows with every hit, and when submarines submerge."""
        place = np.empty_like(order)
        place[order] = np.arange(self.size)
        tables = place[steps[:, order]]
        self.free: Ints = tables[0]
        self.from_sub: Ints = tables[1]
        self.from_air: Ints = tables[2]
        self.sinks: Ints = tables[3]
        self.dives: Ints = tables[4]

    def _walk(
        self, none: int, enemies: tuple[bool, bool], submerges: bool, sinks: bool
    ) -> tuple[list[int], Ints]:
        """All states as they are found, and for each sort of step what comes after each.

        Who can hit whom is as ``forces.reachable`` says. ``none``: a rank behind all others.
        """
        planes, submarines, ships, _ = ([*ranks, none] for ranks in self.ranks)
        transports, (by_sub, by_air) = self.most[TRANSPORT], enemies
        codes, number = [0], {0: 0}
        steps: list[int] = []
        for code in codes:  # which grows on the way
            plane, ship = planes[code >> PLANES & FIELD], ships[code >> SHIPS & FIELD]
            submarine = submarines[code >> SUBMARINES & FIELD] if code < DOWN else none
            if ship < none:
                other = code + ON_SHIP
            else:  # transports come last
                other = code + 1 if code & FIELD < transports else code
            below = code + ON_SUBMARINE if submarine < ship else other
            above = code + ON_PLANE if plane < ship else other
            free = above if plane < submarine and plane < ship else below
            # Transports go down where nothing but submarines can be with them.
            alone = sinks and plane == none and ship == none
            after = (
                free,
                below if by_sub else free,
                above if by_air else free,
                (code | FIELD) - FIELD + transports if alone else code,
                code | DOWN if submerges and submarine < none else code,
            )
            steps += after
            for found in after:
                if found not in number:
                    number[found] = len(codes)
                    codes.append(found)
        numbers = np.array([number[code] for code in steps])
        return codes, numbers.reshape(len(codes), -1).T
