"""Chapter 15: new units enter the board."""

from __future__ import annotations

import pytest

from .study import Study


def german(*edits: str) -> Study:
    return Study(*edits, "turn germany mobilize")


@pytest.mark.rule("G40-291")
def test_only_complexes_held_since_the_turn_began() -> None:
    study = german("pool germany 3 infantry")
    study.refused("place 1 infantry southern-italy", "G40-291")  # an ally's
    study.refused("place 1 infantry france", "G40-295")  # an enemy's
    taken = german("pool germany 3 infantry", "control normandy-bordeaux germany")
    taken.allowed("place 1 infantry normandy-bordeaux")
    state = taken.state
    france = taken.world.power["france"]
    owners = list(state.since[0].owners)
    owners[taken.world.space["normandy-bordeaux"]] = france
    state.since = {0: type(state.since[0])(tuple(owners))}
    refusal = taken.game.check("place 1 infantry normandy-bordeaux")
    assert refusal is not None
    assert refusal.rule == "G40-295"


@pytest.mark.rule("G40-291", "G40-299")
def test_a_new_complex_brings_nothing_this_turn() -> None:
    study = german("pool germany 1 minor-factory, 2 infantry")
    study.play("place 1 minor-factory norway")
    study.refused("place 1 infantry norway", "G40-295")


@pytest.mark.rule("G40-292")
def test_limits() -> None:
    study = german("pool germany 12 infantry")
    study.refused("place 11 infantry germany", "G40-292")
    study.play("place 10 infantry germany")
    study.refused("place 1 infantry germany", "G40-292")
    study.allowed("place 2 infantry western-germany")
    soviet = Study("pool ussr 4 infantry", "turn ussr mobilize")
    soviet.refused("place 4 infantry novgorod", "G40-292")
    soviet.play("place 3 infantry novgorod")


@pytest.mark.rule("G40-293")
def test_damage_lowers_the_limit() -> None:
    study = german("pool germany 9 infantry", "major-factory germany 8")
    study.refused("place 3 infantry germany", "G40-292")
    study.play("place 2 infantry germany")
    ruined = german("pool germany 1 infantry", "major-factory germany 15")
    ruined.refused("place 1 infantry germany", "G40-292")


@pytest.mark.rule("G40-294", "G40-904")
def test_a_complex_counts_as_minor_in_the_turn_of_its_upgrade() -> None:
    study = Study("money italy 40", "turn italy")
    study.play("upgrade southern-italy", "buy 5 infantry")
    while study.step != "Mobilize":
        study.play("end")
    study.refused("place 4 infantry southern-italy", "G40-292")
    study.play("place 3 infantry southern-italy")
    assert "minor-factory" in study.damage("southern-italy")
    study.play("place 2 infantry northern-italy", dice=(6,) * 8)
    assert "major-factory" in study.damage("southern-italy")
    assert "minor-factory" not in study.damage("southern-italy")
    assert study.state.upgrading == ()


@pytest.mark.rule("G40-294")
def test_a_paid_upgrade_survives_in_edit_lines() -> None:
    rich = Study("money italy 20", "turn italy")
    rich.play("upgrade southern-italy")
    assert "upgrading southern-italy" in rich.rules.edits(rich.state)
    again = Study(*rich.rules.edits(rich.state))
    assert again.state.upgrading == rich.state.upgrading


@pytest.mark.rule("G40-446", "G40-982")
def test_with_increased_production() -> None:
    tech = "tech ussr increased-factory-production"
    study = Study(tech, "pool ussr 25 infantry", "upgrading novgorod", "turn ussr mobilize")
    study.refused("place 5 infantry novgorod", "G40-292")
    study.play("place 4 infantry novgorod")
    study.refused("place 13 infantry russia", "G40-292")
    study.play("place 12 infantry russia")
    yard = Study(tech, "money ussr 10", "minor-factory ukraine 5", "turn ussr purchase")
    yard.play("repair 5 ukraine")
    assert yard.money("ussr") == 7
    minor = study.world.kinds[study.world.kind["minor-factory"]].building
    assert minor is not None
    assert minor.damage_limit(2) == 6


@pytest.mark.rule("G40-295")
def test_land_units_and_strategic_bombers() -> None:
    study = german("pool germany 1 tank, 1 strategic-bomber", "place 1 germany carrier sz-112")
    for unit in ("tank", "strategic-bomber"):
        study.refused(f"place 1 {unit} poland", "G40-295")
        study.refused(f"place 1 {unit} western-germany > sz-112", "G40-295")
        study.allowed(f"place 1 {unit} germany")


