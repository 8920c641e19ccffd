"""The Python interface: a game you can hold in your hand.

>>> game = new("anniversary-1941", seed=7)
>>> game.play("buy 3 infantry")
>>> print(game.check("buy 100 bomber"))
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from .games import find_title
from .table import (
    Event,
    FairDice,
    Malformed,
    OptionValue,
    Table,
    dump,
    play_record,
    read_record,
    restore,
    seed_from,
    write_record,
)


class Game(Table):
    """A table with files: what ``sandtable.new`` and ``sandtable.load`` return."""

    def save(self, path: str | Path) -> None:
        """Write a save (``.json``) or a record (any other ending), whole or not at all."""
        path = Path(path)
        data = dump(self) if path.suffix == ".json" else self.record().encode()
        draft = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise Malformed(f"cannot write {path}: {error.strerror}") from error

    def record(self) -> str:
        """The game so far as the text of a record."""
        return write_record(self)


def new(
    title: str,
    *,
    seed: int | str | bytes | None = None,
    options: Mapping[str, OptionValue] | None = None,
    players: Mapping[str, str] | None = None,
) -> Game:
    """A new game of a title, with fair dice (from ``seed`` if one is given)."""
    return Game(find_title(title), options, players, FairDice(seed_from(seed)))


def load(path: str | Path, *, at: int | None = None) -> Game:
    """Open a save or a record; a record may be opened ``at`` a number of actions.

    A record goes on with fresh fair dice.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from error
    if data.lstrip().startswith(b"{"):
        table = restore(data, find_title)
    else:
        try:
            record = read_record(data.decode())
        except UnicodeDecodeError as error:
            raise Malformed(f"{path} is not text") from error
        table = play_record(record, find_title, at)
    table.__class__ = Game
    if table.dice is None:
        table.dice = FairDice()
    return table  # type: ignore[return-value]


__all__ = ["Event", "Game", "load", "new"]
