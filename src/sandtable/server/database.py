"""The SQLite file: its tables, who may read it, who may write it, and whether it is sound."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from .lease import FileLease

FORMAT = 4
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, head BLOB NOT NULL, seats BLOB NOT NULL,
    words BLOB NOT NULL, name TEXT NOT NULL, pace INTEGER NOT NULL, created INTEGER NOT NULL,
    updated INTEGER NOT NULL, bot_due INTEGER NOT NULL, undo BLOB,
    ready INTEGER NOT NULL DEFAULT 1, closed TEXT NOT NULL DEFAULT '',
    origin TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0,
    touched INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX games_due ON games (bot_due) WHERE bot_due;
CREATE INDEX games_origin ON games (origin, size);
CREATE INDEX games_unready ON games (ready) WHERE NOT ready;
CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, game TEXT NOT NULL,
    answer TEXT
);
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
    3: """
ALTER TABLE games ADD COLUMN ready INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN closed TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_origin ON games (origin, size);
CREATE INDEX games_unready ON games (ready) WHERE NOT ready;
CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, game TEXT NOT NULL,
    answer TEXT
);
UPDATE games SET size=
    (SELECT coalesce(sum(length(journal)), 0) FROM entries WHERE game=id)
    + (SELECT coalesce(sum(length(events)), 0) FROM told WHERE game=id)
    + (SELECT coalesce(sum(length(state)), 0) FROM snapshots WHERE game=id);
""",
}
"""From each older format to the next."""
TABLES = ("chat", "passes", "tokens", "snapshots", "told", "entries")
"""All that belongs to a game, to go before it does."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
CHECK_SECONDS = 2.0
"""So long a start looks for damage; ``sandtable admin check`` looks at all of it."""
PRIVATE = 0o600
CHECKPOINT_PAGES = 8000
"""Of the write-ahead log (32 MB). Some hundred busy tables write the same few thousand pages
again and again; by default they are copied into the database several times a second."""


class WrongDatabase(Exception):
    """The file is no database of ours, is of another format, or is damaged."""


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED


def connect(path: Path, *, timeout: float = 10) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=timeout
    )
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def open_database(path: Path, lease: FileLease | None = None) -> sqlite3.Connection:
    """A connection to a sound file of the present format; raises ``WrongDatabase``.

    With a lease the file is made, or brought up to date, if need be: only its one writer may.
    """
    try:
        if lease is not None:
            keep_private(path)
        elif not path.is_file():
            raise WrongDatabase(f"there is no database {path}")
        connection = connect(path)
        try:
            _prepare(connection, path, may_change=lease is not None)
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection
    except sqlite3.Error as error:
        if is_damage(error):
            if not _beginning(path).startswith(b"SQLite format 3"):
                text = f"{path} is no database (or its beginning is damaged)"
                raise WrongDatabase(text) from error
            raise damaged(path, str(error)) from error
        raise WrongDatabase(f"cannot use {path} as a database: {error}") from error
    except OSError as error:
        raise WrongDatabase(f"cannot use {path} as a database: {error.strerror}") from error


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


def keep_private(path: Path) -> None:
    """Seeds and hands are in it: nobody but its owner reads it (nor the log beside it)."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    for name in files_of(path):
        with contextlib.suppress(FileNotFoundError):
            if name.stat().st_mode & 0o077:
                name.chmod(PRIVATE)


def files_of(path: Path) -> list[Path]:
    """The database and the log beside it, as far as they are there."""
    names = (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
    return [name for name in names if name.exists()]


def damaged(path: Path, why: str) -> WrongDatabase:
    return WrongDatabase(
        f"{path} is damaged ({why}); put a backup in its place with 'sandtable admin restore', "
        "and keep the damaged file for whoever may mend it"
    )


def _prepare(connection: sqlite3.Connection, path: Path, *, may_change: bool) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == FORMAT:
        return
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version == tables == 0:
        script = SCHEMA
    elif version in MIGRATIONS:
        script = "".join(MIGRATIONS[older] for older in range(version, FORMAT))
    else:
        raise WrongDatabase(f"{path} is not a Sandtable database of format {FORMAT}")
    if not may_change:
        raise WrongDatabase(f"{path} is of format {version}; a server that opens it brings it up")
    connection.executescript(f"BEGIN; {script} PRAGMA user_version={FORMAT}; COMMIT;")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Looks for damage, not longer than a start may take."""
    until = time.monotonic() + CHECK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, 100_000)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return
    finally:
        connection.set_progress_handler(None, 0)
    if found != "ok":
        raise damaged(path, found.splitlines()[-1])


class ServedTime:
    """Seconds that this database was served, over all starts.

    Ages are counted in it, not by the clock on the wall: a clock that jumps ages nothing.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        row = connection.execute("SELECT value FROM facts WHERE name='served'").fetchone()
        self._before = float(row[0]) if row else 0.0
        self._start = time.monotonic()

    def now(self) -> int:
        return int(self._before + time.monotonic() - self._start)

    def keep(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO facts VALUES ('served', ?)", (self.now(),))
