"""One connected client: what waits to be sent to it."""

from __future__ import annotations

import asyncio

from .tokens import Rights


class Client:
    """A socket that has said hello. ``shown`` is the (seat, version) of its last view."""

    def __init__(self, rights: Rights, hashes: frozenset[bytes], limit: int) -> None:
        self.rights = rights
        self.hashes = hashes
        self.pinned: str | None = None
        self.patches = False
        self.shown: tuple[str | None, int] | None = None
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(limit)
        self.closing: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    def send(self, message: bytes) -> None:
        """Never waits: a reader that cannot keep up is asked to connect again."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.close(1013, "too slow")

    def close(self, code: int, reason: str) -> None:
        if not self.closing.done():
            self.closing.set_result((code, reason))
