"""Chapter 9c of the ledger, and carriers of 9d: ranges, the proof of a landing place."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study

FOUR = (
    "clear",
    "naval-base new-brunswick-nova-scotia none",
    "place 1 uk fighter newfoundland-labrador",
    "place 1 germany destroyer sz-108",
)
"""Newfoundland, 116, 117, 108: one space is left, and the nearest land is two away."""


def spent(study: Study, unit: str, space: str) -> int:
    kind = study.world.kind[unit]
    pieces = study.state.units[study.world.space[space]]
    return next(piece.spent for piece, _ in pieces if piece.kind == kind)


def to_combat_move(study: Study) -> None:
    while study.step != "CombatMove":
        study.play("end")


@pytest.mark.rule("G40-147")
def test_range_covers_the_whole_turn() -> None:
    study = Study(
        "clear",
        "place 1 italy fighter libya",
        "place 1 uk infantry alexandria",
        "turn italy combat-move",
    )
    study.play("move 1 fighter libya > tobruk > alexandria")
    study.play("end", dice=[6, 6])
    study.play("retreat")
    study.refused("move 1 fighter alexandria > tobruk > libya > sz-96", "G40-147")
    study.play("move 1 fighter alexandria > tobruk")
    assert study.units("tobruk") == {"italy fighter": 1}


@pytest.mark.rule("G40-148")
def test_each_border_costs_one() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter malta",
        "place 1 uk carrier, 1 uk tactical-bomber sz-96",
        "turn uk noncombat-move",
    )
    study.play("move 1 fighter malta > sz-96 > sz-98 > egypt")
    assert spent(study, "fighter", "egypt") == 3
    study.play("move 1 tactical-bomber sz-96 > sz-98 > egypt")
    assert spent(study, "tactical-bomber", "egypt") == 2


@pytest.mark.rule("G40-149", "G40-150")
def test_flying_over_enemies_draws_no_fire() -> None:
    study = Study(
        "clear",
        "place 1 germany strategic-bomber western-germany",
        "place 1 france infantry, 3 france aa-gun france",
        "place 1 france infantry southern-france",
        "place 1 uk cruiser sz-110",
        "turn germany combat-move",
    )
    study.play("move 1 strategic-bomber western-germany > france > southern-france")
    study.play("end", dice=[1, 6])  # no dice for the guns
    assert "france infantry" not in study.units("southern-france")
    assert study.dice_left == 0


@pytest.mark.rule("G40-151")
def test_no_suicide_flights() -> None:
    study = Study(*FOUR, "turn uk combat-move")
    study.refused("move 1 fighter newfoundland-labrador > sz-108", "G40-151")
    assert not study.legal("move 1 fighter")
    study = Study(*FOUR, "place 1 uk carrier sz-106", "turn uk combat-move")
    study.allowed("move 1 fighter newfoundland-labrador > sz-108")


@pytest.mark.rule("G40-152")
def test_the_proof_takes_battles_as_won() -> None:
    study = Study(
        *FOUR,
        "place 1 germany transport sz-109",
        "place 1 uk carrier, 1 uk destroyer sz-107",
        "turn uk combat-move",
    )
    # Zone 109 is the fighter's last: the carrier has to come there, and 108 bars its way.
    study.refused("move 1 fighter newfoundland-labrador > sz-109", "G40-151")
    study.play("move 1 destroyer sz-107 > sz-108")
    study.play("move 1 fighter newfoundland-labrador > sz-109")
    study.allowed("end")


@pytest.mark.rule("G40-153")
def test_elements_of_the_proof() -> None:
    # A carrier that moves in the noncombat move, or one that moves now.
    study = Study(*FOUR, "place 1 uk carrier, 1 uk cruiser sz-106", "turn uk combat-move")
    study.play("move 1 cruiser, 1 carrier sz-106 > sz-107 > sz-108")
    study.allowed("move 1 fighter newfoundland-labrador > sz-108")
    # A carrier that fights elsewhere might come back by a retreat: that counts for nothing.
    study = Study(
        *FOUR,
        "place 1 uk carrier, 1 uk cruiser sz-107",
        "place 1 germany cruiser sz-102",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser, 1 carrier sz-107 > sz-102")
    study.refused("move 1 fighter newfoundland-labrador > sz-108", "G40-151")


@pytest.mark.rule("G40-153", "G40-157", "G40-158", "G40-283")
def test_a_new_carrier_may_receive_them() -> None:
    edits = (
        "clear",
        "place 1 uk fighter newfoundland-labrador",
        "place 1 germany transport sz-109",
        "money uk-europe 30",
        "turn uk purchase",
    )
    study = Study(*edits)
    to_combat_move(study)
    study.refused("move 1 fighter newfoundland-labrador > sz-109", "G40-151")
    study = Study(*edits)
    study.play("buy 1 carrier")
    to_combat_move(study)
    study.play("move 1 fighter newfoundland-labrador > sz-109", "end", "fight sz-109")
    assert study.step == "NoncombatMove"
    study.play("end")
    assert study.units("sz-109") == {"uk fighter": 1}
    study.refused("place 1 carrier united-kingdom > sz-110", "G40-157")
    study.play("place 1 carrier united-kingdom > sz-109")
    assert study.units("sz-109") == {"uk fighter": 1, "uk carrier": 1}


@pytest.mark.rule("G40-154", "G40-285", "G40-393")
def test_no_guarantee_after_the_proof() -> None:
    study = Study(
        *FOUR,
        "place 1 uk carrier, 1 uk cruiser sz-107",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser, 1 carrier sz-107 > sz-108")
    study.play("move 1 fighter newfoundland-labrador > sz-108")
    study.play("end", dice=[6, 6, 1])
    study.play("lose damage 1 carrier")
    assert study.hurt("sz-108") == {"carrier": 1}
    study.play("continue", dice=[1, 1, 6])
    # Nothing can be landed on the damaged carrier, and no land is near: the fighter is lost.
    study.play("end")
    assert study.units("sz-108") == {"uk cruiser": 1, "uk carrier": 1}


@pytest.mark.rule("G40-155", "G40-156", "G40-284", "G40-490")
def test_a_promised_carrier_comes() -> None:
    study = Study(*FOUR, "place 1 uk carrier sz-106", "turn uk combat-move")
    study.play("move 1 fighter newfoundland-labrador > sz-108")
    study.refused("move 1 carrier sz-106 > sz-101", "G40-135")
    study.play("end", dice=[1, 6])
    study.refused("end", "G40-490")
    study.refused("move 1 carrier sz-106 > sz-101", "G40-284")
    study.play("move 1 carrier sz-106 > sz-107 > sz-108", "end")
    assert study.units("sz-108") == {"uk carrier": 1, "uk fighter": 1}
    # Free again when the fighter is lost.
    study = Study(*FOUR, "place 1 uk carrier sz-106", "turn uk combat-move")
    study.play("move 1 fighter newfoundland-labrador > sz-108")
    study.play("end", dice=[6, 1])
    study.play("move 1 carrier sz-106 > sz-101")


@pytest.mark.rule("G40-158")
def test_the_last_point_at_sea() -> None:
    edits = (*FOUR[:3], "place 1 germany transport sz-109")
    study = Study(*edits, "turn uk combat-move")
    study.refused("move 1 fighter newfoundland-labrador > sz-109", "G40-151")
    study = Study(*edits, "place 1 uk carrier sz-107", "turn uk combat-move")
    study.play("move 1 fighter newfoundland-labrador > sz-109", "end", "fight sz-109")
    study.refused("move 1 carrier sz-107 > sz-108", "G40-284")
    study.play("move 1 carrier sz-107 > sz-108 > sz-109", "end")
    assert study.units("sz-109") == {"uk carrier": 1, "uk fighter": 1}


@pytest.mark.rule("G40-153", "G40-960")
def test_the_proof_is_asked_for_when_moving_ends() -> None:
    study = Study(
        *FOUR[:3],
        "place 1 uk carrier, 1 germany cruiser sz-107",
        "place 1 germany transport sz-109",
        "place 1 uk cruiser sz-110",
        "place 1 germany destroyer sz-112",
        "place 1 germany fighter western-germany",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-110 > sz-112")
    study.play("move 1 fighter newfoundland-labrador > sz-109")
    # The carrier has to fight where it is, unless it goes to meet the fighter now.
    study.refused("end", "G40-153")
    study.play("move 1 carrier sz-107 > sz-108 > sz-109", "end")
    assert study.asked == ("germany",)
    assert "scramble 1 fighter western-germany > sz-112" in study.legal()


@pytest.mark.rule("G40-159", "G40-389")
def test_carriers_can_attack_in_company() -> None:
    edits = ("clear", "place 1 uk carrier, 1 uk cruiser sz-110", "place 1 germany cruiser sz-112")
    study = Study(*edits, "turn uk combat-move")
    study.play("move 1 carrier, 1 cruiser sz-110 > sz-112")
    study.play("end", dice=[6, 1])
    study.play("lose damage 1 carrier")
    assert study.hurt("sz-112") == {"carrier": 1}


@pytest.mark.rule("G40-160")
def test_own_aircraft_leave_first() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 2 uk fighter, 1 uk cruiser sz-110",
        "place 1 germany cruiser sz-112",
        "turn uk combat-move",
    )
    study.play("move 1 fighter sz-110 > sz-112", "move 1 carrier, 1 cruiser sz-110 > sz-112")
    # The other fighter has stayed in the zone where the carrier was.
    assert study.units("sz-110") == {"uk fighter": 1}
    study.play("end", dice=[1, 1, 6])
    study.play("move 1 fighter sz-110 > sz-112", "end")
    assert study.units("sz-112") == {"uk carrier": 1, "uk fighter": 2, "uk cruiser": 1}


@pytest.mark.rule("G40-161")
def test_allied_aircraft_are_cargo() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 uk cruiser sz-110",
        "place 1 france fighter sz-110",
        "place 1 germany battleship sz-112",
        "turn uk combat-move",
    )
    study.refused("move 1 france fighter sz-110 > sz-112", "G40-272")
    study.play("move 1 carrier, 1 cruiser sz-110 > sz-112")
    assert study.units("sz-110") == {}
    assert study.units("sz-112") == {
        "uk carrier[france fighter]": 1,
        "uk cruiser": 1,
        "germany battleship": 1,
    }
    study.play("end", dice=[6, 1])  # one die each: the French fighter does not fight
    study.refused("lose 1 france fighter", "G40-005")
    study.play("lose damage 1 carrier", "continue", dice=[6, 1])
    study.play("lose 1 carrier")
    assert study.units("sz-112") == {"uk cruiser": 1, "germany battleship": 1}


@pytest.mark.rule("G40-485", "G40-502")
def test_landing_on_a_moved_carrier() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 uk cruiser sz-110",
        "place 1 germany cruiser sz-112",
        "place 1 uk fighter, 1 uk tactical-bomber scotland",
        "place 1 uk carrier, 1 uk fighter sz-119",
        "turn uk combat-move",
    )
    study.play("move 1 carrier, 1 cruiser sz-110 > sz-112", "end", dice=[1, 6])
    study.play("move 1 fighter, 1 tactical-bomber scotland > sz-111 > sz-112")
    # A carrier in the noncombat move takes nobody along: its fighter has to fly itself.
    study.play("move 1 carrier sz-119 > sz-111", "move 1 fighter sz-119 > sz-111", "end")
    assert study.units("sz-111") == {"uk carrier": 1, "uk fighter": 1}
    assert study.units("sz-112") == {
        "uk carrier": 1,
        "uk cruiser": 1,
        "uk fighter": 1,
        "uk tactical-bomber": 1,
    }


@pytest.mark.rule("G40-171", "G40-369", "G40-W33")
@pytest.mark.parametrize(("damage", "legal"), [(0, True), (2, True), (3, False)])
def test_an_air_base_gives_one_space_more(damage: int, legal: bool) -> None:
    study = Study(
        "clear",
        f"airbase southern-italy {damage}",
        "place 1 italy fighter southern-italy",
        "place 1 uk destroyer sz-98",
        "turn italy combat-move",
    )
    action = "move 1 fighter southern-italy > sz-98"
    if legal:
        study.play(action)
        study.play("end", dice=[1, 6])
        study.play("move 1 fighter sz-98 > sz-96 > tobruk")
    else:
        study.refused(action, "G40-151")


@pytest.mark.rule("G40-171")
@pytest.mark.parametrize(
    ("unit", "reach"), [("fighter", 5), ("tactical-bomber", 5), ("strategic-bomber", 7)]
)
def test_ranges_from_an_air_base(unit: str, reach: int) -> None:
    study = Study(
        "clear",
        f"place 1 uk {unit} united-kingdom",
        f"place 1 uk {unit} egypt",
        "turn uk noncombat-move",
    )
    left = {u.left for u in study.space("united-kingdom").units}
    assert left == {reach}
    assert {u.left for u in study.space("egypt").units} == {reach - 1}
    # Not from a carrier beside the base.
    study = Study("clear", "place 1 uk carrier, 1 uk fighter sz-109", "turn uk noncombat-move")
    assert {u.left for u in study.space("sz-109").units if u.unit == "fighter"} == {4}


@pytest.mark.rule("G40-172", "G40-371", "G40-901", "G40-W33")
@pytest.mark.parametrize(("damage", "legal"), [(0, True), (2, True), (3, True), (4, False)])
def test_a_naval_base_gives_one_zone_more(damage: int, legal: bool) -> None:
    study = Study(
        "clear",
        f"naval-base southern-italy {damage}",
        "place 1 italy battleship sz-97",
        "turn italy noncombat-move",
    )
    way = "move 1 battleship sz-97 > sz-96 > sz-94 > sz-92"
    if legal:
        study.play(way)
        assert study.units("sz-92") == {"italy battleship": 1}
    else:
        study.refused(way, "G40-483")
        study.allowed("move 1 battleship sz-97 > sz-96 > sz-94")


@pytest.mark.rule("G40-153", "G40-419")
def test_a_new_carrier_comes_where_its_economy_has_a_complex() -> None:
    """Calcutta's carrier is no landing place beside London."""
    edits = (
        "clear",
        "place 1 uk fighter newfoundland-labrador",
        "place 1 germany transport sz-109",
        "turn uk combat-move",
    )
    flight = "move 1 fighter newfoundland-labrador > sz-109"
    Study("pool uk-pacific 1 carrier", *edits).refused(flight, "G40-151")
    Study("pool uk-europe 1 carrier", *edits).allowed(flight)


