"""Who may go where with whom: peace, presence at sea, multinational forces (HV-832, HV-924)."""

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

    def enter(
        self,
        state: AxisState,
        power: int,
        kind: Kind,
        space: int,
        *,
        combat: bool,
        passing: bool = False,
    ) -> Bar | None:
        """HV-924, HV-815: land of the other side is closed, and its sky, while there is peace."""
        bar = super().enter(state, power, kind, space, combat=combat, passing=passing)
        owner = state.owner[space]
        if bar is None and owner >= 0 and owner not in self.world.neutral:
            if not at.allies(state, power)[owner] and not at.foes(state, power)[owner]:
                names = self.world.powers
                return Bar(
                    "at-peace",
                    {"power": names[power].id, "owner": names[owner].id, "goal": self._name(space)},
                )
        return bar

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
