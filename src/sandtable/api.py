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
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .games import find_title
from .table import (
    MAGIC,
    Dice,
    Event,
    FairDice,
    FixedDice,
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
        """Write a save (``.json``) or a record (any other ending), whole or not at all.

        >>> import tempfile
        >>> game = new("naval", seed=1)
        >>> _ = game.play("nation japan", "p1")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = f"{folder}/duel.json"
        ...     game.save(path)
        ...     again = load(path)
        >>> again.decision.seats
        ('p2',)
        """
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
        """The game so far as the text of a record.

        >>> game = new("fortress", seed=1)
        >>> _ = game.play("default")
        >>> game.record().splitlines()[-1]
        'usa: default'
        """
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
    edits: Iterable[str] = (),
    dice: Iterable[int] | Dice = (),
) -> Game:
    """A new game of a title, with fair dice (from ``seed`` if one is given).

    ``words`` are what the players of the seats mix into the dice. ``edits`` set up a position and
    ``dice`` are the faces that come first, as in a study (see docs/notation.md).

    >>> game = new(
    ...     "anniversary-1941",
    ...     edits=["clear", "place 1 uk fighter egypt", "place 1 italy transport sz-15",
    ...            "turn uk combat-move"],
    ... )
    >>> for action in ("move 1 fighter egypt > sz-15", "end", "fight sz-15"):
    ...     _ = game.play(action)
    >>> game.view("uk").space("sz-15").units[0].unit
    'fighter'
    """
    fair = FairDice(seed_from(seed))
    for seat, word in (words or {}).items():
        fair.contribute(seat, word)
    game = Game(find_title(title), options, players, _dice(dice, fair), edits)
    for seat in words or {}:
        game.check_seat(seat)
    return game


def _dice(given: Iterable[int] | Dice, fair: FairDice) -> Dice:
    """Dice as given, or fair ones after some faces that are fixed."""
    if not isinstance(given, Iterable):
        return given
    faces = list(given)
    return FixedDice(faces, fair) if faces else fair


def load(path: str | Path, *, at: int | None = None) -> Game:
    """Open a save or a record, whole or only its first ``at`` actions.

    A file, or the text of a record itself. A save goes on with its own dice, a record with fresh
    fair dice.
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
    """The record in a file, or the record of a save, as text lines and not yet played.

    A text that begins like a record is read as one:

    >>> read("sandtable record 1\\ntitle: anniversary-1941\\ngermany: end\\n").actions
    1
    """
    data = _bytes(path)
    if _is_save(data):
        return read_record(write_record(restore(data, find_title)))
    return _record(path, data)


def _bytes(path: str | Path) -> bytes:
    if isinstance(path, str) and path.removeprefix("\ufeff").startswith(MAGIC):
        return path.encode()
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
