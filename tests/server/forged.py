"""Forged requests, many of them: none may be accepted, none may find a fault of the program.

    python -m tests.server.forged --count 100000

Starts a server on loopback with two tables of its own and sends it, over real connections, what
somebody without rights, or without good intentions, could send to every endpoint and to the
tables' sockets: wrong tokens, others' seats, broken bodies, strange numbers and letters, other
origins, HTTP and WebSocket frames that are none. Every answer must be a refusal, both tables must
be afterwards as they were, and the server must have logged no fault.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2 as httpx
import msgspec

from sandtable.server.http import Endpoint
from sandtable.server.routes import ENDPOINTS

from .conftest import ROOT, write_plugin

CLOSE = b"\x88"
"""Begins the frame with which a socket ends."""
LINES = 6
"""Connections at the same time."""
NO_LIMITS = {
    "requests_burst": 10**9, "games_burst": 10**9, "bad_tokens_burst": 10**9, "jobs_burst": 10**9,
    "messages_burst": 10**9, "socket_messages_burst": 10**9,
}  # fmt: skip
"""So that not every request is refused for being one too many."""
LONG = "9" * 5000
TEXTS = [
    "", " ", "\0", "red\n", "../../etc/passwd", "%00", "\u202e", "\ud7ff", "𝕏" * 50, "x" * 70,
    "' OR 1=1 --", "{}", "null", "٣", LONG, "-1", "1e999", "<script>", "a" * 5000, "\x7f",
]  # fmt: skip
VALUES: list[Any] = [None, True, -1, 2**63, 2**70, 1.5, 1e300, [], {}, [[]], {"a": {}}, *TEXTS]
HEADERS = [
    ("Content-Length", LONG), ("Content-Length", "-1"), ("Content-Length", "²"),
    ("Transfer-Encoding", "gzip, chunked"), ("Transfer-Encoding", "identity"),
    ("Expect", "the unexpected"), ("Content-Encoding", "gzip"), ("Range", "bytes=0-"),
    ("X-Forwarded-For", "127.0.0.1"), ("X-HTTP-Method-Override", "DELETE"), ("Cookie", "a=b" * 99),
    ("Upgrade", "h2c"), ("Connection", "upgrade"), ("Accept-Encoding", "gzip;q=x"),
]  # fmt: skip


@dataclass
class Forged:
    """A request, or a socket's frames, and what it is called when it goes wrong."""

    name: str
    data: bytes
    opening: str = ""
    """The path of a socket, if this is what it is to be sent."""


@dataclass
class Findings:
    sent: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass
class Victim:
    """A table, and what its people see of it."""

    id: str
    tokens: dict[str, Any]

    @property
    def seats(self) -> dict[str, str]:
        found: dict[str, str] = self.tokens["seats"]
        return found


# Making them


