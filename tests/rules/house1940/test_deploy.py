"""Chapters 12 and 14: deployment, reserve, buildings and their sites."""

from __future__ import annotations

import pytest

from sandtable.games.house1940 import turn
from tests.rules.house1940.study import Study


def deploying(nation: str, pool: str, *edits: str, **options: bool | int | str) -> Study:
    return Study(*edits, f"pool {nation} {pool}", f"turn {nation} deploy", **options)


@pytest.mark.rule("HV-135", "HV-163", "HV-157")
def test_units_appear_at_complexes() -> None:
    study = deploying("germany", "2 infantry, 1 fighter")
    study.play("place 2 infantry germany")
    study.refused("place 1 infantry germany", "HV-135")
    study.refused("place 1 fighter poland", "HV-135")
    study.play("place 1 fighter western-germany")
    assert study.units("germany")["germany infantry"] == 13
    assert study.reserve("germany") == {}


@pytest.mark.rule("HV-W23", "HV-944", "HV-054", "HV-138", "HV-948", "HV-136")
def test_the_limit_of_a_complex_and_the_reserve() -> None:
    study = deploying("uk", "1 complex, 11 infantry, 1 destroyer", "round 3", "clear",
                      "place 1 germany infantry germany")  # fmt: skip
    study.play("place 1 complex egypt")
    study.refused("place 1 infantry egypt", "HV-135")
    study.refused("place 11 infantry united-kingdom", "HV-944")
    study.play("place 10 infantry united-kingdom")
    study.refused("place 1 infantry united-kingdom", "HV-944")
    assert study.legal("place 1 destroyer united-kingdom") == {
        "place 1 destroyer united-kingdom > sz-109", "place 1 destroyer united-kingdom > sz-110",
    }  # fmt: skip
    study.play("place 1 destroyer united-kingdom > sz-109", "end")
    assert study.reserve("uk") == {"infantry": 1}
    study.until("uk", "Deploy")
    assert study.state.round == 4
    study.play("place 1 infantry egypt")


@pytest.mark.rule("HV-944")
def test_another_limit_for_complexes() -> None:
    study = deploying("germany", "7 infantry", complex_limit=5)
    study.refused("place 6 infantry germany", "HV-944")
    study.play("place 5 infantry germany", "place 2 infantry western-germany")
    assert study.step != "Deploy"


@pytest.mark.rule("HV-944")
def test_buildings_do_not_count_against_the_limit() -> None:
    study = deploying("germany", "10 infantry, 2 aa-battery, 1 port")
    study.play("place 10 infantry germany", "place 2 aa-battery germany", "place 1 port germany")


@pytest.mark.rule("HV-137", "HV-165", "HV-166", "HV-945", "HV-155")
def test_ships_near_ports() -> None:
    study = deploying("uk", "5 destroyer", "clear", "place 1 germany infantry germany")
    study.refused("place 1 destroyer united-kingdom", "HV-137")
    study.refused("place 1 destroyer united-kingdom > sz-111", "HV-137")
    study.play(
        "place 2 destroyer united-kingdom > sz-109", "place 1 destroyer united-kingdom > sz-110"
    )
    study.refused("place 1 destroyer united-kingdom > sz-110", "HV-945")
    study.refused("place 1 destroyer burma > sz-37", "HV-135")


@pytest.mark.rule("HV-945")
def test_a_port_alone_is_enough_and_its_limit_an_option() -> None:
    study = deploying("uk", "2 destroyer", "complex united-kingdom none", "clear",
                      "place 1 germany infantry germany", port_limit=1)  # fmt: skip
    study.play("place 1 destroyer united-kingdom > sz-109")
    study.refused("place 1 destroyer united-kingdom > sz-109", "HV-945")


@pytest.mark.rule("HV-136", "HV-193")
def test_not_at_new_ports() -> None:
    study = deploying("germany", "1 port, 1 destroyer", "clear", "place 1 uk infantry india")
    study.play("place 1 port poland")
    study.refused("place 1 destroyer poland > sz-113", "HV-135")


@pytest.mark.rule("HV-193")
def test_what_is_deployed_serves_from_the_next_round_on() -> None:
    study = deploying("germany", "1 airfield, 1 aa-battery, 1 infantry", "clear",
                      "place 1 uk infantry united-kingdom")  # fmt: skip
    study.play("place 1 airfield poland", "place 1 aa-battery poland", "place 1 infantry germany")
    world, poland = study.world, study.world.space["poland"]
    kinds = [world.kind[name] for name in ("airfield", "aa-battery")]
    assert [turn.new(study.state, poland, kind) for kind in kinds] == [1, 1]
    assert all(unit.moved for unit in study.space("germany").units)
    study.until("germany", "War")
    assert [turn.new(study.state, poland, kind) for kind in kinds] == [0, 0]
    assert not any(unit.moved for unit in study.space("germany").units)


@pytest.mark.rule("HV-946", "HV-805")
def test_only_what_was_possessed_all_the_time() -> None:
    """Taken this round, or lost and won back: not usable. The edit comes after the note."""
    taken = Study("pool germany 1 infantry", "turn germany deploy", "control france germany")
    taken.refused("place 1 infantry france", "HV-135")
    back = Study("pool germany 1 infantry", "turn germany deploy")
    turn.lose(back.state, back.world.power["germany"], back.world.space["germany"])
    back.refused("place 1 infantry germany", "HV-135")
    back.allowed("place 1 infantry western-germany")


@pytest.mark.rule("HV-947")
def test_no_ship_in_a_hostile_zone_and_no_aircraft_on_decks() -> None:
    study = deploying("uk", "1 destroyer, 1 fighter", "clear", "place 1 germany submarine sz-109",
                      "place 1 uk carrier sz-110")  # fmt: skip
    study.refused("place 1 destroyer united-kingdom > sz-109", "HV-947")
    study.refused("place 1 fighter united-kingdom > sz-110", "HV-947")
    study.play("place 1 destroyer united-kingdom > sz-110", "place 1 fighter united-kingdom")


