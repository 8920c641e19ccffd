"""A position, fixed dice, and short ways to look at what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games import find_title
from sandtable.games.fortress.board import INDEX, SPACES, N
from sandtable.games.fortress.pieces import FORCES, stack_text
from sandtable.table import FixedDice, OptionValue, Table


class Study:
    """A table set up by edit lines, played by text lines, with dice put on it as needed."""

    def __init__(
        self,
        *edits: str,
        options: Mapping[str, OptionValue] | None = None,
        players: Mapping[str, str] | None = None,
        clear: bool = True,
        dice: tuple[int, ...] = (),
    ) -> None:
        self.fixed = FixedDice(dice)
        lines = (["clear"] if clear else []) + list(edits)
        self.table = Table(find_title("fortress"), options, players, self.fixed, lines)

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def step(self) -> str:
        decision = self.table.decision
        return decision.step if decision else ""

    @property
    def asked(self) -> str:
        return self.table.decision.seats[0] if self.table.decision else ""

    def play(self, lines: str, *dice: int) -> list[str]:
        """Play lines (split at ``;``) for whoever is asked; returns what happened."""
        self.fixed.add(dice)
        events = []
        for line in lines.split(";"):
            events += [str(event) for event in self.table.play(line.strip())]
        return events

    def attack(self, space: str, *dice: int) -> list[str]:
        """From Action 2: declare one space, move nobody, send everybody in, and roll."""
        return self.play(f"declare {space}; end; end; commit {space}", *dice)

    def refusal(self, line: str) -> str:
        """The rule that forbids an action, or "" if it is allowed."""
        refusal = self.table.check(line)
        return "" if refusal is None else refusal.rule

    def legal(self) -> set[str]:
        return {str(action) for action in self.table.legal_actions()}

    def units(self, force: str, space: str) -> str:
        return stack_text(self.state.units[FORCES.index(force) * N + INDEX[space]])

    def lost(self, force: str) -> str:
        return stack_text(self.state.lost[FORCES.index(force)])

    def control(self, space: str) -> str:
        return str(FORCES[self.state.control[INDEX[space]]])

    def declared(self) -> set[str]:
        return {SPACES[space].id for space in self.state.declared}

    def space(self, name: str) -> Any:
        view: Any = self.table.view().game
        return view.spaces[INDEX[name]]

    def chance_sides(self, line: str) -> tuple[int, ...]:
        """The dice that an action asks for next, without rolling them."""
        twin = self.table.position.copy()
        asked = twin.decision
        assert asked is not None
        twin.play(asked.seats[0], self.table.rules.parse(line))
        assert twin.chance is not None
        return twin.chance.sides


@pytest.fixture
def study() -> type[Study]:
    return Study
