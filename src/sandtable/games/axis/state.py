"""The state of a game of the family: plain data, cheap to copy.

Pieces are values: two pieces that are alike in every respect are the same value with a count.
Each space holds a tuple of (piece, count), so a copied state shares them all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias, TypeVar

import msgspec

from sandtable.table import Frame, State

from .relations import Table

Found = TypeVar("Found", bound=Frame)

# What a piece can be marked with during a turn.
MOVED = 1
"""Has moved or fought: stays where it is in the noncombat move."""
LANDED = 2
"""Put ashore by a transport this turn: cannot retreat."""
RAIDER = 4
"""A bomber on a strategic raid."""
OUT = 8
"""No longer in the battle of its space: submerged, retreated, or its raid is over."""
HURT = 16
"""Has taken the first of two hits."""
UNLOADED = 32
"""A transport that put units ashore, or is bound to."""
DROPPED = 64
"""A paratrooper, or the bomber that carried it."""
NONCOMBAT = 128
"""Moved in the noncombat move (MOVED goes with it)."""
REPELLED = 256
"""A ship that retreated: it neither offloads nor bombards this turn."""
SORTIE = 512
"""Sent out by another seat's reaction: goes back to its origin after the battles."""
INTERCEPTS = 1024
"""Rises against raiders over its own land: fights them and nobody else this turn."""

# When a unit came aboard.
EARLIER = 0
COMBAT = 1
LATER = 2
WAITING = 3
"""Aboard an ally's transport whose owner's turn has not passed since."""


