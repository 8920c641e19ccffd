"""A store in one SQLite file.

WAL with ``synchronous=FULL``: a commit returns after the log is on the disk, so neither
``kill -9`` nor a power cut loses what was acknowledged. A disk sync is slow, so one thread
writes for everybody and commits all writes that are waiting together: under load many moves
share one sync, and no table ever waits on the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from sandtable.table import Entry

from .shapes import Message
from .store import Conflict, EntryRow, GameRow, Head, SeatRow, Setup, SnapshotRow, StoredEvent
from .tokens import Grant

FORMAT = 1
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, head BLOB NOT NULL, seats BLOB NOT NULL,
    words BLOB NOT NULL, name TEXT NOT NULL, pace INTEGER NOT NULL, created INTEGER NOT NULL,
    updated INTEGER NOT NULL, bot_due INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_due ON games (bot_due) WHERE bot_due;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games, version INTEGER NOT NULL, before INTEGER NOT NULL,
    line INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT, by TEXT NOT NULL, action TEXT,
    hidden INTEGER NOT NULL, journal BLOB NOT NULL, key TEXT, at INTEGER NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
-- What opening a game does not need lies apart, so that a long journal is read quickly.
CREATE TABLE told (
    game TEXT NOT NULL REFERENCES games, version INTEGER NOT NULL, events BLOB NOT NULL,
    remark TEXT NOT NULL, stats BLOB, PRIMARY KEY (game, version)
);
CREATE UNIQUE INDEX entries_before ON entries (game, before, kind);
CREATE UNIQUE INDEX entries_key ON entries (game, key) WHERE key IS NOT NULL;
CREATE INDEX entries_hidden ON entries (game, version, line, seat) WHERE hidden;
CREATE INDEX entries_undo ON entries (game, version, line) WHERE kind = 'undo';
CREATE TABLE snapshots (
    game TEXT NOT NULL REFERENCES games, version INTEGER NOT NULL, line INTEGER NOT NULL,
    rules_version INTEGER NOT NULL, floor INTEGER NOT NULL, rolls INTEGER NOT NULL,
    transcript TEXT NOT NULL, sealed BLOB NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (game, version)
);
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, role TEXT NOT NULL,
    seat TEXT NOT NULL, UNIQUE (game, role, seat)
) WITHOUT ROWID;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES games,
    message BLOB NOT NULL, key TEXT
);
CREATE INDEX chat_game ON chat (game, id);
CREATE UNIQUE INDEX chat_key ON chat (game, key) WHERE key IS NOT NULL;
"""

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], Any]
BATCH = 256

_encode = msgspec.json.encode
_entries = msgspec.json.Decoder(list[Entry])
_events = msgspec.json.Decoder(list[StoredEvent])
_stats = msgspec.json.Decoder(dict[str, dict[str, float]])
_ENTRY = "version,before,line,kind,seat,by,action,hidden,journal,key,at"
_WHOLE = f"{_ENTRY},events,remark,stats FROM entries JOIN told USING (game, version)"


