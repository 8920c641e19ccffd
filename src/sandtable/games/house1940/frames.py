"""Where a game of the house variant can stand besides the family's frames."""

from __future__ import annotations

from sandtable.games.axis import frames
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
