"""Ledger section 8.2: amphibious assaults."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import BattleBegan, Fired
from tests.rules.anniversary.study import Study


def order(events: list[object]) -> list[str]:
    """Battles and bombardments in the order they happened."""
    found = []
    for event in events:
        if isinstance(event, BattleBegan):
            found.append(event.space)
        elif isinstance(event, Fired) and event.what.startswith("bombardment"):
            found.append("bombardment")
    return found


def manila(*enemy: str, ships: str = "1 japan battleship, 1 japan cruiser") -> Study:
    """A Japanese landing in the Philippines from zone 50, declared."""
    study = Study(
        "clear",
        f"place {ships}, 1 japan transport[infantry+infantry] sz-61",
        "place 2 usa infantry philippine-islands",
        *(f"place {units} sz-50" for units in enemy),
        "turn japan combat-move",
    )
    study.play("move 1 transport[infantry+infantry] sz-61 > sz-50")
    study.play("land 2 infantry sz-50 > philippine-islands")
    study.play(f"move {ships.replace('japan ', '')} sz-61 > sz-50")
    return study


@pytest.mark.rule("AN-186", "AN-187", "AN-190")
def test_sea_combat_is_compulsory_and_then_nobody_bombards() -> None:
    study = manila("1 usa destroyer")
    # The destroyer is sunk and misses; then two infantry beat two.
    events = study.play("end", dice=[3, 6, 6, 1, 1, 6, 6])
    assert order(list(events)) == ["sz-50", "philippine-islands"]
    assert study.dice_left == 0


@pytest.mark.rule("AN-186", "AN-191")
def test_bombardment_comes_before_the_landing() -> None:
    study = manila()
    study.play("end")
    assert study.step == "Bombard"
    # Battleship hits at 4, cruiser at 3; then the land battle begins.
    events = study.play("bombard 1 battleship, 1 cruiser", dice=[3, 4, 6, 6, 6, 6])
    assert order(list(events)) == ["bombardment", "philippine-islands"]
    shots = next(e for e in events if isinstance(e, Fired)).shots
    assert [(s.unit, s.needed, s.hits) for s in shots] == [("cruiser", 3, 1), ("battleship", 4, 1)]


@pytest.mark.rule("AN-191")
def test_other_ships_do_not_bombard_and_nobody_has_to() -> None:
    study = manila(ships="1 japan destroyer, 1 japan carrier, 1 japan cruiser")
    study.play("end")
    study.refused("bombard 1 destroyer", "AN-191")
    study.refused("bombard 1 carrier", "AN-191")
    study.refused("bombard 1 transport", "AN-191")
    assert study.legal() == {"hold", "bombard 1 cruiser"}
    study.play("hold", dice=[1, 1, 6, 6])
    assert study.dice_left == 0
    assert study.owner("philippine-islands") == "japan"


@pytest.mark.rule("AN-188", "AN-930")
@pytest.mark.parametrize("enemy", ["1 usa submarine", "1 usa transport"])
def test_submarines_and_transports_may_be_ignored(enemy: str) -> None:
    study = manila(enemy)
    study.play("end")
    assert study.legal() == {"fight sz-50", "ignore sz-50"}
    study.play("ignore sz-50")
    assert study.step == "Bombard"
    assert study.units("sz-50")[enemy.removeprefix("1 ")] == 1


@pytest.mark.rule("AN-930", "AN-188")
def test_who_attacks_meets_every_enemy_in_the_zone() -> None:
    study = manila("1 usa submarine, 1 usa transport")
    study.play("end", "fight sz-50")
    # The submarine strikes and is hit; the transport is then lost without dice; the landing.
    study.play("hold", dice=[6, 2, 6, 1, 1, 6, 6])
    assert study.dice_left == 0
    assert set(study.units("sz-50")) == {"japan battleship", "japan cruiser", "japan transport"}


@pytest.mark.rule("AN-189")
def test_all_ships_in_the_zone_take_part() -> None:
    ships = "1 japan destroyer, 1 japan cruiser, 1 japan carrier, 1 japan battleship"
    study = manila("2 usa destroyer", ships=ships)
    events = study.play("end", dice=[6, 6, 6, 6, 6, 6])
    attack = next(e for e in events if isinstance(e, Fired))
    assert [s.unit for s in attack.shots] == ["destroyer", "cruiser", "carrier", "battleship"]


@pytest.mark.rule("AN-192")
def test_no_more_ships_than_units_landed() -> None:
    study = manila(ships="2 japan battleship, 1 japan cruiser")
    study.play("end")
    study.refused("bombard 2 battleship, 1 cruiser", "AN-192")
    study.allowed("bombard 2 battleship")


@pytest.mark.rule("AN-193")
def test_sinking_a_lone_transport_rules_out_bombardment() -> None:
    study = manila("1 usa transport")
    events = study.play("end", "fight sz-50", dice=[1, 1, 6, 6])
    assert order(list(events)) == ["sz-50", "philippine-islands"]
    assert study.dice_left == 0
    assert "usa transport" not in study.units("sz-50")


@pytest.mark.rule("AN-194")
@pytest.mark.parametrize(("shells", "defenders_left"), [([6, 3], 1), ([4, 3], 0)])
def test_bombardment_casualties_fire_once_more(shells: list[int], defenders_left: int) -> None:
    study = manila()
    study.play("end")
    attack = [6, 6] if defenders_left else []
    # Both defenders fire in the first round even if the shells hit them all: two hits.
    study.play("bombard 1 battleship, 1 cruiser", dice=[*reversed(shells), *attack, 2, 2])
    assert study.dice_left == 0
    left = {"usa infantry": defenders_left} if defenders_left else {}
    assert study.units("philippine-islands") == left
    assert study.owner("philippine-islands") == "usa"


@pytest.mark.rule("AN-195", "AN-938")
def test_a_ship_bombards_one_territory_and_limits_are_counted_apart() -> None:
    study = Study(
        "clear",
        "place 2 uk battleship, 1 uk cruiser, 1 uk transport[infantry] sz-7",
        "place 1 uk transport[infantry+infantry] sz-7",
        "place 1 germany infantry france",
        "place 1 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play(
        "land 2 infantry sz-7 > france from transport[infantry+infantry]",
        "land 1 infantry sz-7 > northwestern-europe",
        "end",
    )
    study.play("fight france")
    study.refused("bombard 2 battleship, 1 cruiser", "AN-192")
    study.play("bombard 1 battleship, 1 cruiser", dice=[6, 6, 1, 6, 6])
    # The other coast: one unit lands there, and only one battleship has not fired.
    assert study.step == "Bombard"
    study.refused("bombard 1 cruiser", "AN-196")
    assert study.legal() == {"hold", "bombard 1 battleship"}


@pytest.mark.rule("AN-195")
def test_a_ship_that_has_fired_is_not_asked_again() -> None:
    study = Study(
        "clear",
        "place 1 uk battleship, 2 uk transport[infantry] sz-7",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-7 > france", "land 1 infantry sz-7 > northwestern-europe", "end")
    study.play("fight france", "bombard 1 battleship", dice=[4])
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-196")
def test_ships_of_another_zone_cannot_bombard() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser, 1 uk transport[infantry+infantry] sz-7",
        "place 1 uk battleship sz-6",
        "place 1 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("land 2 infantry sz-7 > northwestern-europe", "end")
    study.refused("bombard 1 battleship", "AN-196")
    assert study.legal() == {"hold", "bombard 1 cruiser"}


@pytest.mark.rule("AN-197")
def test_no_landing_while_a_warship_remains_or_without_cargo() -> None:
    study = manila("1 usa destroyer", ships="1 japan destroyer")
    study.play("end", dice=[6, 6])
    study.play("retreat sz-61")
    assert study.step == "NoncombatMove"
    assert study.units("philippine-islands") == {"usa infantry": 2}
    assert study.units("sz-61") == {
        "japan destroyer": 1,
        "japan transport[infantry+infantry]": 1,
    }
    lost = manila("1 usa destroyer", ships="1 japan destroyer")
    lost.play("end", dice=[6, 2])
    lost.play("continue", dice=[1])
    assert lost.step == "NoncombatMove"
    assert lost.units("sz-50") == {"usa destroyer": 1}
    assert lost.units("philippine-islands") == {"usa infantry": 2}


@pytest.mark.rule("AN-197")
def test_nobody_lands_past_a_warship_that_was_not_sunk() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[usa infantry], 1 germany destroyer sz-12",
        "place 1 usa submarine sz-11",
        "turn usa combat-move",
    )
    # The transport is British; the American submarine fails to clear the zone and is sunk.
    study.play("move 1 submarine sz-11 > sz-12", "land 1 infantry sz-12 > morocco-algeria")
    study.play("end", dice=[6, 1])
    assert study.owner("morocco-algeria") == "germany"
    assert study.units("sz-12") == {"uk transport[usa infantry]": 1, "germany destroyer": 1}


@pytest.mark.rule("AN-198")
def test_one_transport_lands_in_one_territory() -> None:
    study = Study("clear", "place 1 uk transport[infantry+tank] sz-7", "turn uk combat-move")
    study.play("land 1 tank sz-7 > france")
    study.refused("land 1 infantry sz-7 > northwestern-europe", "AN-198")
    study.allowed("land 1 infantry sz-7 > france")


@pytest.mark.rule("AN-199")
def test_overland_units_fight_a_round_though_the_fleet_turned_back() -> None:
    study = Study(
        "clear",
        "place 1 ussr destroyer, 1 ussr transport[infantry] sz-3",
        "place 1 germany cruiser sz-4",
        "place 2 ussr infantry karelia-ssr",
        "place 1 germany infantry finland",
        "turn ussr combat-move",
    )
    study.play("move 1 transport[infantry] sz-3 > sz-4", "land 1 infantry sz-4 > finland")
    study.play("move 1 destroyer sz-3 > sz-4", "move 2 infantry karelia-ssr > finland")
    study.play("end", dice=[6, 6])
    # No question before the round: three dice are rolled, then the infantry may go back.
    study.play("retreat sz-3", dice=[6, 6, 6])
    assert (study.step, study.dice_left) == ("Retreat", 0)
    study.play("retreat karelia-ssr")
    assert study.units("karelia-ssr") == {"ussr infantry": 2}


def beachhead() -> Study:
    """Tanks from France, fighters and a landed infantry attack Northwestern Europe."""
    study = Study(
        "clear",
        "control france uk",
        "control germany uk",
        "place 1 uk tank, 1 uk infantry france",
        "place 1 uk tank germany",
        "place 2 uk fighter united-kingdom",
        "place 1 uk transport[artillery] sz-6",
        "place 4 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play(
        "move 1 tank, 1 infantry france > northwestern-europe",
        "move 1 tank germany > northwestern-europe",
        "move 2 fighter united-kingdom > northwestern-europe",
        "land 1 artillery sz-6 > northwestern-europe",
        "end",
        dice=[6] * 10,
    )
    assert (study.step, study.dice_left) == ("Retreat", 0)
    return study


@pytest.mark.rule("AN-200", "AN-201", "AN-202", "AN-203")
def test_who_retreats_from_a_beach() -> None:
    study = beachhead()
    study.refused("retreat sz-6", "AN-200")
    study.refused("retreat", "AN-203")
    study.refused("retreat poland", "AN-219")
    assert study.legal("retreat") == {"retreat france", "retreat germany"}
    # All overland units go to one place, all fighters leave; the artillery fights on alone.
    study.play("retreat germany", dice=[6, 1, 1, 1, 1])
    assert study.units("germany") == {"uk tank": 2, "uk infantry": 1}
    assert study.units("france") == {}
    assert study.step == "NoncombatMove"
    assert study.units("northwestern-europe") == {"germany infantry": 4, "uk fighter": 2}


@pytest.mark.rule("AN-201")
def test_overland_units_go_back_only_where_one_of_them_came_from() -> None:
    study = Study(
        "clear",
        "control france uk",
        "control germany uk",
        "place 1 uk tank france",
        "place 1 uk transport[infantry] sz-6",
        "place 2 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("move 1 tank france > northwestern-europe")
    study.play("land 1 infantry sz-6 > northwestern-europe", "end", dice=[6, 6, 6, 6])
    study.refused("retreat germany", "AN-219")
    assert study.legal() == {"continue", "retreat france"}


@pytest.mark.rule("AN-200")
def test_the_landed_are_never_asked_to_retreat() -> None:
    study = Study(
        "clear",
        "place 1 uk transport[infantry] sz-6",
        "place 1 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-6 > northwestern-europe")
    study.play("end", dice=[6, 6, 6, 6, 1, 6])
    assert study.dice_left == 0
    assert study.owner("northwestern-europe") == "uk"


@pytest.mark.rule("AN-202")
def test_aircraft_leave_all_together() -> None:
    study = Study(
        "clear",
        "place 2 uk fighter united-kingdom",
        "place 1 uk transport[infantry] sz-6",
        "place 2 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("move 2 fighter united-kingdom > northwestern-europe")
    study.play("land 1 infantry sz-6 > northwestern-europe", "end", dice=[6] * 5)
    assert study.legal() == {"continue", "retreat"}
    # One die of the infantry and none of a fighter: a round of misses, then both hit.
    study.play("retreat", dice=[6, 6, 6, 1, 2, 6])
    assert study.dice_left == 0
    assert study.units("northwestern-europe") == {"germany infantry": 1, "uk fighter": 2}


@pytest.mark.rule("AN-204")
def test_an_aircraft_fights_at_sea_or_on_land() -> None:
    study = Study(
        "clear",
        "place 1 uk fighter united-kingdom",
        "place 1 uk cruiser, 1 uk transport[infantry] sz-7",
        "place 1 germany destroyer sz-6",
        "place 1 germany infantry northwestern-europe",
        "turn uk combat-move",
    )
    study.play("move 1 transport[infantry] sz-7 > sz-6")
    study.play("land 1 infantry sz-6 > northwestern-europe", "move 1 cruiser sz-7 > sz-6")
    study.play("move 1 fighter united-kingdom > sz-6")
    study.refused("move 1 fighter sz-6 > northwestern-europe", "AN-128")
    # At sea fighter and cruiser roll, on land only the infantry.
    study.play("end", dice=[3, 6, 6, 1, 6])
    assert study.dice_left == 0
    assert study.owner("northwestern-europe") == "uk"


@pytest.mark.rule("AN-205")
def test_aircraft_on_the_coast_do_not_defend_the_zone() -> None:
    study = Study(
        "clear",
        "place 1 uk cruiser, 1 uk transport[infantry] sz-7",
        "place 1 germany destroyer sz-6",
        "place 1 germany fighter northwestern-europe",
        "turn uk combat-move",
    )
    study.play("move 1 transport[infantry] sz-7 > sz-6")
    study.play("land 1 infantry sz-6 > northwestern-europe", "move 1 cruiser sz-7 > sz-6")
    events = study.play("end", dice=[3, 6, 6, 4])
    fired = [(e.space, [s.unit for s in e.shots]) for e in events if isinstance(e, Fired)]
    assert fired == [
        ("sz-6", ["cruiser"]),
        ("sz-6", ["destroyer"]),
        ("northwestern-europe", ["infantry"]),
        ("northwestern-europe", ["fighter"]),
    ]


@pytest.mark.rule("AN-937")
def test_shells_before_flak_and_never_on_the_gun() -> None:
    study = Study(
        "clear",
        "place 1 uk battleship, 1 uk transport[infantry] sz-7",
        "place 1 uk fighter united-kingdom",
        "place 1 germany aa-gun, 1 germany infantry france",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-7 > france", "move 1 fighter united-kingdom > france", "end")
    events = study.play("bombard 1 battleship", dice=[4, 6, 6])
    what = [e.what.partition(",")[0] for e in events if isinstance(e, Fired)]
    assert what == ["bombardment from sz-7", "anti-aircraft fire", "defence of germany"]
    assert study.units("france") == {"uk aa-gun": 1, "uk infantry": 1, "uk fighter": 1}


@pytest.mark.rule("AN-949")
def test_a_submarine_stops_neither_a_lone_transport_nor_the_guns() -> None:
    lone = manila("1 usa submarine", "1 usa transport", ships="1 japan submarine")
    lone.play("end", "ignore sz-50", dice=[1, 1, 6, 6])
    assert lone.units("philippine-islands") == {"japan infantry": 2}
    alone = Study(
        "clear",
        "place 1 japan transport[infantry] sz-50",
        "place 1 usa submarine sz-50",
        "turn japan combat-move",
    )
    alone.play("land 1 infantry sz-50 > philippine-islands", "end")
    assert alone.owner("philippine-islands") == "japan"
    guns = manila("1 usa submarine")
    guns.play("end", "ignore sz-50")
    guns.allowed("bombard 1 battleship, 1 cruiser")
