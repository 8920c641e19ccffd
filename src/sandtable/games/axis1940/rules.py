"""The rules that Europe, Pacific and Global 1940 share, as entries of the family's sequences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sandtable.games.axis import frames
from sandtable.games.axis.advantages import advantages
from sandtable.games.axis.air_raids import Raids
from sandtable.games.axis.battle import BATTLES
from sandtable.games.axis.casualties import CasualtiesStep
from sandtable.games.axis.combat import COMBAT
from sandtable.games.axis.combat_move import CombatMoveStep
from sandtable.games.axis.deeds import ATTACKED, LIBERATED
from sandtable.games.axis.income import CollectIncomeStep
from sandtable.games.axis.mobilize import MobilizeStep
from sandtable.games.axis.noncombat_move import NoncombatMoveStep
from sandtable.games.axis.phases import TURN, swap
from sandtable.games.axis.purchase import PurchaseStep
from sandtable.games.axis.reactions import Reactions
from sandtable.games.axis.refusals import TEXTS
from sandtable.games.axis.research import ResearchStep
from sandtable.games.axis.rules import STEPS, AxisRules
from sandtable.games.axis.spaces import SYMBOLS
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.topics import TOPICS, Topic
from sandtable.table import Action, Log, Option, Step

from . import (
    china,
    company,
    declarations,
    industry,
    neutrals,
    paratroopers,
    passage,
    promises,
    research,
    sharing,
    suppositions,
)
from .actions import VERBS_1940
from .attacks import Announce
from .china import ChineseMobilize, ChinesePurchase
from .conquest import Conqueror1940
from .convoys import CONVOYS, Income1940Step
from .declarations import DECLARE, DECLARE_LATE, DeclarationStep, Declare
from .guns import LAND_1940, SEA_1940
from .kamikaze import EDITS_1940, DivineWind, Kamikaze, KamikazeTopic
from .losses import Casualties1940
from .moving import CombatMove1940, NoncombatMove1940
from .musters import MUSTER, MusterStep, first_musters
from .names import ALIASES
from .neutrals import VIOLATED, Access1940, Neutrals
from .paratroopers import Paratroopers1940
from .passage import PassageStep
from .promises import Promise
from .raiding import AIR_BATTLE, AIR_ROW, AirRaidStep, Intercepting
from .rockets import RocketRaids, read_rocket
from .rule_ids import RULE_IDS, TEXTS_1940
from .scramble import Recalling, ScrambleTopic, Scrambling
from .state import State1940
from .yards import UPGRADING

PHASES = {phase.name: phase for phase in TURN}
OWN_STEPS: dict[type[Step[Any, Any]], type[Step[Any, Any]]] = {
    ResearchStep: research.Research1940Step,
    CasualtiesStep: Casualties1940,
    PurchaseStep: ChinesePurchase,
    CombatMoveStep: CombatMove1940,
    NoncombatMoveStep: NoncombatMove1940,
    MobilizeStep: ChineseMobilize,
    CollectIncomeStep: Income1940Step,
}
"""Steps of the family that these titles replace."""

OWN_TEXTS = {
    **declarations.TEXTS,
    **neutrals.TEXTS,
    **china.TEXTS,
    **company.TEXTS,
    **paratroopers.TEXTS,
    **promises.TEXTS,
    **sharing.TEXTS,
}


class Rules1940(AxisRules):
    """A 1940 board; a title names its folder of tables and its own few changes."""

    ledger = "global-1940"
    stage = "playable"
    package = "sandtable.games.board1940"
    scenario = "1940"
    symbols = SYMBOLS
    rule_ids = RULE_IDS
    texts = {**TEXTS, **TEXTS_1940, **OWN_TEXTS}
    aliases = ALIASES
    verbs = {
        **VERBS_1940,
        "rocket": read_rocket,
        "promise": lambda r: Promise(r.space()),
        "declare": lambda r: Declare(r.notation.power(r.take("a power"))),
    }
    deeds: ClassVar[tuple[str, ...]] = (ATTACKED, LIBERATED, VIOLATED)
    state_type = State1940
    edit_verbs = {**EDITS_1940, "upgrading": UPGRADING}
    topics = {
        **TOPICS,
        "passage": passage.TOPIC,
        **sharing.SHARING,
        "scramble": ScrambleTopic("scramble", "never"),
        "intercept": Topic("intercept", "always", "never"),
        "convoys": CONVOYS,
        "muster": MUSTER,
        "kamikaze": KamikazeTopic("kamikaze", "never"),
    }
    battles = {**BATTLES, "land": LAND_1940, "sea": SEA_1940, AIR_BATTLE: AIR_ROW}
    combat = (
        Announce,
        Reactions,
        *(RocketRaids if stage is Raids else stage for stage in COMBAT),
    )
    reactions = (Kamikaze, Scrambling, Recalling, Intercepting, DivineWind)
    """G40-961: all is announced before the first die."""
    access_type = Access1940
    conqueror_type = Conqueror1940
    paratroopers_type = Paratroopers1940
    neutrals_type: ClassVar[type[Neutrals]] = Neutrals
    war_industry: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Lands whose factories grow when their power enters the war (G40-426)."""
    turn = swap(
        TURN,
        {
            "research": research.PHASE,
            "combat-move": (DECLARE, PHASES["combat-move"]),
            "noncombat-move": first_musters(PHASES["noncombat-move"]),
            "collect-income": (DECLARE_LATE, PHASES["collect-income"]),
        },
    )
    step_types = (
        *(OWN_STEPS.get(step, step) for step in STEPS),
        DeclarationStep,
        AirRaidStep,
        PassageStep,
        MusterStep,
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("objectives", (True, False), "bonus income for national objectives (G40-321)"),
        *advantages("axis", "allies"),
    )

    def known_proposals(self, frame: frames.Casualties, seat: str) -> tuple[tuple[str, str], ...]:
        """G40-969: one defender proposes, and all the others hear it."""
        return frame.proposals

    def __init__(self) -> None:
        super().__init__()
        self.neutrals = self.neutrals_type(self.world)
        self.world.outbreak = self.outbreak

    def attack_announced(self, state: AxisState, power: int, space: int, log: Log) -> None:
        """Units move to attack: what follows at once, before any battle."""
        self.neutrals.attack(state, power, space, log)

    def outbreak(self, state: AxisState, power: int, target: int, log: Log) -> None:
        """Two powers go to war."""
        for one in (power, target):
            lands = self.war_industry.get(self.world.powers[one].id, ())
            if lands and industry.enters_war(self.world, state, one):
                industry.upgrade(self.world, state, one, lands, log)

    def politics(self, state: AxisState) -> list[str]:
        refused = [
            str(sharing.Refused(power=power.id, asset=asset, powers=allies))
            for power in self.world.powers
            for asset, allies in self.withheld(state, power.index)
        ]
        return super().politics(state) + refused

    def suppose(
        self, state: AxisState, power: int, action: Action
    ) -> list[tuple[float, AxisState]]:
        return suppositions.suppose(self, state, power, action)
