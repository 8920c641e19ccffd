"""What is taken: liberation, treasuries, buildings, neutrals by force."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

QUIET = ("clear", "place 1 uk infantry united-kingdom", "place 1 germany infantry germany",
         "place 1 ussr infantry russia")  # fmt: skip


def marching(nation: str, *edits: str, **options: bool | int | str) -> Study:
    return Study(*QUIET, *edits, f"turn {nation} combat-move", **options)


@pytest.mark.rule("HV-013", "HV-012")
def test_a_liberated_capital_goes_home_at_once() -> None:
    study = marching(
        "uk",
        "control france germany",
        "control normandy-bordeaux uk",
        "place 1 uk infantry normandy-bordeaux",
        "complex france none",
    )
    study.play("move 1 infantry normandy-bordeaux > france")
    assert study.owner("france") == "france"


@pytest.mark.rule("HV-929")
def test_ordinary_land_goes_home_if_the_capital_is_free() -> None:
    edits = (
        "control normandy-bordeaux germany",
        "complex normandy-bordeaux none",
        "place 1 uk infantry southern-france",
        "control southern-france uk",
    )
    free = marching("uk", *edits)
    free.play("move 1 infantry southern-france > normandy-bordeaux")
    assert free.owner("normandy-bordeaux") == "france"
    fallen = marching("uk", *edits, "control france germany")
    fallen.play("move 1 infantry southern-france > normandy-bordeaux")
    assert fallen.owner("normandy-bordeaux") == "uk"
    fallen_then_free = marching(
        "uk",
        *edits,
        "control france germany",
        "control normandy-bordeaux uk",
        "place 1 uk infantry normandy-bordeaux",
        "complex france none",
    )
    fallen_then_free.play("move 1 infantry normandy-bordeaux > france")
    assert fallen_then_free.owner("france") == "france"
    assert fallen_then_free.owner("normandy-bordeaux") == "france", "until that capital is free"


@pytest.mark.rule("HV-929", "HV-833")
def test_china_without_a_capital_always_counts_as_free() -> None:
    edits = (
        "control szechwan japan",
        "control yunnan japan",
        "place 1 uk infantry burma",
        "war uk japan",
    )
    lost = marching("uk", *edits)
    lost.play("move 1 infantry burma > yunnan")
    assert lost.owner("yunnan") == "uk"
    free = marching("uk", *edits, china_capital="none")
    free.play("move 1 infantry burma > yunnan")
    assert free.owner("yunnan") == "china"


@pytest.mark.rule("HV-803", "HV-929")
def test_chinese_land_held_by_japan_is_chinese() -> None:
    study = marching("ussr", "war ussr japan", "place 1 ussr infantry amur")
    study.play("move 1 infantry amur > manchuria")
    assert study.owner("manchuria") == "china"


@pytest.mark.rule("HV-803")
def test_neutrals_have_no_original_owner() -> None:
    study = marching(
        "uk",
        "control java japan",
        "war uk japan",
        "place 1 uk transport sz-42",
        "place 1 uk infantry sumatra",
        "control sumatra uk",
    )
    conqueror, world = study.rules.conqueror, study.world  # type: ignore[attr-defined]
    uk, java = world.power["uk"], world.space["java"]
    assert conqueror.new_owner(study.state, uk, java) == uk


def falling(**options: bool | int | str) -> Study:
    study = marching(
        "germany",
        "place 1 germany tank holland-belgium",
        "complex france none",
        "money france 6",
        "late france 2",
        "money germany 1",
        "pool france 2 infantry",
        **options,
    )
    study.play("move 1 tank holland-belgium > france")
    assert study.owner("france") == "germany"
    return study


@pytest.mark.rule("HV-927", "HV-813")
def test_the_treasury_of_a_fallen_nation_is_frozen() -> None:
    study = falling()
    assert study.money("france") == 6
    assert study.state.late
    assert study.money("germany") == 1
    assert study.reserve("france") == {"infantry": 2}


@pytest.mark.rule("HV-837", "HV-927")
def test_plunder() -> None:
    study = falling(capital_plunder=True)
    assert not study.state.late
    assert study.money("france") == 0
    assert study.money("germany") == 7
    assert study.reserve("france") == {"infantry": 2}


@pytest.mark.rule("HV-837", "HV-833")
def test_nobody_plunders_a_capital_that_is_none() -> None:
    study = marching(
        "japan",
        "place 1 japan infantry hunan",
        "control hunan japan",
        "control kweichow japan",
        "place 1 japan tank kweichow",
        "money china 9",
        china_capital="none",
        capital_plunder=True,
    )
    study.play("move 1 tank kweichow > szechwan")
    assert study.owner("szechwan") == "japan"
    assert study.money("china") == 9


@pytest.mark.rule("HV-942", "HV-180", "HV-823")
def test_captured_buildings() -> None:
    study = marching(
        "france",
        "control western-germany germany",
        "complex western-germany 1",
        "platform western-germany 0",
        "bombs western-germany v1",
        "place 1 germany aa-battery western-germany",
        "control holland-belgium france",
        "place 1 france tank holland-belgium",
        "place 1 france infantry algeria",
    )
    study.play("move 1 tank holland-belgium > western-germany")
    assert study.asked == ("germany",), "about scorched earth"
    study.play("hold")
    assert study.owner("western-germany") == "france"
    assert study.buildings("western-germany") == {"complex": 1, "port": 0, "airfield": 0}
    assert study.units("western-germany")["france aa-battery"] == 1
    assert study.state.bombs == {}
    study.until("france", "NoncombatMove")
    assert study.game.check("move 1 aa-battery western-germany > holland-belgium") is not None


@pytest.mark.rule("HV-024", "HV-936", "HV-818")
def test_a_neutral_worth_nothing_is_just_entered() -> None:
    study = marching(
        "germany",
        "place 1 germany tank greater-southern-germany",
        "place 1 germany fighter greater-southern-germany",
    )
    assert study.game.check("move 1 fighter greater-southern-germany > switzerland") is not None
    assert (
        study.game.check("move 1 tank greater-southern-germany > switzerland > northern-italy")
        is not None
    ), "a tank stops where it enters"
    study.play("move 1 tank greater-southern-germany > switzerland")
    assert study.owner("switzerland") == "germany"
    assert study.dice_left == 0


@pytest.mark.rule("HV-026", "HV-935", "HV-937", "HV-818")
def test_a_neutral_attacked_by_force() -> None:
    study = marching(
        "germany",
        "place 1 germany infantry romania",
        "place 2 strict infantry turkey",
        "place 3 pro-allies infantry yugoslavia",
    )
    study.play("move 1 infantry romania > yugoslavia")
    study.play("end", dice=[1, 2, 6, 6])
    assert study.owner("yugoslavia") == "pro-allies"
    assert study.units("yugoslavia") == {"pro-allies infantry": 2}, "losses last"
    assert study.units("romania") == {}


@pytest.mark.rule("HV-937")
def test_a_neutral_that_held_out_changes_its_mind() -> None:
    study = marching(
        "germany",
        "place 1 germany infantry romania",
        "control bulgaria pro-axis",
        "place 2 pro-axis infantry bulgaria",
        "place 4 strict infantry sweden",
    )
    study.play("move 1 infantry romania > bulgaria")
    study.play("end", dice=[6, 1, 6])
    assert study.owner("bulgaria") == "pro-allies"
    assert study.units("bulgaria") == {"pro-allies infantry": 2}
    assert study.owner("sweden") == "strict", "other neutrals do not react"


@pytest.mark.rule("HV-935")
def test_who_rolls_for_a_neutral() -> None:
    """Its dice are thrown and its losses taken without a question to the attacker's side."""
    study = marching(
        "germany",
        "place 3 germany infantry romania",
        "place 2 germany tank romania",
        "place 2 pro-allies infantry yugoslavia",
    )
    study.play("move 3 infantry romania > yugoslavia", "move 2 tank romania > yugoslavia")
    study.play("end", dice=[1, 6, 6, 1, 6, 6, 6])
    assert study.owner("yugoslavia") == "germany" or study.asked == ("germany",)


