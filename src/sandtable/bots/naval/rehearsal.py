"""Plans played through on a trial board: captains on all seats, for so many rounds."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from sandtable.games.naval import Naval, NavalState
from sandtable.table import Action, Chance, Position

from .captain import Captain
from .guess import fill_in
from .standing import hope

Plan: TypeAlias = tuple[Action, ...]
"""What a seat does first; then it goes on as a captain would."""

ROUNDS = 1
"""So often everybody's turn comes; what is later depends on luck rather than on the plan."""


class Dice:
    """Each throw has dice of its own, by its turn and name: plans share those they both make."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._throws: dict[tuple[int, str], random.Random] = {}

    def __call__(self, chance: Chance, turn: int) -> tuple[int, ...]:
        key = (turn, chance.why)
        if key not in self._throws:
            self._throws[key] = random.Random(f"{self.seed} {turn} {chance.why}")
        throw = self._throws[key]
        return tuple(int(throw.random() * sides) + 1 for sides in chance.sides)


class Rehearsal:
    """Where the plans of a seat lead to from a position that it sees."""

    def __init__(self, position: Position[Any], seat: str, seed: str) -> None:
        assert isinstance(position.rules, Naval)
        self.start = position
        self.seat = seat
        self.seed = seed
        self.deck = position.rules.deck_of(position.state)
        self.captain = Captain(position.rules, random.Random(seed))
        state: NavalState = position.state
        self.battle = state.battle
        self.last = state.turn + ROUNDS * len(state.seats)
        self._guesses: dict[int, Position[Any]] = {}

    def value(self, plan: Plan, lap: int) -> float:
        """The hope that the seat's side has in the end; all plans of a lap meet the same cards."""
        board = self._guess(lap).copy()
        dice = Dice(f"{self.seed} {lap}")
        rest = list(plan)
        while board.pending is not None and not self._over(board.state):
            if board.chance is not None:
                board.resolve(dice(board.chance, board.state.turn))
            elif rest and self._goes_on(board):
                board.play(self.seat, rest.pop(0))
            elif board.decision is not None:
                rest.clear()  # the phase is over, and with it the plan
                actor = board.decision.seats[0]
                board.play(actor, self.captain.choose(board, actor))
        return hope(self.deck, board.state, self.seat)

    def _goes_on(self, board: Position[Any]) -> bool:
        asked, first = board.decision, self.start.decision
        assert asked is not None
        assert first is not None
        return self.seat in asked.seats and asked.step == first.step

    def _guess(self, lap: int) -> Position[Any]:
        if lap not in self._guesses:
            twin = self.start.copy()
            fill_in(self.deck, twin.state, random.Random(f"{self.seed} {lap}"))
            self._guesses[lap] = twin
        return self._guesses[lap]

    def _over(self, state: NavalState) -> bool:
        return state.turn >= self.last or state.battle > self.battle
