"""Captain: sets up, declares, moves, keeps supply, garrisons cities, plays cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable.games.fortress import duty, moves
from sandtable.games.fortress.acts import (
    AssignUnits,
    Commit,
    Concede,
    DeclareBattle,
    End,
    Fight,
    Fire,
    Move,
    PutLaser,
    Retreat,
    Target,
    UseDefault,
)
from sandtable.games.fortress.board import IS_CITY, NEAR, ROUGH
from sandtable.games.fortress.field import at, battles, enemy_in, invader_cities, room
from sandtable.games.fortress.fighting import ORDER, attacking
from sandtable.games.fortress.pieces import BOMBER, FORCES, INVADERS, USA
from sandtable.games.fortress.reinforcing import laser_sites
from sandtable.games.fortress.setting_up import DEFAULT_LASERS
from sandtable.games.fortress.state import (
    Assign,
    Battle,
    Combat,
    Declare,
    FirstMove,
    FortressState,
    LaserFire,
    PlaceLaser,
    PlayCard,
    Reinforce,
    Retreating,
    SecondMove,
    SetUpInvader,
    SetUpUS,
)
from sandtable.games.fortress.turn import strength
from sandtable.odds.fortress import choose as choose_kind
from sandtable.table import Action, Position, Rules

from ..remarks import Remark
from .attack import Plan, Planner, Style
from .cardsense import best_card_action, best_laser, best_reinforcement, best_retreat, best_shot
from .march import March, serving_move
from .worth import guess

HOPELESS_ROUND = 9
"""Invaders think about conceding once their last wave has been in play for some time."""

US_STYLE = Style(win=0.5, loss=0.9, gain=1.0, cut=0.9, spare=1.8)
INVADER_STYLE = Style(win=0.55, loss=0.7, gain=1.0, cut=0.0, spare=0.0)


class Captain:
    """Plans once per action and then gives its orders one by one."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self.rng = rng
        self.remark: str = ""
        self._key: tuple[int, int] = (-1, -1)
        self._plan = Plan([], [], [])
        self._orders: dict[str, list[Move]] = {}
        self._thinkers: dict[type[Any], Callable[..., Action | None]] = {
            SetUpUS: self._set_up,
            SetUpInvader: self._set_up,
            Reinforce: self._reinforce,
            PlaceLaser: self._laser,
            PlayCard: self._card,
            Declare: self._declare,
            FirstMove: self._first_move,
            Assign: self._assign,
            LaserFire: self._fire,
            Combat: self._combat,
            Battle: self._battle,
            Retreating: self._retreat,
            SecondMove: self._second_move,
        }

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 0) -> Action:
        self.remark = ""
        state: FortressState = position.state
        frame = state.flow[-1]
        action = self._thinkers[type(frame)](position, state, frame, FORCES.index(seat))
        if action is not None and position.check(seat, action) is None:
            return action
        if position.check(seat, End()) is None:
            return End()
        # Only a set-up that somebody else has begun gets here.
        sampled = position.legal_actions(seat).sample(self.rng)
        if sampled is None:
            raise AssertionError(f"{seat} is asked and has no legal action")
        return sampled

    def _options(self, position: Position[Any], force: int) -> list[Action]:
        return list(position.legal_actions(FORCES[force]))

    # Set-up and Action 1

    def _set_up(self, position: Any, state: FortressState, frame: Any, force: int) -> Action | None:
        if position.check(FORCES[force], UseDefault()) is None:
            return UseDefault()
        lasers = [city for city in DEFAULT_LASERS if city not in state.lasers]
        if force == USA and lasers:
            return PutLaser(lasers[0])
        return None

    def _reinforce(
        self, position: Any, state: FortressState, frame: Reinforce, force: int
    ) -> Action:
        return best_reinforcement(state, force, frame.left)

    def _laser(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        return best_laser(state, laser_sites(state))

    def _card(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        return best_card_action(state, self._options(position, force))

    # Actions 2 and 3

    def _declare(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        if self._key != (state.round, force):
            self._key = (state.round, force)
            self._orders = {}
            if self._hopeless(state, force):
                return Concede()
            style = US_STYLE if force == USA else INVADER_STYLE
            self._plan = Planner(state, force, style).make()
        seat = FORCES[force]
        for target in self._plan.declare:
            if target not in state.declared:
                action = DeclareBattle(target)
                if position.check(seat, action) is None:
                    return action
        self.remark = _boast(state.declared)
        return End()

    def _hopeless(self, state: FortressState, force: int) -> bool:
        if force == USA or force in state.conceding or state.round < HOPELESS_ROUND:
            return False
        if any(any(state.reserve[f]) for f in INVADERS) or state.last_round:
            return False
        ours = sum(strength(state, f) for f in INVADERS)
        far = state.settings.city_target - invader_cities(state)
        return far >= 5 and ours < 0.9 * strength(state, USA)

    def _first_move(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        seat = FORCES[force]
        if "first" not in self._orders:
            self._orders["first"] = list(self._plan.moves)
        order = self._next(position, seat, "first")
        if order is not None:
            return order
        if "idle" not in self._orders:
            self._orders["idle"] = self._idle_moves(state, force)
        order = self._next(position, seat, "idle")
        if order is not None:
            return order
        target = duty.open_duty(state, force)
        return (serving_move(state, force, target) if target >= 0 else None) or End()

    def _idle_moves(self, state: FortressState, force: int) -> list[Move]:
        """Units that no attack needs move up; those in position stay there."""
        busy = {(a.source, k) for a in self._plan.assign for k in range(6) if a.stack[k]}
        march = March(state, force, second=False)
        near = {p for t in state.declared for p in NEAR[t]}
        return [
            move
            for move in march.make()
            if (move.source, move.stack.index(1)) not in busy and move.source not in near
        ]

    def _next(self, position: Any, seat: str, name: str) -> Move | None:
        """The first order that can be given now; others may be possible after it.

        Nobody goes where he would be the sixth: somebody would have to leave at once.
        """
        orders, force = self._orders[name], FORCES.index(seat)
        for number, move in enumerate(orders):
            if self._fits(position.state, force, move, name == "second"):
                if position.check(seat, move) is None:
                    return orders.pop(number)
        return None

    def _fits(self, state: FortressState, force: int, move: Move, second: bool) -> bool:
        over = move.stack[BOMBER] > 0 and moves.exempt(state, force, BOMBER, move.target, second)
        return over or room(state, force, move.target) >= sum(move.stack)

    def _assign(self, position: Any, state: FortressState, frame: Any, force: int) -> Action | None:
        seat = FORCES[force]
        while self._plan.assign:
            order: AssignUnits = self._plan.assign.pop(0)
            if position.check(seat, order) is None:
                return order
        left = sorted(battles(state, force), key=lambda t: -IS_CITY[t])
        for target in left:
            if position.check(seat, Commit(target)) is None:
                return Commit(target)
        return None

    # Actions 4 and 5

    def _fire(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        shots = [a for a in self._options(position, force) if isinstance(a, Fire)]
        return best_shot(state, shots)

    def _combat(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        """Surest first: a won battle closes the way of retreat for none, but shows what is left."""

        def chance(target: int) -> float:
            defence = at(state, enemy_in(state, force, target), target)
            return guess(attacking(state, target), defence, ROUGH[target], False).win

        return Fight(max(battles(state, force), key=chance))

    def _battle(self, position: Any, state: FortressState, frame: Battle, force: int) -> Action:
        options = [a for a in self._options(position, force) if isinstance(a, Target)]
        defends = frame.stage < 3
        stack = attacking(state, frame.target)
        if not defends:
            stack = at(state, frame.defender, frame.target)
        kind = choose_kind(stack, ORDER[frame.stage % 3], defends and ROUGH[frame.target])
        fitting = [a for a in options if a.kind == kind] or options
        return fitting[0]

    def _retreat(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        ways = [a for a in self._options(position, force) if isinstance(a, Retreat)]
        return best_retreat(state, force, ways)

    # Action 6

    def _second_move(self, position: Any, state: FortressState, frame: Any, force: int) -> Action:
        if "second" not in self._orders:
            self._orders["second"] = March(state, force, second=True).make()
        seat = FORCES[force]
        order = self._next(position, seat, "second")
        if order is not None:
            return order
        if position.check(seat, End()) is None:
            return End()
        # Bombers that must fly on, or a sixth unit that must make room.
        ways = [a for a in self._options(position, force) if isinstance(a, Move)]
        bombers = [move for move in ways if move.stack[BOMBER]]
        march = March(state, force, second=True)
        return max(bombers or ways, key=lambda move: march.shelter(move.target))


def _boast(declared: list[int]) -> Remark:
    if not declared:
        return Remark("nowhere", "I attack nowhere.")
    named = sum(IS_CITY[space] for space in declared)
    spaces = "1 space" if len(declared) == 1 else f"{len(declared)} spaces"
    text = f"I attack {spaces}, {named or 'none'} of them {'a city' if named == 1 else 'cities'}."
    return Remark("declares", text, spaces=len(declared), cities=named)
