"""What of the stored game one person may be shown."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.table import Rolled

from .shapes import EntryOut, EventOut, RollOut, Said
from .store import EntryRow
from .tokens import Rights


def sees(seats: tuple[str, ...] | None, rights: Rights) -> bool:
    return seats is None or any(seat in rights.seats for seat in seats)


def is_undone(entry: EntryRow, undos: Sequence[tuple[int, int]]) -> bool:
    return entry.kind == "play" and any(
        version > entry.version and line < entry.line for version, line in undos
    )


def render_entry(
    entry: EntryRow, rights: Rights, undos: Sequence[tuple[int, int]], *, over: bool
) -> EntryOut:
    """``over``: the record is public now, so nothing in it is hidden any more."""
    own = entry.seat is not None and entry.seat in rights.seats
    return EntryOut(
        version=entry.version,
        before=entry.before,
        line=entry.line,
        kind=entry.kind,
        seat=entry.seat,
        by=entry.by,
        action=entry.action if over or own or not entry.hidden else None,
        rolls=[
            RollOut(
                item.chance.why,
                item.chance.sides,
                item.faces if over or sees(item.chance.seats, rights) else None,
            )
            for item in entry.journal
            if isinstance(item, Rolled)
        ],
        events=[
            EventOut(event.type, event.text, event.data)
            for event in entry.events
            if over or sees(event.seats, rights)
        ],
        remark=entry.remark if over or own or not entry.hidden else Said(),
        undone=is_undone(entry, undos),
        at=entry.at,
    )
