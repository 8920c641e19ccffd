"""Traits as a closed vocabulary; pairings, places aboard and lasting damage as tables."""

from __future__ import annotations

import pytest

from sandtable.games.axis import forces
from sandtable.games.axis.arsenal import read_techs
from sandtable.games.axis.pairing import matched
from sandtable.games.axis.tables import BadTable
from sandtable.games.axis.units import Kind, fits, read_kinds
from sandtable.games.axis.world import World
from tests.games.axis.study import VariantStudy, variant

ROW = {"unit": "x", "cost": "3", "attack": "1", "defence": "2", "move": "1", "hit_points": "1"}


def kind(world: World, name: str) -> Kind:
    return world.kinds[world.kind[name]]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("land;flies", "there is no flag 'flies'"),
        ("land;mobilises=3", "there is no flag 'mobilises=3'"),
        ("land;boosts-infantry", "'boosts-infantry' is not a form of the flag"),
        ("land;artillery-boost:attack=2", "is not a form of the flag 'artillery-boost'"),
        ("land;blitz:1", "'blitz:1' is not a form of the flag 'blitz'"),
        ("land;blitz;blitz", "the flag 'blitz' is there twice"),
        ("takes-land", "exactly one of land, air and sea"),
        ("sea;carries:any-land+cavalry", "there is no unit 'cavalry'"),
        ("land;facility;captured-becomes:ruin", "there is no unit 'ruin'"),
    ],
)
def test_a_flag_nobody_reads_stops_the_load(flags: str, said: str) -> None:
    rows = [{**ROW, "flags": "land"}, {**ROW, "unit": "y", "flags": flags}]
    with pytest.raises(BadTable, match=r"^units\.csv, line 3: ") as caught:
        read_kinds(rows)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "effects", ["warp=2", "attack=3", "attack:x", "attack:zeppelin=3", "support:x=2", "bonds=many"]
)
def test_an_effect_nobody_reads_stops_the_load(effects: str) -> None:
    row = {"chart": "1", "face": "1", "id": "t", "name": "T", "effects": effects}
    with pytest.raises(BadTable, match=r"^techs\.csv, line 2: "):
        read_techs([row], ["x"])


def test_a_title_adds_words_of_its_own() -> None:
    rows = [{**ROW, "flags": "land;torpedo:2"}]
    (found,) = read_kinds(rows, {"land": "", "torpedo": r"\d+"})
    assert found.flag("torpedo") == "2"
    assert found.flag("blitz") is None


def test_places_aboard() -> None:
    world = variant().world
    transport = kind(world, "transport")

    def carried(carrier: Kind, *names: str) -> bool:
        return fits(carrier, tuple(world.kind[name] for name in names))

    assert carried(transport, "tank", "infantry")
    assert carried(transport, "infantry", "tank")
    assert carried(transport, "aa-gun", "infantry")
    assert not carried(transport, "mech", "mech")  # only infantry takes the second place
    assert not carried(transport, "infantry", "infantry", "infantry")
    assert not carried(transport, "fighter")
    assert not carried(transport, "factory")
    wide, foot = read_kinds(
        [{**ROW, "flags": "sea;carries:any-land*3"}, {**ROW, "unit": "foot", "flags": "land"}]
    )
    assert fits(wide, (1, 1, 1))
    assert not fits(wide, (1, 1, 1, 1))
    assert not foot.foot  # nobody names it


