"""How a side wins: goals that a title lists, looked at when turns begin and end and after a round.

Each goal is a number of spaces to hold. Some must be held without interruption since the power
whose turn begins had its last turn; some want a condition fulfilled besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from .conditions import Call, Items, Reader
from .judge import Judge
from .state import AxisState
from .world import World

Moment: TypeAlias = Literal["turn-start", "turn-end", "round-end"]
TABLE = "victory"


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """One way for a side to win."""

    side: str
    text: str
    """What is counted, for people: "victory cities"."""
    spaces: str = "cities"
    """A set in the language of conditions."""
    need: int | str
    """How many of them; or the option that says it."""
    also: str = ""
    """A condition that must hold besides."""
    when: Literal["turn-start", "round-end"] = "round-end"
    """At the end of a round; or at the start of a turn of the side, if held since the last one.

    Then ``also`` may still come true until that turn ends.
    """
    rounds: int = 1
    """At the ends of so many rounds in a row."""


class Aim(msgspec.Struct, frozen=True):
    """How far a side is with a goal."""

    side: str
    text: str
    have: int
    need: int


class Victory:
    """The goals of a title."""

    def __init__(self, world: World, goals: Sequence[Goal]) -> None:
        reader = Reader(world.words)
        self.world = world
        self.goals = tuple(goals)
        self._spaces: tuple[Items, ...] = tuple(reader.spaces(g.spaces, TABLE, 1) for g in goals)
        self._also: tuple[Call | None, ...] = tuple(
            reader.condition(goal.also, TABLE, 1) if goal.also else None for goal in goals
        )

    def aims(self, state: AxisState) -> tuple[Aim, ...]:
        return tuple(self._aim(state, index) for index in range(len(self.goals)))

    def spaces(self, state: AxisState, index: int) -> frozenset[int]:
        """The spaces that a goal counts."""
        side = self.world.members[self.goals[index].side]
        return Judge(self.world, state, min(side)).spaces(self._spaces[index])

    def _aim(self, state: AxisState, index: int) -> Aim:
        goal = self.goals[index]
        members, owner = self.world.members[goal.side], state.owner
        have = sum(owner[space] in members for space in self.spaces(state, index))
        need = goal.need if isinstance(goal.need, int) else int(state.options[goal.need])
        return Aim(goal.side, goal.text, have, need)

    def look(self, state: AxisState, moment: Moment, power: int) -> Aim | None:
        """What has been reached at this moment (of this power's turn); the last goal counts."""
        won = None
        for index, goal in enumerate(self.goals):
            aim = self._aim(state, index)
            if goal.when == "round-end":
                reached = moment == "round-end" and self._at_round_end(state, index, aim)
            else:
                reached = self._in_turn(state, index, aim, moment, power)
            if reached and self._holds(state, index):
                won = aim
        return won

    def _holds(self, state: AxisState, index: int) -> bool:
        also, side = self._also[index], self.world.members[self.goals[index].side]
        return also is None or Judge(self.world, state, min(side)).holds(also)

    def _at_round_end(self, state: AxisState, index: int, aim: Aim) -> bool:
        goal = self.goals[index]
        if goal.rounds == 1:
            return aim.have >= aim.need
        rows = state.streaks.get(index, 0) + 1 if aim.have >= aim.need else 0
        state.streaks[index] = rows
        return rows >= goal.rounds

    def _in_turn(self, state: AxisState, index: int, aim: Aim, moment: Moment, power: int) -> bool:
        """A goal is kept as the number of turns begun when it was first seen to be met.

        In a turn only its own power takes land, so looking when turns begin misses nothing.
        """
        order, goal = self.world.order, self.goals[index]
        begun = sum(state.turns[other] for other in order)
        if moment == "turn-start":
            begun -= 1  # the turn that begins now
            if aim.have < aim.need:
                state.streaks.pop(index, None)
            else:
                state.streaks.setdefault(index, begun)
        elif moment == "turn-end":
            begun -= 1
        if moment == "round-end" or power not in self.world.members[goal.side]:
            return False
        if index not in state.streaks or state.turns[power] < 2:
            return False
        return state.streaks[index] <= begun - len(order) + 1
