"""A healthy table beside each attack, on this machine alone (loopback).

    python -m benchmarks.bench_attacks --seconds 10

A server with its ordinary limits, in a process of its own. At one table somebody plays four times
a second and somebody looks on, from an address of theirs; from another address everything is
tried that should not matter to them. Told for each attack: from sending a move to its answer, and
the longest that the event loop was kept busy in one go (processor time, so that it tells of the
server also on a busy machine). The first line is without any attack.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
import msgspec
import psutil

from benchmarks.bench_server import actions_of, play, share
from sandtable.server.app import create_app
from sandtable.server.run import Address, bind, run
from sandtable.server.settings import Settings

ROOT = Path(__file__).parents[1]
TITLE = "anniversary-1941"
EVERY = 0.25
HEALTHY, HOSTILE = "127.0.0.2", "127.0.0.3"
"""Both are this machine; to the server they are two addresses."""


# The server's process


class Steps:
    """How long each step of the event loop takes, in processor time."""

    def __init__(self) -> None:
        self.longest = 0.0
        plain = asyncio.events.Handle._run

        def timed(handle: Any) -> None:
            begun = time.thread_time()
            plain(handle)
            self.longest = max(self.longest, time.thread_time() - begun)

        setattr(asyncio.events.Handle, "_run", timed)  # noqa: B010 - mypy minds otherwise

    def start(self) -> None:
        """Answers each line on standard input with the longest since the last."""
        asyncio.get_running_loop().add_reader(sys.stdin, self._tell)

    def _tell(self) -> None:
        if sys.stdin.readline():
            print(json.dumps(self.longest * 1000), flush=True)
            self.longest = 0.0


def serve(database: Path) -> None:
    settings = Settings(database=database)
    steps = Steps()

    def ready(address: Address) -> None:
        print(address.url, flush=True)

    with bind("127.0.0.1", 0) as listener:
        run(create_app(settings, steps.start), settings, listener, ready)


class House:
    def __init__(self, url: str, child: subprocess.Popen[str] | None = None) -> None:
        self.child = child
        parts = urlsplit(url)
        self.url, self.netloc = url, parts.netloc
        self.place = (str(parts.hostname), int(parts.port or 0))

    def client(self, address: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=60)

    async def connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self.place, local_addr=(address, 0))

    async def longest_step(self) -> float:
        assert self.child is not None
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write("?\n")
        self.child.stdin.flush()
        return float(await asyncio.to_thread(self.child.stdout.readline))

    @property
    def memory(self) -> float:
        assert self.child is not None
        process = psutil.Process(self.child.pid)
        found = [process, *process.children(recursive=True)]
        return sum(one.memory_info().rss for one in found) / 2**20


@contextlib.asynccontextmanager
async def house() -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory(prefix="sandtable-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.bench_attacks"]
        command += ["--serve", str(Path(folder) / "games.db")]
        pipe = subprocess.PIPE
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        assert child.stdout is not None
        try:
            yield House((await asyncio.to_thread(child.stdout.readline)).strip(), child)
        finally:
            child.kill()
            child.wait()


# Somebody who plays


class Player:
    """Plays a random game whose course is known beforehand, four moves a second."""

    def __init__(self, found: House) -> None:
        self.house = found
        self.times: list[float] = []

    async def sit(self, actions: int) -> None:
        self.http = self.house.client(HEALTHY)
        wish = {"title": TITLE, "seed": "1", "solo": True}
        made = (await self.http.post("/api/games", json=wish)).raise_for_status().json()
        self.path, self.version = f"/api/games/{made['id']}", made["version"]
        tokens = ",".join(made["tokens"]["seats"].values())
        self.http.headers["Authorization"] = f"Bearer {tokens}"
        self.script = actions_of(play(TITLE, 1, actions))

    async def go_on(self, seconds: float) -> None:
        self.times = []
        end = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            seat, action = self.script.pop(0)
            body = {"seat": seat, "action": action, "version": self.version}
            body["key"] = f"{random.getrandbits(80):020x}"
            answer = await self.http.post(f"{self.path}/actions", json=body)
            self.times.append((time.perf_counter() - begun) * 1000)
            self.version = answer.raise_for_status().json()["version"]
            await asyncio.sleep(max(0.0, begun + EVERY - time.perf_counter()))


# Attacks: each goes on until it is cancelled

Attack = Callable[[House], Awaitable[None]]


async def many(work: Callable[[], Awaitable[Any]], count: int, pause: float = 0.0) -> None:
    """The same over and over, so many at once; what the server refuses is part of it."""

    async def again() -> None:
        while True:
            with contextlib.suppress(OSError, httpx.HTTPError, asyncio.IncompleteReadError):
                await work()
            await asyncio.sleep(pause)

    await asyncio.gather(*(again() for _ in range(count)))


async def nothing(found: House) -> None:
    await asyncio.sleep(3600)


async def half_open(found: House) -> None:
    """1100 connections that never send a whole request."""

    async def one() -> None:
        reader, writer = await found.connect(HOSTILE)
        try:
            writer.write(b"GET / HTTP/1.1\r\n")
            await reader.read()
        finally:
            writer.close()

    await many(one, 1100, 0.05)


def frame(message: Any) -> bytes:
    payload = msgspec.json.encode(message)
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return b"\x81" + length + b"\0\0\0\0" + payload


async def watch_flood(found: House) -> None:
    """240 sockets, each asking for the whole view four times a second and reading nothing."""
    async with found.client(HOSTILE) as client:
        made = [
            (await client.post("/api/games", json={"title": TITLE, "solo": True})).json()
            for _ in range(4)
        ]

    async def one() -> None:
        table = random.choice(made)
        reader, writer = await found.connect(HOSTILE)
        try:
            writer.write(
                f"GET /api/games/{table['id']}/live HTTP/1.1\r\nHost: {found.netloc}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: c2FuZHRhYmxlIGF0dGFjayE=\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            token = next(iter(table["tokens"]["seats"].values()))
            writer.write(frame({"type": "hello", "tokens": [token]}))
            while not writer.is_closing():
                writer.write(frame({"type": "watch", "seat": None}))
                await asyncio.sleep(0.25)
        finally:
            writer.close()

    await many(one, 240, 0.1)


def asking(path: str, body: Any, count: int) -> Attack:
    async def attack(found: House) -> None:
        data = msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        async with found.client(HOSTILE) as client:
            await many(lambda: client.post(path, content=data, headers=headers), count)

    return attack


def record_of(lines: str) -> dict[str, str]:
    return {"text": f"sandtable record 1\ntitle: {TITLE}\n{lines}"}


MOVES = "germany: order losses infantry\ngermany: order losses ask\n"


def long_record() -> dict[str, str]:
    return record_of(MOVES * (3_900_000 // len(MOVES)))


def long_game() -> dict[str, str]:
    """Nearly the longest that is taken in."""
    return record_of(MOVES * 9900)


def odds(size: int) -> dict[str, Any]:
    force = f"{size} infantry, {size} tank, {size} fighter"
    args = {"title": TITLE, "attackers": force, "defenders": force}
    return {"kind": "odds", "args": args}


async def bot_tables(found: House) -> None:
    """As many tables of bots alone as there may be."""
    async with found.client(HOSTILE) as client:
        title = (await client.get(f"/api/titles/{TITLE}")).json()
        seats = {seat: {"kind": "bot", "bot": "captain"} for seat in title["seats"]}
        wish = {"title": TITLE, "seats": seats}
        await many(lambda: client.post("/api/games", json=wish), 4, 0.1)


async def look_back(found: House) -> None:
    """The end of a long game, replayed over and over."""
    async with found.client(HOSTILE) as client:
        wish = {**long_game(), "solo": True}
        made = (await client.post("/api/games/import", json=wish)).raise_for_status().json()
        token = next(iter(made["tokens"]["seats"].values()))
        headers = {"Authorization": f"Bearer {token}"}
        path = f"/api/games/{made['id']}/at/19000"
        await many(lambda: client.get(path, headers=headers), 16)


async def guesses(found: House) -> None:
    async with found.client(HOSTILE) as client:
        headers = {"Authorization": f"Bearer {'x' * 43}"}
        await many(lambda: client.get("/api/games/23456789ab", headers=headers), 16)


async def pages(found: House) -> None:
    async with found.client(HOSTILE) as client:
        await many(lambda: client.get("/"), 16)


async def come_and_go(found: House) -> None:
    """Connections that are closed as soon as they are open."""

    async def one() -> None:
        _, writer = await found.connect(HOSTILE)
        writer.close()

    await many(one, 32)


ATTACKS: dict[str, Attack] = {
    "no attack": nothing,
    "1100 half-open requests": half_open,
    "240 sockets that watch and never read": watch_flood,
    "imports of 700 kB of brackets": asking(
        "/api/games/import", record_of("germany: " + "[" * 700_000), 8
    ),
    "imports of 3.9 MB of moves": asking("/api/games/import", long_record(), 8),
    "imports of long games": asking("/api/games/import", {**long_game(), "solo": True}, 8),
    "odds of 400 against 400": asking("/api/jobs", odds(400), 8),
    "odds of 20 against 20": asking("/api/jobs", odds(20), 8),
    "verifying what is no record": asking(
        "/api/jobs", {"kind": "verify", "args": long_record() | {"record": "x" * 10**6}}, 8
    ),
    "tables of bots alone": bot_tables,
    "looking back in a long game": look_back,
    "guessed tokens": guesses,
    "lists of 100 games": asking(
        "/api/games/summaries",
        {"games": [{"id": f"game{n}", "tokens": ["x" * 43] * 16} for n in range(100)]},
        16,
    ),
    "the page over and over": pages,
    "connections that come and go": come_and_go,
}


async def attack(name: str, url: str) -> None:
    await ATTACKS[name](House(url))


def spent(process: subprocess.Popen[bytes]) -> float:
    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


async def suffer(found: House, player: Player, name: str, seconds: float) -> None:
    command = [sys.executable, "-m", "benchmarks.bench_attacks", "--attack", name, found.url]
    attacker = subprocess.Popen(command, cwd=ROOT)
    try:
        await asyncio.sleep(3.0)
        assert attacker.poll() is None, "the attack has ended"
        await found.longest_step()
        before, begun = spent(attacker), time.perf_counter()
        await player.go_on(seconds)
        longest = await found.longest_step()
        own = (spent(attacker) - before) / (time.perf_counter() - begun)
    finally:
        attacker.kill()
        attacker.wait()
    shares = ", ".join(f"p{part} {share(player.times, part / 100):.0f}" for part in (50, 99))
    print(
        f"{name:<40} {len(player.times):3} moves: {shares} ms; longest step {longest:.0f} ms; "
        f"{found.memory:.0f} MB; attackers {own:.2f} cores",
        flush=True,
    )


async def bench(seconds: float, only: str) -> None:
    load = os.getloadavg()[0]
    print(f"{seconds:.0f} s each; this machine has {os.cpu_count()} cores, load {load:.1f}")
    for name in ATTACKS:
        if only in name:
            async with house() as found:
                player = Player(found)
                await player.sit(int(seconds / EVERY) + 10)
                await suffer(found, player, name, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
    elif given.attack:
        asyncio.run(attack(*given.attack))
    else:
        asyncio.run(bench(given.seconds, given.only))


if __name__ == "__main__":
    main()
