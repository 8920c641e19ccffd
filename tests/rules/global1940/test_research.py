"""Chapter 21: research dice, charts, and what technologies change."""

from __future__ import annotations

import pytest

from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.forces import attack_volleys
from sandtable.games.axis.landing import range_left
from sandtable.games.axis.world import World

from .study import Study


def lab(*edits: str, power: str = "germany", dice: tuple[int, ...] = ()) -> Study:
    return Study(*edits, f"turn {power} research", dice=dice, research=True)


def owned(study: Study, power: str = "germany") -> list[str]:
    bits = study.state.techs[study.world.power[power]]
    return [tech.id for tech in study.world.techs if bits >> tech.index & 1]


def purse(study: Study, name: str) -> int:
    return study.state.money[study.world.purse[name]]


@pytest.mark.rule("G40-437", "G40-126")
def test_research_is_optional_and_nothing_for_china() -> None:
    assert Study("turn germany").step == "Purchase"
    assert lab().step == "Research"
    assert lab(power="china").step == "Purchase"
    assert "research" not in {option.name for option in Study(title="europe-1940").rules.options}


@pytest.mark.rule("G40-438")
def test_dice_cost_five() -> None:
    study = lab("money germany 31")
    study.refused("research 7", "G40-438")
    study.play("research 2", "research 4")
    assert study.money("germany") == 1


@pytest.mark.rule("G40-439", "G40-981")
def test_dice_without_a_six_are_lost() -> None:
    study = lab("money germany 30")
    study.play("research 3", "end", dice=(1, 5, 4))
    assert (study.step, owned(study)) == ("Purchase", [])
    assert study.state.tokens[0] == 0
    assert study.money("germany") == 15


@pytest.mark.rule("G40-439", "G40-440", "G40-441", "G40-981")
def test_several_sixes_are_one_breakthrough() -> None:
    study = lab("money germany 30")
    study.play("research 3", "end", dice=(6, 6, 6))
    study.refused("chart 3", "G40-440")
    study.play("chart 2", dice=(3,))
    assert (study.step, owned(study)) == ("Purchase", ["improved-shipyards"])
    study.play("buy 1 submarine")
    assert study.money("germany") == 15 - 5  # at once
    assert owned(study, "italy") == []  # nobody shares it


@pytest.mark.rule("G40-981")
def test_a_technology_is_rolled_again_and_a_full_chart_is_closed() -> None:
    study = lab("tech germany radar")
    study.play("research 1", "end", "chart 2", dice=(6, 4, 4, 1))
    assert owned(study) == ["super-submarines", "radar"]
    names = [tech.id for tech in study.world.techs if tech.chart == 2]
    full = lab(*(f"tech germany {name}" for name in names))
    full.play("research 1", "end", dice=(6,))
    full.refused("chart 2", "G40-981")
    neutral = lab(power="usa")  # at war with nobody
    neutral.allowed("research 1")


@pytest.mark.rule("G40-416")
def test_both_british_economies_pay_and_one_roll_follows() -> None:
    study = lab("money uk-europe 12", "money uk-pacific 9", power="uk")
    study.refused("research 3", "G40-438")
    study.play("research 2", "end")
    study.refused("research 2", "G40-438")
    study.play("research 1", "end", dice=(1, 2, 6))
    assert (purse(study, "uk-europe"), purse(study, "uk-pacific")) == (2, 4)
    study.play("chart 1", dice=(1,))
    assert owned(study, "uk") == ["advanced-artillery"]


@pytest.mark.rule("G40-976")
def test_the_economy_that_is_left_does_research() -> None:
    study = lab(
        "money uk-europe 0", "money uk-pacific 9", "control united-kingdom germany", power="uk"
    )
    assert study.step == "Research"
    study.play("research 1", "end", dice=(2,))
    assert purse(study, "uk-pacific") == 4
    lost = lab("control united-kingdom germany", "control india japan", power="uk")
    assert lost.step not in ("Research", "Purchase")


CHARTS = [
    (1, 1, "advanced-artillery"),
    (1, 2, "rockets"),
    (1, 3, "paratroopers"),
    (1, 4, "increased-factory-production"),
    (1, 5, "war-bonds"),
    (1, 6, "improved-mechanized-infantry"),
    (2, 1, "super-submarines"),
    (2, 2, "jet-fighters"),
    (2, 3, "improved-shipyards"),
    (2, 4, "radar"),
    (2, 5, "long-range-aircraft"),
    (2, 6, "heavy-bombers"),
]