@pytest.mark.rule("G40-157", "G40-291")
def test_a_complex_of_this_turn_builds_no_carrier_for_who_waits() -> None:
    """Southern France has one place left: it is the carrier's, whatever Spain will have."""
    study = Study(
        "clear",
        "control spain france",
        "minor-factory southern-france 2",
        "place 1 france fighter sz-93",
        "pool france 1 carrier, 1 infantry, 1 minor-factory",
        "turn france noncombat-move",
    )
    study.play("end", "place 1 minor-factory spain")
    study.refused("place 1 infantry southern-france", "G40-157")
    study.play("place 1 carrier southern-france > sz-93")
    assert study.units("sz-93") == {"france fighter": 1, "france carrier": 1}


def sent_out() -> Study:
    """A fighter from Guiana attacks off Portugal; only a new carrier at London can receive it."""
    study = Study(
        "clear",
        "place 1 uk fighter british-guiana",
        "place 1 germany destroyer sz-104",
        "pool uk-europe 1 carrier, 1 infantry",
        "turn uk combat-move",
    )
    study.play("move 1 fighter british-guiana > sz-104")
    return study


@pytest.mark.rule("G40-157")
def test_a_promised_carrier_comes_though_the_fighter_is_lost() -> None:
    study = sent_out()
    assert study.legal("promise") == {"promise sz-109", "promise sz-110"}
    study.refused("promise sz-106", "G40-151")  # Quebec could build it, out of the fighter's reach
    study.refused("promise sz-112", "G40-157")
    study.play("promise sz-110")
    study.refused("promise sz-109", "G40-157")  # it is settled
    study.play("end", dice=(6, 1))
    assert study.units("sz-104") == {"germany destroyer": 1}
    study.play("end")
    study.refused("place 1 carrier united-kingdom > sz-109", "G40-157")
    study.allowed("place 1 infantry united-kingdom")
    study.play("place 1 carrier united-kingdom > sz-110")
    assert study.units("sz-110") == {"uk carrier": 1}


