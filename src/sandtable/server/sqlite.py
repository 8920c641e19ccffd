"""A store in one SQLite file.

WAL with ``synchronous=FULL``: a commit returns after the log is on the disk, so neither
``kill -9`` nor a power cut loses what was acknowledged. A disk sync is slow, so one thread
writes for everybody and commits all writes that are waiting together: under load many moves
share one sync, and no table ever waits on the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from sandtable.table import Entry

from . import rows
from .database import TABLES, ServedTime, WrongDatabase, connect, files_of, is_damage, open_database
from .lease import FileLease, InUse
from .shapes import Message
from .store import (
    Conflict,
    Damaged,
    EntryRow,
    GameRow,
    Order,
    SnapshotRow,
    StoreFailed,
    StoreState,
    Usage,
)
from .tokens import MOST_KEYS, Grant

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], Any]
"""What is written; it may be called again after a failure of those beside it."""
Waiting: TypeAlias = "asyncio.Future[Any]"
Outcome: TypeAlias = tuple[Any, Exception | None]
BATCH = 256
PIECE = 400
"""Entries of a long game that are written, or deleted, in one go."""
UNFINISHED_SECONDS = 600
"""What was begun and is not whole after so long will never be."""


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: queue.SimpleQueue[tuple[Work, Waiting] | None] = queue.SimpleQueue()
        try:
            self._lease = FileLease(path)
        except OSError as error:
            raise WrongDatabase(f"cannot use {path} as a database: {error.strerror}") from error
        except InUse as error:
            raise WrongDatabase(str(error)) from error
        try:
            connection = open_database(path, self._lease)
        except BaseException:
            self._lease.release()
            raise
        self.time = ServedTime(connection)
        self._commits, self._commit_seconds = 0, 0.0
        self._thread = threading.Thread(
            target=self._write_all, args=(connection,), name="sandtable-writer", daemon=True
        )
        self._thread.start()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(2, "sandtable-reader")
        self._opened: list[sqlite3.Connection] = []

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
            begun = time.perf_counter()
            answers = self._commit(connection, [work for work, _ in batch])
            self._commits += 1
            self._commit_seconds += time.perf_counter() - begun
            self._answer(batch, answers)
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
                connection = self._local.connection = connect(self.path)
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
        self._lease.release()

    # Games

    async def create(
        self,
        game: GameRow,
        entries: list[EntryRow],
        snapshots: list[SnapshotRow],
        tokens: dict[bytes, Grant],
    ) -> None:
        """A long game goes in by pieces, others are written between them; it is seen when whole."""

        def first(connection: sqlite3.Connection) -> None:
            rows.insert_game(connection, game, self.time.now(), ready=len(entries) <= PIECE)
            connection.executemany(
                "INSERT INTO tokens VALUES (?,?,?,?)",
                [(token, game.id, grant.role, grant.seat) for token, grant in tokens.items()],
            )
            for snapshot in snapshots:
                rows.insert_snapshot(connection, game.id, snapshot)
            some(connection, entries[:PIECE])

        def some(connection: sqlite3.Connection, piece: list[EntryRow]) -> None:
            for entry in piece:
                rows.insert_entry(connection, game.id, entry)

        await self._write(first)
        try:
            for at in range(PIECE, len(entries), PIECE):
                piece = entries[at : at + PIECE]
                await self._write(functools.partial(some, piece=piece))
            if len(entries) > PIECE:
                shown = "UPDATE games SET ready=1 WHERE id=?"
                await self._write(lambda c: c.execute(shown, (game.id,)))
        except BaseException:
            with contextlib.suppress(StoreFailed):
                await self._purge(game.id)
            raise

    async def game(self, game: str) -> GameRow | None:
        def work(connection: sqlite3.Connection) -> GameRow | None:
            row = connection.execute(
                f"SELECT {rows.WHOLE_GAME} WHERE id=? AND ready", (game,)
            ).fetchone()
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
        await self._write(lambda c: rows.update_game(c, game, self.time.now()))

    async def append(self, game: GameRow, entry: EntryRow, snapshot: SnapshotRow | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            try:
                grown = rows.insert_entry(connection, game.id, entry)
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            if snapshot is not None:
                rows.insert_snapshot(connection, game.id, snapshot)
                grown += len(snapshot.state)
            rows.update_game(connection, game, self.time.now(), grown)

        await self._write(work)

    async def delete(self, game: str) -> None:
        gone = "UPDATE games SET ready=0, bot_due=0 WHERE id=?"
        await self._write(lambda c: c.execute(gone, (game,)))
        await self._purge(game)

    async def _purge(self, game: str) -> None:
        """By pieces, like a long game goes in."""
        for table in TABLES:
            key = rows.KEYS[table]
            some = f"SELECT {key} FROM {table} WHERE game=? LIMIT {PIECE}"
            one = f"DELETE FROM {table} WHERE game=? AND {key} IN ({some})"
            while await self._write(functools.partial(_count, sql=one, args=(game, game))):
                pass
        await self._write(lambda c: c.execute("DELETE FROM games WHERE id=?", (game,)))

    async def tidy(self) -> None:
        await self._write(self.time.keep)
        before = self.time.now() - UNFINISHED_SECONDS
        sql = "SELECT id FROM games WHERE NOT ready AND touched<=?"
        for (game,) in await self._read(lambda c: c.execute(sql, (before,)).fetchall()):
            await self._purge(game)

    async def untouched(self, finished: float | None, abandoned: float | None) -> list[str]:
        over = "json_extract(CAST(head AS TEXT), '$.result') IS NOT NULL"
        found: list[str] = []
        for seconds, which in ((finished, over), (abandoned, f"NOT ({over})")):
            if seconds is not None:
                sql = f"SELECT id FROM games WHERE ready AND touched<=? AND {which}"
                before = self.time.now() - seconds
                found += await self._read(functools.partial(_ids, sql=sql, args=(before,)))
        return found

    async def usage(self, origin: str | None = None) -> Usage:
        sql = "SELECT count(*), coalesce(sum(size), 0) FROM games"
        args: tuple[str, ...] = ()
        if origin is not None:
            sql, args = f"{sql} WHERE origin=?", (origin,)
        games, size = await self._read(lambda c: c.execute(sql, args).fetchone())
        return Usage(games, size)

    async def state(self) -> StoreState:
        games = (await self.usage()).games
        return StoreState(
            games=games,
            waiting=self._queue.qsize(),
            commits=self._commits,
            commit_seconds=self._commit_seconds,
            size=sum(path.stat().st_size for path in files_of(self.path)),
        )

    async def quotas(self) -> dict[str, int]:
        sql = "SELECT substr(name, 7), value FROM facts WHERE name LIKE 'quota.%'"
        return dict(await self._read(lambda c: c.execute(sql).fetchall()))

    async def claim(self, game: str) -> None:
        """The whole file is this process's, by its lease."""

    async def release(self, game: str) -> None: ...

    # Orders

    async def orders(self) -> list[Order]:
        sql = "SELECT id, what, game FROM orders WHERE answer IS NULL ORDER BY id"
        found = await self._read(lambda c: c.execute(sql).fetchall())
        return [Order(*row) for row in found]

    async def answer_order(self, order: int, answer: str) -> None:
        sql = "UPDATE orders SET answer=? WHERE id=?"
        await self._write(lambda c: c.execute(sql, (answer, order)))

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
        """Numbers over time; what was taken back is left out."""
        sql = (
            "SELECT version, stats FROM told JOIN entries AS e USING (game, version)"
            " WHERE game=? AND stats IS NOT NULL AND NOT EXISTS ("
            "SELECT 1 FROM entries AS u WHERE u.game=e.game AND u.kind='undo'"
            " AND u.version>e.version AND u.line<e.line) ORDER BY version"
        )
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
            rows.update_game(connection, game, self.time.now())

        await self._write(work)

    async def free(self, game: GameRow, seat: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            ended = "DELETE FROM tokens WHERE game=? AND seat=? AND role IN ('seat', 'invite')"
            connection.execute(ended, (game.id, seat))
            connection.execute("DELETE FROM passes WHERE game=?", (game.id,))
            rows.update_game(connection, game, self.time.now())

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
        sql = "SELECT id FROM games WHERE bot_due AND ready ORDER BY updated DESC"
        found = await self._read(lambda c: c.execute(sql).fetchall())
        return [row[0] for row in found]


def _count(connection: sqlite3.Connection, sql: str, args: tuple[Any, ...]) -> int:
    """How many rows it changed."""
    return connection.execute(sql, args).rowcount


def _ids(connection: sqlite3.Connection, sql: str, args: tuple[Any, ...]) -> list[str]:
    return [row[0] for row in connection.execute(sql, args)]


@contextlib.contextmanager
def _told_as_failure() -> Iterator[None]:
    """A full disk, a broken one, one that somebody else keeps locked: not the caller's fault."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise (Damaged if is_damage(error) else StoreFailed)(str(error)) from error


def _settle(done: list[tuple[Waiting, Outcome]]) -> None:
    for waiting, (answer, error) in done:
        if waiting.done():
            continue  # whoever asked has gone; it is stored all the same
        if error is None:
            waiting.set_result(answer)
        else:
            waiting.set_exception(error)
