"""Readings of the ledger on battles at sea and on landing (AN-933, AN-939 to AN-946).

The other readings stand beside the rules they explain.
"""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Submerged
from tests.rules.anniversary.fleet import sea, shots
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-933")
def test_any_land_of_the_side_will_do_if_held_since_the_turn_began() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter egypt",
        "control libya usa",
        "turn uk noncombat-move",
        "control morocco-algeria usa",
    )
    study.allowed("move 1 fighter egypt > libya")
    study.refused("move 1 fighter egypt > morocco-algeria", "AN-281")


@pytest.mark.rule("AN-939")
def test_the_strike_comes_in_every_round() -> None:
    study = sea("1 uk submarine", "1 germany cruiser")
    study.play("end")
    study.play("hold", dice=[6, 6])
    study.play("continue")
    events = study.play("hold", dice=[2])
    assert shots(events) == [("surprise strike of uk", ["submarine"])]
    assert study.units("sz-6") == {"uk submarine": 1}


@pytest.mark.rule("AN-940")
def test_a_destroyer_lost_earlier_no_longer_counts() -> None:
    study = sea("2 uk submarine", "1 germany destroyer, 1 germany cruiser")
    study.play("end", dice=[2, 6])
    study.play("lose 1 destroyer", dice=[6, 6])
    study.play("continue")
    assert study.step == "Submerge"
    events = study.play("hold", dice=[2, 6])
    assert shots(events) == [("surprise strike of uk", ["submarine"])]
    assert study.units("sz-6") == {"uk submarine": 2}


@pytest.mark.rule("AN-940", "AN-941", "AN-268")
def test_a_bystanders_destroyer_counts_for_nothing() -> None:
    study = sea("1 uk fighter, 1 uk cruiser", "1 germany submarine, 1 usa destroyer")
    study.play("end", "fight sz-6")
    # The submarine may dive and strikes first; the fighter rolls at nothing.
    assert study.step == "Submerge"
    events = study.play("hold", dice=[6, 6])
    assert shots(events) == [
        ("surprise strike in defence of germany", ["submarine"]),
        ("attack of uk", ["cruiser"]),
    ]
    assert study.units("sz-6")["usa destroyer"] == 1


@pytest.mark.rule("AN-941")
def test_an_enemys_destroyer_does_not_help_aircraft() -> None:
    study = sea("2 uk fighter", "1 germany submarine, 1 germany destroyer")
    study.play("end", "hold", dice=[3, 3, 6])
    # One hit sinks the destroyer, the other has no target.
    assert study.units("sz-6")["germany submarine"] == 1
    assert "germany destroyer" not in study.units("sz-6")


@pytest.mark.rule("AN-942")
def test_submarines_sunk_by_a_one_sided_strike_do_not_fire() -> None:
    study = sea("1 uk submarine, 1 uk destroyer", "1 germany submarine")
    study.play("end", "fight sz-6")
    events = study.play("hold", dice=[2])
    assert shots(events) == [("surprise strike of uk", ["submarine"])]
    assert study.units("sz-6") == {"uk submarine": 1, "uk destroyer": 1}
    mirror = sea("1 uk submarine", "1 germany submarine, 1 germany destroyer")
    # The defender's strike sinks the attacker, whose own fire would have come later.
    events = mirror.play("end", "hold", dice=[1])
    assert shots(events) == [("surprise strike in defence of germany", ["submarine"])]


@pytest.mark.rule("AN-943")
def test_the_attacker_dives_first_and_every_round_anew() -> None:
    study = sea("1 uk submarine, 1 uk cruiser", "1 germany submarine, 1 germany cruiser")
    study.play("end")
    assert study.asked == ("uk",)
    study.play("hold")
    assert study.asked == ("germany",)
    study.play("hold", dice=[6, 6, 6, 6])
    study.play("continue")
    assert (study.step, study.asked) == ("Submerge", ("uk",))
    events = study.play("submerge 1 submarine")
    assert isinstance(events[0], Submerged)
    assert study.asked == ("germany",)


@pytest.mark.rule("AN-944")
def test_as_many_hits_as_possible_take_effect() -> None:
    study = sea("1 uk fighter, 1 uk cruiser", "1 germany cruiser, 1 germany submarine")
    study.play("end")
    study.play("hold", dice=[6, 3, 3, 6])
    # The fighter's hit can fall on the cruiser only, so the other goes to the submarine.
    assert study.dice_left == 0
    assert study.units("sz-6") == {"uk fighter": 1, "uk cruiser": 1}
    both = sea("1 uk fighter, 1 uk cruiser", "2 germany cruiser, 1 germany submarine")
    both.play("end", "hold", dice=[6, 3, 3])
    both.refused("lose 2 submarine", "AN-269")
    both.refused("lose 1 cruiser", "AN-944")
    assert both.legal() == {"lose 2 cruiser", "lose 1 submarine, 1 cruiser"}


@pytest.mark.rule("AN-945")
def test_aircraft_against_submarines_alone_end_without_loss() -> None:
    study = sea("2 uk bomber", "2 germany submarine")
    study.play("end", "fight sz-6", "hold")
    assert study.step == "NoncombatMove"
    assert study.units("sz-6") == {"uk bomber": 2, "germany submarine": 2}


@pytest.mark.rule("AN-946")
def test_ships_that_never_moved_cannot_retreat_but_may_dive() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser, 1 uk submarine sz-6",
        "place 1 germany cruiser sz-6",
        "turn uk combat-move",
    )
    study.play("end")
    # After a round without hits the next begins: the submarine is asked, nobody else.
    study.play("hold", dice=[6, 6, 6])
    assert study.step == "Submerge"
    study.play("submerge 1 submarine", dice=[6, 6, 3, 6])
    assert study.step == "NoncombatMove"
    assert study.units("sz-6") == {"uk cruiser": 1, "uk submarine": 1}
