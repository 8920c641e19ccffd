"""Anniversary Edition, scenarios 1941 and 1942. Ledger: docs/rules/anniversary.md."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis.advantages import advantages
from sandtable.games.axis.mobilize import MobilizeStep
from sandtable.games.axis.notation import VERBS
from sandtable.games.axis.refusals import TEXTS
from sandtable.games.axis.rules import STEPS, AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.victory import Goal
from sandtable.table import Option

from .china import (
    ChineseConqueror,
    ChineseMobilizeStep,
    CombatOrder,
    CombatOrderStep,
    First,
)
from .rule_ids import RULE_IDS
from .turn import SHARED_TURN

ALIASES = {
    # Spellings that occur in the rulebook (AN-905), and what players type.
    "kwantung": "kwangtung",
    "midaway": "midway",
    "caucaso": "caucasus",
    "egitto": "egypt",
    "manciuria": "manchuria",
    "trans-giordania": "trans-jordan",
    "karelia": "karelia-ssr",
    "aa": "aa-gun",
    "inf": "infantry",
    "art": "artillery",
    "arm": "tank",
    "armour": "tank",
    "ftr": "fighter",
    "bmb": "bomber",
    "sub": "submarine",
    "trn": "transport",
    "dd": "destroyer",
    "ca": "cruiser",
    "cv": "carrier",
    "bb": "battleship",
    "ic": "factory",
}

CHINESE_TEXTS = {
    "confined-place": "Chinese infantry enter in territory that China controls; {space} is not",
    "china-full": "{space} already holds three Chinese units",
}


class AnniversaryState(AxisState, kw_only=True):
    """The family's state with this title's own frame on the flow."""

    flow: list[frames.AxisFrame | CombatOrder] = msgspec.field(default_factory=list)


class Anniversary(AxisRules):
    """What both scenarios share."""

    ledger = "anniversary"
    board = "anniversary"
    stage = "complete"
    package = "sandtable.games.anniversary"
    rule_ids = RULE_IDS
    texts = {**TEXTS, **CHINESE_TEXTS}
    aliases = ALIASES
    verbs = {**VERBS, "first": lambda r: First(r.notation.power(r.take("a power")))}
    state_type = AnniversaryState
    step_types = (
        *(ChineseMobilizeStep if step is MobilizeStep else step for step in STEPS),
        CombatOrderStep,
    )
    conqueror_type = ChineseConqueror
    partners = (("germany", "italy"),)  # advice, not a rule (AN-907)
    turn = SHARED_TURN
    options = (
        Option("cities", (15, 13, 18), "victory cities a side needs to win"),
        *AxisRules.options,
        *advantages("axis", "allies"),
    )
    victory = tuple(
        Goal(side=side, text="victory cities", need="cities") for side in ("axis", "allies")
    )


class Anniversary1941(Anniversary):
    id = "anniversary-1941"
    name = "Anniversary Edition, 1941"
    summary = "Two alliances, six powers and China, from spring 1941"
    scenario = "1941"


class Anniversary1942(Anniversary):
    id = "anniversary-1942"
    name = "Anniversary Edition, 1942"
    summary = "Two alliances, six powers and China, from spring 1942"
    scenario = "1942"
