"""Odds of the house variant: equal to fractions, to the game played many times, and asked about."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import Game
from sandtable.games import find_title
from sandtable.odds import ask, at
from sandtable.odds.axis import Battle, Party, Retreat, missions, solve
from sandtable.table import FixedDice, Malformed
from tests.odds.axis import reference_house
from tests.odds.axis.test_engine import PLAYS, close, counted, play_out
from tests.odds.axis.test_reference import endings, forces

TITLE = "house-1940"
LAND = ("infantry", "artillery", "tank", "t-34", "fighter", "bomber")
SEA = ("fighter", "torpedo-bomber", "submarine", "transport", "destroyer", "cruiser", "battleship")
LEAVING = st.sampled_from(
    [Retreat(), Retreat(), Retreat("after", 1), Retreat("after", 2), Retreat("below", 3)]
)
LIGHT = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def compare(battle: Battle) -> None:
    expected = reference_house.odds(battle)
    assert sum(expected.values()) == Fraction(1)
    odds = solve(battle)
    found = endings(odds)
    for end in expected.keys() | found.keys():
        difference = abs(float(expected.get(end, Fraction(0))) - found.get(end, 0.0))
        assert difference < 1e-9, (end, battle)
    assert odds.method == "exact"


@given(forces(LAND, 4), forces(LAND, 4), LEAVING, st.sampled_from([(), (1,), (1, 1), (2, 1)]))
@LIGHT
def test_battles_on_land(
    attackers: dict[str, int],
    defenders: dict[str, int],
    retreat: Retreat,
    flak: tuple[int, ...],
) -> None:
    party = Party(attackers)
    compare(Battle(party, (Party(defenders),), TITLE, retreat=retreat, flak=flak))


@given(forces(SEA, 4), forces((*SEA, "carrier"), 4), LEAVING)
@LIGHT
def test_battles_at_sea(
    attackers: dict[str, int], defenders: dict[str, int], retreat: Retreat
) -> None:
    compare(Battle(Party(attackers), (Party(defenders),), TITLE, sea=True, retreat=retreat))


@given(
    forces(("infantry", "artillery", "tank"), 3),
    st.integers(0, 2),
    st.integers(0, 1),
    forces(LAND, 4),
    LEAVING,
)
@LIGHT
def test_landings_with_bombardment(
    landed: dict[str, int], cruisers: int, overland: int, defenders: dict[str, int], when: Retreat
) -> None:
    units = {**landed, "tank": landed.get("tank", 0) + overland}
    ships = {"battleship": 1, "cruiser": min(cruisers, sum(landed.values()))}
    compare(
        Battle(
            Party({k: n for k, n in units.items() if n}, landed=landed),
            (Party(defenders),),
            TITLE,
            bombard={name: count for name, count in ships.items() if count},
            retreat=when,
        )
    )


@given(st.integers(1, 5), st.integers(0, 1), forces(LAND, 3), st.sampled_from([(1,), (1, 1)]))
@LIGHT
def test_paratroops(
    dropped: int, tanks: int, defenders: dict[str, int], flak: tuple[int, ...]
) -> None:
    units = {"bomber": 2, "tank": tanks, "fighter": 1}
    party = Party({k: n for k, n in units.items() if n}, dropped=dropped)
    compare(Battle(party, (Party(defenders),), TITLE, flak=flak))


def test_aircraft_fire_one_round_and_come_home() -> None:
    battle = Battle(Party({"fighter": 2}), (Party({"infantry": 1}),), TITLE)
    odds = solve(battle)
    assert odds.win == pytest.approx(1 - 1 / 4)  # one round of two dice at 3
    assert odds.take == 0.0
    assert odds.retreat == pytest.approx(1 / 4)
    assert odds.rounds == pytest.approx(1.0)


def test_rounds_are_told_one_by_one() -> None:
    odds = solve(
        Battle(Party({"tank": 2, "fighter": 1}), (Party({"infantry": 2}),), TITLE), rounds=9
    )
    assert [step.round for step in odds.by_round][:2] == [1, 2]
    last = odds.by_round[-1]
    assert last.win == pytest.approx(odds.win, abs=1e-2)
    first = odds.by_round[0]
    assert first.win + first.draw + first.lose + first.undecided == pytest.approx(1.0)


def test_what_cannot_be_is_refused() -> None:
    party = Party({"bomber": 1}, dropped=4)
    with pytest.raises(Malformed, match="4 infantry cannot be dropped"):
        solve(Battle(party, (Party({"infantry": 1}),), TITLE))
    party = Party({"infantry": 1}, landed={"infantry": 1})
    with pytest.raises(Malformed, match="no more ships"):
        solve(Battle(party, (Party({"infantry": 1}),), TITLE, bombard={"cruiser": 2}))


# The game itself, played many times

LOSSES = (
    "infantry, artillery, tank, t-34, transport, submarine, destroyer, fighter, cruiser, "
    "torpedo-bomber, bomber, carrier, battleship"
)
DEFENDER_LOSSES = LOSSES.replace("cruiser, torpedo-bomber", "torpedo-bomber, cruiser")
CASES = {
    "aircraft-and-flak": (
        "baltic-states",
        (
            "place 2 germany infantry, 1 germany tank, 2 germany fighter poland",
            "place 2 ussr infantry, 1 ussr aa-battery baltic-states",
        ),
        ("move 2 infantry, 1 tank, 2 fighter poland > baltic-states",),
    ),
    "radar": (
        "baltic-states",
        (
            "control baltic-states uk",
            "place 1 germany tank, 2 germany bomber poland",
            "place 1 uk infantry, 1 uk artillery, 1 uk aa-battery baltic-states",
        ),
        ("move 1 tank, 2 bomber poland > baltic-states",),
    ),
    "drop": (
        "baltic-states",
        (
            "place 2 germany bomber, 5 germany infantry, 1 germany tank poland",
            "place 3 ussr infantry, 1 ussr aa-battery baltic-states",
        ),
        ("drop 5 infantry poland > baltic-states", "move 1 tank poland > baltic-states"),
    ),
    "landing": (
        "holland-belgium",
        (
            "control holland-belgium uk",
            "place 1 germany transport[infantry+tank], 1 germany battleship sz-110",
            "place 1 germany cruiser sz-110",
            "place 2 uk infantry, 1 uk fighter holland-belgium",
        ),
        ("land 1 infantry, 1 tank sz-110 > holland-belgium",),
    ),
    "fleets": (
        "sz-110",
        (
            "place 1 germany battleship, 1 germany submarine, 1 germany transport sz-112",
            "place 1 germany torpedo-bomber western-germany",
            "place 1 uk battleship, 1 uk destroyer, 1 uk transport sz-110",
        ),
        (
            "move 1 battleship, 1 submarine, 1 transport sz-112 > sz-110",
            "move 1 torpedo-bomber western-germany > sz-110",
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_game_agrees(name: str) -> None:
    space, edits, moves = CASES[name]
    lines = ("clear", "war germany ussr", *edits, "turn germany combat-move")
    game = Game(find_title(TITLE), {}, None, FixedDice(()), lines)
    game.play(f"order losses {LOSSES}", "germany")
    for seat in ("ussr", "uk"):
        game.play(f"order losses {DEFENDER_LOSSES}", seat)
        game.play("order intercept never", seat)
    game.play("order retreat never", "germany")
    for move in moves:
        game.play(move, "germany")
    odds = at(game.position, space)
    world = game.rules.world  # type: ignore[attr-defined]
    start = game.position.copy()
    start.play("germany", game.rules.parse("end"))
    taken, rng = 0, random.Random(name)
    seen: tuple[Counter[object], Counter[object]] = (Counter(), Counter())
    at_sea = world.is_sea[world.space[space]]
    ships = {} if at_sea else {kind.id: 1 for kind in world.kinds if kind.domain == "sea"}
    for _ in range(PLAYS):
        position = start.copy()
        play_out(position, world.space[space], rng)
        taken += position.state.owner[world.space[space]] == world.power["germany"]
        for number, side in enumerate(("axis", "allies")):
            left = counted(position, world.members[side])
            seen[number][tuple((unit, n) for unit, n in left if unit not in ships)] += 1
    if not at_sea:
        close(taken, odds.take, "take")
    for number, attackers in enumerate((True, False)):
        expected = {tuple(sorted(s.units.items())): s.chance for s in odds.survivors(attackers)}
        for key in expected.keys() | seen[number].keys():
            close(seen[number][key], expected.get(key, 0.0), f"{number} {key}")  # type: ignore[call-overload]


# Missions and diplomacy


def spread(dice: int, needed: int) -> list[Fraction]:
    p = Fraction(needed, 6)
    return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]


@pytest.mark.parametrize("flak", [(), (1,), (1, 1), (2,), (1, 1, 1)])
@pytest.mark.parametrize(("facility", "strength"), [("complex", 2), ("port", 1), ("aa-battery", 1)])
def test_raids_are_counted_die_by_die(flak: tuple[int, ...], facility: str, strength: int) -> None:
    down = 1 - prod((1 - Fraction(needed, 6) for needed in flak), start=Fraction(1))
    expected = [Fraction(0)] * (strength + 1)
    lost = [comb(3, n) * down**n * (1 - down) ** (3 - n) for n in range(4)]
    for gone, chance in enumerate(lost):
        for hits, other in enumerate(spread(2 * (3 - gone), 4)):
            expected[min(hits, strength)] += chance * other
    found = missions.bombing(3, title=TITLE, facility=facility, flak=flak)
    assert found.damage == pytest.approx([float(chance) for chance in expected])
    assert found.lost == pytest.approx([float(chance) for chance in lost])
    assert found.expected_cost == pytest.approx(float(3 * down * 15))


def test_a_damaged_complex_has_one_point_left() -> None:
    found = missions.bombing(1, title=TITLE, facility="complex", damaged=1)
    assert found.damage == pytest.approx([1 / 9, 8 / 9])
    with pytest.raises(Malformed, match="2 strength points"):
        missions.bombing(1, title=TITLE, facility="complex", damaged=2)
    with pytest.raises(Malformed, match="there is no facility 'bunker'"):
        missions.bombing(1, title=TITLE, facility="bunker")


def test_flying_bombs() -> None:
    v1 = missions.bomb("v1", title=TITLE, flak=(1, 1))
    through = (5 / 6) ** 2
    assert v1.lost == pytest.approx([through, 1 - through])
    assert v1.damage[1:] == pytest.approx([float(c) * through for c in spread(3, 3)[1:]])
    v2 = missions.bomb("v2", title=TITLE, flak=(1, 1))
    assert v2.lost == [1.0, 0.0]  # nothing stops it
    assert v2.damage == pytest.approx([float(chance) for chance in spread(6, 4)])
    with pytest.raises(Malformed, match="there are v1, v2"):
        missions.bomb("v3", title=TITLE)


def test_diplomacy_needs_more_than_the_value() -> None:
    assert missions.diplomacy("sweden", title=TITLE).chance == pytest.approx(0.5)
    assert missions.diplomacy("switzerland", title=TITLE).chance == 1.0
    with pytest.raises(Malformed, match="not won by diplomacy"):
        missions.diplomacy("germany", title=TITLE)
    with pytest.raises(Malformed, match="not won by diplomacy"):
        missions.diplomacy("switzerland", title="global-1940")


def test_text_with_batteries_and_radar() -> None:
    plain = ask({"title": TITLE, "attackers": "1 fighter", "defenders": "1 infantry, 1 aa-battery"})
    radar = ask(
        {
            "title": TITLE,
            "attackers": "1 fighter",
            "defenders": "1 infantry, 1 aa-battery",
            "radar": "two_dice",
        }
    )
    assert plain["win"] == pytest.approx(5 / 6 * 1 / 2 * 2 / 3)
    assert radar["win"] == pytest.approx(25 / 36 * 1 / 2 * 2 / 3)
