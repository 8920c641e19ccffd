"""Territories and sea zones as printed, with canals and named regions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from sandtable.board import Gate

from .tables import FIRST_LINE, BadTable, Tables, known, listed, number, yes

SPACES, CHANGES, CANALS, REGIONS = "spaces.csv", "changes.csv", "canals.csv", "regions.csv"
IMPASSABLE = "impassable"
SYMBOLS = ("convoy", "kamikaze")
SUBMARINES_PASS, CLOSED_WHILE_NEUTRAL = "submarine:free", "closed-while-neutral"
CANAL_WORDS = (
    "air:free",
    "land:may-cross",
    "land:no-cost",
    "land:no-crossing",
    SUBMARINES_PASS,
    CLOSED_WHILE_NEUTRAL,
)


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """A territory or sea zone as printed."""

    index: int
    id: str
    name: str
    kind: Literal["land", "sea"]
    value: int
    original: int
    closed: bool
    """Ground that nobody may enter or fly over."""
    neutral: int
    """The power that stands for neutrals of its leaning; -1: it is not neutral."""
    city: str
    capital_of: int
    island: bool
    half: str
    """On which of two boards it lies."""
    group: str
    economy: str
    """The purse that is paid for it by a power with several."""
    symbols: tuple[str, ...]


def read_rows(tables: Tables) -> list[tuple[int, dict[str, str]]]:
    """The board's spaces: those of its half, if the board is one half of a larger one."""
    rows = list(enumerate(tables.rows(SPACES), FIRST_LINE))
    if tables.board in {row["map_half"] for _, row in rows} - {""}:
        rows = [(line, row) for line, row in rows if row["map_half"] == tables.board]
    by_id = {row["id"]: row for _, row in rows}
    for line, change in enumerate(tables.rows(CHANGES, optional=True), FIRST_LINE):
        row = by_id[known(CHANGES, line, change["space"], by_id, "space")]
        row[known(CHANGES, line, change["column"], row, "column")] = change["value"]
    return rows


def read_space(
    line: int, row: dict[str, str], power: Mapping[str, int], index: Mapping[str, int]
) -> Space:
    def owner(column: str) -> int:
        name = row[column]
        return power[known(SPACES, line, name, power, "power")] if name else -1

    closed = row["neutrality"] == IMPASSABLE
    kind = known(SPACES, line, row["kind"], ("land", "sea"), "kind of space")
    for symbol in listed(row["symbols"]):
        known(SPACES, line, symbol, SYMBOLS, "symbol")
    return Space(
        index=index[row["id"]],
        id=row["id"],
        name=row["name"],
        kind="sea" if kind == "sea" else "land",
        value=number(SPACES, line, row["production"]),
        original=owner("original_owner"),
        closed=closed,
        neutral=-1 if closed else owner("neutrality"),
        city=row["victory_city"],
        capital_of=owner("capital_of"),
        island=yes(SPACES, line, row["island"], ("true", "false")),
        half=row["map_half"],
        group=row["group"],
        economy=row["economy"],
        symbols=listed(row["symbols"]),
    )


def read_borders(tables: Tables, here: Collection[str]) -> list[tuple[str, str]]:
    """Borders between spaces of the board; those that leave a half of it are no borders there."""
    every = {row["id"] for row in tables.rows(SPACES)}
    borders = []
    for line, row in enumerate(tables.rows("connections.csv"), FIRST_LINE):
        for end in (row["a"], row["b"]):
            known("connections.csv", line, end, every, "space")
        if row["a"] in here and row["b"] in here:
            borders.append((row["a"], row["b"]))
    return borders


def read_canals(tables: Tables, space: Mapping[str, int]) -> list[Gate]:
    gates = []
    for line, row in enumerate(tables.rows(CANALS), FIRST_LINE):
        names = (row["sea_a"], row["sea_b"], *listed(row["lands"]))
        zone, other, *lands = (space[known(CANALS, line, n, space, "space")] for n in names)
        words = listed(row["exceptions"])
        for word in words:
            known(CANALS, line, word, CANAL_WORDS, "exception")
        if not lands:
            raise BadTable(CANALS, line, "a canal needs a land that opens it")
        gates.append(Gate(row["name"], zone, other, tuple(lands), words))
    return gates


def read_regions(tables: Tables, space: Mapping[str, int]) -> dict[str, frozenset[int]]:
    """Named lists of spaces for conditions and for powers that keep to one."""
    found = {}
    for line, row in enumerate(tables.rows(REGIONS, optional=True), FIRST_LINE):
        names = listed(row["spaces"])
        found[row["region"]] = frozenset(
            space[known(REGIONS, line, name, space, "space")] for name in names
        )
    return found
