"""Landings in danger: from aircraft that could rise against them, from ships in the zone."""

from __future__ import annotations

from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Access
from sandtable.games.axis.routes import is_attacked
from sandtable.games.axis.state import AxisState

from .attacks import scramblers


class SupportAccess(Access):
    """A landing that could be met by a scramble is supported or avoided like a battle."""

    hunts_by_air = True  # any unit with an attack value is company (G40-159, G40-401)

    def threatened(self, state: AxisState, power: int, zone: int) -> bool:
        """G40-134, G40-135: whether enemies could scramble into a zone."""
        return scramblers(self.world, state, power, zone)

    def unguarded(self, state: AxisState, power: int, zone: int) -> bool:
        """G40-170: enemy submarines are there, and no warship of the power.

        Where surface warships are, a sea battle decides.
        """
        foe, kinds = at.foes(state, power), self.world.kinds
        stack = state.units[zone]
        return (
            any(foe[piece.owner] and kinds[piece.kind].submarine for piece, _ in stack)
            and not any(piece.owner == power and kinds[piece.kind].warship for piece, _ in stack)
            and not at.is_hostile_zone(self.world, state, power, zone)
        )

    def forlorn(self, state: AxisState, power: int, zone: int) -> bool:
        """G40-159, G40-401: enemy warships are there, and no unit of the power that can attack."""
        return at.is_hostile_zone(self.world, state, power, zone) and not is_attacked(
            self.world, state, power, zone
        )
