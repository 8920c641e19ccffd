"""Aircraft of a base rise against attacks at sea (chapter 9e)."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study

BASE = ("clear", "airbase united-kingdom 0", "airbase scotland none", "airbase malta none")


def attack(*edits: str, dice: tuple[int, ...] = (6,) * 9) -> Study:
    """German ships go from sz-112 to sz-110 and attack what lies there."""
    study = Study(
        *BASE,
        "place 1 germany cruiser sz-112",
        "place 1 uk destroyer sz-110",
        *edits,
        "turn germany combat-move",
        dice=dice,
    )
    study.play("move 1 cruiser sz-112 > sz-110", "end")
    return study


@pytest.mark.rule("G40-176", "G40-961", "G40-935")
def test_defenders_scramble_after_the_moves_and_before_any_die() -> None:
    study = attack("place 1 uk fighter united-kingdom", "place 1 germany fighter norway")
    assert (study.asked, study.step) == (("uk",), "Scramble")
    study.refused("move 1 fighter norway > sz-110", "G40-124")
    study.play("scramble 1 fighter united-kingdom > sz-110")
    assert study.asked == ("germany",)  # the battle: a round has been fought
    study.refused("move 1 fighter norway > sz-110", "G40-124")


@pytest.mark.rule("G40-177")
def test_fighters_and_tactical_bombers_scramble_from_a_working_base() -> None:
    planes = "place 1 uk fighter, 1 uk tactical-bomber, 1 uk strategic-bomber united-kingdom"
    study = attack(planes, "place 1 uk fighter scotland")
    study.allowed("scramble 1 fighter, 1 tactical-bomber united-kingdom > sz-110")
    study.refused("scramble 1 strategic-bomber united-kingdom > sz-110", "G40-177")
    study.refused("scramble 1 infantry united-kingdom > sz-110", "G40-177")
    assert attack(planes, "airbase united-kingdom 2").step == "Scramble"
    assert attack(planes, "airbase united-kingdom 3").step != "Scramble"
    assert attack(planes, "airbase united-kingdom none").step != "Scramble"


@pytest.mark.rule("G40-177")
def test_a_base_out_of_action_sends_nobody() -> None:
    study = Study(
        *BASE,
        "airbase scotland 3",
        "place 1 uk fighter united-kingdom",
        "place 1 uk fighter scotland",
        "place 1 germany cruiser sz-111",
        "place 1 uk destroyer sz-109",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-111 > sz-110 > sz-109", "end")
    study.refused("scramble 1 fighter scotland > sz-109", "G40-177")
    study.allowed("scramble 1 fighter united-kingdom > sz-109")


@pytest.mark.rule("G40-178")
def test_three_aircraft_a_base() -> None:
    study = attack("place 3 uk fighter, 2 uk tactical-bomber united-kingdom")
    study.refused("scramble 2 fighter, 2 tactical-bomber united-kingdom > sz-110", "G40-178")
    study.play("scramble 2 fighter united-kingdom > sz-110")
    study.refused("scramble 2 tactical-bomber united-kingdom > sz-110", "G40-178")
    study.play("scramble 1 tactical-bomber united-kingdom > sz-110", dice=[6] * 6)
    assert study.step != "Scramble"
    assert study.units("united-kingdom") == {"uk fighter": 1, "uk tactical-bomber": 1}


@pytest.mark.rule("G40-179")
def test_into_attacked_zones_beside_the_base_for_allies_too() -> None:
    study = Study(
        *BASE,
        "place 1 germany cruiser sz-112",
        "place 1 france destroyer sz-110",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
        dice=[6] * 3,
    )
    study.play("move 1 cruiser sz-112 > sz-110", "end")
    assert study.asked == ("uk",)
    study.refused("scramble 1 fighter united-kingdom > sz-112", "G40-179")
    study.refused("scramble 1 fighter united-kingdom > sz-109", "G40-936")
    study.play("scramble 1 fighter united-kingdom > sz-110")
    assert study.units("sz-110")["uk fighter"] == 1


def landing(*edits: str, dice: tuple[int, ...] = ()) -> Study:
    """A German landing in the United Kingdom from sz-110."""
    study = Study(
        *BASE,
        "place 1 germany cruiser, 2 germany transport sz-112",
        "place 3 germany infantry, 1 germany tank western-germany",
        *edits,
        "turn germany combat-move",
        dice=dice,
    )
    study.play(
        "load 1 infantry, 1 tank western-germany > sz-112",
        "load 2 infantry western-germany > sz-112",
        "move 1 cruiser, 1 transport[infantry+tank], 1 transport[infantry+infantry] "
        "sz-112 > sz-110",
        "land 3 infantry, 1 tank sz-110 > united-kingdom",
        "end",
    )
    return study


@pytest.mark.rule("G40-180")
def test_against_a_landing_without_any_friendly_ship() -> None:
    study = landing("place 1 uk fighter, 1 uk infantry united-kingdom")
    assert (study.asked, study.step) == (("uk",), "Scramble")
    study.allowed("scramble 1 fighter united-kingdom > sz-110")


@pytest.mark.rule("G40-W11", "G40-211", "G40-213", "G40-214", "G40-215")
def test_a_scramble_draws_in_what_was_to_be_ignored_and_bars_bombardment() -> None:
    study = landing(
        "place 1 uk fighter, 1 uk infantry united-kingdom", "place 1 uk submarine sz-110"
    )
    study.play("scramble 1 fighter united-kingdom > sz-110")
    # The submarine takes part: it may submerge, or strike by surprise.
    assert (study.asked, study.step) == (("uk",), "Submerge")
    # Surprise strike misses; the cruiser sinks the submarine; the fighter misses.
    study.play("hold", dice=[6, 1, 6])
    assert study.step == "Casualties"
    study.play("lose 1 submarine")
    # Second round: the cruiser shoots down the fighter, which misses.
    events = study.play("continue", dice=[1, 6, 1, 6, 6, 6, 6])
    # No bombardment: the land battle begins at once with attack and defence.
    assert study.dice_left == 0
    assert not any("bombardment" in str(event) for event in events)
    assert study.units("united-kingdom")["germany infantry"] == 3


@pytest.mark.rule("G40-181", "G40-182")
def test_several_bases_for_one_zone_and_one_base_for_several_zones() -> None:
    study = Study(
        *BASE,
        "airbase scotland 0",
        "place 3 uk fighter united-kingdom",
        "place 3 uk fighter scotland",
        "place 1 uk destroyer sz-109",
        "place 1 uk destroyer sz-110",
        "place 1 germany cruiser sz-112",
        "place 1 germany submarine sz-111",
        "place 1 germany fighter norway",
        "turn germany combat-move",
    )
    study.play("move 1 cruiser sz-112 > sz-110", "move 1 submarine sz-111 > sz-109", "end")
    study.play("scramble 3 fighter scotland > sz-109")
    study.play("scramble 1 fighter united-kingdom > sz-109")
    study.play("scramble 2 fighter united-kingdom > sz-110")
    assert study.units("sz-109")["uk fighter"] == 4
    assert study.units("sz-110")["uk fighter"] == 2


@pytest.mark.rule("G40-183")
def test_scrambled_aircraft_defend_with_their_numbers() -> None:
    study = attack("place 1 uk fighter, 1 uk tactical-bomber united-kingdom", dice=(4, 4, 4, 3))
    # Cruiser misses at 4; fighter hits with 4; tactical bomber misses with 4, destroyer with 3.
    events = study.play("scramble 1 fighter, 1 tactical-bomber united-kingdom > sz-110")
    told = " ".join(map(str, events))
    assert "1 fighter at 4: 4" in told
    assert "1 tactical-bomber at 3: 4" in told
    assert "germany cruiser" not in study.units("sz-110")


@pytest.mark.rule("G40-184")
def test_scrambled_aircraft_neither_retreat_nor_fight_elsewhere() -> None:
    study = landing("place 1 uk fighter, 1 uk infantry united-kingdom")
    # The cruiser shoots the fighter's zone in vain, it misses too; Germany breaks off.
    study.play("scramble 1 fighter united-kingdom > sz-110", dice=[6, 6])
    assert study.asked == ("germany",)
    study.play("continue", dice=[6, 6])
    assert study.units("sz-110")["uk fighter"] == 1
    # The cruiser hits: the land battle has an infantry alone to face.
    events = study.play("continue", dice=[1, 6, 1, 6, 6, 6, 6])
    assert "fighter at 4" not in str([str(e) for e in events if "united-kingdom" in str(e)])


@pytest.mark.rule("G40-185")
def test_survivors_go_home_before_the_noncombat_move() -> None:
    study = attack("place 1 uk fighter united-kingdom", dice=(6, 1, 6))
    study.play("scramble 1 fighter united-kingdom > sz-110")
    assert study.units("united-kingdom") == {"uk fighter": 1}
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-936")
def test_nobody_rises_where_nobody_is_attacked() -> None:
    """Ships that share a zone with submarines say first whether they attack them."""
    study = Study(
        *BASE,
        "place 1 germany destroyer sz-110",
        "place 1 uk submarine sz-110",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
        dice=[6] * 9,
    )
    study.play("end")
    assert (study.asked, study.step) == (("germany",), "ConductCombat")
    study.play("fight sz-110")
    assert study.step == "Scramble"
    events = study.play("scramble 1 fighter united-kingdom > sz-110", dice=[1] * 3)
    assert "sea battle in sz-110" in " ".join(map(str, events))


@pytest.mark.rule("G40-936")
def test_submarines_left_alone_call_nobody() -> None:
    study = Study(
        *BASE,
        "place 1 germany destroyer sz-110",
        "place 1 uk submarine sz-110",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
    )
    study.play("end", "end")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-937")
def test_only_powers_at_war_with_the_attacker_scramble() -> None:
    planes = ("place 1 usa fighter united-kingdom", "place 1 uk destroyer sz-110")
    assert attack(*planes).step != "Scramble"
    assert attack(*planes, "war germany usa").asked == ("usa",)


@pytest.mark.rule("G40-962")
def test_the_holder_of_the_base_decides_when_too_many_want_to_rise() -> None:
    study = attack("place 2 uk fighter, 2 france fighter united-kingdom", dice=(6,) * 9)
    assert study.asked == ("uk",)
    study.play("scramble 2 fighter united-kingdom > sz-110")
    assert study.asked == ("france",)
    study.play("scramble 2 fighter united-kingdom > sz-110")
    assert (study.asked, study.step) == (("uk",), "Recall")
    study.refused("hold", "G40-962")
    study.play("recall 1 france fighter united-kingdom > sz-110")
    assert study.units("sz-110")["france fighter"] == 1
    assert study.units("united-kingdom") == {"france fighter": 1}


@pytest.mark.rule("G40-962", "G40-961")
def test_a_raid_of_the_same_turn_does_not_undo_a_scramble() -> None:
    study = attack(
        "place 1 uk fighter united-kingdom",
        "major-factory united-kingdom none",
        "naval-base united-kingdom none",
    )
    assert study.step == "Scramble"


@pytest.mark.rule("G40-176")
def test_standing_orders_answer_for_a_seat() -> None:
    study = Study(
        *BASE,
        "place 1 germany cruiser sz-112",
        "place 1 uk destroyer sz-110",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
        dice=[6, 6],
    )
    study.play("order scramble never united-kingdom", seat="uk")
    study.play("move 1 cruiser sz-112 > sz-110", "end")
    assert study.step == "Retreat"


@pytest.mark.rule("G40-488")
def test_aircraft_ashore_stay_out_of_a_sea_battle() -> None:
    study = attack("place 2 uk fighter united-kingdom", dice=(6, 6))
    study.play("scramble 1 fighter united-kingdom > sz-110", dice=[6])
    events = study.play("hold")
    assert "1 fighter at 4" in " ".join(map(str, events))


@pytest.mark.rule("G40-963")
def test_transports_alone_against_a_scramble() -> None:
    edits = (
        *BASE,
        "place 1 germany transport[infantry] sz-112",
        "place 1 uk fighter, 1 uk infantry united-kingdom",
        "turn germany combat-move",
    )
    study = Study(*edits, dice=[6])
    study.play("move 1 transport sz-112 > sz-110", "land 1 infantry sz-110 > united-kingdom", "end")
    study.play("scramble 1 fighter united-kingdom > sz-110")
    assert study.step == "Retreat"  # after one round of fire
    study.play("retreat sz-112")
    assert study.units("sz-112") == {"germany transport[infantry]": 1}


@pytest.mark.rule("G40-963", "G40-250")
def test_transports_that_cannot_go_back_are_lost_at_once() -> None:
    study = Study(
        *BASE,
        "place 1 germany transport[infantry] sz-110",
        "place 1 uk fighter, 1 uk infantry united-kingdom",
        "turn germany combat-move",
    )
    study.play("land 1 infantry sz-110 > united-kingdom", "end")
    study.play("scramble 1 fighter united-kingdom > sz-110")
    assert study.units("sz-110") == {}
    assert study.units("united-kingdom") == {"uk fighter": 1, "uk infantry": 1}


@pytest.mark.rule("G40-W12", "G40-185", "G40-290")
@pytest.mark.parametrize("carrier", [False, True])
def test_a_scrambled_fighter_whose_base_is_taken(carrier: bool) -> None:
    study = Study(
        "clear",
        "airbase malta 0",
        "place 1 uk fighter malta",
        "place 1 uk destroyer sz-96",
        "place 1 italy cruiser sz-97",
        *(["place 1 uk carrier sz-98"] if carrier else []),
        "control tobruk italy",
        "turn italy combat-move",
        dice=[6, 6, 6],
    )
    study.play("move 1 cruiser sz-97 > sz-96", "end", "scramble 1 fighter malta > sz-96")
    study.state.owner[study.world.space["malta"]] = study.world.power["italy"]
    study.play("retreat sz-97")
    if carrier:
        assert (study.asked, study.step) == (("uk",), "Homeless")
        study.refused("fly 1 fighter sz-96 > malta", "G40-290")
        study.play("fly 1 fighter sz-96 > sz-98")
        assert study.units("sz-98")["uk fighter"] == 1
    assert study.step == "NoncombatMove"
    assert study.units("sz-96") == {"uk destroyer": 1}


@pytest.mark.rule("G40-176", "G40-936")
def test_an_announced_attack_is_made_though_nobody_rises() -> None:
    study = Study(
        *BASE,
        "place 1 germany destroyer sz-110",
        "place 1 uk submarine sz-110",
        "place 1 uk fighter united-kingdom",
        "turn germany combat-move",
        dice=[1, 6],
    )
    study.play("end", "fight sz-110", "hold")
    assert study.step == "NoncombatMove"
    assert study.units("sz-110") == {"germany destroyer": 1}
