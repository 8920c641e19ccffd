"""One battle, from the first shot to who holds the ground: rows of stages, and who runs them.

The rows follow the rulebook: on land anti-aircraft fire, then rounds of attack and defence; at
sea submerging and surprise strikes before the others fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import deeds, diplomacy, forces, frames
from . import situation as at
from .actions import Continue, Retreat
from .events import BattleBegan, BattleEnded, Retreated
from .firing import (
    AntiAircraft,
    Attack,
    AttackersStrike,
    Defend,
    DefendersStrike,
    Drop,
    attack_volleys,
    defence_volleys,
)
from .retreat import ordered_back, origins, pull_back, retreat_goals, why_not_retreat
from .sides import Group, in_battle, with_dead
from .stages import Order, Row, Stage
from .state import MOVED, OUT, AxisState, Piece
from .steps import AxisStep
from .submerging import AttackersSubmerge, DefendersSubmerge

if TYPE_CHECKING:
    from .rules import AxisRules


class Begin(Stage):
    """Where the attackers came from is remembered; hits of a bombardment are taken."""

    name = "begin"
    before_guns = True
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        battle.origins = origins(self.world, state, battle.power, battle.space)
        kind = "sea battle" if battle.sea else "battle"
        power = self.power_name(battle.power)
        log.append(BattleBegan(space=self.place(battle.space), power=power, kind=kind))
        if not battle.sea:
            diplomacy.notice(self.world, state, deeds.ATTACKED, battle.power, battle.space, log)
        self.on(battle)
        self.hit(state, attacker=False, hits=(0, 0, battle.bombardment), still_fire=True)
        return None


class NewRound(Stage):
    name = "round"
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        attackers = self.side(state, battle, True)
        defenders = self.side(state, battle, False)
        battle.round += 1
        battle.asked = ()
        battle.destroyers = (self.has_destroyer(attackers), self.has_destroyer(defenders))
        self.on(battle)
        return None


class Judge(Stage):
    """Is there anybody left to fight, and could anybody hit anybody?"""

    name = "judge"
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        attackers = self.side(state, battle, True)
        # Casualties of a bombardment still fire in the first round.
        defenders = with_dead(battle, self.side(state, battle, False))
        if not attackers or not defenders:
            self.leave(battle)
        elif self.sweep(state, battle, log):
            return None  # and judge anew
        elif not self.can_hit(state, attackers, defenders):
            self.leave(battle)
        else:
            self.on(battle)
        return None

    def can_hit(self, state: AxisState, attackers: list[Group], defenders: list[Group]) -> bool:
        kinds = self.world.kinds
        hunters = (self.has_destroyer(attackers), self.has_destroyer(defenders))
        attack = attack_volleys(self, state, attackers)
        owners = {g.owner for g in defenders}
        defend = [v for o in owners for v in defence_volleys(self, state, defenders, o)]
        return forces.can_hit(
            kinds, attack, [g.kind for g in defenders], hunters[0]
        ) or forces.can_hit(kinds, defend, [g.kind for g in attackers], hunters[1])


class Close(Stage):
    """The dead are gone; the battle goes on if both sides are still there."""

    name = "close"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        battle.dead = ()
        self.sweep(state, battle, log)
        attackers = self.side(state, battle, True)
        defenders = self.side(state, battle, False)
        if attackers and defenders and not self.only_transports(attackers, defenders):
            self.on(battle)
        else:
            self.leave(battle)
        return None


class BreakOff(Stage):
    """After each round the attacker may go back where some of his units came from."""

    name = "retreat"
    prompt = "continue the battle or retreat"
    between_rounds = True

    def goals(self, state: AxisState, battle: frames.Battle) -> list[str]:
        """Where the attacker may go; ``""``: where no space has to be named."""
        return retreat_goals(self.world, state, battle)

    def pull_back(self, state: AxisState, battle: frames.Battle, goal: str) -> None:
        pull_back(self.world, state, battle, goal)

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        goals = self.goals(state, battle)
        if not goals:
            self.on(battle)
            return None
        seat = self.world.powers[battle.power].seat
        orders = state.orders.get(seat)
        if orders is None or not orders.retreat:
            return Decision((seat,), "Retreat", self.prompt)
        units = sum(group.count for group in self.side(state, battle, True))
        if ordered_back(orders, battle.round, units):
            self._retreat(state, battle, goals[0], log)
        else:
            self.on(battle)
        return None

    def _retreat(self, state: AxisState, battle: frames.Battle, goal: str, log: Log) -> None:
        power = self.power_name(battle.power)
        log.append(Retreated(power=power, space=self.place(battle.space), goal=goal))
        self.pull_back(state, battle, goal)
        if self.side(state, battle, True):
            self.on(battle)
        else:
            self.leave(battle)

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Continue):
            return None
        if isinstance(action, Retreat):
            goals = self.goals(state, battle)
            if action.space in goals:
                return None
            code = why_not_retreat(self.world, battle, goals, action.space)
            return self.refuse(code, space=action.space)
        return self.wrong()

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Retreat):
            self._retreat(state, battle, action.space, log)
        else:
            self.on(battle)

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        yield Continue()
        for goal in self.goals(state, battle):
            yield Retreat(goal)


class Part(BreakOff):
    """Only transports are left on both sides: the attacker's may stay or go."""

    name = "part"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        both = self.side(state, battle, True), self.side(state, battle, False)
        if self.only_transports(*both):
            return super().run(state, battle, log)
        self.on(battle)
        return None

    def leave(self, battle: frames.Battle) -> None:
        self.on(battle)


