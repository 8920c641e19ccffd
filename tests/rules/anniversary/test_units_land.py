"""Ledger section 14.1: land units, AA guns and factories."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games.axis.events import Fired
from sandtable.table import Event
from tests.rules.anniversary.study import Study


def price(unit: str) -> int:
    study = Study("clear", "money germany 30", "turn germany purchase")
    study.play(f"buy 1 {unit}")
    return 30 - study.money("germany")


def needed(events: list[Event], side: str) -> list[tuple[str, int, int]]:
    """(unit, hit number, dice) of the first volley of ``attack`` or ``defence``."""
    volley = next(e for e in events if isinstance(e, Fired) and e.what.startswith(side))
    return [(s.unit, s.needed, len(s.faces)) for s in volley.shots]


def battle(attackers: str, defenders: str, dice: list[int]) -> tuple[Study, list[Event]]:
    """A German attack from Poland on East Poland."""
    study = Study(
        "clear",
        f"place {attackers} poland",
        f"place {defenders} east-poland",
        "turn germany combat-move",
    )
    study.play(f"move {attackers.replace('germany ', '')} poland > east-poland")
    return study, study.play("end", dice=dice)


@pytest.mark.rule("AN-333", "AN-334")
def test_infantry_numbers_and_support() -> None:
    assert price("infantry") == 3
    _, events = battle("3 germany infantry, 1 germany artillery", "1 ussr infantry", [6] * 5)
    assert needed(events, "attack") == [("infantry", 2, 1), ("infantry", 1, 2), ("artillery", 2, 1)]
    assert needed(events, "defence") == [("infantry", 2, 1)]
    study = Study("clear", "place 1 germany infantry germany", "turn germany noncombat-move")
    study.refused("move 1 infantry germany > poland > bulgaria-romania", "AN-130")


@pytest.mark.rule("AN-334")
def test_support_is_one_to_one() -> None:
    _, events = battle("2 germany infantry, 3 germany artillery", "1 ussr infantry", [6] * 6)
    assert needed(events, "attack") == [("infantry", 2, 2), ("artillery", 2, 3)]


@pytest.mark.rule("AN-335")
def test_artillery_does_not_help_defending_infantry() -> None:
    study, events = battle("1 germany infantry", "1 ussr infantry, 1 ussr artillery", [6, 3, 3])
    assert needed(events, "defence") == [("infantry", 2, 1), ("artillery", 2, 1)]
    assert study.units("east-poland")["germany infantry"] == 1


@pytest.mark.rule("AN-336")
def test_artillery_numbers() -> None:
    assert price("artillery") == 4
    _, events = battle("1 germany artillery", "1 ussr artillery", [6, 6])
    assert needed(events, "attack") == [("artillery", 2, 1)]
    assert needed(events, "defence") == [("artillery", 2, 1)]
    study = Study("clear", "place 1 germany artillery germany", "turn germany noncombat-move")
    study.refused("move 1 artillery germany > poland > bulgaria-romania", "AN-130")


@pytest.mark.rule("AN-337")
def test_tank_numbers() -> None:
    assert price("tank") == 5
    _, events = battle("1 germany tank", "1 ussr tank", [6, 6])
    assert needed(events, "attack") == [("tank", 3, 1)]
    assert needed(events, "defence") == [("tank", 3, 1)]
    study = Study("clear", "place 1 germany tank germany", "turn germany noncombat-move")
    study.allowed("move 1 tank germany > poland > bulgaria-romania")
    study.refused("move 1 tank france > germany > poland > bulgaria-romania", "AN-269")
    study.refused("move 1 tank germany > france > germany > poland", "AN-130")
    war = Study("clear", "place 1 germany tank poland", "turn germany combat-move")
    war.play("move 1 tank poland > east-poland > belorussia")
    assert war.owner("east-poland") == "germany"


@pytest.mark.rule("AN-332")
def test_land_units_fight_on_land_and_guns_take_nothing() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 1 germany tank germany",
        "place 1 uk transport sz-5",
        "turn germany combat-move",
    )
    study.refused("move 1 infantry germany > sz-5", "AN-332")
    study.refused("move 1 tank germany > sz-5", "AN-332")
    for unit, owner in (("infantry", "germany"), ("artillery", "germany"), ("tank", "germany")):
        walk = Study("clear", f"place 1 germany {unit} poland", "turn germany combat-move")
        walk.play(f"move 1 {unit} poland > east-poland", "end")
        assert walk.owner("east-poland") == owner


@pytest.mark.rule("AN-338", "AN-339")
def test_aa_gun_numbers_and_fire() -> None:
    assert price("aa-gun") == 6
    study, events = battle(
        "1 germany infantry, 3 germany fighter",
        "1 ussr aa-gun, 1 ussr infantry",
        [1, 2, 6, 6, 6, 6, 6],
    )
    # A 1 brings a fighter down before it fires: two fighters roll in the round.
    assert needed(events, "anti-aircraft") == [("fighter", 1, 3)]
    assert needed(events, "attack") == [("infantry", 1, 1), ("fighter", 3, 2)]
    # Neither attacks nor defends in the battle itself.
    assert needed(events, "defence") == [("infantry", 2, 1)]
    assert study.dice_left == 0


@pytest.mark.rule("AN-340")
def test_flak_fires_once_and_is_no_casualty() -> None:
    study, _ = battle(
        "2 germany tank, 1 germany fighter", "1 ussr aa-gun, 2 ussr infantry", [6, 6, 6, 6, 6, 6]
    )
    # The second round begins with the attackers' dice; both hits fall on the infantry.
    events = study.play("continue", dice=[3, 3, 6, 6, 6])
    assert not any(isinstance(e, Fired) and "anti-aircraft" in e.what for e in events)
    assert study.units("east-poland") == {
        "germany tank": 2,
        "germany fighter": 1,
        "germany aa-gun": 1,
    }


@pytest.mark.rule("AN-341")
def test_only_one_of_several_guns_fires() -> None:
    study, events = battle(
        "2 germany fighter", "2 ussr aa-gun, 1 uk aa-gun, 1 ussr infantry", [6, 6, 6, 6, 6]
    )
    assert needed(events, "anti-aircraft") == [("fighter", 1, 2)]
    assert study.dice_left == 0


@pytest.mark.rule("AN-342")
def test_a_one_brings_down_the_type_it_was_rolled_against() -> None:
    for dice, left in (
        ([1, 6], {"germany bomber": 1}),
        ([6, 1], {"germany fighter": 1}),
    ):
        study, events = battle(
            "1 germany fighter, 1 germany bomber",
            "1 ussr aa-gun, 9 ussr infantry",
            [*dice, 6, *[6] * 9],
        )
        assert needed(events, "anti-aircraft") == [("fighter", 1, 1), ("bomber", 1, 1)]
        planes = {u: n for u, n in study.units("east-poland").items() if u.startswith("germany")}
        assert planes == left


@pytest.mark.rule("AN-343")
def test_a_gun_is_lost_only_with_its_transport() -> None:
    study, _ = battle("3 germany tank", "1 ussr aa-gun, 1 ussr infantry", [3, 3, 3, 6])
    assert study.units("east-poland")["germany aa-gun"] == 1
    sunk = Study(
        "clear",
        "place 1 uk destroyer, 1 germany transport[aa-gun] sz-6",
        "turn uk combat-move",
    )
    sunk.play("end", "fight sz-6")
    assert sunk.units("sz-6") == {"uk destroyer": 1}


@pytest.mark.rule("AN-346")
def test_a_factory_costs_15_and_stays_where_it_is() -> None:
    assert price("factory") == 15
    study = Study("clear", "place 1 germany transport sz-5", "turn germany noncombat-move")
    study.refused("move 1 factory germany > poland", "AN-346")
    study.refused("load 1 factory germany > sz-5", "AN-346")
    # It neither fires nor can be chosen: an infantry walks into a factory's land.
    walk = Study("clear", "place 1 germany infantry finland", "turn germany combat-move")
    events = walk.play("move 1 infantry finland > karelia-ssr", "end")
    assert not any(isinstance(e, Fired) for e in events)
    assert walk.owner("karelia-ssr") == "germany"
    assert walk.space("karelia-ssr").factory


@pytest.mark.rule("AN-346")
def test_a_factory_is_no_unit_of_a_loss_order() -> None:
    study = Study()
    study.refused("order losses factory", "AN-346")
    with pytest.raises(Malformed):
        study.game.check("order losses castle")
