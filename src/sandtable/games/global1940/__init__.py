"""Global 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis.phases import swap
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.victory import Goal
from sandtable.games.axis1940.research import RESEARCH
from sandtable.games.axis1940.rules import PHASES, Rules1940
from sandtable.table import Log

from .mongolia import CALLED, ENDED, PACT, Pact

AXIS = "germany, southern-italy, japan"
ALLIES = "eastern-united-states, united-kingdom, france, russia"
AXIS_FREE = f"at-least(1; axis; {AXIS})"


class Global1940(Rules1940):
    id = "global-1940"
    name = "Global 1940"
    summary = "Both boards joined, nine powers, politics and neutrals, from summer 1940"
    board = "global-1940"
    tables = "global"
    options = (*Rules1940.options, RESEARCH)
    neutrals_type = Pact
    deeds = (*Rules1940.deeds, CALLED, ENDED)
    turn = swap(Rules1940.turn, {"conduct-combat": (PHASES["conduct-combat"], PACT)})
    war_industry = {
        "usa": ("eastern-united-states", "central-united-states", "western-united-states")
    }
    partners = (("germany", "italy"), ("ussr", "france"), ("usa", "china"), ("uk", "anzac"))
    victory = (
        Goal(
            side="axis",
            text="victory cities in Europe",
            spaces="cities-in(half(europe))",
            need=8,
            also=AXIS_FREE,
            when="turn-start",
        ),
        Goal(
            side="axis",
            text="victory cities in the Pacific",
            spaces="cities-in(half(pacific))",
            need=6,
            also=AXIS_FREE,
            when="turn-start",
        ),
        Goal(
            side="allies",
            text="Axis capitals",
            spaces=AXIS,
            need=3,
            also=f"at-least(1; allies; {ALLIES})",
            when="turn-start",
        ),
    )

    def attack_announced(self, state: AxisState, power: int, space: int, log: Log) -> None:
        assert isinstance(self.neutrals, Pact)
        self.neutrals.notice(state, power, space)
        super().attack_announced(state, power, space, log)