def test_who_attacks_better_next_to_whom() -> None:
    world = variant().world
    ids = world.kind

    def pairs(techs: int = 0, **force: int) -> dict[str, tuple[tuple[int, int], ...]]:
        found = matched(
            world.arsenal(techs), {ids[name.replace("_", "-")]: n for name, n in force.items()}
        )
        return {world.kinds[k].id: row for k, row in found.items()}

    assert pairs(infantry=2, artillery=1, mech=1) == {"infantry": ((2, 1),)}
    assert pairs(infantry=1, artillery=2, mech=3) == {"infantry": ((2, 1),), "mech": ((2, 1),)}
    assert pairs(tactical=3, tank=1, fighter=1) == {"tactical": ((4, 2),)}
    assert pairs(tactical=2) == {}
    # Advanced artillery serves two; a tank serves a bomber or a vehicle, never both.
    assert pairs(0b1, infantry=2, artillery=1) == {"infantry": ((2, 2),)}
    assert pairs(0b10, mech=1, tank=1) == {"mech": ((2, 1),)}
    assert pairs(0b10, mech=1, tank=1, tactical=1) == {"mech": ((2, 1),)}
    # Whoever has another partner leaves the scarce one: nothing is wasted.
    assert pairs(0b10, mech=1, infantry=1, artillery=1, tank=1) == {
        "infantry": ((2, 1),),
        "mech": ((2, 1),),
    }
    assert pairs(0b10, mech=1, tactical=1, tank=1, fighter=1) == {
        "mech": ((2, 1),),
        "tactical": ((4, 1),),
    }


def test_the_best_of_two_dice_counts_once() -> None:
    world = variant().world
    bomber = world.kind["bomber"]
    (volley,) = forces.attack_volleys(world.kinds, world.arsenal(0b100), {bomber: 3})
    assert (volley.needed, volley.count, volley.dice) == (4, 3, 6)
    assert volley.hits((1, 2, 6, 4, 5, 6)) == 2


def test_damage_to_a_capital_ship_lasts_and_closes_its_deck() -> None:
    study = VariantStudy(
        "clear",
        "place 1 uk carrier, 2 uk fighter, 1 uk destroyer sz-7",
        "place 3 germany submarine sz-6",
        "place 1 germany submarine sz-5",
        "turn germany combat-move",
        dice=[1, 6, 6, 6, 6, 6, 6],
    )
    study.play("move 3 submarine sz-6 > sz-7", "end")
    study.play("lose damage 1 carrier", dice=[])
    study.play("retreat sz-6")
    assert [unit.hurt for unit in study.space("sz-7").units if unit.unit == "carrier"] == [True]
    assert study.deck_room("sz-7", "uk") == -2
    study.play("fly 2 fighter sz-7 > united-kingdom")
    study.until_turn("uk")
    assert [unit.hurt for unit in study.space("sz-7").units if unit.unit == "carrier"] == [True]


def test_motorised_infantry_blitzes_with_a_tank_only() -> None:
    study = VariantStudy(
        "clear",
        "factory karelia-ssr none",
        "place 1 germany tank, 2 germany mech finland",
        "turn germany combat-move",
    )
    study.refused("move 1 mech finland > karelia-ssr > archangel", "AN-131")
    study.refused("move 1 tank, 2 mech finland > karelia-ssr > archangel", "AN-131")
    study.allowed("move 1 tank, 1 mech finland > karelia-ssr > archangel")


def test_guns_that_are_lost_with_their_land() -> None:
    study = VariantStudy(
        "clear",
        "place 2 ussr aa-gun karelia-ssr",
        "place 1 germany infantry, 1 germany fighter finland",
        "turn germany combat-move",
    )
    study.play(
        "move 1 infantry finland > karelia-ssr", "move 1 fighter finland > karelia-ssr", "end"
    )
    assert study.owner("karelia-ssr") == "germany"
    assert study.units("karelia-ssr") == {"germany infantry": 1, "germany fighter": 1}


def test_a_gun_can_be_a_casualty() -> None:
    study = VariantStudy(
        "clear",
        "place 1 ussr aa-gun, 2 ussr infantry karelia-ssr",
        "place 3 germany tank finland",
        "turn germany combat-move",
        dice=[1, 6, 6, 6, 6],
    )
    study.play("move 3 tank finland > karelia-ssr", "end")
    study.play("lose 1 aa-gun", seat="ussr")
    assert study.units("karelia-ssr") == {"ussr infantry": 2, "germany tank": 3}
