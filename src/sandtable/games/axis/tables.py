"""What all readers of a title's tables share: a fault names its file and line."""

from __future__ import annotations

import csv
from collections.abc import Container
from importlib.resources import files


class BadTable(ValueError):
    """A table that cannot be read; nothing is guessed and nothing is skipped.

    >>> raise BadTable("units.csv", 4, "there is no flag 'amphibios'")
    Traceback (most recent call last):
        ...
    sandtable.games.axis.tables.BadTable: units.csv, line 4: there is no flag 'amphibios'
    """

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}, line {line}: {what}")


FIRST_LINE = 2
"""Line 1 of a table is its heading."""


class Tables:
    """The CSV files of a board: those in its own folder, and those that several boards share."""

    def __init__(self, package: str, board: str = "") -> None:
        data = files(package) / "data"
        self.board = board
        self._folders = (data / board, data) if board else (data,)

    def rows(self, name: str, *, optional: bool = False) -> list[dict[str, str]]:
        """The rows under the heading; none if the file may be missing and is."""
        found = next((f / name for f in self._folders if (f / name).is_file()), None)
        if found is None:
            if optional:
                return []
            raise BadTable(name, 1, "there is no such table")
        reader = csv.DictReader(found.read_text(encoding="utf-8").splitlines())
        rows = []
        for line, row in enumerate(reader, FIRST_LINE):
            if None in row or None in row.values():
                raise BadTable(name, line, "the row has not the cells of the heading")
            rows.append(row)
        return rows


def known(file: str, line: int, word: str, words: Container[str], what: str) -> str:
    """The word itself if it is one of these; otherwise the table is bad."""
    if word not in words:
        raise BadTable(file, line, f"there is no {what} '{word}'")
    return word


def number(file: str, line: int, text: str) -> int:
    """A whole number; an empty cell is 0."""
    if not text:
        return 0
    if not text.isdecimal():
        raise BadTable(file, line, f"'{text}' is no number")
    return int(text)


def yes(file: str, line: int, text: str, words: tuple[str, str] = ("yes", "no")) -> bool:
    """``yes`` or ``no``; an empty cell is no."""
    return known(file, line, text or words[1], words, "answer") == words[0]


def listed(text: str) -> tuple[str, ...]:
    """The parts of a cell, divided by semicolons."""
    return tuple(part for part in text.split(";") if part)
