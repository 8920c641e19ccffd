"""Section 2 of the ledger: powers, players, money, cities and pieces at the start."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files

import pytest

from sandtable import Illegal
from sandtable.games.axis.reference import AxisReference
from tests.rules.anniversary.study import Study

DATA = files("sandtable.games.anniversary") / "data"

GERMAN = {"Berlin", "Paris", "Warsaw"}
SOVIET = {"Moscow", "Stalingrad", "Leningrad"}
CITIES = {
    "Berlin": "germany",
    "Paris": "france",
    "Warsaw": "poland",
    "Rome": "italy",
    "Tokyo": "japan",
    "Shanghai": "kiangsu",
    "Hong Kong": "kwangtung",
    "Manila": "philippine-islands",
    "Washington": "eastern-united-states",
    "San Francisco": "western-united-states",
    "Honolulu": "hawaiian-islands",
    "London": "united-kingdom",
    "Ottawa": "eastern-canada",
    "Calcutta": "india",
    "Sydney": "australia",
    "Moscow": "russia",
    "Leningrad": "karelia-ssr",
    "Stalingrad": "caucasus",
}
TAKEN_1942 = {
    "germany": {"baltic-states", "belorussia", "east-poland", "ukraine", "eastern-ukraine"},
    "japan": {
        "borneo",
        "burma",
        "east-indies",
        "kwangtung",
        "new-guinea",
        "solomon-islands",
        "philippine-islands",
        "wake-island",
    },
}
FACTORIES = {
    "germany",
    "italy",
    "japan",
    "united-kingdom",
    "russia",
    "karelia-ssr",
    "caucasus",
    "eastern-united-states",
    "western-united-states",
}


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


def title(year: int) -> Study:
    return Study(title=f"anniversary-{year}")


def cities_of(study: Study, power: str) -> set[str]:
    return {
        space.city for space in study.world.spaces if space.city and study.owner(space.id) == power
    }


@pytest.mark.rule("AN-027")
def test_sides() -> None:
    study = title(1941)
    sides = {power.id: power.side for power in study.world.powers}
    assert {p for p, side in sides.items() if side == "axis"} == {"germany", "japan", "italy"}
    assert {p for p, side in sides.items() if side == "allies"} == {"ussr", "uk", "usa", "china"}
    assert study.world.powers[study.world.power["china"]].seat == "usa"
    assert set(study.game.seats) == {"germany", "japan", "italy", "ussr", "uk", "usa"}


@pytest.mark.rule("AN-028")
def test_a_player_holds_powers_of_one_side() -> None:
    axis, allies = ("germany", "japan", "italy"), ("ussr", "uk", "usa")
    two = Study(players=dict.fromkeys(axis, "Ada") | dict.fromkeys(allies, "Bob"))
    assert set(two.game.players.values()) == {"Ada", "Bob"}
    six = Study(players={seat: seat.upper() for seat in (*axis, *allies)})
    assert len(set(six.game.players.values())) == 6
    for mixed in ({"germany": "Ada", "uk": "Ada"}, dict.fromkeys((*axis, *allies), "Ada")):
        with pytest.raises(Illegal) as refused:
            Study(players=mixed)
        assert refused.value.refusal.rule == "AN-028"


@pytest.mark.rule("AN-029", "AN-907")
def test_italy_goes_with_germany_by_advice_only() -> None:
    own = Study(players={"italy": "Ida", "germany": "Gus"})
    assert own.game.players["italy"] == "Ida"
    reference = own.rules.reference()
    assert isinstance(reference, AxisReference)
    assert reference.partners == (("germany", "italy"),)
    # With fewer than six any assignment to one side will do.
    other = Study(players={"italy": "Jun", "japan": "Jun", "germany": "Gus"})
    assert other.game.players["italy"] == other.game.players["japan"]


@pytest.mark.rule("AN-030")
def test_resources_stay_separate() -> None:
    study = Study(players={"germany": "Ada", "italy": "Ada"})
    study.refused("buy 1 italy infantry", "AN-030")
    study.play("buy 10 infantry")
    assert (study.money("germany"), study.money("italy")) == (1, 10)
    # Italy's ten are out of Germany's reach although one player holds both.
    study.refused("buy 1 tank", "AN-113")
    study.play("end")
    study.refused("move 1 italy tank balkans > bulgaria-romania", "AN-269")


@pytest.mark.rule("AN-031", "AN-906")
@pytest.mark.parametrize("year", [1941, 1942])
def test_money_equals_production(year: int) -> None:
    study = title(year)
    listed = {row["power"]: row[f"starting_ipc_{year}"] for row in rows("powers.csv")}
    value = {row["id"]: int(row["production"] or 0) for row in rows("spaces.csv")}
    for power in study.game.seats:
        held = [s for s in study.world.space if study.owner(s) == power]
        assert study.money(power) == sum(value[s] for s in held)
        assert study.money(power) == study.income(power) == int(listed[power])
    assert study.money("china") == 0


STARTS = [
    pytest.param(1941, "germany", 31, GERMAN, marks=pytest.mark.rule("AN-032")),
    pytest.param(1941, "japan", 17, {"Tokyo", "Shanghai"}, marks=pytest.mark.rule("AN-033")),
    pytest.param(1941, "italy", 10, {"Rome"}, marks=pytest.mark.rule("AN-034")),
    pytest.param(
        1941,
        "usa",
        40,
        {"Washington", "San Francisco", "Honolulu", "Manila"},
        marks=pytest.mark.rule("AN-035"),
    ),
    pytest.param(
        1941,
        "uk",
        43,
        {"London", "Calcutta", "Sydney", "Hong Kong", "Ottawa"},
        marks=pytest.mark.rule("AN-036"),
    ),
    pytest.param(1941, "ussr", 30, SOVIET, marks=pytest.mark.rule("AN-037")),
    pytest.param(1942, "germany", 37, GERMAN, marks=pytest.mark.rule("AN-039")),
    pytest.param(
        1942,
        "japan",
        31,
        {"Tokyo", "Shanghai", "Hong Kong", "Manila"},
        marks=pytest.mark.rule("AN-040"),
    ),
    pytest.param(1942, "italy", 10, {"Rome"}, marks=pytest.mark.rule("AN-041")),
    pytest.param(
        1942,
        "usa",
        38,
        {"Washington", "San Francisco", "Honolulu"},
        marks=pytest.mark.rule("AN-042"),
    ),
    pytest.param(
        1942,
        "uk",
        31,
        {"London", "Calcutta", "Sydney", "Ottawa"},
        marks=pytest.mark.rule("AN-043"),
    ),
    pytest.param(1942, "ussr", 24, SOVIET, marks=pytest.mark.rule("AN-044")),
]


@pytest.mark.parametrize(("year", "power", "money", "cities"), STARTS)
def test_what_a_power_starts_with(year: int, power: str, money: int, cities: set[str]) -> None:
    study = title(year)
    assert study.money(power) == money
    assert cities_of(study, power) == cities


@pytest.mark.parametrize(
    ("year", "axis", "allies"),
    [
        pytest.param(1941, 6, 12, marks=pytest.mark.rule("AN-038")),
        pytest.param(1942, 8, 10, marks=pytest.mark.rule("AN-045")),
    ],
)
def test_cities_at_the_start(year: int, axis: int, allies: int) -> None:
    assert title(year).cities() == {"axis": axis, "allies": allies}


@pytest.mark.rule("AN-046")
def test_markers_of_1942() -> None:
    early, late = title(1941), title(1942)
    changed: dict[str, set[str]] = {}
    for space in early.world.space:
        if early.owner(space) != late.owner(space):
            changed.setdefault(late.owner(space), set()).add(space)
    assert changed == TAKEN_1942


@pytest.mark.rule("AN-047")
def test_original_owners_are_those_of_1941() -> None:
    early, late = title(1941), title(1942)
    assert early.world.original == late.world.original
    # In 1942 the Philippines are Japanese; Britain frees them for the United States.
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-50",
        "turn uk combat-move",
        title="anniversary-1942",
    )
    study.play("land 1 infantry sz-50 > philippine-islands", "end")
    assert study.owner("philippine-islands") == "usa"
    study = Study(
        "clear",
        "place 1 uk tank caucasus",
        "turn uk combat-move",
        title="anniversary-1942",
    )
    study.play("move 1 tank caucasus > ukraine", "end")
    assert study.owner("ukraine") == "ussr"


@pytest.mark.rule("AN-048")
@pytest.mark.parametrize("year", [1941, 1942])
@pytest.mark.parametrize("land", ["manchuria", "kiangsu"])
def test_manchuria_and_kiangsu_are_chinese(year: int, land: str) -> None:
    study = Study(
        "clear",
        "place 1 usa infantry suiyuan",
        "turn usa combat-move",
        title=f"anniversary-{year}",
    )
    assert study.owner(land) == "japan"
    study.play(f"move 1 infantry suiyuan > {land}", "end")
    assert study.owner(land) == "china"


@pytest.mark.rule("AN-049")
def test_where_the_cities_are() -> None:
    study = title(1941)
    assert {s.city: s.id for s in study.world.spaces if s.city} == CITIES
    assert len(CITIES) == 18


@pytest.mark.rule("AN-050")
def test_capitals() -> None:
    study = title(1941)
    capitals = {
        power.id: study.world.spaces[power.capital]
        for power in study.world.powers
        if power.capital >= 0
    }
    assert {power: (space.id, space.city) for power, space in capitals.items()} == {
        "germany": ("germany", "Berlin"),
        "italy": ("italy", "Rome"),
        "japan": ("japan", "Tokyo"),
        "ussr": ("russia", "Moscow"),
        "uk": ("united-kingdom", "London"),
        "usa": ("eastern-united-states", "Washington"),
    }


@pytest.mark.rule("AN-051")
@pytest.mark.parametrize("year", [1941, 1942])
def test_factories_and_guns(year: int) -> None:
    study = title(year)
    views = {name: study.space(name) for name in study.world.space}
    assert {name for name, view in views.items() if view.factory} == FACTORIES
    assert not any(view.damage for view in views.values())
    guns = Counter(name for name in views for unit in views[name].units if unit.unit == "aa-gun")
    extra = {"australia", "india"} | ({"france"} if year == 1942 else set())
    assert guns == Counter(FACTORIES | extra)


@pytest.mark.rule("AN-906")
@pytest.mark.parametrize(("year", "pieces"), [(1941, 220), (1942, 242)])
def test_every_piece_is_where_the_table_says(year: int, pieces: int) -> None:
    study = title(year)
    wanted: Counter[tuple[str, str, str]] = Counter()
    for row in rows(f"setup-{year}.csv"):
        if row["unit"] != "factory":
            wanted[row["space"], row["power"], row["unit"]] += int(row["count"])
    found: Counter[tuple[str, str, str]] = Counter()
    for name in study.world.space:
        for unit in study.space(name).units:
            found[name, unit.owner, unit.unit] += unit.count
            for cargo in unit.cargo:
                found[name, unit.owner, cargo] += unit.count
    assert found == wanted
    assert sum(found.values()) == pieces


@pytest.mark.rule("AN-906")
def test_some_published_stacks() -> None:
    """Numbers of the set-up cards, written out, so that a damaged table shows."""
    study = title(1941)
    assert study.units("poland") == {
        "germany infantry": 4,
        "germany artillery": 1,
        "germany tank": 2,
        "germany fighter": 1,
    }
    assert study.units("karelia-ssr") == {
        "ussr infantry": 5,
        "ussr artillery": 1,
        "ussr aa-gun": 1,
    }
    assert study.units("sz-57") == {"japan carrier": 2, "japan fighter": 4}
    assert study.units("sz-14") == {
        "italy transport": 1,
        "italy cruiser": 2,
        "italy battleship": 1,
    }
    assert study.units("sz-2") == {"uk transport": 1, "uk battleship": 1}
    assert study.units("yunnan") == {"china infantry": 1, "china fighter": 1}
