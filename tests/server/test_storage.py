"""The disk: what is kept over a restart, what is deleted, and what happens when nothing fits."""

from __future__ import annotations

import contextlib
import functools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient

from sandtable.server import tokens as tk
from sandtable.server.database import FORMAT, SCHEMA, TABLES
from sandtable.server.settings import Settings

from .conftest import Opener
from .helpers import Person, Table, key
from .test_threats import closes, end_of
from .test_together import notes, wait_for

FULL = (503, "not-stored")


class Disk(sqlite3.Connection):
    """A connection whose disk can be told to fail, or to be slow."""

    failing: ClassVar[tuple[str, ...]] = ()
    slow: ClassVar[threading.Event | None] = None
    tried: ClassVar[int] = 0

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if sql.startswith(Disk.failing):
            Disk.tried += 1
            raise sqlite3.OperationalError("database or disk is full")
        if sql == "COMMIT" and Disk.slow is not None:
            Disk.slow.wait(10)
        return super().execute(sql, *args)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Disk]]:
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Disk))
    yield Disk
    Disk.failing, Disk.slow, Disk.tried = (), None, 0


@contextlib.contextmanager
def fault(*statements: str) -> Iterator[None]:
    Disk.failing = statements
    try:
        yield
    finally:
        Disk.failing = ()


def answer_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def limit_pages(client: TestClient, more: int | None) -> None:
    """Real SQLITE_FULL: the file may have so many pages more than now (``None``: any number)."""
    store = client.app.state.house.hall.store  # type: ignore[attr-defined]

    def work(connection: sqlite3.Connection) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        most = 2**30 if more is None else pages + more
        connection.execute(f"PRAGMA max_page_count={most}")

    assert client.portal is not None
    client.portal.call(store._write, work)


# A full disk


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(opener: Opener) -> None:
    client = opener()
    table = Table(client)
    limit_pages(client, 3)
    acknowledged = []
    for turn in range(300):
        there = "march 1 camp > hill" if turn % 2 == 0 else "march 1 hill > camp"
        before = table.red.get().json()
        answer = table.red.play("red", there)
        if answer.status_code != 200:
            break
        acknowledged.append(answer.json()["version"])
    assert answer_of(answer) == FULL
    assert int(answer.headers["retry-after"]) >= 1
    assert table.red.get().json() == before
    limit_pages(client, None)
    assert table.red.play("red", there).status_code == 200
    again = Person(opener(), table.id, *table.red.tokens)
    entries = again.get("/history", limit=1000).json()["entries"]
    assert set(acknowledged) < {entry["version"] for entry in entries}
    assert again.get().json()["view"] == table.red.get().json()["view"]


def test_a_commit_that_fails_was_no_move(opener: Opener, disk: type[Disk]) -> None:
    """The last step of all fails: nobody was told of the move, and it is not in the database."""
    table = Table(opener())
    before = table.red.get().json()
    with table.blue.live() as blue:
        with fault("COMMIT"):
            assert answer_of(table.red.play("red", "march 1 camp > hill")) == FULL
        assert disk.tried > 0
        assert table.red.get().json()["view"] == before["view"]
        assert table.red.play("red", "march 2 camp > hill").status_code == 200
        update = blue.until("update")
        assert update["view"]["game"]["spaces"]["hill"]["red"] == 2
        assert not any(message["type"] == "update" for message in blue.heard[:-1])
    again = Person(opener(), table.id, *table.red.tokens)
    assert again.get().json()["view"] == table.red.get().json()["view"]


def test_while_the_disk_is_full_nothing_at_all_changes(opener: Opener, disk: type[Disk]) -> None:
    table = Table(opener())
    table.red.play("red", "end")
    table.blue.play("blue", "march 1 camp > hill")
    before = table.both.get().json()
    with table.blue.live() as blue, fault("BEGIN"):
        answers = [
            table.host.post("/seats/red", {"kind": "bot"}),
            table.red.post("/seats/red", {"player": "Rosa"}),
            table.host.post("/settings", {"name": "Friday"}),
            table.host.post("/links", {"role": "host"}),
            table.red.post("/links", {"role": "seat", "seat": "red"}),
            table.host.delete("/links", role="spectator"),
            table.host.post("/seats/red/free", {}),
            table.red.post("/pass", {}),
            table.host.delete(""),
            table.red.undo("red"),
            table.both.undo("blue"),
            table.blue.play("blue", "end"),
            table.red.post("/chat", {"seat": "red", "text": "hello", "key": key()}),
            table.client.post("/api/games", json={"title": "toy"}),
        ]
        assert [answer_of(answer) for answer in answers] == [FULL] * len(answers)
        blue.send(type="chat", seat="blue", text="anybody?", key=key())
        assert blue.until("problem")["problem"]["code"] == "not-stored"
    assert table.both.get().json() == before
    assert table.watcher.get().status_code == 200
    assert table.red.get("/chat").json()["messages"] == []
    assert table.red.undo("red").json()["request"]["id"] == 1
    again = Table.__new__(Table)
    again.both = Person(opener(), table.id, *table.both.tokens)
    assert again.both.get().json()["view"] == before["view"]


