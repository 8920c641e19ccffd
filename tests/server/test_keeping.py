"""The database: who reads it, who writes it, what is kept how long, and what if it is broken."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import database, hall, rows, sqlite, tables
from sandtable.server.database import ServedTime, WrongDatabase
from sandtable.server.settings import Settings
from sandtable.server.sqlite import SqliteStore
from sandtable.server.store import Conflict, StoreFailed

from .conftest import ROOT, Opener
from .helpers import Person, Table
from .test_storage import rows_of


def wait(done: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + 20
    while not done():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.02)


# Who may read and write it


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_reads_the_database(opener: Opener, settings: Settings) -> None:
    old = os.umask(0o022)
    try:
        table = Table(opener())
        table.red.play("red", "end")
        files = list(settings.database.parent.glob("games.db*"))
        assert len(files) >= 3
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
        settings.database.chmod(0o644)
        opener()
        assert stat.S_IMODE(settings.database.stat().st_mode) == 0o600
    finally:
        os.umask(old)


def test_two_servers_on_one_file_are_refused(opener: Opener, settings: Settings) -> None:
    table = Table(opener())
    with pytest.raises(WrongDatabase, match=f"served already .process {os.getpid()}."):
        SqliteStore(settings.database)
    command = [sys.executable, "-m", "sandtable.cli", "serve", "--no-browser", "--port", "0"]
    second = subprocess.run(
        [*command, "--database", str(settings.database)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert second.returncode == 2
    assert "is served already" in second.stderr
    assert second.stderr.count("\n") == 1
    assert table.red.play("red", "end").status_code == 200
    table.client.__exit__(None, None, None)
    assert Person(opener(), table.id, *table.red.tokens).get().status_code == 200


def test_a_table_that_another_process_has_is_not_opened(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes share a store one day: each game is changed by one of them."""
    client = opener()
    table = Table(client)
    client.app.state.house.hall.desks.clear()  # type: ignore[attr-defined]

    async def taken(self: SqliteStore, game: str) -> None:
        raise Conflict(game)

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "claim", taken)
        answer = table.red.get()
        assert (answer.status_code, answer.json()["code"]) == (503, "elsewhere")
    assert table.red.get().status_code == 200


