"""The server under load, on this machine alone (loopback).

    python benchmarks/bench_server.py --tables 200 --clients 4 --seconds 20

Starts a server of its own with a database in a temporary folder, opens so many tables with so
many connected clients each, plays a random legal action at each table once a second, and
measures from sending an action until the last client of that table has its update. Also: the
server's CPU (1.0 is one core), memory for a table that is open and idle, and how long it takes
to open a long game compared with a new one. The random games are played beforehand here with
the same seeds; with ``--asking`` each player also fetches the table and the legal actions
before each move, as a browser does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec
import psutil
from websockets.asyncio.client import ClientConnection, connect

from sandtable import Game, new
from sandtable.games import find_title
from sandtable.server.app import create_app
from sandtable.server.run import Address, bind, run
from sandtable.server.settings import Settings
from sandtable.table import Played, dump

WARM_UP = 3.0


class Heard(msgspec.Struct):
    """All that a client reads of a message here."""

    type: str
    version: int = 0


_heard = msgspec.json.Decoder(Heard)


def serve(database: Path) -> None:
    """The server's process: limits out of the way, everything else as it comes."""
    settings = Settings(
        database=database,
        requests_per_second=1e6,
        requests_burst=10**9,
        games_per_minute=1e6,
        games_burst=10**9,
        sockets=10**5,
        sockets_per_address=10**5,
    )

    def ready(address: Address) -> None:
        print(address.url, flush=True)

    with bind("127.0.0.1", 0) as listener:
        run(create_app(settings), settings, listener, ready)


class BenchTable:
    """One table with its connected clients and somebody who plays at random for all seats."""

    def __init__(self, client: httpx.AsyncClient, made: dict[str, Any], rng: random.Random) -> None:
        self.client = client
        self.id: str = made["id"]
        self.url = f"/api/games/{self.id}"
        self.tokens: dict[str, Any] = made["tokens"]
        self.headers = {"Authorization": "Bearer " + ",".join(self.tokens["seats"].values())}
        self.rng = rng
        self.version: int = made["version"]
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.waiting: dict[int, list[float]] = {}
        self.latencies: list[float] = []
        self.answers: list[float] = []
        self.refused = 0
        self.bytes = 0
        self.over = False
        self.asking = False
        self.script: list[tuple[str, str]] = []

    async def connect(self, base: str, clients: int) -> None:
        seats = list(self.tokens["seats"].values())
        url = base.replace("http", "ws", 1) + f"api/games/{self.id}/live"
        for index in range(clients):
            token = seats[index] if index < len(seats) else self.tokens["spectator"]
            socket = await connect(url, compression=None, max_size=None, max_queue=None)
            hello = {"type": "hello", "tokens": [token], "patches": True}
            await socket.send(json.dumps(hello))
            self.sockets.append(socket)
            self.readers.append(asyncio.ensure_future(self._read(socket)))

    async def _read(self, socket: ClientConnection) -> None:
        async for message in socket:
            self.bytes += len(message)
            heard = _heard.decode(message)
            if heard.type == "update":
                self.waiting.setdefault(heard.version, []).append(time.perf_counter())

    async def play(self) -> None:
        """One random legal action of whoever is to decide."""
        if self.asking:
            await self._ask()
        if not self.script:
            self.over = True
            return
        seat, action = self.script.pop(0)
        body: dict[str, Any] = {"seat": seat, "action": action, "version": self.version}
        body["key"] = f"{self.rng.getrandbits(80):020x}"
        sent = time.perf_counter()
        answer = await self.client.post(f"{self.url}/actions", json=body, headers=self.headers)
        if answer.status_code != 200:
            self.refused += 1
            return
        self.answers.append(time.perf_counter() - sent)
        reached = self.version = answer.json()["version"]
        for _ in range(500):
            if len(self.waiting.get(reached, ())) == len(self.sockets):
                self.latencies.append(max(self.waiting.pop(reached)) - sent)
                return
            await asyncio.sleep(0.01)
        raise RuntimeError("a client never got its update")

    async def _ask(self) -> None:
        shown = (await self.client.get(self.url, headers=self.headers)).json()
        query = {"seat": shown["view"]["decision"]["seats"][0], "limit": 200}
        await self.client.get(f"{self.url}/legal", params=query, headers=self.headers)

    async def keep_playing(self, until: float) -> None:
        """Once a second, at a moment of its own within the second."""
        await asyncio.sleep(self.rng.random())
        while time.perf_counter() < until and not self.over:
            begun = time.perf_counter()
            await self.play()
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - begun)))

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*(socket.close() for socket in self.sockets))


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[tuple[httpx.AsyncClient, psutil.Process]]:
    with tempfile.TemporaryDirectory(prefix="sandtable-bench-") as folder:
        command = [sys.executable, __file__, "--serve", str(Path(folder) / "bench.db")]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert child.stdout is not None
            base = await asyncio.to_thread(child.stdout.readline)
            limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
            async with httpx.AsyncClient(
                base_url=base.strip(), timeout=60, limits=limits
            ) as client:
                yield client, psutil.Process(child.pid)
        finally:
            child.kill()
            child.wait()