def test_a_table_that_cannot_even_be_read_again_is_opened_anew(
    opener: Opener, disk: type[Disk]
) -> None:
    """The move is undone in memory too: not even the stored game can be read at that moment."""
    table = Table(opener())
    before = table.red.get().json()["view"]
    with table.blue.live() as blue:
        with fault("COMMIT", "SELECT"):
            assert (
                answer_of(table.red.play("red", "march 1 camp > hill", before["version"])) == FULL
            )
            assert answer_of(table.red.get()) == FULL
            hello = {"type": "hello", "tokens": table.blue.tokens}
            assert closes(table.client, table.id, hello) == 1013
        assert end_of(blue.socket) == 1013
    assert table.red.get().json()["view"] == before
    assert table.red.play("red", "march 1 camp > hill").status_code == 200


@pytest.mark.parametrize("statements", [("COMMIT",), ("COMMIT", "SELECT")])
def test_a_bot_goes_on_by_itself_when_there_is_room(
    opener: Opener, disk: type[Disk], settings: Settings, statements: tuple[str, ...]
) -> None:
    """Nobody looks meanwhile: only the database is watched, for asking would open the table."""

    def stored() -> int:
        with contextlib.closing(sqlite3.connect(settings.database)) as connection:
            sql = "SELECT max(version) FROM entries WHERE game=?"
            return int(connection.execute(sql, (table.id,)).fetchone()[0])

    def wait(done: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + 20
        while not done():
            assert time.monotonic() < deadline, complaint
            time.sleep(0.02)

    client = opener(store_retry=0.05)
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "babbler"}}, bot_pace_ms=300)
    assert table.red.play("red", "end").status_code == 200
    reached = stored()
    with fault(*statements):
        wait(lambda: disk.tried >= 3, "the bot never tried")
    wait(lambda: stored() > reached, "the bot does not go on")
    assert notes(table.red) == []


def test_what_is_not_stored_yet_is_shown_to_nobody(opener: Opener, disk: type[Disk]) -> None:
    """Else a crash could take back dice that somebody has seen."""
    table = Table(opener())
    before = table.red.version()
    gate = disk.slow = threading.Event()
    shown: list[int] = []
    work = [
        threading.Thread(target=table.red.play, args=("red", "march 1 camp > hill", before)),
        threading.Thread(target=lambda: shown.append(table.blue.version())),
        threading.Thread(
            target=lambda: shown.append(table.blue.get("/at/999").json()["view"]["version"])
        ),
    ]
    for thread in work:
        thread.start()
        time.sleep(0.3)
    assert shown == []
    gate.set()
    for thread in work:
        thread.join()
    assert shown == [before + 1] * 2


# Over a restart


def test_a_request_to_take_back_outlives_the_server(opener: Opener) -> None:
    table = Table(opener())
    table.red.play("red", "end")
    table.blue.play("blue", "march 1 camp > hill")
    request = table.red.undo("red").json()["request"]
    client = opener()
    red = Person(client, table.id, *table.red.tokens)
    blue = Person(client, table.id, *table.blue.tokens)
    assert blue.get().json()["game"]["undo"] == request
    refused = blue.post("/undo/answer", {"request": request["id"], "agree": False})
    assert refused.json()["request"] is None
    client = opener()
    red = Person(client, table.id, *table.red.tokens)
    blue = Person(client, table.id, *table.blue.tokens)
    assert blue.get().json()["game"]["undo"] is None
    fresh = red.undo("red").json()["request"]
    assert fresh["id"] != request["id"], "a late answer to the old request must not fit the new"
    blue = Person(opener(), table.id, *table.blue.tokens)
    done = blue.post("/undo/answer", {"request": fresh["id"], "agree": True}).json()
    assert done["entry"]["kind"] == "undo"
    assert blue.get().json()["game"]["undo"] is None
    assert Person(opener(), table.id, *table.blue.tokens).get().json()["game"]["undo"] is None


BACK_TO_2 = """
ALTER TABLE tokens RENAME TO fresh;
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, role TEXT NOT NULL,
    seat TEXT NOT NULL, UNIQUE (game, role, seat)
) WITHOUT ROWID;
INSERT INTO tokens SELECT * FROM fresh;
DROP TABLE fresh;
DROP TABLE passes;
DROP TABLE facts;
DROP TABLE orders;
DROP INDEX games_origin;
DROP INDEX games_unready;
ALTER TABLE games DROP COLUMN ready;
ALTER TABLE games DROP COLUMN closed;
ALTER TABLE games DROP COLUMN origin;
ALTER TABLE games DROP COLUMN size;
ALTER TABLE games DROP COLUMN touched;
"""


