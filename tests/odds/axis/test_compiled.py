"""The compiled kernel says what the arrays say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from sandtable import games
from sandtable.odds.axis import (
    Battle,
    Odds,
    Party,
    Retreat,
    arms,
    compiled,
    solve,
    solve_many,
    written,
)
from sandtable.odds.axis import battle as battles
from sandtable.odds.axis.answer import Ends
from sandtable.odds.axis.land import LandBattle
from sandtable.odds.axis.meter import Meter
from sandtable.odds.axis.solver import with_arrays
from sandtable.odds.axis.table import table, tables
from sandtable.odds.kernel import PROFILES
from tests.odds.axis import reference_1940
from tests.odds.axis.battles import Dealer
from tests.odds.axis.test_reference import endings

TITLES = ("anniversary-1941", "board-1940")
FIGURES = ("win", "take", "draw", "lose", "standoff", "retreat", "absent", "rounds", "error")
SIZES = (3, 6, 12)


@pytest.fixture(autouse=True)
def boards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The units of 1940 among the titles."""
    more = {"board-1940": "tests.games.board1940.boards:Global"}
    monkeypatch.setattr(games, "BUILT_IN", {**games.BUILT_IN, **more})
    forget = (games._known, games.find_title, battles.arms, table, tables)
    for kept in forget:
        kept.cache_clear()
    yield
    for kept in forget:
        kept.cache_clear()


def differ(one: Mapping[Any, float], two: Mapping[Any, float]) -> float:
    return max(abs(one.get(key, 0.0) - two.get(key, 0.0)) for key in {**one, **two})


def same(found: Odds, expected: Odds) -> bool:
    apart: list[float] = [abs(getattr(found, name) - getattr(expected, name)) for name in FIGURES]
    apart += [
        differ(found.attackers, expected.attackers),
        differ(found.defenders, expected.defenders),
        differ(Ends.spread(found.ends, True), expected.attackers),
        differ(found.swing, expected.swing),
        differ(endings(found), endings(expected)),
        differ(found.loss(True), expected.loss(True)),
    ]
    return max(apart) < 1e-12


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("sea", [False, True])
def test_like_arrays(title: str, sea: bool) -> None:
    dealer = Dealer(title, 1940)
    for number in range(300):
        most = SIZES[number % 3]
        battle = dealer.sea_battle(most) if sea else dealer.land_battle(most)
        found = compiled.solve(battle)
        assert found is not None, battle
        assert same(found, with_arrays(battle, Meter())), battle


@pytest.mark.parametrize("sea", [False, True])
def test_like_fractions_with_the_units_of_1940(sea: bool) -> None:
    """The reference knows no advances and no wishes."""
    dealer = Dealer("board-1940", 39)
    for _ in range(150):
        battle = plain(dealer.sea_battle(3) if sea else dealer.land_battle(3))
        expected = reference_1940.odds(battle)
        assert sum(expected.values()) == 1
        for odds in (compiled.solve(battle), with_arrays(battle, Meter())):
            assert odds is not None
            assert differ(endings(odds), {e: float(p) for e, p in expected.items()}) < 1e-9, battle


def plain(battle: Battle) -> Battle:
    sides = (battle.attacker, *battle.defenders)
    parties = [Party(p.units, landed=p.landed, hurt=p.hurt) for p in sides]
    attack, defence = (
        msgspec.structs.replace(choices, wishes=()) for choices in (battle.attack, battle.defence)
    )
    there = {"attacker": parties[0], "defenders": tuple(parties[1:])}
    return msgspec.structs.replace(battle, **there, attack=attack, defence=defence)


@pytest.mark.parametrize("title", TITLES)
def test_many_at_once(title: str) -> None:
    dealer = Dealer(title, 7)
    asked = [dealer.sea_battle(5) if n % 3 else dealer.land_battle(8) for n in range(150)]
    for battle, found in zip(asked, solve_many(asked), strict=True):
        odds = with_arrays(battle, Meter())
        assert abs(found.win - odds.win) < 1e-12, battle
        assert abs(found.take - odds.take) < 1e-12, battle
        swing = sum(value * chance for value, chance in odds.swing.items())
        assert abs(found.swing - swing) < 1e-9, battle


