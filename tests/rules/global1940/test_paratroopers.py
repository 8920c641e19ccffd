"""Paratroopers set out from air bases."""

from __future__ import annotations

import pytest

from tests.rules.global1940.fights import shots
from tests.rules.global1940.study import Study

POSITION = (
    "clear",
    "war germany ussr",
    "tech germany paratroopers",
    "airbase poland 0",
    "airbase germany 0",
    "place 4 germany infantry poland",
    "place 2 germany infantry germany",
    "place 1 germany tank poland",
)


def ready(*edits: str, dice: tuple[int, ...] = ()) -> Study:
    """German infantry at two bases; a tank has gone from Poland into the Baltic States."""
    study = Study(*POSITION, *edits, "turn germany combat-move", dice=dice)
    study.play("move 1 tank poland > baltic-states")
    return study


@pytest.mark.rule("G40-444")
def test_infantry_of_a_base_joins_an_attack_three_spaces_away() -> None:
    study = ready()
    study.refused("drop 3 infantry poland > baltic-states", "G40-444")  # two from each base
    study.play("drop 1 infantry poland > baltic-states")
    study.refused("drop 2 infantry poland > baltic-states", "G40-444")
    assert "drop 1 infantry poland > baltic-states" in study.legal("drop")
    study.play("drop 1 infantry poland > baltic-states")
    study.play("drop 2 infantry germany > baltic-states")  # over Poland, and a second base
    assert study.units("baltic-states") == {"germany infantry": 4, "germany tank": 1}
    assert study.units("poland") == {"germany infantry": 2}
    assert not study.legal("drop")


@pytest.mark.rule("G40-444")
def test_who_can_jump_and_where() -> None:
    study = ready("place 1 germany artillery germany", "place 1 germany infantry romania")
    study.refused("drop 1 artillery germany > baltic-states", "G40-444")
    study.refused("drop 1 infantry germany > eastern-poland", "G40-444")  # nobody else attacks it
    study.refused("drop 1 infantry germany > france", "G40-444")
    study.refused("drop 1 infantry germany > poland", "G40-444")  # friendly
    without = Study("tech germany rockets", *POSITION[3:], "turn germany combat-move")
    without.refused("drop 1 infantry poland > baltic-states", "G40-444")


@pytest.mark.rule("G40-444", "G40-445")
def test_three_spaces_as_aircraft_count_them() -> None:
    """Leningrad is three spaces from Germany over the Baltic, Archangel four."""
    edits = ("place 1 germany tank finland", "control finland germany")
    study = Study(*POSITION, *edits, "control vyborg germany", "turn germany combat-move")
    study.play("move 1 tank finland > vyborg > novgorod")
    study.allowed("drop 1 infantry germany > novgorod")
    edits = ("place 1 germany tank novgorod", "control novgorod germany")
    far = Study(*POSITION, *edits, "turn germany combat-move")
    far.play("move 1 tank novgorod > archangel")
    far.refused("drop 1 infantry germany > archangel", "G40-147")


@pytest.mark.rule("G40-445")
def test_no_flight_over_neutral_land() -> None:
    """From Western Germany to Northern Italy the way is over Switzerland, or round it."""
    edits = ("control northern-italy uk", "control southern-france uk", "control france uk")
    study = Study(
        *POSITION,
        *edits,
        "airbase western-germany 0",
        "place 1 germany infantry western-germany",
        "place 1 germany tank greater-southern-germany",
        "turn germany combat-move",
    )
    study.play("move 1 tank greater-southern-germany > northern-italy")
    study.refused("drop 1 infantry western-germany > switzerland > northern-italy", "G40-112")
    study.allowed("drop 1 infantry western-germany > greater-southern-germany > northern-italy")


@pytest.mark.rule("G40-941")
def test_a_base_sends_all_to_one_territory_and_only_in_action() -> None:
    study = ready("place 1 germany tank poland", "airbase germany 3")
    study.play("move 1 tank poland > eastern-poland", "drop 1 infantry poland > eastern-poland")
    study.refused("drop 1 infantry poland > baltic-states", "G40-941")
    study.refused("drop 1 infantry germany > baltic-states", "G40-941")  # three points of damage
    ready("airbase germany 2").allowed("drop 1 infantry germany > baltic-states")


