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
from .journal import Played, Rolled, entry_text
from .lines import LONGEST_LINE
from .rules import Options, OptionValue, Rules, write_option
from .table import Table

MAGIC = "sandtable record 1"

NOT_ACTIONS = ("edit", "dice", "roll")
"""Kinds of body line that no seat plays."""

HEADINGS = ("title", "commitment", "seed", "reveal", "seal")
RESERVED = (*NOT_ACTIONS, *HEADINGS, "option", "player", "word")
"""Words that begin a line of a record, so no seat can have them as its name."""


class Line(msgspec.Struct, frozen=True):
    """A body line: what kind (``edit``, ``dice``, ``roll``, or a seat's name) and its text."""

    number: int
    kind: str
    text: str
    note: str = ""
    """The comment behind it."""


class Record(msgspec.Struct, kw_only=True):
    """A record as read, before any of it is played. ``lines`` says where each heading stands."""

    title: str
    options: dict[str, OptionValue] = {}
    players: dict[str, str] = {}
    commitment: str = ""
    seed: str = ""
    """Of dice whose seed was chosen, so that somebody could foretell them: known to all then."""
    words: dict[str, str] = {}
    body: list[Line] = []
    reveal: str = ""
    seal: str = ""
    lines: dict[str, int] = {}

    @property
    def is_study(self) -> bool:
        return not any(line.kind == "roll" for line in self.body) and any(
            line.kind in ("edit", "dice") for line in self.body
        )

    @property
    def actions(self) -> int:
        """How many of its lines are actions of a seat."""
        return sum(1 for line in self.body if line.kind not in NOT_ACTIONS)

    @property
    def last(self) -> int:
        """The number of the last body line."""
        return self.body[-1].number if self.body else self.lines.get("title", 1)

    def __str__(self) -> str:
        """The text that reads back as this record."""
        lines = [MAGIC, f"title: {self.title}"]
        lines += [f"option {name}: {write_option(value)}" for name, value in self.options.items()]
        lines += [f"player {seat}: {name}" for seat, name in self.players.items()]
        if self.commitment:
            lines.append(f"commitment: {self.commitment}")
        if self.seed:
            lines.append(f"seed: {self.seed}")
        lines += [f"word {seat}: {word}" for seat, word in sorted(self.words.items())]
        lines.append("")
        lines += [
            f"{line.kind}: {line.text}" + (f"  # {line.note}" if line.note else "")
            for line in self.body
        ]
        if self.reveal or self.seal:
            lines.append("")
        lines += [f"{head}: {getattr(self, head)}" for head in _PROOF if getattr(self, head)]
        return "\n".join(lines) + "\n"


_PROOF = ("reveal", "seal")
_HEX = re.compile(r"[0-9a-f]{64}")
_FACES = re.compile(r"[0-9]+( +[0-9]+)*|")


# Reading