class Conclude(Stage):
    """Ships are mended, who fought has moved, and ground that was won changes hands."""

    name = "end"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        world, power = self.world, battle.power
        attackers = self.side(state, battle, True)
        defenders = self.side(state, battle, False)
        state.rewrite(battle.space, self._settled(state, battle))
        winner = self.power_name(power) if attackers and not defenders else ""
        if defenders and not attackers:
            winner = self.power_name(defenders[0].owner)
        space = self.place(battle.space)
        log.append(BattleEnded(space=space, winner=winner or "nobody has won"))
        state.flow.pop()
        holds_ground = any(world.kinds[g.kind].takes_land for g in attackers)
        if not battle.sea and holds_ground and not defenders:
            if at.is_hostile_land(world, state, power, battle.space):
                self.axis.conqueror.take(state, power, battle.space, log)
        return None

    def _settled(self, state: AxisState, battle: frames.Battle) -> Callable[[Piece], Piece]:
        world, power = self.world, battle.power
        foe = at.foes(state, power)

        def settled(piece: Piece) -> Piece:
            marks = piece.marks & ~(OUT | world.mended[piece.kind])
            if piece.owner == power and (in_battle(world, piece) or piece.marks & OUT):
                marks |= MOVED
            elif not foe[piece.owner]:
                return piece
            return msgspec.structs.replace(piece, marks=marks)

        return settled


LAND = Row(
    before=(Begin, AntiAircraft, Drop),
    rounds=(NewRound, Judge, Attack, Defend, Close, BreakOff),
    after=(Conclude,),
)
SEA = Row(
    before=(Begin,),
    rounds=(
        NewRound,
        AttackersSubmerge,
        DefendersSubmerge,
        Judge,
        AttackersStrike,
        DefendersStrike,
        Attack,
        Defend,
        Close,
        BreakOff,
    ),
    after=(Part, Conclude),
)
BATTLES = {"land": LAND, "sea": SEA}
"""The battles of the family; a title swaps stages or adds rows in ``AxisRules.battles``."""


class BattleStep(AxisStep[frames.Battle]):
    """Runs the stages of a battle."""

    frame = frames.Battle

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.orders = {name: Order(self, row) for name, row in rules.battles.items()}

    def stage(self, battle: frames.Battle) -> Stage:
        """Where a battle stands."""
        order = self.orders[battle.row or ("sea" if battle.sea else "land")]
        return order.stages[battle.stage or order.first]

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        return self.stage(battle).run(state, battle, log)

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        self.stage(battle).rolled(state, battle, faces, log)

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        return self.stage(battle).check(state, battle, seat, action)

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        self.stage(battle).play(state, battle, seat, action, log)

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        return self.stage(battle).candidates(state, battle, seat)
