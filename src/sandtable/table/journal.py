"""The journal: everything that happened at a table, in order, never rewritten.

Undo is a fact like any other ("back to entry n"); the *line* is what counts after all undos.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

import msgspec

from .chance import Chance
from .errors import Malformed


class Played(msgspec.Struct, frozen=True, tag="play"):
    """A seat's action, in its text form; ``note`` is what a record says about it besides."""

    seat: str
    action: str
    note: str = ""


class Rolled(msgspec.Struct, frozen=True, tag="roll"):
    """Chance, as it answered."""

    chance: Chance
    faces: tuple[int, ...]


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """Back to a line of ``length`` entries, by this seat's wish."""

    length: int
    seat: str


Entry: TypeAlias = Played | Rolled | Undone


class Journal:
    """All entries, the line in force, and a hash of each beginning of the line.

    The hashes begin with ``heading`` (title, options, edits), so they fit one game only.
    """

    def __init__(self, heading: str = "") -> None:
        self.heading = heading
        self.entries: list[Entry] = []
        self.line: list[Played | Rolled] = []
        self._digests: list[bytes] = [hashlib.sha256(b"sandtable\n" + heading.encode()).digest()]

    def __len__(self) -> int:
        return len(self.line)

    @property
    def rolls(self) -> int:
        return sum(1 for entry in self.line if type(entry) is Rolled)

    def add(self, entry: Played | Rolled) -> None:
        self.entries.append(entry)
        self.line.append(entry)

    def cut(self, length: int, seat: str) -> None:
        self.entries.append(Undone(length, seat))
        del self.line[length:]
        del self._digests[length + 1 :]

    def drop(self, length: int) -> list[Played | Rolled]:
        """Forget the entries after ``length`` as if never added, for an action that failed."""
        dropped = self.line[length:]
        if dropped:
            del self.entries[-len(dropped) :]
            del self.line[length:]
            del self._digests[length + 1 :]
        return dropped

    def transcript(self, length: int | None = None) -> bytes:
        """Hash of the line (or of its beginning), computed once per entry, only when asked for."""
        digests = self._digests
        for entry in self.line[len(digests) - 1 :]:
            digests.append(hashlib.sha256(digests[-1] + entry_text(entry).encode()).digest())
        return digests[-1 if length is None else length]

    @classmethod
    def of(cls, entries: list[Entry], heading: str = "") -> Journal:
        journal = cls(heading)
        for entry in entries:
            if isinstance(entry, Undone):
                if not 0 <= entry.length < len(journal):
                    raise Malformed(f"the journal goes back to an entry {entry.length} it lacks")
                journal.cut(entry.length, entry.seat)
            else:
                journal.add(entry)
        return journal


def entry_text(entry: Played | Rolled) -> str:
    """An entry as a record writes it."""
    if isinstance(entry, Played):
        return f"{entry.seat}: {entry.action}"
    return f"roll: {' '.join(map(str, entry.faces))} ; {entry.chance.why}"