class WrongDatabase(Exception):
    """The file is no database of ours, or of another format."""


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        try:
            connection = self._connect()
            self._prepare(connection)
        except sqlite3.Error as error:
            raise WrongDatabase(f"cannot use {path} as a database: {error}") from error
        self._thread = threading.Thread(
            target=self._write_all, args=(connection,), name="sandtable-writer", daemon=True
        )
        self._thread.start()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(2, "sandtable-reader")
        self._opened: list[sqlite3.Connection] = []

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, timeout=10
        )
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == FORMAT:
            return
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version or tables:
            connection.close()
            raise WrongDatabase(f"{self.path} is not a Sandtable database of format {FORMAT}")
        connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")

    # One writer

    def _write_all(self, connection: sqlite3.Connection) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            stop = False
            while len(batch) < BATCH and not self._queue.empty():
                item = self._queue.get()
                if item is None:
                    stop = True
                    break
                batch.append(item)
            self._commit(connection, batch)
            if stop:
                break
        connection.close()

    def _commit(
        self, connection: sqlite3.Connection, batch: list[tuple[Work, Future[Any]]]
    ) -> None:
        """All of the batch in one transaction; one write's failure undoes only itself."""
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for work, future in batch:
                connection.execute("SAVEPOINT one")
                try:
                    answers.append((future, work(connection), None))
                except Exception as error:
                    connection.execute("ROLLBACK TO one")
                    answers.append((future, None, error))
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            answers = [(future, None, error) for _, future in batch]
        for future, answer, failure in answers:
            if failure is None:
                future.set_result(answer)
            else:
                future.set_exception(failure)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: Future[T] = Future()
        self._queue.put((work, future))
        return await asyncio.wrap_future(future)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
            if connection is None:
                connection = self._local.connection = self._connect()
                self._opened.append(connection)
            return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()

    # Games

    async def create(
        self,
        game: GameRow,
        entries: list[EntryRow],
        snapshots: list[SnapshotRow],
        tokens: dict[bytes, Grant],
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?)",
                (
                    game.id,
                    _encode(game.setup),
                    _encode(game.head),
                    _encode(game.seats),
                    _encode(game.words),
                    game.name,
                    game.pace,
                    game.created,
                    game.updated,
                    game.bot_due(),
                ),
            )
            for entry in entries:
                _insert_entry(connection, game.id, entry)
            for snapshot in snapshots:
                _insert_snapshot(connection, game.id, snapshot)
            connection.executemany(
                "INSERT INTO tokens VALUES (?,?,?,?)",
                [(token, game.id, grant.role, grant.seat) for token, grant in tokens.items()],
            )

        await self._write(work)

    async def game(self, game: str) -> GameRow | None:
        def work(connection: sqlite3.Connection) -> GameRow | None:
            row = connection.execute("SELECT * FROM games WHERE id=?", (game,)).fetchone()
            return None if row is None else _read_game(row)

        return await self._read(work)

    async def save_game(self, game: GameRow) -> None:
        await self._write(lambda connection: _update_game(connection, game))

    async def append(self, game: GameRow, entry: EntryRow, snapshot: SnapshotRow | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            try:
                _insert_entry(connection, game.id, entry)
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            if snapshot is not None:
                _insert_snapshot(connection, game.id, snapshot)
            _update_game(connection, game)

        await self._write(work)

    # Entries

    async def journal(self, game: str, after: int = -1) -> list[Entry]:
        def work(connection: sqlite3.Connection) -> list[Entry]:
            rows = connection.execute(
                "SELECT journal FROM entries WHERE game=? AND version>? ORDER BY version",
                (game, after),
            )
            # One decode for all: each row holds a JSON list, so its brackets become commas.
            joined = b",".join(row[0][1:-1] for row in rows if len(row[0]) > 2)
            return _entries.decode(b"[" + joined + b"]")

        return await self._read(work)

    async def entries(self, game: str, after: int, limit: int) -> list[EntryRow]:
        sql = f"SELECT {_WHOLE} WHERE game=? AND version>? ORDER BY version LIMIT ?"
        rows = await self._read(lambda c: c.execute(sql, (game, after, limit)).fetchall())
        return [_read_entry(row) for row in rows]

    async def boundary(self, game: str, version: int) -> int:
        sql = "SELECT max(version) FROM entries WHERE game=? AND version<=?"
        row = await self._read(lambda c: c.execute(sql, (game, version)).fetchone())
        return row[0] or 0

    async def entry_with_key(self, game: str, key: str) -> EntryRow | None:
        sql = f"SELECT {_WHOLE} WHERE game=? AND key=?"
        row = await self._read(lambda c: c.execute(sql, (game, key)).fetchone())
        return None if row is None else _read_entry(row)

    async def undos(self, game: str) -> list[tuple[int, int]]:
        sql = "SELECT version, line FROM entries WHERE game=? AND kind='undo' ORDER BY version"
        return await self._read(lambda c: c.execute(sql, (game,)).fetchall())

    async def hidden(self, game: str) -> list[tuple[int, int, str]]:
        sql = "SELECT version, line, seat FROM entries WHERE game=? AND hidden ORDER BY version"
        return await self._read(lambda c: c.execute(sql, (game,)).fetchall())

    async def stats(self, game: str) -> list[tuple[int, dict[str, dict[str, float]]]]:
        sql = "SELECT version, stats FROM told WHERE game=? AND stats IS NOT NULL ORDER BY version"
        rows = await self._read(lambda c: c.execute(sql, (game,)).fetchall())
        return [(version, _stats.decode(stats)) for version, stats in rows]

    async def snapshots(self, game: str, upto: int, limit: int) -> list[SnapshotRow]:
        sql = (
            "SELECT version, line, rules_version, floor, rolls, transcript, sealed, state"
            " FROM snapshots WHERE game=? AND version<=? ORDER BY version DESC LIMIT ?"
        )
        rows = await self._read(lambda c: c.execute(sql, (game, upto, limit)).fetchall())
        return [_read_snapshot(row) for row in rows]

    # Tokens

    async def tokens(self, game: str) -> dict[bytes, Grant]:
        sql = "SELECT hash, role, seat FROM tokens WHERE game=?"
        rows = await self._read(lambda c: c.execute(sql, (game,)).fetchall())
        return {token: Grant(role, seat) for token, role, seat in rows}

    async def replace_token(self, game: str, grant: Grant, token: bytes | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM tokens WHERE game=? AND role=? AND seat=?",
                (game, grant.role, grant.seat),
            )
            if token is not None:
                connection.execute(
                    "INSERT INTO tokens VALUES (?,?,?,?)", (token, game, grant.role, grant.seat)
                )

        await self._write(work)

    # Chat

    async def say(self, game: str, message: Message, key: str | None) -> Message:
        def work(connection: sqlite3.Connection) -> Message:
            if key is not None:
                known = connection.execute(
                    "SELECT id, message FROM chat WHERE game=? AND key=?", (game, key)
                ).fetchone()
                if known is not None:
                    return _read_message(known)
            cursor = connection.execute(
                "INSERT INTO chat (game, message, key) VALUES (?,?,?)",
                (game, _encode(message), key),
            )
            return msgspec.structs.replace(message, id=cursor.lastrowid)

        return await self._write(work)

    async def chat(self, game: str, after: int, limit: int, *, last: bool) -> list[Message]:
        order = "DESC" if last else "ASC"
        sql = f"SELECT id, message FROM chat WHERE game=? AND id>? ORDER BY id {order} LIMIT ?"
        rows = await self._read(lambda c: c.execute(sql, (game, after, limit)).fetchall())
        messages = [_read_message(row) for row in rows]
        return messages[::-1] if last else messages

    async def bots_due(self) -> list[str]:
        sql = "SELECT id FROM games WHERE bot_due ORDER BY updated DESC"
        rows = await self._read(lambda c: c.execute(sql).fetchall())
        return [row[0] for row in rows]


def _insert_entry(connection: sqlite3.Connection, game: str, entry: EntryRow) -> None:
    connection.execute(
        f"INSERT INTO entries (game,{_ENTRY}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            game,
            entry.version,
            entry.before,
            entry.line,
            entry.kind,
            entry.seat,
            entry.by,
            entry.action,
            entry.hidden,
            _encode(entry.journal),
            entry.key,
            entry.at,
        ),
    )
    stats = None if entry.stats is None else _encode(entry.stats)
    connection.execute(
        "INSERT INTO told VALUES (?,?,?,?,?)",
        (game, entry.version, _encode(entry.events), entry.remark, stats),
    )


