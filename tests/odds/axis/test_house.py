"""Odds of the house variant: equal to fractions, to the game played many times, and asked about."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.odds.axis import Battle, Party, Retreat, solve
from sandtable.table import Malformed
from tests.odds.axis import reference_house
from tests.odds.axis.test_reference import endings, forces

TITLE = "house-1940"
LAND = ("infantry", "artillery", "tank", "t-34", "fighter", "bomber")
SEA = ("fighter", "torpedo-bomber", "submarine", "transport", "destroyer", "cruiser", "battleship")
LEAVING = st.sampled_from(
    [Retreat(), Retreat(), Retreat("after", 1), Retreat("after", 2), Retreat("below", 3)]
)
LIGHT = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
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
