"""Phase IV: what was not used moves among friendly spaces (HV-134, HV-996, HV-811)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import frames
from sandtable.games.axis.actions import Move
from sandtable.games.axis.noncombat_move import NoncombatMoveStep
from sandtable.games.axis.plans import Plan
from sandtable.games.axis.state import AxisState, Piece
from sandtable.table import Action, Log, Refusal

from . import flights
from .journeys import set_out


class HouseNoncombatStep(NoncombatMoveStep):
    """Attackers have flown home at once, so nobody is in the air when the phase begins.

    Flak fires at who flies over it in this phase too (HV-825).
    """

    prompt = "move what was not used in this round, then end the phase"

    def carry(
        self, state: AxisState, frame: frames.NoncombatMove, plan: Plan, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Move)
        self.report(state, plan, action, frame.powers[0], log)
        set_out(self.world, state, plan, action.route, False)

    def _must_come_down(self, state: AxisState, power: int) -> Refusal | None:
        return None

    def _crash(self, state: AxisState, power: int, log: Log) -> None:
        return None

    def _deck_zones(self, state: AxisState, power: int) -> list[int]:
        return []

    def _landings_for(
        self, state: AxisState, space: int, piece: Piece, decks: list[int]
    ) -> Iterator[int]:
        reach = flights.reach(self.world, state, piece, space)
        for goal in flights.landing_places(self.world, state, piece, space, reach):
            if goal != space:
                yield goal
