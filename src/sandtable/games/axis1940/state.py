"""The state of a 1940 game: the family's, with what only these titles remember."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis.state import AxisState, Piece

from .frames import AirRaid, Declaration, Muster, Passage

KAMIKAZE_ATTACKS = 6
"""For the whole game (G40-467)."""


class Aimed(msgspec.Struct, frozen=True, array_like=True):
    """Kamikaze attacks that are announced on one ship."""

    zone: int
    ship: Piece
    count: int


class Permit(msgspec.Struct, frozen=True, array_like=True):
    """The answer to a power that asked to pass a canal; a yes is good for one move."""

    power: int
    canal: str
    granted: bool


class State1940(AxisState, kw_only=True):
    """Frames of this layer are named here."""

    flow: list[frames.AxisFrame | AirRaid | Declaration | Passage | Muster] = msgspec.field(
        default_factory=list
    )
    kamikaze: int = KAMIKAZE_ATTACKS
    """Attacks that are left."""
    upgrading: tuple[int, ...] = ()
    """Where a bigger complex is paid for and stands when the mobilize phase ends."""
    aimed: tuple[Aimed, ...] = ()
    """Announced and not yet rolled."""
    permits: tuple[Permit, ...] = ()
    """Answers of this movement phase."""
    promised: tuple[int, ...] = ()
    """Zones where a new carrier has to be mobilized, named in the proof of a landing."""

    def promised_zones(self) -> tuple[int, ...]:
        return self.promised
