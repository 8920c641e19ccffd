"""Who may go where with whom: presence at sea, buildings, multinational forces (HV-832)."""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Bar
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind

from . import passage
from .flights import shares


class HouseAccess(passage.HouseAccess):
    """Presence alone stops no ship in phase III, and buildings stop no tank."""

    def stop(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool
    ) -> Bar | None:
        """HV-832: without the option nobody ends a move in an ally's land."""
        owner = state.owner[space]
        if owner != power and at.allies(state, power)[owner] and not shares(state):
            return Bar("not-shared", {"goal": self._name(space)})
        return super().stop(state, power, kind, space, combat=combat)

    def stops(self, state: AxisState, power: int, kind: Kind, zone: int) -> bool:
        """HV-980: in phase III the occupant decides; in phase IV hostile zones are closed."""
        moving = any(isinstance(frame, frames.NoncombatMove) for frame in state.flow)
        return moving and super().stops(state, power, kind, zone)

    def lets_blitz(self, state: AxisState, power: int, space: int) -> bool:
        """HV-074, HV-078: only units of nations at war stop land units."""
        foe = at.foes(state, power)
        return not any(
            foe[piece.owner] and self.world.kinds[piece.kind].fights
            for piece, _ in state.units[space]
        )
