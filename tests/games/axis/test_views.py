"""Views made with what is known from the last ones are those made from nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.games import BUILT_IN, find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.table import FairDice, Table

TITLES = [title for title in BUILT_IN if isinstance(find_title(title), AxisRules)]


@pytest.mark.parametrize("title", TITLES)
def test_what_is_remembered_of_a_view_is_never_out_of_date(title: str) -> None:
    """A space, or a power, that looks different must be made anew: after every random action."""
    rules = find_title(title)
    table = Table(rules, dice=FairDice(b"views"))
    rng = random.Random(5)
    known: dict[str, Any] = {}
    seats = [None, *table.seats]
    for step in range(200):
        if table.decision is None:
            break
        seat = table.decision.seats[0]
        action = table.legal_actions(seat).sample(rng)
        assert action is not None
        table.play(action, seat)
        if step % 50 == 40:
            table.undo(seat, consent=table.seats)
        assert rules.views(table.state, seats, known) == rules.views(table.state, seats)


def test_what_did_not_change_is_the_same_object() -> None:
    rules = find_title("anniversary-1942")
    table = Table(rules, dice=FairDice(b"views"))
    known: dict[str, Any] = {}
    (first,) = rules.views(table.state, [None], known)
    table.play("order losses infantry", table.seats[0])
    (second,) = rules.views(table.state, [None], known)
    old, new = first.spaces, second.spaces  # type: ignore[attr-defined]
    assert all(a is b for a, b in zip(old, new, strict=True))
