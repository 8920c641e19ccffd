"""From rows to a table and back: opening a long game never replays it from the start."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable.games import find_title
from sandtable.table import (
    Entry,
    Event,
    FairDice,
    Journal,
    Malformed,
    Position,
    Rolled,
    Rules,
    SandtableError,
    Table,
    TableView,
    Undone,
    View,
)

from .codecs import state_decoder
from .problems import Problem, damaged
from .shapes import Said
from .store import EntryRow, GameRow, Head, Setup, SnapshotRow, StoredEvent
from .tail import TailJournal


class ServedTable(Table):
    """A table that is opened from stored snapshots and shown to many."""

    @property
    def version(self) -> int:
        journal = self.journal
        return journal.version if isinstance(journal, TailJournal) else super().version

    @property
    def rolled(self) -> bool:
        return self._rolls > 0

    def since(self, version: int) -> list[Entry]:
        """The journal's entries after that version, which must be a recent one."""
        journal = self.journal
        if isinstance(journal, TailJournal):
            return journal.since(version)
        return journal.entries[version:]

    def make_whole(self, entries: list[Entry]) -> None:
        """Puts the whole journal in the place of its end."""
        self.journal = Journal.of(entries, self.journal.heading)

    def view_of(self, seat: str | None, game: View) -> TableView:
        """The seat's view around a title's view that was made already."""
        return view_of(self.rules, self.position, seat, game, self.version)


def is_open(rules: Rules[Any]) -> bool:
    """Whether the title hides nothing: it has nothing to take out of a state for a seat."""
    return type(rules).blind is Rules.blind


def view_of(
    rules: Rules[Any], position: Position[Any], seat: str | None, game: View, version: int
) -> TableView:
    return TableView(
        title=rules.id,
        seat=seat,
        version=version,
        decision=position.decision,
        asked=seat is not None and position.asks(seat),
        result=rules.result(position.state),
        game=game,
    )


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def set_table(setup: Setup) -> ServedTable:
    """The opening, without dice: chance is answered by the journal."""
    rules = find_title(setup.title)
    return ServedTable(rules, setup.options, setup.players, None, setup.edits)


def fair_dice(row: GameRow) -> FairDice:
    return FairDice(bytes.fromhex(row.setup.seed), row.words, chosen=row.setup.chosen)


def usable(row: GameRow, snapshots: Sequence[SnapshotRow]) -> list[SnapshotRow]:
    """The snapshots that the title's present rules made."""
    try:
        version = find_title(row.setup.title).version
    except (SandtableError, ImportError) as error:
        raise Problem(409, "old-rules", f"this game's title is not here: {error}") from error
    return [snapshot for snapshot in snapshots if snapshot.rules_version == version]


class LostSnapshot(Exception):
    """A game cannot be opened from its snapshots; its journal may still do."""


def rebuild(
    row: GameRow,
    snapshots: Sequence[SnapshotRow],
    entries: list[Entry],
    undos: Sequence[tuple[int, int]],
) -> ServedTable:
    """The table of a stored game, from usable snapshots (newest first) and what came after.

    Without a snapshot, ``entries`` are all there are. Raises ``LostSnapshot`` when the newest is
    missing or cannot be read: the whole journal tells the same.
    """
    try:
        table = set_table(row.setup)
        if snapshots:
            try:
                resume(table, snapshots, entries, undos)
            except (SandtableError, msgspec.MsgspecError, ValueError) as error:
                raise LostSnapshot(str(error)) from error
        else:
            _replay(table, entries)
    except (SandtableError, msgspec.MsgspecError, ValueError) as error:
        text = f"this game was played under older rules and cannot go on: {error}"
        raise Problem(409, "old-rules", text) from error
    if table.version != row.head.version:
        if snapshots:
            raise LostSnapshot(f"it leads to {table.version}, not to {row.head.version}")
        raise damaged()
    table.dice = fair_dice(row)
    return table


