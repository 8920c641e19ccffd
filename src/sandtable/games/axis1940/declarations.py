"""Declaring war: a moment of its own before a power moves to attack, and one before income.

Which declarations are possible is in ``politics.csv``; the family's ``diplomacy`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from sandtable.games.axis import diplomacy
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.phases import Opening, Phase
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.turn import start_from_bases
from sandtable.table import Action, Ask, Frame, Log, Refusal

from .frames import Declaration

if TYPE_CHECKING:
    from sandtable.games.axis.rules import AxisRules

TEXTS = {
    "declare-neutral": "War is not declared on neutral land: it is just entered",
    "declare-side": "{power} and {target} are on one side",
    "declare-already": "{power} and {target} are at war already",
    "declare-wait": "{power} may not declare war on {target} now",
    "declare-late": "War is declared before any unit moves",
}
PATIENCE = 3
"""In which turn players without a plan declare the wars that are theirs to begin."""


class Declare(Action, frozen=True):
    target: str

    def __str__(self) -> str:
        return f"declare {self.target}"


def declares(phase: str) -> Opening:
    """The moment at the start of a phase, if there is anything to declare."""

    def opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
        allowed = diplomacy.may_declare(rules.world, state, power, phase)
        return [Declaration(power, phase, allowed)] if allowed else []

    return opens


DECLARE = Phase("declare", declares("combat-move"))
DECLARE_LATE = Phase("declare-late", declares("collect-income"))


class DeclarationStep(AxisStep[Declaration]):
    """Any number of declarations, one by one."""

    frame = Declaration
    prompt = "declare war or end"

    def targets(self, state: AxisState, frame: Declaration) -> list[int]:
        foe = at.foes(state, frame.power)
        return [target for target in frame.allowed if not foe[target]]

    def run(self, state: AxisState, frame: Declaration, log: Log) -> Ask | None:
        if not self.targets(state, frame):
            state.flow.pop()
            return None
        return self.ask(frame.power)

    def check(
        self, state: AxisState, frame: Declaration, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return None
        if not isinstance(action, Declare):
            return self.wrong()
        target = self.world.power[action.target]
        return why_not_declare(self, state, frame.power, target, frame.phase, frame.allowed)

    def play(
        self, state: AxisState, frame: Declaration, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            self.finish(state, log)
            return
        assert isinstance(action, Declare)
        power, target = frame.power, self.world.power[action.target]
        diplomacy.declare(self.world, state, power, target, frame.phase, log)
        # Ships that find themselves among enemies may leave, as from a zone hostile all along.
        began = state.began(power)
        zones = (zone for zone, sea in enumerate(self.world.is_sea) if sea)
        hostile = tuple(z for z in zones if at.is_hostile_zone(self.world, state, power, z))
        new = tuple(zone for zone in hostile if zone not in began.hostile)
        note = msgspec.structs.replace(began, hostile=hostile, declared=(*began.declared, *new))
        state.since = {**state.since, power: note}
        start_from_bases(self.world, state, power)  # those of new allies, too (G40-094)

    def candidates(self, state: AxisState, frame: Declaration, seat: str) -> Iterator[Action]:
        yield End()
        for target in self.targets(state, frame):
            yield Declare(self.power_name(target))

    def usual(self, state: AxisState, frame: Declaration, seat: str) -> Action:
        """Not at once; then against all."""
        if state.turns[frame.power] >= PATIENCE:
            return Declare(self.power_name(self.targets(state, frame)[0]))
        return End()


def why_not_declare(
    step: AxisStep[Declaration],
    state: AxisState,
    power: int,
    target: int,
    phase: str,
    allowed: tuple[int, ...],
) -> Refusal | None:
    """Which rule keeps a power from declaring war on another at the start of a phase."""
    world, refuse = step.world, step.refuse
    names = {"power": step.power_name(power), "target": step.power_name(target)}
    if target in world.neutral:
        return refuse("declare-neutral")
    if at.allies(state, power)[target]:
        return refuse("declare-side", **names)
    if at.foes(state, power)[target]:
        return refuse("declare-already", **names)
    if target in allowed:
        return None
    refusal = refuse("declare-wait", **names)
    row = diplomacy.why_not(world, state, power, target, phase)
    if row is not None and row.rules:
        return msgspec.structs.replace(refusal, rule=row.rules[0])
    return refusal
