"""Phase 4: raids and rockets, then amphibious assaults, then all other battles.

The attacker chooses the order within each of the three; each battle is finished before the
next begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from sandtable.table import Action, Ask, Log, Refusal

from . import frames
from . import situation as at
from .air_raids import Raids
from .assaults import Assaults
from .combat_stages import Battles, CombatStage
from .events import PhasePassed
from .reactions import fly_home
from .state import OUT, RAIDER, SORTIE, AxisState, Piece
from .steps import AxisStep

if TYPE_CHECKING:
    from .rules import AxisRules

COMBAT: tuple[type[CombatStage], ...] = (Raids, Assaults, Battles)
"""The stages of the family; a title swaps some or slips others in, see ``AxisRules.combat``."""
DONE = "done"


class ConductCombatStep(AxisStep[frames.ConductCombat]):
    """Runs the stages of combat one after the other."""

    frame = frames.ConductCombat
    prompt = "choose what to resolve next"

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.stages = {stage.name: stage(self) for stage in rules.combat}
        self.names = (*self.stages, DONE)

    def stage(self, frame: frames.ConductCombat) -> CombatStage:
        return self.stages[frame.stage or self.names[0]]

    def on(self, frame: frames.ConductCombat) -> None:
        frame.stage = self.names[self.names.index(frame.stage or self.names[0]) + 1]

    def later(self, frame: frames.ConductCombat) -> list[CombatStage]:
        """The stages still to come."""
        place = self.names.index(frame.stage or self.names[0])
        return [self.stages[name] for name in self.names[place + 1 : -1]]

    def run(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        if frame.stage != DONE:
            return self.stage(frame).run(state, frame, log)
        if not self._anything_happened(state, frame):
            why = "there is nothing to fight"
            power = self.power_name(frame.power)
            log.append(PhasePassed(power=power, phase="conduct-combat", why=why))
        self._leave(state, frame)
        fly_home(self.world, state, log)
        state.flow.pop()
        if not any(isinstance(f, frames.ConductCombat) for f in state.flow):
            state.flow.append(frames.Homeless(frame.power))  # after all battles of the turn
        return None

    def check(
        self, state: AxisState, frame: frames.ConductCombat, seat: str, action: Action
    ) -> Refusal | None:
        return self.stage(frame).check(state, frame, action)

    def play(
        self, state: AxisState, frame: frames.ConductCombat, seat: str, action: Action, log: Log
    ) -> None:
        self.stage(frame).play(state, frame, action, log)

    def candidates(
        self, state: AxisState, frame: frames.ConductCombat, seat: str
    ) -> Iterator[Action]:
        return self.stage(frame).candidates(state, frame)

    def ahead(self, state: AxisState, power: int) -> list[int]:
        """Where there would be something to resolve if the combat moves ended now."""
        frame = frames.ConductCombat(power)
        found = [space for stage in self.stages.values() for space in stage.open(state, frame)[0]]
        return list(dict.fromkeys(found))

    def duty(self, state: AxisState, power: int, space: int) -> str:
        """Whether a battle in a space ``must`` or ``may`` be fought by the power."""
        world, kinds = self.world, self.world.kinds
        land = not world.is_sea[space]
        if land and not at.is_hostile_land(world, state, power, space):
            return ""
        fighters = [
            kinds[piece.kind]
            for piece, _ in state.units[space]
            if piece.owner == power
            and not piece.marks & (RAIDER | OUT)
            and kinds[piece.kind].fights
        ]
        if not fighters:
            return ""
        if land:
            return "must"
        if at.is_hostile_zone(world, state, power, space):
            # Only ships that are there, or aircraft sent there, make it a battle.
            return "must"
        if self._meets_sortie(state, power, space):
            return "must"
        if any(kind.attack for kind in fighters) and at.has_enemy(world, state, power, space):
            return "may"
        return ""

    def is_held_by_enemies(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether enemy warships or aircraft sent there keep the power's troops from landing."""
        return at.is_hostile_zone(self.world, state, power, zone) or self._meets_sortie(
            state, power, zone
        )

    def _meets_sortie(self, state: AxisState, power: int, space: int) -> bool:
        """Whether enemy aircraft were sent there to fight."""
        foe = at.foes(state, power)
        return any(p.marks & SORTIE and foe[p.owner] for p, _ in state.units[space])

    def _anything_happened(self, state: AxisState, frame: frames.ConductCombat) -> bool:
        if frame.fought or frame.skipped or frame.launched or frame.skipped_rockets:
            return True
        return any(piece.marks & RAIDER for _, piece, _ in state.pieces(frame.power))

    def _leave(self, state: AxisState, frame: frames.ConductCombat) -> None:
        """Raiders are out of their battle; they land with the others."""

        def home(piece: Piece) -> Piece:
            if piece.marks & RAIDER:
                return msgspec.structs.replace(piece, marks=piece.marks & ~(RAIDER | OUT))
            return piece

        for space in {s for s, p, _ in state.pieces(frame.power) if p.marks & RAIDER}:
            state.rewrite(space, home)