class Cargo(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit aboard another: when it boarded, and where it is to land (-1: nowhere yet)."""

    kind: int
    owner: int
    boarded: int = EARLIER
    target: int = -1


def cargo_key(cargo: Cargo) -> tuple[int, int, int, int]:
    """The order in which units aboard are kept, so that equal loads are equal values."""
    return (cargo.kind, cargo.owner, cargo.boarded, cargo.target)


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A unit. ``spent`` is the movement used this turn, ``origin`` the space it came from.

    Units that start the turn at a base have spent less than nothing.
    """

    kind: int
    owner: int
    spent: int = 0
    origin: int = -1
    marks: int = 0
    cargo: tuple[Cargo, ...] = ()


class Facility(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A building: its kind, and the damage it carries."""

    kind: int
    damage: int = 0


Stack: TypeAlias = tuple[tuple[Piece, int], ...]
EMPTY: Stack = ()

_plain: dict[tuple[int, int], Piece] = {}


def is_plain(piece: Piece) -> bool:
    """Whether a piece is as fresh as those of ``plain``."""
    return not (piece.marks or piece.spent or piece.cargo) and piece.origin < 0


def plain(kind: int, owner: int) -> Piece:
    """A fresh piece of a kind."""
    piece = _plain.get((kind, owner))
    if piece is None:
        piece = _plain[kind, owner] = Piece(kind, owner)
    return piece


class Orders(msgspec.Struct, frozen=True):
    """What a seat wants done without being asked. Empty fields mean: ask."""

    losses: tuple[str, ...] = ()
    submerge: str = ""
    retreat: str = ""
    limit: int = 0
    more: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """On topics of a title's own: (topic, words)."""

    def about(self, topic: str) -> tuple[str, ...]:
        return dict(self.more).get(topic, ())

    def only(self, topics: Collection[str]) -> Orders:
        """Those on some of a title's own topics."""
        return Orders(more=tuple(item for item in self.more if item[0] in topics))


class Since(msgspec.Struct, frozen=True):
    """How things stood when a power's turn began."""

    owners: tuple[int, ...]
    hostile: tuple[int, ...] = ()
    """Sea zones that were hostile to it."""
    shared: tuple[int, ...] = ()
    """Those of them where it had ships of its own."""
    declared: tuple[int, ...] = ()
    """Those that were not hostile then, but are since it declared war in this turn."""


class AxisState(State, kw_only=True):
    """Everything there is to know about a game.

    Each title re-declares ``flow`` with ``frames.AxisFrame`` and any frames of its own.
    """

    units: list[Stack]
    owner: list[int]
    """Who controls each space now."""
    facilities: dict[int, tuple[Facility, ...]]
    """What stands in each territory that has a facility."""
    money: list[int]
    """Of each purse; a power's own purse has the number of the power."""
    tokens: list[int]
    techs: list[int]
    pool: list[tuple[tuple[int, int], ...]]
    """Units bought and not yet placed, by purse: (kind, count)."""
    foe: Table
    """Which powers are at war with each other, and which are on one side; others are neither."""
    ally: Table
    round: int = 1
    turn: int = 0
    """The power whose turn it is."""
    since: dict[int, Since] = msgspec.field(default_factory=dict)
    """How things stood when the turn of each power began, for turns that are under way."""
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    players: dict[str, str] = msgspec.field(default_factory=dict)
    orders: dict[str, Orders] = msgspec.field(default_factory=dict)
    winner: str = ""
    taken: tuple[int, ...] = ()
    """Territories that changed hands this turn, in order."""
    turns: list[int] = msgspec.field(default_factory=list)
    """How many turns each power has begun."""
    deeds: tuple[tuple[str, int, int], ...] = ()
    """What happened so far and is asked for later: see ``deeds``."""
    streaks: dict[int, int] = msgspec.field(default_factory=dict)
    """Since when goals of victory are met without interruption: see ``victory``."""
    without_capital: tuple[int, ...] = ()
    """Powers that have none by an option, and so cannot lose it."""
    paid: tuple[int, ...] = ()
    """Objectives that pay only once and have been paid."""

    def began(self, power: int) -> Since:
        """How things stood when the power's turn began, or else the turn that is under way."""
        return self.since.get(power) or self.since[self.turn]

    def held_since(self, power: int, space: int) -> bool:
        """Whether the power itself has held a land since its turn began."""
        return self.owner[space] == power == self.began(power).owners[space]

    def promised_zones(self) -> tuple[int, ...]:
        """Zones where the power on turn has to put a new carrier."""
        return ()

    def innermost(self, kind: type[Found]) -> Found:
        """The frame of a kind that was opened last, wherever it lies on the flow."""
        for frame in reversed(self.flow):
            if isinstance(frame, kind):
                return frame
        raise AssertionError(f"there is no {kind.__name__} under way")

    # Changing stacks: these replace a space's tuple, so copies of the state are not touched.

    def add(self, space: int, piece: Piece, count: int = 1) -> None:
        stack = self.units[space]
        for index, (other, number) in enumerate(stack):
            if other == piece:
                changed = ((piece, number + count),)
                self.units[space] = stack[:index] + changed + stack[index + 1 :]
                return
        self.units[space] = (*stack, (piece, count))

    def remove(self, space: int, piece: Piece, count: int = 1) -> None:
        stack = self.units[space]
        for index, (other, number) in enumerate(stack):
            if other == piece:
                if number < count:
                    break
                rest = ((piece, number - count),) if number > count else ()
                self.units[space] = stack[:index] + rest + stack[index + 1 :]
                return
        raise AssertionError(f"{count} of {piece} are not in space {space}")

    def change(self, space: int, piece: Piece, changed: Piece, count: int = 1) -> None:
        self.remove(space, piece, count)
        self.add(space, changed, count)

    def rewrite(self, space: int, edit: Callable[[Piece], Piece | None]) -> None:
        """Replace every piece of a space by what ``edit`` makes of it; ``None`` removes it."""
        stack = self.units[space]
        edited = [edit(piece) for piece, _ in stack]
        if all(new is piece for new, (piece, _) in zip(edited, stack, strict=True)):
            return
        merged: dict[Piece, int] = {}
        for changed, (_, count) in zip(edited, stack, strict=True):
            if changed is not None:
                merged[changed] = merged.get(changed, 0) + count
        new_stack = tuple(merged.items())
        if new_stack != stack:
            self.units[space] = new_stack

    def pieces(self, power: int) -> Iterator[tuple[int, Piece, int]]:
        """All pieces of a power on the board: space, piece, count."""
        for space, stack in enumerate(self.units):
            if stack:
                for piece, count in stack:
                    if piece.owner == power:
                        yield space, piece, count

    def pool_count(self, purse: int, kind: int) -> int:
        return next((count for k, count in self.pool[purse] if k == kind), 0)

    def pool_add(self, purse: int, kind: int, count: int) -> None:
        held = dict(self.pool[purse])
        held[kind] = held.get(kind, 0) + count
        self.pool[purse] = tuple(sorted((k, n) for k, n in held.items() if n))