def test_a_batch_takes_every_sort_of_battle() -> None:
    """Also those that are not for the kernel, in their order."""
    plain = written("3 infantry, 1 tank", "2 infantry")
    leaving = written("3 infantry, 1 tank", "2 infantry", retreat=Retreat("after", 1))
    asked = [plain, leaving, plain]
    assert [round(found.win, 6) for found in solve_many(asked)] == [
        round(solve(battle).win, 6) for battle in asked
    ]
    assert solve_many([]) == []


def test_more_tables_than_the_kernel_keeps() -> None:
    """Every set of advances is a table of its own."""
    techs = [tech.id for tech in arms("anniversary").world.techs]
    sets = [(one, two) for one in techs for two in techs if one < two]
    asked = [
        Battle(Party({"infantry": 2, "bomber": 1}, techs=some), (Party({"tank": 2}, techs=some),))
        for some in sets
    ]
    assert len(asked) > PROFILES
    together = solve_many(asked)
    for battle, found in zip(asked, together, strict=True):
        assert abs(found.win - with_arrays(battle, Meter()).win) < 1e-12
        alone = compiled.solve(battle)
        assert alone is not None
        assert alone.win == found.win


def test_large_battles_get_more_memory() -> None:
    """A fleet with hundreds of states against another."""
    fleet = "9 submarine, 9 destroyer, 9 fighter, 6 battleship, 9 transport, 4 bomber"
    found = compiled.solve(written(fleet, fleet, sea=True))
    assert found is not None
    assert found.method == "exact"


def test_a_budget_too_small_for_the_kernel_is_kept_by_looking_less_closely() -> None:
    army = "60 infantry, 20 artillery, 30 tank, 12 fighter, 9 bomber"
    battle = written(army, army + ", 1 aa-gun")
    assert compiled.solve(battle, budget_ms=1) is None
    assert solve(battle, budget_ms=1).method == "bounded"


def test_1940_guns_have_three_shots_and_are_lost() -> None:
    """Two guns: six shots at seven aircraft, and two more hits that the defence can take."""
    battle = written("7 fighter", "1 infantry, 2 aa-gun", title="board-1940")
    land = LandBattle(arms("board-1940"), battle, Meter())
    alive = {
        counts[0]: chance for counts, chance in zip(land.lines.forces, land.chances, strict=True)
    }
    assert alive[7] == pytest.approx((5 / 6) ** 6)
    assert alive[1] == pytest.approx((1 / 6) ** 6)
    assert 0 not in alive
    found = solve(battle)
    assert found.loss(False)["aa-gun"] == pytest.approx(2.0, abs=1e-3)


def test_1940_guns_alone_do_not_fire() -> None:
    found = solve(written("7 fighter", "2 aa-gun", title="board-1940"))
    assert found.win == pytest.approx(1.0)
    assert found.loss(True)["fighter"] == pytest.approx(0.0)
    assert found.loss(False)["aa-gun"] == pytest.approx(2.0)


def test_1940_guns_fire_once() -> None:
    battle = written("3 fighter", "1 infantry, 1 aa-gun", title="board-1940")
    later = solve(msgspec.structs.replace(battle, fired=True))
    plain = solve(written("3 fighter", "2 infantry", title="board-1940"))
    assert later.loss(True)["fighter"] < plain.loss(True)["fighter"]
    assert later.win > solve(battle).win


def test_1940_tactical_bombers_are_supported_at_sea_too() -> None:
    """A fighter makes one of two attack with 4: that they miss a transport's escort is rarer."""
    alone, beside = (
        solve(written(force, "1 destroyer", title="board-1940", sea=True))
        for force in ("2 tactical-bomber", "1 fighter, 2 tactical-bomber")
    )
    # Nobody is hit in the first round by either side with these chances.
    assert 1 - alone.win > 1 - beside.win
    first = written("1 fighter, 2 tactical-bomber", "1 destroyer", title="board-1940", sea=True)
    step = with_arrays(first, Meter(), rounds=1).by_round[0]
    assert step.win + step.draw == pytest.approx(1 - (1 / 2) * (1 / 2) * (1 / 3))
