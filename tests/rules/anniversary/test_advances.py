"""Section 5 of the ledger, from paratroopers to heavy bombers, with the readings on them."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.study import Study


def paratroopers(*edits: str) -> Study:
    return Study("clear", "tech germany paratroopers", *edits, "turn germany combat-move")


@pytest.mark.rule("AN-097", "AN-922")
def test_one_infantry_for_each_bomber() -> None:
    study = paratroopers(
        "place 1 germany bomber, 3 germany infantry, 1 germany tank germany",
        "place 1 germany bomber poland",
        "place 1 germany infantry france",
        "place 1 ussr infantry baltic-states",
    )
    study.refused("drop 2 infantry germany > baltic-states", "AN-922")
    study.refused("drop 1 infantry france > sz-5 > baltic-states", "AN-922")
    study.refused("drop 1 tank germany > baltic-states", "AN-097")
    study.play("drop 1 infantry germany > poland > baltic-states")
    assert study.units("germany") == {"germany infantry": 2, "germany tank": 1}
    study.refused("drop 1 infantry germany > baltic-states", "AN-922")
    plain = Study(
        "clear", "place 1 germany bomber, 1 germany infantry germany", "turn germany combat-move"
    )
    plain.refused("drop 1 infantry germany > poland > baltic-states", "AN-097")
    later = Study(
        "clear",
        "tech germany paratroopers",
        "place 1 germany bomber, 1 germany infantry germany",
        "turn germany noncombat-move",
    )
    later.refused("drop 1 infantry germany > poland", "AN-073")


@pytest.mark.rule("AN-098")
def test_they_jump_into_the_first_hostile_territory() -> None:
    study = paratroopers(
        "place 1 germany bomber, 1 germany infantry poland",
        "place 1 ussr infantry belorussia",
    )
    study.refused("drop 1 infantry poland > east-poland > belorussia", "AN-098")
    study.refused("drop 1 infantry poland > germany", "AN-098")
    # Belorussia lies behind hostile land on every side, so it cannot be reached.
    study.refused("drop 1 infantry poland > belorussia", "AN-098")
    study.play("drop 1 infantry poland > east-poland")
    study.refused("move 1 bomber east-poland > belorussia", "AN-128")
    study.refused("move 1 bomber[infantry] east-poland > belorussia", "AN-128")
    study.play("end")
    assert study.owner("east-poland") == "germany"
    study.refused("move 1 infantry east-poland > poland", "AN-277")


@pytest.mark.rule("AN-099")
def test_no_raid_after_a_drop() -> None:
    study = paratroopers(
        "place 1 germany bomber, 1 germany infantry germany",
        "place 1 ussr infantry karelia-ssr",
    )
    study.play("drop 1 infantry germany > sz-5 > karelia-ssr")
    study.refused("raid 1 bomber[infantry] karelia-ssr > russia", "AN-128")
    # The bomber fights: infantry misses, bomber hits at 4; no damage to the complex.
    study.play("end", dice=[6, 4, 6])
    assert study.owner("karelia-ssr") == "germany"
    assert study.space("karelia-ssr").damage == 0


@pytest.mark.rule("AN-100", "AN-923")
def test_paratroopers_retreat() -> None:
    study = paratroopers(
        "place 1 germany bomber, 1 germany infantry germany",
        "place 2 ussr infantry karelia-ssr",
    )
    study.play("drop 1 infantry germany > sz-5 > karelia-ssr")
    study.play("end", dice=[6, 6, 6, 6])
    # No neighbour but Finland is friendly, and the bomber did not even come from there.
    assert study.legal("retreat") == {"retreat finland"}
    study.refused("retreat germany", "AN-219")
    study.play("retreat finland")
    assert study.units("finland") == {"germany infantry": 1}


@pytest.mark.rule("AN-923")
def test_paratroopers_retreat_with_the_others_or_not_at_all() -> None:
    study = paratroopers(
        "place 1 germany bomber, 1 germany infantry, 1 germany tank poland",
        "place 2 ussr infantry east-poland",
    )
    study.play("drop 1 infantry poland > east-poland", "move 1 tank poland > east-poland")
    study.play("end", dice=[6, 6, 6, 6, 6])
    assert study.legal("retreat") == {"retreat poland"}  # not Bulgaria/Romania
    study.play("retreat poland")
    assert study.units("poland") == {"germany tank": 1, "germany infantry": 1}
    alone = paratroopers(
        "control finland ussr",
        "place 1 germany bomber, 1 germany infantry germany",
        "place 2 ussr infantry karelia-ssr",
    )
    alone.play("drop 1 infantry germany > sz-5 > karelia-ssr")
    # Nowhere to go, so the second round follows without a question.
    alone.play("end", dice=[6, 6, 6, 6, 1, 4, 6, 6])
    assert alone.step == "NoncombatMove"
    assert alone.owner("karelia-ssr") == "germany"


@pytest.mark.rule("AN-922")
def test_who_is_shot_down_does_not_jump() -> None:
    study = paratroopers(
        "place 2 germany bomber, 2 germany infantry germany",
        "place 1 ussr infantry, 1 ussr aa-gun karelia-ssr",
    )
    study.play("drop 2 infantry germany > sz-5 > karelia-ssr")
    # One bomber falls with its passenger: one infantry (1) and one bomber (4) roll.
    study.play("end", dice=[1, 4, 1, 5, 6])
    assert study.units("karelia-ssr") == {
        "germany infantry": 1,
        "germany bomber": 1,
        "germany aa-gun": 1,
    }


@pytest.mark.rule("AN-101", "AN-924", "AN-925")
def test_increased_output() -> None:
    study = Study(
        "clear",
        "tech germany increased-factory-production",
        "factory poland 1",
        "factory finland 0",
        "factory italy 0",
        "control karelia-ssr germany",
        "factory karelia-ssr 0",
        "pool germany 40 infantry",
        "turn germany mobilize",
    )
    study.refused("place 13 infantry germany", "AN-292")
    study.play("place 12 infantry germany")
    study.refused("place 5 infantry poland", "AN-292")
    study.play("place 4 infantry poland")  # 3 + 2 - 1
    for poor in ("finland", "karelia-ssr"):  # worth 2: no more than that
        study.refused(f"place 3 infantry {poor}", "AN-292")
        study.play(f"place 2 infantry {poor}")


@pytest.mark.rule("AN-925")
def test_the_damage_cap_stays() -> None:
    study = Study(
        "clear",
        "tech germany increased-factory-production",
        "factory germany 18",
        "place 1 uk bomber united-kingdom",
        "turn uk combat-move",
    )
    study.play("raid 1 bomber united-kingdom > germany")
    study.play("end", dice=[6])
    assert study.space("germany").damage == 20
    assert study.space("germany").output == 0  # 10 + 2 - 20, never below 0


@pytest.mark.rule("AN-102", "AN-926")
def test_cheap_repairs() -> None:
    study = Study(
        "clear",
        "tech ussr increased-factory-production",
        "factory russia 3",
        "factory caucasus 4",
        "money ussr 4",
        "turn ussr purchase",
    )
    study.play("repair 3 russia")
    assert study.money("ussr") == 2
    # The odd marker of Russia is paid for: one of Caucasus goes with it.
    study.play("repair 1 caucasus")
    assert study.money("ussr") == 2
    study.play("repair 3 caucasus")
    assert study.money("ussr") == 0
    assert study.space("caucasus").damage == study.space("russia").damage == 0


@pytest.mark.rule("AN-103")
def test_war_bonds() -> None:
    study = Study("clear", "tech germany war-bonds", "turn germany collect-income", dice=[4])
    assert study.money("germany") == 31 + 31 + 4


@pytest.mark.rule("AN-104", "AN-927")
def test_mechanized_infantry() -> None:
    edits = [
        "clear",
        "place 1 germany tank, 2 germany infantry, 1 germany artillery germany",
        "control east-poland germany",
        "turn germany noncombat-move",
    ]
    study = Study(*edits[:-1], "tech germany mechanized-infantry", edits[-1])
    study.refused("move 1 infantry germany > poland > east-poland", "AN-130")
    study.refused("move 1 tank, 2 infantry germany > poland > east-poland", "AN-927")
    study.refused("move 1 tank, 1 artillery germany > poland > east-poland", "AN-130")
    study.play("move 1 tank, 1 infantry germany > poland > east-poland")
    assert study.units("east-poland") == {"germany tank": 1, "germany infantry": 1}
    study = Study(*edits)
    study.refused("move 1 tank, 1 infantry germany > poland > east-poland", "AN-130")


@pytest.mark.rule("AN-105")
@pytest.mark.parametrize("tech", [True, False])
def test_super_submarines(tech: bool) -> None:
    study = Study(
        "clear",
        *(["tech germany super-submarines"] if tech else []),
        "place 1 germany submarine sz-7",
        "place 1 uk destroyer sz-6",
        "turn germany combat-move",
    )
    study.play("move 1 submarine sz-7 > sz-6")
    study.play("end", dice=[3, 6])
    assert ("uk destroyer" in study.units("sz-6")) is not tech
    # In defence a 2 misses in any case.
    study = Study(
        "clear",
        "tech germany super-submarines",
        "place 1 germany submarine sz-7",
        "place 1 uk destroyer sz-6",
        "turn uk combat-move",
    )
    study.play("move 1 destroyer sz-6 > sz-7", "end")
    study.play("fight sz-7", dice=[2, 2])
    assert study.units("sz-7") == {"uk destroyer": 1}


def bombing(tech: str, unit: str, defenders: int = 3) -> Study:
    study = Study(
        "clear",
        *([f"tech germany {tech}"] if tech else []),
        f"place 1 germany {unit} poland",
        f"place {defenders} ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play(f"move 1 {unit} poland > east-poland")
    return study


@pytest.mark.rule("AN-106")
@pytest.mark.parametrize("tech", ["jet-fighters", ""])
def test_jet_fighters(tech: str) -> None:
    study = bombing(tech, "fighter")
    study.play("end", dice=[4, 6, 6, 6])
    assert study.units("east-poland")["ussr infantry"] == (2 if tech else 3)


@pytest.mark.rule("AN-107")
def test_improved_shipyards() -> None:
    prices = {
        "battleship": (20, 17),
        "carrier": (14, 11),
        "cruiser": (12, 10),
        "destroyer": (8, 7),
        "transport": (7, 6),
        "submarine": (6, 5),
        "tank": (5, 5),
        "fighter": (10, 10),
    }
    for column, techs in enumerate(([], ["tech germany improved-shipyards"])):
        study = Study(*techs, "money germany 200", "turn germany purchase")
        for ship, price in prices.items():
            before = study.money("germany")
            study.play(f"buy 1 {ship}")
            assert before - study.money("germany") == price[column], ship


@pytest.mark.rule("AN-108")
@pytest.mark.parametrize("tech", [True, False])
def test_radar(tech: bool) -> None:
    study = Study(
        "clear",
        *(["tech uk radar"] if tech else []),
        "place 2 germany bomber germany",
        "place 1 uk aa-gun united-kingdom",
        "turn germany combat-move",
    )
    study.play("raid 2 bomber germany > united-kingdom")
    study.play("end", dice=[2, 3, 1] if tech else [2, 3, 1, 1])
    assert study.units("united-kingdom")["germany bomber"] == (1 if tech else 2)
    assert study.space("united-kingdom").damage == (1 if tech else 2)


@pytest.mark.rule("AN-109")
def test_long_range_aircraft() -> None:
    study = Study(
        "clear",
        "tech uk long-range-aircraft",
        "place 1 uk fighter, 1 uk bomber united-kingdom",
        "turn uk noncombat-move",
    )
    assert {u.unit: u.left for u in study.space("united-kingdom").units} == {
        "fighter": 6,
        "bomber": 8,
    }
    study.refused("move 1 fighter united-kingdom > india", "AN-142")  # seven spaces
    study.play("move 1 fighter united-kingdom > persia")  # six
    study.play("move 1 bomber united-kingdom > india")
    assert study.units("persia") == {"uk fighter": 1}


@pytest.mark.rule("AN-110", "AN-928")
def test_heavy_bombers_attack() -> None:
    study = bombing("heavy-bombers", "bomber")
    study.play("end", dice=[4, 3, 6, 6, 6])  # two hits, each die counts for itself
    assert study.units("east-poland")["ussr infantry"] == 1


@pytest.mark.rule("AN-111", "AN-928")
def test_heavy_bombers_raid() -> None:
    study = Study(
        "clear",
        "tech germany heavy-bombers",
        "place 1 germany bomber germany",
        "turn germany combat-move",
    )
    study.play("raid 1 bomber germany > united-kingdom")
    study.play("end", dice=[3, 6])
    assert study.space("united-kingdom").damage == 9


@pytest.mark.rule("AN-112")
def test_heavy_bombers_defend_with_one_die() -> None:
    study = Study(
        "clear",
        "tech ussr heavy-bombers",
        "place 2 germany infantry poland",
        "place 1 ussr bomber east-poland",
        "turn germany combat-move",
    )
    study.play("move 2 infantry poland > east-poland")
    study.play("end", dice=[1, 6, 2])
    assert study.dice_left == 0
    assert study.units("east-poland") == {"germany infantry": 2}
