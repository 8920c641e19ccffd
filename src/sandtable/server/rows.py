"""The rows of the SQLite store: how each value is written and read."""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from sandtable.table import Entry

from .codecs import decoder
from .shapes import Message, Said
from .store import (
    ROW_BYTES,
    EntryRow,
    GameRow,
    Head,
    SeatRow,
    Setup,
    SnapshotRow,
    StoredEvent,
    UndoState,
)
from .tokens import Grant

_encode = msgspec.json.encode
_setup = decoder(Setup)
_head = decoder(Head)
_seats = decoder(dict[str, SeatRow])
_words = decoder(dict[str, str])
_undo = decoder(UndoState)
_entries = decoder(list[Entry])
_events = decoder(list[StoredEvent])
_said = decoder(Said)
_stats = decoder(dict[str, dict[str, float]])
_sealed = decoder(list[tuple[str, ...]])
_grants = decoder(list[Grant])
_message = decoder(Message)
_ENTRY = "version,before,line,kind,seat,by,action,hidden,journal,key,at"
WHOLE_ENTRY = f"{_ENTRY},events,remark,stats FROM entries JOIN told USING (game, version)"
_GAME = "id,setup,head,seats,words,name,pace,created,updated,undo,closed,origin,size"
WHOLE_GAME = f"{_GAME} FROM games"
KEYS = {
    "chat": "id",
    "passes": "hash",
    "tokens": "hash",
    "snapshots": "version",
    "told": "version",
    "entries": "version",
}
"""What tells apart the rows that belong to a game."""


def insert_game(
    connection: sqlite3.Connection, game: GameRow, touched: int, *, ready: bool
) -> None:
    connection.execute(
        f"INSERT INTO games ({_GAME},bot_due,touched,ready)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
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
            _encode(game.undo),
            game.closed,
            game.origin,
            game.size,
            game.bot_due(),
            touched,
            ready,
        ),
    )


def insert_entry(connection: sqlite3.Connection, game: str, entry: EntryRow) -> int:
    """Roughly the bytes it takes."""
    journal, events = _encode(entry.journal), _encode(entry.events)
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
            journal,
            entry.key,
            entry.at,
        ),
    )
    stats = None if entry.stats is None else _encode(entry.stats)
    connection.execute(
        "INSERT INTO told VALUES (?,?,?,?,?)",
        (game, entry.version, events, _write_remark(entry.remark), stats),
    )
    return len(journal) + len(events) + ROW_BYTES


def insert_snapshot(connection: sqlite3.Connection, game: str, row: SnapshotRow) -> None:
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


def update_game(
    connection: sqlite3.Connection, game: GameRow, touched: int, grown: int = 0
) -> None:
    connection.execute(
        "UPDATE games SET head=?, seats=?, words=?, name=?, pace=?, updated=?, undo=?, bot_due=?,"
        " closed=?, touched=?, size=size+? WHERE id=?",
        (
            _encode(game.head),
            _encode(game.seats),
            _encode(game.words),
            game.name,
            game.pace,
            game.updated,
            _encode(game.undo),
            game.bot_due(),
            game.closed,
            touched,
            grown,
            game.id,
        ),
    )


def read_game(row: tuple[Any, ...]) -> GameRow:
    game, setup, head, seats, words, name, pace, created, updated, undo, *more = row
    closed, origin, size = more
    return GameRow(
        id=game,
        setup=_setup.decode(setup),
        head=_head.decode(head),
        seats=_seats.decode(seats),
        words=_words.decode(words),
        name=name,
        pace=pace,
        created=created,
        updated=updated,
        undo=UndoState() if undo is None else _undo.decode(undo),
        closed=closed,
        origin=origin,
        size=size,
    )


def read_journal(lists: list[bytes]) -> list[Entry]:
    """One decode for all: each holds a JSON list, so its brackets become commas."""
    return _entries.decode(b"[" + b",".join(part[1:-1] for part in lists if len(part) > 2) + b"]")


def read_stats(data: bytes) -> dict[str, dict[str, float]]:
    return _stats.decode(data)


def _write_remark(remark: Said) -> str:
    """Most entries have none, and many only a sentence: those are written as they are."""
    return _encode(remark).decode() if remark.code else remark.text


def _read_remark(text: str) -> Said:
    return _said.decode(text) if text.startswith('{"text":') else Said(text)


def read_entry(row: tuple[Any, ...]) -> EntryRow:
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
        remark=_read_remark(remark),
        stats=None if stats is None else _stats.decode(stats),
        at=at,
    )


def read_snapshot(row: tuple[Any, ...]) -> SnapshotRow:
    version, line, rules_version, floor, rolls, transcript, sealed, state = row
    return SnapshotRow(
        version=version,
        line=line,
        rules_version=rules_version,
        floor=floor,
        rolls=rolls,
        transcript=transcript,
        sealed=_sealed.decode(sealed),
        state=state,
    )


def read_grants(data: bytes) -> list[Grant]:
    return _grants.decode(data)


def read_message(row: tuple[int, bytes]) -> Message:
    message = _message.decode(row[1])
    return msgspec.structs.replace(message, id=row[0])
