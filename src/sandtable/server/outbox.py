"""One connected client: what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque

from .shapes import GameInfo
from .tokens import Rights


class Client:
    """A socket that has said hello. ``shown`` is the (seat, version) of its last view, ``told`` how
    the table was when it last heard of it; who asks for no differences has neither.

    What waits for a slow reader is limited in number and in bytes; over that, the connection is
    dropped. Whoever comes back is told the whole state anew, so nothing is lost.
    """

    def __init__(
        self, rights: Rights, hashes: frozenset[bytes], most: int, most_bytes: int
    ) -> None:
        self.rights = rights
        self.hashes = hashes
        self.pinned: str | None = None
        self.patches = False
        self.shown: tuple[str | None, int] | None = None
        self.told: GameInfo | None = None
        self.closing: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._most = most
        self._most_bytes = most_bytes
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        """Never waits: a reader that cannot keep up is asked to connect again."""
        if self.closing.done():
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > self._most or self._bytes > self._most_bytes:
            self._waiting.clear()
            self.close(1013, "too slow")
        elif self._news is not None and not self._news.done():
            self._news.set_result(None)

    def has_waiting(self, message: bytes) -> bool:
        """Whether the very same message is still to be sent, so that twice says no more."""
        return any(one is message for one in self._waiting)

    async def next(self) -> bytes:
        while not self._waiting:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message

    def close(self, code: int, reason: str) -> None:
        if not self.closing.done():
            self.closing.set_result((code, reason))
