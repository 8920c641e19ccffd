"""The state of a game: the family's, with what only the house variant remembers."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis.state import AxisState, Since

from .frames import (
    Deploy,
    Diplomacy,
    Journey,
    Loans,
    Missions,
    Repairs,
    Strike,
    VStrike,
    War,
)


class HouseState(AxisState, kw_only=True):
    """What is kept by power is forgotten when its next turn begins, but for debts."""

    flow: list[
        frames.AxisFrame
        | War
        | Loans
        | Repairs
        | Missions
        | Strike
        | VStrike
        | Journey
        | Diplomacy
        | Deploy
    ] = msgspec.field(default_factory=list)
    lost: tuple[tuple[int, int], ...] = ()
    """(power, land) that it held when its turn began and has lost since (HV-805)."""
    debts: dict[int, int] = msgspec.field(default_factory=dict)
    """What each power has borrowed and not paid back."""
    late: dict[int, int] = msgspec.field(default_factory=dict)
    """Points lent to a power after its own purchases: it cannot spend them yet (HV-814)."""
    raised: tuple[tuple[int, int, int], ...] = ()
    """(round, land, kind): a new building each, of no use before the next round (HV-193)."""
    tried: tuple[tuple[int, int], ...] = ()
    """(power, neutral land): a diplomacy die each (HV-932)."""
    bombs: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """V-bombs that lie ready at each platform (HV-976)."""

    def began(self, power: int) -> Since:
        """HV-820: ships that start among enemies have no privilege."""
        return Since(super().began(power).owners)
