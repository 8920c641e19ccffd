"""Facilities as rows of a table: output, damage, repair, capture, where they may stand."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from tests.games.axis.study import VariantStudy


def facilities(study: VariantStudy, space: str) -> dict[str, int]:
    return {facility.unit: facility.damage for facility in study.space(space).facilities}


def test_every_facility_of_a_space_is_kept() -> None:
    study = VariantStudy("airbase germany 2", "factory germany 4", "turn germany purchase")
    assert facilities(study, "germany") == {"factory": 4, "airbase": 2}
    assert study.space("germany").output == 6
    again = VariantStudy(*study.rules.edits(study.state))
    assert facilities(again, "germany") == {"factory": 4, "airbase": 2}


def test_only_one_of_a_group_stands_in_a_territory() -> None:
    study = VariantStudy("minor germany 0", "turn germany purchase")
    assert facilities(study, "germany") == {"minor": 0}
    with pytest.raises(Malformed, match="damage is at most 6"):
        VariantStudy("minor germany 7")


def test_repairs_name_the_facility_where_there_are_several() -> None:
    study = VariantStudy(
        "airbase germany 2", "factory germany 4", "tech germany production", "turn germany purchase"
    )
    before = study.money("germany")
    assert study.game.check("repair 1 germany") is not None
    study.play("repair 1 factory germany, 2 airbase germany")
    assert facilities(study, "germany") == {"factory": 3, "airbase": 0}
    assert before - study.money("germany") == 1 + 2
    study.play("repair 1 factory germany")  # the other half of the same IPC
    assert before - study.money("germany") == 1 + 2
    assert study.game.check("repair 1 airbase germany") is not None


def test_a_captured_factory_shrinks_and_keeps_what_damage_fits() -> None:
    study = VariantStudy(
        "clear",
        "factory russia 9",
        "airbase russia 1",
        "place 1 germany infantry belorussia",
        "control belorussia germany",
        "turn germany combat-move",
    )
    study.play("move 1 infantry belorussia > russia", "end")
    assert study.owner("russia") == "germany"
    assert facilities(study, "russia") == {"minor": 6, "airbase": 1}


def test_where_a_facility_may_be_built() -> None:
    study = VariantStudy(
        "clear",
        "factory germany none",
        "control caucasus germany",
        "factory caucasus none",
        "pool germany 1 factory, 1 minor, 1 airbase",
        "turn germany mobilize",
    )

    def code(action: str) -> str:
        refusal = study.game.check(action)
        return refusal.code if refusal else ""

    assert code("place 1 factory caucasus") == "place-original"
    assert code("place 1 factory northwestern-europe") == "place-factory-value"
    assert code("place 1 minor germany") == ""
    study.play("place 1 airbase germany", "place 1 minor germany")
    assert code("place 1 factory germany") == "place-factory-two"


def test_raids_meet_the_fire_of_the_facility_and_add_a_bonus() -> None:
    study = VariantStudy(
        "clear",
        "place 2 germany bomber germany",
        "place 1 uk aa-gun united-kingdom",
        "turn germany combat-move",
        dice=[1, 6, 3],
    )
    study.play("raid 2 bomber germany > united-kingdom", "end")
    assert facilities(study, "united-kingdom") == {"factory": 5}
    assert study.units("united-kingdom")["germany bomber"] == 1


def test_tactical_bombers_raid_bases_only() -> None:
    study = VariantStudy(
        "clear",
        "place 1 germany tactical northwestern-europe",
        "control northwestern-europe germany",
        "turn germany combat-move",
    )
    study.refused("raid 1 tactical northwestern-europe > united-kingdom", "AN-180")
    study = VariantStudy(
        "clear",
        "airbase united-kingdom 0",
        "place 1 germany tactical northwestern-europe",
        "control northwestern-europe germany",
        "turn germany combat-move",
        dice=[6, 5],
    )
    study.play("raid 1 tactical northwestern-europe > united-kingdom", "end")
    assert facilities(study, "united-kingdom") == {"factory": 0, "airbase": 5}
    assert [f.works for f in study.space("united-kingdom").facilities] == [True, False]


def test_aircraft_start_from_a_base_with_movement_to_spare() -> None:
    def left(damage: int) -> int:
        study = VariantStudy(
            "clear",
            f"airbase germany {damage}",
            "place 1 germany fighter germany",
            "turn germany combat-move",
        )
        return study.space("germany").units[0].left

    assert left(2) == 5
    assert left(3) == 4  # out of action
