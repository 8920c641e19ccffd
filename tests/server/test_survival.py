"""kill -9 at any instant: nothing acknowledged is lost, every game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import msgspec
import pytest
from starlette.testclient import TestClient
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sandtable.server.database import WrongDatabase
from sandtable.server.settings import Settings
from sandtable.server.sqlite import SqliteStore
from tests import toy

from .conftest import ROOT, Opener
from .helpers import Person, Table, key


@contextlib.contextmanager
def server(database: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.run_server", str(database)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http"), "the server did not start"
        with httpx.Client(base_url=address, timeout=20) as client:
            yield client, process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_bots_go_on_after_a_kill(plugin: Path, tmp_path: Path) -> None:
    """Nobody looks at the game after the restart: it goes on by itself."""
    database = tmp_path / "games.db"

    def stored() -> int:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            version: int = connection.execute("SELECT max(version) FROM entries").fetchone()[0]
            return version

    def wait(over: int) -> int:
        deadline = time.monotonic() + 20
        while (version := stored()) <= over:
            assert time.monotonic() < deadline, "the bots do not move"
            time.sleep(0.02)
        return version

    with server(database) as (client, process):
        bots = {seat: {"kind": "bot"} for seat in ("red", "blue")}
        wish = {"title": "toy", "seats": bots, "bot_pace_ms": 60, "options": {"rounds": 5}}
        game = client.post("/api/games", json=wish).json()
        reached = wait(game["version"] + 1)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with server(database):
        wait(reached + 1)


def test_a_thousand_sockets_from_one_address(plugin: Path, tmp_path: Path) -> None:
    """All but the allowed number are closed at once, and the table plays on."""
    with server(tmp_path / "games.db") as (client, _):
        game = client.post("/api/games", json={"title": "toy", "solo": True}).json()
        url = str(client.base_url.join(f"/api/games/{game['id']}/live")).replace("http", "ws", 1)
        codes = asyncio.run(crowd(url, game["tokens"]["spectator"], 1000))
        assert codes == {0: 64, 4429: 936}
        headers = {"Authorization": f"Bearer {game['tokens']['seats']['red']}"}
        body = {"seat": "red", "action": "end", "version": game["version"], "key": key()}
        path = f"/api/games/{game['id']}/actions"
        assert client.post(path, json=body, headers=headers).status_code == 200


async def crowd(url: str, token: str, count: int) -> dict[int, int]:
    """Connects so many sockets and keeps those it may; how each ended (0: still open)."""
    hello = msgspec.json.encode({"type": "hello", "tokens": [token]}).decode()
    gate = asyncio.Semaphore(50)
    codes: Counter[int] = Counter()
    opened = []
    for batch in range(0, count, 100):

        async def one() -> None:
            async with gate:
                socket = await connect(url, max_queue=None)
                await socket.send(hello)
                try:
                    await socket.recv()
                    opened.append(socket)
                    codes[0] += 1
                except ConnectionClosed as closed:
                    codes[closed.rcvd.code if closed.rcvd else 0] += 1

        await asyncio.gather(*(one() for _ in range(min(100, count - batch))))
    for socket in opened:
        await socket.close()
    return dict(codes)


def test_a_repeated_request_after_a_restart_answers_the_same(opener: Opener) -> None:
    table = Table(opener())
    seen, mine = table.red.version(), key()
    first = table.red.play("red", "march 1 camp > hill", seen, mine).json()
    again = Person(opener(), table.id, *table.red.tokens)
    answer = again.play("red", "march 1 camp > hill", seen, mine)
    assert answer.json() == {**first, "repeated": True}


def march(client: TestClient, times: int) -> Table:
    table = Table(client)
    desk = client.app.state.house.hall  # type: ignore[attr-defined]
    assert desk is not None
    for turn in range(times):
        there = "march 1 camp > hill" if turn % 2 == 0 else "march 1 hill > camp"
        assert table.red.play("red", there).status_code == 200
    return table


def test_a_game_opens_from_its_snapshot_not_from_the_start(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it is, only the tail after the last snapshot is played again."""
    table = march(opener(), 60)
    shown = table.red.get().json()
    calls = 0
    plain = toy.MarchStep.play

    def counted(*args: object) -> None:
        nonlocal calls
        calls += 1
        plain(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(toy.MarchStep, "play", counted)
    again = Person(opener(), table.id, *table.red.tokens)
    assert again.get().json()["view"] == shown["view"]
    assert calls <= 8
    calls = 0
    assert again.undo("red").status_code == 200
    assert calls <= 16, "undo of a game just opened starts at a snapshot too"


def test_new_rules_replay_an_old_game(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots of other rules are not trusted; the journal is."""
    table = march(opener(), 20)
    table.red.undo("red")
    table.red.play("red", "end")
    shown = table.red.get().json()["view"]
    monkeypatch.setattr(toy.Outpost, "version", 2)
    again = Person(opener(), table.id, *table.red.tokens)
    assert again.get().json()["view"] == shown
    monkeypatch.setattr(toy.Outpost, "version", 3)
    monkeypatch.setattr(toy, "BORDERS", set())
    broken = Person(opener(), table.id, *table.red.tokens)
    answer = broken.get()
    assert (answer.status_code, answer.json()["code"]) == (409, "old-rules")


def test_an_idle_table_leaves_memory_and_comes_back(opener: Opener) -> None:
    client = opener(idle_seconds=0.05)
    table = march(client, 3)
    hall = client.app.state.house.hall  # type: ignore[attr-defined]
    deadline = time.monotonic() + 5
    while hall.desks and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not hall.desks
    assert table.red.get().json()["view"]["game"]["spaces"]["hill"]["red"] == 1


def test_a_file_that_is_no_database_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE stamps (id)")
    with pytest.raises(WrongDatabase):
        SqliteStore(path)


def test_one_failed_write_does_not_harm_those_beside_it(settings: Settings) -> None:
    """Writes that wait together share a commit; each is still whole or not at all."""
    from sandtable.server.shapes import Message
    from sandtable.server.store import GameRow, Head, Setup

    setup = Setup(title="toy", options={}, players={}, edits=[], seed="00")
    game = GameRow(
        id="a",
        setup=setup,
        head=Head(version=0, asked=[], result=None),
        seats={},
        words={},
        name="",
        pace=0,
        created=0,
        updated=0,
    )
    message = Message(id=0, at=0, kind="chat", seat=None, player="", text="hi")

    async def work() -> list[Message]:
        store = SqliteStore(settings.database)
        try:
            await store.create(game, [], [], {})
            wishes = [store.say("a" if n % 3 else "ghost", message, None) for n in range(30)]
            results = await asyncio.gather(*wishes, return_exceptions=True)
            failed = [isinstance(result, sqlite3.IntegrityError) for result in results]
            assert failed == [n % 3 == 0 for n in range(30)]
            return await store.chat("a", 0, 100, last=False)
        finally:
            await store.close()

    kept = asyncio.run(work())
    assert len(kept) == 20
    assert msgspec.structs.replace(kept[0], id=0) == message


def test_the_dice_of_a_game_opened_anew_still_verify(opener: Opener) -> None:
    """The hash that each roll depends on is carried over in the snapshot."""
    table = march(opener(), 11)
    for seat in ("red", "blue"):
        table.both.play(seat, "end")
    again = Table.__new__(Table)
    again.client = opener()
    again.both = Person(again.client, table.id, *table.both.tokens)
    again.play_out()
    record = again.both.get("/record").text
    job = {"kind": "verify", "args": {"record": record}}
    answer = again.client.post("/api/jobs", json=job)
    assert answer.status_code == 200, answer.text
    assert answer.json()["result"]["rolls"] == record.count("\nroll:")
