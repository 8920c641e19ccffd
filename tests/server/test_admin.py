"""``sandtable admin``: with and without a server that runs."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli.app import main
from sandtable.server.settings import Settings

from .conftest import Opener
from .helpers import Person, Table, key
from .test_keeping import code_of, record_of, spoil
from .test_storage import rows_of
from .test_together import notes, wait_for


class Admin:
    def __init__(self, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.database, self.capsys = database, capsys

    def __call__(self, *words: str) -> Any:
        """What it prints as JSON."""
        assert self.run(*words, "--json") == 0
        return json.loads(self.capsys.readouterr().out)

    def run(self, *words: str) -> int:
        self.capsys.readouterr()
        return main(["admin", *words, "--database", str(self.database)])

    def fails(self, *words: str) -> str:
        assert self.run(*words) == 2
        error = self.capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    def says(self, *words: str) -> str:
        assert self.run(*words) == 0
        return self.capsys.readouterr().out


@pytest.fixture
def admin(settings: Settings, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(settings.database, capsys)


def test_tables_are_listed_and_inspected_without_their_secrets(
    opener: Opener, admin: Admin
) -> None:
    """Beside a running server, and nothing is shown that a player might not know."""
    client = opener()
    table = Table(client, name="Friday", seats={"blue": {"kind": "bot", "bot": "sleeper"}})
    over = Table(client)
    over.play_out()
    table.red.post("/chat", {"seat": "red", "text": "psst", "key": key()})
    found = {game["id"]: game for game in admin("list")}
    assert set(found) == {table.id, over.id}
    line = found[table.id]
    assert (line["name"], line["people"], line["bots"]) == ("Friday", 1, 1)
    assert [found[g]["over"] for g in (table.id, over.id)] == [False, True]
    assert "Friday" in admin.says("list")
    shown = admin("inspect", table.id)
    assert shown["seats"]["red"]["keys"] == 1
    assert shown["rows"]["chat"] == 1
    told = admin.says("inspect", table.id) + json.dumps(shown)
    table.red.get()
    seed = client.app.state.house.hall.desks[table.id].row.setup.seed  # type: ignore[attr-defined]
    for secret in (seed, "psst", *table.red.tokens, '"hand"'):
        assert secret not in told
    assert "there is no game nowhere" in admin.fails("inspect", "nowhere")


@pytest.mark.parametrize("running", [True, False])
def test_a_table_is_closed_and_opened_again(opener: Opener, admin: Admin, running: bool) -> None:
    client = opener(order_seconds=0.05)
    table = Table(client)
    if not running:
        client.__exit__(None, None, None)
    assert admin("close", table.id) == {"done": "close", "games": [table.id]}
    client = client if running else opener(order_seconds=0.05)
    red = Person(client, table.id, *table.red.tokens)
    assert red.get().status_code == 200, "it can be looked at"
    for refused in (
        red.play("red", "end"),
        red.undo("red"),
        red.post("/chat", {"seat": "red", "text": "hello?", "key": key()}),
        red.post("/word", {"seat": "red", "word": "hello"}),
    ):
        assert code_of(refused) == (409, "closed")
    assert admin("list")[0]["closed"]
    if running:
        assert notes(red) == ["table-closed"]
    else:
        client.__exit__(None, None, None)
    admin("close", table.id, "--reopen")
    client = client if running else opener()
    assert Person(client, table.id, *table.red.tokens).play("red", "end").status_code == 200


def test_a_bot_stops_at_a_closed_table(opener: Opener, admin: Admin) -> None:
    table = Table(
        opener(order_seconds=0.05),
        seats={"blue": {"kind": "bot", "bot": "babbler"}},
        bot_pace_ms=1000,
    )
    table.red.play("red", "end")
    admin("close", table.id)
    closed = table.red.version()
    time.sleep(1.5)
    assert table.red.version() == closed
    admin("close", table.id, "--reopen")
    wait_for(table.red, "/history", lambda h: h["entries"][-1]["seat"] == "blue")


@pytest.mark.parametrize("running", [True, False])
def test_tables_are_deleted(
    opener: Opener, admin: Admin, settings: Settings, running: bool
) -> None:
    client = opener(order_seconds=0.05)
    table, other = Table(client), Table(client)
    if not running:
        client.__exit__(None, None, None)
    admin("delete", table.id)
    assert rows_of(settings, table.id) == 0
    assert rows_of(settings, other.id) > 0
    assert "there is no game" in admin.fails("delete", table.id)
    if running:
        assert table.red.get().status_code == 404


def test_an_order_that_nobody_carries_out_changes_nothing(
    opener: Opener, admin: Admin, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.admin.ORDER_SECONDS", 0.2)
    table = Table(opener(order_seconds=60.0))
    assert "does not answer" in admin.fails("delete", table.id)
    assert table.red.get().status_code == 200
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM orders").fetchone() == (0,)


def test_a_backup_while_people_play_is_restored(
    opener: Opener, admin: Admin, tmp_path: Path
) -> None:
    """What was acknowledged before the backup began is in it, and play goes on from there."""
    client = opener()
    table = Table(client)
    stop = threading.Event()
    played: list[int] = []

    def play() -> None:
        while not stop.is_set():
            answer = table.red.play("red", "march 1 camp > hill")
            played.append(answer.json()["version"])
            played.append(table.red.undo("red").json()["version"])

    playing = threading.Thread(target=play)
    playing.start()
    while len(played) < 4:
        time.sleep(0.01)
    before = played[-1]
    copy = tmp_path / "copy.db"
    made = admin("backup", str(copy))
    stop.set()
    playing.join()
    assert made["bytes"] == copy.stat().st_size
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(tmp_path.glob("copy.db*")) == [copy]
    assert "is there already" in admin.fails("backup", str(copy))
    assert "is being served" in admin.fails("restore", str(copy))
    table.red.play("red", "end")
    client.__exit__(None, None, None)
    restored = admin("restore", str(copy))
    assert Path(restored["former"]).exists()
    again = Person(opener(), table.id, *table.red.tokens)
    shown = again.get().json()
    assert before <= shown["game"]["version"] <= played[-1]
    assert again.get(f"/at/{shown['game']['version']}").json()["view"] == shown["view"]
    assert again.play("red", "end").status_code == 200
    assert admin("check") == {"ok": True, "faults": []}


def test_a_damaged_database_is_replaced_and_a_damaged_backup_refused(
    opener: Opener, admin: Admin, settings: Settings, tmp_path: Path
) -> None:
    table = Table(opener())
    table.client.__exit__(None, None, None)
    copy, bad = tmp_path / "copy.db", tmp_path / "bad.db"
    admin("backup", str(copy))
    bad.write_bytes(copy.read_bytes())
    spoil(bad)
    assert "the backup cannot be used" in admin.fails("restore", str(bad))
    assert "there is no backup" in admin.fails("restore", str(tmp_path / "none.db"))
    spoil(settings.database)
    assert "is damaged" in admin.fails("check")
    admin("restore", str(copy))
    assert Person(opener(), table.id, *table.red.tokens).get().status_code == 200


def test_room_is_given_back_to_the_disk(opener: Opener, admin: Admin) -> None:
    client = opener()
    made = client.post("/api/games/import", json={"text": record_of(1500)}).json()
    assert "is being served" in admin.fails("vacuum")
    Person(client, made["id"], made["tokens"]["host"]).delete("")
    client.__exit__(None, None, None)
    sizes = admin("vacuum")
    assert sizes["after"] < sizes["before"] / 2


def test_quotas_are_shown_and_set_while_the_server_runs(opener: Opener, admin: Admin) -> None:
    client = opener()
    table = Table(client)
    shown = admin("quotas")
    assert shown["limits"]["games_per_address"] == 500
    (one,) = shown["addresses"]
    assert (one["games"], one["bytes"]) == (1, shown["bytes"])
    admin("quotas", "--games-per-address", "1")
    wish = {"title": "toy"}
    assert code_of(client.post("/api/games", json=wish)) == (403, "quota")
    assert table.red.play("red", "end").status_code == 200
    admin("quotas", "--reset", "--megabytes", "1")
    assert client.post("/api/games", json=wish).status_code == 201
    assert "500 tables" in admin.says("quotas")


def test_what_is_wrong_is_found(opener: Opener, admin: Admin, settings: Settings) -> None:
    table = Table(opener())
    table.red.play("red", "end")
    table.client.__exit__(None, None, None)
    assert admin.says("check").strip().endswith("is sound")
    with contextlib.closing(sqlite3.connect(settings.database)) as connection:
        last = "version=(SELECT max(version) FROM entries)"
        connection.execute(f"DELETE FROM entries WHERE {last}")
        connection.commit()
    assert admin.run("check", "--json") == 1
    faults = json.loads(admin.capsys.readouterr().out)["faults"]
    assert faults == [f"game {table.id} does not end where it says"]


def test_a_database_that_is_not_there_is_not_made(admin: Admin, settings: Settings) -> None:
    for words in (["list"], ["quotas", "--megabytes", "1"], ["check"], ["close", "x"]):
        assert "there is no database" in admin.fails(*words)
    assert not settings.database.exists()
