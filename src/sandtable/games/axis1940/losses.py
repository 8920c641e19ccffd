"""Joint losses of several defenders: one proposes, the others consent or object (G40-969)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import frames
from sandtable.games.axis.actions import Hold, Lose
from sandtable.games.axis.casualties import CasualtiesStep, Toll
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Log, Refusal

from .events import LossesProposed


class Casualties1940(CasualtiesStep):
    """Who holds the territory, or has most units in the zone, proposes; ``hold`` consents.

    Another choice of losses is an objection: then the attacker chooses for this roll.
    """

    def choosers(
        self, state: AxisState, frame: frames.Casualties, battle: frames.Battle, toll: Toll
    ) -> list[str]:
        """The family's, with the one who proposes in front."""
        seats = super().choosers(state, frame, battle, toll)
        units: dict[int, int] = {}
        for group in toll.side:
            units[group.owner] = units.get(group.owner, 0) + group.count

        def rank(seat: str) -> tuple[bool, int, int]:
            owner = next(p for p in units if self._speaks_for(state, seat, p))
            return owner != state.owner[battle.space], -units[owner], self.world.powers[owner].turn

        return seats if len(seats) < 2 else sorted(seats, key=rank)

    def _speaks_for(self, state: AxisState, seat: str, power: int) -> bool:
        other = self.world.powers[power].seat
        return state.players.get(other, other) == state.players.get(seat, seat)

    def asked_now(
        self, frame: frames.Casualties, seats: list[str], waiting: list[str]
    ) -> list[str]:
        return seats[:1] if seats[0] in waiting else waiting

    def _proposal(self, frame: frames.Casualties, seat: str) -> str:
        """What somebody else has proposed."""
        return next((text for other, text in frame.proposals if other != seat), "")

    def check(
        self, state: AxisState, frame: frames.Casualties, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Hold) and self._proposal(frame, seat):
            return None
        return super().check(state, frame, seat, action)

    def play(
        self, state: AxisState, frame: frames.Casualties, seat: str, action: Action, log: Log
    ) -> None:
        proposal = self._proposal(frame, seat)
        if isinstance(action, Hold):
            action = self.axis.notation.parse(proposal)
        assert isinstance(action, Lose)
        first = not frame.proposals and not frame.attacker and not frame.disputed
        super().play(state, frame, seat, action, log)
        if first and frame in state.flow:
            space = self.name(state.innermost(frames.Battle).space)
            log.append(LossesProposed(seat=seat, what=str(action), space=space))

    def candidates(self, state: AxisState, frame: frames.Casualties, seat: str) -> Iterator[Action]:
        if self._proposal(frame, seat):
            yield Hold()
        yield from super().candidates(state, frame, seat)
