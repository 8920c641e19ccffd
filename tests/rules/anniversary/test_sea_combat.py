"""Ledger section 8.4: submarines, transports and battleships in combat."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Fired
from tests.rules.anniversary.fleet import sea, shots
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-217")
@pytest.mark.parametrize("choice", ["continue", "retreat sz-7"])
def test_only_transports_left_on_both_sides(choice: str) -> None:
    study = sea("1 uk destroyer, 1 uk transport[tank]", "1 germany destroyer, 1 germany transport")
    study.play("end", dice=[1, 1])
    assert study.legal() == {"continue", "retreat sz-7"}
    study.play(choice)
    assert study.step == "NoncombatMove"
    assert study.units("sz-6")["germany transport"] == 1
    where = "sz-6" if choice == "continue" else "sz-7"
    assert study.units(where)["uk transport[tank]"] == 1


@pytest.mark.rule("AN-220")
@pytest.mark.parametrize(("enemy", "may"), [("destroyer", False), ("submarine", True)])
def test_ships_retreat_only_where_it_was_friendly_when_the_turn_began(
    enemy: str, may: bool
) -> None:
    study = Study(
        "clear",
        f"place 1 uk battleship, 1 uk cruiser, 1 germany {enemy} sz-6",
        "place 1 germany cruiser sz-5",
        "turn uk combat-move",
    )
    study.play("move 1 cruiser sz-6 > sz-5", "end")
    # The battleship clears zone 6 first; then the cruisers in zone 5 miss each other.
    if may:
        study.play("fight sz-6", "hold", dice=[6, 4, 6, 6])
        assert study.legal() == {"continue", "retreat sz-6"}
    else:
        study.play("fight sz-6", dice=[4, 6, 6, 6, 3, 6])
        assert study.step == "NoncombatMove"
    assert study.units("sz-6") == {"uk battleship": 1}
    assert study.dice_left == 0


@pytest.mark.rule("AN-223")
def test_a_transport_that_retreats_keeps_its_load() -> None:
    study = sea("1 uk destroyer, 1 uk transport[tank]", "1 germany destroyer", "control france uk")
    study.play("end", dice=[6, 6])
    study.play("retreat sz-7")
    study.refused("land 1 tank sz-7 > france", "AN-223")
    study.refused("land 1 tank sz-7 > united-kingdom", "AN-223")
    assert study.units("sz-7")["uk transport[tank]"] == 1


@pytest.mark.rule("AN-224", "AN-226", "AN-228")
def test_attacking_submarines_fire_first_and_once() -> None:
    study = sea("1 uk submarine, 1 uk cruiser", "1 germany cruiser, 1 germany carrier")
    study.play("end")
    study.play("hold", dice=[2])
    assert study.asked == ("germany",)
    # The cruiser is gone before it can fire: one die of each side's other ship.
    events = study.play("lose 1 cruiser", dice=[6, 6])
    assert shots(events) == [
        ("attack of uk", ["cruiser"]),
        ("defence of germany", ["carrier"]),
    ]
    assert study.dice_left == 0


@pytest.mark.rule("AN-225", "AN-226")
def test_defending_submarines_fire_in_the_opening_step() -> None:
    study = sea("1 uk cruiser", "1 germany submarine, 1 germany transport")
    study.play("end", "fight sz-6")
    events = study.play("hold", dice=[1])
    assert shots(events) == [("surprise strike in defence of germany", ["submarine"])]
    assert study.units("sz-6") == {"germany submarine": 1, "germany transport": 1}


@pytest.mark.rule("AN-227")
def test_both_sides_strike_before_anyone_is_removed() -> None:
    study = sea("1 uk submarine", "1 germany submarine")
    study.play("end", "fight sz-6", "hold")
    study.play("hold", dice=[2, 1])
    assert study.units("sz-6") == {}


@pytest.mark.rule("AN-229", "AN-358")
def test_a_defending_destroyer_cancels_strike_and_dive() -> None:
    study = sea("1 uk submarine, 1 uk cruiser", "1 germany destroyer, 1 germany cruiser")
    # No question about submerging; the submarine fires with the others, victims fire back.
    events = study.play("end", dice=[2, 3, 6, 6])
    assert shots(events) == [
        ("attack of uk", ["submarine", "cruiser"]),
        ("defence of germany", ["destroyer", "cruiser"]),
    ]
    assert study.units("sz-6") == {"uk submarine": 1, "uk cruiser": 1}


@pytest.mark.rule("AN-230", "AN-358")
def test_an_attacking_destroyer_cancels_strike_and_dive() -> None:
    study = sea("1 uk destroyer", "1 germany submarine")
    events = study.play("end", "fight sz-6", dice=[2, 1])
    assert shots(events) == [
        ("attack of uk", ["destroyer"]),
        ("defence of germany", ["submarine"]),
    ]
    assert study.units("sz-6") == {}


@pytest.mark.rule("AN-231", "AN-232")
def test_each_submarine_decides_for_itself_and_is_then_out() -> None:
    study = sea("2 uk cruiser", "2 germany submarine")
    study.play("end", "fight sz-6")
    assert study.legal() == {"hold", "submerge 1 submarine", "submerge 2 submarine"}
    study.refused("submerge 1 cruiser", "AN-231")
    # One strikes and is sunk by two hits, the other can take none of them.
    events = study.play("submerge 1 submarine", dice=[6, 3, 3])
    assert shots(events) == [
        ("surprise strike in defence of germany", ["submarine"]),
        ("attack of uk", ["cruiser"]),
    ]
    assert study.units("sz-6") == {"uk cruiser": 2, "germany submarine": 1}
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-233")
def test_a_submarine_escapes_aircraft_before_they_fire() -> None:
    study = sea("2 uk fighter", "1 germany submarine")
    study.play("end", "fight sz-6")
    assert (study.step, study.asked) == ("Submerge", ("germany",))
    study.play("submerge 1 submarine")
    assert study.step == "NoncombatMove"
    assert study.units("sz-6") == {"germany submarine": 1, "uk fighter": 2}


@pytest.mark.rule("AN-234")
def test_a_submarines_hit_never_falls_on_aircraft() -> None:
    study = sea("1 uk cruiser, 1 uk fighter", "2 germany submarine")
    study.play("end", "fight sz-6")
    # Two hits, but only the cruiser can take one; the other is lost.
    study.play("hold", dice=[1, 1])
    assert study.units("sz-6") == {"uk fighter": 1, "germany submarine": 2}
    attack = sea("2 uk submarine", "1 germany carrier, 1 germany fighter, 1 germany cruiser")
    attack.play("end", "hold", dice=[2, 2])
    assert attack.units("sz-6") == {"uk submarine": 2, "germany fighter": 1}


@pytest.mark.rule("AN-235")
def test_aircraft_hit_submarines_only_beside_a_destroyer() -> None:
    without = sea("1 uk cruiser, 2 uk fighter", "2 germany submarine")
    without.play("end", "fight sz-6")
    # Strikes, then the cruiser alone rolls: the fighters have nothing to hit.
    events = without.play("hold", dice=[6, 6, 6])
    assert shots(events)[-1] == ("attack of uk", ["cruiser"])
    assert without.units("sz-6")["germany submarine"] == 2
    beside = sea("1 uk destroyer, 2 uk fighter", "2 germany submarine")
    beside.play("end", "fight sz-6", dice=[3, 3, 6, 6, 6])
    assert beside.units("sz-6") == {"uk destroyer": 1, "uk fighter": 2}


@pytest.mark.rule("AN-236")
def test_submarines_against_a_carrier_group() -> None:
    study = sea(
        "2 uk submarine", "1 germany carrier, 2 germany fighter", "place 1 germany infantry norway"
    )
    study.play("end", "hold", dice=[2, 6])
    # The carrier takes the hit without firing; the fighters neither fire nor are hit.
    assert study.dice_left == 0
    assert study.units("sz-6") == {"uk submarine": 2, "germany fighter": 2}


@pytest.mark.rule("AN-237")
def test_a_destroyer_does_not_cancel_super_submarines() -> None:
    study = sea("1 uk submarine", "1 germany destroyer", "tech uk super-submarines")
    events = study.play("end", dice=[3, 6])
    attack = next(e for e in events if isinstance(e, Fired))
    assert [(s.needed, s.hits) for s in attack.shots] == [(3, 1)]
    assert study.units("sz-6") == {"uk submarine": 1}


@pytest.mark.rule("AN-238", "AN-241", "AN-360")
def test_lone_transports_go_down_without_dice_and_that_is_a_combat() -> None:
    study = Study(
        "clear",
        "place 1 uk destroyer sz-6",
        "place 2 germany transport[infantry] sz-6",
        "turn uk combat-move",
    )
    study.play("end", "fight sz-6")
    assert study.units("sz-6") == {"uk destroyer": 1}
    study.refused("move 1 destroyer sz-6 > sz-7", "AN-277")


@pytest.mark.rule("AN-238")
def test_transports_left_alone_go_down_before_the_attacker_may_leave() -> None:
    study = sea("2 uk cruiser", "1 germany destroyer, 1 germany transport[tank]")
    study.play("end", dice=[3, 6, 6])
    assert study.units("sz-6") == {"uk cruiser": 2}
    assert study.step == "NoncombatMove"
    strike = sea("1 uk submarine, 1 uk cruiser", "1 germany cruiser, 1 germany transport")
    strike.play("end")
    strike.play("hold", dice=[1])
    assert strike.units("sz-6") == {"uk submarine": 1, "uk cruiser": 1}


@pytest.mark.rule("AN-239")
def test_submarines_do_not_protect_transports_from_aircraft() -> None:
    study = sea("1 uk bomber", "1 germany submarine, 2 germany transport[infantry]")
    study.play("end", "fight sz-6", "hold")
    assert study.units("sz-6") == {"uk bomber": 1, "germany submarine": 1}


@pytest.mark.rule("AN-240")
def test_attacking_transports_have_to_be_hit_and_can_leave() -> None:
    study = sea("1 uk destroyer, 1 uk transport[tank]", "1 germany cruiser")
    study.play("end", dice=[6, 3])
    assert study.units("sz-6") == {"uk transport[tank]": 1, "germany cruiser": 1}
    study.play("continue", dice=[4])
    assert study.step == "Retreat"
    study.play("retreat sz-7")
    assert study.units("sz-7") == {"uk transport[tank]": 1}


@pytest.mark.rule("AN-242")
def test_transports_are_lost_last() -> None:
    study = sea("3 uk cruiser", "1 germany cruiser, 1 germany destroyer, 1 germany transport")
    study.play("end", dice=[3, 6, 6])
    study.refused("lose 1 transport", "AN-242")
    assert study.legal() == {"lose 1 cruiser", "lose 1 destroyer"}
    first = sea("2 uk cruiser", "1 germany battleship, 1 germany transport")
    # Even a first hit that only damages a battleship comes before the transport.
    first.play("end", dice=[3, 6, 6])
    assert first.units("sz-6")["germany transport"] == 1


@pytest.mark.rule("AN-242")
def test_a_hit_that_nobody_else_can_take_sinks_a_transport() -> None:
    study = sea("1 uk fighter, 1 uk cruiser", "1 germany submarine, 1 germany transport")
    study.play("end", "fight sz-6")
    # The fighter's hit cannot fall on the submarine, so the transport takes it.
    study.play("hold", dice=[6, 3, 6])
    assert study.units("sz-6") == {
        "uk fighter": 1,
        "uk cruiser": 1,
        "germany submarine": 1,
    }


@pytest.mark.rule("AN-243", "AN-354", "AN-245")
def test_battleships_take_two_hits_in_one_battle() -> None:
    study = sea("2 uk cruiser", "1 germany battleship")
    study.play("end", dice=[3, 6, 6])
    assert [u.hurt for u in study.space("sz-6").units if u.unit == "battleship"] == [True]
    study.play("continue", dice=[3, 6, 6])
    assert study.units("sz-6") == {"uk cruiser": 2}
    whole = sea("2 uk cruiser", "1 germany battleship")
    whole.play("end", dice=[3, 6, 6])
    whole.play("retreat sz-7")
    assert not any(u.hurt for u in whole.space("sz-6").units)


@pytest.mark.rule("AN-245")
def test_an_attacking_battleship_is_whole_again_after_battle_or_retreat() -> None:
    won = sea("1 uk battleship", "2 germany destroyer")
    won.play("end", dice=[4, 2, 6])
    assert [u.hurt for u in won.space("sz-6").units if u.unit == "battleship"] == [True]
    won.play("continue", dice=[4, 6])
    assert [u.hurt for u in won.space("sz-6").units] == [False]
    back = sea("1 uk battleship", "2 germany destroyer")
    back.play("end", dice=[6, 2, 6])
    back.play("retreat sz-7")
    assert [u.hurt for u in back.space("sz-7").units] == [False]


@pytest.mark.rule("AN-244")
def test_strike_damage_counts_for_the_rest_of_the_battle() -> None:
    study = sea("1 uk submarine, 1 uk cruiser", "1 germany battleship")
    study.play("end")
    # Damaged by the strike, hit again by the cruiser: it fires once more and sinks.
    events = study.play("hold", dice=[2, 3, 6])
    assert shots(events)[-1] == ("defence of germany", ["battleship"])
    assert study.units("sz-6") == {"uk submarine": 1, "uk cruiser": 1}
