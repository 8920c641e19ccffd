"""What the steps of the family have in common."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from sandtable.table import Action, Decision, Frame, Log, Refusal, Step

from .actions import End, Units
from .budget import Budget, Talk
from .movement import cargo_label
from .state import AxisState, Piece

if TYPE_CHECKING:
    from .rules import AxisRules

F = TypeVar("F", bound=Frame)


class AxisStep(Step[AxisState, F]):
    """A step with the title's tables and tools at hand.

    ``candidates`` lists actions that may be legal; ``check`` decides. So the list of legal
    actions, a random choice among them and the refusals can never disagree.
    """

    prompt = ""

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.world = rules.world
        self.refuse = rules.refuse
        self.axis = rules

    def candidates(self, state: AxisState, frame: F, seat: str) -> Iterable[Action]:
        return (End(),)

    def actions(self, state: AxisState, frame: F, seat: str) -> Iterator[Action]:
        for action in self.candidates(state, frame, seat):
            if self.check(state, frame, seat, action) is None:
                yield action

    def sample(self, state: AxisState, frame: F, seat: str, rng: random.Random) -> Action | None:
        """Draw candidates until one is legal: the same chance for each legal action."""
        choices = list(self.candidates(state, frame, seat))
        while choices:
            index = rng.randrange(len(choices))
            action = choices[index]
            if self.check(state, frame, seat, action) is None:
                return action
            choices[index] = choices[-1]
            choices.pop()
        return None

    def usual(self, state: AxisState, frame: F, seat: str) -> Action | None:
        """What players who do not know this step answer; ``None`` where they must know it."""
        return None

    def budget(self, state: AxisState, frame: F) -> Budget | None:
        """What the decision may spend; ``None`` where it is not about money."""
        return None

    def talks(self, state: AxisState, frame: F) -> tuple[Talk, ...]:
        """Neutrals that can be won over by a die now."""
        return ()

    # Small helpers

    def ask(self, power: int, part: str = "") -> Decision:
        """The power's seat decides; ``part``: which of its purses it is about."""
        prompt = f"{part}: {self.prompt}" if part else self.prompt
        step = type(self).frame.__name__
        args = {"part": part} if part else {}
        return Decision((self.world.powers[power].seat,), step, prompt, args)

    def name(self, space: int) -> str:
        return self.world.spaces[space].id

    def power_name(self, power: int) -> str:
        return self.world.powers[power].id

    def other_phase(self, action: End) -> Refusal | None:
        """Refuses to end another phase than this one."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).frame.__name__).lower()
        if action.phase in ("", name):
            return None
        return self.refuse("other-phase", phase=name, named=action.phase)

    def wrong(self) -> Refusal:
        return self.refuse("wrong-step", prompt=self.prompt)

    def unit_name(self, piece: Piece) -> str:
        return self.world.kinds[piece.kind].id

    def units_of(self, piece: Piece, count: int, first: int) -> Units:
        """A piece as a player names it; its owner is said when it is not the first power."""
        owner = "" if piece.owner == first else self.power_name(piece.owner)
        return Units(count, self.unit_name(piece), owner, cargo_label(self.world, piece))

    def finish(self, state: AxisState, log: Log) -> None:
        state.flow.pop()
