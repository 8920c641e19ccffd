"""What a table may give one side: a bid, and more income."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import find_title
from sandtable.games.axis.events import Collected
from sandtable.table import OptionValue
from tests.rules.anniversary.study import Study

TITLES = ("anniversary-1941", "europe-1940", "pacific-1940", "global-1940")


def income_of(title: str, **options: OptionValue) -> Collected:
    """What the first power of the Axis collects, with dice that sink no convoys."""
    power = "japan" if title.startswith("pacific") else "germany"
    study = Study(
        f"turn {power} noncombat-move", title=title, dice=[6] * 60, players=None, **options
    )
    return next(event for event in study.play("end") if isinstance(event, Collected))


@pytest.mark.parametrize("title", TITLES)
def test_a_bid_is_in_the_hands_of_the_first_power_of_the_side(title: str) -> None:
    plain = sandtable.new(title, seed=1).state
    given = sandtable.new(title, seed=1, options={"bid_axis": 9, "bid_allies": 6}).state
    world = find_title(title).world  # type: ignore[attr-defined]
    first = {world.powers[p].side: p for p in reversed(world.order)}
    more = [after - before for before, after in zip(plain.money, given.money, strict=True)]
    assert {p: n for p, n in enumerate(more) if n} == {first["axis"]: 9, first["allies"]: 6}


@pytest.mark.parametrize("title", TITLES)
def test_more_income_for_one_side_only(title: str) -> None:
    plain, raised = income_of(title), income_of(title, income_axis=50)
    whole = plain.income + sum(amount for amount, _ in plain.bonuses)
    assert (raised.income, raised.extra) == (plain.income, whole // 2)
    assert income_of(title, income_allies=50) == plain


def test_left_alone_they_leave_the_dice_of_older_games_as_they_were() -> None:
    """Faces that this seed gave before there were such options."""
    game = sandtable.new("anniversary-1941", seed=7)
    for line in (
        "buy 6 infantry, 2 tank",
        "end",
        "move 3 infantry, 1 artillery, 2 tank bulgaria-romania > ukraine",
        "move 1 fighter poland > ukraine",
        "end",
    ):
        game.play(line)
    assert "roll: 1 3 1 4 5 4 6" in game.record()
