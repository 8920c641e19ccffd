"""How much of its time a player has used: a budget is for a whole turn."""

from __future__ import annotations

import time


class Watch:
    """Processor time in each turn; several are under way where they are played part by part."""

    def __init__(self) -> None:
        self._turn: tuple[int, int] = (0, 0)
        self._earlier: dict[tuple[int, int], float] = {}
        """Used in each turn by the decisions before this one."""
        self._began = 0.0

    def start(self, turn: tuple[int, int]) -> None:
        """A decision of the turn begins: that of a round and of a power."""
        self._turn, self._began = turn, time.thread_time()
        if all(known[0] < turn[0] for known in self._earlier):
            self._earlier.clear()

    def stop(self) -> None:
        self._earlier[self._turn] = self.used

    @property
    def used(self) -> float:
        """Seconds so far in the turn of this decision."""
        return self._earlier.get(self._turn, 0.0) + time.thread_time() - self._began


class Clock:
    """Says when it is late."""

    def __init__(self, seconds: float) -> None:
        self._limit = time.thread_time() + seconds

    def __call__(self, ahead: float = 0.0) -> bool:
        """Whether it will be so many seconds from now."""
        return time.thread_time() + ahead > self._limit
