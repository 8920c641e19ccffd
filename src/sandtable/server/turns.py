"""Whose turn it is when many wait for few: one of each in turn, not first come, first served."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator


class Busy(Exception):
    """No turn came in time, or too many of one's own are waiting already."""


class Turns:
    """``slots`` at once, ``each`` of them at most for one and the same.

    Who waits is a word: an address, a table. Whoever asks for much waits behind themselves.
    """

    def __init__(self, slots: int, each: int, waiting: int) -> None:
        self.free = slots
        self.each = each
        self.waiting = waiting
        """How many of one may wait."""
        self._held: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        """Whoever had no turn for longest comes first."""

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(queue) for queue in self._queues.values())

    async def enter(self, who: str, wait: float | None = None) -> None:
        """Returns when it is this one's turn; raises ``Busy`` after ``wait`` seconds."""
        if self.free > 0 and self._held[who] < self.each:
            self._take(who)
            return
        queue = self._queues.setdefault(who, deque())
        if len(queue) >= self.waiting:
            raise Busy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(wait):
                await turn
        except TimeoutError:
            self._give_up(who, turn)
            raise Busy from None
        except asyncio.CancelledError:
            self._give_up(who, turn)
            raise

    @contextlib.asynccontextmanager
    async def turn(self, who: str, wait: float | None = None) -> AsyncIterator[None]:
        await self.enter(who, wait)
        try:
            yield
        finally:
            self.leave(who)

    def leave(self, who: str) -> None:
        self.free += 1
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
        self._give()

    def _take(self, who: str) -> None:
        self.free -= 1
        self._held[who] += 1

    def _give(self) -> None:
        for who in list(self._queues):
            if self.free <= 0:
                return
            queue = self._queues[who]
            while queue and self.free > 0 and self._held[who] < self.each:
                turn = queue.popleft()
                if not turn.done():
                    self._take(who)
                    turn.set_result(None)
                    break
            del self._queues[who]
            if queue:
                self._queues[who] = queue  # behind all others

    def _give_up(self, who: str, turn: asyncio.Future[None]) -> None:
        if turn.done() and not turn.cancelled():
            self.leave(who)  # it came in the moment in which the waiting ended
        queue = self._queues.get(who)
        if queue is not None:
            if turn in queue:
                queue.remove(turn)
            if not queue:
                del self._queues[who]