@pytest.mark.rule("G40-445", "G40-983")
def test_guns_fire_at_paratroopers() -> None:
    """One die for each of two paratroopers and a fighter; the attacker chooses whom he loses."""
    study = ready(
        "place 1 germany fighter poland",
        "place 2 ussr infantry, 1 ussr aa-gun baltic-states",
    )
    study.play("move 1 fighter poland > baltic-states", "drop 2 infantry poland > baltic-states")
    events = study.play("end", dice=(1, 1, 6))
    assert shots(events) == [("aa-gun", 1, 3)]
    assert study.legal("lose") == {"lose 2 infantry", "lose 1 infantry, 1 fighter"}
    study.play("lose 2 infantry", dice=(6, 6, 6, 6))
    assert study.units("baltic-states") == {
        "germany fighter": 1,
        "germany tank": 1,
        "ussr aa-gun": 1,
        "ussr infantry": 2,
    }


@pytest.mark.rule("G40-983")
def test_guns_do_not_fire_at_who_walks() -> None:
    """Of three infantry one jumped: one die, and the others are not to be chosen."""
    study = ready("place 2 ussr infantry, 2 ussr aa-gun baltic-states")
    study.play("move 2 infantry poland > baltic-states", "drop 1 infantry poland > baltic-states")
    events = study.play("end", dice=(1, 6, 6, 6, 6, 6))
    assert shots(events)[0] == ("aa-gun", 1, 1)
    assert study.units("baltic-states")["germany infantry"] == 2
    study.play("retreat poland")
    assert study.units("poland") == {"germany infantry": 3, "germany tank": 1}


@pytest.mark.rule("G40-445")
def test_paratroopers_retreat_with_who_came_overland() -> None:
    study = ready("place 2 ussr infantry baltic-states", dice=(6, 6, 6, 6))
    study.play("drop 1 infantry germany > baltic-states", "end")
    study.play("retreat poland")
    assert study.units("poland") == {"germany infantry": 5, "germany tank": 1}


@pytest.mark.rule("G40-983")
def test_paratroopers_alone_do_not_retreat() -> None:
    """The tank has fallen: nobody is left who came overland, so they fight on to the end."""
    study = ready("place 2 ussr infantry baltic-states", dice=(6, 6, 1, 6))
    study.play("drop 1 infantry germany > baltic-states", "end")
    study.play("lose 1 tank", dice=(6, 6, 1))
    assert study.units("baltic-states") == {"ussr infantry": 2}


@pytest.mark.rule("G40-983", "G40-221")
def test_a_failed_landing_leaves_paratroopers_to_fight() -> None:
    """They have used their move, do not let more ships bombard, and cannot go back."""
    study = Study(
        "clear",
        "tech germany paratroopers",
        "airbase western-germany 0",
        "airbase scotland none",
        "airbase united-kingdom none",
        "place 2 germany infantry western-germany",
        "place 1 germany cruiser, 1 germany transport[infantry] sz-112",
        "place 1 uk destroyer sz-111",
        "place 1 uk infantry scotland",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser, 1 transport[infantry] sz-112 > sz-111")
    study.play("land 1 infantry sz-111 > scotland", "drop 2 infantry western-germany > scotland")
    study.refused("move 1 infantry western-germany > denmark", "G40-005")
    study.play("end", dice=(6, 1))  # the cruiser misses, the destroyer hits
    study.play("retreat sz-112", dice=(6, 6, 6, 1, 6, 6))  # two rounds, nothing asked between
    assert study.owner("scotland") == "germany"
    assert study.units("scotland") == {"germany infantry": 2}


@pytest.mark.rule("G40-983")
def test_paratroopers_let_no_more_ships_bombard() -> None:
    study = Study(
        "clear",
        "tech germany paratroopers",
        "airbase western-germany 0",
        "airbase scotland none",
        "airbase united-kingdom none",
        "place 2 germany infantry western-germany",
        "place 2 germany cruiser, 1 germany transport[infantry] sz-112",
        "place 1 uk infantry scotland",
        "turn germany combat-move",
    )
    study.play("move 2 cruiser, 1 transport[infantry] sz-112 > sz-111")
    study.play("land 1 infantry sz-111 > scotland", "drop 2 infantry western-germany > scotland")
    study.play("end")
    study.refused("bombard 2 cruiser", "G40-216")
