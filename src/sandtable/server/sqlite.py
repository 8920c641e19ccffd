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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from sandtable.table import Entry

from . import rows
from .shapes import Message
from .store import Conflict, EntryRow, GameRow, SnapshotRow, StoreFailed
from .tokens import MOST_KEYS, Grant

FORMAT = 3
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, head BLOB NOT NULL, seats BLOB NOT NULL,
    words BLOB NOT NULL, name TEXT NOT NULL, pace INTEGER NOT NULL, created INTEGER NOT NULL,
    updated INTEGER NOT NULL, bot_due INTEGER NOT NULL, undo BLOB
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
    seat TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_game ON tokens (game, role, seat);
CREATE TABLE passes (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, grants BLOB NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passes_game ON passes (game);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES games,
    message BLOB NOT NULL, key TEXT
);
CREATE INDEX chat_game ON chat (game, id);
CREATE UNIQUE INDEX chat_key ON chat (game, key) WHERE key IS NOT NULL;
"""
MIGRATIONS = {
    1: "ALTER TABLE games ADD COLUMN undo BLOB;",
    # A right may have several keys, and nobody has one for the seat of a bot.
    2: """
CREATE TABLE keys (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, role TEXT NOT NULL,
    seat TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO keys SELECT hash, game, role, seat FROM tokens WHERE role<>'seat' OR 'bot'<>(
    SELECT json_extract(CAST(seats AS TEXT), '$."' || tokens.seat || '".kind')
    FROM games WHERE games.id=tokens.game
);
DROP TABLE tokens;
ALTER TABLE keys RENAME TO tokens;
CREATE INDEX tokens_game ON tokens (game, role, seat);
CREATE TABLE passes (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, grants BLOB NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passes_game ON passes (game);
""",
}
"""From each older format to the next."""
TABLES = ("chat", "passes", "tokens", "snapshots", "told", "entries")
"""All that belongs to a game, to go before it does."""

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], Any]
"""What is written; it may be called again after a failure of those beside it."""
Waiting: TypeAlias = "asyncio.Future[Any]"
Outcome: TypeAlias = tuple[Any, Exception | None]
BATCH = 256


class WrongDatabase(Exception):
    """The file is no database of ours, or of another format."""


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: queue.SimpleQueue[tuple[Work, Waiting] | None] = queue.SimpleQueue()
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
        if version == tables == 0:
            script = SCHEMA
        elif version in MIGRATIONS:
            script = "".join(MIGRATIONS[older] for older in range(version, FORMAT))
        else:
            connection.close()
            raise WrongDatabase(f"{self.path} is not a Sandtable database of format {FORMAT}")
        connection.executescript(f"BEGIN; {script} PRAGMA user_version={FORMAT}; COMMIT;")

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
            self._answer(batch, self._commit(connection, [work for work, _ in batch]))
            if stop:
                break
        connection.close()

    def _commit(self, connection: sqlite3.Connection, batch: list[Work]) -> list[Outcome]:
        """All of the batch in one transaction; if one fails, each in a transaction of its own."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers: list[Outcome] = [(work(connection), None) for work in batch]
            connection.execute("COMMIT")
            return answers
        except Exception as error:
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            if len(batch) == 1:
                return [(None, error)]
            return [answer for work in batch for answer in self._commit(connection, [work])]

    def _answer(self, batch: list[tuple[Work, Waiting]], answers: list[Outcome]) -> None:
        """One call into each event loop for all of a batch."""
        loops: dict[asyncio.AbstractEventLoop, list[tuple[Waiting, Outcome]]] = {}
        for (_, waiting), answer in zip(batch, answers, strict=True):
            loops.setdefault(waiting.get_loop(), []).append((waiting, answer))
        for loop, done in loops.items():
            with contextlib.suppress(RuntimeError):  # that loop has ended: nobody waits
                loop.call_soon_threadsafe(_settle, done)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, waiting))
        with _told_as_failure():
            return await waiting

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
            if connection is None:
                connection = self._local.connection = self._connect()
                self._opened.append(connection)
            return work(connection)

        with _told_as_failure():
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
            rows.insert_game(connection, game)
            for entry in entries:
                rows.insert_entry(connection, game.id, entry)
            for snapshot in snapshots:
                rows.insert_snapshot(connection, game.id, snapshot)
            connection.executemany(
                "INSERT INTO tokens VALUES (?,?,?,?)",
                [(token, game.id, grant.role, grant.seat) for token, grant in tokens.items()],
            )

        await self._write(work)

    async def game(self, game: str) -> GameRow | None:
        def work(connection: sqlite3.Connection) -> GameRow | None:
            row = connection.execute(f"SELECT {rows.WHOLE_GAME} WHERE id=?", (game,)).fetchone()
            return None if row is None else rows.read_game(row)

        return await self._read(work)

    async def keyed(self, games: Sequence[str]) -> dict[str, tuple[GameRow, dict[bytes, Grant]]]:
        marks = ",".join("?" * len(games))

        def work(connection: sqlite3.Connection) -> dict[str, tuple[GameRow, dict[bytes, Grant]]]:
            sql = f"SELECT {rows.WHOLE_GAME} WHERE id IN ({marks})"
            found: dict[str, tuple[GameRow, dict[bytes, Grant]]] = {
                row[0]: (rows.read_game(row), {}) for row in connection.execute(sql, games)
            }
            sql = f"SELECT game, hash, role, seat FROM tokens WHERE game IN ({marks})"
            for game, token, role, seat in connection.execute(sql, games):
                found[game][1][token] = Grant(role, seat)
            return found

        return await self._read(work)

    async def save_game(self, game: GameRow) -> None:
        await self._write(lambda connection: rows.update_game(connection, game))

    async def append(self, game: GameRow, entry: EntryRow, snapshot: SnapshotRow | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            try:
                rows.insert_entry(connection, game.id, entry)
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            if snapshot is not None:
                rows.insert_snapshot(connection, game.id, snapshot)
            rows.update_game(connection, game)

        await self._write(work)

    async def delete(self, game: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            for table in TABLES:
                connection.execute(f"DELETE FROM {table} WHERE game=?", (game,))
            connection.execute("DELETE FROM games WHERE id=?", (game,))

        await self._write(work)

    async def finished(self, before: int) -> list[str]:
        sql = (
            "SELECT id FROM games WHERE updated<?"
            " AND json_extract(CAST(head AS TEXT), '$.result') IS NOT NULL"
        )
        found = await self._read(lambda c: c.execute(sql, (before,)).fetchall())
        return [row[0] for row in found]

    # Entries

    async def journal(self, game: str, after: int = -1) -> list[Entry]:
        def work(connection: sqlite3.Connection) -> list[Entry]:
            found = connection.execute(
                "SELECT journal FROM entries WHERE game=? AND version>? ORDER BY version",
                (game, after),
            )
            return rows.read_journal([row[0] for row in found])

        return await self._read(work)

    async def entries(self, game: str, after: int, limit: int) -> list[EntryRow]:
        sql = f"SELECT {rows.WHOLE_ENTRY} WHERE game=? AND version>? ORDER BY version LIMIT ?"
        found = await self._read(lambda c: c.execute(sql, (game, after, limit)).fetchall())
        return [rows.read_entry(row) for row in found]

    async def boundary(self, game: str, version: int) -> int:
        sql = "SELECT max(version) FROM entries WHERE game=? AND version<=?"
        row = await self._read(lambda c: c.execute(sql, (game, version)).fetchone())
        return row[0] or 0

    async def entry_with_key(self, game: str, key: str) -> EntryRow | None:
        sql = f"SELECT {rows.WHOLE_ENTRY} WHERE game=? AND key=?"
        row = await self._read(lambda c: c.execute(sql, (game, key)).fetchone())
        return None if row is None else rows.read_entry(row)

    async def undos(self, game: str) -> list[tuple[int, int]]:
        sql = "SELECT version, line FROM entries WHERE game=? AND kind='undo' ORDER BY version"
        return await self._read(lambda c: c.execute(sql, (game,)).fetchall())

    async def hidden(self, game: str) -> list[tuple[int, int, str]]:
        sql = "SELECT version, line, seat FROM entries WHERE game=? AND hidden ORDER BY version"
        return await self._read(lambda c: c.execute(sql, (game,)).fetchall())

    async def stats(self, game: str) -> list[tuple[int, dict[str, dict[str, float]]]]:
        sql = "SELECT version, stats FROM told WHERE game=? AND stats IS NOT NULL ORDER BY version"
        found = await self._read(lambda c: c.execute(sql, (game,)).fetchall())
        return [(version, rows.read_stats(stats)) for version, stats in found]

    async def snapshots(self, game: str, upto: int, limit: int) -> list[SnapshotRow]:
        sql = (
            "SELECT version, line, rules_version, floor, rolls, transcript, sealed, state"
            " FROM snapshots WHERE game=? AND version<=? ORDER BY version DESC LIMIT ?"
        )
        found = await self._read(lambda c: c.execute(sql, (game, upto, limit)).fetchall())
        return [rows.read_snapshot(row) for row in found]

    # Tokens

    async def tokens(self, game: str) -> dict[bytes, Grant]:
        sql = "SELECT hash, role, seat FROM tokens WHERE game=?"
        found = await self._read(lambda c: c.execute(sql, (game,)).fetchall())
        return {token: Grant(role, seat) for token, role, seat in found}

    async def replace_token(self, game: str, grant: Grant, token: bytes | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM tokens WHERE game=? AND role=? AND seat=?",
                (game, grant.role, grant.seat),
            )
            # A pass made with the old key must not open the new one's right.
            connection.execute("DELETE FROM passes WHERE game=?", (game,))
            if token is not None:
                connection.execute(
                    "INSERT INTO tokens VALUES (?,?,?,?)", (token, game, grant.role, grant.seat)
                )

        await self._write(work)

    async def join(self, game: GameRow, seat: str, key: bytes) -> None:
        def work(connection: sqlite3.Connection) -> None:
            taken = "SELECT 1 FROM tokens WHERE game=? AND role='seat' AND seat=?"
            if connection.execute(taken, (game.id, seat)).fetchone():
                raise Conflict("the seat is taken")
            ended = "DELETE FROM tokens WHERE game=? AND role='invite' AND seat=?"
            connection.execute(ended, (game.id, seat))
            connection.execute("INSERT INTO tokens VALUES (?,?,'seat',?)", (key, game.id, seat))
            rows.update_game(connection, game)

        await self._write(work)

    async def free(self, game: GameRow, seat: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            ended = "DELETE FROM tokens WHERE game=? AND seat=? AND role IN ('seat', 'invite')"
            connection.execute(ended, (game.id, seat))
            connection.execute("DELETE FROM passes WHERE game=?", (game.id,))
            rows.update_game(connection, game)

        await self._write(work)

    async def keep_pass(self, game: str, token: bytes, grants: list[Grant], until: int) -> None:
        def work(connection: sqlite3.Connection) -> None:
            # One at a time for each table is enough, and nothing piles up.
            connection.execute("DELETE FROM passes WHERE game=? AND grants=?", (game, what))
            connection.execute("INSERT INTO passes VALUES (?,?,?,?)", (token, game, what, until))

        what = msgspec.json.encode(grants)
        await self._write(work)

    async def use_pass(
        self, game: str, token: bytes, moment: int, keys: list[bytes]
    ) -> list[Grant] | None:
        def work(connection: sqlite3.Connection) -> list[Grant] | None:
            found = "SELECT grants, until FROM passes WHERE game=? AND hash=?"
            row = connection.execute(found, (game, token)).fetchone()
            connection.execute("DELETE FROM passes WHERE game=? AND hash=?", (game, token))
            if row is None or row[1] < moment:
                return None
            grants = rows.read_grants(row[0])
            for key, grant in zip(keys, grants, strict=False):
                known = "SELECT count(*) FROM tokens WHERE game=? AND role=? AND seat=?"
                of = (game, grant.role, grant.seat)
                (count,) = connection.execute(known, of).fetchone()
                if not 0 < count < MOST_KEYS:
                    raise Conflict("this right has ended, or has as many keys as it may have")
                connection.execute("INSERT INTO tokens VALUES (?,?,?,?)", (key, *of))
            return grants

        return await self._write(work)

    # Chat

    async def say(self, game: str, message: Message, key: str | None) -> Message:
        def work(connection: sqlite3.Connection) -> Message:
            if key is not None:
                known = connection.execute(
                    "SELECT id, message FROM chat WHERE game=? AND key=?", (game, key)
                ).fetchone()
                if known is not None:
                    return rows.read_message(known)
            cursor = connection.execute(
                "INSERT INTO chat (game, message, key) VALUES (?,?,?)",
                (game, msgspec.json.encode(message), key),
            )
            return msgspec.structs.replace(message, id=cursor.lastrowid)

        return await self._write(work)

    async def chat(self, game: str, after: int, limit: int, *, last: bool) -> list[Message]:
        order = "DESC" if last else "ASC"
        sql = f"SELECT id, message FROM chat WHERE game=? AND id>? ORDER BY id {order} LIMIT ?"
        found = await self._read(lambda c: c.execute(sql, (game, after, limit)).fetchall())
        messages = [rows.read_message(row) for row in found]
        return messages[::-1] if last else messages

    async def bots_due(self) -> list[str]:
        sql = "SELECT id FROM games WHERE bot_due ORDER BY updated DESC"
        found = await self._read(lambda c: c.execute(sql).fetchall())
        return [row[0] for row in found]


@contextlib.contextmanager
def _told_as_failure() -> Iterator[None]:
    """A full disk, a broken one, one that somebody else keeps locked: not the caller's fault."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise StoreFailed(str(error)) from error


def _settle(done: list[tuple[Waiting, Outcome]]) -> None:
    for waiting, (answer, error) in done:
        if waiting.done():
            continue  # whoever asked has gone; it is stored all the same
        if error is None:
            waiting.set_result(answer)
        else:
            waiting.set_exception(error)
