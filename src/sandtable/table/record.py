"""Records: a game or a study as a text file, one line a fact. See docs/notation.md.

::

    sandtable record 1
    title: anniversary-1941
    option research: yes
    player germany: Anna
    commitment: 5f0c…
    word germany: swordfish

    edit: place 3 infantry germany poland
    dice: 2 6 3
    germany: buy 2 infantry
    roll: 3 1 5 ; attack, ukraine, round 1

    reveal: 90ab…
    seal: 77de…
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from .chance import FairDice
from .errors import BadRecord, Illegal, Malformed
from .journal import Rolled, entry_text
from .rules import OptionValue, Rules, write_option
from .table import Table

MAGIC = "sandtable record 1"


class Line(msgspec.Struct, frozen=True):
    """A body line: what kind (``edit``, ``dice``, ``roll``, or a seat's name) and its text."""

    number: int
    kind: str
    text: str


class Record(msgspec.Struct, kw_only=True):
    """A record as read, before any of it is played."""

    title: str
    title_line: int = 0
    options: dict[str, OptionValue] = {}
    players: dict[str, str] = {}
    commitment: str = ""
    words: dict[str, str] = {}
    body: list[Line] = []
    reveal: str = ""
    seal: str = ""

    @property
    def is_study(self) -> bool:
        return not any(line.kind == "roll" for line in self.body) and any(
            line.kind in ("edit", "dice") for line in self.body
        )


def read_record(text: str) -> Record:
    """Read the text of a record; raises ``BadRecord`` with the line and the reason."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != MAGIC:
        raise BadRecord(1, f"a record begins with '{MAGIC}'")
    record = Record(title="")
    for number, raw in enumerate(lines[1:], start=2):
        line = re.sub(r"(^|\s)#.*$", "", raw).strip()
        if line:
            _read_line(record, number, line)
    if not record.title:
        raise BadRecord(len(lines), "the record names no title")
    return record


_HEX = re.compile(r"[0-9a-f]{64}")


def _read_line(record: Record, number: int, line: str) -> None:
    head, colon, text = line.partition(":")
    head, text = head.strip(), text.strip()
    if not colon:
        raise BadRecord(number, f"'{line}' has no colon; a line is 'who: what'")
    word, _, name = head.partition(" ")
    if record.seal or (record.reveal and head != "seal"):
        raise BadRecord(number, "nothing may follow the reveal and the seal")
    if head == "title" and not record.title:
        record.title, record.title_line = text, number
    elif word == "option" and name:
        _once(record.options, name, text, number)
    elif word == "player" and name:
        _once(record.players, name, text, number)
    elif word == "word" and name:
        _once(record.words, name, text, number)
    elif head in ("commitment", "reveal", "seal"):
        if not _HEX.fullmatch(text):
            raise BadRecord(number, f"{head} is 64 hexadecimal digits")
        if getattr(record, head):
            raise BadRecord(number, f"{head} is given twice")
        setattr(record, head, text)
    elif " " in head or not head:
        raise BadRecord(number, f"'{head}' is neither a heading nor a seat")
    else:
        record.body.append(Line(number, head, text))


def _once(target: dict[str, Any], name: str, text: str, number: int) -> None:
    if name in target:
        raise BadRecord(number, f"{name} is given twice")
    target[name] = text


def play_record(record: Record, find: Callable[[str], Rules[Any]], at: int | None = None) -> Table:
    """Set the table and play the record's lines, or only its first ``at`` actions.

    Rolls are taken as the record gives them; ``verify_record`` tells whether they are honest.
    A table that stops where the record does waits for dice to be put on it (``table.dice``).
    """
    table = _set_table(record, find)
    fixed: list[int] = []
    actions = 0
    for line in record.body:
        is_action = line.kind not in ("edit", "dice", "roll")
        if is_action and at is not None and actions >= at:
            return table
        actions += is_action
        _play_line(table, fixed, line)
    chance = table.position.chance
    last = record.body[-1].number if record.body else record.title_line
    if chance is not None:
        raise BadRecord(last, f"the record ends before the dice for {chance.why}")
    if fixed:
        raise BadRecord(last, f"{len(fixed)} of the fixed dice were never rolled")
    return table


def _set_table(record: Record, find: Callable[[str], Rules[Any]]) -> Table:
    edits = [line for line in record.body if line.kind == "edit"]
    try:
        rules = find(record.title)
        options = rules.read_options(record.options)
        players = {seat: record.players.get(seat, seat) for seat in rules.seats(options)}
        # A first table finds errors of the heading; the edits are tried one by one on its opening.
        Table(rules, options, record.players, dice=None)
    except (Malformed, Illegal) as error:
        raise BadRecord(record.title_line, str(error)) from error
    state = rules.setup(options, players)
    for line in edits:
        try:
            rules.edit(state, line.text)
        except Malformed as error:
            raise BadRecord(line.number, str(error)) from error
    return Table(rules, options, record.players, dice=None, edits=[line.text for line in edits])


def _play_line(table: Table, fixed: list[int], line: Line) -> None:
    try:
        if line.kind == "edit":
            if len(table.journal):
                raise BadRecord(line.number, "edits come before the first action")
        elif line.kind == "dice":
            fixed += _faces(line)
        elif line.kind == "roll":
            chance = table.position.chance
            if chance is None:
                raise BadRecord(line.number, "no dice are rolled here")
            table.replay(Rolled(chance, _faces(line)))
        else:
            chance = table.position.chance
            if chance is not None:
                raise BadRecord(line.number, f"the dice for {chance.why} are missing")
            table.play(line.text, line.kind)
        _use_fixed(table, fixed)
    except Illegal as error:
        raise BadRecord(line.number, str(error), error.refusal) from error
    except Malformed as error:
        raise BadRecord(line.number, str(error)) from error


def _use_fixed(table: Table, fixed: list[int]) -> None:
    chance = table.position.chance
    while chance is not None and len(fixed) >= len(chance.sides):
        faces = tuple(fixed[: len(chance.sides)])
        del fixed[: len(chance.sides)]
        table.replay(Rolled(chance, faces))
        chance = table.position.chance


def _faces(line: Line) -> tuple[int, ...]:
    try:
        return tuple(int(face) for face in line.text.partition(";")[0].split())
    except ValueError:
        raise BadRecord(line.number, "dice are whole numbers with spaces between") from None


def write_record(table: Table) -> str:
    """The table's line of play as a record; once the game is over the seed is revealed in it."""
    lines = [MAGIC, f"title: {table.rules.id}"]
    lines += [
        f"option {option.name}: {write_option(table.options[option.name])}"
        for option in table.rules.options
        if table.options[option.name] != option.default
    ]
    lines += [f"player {seat}: {name}" for seat, name in table.players.items() if name != seat]
    dice = table.dice
    if isinstance(dice, FairDice):
        lines.append(f"commitment: {dice.commitment}")
        lines += [f"word {seat}: {word}" for seat, word in sorted(dice.words.items())]
    lines.append("")
    lines += [f"edit: {edit}" for edit in table.edits]
    lines += [entry_text(entry) for entry in table.journal.line]
    if isinstance(dice, FairDice) and table.result is not None:
        lines += [
            "",
            f"reveal: {dice.seed.hex()}",
            f"seal: {dice.seal(table.journal.transcript())}",
        ]
    return "\n".join(lines) + "\n"


def verify_record(record: Record, find: Callable[[str], Rules[Any]]) -> int:
    """Whether every roll follows from the revealed seed; returns how many there are.

    Raises ``BadRecord`` at the first line that does not.
    """
    if not (record.commitment and record.reveal and record.seal):
        raise BadRecord(1, "only a record with commitment, reveal and seal can be verified")
    seed = bytes.fromhex(record.reveal)
    dice = FairDice(seed, record.words)
    last = record.body[-1].number if record.body else record.title_line
    if dice.commitment != record.commitment:
        raise BadRecord(last + 1, "the revealed seed is not the one committed to")
    if any(line.kind in ("edit", "dice") for line in record.body):
        raise BadRecord(last, "a study with edits or fixed dice proves nothing")
    table = _set_table(record, find)
    rolls = 0
    for line in record.body:
        chance = table.position.chance
        if line.kind == "roll" and chance is not None:
            if dice.faces(chance, rolls, table.journal.transcript()) != _faces(line):
                raise BadRecord(line.number, f"these are not the dice for {chance.why}")
            rolls += 1
        _play_line(table, [], line)
    if dice.seal(table.journal.transcript()) != record.seal:
        raise BadRecord(last, "the seal does not fit the moves of this record")
    return rolls
