"""Decisions in the middle of battles: what to fight, bombard, submerge, when to break off."""

from __future__ import annotations

from typing import Any

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import (
    Continue,
    End,
    Fight,
    Fire,
    Hold,
    Ignore,
    Launch,
    Retreat,
    Submerge,
    Units,
)
from sandtable.games.axis.battle import BattleStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.sides import groups
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.submerging import Submerging
from sandtable.table import Action, Position

from .exact import confirmed
from .outlook import Force, Key, Outlook, estimator, key_of
from .picture import Picture
from .reply import Reply
from .trial import merged
from .weigh import ANSWER
from .worth import worth_of_all

WINNING, DOGGED = 0.7, 0.25
"""Who is winning goes on, unless so much of his troops' worth speaks against it."""


class Tactician:
    """Answers what a battle asks of either side."""

    def __init__(self, rules: AxisRules, *, foresight: bool) -> None:
        self.rules = rules
        self.world = rules.world
        self.foresight = foresight

    def decide(self, position: Position[Any], seat: str) -> Action | None:
        frame = position.state.flow[-1]
        if isinstance(frame, frames.ConductCombat):
            return self._conduct(position, seat, frame)
        if isinstance(frame, frames.Bombard):
            return self._bombard(position, seat)
        assert isinstance(frame, frames.Battle)
        return self._battle(position, frame, seat)

    def _conduct(
        self, position: Position[Any], seat: str, frame: frames.ConductCombat
    ) -> Action | None:
        """Compulsory battles as they come; optional ones when they look well."""
        skip: Action | None = None
        for action in position.legal_actions(seat):
            if isinstance(action, Launch):
                return action
            if isinstance(action, Fight):
                space = self.world.space[action.space]
                if not self.world.is_sea[space] or self._good_hunt(position.state, frame, space):
                    return action
            elif isinstance(action, Ignore | End):
                skip = action
        if skip is not None and position.check(seat, skip) is None:
            return skip
        return next(iter(position.legal_actions(seat)), None)

    def _good_hunt(self, state: AxisState, frame: frames.ConductCombat, zone: int) -> bool:
        world, foe = self.world, at.foes(state, frame.power)
        mine: dict[int, int] = {}
        theirs: dict[int, int] = {}
        for piece, count in state.units[zone]:
            if not world.kinds[piece.kind].fights:
                continue
            if piece.owner == frame.power:
                mine = merged(mine, {piece.kind: count})
            elif foe[piece.owner]:
                theirs = merged(theirs, {piece.kind: count})
        outlook = self.outlook(state, frame.power, mine, theirs, sea=True)
        return outlook.win > 0.6 and outlook.defender_loss > outlook.attacker_loss

    def outlook(
        self, state: AxisState, power: int, attackers: Force, defenders: Force, *, sea: bool
    ) -> Outlook:
        """What fighting on promises; exactly, for those who look ahead."""
        one, two, techs = key_of(attackers), key_of(defenders), (state.techs[power], 0)
        rough = estimator(self.rules, *techs).estimate(one, two)
        if not self.foresight:
            return rough
        return confirmed(self.rules, one, two, sea=sea, techs=techs, rough=rough)

    def _bombard(self, position: Position[Any], seat: str) -> Action:
        best: Action = Hold()
        most = 0
        for action in position.legal_actions(seat):
            if isinstance(action, Fire):
                value = sum(u.count * self._attack_of(u) for u in action.units)
                if value > most:
                    best, most = action, value
        return best

    def _attack_of(self, units: Units) -> int:
        return self.world.kinds[self.world.kind[units.kind]].attack

    def _battle(self, position: Position[Any], frame: frames.Battle, seat: str) -> Action:
        step = self.rules.steps[frames.Battle]
        assert isinstance(step, BattleStep)
        stage = step.stage(frame)
        legal = position.legal_actions(seat)
        if isinstance(stage, Submerging):
            win = self._course(position.state, frame).win
            dives = [a for a in legal if isinstance(a, Submerge)]
            losing = (win if stage.attacking else 1 - win) < 0.35
            return dives[-1] if losing and dives else Hold()
        retreats = [a for a in legal if isinstance(a, Retreat)]
        return self._go_on(position.state, frame, retreats) if retreats else Continue()

    def _course(self, state: AxisState, frame: frames.Battle) -> Outlook:
        attackers = self.counted(state, frame, True)
        defenders = self.counted(state, frame, False)
        return self.outlook(state, frame.power, attackers, defenders, sea=frame.sea)

    def _go_on(self, state: AxisState, frame: frames.Battle, retreats: list[Retreat]) -> Action:
        """Whether what can be won is worth what it costs, the enemy's answer among that."""
        attackers, outlook = self.counted(state, frame, True), self._course(state, frame)
        picture = Picture(self.rules, state, frame.power) if self.foresight else None
        going_on = outlook.defender_loss - outlook.attacker_loss
        if not frame.sea and any(self.world.kinds[k].takes_land for k in attackers):
            worth = picture.worth if picture else worth_of_all(self.world, state, frame.power)
            going_on += outlook.win * worth[frame.space]
        if picture is None:
            return retreats[0] if going_on < -1.0 else Continue()
        going_on -= (
            ANSWER * outlook.win * self._cost(picture, frame, frame.space, outlook.survivors)
        )
        # Who stands at the refuge may be joined by others when the battles are over: that he is
        # stronger with us is no reason to come.
        best, refuge = min(
            (max(0.0, self._cost(picture, frame, self.world.space[a.space], key_of(attackers))), i)
            if a.space
            else (0.0, i)
            for i, a in enumerate(retreats)
        )
        margin = 1.0
        if outlook.win > WINNING:
            margin += DOGGED * estimator(self.rules, 0, 0).value(key_of(attackers))
        return retreats[refuge] if going_on < -ANSWER * best - margin else Continue()

    def _cost(self, picture: Picture, frame: frames.Battle, space: int, troops: Key) -> float:
        """What the enemy's answer costs more if the attackers end up in a place."""
        domain = "sea" if frame.sea else "land"
        stay = {k: n for k, n in troops if self.world.kinds[k].domain == domain}
        there = picture.force(space, picture.ally) if space != frame.space else {}
        if frame.sea:
            return picture.risk(space, merged(there, stay), 0.0) - picture.risk(space, there, 0.0)
        held = {
            place: picture.force(place, picture.ally)
            for place in picture.threats
            if at.is_friendly_land(self.world, picture.state, frame.power, place)
        }
        reply = Reply(picture, held)
        return reply.cost({space: merged(there, stay)}) - reply.cost()

    def counted(self, state: AxisState, frame: frames.Battle, attacker: bool) -> dict[int, int]:
        found: dict[int, int] = {}
        for group in groups(self.world, state, frame, attacker):
            found[group.kind] = found.get(group.kind, 0) + group.count
        return found
