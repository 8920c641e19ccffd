"""Plans played through on a trial board: our turn, then the answers of all enemies.

Dice are steady, so that a battle goes about as it should. Enemies strike where it pays; what
they buy and where they march afterwards is left out, and allies wait, as does everybody who is not
at war with us and cannot begin one: it is much the same whatever we do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Protocol

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Chance, Position

from .picture import Picture
from .standing import may_begin
from .weights import WEIGHTS

HELD = 0.3
"""How much of its income counts for a power whose capital is in enemy hands."""
LONGEST = 2000
"""So many decisions end a rehearsal that would not end by itself."""
GOLDEN = 0.6180339887498949


class Actor(Protocol):
    """Plays a power in a rehearsal."""

    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action: ...

    def settle(self, position: Position[Any], seat: str) -> Action: ...


class Steady:
    """Dice that are neither lucky nor unlucky: faces spread evenly, throw after throw.

    Throws of different names have dice of their own, and names say where and what for: a battle
    which two plans have in common goes the same way in both, and what differs is the plans.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.spots: dict[tuple[int, str], float] = {}

    def __call__(self, chance: Chance, turn: int) -> tuple[int, ...]:
        key = (turn, chance.why)
        spot = self.spots.get(key)
        if spot is None:
            spot = random.Random(f"{self.seed} {key}").random()
        faces = []
        for sides in chance.sides:
            spot = (spot + GOLDEN) % 1.0
            faces.append(int(spot * sides) + 1)
        self.spots[key] = spot
        return tuple(faces)


class Rehearsal:
    """Where plans of one power for its combat move lead to."""

    def __init__(
        self, position: Position[Any], picture: Picture, cast: Callable[[bool], Actor], seed: float
    ) -> None:
        self.start = position
        self.picture = picture
        self.cast = cast
        """Who plays us (true) or an enemy."""
        self.seed = seed
        names = [phase.name for phase in picture.rules.turn]
        self.attack = names.index("combat-move")
        """The place of the attack in a turn."""
        self.longest = 0.0
        """Seconds of processor time that a rehearsal took."""

    def value(self, plan: list[Action], number: int) -> float:
        """Our side's units and income less theirs when all enemies have answered."""
        began = time.thread_time()
        state = self._played(plan, number)
        self.longest = max(self.longest, time.thread_time() - began)
        return standing(self.picture, state)

    def _played(self, plan: list[Action], number: int) -> AxisState:
        position = self.start.copy()
        dice = Steady(f"{self.seed} {number}")
        ours, theirs = self.cast(True), self.cast(False)
        power = self.picture.power
        turn, began = position.state.turn, position.state.round
        steps = iter(plan)
        for _ in range(LONGEST):
            if position.chance is not None:
                position.resolve(dice(position.chance, position.state.turn))
                continue
            if position.decision is None:
                break
            state = position.state
            if self._over(state, turn, began):
                break
            seat = position.decision.seats[0]
            frame = state.flow[-1]
            first = state.turn == turn and state.round == began
            if first and isinstance(frame, frames.CombatMove) and frame.power == power:
                legal = (step for step in steps if position.check(seat, step) is None)
                action = next(legal, None) or ours.settle(position, seat)
            elif first:
                action = ours.choose(position, seat, 2000)
            elif self._threatens(state):
                action = theirs.choose(position, seat, 2000)
            else:
                action = ours.settle(position, seat)
            position.play(seat, action)
        state = position.state
        assert isinstance(state, AxisState)
        return state

    def _threatens(self, state: AxisState) -> bool:
        """Whether who is on turn is at war with us, or may be in this turn."""
        power, other = self.picture.power, state.turn
        if at.foes(state, power)[other]:
            return True
        return self.picture.against[other] and may_begin(self.picture.world, state, other, power, 0)

    def _over(self, state: AxisState, turn: int, began: int) -> bool:
        """Whether we attack again in what we play now without a break.

        That is our whole next turn, or a part of it where all powers play their turns part by
        part: then those before us in the order have yet to answer when the next round begins.
        """
        if state.turn != turn or state.round == began:
            return state.round > began + 1
        return state.innermost(frames.Turn).stop > self.attack


def standing(picture: Picture, state: AxisState) -> float:
    """Units, money and income of our side less theirs, in IPCs of units."""
    world = picture.world
    total = 0.0
    for power in world.powers:
        if not power.plays or not (picture.ally[power.index] or picture.against[power.index]):
            continue
        units = sum(world.kinds[p.kind].cost * n for _, p, n in state.pieces(power.index))
        free = power.capital < 0 or at.allies(state, power.index)[state.owner[power.capital]]
        income = at.production(world, state, power.index) * (1.0 if free else HELD)
        worth = units + state.money[power.index] + WEIGHTS.income * income
        total += worth if picture.ally[power.index] else -worth
    return total