def test_keys_of_the_second_format_still_open_but_none_is_left_for_a_bot(
    opener: Opener, settings: Settings
) -> None:
    table = Table(opener(), seats={"blue": {"kind": "bot", "bot": "sleeper"}})
    table.client.__exit__(None, None, None)
    spy = tk.make_token()
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        connection.executescript(BACK_TO_2)
        row = (tk.hash_token(spy), table.id, "seat", "blue")
        connection.execute("INSERT INTO tokens VALUES (?,?,?,?)", row)
        connection.execute("PRAGMA user_version=2")
        connection.commit()
    client = opener()
    for person in (table.host, table.watcher, table.red):
        assert Person(client, table.id, *person.tokens).get().status_code == 200
    assert Person(client, table.id, spy).get().status_code == 401
    assert Person(client, table.id, *table.red.tokens).post("/pass", {}).status_code == 200


def test_a_database_of_the_first_format_is_brought_up_to_date(
    opener: Opener, settings: Settings
) -> None:
    table = Table(opener())
    table.red.play("red", "march 1 camp > hill")
    shown = table.red.get().json()["view"]
    table.client.__exit__(None, None, None)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        connection.executescript(BACK_TO_2)
        connection.execute("ALTER TABLE games DROP COLUMN undo")
        connection.execute("PRAGMA user_version=1")
    client = opener()
    again = Person(client, table.id, *table.red.tokens)
    assert again.get().json()["view"] == shown
    again.play("red", "end")
    Person(client, table.id, *table.blue.tokens).play("blue", "march 1 camp > hill")
    assert again.undo("red").json()["request"]["id"] == 1
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)


# Deleting


def rows_of(settings: Settings, game: str) -> int:
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        counts = [
            connection.execute(f"SELECT count(*) FROM {name} WHERE game=?", (game,)).fetchone()[0]
            for name in TABLES
        ]
        sql = "SELECT count(*) FROM games WHERE id=?"
        (games,) = connection.execute(sql, (game,)).fetchone()
        return int(sum(counts) + games)


def test_every_table_of_the_schema_is_emptied_by_deleting() -> None:
    made = {line.split()[2] for line in SCHEMA.splitlines() if line.startswith("CREATE TABLE")}
    assert made == {"games", "facts", "orders", *TABLES}


def test_the_host_deletes_a_table_for_good(table: Table, settings: Settings) -> None:
    other = Table(table.client)
    table.red.play("red", "march 1 camp > hill")
    table.red.post("/chat", {"seat": "red", "text": "hello", "key": key()})
    for person in (table.red, table.blue, table.watcher, other.host):
        stranger = Person(table.client, table.id, *person.tokens)
        assert stranger.delete("").status_code in (401, 403)
    assert table.red.get().status_code == 200
    kept = rows_of(settings, other.id)
    with table.blue.live() as blue:
        assert table.host.delete("").status_code == 204
        assert end_of(blue.socket) == 4404
    assert rows_of(settings, table.id) == 0
    assert rows_of(settings, other.id) == kept
    for person in (table.host, table.red):
        assert answer_of(person.get()) == (404, "no-game")
    assert table.host.delete("").status_code == 404
    hello = {"type": "hello", "tokens": table.red.tokens}
    assert closes(table.client, table.id, hello) == 4404
    keys = [{"id": table.id, "tokens": table.host.tokens}]
    summary = table.client.post("/api/games/summaries", json={"games": keys}).json()["games"]
    assert summary == [{"id": table.id, "gone": True}]
    assert other.red.play("red", "end").status_code == 200


def test_who_waits_while_a_table_is_deleted_is_told(
    opener: Opener, disk: type[Disk], settings: Settings
) -> None:
    table = Table(opener())
    seen = table.red.version()
    gate = disk.slow = threading.Event()
    answers: list[Any] = []
    work = [
        threading.Thread(target=lambda: answers.append(table.host.delete(""))),
        threading.Thread(
            target=lambda: answers.append(table.red.play("red", "march 1 camp > hill", seen))
        ),
    ]
    for thread in work:
        thread.start()
        time.sleep(0.3)
    assert answers == []
    gate.set()
    for thread in work:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [204, 404]
    assert rows_of(settings, table.id) == 0


def test_a_bot_at_a_deleted_table_stops(opener: Opener, settings: Settings) -> None:
    client = opener(bot_deadline=30.0)
    table = Table(client, seats={"red": {"kind": "bot", "bot": "sleeper"}})
    wait_for(table.host, "", lambda t: t["game"]["seats"][0]["thinking"])
    assert table.host.delete("").status_code == 204
    assert rows_of(settings, table.id) == 0
    next_one = Table(client, seats={"red": {"kind": "bot", "bot": "babbler"}})
    wait_for(next_one.blue, "", lambda t: t["view"]["asked"], seconds=15)
