"""Defenders of several powers agree on their losses, or the attacker chooses (AN-272)."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study

PEOPLE = {
    "germany": "Anna",
    "japan": "Anna",
    "italy": "Anna",
    "uk": "Ben",
    "usa": "Cleo",
    "ussr": "Dora",
}


def egypt(players: dict[str, str] | None = None, dice: tuple[int, ...] = (3, 6)) -> Study:
    """Two Italian tanks hit once among British and American defenders."""
    study = Study(
        "clear",
        "place 2 italy tank libya",
        "place 2 uk infantry, 1 usa infantry, 1 usa tank egypt",
        "turn italy combat-move",
        players=players,
    )
    study.play("move 2 tank libya > egypt")
    study.play("end", dice=dice)
    return study


MISSES = (6, 6, 6, 6)


@pytest.mark.rule("AN-272")
def test_both_are_asked_at_once_and_agreement_decides() -> None:
    study = egypt(PEOPLE)
    assert (study.step, study.asked) == ("Casualties", ("uk", "usa"))
    study.play("lose 1 usa infantry", seat="usa")
    # The other is still asked, who has proposed is not.
    assert study.asked == ("uk",)
    assert study.units("egypt")["usa infantry"] == 1
    study.play("lose 1 usa infantry", seat="uk", dice=MISSES)
    assert study.units("egypt") == {"italy tank": 2, "uk infantry": 2, "usa tank": 1}


@pytest.mark.rule("AN-272")
def test_if_they_differ_the_attacker_chooses() -> None:
    study = egypt(PEOPLE)
    study.play("lose 1 usa infantry", seat="uk")
    study.play("lose 1 uk infantry", seat="usa")
    assert study.asked == ("italy",)
    assert study.legal() == {"lose 1 uk infantry", "lose 1 usa infantry", "lose 1 usa tank"}
    study.play("lose 1 usa tank", dice=MISSES)
    assert study.units("egypt") == {"italy tank": 2, "uk infantry": 2, "usa infantry": 1}


@pytest.mark.rule("AN-272")
def test_an_unnamed_unit_is_ones_own() -> None:
    study = egypt(PEOPLE)
    study.play("lose 1 infantry", seat="uk")
    study.play("lose 1 infantry", seat="usa")
    assert study.asked == ("italy",)  # they meant different infantry


@pytest.mark.rule("AN-272")
def test_one_person_with_both_powers_is_asked_once() -> None:
    study = egypt({**PEOPLE, "usa": "Ben"})
    assert study.asked == ("uk",)
    study.play("lose 1 usa tank", dice=MISSES)
    assert study.units("egypt") == {"italy tank": 2, "uk infantry": 2, "usa infantry": 1}


@pytest.mark.rule("AN-272")
def test_a_forced_loss_needs_no_agreement() -> None:
    study = Study(
        "clear",
        "place 4 italy tank libya",
        "place 1 uk infantry, 1 usa infantry egypt",
        "turn italy combat-move",
        players=PEOPLE,
    )
    study.play("move 4 tank libya > egypt")
    study.play("end", dice=[3, 3, 3, 6, 6, 6])
    assert study.owner("egypt") == "italy"


def test_standing_orders_that_agree_ask_nobody() -> None:
    study = Study(
        "clear",
        "place 2 italy tank libya",
        "place 2 uk infantry, 1 usa tank egypt",
        "turn italy combat-move",
        players=PEOPLE,
    )
    study.play("order losses tank, infantry", seat="uk")
    study.play("order losses tank, infantry", seat="usa")
    study.play("move 2 tank libya > egypt")
    study.play("end", dice=(3, 6, 6, 6, 6))
    assert study.units("egypt") == {"italy tank": 2, "uk infantry": 2}


def test_an_order_is_a_proposal_to_the_other_defender() -> None:
    study = Study(
        "clear",
        "place 2 italy tank libya",
        "place 2 uk infantry, 1 usa tank egypt",
        "turn italy combat-move",
        players=PEOPLE,
    )
    study.play("order losses infantry", seat="usa")
    study.play("move 2 tank libya > egypt")
    study.play("end", dice=(3, 6))
    assert study.asked == ("uk",)
    study.play("lose 1 usa tank", seat="uk")
    assert study.asked == ("italy",)


def test_the_attackers_own_order_does_not_choose_for_the_enemy() -> None:
    study = Study(
        "clear",
        "place 2 italy tank libya",
        "place 2 uk infantry, 1 usa tank egypt",
        "turn italy combat-move",
        players=PEOPLE,
    )
    study.play("order losses infantry, tank", seat="italy")
    study.play("move 2 tank libya > egypt")
    study.play("end", dice=(3, 6))
    study.play("lose 1 usa tank", seat="uk")
    study.play("lose 1 uk infantry", seat="usa")
    assert (study.step, study.asked) == ("Casualties", ("italy",))
    study.play("lose 1 usa tank", dice=(6, 6, 6))
    assert study.units("egypt") == {"italy tank": 2, "uk infantry": 2}
