"""What the owner of a server does to its database: look, close, delete, back up, restore.

Looking and backing up go on beside a running server. What changes games is done by that server
itself if there is one (an order it finds in the database), so that nobody contradicts it; what
changes the file as a whole needs it stopped.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from . import rows
from .database import (
    PRIVATE,
    TABLES,
    ServedTime,
    WrongDatabase,
    damaged,
    open_database,
)
from .keeper import CLOSED
from .lease import FileLease, InUse
from .limits import Quotas
from .settings import Settings

ORDER_SECONDS = 20.0
PART = ".part"
ORPHANS = 'SELECT DISTINCT "table" FROM pragma_foreign_key_check'


class AdminFault(Exception):
    """What was asked for cannot be done; the text says why."""


class GameLine(msgspec.Struct, kw_only=True):
    """A game in a list: nothing that one player may not know."""

    id: str
    title: str
    name: str
    version: int
    created: int
    updated: int
    over: bool
    closed: bool
    people: int
    bots: int
    bytes: int
    address: str


@contextlib.contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """The database to look at, served or not."""
    with contextlib.closing(open_database(path)) as connection:
        yield connection


@contextlib.contextmanager
def alone(path: Path) -> Iterator[FileLease]:
    """Nobody serves the database meanwhile."""
    try:
        lease = FileLease(path)
    except InUse as error:
        raise AdminFault(f"{path} is being served: stop the server first") from error
    try:
        yield lease
    finally:
        lease.release()


# Looking


def games(path: Path) -> list[GameLine]:
    """All games, those touched last first."""
    sql = f"SELECT {rows.WHOLE_GAME} WHERE ready ORDER BY updated DESC"
    with looking(path) as connection:
        taken = dict(
            connection.execute(
                "SELECT game, count(DISTINCT seat) FROM tokens WHERE role='seat' GROUP BY game"
            )
        )
        return [_line(row, taken) for row in connection.execute(sql)]


def _line(row: tuple[Any, ...], taken: dict[str, int]) -> GameLine:
    game = rows.read_game(row)
    return GameLine(
        id=game.id,
        title=game.setup.title,
        name=game.name,
        version=game.head.version,
        created=game.created,
        updated=game.updated,
        over=game.head.result is not None,
        closed=bool(game.closed),
        people=taken.get(game.id, 0),
        bots=sum(seat.kind == "bot" for seat in game.seats.values()),
        bytes=game.size,
        address=game.origin,
    )


def inspect(path: Path, game: str) -> dict[str, Any]:
    """One game in detail; neither seeds nor hands nor chat."""
    with looking(path) as connection:
        row = connection.execute(
            f"SELECT {rows.WHOLE_GAME} WHERE id=? AND ready", (game,)
        ).fetchone()
        if row is None:
            raise AdminFault(f"there is no game {game}")
        found = rows.read_game(row)
        held = connection.execute("SELECT role, seat FROM tokens WHERE game=?", (game,)).fetchall()
        counts = {
            table: connection.execute(
                f"SELECT count(*) FROM {table} WHERE game=?", (game,)
            ).fetchone()[0]
            for table in TABLES
        }
    return {
        **msgspec.to_builtins(_line(row, {})),
        "people": len({seat for role, seat in held if role == "seat"}),
        "options": found.setup.options,
        "chosen_seed": found.setup.chosen,
        "asked": found.head.asked,
        "result": msgspec.to_builtins(found.head.result),
        "seats": {
            seat: {
                "kind": sitting.kind,
                "bot": sitting.bot if sitting.kind == "bot" else "",
                "player": sitting.player,
                "keys": sum((role, of) == ("seat", seat) for role, of in held),
                "invited": ("invite", seat) in held,
            }
            for seat, sitting in found.seats.items()
        },
        "rows": counts,
    }


def check(path: Path) -> list[str]:
    """Everything that is wrong with the file; an empty list is a sound one."""
    with looking(path) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        found = [] if found == ["ok"] else found
        found += [
            f"table {table} refers to a game that is not there"
            for (table,) in connection.execute(ORPHANS)
        ]
        found += [
            f"game {game} does not end where it says"
            for (game,) in connection.execute(
                "SELECT id FROM games WHERE ready AND"
                " json_extract(CAST(head AS TEXT), '$.version') IS NOT"
                " (SELECT max(version) FROM entries WHERE game=id)"
            )
        ]
    return found


# Changing games


def order(path: Path, what: str, game: str) -> None:
    """``close``, ``reopen`` or ``delete``: by the server that runs, else here."""
    with looking(path) as connection:
        if not connection.execute("SELECT 1 FROM games WHERE id=? AND ready", (game,)).fetchone():
            raise AdminFault(f"there is no game {game}")
    try:
        lease = FileLease(path)
    except InUse:
        _send(path, what, game)
        return
    try:
        with contextlib.closing(open_database(path, lease)) as connection:
            _do(connection, what, game)
    finally:
        lease.release()


def _send(path: Path, what: str, game: str) -> None:
    with looking(path) as connection:
        sql = "INSERT INTO orders (what, game) VALUES (?,?)"
        number = connection.execute(sql, (what, game)).lastrowid
        deadline = time.monotonic() + ORDER_SECONDS
        answer = None
        while answer is None and time.monotonic() < deadline:
            time.sleep(0.05)
            (answer,) = connection.execute(
                "SELECT answer FROM orders WHERE id=?", (number,)
            ).fetchone()
        connection.execute("DELETE FROM orders WHERE id=?", (number,))
    if answer is None:
        raise AdminFault("the server does not answer; nothing was changed")
    if answer != "done":
        raise AdminFault(answer)


def _do(connection: sqlite3.Connection, what: str, game: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if what == "delete":
        for table in TABLES:
            connection.execute(f"DELETE FROM {table} WHERE game=?", (game,))
        connection.execute("DELETE FROM games WHERE id=?", (game,))
    else:
        sql = f"SELECT {rows.WHOLE_GAME} WHERE id=?"
        found = rows.read_game(connection.execute(sql, (game,)).fetchone())
        found.closed = CLOSED if what == "close" else ""
        rows.update_game(connection, found, ServedTime(connection).now())
    connection.execute("COMMIT")


# The file as a whole


def vacuum(path: Path) -> tuple[int, int]:
    """Gives room back to the disk; the size before and after."""
    with alone(path) as lease, contextlib.closing(open_database(path, lease)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = path.stat().st_size
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return before, path.stat().st_size


def backup(path: Path, copy: Path) -> int:
    """A whole and checked copy, also while the server runs; its size."""
    if copy.exists():
        raise AdminFault(f"{copy} is there already")
    part = copy.with_name(copy.name + PART)
    os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, PRIVATE))
    try:
        with (
            looking(path) as connection,
            contextlib.closing(sqlite3.connect(part)) as target,
        ):
            connection.backup(target, pages=256, sleep=0.005)
            # One file that is complete by itself, without a log beside it.
            target.execute("PRAGMA journal_mode=DELETE")
            (sound,) = target.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise damaged(path, sound)
        _sync(part)
        part.replace(copy)
    finally:
        part.unlink(missing_ok=True)
    return copy.stat().st_size


def restore(path: Path, copy: Path) -> Path | None:
    """The backup takes the database's place; where the former one is kept now."""
    if not copy.is_file():
        raise AdminFault(f"there is no backup {copy}")
    with alone(path) as lease:
        part = path.with_name(path.name + PART)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_RDWR, PRIVATE))
        part.write_bytes(copy.read_bytes())
        try:
            with contextlib.closing(open_database(part, lease)) as connection:
                (sound,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if sound != "ok":
                raise damaged(copy, sound)
        except WrongDatabase as error:
            part.unlink(missing_ok=True)
            raise AdminFault(f"the backup cannot be used: {error}") from error
        _sync(part)
        former = _put_aside(path)
        part.replace(path)
        for end in ("-wal", "-shm"):
            part.with_name(part.name + end).unlink(missing_ok=True)
    return former


def _put_aside(path: Path) -> Path | None:
    """What was there, with its log, under another name: nothing is overwritten."""
    if not path.exists():
        return None
    number = 1
    while (former := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    for end in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.rename(former.with_name(former.name + end))
    return former


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


# Quotas


def quotas(path: Path, changes: dict[str, int | None]) -> dict[str, Any]:
    """What is stored by whom, and how much may be; ``changes`` sets limits (``None``: default)."""
    defaults = {name: getattr(Settings(), name) for name in Quotas.__struct_fields__}
    with looking(path) as connection:
        for name, value in changes.items():
            connection.execute("DELETE FROM facts WHERE name=?", (f"quota.{name}",))
            if value is not None:
                connection.execute("INSERT INTO facts VALUES (?,?)", (f"quota.{name}", value))
        owned = dict(
            connection.execute("SELECT substr(name, 7), value FROM facts WHERE name LIKE 'quota.%'")
        )
        used = connection.execute(
            "SELECT origin, count(*), sum(size) FROM games GROUP BY origin ORDER BY sum(size) DESC"
        ).fetchall()
    return {
        "limits": defaults | owned,
        "games": sum(count for _, count, _ in used),
        "bytes": sum(size for _, _, size in used),
        "addresses": [
            {"address": address, "games": count, "bytes": size} for address, count, size in used
        ],
    }
