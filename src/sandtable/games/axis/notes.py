"""What a title tells of a position besides what the family shows."""

from __future__ import annotations

import msgspec


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """An English sentence with its code and what it speaks of, for clients in other languages."""

    code: str
    text: str
    power: str = ""
    space: str = ""
    what: str = ""
    count: int = 0

    def __str__(self) -> str:
        return self.text
