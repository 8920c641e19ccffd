"""Kamikaze attacks (chapter 22b)."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.axis.view import AxisView
from sandtable.table import OutOfDice
from tests.rules.global1940.study import Study

AT_WAR = ("clear", "war usa japan")
FLEET = "1 usa carrier, 1 usa destroyer, 2 usa submarine"


def attack(*edits: str, zone: str = "sz-6", ships: str = FLEET) -> Study:
    """American ships come from a neighbouring zone to a Japanese destroyer."""
    start = "sz-7" if zone in ("sz-6", "sz-8") else "sz-16"
    study = Study(
        *AT_WAR,
        f"place {ships} {start}",
        f"place 1 japan destroyer {zone}",
        *edits,
        "turn usa combat-move",
    )
    study.play(f"move {ships.replace('usa ', '')} {start} > {zone}", "end")
    return study


@pytest.mark.rule("G40-W39", "G40-467", "G40-472", "G40-470", "G40-471", "G40-473")
def test_kamikaze_in_home_waters() -> None:
    study = attack()
    assert (study.asked, study.step) == (("japan",), "Kamikaze")
    study.refused("kamikaze 1 submarine sz-6", "G40-471")
    study.play("kamikaze 2 carrier sz-6")
    # All is named before a die is rolled: the carrier is still there.
    assert study.units("sz-6")["usa carrier"] == 1
    study.refused("kamikaze 1 carrier sz-6", "G40-471")  # named once, with all its attacks
    study.refused("kamikaze 5 destroyer sz-6", "G40-467")
    # Every ship is named, so the attacks are rolled, then a round of the battle without a hit.
    study.play("kamikaze 1 destroyer sz-6", dice=[2, 1, 5, 6, 6, 6, 6])
    assert "usa carrier" not in study.units("sz-6")
    assert study.units("sz-6")["usa destroyer"] == 1
    assert study.state.kamikaze == 3


@pytest.mark.rule("G40-472", "G40-473")
def test_capital_ships_need_two_hits_and_surplus_is_lost() -> None:
    study = attack(ships="1 usa carrier, 1 usa battleship, 1 usa destroyer")
    study.play("kamikaze 2 battleship sz-6", "kamikaze 2 destroyer sz-6")
    # A 3 misses; the battleship is damaged; two hits on one destroyer sink it once.
    study.play("hold", dice=[2, 3, 1, 2, 6, 6])
    assert study.hurt("sz-6") == {"battleship": 1}
    assert "usa destroyer" not in study.units("sz-6")
    assert study.state.kamikaze == 2


@pytest.mark.rule("G40-473")
def test_a_damaged_ship_goes_down_with_one_hit_and_does_not_fire() -> None:
    study = Study(
        *AT_WAR,
        "place 1 usa battleship, 1 usa destroyer sz-7",
        "hurt 1 usa battleship sz-7",
        "place 1 japan destroyer sz-6",
        "turn usa combat-move",
    )
    study.play("move 1 battleship, 1 destroyer sz-7 > sz-6", "end")
    study.play("kamikaze 1 damaged battleship sz-6")
    events = study.play("hold", dice=[2, 6, 6])
    assert "battleship at 4" not in " ".join(map(str, events))
    assert study.units("sz-6") == {"usa destroyer": 1, "japan destroyer": 1}


@pytest.mark.rule("G40-468")
@pytest.mark.parametrize("zone", ["sz-6", "sz-17", "sz-19", "sz-20", "sz-22", "sz-35"])
def test_marked_zones(zone: str) -> None:
    study = Study(
        *AT_WAR,
        f"place 1 usa cruiser {zone}",
        f"place 1 japan destroyer {zone}",
        "turn usa combat-move",
    )
    study.play("end")
    assert study.step == "Kamikaze"


@pytest.mark.rule("G40-468", "G40-469")
def test_nowhere_else_and_only_where_japan_is_attacked() -> None:
    study = Study(
        *AT_WAR,
        "place 1 usa cruiser sz-8",
        "place 1 japan destroyer sz-8",
        "place 1 usa cruiser sz-7",
        "place 1 japan destroyer sz-6",
        "place 1 usa cruiser sz-22",
        "turn usa combat-move",
    )
    study.play("move 1 cruiser sz-7 > sz-6", "end")
    study.refused("kamikaze 1 cruiser sz-8", "G40-468")
    study.refused("kamikaze 1 cruiser sz-22", "G40-469")
    study.allowed("kamikaze 1 cruiser sz-6")


@pytest.mark.rule("G40-468")
def test_nobody_is_asked_in_a_zone_without_the_symbol() -> None:
    study = Study(
        *AT_WAR,
        "place 1 usa cruiser sz-8",
        "place 1 japan destroyer sz-8",
        "turn usa combat-move",
        dice=[1, 6],
    )
    study.play("end")
    assert study.units("sz-8") == {"usa cruiser": 1}


@pytest.mark.rule("G40-469")
def test_never_in_japans_own_turn() -> None:
    study = Study(
        *AT_WAR,
        "place 1 usa cruiser sz-6",
        "place 1 japan destroyer sz-6",
        "turn japan combat-move",
        dice=[1, 6],
    )
    study.play("end")
    assert study.step != "Kamikaze"


def landing(*, dice: tuple[int, ...] = ()) -> Study:
    study = Study(
        *AT_WAR,
        "airbase japan none",
        "place 1 usa transport[infantry+infantry], 1 usa cruiser sz-7",
        "place 1 japan infantry japan",
        "turn usa combat-move",
        dice=dice,
    )
    study.play("move 1 transport, 1 cruiser sz-7 > sz-6", "land 2 infantry sz-6 > japan", "end")
    return study


@pytest.mark.rule("G40-469", "G40-474")
def test_against_a_landing_and_no_bombardment_afterwards() -> None:
    study = landing()
    assert study.step == "Kamikaze"
    study.refused("kamikaze 1 transport sz-6", "G40-471")
    # The attack misses: the troops land without the cruiser's fire.
    events = study.play("kamikaze 1 cruiser sz-6", dice=[6, 1, 6, 6])
    assert study.step != "Bombard"
    assert "bombardment" not in " ".join(map(str, events))


@pytest.mark.rule("G40-474")
def test_without_an_attack_ships_bombard() -> None:
    study = landing()
    study.play("hold")
    assert study.step == "Bombard"


@pytest.mark.rule("G40-467")
def test_six_attacks_for_the_whole_game() -> None:
    study = attack("kamikaze 1")
    study.refused("kamikaze 2 carrier sz-6", "G40-467")
    study.play("kamikaze 1 carrier sz-6", dice=[6] * 9)  # nothing left: nobody is asked again
    assert study.state.kamikaze == 0
    with pytest.raises(OutOfDice, match="attack of usa"):
        attack("kamikaze 0")  # nobody is asked: the battle has begun


@pytest.mark.rule("G40-470", "G40-935", "G40-961")
def test_announced_before_scrambles_rolled_after_them() -> None:
    study = attack("airbase japan 0", "place 1 japan fighter, 1 japan strategic-bomber japan")
    study.play("kamikaze 1 carrier sz-6", "hold")
    assert (study.step, study.state.kamikaze) == ("Scramble", 6)
    events = [str(e) for e in study.play("hold", dice=[1] + [6] * 4)]
    assert "kamikaze attacks" in events[0]
    assert study.hurt("sz-6") == {"carrier": 1}


@pytest.mark.rule("G40-945")
def test_they_need_neither_islands_nor_tokyo() -> None:
    study = attack("control japan usa", "control korea usa")
    assert study.step == "Kamikaze"


@pytest.mark.rule("G40-987")
def test_only_ships_of_the_power_on_turn_are_targets() -> None:
    study = attack("place 1 anzac cruiser sz-6", "war anzac japan")
    study.refused("kamikaze 1 cruiser sz-6", "G40-471")
    study.allowed("kamikaze 1 destroyer sz-6")


@pytest.mark.rule("G40-972")
def test_a_landing_stays_legal_when_its_escort_is_sunk() -> None:
    study = Study(
        *AT_WAR,
        "airbase japan none",
        "place 1 usa transport[infantry+infantry], 1 usa destroyer sz-7",
        "place 1 japan submarine sz-6",
        "turn usa combat-move",
    )
    study.play("move 1 transport, 1 destroyer sz-7 > sz-6", "land 2 infantry sz-6 > japan", "end")
    study.play("kamikaze 1 destroyer sz-6", dice=[1])
    assert "usa destroyer" not in study.units("sz-6")
    assert study.owner("japan") == "usa"


def test_a_standing_order_answers_for_japan() -> None:
    study = Study(
        *AT_WAR,
        "place 1 usa cruiser sz-6",
        "place 1 japan destroyer sz-6",
        "turn usa combat-move",
        dice=[1, 6],
    )
    study.play("order kamikaze never", seat="japan")
    study.play("end")
    assert study.step != "Kamikaze"


def topics(game: sandtable.Game, seat: str) -> tuple[str, ...]:
    """What a seat is offered to leave orders about."""
    view = game.view(seat).game
    assert isinstance(view, AxisView)
    return view.topics


@pytest.mark.rule("G40-467")
@pytest.mark.parametrize("title", ["global-1940", "pacific-1940", "europe-1940"])
def test_an_order_about_kamikaze_is_offered_to_who_has_attacks_left(title: str) -> None:
    game = sandtable.new(title, seed=1)
    offered = {seat for seat in game.seats if "kamikaze" in topics(game, seat)}
    assert offered == {"japan"} & set(game.seats)
    assert all("scramble" in topics(game, seat) for seat in game.seats)
    together = game.rules.views(game.state, game.seats)
    assert together == [game.rules.view(game.state, seat) for seat in game.seats]


def test_no_order_about_kamikaze_is_offered_when_all_attacks_are_made() -> None:
    for left, offered in ((1, True), (0, False)):
        study = Study(*AT_WAR, f"kamikaze {left}")
        assert ("kamikaze" in topics(study.game, "japan")) == offered