def test_a_table_is_given_back_when_it_is_put_away(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []

    async def release(self: SqliteStore, game: str) -> None:
        given.append(game)

    monkeypatch.setattr(SqliteStore, "release", release)
    table = Table(opener(idle_seconds=0.05))
    table.red.get()
    wait(lambda: given == [table.id], "it was never given back")


# Damage


def spoil(path: Path) -> None:
    """Writes over the middle of the file."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        for at in range(4096, size, 4096):
            file.seek(at)
            file.write(b"\xa5" * 2048)


def test_a_damaged_file_is_called_damaged(opener: Opener, settings: Settings) -> None:
    table = Table(opener())
    table.red.play("red", "end")
    table.client.__exit__(None, None, None)
    spoil(settings.database)
    with pytest.raises(WrongDatabase, match="is damaged"):
        SqliteStore(settings.database)
    settings.database.write_bytes(b"these are not the games you are looking for" * 100)
    with pytest.raises(WrongDatabase, match=r"is no database \(or its beginning is damaged\)"):
        SqliteStore(settings.database)


def test_a_long_look_for_damage_does_not_hold_up_a_start(
    opener: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(opener())
    table.client.__exit__(None, None, None)
    monkeypatch.setattr(database, "CHECK_SECONDS", -1.0)
    assert Person(opener(), table.id, *table.red.tokens).get().status_code == 200


def test_damage_while_it_runs_is_told_as_such(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(opener())

    def broken(*_: Any) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(rows, "insert_entry", broken)
        answer = table.red.play("red", "end")
        assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
    assert table.red.play("red", "end").status_code == 200


@pytest.mark.parametrize("how", ["lost", "spoiled", "of another game"])
def test_a_game_without_its_newest_snapshot_opens_from_its_journal(
    opener: Opener, settings: Settings, how: str
) -> None:
    """An undo is always stored with a snapshot; without it only the whole journal will do."""
    table = Table(opener())
    for turn in range(12):
        table.red.play("red", "march 1 hill > camp" if turn % 2 else "march 1 camp > hill")
    table.red.undo("red")
    shown = table.red.get().json()["view"]
    table.client.__exit__(None, None, None)
    newest = "version=(SELECT max(version) FROM snapshots)"
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        if how == "lost":
            connection.execute(f"DELETE FROM snapshots WHERE {newest}")
        elif how == "spoiled":
            connection.execute(f"UPDATE snapshots SET state='{{' WHERE {newest}")
        else:
            connection.execute(f"UPDATE snapshots SET version=version-1 WHERE {newest}")
        connection.commit()
    again = Person(opener(), table.id, *table.red.tokens)
    assert again.get().json()["view"] == shown
    assert again.get(f"/at/{shown['version']}").json()["view"] == shown
    assert again.play("red", "march 1 hill > mill").status_code == 200


def test_a_head_that_its_entries_do_not_reach_is_called_damaged(
    opener: Opener, settings: Settings
) -> None:
    table = Table(opener())
    table.red.play("red", "march 1 camp > hill")
    table.client.__exit__(None, None, None)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        last = "version=(SELECT max(version) FROM entries)"
        connection.execute(f"DELETE FROM told WHERE {last}")
        connection.execute(f"DELETE FROM entries WHERE {last}")
        connection.commit()
    answer = Person(opener(), table.id, *table.red.tokens).get()
    assert (answer.status_code, answer.json()["code"]) == (503, "damaged")


# How long things are kept


def served(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """As if the server had run for so many days more."""
    plain = ServedTime.now
    monkeypatch.setattr(ServedTime, "now", lambda self: plain(self) + int(days * 86_400))


def test_games_are_forgotten_when_the_owner_wishes(
    opener: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = opener(idle_seconds=0.05, keep_finished_days=1.0, keep_abandoned_days=10.0)
    over, going, watched = (Table(client) for _ in range(3))
    over.play_out()
    watched.play_out()
    with watched.red.live():
        time.sleep(0.3)
        assert rows_of(settings, over.id) > 0, "a day has not passed"
        served(monkeypatch, 2)
        wait(lambda: not rows_of(settings, over.id), "it is still there")
        time.sleep(0.3)
        assert rows_of(settings, watched.id) > 0, "somebody looks at it"
    wait(lambda: not rows_of(settings, watched.id), "it is still there")
    assert rows_of(settings, going.id) > 0
    assert going.red.play("red", "end").status_code == 200
    served(monkeypatch, 11)
    wait(lambda: not rows_of(settings, going.id), "nobody touched it for eleven days")


@pytest.mark.parametrize("years", [20, -20])
def test_a_jump_of_the_clock_deletes_nothing(
    opener: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    client = opener(idle_seconds=0.05, keep_finished_days=1.0, keep_abandoned_days=1.0)
    over, going = Table(client), Table(client)
    over.play_out()
    plain = tables.now
    leap = years * 365 * 86_400_000
    for module in (hall, tables):
        monkeypatch.setattr(module, "now", lambda: plain() + leap)
    monkeypatch.setattr(time, "time", lambda time=time.time: time() + leap / 1000)
    monkeypatch.setattr(time, "time_ns", lambda ns=time.time_ns: ns() + leap * 1_000_000)
    going.red.play("red", "march 1 camp > hill")
    time.sleep(0.5)
    assert rows_of(settings, over.id) > 0
    assert rows_of(settings, going.id) > 0
    monkeypatch.undo()
    time.sleep(0.3)
    assert rows_of(settings, over.id) > 0
    assert going.red.play("red", "end").status_code == 200


def test_the_time_served_is_counted_over_restarts(opener: Opener, settings: Settings) -> None:
    client = opener(idle_seconds=0.05)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        counted = "SELECT value FROM facts WHERE name='served'"
        wait(lambda: connection.execute(counted).fetchone() is not None, "it is not counted")
    client.__exit__(None, None, None)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        connection.execute("UPDATE facts SET value=86400 WHERE name='served'")
        connection.commit()
    assert opener().app.state.house.hall.store.time.now() >= 86_400  # type: ignore[attr-defined]


# Quotas


def record_of(marches: int) -> str:
    lines = ["sandtable record 1", "title: toy", "edit: stage 2"]
    lines += ["edit: hand red 5", "edit: hand blue 2"]
    for turn in range(marches):
        lines.append("red: march 1 hill > camp" if turn % 2 else "red: march 1 camp > hill")
    return "\n".join(lines) + "\n"


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_an_address_stores_only_so_much(opener: Opener) -> None:
    client = opener(games_per_address=2)
    first, second = Table(client), Table(client)
    wish = {"title": "toy"}
    assert code_of(client.post("/api/games", json=wish)) == (403, "quota")
    assert first.red.play("red", "end").status_code == 200, "what is there is played on"
    assert second.host.delete("").status_code == 204
    assert client.post("/api/games", json=wish).status_code == 201


def test_bytes_are_counted_by_address_and_in_all(opener: Opener, settings: Settings) -> None:
    long = {"text": record_of(2000)}
    client = opener(bytes_per_address=100_000)
    assert code_of(client.post("/api/games/import", json=long)) == (403, "quota")
    client = opener(bytes_total=100_000)
    answer = client.post("/api/games/import", json=long)
    assert code_of(answer) == (403, "quota")
    assert "this server" in answer.json()["text"]
    assert client.post("/api/games/import", json={"text": record_of(3)}).status_code == 201
    table = Table(client)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        size = "SELECT size FROM games WHERE id=?"
        (before,) = connection.execute(size, (table.id,)).fetchone()
        table.red.play("red", "march 1 camp > hill")
        (after,) = connection.execute(size, (table.id,)).fetchone()
    assert after > before > 0


def test_a_long_import_lets_others_through(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes in by pieces, and is seen when it is whole: others never wait for all of it."""
    monkeypatch.setattr(sqlite, "PIECE", 50)
    client = opener()
    table = Table(client)
    store = client.app.state.house.hall.store  # type: ignore[attr-defined]
    pieces: list[int] = []
    plain = store._commit

    def counted(connection: sqlite3.Connection, batch: list[Any]) -> Any:
        before = connection.total_changes
        answers = plain(connection, batch)
        pieces.append(connection.total_changes - before)
        return answers

    monkeypatch.setattr(store, "_commit", counted)
    answers: list[Any] = []
    text = record_of(1000)
    importing = threading.Thread(
        target=lambda: answers.append(client.post("/api/games/import", json={"text": text}))
    )
    importing.start()
    while importing.is_alive():
        assert table.red.play("red", "march 1 camp > hill").status_code == 200
        assert table.red.undo("red").status_code == 200
    importing.join()
    assert answers[0].status_code == 201
    assert max(pieces) < 300
    made = answers[0].json()
    host = Person(client, made["id"], made["tokens"]["host"])
    assert len(host.get("/history", limit=1000).json()["entries"]) == 1000
    assert host.delete("").status_code == 204
    assert max(pieces) < 300


def test_half_an_import_is_never_seen_and_goes_away(
    opener: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PIECE", 50)
    client = opener()
    plain, calls = rows.insert_entry, iter(range(120))

    def dying(*args: Any) -> None:
        if next(calls, None) is None:
            raise sqlite3.OperationalError("database or disk is full")
        plain(*args)

    with monkeypatch.context() as patched:
        patched.setattr(rows, "insert_entry", dying)
        answer = client.post("/api/games/import", json={"text": record_of(300)})
    assert code_of(answer) == (503, "not-stored")
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    made = client.post("/api/games/import", json={"text": record_of(300)}).json()
    client.__exit__(None, None, None)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        connection.execute("UPDATE games SET ready=0")  # as after a kill in the middle
        connection.commit()
    monkeypatch.setattr(sqlite, "UNFINISHED_SECONDS", 0)
    again = Person(opener(idle_seconds=0.05), made["id"], made["tokens"]["host"])
    assert again.get().status_code == 404
    wait(lambda: not rows_of(settings, made["id"]), "half a game stays")


def test_the_keeper_lives_through_a_broken_disk(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither tidying nor orders stop for ever because the disk was full once."""
    client = opener(idle_seconds=0.05, order_seconds=0.05)
    tried: list[str] = []

    async def failing(self: SqliteStore, *_: Any) -> Any:
        tried.append("")
        raise StoreFailed("database or disk is full")

    for name in ("tidy", "orders"):
        with monkeypatch.context() as patched:
            patched.setattr(SqliteStore, name, failing)
            tried.clear()
            wait(lambda: len(tried) >= 2, f"{name} was given up")
    assert isinstance(client, TestClient)
