"""The server under load, on this machine alone (loopback).

    python -m benchmarks.bench_server --tables 200 --clients 4 --seconds 20

Three kinds of processes: a server of its own with a database in a temporary folder, some that
are nothing but clients (``server_clients.py``), and this one, which only waits and counts. At
each table a random legal action is played every second (or ``--every``), on a timetable that does
not wait for slow answers, each table at its own moment; the first seconds do not count. Told:
from sending an action until the last client of that table has its update; what the server spent
that time on; CPU of server and clients (1.0 is one core); memory for a table that is open and
idle; and what opening a long game takes compared with a new one. The random games are played
beforehand with the same seeds; with ``--asking`` each player also fetches the table and the
legal actions before each move, as a browser does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import cProfile
import functools
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec
import psutil
from websockets.asyncio.client import connect

from benchmarks.server_clients import Findings, Orders, Seated
from sandtable import Game, new
from sandtable.games import find_title
from sandtable.server import play as playing
from sandtable.server.app import create_app
from sandtable.server.publish import publish_update
from sandtable.server.run import Address, bind, run
from sandtable.server.settings import Settings
from sandtable.server.sqlite import SqliteStore
from sandtable.server.tables import ServedTable
from sandtable.table import Played, dump

ROOT = Path(__file__).parents[1]
WARM_UP = 4.0
REPEATS = 9
PROFILE = "SANDTABLE_PROFILE"
"""A file for a profile of the server's event loop (for ``pstats``), if one is wished."""


# The server's process


