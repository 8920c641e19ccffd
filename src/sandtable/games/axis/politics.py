"""The rows of ``politics.csv``: who is at war at the start, who may declare war, and when.

``diplomacy`` carries them out. A board without the table knows only war between its sides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from .conditions import Call, Reader
from .tables import FIRST_LINE, BadTable, Tables, known, listed, number

FILE = "politics.csv"
AT_WAR, DECLARE, TOGETHER, ACT_OF_WAR = "at-war", "declare", "together", "act-of-war"
KINDS = (AT_WAR, DECLARE, TOGETHER, ACT_OF_WAR)
NEVER = "never"


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """One row; a wait until turn 0 never ends by itself."""

    kind: str
    power: int
    targets: tuple[int, ...]
    phase: str
    """At the start of which phase of its turn the power may declare war."""
    from_turn: int
    to_turn: int
    """The last turn, 0: there is none."""
    unless: Call | None
    """Ends the wait for ``from_turn`` as soon as it is true."""
    condition: Call | None
    """Must hold in any case."""
    rules: tuple[str, ...]
    """Ids of the ledger."""


def read_politics(
    tables: Tables, reader: Reader, power: Mapping[str, int], phases: Collection[str]
) -> tuple[Policy, ...]:
    found = []
    for line, row in enumerate(tables.rows(FILE, optional=True), FIRST_LINE):
        kind = known(FILE, line, row["kind"], KINDS, "kind of row")
        if kind == DECLARE:
            known(FILE, line, row["phase"], phases, "phase")
        elif kind == ACT_OF_WAR and not row["condition"]:
            raise BadTable(FILE, line, "an act of war needs its condition")
        never = row["from_turn"] == NEVER
        if never and not row["unless"]:
            raise BadTable(FILE, line, "a wait without end needs what ends it")
        found.append(
            Policy(
                kind=kind,
                power=power[known(FILE, line, row["power"], power, "power")],
                targets=tuple(
                    power[known(FILE, line, name, power, "power")]
                    for name in listed(row["targets"])
                ),
                phase=row["phase"],
                from_turn=0 if never else number(FILE, line, row["from_turn"] or "1"),
                to_turn=number(FILE, line, row["to_turn"]),
                unless=_optional(reader, row["unless"], line),
                condition=_optional(reader, row["condition"], line),
                rules=listed(row["ledger"]),
            )
        )
    return tuple(found)


def _optional(reader: Reader, text: str, line: int) -> Call | None:
    return reader.condition(text, FILE, line) if text else None
