"""Phase IV: what was not used moves among friendly spaces (HV-134, HV-996, HV-811)."""

from __future__ import annotations

from sandtable.games.axis.noncombat_move import NoncombatMoveStep
from sandtable.games.axis.state import AxisState
from sandtable.table import Log, Refusal


class HouseNoncombatStep(NoncombatMoveStep):
    """Attackers have flown home at once, so nobody is in the air when the phase begins."""

    prompt = "move what was not used in this round, then end the phase"

    def _must_come_down(self, state: AxisState, power: int) -> Refusal | None:
        return None

    def _crash(self, state: AxisState, power: int, log: Log) -> None:
        return None