class Phases:
    """What an action's time in the server goes to, measured from outside its code."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.times_told = 0
        self.profile_path = os.environ.get(PROFILE, "")
        self.profile = cProfile.Profile() if self.profile_path else None
        ServedTable.play = self._timed("rules", ServedTable.play)  # type: ignore[method-assign]
        vars(playing)["publish_update"] = self._timed("publish", publish_update)
        SqliteStore.append = self._awaited("store", SqliteStore.append)  # type: ignore[method-assign]

    def _timed(self, name: str, work: Callable[..., Any]) -> Any:
        @functools.wraps(work)
        def timed(*args: Any, **more: Any) -> Any:
            begun = time.perf_counter()
            try:
                return work(*args, **more)
            finally:
                self._add(name, begun)

        return timed

    def _awaited(self, name: str, work: Callable[..., Awaitable[Any]]) -> Any:
        @functools.wraps(work)
        async def timed(*args: Any, **more: Any) -> Any:
            begun = time.perf_counter()
            try:
                return await work(*args, **more)
            finally:
                self._add(name, begun)

        return timed

    def _add(self, name: str, begun: float) -> None:
        self.times.setdefault(name, []).append((time.perf_counter() - begun) * 1000)

    def start(self) -> None:
        """Ticks, and answers each line on standard input with the times since the last."""
        loop = asyncio.get_running_loop()
        self.clock = asyncio.ensure_future(self._tick())
        gc.callbacks.append(self._collected)
        loop.add_reader(sys.stdin, self._tell)

    def _tell(self) -> None:
        """The first question begins what is measured, the second ends it."""
        if sys.stdin.readline():
            if self.profile is not None:
                if self.times_told:
                    self.profile.disable()
                    self.profile.dump_stats(self.profile_path)
                else:
                    self.profile.enable()
            self.times_told += 1
            print(json.dumps(self.times), flush=True)
            self.times = {}
        else:
            asyncio.get_running_loop().remove_reader(sys.stdin)

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self.begun = time.perf_counter()
        else:
            self._add("garbage", self.begun)

    async def _tick(self) -> None:
        while True:
            begun = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self._add("loop", begun)


def serve(database: Path, idle_seconds: float) -> None:
    """Limits out of the way, everything else as it comes."""
    settings = Settings(
        database=database,
        requests_per_second=1e6,
        requests_burst=10**9,
        games_per_minute=1e6,
        games_burst=10**9,
        sockets=10**5,
        sockets_per_address=10**5,
        connections=15_000,
        connections_burst=10**9,
        answers_burst=10**9,
        head_seconds=600.0,
        connections_per_address=15_000,
        idle_seconds=idle_seconds,
    )

    def ready(address: Address) -> None:
        print(address.url, flush=True)

    phases = Phases()
    with bind("127.0.0.1", 0) as listener:
        run(create_app(settings, phases.start), settings, listener, ready)


class Server:
    """The server's process, seen from here."""

    def __init__(self, child: subprocess.Popen[str], client: httpx.AsyncClient) -> None:
        self.child = child
        self.client = client
        self.process = psutil.Process(child.pid)

    @property
    def url(self) -> str:
        return str(self.client.base_url)

    @property
    def memory(self) -> int:
        return int(self.process.memory_info().rss)

    def cpu(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def starved(self) -> float:
        """Seconds its main thread was ready to run while others had the cores (Linux; else 0)."""
        pid = self.child.pid
        try:
            return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    async def phases(self) -> dict[str, list[float]]:
        """Since the last time."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write("?\n")
        self.child.stdin.flush()
        found: dict[str, list[float]] = json.loads(
            await asyncio.to_thread(self.child.stdout.readline)
        )
        return found


@contextlib.asynccontextmanager
async def server(idle_seconds: float = 600.0) -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory(prefix="sandtable-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.bench_server"]
        command += ["--serve", str(Path(folder) / "bench.db"), "--idle", str(idle_seconds)]
        pipe = subprocess.PIPE
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        try:
            assert child.stdout is not None
            base = await asyncio.to_thread(child.stdout.readline)
            async with httpx.AsyncClient(base_url=base.strip(), timeout=300) as client:
                yield Server(child, client)
        finally:
            child.kill()
            child.wait()


# Games


def play(title: str, seed: int, actions: int) -> Game:
    """A random course of the game that the server plays with the same seed."""
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


def actions_of(game: Game) -> list[tuple[str, str]]:
    return [(e.seat, e.action) for e in game.journal.line if isinstance(e, Played)]


async def make_tables(
    client: httpx.AsyncClient, title: str, count: int, clients: int, actions: int
) -> list[Seated]:
    tables = []
    for number in range(count):
        wish = {"title": title, "seed": str(number), "solo": True}
        made = (await client.post("/api/games", json=wish)).raise_for_status().json()
        seats = list(made["tokens"]["seats"].values())
        tables.append(
            Seated(
                id=made["id"],
                tokens=(seats + [made["tokens"]["spectator"]] * clients)[:clients],
                bearer=",".join(seats),
                version=made["version"],
                script=actions_of(play(title, number, actions)),
            )
        )
    return tables


# Opening


async def open_once(found: Server, made: dict[str, Any], *, socket: bool) -> float:
    """Milliseconds to the whole view of a table that is not in memory."""
    token = made["tokens"]["spectator"]
    if socket:
        url = found.url.replace("http", "ws", 1) + f"api/games/{made['id']}/live"
        hello = json.dumps({"type": "hello", "tokens": [token], "patches": True})
        begun = time.perf_counter()
        async with connect(url, compression=None, max_size=None) as live:
            await live.send(hello)
            await live.recv()
            return (time.perf_counter() - begun) * 1000
    begun = time.perf_counter()
    headers = {"Authorization": f"Bearer {token}"}
    (await found.client.get(f"/api/games/{made['id']}", headers=headers)).raise_for_status()
    return (time.perf_counter() - begun) * 1000


async def bench_opening(title: str, actions: int) -> None:
    """Each opening is a cold one: the server puts a table away when nobody has looked for 0.1 s."""
    async with server(idle_seconds=0.1) as found:
        await found.client.get("/api/titles")
        tables = {}
        for length in (0, actions):
            game = play(title, 1, length)
            answer = await found.client.post(
                "/api/games/import", json={"text": dump(game).decode()}
            )
            tables[len(actions_of(game))] = answer.raise_for_status().json()
        times: dict[tuple[int, bool], list[float]] = {}
        for _ in range(REPEATS):
            for length, made in tables.items():
                for socket in (False, True):
                    await asyncio.sleep(0.4)
                    spent = await open_once(found, made, socket=socket)
                    times.setdefault((length, socket), []).append(spent)
        for socket, what in ((False, "GET of the table"), (True, "socket to its first view")):
            told = [
                f"{length} actions {statistics.median(times[length, socket]):.1f} ms"
                for length in tables
            ]
            print(f"opening, {what} (median of {REPEATS}): {', '.join(told)}")


# Load


class Driver:
    """A process of clients."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders

    async def start(self) -> None:
        self.child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "benchmarks.server_clients",
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**28,
        )
        await self._say(msgspec.json.encode(self.orders))
        assert self.child.stdout is not None
        assert await self.child.stdout.readline() == b"ready\n", "the clients could not connect"

    async def go(self) -> None:
        await self._say(b"go")

    async def findings(self) -> Findings:
        assert self.child.stdout is not None
        line = await self.child.stdout.readline()
        await self.child.wait()
        return msgspec.json.decode(line, type=Findings)

    async def _say(self, line: bytes) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line + b"\n")
        await self.child.stdin.drain()


