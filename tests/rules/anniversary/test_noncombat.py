"""Ledger section 10: the noncombat move."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Lost, Moved
from tests.rules.anniversary.study import Study


def peace(*edits: str, power: str = "uk") -> Study:
    return Study("clear", *edits, f"turn {power} noncombat-move")


@pytest.mark.rule("AN-277")
def test_only_units_that_neither_moved_nor_fought() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry, 1 germany fighter poland",
        "place 1 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 1 infantry, 1 fighter poland > east-poland")
    study.play("end", dice=[1, 6, 6])
    study.refused("move 1 infantry east-poland > poland", "AN-277")
    study.refused("end", "AN-280")  # the fighter must land
    study.play("move 1 infantry poland > germany")
    study.refused("move 1 infantry germany > poland", "AN-277")
    study.play("move 1 fighter east-poland > poland", "end")


@pytest.mark.rule("AN-378")
def test_only_aircraft_and_submarines_pass_hostile_spaces() -> None:
    land = peace(
        "place 1 germany tank, 1 germany fighter poland",
        "control belorussia germany",
        power="germany",
    )
    land.refused("move 1 tank poland > belorussia", "AN-378")
    land.refused("move 1 tank poland > east-poland > belorussia", "AN-378")
    land.allowed("move 1 fighter poland > belorussia")
    sea = peace("place 1 uk cruiser, 1 uk submarine sz-7", "place 1 germany cruiser sz-6")
    sea.refused("move 1 cruiser sz-7 > sz-6 > sz-5", "AN-378")
    sea.allowed("move 1 submarine sz-7 > sz-6 > sz-5")


@pytest.mark.rule("AN-378")
def test_a_way_found_by_itself_goes_round_hostile_spaces() -> None:
    """Between two spaces that do not touch there is a friendly way and a hostile one."""
    for hostile, friendly in (("ukraine", "east-poland"), ("east-poland", "ukraine")):
        land = peace(
            "place 1 germany tank bulgaria-romania",
            f"control {hostile} ussr",
            f"control {friendly} germany",
            "control eastern-ukraine germany",
            power="germany",
        )
        moved = land.play("move 1 tank bulgaria-romania > eastern-ukraine")
        routes = [event.route for event in moved if isinstance(event, Moved)]
        assert routes == [("bulgaria-romania", friendly, "eastern-ukraine")]
    for hostile, friendly in (("sz-11", "sz-12"), ("sz-12", "sz-11")):
        sea = peace("place 1 uk cruiser sz-9", f"place 1 germany cruiser {hostile}")
        moved = sea.play("move 1 cruiser sz-9 > sz-18")
        assert [e.route for e in moved if isinstance(e, Moved)] == [("sz-9", friendly, "sz-18")]
    barred = peace(
        "place 1 uk cruiser sz-9", "place 1 germany cruiser sz-11", "place 1 germany cruiser sz-12"
    )
    barred.refused("move 1 cruiser sz-9 > sz-18", "AN-378")
    assert "move 1 cruiser sz-9 > sz-18" not in barred.legal("move")


@pytest.mark.rule("AN-278")
def test_land_units_enter_friendly_territory_only() -> None:
    study = peace("place 1 germany infantry, 1 germany tank poland", power="germany")
    study.refused("move 1 infantry poland > east-poland", "AN-278")
    study.refused("move 1 tank poland > east-poland", "AN-278")
    study.allowed("move 1 infantry poland > bulgaria-romania")
    study.allowed("move 1 tank poland > germany > france")
    study.allowed("move 1 tank poland > balkans")  # through a friend's land to an ally's


@pytest.mark.rule("AN-279", "AN-338")
def test_aa_guns_move_here_one_space() -> None:
    study = peace("place 1 germany aa-gun germany", power="germany")
    study.refused("move 1 aa-gun germany > poland > bulgaria-romania", "AN-130")
    study.play("move 1 aa-gun germany > poland")
    assert study.units("poland") == {"germany aa-gun": 1}
    war = Study("clear", "place 1 germany aa-gun poland", "turn germany combat-move")
    war.refused("move 1 aa-gun poland > east-poland", "AN-177")
    assert war.legal("move") == set()


@pytest.mark.rule("AN-280", "AN-933")
def test_aircraft_land_where_their_side_held_the_ground() -> None:
    study = peace("place 1 uk fighter, 1 uk bomber egypt")
    study.refused("move 1 fighter egypt > libya", "AN-280")
    study.allowed("move 1 fighter egypt > trans-jordan")
    study.allowed("move 1 bomber egypt > caucasus")  # an ally's
    study.allowed("move 1 fighter egypt > persia")


@pytest.mark.rule("AN-281")
def test_no_aircraft_lands_in_a_new_conquest() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 2 germany fighter poland",
        "turn germany combat-move",
    )
    study.play("move 1 infantry, 1 fighter poland > east-poland", "end")
    assert study.owner("east-poland") == "germany"
    study.refused("end", "AN-280")
    # Nor does one that did not fight there.
    study.refused("move 1 fighter poland > east-poland", "AN-281")
    study.play("move 1 fighter east-poland > poland", "end")


@pytest.mark.rule("AN-282", "AN-351", "AN-355")
def test_only_fighters_land_at_sea_and_only_two_on_a_deck() -> None:
    study = peace("place 3 uk fighter, 1 uk bomber united-kingdom", "place 1 usa carrier sz-7")
    study.refused("move 1 bomber united-kingdom > sz-7", "AN-352")
    study.refused("move 3 fighter united-kingdom > sz-7", "AN-282")
    study.refused("move 1 fighter united-kingdom > sz-8", "AN-282")
    study.play("move 2 fighter united-kingdom > sz-7")
    study.refused("move 1 fighter united-kingdom > sz-7", "AN-282")


@pytest.mark.rule("AN-283", "AN-285")
def test_a_fighter_waits_for_a_carrier_that_must_be_placed_there() -> None:
    edits = ("place 1 uk fighter iceland", "place 1 uk fighter united-kingdom")
    bare = peace(*edits)
    bare.refused("move 1 fighter united-kingdom > sz-7", "AN-282")
    study = peace(*edits, "pool uk 1 carrier, 1 infantry")
    study.refused("move 1 fighter united-kingdom > sz-12", "AN-282")  # no factory beside it
    study.play("move 1 fighter united-kingdom > sz-7", "end")
    assert study.units("sz-7") == {"uk fighter": 1}
    study.refused("place 1 carrier united-kingdom > sz-8", "AN-285")
    study.allowed("place 1 infantry united-kingdom")  # output enough for both
    study.play("place 1 carrier united-kingdom > sz-7", "place 1 infantry united-kingdom")
    assert study.units("sz-7") == {"uk fighter": 1, "uk carrier": 1}
    scarce = peace(*edits, "pool uk 1 carrier, 1 infantry", "factory united-kingdom 7")
    scarce.play("move 1 fighter united-kingdom > sz-7", "end")
    scarce.refused("place 1 infantry united-kingdom", "AN-285")
    scarce.play("place 1 carrier united-kingdom > sz-7")


@pytest.mark.rule("AN-285")
def test_a_factory_built_just_now_brings_no_carrier_to_those_who_wait() -> None:
    study = Study(
        "clear",
        "place 1 germany fighter germany",
        "factory germany 9",
        "factory france none",
        "pool germany 1 carrier, 1 infantry, 1 factory",
        "turn germany noncombat-move",
    )
    study.play("move 1 fighter germany > sz-5", "end", "place 1 factory poland")
    study.refused("place 1 infantry germany", "AN-285")
    study.play("place 1 carrier germany > sz-5")


@pytest.mark.rule("AN-284")
def test_landing_ends_the_moves_of_fighter_and_carrier() -> None:
    study = peace("place 1 uk fighter united-kingdom", "place 1 uk carrier sz-7")
    study.allowed("move 1 carrier sz-7 > sz-8")
    study.play("move 1 fighter united-kingdom > sz-7")
    study.refused("move 1 carrier sz-7 > sz-8", "AN-284")
    study.refused("move 1 fighter sz-7 > united-kingdom", "AN-277")


def far_out(*edits: str) -> Study:
    """An American fighter spends all its movement on a transport in zone 61."""
    study = Study(
        "clear",
        "place 1 usa fighter hawaiian-islands",
        "place 1 japan transport sz-61",
        *edits,
        "turn usa combat-move",
    )
    study.play("move 1 fighter hawaiian-islands > sz-61")
    return study


@pytest.mark.rule("AN-285", "AN-286")
def test_a_carrier_must_come_for_the_fighter() -> None:
    study = far_out("place 1 usa carrier sz-51")
    study.play("end", "fight sz-61")
    study.refused("end", "AN-280")
    study.refused("move 1 carrier sz-51 > sz-52", "AN-285")
    study.play("move 1 carrier sz-51 > sz-61", "end")
    assert study.units("sz-61") == {"usa carrier": 1, "usa fighter": 1}


@pytest.mark.rule("AN-286")
def test_no_aircraft_is_thrown_away() -> None:
    study = peace("place 1 uk fighter united-kingdom")
    study.refused("move 1 fighter united-kingdom > sz-7", "AN-282")
    guests = peace("place 1 uk fighter, 1 uk carrier sz-18", "place 1 usa carrier sz-12")
    # The carrier may sail: its fighter follows. But the fighter may not go out of reach.
    guests.play("move 1 carrier sz-18 > sz-22")
    guests.refused("move 1 fighter sz-18 > sz-19", "AN-282")
    guests.refused("end", "AN-280")
    guests.play("move 1 fighter sz-18 > sz-12", "end")


@pytest.mark.rule("AN-287")
def test_aircraft_without_a_landing_place_are_lost() -> None:
    study = far_out("place 1 usa carrier sz-51", "place 1 japan cruiser sz-61")
    study.play("move 1 carrier sz-51 > sz-61")
    study.play("end", dice=[6, 6, 3])
    study.play("lose 1 carrier")
    study.play("retreat")
    events = study.play("end")
    assert [(e.power, e.what) for e in events if isinstance(e, Lost)] == [("usa", "1 fighter")]
    assert study.units("sz-61") == {"japan cruiser": 1, "japan transport": 1}


def sunk_carrier(*edits: str, fighters: str = "2 japan fighter") -> Study:
    """American submarines sink a Japanese carrier in zone 52."""
    study = Study(
        "clear",
        f"place 1 japan carrier, {fighters} sz-52",
        "place 2 usa submarine sz-53",
        *edits,
        "turn usa combat-move",
    )
    study.play("move 2 submarine sz-53 > sz-52", "end", "hold", dice=[2, 6])
    study.play("continue", "hold")
    return study


@pytest.mark.rule("AN-288")
def test_fighters_of_a_sunk_carrier_fly_one_space() -> None:
    study = sunk_carrier(
        "control wake-island japan", "place 1 japan carrier sz-59", "place 1 japan carrier sz-62"
    )
    assert (study.step, study.asked) == ("Homeless", ("japan",))
    study.refused("fly 1 fighter sz-52 > sz-62", "AN-288")
    study.refused("fly 1 fighter sz-52 > midway", "AN-288")
    study.refused("fly 1 fighter sz-52 > sz-60", "AN-288")
    study.play("fly 1 fighter sz-52 > sz-59", "fly 1 fighter sz-52 > wake-island")
    assert study.units("wake-island") == {"japan fighter": 1}
    assert study.units("sz-59") == {"japan carrier": 1, "japan fighter": 1}
    assert (study.step, study.asked) == ("NoncombatMove", ("usa",))


@pytest.mark.rule("AN-288")
def test_with_no_place_they_are_destroyed() -> None:
    study = sunk_carrier()
    assert study.step == "NoncombatMove"
    assert study.units("sz-52") == {"usa submarine": 2}


@pytest.mark.rule("AN-288")
def test_they_wait_for_the_battles_of_the_whole_turn() -> None:
    study = Study(
        "clear",
        "place 1 japan carrier, 1 japan fighter sz-52",
        "place 1 usa submarine sz-53",
        "place 1 china infantry hupeh",
        "control wake-island japan",
        "turn usa combat-move",
    )
    study.play("first usa", "move 1 submarine sz-53 > sz-52", "end", "hold", dice=[2])
    study.play("continue", "hold")
    assert study.step == "CombatMove"  # China's
    study.play("end")
    assert (study.step, study.asked) == ("Homeless", ("japan",))


@pytest.mark.rule("AN-289", "AN-948")
def test_ships_stay_in_friendly_zones() -> None:
    study = peace(
        "place 1 uk cruiser, 1 uk transport, 1 uk submarine sz-7", "place 1 germany destroyer sz-6"
    )
    study.refused("move 1 cruiser sz-7 > sz-6", "AN-289")
    study.refused("move 1 transport sz-7 > sz-6", "AN-289")
    study.allowed("move 1 cruiser sz-7 > sz-8 > sz-9")
    study.allowed("move 1 submarine sz-7 > sz-6")
    war = Study(
        "clear",
        "place 1 uk cruiser sz-7",
        "place 1 germany destroyer sz-6",
        "place 1 germany transport sz-5",
        "turn uk combat-move",
    )
    war.allowed("move 1 cruiser sz-7 > sz-6")
    war.refused("move 1 cruiser sz-7 > sz-6 > sz-5", "AN-131")


@pytest.mark.rule("AN-290", "AN-363")
def test_a_transport_moves_loads_and_offloads() -> None:
    study = peace(
        "place 1 uk infantry united-kingdom",
        "place 1 uk tank eastern-canada",
        "place 1 uk transport sz-8",
    )
    study.play("load 1 infantry united-kingdom > sz-8", "move 1 transport[infantry] sz-8 > sz-9")
    study.play("load 1 tank eastern-canada > sz-9")
    study.play("move 1 transport[infantry+tank] sz-9 > sz-1")
    study.play("land 1 tank, 1 infantry sz-1 > eastern-canada")
    assert study.units("eastern-canada") == {"uk infantry": 1, "uk tank": 1}


@pytest.mark.rule("AN-290")
def test_a_transport_that_was_in_combat_rests() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-6",
        "place 1 uk infantry united-kingdom",
        "place 1 germany destroyer sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 transport[infantry] sz-6 > sz-7", "end")
    study.refused("move 1 transport[infantry] sz-7 > sz-8", "AN-277")
    study.refused("load 1 infantry united-kingdom > sz-7", "AN-290")
    study.refused("land 1 infantry sz-7 > united-kingdom", "AN-290")


@pytest.mark.rule("AN-934")
def test_fresh_land_units_may_enter_a_conquest() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry, 1 germany aa-gun, 1 germany fighter poland",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland", "end")
    study.play("move 1 infantry, 1 aa-gun poland > east-poland")
    assert study.units("east-poland") == {"germany infantry": 2, "germany aa-gun": 1}
    study.refused("move 1 fighter poland > east-poland", "AN-281")
