"""Ledger sections 14.2 and 14.3: aircraft and ships."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Fired
from tests.rules.anniversary.study import Study


def price(unit: str) -> int:
    study = Study("clear", "money uk 40", "turn uk purchase")
    study.play(f"buy 1 {unit}")
    return 40 - study.money("uk")


def fleet(attackers: str, defenders: str) -> Study:
    """A British attack from zone 7 on zone 6; the ships are there."""
    study = Study(
        "clear",
        f"place {attackers} sz-7",
        f"place {defenders} sz-6",
        "turn uk combat-move",
    )
    study.play(f"move {attackers.replace('uk ', '')} sz-7 > sz-6")
    return study


def values(unit: str) -> tuple[int, int]:
    """Attack and defence of a ship, as rolled against a destroyer on the other side."""
    attack = fleet(f"1 uk {unit}", "1 germany destroyer")
    first = next(e for e in attack.play("end", dice=[6, 6]) if isinstance(e, Fired))
    defend = fleet("1 uk destroyer", f"1 germany {unit}, 1 germany destroyer")
    fired = [e for e in defend.play("end", dice=[6, 6, 6]) if isinstance(e, Fired)]
    shot = next(s for e in fired for s in e.shots if s.unit == unit and s.power == "germany")
    return first.shots[0].needed, shot.needed


def sails_two_zones(unit: str) -> None:
    """Zones 8, 9, 10 and 19 lie in a row."""
    study = Study("clear", f"place 1 uk {unit} sz-8", "turn uk noncombat-move")
    study.allowed(f"move 1 {unit} sz-8 > sz-9 > sz-10")
    study.refused(f"move 1 {unit} sz-8 > sz-9 > sz-10 > sz-19", "AN-130")


NUMBERS = [
    ("AN-354", "battleship", 20, 4, 4),
    ("AN-355", "carrier", 14, 1, 2),
    ("AN-357", "cruiser", 12, 3, 3),
    ("AN-358", "destroyer", 8, 2, 2),
    ("AN-359", "submarine", 6, 2, 1),
]


@pytest.mark.parametrize(
    ("unit", "cost", "attack", "defence"),
    [
        pytest.param(*numbers, marks=pytest.mark.rule(rule), id=str(numbers[0]))
        for rule, *numbers in NUMBERS
    ],
)
def test_numbers_of_warships(unit: str, cost: int, attack: int, defence: int) -> None:
    assert price(unit) == cost
    assert values(unit) == (attack, defence)
    sails_two_zones(unit)


@pytest.mark.rule("AN-360")
def test_transports_never_roll() -> None:
    assert price("transport") == 7
    sails_two_zones("transport")
    study = fleet("1 uk destroyer, 3 uk transport", "1 germany destroyer, 3 germany transport")
    events = study.play("end", dice=[6, 6])
    shots = [s.unit for e in events if isinstance(e, Fired) for s in e.shots]
    assert shots == ["destroyer", "destroyer"]


def skies(unit: str) -> tuple[int, int]:
    """Attack and defence of an aircraft in a land battle."""
    study = Study(
        "clear",
        f"place 1 germany {unit} poland",
        f"place 1 ussr {unit} east-poland",
        "turn germany combat-move",
    )
    study.play(f"move 1 {unit} poland > east-poland")
    fired = [e for e in study.play("end", dice=[6, 6]) if isinstance(e, Fired)]
    return fired[0].shots[0].needed, fired[1].shots[0].needed


@pytest.mark.rule("AN-350")
def test_fighter_numbers() -> None:
    assert price("fighter") == 10
    assert skies("fighter") == (3, 4)
    study = Study("clear", "place 1 uk fighter united-kingdom", "turn uk noncombat-move")
    study.allowed("move 1 fighter united-kingdom > gibraltar")  # 7, 12, Gibraltar: three
    study.allowed("move 1 fighter united-kingdom > eastern-united-states")  # four
    study.refused("move 1 fighter united-kingdom > central-united-states", "AN-142")
    study.allowed("move 1 fighter united-kingdom > archangel")  # 3, 4, Archangel


@pytest.mark.rule("AN-352")
def test_bomber_numbers() -> None:
    assert price("bomber") == 12
    assert skies("bomber") == (4, 1)
    study = Study(
        "clear",
        "place 1 uk bomber united-kingdom",
        "place 1 uk carrier sz-7",
        "turn uk noncombat-move",
    )
    study.refused("move 1 bomber united-kingdom > sz-7", "AN-352")
    # Six spaces: 8, 9, 10, Panama, Mexico, Western United States.
    study.allowed("move 1 bomber united-kingdom > western-united-states")
    study.refused("move 1 bomber united-kingdom > hawaiian-islands", "AN-142")


@pytest.mark.rule("AN-349")
def test_aircraft_attack_at_sea_but_only_from_decks_they_defend_there() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter, 1 uk bomber united-kingdom",
        "place 1 germany cruiser sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 fighter, 1 bomber united-kingdom > sz-6")
    events = study.play("end", dice=[6, 6, 6])
    first = next(e for e in events if isinstance(e, Fired))
    assert [s.unit for s in first.shots] == ["fighter", "bomber"]
    # On land they defend; over the sea beside their land they do not.
    coast = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        "place 1 germany cruiser sz-6",
        "place 1 germany fighter, 1 germany bomber norway",
        "turn uk combat-move",
    )
    coast.play("move 1 cruiser sz-7 > sz-6")
    events = coast.play("end", dice=[6, 6])
    assert [s.unit for e in events if isinstance(e, Fired) for s in e.shots] == ["cruiser"] * 2


@pytest.mark.rule("AN-351")
def test_a_fighter_comes_down_on_a_deck_in_phase_5_only() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter, 1 uk carrier sz-7",
        "place 2 germany cruiser sz-6",
        "turn uk combat-move",
    )
    study.refused("move 1 fighter sz-7 > sz-8", "AN-121")
    study.play("move 1 fighter sz-7 > sz-6")
    study.play("end", dice=[6, 6, 6])
    study.play("retreat")
    # Even after a retreat it is still over the battle until it moves in phase 5.
    assert study.units("sz-6") == {"uk fighter": 1, "germany cruiser": 2}
    study.play("move 1 fighter sz-6 > sz-7", "end")
    assert study.units("sz-7") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-353")
@pytest.mark.parametrize("unit", ["battleship", "carrier", "cruiser", "destroyer"])
def test_surface_warships_make_a_zone_hostile(unit: str) -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        f"place 1 germany {unit} sz-6",
        "turn uk noncombat-move",
    )
    study.refused("move 1 cruiser sz-7 > sz-6", "AN-289")


@pytest.mark.rule("AN-353")
@pytest.mark.parametrize("unit", ["submarine", "transport"])
def test_submarines_and_transports_do_not(unit: str) -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        f"place 1 germany {unit} sz-6",
        "turn uk noncombat-move",
    )
    study.allowed("move 1 cruiser sz-7 > sz-6")
    study.allowed("move 1 cruiser sz-7 > sz-6 > sz-5")


@pytest.mark.rule("AN-371")
def test_ships_never_leave_the_sea_and_take_no_land() -> None:
    study = Study(
        "clear",
        "place 1 uk battleship, 1 uk transport sz-7",
        "turn uk combat-move",
    )
    study.refused("move 1 battleship sz-7 > france", "AN-371")
    study.refused("move 1 transport sz-7 > united-kingdom", "AN-371")
    study.play("end", "end")
    assert study.owner("france") == "germany"
    peace = Study("clear", "place 1 uk battleship sz-7", "turn uk noncombat-move")
    peace.refused("move 1 battleship sz-7 > united-kingdom", "AN-371")


@pytest.mark.rule("AN-356")
def test_fighters_defend_their_carrier_whoever_owns_them() -> None:
    study = Study(
        "clear",
        "place 2 germany cruiser sz-7",
        "place 1 uk carrier, 1 uk fighter, 1 usa fighter sz-6",
        "turn germany combat-move",
    )
    study.play("move 2 cruiser sz-7 > sz-6")
    study.play("end", dice=[3, 6])
    # Both owners choose; a fighter may be lost instead of the carrier.
    assert "lose 1 usa fighter" in study.legal()
    study.play("lose 1 usa fighter", seat="uk")
    events = study.play("lose 1 usa fighter", seat="usa", dice=[4, 6, 4])
    fired = [(s.power, s.unit, s.needed) for e in events if isinstance(e, Fired) for s in e.shots]
    assert sorted(fired) == [
        ("uk", "carrier", 2),
        ("uk", "fighter", 4),
        ("usa", "fighter", 4),
    ]
    assert study.units("sz-6") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("AN-357", "AN-354")
def test_cruisers_and_battleships_bombard() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser, 1 uk battleship, 1 uk transport[infantry+infantry] sz-7",
        "place 4 germany infantry france",
        "turn uk combat-move",
    )
    study.play("land 2 infantry sz-7 > france", "end")
    study.allowed("bombard 1 cruiser, 1 battleship")


@pytest.mark.rule("AN-358")
def test_destroyers_stop_submarines() -> None:
    study = Study(
        "clear",
        "place 1 germany submarine sz-5",
        "place 1 uk destroyer sz-6",
        "turn germany noncombat-move",
    )
    study.refused("move 1 submarine sz-5 > sz-6 > sz-7", "AN-166")


@pytest.mark.rule("AN-955")
def test_submarines_need_an_open_canal() -> None:
    closed = Study(
        "clear",
        "control egypt italy",
        "place 1 uk submarine sz-15",
        "turn uk noncombat-move",
    )
    closed.refused("move 1 submarine sz-15 > sz-34", "AN-021")
    opened = Study("clear", "place 1 uk submarine sz-15", "turn uk noncombat-move")
    opened.allowed("move 1 submarine sz-15 > sz-34")
