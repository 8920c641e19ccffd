"""What clients are shown."""

from __future__ import annotations

from sandtable.games import find_title
from sandtable.games.axis.view import AxisView
from sandtable.table import Table


def view(table: Table) -> AxisView:
    found = table.view("germany").game
    assert isinstance(found, AxisView)
    return found


def test_a_transport_that_can_sail_on_has_not_moved() -> None:
    edits = [
        "clear",
        "place 1 germany transport sz-5",
        "place 1 germany infantry germany",
        "turn germany combat-move",
    ]
    table = Table(find_title("anniversary-1941"), edits=edits)

    def ship() -> tuple[str, bool]:
        [(space, unit)] = [
            (space.id, unit) for space in view(table).spaces for unit in space.units if unit.cargo
        ]
        return space, unit.moved

    table.play("load 1 infantry germany > sz-5")
    assert ship() == ("sz-5", False)
    table.play("move 1 transport[infantry] sz-5 > sz-6")
    assert ship() == ("sz-6", False)
    table.play("move 1 transport[infantry] sz-6 > sz-7")
    assert ship() == ("sz-7", True)


def test_prices_are_those_of_the_power_whose_turn_it_is() -> None:
    table = Table(find_title("anniversary-1941"), edits=["tech germany improved-shipyards"])
    assert view(table).prices["transport"] == 6
    assert view(table).prices["tank"] == 5
    plain = Table(find_title("anniversary-1941"))
    assert view(plain).prices["transport"] == 7


def test_a_battle_says_what_each_group_rolls() -> None:
    edits = [
        "clear",
        "place 2 germany infantry, 1 germany artillery poland",
        "place 1 ussr infantry, 1 ussr tank east-poland",
        "turn germany combat-move",
    ]
    table = Table(find_title("anniversary-1941"), edits=edits)
    table.play("move 2 infantry, 1 artillery poland > east-poland")
    table.play("end")
    battle = view(table).battle
    assert battle is not None
    dice = {group.unit: group.dice for group in (*battle.attackers, *battle.defenders)}
    # Artillery lifts one of the two.
    assert battle.attackers[0].dice == ((2, 1), (1, 1))
    assert dice["artillery"] == ((2, 1),)
    assert dice["tank"] == ((3, 1),)


def test_battles_that_are_planned() -> None:
    table = Table(find_title("anniversary-1941"), edits=["turn germany combat-move"])
    assert view(table).ahead == ()
    table.play("move 3 infantry poland > east-poland")
    table.play("load 1 infantry germany > sz-5")
    table.play("land 1 infantry sz-5 > baltic-states")
    assert set(view(table).ahead) == {"east-poland", "baltic-states"}
    table.play("end")
    assert view(table).ahead == ()
