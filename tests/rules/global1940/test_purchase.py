"""Chapters 8 and 19a: buying, repairing and what facilities are."""

from __future__ import annotations

import pytest

from sandtable.games.axis import facilities
from sandtable.table import Malformed

from .study import Study


@pytest.mark.rule("G40-127")
def test_units_are_paid_at_once_and_wait() -> None:
    study = Study("turn germany purchase")
    study.refused("buy 11 infantry", "G40-127")
    study.play("buy 5 infantry, 1 tank")
    assert study.money("germany") == 30 - 15 - 6
    assert sum(study.units("germany").values()) == sum(Study().units("germany").values())
    assert dict(study.state.pool[0]) == {
        study.world.kind["infantry"]: 5,
        study.world.kind["tank"]: 1,
    }
    study.play("end")
    assert study.money("germany") == 9  # nobody has to spend it all


@pytest.mark.rule("G40-128")
@pytest.mark.parametrize("kind", ["major-factory", "airbase", "naval-base"])
def test_each_point_of_damage_costs_one(kind: str) -> None:
    study = Study(f"{kind} western-germany 4", "turn germany purchase")
    study.refused(f"repair 5 {kind} western-germany", "G40-128")
    study.refused(f"repair 1 {kind} united-kingdom", "G40-128")
    study.play(f"repair 3 {kind} western-germany")
    assert study.damage("western-germany")[kind] == 1
    assert study.money("germany") == 27


HURT = ("hurt 1 germany carrier sz-112", "hurt 1 germany battleship sz-112")
FLEET = ("clear sz-112", "place 1 germany carrier, 1 germany battleship sz-112")


@pytest.mark.rule("G40-129")
def test_capital_ships_are_repaired_free() -> None:
    study = Study(*FLEET, *HURT, "turn germany purchase")
    assert study.hurt("sz-112") == {"carrier": 1, "battleship": 1}
    study.play("end")
    assert study.hurt("sz-112") == {}
    assert study.money("germany") == 30


@pytest.mark.rule("G40-129")
def test_only_own_ships_beside_a_base() -> None:
    away = Study(
        "place 1 germany battleship sz-118", "hurt 1 germany battleship sz-118", "turn germany"
    )
    away.play("end")
    assert away.hurt("sz-118") == {"battleship": 1}
    allied = Study(*FLEET, *HURT, "turn italy")
    allied.play("end")
    assert allied.hurt("sz-112") == {"carrier": 1, "battleship": 1}


@pytest.mark.rule("G40-130")
def test_an_allys_base_repairs_too() -> None:
    study = Study(
        "place 1 germany battleship sz-97", "hurt 1 germany battleship sz-97", "turn germany"
    )
    study.play("end")
    assert study.hurt("sz-97") == {}


@pytest.mark.rule("G40-130", "G40-371", "G40-901")
def test_a_base_mended_in_this_phase_counts() -> None:
    edits = (*FLEET, *HURT, "naval-base western-germany 4", "turn germany")
    left = Study(*edits)
    left.play("end")
    assert left.hurt("sz-112") == {"carrier": 1, "battleship": 1}
    mended = Study(*edits)
    mended.play("repair 1 naval-base western-germany", "end")
    assert mended.hurt("sz-112") == {}


@pytest.mark.rule("G40-129")
def test_a_neutral_power_gets_no_help_from_others() -> None:
    """G40-094: their bases are closed to it."""
    study = Study("place 1 usa battleship sz-110", "hurt 1 usa battleship sz-110", "turn usa")
    study.play("end")
    assert study.hurt("sz-110") == {"battleship": 1}
    war = Study(
        "war usa germany",
        "place 1 usa battleship sz-110",
        "hurt 1 usa battleship sz-110",
        "turn usa",
    )
    war.play("end")
    assert war.hurt("sz-110") == {}


# Facilities


@pytest.mark.rule("G40-364", "G40-365", "G40-368", "G40-370")
@pytest.mark.parametrize(
    ("kind", "cost", "output"),
    [
        ("major-factory", 30, 10),
        ("minor-factory", 12, 3),
        ("airbase", 15, 0),
        ("naval-base", 15, 0),
    ],
)
def test_what_facilities_cost_and_bring(kind: str, cost: int, output: int) -> None:
    study = Study("money germany 100", "turn germany")
    study.play(f"buy 1 {kind}")
    assert study.money("germany") == 100 - cost
    site = study.world.kinds[study.world.kind[kind]].building
    assert site is not None
    assert site.output == output


@pytest.mark.rule("G40-368", "G40-370")
def test_where_bases_stand() -> None:
    study = Study("pool italy 2 airbase, 2 naval-base", "turn italy mobilize")
    study.allowed("place 1 airbase sicily")
    study.allowed("place 1 naval-base sicily")
    german = Study("pool germany 1 airbase, 1 naval-base", "turn germany mobilize")
    german.allowed("place 1 airbase slovakia-hungary")
    german.refused("place 1 naval-base slovakia-hungary", "G40-370")
    german.refused("place 1 airbase france", "G40-299")


