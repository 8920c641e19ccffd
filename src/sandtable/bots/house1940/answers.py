"""Answers to enemies on the move: ships are intercepted, complexes burnt before they fall."""

from __future__ import annotations

from typing import Any

from sandtable.bots.axis.exact import confirmed
from sandtable.bots.axis.outlook import Outlook, estimator, key_of
from sandtable.bots.axis.trial import merged
from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Hold
from sandtable.games.axis.assaults import launching_zones
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, AxisState
from sandtable.games.house1940.frames import Journey
from sandtable.games.house1940.journeys import Intercept
from sandtable.games.house1940.scorched import Scorch
from sandtable.table import Action, Position

LOST = 0.6
"""With such a chance to lose a land its complex is burnt."""
EDGE = 2.0
"""Ships that pass are left alone unless stopping them is better by so much."""


class Answerer:
    """Answers what is asked of others while a power moves."""

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world

    def decide(self, position: Position[Any], seat: str, frame: frames.React) -> Action:
        for action in position.legal_actions(seat):
            if isinstance(action, Scorch) and self._falls(position.state, frame.power, action):
                return action
            if isinstance(action, Intercept) and self._stops(position.state, frame.power):
                return action
        return Hold()

    # Burnt earth

    def _falls(self, state: AxisState, attacker: int, action: Scorch) -> bool:
        """Whether a land will probably be taken."""
        space = self.world.space[action.space]
        troops = self._attackers(state, attacker, space)
        defenders = self._force(state, space, at.foes(state, attacker))
        return self._outlook(state, attacker, troops, defenders, sea=False).win > LOST

    def _attackers(self, state: AxisState, attacker: int, space: int) -> dict[int, int]:
        """Who has come over land and by air, and who is about to land."""
        kinds = self.world.kinds
        found: dict[int, int] = {}
        for piece, count in state.units[space]:
            if piece.owner == attacker and piece.marks & MOVED and kinds[piece.kind].fights:
                found = merged(found, {piece.kind: count})
        for zone in launching_zones(self.world, state, attacker, space):
            for piece, count in state.units[zone]:
                for cargo in piece.cargo:
                    if cargo.owner == attacker and cargo.target == space:
                        found = merged(found, {cargo.kind: count})
        return found

    # Ships that pass

    def _stops(self, state: AxisState, mover: int) -> bool:
        """Whether the ships that come through would lose more than ours in the zone."""
        journey = state.innermost(Journey)
        zone, kinds = journey.path[journey.place], self.world.kinds
        coming: dict[int, int] = {}
        aboard = 0.0
        for piece, count in journey.group:
            if kinds[piece.kind].domain == "sea":
                coming = merged(coming, {piece.kind: count})
                aboard += count * sum(kinds[c.kind].cost for c in piece.cargo)
        ours = self._force(state, zone, at.foes(state, mover))
        outlook = self._outlook(state, mover, coming, ours, sea=True)
        gain = outlook.attacker_loss - outlook.defender_loss + (1.0 - outlook.win) * aboard
        return gain > EDGE

    def _force(self, state: AxisState, space: int, powers: tuple[bool, ...]) -> dict[int, int]:
        found: dict[int, int] = {}
        for piece, count in state.units[space]:
            if powers[piece.owner] and self.world.kinds[piece.kind].fights:
                found = merged(found, {piece.kind: count})
        return found

    def _outlook(
        self, state: AxisState, power: int, one: dict[int, int], two: dict[int, int], *, sea: bool
    ) -> Outlook:
        techs = (state.techs[power], 0)
        ours, theirs = key_of(one), key_of(two)
        rough = estimator(self.rules, *techs).estimate(ours, theirs)
        return confirmed(self.rules, ours, theirs, sea=sea, techs=techs, rough=rough)
