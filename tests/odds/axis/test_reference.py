"""The odds equal a brute-force reference in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.odds.axis import Battle, Choices, Odds, Party, Retreat, solve
from sandtable.odds.axis.answer import ENDS
from sandtable.odds.axis.meter import Meter
from sandtable.odds.axis.solver import with_arrays
from tests.odds.axis import reference

LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SEA = (
    "fighter",
    "bomber",
    "submarine",
    "transport",
    "destroyer",
    "cruiser",
    "carrier",
    "battleship",
)
AFLOAT = tuple(kind for kind in SEA if kind != "bomber")
TECHS = ("advanced-artillery", "jet-fighters", "super-submarines", "heavy-bombers", "radar")


def endings(odds: Odds) -> dict[reference.End, float]:
    """Chances of (how it ends, surviving attackers, surviving defenders)."""
    found: dict[reference.End, float] = {}
    for block in odds.blocks:
        for chance, a, d in zip(
            block.chances.tolist(), block.which_attackers, block.which_defenders, strict=True
        ):
            mine = odds.named(odds.attacker, tuple(block.attackers[a].tolist()))
            theirs = odds.named(odds.defender, tuple(block.defenders[d].tolist()))
            key = (ENDS[block.end], tuple(sorted(mine.items())), tuple(sorted(theirs.items())))
            found[key] = found.get(key, 0.0) + chance
    return found


def compare(battle: Battle) -> None:
    expected = reference.odds(battle)
    assert sum(expected.values()) == Fraction(1)
    for odds in (solve(battle), with_arrays(battle, Meter())):
        found = endings(odds)
        for end in expected.keys() | found.keys():
            difference = abs(float(expected.get(end, Fraction(0))) - found.get(end, 0.0))
            assert difference < 1e-9, (end, battle)


def forces(kinds: tuple[str, ...], most: int) -> st.SearchStrategy[dict[str, int]]:
    units = st.lists(st.sampled_from(kinds), min_size=1, max_size=most)
    return units.map(lambda names: {name: names.count(name) for name in names})


def choices(kinds: tuple[str, ...], sea: bool) -> st.SearchStrategy[Choices]:
    order = st.one_of(st.just(()), st.permutations(kinds).map(tuple))
    return st.builds(Choices, losses=order, submerge=st.booleans() if sea else st.just(False))


retreats = st.one_of(
    st.just(Retreat()),
    st.just(Retreat()),
    st.builds(Retreat, st.just("after"), st.integers(1, 3)),
    st.builds(Retreat, st.just("below"), st.integers(1, 4)),
)
techs = st.lists(st.sampled_from(TECHS), unique=True, max_size=3).map(tuple)


@st.composite
def land_battles(draw: st.DrawFn) -> Battle:
    units = draw(forces(LAND, 4))
    ground = {name: n for name, n in units.items() if name in LAND[:3]}
    landed = {name: draw(st.integers(0, n)) for name, n in ground.items()}
    by_sea: bool = draw(st.booleans())
    landed = {name: n for name, n in landed.items() if n and by_sea}
    ships: dict[str, int] = {}
    shelled: bool = draw(st.booleans())
    if landed and shelled:
        ship = draw(st.sampled_from(("battleship", "cruiser")))
        ships = {ship: draw(st.integers(1, sum(landed.values())))}
    defenders = [draw(forces(LAND, 3))]
    if draw(st.booleans()):
        defenders.append(draw(forces(LAND, 1)))
    if draw(st.booleans()):
        defenders[-1] = {**defenders[-1], "aa-gun": 1}
    dropped = draw(st.integers(0, units.get("bomber", 0)))
    return Battle(
        Party(units, techs=draw(techs), landed=landed, dropped=dropped),
        tuple(Party(force, techs=draw(techs)) for force in defenders),
        bombard=ships,
        attack=draw(choices(LAND, False)),
        defence=draw(choices(LAND, False)),
        retreat=draw(retreats),
        can_retreat=draw(st.booleans()),
    )


@st.composite
def sea_battles(draw: st.DrawFn) -> Battle:
    defenders = [draw(forces(AFLOAT, 3))]
    if draw(st.booleans()):
        defenders.append(draw(forces(AFLOAT, 1)))
    return Battle(
        Party(draw(forces(SEA, 4)), techs=draw(techs)),
        tuple(Party(force, techs=draw(techs)) for force in defenders),
        sea=True,
        attack=draw(choices(SEA, True)),
        defence=draw(choices(SEA, True)),
        retreat=draw(retreats),
        can_retreat=draw(st.booleans()),
    )


QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large)


@settings(max_examples=200, deadline=None, suppress_health_check=QUIET)
@given(land_battles())
def test_land_battles(battle: Battle) -> None:
    compare(battle)


@settings(max_examples=250, deadline=None, suppress_health_check=QUIET)
@given(sea_battles())
def test_sea_battles(battle: Battle) -> None:
    compare(battle)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        # Both sides have submarines and aircraft, and one of them the only destroyer: hits of
        # submarines and of aircraft compete for the same ships.
        ("2 submarine, 2 fighter", "1 submarine, 1 destroyer, 1 carrier, 1 fighter"),
        ("1 submarine, 2 fighter, 1 cruiser", "2 submarine, 1 destroyer, 1 transport"),
        ("1 submarine, 1 destroyer, 1 fighter, 1 battleship", "2 submarine, 1 carrier, 2 fighter"),
        ("2 bomber", "1 submarine, 2 transport"),
        ("1 submarine, 1 transport", "1 transport, 1 fighter"),
    ],
)
@pytest.mark.parametrize("submerge", [False, True])
def test_mixed_fleets(attackers: str, defenders: str, submerge: bool) -> None:
    from sandtable.odds.axis import arms

    read = arms("anniversary").read
    choices = Choices(submerge=submerge)
    compare(
        Battle(
            Party(read(attackers)),
            (Party(read(defenders)),),
            sea=True,
            attack=choices,
            defence=choices,
        )
    )
