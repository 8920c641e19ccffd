"""The clients of ``bench_server.py``, in a process of their own.

Bare HTTP and WebSocket over asyncio, one connection for each player and each onlooker, nothing
pooled or capped: what is measured is to be the server. Its orders come as JSON on standard
input, its findings leave as JSON on standard output.
"""

from __future__ import annotations

import asyncio
import random
import struct
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

STALLED = 30.0
"""Seconds after which an action counts as lost."""


class Seated(msgspec.Struct):
    """A table to play at: its links, and the actions to play."""

    id: str
    tokens: list[str]
    bearer: str
    version: int
    script: list[tuple[str, str]]


class Orders(msgspec.Struct):
    url: str
    tables: list[Seated]
    warm_up: float
    seconds: float
    seed: int
    asking: bool
    every: float = 1.0
    """Seconds between the actions of one table."""


class Findings(msgspec.Struct):
    """Milliseconds from sending an action to its answer, the first update and the last."""

    actions: list[tuple[float, float, float]]
    refused: int
    late: int
    """Actions sent later than planned, because the one before was not through."""
    over: int
    bytes: int
    updates: int
    cpu: float
    lag: list[float]
    """How late this process's own clock ticks came: its share in what it measures."""


class Heard(msgspec.Struct):
    type: str
    version: int = 0


_heard = msgspec.json.Decoder(Heard)


class Line(asyncio.Protocol):
    """A kept-alive HTTP connection, one request at a time."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.buffer = bytearray()
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    async def ask(self, method: str, path: str, bearer: str, body: bytes = b"") -> Any:
        self.answer = asyncio.get_running_loop().create_future()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: Bearer {bearer}\r\n"
        )
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(head.encode() + b"\r\n" + body)
        return await self.answer

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self.buffer[:end]).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(self.buffer) >= end + 4 + size:
            body = bytes(self.buffer[end + 4 : end + 4 + size])
            self.buffer.clear()
            assert self.answer is not None
            self.answer.set_result((int(head[9:12]), body))


class Socket(asyncio.Protocol):
    """A client that looks on: shakes hands, says hello, and notes when each update came."""

    def __init__(self, table: Player, host: str, token: str) -> None:
        self.table = table
        self.host = host
        self.token = token
        self.buffer = bytearray()
        self.open = False
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET /api/games/{self.table.seated.id}/live HTTP/1.1\r\nHost: {self.host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c2FuZHRhYmxlIGJlbmNoIQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        moment = time.perf_counter()
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer)
            del self.buffer[: end + 4]
            self.open = True
            hello = {"type": "hello", "tokens": [self.token], "patches": True}
            self._send(1, msgspec.json.encode(hello))
        while (frame := self._frame()) is not None:
            self._take(*frame, moment)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcome.done():
            self.welcome.set_exception(ConnectionError("closed before the welcome"))

    def _send(self, opcode: int, payload: bytes) -> None:
        """Masked with zeros, which leaves the payload as it is."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.transport.write(bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            start = 4
        elif size == 127:
            start = 10
        if len(buffer) < start:
            return None
        if start > 2:
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        frame = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return frame

    def _take(self, opcode: int, payload: bytes, moment: float) -> None:
        if opcode == 9:
            self._send(10, payload)
        if opcode != 1:
            return
        heard = _heard.decode(payload)
        if heard.type == "update":
            self.table.heard(heard.version, moment, len(payload))
        elif heard.type == "welcome":
            self.welcome.set_result(None)