def _insert_snapshot(connection: sqlite3.Connection, game: str, row: SnapshotRow) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?,?,?,?,?,?)",
        (
            game,
            row.version,
            row.line,
            row.rules_version,
            row.floor,
            row.rolls,
            row.transcript,
            _encode(row.sealed),
            row.state,
        ),
    )


def _update_game(connection: sqlite3.Connection, game: GameRow) -> None:
    connection.execute(
        "UPDATE games SET head=?, seats=?, words=?, name=?, pace=?, updated=?, bot_due=?"
        " WHERE id=?",
        (
            _encode(game.head),
            _encode(game.seats),
            _encode(game.words),
            game.name,
            game.pace,
            game.updated,
            game.bot_due(),
            game.id,
        ),
    )


def _read_game(row: tuple[Any, ...]) -> GameRow:
    game, setup, head, seats, words, name, pace, created, updated, _ = row
    return GameRow(
        id=game,
        setup=msgspec.json.decode(setup, type=Setup),
        head=msgspec.json.decode(head, type=Head),
        seats=msgspec.json.decode(seats, type=dict[str, SeatRow]),
        words=msgspec.json.decode(words, type=dict[str, str]),
        name=name,
        pace=pace,
        created=created,
        updated=updated,
    )


def _read_entry(row: tuple[Any, ...]) -> EntryRow:
    version, before, line, kind, seat, by, action, hidden, *rest = row
    journal, key, at, events, remark, stats = rest
    return EntryRow(
        version=version,
        before=before,
        line=line,
        kind=kind,
        seat=seat,
        by=by,
        action=action,
        hidden=bool(hidden),
        journal=_entries.decode(journal),
        events=_events.decode(events),
        key=key,
        remark=remark,
        stats=None if stats is None else _stats.decode(stats),
        at=at,
    )


def _read_snapshot(row: tuple[Any, ...]) -> SnapshotRow:
    version, line, rules_version, floor, rolls, transcript, sealed, state = row
    return SnapshotRow(
        version=version,
        line=line,
        rules_version=rules_version,
        floor=floor,
        rolls=rolls,
        transcript=transcript,
        sealed=msgspec.json.decode(sealed, type=list[tuple[str, ...]]),
        state=state,
    )


def _read_message(row: tuple[int, bytes]) -> Message:
    message = msgspec.json.decode(row[1], type=Message)
    return msgspec.structs.replace(message, id=row[0])
