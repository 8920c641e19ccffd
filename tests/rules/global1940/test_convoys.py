"""Chapter 16: income and what enemy warships take from it."""

from __future__ import annotations

import pytest

from sandtable.games.axis1940.convoys import total_loss
from sandtable.table import Malformed

from .study import Study

EMPTY = "clear"


def after_income(
    power: str, *edits: str, dice: tuple[int, ...] = (), title: str = "global-1940"
) -> Study:
    """An empty board, no objectives, no money; the power collects."""
    purses = ("money uk-europe 0", "money uk-pacific 0") if power == "uk" else (f"money {power} 0",)
    if title != "global-1940":
        purses = (f"money {power} 0",)
    lines = (EMPTY, *purses, *edits, f"turn {power} collect-income")
    return Study(*lines, dice=dice, title=title, objectives=False)


def purse(study: Study, name: str) -> int:
    return study.state.money[study.world.purse[name]]


@pytest.mark.rule("G40-305", "G40-321")
def test_production_objectives_and_losses_make_the_income() -> None:
    study = Study(
        EMPTY,
        "money germany 0",
        "place 2 uk destroyer sz-125",
        "turn germany collect-income",
        dice=(1, 1),
    )
    # 30 in lands, 5 for trade and 5 for Scandinavia; Norway lies at sz-125
    assert study.money("germany") == 30 + 10 - 2
    assert study.dice_left == 0


@pytest.mark.rule("G40-306")
def test_nothing_without_a_capital() -> None:
    study = after_income("germany", "control germany uk", "place 3 uk submarine sz-125")
    assert study.money("germany") == 0
    assert study.dice_left == 0


@pytest.mark.rule("G40-307")
def test_nobody_gives_money_away() -> None:
    study = Study("turn germany")
    for line in ("give 5 italy", "lend 5 italy", "money italy 5"):
        with pytest.raises(Malformed):
            study.game.play(line)


@pytest.mark.rule("G40-308", "G40-973")
def test_what_disrupts_convoys() -> None:
    """A convoy zone, land beside it, a warship of a power at war."""
    for edits in (
        ("place 1 uk submarine sz-112",),  # no symbol
        ("place 1 uk submarine sz-106",),  # no German land
        ("place 1 ussr submarine sz-125",),  # no war with the Soviet Union
        ("place 1 uk transport sz-125",),  # no warship
    ):
        assert after_income("germany", *edits).money("germany") == 30
    war = after_income("germany", "place 1 ussr submarine sz-125", "war ussr germany", dice=(1, 1))
    assert war.money("germany") == 30 - 2
    both = after_income(
        "germany",
        "place 1 uk destroyer, 1 anzac destroyer, 1 usa destroyer sz-125",
        dice=(1, 1),
    )
    assert both.money("germany") == 30 - 2


@pytest.mark.rule("G40-309")
def test_own_ships_do_not_protect() -> None:
    study = after_income(
        "germany",
        "place 2 germany battleship, 1 italy destroyer, 1 uk destroyer sz-125",
        dice=(2,),
    )
    assert study.money("germany") == 30 - 2


@pytest.mark.rule("G40-310", "G40-311")
def test_convoy_zones() -> None:
    study = Study()
    found = {space.id for space in study.world.spaces if "convoy" in space.symbols}
    europe = (70, 71, 72, 80, 82, 85, 89, 93, 97, 98, 99, 101, 105, 106, 109, 119, 125)
    pacific = (1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63)
    assert found == {f"sz-{number}" for number in (*europe, *pacific)}
    alone = Study(title="europe-1940")
    assert {s.id for s in alone.world.spaces if "convoy" in s.symbols} == {
        f"sz-{number}" for number in europe
    }


@pytest.mark.rule("G40-312", "G40-313", "G40-314")
@pytest.mark.parametrize(
    ("units", "dice"),
    [
        ("1 uk battleship", 1),
        ("1 uk cruiser", 1),
        ("1 uk destroyer", 1),
        ("1 uk submarine", 2),
        ("1 uk carrier, 1 uk fighter", 2),
        ("1 uk carrier, 1 uk fighter, 1 uk tactical-bomber", 4),
        ("1 uk carrier", 0),
        ("3 uk transport", 0),
    ],
)
def test_how_many_dice(units: str, dice: int) -> None:
    study = after_income("italy", f"place {units} sz-97", dice=(1,) * dice)
    assert study.dice_left == 0
    assert study.money("italy") == study.income("italy") - dice