@pytest.mark.rule("G40-440")
@pytest.mark.parametrize(("chart", "face", "tech"), CHARTS)
def test_charts(chart: int, face: int, tech: str) -> None:
    study = lab("money germany 5")
    study.play("research 1", "end", f"chart {chart}", dice=(6, face))
    assert owned(study) == [tech]


def arsenal(*techs: str) -> tuple[World, Arsenal]:
    study = Study("turn germany")
    bits = sum(1 << tech.index for tech in study.world.techs if tech.id in techs)
    return study.world, study.world.arsenal(bits)


def volleys(force: dict[str, int], *techs: str) -> dict[tuple[str, int], int]:
    """The dice of an attack: (unit, hits at) to count."""
    world, numbers = arsenal(*techs)
    kinds = {world.kind[name]: count for name, count in force.items()}
    return {
        (world.kinds[volley.kind].id, volley.needed): volley.count
        for volley in attack_volleys(world.kinds, numbers, kinds)
    }


@pytest.mark.rule("G40-442")
def test_advanced_artillery() -> None:
    force = {"artillery": 1, "infantry": 2, "mech-infantry": 1}
    plain = volleys(force)
    better = volleys(force, "advanced-artillery")
    assert sum(n for (unit, at), n in plain.items() if "infantry" in unit and at == 2) == 1
    assert sum(n for (unit, at), n in better.items() if "infantry" in unit and at == 2) == 2
    assert better["artillery", 2] == 1


@pytest.mark.rule("G40-447", "G40-942")
def test_war_bonds() -> None:
    bonds = ("clear", "money germany 0", "tech germany war-bonds", "turn germany collect-income")
    study = Study(*bonds, dice=(4,), objectives=False)
    assert study.money("germany") == 30 + 4
    uk = ("clear", "money uk-europe 0", "money uk-pacific 0", "tech uk war-bonds")
    both = Study(*uk, "turn uk collect-income", dice=(5,), objectives=False)
    assert (purse(both, "uk-europe"), purse(both, "uk-pacific")) == (28 + 5, 17)
    lost = ("control united-kingdom germany", "turn uk collect-income")
    pacific = Study(*uk, *lost, dice=(5,), objectives=False)
    assert (purse(pacific, "uk-europe"), purse(pacific, "uk-pacific")) == (0, 17 + 5)


@pytest.mark.rule("G40-447")
def test_war_bonds_beside_convoys() -> None:
    study = Study(
        "clear",
        "money germany 0",
        "tech germany war-bonds",
        "place 1 uk destroyer sz-125",
        "turn germany collect-income",
        dice=(2, 6),
        objectives=False,
    )
    assert study.money("germany") == 30 - 2 + 6


@pytest.mark.rule("G40-448", "G40-940")
def test_improved_mechanized_infantry() -> None:
    tech = "improved-mechanized-infantry"
    assert volleys({"mech-infantry": 2, "tank": 1}) == {("mech-infantry", 1): 2, ("tank", 3): 1}
    assert volleys({"mech-infantry": 2, "tank": 1}, tech) == {
        ("mech-infantry", 2): 1,
        ("mech-infantry", 1): 1,
        ("tank", 3): 1,
    }
    together = volleys({"mech-infantry": 1, "tank": 1, "artillery": 1}, tech)
    assert together["mech-infantry", 2] == 1
    blitz = ("clear", "control normandy-bordeaux germany", "control france uk")
    ride = (
        *blitz,
        "airbase france none",
        "major-factory france none",
        "place 1 germany mech-infantry normandy-bordeaux",
    )
    where = "move 1 mech-infantry normandy-bordeaux > france > holland-belgium"
    edits = (*ride, "control holland-belgium uk")
    assert Study(*edits, "turn germany combat-move").game.check(where) is not None
    Study(*edits, f"tech germany {tech}", "turn germany combat-move").allowed(where)


