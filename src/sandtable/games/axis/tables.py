"""What all readers of a title's tables share: a fault names its file and line."""

from __future__ import annotations


class BadTable(ValueError):
    """A table that cannot be read; nothing is guessed and nothing is skipped.

    >>> raise BadTable("units.csv", 4, "there is no flag 'amphibios'")
    Traceback (most recent call last):
        ...
    sandtable.games.axis.tables.BadTable: units.csv, line 4: there is no flag 'amphibios'
    """

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}, line {line}: {what}")
