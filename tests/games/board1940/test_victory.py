"""Goals as the 1940 rulebooks set them: cities held for a whole round, and a capital besides."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import pytest

from sandtable import Game
from sandtable.games.axis.phases import TURN, Phase
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.tables import BadTable
from sandtable.games.axis.victory import Goal

from .boards import Global

AXIS, ALLIES = "germany, southern-italy, japan", "united-kingdom, france, russia"
FREE = f"at-least(1; axis; {AXIS})"


def skipped(phase: Phase) -> Phase:
    return Phase(phase.name, lambda rules, state, power, log: [])


class Warring(Global):
    """The goals of the whole world, and turns that are over at once."""

    turn = tuple(phase if phase.name == "noncombat-move" else skipped(phase) for phase in TURN)
    victory: ClassVar[tuple[Goal, ...]] = (
        Goal(
            side="axis",
            text="victory cities in Europe",
            spaces="cities-in(half(europe))",
            need=8,
            also=FREE,
            when="turn-start",
        ),
        Goal(
            side="axis",
            text="victory cities in the Pacific",
            spaces="cities-in(half(pacific))",
            need=6,
            also=FREE,
            when="turn-start",
        ),
        Goal(
            side="allies",
            text="Axis capitals",
            spaces=AXIS,
            need=3,
            also=f"at-least(1; allies; {ALLIES}, eastern-united-states)",
            when="turn-start",
        ),
    )


@cache
def title() -> Warring:
    return Warring()


EUROPE = ("united-kingdom", "france", "egypt", "novgorod", "volgograd")
"""With Berlin, Rome and Warsaw these make eight."""


def started(*edits: str, turn: str = "germany") -> Game:
    return Game(title(), {}, None, None, ("clear", *edits, f"turn {turn}"))


def state_of(game: Game) -> AxisState:
    assert isinstance(game.state, AxisState)
    return game.state


def turns_until_won(game: Game, limit: int = 30) -> int | None:
    for number in range(limit):
        if state_of(game).winner:
            return number
        game.play("end")
    return None


def taken(*lands: str, by: str = "germany") -> list[str]:
    return [f"control {land} {by}" for land in lands]


def test_the_view_shows_every_goal() -> None:
    aims = started().view().game.victory  # type: ignore[attr-defined]
    assert [(aim.side, aim.have, aim.need) for aim in aims] == [
        ("axis", 3, 8),
        ("axis", 2, 6),
        ("allies", 0, 3),
    ]
    assert "victory cities in Europe axis 3 (8)" in title().describe(state_of(started()), None)


def test_cities_are_held_for_a_whole_round() -> None:
    """Eight at the start of Germany's turn: it wins at the start of its next one."""
    game = started(*taken(*EUROPE))
    assert turns_until_won(game) == 9
    assert state_of(game).winner == "axis"
    assert state_of(game).round == 2
    result = game.result
    assert result is not None
    assert result.reason == "the axis hold 8 victory cities in Europe"


def test_seven_are_not_enough() -> None:
    assert turns_until_won(started(*taken(*EUROPE[1:])), 12) is None


def test_halves_are_not_added_up() -> None:
    lands = taken(*EUROPE[1:]) + taken("india", "philippines", "kwangtung", by="japan")
    assert turns_until_won(started(*lands), 12) is None


def test_an_interruption_begins_the_count_anew() -> None:
    game = started(*taken(*EUROPE))
    for _ in range(4):
        game.play("end")
    state, world = state_of(game), title().world
    egypt = world.space["egypt"]
    state.owner[egypt] = world.power["uk"]
    game.play("end")
    state_of(game).owner[egypt] = world.power["italy"]
    left = turns_until_won(game)
    assert left is not None
    assert 5 + left > 9


def test_without_a_capital_of_its_own_a_side_must_free_one_in_that_turn() -> None:
    lost = taken("germany", "southern-italy", "poland", by="uk") + taken("japan", by="usa")
    more = taken("russia", "eastern-united-states", "ontario")
    game = started(*taken(*EUROPE), *more, *lost)
    for _ in range(9):
        game.play("end")
    assert not state_of(game).winner
    world = title().world
    state_of(game).owner[world.space["germany"]] = world.power["germany"]
    game.play("end")
    assert state_of(game).winner == "axis"
    assert state_of(game).turn == world.power["germany"]


def test_the_allies_win_by_holding_all_capitals_of_the_axis() -> None:
    lost = taken("germany", "southern-italy", by="uk") + taken("japan", by="usa")
    game = started(*lost)
    turns = turns_until_won(game)
    assert state_of(game).winner == "allies"
    assert turns == 10  # the Soviet Union is the first Ally to have a second turn


# At the ends of rounds


class Rounds(Warring):
    victory = (Goal(side="axis", text="victory cities", need=8, rounds=2),)


def test_a_goal_can_ask_for_several_rounds_in_a_row() -> None:
    game = Game(Rounds(), {}, None, None, ("clear", *taken(*EUROPE), "turn germany"))
    assert turns_until_won(game) == 18


def test_a_goal_that_cannot_be_read_stops_the_title() -> None:
    class Broken(Warring):
        victory = (Goal(side="axis", text="cities", spaces="half(moon)", need=1),)

    with pytest.raises(BadTable, match="there is no half 'moon'"):
        Broken()
