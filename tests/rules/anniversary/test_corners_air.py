"""Corners of the rulebook: who comes down where, on which deck, and who is lost."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Lost
from sandtable.table import Event
from tests.rules.anniversary.study import Study


def war(*edits: str, power: str) -> Study:
    return Study("clear", *edits, f"turn {power} combat-move")


def peace(*edits: str, power: str) -> Study:
    return Study("clear", *edits, f"turn {power} noncombat-move")


def lost(events: list[Event]) -> list[tuple[str, str, str]]:
    return [(e.power, e.what, e.space) for e in events if isinstance(e, Lost)]


@pytest.mark.rule("AN-280", "AN-904")
def test_a_bomber_over_the_sea_must_come_down() -> None:
    study = war("place 1 uk bomber united-kingdom", "place 1 germany transport sz-6", power="uk")
    study.play("move 1 bomber united-kingdom > sz-6", "end", "fight sz-6")
    study.refused("end", "AN-280")
    study.play("move 1 bomber sz-6 > united-kingdom", "end")
    assert study.units("sz-6") == {}


@pytest.mark.rule("AN-280", "AN-352")
def test_a_free_deck_below_does_not_let_a_bomber_stay_at_sea() -> None:
    study = war(
        "place 1 uk bomber united-kingdom",
        "place 1 uk carrier sz-7",
        "place 1 germany transport sz-7",
        power="uk",
    )
    study.play("move 1 bomber united-kingdom > sz-7", "end", "fight sz-7")
    study.refused("end", "AN-280")


@pytest.mark.rule("AN-287")
def test_a_bomber_that_cannot_come_down_is_lost_and_takes_no_deck() -> None:
    study = Study(
        "clear",
        "place 1 uk bomber, 1 uk carrier, 2 uk fighter sz-18",
        "turn uk noncombat-move",
        "spent 6 1 uk bomber sz-18",
    )
    assert lost(study.play("end")) == [("uk", "1 bomber", "sz-18")]
    assert study.units("sz-18") == {"uk carrier": 1, "uk fighter": 2}


@pytest.mark.rule("AN-286", "AN-293")
def test_fighters_count_on_no_more_new_carriers_than_the_factory_puts_out() -> None:
    study = peace(
        "place 3 usa fighter eastern-united-states",
        "factory eastern-united-states 11",
        "pool usa 2 carrier",
        power="usa",
    )
    study.refused("move 3 fighter eastern-united-states > sz-10", "AN-282")
    study.play("move 2 fighter eastern-united-states > sz-10")
    study.refused("move 1 fighter eastern-united-states > sz-10", "AN-282")
    study.play("end", "place 1 carrier eastern-united-states > sz-10")
    study.refused("place 1 carrier eastern-united-states > sz-10", "AN-292")
    study.play("place 1 carrier western-united-states > sz-56", "end")
    assert study.units("sz-10") == {"usa carrier": 1, "usa fighter": 2}


@pytest.mark.rule("AN-283", "AN-293")
def test_one_carrier_does_not_wait_in_two_zones() -> None:
    study = peace("place 2 uk fighter united-kingdom", "pool uk 1 carrier", power="uk")
    study.play("move 1 fighter united-kingdom > sz-7")
    study.refused("move 1 fighter united-kingdom > sz-8", "AN-282")
    study.allowed("move 1 fighter united-kingdom > sz-7")


@pytest.mark.rule("AN-285", "AN-293")
def test_new_carriers_come_from_the_factories_that_reach_every_waiting_fighter() -> None:
    study = peace(
        "place 2 uk fighter united-kingdom",
        "place 1 uk fighter eastern-canada",
        "factory eastern-canada 0",
        "factory united-kingdom 7",  # value 8
        "pool uk 2 carrier",
        power="uk",
    )
    # One from the United Kingdom, the other from Canada: not both from one of them.
    study.play("move 1 fighter united-kingdom > sz-8", "move 1 fighter eastern-canada > sz-9")
    study.refused("move 1 fighter united-kingdom > sz-7", "AN-282")
    study.play("end")
    study.refused("place 1 carrier united-kingdom > sz-7", "AN-285")
    study.refused("place 1 carrier eastern-canada > sz-1", "AN-285")
    study.play("place 1 carrier united-kingdom > sz-8", "place 1 carrier eastern-canada > sz-9")


@pytest.mark.rule("AN-283", "AN-287", "AN-303")
def test_the_fighter_without_a_carrier_crashes_not_the_one_that_waits_for_it() -> None:
    study = war(
        "place 2 usa fighter western-canada",
        "place 1 usa carrier sz-8",
        "place 1 germany cruiser sz-9",
        "pool usa 1 carrier, 1 infantry",
        power="usa",
    )
    study.play(
        "move 1 carrier sz-8 > sz-9",
        "move 1 fighter western-canada > eastern-canada > eastern-united-states > sz-10 > sz-9",
    )
    study.play("end", dice=[3, 6, 3])
    study.play("lose 1 carrier", "move 1 fighter western-canada > sz-10")
    assert lost(study.play("end")) == [("usa", "1 fighter", "sz-9")]
    assert study.units("sz-10") == {"usa fighter": 1}
    study.play(
        "place 1 carrier eastern-united-states > sz-10",
        "place 1 infantry eastern-united-states",
    )
    assert study.units("sz-10") == {"usa carrier": 1, "usa fighter": 1}


def two_allies(zone: str, near: str, fighters: str = "2 usa fighter") -> Study:
    """German submarines sink the British of two Allied carriers."""
    study = war(
        f"place 1 uk carrier, 2 uk fighter, 1 usa carrier, {fighters} {zone}",
        f"place 2 germany submarine {near}",
        power="germany",
    )
    study.play(f"move 2 submarine {near} > {zone}", "end", dice=[1, 6, 6])
    study.play("hold")
    study.play("lose 1 uk carrier", seat="uk")
    study.play("lose 1 uk carrier", seat="usa")
    return study


@pytest.mark.rule("AN-288")
def test_the_fighters_of_the_sunk_carrier_look_for_a_place_not_their_allies() -> None:
    study = two_allies("sz-10", "sz-11")
    study.play("retreat sz-11")
    assert (study.step, study.asked) == ("Homeless", ("uk",))
    study.refused("fly 1 fighter sz-10 > sz-19", "AN-288")
    study.refused("fly 1 usa fighter sz-10 > panama", "AN-269")
    study.play("fly 2 fighter sz-10 > eastern-united-states")
    assert study.units("sz-10") == {"usa carrier": 1, "usa fighter": 2}


@pytest.mark.rule("AN-288")
def test_without_a_place_only_the_fighters_of_the_sunk_carrier_are_lost() -> None:
    study = two_allies("sz-11", "sz-12")
    assert lost(study.play("retreat sz-12")) == [("uk", "2 fighter", "sz-11")]
    assert study.units("sz-11") == {"usa carrier": 1, "usa fighter": 2}


@pytest.mark.rule("AN-288", "AN-958")
def test_a_free_place_on_an_allied_deck_saves_one_of_them() -> None:
    study = two_allies("sz-11", "sz-12", "1 usa fighter")
    assert lost(study.play("retreat sz-12")) == [("uk", "1 fighter", "sz-11")]
    assert study.units("sz-11") == {"usa carrier": 1, "usa fighter": 1, "uk fighter": 1}


@pytest.mark.rule("AN-161")
def test_guests_are_those_who_have_no_deck_of_their_own() -> None:
    study = war(
        "place 1 ussr fighter, 2 usa fighter, 1 usa carrier, 1 uk carrier sz-12", power="uk"
    )
    assert study.units("sz-12") == {
        "usa carrier": 1,
        "usa fighter": 2,
        "uk carrier[ussr fighter]": 1,
    }


@pytest.mark.rule("AN-284")
def test_a_carrier_with_a_landed_fighter_stays_even_if_a_new_one_is_to_come() -> None:
    study = peace(
        "place 1 uk carrier sz-7",
        "place 1 uk fighter united-kingdom",
        "pool uk 1 carrier",
        power="uk",
    )
    study.play("move 1 fighter united-kingdom > sz-7")
    study.refused("move 1 carrier sz-7 > sz-8", "AN-284")
    two = peace("place 2 uk carrier sz-7", "place 2 uk fighter united-kingdom", power="uk")
    two.play("move 2 fighter united-kingdom > sz-7", "move 1 carrier sz-7 > sz-8")
    two.refused("move 1 carrier sz-7 > sz-8", "AN-284")
