"""Ledger section 9: powers of one side in the same space."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Fired
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def egypt(attackers: str = "2 italy tank") -> Study:
    """Italy attacks British and American infantry in Egypt."""
    study = Study(
        "clear",
        f"place {attackers} libya",
        "place 1 uk infantry, 1 usa infantry, 1 usa artillery egypt",
        "turn italy combat-move",
    )
    study.play(f"move {attackers.replace('italy ', '')} libya > egypt")
    return study


@pytest.mark.rule("AN-266", "AN-273")
def test_allies_defend_together_each_with_its_own_dice() -> None:
    study = egypt()
    events = study.play("end", dice=[6, 6, 2, 6, 2])
    defence = [
        (e.what.partition(",")[0], [(s.power, s.unit, s.hits) for s in e.shots])
        for e in events
        if isinstance(e, Fired) and e.what.startswith("defence")
    ]
    assert defence == [
        ("defence of uk", [("uk", "infantry", 1)]),
        ("defence of usa", [("usa", "infantry", 0), ("usa", "artillery", 1)]),
    ]
    assert study.units("egypt") == {"uk infantry": 1, "usa infantry": 1, "usa artillery": 1}


@pytest.mark.rule("AN-266", "AN-269")
def test_allies_do_not_attack_together() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry, 1 usa infantry egypt",
        "place 1 italy infantry libya",
        "turn uk combat-move",
    )
    study.refused("move 1 usa infantry egypt > libya", "AN-269")
    study.refused("move 2 infantry egypt > libya", "AN-269")
    study.play("move 1 infantry egypt > libya")
    study.play("end", dice=[6, 6])
    assert study.dice_left == 0


@pytest.mark.rule("AN-269")
def test_units_act_in_their_owners_turn_only() -> None:
    study = Study("clear", "place 1 usa infantry, 1 uk infantry egypt", "turn uk noncombat-move")
    assert study.legal("move") == {
        f"move 1 infantry egypt > {goal}" for goal in ("trans-jordan", "anglo-egypt-sudan")
    }
    study.refused("move 1 usa infantry egypt > trans-jordan", "AN-269")


@pytest.mark.rule("AN-267")
def test_only_the_controller_has_the_income() -> None:
    study = Study("clear", "place 9 usa infantry egypt", "money usa 0", "turn usa collect-income")
    assert study.money("usa") == 40
    assert study.income("uk") == 43


@pytest.mark.rule("AN-268")
def test_allied_ships_stand_by_while_the_attacker_fights() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        "place 1 usa battleship, 1 germany cruiser sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-7 > sz-6")
    # One die on each side; the hit falls on the British cruiser, never on the battleship.
    study.play("end", dice=[6, 3])
    assert study.dice_left == 0
    assert study.units("sz-6") == {"usa battleship": 1, "germany cruiser": 1}
    assert not any(u.hurt for u in study.space("sz-6").units)


@pytest.mark.rule("AN-270", "AN-351")
def test_a_fighter_takes_off_from_an_allied_carrier_in_its_own_turn() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 usa fighter sz-7",
        "place 1 germany destroyer sz-6",
        "turn usa combat-move",
    )
    study.refused("move 1 carrier sz-7 > sz-6", "AN-269")
    study.refused("move 1 uk carrier sz-7 > sz-6", "AN-269")
    study.play("move 1 fighter sz-7 > sz-6")
    study.play("end", dice=[3, 6])
    study.play("move 1 fighter sz-6 > sz-7", "end")
    assert study.units("sz-7") == {"uk carrier": 1, "usa fighter": 1}


@pytest.mark.rule("AN-270")
def test_in_the_carriers_turn_the_guest_does_not_fly() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 usa fighter sz-7",
        "place 1 germany destroyer sz-6",
        "turn uk combat-move",
    )
    study.refused("move 1 usa fighter sz-7 > sz-6", "AN-269")
    study.refused("move 1 fighter sz-7 > sz-6", "AN-269")


@pytest.mark.rule("AN-272")
def test_defenders_agree_on_losses_or_the_attacker_chooses() -> None:
    agreed = egypt()
    agreed.play("end", dice=[3, 6])
    assert set(agreed.asked) == {"uk", "usa"}
    agreed.play("lose 1 usa infantry", seat="uk")
    agreed.play("lose 1 usa infantry", seat="usa", dice=[6, 6, 6])
    assert agreed.units("egypt")["usa artillery"] == 1
    assert "usa infantry" not in agreed.units("egypt")
    disputed = egypt()
    disputed.play("end", dice=[3, 6])
    disputed.play("lose 1 usa infantry", seat="uk")
    disputed.play("lose 1 uk infantry", seat="usa")
    assert disputed.asked == ("italy",)
    disputed.play("lose 1 usa artillery", dice=[6, 6, 6])
    assert disputed.units("egypt") == {"italy tank": 2, "uk infantry": 1, "usa infantry": 1}


def aboard() -> Study:
    """American infantry board a British transport in the American turn."""
    study = Study(
        "clear",
        "place 1 usa infantry eastern-canada",
        "place 1 uk transport sz-9",
        "turn usa combat-move",
    )
    study.refused("load 1 infantry eastern-canada > sz-9", "AN-274")
    study.play("end", "load 1 infantry eastern-canada > sz-9")
    assert study.units("sz-9") == {"uk transport[usa infantry]": 1}
    return study


@pytest.mark.rule("AN-274")
def test_boarding_an_ally_in_the_land_units_own_turn() -> None:
    aboard()
    other = Study(
        "clear",
        "place 1 usa infantry eastern-canada",
        "place 1 uk transport sz-9",
        "turn uk noncombat-move",
    )
    other.refused("load 1 usa infantry eastern-canada > sz-9", "AN-269")


@pytest.mark.rule("AN-275")
def test_the_transports_turn_must_pass_before_anybody_lands() -> None:
    study = aboard()
    study.refused("land 1 infantry sz-9 > eastern-canada", "AN-275")
    pass_to(study, "uk", "NoncombatMove")
    study.play("move 1 transport[usa infantry] sz-9 > sz-8")
    study.refused("land 1 usa infantry sz-8 > united-kingdom", "AN-271")
    # Even if it had stayed, its turn has passed now.
    pass_to(study, "usa", "NoncombatMove")
    study.allowed("land 1 infantry sz-8 > united-kingdom")


@pytest.mark.rule("AN-276")
def test_the_land_unit_goes_ashore_in_its_own_following_turn() -> None:
    study = aboard()
    pass_to(study, "uk", "NoncombatMove")
    pass_to(study, "usa", "NoncombatMove")
    study.play("land 1 infantry sz-9 > eastern-canada")
    assert study.units("eastern-canada") == {"usa infantry": 1}
    assert study.units("sz-9") == {"uk transport": 1}


@pytest.mark.rule("AN-271")
def test_an_assault_from_an_allied_transport() -> None:
    edits = ("clear", "place 1 uk transport[usa infantry] sz-12")
    other = Study(*edits, "turn uk combat-move")
    other.refused("land 1 usa infantry sz-12 > morocco-algeria", "AN-271")
    other.refused("land 1 infantry sz-12 > morocco-algeria", "AN-271")
    own = Study(*edits, "turn usa combat-move")
    own.play("land 1 infantry sz-12 > morocco-algeria", "end")
    assert own.owner("morocco-algeria") == "usa"
    assert own.units("sz-12") == {"uk transport": 1}


@pytest.mark.rule("AN-156", "AN-276")
def test_no_assault_from_an_allys_transport_under_the_enemys_guns() -> None:
    """Nobody of the landing power is there to clear the zone, so it stays hostile."""
    edits = ["clear", "place 1 uk transport[usa infantry] sz-12", "control morocco-algeria germany"]
    free = Study(*edits, "turn usa combat-move")
    free.allowed("land 1 infantry sz-12 > morocco-algeria")
    watched = Study(*edits, "place 1 germany cruiser sz-12", "turn usa combat-move")
    watched.refused("land 1 infantry sz-12 > morocco-algeria", "AN-156")
    escorted = Study(
        *edits, "place 1 germany cruiser, 1 usa destroyer sz-12", "turn usa combat-move"
    )
    escorted.allowed("land 1 infantry sz-12 > morocco-algeria")
