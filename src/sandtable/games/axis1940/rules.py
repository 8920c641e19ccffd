"""The rules that Europe, Pacific and Global 1940 share, as entries of the family's sequences."""

from __future__ import annotations

from sandtable.games.axis.air_raids import Raids
from sandtable.games.axis.battle import BATTLES
from sandtable.games.axis.combat import COMBAT
from sandtable.games.axis.reactions import Reactions
from sandtable.games.axis.refusals import TEXTS
from sandtable.games.axis.rules import STEPS, AxisRules
from sandtable.games.axis.topics import TOPICS, Topic
from sandtable.table import Option

from .actions import VERBS_1940
from .attacks import Announce
from .guns import LAND_1940, SEA_1940
from .kamikaze import EDITS_1940, DivineWind, Kamikaze
from .raiding import AIR_BATTLE, AIR_ROW, AirRaidStep, Intercepting, Raids1940
from .rule_ids import RULE_IDS, TEXTS_1940
from .scramble import Recalling, ScrambleTopic, Scrambling
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
    texts = {**TEXTS, **TEXTS_1940}
    aliases = ALIASES
    state_type = State1940
    verbs = VERBS_1940
    edit_verbs = EDITS_1940
    topics = {
        **TOPICS,
        "scramble": ScrambleTopic("scramble", "never"),
        "intercept": Topic("intercept", "always", "never"),
        "kamikaze": Topic("kamikaze", "never"),
    }
    battles = {**BATTLES, "land": LAND_1940, "sea": SEA_1940, AIR_BATTLE: AIR_ROW}
    combat = (
        Announce,
        Reactions,
        *(Raids1940 if stage is Raids else stage for stage in COMBAT),
    )
    reactions = (Kamikaze, Scrambling, Recalling, Intercepting, DivineWind)
    """G40-961: all is announced before the first die."""
    step_types = (*STEPS, AirRaidStep)
    options = (
        Option("cities", (15,), "unused"),
        Option("objectives", (True, False), "bonus income for national objectives (G40-321)"),
    )