@pytest.mark.rule("G40-296")
def test_not_on_transports() -> None:
    study = german("pool germany 1 infantry", "place 1 germany transport sz-113")
    study.refused("place 1 infantry germany > sz-113", "G40-295")


@pytest.mark.rule("G40-297")
def test_ships_enter_even_hostile_zones() -> None:
    study = german("pool germany 2 submarine", "place 1 uk destroyer sz-113")
    study.refused("place 1 submarine germany", "G40-297")
    study.refused("place 1 submarine germany > sz-110", "G40-297")
    study.play("place 2 submarine germany > sz-113")
    assert study.units("sz-113")["germany submarine"] == 2
    assert study.units("sz-113")["uk destroyer"] == 1


@pytest.mark.rule("G40-298")
@pytest.mark.parametrize("unit", ["fighter", "tactical-bomber"])
def test_fighters_on_own_carriers(unit: str) -> None:
    study = german("clear sz-112", f"pool germany 3 {unit}", "place 1 germany carrier sz-112")
    study.play(f"place 2 {unit} western-germany > sz-112")
    study.refused(f"place 1 {unit} western-germany > sz-112", "G40-298")
    study.allowed(f"place 1 {unit} western-germany")
    new = german("clear sz-112", f"pool germany 1 carrier, 1 {unit}")
    new.refused(f"place 1 {unit} western-germany > sz-112", "G40-298")
    new.play("place 1 carrier western-germany > sz-112", f"place 1 {unit} western-germany > sz-112")
    allied = german("clear sz-112", f"pool germany 1 {unit}", "place 1 italy carrier sz-112")
    allied.refused(f"place 1 {unit} western-germany > sz-112", "G40-298")


@pytest.mark.rule("G40-299")
def test_facilities_need_no_complex_and_no_output() -> None:
    study = german("pool germany 10 infantry, 1 airbase", "airbase germany none")
    study.play("place 10 infantry germany", "place 1 airbase norway")
    assert study.damage("norway") == {"airbase": 0}


FRENCH = ("control france germany", "major-factory france none")


@pytest.mark.rule("G40-300", "G40-301", "G40-302", "G40-902", "G40-W31")
@pytest.mark.parametrize(
    ("power", "edits", "kind", "space", "rule"),
    [
        ("uk-europe", (), "minor-factory", "egypt", ""),
        ("uk-europe", (), "major-factory", "egypt", "G40-300"),
        ("italy", ("control egypt italy",), "minor-factory", "egypt", ""),
        ("italy", (), "minor-factory", "sicily", "G40-301"),
        ("japan", ("control java japan",), "minor-factory", "java", "G40-302"),
        ("japan", ("control borneo japan",), "minor-factory", "borneo", "G40-302"),
        ("germany", (), "major-factory", "norway", ""),
        (
            "germany",
            ("control france germany", "major-factory france none"),
            "major-factory",
            "france",
            "G40-300",
        ),
        ("germany", (), "minor-factory", "denmark", ""),
        ("germany", (), "minor-factory", "slovakia-hungary", ""),
        ("ussr", (), "minor-factory", "archangel", "G40-301"),
    ],
)
def test_sites_of_complexes(
    power: str, edits: tuple[str, ...], kind: str, space: str, rule: str
) -> None:
    turn = power.partition("-")[0]
    study = Study(*edits, f"pool {power} 1 {kind}", f"turn {turn} mobilize")
    action = f"place 1 {kind} {space}"
    if rule:
        study.refused(action, rule)
    else:
        study.allowed(action)


@pytest.mark.rule("G40-303")
def test_one_facility_of_each_type() -> None:
    study = german("pool germany 1 minor-factory, 1 airbase, 1 naval-base, 2 major-factory")
    for kind in ("minor-factory", "airbase", "naval-base", "major-factory"):
        study.refused(f"place 1 {kind} western-germany", "G40-303")
    study.refused("place 2 major-factory norway", "G40-303")


@pytest.mark.rule("G40-304", "G40-974")
def test_what_finds_no_place_is_refunded() -> None:
    study = Study(
        "money ussr 0",
        "pool ussr 4 infantry, 2 tank, 1 naval-base",
        "minor-factory volgograd none",
        "minor-factory ukraine none",
        "major-factory russia 20",
        "turn ussr mobilize",
    )
    study.refused("end", "G40-974")
    study.play("place 2 tank, 1 infantry novgorod", "place 1 naval-base archangel", "end")
    assert study.money("ussr") == 3 * 3 + study.income("ussr")
    assert study.state.pool[study.world.power["ussr"]] == ()
