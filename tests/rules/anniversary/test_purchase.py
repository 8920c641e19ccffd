"""Section 6 of the ledger: buying and repairing."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-113")
def test_paid_in_full_from_own_cash() -> None:
    study = Study("money germany 12", "factory germany 5", "turn germany purchase")
    study.refused("buy 1 tank, 1 bomber", "AN-113")
    study.play("buy 2 tank")
    assert study.money("germany") == 2
    study.refused("repair 3 germany", "AN-113")
    study.refused("buy 1 infantry", "AN-113")
    study.play("repair 2 germany")
    assert study.money("germany") == 0


@pytest.mark.rule("AN-114", "AN-901")
def test_every_unit_is_for_sale() -> None:
    costs = {
        "infantry": 3,
        "artillery": 4,
        "tank": 5,
        "aa-gun": 6,
        "factory": 15,
        "fighter": 10,
        "bomber": 12,
        "submarine": 6,
        "transport": 7,
        "destroyer": 8,
        "cruiser": 12,
        "carrier": 14,
        "battleship": 20,
    }
    study = Study("money germany 9999", "turn germany purchase")
    assert study.legal("buy") == {f"buy 1 {unit}" for unit in costs}
    for unit, cost in costs.items():
        before = study.money("germany")
        study.play(f"buy 7 {unit}")
        assert before - study.money("germany") == 7 * cost, unit
    study.refused("buy 1 transport[infantry]", "AN-114")


@pytest.mark.rule("AN-901")
def test_the_numbers_lost_from_the_table() -> None:
    """What the purchase table does not show, from the unit profiles."""
    study = Study()
    numbers = {k.id: (k.attack, k.defence, k.move) for k in study.world.kinds}
    assert numbers["infantry"] == (1, 2, 1)
    assert numbers["artillery"] == (2, 2, 1)
    assert numbers["tank"] == (3, 3, 2)
    assert numbers["aa-gun"] == (0, 1, 1)
    assert numbers["submarine"] == (2, 1, 2)
    assert numbers["transport"] == (0, 0, 2)
    assert numbers["cruiser"] == (3, 3, 2)
    assert numbers["carrier"] == (1, 2, 2)
    assert numbers["battleship"] == (4, 4, 2)


@pytest.mark.rule("AN-115")
def test_repair_price() -> None:
    study = Study("factory germany 4", "factory france 2", "turn germany purchase")
    study.play("repair 3 germany, 2 france")
    assert study.money("germany") == 31 - 5
    assert (study.space("germany").damage, study.space("france").damage) == (1, 0)
    study.refused("repair 2 germany", "AN-115")


@pytest.mark.rule("AN-116")
def test_repairs_count_at_once_and_only_in_phase_two() -> None:
    study = Study("clear", "factory germany 9", "pool germany 6 infantry", "turn germany purchase")
    study.play("repair 4 germany", "end")
    for step in ("CombatMove", "NoncombatMove", "Mobilize"):
        assert study.step == step
        study.refused("repair 1 germany", "AN-073")
        if step != "Mobilize":
            study.play("end")
    study.refused("place 6 infantry germany", "AN-292")
    study.play("place 5 infantry germany", "end")
    assert study.units("germany") == {"germany infantry": 5}


@pytest.mark.rule("AN-117")
def test_new_units_wait() -> None:
    study = Study("clear", "place 1 uk infantry france", "turn germany purchase")
    study.play("buy 1 tank", "end")
    assert study.units("germany") == {}
    study.refused("move 1 tank germany > poland > east-poland", "AN-269")
    study.play("end")
    study.refused("move 1 tank germany > poland", "AN-269")
    study.play("end")
    study.refused("place 2 tank germany", "AN-117")
    study.play("place 1 tank germany")
    assert study.units("germany") == {"germany tank": 1}