@pytest.mark.rule("G40-369", "G40-371", "G40-901")
@pytest.mark.parametrize(
    ("kind", "damage", "works"),
    [
        ("airbase", 2, True),
        ("airbase", 3, False),
        ("naval-base", 3, True),
        ("naval-base", 4, False),
    ],
)
def test_when_bases_are_out_of_action(kind: str, damage: int, works: bool) -> None:
    study = Study(
        "clear sz-97",
        "place 1 italy destroyer sz-97",
        "place 1 italy fighter southern-italy",
        f"{kind} southern-italy {damage}",
        "turn italy combat-move",
    )
    place, unit = ("southern-italy", "fighter") if kind == "airbase" else ("sz-97", "destroyer")
    spent = {
        piece.spent
        for piece, _ in study.state.units[study.world.space[place]]
        if study.world.kinds[piece.kind].id == unit
    }
    assert spent == ({-1} if works else {0})


@pytest.mark.rule("G40-366", "G40-367", "G40-903")
def test_an_upgrade() -> None:
    study = Study("money italy 45", "minor-factory southern-italy 2", "turn italy")
    study.refused("upgrade southern-italy", "G40-367")
    study.refused("upgrade northern-italy", "G40-366")  # a major complex already
    study.refused("upgrade albania", "G40-366")  # none at all
    study.play("repair 2 minor-factory southern-italy", "upgrade southern-italy")
    assert study.money("italy") == 45 - 2 - 20
    study.refused("upgrade southern-italy", "G40-366")  # only once


@pytest.mark.rule("G40-366", "G40-903")
def test_an_upgrade_needs_the_site_of_a_major_complex() -> None:
    study = Study("money germany 60", "control southern-france germany", "turn germany")
    study.refused("upgrade southern-france", "G40-366")  # worth 3, but not German at first
    cheap = Study("money ussr 60", "turn ussr")
    cheap.refused("upgrade novgorod", "G40-366")  # worth 2
    poor = Study("money italy 19", "turn italy")
    poor.refused("upgrade southern-italy", "G40-127")


@pytest.mark.rule("G40-492")
def test_facilities_are_never_destroyed() -> None:
    study = Study("turn germany")
    world, state = study.world, study.state.copy()
    for space, here in list(state.facilities.items()):
        for facility in here:
            facilities.add_damage(world, state, space, facility.kind, 99)
    assert {s: [f.kind for f in row] for s, row in state.facilities.items()} == {
        s: [f.kind for f in row] for s, row in study.state.facilities.items()
    }


@pytest.mark.rule("G40-493")
def test_facilities_do_not_move() -> None:
    study = Study("turn germany combat-move")
    for kind in study.world.kinds:
        if kind.building:
            assert (kind.attack, kind.defence, kind.move, kind.fights) == (0, 0, 0, False)
            assert not any(
                place >> kind.index & 1 for other in study.world.kinds for place in other.places
            )
    assert not study.legal("move 1 airbase")
    with pytest.raises(Malformed):
        study.game.play("upgrade")


@pytest.mark.rule("G40-128", "G40-171", "G40-172")
def test_a_base_mended_in_this_phase_gives_its_range() -> None:
    """From Western Germany to Gibraltar it is four spaces and one back: five, with the base."""
    edits = (
        "clear",
        "airbase western-germany 3",
        "naval-base western-germany 4",
        "control spain germany",
        "place 1 germany destroyer sz-112",
        "place 1 uk destroyer sz-118",
        "place 1 germany fighter western-germany",
        "turn germany purchase",
    )
    left, mended = Study(*edits), Study(*edits)
    mended.play("repair 1 airbase western-germany", "repair 1 naval-base western-germany")
    for study in (left, mended):
        while study.step != "CombatMove":
            study.play("end")
    left.refused("move 1 destroyer sz-112 > sz-118", "G40-483")
    left.refused("move 1 fighter western-germany > gibraltar", "G40-151")
    mended.allowed("move 1 destroyer sz-112 > sz-118")
    mended.allowed("move 1 fighter western-germany > gibraltar")


@pytest.mark.rule("G40-094", "G40-172")
def test_who_goes_to_war_may_use_the_bases_of_others_at_once() -> None:
    """A US cruiser lies beside the British base in Nova Scotia."""
    study = Study(
        "clear",
        "place 1 usa cruiser sz-106",
        "place 1 germany destroyer sz-109",
        "deed declared-war germany usa",
        "round 4",
        "turn usa declare",
    )
    study.play("declare germany", "end")
    study.allowed("move 1 cruiser sz-106 > sz-109")
    peace = Study(
        "clear",
        "place 1 usa cruiser sz-106",
        "round 4",
        "turn usa noncombat-move",
    )
    peace.refused("move 1 cruiser sz-106 > sz-109", "G40-483")


@pytest.mark.rule("G40-417", "G40-976")
def test_each_economy_upgrades_its_own_complexes() -> None:
    study = Study(
        "minor-factory india 0",
        "minor-factory united-kingdom 0",
        "money uk-europe 30",
        "money uk-pacific 30",
        "turn uk purchase",
    )
    study.refused("upgrade india", "G40-417")
    study.allowed("upgrade united-kingdom")
    study.play("end")
    study.refused("upgrade united-kingdom", "G40-417")
    study.allowed("upgrade india")