class Player:
    """Plays a table's script, an action every so often, at a moment of its own."""

    def __init__(self, orders: Orders, seated: Seated, rng: random.Random) -> None:
        self.orders = orders
        self.seated = seated
        self.rng = rng
        self.path = f"/api/games/{seated.id}"
        self.arrived: dict[int, list[float]] = {}
        self.complete: asyncio.Event = asyncio.Event()
        self.wanted = -1
        self.reset()
        self.over = False

    def reset(self) -> None:
        self.actions: list[tuple[float, float, float]] = []
        self.refused = self.late = self.bytes = self.updates = 0

    async def connect(self) -> None:
        parts = urlsplit(self.orders.url)
        host, port = parts.hostname or "", parts.port or 80
        loop = asyncio.get_running_loop()
        _, self.line = await loop.create_connection(lambda: Line(parts.netloc), host, port)
        for token in self.seated.tokens:
            _, socket = await loop.create_connection(
                lambda token=token: Socket(self, parts.netloc, token),  # type: ignore[misc]
                host,
                port,
            )
            await socket.welcome

    def heard(self, version: int, moment: float, size: int) -> None:
        self.bytes += size
        self.updates += 1
        arrived = self.arrived.setdefault(version, [])
        arrived.append(moment)
        if len(arrived) == len(self.seated.tokens):
            self.complete.set()

    async def keep_playing(self, begin: float) -> None:
        """On a fixed timetable: a slow answer does not slow down the next action."""
        orders = self.orders
        due = begin + self.rng.random() * orders.every
        measured, end = begin + orders.warm_up, begin + orders.warm_up + orders.seconds
        warm = True
        while due < end and not self.over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if warm and due >= measured:
                warm = False
                self.reset()
            self.late += time.perf_counter() > due + 0.25
            await asyncio.wait_for(self.play(), STALLED)
            due += orders.every

    async def play(self) -> None:
        seated = self.seated
        if self.orders.asking:
            await self._ask()
        if not seated.script:
            self.over = True
            return
        seat, action = seated.script.pop(0)
        body = {"seat": seat, "action": action, "version": seated.version}
        body["key"] = f"{self.rng.getrandbits(80):020x}"
        data = msgspec.json.encode(body)
        self.complete.clear()
        sent = time.perf_counter()
        status, answer = await self.line.ask("POST", f"{self.path}/actions", seated.bearer, data)
        answered = time.perf_counter()
        if status != 200:
            self.refused += 1
            print(f"refused: {answer!r}", file=sys.stderr)
            self.over = True
            return
        reached = seated.version = msgspec.json.decode(answer)["version"]
        while len(self.arrived.get(reached, ())) < len(seated.tokens):
            self.complete.clear()
            await self.complete.wait()
        arrived = self.arrived.pop(reached)
        phases = (answered, min(arrived), max(arrived))
        times = [(moment - sent) * 1000 for moment in phases]
        self.actions.append((times[0], times[1], times[2]))

    async def _ask(self) -> None:
        """As a browser does before a move: the table and the legal actions."""
        bearer = self.seated.bearer
        _, shown = await self.line.ask("GET", self.path, bearer)
        decision = msgspec.json.decode(shown)["view"]["decision"]
        if decision is not None:
            query = f"seat={decision['seats'][0]}&limit=200"
            await self.line.ask("GET", f"{self.path}/legal?{query}", bearer)


async def watch_clock(lag: list[float]) -> None:
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(0.02)
        lag.append((time.perf_counter() - begun - 0.02) * 1000)


async def drive(orders: Orders) -> Findings:
    rng = random.Random(orders.seed)
    players = [Player(orders, seated, rng) for seated in orders.tables]
    for player in players:
        await player.connect()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begin = time.perf_counter()
    work = [asyncio.ensure_future(player.keep_playing(begin)) for player in players]
    await asyncio.sleep(orders.warm_up)
    lag: list[float] = []
    clock = asyncio.ensure_future(watch_clock(lag))
    used = time.process_time()
    await asyncio.gather(*work)
    clock.cancel()
    return Findings(
        actions=[times for player in players for times in player.actions],
        refused=sum(player.refused for player in players),
        late=sum(player.late for player in players),
        over=sum(player.over for player in players),
        bytes=sum(player.bytes for player in players),
        updates=sum(player.updates for player in players),
        cpu=time.process_time() - used,
        lag=lag,
    )


def main() -> None:
    orders = msgspec.json.decode(sys.stdin.readline(), type=Orders)
    findings = asyncio.run(drive(orders))
    print(msgspec.json.encode(findings).decode(), flush=True)


if __name__ == "__main__":
    main()