def resume(
    table: ServedTable,
    snapshots: Sequence[SnapshotRow],
    tail: list[Entry],
    undos: Sequence[tuple[int, int]],
) -> None:
    """Where the newest of the snapshots stands, and then on by the entries after it."""
    base = snapshots[0]
    journal = TailJournal(table.journal.heading, base)
    table.resume(journal, read_position(table.rules, base.state), base.floor)
    for snapshot in snapshots:
        # A later undo may have left the line that this snapshot stands on.
        if all(line >= snapshot.line for at, line in undos if at > snapshot.version):
            state = read_state(table.rules, snapshot.state)
            table.remember(snapshot.line, state, snapshot.rolls)
    for entry in tail:
        if isinstance(entry, Undone):
            raise Malformed("an undo was stored without its snapshot")
        table.replay(entry)


def _replay(table: Table, entries: list[Entry]) -> None:
    journal = Journal.of(entries, table.journal.heading)
    for entry in journal.line:
        table.replay(entry)
    table.journal.entries[:] = journal.entries


def read_state(rules: Rules[Any], data: bytes) -> Any:
    return state_decoder(rules).decode(data)


def read_position(rules: Rules[Any], data: bytes) -> Position[Any]:
    return Position(rules, read_state(rules, data))


def position_at(
    rules: Rules[Any], setup: Setup, entries: list[Entry], snapshots: Sequence[SnapshotRow]
) -> Position[Any]:
    """Where all of ``entries`` led; a snapshot whose line is a beginning of theirs saves work."""
    journal = Journal.of(entries)
    line = journal.line
    lengths = _shortest_since(entries)
    for snapshot in snapshots:
        if snapshot.rules_version == rules.version and lengths[snapshot.version] >= snapshot.line:
            with contextlib.suppress(msgspec.MsgspecError):
                position = read_position(rules, snapshot.state)
                return _play_on(position, line[snapshot.line :])
    return _play_on(set_table(setup).position, line)


def _shortest_since(entries: list[Entry]) -> list[int]:
    """For each version, the shortest line at it or later."""
    lengths = [0]
    for entry in entries:
        undo = getattr(entry, "length", None)
        lengths.append(lengths[-1] + 1 if undo is None else undo)
    for index in range(len(lengths) - 2, -1, -1):
        lengths[index] = min(lengths[index], lengths[index + 1])
    return lengths


def _play_on(position: Position[Any], entries: Iterable[Any]) -> Position[Any]:
    for entry in entries:
        if isinstance(entry, Rolled):
            position.resolve(entry.faces)
        else:
            position.play(entry.seat, position.rules.parse(entry.action))
    return position


# Rows from a table


def snapshot_of(table: Table, sealed: Iterable[tuple[str, ...]]) -> SnapshotRow:
    return SnapshotRow(
        version=table.version,
        line=len(table.journal),
        rules_version=table.rules.version,
        floor=table.undo_floor,
        rolls=table.journal.rolls,
        transcript=table.journal.transcript().hex(),
        sealed=sorted(sealed),
        state=msgspec.json.encode(table.state),
    )


def head_of(table: Table) -> Head:
    decision = table.decision
    return Head(
        version=table.version,
        asked=list(decision.seats) if decision else [],
        result=table.result,
    )


def store_event(event: Event) -> StoredEvent:
    data = msgspec.to_builtins(event, str_keys=True)
    data.pop("seats", None)
    kind = data.pop(event.__struct_config__.tag_field or "type", type(event).__name__)
    return StoredEvent(type=kind, text=str(event), data=data, seats=event.seats)


def statistics(table: Table) -> dict[str, dict[str, float]] | None:
    """What the title counts over time, if it counts anything."""
    return table.rules.statistics(table.state) or None


def sealed_by(entry: EntryRow) -> set[tuple[str, ...]]:
    """The secrets that an entry would put into a record, each as the seats that may know it."""
    found = {
        item.chance.seats
        for item in entry.journal
        if isinstance(item, Rolled) and item.chance.seats is not None
    }
    return found | ({(entry.seat,)} if entry.hidden and entry.seat is not None else set())


def opening_entry(table: Table, at: int) -> EntryRow:
    return EntryRow(
        version=table.version,
        before=0,
        line=len(table.journal),
        kind="open",
        seat=None,
        by="table",
        action=None,
        journal=list(table.journal.entries),
        events=[store_event(event) for event in table.opening],
        hidden=False,
        key=None,
        remark=Said(),
        stats=statistics(table),
        at=at,
    )