def read_record(text: str) -> Record:
    """Read the text of a record; raises ``BadRecord`` with the line and the reason."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != MAGIC:
        raise BadRecord(1, f"a record begins with '{MAGIC}'")
    record = Record(title="")
    for number, raw in enumerate(lines[1:], start=2):
        if len(raw) > LONGEST_LINE:
            raise BadRecord(number, f"a line has at most {LONGEST_LINE} letters")
        line, comment = _split(raw)
        if line:
            _read_line(record, number, line, comment)
    if not record.title:
        raise BadRecord(len(lines), "the record names no title")
    return record


def _split(raw: str) -> tuple[str, str]:
    """A line without its comment, and the comment."""
    found = re.search(r"(^|\s)#", raw)
    if found is None:
        return raw.strip(), ""
    return raw[: found.start()].strip(), raw[found.end() :].strip()


def _read_line(record: Record, number: int, line: str, comment: str) -> None:
    head, colon, text = line.partition(":")
    head, text = " ".join(head.split()), text.strip()
    if not colon:
        raise BadRecord(number, f"'{line}' has no colon; a line is 'who: what'")
    word, _, name = head.partition(" ")
    if record.seal or (record.reveal and head != "seal"):
        raise BadRecord(number, "nothing may follow the reveal and the seal")
    if head in HEADINGS or (word in ("option", "player", "word") and name):
        _read_heading(record, number, head, text)
    elif " " in head or not head or head in RESERVED[len(NOT_ACTIONS) :]:
        raise BadRecord(number, f"'{head}' is neither a heading nor a seat")
    else:
        record.body.append(Line(number, head, text, comment))


def _read_heading(record: Record, number: int, head: str, text: str) -> None:
    word, _, name = head.partition(" ")
    if head in record.lines:
        raise BadRecord(number, f"{head} is given twice")
    if record.body and word not in _PROOF:
        raise BadRecord(number, f"{head} belongs above the first edit, dice or action")
    if not text:
        raise BadRecord(number, f"{head} says nothing")
    if head in HEADINGS[1:] and not _HEX.fullmatch(text):
        raise BadRecord(number, f"{head} is 64 hexadecimal digits")
    record.lines[head] = number
    if name:
        named: dict[str, Any] = getattr(record, f"{word}s")
        named[name] = text
    else:
        setattr(record, head, text)


# Playing


def play_record(
    record: Record,
    find: Callable[[str], Rules[Any]],
    at: int | None = None,
    make: type[Table] = Table,
) -> Table:
    """Set the table and play the record's lines, or only its first ``at`` actions.

    Rolls are taken as the record gives them; ``verify_record`` tells whether they are honest.
    A table that stops where the record does waits for dice to be put on it (``table.dice``).
    """
    if at is not None and not 0 <= at <= record.actions:
        raise Malformed(f"the record has {record.actions} actions, so none is number {at}")
    table = _set_table(record, find, make)
    fixed: list[int] = []
    actions = 0
    _use_fixed(table, fixed)
    for line in record.body:
        is_action = line.kind not in NOT_ACTIONS
        if is_action and actions == at:
            return table
        actions += is_action
        _play_line(table, fixed, line)
    if at is None or at == record.actions:
        _expect_no_more(record, table, fixed)
    return table


def _expect_no_more(record: Record, table: Table, fixed: list[int]) -> None:
    chance = table.position.chance
    if chance is not None and len(table.journal):
        raise BadRecord(record.last, f"the record ends before the dice for {chance.why}")
    if fixed:
        raise BadRecord(record.last, f"{len(fixed)} of the fixed dice were never rolled")


def _set_table(
    record: Record, find: Callable[[str], Rules[Any]], make: type[Table] = Table
) -> Table:
    where = record.lines
    with _blaming(where.get("title", 1)):
        rules = find(record.title)
    seats = rules.seats(_read_options(record, rules))
    for kind, given in (("player", record.players), ("word", record.words)):
        for seat in given:
            with _blaming(where.get(f"{kind} {seat}", 1)):
                if seat not in seats:
                    raise Malformed(f"there is no seat {seat}; there are {', '.join(seats)}")
    first = [where.get(f"player {seat}", 1) for seat in record.players]
    with _blaming(min(first, default=where.get("title", 1))):
        table = make(rules, record.options, record.players, dice=None)
    edits = [line for line in record.body if line.kind == "edit"]
    if not edits:
        return table
    # Each edit is tried on its own first, so that a bad one is found by its line.
    state = rules.setup(table.options, table.players)
    for line in edits:
        with _blaming(line.number):
            rules.edit(state, line.text)
    with _blaming(edits[-1].number):
        return make(rules, record.options, record.players, None, [line.text for line in edits])


def _read_options(record: Record, rules: Rules[Any]) -> Options:
    """Options may be wrong together; one that is wrong by itself is found by its line."""
    try:
        return rules.read_options(record.options)
    except Malformed as error:
        line = record.lines.get("title", 1)
        for name, value in record.options.items():
            line = record.lines.get(f"option {name}", 1)
            with _blaming(line):
                Rules.read_options(rules, {name: value})
        raise BadRecord(line, str(error)) from error


class _blaming:  # noqa: N801 - reads as a sentence: with _blaming(line)
    """Turns the errors of a block into those of a record's line."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Illegal):
            raise BadRecord(self.line, str(error), error.refusal) from error
        if isinstance(error, Malformed):
            raise BadRecord(self.line, str(error)) from error


