"""The house variant: the family's pieces in the sequence of its own rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.games.axis import frames, relations
from sandtable.games.axis.casualties import CasualtiesStep
from sandtable.games.axis.combat_move import CombatMoveStep
from sandtable.games.axis.homeless import HomelessStep
from sandtable.games.axis.noncombat_move import NoncombatMoveStep
from sandtable.games.axis.notation import VERBS
from sandtable.games.axis.notes import Note
from sandtable.games.axis.phases import Phase, PhaseByPhase, Rotation, together
from sandtable.games.axis.purchase import PurchaseStep
from sandtable.games.axis.raids import BombardStep
from sandtable.games.axis.refusals import TEXTS
from sandtable.games.axis.rules import STEPS, AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.topics import TOPICS, Topic
from sandtable.games.axis.traits import FLAGS
from sandtable.games.axis1940.declarations import TEXTS as DECLARATION_TEXTS
from sandtable.games.axis1940.declarations import Declare
from sandtable.games.axis1940.names import ALIASES
from sandtable.table import Options, Result, Step

from . import flak
from .battles import (
    BATTLES_HOUSE,
    COMBAT_HOUSE,
    CONDUCT_COMBAT,
    HouseBombardStep,
    HouseCasualties,
    Occupy,
    read_back,
)
from .buildings import BATTERY
from .conquest import HouseConqueror
from .deploy import DeployStep, opens_deploy
from .diplomacy import PRICE, PRICE_OF_FRIENDS, DiplomacyStep, Negotiate, opens_diplomacy
from .edits import HOUSE_EDITS
from .flights import StraysStep
from .journeys import Intercept, Interception, JourneyStep
from .missions import HARASSMENT, MissionStep, read_sortie
from .money import (
    HousePurchaseStep,
    RepairsStep,
    opens_income,
    opens_purchases,
    opens_repairs,
)
from .movers import HouseMover
from .moves import COMBAT_MOVE, HouseCombatMove, read_join
from .noncombat import HouseNoncombatStep
from .options import OPTIONS
from .rule_ids import RULE_IDS, TEXTS_HOUSE
from .scorched import SCORCHED, ScorchedEarth, read_scorch
from .sharing import HouseAccess
from .shipping import HouseParatroopers, HouseShipper
from .state import HouseState
from .strikes import STRIKES, StrikeStep
from .turn import NationByNation, house, unless_idle, year
from .victory import GOALS, HouseVictory
from .vweapons import WEAPONS, VStrikeStep, read_arm, read_fire
from .war import LoansStep, WarStep, opens_loans, opens_war, read_lend, read_repay

PRELIMINARY = (
    Phase("war", opens_war, part="I"),
    Phase("income", opens_income, part="I"),
    Phase("loans", opens_loans, part="I"),
    Phase("repairs", opens_repairs, part="I"),
    Phase("purchase", unless_idle(opens_purchases), part="I"),
)
ACTION = (
    COMBAT_MOVE,
    SCORCHED,
    Phase("diplomacy", opens_diplomacy, part="III"),
    CONDUCT_COMBAT,
)
REORGANISATION = (
    Phase("noncombat-move", unless_idle(together(frames.NoncombatMove)), part="IV"),
    Phase("deploy", unless_idle(opens_deploy), part="IV"),
)
MAJOR, MINOR = ("usa", "uk", "ussr"), ("china", "anzac", "france")
"""HV-003, HV-004: who runs a major nation had better run a minor one besides."""
OWN_STEPS: dict[type[Step[Any, Any]], type[Step[Any, Any]]] = {
    PurchaseStep: HousePurchaseStep,
    NoncombatMoveStep: HouseNoncombatStep,
    CombatMoveStep: HouseCombatMove,
    BombardStep: HouseBombardStep,
    CasualtiesStep: HouseCasualties,
    HomelessStep: StraysStep,
}
"""Steps of the family that this title replaces."""


class House1940(AxisRules):
    id = "house-1940"
    name = "House variant 1940"
    summary = "Nine nations play each phase in turn; diplomacy, V-weapons, Tigers and T-34s"
    ledger = "house-1940"
    stage = "playable"
    package = "sandtable.games.board1940"
    board = "global-1940"
    tables = "house"
    scenario = "1940"
    rule_ids = RULE_IDS
    texts = {**TEXTS, **DECLARATION_TEXTS, **TEXTS_HOUSE}
    aliases = {**ALIASES, "bomber": "bomber", "aa": "aa-battery", "tac": "torpedo-bomber"}
    flags = {
        **FLAGS,
        "only": r"[a-z]+(\+[a-z]+)*",
        "only-option": "[a-z_]+",
        "from-year": r"\d{4}",
        "city-only": "",
        "bombards-outside": "",
        "torpedoes": "",
    }
    verbs = {
        **VERBS,
        "declare": lambda r: Declare(r.notation.power(r.take("a power"))),
        "lend": read_lend,
        "negotiate": lambda r: Negotiate(r.space()),
        "arm": read_arm,
        "fire": read_fire,
        "repay": read_repay,
        **{verb: partial(read_sortie, verb) for verb in ("raid", "dive", "shell", "torpedo")},
        "join": read_join,
        "intercept": lambda r: Intercept(),
        "scorch": read_scorch,
        "occupy": lambda r: Occupy(),
        "back": read_back,
    }
    edit_verbs = HOUSE_EDITS
    currency = "PP"  # HV-006
    topics = {
        **TOPICS,
        "intercept": Topic("intercept", "always", "never"),
        "scorch": Topic("scorch", "never"),
    }
    battles = {**BATTLES_HOUSE, **STRIKES}
    combat = COMBAT_HOUSE
    reactions = (Interception, ScorchedEarth)
    conqueror_type = HouseConqueror
    mover_type = HouseMover
    shipper_type = HouseShipper
    paratroopers_type = HouseParatroopers
    guests_are_cargo = False
    one_sortie = True
    bombs = WEAPONS
    persuasion = (PRICE, PRICE_OF_FRIENDS)
    options = OPTIONS
    state_type = HouseState
    turn = (*PRELIMINARY, *HARASSMENT, *ACTION, *REORGANISATION)
    victory = GOALS
    victory_type = HouseVictory
    access_type = HouseAccess
    partners = (("germany", "italy"), *zip(MAJOR, MINOR, strict=True))
    step_types = (
        *(OWN_STEPS.get(step, step) for step in STEPS),
        WarStep,
        LoansStep,
        RepairsStep,
        VStrikeStep,
        DiplomacyStep,
        DeployStep,
        JourneyStep,
        MissionStep,
        StrikeStep,
    )

    def flak(self, state: AxisState, power: int, space: int) -> tuple[int, ...]:
        return flak.salvo(self.world, state, power, space)

    def battery_dice(self, radar: str) -> tuple[int, ...]:
        return flak.dice(1, radar)

    def rotation_of(self, state: AxisState) -> Rotation:
        """HV-917."""
        return PHASE_BY_PHASE if state.options["turn_structure"] == "by_phase" else BY_NATION

    def wars_at_start(self, options: Options) -> relations.Table:
        """HV-922, HV-838."""
        if options.get("start_war") == "total":
            return relations.opposing(self.world.powers, None)
        return super().wars_at_start(options)

    def setup(self, options: Options, players: Mapping[str, str]) -> AxisState:
        state = super().setup(options, players)
        if options["setup_aa"] == "one":
            self._one_battery_each(state)
        if options["china_capital"] == "none":  # HV-833
            state.without_capital = (self.world.power["china"],)
        return state

    def remarks(self, state: AxisState) -> tuple[Note, ...]:
        """The year, and what lies where nobody sees it on the board."""
        own = house(state)
        notes = [Note(code="year", text=f"the year {year(state)}", count=year(state))]
        for code, text, sums in (
            ("debt", "{} owes {} PP", own.debts),
            ("late", "{} cannot spend {} PP yet", own.late),
        ):
            for power, count in sorted(sums.items()):
                name = self.world.powers[power].id
                notes.append(
                    Note(code=code, text=text.format(name, count), power=name, count=count)
                )
        for space, bombs in sorted(own.bombs.items()):
            where, what = self.world.spaces[space].id, " + ".join(bombs)
            notes.append(Note(code="bombs", text=f"{where}: {what} ready", space=where, what=what))
        return tuple(notes)

    def result(self, state: AxisState) -> Result | None:
        """HV-916: who wins by the limit of rounds has reached no goal."""
        found, aims = super().result(state), self.world.victory.aims(state)
        if not found or any(a.side == state.winner and a.have >= a.need for a in aims):
            return found
        few = "only " if state.winner != aims[0].side else ""
        held = f"the {aims[0].side} hold {few}{aims[0].have} {aims[0].text}"
        reason = f"{held} at the end of round {state.round}"
        return replace(found, reason=reason, code="", args={})

    def _one_battery_each(self, state: AxisState) -> None:
        """HV-903."""
        battery = self.world.kind[BATTERY]
        for space, stack in enumerate(state.units):
            for piece, count in stack:
                if piece.kind == battery and count > 1:
                    state.remove(space, piece, count - 1)


PHASE_BY_PHASE = PhaseByPhase()
BY_NATION = NationByNation()
