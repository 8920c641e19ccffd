"""Positions for a bot: set up from edit lines, played for one turn by the bot itself."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial

from sandtable.bots import make_bot
from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.commander import General
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.rehearsal import Rehearsal
from sandtable.bots.axis.taste import PLAIN, Taste
from sandtable.games.axis.rules import AxisRules
from sandtable.table import OptionValue
from tests.rules.anniversary.study import Study

UNHURRIED = 20_000
"""Milliseconds for a decision: on a busy machine too a plan is finished, not broken off."""


class Desk:
    """A study in which one seat's turn is played by a bot and all dice are given.

    Dice: every die shows the next of ``dice`` in a circle, so attackers and defenders roll alike
    (``(1, 6)`` by default: every other die hits).
    """

    def __init__(
        self,
        *edits: str,
        bot: str = "captain",
        seed: int = 1,
        dice: Iterable[int] = (1, 6, 2, 5, 3, 4),
        title: str = "anniversary-1941",
        **options: OptionValue,
    ) -> None:
        self.study = Study(*edits, title=title, dice=(), players=None, **options)
        self.faces = tuple(dice)
        self.study.dice.add(self.faces * 2000)
        rules = self.study.rules
        self.bots = {seat: make_bot(bot, rules, f"{seed} {seat}") for seat in self.study.game.seats}
        self.actions: list[str] = []
        self.remarks: list[str] = []

    @property
    def turn(self) -> int:
        return self.study.state.turn

    def play_turn(self) -> Desk:
        """The whole turn of the power that is on turn, answers of others included."""
        return self._play(lambda: False)

    def play_phase(self) -> Desk:
        """Only the phase that is waited for."""
        step = self.study.step
        return self._play(lambda: self.study.step != step)

    def _play(self, over: object) -> Desk:
        game, turn, round_ = self.study.game, self.turn, self.study.state.round
        assert callable(over)
        while game.decision is not None and (self.turn, self.study.state.round) == (turn, round_):
            seat = game.decision.seats[0]
            bot = self.bots[seat]
            action = bot.choose(game.position.seen_by(seat), seat, UNHURRIED)
            if bot.remark:
                self.remarks.append(bot.remark)
            self.actions.append(f"{seat}: {action}")
            game.play(action, seat)
            if over():
                break
        return self

    def did(self, start: str) -> bool:
        """Whether an action of the turn begins like this (without the seat)."""
        return any(action.partition(": ")[2].startswith(start) for action in self.actions)

    def units(self, space: str) -> dict[str, int]:
        return self.study.units(space)

    def owner(self, space: str) -> str:
        return self.study.owner(space)

    def count(self, space: str, power: str) -> int:
        """How many units of a power that can fight stand in a space."""
        return sum(
            n
            for name, n in self.units(space).items()
            if name.startswith(f"{power} ") and "aa-gun" not in name
        )


def picture_of(desk: Desk, power: str) -> Picture:
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    return Picture(rules, desk.study.state, rules.world.power[power])


def attacker_of(desk: Desk, power: str, taste: Taste = PLAIN) -> Attacker:
    """A captain's plan of attack, not yet made."""
    picture = picture_of(desk, power)
    return Attacker(
        desk.study.game.position,
        picture,
        Field(picture),
        foresight=True,
        rng=random.Random(1),
        late=lambda: False,
        taste=taste,
    )


def rehearsal_of(desk: Desk, power: str) -> Rehearsal:
    """As the title's general holds them."""
    general = make_bot("general", desk.study.rules, 1)
    assert isinstance(general, General)
    picture = picture_of(desk, power)
    cast = partial(general._cast, 1.0, picture.power)
    return Rehearsal(desk.study.game.position, picture, cast, 0.5)