@pytest.mark.rule("HV-935")
def test_dutch_lands_are_entered_without_a_battle() -> None:
    study = marching("japan", "place 1 japan transport[infantry] sz-44")
    study.play("land 1 infantry sz-44 > celebes", "end")
    assert study.owner("celebes") == "japan"
    assert study.units("celebes") == {"japan infantry": 1}


@pytest.mark.rule("HV-818")
def test_a_neutral_whose_army_is_gone_is_entered_without_a_battle() -> None:
    study = marching("germany", "place 1 germany infantry romania")
    study.play("move 1 infantry romania > yugoslavia")
    assert study.owner("yugoslavia") == "germany"


@pytest.mark.rule("HV-W04", "HV-013", "HV-946", "HV-927")
def test_paris_falls_and_is_free_again() -> None:
    study = Study(
        *QUIET,
        "control france germany",
        "money france 6",
        "pool france 2 infantry",
        "control normandy-bordeaux uk",
        "place 1 uk tank normandy-bordeaux",
        "round 2",
        "turn germany",
    )
    study.until("france", "War")
    assert study.money("france") == 6
    study.until("uk", "CombatMove")
    study.play("move 1 tank normandy-bordeaux > france", "hold")
    assert study.owner("france") == "france"
    study.until("france", "Deploy")
    study.refused("place 1 infantry france", "HV-135")
    study.play("end")
    study.until("france", "Purchase")
    assert study.state.round == 3
    assert study.money("france") == 6 + study.income("france")
    assert study.reserve("france") == {"infantry": 2}


@pytest.mark.rule("HV-805", "HV-946")
def test_a_complex_lost_and_won_back_deploys_nothing_in_this_round() -> None:
    study = Study(
        *QUIET,
        "control shan-state germany",
        "place 1 germany tank shan-state",
        "complex burma 0",
        "place 2 uk tank india",
        "pool uk 1 infantry",
        "turn germany",
    )
    study.until("germany", "CombatMove")
    study.play("move 1 tank shan-state > burma", "hold")
    assert study.owner("burma") == "germany"
    study.until("uk", "CombatMove")
    study.play("move 2 tank india > burma")
    study.play("end", "hold", "end diplomacy", dice=[1, 6, 6])
    study.play("occupy")
    assert study.owner("burma") == "uk"
    study.until("uk", "Deploy")
    study.refused("place 1 infantry burma", "HV-135")
    study.allowed("place 1 infantry united-kingdom")
