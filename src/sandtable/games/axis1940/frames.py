"""Where a 1940 game can stand besides the family's frames."""

from __future__ import annotations

from sandtable.table import Frame


class Passage(Frame):
    """A power asks who holds the canal between two zones; ``allowed``: owners who said yes."""

    power: int
    a: int
    b: int
    allowed: int = 0


class Muster(Frame):
    """A power receives units for an objective that is paid in them."""

    power: int
    objective: int


class AirRaid(Frame):
    """The raid on one territory: air battle, then bombers choose targets and bomb them."""

    power: int
    space: int
    fought: bool = False
    aims: tuple[tuple[int, int, int], ...] = ()
    """(facility, kind of bomber, count)."""
    bombed: tuple[int, ...] = ()
    """Facilities that are done with."""


class Declaration(Frame):
    """``phase`` is the one that begins; ``allowed``: whom war could be declared on at its start."""

    power: int
    phase: str
    allowed: tuple[int, ...] = ()
