"""How the game ends: cities at the end of rounds, and a limit of rounds if there is one."""

from __future__ import annotations

from sandtable.games.axis.state import AxisState
from sandtable.games.axis.victory import Aim, Goal, Moment, Victory

CAPITALS = "germany, southern-italy, japan"
GOALS = (
    Goal(
        side="axis",
        text="victory cities",
        need="axis_vc",
        also=f"at-least(1; axis; {CAPITALS})",
        rounds=2,
    ),
    Goal(
        side="allies",
        text="Axis capitals",
        spaces=CAPITALS,
        need=3,
        also="at-least(1; allies; eastern-united-states, united-kingdom, russia)",
    ),
)
"""HV-915, in this order; they cannot be reached at once."""
ENOUGH = 15
"""Cities with which the Axis wins when the last round is over (HV-916)."""


class HouseVictory(Victory):
    """HV-834: the goals first, then the limit of rounds."""

    def look(self, state: AxisState, moment: Moment, power: int) -> Aim | None:
        aim = super().look(state, moment, power)
        limit = state.options["round_limit"]
        if aim or moment != "round-end" or limit == "none" or state.round < int(limit):
            return aim
        have = self.aims(state)[0].have
        if have >= ENOUGH:
            return Aim("axis", "victory cities", have, ENOUGH)
        return Aim("allies", "rounds", state.round, state.round)