async def make_tables(
    client: httpx.AsyncClient, title: str, count: int, actions: int
) -> list[BenchTable]:
    tables = []
    for number in range(count):
        wish = {"title": title, "seed": str(number)}
        made = (await client.post("/api/games", json=wish)).json()
        table = BenchTable(client, made, random.Random(number))
        table.script = random_game(title, number, actions)
        tables.append(table)
    return tables


def random_game(title: str, seed: int, actions: int) -> list[tuple[str, str]]:
    """A random course of the game that the server plays with the same seed."""
    return [
        (e.seat, e.action) for e in play(title, seed, actions).journal.line if type(e) is Played
    ]


def play(title: str, seed: int, actions: int) -> Game:
    game = new(title, seed=str(seed))
    rng = random.Random(seed)
    for _ in range(actions):
        if game.decision is None:
            break
        seat = game.decision.seats[0]
        action = game.legal_actions(seat).sample(rng)
        assert action is not None
        game.play(action, seat)
    return game


async def open_all(tables: list[BenchTable]) -> None:
    for table in tables:
        (await table.client.get(table.url, headers=table.headers)).raise_for_status()


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


async def opening_times(
    client: httpx.AsyncClient, title: str, actions: int
) -> tuple[float, float, int]:
    """Milliseconds to open a new game and a long one, neither in memory, and the long one's length.

    A random game may be over before it has so many actions.
    """
    times, entries = [], 0
    for length in (1, actions):
        game = play(title, 1, length)
        text = dump(game).decode()
        answer = await client.post("/api/games/import", json={"text": text})
        made = answer.raise_for_status().json()
        entries = len(game.journal.line)
        headers = {"Authorization": f"Bearer {made['tokens']['spectator']}"}
        begun = time.perf_counter()
        (await client.get(f"/api/games/{made['id']}", headers=headers)).raise_for_status()
        times.append((time.perf_counter() - begun) * 1000)
    return times[0], times[1], entries


async def bench(
    title: str, tables: int, clients: int, seconds: float, length: int, asking: bool
) -> None:
    async with server() as (client, process):
        base = str(client.base_url)
        print(f"{title}: {tables} tables, {clients} clients each, {seconds:.0f} s")
        if length:
            fresh, long, entries = await opening_times(client, title, length)
            print(f"opening a new game {fresh:.1f} ms, one of {entries} entries {long:.1f} ms")
        (await client.get("/api/titles")).raise_for_status()
        found = await make_tables(client, title, tables, int(seconds + WARM_UP) + 2)
        for table in found:
            table.asking = asking
        await open_all(found[:1])
        empty = process.memory_info().rss
        await open_all(found)
        idle = (process.memory_info().rss - empty) / max(1, tables - 1)
        await asyncio.gather(*(table.connect(base, clients) for table in found))
        full = (process.memory_info().rss - empty) / tables
        print(f"memory: {idle / 1024:.0f} kB an idle table, {full / 1024:.0f} kB with its clients")
        begun = time.perf_counter()
        play = [asyncio.ensure_future(t.keep_playing(begun + WARM_UP + seconds)) for t in found]
        await asyncio.sleep(WARM_UP)
        for table in found:
            table.latencies.clear()
            table.answers.clear()
            table.bytes = 0
        used, here = process.cpu_times(), psutil.Process().cpu_times()
        await asyncio.gather(*play)
        wall = time.perf_counter() - begun - WARM_UP
        after, there = process.cpu_times(), psutil.Process().cpu_times()
        report(found, wall, _sum(after) - _sum(used), _sum(there) - _sum(here))
        for table in found:
            await table.close()


def _sum(times: Any) -> float:
    return float(times.user + times.system)


def report(tables: list[BenchTable], wall: float, cpu: float, own: float) -> None:
    latencies = [value * 1000 for table in tables for value in table.latencies]
    answers = [value * 1000 for table in tables for value in table.answers]
    count = max(1, len(latencies))
    print(
        f"{len(latencies)} actions in {wall:.1f} s ({len(latencies) / wall:.0f} a second), "
        f"{sum(t.refused for t in tables)} refused, {sum(t.over for t in tables)} games over"
    )
    print(
        f"action to the last client's update: p50 {share(latencies, 0.5):.1f} ms, "
        f"p95 {share(latencies, 0.95):.1f} ms, p99 {share(latencies, 0.99):.1f} ms"
    )
    print(
        f"action to its answer: p50 {share(answers, 0.5):.1f} ms, p95 {share(answers, 0.95):.1f} ms"
    )
    print(
        f"CPU: server {cpu / wall:.2f} cores ({cpu / count * 1000:.1f} ms an action), "
        f"this program {own / wall:.2f} cores"
    )
    print(f"to each client: {sum(t.bytes for t in tables) / count / 4 / 1024:.1f} kB an action")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--title", default="anniversary-1941")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--length", type=int, default=5000, help="actions of the long game; 0: none"
    )
    parser.add_argument(
        "--asking", action="store_true", help="fetch the table and legal actions too"
    )
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
        return
    find_title(given.title)
    asyncio.run(
        bench(given.title, given.tables, given.clients, given.seconds, given.length, given.asking)
    )


if __name__ == "__main__":
    main()
