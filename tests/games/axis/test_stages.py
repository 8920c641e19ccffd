"""Battles and the phase of combat as rows of stages that a title swaps."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Hold
from sandtable.games.axis.battle import BATTLES, LAND, BattleStep, Begin, BreakOff
from sandtable.games.axis.casualties import destroy
from sandtable.games.axis.combat import COMBAT
from sandtable.games.axis.combat_stages import CombatStage, Open
from sandtable.games.axis.firing import AntiAircraft
from sandtable.games.axis.stages import Stage
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal
from tests.games.axis.study import VariantStudy
from tests.games.axis.variant import Variant


class Guns(Stage):
    """Each gun has three shots, never more than there are aircraft; any aircraft may be lost."""

    name = "guns"
    before_guns = True
    between_rounds = True

    def _shots(self, state: AxisState, battle: frames.Battle) -> int:
        kinds = self.world.kinds
        guns = sum(g.count * kinds[g.kind].aa_shots for g in self.side(state, battle, False))
        planes = sum(
            g.count for g in self.side(state, battle, True) if kinds[g.kind].domain == "air"
        )
        return min(guns, planes)

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        shots = self._shots(state, battle)
        if shots:
            return Chance((6,) * shots, "guns")
        self.on(battle)
        return None

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        hits = sum(face == 1 for face in faces)
        for group in self.side(state, battle, True):
            if self.world.kinds[group.kind].domain == "air":
                lost = min(hits, group.count)
                if lost:
                    destroy(self.world, state, battle.space, group.owner, group.kind, lost, log)
                hits -= lost
        self.on(battle)


class Parley(Stage):
    """A stage slipped in that asks the defender, who may just hold."""

    name = "parley"
    prompt = "hold"
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        seat = self.world.powers[state.owner[battle.space]].seat
        return Decision((seat,), "Parley", self.prompt)

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        yield Hold()

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        return None if isinstance(action, Hold) else self.wrong()

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        self.on(battle)


class Salvo(CombatStage):
    """A stage of the phase before all others that hits the first enemy coast it finds."""

    name = "salvo"
    comes_first = "raids-first"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        return [], []

    def begin(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> None:
        state.money[frame.power] += 1


class Staged(Variant):
    id = "staged"
    battles = {**BATTLES, "land": LAND.swap({AntiAircraft: (Guns,), Begin: (Begin, Parley)})}
    combat = (Salvo, *COMBAT)


def attack(*edits: str, dice: list[int]) -> VariantStudy:
    study = VariantStudy(
        "clear",
        "place 4 germany fighter, 1 germany infantry finland",
        *edits,
        "turn germany combat-move",
        rules=Staged(),
        dice=dice,
    )
    study.play(
        "move 4 fighter finland > karelia-ssr", "move 1 infantry finland > karelia-ssr", "end"
    )
    return study


def test_a_swapped_stage_is_played_and_others_are_not() -> None:
    study = attack("place 1 ussr aa-gun, 1 ussr infantry karelia-ssr", dice=[1, 1, 6])
    assert study.game.decision is not None
    assert study.game.decision.step == "Parley"
    study.play("hold", dice=[6, 6, 6, 1, 6])  # three shots; two fighters left attack
    assert study.units("karelia-ssr")["germany fighter"] == 2


def test_a_stage_slipped_in_asks_another_seat_and_refuses_what_is_not_its_own() -> None:
    study = attack("place 1 ussr infantry karelia-ssr", dice=[])
    assert study.game.decision is not None
    assert study.game.decision.seats == ("ussr",)
    refusal = study.game.check("continue")
    assert refusal is not None
    assert refusal.code == "wrong-step"


def test_a_stage_of_the_phase_is_slipped_in() -> None:
    study = attack("place 1 ussr infantry karelia-ssr", "money germany 7", dice=[])
    assert study.money("germany") == 8


def test_a_row_says_where_a_battle_stands() -> None:
    study = attack("place 1 ussr aa-gun, 1 ussr infantry karelia-ssr", dice=[])
    step = study.rules.steps[frames.Battle]
    assert isinstance(step, BattleStep)
    battle = study.state.innermost(frames.Battle)
    assert step.stage(battle).name == "parley"
    assert BreakOff in LAND.rounds
    assert at.aa_gun(study.world, study.state, battle.power, battle.space) == 1
