"""Ledger section 11: new units enter the board."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def arrivals(pool: str, *edits: str, power: str = "uk") -> Study:
    return Study("clear", f"pool {power} {pool}", *edits, f"turn {power} mobilize")


@pytest.mark.rule("AN-291")
def test_units_enter_at_factories_held_since_the_turn_began() -> None:
    study = arrivals("3 infantry")
    study.refused("place 1 infantry egypt", "AN-291")  # no factory
    study.refused("place 1 infantry germany", "AN-291")  # not its own
    study.play("place 3 infantry united-kingdom")
    assert study.units("united-kingdom") == {"uk infantry": 3}
    taken = Study(
        "clear",
        "pool germany 1 infantry",
        "turn germany mobilize",
        "control karelia-ssr germany",
    )
    taken.refused("place 1 infantry karelia-ssr", "AN-291")


@pytest.mark.rule("AN-292")
def test_a_factory_places_as_many_as_the_land_is_worth_ships_included() -> None:
    study = arrivals("6 infantry, 2 destroyer, 1 transport")
    study.play("place 5 infantry united-kingdom", "place 2 destroyer united-kingdom > sz-6")
    study.refused("place 1 infantry, 1 transport united-kingdom", "AN-292")
    study.play("place 1 infantry united-kingdom")
    study.refused("place 1 transport united-kingdom > sz-6", "AN-292")
    study.play("end")  # what does not fit waits
    assert study.state.turn == study.world.power["italy"]


@pytest.mark.rule("AN-293")
def test_damage_lowers_the_limit_down_to_nothing() -> None:
    study = arrivals("4 infantry", "factory united-kingdom 6")
    study.refused("place 3 infantry united-kingdom", "AN-292")
    study.play("place 2 infantry united-kingdom")
    study.refused("place 1 infantry united-kingdom", "AN-292")
    ruined = arrivals("1 infantry", "factory united-kingdom 16")
    ruined.refused("place 1 infantry united-kingdom", "AN-292")
    ruined.play("end")


@pytest.mark.rule("AN-294")
def test_an_allys_factory_is_closed() -> None:
    study = arrivals("1 infantry", power="usa")
    study.refused("place 1 infantry united-kingdom", "AN-294")
    study.refused("place 1 infantry russia", "AN-294")
    # Unless it fell to the power itself after the ally's capital was lost.
    held = arrivals("1 infantry", "control russia germany", "control karelia-ssr usa", power="usa")
    held.allowed("place 1 infantry karelia-ssr")


@pytest.mark.rule("AN-295")
def test_land_units_and_bombers_enter_in_the_territory_itself() -> None:
    study = arrivals("1 infantry, 1 tank, 1 aa-gun, 1 bomber", "place 1 uk transport sz-6")
    for unit in ("infantry", "tank", "aa-gun", "bomber"):
        study.refused(f"place 1 {unit} united-kingdom > sz-6", "AN-295")
    study.play("place 1 infantry, 1 tank, 1 aa-gun, 1 bomber united-kingdom")
    assert len(study.units("united-kingdom")) == 4


@pytest.mark.rule("AN-296")
def test_ships_enter_in_any_zone_beside_the_factory() -> None:
    study = arrivals("2 destroyer")
    study.refused("place 1 destroyer united-kingdom", "AN-296")
    study.refused("place 1 destroyer united-kingdom > sz-5", "AN-296")
    zones = {line.rpartition("> ")[2] for line in study.legal("place 1 destroyer")}
    assert zones == {"sz-2", "sz-3", "sz-6", "sz-7", "sz-8"}


@pytest.mark.rule("AN-297")
def test_ships_may_enter_a_hostile_zone_without_a_battle() -> None:
    study = arrivals("1 destroyer", "place 1 germany battleship sz-6")
    study.play("place 1 destroyer united-kingdom > sz-6")
    assert study.units("sz-6") == {"germany battleship": 1, "uk destroyer": 1}
    assert (study.step, study.asked) == ("Purchase", ("italy",))


@pytest.mark.rule("AN-298")
def test_fighters_enter_on_land_or_on_the_powers_own_decks() -> None:
    study = arrivals("4 fighter, 1 carrier", "place 1 uk carrier, 1 uk fighter sz-6")
    study.refused("place 1 fighter united-kingdom > sz-7", "AN-298")
    study.refused("place 2 fighter united-kingdom > sz-6", "AN-298")
    study.play("place 1 fighter united-kingdom > sz-6")
    study.play("place 1 carrier united-kingdom > sz-7", "place 2 fighter united-kingdom > sz-7")
    study.play("place 1 fighter united-kingdom")
    assert study.units("sz-7") == {"uk carrier": 1, "uk fighter": 2}
    assert study.units("sz-6") == {"uk carrier": 1, "uk fighter": 2}


@pytest.mark.rule("AN-299")
def test_fighters_do_not_enter_on_an_allys_deck() -> None:
    study = arrivals("1 fighter", "place 1 usa carrier sz-6")
    study.refused("place 1 fighter united-kingdom > sz-6", "AN-299")
    assert study.legal("place") == {"place 1 fighter united-kingdom"}


@pytest.mark.rule("AN-300")
def test_where_a_new_factory_may_stand() -> None:
    study = Study(
        "clear", "pool uk 1 factory", "turn uk mobilize", "control libya uk", "control persia usa"
    )
    study.refused("place 1 factory gibraltar", "AN-300")  # worth nothing
    study.refused("place 1 factory libya", "AN-300")  # taken this turn
    study.refused("place 1 factory persia", "AN-300")  # an ally's
    study.play("place 1 factory egypt")
    assert study.space("egypt").output == 2


@pytest.mark.rule("AN-301")
def test_one_factory_in_a_territory() -> None:
    study = arrivals("2 factory")
    study.refused("place 1 factory united-kingdom", "AN-301")
    study.refused("place 2 factory egypt", "AN-301")
    study.play("place 1 factory egypt")
    study.refused("place 1 factory egypt", "AN-301")


@pytest.mark.rule("AN-302")
def test_what_finds_no_room_is_kept_for_later_turns() -> None:
    study = arrivals("10 infantry")
    study.play("place 8 infantry united-kingdom", "end")
    pass_to(study, "uk", "Mobilize")
    assert study.units("united-kingdom") == {"uk infantry": 8}
    study.play("place 2 infantry united-kingdom")
    assert study.units("united-kingdom") == {"uk infantry": 10}


@pytest.mark.rule("AN-303")
def test_nothing_that_fits_is_held_back() -> None:
    study = arrivals("2 infantry, 1 factory")
    study.refused("end", "AN-303")
    study.play("place 2 infantry united-kingdom")
    study.refused("end", "AN-303")
    study.play("place 1 factory india")
    assert study.state.turn == study.world.power["italy"]


@pytest.mark.rule("AN-954")
def test_a_new_factory_costs_no_output_and_is_idle_this_turn() -> None:
    study = arrivals("8 infantry, 2 factory")
    study.play("place 1 factory egypt")
    study.refused("place 1 infantry egypt", "AN-291")
    study.play("place 8 infantry united-kingdom", "place 1 factory india")
    assert study.units("united-kingdom") == {"uk infantry": 8}
