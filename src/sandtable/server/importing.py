"""Games that are brought in: replayed by a worker, handed over in pieces.

Reading and replaying somebody's text takes as long and as much memory as they like, so a process
does it that can be given up. What it sends back is only put away here, piece by piece, so that
other tables go on in between.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from sandtable.games import find_title
from sandtable.table import (
    FairDice,
    Malformed,
    OptionValue,
    Table,
    play_record,
    read_record,
    restore,
)

from .codecs import decoder
from .names import check_player
from .shapes import Said
from .store import EntryRow, Setup, SnapshotRow
from .tables import (
    ServedTable,
    now,
    opening_entry,
    resume,
    sealed_by,
    set_table,
    snapshot_of,
    statistics,
    store_event,
)

MOST_ENTRIES = 20_000
"""Actions and rolls of a game that is brought in; the longest real ones have a quarter of that."""
MOST_EDITS = 2_000
"""Edit lines of a study: they are carried out whenever it is opened."""
PIECE = 100
"""Entries that are read without letting others have their turn."""

_rows = decoder(list[EntryRow])


class Carried(msgspec.Struct, kw_only=True):
    """What a worker makes of the text."""

    title: str
    options: dict[str, OptionValue]
    players: dict[str, str]
    edits: list[str]
    seed: str
    words: dict[str, str]
    chosen: bool
    snapshot: SnapshotRow
    pieces: list[msgspec.Raw]

    async def unpack(self) -> tuple[ServedTable, list[EntryRow]]:
        table = set_table(
            Setup(
                title=self.title,
                options=self.options,
                players=self.players,
                edits=self.edits,
                seed=self.seed,
                chosen=self.chosen,
            )
        )
        resume(table, [self.snapshot], [], [])
        table.dice = FairDice(bytes.fromhex(self.seed), self.words, chosen=self.chosen)
        rows: list[EntryRow] = []
        for piece in self.pieces:
            rows += _rows.decode(piece)
            await asyncio.sleep(0)
        return table, rows


def carry(args: dict[str, Any]) -> Carried:
    """The worker's part; raises ``SandtableError`` when the text is no game."""
    table, rows = import_table(args["text"])
    dice = table.dice
    assert isinstance(dice, FairDice)
    sealed = {seats for row in rows for seats in sealed_by(row)}
    return Carried(
        title=table.rules.id,
        options=table.options,
        players=table.players,
        edits=table.edits,
        seed=dice.seed.hex(),
        words=dice.words,
        chosen=dice.chosen,
        snapshot=snapshot_of(table, sealed),
        pieces=[
            msgspec.Raw(msgspec.json.encode(rows[start : start + PIECE]))
            for start in range(0, len(rows), PIECE)
        ],
    )


def import_table(text: str) -> tuple[ServedTable, list[EntryRow]]:
    """A table from the text of a record or a save, with the rows of its history.

    Whoever has the text of a game that goes on knows the seed in it: it counts as chosen.
    """
    if text.lstrip().startswith("{"):
        saved = restore(text.encode(), find_title)
        _require_short(len(saved.journal.entries), len(saved.edits))
        known = saved.dice if isinstance(saved.dice, FairDice) else None
    else:
        record = read_record(text)
        edits = sum(line.kind == "edit" for line in record.body)
        _require_short(len(record.body) - edits, edits)
        saved = play_record(record, find_title)
        known = FairDice(bytes.fromhex(record.seed), record.words) if record.seed else None
    for name in saved.players.values():
        try:
            check_player(name)
        except ValueError as error:
            raise Malformed(str(error)) from error
    going_on = saved.result is None
    dice = FairDice(known.seed, known.words, chosen=going_on) if known else FairDice()
    table = ServedTable(saved.rules, saved.options, saved.players, None, saved.edits)
    rows = _replay_rows(table, saved)
    pending = table.position.chance is not None
    saved.dice = dice
    table.dice = dice
    if pending:
        raise Malformed("the game stops in the middle of a roll")
    return table, rows


def _require_short(entries: int, edits: int) -> None:
    if entries > MOST_ENTRIES:
        raise Malformed(f"a game of {entries} entries is too long; {MOST_ENTRIES} can be taken in")
    if edits > MOST_EDITS:
        raise Malformed(f"{edits} edits are too many; a study has at most {MOST_EDITS}")


def _replay_rows(table: ServedTable, saved: Table) -> list[EntryRow]:
    """Plays the line in force once more, so that the history has its events.

    What was taken back is not carried over: an imported game begins with a clean line.
    """
    at = now()
    rows = [opening_entry(table, at)]
    rows[0].version = rows[0].line = 0
    rows[0].journal = []
    counted = rows[0].stats
    for entry in saved.journal.line:
        before = table.version
        events = [store_event(event) for event in table.replay(entry)]
        played = getattr(entry, "action", None)
        if played is None:
            rows[-1].journal.append(entry)
            rows[-1].events += events
        else:
            rows.append(
                EntryRow(
                    version=0,
                    before=before,
                    line=0,
                    kind="play",
                    seat=entry.seat,  # type: ignore[union-attr]
                    by="human",
                    action=played,
                    hidden=table.rules.hides(table.rules.parse(played)),
                    journal=[entry],
                    events=events,
                    key=None,
                    remark=Said(),
                    stats=None,
                    at=at,
                )
            )
        last = rows[-1]
        last.version, last.line = table.version, len(table.journal)
        if table.position.chance is None:
            fresh = statistics(table)
            last.stats, counted = (fresh if fresh != counted else None), fresh
    return rows