@pytest.mark.rule("G40-315")
@pytest.mark.parametrize(("face", "loss"), [(1, 1), (2, 2), (3, 3), (4, 0), (5, 0), (6, 0)])
def test_what_a_die_counts(face: int, loss: int) -> None:
    study = after_income("italy", "place 1 uk cruiser sz-97", dice=(face,))
    assert study.money("italy") == study.income("italy") - loss


@pytest.mark.rule("G40-501")
def test_rolling_is_a_right() -> None:
    edits = (EMPTY, "money italy 0", "place 1 uk cruiser sz-97", "turn italy mobilize")
    study = Study(*edits[:-1], "pool italy 1 infantry", edits[-1], objectives=False)
    study.play("order convoys never", seat="uk")
    study.play("place 1 infantry northern-italy")
    assert study.money("italy") == study.income("italy")
    rolls = Study(*edits[:-1], "pool italy 1 infantry", edits[-1], objectives=False)
    events = rolls.play("place 1 infantry northern-italy", dice=(3,))
    assert rolls.money("italy") == rolls.income("italy") - 3
    assert any("convoys attacked in sz-97: uk cruiser 3" in str(event) for event in events)


@pytest.mark.rule("G40-316", "G40-317", "G40-319", "G40-W28")
def test_convoys_around_britain() -> None:
    study = after_income(
        "uk",
        "place 3 germany submarine sz-109",
        "place 1 germany submarine sz-119",
        dice=(1, 2, 3, 3, 5, 6, 3, 3),
    )
    assert purse(study, "uk-europe") == 28 - 8
    assert purse(study, "uk-pacific") == 17


@pytest.mark.rule("G40-316", "G40-W29", "G40-906")
def test_convoys_with_a_carrier() -> None:
    study = after_income(
        "italy",
        "control yugoslavia germany",
        "place 1 uk battleship, 1 uk carrier, 2 uk fighter sz-97",
        dice=(3, 3, 2, 5, 3),
    )
    assert study.money("italy") == study.income("italy") - 8


@pytest.mark.rule("G40-318", "G40-320", "G40-906")
def test_one_submarine_against_two_powers() -> None:
    edits = ("control yugoslavia germany", "place 1 uk submarine sz-97")
    italy = after_income("italy", *edits, dice=(3, 3))
    assert italy.money("italy") == italy.income("italy") - 6
    germany = after_income("germany", *edits, dice=(3, 3))
    assert germany.money("germany") == germany.income("germany") - 2


@pytest.mark.rule("G40-933")
def test_the_largest_loss_whatever_the_order() -> None:
    lands = {1: (10, 11), 2: (10,)}
    worth = {10: 2, 11: 3}
    assert total_loss({1: 2, 2: 2}, lands, worth) == 4
    assert total_loss({2: 2, 1: 2}, lands, worth) == 4
    assert total_loss({1: 9, 2: 9}, lands, worth) == 5
    assert total_loss({1: 0, 2: 9}, lands, worth) == 2


@pytest.mark.rule("G40-934")
def test_china_has_convoys_too() -> None:
    study = after_income(
        "china", "control kiangsu china", "place 1 japan submarine sz-19", dice=(1, 1)
    )
    assert study.money("china") == study.income("china") - 2


@pytest.mark.rule("G40-973")
def test_aircraft_trapped_on_a_damaged_carrier_do_not_roll() -> None:
    study = after_income("italy", "place 1 uk carrier sz-97", "hurt 1 uk carrier sz-97")
    assert study.money("italy") == study.income("italy")


@pytest.mark.rule("G40-417", "G40-421")
def test_each_economy_has_its_own_losses() -> None:
    edits = ("place 1 germany submarine sz-109", "place 1 japan submarine sz-39")
    study = after_income("uk", *edits, "war uk japan", dice=(2, 2, 1, 1))
    assert purse(study, "uk-europe") == 28 - 4
    assert purse(study, "uk-pacific") == 17 - 2
