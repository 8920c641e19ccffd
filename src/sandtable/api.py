"""The Python interface: a game you can hold in your hand.

>>> game = new("anniversary-1941", seed=7)
>>> game.decision.seats, game.decision.step
(('germany',), 'Purchase')
>>> print(game.check("buy 40 infantry"))
This costs 120 IPCs and germany has 31 (AN-113)
>>> for event in game.play("buy 6 infantry, 2 tank"):
...     print(event)
germany buys 6 infantry, 2 tank for 28 IPCs
>>> "buy 1 infantry" in map(str, game.legal_actions())
True
>>> game.undo()
>>> game.view("japan").game.powers[0].money
31
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .games import find_title
from .table import (
    Event,
    FairDice,
    Malformed,
    OptionValue,
    Record,
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
        if not path.name or "\0" in path.name:
            raise Malformed(f"cannot write {path}: that is no file name")
        draft = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise Malformed(f"cannot write {path}: {error.strerror or error}") from error

    def record(self) -> str:
        """The game so far as the text of a record."""
        return write_record(self)

    def odds(self, where: str = "", **wishes: Any) -> Any:
        """The odds of the battle in a space, or of the attacks on a ship; see docs/odds.md.

        >>> game = new("anniversary-1941", seed=1)
        >>> for action in ("end", "move 3 infantry, 1 tank poland > east-poland"):
        ...     _ = game.play(action)
        >>> round(game.odds("east-poland").win, 3)
        0.944
        """
        from . import odds

        return odds.at(self.position, where, **wishes)


def new(
    title: str,
    *,
    seed: int | str | bytes | None = None,
    options: Mapping[str, OptionValue] | None = None,
    players: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
) -> Game:
    """A new game of a title, with fair dice (from ``seed`` if one is given).

    ``words`` are what the players of the seats mix into the dice.
    """
    dice = FairDice(seed_from(seed))
    for seat, word in (words or {}).items():
        dice.contribute(seat, word)
    game = Game(find_title(title), options, players, dice)
    for seat in words or {}:
        game.check_seat(seat)
    return game


def load(path: str | Path, *, at: int | None = None) -> Game:
    """Open a save or a record, whole or only its first ``at`` actions.

    A save goes on with its own dice, a record with fresh fair dice.
    """
    data = _bytes(path)
    if _is_save(data):
        table = restore(data, find_title, Game)
        if at is not None:
            dice = table.dice
            table = play_record(read_record(write_record(table)), find_title, at, Game)
            table.dice = dice
    else:
        table = play_record(_record(path, data), find_title, at, Game)
    assert isinstance(table, Game)
    if table.dice is None:
        table.put_dice(FairDice())
    return table


def read(path: str | Path) -> Record:
    """The record in a file, or the record of a save, as text lines and not yet played."""
    data = _bytes(path)
    if _is_save(data):
        return read_record(write_record(restore(data, find_title)))
    return _record(path, data)


def _bytes(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Malformed(f"cannot read {path}: {reason}") from error


def _is_save(data: bytes) -> bool:
    return data.lstrip().startswith(b"{")


def _record(path: str | Path, data: bytes) -> Record:
    try:
        return read_record(data.decode())
    except UnicodeDecodeError as error:
        raise Malformed(f"{path} is not text") from error


__all__ = ["Event", "Game", "load", "new", "read"]
