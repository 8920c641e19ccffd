"""Actions 6, 7 and 8: FA-202 to FA-231, FA-255, FA-935 to FA-940."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fortress.board import INDEX


@pytest.mark.rule("FA-202", "FA-203")
def test_allowances(study: Any) -> None:
    s = study(
        "units usa dallas 1 infantry, 1 partisan, 1 tank, 1 helicopter, 1 bomber",
        "turn usa 2 move",
    )
    s.play("move 1 tank dallas > houston; end")
    assert s.step == "second movement"
    s.play("move 1 tank houston > dallas")  # it may move again
    assert s.refusal("move 1 tank dallas > houston") == "FA-044"
    assert s.refusal("move 1 infantry dallas > texas-gulf-coast") == "FA-202"
    s.play("move 1 infantry, 1 partisan dallas > houston")
    assert s.refusal("move 1 helicopter dallas > kansas") == "FA-202"
    s.play("move 1 helicopter dallas > oklahoma")
    assert s.refusal("move 1 bomber dallas > nebraska") == "FA-202"
    s.play("move 1 bomber dallas > kansas-city")


@pytest.mark.rule("FA-204", "FA-205", "FA-206", "FA-225")
def test_entering_vacant_land(study: Any) -> None:
    edits = (
        "units west zone-west-2 2 infantry",
        "units west zone-west-3 1 tank",
        "units usa portland 1 infantry",
        "control southwest-oregon west",
        "turn west 2 declare",
    )
    s = study(*edits)
    s.play("declare portland; end; end; assign 1 infantry zone-west-2 > portland; end", 2, 6)
    assert s.refusal("move 1 tank zone-west-3 > southwest-oregon") == ""
    assert s.refusal("move 1 infantry zone-west-2 > zone-west-1") == ""
    s.play("end")  # nobody need enter
    assert s.control("portland") == "usa"
    s = study(*edits)
    s.play("declare portland; end; end; assign 1 infantry zone-west-2 > portland; end", 2, 6)
    s.play("move 1 infantry zone-west-2 > portland; end")
    assert s.control("portland") == "west"
    s = study(*edits, "units west southwest-oregon 1 tank")
    s.play("declare portland; end; end; assign 1 infantry zone-west-2 > portland; end", 2, 6)
    s.play("move 1 tank southwest-oregon > portland; end")  # it took no part in the battle
    assert s.control("portland") == "west"


def over_portland(study: Any, *more: str) -> Any:
    s = study(
        "units west zone-west-3 2 bomber",
        "units west zone-west-2 1 infantry, 1 tank",
        "units usa portland 1 tank",
        *more,
        "turn west 2 declare",
    )
    s.play("declare portland; end; move 2 bomber zone-west-3 > portland; end")
    return s


@pytest.mark.rule("FA-207", "FA-211", "FA-190")
def test_bombers_over_a_lost_battle(study: Any) -> None:
    s = over_portland(study, "control iowa west")
    s.play("assign 1 infantry zone-west-2 > portland; end", 2, 2, 2, 2)
    assert s.refusal("end") == "FA-207"
    assert s.refusal("move 1 bomber portland > central-valley") == "FA-120"
    assert s.refusal("move 1 bomber portland > iowa") == "FA-202"
    s.play("move 1 bomber portland > zone-west-4; move 1 bomber portland > zone-west-2; end")


@pytest.mark.rule("FA-207", "FA-190", "FA-937")
def test_disengaged_bombers_over_a_lost_battle_fly_off(study: Any) -> None:
    s = study(
        "units west zone-west-3 1 bomber",
        "units west zone-west-2 1 infantry",
        "units usa portland 1 helicopter",
        "turn west 2 declare",
    )
    s.play("declare portland; end; move 1 bomber zone-west-3 > portland; end; commit portland", 1)
    s.play("target bomber portland", 2)
    assert s.space("portland").disengaged == {"bomber": 1}
    assert s.refusal("end") == "FA-207"
    s.play("move 1 bomber portland > zone-west-3; end")
    assert s.units("west", "zone-west-3") == "1 bomber"


@pytest.mark.rule("FA-208", "FA-210")
def test_bombers_that_attacked_alone(study: Any) -> None:
    s = over_portland(study)
    s.play("end", 2, 10, 2)  # the battle is won, by bombers alone
    assert s.refusal("end") == "FA-208"
    assert s.refusal("move 1 infantry zone-west-2 > portland") == "FA-210"
    s.play("move 2 bomber portland > zone-west-3; end")
    assert s.control("portland") == "usa"


@pytest.mark.rule("FA-209", "FA-210", "FA-937")
def test_bombers_left_alone(study: Any) -> None:
    # The book's example: the tank kills the only companion, the bombers drive the tank off.
    s = study(
        "units west zone-west-3 2 bomber",
        "units west zone-west-2 1 mobile, 1 infantry",
        "units usa portland 1 tank",
        "control west-washington west",
        "control southwest-oregon west",
        "turn west 2 declare",
    )
    s.play("declare portland; end; move 2 bomber zone-west-3 > portland; end")
    s.play("assign 1 mobile zone-west-2 > portland; end", 8, 1, 2)
    assert s.units("usa", "oregon-cascades") == "1 tank"
    assert s.refusal("move 1 infantry zone-west-2 > portland") == "FA-210"
    assert s.refusal("end") == "FA-208"
    # The same from an adjacent space, with a companion that was disengaged.
    s = study(
        "units west zone-west-2 1 bomber, 1 mobile, 1 infantry",
        "units usa portland 1 tank",
        "turn west 2 declare",
    )
    s.play("declare portland; end; end; assign 1 mobile, 1 bomber zone-west-2 > portland")
    s.play("end", 1, 10)  # vehicles' fire falls on the mobile unit first
    assert s.space("zone-west-2").disengaged == {"mobile": 1}
    assert s.lost("usa") == "1 tank"
    assert s.refusal("move 1 infantry zone-west-2 > portland") == "FA-210"


@pytest.mark.rule("FA-212", "FA-213", "FA-936", "FA-912")
def test_bombers_stay_only_with_others(study: Any) -> None:
    s = over_portland(study)
    s.play("commit portland", 2, 10, 2)  # with an infantry and a tank: won
    assert s.refusal("end") == "FA-208"  # nobody has entered yet
    s.play("move 1 infantry zone-west-2 > portland")
    assert s.refusal("end") == ""
    assert s.refusal("move 1 bomber portland > zone-west-3") == ""  # they may also leave
    s.play("end")
    assert s.units("west", "portland") == "1 infantry, 2 bomber"
    assert s.control("portland") == "west"
    # A bomber never enters vacant land by itself.
    s = study(
        "units west zone-west-2 1 infantry, 1 bomber", "laser portland", "turn west 2 declare"
    )
    s.play("declare portland; end; end")
    assert s.refusal("move 1 bomber zone-west-2 > portland") == "FA-936"
    s.play("move 1 infantry zone-west-2 > portland")
    assert s.refusal("move 1 bomber zone-west-2 > portland") == ""


@pytest.mark.rule("FA-937")
def test_disengaged_bomber_over_a_won_battle(study: Any) -> None:
    def won() -> Any:
        s = study(
            "units west zone-west-3 1 bomber",
            "units west zone-west-2 1 infantry, 1 tank",
            "units usa portland 1 helicopter",
            "turn west 2 declare",
        )
        s.play(
            "declare portland; end; move 1 bomber zone-west-3 > portland; end; commit portland", 1
        )
        s.play("target bomber portland", 8)
        return s

    s = won()
    s.play("move 1 infantry zone-west-2 > portland")
    assert s.refusal("move 1 bomber portland > zone-west-3") == "FA-190"  # so it stays
    s.play("end")
    assert s.units("west", "portland") == "1 infantry, 1 bomber"
    s = won()
    assert s.refusal("end") == "FA-208"
    s.play("move 1 bomber portland > zone-west-3; end")  # nobody entered


@pytest.mark.rule("FA-938")
def test_no_landing_place(study: Any) -> None:
    s = study(
        "units west zone-west-1 4 infantry, 1 bomber",
        "units west zone-west-2 5 tank",
        "units west zone-west-3 1 tank",
        "units usa idaho 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare idaho; end; move 1 bomber zone-west-1 > idaho")
    s.play("move 1 tank zone-west-2 > zone-west-1; move 1 tank zone-west-3 > zone-west-2")
    s.play("end", 2, 2)  # both zones within four spaces of Idaho are full now
    s.play("end")
    assert s.lost("west") == "1 bomber"


@pytest.mark.rule("FA-214", "FA-936", "FA-913")
def test_join_a_landed_helicopter(study: Any) -> None:
    s = study(
        "units west zone-west-3 1 helicopter, 1 infantry",
        "units west zone-west-2 1 bomber",
        "turn west 2 declare",
    )
    s.play("declare southwest-oregon; end; move 1 helicopter zone-west-3 > southwest-oregon; end")
    s.play("move 1 bomber zone-west-2 > southwest-oregon")
    s.play("move 1 infantry zone-west-3 > southwest-oregon; end")
    assert s.units("west", "southwest-oregon") == "1 infantry, 1 helicopter, 1 bomber"
    # Nor does a laser fire in Action 5.
    s = study(
        "units west zone-west-2 1 tank",
        "units usa portland 1 infantry",
        "laser portland",
        "turn west 2 declare",
    )
    s.attack("portland", 2, 2)
    assert [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")] == [(6,), (8,)]


@pytest.mark.rule("FA-215", "FA-216", "FA-217", "FA-935")
def test_lasers_are_taken_on_entry(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 tank",
        "laser portland",
        "laser seattle",
        "units usa southwest-oregon 2 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; end; end; move 1 tank zone-west-2 > portland")
    assert not s.space("portland").laser
    assert s.state.taken == [1, 0, 0]
    s.play("end")
    assert s.table.view().game.forces[0].points == 15  # the city and the laser
    # The US comes back: the city without the laser.
    s = study(
        "control portland west",
        "taken west 1",
        "units usa southwest-oregon 2 infantry",
        "units west zone-west-1 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare portland; end; end; move 2 infantry southwest-oregon > portland; end")
    assert s.control("portland") == "usa"
    assert s.state.taken == [1, 0, 0]
    assert s.state.lasers == []
    assert s.state.laser_stock == 11


@pytest.mark.rule("FA-218", "FA-219", "FA-221", "FA-222", "FA-939")
def test_isolation(study: Any) -> None:
    s = study(
        "control portland west",
        "units west portland 1 infantry",
        "control oregon-cascades west",  # empty, and still part of the path
        "control east-oregon west",
        "units west east-oregon 1 tank",
        "control iowa west",
        "units west iowa 1 bomber, 1 helicopter",
        "control denver south",
        "units south denver 1 tank",  # not its turn
        "units usa kansas 1 tank",
        "units west zone-west-6 1 infantry",
        "turn west 3 second",
    )
    assert s.table.view().game.forces[0].isolated == ("iowa",)
    s.play("end")
    assert s.lost("west") == "1 helicopter, 1 bomber"
    assert s.units("west", "east-oregon") == "1 tank"
    assert s.units("south", "denver") == "1 tank"
    assert s.units("usa", "kansas") == "1 tank"  # US units need no supply
    assert s.control("iowa") == "west"  # the marker stays
    assert s.units("west", "zone-west-6") == "1 infantry"


@pytest.mark.rule("FA-939")
def test_what_breaks_a_path(study: Any) -> None:
    for block in ("control oregon-cascades usa", "control oregon-cascades south"):
        s = study(
            "control portland west",
            block,
            "control east-oregon west",
            "units west east-oregon 1 tank",
            "units west zone-west-1 1 tank",
            "turn west 3 second",
        )
        s.play("end")
        assert s.lost("west") == "1 tank"
    # Two isolated territories are judged on one position, and both fall.
    s = study(
        "control iowa west",
        "units west iowa 1 tank",
        "control chicago west",
        "units west chicago 1 tank",
        "units west zone-west-1 1 tank",
        "turn west 3 second",
    )
    s.play("end")
    assert s.lost("west") == "2 tank"


@pytest.mark.rule("FA-220")
def test_fresh_gains_carry_supply(study: Any) -> None:
    edits = (
        "units west zone-west-2 1 infantry, 1 helicopter",
        "turn west 2 declare",
    )
    s = study(*edits)
    s.play("declare portland; declare oregon-cascades; end")
    s.play("move 1 helicopter zone-west-2 > oregon-cascades; end")
    s.play("move 1 infantry zone-west-2 > portland; end")
    assert s.units("west", "oregon-cascades") == "1 helicopter"
    assert s.control("oregon-cascades") == s.control("portland") == "west"
    s = study(*edits)
    s.play("declare portland; declare oregon-cascades; end")
    s.play("move 1 helicopter zone-west-2 > oregon-cascades; end; end")  # Portland stays empty
    assert s.lost("west") == "1 helicopter"


@pytest.mark.rule("FA-223")
def test_cut_off_in_anothers_turn(study: Any) -> None:
    s = study(
        "control portland west",
        "control oregon-cascades west",
        "units west oregon-cascades 1 tank",
        "units west zone-west-2 1 infantry",
        "units usa southwest-oregon 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare portland; end; end; move 1 infantry southwest-oregon > portland; end")
    assert s.control("portland") == "usa"
    assert s.units("west", "oregon-cascades") == "1 tank"  # nothing happens yet
    s.play("place 5 infantry zone-west-1; place 3 infantry zone-west-3")
    s.play("declare portland; end; end")
    s.play("commit portland", 2, 6)
    s.play("move 1 infantry zone-west-2 > portland; end")
    assert s.units("west", "oregon-cascades") == "1 tank"  # reconnected in time


@pytest.mark.rule("FA-224", "FA-225", "FA-255")
def test_invader_conquest(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 tank", "units west zone-west-1 1 tank", "turn west 2 declare"
    )
    s.play("declare portland; declare west-washington; end; end")
    s.play("move 1 tank zone-west-2 > portland")
    assert s.control("portland") == "usa"  # not before Action 8
    s.play("end")
    assert s.control("portland") == "west"
    assert s.space("portland").markers == ("west control",)
    assert s.space("west-washington").markers == ()
    state = s.state
    for space in range(114):
        if any(state.units[space]):
            assert state.control[space] == 0


@pytest.mark.rule("FA-228", "FA-229", "FA-230", "FA-255", "FA-940")
def test_us_conquest(study: Any) -> None:
    s = study(
        "control portland west",
        "control west-washington west",
        "control oregon-cascades west",
        "units west west-washington 1 infantry",
        "units west zone-west-3 1 infantry",
        "units usa southwest-oregon 2 infantry, 1 tank",
        "units usa seattle 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare portland; declare west-washington; declare oregon-cascades")
    s.play("declare zone-west-3; end; end")
    s.play("assign 1 tank southwest-oregon > zone-west-3; commit west-washington; end")
    s.play("battle zone-west-3", 2, 5, 2, 2)
    assert s.units("west", "zone-west-3") == ""
    s.play("move 1 infantry southwest-oregon > portland")
    assert s.control("portland") == "west"
    s.play("end")
    assert s.control("portland") == "usa"
    assert s.space("portland").markers == ()
    assert s.space("west-washington").markers == ("west control",)  # lost: turned back
    assert s.space("oregon-cascades").markers == ("west control",)  # nobody went in
    assert s.space("zone-west-3").markers == ()
    assert s.state.control[INDEX["zone-west-3"]] == 0
