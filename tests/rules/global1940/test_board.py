"""Chapter 2 of the ledger: territories, sea zones, islands and the seams of the boards."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.world import World
from tests.rules.global1940.study import Study

WORLD: World = find_title("global-1940").world  # type: ignore[attr-defined]


def near(space: str, world: World = WORLD) -> set[str]:
    return {world.spaces[other].id for other in world.board.near[world.space[space]]}


@pytest.mark.rule("G40-018")
def test_spaces_that_meet_at_a_point_are_not_adjacent() -> None:
    assert "sz-111" not in near("united-kingdom")
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-111",
        "place 1 uk cruiser sz-111",
        "turn uk noncombat-move",
    )
    study.refused("land 1 infantry sz-111 > united-kingdom", "G40-499")
    study.allowed("land 1 infantry sz-111 > scotland")
    study.refused("move 1 cruiser sz-111 > caspian-sea", "G40-018")


@pytest.mark.rule("G40-019", "G40-020")
def test_friendly_hostile_neutral() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 1 germany tank, 1 germany fighter poland",
        "place 1 germany infantry western-germany",
        "place 1 germany infantry romania",
        "place 1 uk infantry holland-belgium",
        "control holland-belgium uk",
        "control slovakia-hungary italy",
        "turn germany combat-move",
    )
    study.allowed("move 1 infantry western-germany > holland-belgium")
    study.refused("move 1 infantry poland > slovakia-hungary", "G40-131")
    # The Soviet Union is of the other side, but there is no war: its land counts as neutral.
    study.refused("move 1 infantry poland > eastern-poland", "G40-020")
    study.refused("move 1 fighter poland > eastern-poland > baltic-states", "G40-020")
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany infantry poland",
        "turn germany combat-move",
    )
    study.allowed("move 1 infantry poland > eastern-poland")


@pytest.mark.rule("G40-021")
def test_worthless_land_can_be_taken() -> None:
    study = Study(
        "clear",
        "control alexandria italy",
        "place 1 uk infantry egypt",
        "turn uk combat-move",
    )
    income = study.income("uk")
    study.play("move 1 infantry egypt > alexandria", "end")
    assert study.owner("alexandria") == "uk"
    assert study.income("uk") == income
    assert WORLD.spaces[WORLD.space["alexandria"]].value == 0


@pytest.mark.rule("G40-022")
def test_impassable_ground() -> None:
    study = Study(
        "clear",
        "war germany ussr",
        "control belarus germany",
        "place 1 germany tank, 1 germany fighter belarus",
        "turn germany combat-move",
    )
    study.refused("move 1 tank belarus > pripet-marshes", "G40-022")
    study.refused("move 1 tank belarus > pripet-marshes > bryansk", "G40-022")
    study.refused("move 1 fighter belarus > pripet-marshes > bryansk", "G40-022")
    study = Study(
        "clear", "place 1 uk fighter, 1 uk infantry anglo-egyptian-sudan", "turn uk noncombat-move"
    )
    study.refused("move 1 infantry anglo-egyptian-sudan > sahara-desert", "G40-022")
    study.refused("move 1 fighter anglo-egyptian-sudan > sahara-desert", "G40-022")


@pytest.mark.rule("G40-023", "G40-024", "G40-025", "G40-384")
@pytest.mark.parametrize(
    ("unit", "hostile"),
    [
        ("battleship", True),
        ("carrier", True),
        ("cruiser", True),
        ("destroyer", True),
        ("submarine", False),
        ("transport", False),
    ],
)
def test_what_makes_a_zone_hostile(unit: str, hostile: bool) -> None:
    def italian(owner: str) -> Study:
        return Study(
            "clear",
            "place 1 italy cruiser sz-95",
            f"place 1 {owner} {unit} sz-96",
            "turn italy noncombat-move",
        )

    if hostile:
        italian("uk").refused("move 1 cruiser sz-95 > sz-96", "G40-286")
    else:
        italian("uk").allowed("move 1 cruiser sz-95 > sz-96 > sz-98")
    # No war with the Soviet Union, an ally in Germany: no hindrance.
    italian("ussr").allowed("move 1 cruiser sz-95 > sz-96 > sz-98")
    italian("germany").allowed("move 1 cruiser sz-95 > sz-96 > sz-98")
    kind = WORLD.kinds[WORLD.kind[unit]]
    assert kind.surface_warship is hostile
    assert kind.warship is (unit != "transport")


@pytest.mark.rule("G40-026", "G40-948")
def test_the_caspian_sea() -> None:
    shores = {"caucasus", "kazakhstan", "turkmenistan", "eastern-persia", "persia"}
    assert near("caspian-sea") == shores | {"northwest-persia"}
    study = Study(
        "clear",
        "war germany ussr",
        "place 1 ussr cruiser caspian-sea",
        "place 1 ussr fighter caucasus",
        "turn ussr noncombat-move",
    )
    assert not study.legal("move 1 cruiser")
    study.play("move 1 fighter caucasus > caspian-sea > turkmenistan")
    (piece,) = (p for p, _ in study.state.units[WORLD.space["turkmenistan"]])
    assert piece.spent == 2


@pytest.mark.rule("G40-027")
def test_islands_are_surrounded_by_sea() -> None:
    islands = [space.id for space in WORLD.spaces if space.island]
    assert len(islands) > 30
    assert all(WORLD.is_sea[WORLD.space[zone]] for island in islands for zone in near(island))
    study = Study("clear", "place 1 uk infantry malta", "turn uk noncombat-move")
    assert not study.legal("move")


@pytest.mark.rule("G40-028")
def test_two_islands_in_one_zone() -> None:
    assert near("sardinia") == near("sicily") == {"sz-95"}
    study = Study(
        "clear",
        "place 1 italy transport[infantry] sz-95",
        "place 2 italy infantry sicily",
        "turn italy noncombat-move",
    )
    study.refused("move 1 infantry sicily > sardinia", "G40-018")
    study.play("land 1 infantry sz-95 > sardinia")
    assert study.units("sardinia") == {"italy infantry": 1}
    assert study.units("sicily") == {"italy infantry": 2}


@pytest.mark.rule("G40-029")
def test_an_island_group_is_one_space() -> None:
    assert near("west-indies") == {"sz-89"}
    study = Study(
        "clear",
        "place 1 usa infantry west-indies",
        "place 1 usa transport[artillery] sz-89",
        "turn usa noncombat-move",
    )
    study.play("land 1 artillery sz-89 > west-indies")
    assert study.units("west-indies") == {"usa infantry": 1, "usa artillery": 1}


@pytest.mark.rule("G40-030", "G40-909")
def test_unnamed_islands_are_no_spaces() -> None:
    study = Study("clear", "place 1 uk transport[infantry] sz-92", "turn uk noncombat-move")
    for island in ("corsica", "balearic-islands", "azores"):
        with pytest.raises(Malformed):
            study.game.check(f"land 1 infantry sz-92 > {island}")
    # One name each, in the spelling that the ledger keeps.
    for name in ("novgorod", "kwangtung", "sicily", "southeastern-mexico", "mexico"):
        assert name in WORLD.space


@pytest.mark.rule("G40-031", "G40-032", "G40-033", "G40-907", "G40-908")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("alberta-saskatchewan-manitoba", "yukon"),
        ("alberta-saskatchewan-manitoba", "british-columbia"),
        ("central-united-states", "western-united-states"),
        ("southeastern-mexico", "mexico"),
        ("yukon", "alaska"),
        ("yukon", "british-columbia"),
        ("alaska", "british-columbia"),
        ("sz-64", "sz-11"),
        ("sz-64", "sz-28"),
        ("sz-64", "sz-51"),
        ("sz-65", "sz-51"),
        ("sz-66", "sz-51"),
        ("sz-66", "sz-52"),
    ],
)
def test_the_seams(left: str, right: str) -> None:
    ship = left.startswith("sz")
    unit = "destroyer" if ship else "infantry"
    for start, goal in ((left, right), (right, left)):
        study = Study(
            "clear",
            "war usa japan",
            "war usa germany",
            f"place 1 usa {unit} {start}",
            "turn usa noncombat-move",
        )
        study.play(f"move 1 {unit} {start} > {goal}")
        assert study.units(goal) == {f"usa {unit}": 1}


@pytest.mark.rule("G40-031")
def test_the_boards_meet_on_both_sides() -> None:
    halves = {space.id: space.half for space in WORLD.spaces}
    seams = {
        (space, other)
        for space in halves
        for other in near(space)
        if halves[space] == "europe" and halves[other] == "pacific"
    }
    west = {
        ("sz-64", "sz-11"),
        ("sz-64", "sz-28"),
        ("sz-64", "sz-51"),
        ("sz-65", "sz-51"),
        ("sz-66", "sz-51"),
        ("sz-66", "sz-52"),
    }
    assert west <= seams
    # And in the east: Siberia, Persia and India, the Indian Ocean.
    assert ("west-india", "india") in seams
    assert {pair for pair in seams if pair[0].startswith("sz")} - west


@pytest.mark.rule("G40-908")
def test_yukon() -> None:
    yukon = WORLD.spaces[WORLD.space["yukon"]]
    assert (yukon.value, WORLD.original[yukon.index]) == (0, WORLD.power["uk"])
    assert near("yukon") >= {"alaska", "british-columbia", "alberta-saskatchewan-manitoba"}
    assert WORLD.purses[WORLD.purse_at(WORLD.power["uk"], yukon.index)].id == "uk-europe"


@pytest.mark.rule("G40-023")
def test_an_empty_zone_is_friendly_to_all() -> None:
    study = Study("clear")
    zones = [space.index for space in WORLD.spaces if WORLD.is_sea[space.index]]
    assert not any(
        at.is_hostile_zone(study.world, study.state, power.index, zone)
        for power in WORLD.powers
        for zone in zones
    )
