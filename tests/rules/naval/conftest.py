"""A table set to any position, with fixed dice, on a deck that only these tests use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from sandtable.games.naval import Deck, Naval, load_deck
from sandtable.table import FixedDice, OptionValue, Table

HERE = Path(__file__).parent
NATIONS = ("japan", "germany", "italy", "usa", "france", "great-britain")


@pytest.fixture(scope="session")
def deck() -> Deck:
    """Like the standard deck, but Shokaku covers on 4 and Enterprise raids twice."""
    return load_deck(HERE / "deck")


@pytest.fixture(scope="session")
def rules(deck: Deck) -> Naval:
    return Naval(deck)


@pytest.fixture
def study(rules: Naval, deck: Deck) -> Callable[..., Table]:
    """Seats p1 to p6 play Japan, Germany, Italy, USA, France, Great Britain; p1 is active.

    A first word that is a ship is short for the edit line ``ship``.
    """

    def make(
        edits: str, phase: str = "reorganise", dice: Iterable[int] = (), **options: OptionValue
    ) -> Table:
        options["deck"] = deck.tag
        seats = rules.seats(rules.read_options(options))
        lines = [f"nation {s} {nation}" for s, nation in zip(seats, NATIONS, strict=False)]
        lines += ["first p1", "active p1", "turn 1"]
        for line in filter(str.strip, edits.splitlines()):
            word = line.split()[0]
            lines.append(f"ship {line.strip()}" if word in deck.ships else line.strip())
        return Table(rules, options, dice=FixedDice(dice), edits=[*lines, f"phase {phase}"])

    return make