@pytest.mark.rule("G40-157")
def test_a_zone_is_promised_for_who_names_none() -> None:
    study = sent_out()
    study.play("end", dice=(6, 1), seat="uk")
    study.play("end")
    study.refused("place 1 carrier united-kingdom > sz-110", "G40-157")
    study.play("place 1 carrier united-kingdom > sz-109", "place 1 infantry united-kingdom")
    assert study.state.promised == ()


@pytest.mark.rule("G40-157")
def test_output_is_kept_for_a_promised_carrier() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter british-guiana",
        "place 1 germany destroyer sz-104",
        "major-factory united-kingdom 9",
        "pool uk-europe 1 carrier, 1 infantry",
        "turn uk combat-move",
    )
    study.play("move 1 fighter british-guiana > sz-104")
    study.play("end", dice=(6, 1))
    study.play("end")
    study.refused("place 1 infantry united-kingdom", "G40-157")


@pytest.mark.rule("G40-157")
def test_no_promise_where_none_is_needed() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter united-kingdom",
        "place 1 germany destroyer sz-109",
        "pool uk-europe 1 carrier",
        "turn uk combat-move",
    )
    study.play("move 1 fighter united-kingdom > sz-109")
    study.refused("promise sz-109", "G40-157")
    study.play("end", dice=(6, 1))
    assert study.state.promised == ()
