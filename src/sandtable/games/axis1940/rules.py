"""The rules that Europe, Pacific and Global 1940 share, as entries of the family's sequences."""

from __future__ import annotations

from sandtable.games.axis.rules import AxisRules
from sandtable.table import Option

from .rule_ids import RULE_IDS
from .state import State1940

ALIASES = {
    "aa": "aa-gun",
    "inf": "infantry",
    "art": "artillery",
    "mech": "mech-infantry",
    "arm": "tank",
    "armour": "tank",
    "ftr": "fighter",
    "tac": "tactical-bomber",
    "bmb": "strategic-bomber",
    "bomber": "strategic-bomber",
    "sub": "submarine",
    "trn": "transport",
    "dd": "destroyer",
    "ca": "cruiser",
    "cv": "carrier",
    "bb": "battleship",
}


class Rules1940(AxisRules):
    """A 1940 board; a title names its folder of tables and its own few changes."""

    ledger = "global-1940"
    package = "sandtable.games.board1940"
    scenario = "1940"
    rule_ids = RULE_IDS
    aliases = ALIASES
    state_type = State1940
    options = (
        Option("cities", (15,), "unused"),
        Option("objectives", (True, False), "bonus income for national objectives (G40-321)"),
    )
