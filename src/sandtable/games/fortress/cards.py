"""The thirty Partisan cards as data (FA-090 to FA-119)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from .board import INDEX, IS_CITY, IS_ZONE, NEAR, SPACES, N
from .pieces import ALL_KINDS, EMPTY, FORCES, KINDS, Stack, read_toml, stack_of


class Part(msgspec.Struct, frozen=True):
    """One thing a card does; ``spaces`` are the territories it may point at (FA-077)."""

    do: str
    spaces: frozenset[int]
    pieces: Stack = EMPTY
    spread: str = "free"
    kinds: tuple[int, ...] = tuple(ALL_KINDS)
    invader: int = -1
    count: int = 0
    up_to: bool = False
    territories: int = 0
    struck: bool = False


class Card(msgspec.Struct, frozen=True):
    id: str
    title: str
    parts: tuple[Part, ...]


def _pointed_at(row: dict[str, Any]) -> frozenset[int]:
    spaces = {i for i in range(N) if not IS_ZONE[i]}
    if "space" in row:
        spaces &= {INDEX[row["space"]]}
    if "near" in row:
        middle = INDEX[row["near"]]
        spaces &= {middle, *NEAR[middle]}
    if "city" in row:
        spaces &= {i for i in spaces if IS_CITY[i] == row["city"]}
    for key in ("sector", "resource", "mountain"):
        if key in row:
            spaces &= {i for i in spaces if getattr(SPACES[i], key) == row[key]}
    return frozenset(spaces)


def _part(row: dict[str, Any]) -> Part:
    plain: dict[str, Any] = {
        key: row[key] for key in ("spread", "count", "up_to", "territories", "struck") if key in row
    }
    if "space" in row and "pieces" in row:
        plain["spread"] = "one"
    if "kinds" in row:
        plain["kinds"] = tuple(KINDS.index(kind) for kind in row["kinds"])
    if "invader" in row:
        plain["invader"] = FORCES.index(row["invader"])
    return Part(row["do"], _pointed_at(row), stack_of(row.get("pieces", {})), **plain)


CARDS: Final = tuple(
    Card(row["id"], row["title"], tuple(_part(part) for part in row["parts"]))
    for row in read_toml("cards.toml")["card"]
)
CARD_INDEX: Final = {card.id: i for i, card in enumerate(CARDS)}
