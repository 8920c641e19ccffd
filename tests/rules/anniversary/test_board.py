"""Section 1 of the ledger: territories, sea zones and islands."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games.anniversary import Anniversary1941
from sandtable.games.axis import situation as at
from tests.rules.anniversary.study import Study

NEUTRALS = {
    "northern-south-america",
    "peruvian-central",
    "argentina-chile",
    "eire",
    "sweden",
    "switzerland",
    "spain",
    "sahara",
    "angola",
    "mozambique",
    "turkey",
    "saudi-arabia",
    "afghanistan",
    "himalaya",
    "mongolia",
}
WORTHLESS = {
    "gibraltar",
    "greenland",
    "iceland",
    "midway",
    "wake-island",
    "solomon-islands",
    "iwo-jima",
    "caroline-islands",
}
ISLANDS = {
    "greenland": "sz-2",
    "iceland": "sz-2",
    "west-indies": "sz-19",
    "east-indies": "sz-38",
    "new-zealand": "sz-42",
    "solomon-islands": "sz-46",
    "new-guinea": "sz-48",
    "borneo": "sz-49",
    "philippine-islands": "sz-50",
    "caroline-islands": "sz-51",
    "wake-island": "sz-52",
    "hawaiian-islands": "sz-53",
    "midway": "sz-57",
    "iwo-jima": "sz-59",
    "okinawa": "sz-60",
    "formosa": "sz-61",
    "japan": "sz-62",
}


@pytest.fixture(scope="module")
def rules() -> Anniversary1941:
    return Anniversary1941()


def near(rules: Anniversary1941, space: str) -> set[str]:
    world = rules.world
    return {world.spaces[n].id for n in world.board.near[world.space[space]]}


@pytest.mark.rule("AN-001")
def test_friendly_is_own_and_allied() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry italy",
        "place 1 germany infantry bulgaria-romania",
        "turn germany noncombat-move",
    )
    study.play("move 1 infantry italy > balkans", "move 1 infantry italy > france")
    assert study.owner("balkans") == "italy"
    study.refused("move 1 infantry bulgaria-romania > ukraine", "AN-278")


@pytest.mark.rule("AN-002")
def test_hostile_by_the_marker_and_not_by_units() -> None:
    study = Study(
        "clear",
        "control ukraine italy",
        "place 2 germany infantry poland",
        "place 1 germany infantry bulgaria-romania",
        "place 1 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    # East Poland is empty and Soviet, Baltic States defended and Soviet: both are hostile.
    study.allowed("move 1 infantry poland > east-poland")
    study.allowed("move 1 infantry poland > baltic-states")
    # Ukraine is originally Soviet, but its marker is Italian now.
    study.refused("move 1 infantry bulgaria-romania > ukraine", "AN-121")


@pytest.mark.rule("AN-003", "AN-902")
def test_fifteen_neutrals_that_nobody_owns(rules: Anniversary1941) -> None:
    world = rules.world
    closed = {space.id for space in world.spaces if space.closed}
    assert closed == NEUTRALS
    assert len(closed) == 15
    state = rules.setup(rules.read_options({}), {})
    for name in NEUTRALS:
        assert world.spaces[world.space[name]].value == 0
        assert state.owner[world.space[name]] == -1
    unowned = {s.id for s in world.spaces if s.kind == "land" and state.owner[s.index] < 0}
    assert unowned == NEUTRALS


@pytest.mark.rule("AN-004", "AN-902")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_neutrals_are_closed(phase: str) -> None:
    study = Study(
        "clear",
        "place 1 uk infantry, 1 uk tank trans-jordan",
        "place 1 uk transport[infantry] sz-12",
        "place 1 uk fighter united-kingdom",
        f"turn uk {phase}",
    )
    study.refused("move 1 infantry trans-jordan > saudi-arabia", "AN-004")
    study.refused("move 1 tank trans-jordan > turkey > persia", "AN-004")
    study.refused("land 1 infantry sz-12 > spain", "AN-004")
    study.refused("move 1 fighter united-kingdom > eire", "AN-004")


@pytest.mark.rule("AN-005")
def test_aircraft_fly_around_neutrals() -> None:
    edits = [
        "clear",
        "place 1 germany fighter bulgaria-romania",
        "place 1 uk infantry trans-jordan",
    ]
    study = Study(*edits, "turn germany combat-move")
    study.refused("move 1 fighter bulgaria-romania > turkey > trans-jordan", "AN-005")
    # Over Turkey it would be two spaces and two back; around it sea zones 16 and 15 make it
    # three, and no landing place is left within one space.
    study.refused("move 1 fighter bulgaria-romania > trans-jordan", "AN-151")
    study = Study(*edits, "control egypt italy", "turn germany combat-move")
    study.play("move 1 fighter bulgaria-romania > trans-jordan")
    assert [unit.left for unit in study.space("trans-jordan").units if unit.unit == "fighter"] == [
        1
    ]


@pytest.mark.rule("AN-006")
def test_values_are_paid_to_whoever_holds_the_land(rules: Anniversary1941) -> None:
    paying = [s.value for s in rules.world.spaces if s.value]
    assert (min(paying), max(paying)) == (1, 12)
    study = Study("clear", "control eastern-united-states germany", "turn germany collect-income")
    assert study.income("germany") == 31 + 12
    assert study.money("germany") == 31 + 31 + 12


@pytest.mark.rule("AN-007")
def test_worthless_land_can_be_taken(rules: Anniversary1941) -> None:
    world = rules.world
    owned = [s for s in world.spaces if s.kind == "land" and not s.closed]
    assert {s.id for s in owned if not s.value} == WORTHLESS
    study = Study("clear", "place 1 italy transport[infantry] sz-13", "turn italy combat-move")
    study.play("land 1 infantry sz-13 > gibraltar", "end")
    assert study.owner("gibraltar") == "italy"
    assert study.income("italy") == 10
    study = Study("clear", "place 1 uk transport[infantry] sz-13", "turn uk combat-move")
    study.refused("land 1 infantry sz-13 > gibraltar", "AN-374")


@pytest.mark.rule("AN-008", "AN-009")
@pytest.mark.parametrize("warship", ["battleship", "carrier", "cruiser", "destroyer"])
def test_warships_make_a_zone_hostile(warship: str) -> None:
    study = Study(
        "clear",
        "place 1 italy destroyer sz-14",
        f"place 1 uk {warship} sz-15",
        f"place 1 germany {warship} sz-13",
        "turn italy noncombat-move",
    )
    study.refused("move 1 destroyer sz-14 > sz-15", "AN-289")
    study.allowed("move 1 destroyer sz-14 > sz-13 > sz-12")


@pytest.mark.rule("AN-008", "AN-010")
def test_submarines_and_transports_do_not() -> None:
    study = Study(
        "clear",
        "place 1 italy destroyer sz-14",
        "place 2 uk submarine, 1 uk transport[tank] sz-15",
        "place 1 uk fighter egypt",
        "turn italy noncombat-move",
    )
    study.play("move 1 destroyer sz-14 > sz-15 > sz-16")
    assert study.units("sz-16") == {"italy destroyer": 1}


@pytest.mark.rule("AN-011")
def test_empty_zones_are_friendly_to_all(rules: Anniversary1941) -> None:
    state = rules.setup(rules.read_options({}), {})
    rules.edit(state, "clear")
    world = rules.world
    zones = [s.index for s in world.spaces if s.kind == "sea"]
    assert not any(
        at.is_hostile_zone(world, state, p.index, z) for p in world.powers for z in zones
    )
    assert all(state.owner[zone] < 0 and not world.closed[zone] for zone in zones)


@pytest.mark.rule("AN-012")
def test_one_space_at_a_time(rules: Anniversary1941) -> None:
    zones = {s.id for s in rules.world.spaces if s.kind == "sea"}
    assert zones == {f"sz-{number}" for number in range(1, 66)}
    study = Study(
        "clear",
        "place 1 germany tank, 1 germany infantry poland",
        "place 1 germany cruiser sz-5",
        "turn germany noncombat-move",
    )
    study.refused("move 1 infantry poland > norway", "AN-012")
    study.refused("move 1 infantry poland > germany > france", "AN-130")
    study.play("move 1 tank poland > germany > france", "move 1 cruiser sz-5 > sz-6 > sz-7")
    assert study.units("france") == {"germany tank": 1}
    assert study.units("sz-7") == {"germany cruiser": 1}


@pytest.mark.rule("AN-013")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sz-20", "sz-55"),
        ("sz-21", "sz-44"),
        ("sz-25", "sz-43"),
        ("eastern-canada", "western-canada"),
        ("eastern-united-states", "central-united-states"),
        ("panama", "mexico"),
    ],
)
def test_the_edges_join(left: str, right: str) -> None:
    ship = left.startswith("sz")
    unit = "destroyer" if ship else "infantry"
    study = Study("clear", f"place 1 usa {unit} {left}", "turn usa noncombat-move")
    study.play(f"move 1 {unit} {left} > {right}")
    assert study.units(right) == {f"usa {unit}": 1}


@pytest.mark.rule("AN-014")
def test_top_and_bottom_do_not_join(rules: Anniversary1941) -> None:
    top = {"greenland", "iceland", "alaska", "soviet-far-east", "archangel", "urals"}
    top |= {f"sz-{n}" for n in (1, 2, 3, 4, 63, 64, 65)}
    bottom = {"union-of-south-africa", "french-madagascar", "australia", "new-zealand"}
    bottom |= {f"sz-{n}" for n in (*range(24, 34), *range(39, 44), 47)}
    assert not any(near(rules, space) & bottom for space in top)


@pytest.mark.rule("AN-015", "AN-016")
def test_islands_lie_in_one_zone(rules: Anniversary1941) -> None:
    alone = {
        space.id: next(iter(near(rules, space.id)))
        for space in rules.world.spaces
        if space.kind == "land" and len(near(rules, space.id)) == 1
    }
    assert alone == ISLANDS
    # One group in a zone: only Greenland and Iceland share theirs.
    zones = [zone for island, zone in ISLANDS.items() if island != "greenland"]
    assert len(zones) == len(set(zones))
    study = Study("clear", "place 1 japan infantry okinawa", "turn japan noncombat-move")
    assert not study.legal("move")


@pytest.mark.rule("AN-017")
def test_islands_take_planes_and_troops() -> None:
    study = Study(
        "clear",
        "place 1 usa fighter, 1 usa bomber hawaiian-islands",
        "place 1 usa transport[infantry] sz-52",
        "turn usa noncombat-move",
    )
    study.play("move 1 fighter, 1 bomber hawaiian-islands > midway")
    study.play("land 1 infantry sz-52 > wake-island", "end")
    assert study.units("midway") == {"usa fighter": 1, "usa bomber": 1}
    assert study.units("wake-island") == {"usa infantry": 1}


@pytest.mark.rule("AN-903")
def test_only_named_islands_exist() -> None:
    study = Study("clear", "place 1 uk transport[infantry] sz-14", "turn uk noncombat-move")
    for island in ("malta", "crete", "sicily"):
        with pytest.raises(Malformed):
            study.game.check(f"land 1 infantry sz-14 > {island}")
    # Cyprus is drawn in sea zone 15, Galapagos in 20: neither zone holds a territory.
    assert not {"cyprus", "galapagos-islands"} & study.world.space.keys()


@pytest.mark.rule("AN-026")
def test_no_limit_of_pieces() -> None:
    study = Study(
        "clear",
        "money germany 9000",
        "place 500 germany infantry poland",
        "place 60 germany battleship sz-5",
        "turn germany purchase",
    )
    study.play("buy 2000 infantry, 100 battleship", "end")
    study.play("move 500 infantry poland > east-poland", "end")
    assert study.units("east-poland") == {"germany infantry": 500}
