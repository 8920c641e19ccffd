"""Chapters 2, 7 and 13: income, lost capitals, repairs, purchases, the unit table."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

UNITS = {
    # id: (rule, cost, move, attack, defence, hits, dice)
    "infantry": ("HV-140", 2, 1, 1, 2, 1, 1),
    "artillery": ("HV-141", 3, 1, 2, 2, 1, 1),
    "tank": ("HV-142", 6, 2, 3, 3, 1, 1),
    "torpedo-bomber": ("HV-143", 12, 5, 3, 3, 1, 1),
    "fighter": ("HV-145", 10, 4, 3, 4, 1, 1),
    "bomber": ("HV-146", 15, 6, 4, 1, 1, 1),
    "transport": ("HV-147", 8, 2, 0, 1, 1, 1),
    "submarine": ("HV-148", 9, 2, 3, 2, 1, 1),
    "cruiser": ("HV-149", 12, 2, 3, 3, 1, 1),
    "destroyer": ("HV-150", 10, 2, 2, 2, 1, 1),
    "carrier": ("HV-151", 15, 2, 1, 2, 1, 1),
    "battleship": ("HV-152", 20, 2, 4, 4, 2, 2),
    "platform": ("HV-153", 13, 0, 0, 0, 2, 1),
    "aa-battery": ("HV-154", 5, 1, 0, 0, 1, 1),
    "port": ("HV-155", 6, 0, 0, 0, 1, 1),
    "airfield": ("HV-156", 8, 0, 0, 0, 1, 1),
    "complex": ("HV-157", 15, 0, 0, 0, 2, 1),
    "t-34": ("HV-158", 8, 2, 5, 4, 1, 1),
    "tiger": ("HV-158", 8, 2, 5, 4, 1, 1),
    "sherman": ("HV-160", 7, 2, 4, 3, 1, 1),
}


@pytest.mark.parametrize(
    ("unit", "numbers"),
    [pytest.param(unit, row[1:], marks=pytest.mark.rule(row[0])) for unit, row in UNITS.items()],
)
def test_unit_table(unit: str, numbers: tuple[int, ...]) -> None:
    world = Study().world
    kind, arsenal = world.kinds[world.kind[unit]], world.arsenal(0)
    dice = arsenal.dice[kind.index]
    assert (kind.cost, kind.move, kind.attack, kind.defence, kind.hits, dice) == numbers
    assert arsenal.defence_dice[kind.index] == dice
    assert len(world.kinds) == len(UNITS)


@pytest.mark.rule("HV-142", "HV-158", "HV-160", "HV-911")
def test_named_tanks_are_tanks() -> None:
    world = Study().world
    assert {k.id for k in world.kinds if k.blitz} == {"tank", "t-34", "tiger", "sherman"}
    assert all(k.takes_land for k in world.kinds if k.blitz)


@pytest.mark.rule("HV-151", "HV-147", "HV-146", "HV-154")
def test_what_carries_what() -> None:
    world = Study().world
    kind = {k.id: k for k in world.kinds}
    assert kind["carrier"].deck == 3
    assert len(kind["transport"].places) == 3
    assert len(kind["bomber"].places) == 3
    battery = kind["aa-battery"].index
    assert not any(place >> battery & 1 for place in kind["transport"].places)
    assert all(place >> kind["tank"].index & 1 for place in kind["transport"].places)
    assert kind["aa-battery"].aa_hit == 1
    assert not kind["aa-battery"].fights


@pytest.mark.rule("HV-048", "HV-941")
def test_only_battleships_take_two_hits() -> None:
    world = Study().world
    units = [kind for kind in world.kinds if not kind.building]
    assert [kind.id for kind in units if kind.hits != 1] == ["battleship"]


# Income


@pytest.mark.rule("HV-007", "HV-047", "HV-W03", "HV-049", "HV-140", "HV-139")
def test_income_and_savings() -> None:
    study = Study("money italy 3", "hurt 1 italy battleship sz-97", "turn italy income")
    assert study.money("italy") == 13
    assert study.step == "Repairs"
    study.play("repair 1 battleship sz-97")
    assert study.money("italy") == 8
    assert study.step == "Purchase"
    study.play("buy 4 infantry")
    assert study.money("italy") == 0
    assert not any(unit.hurt for unit in study.space("sz-97").units)


@pytest.mark.rule("HV-007", "HV-139")
def test_what_is_not_spent_is_kept() -> None:
    study = Study()
    study.until("germany", "Purchase")
    study.play("buy 1 infantry", "end")
    assert study.money("germany") == 28
    study.until("germany", "War")
    assert study.money("germany") == 28
    study.play("end")
    assert study.money("germany") == 58


# Lost capitals


@pytest.mark.rule("HV-009", "HV-010", "HV-011", "HV-927", "HV-928", "HV-W04")
def test_a_fallen_capital() -> None:
    study = Study(
        "control france germany", "money france 6", "pool france 2 infantry", "round 2",
        "turn france",
    )  # fmt: skip
    assert study.step == "War"
    study.play("end")
    assert study.money("france") == 6
    assert study.asked != ("france",)
    study.until("france", "NoncombatMove")
    study.play("end")
    assert study.asked != ("france",), "nothing is deployed"
    assert study.reserve("france") == {"infantry": 2}


@pytest.mark.rule("HV-012", "HV-W04")
def test_production_resumes() -> None:
    study = Study("money france 6", "pool france 2 infantry", "round 3", "turn france income")
    assert study.money("france") == 6 + study.income("france")
    study.until("france", "Deploy")
    study.play("place 2 infantry france")


@pytest.mark.rule("HV-806", "HV-009")
def test_without_a_capital_war_may_be_declared() -> None:
    study = Study("control france germany", "turn france")
    assert study.legal() == {"end", "declare japan"}


@pytest.mark.rule("HV-012")
def test_an_allys_hand_keeps_the_capital_free() -> None:
    study = Study("control szechwan uk", "turn china income")
    assert study.money("china") == study.income("china") > 0


@pytest.mark.rule("HV-833")
def test_china_without_a_capital_cannot_lose_it() -> None:
    lost = Study("control szechwan japan", "turn china income")
    assert lost.money("china") == 0
    study = Study("control szechwan japan", "turn china income", china_capital="none")
    assert study.money("china") == study.income("china") == 11


# Repairs


@pytest.mark.rule("HV-050", "HV-051", "HV-939", "HV-162")
def test_repairing_a_complex() -> None:
    study = Study(
        "complex western-germany 1", "money germany 7", "control western-germany germany",
        "turn germany repairs",
    )  # fmt: skip
    assert study.legal() == {"end", "repair 1 complex western-germany"}
    study.refused("repair 2 complex western-germany", "HV-939")
    study.refused("repair 1 complex germany", "HV-939")
    study.play("repair 1 western-germany")
    assert study.money("germany") == 2
    assert study.buildings("western-germany")["complex"] == 0


@pytest.mark.rule("HV-939", "HV-179")
def test_repairs_are_paid_wherever_the_thing_is() -> None:
    study = Study(
        "clear", "place 2 germany battleship sz-1", "hurt 2 germany battleship sz-1",
        "place 1 uk infantry united-kingdom", "platform germany 1", "money germany 14",
        "turn germany repairs",
    )  # fmt: skip
    study.refused("repair 2 battleship sz-1, 1 platform germany", "HV-052")
    study.play("repair 1 battleship sz-1, 1 platform germany")
    assert study.money("germany") == 4
    assert study.buildings("germany")["platform"] == 0
    assert [u.hurt for u in study.space("sz-1").units] == [True, False]
    assert study.step == "Purchase", "4 PP repair nothing"


@pytest.mark.rule("HV-939")
def test_nobody_repairs_what_others_have() -> None:
    study = Study(
        "complex france 1", "complex germany 1", "money germany 20", "turn germany repairs"
    )
    study.refused("repair 1 france", "HV-939")


# Purchases


@pytest.mark.rule("HV-052")
def test_buying() -> None:
    study = Study("money germany 23", "turn germany purchase")
    study.play("buy 1 complex, 1 port")
    assert study.money("germany") == 2
    assert study.reserve("germany") == {"complex": 1, "port": 1}
    study.refused("buy 1 artillery", "HV-052")
    study.refused("buy 1 italy infantry", "HV-052")


@pytest.mark.rule("HV-053", "HV-813")
def test_purchases_come_at_the_end_of_the_round() -> None:
    study = Study("money germany 30", "turn germany purchase")
    before = study.units("germany")
    study.play("buy 2 infantry", "end")
    assert study.units("germany") == before
    study.until("germany", "Deploy")
    assert study.legal("place 1 infantry") == {
        "place 1 infantry germany", "place 1 infantry western-germany",
    }  # fmt: skip


@pytest.mark.rule("HV-144")
def test_who_flies_torpedo_bombers() -> None:
    for nation in ("usa", "uk", "ussr", "germany", "japan", "italy"):
        Study(f"money {nation} 30", f"turn {nation} purchase").allowed("buy 1 torpedo-bomber")
    for nation in ("france", "china", "anzac"):
        study = Study(f"money {nation} 30", f"turn {nation} purchase")
        study.refused("buy 1 torpedo-bomber", "HV-144")


@pytest.mark.rule("HV-159", "HV-161", "HV-911", "HV-W02", "HV-910")
@pytest.mark.parametrize(
    ("unit", "nation", "first"),
    [("sherman", "usa", 3), ("t-34", "ussr", 5), ("tiger", "germany", 5)],
)
def test_dates_and_makers_of_tanks(unit: str, nation: str, first: int) -> None:
    early = Study(f"money {nation} 30", f"round {first - 1}", f"turn {nation} purchase")
    early.refused(f"buy 1 {unit}", "HV-910")
    Study(f"money {nation} 30", f"round {first}", f"turn {nation} purchase").allowed(
        f"buy 1 {unit}"
    )
    other = Study("money uk 30", f"round {first}", "turn uk purchase")
    other.refused(f"buy 1 {unit}", "HV-911")


@pytest.mark.rule("HV-911")
def test_shermans_of_others() -> None:
    study = Study("money uk 30", "round 3", "turn uk purchase", sherman_nations="usa+uk")
    study.allowed("buy 1 sherman")
    Study("money anzac 30", "round 3", "turn anzac purchase", sherman_nations="anzac").allowed(
        "buy 1 sherman"
    )
    usa = Study("money usa 30", "round 3", "turn usa purchase", sherman_nations="anzac")
    usa.refused("buy 1 sherman", "HV-911")
    with pytest.raises(Exception, match="sherman_nations"):
        Study(sherman_nations="atlantis")


@pytest.mark.rule("HV-178", "HV-171", "HV-W02", "HV-943")
def test_platforms_from_1944_by_germany() -> None:
    early = Study("money germany 30", "round 8", "turn germany purchase")
    early.refused("buy 1 platform", "HV-910")
    Study("money germany 30", "round 9", "turn germany purchase").allowed("buy 1 platform")
    other = Study("money japan 30", "round 9", "turn japan purchase")
    other.refused("buy 1 platform", "HV-943")