@pytest.mark.rule("HV-943", "HV-015", "HV-162", "HV-904")
def test_complexes_need_a_city() -> None:
    study = deploying("germany", "1 complex")
    study.refused("place 1 complex romania", "HV-015")
    study.play("place 1 complex poland")
    assert study.buildings("poland") == {"complex": 0}


@pytest.mark.rule("HV-943", "HV-164", "HV-167", "HV-169")
def test_other_buildings_stand_anywhere() -> None:
    study = deploying("germany", "2 port, 1 airfield, 1 aa-battery")
    study.refused("place 1 port slovakia-hungary", "HV-943")
    study.refused("place 1 port france", "HV-943")
    study.refused("place 1 aa-battery sz-113", "HV-947")
    study.play(
        "place 1 port romania", "place 1 airfield slovakia-hungary",
        "place 1 aa-battery slovakia-hungary",
    )  # fmt: skip
    assert study.buildings("slovakia-hungary") == {"airfield": 0}


@pytest.mark.rule("HV-943")
def test_no_building_on_land_taken_this_round() -> None:
    study = Study("pool germany 1 airfield", "turn germany deploy", "control yugoslavia germany")
    study.refused("place 1 airfield yugoslavia", "HV-943")


@pytest.mark.rule("HV-178", "HV-943")
def test_platforms_stand_in_cities() -> None:
    study = deploying("germany", "2 platform", "round 9")
    study.refused("place 1 platform western-germany", "HV-015")
    study.play("place 1 platform germany")
    study.refused("place 1 platform germany", "HV-905")
    assert study.buildings("germany")["platform"] == 0


@pytest.mark.rule("HV-940", "HV-831")
def test_a_damaged_complex() -> None:
    edits = ("complex germany 1", "clear", "place 1 uk infantry india")
    deploying("germany", "10 infantry", *edits).allowed("place 10 infantry germany")
    off = deploying("germany", "1 infantry", *edits, damaged_complex_works=False)
    off.refused("place 1 infantry germany", "HV-831")
    off.allowed("place 1 infantry western-germany")


@pytest.mark.rule("HV-949")
def test_chinese_recruiting() -> None:
    study = deploying("china", "4 infantry, 2 artillery, 1 tank")
    study.refused("place 4 infantry szechwan", "HV-944")
    study.play("place 2 infantry szechwan", "place 1 artillery szechwan")
    study.refused("place 1 infantry szechwan", "HV-944")
    study.refused("place 1 tank szechwan", "HV-135")
    study.refused("place 1 infantry manchuria", "HV-135")
    study.play("place 2 infantry kweichow")


@pytest.mark.rule("HV-949")
def test_recruits_only_on_original_land_held_since_the_start() -> None:
    study = deploying("china", "2 infantry", "control burma china")
    study.refused("place 1 infantry burma", "HV-135")
    late = Study("pool china 1 infantry", "turn china deploy", "control kiangsu china")
    late.refused("place 1 infantry kiangsu", "HV-135")


@pytest.mark.rule("HV-949", "HV-135")
def test_without_recruiting_china_needs_a_complex() -> None:
    study = deploying("china", "2 infantry", "control kiangsu china", "complex kiangsu 0",
                      china_recruits=False)  # fmt: skip
    study.refused("place 1 infantry szechwan", "HV-135")
    study.play("place 1 infantry kiangsu")


@pytest.mark.rule("HV-813", "HV-011")
def test_purchases_of_a_fallen_nation_stay_in_reserve() -> None:
    study = Study("money france 4", "turn france purchase")
    study.play("buy 2 infantry", "end")
    france, germany = study.world.power["france"], study.world.power["germany"]
    study.state.owner[study.world.space["france"]] = germany
    turn.lose(study.state, france, study.world.space["france"])
    while study.state.round == 1:
        assert study.step != "Deploy"
        study.play("end")
    assert study.reserve("france") == {"infantry": 2}


@pytest.mark.rule("HV-850", "HV-193")
def test_what_is_deployed_early_in_a_round() -> None:
    """By nation: a new battery does not fire in this round, a new infantry defends."""
    study = deploying(
        "france",
        "1 aa-battery, 1 infantry",
        "clear",
        "place 1 italy fighter northern-italy",
        "place 1 uk infantry india",
        turn_structure="by_nation",
    )
    study.play("place 1 aa-battery france", "place 1 infantry france")
    study.until("italy", "CombatMove")
    study.play("move 1 fighter northern-italy > france")
    study.play("end", "end diplomacy", dice=[6, 2])
    assert study.dice_left == 0
    assert "italy fighter" not in study.units("northern-italy"), "shot down by the infantry"


@pytest.mark.rule("HV-852", "HV-949")
def test_recruits_beside_a_complex() -> None:
    study = deploying(
        "china", "9 infantry", "control kiangsu china", "complex kiangsu 0", complex_limit=5
    )
    study.refused("place 9 infantry kiangsu", "HV-944")
    study.play("place 8 infantry kiangsu")
    study.refused("place 1 infantry kiangsu", "HV-944")


@pytest.mark.rule("HV-852")
def test_recruits_leave_the_complex_to_what_only_it_deploys() -> None:
    study = Study(
        "clear", "complex yunnan 0", "pool china 3 infantry, 11 tank", "turn china deploy"
    )
    study.play("place 3 infantry yunnan")
    study.refused("place 11 tank yunnan", "HV-944")
    study.play("place 10 tank yunnan")
    assert study.units("yunnan") == {"china infantry": 3, "china tank": 10}
