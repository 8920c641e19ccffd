"""Chapter 6: declarations of war, peace, American loans."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import NATIONS, Study

AXIS = ("germany", "italy", "japan")


@pytest.mark.rule("HV-044", "HV-923")
def test_declarations_at_the_start_of_a_turn() -> None:
    study = Study()
    assert study.legal("declare") == {"declare usa", "declare ussr", "declare china"}
    study.play("declare ussr", "declare china")
    assert study.at_war("germany", "ussr")
    assert study.at_war("ussr", "germany")
    assert study.at_war("germany", "china")
    assert not study.at_war("germany", "usa")
    assert not study.at_war("italy", "ussr")
    study.refused("declare ussr", "HV-923")
    study.refused("declare japan", "HV-923")
    study.refused("declare strict", "HV-923")
    study.play("end")
    study.refused("declare usa", "HV-918")


@pytest.mark.rule("HV-923")
@pytest.mark.parametrize("nation", NATIONS)
def test_only_nations_of_the_other_side(nation: str) -> None:
    study = Study("turn " + nation)
    offered = {text.removeprefix("declare ") for text in study.legal("declare")}
    others = set(AXIS) if nation not in AXIS else set(NATIONS) - set(AXIS)
    assert offered == {other for other in others if not study.at_war(nation, other)}


@pytest.mark.rule("HV-923")
def test_wars_last() -> None:
    study = Study("turn usa")
    study.play("declare japan")
    study.until("usa", "War")
    study.play("end")
    study.until("usa", "War")
    assert study.at_war("japan", "usa")
    study.refused("declare japan", "HV-923")


@pytest.mark.rule("HV-924", "HV-815")
def test_peace_closes_land_and_sky() -> None:
    study = Study(
        "clear", "place 1 germany infantry poland", "place 1 germany fighter poland",
        "place 1 germany infantry romania", "place 1 ussr infantry russia",
        "turn germany noncombat-move",
    )  # fmt: skip
    study.refused("move 1 infantry poland > eastern-poland", "HV-924")
    study.refused("move 1 fighter poland > eastern-poland > baltic-states", "HV-924")
    study.allowed("move 1 infantry romania > slovakia-hungary")


@pytest.mark.rule("HV-924")
def test_peaceful_ships_do_not_make_a_zone_hostile() -> None:
    edits = ("clear", "place 1 usa cruiser sz-6", "place 1 japan destroyer sz-16",
             "pool japan 1 destroyer")  # fmt: skip
    peace = Study(*edits, "turn japan deploy")
    peace.allowed("place 1 destroyer japan > sz-6")
    war = Study(*edits, "war japan usa", "turn japan deploy")
    war.refused("place 1 destroyer japan > sz-6", "HV-947")


@pytest.mark.rule("HV-815")
def test_ones_own_side_is_friendly_whoever_is_at_war() -> None:
    """The UK is at war with Germany and the USSR is not: still they are friends."""
    study = Study("clear", "place 1 uk infantry eastern-persia", "control eastern-persia uk",
                  "place 1 germany infantry germany", "turn uk noncombat-move")  # fmt: skip
    study.play("move 1 infantry eastern-persia > turkmenistan")
    assert study.units("turkmenistan") == {"uk infantry": 1}
    assert study.owner("turkmenistan") == "ussr"


def lending(*edits: str) -> Study:
    return Study(*edits, "money usa 0", "turn usa income")


@pytest.mark.rule("HV-045", "HV-046", "HV-925", "HV-926", "HV-814", "HV-W07")
def test_loans() -> None:
    study = lending()
    assert study.step == "Loans"
    assert study.money("usa") == 52
    study.refused("lend 1 germany", "HV-045")
    study.refused("lend 1 usa", "HV-045")
    study.refused("lend 19 ussr", "HV-046")
    study.play("lend 10 ussr")
    study.refused("lend 9 uk", "HV-046")
    study.play("lend 8 uk")
    assert (study.money("usa"), study.money("ussr"), study.money("uk")) == (34, 10, 8)
    assert study.step == "Purchase", "nothing is left to lend"
    assert study.state.late == {study.world.power["uk"]: 8}, "it has bought already"
    study.until("ussr", "Purchase")
    assert study.money("ussr") == 47
    study.allowed("buy 23 infantry")


@pytest.mark.rule("HV-814", "HV-926")
def test_late_loans_wait_for_the_next_phase_i() -> None:
    edits = ("control norway uk", "money uk 0")
    study = lending(*edits)
    study.play("lend 8 uk", "lend 5 ussr")
    study.play("end")
    study.until("ussr", "Diplomacy")
    study.until("uk", "War")
    assert study.money("uk") == 8
    study.play("end")
    assert study.money("uk") == 8 + study.income("uk")
    assert study.step == "Purchase"
    study.allowed(f"buy {study.money('uk') // 2} infantry")


@pytest.mark.rule("HV-814")
def test_late_loans_buy_no_diplomacy() -> None:
    with_late = Study("control norway uk", "money uk 8", "late uk 7", "turn uk diplomacy")
    assert (
        with_late.step != "Diplomacy"
        or with_late.asked != ("uk",)
        or not any("sweden" in text for text in with_late.legal("negotiate"))
    )
    without = Study("control norway uk", "money uk 8", "turn uk diplomacy")
    assert "negotiate sweden" in without.legal("negotiate")


@pytest.mark.rule("HV-926", "HV-851")
def test_repayment_is_never_compulsory() -> None:
    study = Study("money ussr 9", "debt ussr 6", "turn ussr")
    study.refused("repay 7", "HV-926")
    study.play("repay 4")
    assert (study.money("ussr"), study.money("usa")) == (5, 4)
    assert study.legal("repay") == {"repay 1", "repay 2"}
    study.play("end")
    assert study.step == "Purchase"
    assert study.state.debts


@pytest.mark.rule("HV-926")
def test_who_owes_nothing_repays_nothing() -> None:
    study = Study("money ussr 9", "turn ussr")
    study.refused("repay 1", "HV-926")


@pytest.mark.rule("HV-928")
def test_no_loans_without_a_capital() -> None:
    study = lending("control france germany")
    study.refused("lend 1 france", "HV-928")
    occupied = lending("control eastern-united-states germany")
    assert occupied.step != "Loans"
    assert occupied.money("usa") == 0
    debtor = Study(
        "money ussr 9", "debt ussr 6", "control eastern-united-states germany", "turn ussr"
    )
    debtor.refused("repay 1", "HV-926")
