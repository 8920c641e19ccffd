"""Actions 2, 3 and 4: FA-120 to FA-162, FA-911, FA-926 to FA-930."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fortress.board import INDEX
from sandtable.games.fortress.pieces import FIRST_MOVE, KINDS, SECOND_MOVE


@pytest.mark.rule("FA-120", "FA-204")
def test_nothing_is_entered_undeclared(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry, 1 tank, 1 bomber",
        "units usa west-washington 1 infantry",
        "turn west 2 declare",
    )
    s.play("end")
    assert s.refusal("move 1 bomber zone-west-2 > west-washington") == "FA-120"
    s.play("end")
    assert s.refusal("move 1 infantry zone-west-2 > portland") == "FA-120"
    assert s.refusal("move 1 bomber zone-west-2 > west-washington") == "FA-204"


@pytest.mark.rule("FA-122", "FA-124", "FA-125")
def test_battle_markers(study: Any) -> None:
    s = study("units west zone-west-2 1 tank", "turn west 2 declare")
    s.play("declare portland")
    assert s.space("portland").markers == ("west battle",)
    s = study(
        "control portland west",
        "units usa southwest-oregon 1 infantry",
        "units west zone-west-3 1 infantry",
        "turn usa 2 declare",
    )
    assert s.space("portland").markers == ("west control",)
    s.play("declare portland; declare zone-west-3")
    assert s.space("portland").markers == ("west battle",)  # turned over
    assert s.space("zone-west-3").markers == ("west battle",)  # its owner's


@pytest.mark.rule("FA-126", "FA-127")
def test_position_required(study: Any) -> None:
    s = study("units west zone-west-2 1 infantry", "turn west 2 declare")
    assert s.refusal("declare portland") == ""
    assert s.refusal("declare west-washington") == "FA-126"  # infantry will not get there
    s = study("units west zone-west-2 1 tank", "turn west 2 declare")
    assert s.refusal("declare west-washington") == ""  # a tank can move next to it
    assert s.refusal("declare north-california-coast") == "FA-126"
    s = study("units west zone-west-2 1 helicopter", "turn west 2 declare")
    assert s.refusal("declare oregon-cascades") == ""  # by landing
    assert s.refusal("declare seattle") == "FA-126"  # a city, three spaces away
    s = study(
        "units west zone-west-2 1 bomber", "units usa idaho 1 infantry", "turn west 2 declare"
    )
    assert s.refusal("declare idaho") == ""  # by overflight
    assert s.refusal("declare east-oregon") == "FA-126"  # empty: no bomber gets there


@pytest.mark.rule("FA-127", "FA-131", "FA-148")
def test_only_adjacent_units_attack_together_from_several_spaces(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry, 1 helicopter",
        "units west zone-west-3 1 infantry, 1 bomber",
        "units west southwest-oregon 1 tank",
        "control southwest-oregon west",
        "units usa portland 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; end; end")
    assert s.refusal("assign 1 infantry zone-west-3 > portland") == "FA-127"
    assert s.refusal("assign 1 bomber zone-west-3 > portland") == "FA-127"
    s.play("assign 1 infantry zone-west-2 > portland; assign 1 tank southwest-oregon > portland")
    s.play("assign 1 helicopter zone-west-2 > portland", 2, 2, 2, 2)  # like other units
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(6,), (8,), (8,), (6,)]


@pytest.mark.rule("FA-128", "FA-129", "FA-130", "FA-W27")
def test_double_attack(study: Any) -> None:
    s = study(
        "control iowa south",
        "units south iowa 1 infantry, 3 tank, 1 helicopter",
        "units usa chicago 1 infantry",
        "units usa south-minnesota 1 infantry",
        "units south zone-south-1 1 tank",
        "turn south 2 declare",
    )
    s.play("declare chicago; declare south-minnesota; end; end")
    s.play("assign 1 infantry, 1 tank, 1 helicopter iowa > chicago")
    assert s.refusal("assign 1 infantry iowa > south-minnesota") == "FA-129"
    assert s.refusal("assign 3 tank iowa > south-minnesota") == "FA-129"
    s.play("assign 2 tank iowa > south-minnesota")
    s.play("battle south-minnesota", *[2] * 7)  # all miss, here and then in Chicago
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(6,), (8, 8), (6,), (8,), (8,), (6,)]
    assert s.space("iowa").markers == ("south control",)


@pytest.mark.rule("FA-129", "FA-163")
def test_one_unit_cannot_promise_two_battles(study: Any) -> None:
    edits = (
        "control iowa south",
        "units usa chicago 1 infantry",
        "units usa south-minnesota 1 infantry",
        "units south zone-south-1 1 tank",
    )
    s = study(*edits, "units south iowa 1 infantry", "turn south 2 declare")
    s.play("declare chicago")
    assert s.refusal("declare south-minnesota") == "FA-129"
    s = study(*edits, "units south iowa 2 infantry", "turn south 2 declare")
    s.play("declare chicago; declare south-minnesota; end; end")
    assert s.refusal("assign 2 infantry iowa > chicago") == "FA-163"
    assert s.refusal("commit chicago") == "FA-163"
    assert s.refusal("end") == "FA-163"


@pytest.mark.rule("FA-926")
def test_zones_of_others(study: Any) -> None:
    s = study(
        "control los-angeles west",
        "control san-diego west",
        "units west san-diego 1 tank",
        "units south zone-south-1 1 infantry",
        "turn west 2 declare",
    )
    assert s.refusal("declare zone-south-1") == "FA-926"
    s = study(
        "units usa san-diego 1 infantry",
        "units usa los-angeles 1 bomber",
        "units south zone-south-1 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare zone-south-1; end")
    assert s.refusal("move 1 bomber los-angeles > zone-south-1") == "FA-134"  # no overflight
    s = study(
        "units usa los-angeles 1 bomber", "units south zone-south-1 1 tank", "turn usa 2 declare"
    )
    assert s.refusal("declare zone-south-1") == ""  # from San Diego, which is adjacent
    s = study("units usa denver 1 bomber", "units east zone-east-4 1 tank", "turn usa 2 declare")
    assert s.refusal("declare zone-east-4") == "FA-126"


@pytest.mark.rule("FA-927")
def test_foreign_zones_are_flown_over_and_never_entered(study: Any) -> None:
    # Two zones of different invaders do not touch on this board, but the space beyond counts.
    s = study(
        "units south san-diego 1 bomber",
        "control san-diego south",
        "control san-francisco south",
        "units west zone-west-6 1 infantry",
        "turn south 2 move",
    )
    assert s.refusal("move 1 bomber san-diego > zone-west-6") == "FA-134"
    assert s.refusal("move 1 bomber san-diego > san-francisco") == ""


@pytest.mark.rule("FA-132", "FA-928")
def test_duty_to_get_into_position(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 tank",
        "units usa west-washington 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare west-washington; end")
    assert s.refusal("end") == "FA-132"
    s.play("move 1 tank zone-west-2 > zone-west-1")
    assert s.refusal("end") == ""  # one is enough, the other need not move


@pytest.mark.rule("FA-132", "FA-928")
def test_a_declared_battle_cannot_be_dodged(study: Any) -> None:
    edits = ("units usa portland 1 infantry", "turn west 2 declare")
    s = study("units west zone-west-2 1 tank", *edits)
    s.play("declare portland; end")
    assert s.refusal("move 1 tank zone-west-2 > zone-west-3") == "FA-132"
    assert "move 1 tank zone-west-2 > zone-west-3" not in s.legal()
    s.play("end; commit portland", 2, 2)
    assert s.step == "second movement"
    # Two of them: one may go, and then the other is bound.
    s = study("units west zone-west-2 2 tank", *edits)
    s.play("declare portland; end")
    assert s.refusal("move 2 tank zone-west-2 > zone-west-3") == "FA-132"
    s.play("move 1 tank zone-west-2 > zone-west-3")
    assert s.refusal("move 1 tank zone-west-2 > zone-west-3") == "FA-132"
    # One who can still come into position sets the other free.
    s = study("units west zone-west-2 1 tank", "units west zone-west-4 1 helicopter", *edits)
    s.play("declare portland; end; move 1 tank zone-west-2 > zone-west-3")
    assert s.refusal("end") == "FA-132"
    assert s.refusal("move 1 helicopter zone-west-4 > zone-west-6") == "FA-132"
    s.play("move 1 helicopter zone-west-4 > zone-west-2; end; commit portland", 2, 2)
    assert s.step == "second movement"


@pytest.mark.rule("FA-129", "FA-132", "FA-928")
def test_each_declared_battle_keeps_a_unit_of_its_own(study: Any) -> None:
    s = study(
        "units west zone-west-5 1 infantry, 1 tank",
        "units usa san-francisco 1 infantry",
        "units usa north-california-coast 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare san-francisco; declare north-california-coast; end")
    # The infantry could fight in either, but only in one.
    assert s.refusal("move 1 tank zone-west-5 > zone-west-6") == ""  # also next to San Francisco
    s.play("move 1 tank zone-west-5 > zone-west-4; end")
    assert s.declared() == {"san-francisco", "north-california-coast"}
    assert s.refusal("assign 1 infantry zone-west-5 > north-california-coast") == "FA-163"
    s = study(
        "control southwest-oregon west",
        "units west southwest-oregon 1 infantry, 1 tank",
        "units usa portland 1 infantry",
        "units usa north-california-coast 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; declare north-california-coast; end")
    assert s.refusal("move 1 tank southwest-oregon > zone-west-3") == "FA-132"


@pytest.mark.rule("FA-132", "FA-928")
def test_declared_land_without_enemies_is_not_left_either(study: Any) -> None:
    s = study("units west zone-west-2 1 tank", "turn west 2 declare")
    s.play("declare portland; end")
    assert s.refusal("move 1 tank zone-west-2 > zone-west-3") == "FA-132"
    # Who has declared more than his units can serve picks; the other marker is taken back.
    s = study("units west zone-west-2 1 helicopter", "turn west 2 declare")
    s.play("declare oregon-cascades; declare southwest-oregon; end")
    assert s.refusal("end") == "FA-132"
    assert s.refusal("move 1 helicopter zone-west-2 > zone-west-1") == "FA-132"
    s.play("move 1 helicopter zone-west-2 > oregon-cascades; end")
    assert s.declared() == {"oregon-cascades"}


@pytest.mark.rule("FA-258", "FA-120")
def test_a_declaration_is_said_aloud(study: Any) -> None:
    s = study("units west zone-west-2 1 tank", "turn west 2 declare")
    (event,) = s.table.play("declare portland")
    assert event.seats is None  # everybody hears it, in Action 2 and not later
    assert "declares battle in Portland" in str(event)
    for seat in ("west", "south", "east", "usa", None):
        view: Any = s.table.view(seat).game
        assert view.spaces[INDEX["portland"]].declared


@pytest.mark.rule("FA-928")
def test_units_held_out_of_battle(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 infantry", "units usa portland 1 tank", "turn west 2 declare"
    )
    s.play("declare portland; end; end; assign 1 infantry zone-west-2 > portland")
    assert s.step == "assign units"  # the other may still be held out
    s.play("end", 8)
    assert s.units("west", "zone-west-2") == "1 infantry"  # it was no target
    assert s.step == "second movement"


@pytest.mark.rule("FA-133", "FA-135")
def test_where_first_movement_ends(study: Any) -> None:
    s = study(
        "control houston south",
        "units south houston 1 tank, 1 helicopter, 1 bomber",
        "control dallas south",
        "control phoenix west",
        "units usa new-orleans 1 infantry",
        "turn south 2 declare",
    )
    s.play("declare new-orleans; end")
    assert s.refusal("move 1 tank houston > dallas") == ""
    assert s.refusal("move 1 tank houston > zone-south-6") == ""
    assert s.refusal("move 1 tank houston > new-orleans") == "FA-135"
    assert s.refusal("move 1 helicopter houston > new-orleans") == "FA-135"  # occupied
    assert s.refusal("move 1 bomber houston > new-orleans") == ""


@pytest.mark.rule("FA-136", "FA-907")
def test_same_table_for_all(study: Any) -> None:
    table = dict(zip(KINDS, zip(FIRST_MOVE, SECOND_MOVE, strict=True), strict=True))
    assert table == {
        "infantry": (0, 1),
        "partisan": (0, 1),
        "mobile": (1, 1),
        "tank": (1, 1),
        "helicopter": (2, 2),
        "bomber": (4, 4),
    }
    for force, start in (("usa", "dallas"), ("south", "dallas")):
        s = study(
            *(f"control {p} {force}" for p in ("dallas", "houston", "north-texas", "oklahoma")),
            *(f"control {p} {force}" for p in ("kansas", "kansas-city")),
            f"units {force} {start} 1 tank, 1 mobile, 1 helicopter, 1 bomber",
            "units west zone-west-1 1 tank",
            f"turn {force} 2 move",
        )
        far = {line.split(" > ")[1] for line in s.legal() if line.startswith("move 1 tank")}
        assert {"houston", "north-texas"} <= far
        assert "oklahoma" not in far
        heli = {x.split(" > ")[1] for x in s.legal() if x.startswith("move 1 helicopter")}
        assert "oklahoma" in heli
        assert "kansas" not in heli
        bomber = {x.split(" > ")[1] for x in s.legal() if x.startswith("move 1 bomber")}
        assert {"kansas", "kansas-city"} <= bomber


@pytest.mark.rule("FA-137", "FA-138", "FA-139", "FA-149")
def test_first_movement_allowances(study: Any) -> None:
    s = study("units usa dallas 1 infantry, 1 partisan, 1 mobile, 1 tank", "turn usa 2 move")
    assert s.refusal("move 1 infantry dallas > houston") == "FA-137"
    assert s.refusal("move 1 partisan dallas > houston") == "FA-137"
    assert s.refusal("move 1 tank dallas > texas-gulf-coast") == "FA-138"
    s.play("move 1 tank, 1 mobile dallas > houston")
    assert s.refusal("move 1 tank houston > new-orleans") == "FA-044"  # one move each
    s = study("units usa dallas 1 helicopter, 1 bomber", "turn usa 2 move")
    assert s.refusal("move 1 helicopter dallas > oklahoma") == ""
    assert s.refusal("move 1 helicopter dallas > kansas") == "FA-139"
    assert s.refusal("move 1 bomber dallas > kansas-city") == ""
    assert s.refusal("move 1 bomber dallas > nebraska") == "FA-149"


@pytest.mark.rule("FA-140")
def test_aircraft_fly_over_anything(study: Any) -> None:
    ring = ("north-texas", "central-texas", "houston", "new-orleans", "south-arkansas")
    s = study(
        *(f"control {place} south" for place in ring),
        *(f"units south {place} 1 tank" for place in ring),
        "units usa dallas 1 tank, 1 helicopter, 1 bomber",
        "units usa mississippi 1 infantry",
        "turn usa 2 move",
    )
    assert s.refusal("move 1 tank dallas > oklahoma") == "FA-138"
    assert s.refusal("move 1 helicopter dallas > oklahoma") == ""
    assert s.refusal("move 1 bomber dallas > memphis") == ""


@pytest.mark.rule("FA-141", "FA-142", "FA-143", "FA-145")
def test_landing_helicopter(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 helicopter, 1 tank",
        "units usa seattle 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare oregon-cascades; declare portland; end")
    assert s.refusal("move 1 helicopter zone-west-2 > portland") == "FA-142"
    assert s.refusal("move 1 helicopter zone-west-2 > west-washington") == "FA-143"
    s.play("move 1 helicopter zone-west-2 > oregon-cascades; end")
    assert s.step == "second movement"
    assert s.refusal("move 1 helicopter oregon-cascades > zone-west-2") == "FA-145"


@pytest.mark.rule("FA-144")
def test_a_landed_helicopter_joins_no_battle(study: Any) -> None:
    s = study(
        "control west-washington west",
        "units west west-washington 1 helicopter, 1 tank",
        "units west zone-west-1 1 infantry",
        "units usa seattle 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare east-washington; declare seattle; end")
    s.play("move 1 helicopter west-washington > east-washington; end")
    assert s.refusal("assign 1 helicopter east-washington > seattle") == "FA-144"
    assert s.legal() == {"assign 1 tank west-washington > seattle", "commit seattle"}


@pytest.mark.rule("FA-146", "FA-222")
def test_a_landed_helicopter_may_be_isolated(study: Any) -> None:
    s = study("units west zone-west-2 1 helicopter", "turn west 2 declare")
    s.play("declare oregon-cascades; end; move 1 helicopter zone-west-2 > oregon-cascades; end")
    s.play("end")
    assert s.units("west", "oregon-cascades") == ""
    assert s.lost("west") == "1 helicopter"
    assert s.control("oregon-cascades") == "usa"


@pytest.mark.rule("FA-147")
def test_a_landed_helicopter_blocks_retreat(study: Any) -> None:
    edits = (
        "units west zone-west-2 1 infantry, 1 helicopter",
        "units usa portland 1 infantry",
        "control west-washington west",
        "control southwest-oregon west",
        "turn west 2 declare",
    )
    s = study(*edits)
    s.play("declare portland; end; end; assign 1 infantry zone-west-2 > portland; end", 2, 1)
    assert s.units("usa", "oregon-cascades") == "1 infantry"  # it got away
    s = study(*edits)
    s.play("declare portland; declare oregon-cascades; end")
    s.play("move 1 helicopter zone-west-2 > oregon-cascades; end; commit portland", 2, 1)
    assert s.lost("usa") == "1 infantry"


@pytest.mark.rule("FA-156", "FA-157", "FA-161", "FA-162")
def test_every_laser_fires_once(study: Any) -> None:
    s = study(
        "laser detroit",
        "units west zone-west-1 2 infantry",
        "units west zone-west-2 1 tank",
        "units west zone-west-3 1 tank",
        "turn usa 3",
    )
    s.play("laser chicago", 6, 5)  # two cards for places where nothing has been lost
    s.play("end; end")
    s.play("fire infantry zone-west-1", 2)
    assert s.space("zone-west-1").fired_at  # though it missed
    assert s.refusal("fire infantry zone-west-1") == "FA-162"
    s.play("fire tank zone-west-2", 10)
    assert s.step == "second movement"  # two lasers, the new one among them
    assert s.state.fired == []


@pytest.mark.rule("FA-158", "FA-159", "FA-160", "FA-W31")
def test_laser_row(study: Any) -> None:
    edits = (
        "control miami east",
        "units east miami 1 bomber, 1 infantry",
        "control phoenix south",
        "units south phoenix 1 tank",
        "units west zone-west-1 1 infantry, 1 tank",
        "laser boston",
        "laser detroit",
        "laser seattle",
    )
    s = study(*edits, "turn usa 3 lasers")
    s.play("fire bomber miami", 5)  # named before the roll
    assert s.units("east", "miami") == "1 infantry"
    s.play("fire tank phoenix", 4)
    assert s.units("south", "phoenix") == "1 tank"
    assert s.refusal("fire infantry miami") == s.refusal("fire tank phoenix") == "FA-162"
    s.play("fire infantry zone-west-1", 10)
    assert s.units("west", "zone-west-1") == "1 tank"
    s = study(*edits, "clear-weather yes", "turn usa 3 lasers")
    s.play("fire tank phoenix", 4)
    assert s.units("south", "phoenix") == ""


@pytest.mark.rule("FA-929")
def test_a_laser_without_target_stays_silent(study: Any) -> None:
    s = study("laser boston", "laser detroit", "units west zone-west-1 2 tank", "turn usa 3 lasers")
    assert s.refusal("fire infantry zone-west-1") == "FA-929"
    assert s.refusal("fire tank zone-west-2") == "FA-929"
    assert s.refusal("end") != ""  # firing is compulsory
    s.play("fire tank zone-west-1", 2)
    assert s.step == "second movement"


@pytest.mark.rule("FA-930")
def test_target_emptied_by_lasers(study: Any) -> None:
    s = study(
        "control dallas south",
        "units south dallas 1 infantry",
        "laser boston",
        "units south zone-south-1 1 tank",
        "units usa memphis 1 bomber",
        "units usa houston 1 infantry",
        "turn usa 3 declare",
    )
    s.play("declare dallas; end; move 1 bomber memphis > dallas; end; commit dallas")
    s.play("fire infantry dallas", 9)
    assert s.step == "second movement"  # no battle
    assert s.refusal("end") == "FA-208"  # the bomber does not hold it alone
    s.play("move 1 infantry houston > dallas; end")  # but others may enter
    assert s.control("dallas") == "usa"
    assert s.units("usa", "dallas") == "1 infantry, 1 bomber"