@pytest.mark.rule("G40-449", "G40-450", "G40-451", "G40-452", "G40-453", "G40-454", "G40-982")
def test_numbers_that_technologies_change() -> None:
    world, plain = arsenal()
    kind = world.kind

    def changes(tech: str) -> dict[str, dict[str, int]]:
        _, new = arsenal(tech)
        found: dict[str, dict[str, int]] = {}
        for name in ("attack", "defence", "move", "cost", "air_battle", "aa_hit", "built_in_aa"):
            old, now = getattr(plain, name), getattr(new, name)
            row = {unit: now[kind[unit]] for unit in kind if now[kind[unit]] != old[kind[unit]]}
            if row:
                found[name] = row
        return found

    assert changes("super-submarines") == {"attack": {"submarine": 3}}
    assert changes("jet-fighters") == {"attack": {"fighter": 4}, "air_battle": {"fighter": 2}}
    assert changes("improved-shipyards") == {
        "cost": {
            "battleship": 17,
            "carrier": 13,
            "cruiser": 9,
            "destroyer": 7,
            "transport": 6,
            "submarine": 5,
        }
    }
    sites = ("minor-factory", "major-factory", "airbase", "naval-base")
    assert changes("radar") == {
        "aa_hit": {"aa-gun": 2},
        "built_in_aa": dict.fromkeys(sites, 2),
    }
    assert changes("long-range-aircraft") == {
        "move": {"fighter": 5, "tactical-bomber": 5, "strategic-bomber": 7}
    }
    _, heavy = arsenal("heavy-bombers")
    assert [u for u in kind if heavy.best_of[kind[u]] > 1] == ["strategic-bomber"]
    assert heavy.best_of[kind["strategic-bomber"]] == 2
    assert changes("heavy-bombers") == {}  # one die in the air battle before a raid


@pytest.mark.rule("G40-453", "G40-982")
def test_long_range_and_a_base_add_up() -> None:
    study = Study(
        "clear",
        "airbase southern-italy 0",
        "place 1 italy fighter, 1 italy strategic-bomber southern-italy",
        "tech italy long-range-aircraft",
        "turn italy combat-move",
    )
    here = study.state.units[study.world.space["southern-italy"]]
    reach = {study.world.kinds[p.kind].id: range_left(study.world, study.state, p) for p, _ in here}
    assert reach == {"fighter": 6, "strategic-bomber": 8}


@pytest.mark.rule("G40-454", "G40-939")
def test_heavy_bombers_keep_the_better_die() -> None:
    study = Study(
        "clear",
        "place 1 germany strategic-bomber western-germany",
        "tech germany heavy-bombers",
        "turn germany combat-move",
    )
    study.play("raid 1 strategic-bomber western-germany > france", "end")
    study.play(
        "bomb 1 strategic-bomber major-factory", dice=(6, 2, 5)
    )  # the complex misses; 2 and 5 for the damage
    assert study.damage("france")["major-factory"] == 5 + 2


def launching(*edits: str) -> Study:
    study = Study(
        "clear",
        "tech germany rockets",
        "airbase norway 0",
        "airbase germany none",
        *edits,
        "turn germany combat-move",
    )
    study.play("end")
    return study


@pytest.mark.rule("G40-443", "G40-938")
def test_rockets() -> None:
    study = launching("airbase western-germany 2")
    study.refused("rocket western-germany > united-kingdom", "G40-443")  # which facility?
    study.refused("rocket germany > united-kingdom major-factory", "G40-443")  # no base
    study.refused("rocket western-germany > quebec minor-factory", "G40-443")  # too far
    study.play("rocket western-germany > united-kingdom airbase", dice=(5,))
    assert study.damage("united-kingdom")["airbase"] == 5
    study.refused("rocket western-germany > france major-factory", "G40-443")  # one each
    study.play("rocket norway > united-kingdom airbase", dice=(6,))  # the same target again
    assert study.damage("united-kingdom")["airbase"] == 6  # its most


@pytest.mark.rule("G40-443")
def test_a_damaged_base_fires_no_rocket() -> None:
    study = launching("airbase western-germany 3")
    study.refused("rocket western-germany > united-kingdom airbase", "G40-443")
    study.allowed("rocket norway > united-kingdom airbase")


@pytest.mark.rule("G40-443")
def test_rockets_do_not_cross_neutral_land() -> None:
    """Gibraltar is four spaces away, over Spain."""
    rocket = "rocket western-germany > gibraltar naval-base"
    launching().refused(rocket, "G40-443")
    launching("control spain germany").allowed(rocket)
