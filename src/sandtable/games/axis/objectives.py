"""National objectives: what is paid for which condition."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .conditions import Call, Reader
from .tables import FIRST_LINE, BadTable, Tables, known, listed, number

FILE = "objectives.csv"


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """A bonus for a power; ``each(…)`` in the condition pays it for every space."""

    index: int
    power: str
    bonus: int
    text: str
    condition: Call
    once: bool = False
    """Paid only the first time."""
    purse: str = ""
    """Which purse of the power is paid, if not its own."""
    units_in: str = ""
    """Paid in units that are placed in this space."""
    allows: str = ""
    """A unit that can be bought while the condition holds."""


def read_objectives(
    tables: Tables,
    reader: Reader,
    power: Mapping[str, int],
    kind: Mapping[str, int],
) -> tuple[Objective, ...]:
    found: list[Objective] = []
    for line, row in enumerate(tables.rows(FILE), FIRST_LINE):
        condition = reader.condition(row["condition"], FILE, line)
        notes = _notes(row["note"], line)
        if ("one-time" in notes) != (condition.name == "once"):
            raise BadTable(FILE, line, "one-time and once(…) go together")
        if ("per-space" in notes) != ("each(" in row["condition"]):
            raise BadTable(FILE, line, "per-space and each(…) go together")
        found.append(
            Objective(
                index=len(found),
                power=known(FILE, line, row["power"], power, "power"),
                bonus=number(FILE, line, row["bonus"]),
                text=row["condition"],
                condition=condition,
                once="one-time" in notes,
                purse=_name(notes, "purse", line, reader.words.purses),
                units_in=_name(notes, "paid-in-units-placed-in", line, reader.words.spaces),
                allows=_name(notes, "also-allows-buying", line, kind),
            )
        )
    return tuple(found)


NOTES = ("per-space", "one-time", "purse", "paid-in-units-placed-in", "also-allows-buying")


def _notes(text: str, line: int) -> dict[str, str]:
    notes = {}
    for note in listed(text):
        name, _, value = note.partition(":")
        notes[known(FILE, line, name, NOTES, "note")] = value
    return notes


def _name(notes: Mapping[str, str], note: str, line: int, names: object) -> str:
    if note not in notes:
        return ""
    return known(FILE, line, notes[note], names, note)  # type: ignore[arg-type]
