"""A commander answers each decision of its seat, planning a phase when it begins."""

from __future__ import annotations

import random
from typing import Any

from sandtable.games.axis import frames
from sandtable.games.axis.actions import (
    ChooseChart,
    Continue,
    End,
    Fight,
    Fire,
    First,
    Hold,
    Ignore,
    Move,
    Retreat,
    Submerge,
    Units,
)
from sandtable.games.axis.casualties import CasualtiesStep, groups
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Position, Rules

from .attack import Attacker
from .march import Marcher
from .outlook import key_of
from .picture import Picture
from .supply import Quartermaster


class Sergeant:
    """Takes what it can take and buys soundly, but does not ask what will strike back."""

    foresight = False

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        assert isinstance(rules, AxisRules)
        self.rules = rules
        self.world = rules.world
        self.rng = rng
        self.remark = ""
        self._queue: list[Action] = []
        self._planned: tuple[object, ...] = ()

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 2000) -> Action:
        self.remark = ""
        action = self._decide(position, seat)
        if action is not None and position.check(seat, action) is None:
            return action
        return self._fallback(position, seat)

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        state = position.state
        frame = state.flow[-1]
        match frame:
            case frames.Research():
                return ChooseChart(1) if frame.stage == "chart" else End()
            case frames.Purchase():
                return self._next(position, seat, frame.power, self._purchase)
            case frames.CombatMove():
                return self._next(position, seat, frame.power, self._attack)
            case frames.ConductCombat():
                return self._conduct(position, seat, frame)
            case frames.Bombard():
                return self._bombard(position, seat)
            case frames.Battle():
                return self._battle(position, frame, seat)
            case frames.Casualties():
                step = position.rules.steps[frames.Casualties]
                assert isinstance(step, CasualtiesStep)
                return step.suggestion(state, frame)
            case frames.NoncombatMove():
                return self._next(position, seat, frame.powers[0], self._march)
            case frames.Mobilize():
                return self._place(position, frame)
        for action in position.legal_actions(seat):
            if isinstance(action, First):
                return First(self.world.powers[-1].id)
            return action
        return None

    def _fallback(self, position: Position[Any], seat: str) -> Action:
        """End if that is allowed; otherwise do what must be done first."""
        if position.check(seat, End()) is None:
            return End()
        landings = [
            action
            for action in position.legal_actions(seat)
            if not (isinstance(action, Move) and self._is_ship(action))
        ]
        if landings:
            return self.rng.choice(landings)
        action = position.legal_actions(seat).sample(self.rng)
        assert action is not None
        return action

    def _is_ship(self, action: Move) -> bool:
        kind = self.world.kinds[self.world.kind[action.units[0].kind]]
        return kind.domain == "sea" and not kind.deck

    # Phases that are planned as a whole

    def _next(self, position: Position[Any], seat: str, power: int, plan: Any) -> Action:
        state = position.state
        key = (state.round, state.turn, power, plan.__name__)
        if key != self._planned:
            self._planned = key
            self._queue = plan(position, power)
        while self._queue:
            action = self._queue.pop(0)
            if position.check(seat, action) is None:
                return action
        return End()

    def _picture(self, position: Position[Any], power: int) -> Picture:
        return Picture(self.rules, position.state, power)

    def _purchase(self, position: Position[Any], power: int) -> list[Action]:
        return Quartermaster(position, self._picture(position, power)).shop()

    def _attack(self, position: Position[Any], power: int) -> list[Action]:
        picture = self._picture(position, power)
        attacker = Attacker(position, picture, foresight=self.foresight)
        actions = attacker.plan()
        if attacker.notes:
            self.remark = f"{self.world.powers[power].id} attacks {', '.join(attacker.notes)}"
        else:
            self.remark = f"{self.world.powers[power].id} holds its ground"
        return actions

    def _march(self, position: Position[Any], power: int) -> list[Action]:
        frame = position.state.flow[-1]
        assert isinstance(frame, frames.NoncombatMove)
        actions: list[Action] = []
        for each in frame.powers:
            marcher = Marcher(position, self._picture(position, each), foresight=self.foresight)
            for action in actions:
                seat = self.world.powers[each].seat
                if marcher.position.check(seat, action) is None:
                    marcher.position.play(seat, action)
            actions += marcher.plan()
        return actions

    def _place(self, position: Position[Any], frame: frames.Mobilize) -> Action:
        picture = self._picture(position, frame.powers[0])
        placed = Quartermaster(position, picture).place(frame.powers)
        return placed[0] if placed else End()

    # Battles

    def _conduct(
        self, position: Position[Any], seat: str, frame: frames.ConductCombat
    ) -> Action | None:
        """Compulsory battles as they come; optional ones when they look well."""
        picture = self._picture(position, frame.power)
        skip: Action | None = None
        for action in position.legal_actions(seat):
            if isinstance(action, Fight):
                space = self.world.space[action.space]
                if not self.world.is_sea[space] or self._good_hunt(picture, space):
                    return action
            elif isinstance(action, Ignore | End):
                skip = action
        if skip is not None and position.check(seat, skip) is None:
            return skip
        return next(iter(position.legal_actions(seat)), None)

    def _good_hunt(self, picture: Picture, zone: int) -> bool:
        kinds = self.world.kinds
        mine: dict[int, int] = {}
        for piece, count in picture.own(zone):
            if kinds[piece.kind].fights:
                mine[piece.kind] = mine.get(piece.kind, 0) + count
        theirs = picture.force(zone, 1 - picture.side)
        outlook = picture.estimator.estimate(key_of(mine), key_of(theirs))
        return outlook.win > 0.6 and outlook.defender_loss > outlook.attacker_loss

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
        state = position.state
        attackers = self._counted(state, frame, True)
        defenders = self._counted(state, frame, False)
        picture_estimator = Picture.estimator_of(self.rules)
        outlook = picture_estimator.estimate(key_of(attackers), key_of(defenders))
        if frame.stage.startswith("submerge"):
            mine_attack = frame.stage == "submerge-attacker"
            winning = outlook.win if mine_attack else 1 - outlook.win
            if winning < 0.35:
                for action in position.legal_actions(seat):
                    if isinstance(action, Submerge):
                        best = action
                return best
            return Hold()
        worth = self._prize(state, frame)
        going_on = outlook.defender_loss - outlook.attacker_loss + outlook.win * worth
        if going_on < -1.0:
            for action in position.legal_actions(seat):
                if isinstance(action, Retreat):
                    return action
        return Continue()

    def _prize(self, state: AxisState, frame: frames.Battle) -> float:
        if frame.sea:
            return 0.0
        return Picture.worth_of(self.world, state, frame.space)

    def _counted(self, state: AxisState, frame: frames.Battle, attacker: bool) -> dict[int, int]:
        found: dict[int, int] = {}
        for group in groups(self.world, state, frame, attacker):
            found[group.kind] = found.get(group.kind, 0) + group.count
        return found


class Captain(Sergeant):
    """Weighs the counter-attack before it strikes, and the gap before it leaves one."""

    foresight = True
