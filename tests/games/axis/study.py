"""Positions of the variant with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable import Game
from sandtable.games.axis import situation as at
from sandtable.table import FixedDice, OptionValue
from tests.games.axis.variant import Variant
from tests.rules.anniversary.study import Study


@cache
def variant() -> Variant:
    return Variant()


class VariantStudy(Study):
    """A game of the variant, or of a title made from it."""

    def __init__(
        self,
        *edits: str,
        rules: Variant | None = None,
        dice: Iterable[int] = (),
        **options: OptionValue,
    ) -> None:
        self.dice = FixedDice(dice)
        self.game = Game(rules or variant(), options, None, self.dice, edits)
        self.rules = self.game.rules
        self.world = (rules or variant()).world

    def deck_room(self, zone: str, power: str) -> int:
        return at.deck_room(self.world, self.state, self.world.space[zone], self.world.power[power])

    def until_turn(self, power: str) -> None:
        """End phases, without doing anything, until another power's turn begins."""
        wanted = self.world.power[power]
        while self.state.turn != wanted:
            self.play("end")