async def bench_load(
    title: str,
    count: int,
    clients: int,
    seconds: float,
    processes: int,
    asking: bool,
    every: float,
) -> None:
    print(
        f"{title}: {count} tables, {clients} clients each, an action every {every:g} s, "
        f"{seconds:.0f} s"
    )
    length = int((seconds + WARM_UP) / every) + 2
    async with server() as found:
        (await found.client.get("/api/titles")).raise_for_status()
        tables = await make_tables(found.client, title, count, clients, length)
        before = found.memory
        for table in tables:
            headers = {"Authorization": f"Bearer {table.bearer}"}
            answer = await found.client.get(f"/api/games/{table.id}", headers=headers)
            answer.raise_for_status()
        idle = (found.memory - before) / count
        drivers = [
            Driver(Orders(found.url, tables[n::processes], WARM_UP, seconds, n, asking, every))
            for n in range(processes)
        ]
        for driver in drivers:
            await driver.start()
        full = (found.memory - before) / count
        print(f"memory: {idle / 1024:.0f} kB an idle table, {full / 1024:.0f} kB with its clients")
        for driver in drivers:
            await driver.go()
        await asyncio.sleep(WARM_UP)
        await found.phases()
        used, starved, begun = found.cpu(), found.starved(), time.perf_counter()
        findings = [await driver.findings() for driver in drivers]
        wall, cpu = time.perf_counter() - begun, found.cpu() - used
        starved = found.starved() - starved
        report(findings, await found.phases(), wall, cpu)
        print(
            f"the server's main thread was ready but had no core for {starved / wall:.0%} of the "
            "time: over a few per cent, the times above tell more of the machine than of the server"
        )


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def told(name: str, values: list[float]) -> str:
    shares = ", ".join(f"p{part} {share(values, part / 100):.1f}" for part in (50, 95, 99))
    return f"  {name:<34} {shares} ms"


def report(
    findings: list[Findings], phases: dict[str, list[float]], wall: float, cpu: float
) -> None:
    actions = [times for found in findings for times in found.actions]
    count = max(1, len(actions))
    print(
        f"{len(actions)} actions in {wall:.1f} s ({len(actions) / wall:.0f} a second), "
        f"{sum(f.refused for f in findings)} refused, {sum(f.late for f in findings)} sent late, "
        f"{sum(f.over for f in findings)} games over"
    )
    print("from sending an action")
    for index, name in enumerate(("to its answer", "to the first update", "to the last update")):
        print(told(name, [times[index] for times in actions]))
    print("of that, in the server")
    names = {
        "rules": "the rules",
        "store": "until it is on the disk",
        "publish": "making everybody's update",
        "loop": "any step waits for its turn",
        "garbage": "a search for garbage",
    }
    for name, text in names.items():
        if name in phases:
            print(told(text, phases[name]))
    print("and in the clients")
    print(told("any step waits for its turn", [late for f in findings for late in f.lag]))
    own = sum(found.cpu for found in findings)
    print(
        f"CPU: server {cpu / wall:.2f} cores ({cpu / count * 1000:.2f} ms an action, "
        f"{count / cpu:.0f} actions a second and core), "
        f"clients {own / wall:.2f} cores ({own / count * 1000:.2f} ms an action); "
        f"this machine has {os.cpu_count()}, load {os.getloadavg()[0]:.1f}"
    )
    updates = max(1, sum(found.updates for found in findings))
    print(f"an update: {sum(found.bytes for found in findings) / updates / 1024:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--title", default="anniversary-1941")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, default=2, help="processes of clients")
    parser.add_argument(
        "--length", type=int, default=5000, help="actions of the long game; 0: none"
    )
    parser.add_argument(
        "--long-title", default="anniversary-1942", help="of the long game, played at random"
    )
    parser.add_argument(
        "--asking", action="store_true", help="fetch the table and legal actions too"
    )
    parser.add_argument(
        "--every", type=float, default=1.0, help="seconds between the actions of a table"
    )
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--idle", type=float, default=600.0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.idle)
        return
    find_title(given.title)
    if given.length:
        asyncio.run(bench_opening(given.long_title, given.length))
    if given.tables:
        asyncio.run(
            bench_load(
                given.title,
                given.tables,
                given.clients,
                given.seconds,
                given.processes,
                given.asking,
                given.every,
            )
        )


if __name__ == "__main__":
    main()
