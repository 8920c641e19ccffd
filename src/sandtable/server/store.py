"""What is kept, and what a store must be able to do. SQLite is one (``sqlite.py``).

A store knows rows, not rules. Writes are whole or not at all, and a write that has returned
survives the death of the process. Any call may raise ``StoreFailed``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from sandtable.table import Entry, OptionValue, Result

from .problems import Problem, damaged, not_stored
from .shapes import Kind, Message, Said, UndoRequest
from .tokens import Grant


class SeatRow(msgspec.Struct, kw_only=True):
    """Who sits there now."""

    kind: Kind = "human"
    bot: str = ""
    player: str = ""
    freed: bool = False
    """Somebody sat here and does not any more: the host may hand it on, not look into it."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a game starts from. Never changes."""

    title: str
    options: dict[str, OptionValue]
    players: dict[str, str]
    edits: list[str]
    seed: str
    chosen: bool = False
    """Somebody knew the seed before the first roll, so everybody may."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands: enough for a list of games and for waking bots after a restart."""

    version: int
    asked: list[str]
    result: Result | None


class UndoState(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks to take something back, and how many did so far: an answer names its number."""

    count: int = 0
    request: UndoRequest | None = None


class GameRow(msgspec.Struct, kw_only=True):
    id: str
    setup: Setup
    head: Head
    seats: dict[str, SeatRow]
    words: dict[str, str]
    name: str
    pace: int
    created: int
    updated: int
    undo: UndoState = UndoState()
    closed: str = ""
    """Why the owner of the server has closed the table: it can be looked at, not changed."""
    origin: str = ""
    """The address it was made from, for quotas."""
    size: int = 0

    def bot_due(self) -> bool:
        """Whether a bot is to decide now."""
        seats = self.seats
        if self.head.result is not None or self.closed:
            return False
        return any(seats[s].kind == "bot" for s in self.head.asked)


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as it is kept: with who may see it."""

    type: str
    text: str
    data: dict[str, Any]
    seats: tuple[str, ...] | None = None


class EntryRow(msgspec.Struct, kw_only=True):
    """One commit: an action with the rolls it caused, an undo, or the opening."""

    version: int
    before: int
    line: int
    kind: Literal["open", "play", "undo"]
    seat: str | None
    by: Literal["human", "bot", "table"]
    action: str | None
    hidden: bool
    """Other seats may not see the action's text while the game goes on."""
    journal: list[Entry]
    events: list[StoredEvent]
    key: str | None
    remark: Said
    stats: dict[str, dict[str, float]] | None
    at: int


class SnapshotRow(msgspec.Struct, kw_only=True):
    """A position on the way, good for one version of the title's rules."""

    version: int
    line: int
    rules_version: int
    floor: int
    rolls: int
    transcript: str
    """Hash of the line so far (hexadecimal), which the next roll depends on."""
    sealed: list[tuple[str, ...]]
    """For each secret in the line, the seats that may know it (each such set once)."""
    state: bytes


ROW_BYTES = 200
"""What an entry takes beside what is in it, as quotas count."""


def size_of(entry: EntryRow) -> int:
    """Roughly what it takes on the disk, for quotas."""
    told = len(msgspec.json.encode(entry.journal)) + len(msgspec.json.encode(entry.events))
    return told + ROW_BYTES


class Conflict(Exception):
    """An entry of this version, or with this key, is there already."""


class StoreFailed(Exception):
    """It could not be written or read: a full disk, say. Nothing has changed; try again later."""

    @property
    def problem(self) -> Problem:
        """What people are told."""
        return not_stored()


class Damaged(StoreFailed):
    """What is stored cannot be read any more: trying again will not help."""

    @property
    def problem(self) -> Problem:
        return damaged()


class Usage(msgspec.Struct, frozen=True):
    """How many games are stored, and roughly how many bytes they take."""

    games: int
    size: int


class StoreState(msgspec.Struct, frozen=True, kw_only=True):
    """How the store does: for whoever watches the server."""

    games: int
    waiting: int
    """Writes that are not on the disk yet."""
    commits: int
    commit_seconds: float
    size: int


class Order(msgspec.Struct, frozen=True):
    """What the owner wants done to a game by whoever serves it: ``close`` and the like."""

    id: int
    what: str
    game: str


class Store(Protocol):
    async def create(
        self,
        game: GameRow,
        entries: list[EntryRow],
        snapshots: list[SnapshotRow],
        tokens: dict[bytes, Grant],
    ) -> None: ...

    async def game(self, game: str) -> GameRow | None: ...

    async def keyed(self, games: Sequence[str]) -> dict[str, tuple[GameRow, dict[bytes, Grant]]]:
        """Those of these games that there are, each with its tokens; for lists of games."""

    async def save_game(self, game: GameRow) -> None:
        """Seats, words, name, pace, undo: everything but the set-up and the entries."""

    async def append(self, game: GameRow, entry: EntryRow, snapshot: SnapshotRow | None) -> None:
        """Adds an entry and writes the game's new head; raises ``Conflict``."""

    async def delete(self, game: str) -> None:
        """The game and all that belongs to it."""

    async def untouched(self, finished: float | None, abandoned: float | None) -> list[str]:
        """The games that nobody changed for so many seconds: those that are over, the others.

        Only time in which the store was served counts, so that no clock that jumps deletes any.
        """

    async def usage(self, origin: str | None = None) -> Usage:
        """Of all games, or of those from one origin."""

    async def state(self) -> StoreState: ...

    async def quotas(self) -> dict[str, int]:
        """What the owner has set in place of the settings' quotas (``limits.Quotas``)."""

    async def tidy(self) -> None:
        """Called now and then: counts the time, and ends what was begun and never finished."""

    async def claim(self, game: str) -> None:
        """No other process changes this game until ``release``; raises ``Conflict``."""

    async def release(self, game: str) -> None: ...

    async def orders(self) -> list[Order]:
        """What the owner wants done and nobody has answered yet."""

    async def answer_order(self, order: int, answer: str) -> None: ...

    async def journal(self, game: str, after: int = -1) -> list[Entry]:
        """Every journal entry of the game after that version, in order."""

    async def entries(self, game: str, after: int, limit: int) -> list[EntryRow]: ...

    async def boundary(self, game: str, version: int) -> int:
        """The version of the last entry not after ``version``."""

    async def entry_with_key(self, game: str, key: str) -> EntryRow | None: ...

    async def undos(self, game: str) -> list[tuple[int, int]]:
        """Every undo as (its version, the line length it went back to)."""

    async def hidden(self, game: str) -> list[tuple[int, int, str]]:
        """Every hidden action as (version, line, seat), in order."""

    async def stats(self, game: str) -> list[tuple[int, dict[str, dict[str, float]]]]: ...

    async def snapshots(self, game: str, upto: int, limit: int) -> list[SnapshotRow]:
        """The newest snapshots of a version not over ``upto``, newest first."""

    async def tokens(self, game: str) -> dict[bytes, Grant]: ...

    async def replace_token(self, game: str, grant: Grant, token: bytes | None) -> None:
        """The only token for that right from now on, or none."""

    async def join(self, game: GameRow, seat: str, key: bytes) -> None:
        """The first key of a seat that has none; its invitations end. Raises ``Conflict``."""

    async def free(self, game: GameRow, seat: str) -> None:
        """No key, invitation or pass opens the seat any more; the row is saved with it."""

    async def keep_pass(self, game: str, token: bytes, grants: list[Grant], until: int) -> None:
        """What these grants open may be opened once more until then (milliseconds)."""

    async def use_pass(
        self, game: str, token: bytes, moment: int, keys: list[bytes]
    ) -> list[Grant] | None:
        """A new key for each grant of that pass, which ends; ``None`` when it opens nothing.

        ``keys`` are at least as many as the grants. Raises ``Conflict`` when there are too many.
        """

    async def say(self, game: str, message: Message, key: str | None) -> Message:
        """Keep a message and number it; one with a known key is returned as it was kept."""

    async def chat(self, game: str, after: int, limit: int, *, last: bool) -> list[Message]:
        """In order, after that number; ``last`` takes the newest instead of the first."""

    async def bots_due(self) -> list[str]:
        """The games in which a bot is to decide."""

    async def close(self) -> None: ...
