"""What the tests of this folder share besides fixtures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sandtable.games.naval import NavalView
from sandtable.table import FixedDice, Table

Study: TypeAlias = Callable[..., Table]


def code(table: Table, action: str, seat: str = "p1") -> str:
    """Why an action is refused, in one word; empty if it is not."""
    refusal = table.check(action, seat)
    return refusal.code if refusal else ""


def rule(table: Table, action: str, seat: str = "p1") -> str:
    """The ledger id a refusal names; empty if the action is legal."""
    refusal = table.check(action, seat)
    return refusal.rule if refusal else ""


def play(table: Table, *actions: str) -> None:
    for action in actions:
        table.play(action)


def dice(table: Table, *faces: int) -> None:
    """Put more fixed faces on the table."""
    assert isinstance(table.dice, FixedDice)
    table.dice.add(faces)


def step(table: Table) -> str:
    return table.decision.step if table.decision else ""


def asked(table: Table) -> tuple[str, ...]:
    return table.decision.seats if table.decision else ()


def view(table: Table, seat: str | None = None) -> NavalView:
    """The title's part of what a seat sees."""
    game = table.view(seat).game
    assert isinstance(game, NavalView)
    return game


DRAW = (1, 1, 1, 1, 1, 1, 1)
"""Seven cards, each the first of the pile."""
