"""Saves: a whole table as versioned JSON, opened without replaying the game.

The journal is the game; the snapshot is a cache of where it led, good for one version of the
title's rules. When the rules have changed since, the journal is replayed instead. A checksum
over the whole save finds damage: a save is opened as it was written, or refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from .chance import FairDice
from .errors import Illegal, Malformed, SandtableError
from .journal import Entry, Journal
from .position import Position
from .rules import OptionValue, Rules
from .table import Table

FORMAT = 1


class Save(msgspec.Struct, kw_only=True):
    """The file as it is written."""

    sandtable_save: int
    title: str
    rules_version: int
    options: dict[str, OptionValue]
    players: dict[str, str]
    edits: list[str]
    seed: str | None
    words: dict[str, str]
    journal: list[Entry]
    snapshot: msgspec.Raw
    floor: int
    checksum: str = ""


_decoder = msgspec.json.Decoder(Save)


def dump(table: Table) -> bytes:
    dice = table.dice if isinstance(table.dice, FairDice) else None
    save = Save(
        sandtable_save=FORMAT,
        title=table.rules.id,
        rules_version=table.rules.version,
        options=table.options,
        players=table.players,
        edits=table.edits,
        seed=dice.seed.hex() if dice else None,
        words=dice.words if dice else {},
        journal=table.journal.entries,
        snapshot=msgspec.Raw(msgspec.json.encode(table.state)),
        floor=table.undo_floor,
    )
    save.checksum = _checksum(save)
    return msgspec.json.encode(save)


def _checksum(save: Save) -> str:
    bare = msgspec.structs.replace(save, checksum="")
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()


def restore(data: bytes, find: Callable[[str], Rules[Any]], make: type[Table] = Table) -> Table:
    """Open a save as a table, or as what ``make`` says; raises ``Malformed`` if it is none."""
    save = _decode(data)
    rules = find(save.title)
    try:
        table = make(rules, save.options, save.players, None, save.edits)
    except Illegal as error:
        raise Malformed(f"the save's seats cannot be shared like that: {error}") from error
    journal = Journal.of(save.journal, table.journal.heading)
    if not 0 <= save.floor <= len(journal):
        raise Malformed(f"the save's undo goes back to an entry {save.floor} it lacks")
    dice = _dice(save)
    if save.rules_version == rules.version:
        try:
            state = msgspec.json.decode(save.snapshot, type=rules.state_type)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Malformed(f"the save's position cannot be read: {error}") from error
        table.resume(journal, Position(rules, state), save.floor)
    else:
        _replay(table, journal)
    table.dice = dice
    return table


def _dice(save: Save) -> FairDice | None:
    if save.seed is None:
        return None
    try:
        return FairDice(bytes.fromhex(save.seed), save.words)
    except ValueError as error:
        raise Malformed("the save's dice seed cannot be read") from error


def _decode(data: bytes) -> Save:
    try:
        head = msgspec.json.decode(data)
        version = head.get("sandtable_save") if isinstance(head, dict) else None
        if version != FORMAT:
            known = f"this program reads format {FORMAT}"
            raise Malformed(f"not a save this program can read (format {version}; {known})")
        save = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"not a save: {error}") from error
    if _checksum(save) != save.checksum:
        raise Malformed("the save is damaged: its checksum does not fit")
    return save


def _replay(table: Table, journal: Journal) -> None:
    for number, entry in enumerate(journal.line, start=1):
        try:
            table.replay(entry)
        except SandtableError as error:
            raise Malformed(f"entry {number} of the save no longer plays: {error}") from error
    # The undone entries too: the journal's count is the game's version, and never goes down.
    table.journal.entries[:] = journal.entries
