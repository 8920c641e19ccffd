"""A board as a graph of numbered spaces.

Edges that join the map's left and right ends are ordinary borders here, so wrapping around
needs no rule of its own. What changes during play (who blocks, which canal is open) is given
by the caller; what never changes is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

FAR = 255
"""The distance of spaces that cannot be reached."""


class Gate(msgspec.Struct, frozen=True):
    """A border that can be shut: a canal or strait with the lands whose holder decides."""

    name: str
    a: int
    b: int
    lands: tuple[int, ...]
    words: tuple[str, ...] = ()
    """What the title's table adds about who else may pass."""


class Board:
    """Spaces by number and name, with their neighbours."""

    def __init__(
        self, ids: Sequence[str], borders: Iterable[tuple[str, str]], gates: Iterable[Gate] = ()
    ) -> None:
        self.ids = tuple(ids)
        self.index: Mapping[str, int] = {name: number for number, name in enumerate(self.ids)}
        if len(self.index) != len(self.ids):
            raise ValueError("two spaces have the same name")
        near: list[set[int]] = [set() for _ in self.ids]
        for a, b in borders:
            i, j = self.index[a], self.index[b]
            if i == j:
                raise ValueError(f"{a} borders itself")
            near[i].add(j)
            near[j].add(i)
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(n)) for n in near)
        self.touching: tuple[frozenset[int], ...] = tuple(frozenset(n) for n in near)
        self.gates: dict[tuple[int, int], Gate] = {}
        for gate in gates:
            if gate.b not in self.touching[gate.a]:
                raise ValueError(f"{gate.name} joins spaces that do not touch")
            self.gates[gate.a, gate.b] = self.gates[gate.b, gate.a] = gate

    def __len__(self) -> int:
        return len(self.ids)

    def distances_from(self, starts: Iterable[int], through: Collection[int]) -> bytes:
        """Steps from the nearest of the starts to every space, moving through some only.

        Others can be a start or a goal, but nothing goes on from there.
        """
        away = bytearray([FAR]) * len(self)
        edge = list(starts)
        for space in edge:
            away[space] = 0
        steps = 0
        while edge and steps < FAR - 1:
            steps += 1
            reached = []
            for space in edge:
                for other in self.near[space]:
                    if away[other] == FAR:
                        away[other] = steps
                        if other in through:
                            reached.append(other)
            edge = reached
        return bytes(away)

    def reach(
        self,
        start: int,
        limit: int,
        enter: Callable[[int, int], bool],
        leave: Callable[[int], bool],
    ) -> dict[int, int]:
        """Every space reachable in ``limit`` steps with its cost, the start left out.

        ``enter(a, b)`` tells whether the step from a to b is possible at all, ``leave(b)``
        whether one may go on from b.
        """
        cost = {start: 0}
        edge = [start]
        for steps in range(1, limit + 1):
            reached = []
            for space in edge:
                for other in self.near[space]:
                    if other not in cost and enter(space, other):
                        cost[other] = steps
                        if leave(other):
                            reached.append(other)
            edge = reached
        del cost[start]
        return cost

    def route(
        self,
        start: int,
        goal: int,
        limit: int,
        enter: Callable[[int, int], bool],
        leave: Callable[[int], bool],
    ) -> tuple[int, ...] | None:
        """A shortest way from start to goal, both included, or ``None``."""
        if limit > 0 and goal in self.touching[start] and enter(start, goal):
            return (start, goal)
        came: dict[int, int] = {start: start}
        edge = [start]
        for _ in range(limit):
            reached = []
            for space in edge:
                for other in self.near[space]:
                    if other in came or not enter(space, other):
                        continue
                    came[other] = space
                    if other == goal:
                        return _trace(came, start, goal)
                    if leave(other):
                        reached.append(other)
            edge = reached
        return None


class Flights(dict[int, bytes]):
    """Steps from each space to every other, moving through a set of spaces.

    A row is computed when it is first asked for.
    """

    def __init__(self, board: Board, through: frozenset[int]) -> None:
        super().__init__()
        self.board = board
        self.through = through

    def __missing__(self, start: int) -> bytes:
        row = self[start] = self.board.distances_from([start], self.through)
        return row


def _trace(came: Mapping[int, int], start: int, goal: int) -> tuple[int, ...]:
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))
