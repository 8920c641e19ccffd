"""Chapters 1 to 4: sides, capitals, cities, the board and the set-up."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files

import pytest

from sandtable.games import find_title
from sandtable.games.house1940.rules import MAJOR, MINOR
from sandtable.table import Malformed
from tests.rules.house1940.study import NATIONS, Study

CAPITALS = {
    "germany": "germany",
    "italy": "southern-italy",
    "japan": "japan",
    "uk": "united-kingdom",
    "ussr": "russia",
    "usa": "eastern-united-states",
    "france": "france",
    "anzac": "new-south-wales",
    "china": "szechwan",
}
PRINTED = {
    "Rome": "southern-italy",
    "Berlin": "germany",
    "Warsaw": "poland",
    "Tokyo": "japan",
    "Paris": "france",
    "Cairo": "egypt",
    "Calcutta": "india",
    "London": "united-kingdom",
    "Hong Kong": "kwangtung",
    "Stalingrad": "volgograd",
    "Leningrad": "novgorod",
    "Moscow": "russia",
    "Sydney": "new-south-wales",
    "Shanghai": "kiangsu",
    "Ottawa": "ontario",
    "Washington": "eastern-united-states",
    "Manila": "philippines",
    "Honolulu": "hawaiian-islands",
    "San Francisco": "western-united-states",
}
ADDED = {
    "Tripoli": "libya",
    "Algiers": "algeria",
    "Cape Town": "union-of-south-africa",
    "Vladivostok": "amur",
    "Saigon": "french-indo-china",
    "Addis Ababa": "ethiopia",
    "Peking": "jehol",
    "Madrid": "spain",
    "Istanbul": "turkey",
    "Oslo": "norway",
    "Stockholm": "sweden",
    "Riyadh": "saudi-arabia",
}


@pytest.mark.rule("HV-001")
def test_every_nation_has_one_side() -> None:
    world = Study().world
    sides = {power.id: power.side for power in world.powers if power.plays}
    assert set(sides) == set(NATIONS)
    assert set(sides.values()) == {"axis", "allies"} == set(world.sides)


@pytest.mark.rule("HV-002")
def test_the_axis() -> None:
    world = Study().world
    assert {world.powers[p].id for p in world.members["axis"]} == {"germany", "italy", "japan"}


@pytest.mark.rule("HV-003", "HV-004")
def test_major_and_minor_allies() -> None:
    world = Study().world
    assert {*MAJOR, *MINOR} == {world.powers[p].id for p in world.members["allies"]}
    assert set(MAJOR) == {"usa", "uk", "ussr"}
    assert set(MINOR) == {"china", "anzac", "france"}


@pytest.mark.rule("HV-005")
def test_a_player_may_run_several_nations_of_one_side() -> None:
    rules = find_title("house-1940")
    options = rules.read_options({})
    assert rules.check_players(options, {"uk": "Ann", "france": "Ann", "japan": "Bob"}) is None
    refusal = rules.check_players(options, {"uk": "Ann", "japan": "Ann"})
    assert refusal is not None
    assert refusal.rule == "HV-001"


@pytest.mark.rule("HV-008", "HV-908")
def test_capitals() -> None:
    world = Study().world
    found = {power.id: world.spaces[power.capital].id for power in world.powers if power.plays}
    assert found == CAPITALS


@pytest.mark.rule("HV-014")
def test_capitals_are_victory_cities_but_for_chungking() -> None:
    world = Study().world
    cities = {space.id for space in world.spaces if space.city}
    assert set(CAPITALS.values()) - cities == {"szechwan"}


@pytest.mark.rule("HV-016", "HV-017", "HV-909")
def test_cities_and_who_holds_them() -> None:
    study = Study()
    world = study.world
    assert {space.city: space.id for space in world.spaces if space.city} == {**PRINTED, **ADDED}
    sides = Counter(world.powers[study.state.owner[city]].side for city in world.cities)
    assert (sides["axis"], sides["allies"]) == (9, 18)
    assert sides.total() - 27 == 4


@pytest.mark.rule("HV-018", "HV-019")
def test_the_map_goes_round() -> None:
    world = Study().world

    def touch(a: str, b: str) -> bool:
        return world.space[b] in world.board.touching[world.space[a]]

    assert touch("poland", "germany")
    assert not touch("poland", "france")
    assert touch("poland", "germany") == touch("germany", "poland")
    west = {s.id for s in world.spaces if s.kind == "sea" and touch(s.id, "alaska")}
    east = {s.id for s in world.spaces if s.kind == "sea" and touch(s.id, "soviet-far-east")}
    assert any(touch(a, b) for a in west for b in east) or west & east


@pytest.mark.rule("HV-020", "HV-930")
def test_neutrals_belong_to_nobody_and_lean() -> None:
    study = Study()
    leaning: dict[str, set[str]] = {}
    for space in study.world.spaces:
        owner = study.owner(space.id)
        if owner not in (*NATIONS, ""):
            leaning.setdefault(owner, set()).add(space.id)
    assert leaning["pro-axis"] == {"bulgaria", "finland", "iraq"}
    assert leaning["pro-allies"] == {
        "brazil", "greece", "crete", "yugoslavia", "eire", "persia", "northwest-persia",
        "eastern-persia", "sumatra", "java", "celebes", "dutch-new-guinea", "suriname",
    }  # fmt: skip
    assert {"spain", "turkey", "sweden", "switzerland", "olgiy", "ulaanbaatar"} <= leaning["strict"]
    assert len(leaning["strict"]) == 28
    for nation in NATIONS:
        for neutral in leaning:
            assert study.at_war(nation, neutral)
    assert sum(study.income(neutral) for neutral in leaning) == 0


@pytest.mark.rule("HV-029")
def test_islands_lie_inside_one_sea_zone_or_between() -> None:
    world = Study().world
    malta = world.spaces[world.space["malta"]]
    assert malta.island
    assert not world.land_near[malta.index]
    assert len(world.sea_near[malta.index]) == 1


CONVERTED = {
    "mech-infantry": "infantry",
    "tactical-bomber": "torpedo-bomber",
    "strategic-bomber": "bomber",
    "naval-base": "port",
    "airbase": "airfield",
    "minor-factory": "complex",
    "major-factory": "complex",
    "aa-gun": "aa-battery",
}


def on_board(study: Study) -> Counter[str]:
    world, found = study.world, Counter[str]()
    for stack in study.state.units:
        for piece, count in stack:
            if world.powers[piece.owner].plays:
                found[world.kinds[piece.kind].id] += count
            found.update({world.kinds[c.kind].id: count for c in piece.cargo})
    for row in study.state.facilities.values():
        found.update(world.kinds[facility.kind].id for facility in row)
    return found


@pytest.mark.rule("HV-902", "HV-904")
def test_the_set_up_is_that_of_the_board_converted() -> None:
    """Every line of the Global set-up stands where it stood, under its new name."""
    study = Study(setup_aa="all")
    data = files("sandtable.games.board1940") / "data"
    wanted: Counter[tuple[str, str, str]] = Counter()
    for row in csv.DictReader((data / "global" / "setup-1940.csv").read_text().splitlines()):
        if row["power"] in NATIONS:
            unit = CONVERTED.get(row["unit"], row["unit"])
            wanted[row["power"], row["space"], unit] += int(row["count"])
    world, found = study.world, Counter[tuple[str, str, str]]()
    for index, space in enumerate(world.spaces):
        for piece, count in study.state.units[index]:
            owner = world.powers[piece.owner]
            if owner.plays:
                found[owner.id, space.id, world.kinds[piece.kind].id] += count
            for cargo in piece.cargo:
                found[owner.id, space.id, world.kinds[cargo.kind].id] += count
        for facility in study.state.facilities.get(index, ()):
            found[study.owner(space.id), space.id, world.kinds[facility.kind].id] += 1
    assert found == wanted
    for name in ("western-germany", "northern-italy", "central-united-states", "quebec"):
        assert study.buildings(name)["complex"] == 0
        assert name not in PRINTED.values()


@pytest.mark.rule("HV-903", "HV-999")
@pytest.mark.parametrize(("option", "batteries"), [("one", 18), ("all", 37)])
def test_the_set_up_counted(option: str, batteries: int) -> None:
    study = Study(setup_aa=option)
    assert on_board(study) == {
        "infantry": 224, "artillery": 35, "tank": 20, "fighter": 39, "torpedo-bomber": 17,
        "bomber": 7, "transport": 15, "submarine": 12, "destroyer": 18, "cruiser": 17,
        "carrier": 5, "battleship": 8, "complex": 20, "port": 22, "airfield": 20,
        "aa-battery": batteries,
    }  # fmt: skip
    assert study.units("united-kingdom")["uk aa-battery"] == (1 if option == "one" else 4)
    assert all(not f.damage for row in study.state.facilities.values() for f in row)
    assert study.units("united-kingdom")["france infantry"] == 2
    assert study.units("egypt")["anzac infantry"]


@pytest.mark.rule("HV-906")
def test_the_uk_is_one_economy() -> None:
    study = Study()
    assert len(study.state.money) == len(study.world.powers)
    study.until("uk", "Purchase")
    assert study.money("uk") == 45 == study.income("uk")
    assert study.owner("india") == study.owner("united-kingdom") == "uk"


@pytest.mark.rule("HV-907", "HV-006", "HV-047")
def test_treasuries_begin_empty_and_income_comes_first() -> None:
    study = Study()
    assert not any(study.state.money)
    expected = dict(zip(NATIONS, (30, 45, 10, 26, 52, 19, 10, 37, 12), strict=True))
    for nation, income in expected.items():
        study.until(nation, "Purchase")
        assert study.money(nation) == income == study.income(nation)


@pytest.mark.rule("HV-802")
def test_impassable_land() -> None:
    study = Study(
        "clear", "place 1 ussr infantry belarus", "place 1 ussr fighter belarus",
        "turn ussr noncombat-move",
    )  # fmt: skip
    for name in ("himalayas", "pripet-marshes", "sahara-desert"):
        assert study.world.closed[study.world.space[name]]
        assert study.owner(name) == ""
    study.refused("move 1 infantry belarus > pripet-marshes", "HV-802")
    study.refused("move 1 fighter belarus > pripet-marshes", "HV-802")


@pytest.mark.rule("HV-803")
def test_original_owners() -> None:
    study = Study()
    world = study.world
    for space in ("jehol", "kiangsi", "kiangsu", "kwangsi", "manchuria", "shantung"):
        assert study.owner(space) == "japan"
        assert world.powers[world.original[world.space[space]]].id == "china"
    for space in ("java", "spain", "finland"):
        assert world.original[world.space[space]] == -1


@pytest.mark.rule("HV-901", "HV-801")
def test_nothing_else_comes_with_the_board() -> None:
    """Facts only: no objectives, advances, convoys, confined nations, islands without complexes."""
    study = Study()
    world = study.world
    assert not world.objectives
    assert not world.techs
    assert not any(power.confined for power in world.powers)
    assert {option.name for option in find_title("house-1940").options}.isdisjoint(
        {"research", "objectives"}
    )
    words = {name for kind in world.kinds for name, _ in kind.flags}
    assert words.isdisjoint(
        {
            "convoy-dice", "scramble", "escort", "intercept", "artillery-boost", "tactical-boost",
            "surprise-strike", "submerge", "lone-destroyed", "chosen-last", "built-in-aa",
            "min-ipc", "no-islands", "captured-becomes", "ship-range", "repairs-capital-ships",
        }
    )  # fmt: skip
    assert world.kinds[world.kind["carrier"]].hits == 1


@pytest.mark.rule("HV-905")
def test_one_of_each_building_and_any_number_of_batteries() -> None:
    study = Study("pool germany 1 complex, 1 port, 1 airfield, 3 aa-battery", "turn germany deploy")
    study.refused("place 1 complex germany", "HV-905")
    study.refused("place 1 airfield western-germany", "HV-905")
    study.play("place 3 aa-battery germany")
    assert study.units("germany")["germany aa-battery"] == 4


# Options of the set-up


@pytest.mark.rule("HV-922")
def test_who_is_at_war_at_the_start() -> None:
    study = Study()
    wars = {
        frozenset((one, other)) for one in NATIONS for other in NATIONS if study.at_war(one, other)
    }
    assert wars == {
        *(frozenset((a, b)) for a in ("germany", "italy") for b in ("uk", "anzac", "france")),
        frozenset(("japan", "china")),
    }


@pytest.mark.rule("HV-838")
def test_total_war() -> None:
    study = Study(start_war="total")
    for one in ("germany", "italy", "japan"):
        for other in set(NATIONS) - {"germany", "italy", "japan"}:
            assert study.at_war(one, other)
    assert not study.at_war("germany", "japan")
    assert study.step == "Purchase", "no declaration is ever open"


@pytest.mark.rule("HV-958")
def test_a_position_has_aircraft_beside_their_carriers_not_in_them() -> None:
    with pytest.raises(Malformed, match="cannot carry that"):
        Study("clear", "place 1 uk carrier[fighter] sz-110")