def _play_line(table: Table, fixed: list[int], line: Line) -> None:
    chance = table.position.chance
    with _blaming(line.number):
        if line.kind == "edit":
            if any(not isinstance(entry, Rolled) for entry in table.journal.line):
                raise Malformed("edits come before the first action")
        elif line.kind == "dice":
            fixed += _faces(line)
        elif line.kind == "roll":
            if chance is None:
                raise Malformed("no dice are rolled here")
            table.replay(Rolled(chance, _faces(line)))
        else:
            if chance is not None:
                raise Malformed(f"the dice for {chance.why} are missing")
            table.play(line.text, line.kind)
        _use_fixed(table, fixed)


def _use_fixed(table: Table, fixed: list[int]) -> None:
    chance = table.position.chance
    while chance is not None and fixed and len(fixed) >= len(chance.sides):
        faces = tuple(fixed[: len(chance.sides)])
        del fixed[: len(chance.sides)]
        table.replay(Rolled(chance, faces))
        chance = table.position.chance


def _faces(line: Line) -> tuple[int, ...]:
    faces = line.text.partition(";")[0].strip()
    if not _FACES.fullmatch(faces):
        raise Malformed("dice are whole numbers with spaces between")
    return tuple(int(face) for face in faces.split())


# Writing


def write_record(table: Table, *, finished: bool | None = None) -> str:
    """The table's line of play as a record; once the game is over the seed is revealed in it.

    Only dice that made every roll of the game sign it: a record that went on with fresh dice,
    or a study, proves nothing and says so by having no commitment.
    """
    record = Record(
        title=table.rules.id,
        options={
            option.name: table.options[option.name]
            for option in table.rules.options
            if table.options[option.name] != option.default
        },
        players={seat: name for seat, name in table.players.items() if name != seat},
    )
    dice = table.dice
    if isinstance(dice, FairDice) and _all_from(dice, table):
        record.commitment = dice.commitment
        record.seed = dice.seed.hex() if dice.chosen else ""
        record.words = dice.words
        if finished if finished is not None else table.result is not None:
            record.reveal = dice.seed.hex()
            record.seal = _seal(dice, table)
    record.body = [Line(0, "edit", edit) for edit in table.edits]
    for entry in table.journal.line:
        kind, _, text = entry_text(entry).partition(": ")
        note = entry.note if isinstance(entry, Played) else ""
        record.body.append(Line(0, kind, text, note))
    return str(record)


def _all_from(dice: FairDice, table: Table) -> bool:
    if table.edits:
        return False
    journal = table.journal
    journal.transcript()
    rolls = ((at, entry) for at, entry in enumerate(journal.line) if isinstance(entry, Rolled))
    return all(
        dice.faces(entry.chance, number, journal.transcript(at)) == entry.faces
        for number, (at, entry) in enumerate(rolls)
    )


def _seal(dice: FairDice, table: Table) -> str:
    players = "".join(f"{seat}={name}\n" for seat, name in table.players.items())
    return dice.seal(table.journal.transcript() + players.encode())


# Verifying


def verify_record(record: Record, find: Callable[[str], Rules[Any]]) -> int:
    """Whether every roll follows from the revealed seed; returns how many there are.

    Raises ``BadRecord`` at the first line that does not, ``Malformed`` when nothing is claimed.
    """
    if not (record.commitment and record.reveal and record.seal):
        raise Malformed("only a finished record, with commitment, reveal and seal, can be verified")
    if any(line.kind in ("edit", "dice") for line in record.body):
        raise Malformed("a study with edits or fixed dice proves nothing")
    if record.seed and record.seed != record.reveal:
        raise BadRecord(record.lines["reveal"], "the revealed seed is not the one that was chosen")
    dice = FairDice(bytes.fromhex(record.reveal), record.words)
    if dice.commitment != record.commitment:
        raise BadRecord(record.lines["reveal"], "the revealed seed is not the one committed to")
    table = _set_table(record, find)
    rolls = 0
    for line in record.body:
        chance = table.position.chance
        if line.kind == "roll" and chance is not None:
            with _blaming(line.number):
                if dice.faces(chance, rolls, table.journal.transcript()) != _faces(line):
                    raise Malformed(f"these are not the dice for {chance.why}")
            rolls += 1
        _play_line(table, [], line)
    _expect_no_more(record, table, [])
    if _seal(dice, table) != record.seal:
        raise BadRecord(record.lines["seal"], "the seal does not fit the moves of this record")
    return rolls
