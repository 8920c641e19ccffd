"""Where a game of the house variant can stand besides the family's frames."""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis.state import Piece
from sandtable.games.axis1940.frames import Declaration
from sandtable.table import Frame


class War(Declaration):
    """The start of a nation's turn: declarations, and loans that are paid back."""


class Loans(Frame):
    """Points are lent, up to a ceiling for all loans of the round together."""

    power: int
    ceiling: int
    lent: int = 0


class Repairs(Frame):
    power: int


class Deploy(frames.Mobilize):
    """``used``: units out of each complex; besides, ships of each port and recruits."""

    docked: tuple[tuple[int, int], ...] = ()
    recruited: tuple[tuple[int, int], ...] = ()


class Diplomacy(Frame):
    """``space``: the neutral that a die is rolled for, -1: none is."""

    power: int
    space: int = -1


class VStrike(Frame):
    """A bomb on its way to a land; ``stage``: flak, strike, losses."""

    power: int
    space: int
    weapon: str
    stage: str = "flak"
    hits: int = 0
    """Hits that the owner has still to take."""


class Journey(Frame):
    """Units on their way: ``group`` stands in the space ``path[place]``.

    ``settled`` is the last place where everything they set off is over.
    """

    power: int
    path: tuple[int, ...]
    group: tuple[tuple[Piece, int], ...]
    combat: bool = True
    place: int = 0
    settled: int = 0
    asked: bool = False
    """Others have been asked about the place where they are."""
    halted: bool = False
    """They were intercepted there."""


class Missions(Frame):
    """One of the steps of phase II, by the name of its phase."""

    power: int
    step: str


class Strike(frames.Battle):
    """A mission of phase II: a raid, a dive, a duel or shells from outside."""

    target: int = -1
    """The kind of building aimed at."""
    ship: Piece | None = None
    """The ship aimed at, as it is now."""
    guns: int = 0
    """How many fire from outside."""
