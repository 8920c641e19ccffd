"""The rows of ``restrictions.csv``: where a power's units may not be, and what it may not do.

``access`` answers by them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from .conditions import HOLDERS, Call, Items, Reader, asks_for_units, parse
from .tables import FIRST_LINE, BadTable, Tables, known, listed

FILE = "restrictions.csv"
ATTACK_NEVER, ENTER_NEVER, END_NEVER = "attack-never", "enter-never", "end-never"
END_ONLY, STAY_IN = "end-only", "stay-in"
ENTER_MAY, TAKE_OVER = "enter-may", "take-over"
USE_NEVER, PHASE_NEVER = "use-never", "phase-never"
KINDS = (
    ATTACK_NEVER,
    ENTER_NEVER,
    END_NEVER,
    END_ONLY,
    STAY_IN,
    ENTER_MAY,
    TAKE_OVER,
    USE_NEVER,
    PHASE_NEVER,
)
LASTING = (ENTER_NEVER, END_NEVER, END_ONLY, STAY_IN, ENTER_MAY, TAKE_OVER, USE_NEVER)
"""Rows that mean the same while owners, relations and deeds do: see ``standing``."""
ASSETS = ("ships", "naval-bases")
ANY = "any"
UNITS = (ANY, "land", "air", "sea", "transports", "warship", "takes-land")
EVERY = "every"


class Restriction(msgspec.Struct, frozen=True, kw_only=True):
    """One row. It holds for ``power`` (-1: each, then called self) while ``when`` is true."""

    index: int
    kind: str
    power: int
    units: frozenset[str]
    what: Items
    """Spaces; for ``use-never`` assets of powers, for ``phase-never`` phases."""
    within: Items
    """Inside which spaces it holds; empty: everywhere."""
    phase: str
    """In which phase it holds; empty: in all."""
    when: Call | None
    rules: tuple[str, ...]
    """Ids of the ledger."""


def read_restrictions(
    tables: Tables, reader: Reader, power: Mapping[str, int], phases: Collection[str]
) -> tuple[Restriction, ...]:
    found: list[Restriction] = []
    for line, row in enumerate(tables.rows(FILE, optional=True), FIRST_LINE):
        kind = known(FILE, line, row["kind"], KINDS, "kind of row")
        units = listed(row["units"])
        for word in units:
            known(FILE, line, word, UNITS, "sort of units")
        if not units and kind != PHASE_NEVER:
            raise BadTable(FILE, line, "for which units?")
        within = row["within"]
        restriction = Restriction(
            index=len(found),
            kind=kind,
            power=-1
            if row["power"] == EVERY
            else power[known(FILE, line, row["power"], power, "power")],
            units=frozenset(units),
            what=_what(reader, kind, row["what"], line, phases),
            within=reader.spaces(within, FILE, line) if within and within not in phases else (),
            phase=within if within in phases else "",
            when=reader.condition(row["while"], FILE, line) if row["while"] else None,
            rules=listed(row["ledger"]),
        )
        if kind in LASTING and asks_for_units((*restriction.what, *_one(restriction.when))):
            raise BadTable(FILE, line, f"{kind} cannot depend on who stands where")
        found.append(restriction)
    return tuple(found)


def _one(when: Call | None) -> tuple[Call, ...]:
    return () if when is None else (when,)


def _what(reader: Reader, kind: str, text: str, line: int, phases: Collection[str]) -> Items:
    if kind not in (USE_NEVER, PHASE_NEVER):
        return reader.spaces(text, FILE, line)
    try:
        items = parse(text)
    except ValueError as error:
        raise BadTable(FILE, line, str(error)) from error
    for item in items:
        if kind == PHASE_NEVER:
            known(FILE, line, str(item), phases, "phase")
        elif isinstance(item, Call) and len(item.args) == 1:
            known(FILE, line, item.name, ASSETS, "asset")
            for name in item.args[0]:
                known(FILE, line, str(name), (*reader.words.powers, *HOLDERS), "power")
        else:
            raise BadTable(FILE, line, f"whose {item}?")
    return items
