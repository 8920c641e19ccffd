"""The phase of combat is a row of stages too: what a stage of it is, and the ordinary battles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from sandtable.table import Action, Ask, Log, Refusal

from . import frames
from . import situation as at
from .actions import End, Fight
from .state import RAIDER, AxisState

if TYPE_CHECKING:
    from .combat import ConductCombatStep

Open = tuple[list[int], list[int]]
"""Spaces that must be resolved in a stage, and those that may be."""


class CombatStage:
    """What is resolved before the next stage begins, in an order the attacker chooses."""

    name: ClassVar[str]
    comes_first: ClassVar[str] = ""
    """The code of the refusal for what has to wait until this stage is over."""

    def __init__(self, step: ConductCombatStep) -> None:
        self.step = step
        self.world = step.world
        self.axis = step.axis
        self.refuse = step.refuse

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        raise NotImplementedError

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        """Resolve this space next."""
        raise NotImplementedError

    def skip(self, state: AxisState, frame: frames.ConductCombat) -> None:
        """What need not be resolved is left alone."""
        frame.skipped = (*frame.skipped, *self.open(state, frame)[1])

    def offers(self, state: AxisState, frame: frames.ConductCombat) -> list[Action]:
        """Other actions that are possible in this stage."""
        return []

    def begin(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> None:
        """What needs no decision."""

    def refuse_now(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        """Why an action of this stage cannot be played in another one; ``None``: not its own."""
        return None

    def run(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        self.begin(state, frame, log)
        must, may = self.open(state, frame)
        choice = may or self.offers(state, frame)
        if not must and not choice:
            self.step.on(frame)
            return None
        if len(must) == 1 and not choice:
            self.start(state, frame, must[0])
            return None
        return self.step.ask(frame.power)

    def check(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        must, may = self.open(state, frame)
        if isinstance(action, Fight):
            space = self.world.space[action.space]
            if space in must or space in may:
                return None
            later = [stage.open(state, frame) for stage in self.step.later(frame)]
            if any(space in found for pair in later for found in pair):
                return self.refuse(self.comes_first)
            return self.refuse("no-battle", space=action.space)
        if isinstance(action, End):
            if must:
                return self.refuse("must-fight", space=self.step.name(must[0]))
            return self.step.other_phase(action)
        for other in self.step.stages.values():
            refusal = other.refuse_now(state, frame, action)
            if refusal is not None:
                return refusal
        return self.step.wrong()

    def play(self, state: AxisState, frame: frames.ConductCombat, action: Action, log: Log) -> None:
        if isinstance(action, End):
            self.skip(state, frame)
        else:
            assert isinstance(action, Fight)
            self.start(state, frame, self.world.space[action.space])

    def candidates(self, state: AxisState, frame: frames.ConductCombat) -> Iterator[Action]:
        must, may = self.open(state, frame)
        for space in (*must, *may):
            yield Fight(self.step.name(space))
        yield from self.offers(state, frame)
        if not must:
            yield End()


class Battles(CombatStage):
    """All battles that belong to no assault; ground that nobody defends is just taken."""

    name = "battles"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        must, may = [], []
        for space in self._contested(state, frame.power):
            if space in frame.fought:
                continue
            duty = self.step.duty(state, frame.power, space)
            if duty == "must" or (duty and space in frame.announced):
                must.append(space)
            elif duty == "may" and space not in frame.skipped:
                may.append(space)
        return must, may

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        frame.fought = (*frame.fought, space)
        state.flow.append(frames.Battle(frame.power, space, self.world.is_sea[space]))

    def _contested(self, state: AxisState, power: int) -> list[int]:
        """Zones and hostile lands where the power has units."""
        foe, owner, is_sea = at.foes(state, power), state.owner, self.world.is_sea
        mine = {space for space, _, _ in state.pieces(power)}
        return sorted(space for space in mine if is_sea[space] or foe[owner[space]])

    def begin(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> None:
        """Ground that nobody defends is taken without a battle; an AA gun fires only at planes."""
        power = frame.power
        for space in self._contested(state, power):
            if self.world.is_sea[space] or space in frame.fought:
                continue
            if self.step.duty(state, power, space) == "must" and self._is_undefended(
                state, power, space
            ):
                frame.fought = (*frame.fought, space)
                self.axis.conqueror.take(state, power, space, log)

    def _is_undefended(self, state: AxisState, power: int, space: int) -> bool:
        """Whether ground troops just walk in. Aircraft wait for guns that stay to fire at them."""
        kinds, stack, foe = self.world.kinds, state.units[space], at.foes(state, power)
        mine = [kinds[p.kind] for p, _ in stack if p.owner == power and not p.marks & RAIDER]
        enemy = [kinds[p.kind] for p, _ in stack if foe[p.owner]]
        if any(kind.fights and not kind.lost_with_land for kind in enemy):
            return False
        if any(kind.lost_with_land for kind in enemy):
            return any(kind.takes_land for kind in mine)
        return not any(kind.domain == "air" for kind in mine)
