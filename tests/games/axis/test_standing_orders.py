"""Standing orders: they spare decisions, stay secret, and must make sense."""

from __future__ import annotations

import msgspec
import pytest

from sandtable import Malformed
from sandtable.games.axis.events import Lost, Ordered, Retreated, Submerged
from sandtable.table import Event
from tests.rules.anniversary.study import Study


def land() -> Study:
    """Three German tanks against a mixed Soviet force; moves are made."""
    study = Study(
        "clear",
        "place 3 germany tank poland",
        "place 2 ussr infantry, 1 ussr artillery, 1 ussr tank east-poland",
        "turn germany combat-move",
    )
    study.play("move 3 tank poland > east-poland")
    return study


def sea() -> Study:
    """A British cruiser against two German submarines."""
    study = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        "place 2 germany submarine sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-7 > sz-6")
    return study


def lost(events: list[Event], power: str) -> list[str]:
    return [e.what for e in events if isinstance(e, Lost) and e.power == power]


def test_losses_are_taken_in_the_ordered_sequence() -> None:
    study = land()
    study.play("order losses artillery, tank, infantry", seat="ussr")
    events = study.play("end", dice=[3, 3, 6, 6, 6, 6, 6])
    assert sorted(lost(events, "ussr")) == ["1 artillery", "1 tank"]
    assert (study.step, study.asked) == ("Retreat", ("germany",))


def test_kinds_that_are_not_named_come_last() -> None:
    study = land()
    study.play("order losses tank", seat="ussr")
    events = study.play("end", dice=[3, 6, 6, 6, 6, 6, 6])
    assert lost(events, "ussr") == ["1 tank"]


def test_without_an_order_the_owner_is_asked() -> None:
    study = land()
    study.play("end", dice=[3, 6, 6])
    assert (study.step, study.asked) == ("Casualties", ("ussr",))
    ask = land()
    ask.play("order losses tank", seat="ussr")
    ask.play("order losses ask", seat="ussr")
    ask.play("end", dice=[3, 6, 6])
    assert ask.asked == ("ussr",)


def test_an_order_given_while_the_question_is_open_answers_it() -> None:
    study = land()
    study.play("end", dice=[3, 6, 6])
    assert study.asked == ("ussr",)
    events = study.play("order losses artillery", seat="ussr", dice=[6, 6, 6, 6])
    assert lost(events, "ussr") == ["1 artillery"]


def test_an_order_never_breaks_the_rules_of_losses() -> None:
    study = Study(
        "clear",
        "place 2 uk cruiser sz-7",
        "place 1 germany cruiser, 1 germany destroyer, 1 germany transport sz-6",
        "turn uk combat-move",
    )
    study.play("order losses transport, cruiser, destroyer", seat="germany")
    study.play("move 2 cruiser sz-7 > sz-6")
    events = study.play("end", dice=[3, 6, 6, 6])
    assert lost(events, "germany") == ["1 cruiser"]


def test_submarines_dive_or_stay_as_ordered() -> None:
    always = sea()
    always.play("order submerge always", seat="germany")
    events = always.play("end", "fight sz-6")
    assert [e.count for e in events if isinstance(e, Submerged)] == [2]
    assert always.step == "NoncombatMove"
    never = sea()
    never.play("order submerge never", seat="germany")
    never.play("end", "fight sz-6", dice=[6, 6, 6])
    assert (never.step, never.dice_left) == ("Retreat", 0)
    never.play("continue", dice=[1, 6])
    assert never.units("sz-6") == {"germany submarine": 2}


def test_retreat_after_so_many_rounds() -> None:
    study = land()
    study.play("order retreat after 2", seat="germany")
    events = study.play("end", dice=[6] * 14)
    assert study.dice_left == 0
    assert [e.goal for e in events if isinstance(e, Retreated)] == ["poland"]
    assert study.units("poland") == {"germany tank": 3}


def test_retreat_below_so_many_units() -> None:
    study = land()
    study.play("order retreat below 3", seat="germany")
    # A round without losses goes on; then a tank is lost and the others leave.
    events = study.play("end", dice=[6] * 7 + [6, 6, 6, 6, 6, 6, 3])
    assert study.dice_left == 0
    assert any(isinstance(e, Retreated) for e in events)
    assert study.units("poland") == {"germany tank": 2}


def test_never_retreat() -> None:
    study = land()
    study.play("order retreat never", seat="germany")
    # Both sides miss, then all three tanks are shot.
    events = study.play("end", dice=[6] * 7 + [6, 6, 6, 2, 2, 2, 6])
    assert not any(isinstance(e, Retreated) for e in events)
    assert study.step == "NoncombatMove"


@pytest.mark.parametrize(
    "order", ["order losses tank, infantry", "order submerge always", "order retreat after 7"]
)
def test_nobody_else_sees_an_order(order: str) -> None:
    study = land()
    before = {seat: msgspec.json.encode(study.game.view(seat).game) for seat in study.game.seats}
    table = msgspec.json.encode(study.game.view().game)
    events = study.play(order, seat="ussr")
    assert [type(e) for e in events] == [Ordered]
    assert events[0].seats == ("ussr",)
    for seat in study.game.seats:
        after = msgspec.json.encode(study.game.view(seat).game)
        assert (after != before[seat]) is (seat == "ussr")
        blind = study.rules.blind(study.state, seat)
        assert set(blind.orders) == ({"ussr"} if seat == "ussr" else set())
    assert msgspec.json.encode(study.game.view().game) == table


def test_the_owner_sees_his_orders() -> None:
    study = land()
    study.play("order losses tank, infantry", "order retreat below 4", seat="ussr")
    orders = study.game.view("ussr").game.orders  # type: ignore[attr-defined]
    assert (orders.losses, orders.retreat, orders.limit) == (("tank", "infantry"), "below", 4)


@pytest.mark.parametrize("unit", ["factory", "aa-gun"])
def test_units_that_are_never_lost_cannot_be_ordered(unit: str) -> None:
    study = land()
    study.refused(f"order losses {unit}", "AN-346", seat="ussr")


@pytest.mark.parametrize(
    "text",
    [
        "order losses",
        "order losses dragon",
        "order submerge sometimes",
        "order retreat after",
        "order retreat after dinner",
        "order purchase tank",
        "order retreat never 3",
    ],
)
def test_nonsense_is_no_order(text: str) -> None:
    study = land()
    with pytest.raises(Malformed):
        study.game.check(text, "ussr")


def test_orders_last_until_they_are_changed() -> None:
    study = land()
    study.play("order retreat after 1", seat="germany")
    study.play("end", dice=[6] * 7)
    study.play("end")
    assert study.state.orders["germany"].retreat == "after"
    study.play("order retreat ask", seat="germany")
    assert "germany" not in study.state.orders