class Forger:
    def __init__(self, rng: random.Random, victim: Victim, other: Victim, host: str) -> None:
        self.rng = rng
        self.victim = victim
        self.other = other
        self.host = host
        self.kinds: list[Callable[[], Forged]] = [
            self.without_rights, self.without_rights, self.without_rights, self.for_another_seat,
            self.broken_body, self.broken_body, self.other_page, self.nowhere, self.no_http,
            self.socket,
        ]  # fmt: skip

    def next(self) -> Forged:
        return self.rng.choice(self.kinds)()

    def request(
        self, name: str, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> Forged:
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{key}: {value}" for key, value in {"Host": self.host, **headers}.items()]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        head = "\r\n".join(lines).encode("utf-8", "replace")
        return Forged(f"{name}: {method} {path[:120]}", head + b"\r\n\r\n" + (body or b""))

    def path(self, endpoint: Endpoint, game: str) -> str:
        strange = quote(self.rng.choice(TEXTS), safe="") or "x"
        seat = self.rng.choice(["red", "blue", strange])
        version = self.rng.choice(["0", "3", strange])
        title = self.rng.choice(["toy", strange])
        return endpoint.path.format(
            game=game, seat=seat, version=version, title=title, ledger=title
        )

    def query(self, endpoint: Endpoint) -> str:
        names = [one.encode_name for one in msgspec.structs.fields(endpoint.query)]
        given = [name for name in names if self.rng.random() < 0.5]
        pairs = [f"{quote(n)}={quote(self.rng.choice(TEXTS))}" for n in given]
        return "?" + "&".join(pairs) if pairs else ""

    def body(self, endpoint: Endpoint) -> dict[str, Any]:
        """The right fields, each sometimes with a right value and sometimes with a strange one."""
        right = {
            "seat": "red", "action": "end", "version": 0, "key": f"forged-{self.rng.random()}"[:20],
            "title": "toy", "text": "sandtable record 1\ntitle: toy\n", "kind": "odds", "word": "x",
            "request": 1, "agree": True, "role": "host", "name": "Mallory", "token": "x" * 43,
            "games": [{"id": self.victim.id, "tokens": ["x" * 43]}], "player": "Mallory",
        }  # fmt: skip
        fields = [one.encode_name for one in msgspec.structs.fields(endpoint.body)]
        return {
            name: right[name] if name in right and self.rng.random() < 0.8 else self.strange()
            for name in fields
            if self.rng.random() < 0.9
        }

    def strange(self) -> Any:
        return self.rng.choice(VALUES)

    def wrong_tokens(self) -> dict[str, str]:
        """No token, one of nobody, a right one of another table, or a right one among wrong."""
        mine, theirs = list(self.victim.seats.values()), list(self.other.seats.values())
        shown = self.rng.choice(
            [
                None, "", "Bearer", "Bearer ", "Basic eDp5", f"Bearer {'x' * 43}",
                f"Bearer {theirs[0]}", f"Bearer {mine[0]},{theirs[0]}", f"Bearer {mine[0][:-1]}",
                f"Bearer {mine[0].swapcase()}", "Bearer " + ",".join(mine * 20),
                f"Bearer {self.rng.choice(TEXTS)!r}", f"bearer  {theirs[1]}",
            ]
        )  # fmt: skip
        return {} if shown is None else {"Authorization": shown}

    def without_rights(self) -> Forged:
        endpoint = self.rng.choice([one for one in ENDPOINTS if one.at_table])
        headers = self.wrong_tokens()
        body = None
        if endpoint.body is not None:
            body = msgspec.json.encode(self.body(endpoint))
            headers["Content-Type"] = "application/json"
        if self.rng.random() < 0.1:
            name, value = self.rng.choice(HEADERS)
            headers[name] = value
        game = self.victim.id if self.rng.random() < 0.8 else self.rng.choice(["none", "%00", "é"])
        path = self.path(endpoint, quote(game)) + self.query(endpoint)
        return self.request("without rights", endpoint.method, path, body, headers)

    def for_another_seat(self) -> Forged:
        """Blue's key, and what red or the host alone may do."""
        game = f"/api/games/{self.victim.id}"
        key = f"forged-{self.rng.getrandbits(60):x}"
        seat = {"seat": "red", "version": self.rng.choice([0, 5, 10**6]), "key": key}
        path, body = self.rng.choice(
            [
                ("/actions", {**seat, "action": self.rng.choice(["end", "bid 3", "x" * 3999])}),
                ("/check", {"seat": "red", "action": "end"}),
                ("/undo", {**seat, "to": self.rng.choice([0, 1, 2**31])}),
                ("/word", {"seat": "red", "word": "loaded"}),
                ("/chat", {"seat": "red", "text": "I am red", "key": key}),
                ("/chat", {"seat": None, "text": "I am the host", "key": key}),
                ("/seats/red", {"kind": "bot"}),
                ("/seats/red", {"player": "Mallory"}),
                ("/seats/red/join", {"player": "Mallory"}),
                ("/settings", {"name": "Mallory's"}),
                ("/links", {"role": self.rng.choice(["host", "spectator"])}),
                ("/links", {"role": "seat", "seat": "red"}),
                ("/undo/answer", {"request": self.rng.randrange(9), "agree": True}),
            ]
        )
        headers = {
            "Authorization": f"Bearer {self.victim.seats['blue']}",
            "Content-Type": "application/json",
        }
        data = msgspec.json.encode(body)
        return self.request("another's seat", "POST", game + path, data, headers)

    def broken_body(self) -> Forged:
        """With every right there is, and a body that cannot be meant."""
        endpoint = self.rng.choice([one for one in ENDPOINTS if one.body is not None])
        tokens = ",".join([self.victim.tokens["host"], *self.victim.seats.values()])
        headers = {"Authorization": f"Bearer {tokens}", "Content-Type": "application/json"}
        right = msgspec.json.encode({**self.body(endpoint), "no such field": 1})
        broken = self.rng.choice(
            [
                right, right[: self.rng.randrange(len(right))], b"[" * 50_000, b"\xff\xfe\0",
                b"", b"null", b"[]", b'"x"', b'{"seat": %s}' % LONG.encode(), right + right,
                right.replace(b'"', b"'"), right.replace(b":", b"="), b'{"\\ud800": 1}',
                b'{"' + b"a" * 300_000 + b'": 1}',
            ]
        )  # fmt: skip
        if self.rng.random() < 0.2:
            headers["Content-Type"] = self.rng.choice(
                ["text/html", "", "application/jsonp", "x" * 500]
            )
            broken = broken or b"x"
        path = self.path(endpoint, self.victim.id)
        if endpoint.plain and headers["Content-Type"].startswith("text/plain"):
            broken = b"no record"
        return self.request("broken body", endpoint.method, path, broken, headers)

    def other_page(self) -> Forged:
        endpoint = self.rng.choice([one for one in ENDPOINTS if one.method != "GET"])
        tokens = ",".join([self.victim.tokens["host"], *self.victim.seats.values()])
        headers = {"Authorization": f"Bearer {tokens}", "Content-Type": "application/json"}
        headers |= self.rng.choice(
            [{"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": "http://["},
             {"Host": "elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "["}]
        )  # fmt: skip
        body = msgspec.json.encode(self.body(endpoint)) if endpoint.body is not None else b""
        path = self.path(endpoint, self.victim.id)
        return self.request("another page", endpoint.method, path, body, headers)

    def nowhere(self) -> Forged:
        method = self.rng.choice(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
        path = "/api/" + self.rng.choice(
            ["", "games", "nothing", "games/%2e%2e/titles", "titles/%00", "jobs/1", "%ff%fe"]
        )
        if (method, path) in (("POST", "/api/games"),):
            method = "PUT"
        return self.request("nowhere", method, path + quote(self.rng.choice(TEXTS)), None, {})

    def no_http(self) -> Forged:
        game = f"/api/games/{self.victim.id}".encode()
        data = self.rng.choice(
            [
                b"\r\n" * 40 + b"HELLO\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
                b"GET " + b"/" * 40_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: x\r\n fold: y\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
                b"POST " + game + b"/actions HTTP/1.1\r\nContent-Length: 5\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                b"POST " + game + b"/actions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                b"POST " + game + b"/chat HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                b"FFFFFFFFFFFFFFFFF\r\nx\r\n",
                b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 300 + b"\r\n",
                b"POST " + game + b"/chat HTTP/1.1\r\n"
                b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
                b"GET " + game + b"\x00 HTTP/1.1\r\n\r\n", os.urandom(64) + b"\r\n\r\n",
                b"GET http://elsewhere.example/ HTTP/1.1\r\n\r\n"[:-2] + b"X: \xff\r\n\x01\r\n\r\n",
            ]
        )  # fmt: skip
        return Forged(f"no HTTP: {data[:60]!r}", data)

    # Sockets

    def socket(self) -> Forged:
        hello = {
            "type": "hello",
            "tokens": self.rng.choice([[], ["x" * 43], [self.other_key()], 7]),
        }
        said = self.rng.choice(
            [
                frame(hello), frame({**hello, "version": self.strange()}), frame(b"{"),
                frame({"type": "watch", "seat": "red"}), frame({"type": self.strange()}),
                frame({"type": "chat", "seat": "red", "text": "x", "key": "12345678"}),
                frame(b"[" * 9000), frame(b"\xff\xfe"), frame(b"x", 2), frame(b"x", 3),
                frame(b"x", 11), frame(b"x" * 126, 9), frame(b"x" * 60_000), frame(b"", 8),
                frame(b"\x03", 8), frame(b"\x00\x00", 8), b"\x81\x02xx", b"\xf1\x80\0\0\0\0",
                b"\x80\x80\0\0\0\0", b"\x81\xff" + struct.pack(">Q", 2**63) + b"\0\0\0\0",
                b"\x81\xff" + struct.pack(">Q", 2**40) + b"\0\0\0\0",
                self.pinned(), os.urandom(40),
            ]
        )  # fmt: skip
        game = self.victim.id if self.rng.random() < 0.9 else "nothing"
        return Forged(f"socket: {said[:80]!r}", said, f"/api/games/{game}/live")

    def other_key(self) -> str:
        return self.rng.choice(list(self.other.seats.values()))

    def pinned(self) -> bytes:
        hello = {"type": "hello", "tokens": [self.victim.seats["blue"]], "seat": "red"}
        return frame(hello)


def frame(message: Any, opcode: int = 1) -> bytes:
    """Masked with zeros, which leaves the payload as it is."""
    payload = message if isinstance(message, bytes) else msgspec.json.encode(message)
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload


# Sending them


class Line:
    """A connection that is made anew whenever the server has closed it."""

    def __init__(self, place: tuple[str, int]) -> None:
        self.place = place
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(*self.place)
        reader, writer = self.streams
        writer.write(data)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        return reader, writer

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None

    async def ask(self, data: bytes) -> tuple[int, bytes]:
        """Status and body; status 0 when the server closed without a word."""
        try:
            reader, _ = await self.send(data)
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            lower = head.lower()
            size = lower.partition(b"content-length:")[2].partition(b"\r\n")[0].strip()
            body = await reader.readexactly(int(size or 0))
            if b"connection: close" in lower or status in (400, 413, 431):
                self.close()
            return status, body
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            return 0, b""

    async def talk(self, path: str, host: str, said: bytes) -> tuple[int, bytes]:
        """How a socket ends: the status it was refused with, or 101; and all that it was told."""
        self.close()
        opening = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2FuZHRhYmxlIGZvcmdlISE=\r\n\r\n"
        )
        told, status = b"", 0
        try:
            reader, writer = await self.send(opening.encode())
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            writer.write(said + frame({"type": "ping"}))
            while CLOSE not in told and (more := await reader.read(100_000)):
                told += more
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        self.close()
        return status, told


def judge(forged: Forged, status: int, body: bytes) -> str:
    """What is wrong with this answer; empty when it refuses."""
    if status >= 500:
        return f"{forged.name} was answered with {status}: {body[:200]!r}"
    if forged.opening:
        return f"{forged.name} was let in: {body[:200]!r}" if b'"welcome"' in body else ""
    if 200 <= status < 400:
        gone = b"/summaries" in forged.data[:200] and b'"gone":false' not in body
        return "" if gone else f"{forged.name} was accepted with {status}: {body[:200]!r}"
    if status > 0 and not forged.name.startswith("no HTTP") and b'"code"' not in body and body:
        return f"{forged.name} was refused with no problem as its body: {body[:200]!r}"
    return ""


async def send_all(place: tuple[str, int], forger: Forger, count: int, found: Findings) -> None:
    line = Line(place)
    for _ in range(count):
        forged = forger.next()
        if forged.opening:
            status, body = await asyncio.wait_for(
                line.talk(forged.opening, forger.host, forged.data), 30
            )
        else:
            try:
                status, body = await asyncio.wait_for(line.ask(forged.data), 30)
            except TimeoutError:
                # What is no whole request yet gets no answer, and is cut off in time.
                line.close()
                status, body = 0, b""
        found.sent += 1
        found.statuses[str(status)] += 1
        fault = judge(forged, status, body)
        if fault and len(found.faults) < 20:
            found.faults.append(fault)
    line.close()


# The server


@contextlib.asynccontextmanager
async def server(folder: Path) -> AsyncIterator[str]:
    """Its address; what it logs is in ``server.log``."""
    write_plugin(folder / "plugin")
    path = os.pathsep.join([str(folder / "plugin"), str(ROOT)])
    changes = json.dumps({**NO_LIMITS, "head_seconds": 0.4, "hello_seconds": 0.3})
    with (folder / "server.log").open("w") as log:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.server.run_server", str(folder / "games.db"), changes],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert child.stdout is not None
        try:
            yield (await asyncio.to_thread(child.stdout.readline)).strip()
            assert child.poll() is None, "the server has ended"
        finally:
            child.kill()
            child.wait()
            child.stdout.close()


async def seen(client: httpx.AsyncClient, victim: Victim) -> list[Any]:
    """All that the people of a table can see of it."""
    tokens = ",".join([victim.tokens["host"], *victim.seats.values()])
    headers = {"Authorization": f"Bearer {tokens}"}
    paths = ("", "/history", "/chat", "/stats")
    return [
        (await client.get(f"/api/games/{victim.id}{path}", headers=headers)).json()
        for path in paths
    ]


async def forge(count: int, seed: int = 1, folder: Path | None = None) -> Findings:
    """Sends so many; ``faults`` of what it finds tells what went wrong."""
    with tempfile.TemporaryDirectory() as own:
        place = folder or Path(own)
        async with server(place) as address, httpx.AsyncClient(base_url=address) as client:
            victims = []
            for _ in range(2):
                made = (await client.post("/api/games", json={"title": "toy", "solo": True})).json()
                victims.append(Victim(made["id"], made["tokens"]))
            before = [await seen(client, victim) for victim in victims]
            parts = urlsplit(address)
            found = Findings()
            where = (str(parts.hostname), int(parts.port or 80))
            victim, other = victims
            forgers = [
                Forger(random.Random(f"{seed} {line}"), victim, other, parts.netloc)
                for line in range(LINES)
            ]
            await asyncio.gather(*(send_all(where, one, count // LINES, found) for one in forgers))
            after = [await seen(client, victim) for victim in victims]
            if after != before:
                found.faults.append(f"a table has changed: {before} {after}")
        with sqlite3.connect(place / "games.db") as database:
            (games,) = database.execute("SELECT count(*) FROM games").fetchone()
        if games != 2:
            found.faults.append(f"there are {games} games instead of 2")
        log = (place / "server.log").read_text()
        if "Traceback" in log:
            found.faults.append(
                "the server logged a fault: " + log[log.index("Traceback") :][:2000]
            )
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begun = time.perf_counter()
    found = asyncio.run(forge(given.count, given.seed))
    print(f"{found.sent} forged requests in {time.perf_counter() - begun:.0f} s")
    print("answers:", ", ".join(f"{status} x {n}" for status, n in sorted(found.statuses.items())))
    print("\n".join(found.faults) or "none accepted, no fault found")
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()
