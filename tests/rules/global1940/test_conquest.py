"""Chapters 13c to 13f, 20a and 4c: capture, liberation, capitals, several powers in one space."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study


def taken(*edits: str, power: str, goal: str, start: str, unit: str = "tank") -> Study:
    """A power has walked into a land that nobody defends."""
    study = Study("clear", *edits, f"place 1 {power} {unit} {start}", f"turn {power} combat-move")
    study.play(f"move 1 {unit} {start} > {goal}", "end")
    return study


def purse(study: Study, name: str) -> int:
    return study.state.money[study.world.purse[name]]


# Capture


@pytest.mark.rule("G40-256")
def test_capture_needs_a_land_unit() -> None:
    edits = ("clear", "place 1 uk infantry gibraltar", "control spain germany")
    study = Study(*edits, "place 1 germany fighter spain", "turn germany combat-move")
    study.play("move 1 fighter spain > gibraltar")
    study.play("end", dice=[1, 6])
    assert study.units("gibraltar") == {"germany fighter": 1}
    assert study.owner("gibraltar") == "uk"


@pytest.mark.rule("G40-257")
def test_all_destroyed_leaves_the_defender_in_control() -> None:
    study = Study(
        "clear",
        "place 1 france infantry france",
        "place 1 germany infantry western-germany",
        "turn germany combat-move",
    )
    study.play("move 1 infantry western-germany > france")
    study.play("end", dice=[1, 1])
    assert not study.units("france")
    assert study.owner("france") == "france"


@pytest.mark.rule("G40-258", "G40-260", "G40-259")
def test_facilities_are_captured_and_majors_become_minor() -> None:
    study = taken(
        "major-factory france 9",
        "airbase france 2",
        "pool germany 1 infantry",
        power="germany",
        start="western-germany",
        goal="france",
    )
    assert study.owner("france") == "germany"
    assert study.damage("france")["minor-factory"] == 6
    assert "major-factory" not in study.damage("france")
    assert study.damage("france")["airbase"] == 2
    study.play("end")
    study.refused("place 1 infantry france", "G40-295")


@pytest.mark.rule("G40-261", "G40-910")
def test_a_captured_naval_base_serves_from_the_next_turn() -> None:
    """A destroyer off Bordeaux goes two zones in the turn of the capture, three in the next."""
    edits = ("clear", "naval-base normandy-bordeaux 0", "place 1 germany destroyer sz-105")
    study = Study(
        *edits,
        "place 1 germany tank western-germany",
        "control france germany",
        "turn germany combat-move",
    )
    study.play("move 1 tank western-germany > france > normandy-bordeaux", "end")
    assert study.owner("normandy-bordeaux") == "germany"
    study.allowed("move 1 destroyer sz-105 > sz-109")
    study.refused("move 1 destroyer sz-105 > sz-118", "G40-483")
    later = Study(*edits, "control normandy-bordeaux germany", "turn germany noncombat-move")
    later.allowed("move 1 destroyer sz-105 > sz-118")


@pytest.mark.rule("G40-910")
def test_a_captured_air_base_serves_allies_too() -> None:
    later = Study(
        "clear",
        "control france germany",
        "airbase france 0",
        "place 1 germany fighter, 1 italy fighter france",
        "turn italy noncombat-move",
    )
    spent = {
        p.spent
        for p, _ in later.state.units[later.world.space["france"]]
        if p.owner == later.world.power["italy"]
    }
    assert spent == {-1}


# Liberation


@pytest.mark.rule("G40-262", "G40-265")
def test_liberation() -> None:
    study = taken(
        "control normandy-bordeaux germany",
        "pool uk-europe 1 infantry",
        power="uk",
        start="france",
        goal="normandy-bordeaux",
    )
    assert study.owner("normandy-bordeaux") == "france"
    assert "minor-factory" in study.damage("normandy-bordeaux")
    study.play("end")
    assert "place 1 infantry normandy-bordeaux" not in study.legal("place")
    study.refused("place 1 infantry normandy-bordeaux", "G40-291")


@pytest.mark.rule("G40-263")
def test_no_upgrade_by_liberation() -> None:
    study = taken(
        "control france germany",
        "minor-factory france 0",
        power="uk",
        start="normandy-bordeaux",
        goal="france",
    )
    assert study.owner("france") == "france"
    assert study.damage("france").get("minor-factory") == 0


@pytest.mark.rule("G40-264")
def test_owners_capital_in_enemy_hands() -> None:
    study = taken(
        "control france germany",
        "control normandy-bordeaux germany",
        "control southern-france uk",
        power="uk",
        start="southern-france",
        goal="normandy-bordeaux",
    )
    assert study.owner("normandy-bordeaux") == "uk"


# Capitals


@pytest.mark.rule("G40-266", "G40-W26", "G40-267", "G40-260")
def test_moscow_falls() -> None:
    study = taken(
        "war germany ussr",
        "control smolensk germany",
        "money germany 0",
        "money ussr 20",
        "major-factory russia 9",
        power="germany",
        start="smolensk",
        goal="russia",
    )
    before = Study().income("germany")
    assert study.money("germany") == 20
    assert study.money("ussr") == 0
    assert study.damage("russia")["minor-factory"] == 6
    assert study.income("germany") >= before + 3
    study.play("end")
    while study.asked == ("germany",):
        study.play("end")
    assert study.asked == ("ussr",)
    steps = []
    while study.asked == ("ussr",):
        steps.append(study.step)
        study.play("end")
    assert set(steps) <= {"Declaration", "CombatMove", "NoncombatMove"}
    assert "NoncombatMove" in steps
    assert study.money("ussr") == 0


@pytest.mark.rule("G40-266")
def test_plunder_without_a_capital_of_ones_own() -> None:
    study = taken(
        "war germany ussr",
        "control germany uk",
        "control smolensk germany",
        "money germany 0",
        "money ussr 7",
        power="germany",
        start="smolensk",
        goal="russia",
    )
    assert study.money("germany") == 7


@pytest.mark.rule("G40-911")
def test_phases_without_a_capital() -> None:
    study = Study("clear", "control southern-italy uk", "turn italy")
    assert study.step == "Declaration"
    study.play("end")
    assert study.step == "CombatMove"
    study.play("end")
    assert study.step == "NoncombatMove"
    study.play("end")
    assert study.asked == ("anzac",)


@pytest.mark.rule("G40-268", "G40-269", "G40-W27", "G40-264")
def test_normandy_and_paris() -> None:
    first = taken(
        "war usa germany",
        "control france germany",
        "control normandy-bordeaux germany",
        "control southern-france germany",
        "control holland-belgium usa",
        "control spain usa",
        power="usa",
        start="spain",
        goal="southern-france",
    )
    assert first.owner("southern-france") == "usa"
    study = taken(
        "control france germany",
        "control normandy-bordeaux usa",
        "control southern-france uk",
        "minor-factory france 0",
        "money germany 30",
        "money uk-europe 5",
        power="uk",
        start="normandy-bordeaux",
        goal="france",
    )
    assert study.owner("france") == "france"
    assert study.owner("normandy-bordeaux") == "france"
    assert study.owner("southern-france") == "france"
    assert study.money("germany") == 30
    assert purse(study, "uk-europe") == 5
    assert study.step == "Muster"
    assert study.asked == ("france",)
    study.play("buy 4 infantry")
    assert study.units("france") == {"uk tank": 1, "france infantry": 4}
    assert study.damage("france")["minor-factory"] == 0


RALLY = ("control france germany", "control normandy-bordeaux uk")


def rally(*edits: str) -> Study:
    return taken(*RALLY, *edits, power="uk", start="normandy-bordeaux", goal="france")


@pytest.mark.rule("G40-081", "G40-975")
def test_what_the_french_bonus_may_buy() -> None:
    study = rally()
    study.refused("buy 5 infantry", "G40-081")
    study.refused("buy 1 minor-factory", "G40-975")
    study.refused("buy 1 submarine", "G40-975")
    study.allowed("buy 1 fighter")
    study.play("buy 1 tank, 1 artillery")
    assert study.units("france") == {"uk tank": 1, "france tank": 1, "france artillery": 1}
    assert study.step != "Muster"  # what is left is lost


@pytest.mark.rule("G40-081")
def test_the_french_bonus_comes_once() -> None:
    study = rally()
    study.play("end")
    paid = [goal.index for goal in study.world.objectives if goal.units_in]
    assert list(study.state.paid) == paid


@pytest.mark.rule("G40-944")
def test_bonus_units_wait_for_the_next_turn_of_france() -> None:
    study = taken(*RALLY, power="france", start="normandy-bordeaux", goal="france")
    study.play("buy 4 infantry")
    while study.step != "NoncombatMove":
        study.play("end")
    study.refused("move 1 infantry france > normandy-bordeaux", "G40-277")


@pytest.mark.rule("G40-081")
def test_a_standing_order_answers_for_france() -> None:
    study = Study("clear", *RALLY, "place 1 uk tank normandy-bordeaux", "turn uk combat-move")
    study.play("order muster 4 infantry", seat="france")
    study.play("move 1 tank normandy-bordeaux > france", "end")
    assert study.units("france") == {"uk tank": 1, "france infantry": 4}


@pytest.mark.rule("G40-054")
def test_no_vichy() -> None:
    study = taken(
        "place 1 france infantry algeria",
        "place 1 france destroyer sz-93",
        power="germany",
        start="western-germany",
        goal="france",
    )
    assert study.owner("algeria") == "france"
    assert study.units("algeria") == {"france infantry": 1}
    assert study.units("sz-93") == {"france destroyer": 1}


@pytest.mark.rule("G40-270")
def test_the_last_axis_capital() -> None:
    study = taken(
        "control germany uk",
        "control japan usa",
        "money italy 9",
        "control northern-italy uk",
        power="uk",
        start="northern-italy",
        goal="southern-italy",
    )
    assert study.money("italy") == 0
    assert not study.state.winner


# Several powers


@pytest.mark.rule("G40-271")
def test_allies_defend_together() -> None:
    study = Study(
        "clear",
        "place 1 france infantry, 1 uk infantry france",
        "place 2 germany tank western-germany",
        "turn germany combat-move",
    )
    study.play("move 2 tank western-germany > france")
    study.play("end", dice=[6, 6, 2, 2])
    assert not study.units("france").get("germany tank")


@pytest.mark.rule("G40-272")
def test_never_attack_together() -> None:
    study = Study(
        "clear",
        "place 1 germany tank, 1 italy tank western-germany",
        "turn germany combat-move",
    )
    study.refused("move 1 italy tank western-germany > france", "G40-272")


@pytest.mark.rule("G40-274")
def test_aircraft_attack_from_an_allied_carrier() -> None:
    study = Study(
        "clear",
        "place 1 uk carrier, 1 france fighter sz-110",
        "place 1 germany destroyer sz-112",
        "turn france combat-move",
    )
    study.allowed("move 1 fighter sz-110 > sz-112")
    study.refused("move 1 uk carrier sz-110 > sz-112", "G40-272")


@pytest.mark.rule("G40-275", "G40-970")
def test_assault_from_an_allied_transport() -> None:
    study = Study(
        "clear",
        "control normandy-bordeaux germany",
        "place 1 uk transport[france infantry] sz-110",
        "turn france combat-move",
    )
    study.play("land 1 infantry sz-110 > normandy-bordeaux", "end")
    assert study.owner("normandy-bordeaux") == "france"
    alone = Study(
        "clear",
        "control normandy-bordeaux germany",
        "place 1 germany destroyer, 1 uk transport[france infantry] sz-110",
        "turn france combat-move",
    )
    alone.refused("land 1 infantry sz-110 > normandy-bordeaux", "G40-487")


@pytest.mark.rule("G40-276", "G40-500")
def test_allied_transport_in_three_steps() -> None:
    study = Study(
        "clear",
        "place 1 uk transport sz-110",
        "place 1 france infantry united-kingdom",
        "turn france noncombat-move",
    )
    study.play("load 1 infantry united-kingdom > sz-110")
    study.refused("land 1 infantry sz-110 > normandy-bordeaux", "G40-500")
    combat = Study(
        "clear",
        "place 1 uk transport sz-110",
        "place 1 france infantry united-kingdom",
        "turn france combat-move",
    )
    combat.refused("load 1 infantry united-kingdom > sz-110", "G40-276")


# The United Kingdom's two economies


@pytest.mark.rule("G40-411", "G40-412", "G40-413", "G40-414", "G40-415")
@pytest.mark.parametrize(
    ("land", "economy"),
    [
        ("united-kingdom", "uk-europe"),
        ("egypt", "uk-europe"),
        ("union-of-south-africa", "uk-europe"),
        ("india", "uk-pacific"),
        ("malaya", "uk-pacific"),
        ("west-india", "uk-pacific"),
        ("british-columbia", "uk-europe"),
        ("yukon", "uk-europe"),
    ],
)
def test_which_economy_a_land_belongs_to(land: str, economy: str) -> None:
    study = Study()
    uk = study.world.power["uk"]
    assert study.owner(land) == "uk"
    assert study.world.purse_at(uk, study.world.space[land]) == study.world.purse[economy]


@pytest.mark.rule("G40-417")
def test_separate_money() -> None:
    study = Study("turn uk")
    study.refused("buy 4 fighter", "G40-127")
    study.play("buy 2 fighter", "end")
    assert purse(study, "uk-europe") == 8
    assert purse(study, "uk-pacific") == 17
    study.play("buy 1 infantry", "end")
    assert purse(study, "uk-pacific") == 14


@pytest.mark.rule("G40-418")
def test_a_single_armed_force() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry india",
        "place 1 uk infantry united-kingdom",
        "turn uk noncombat-move",
    )
    study.allowed("move 1 infantry india > burma")
    study.allowed("move 1 infantry united-kingdom > scotland")


@pytest.mark.rule("G40-419")
def test_separate_mobilization() -> None:
    study = Study("pool uk-pacific 1 infantry", "turn uk mobilize")
    study.refused("place 1 infantry united-kingdom", "G40-419")
    study.allowed("place 1 infantry india")


@pytest.mark.rule("G40-420", "G40-421")
def test_calcutta_falls() -> None:
    study = taken(
        "war japan uk",
        "war japan anzac",
        "control burma japan",
        "money uk-pacific 11",
        "money uk-europe 13",
        "money japan 0",
        power="japan",
        start="burma",
        goal="india",
    )
    assert study.money("japan") == 11
    assert purse(study, "uk-pacific") == 0
    assert purse(study, "uk-europe") == 13
    later = Study("control india japan", "money uk-pacific 5", "turn uk")
    assert "uk-europe" in str(later.game.decision)
    later.play("end")
    assert later.step != "Purchase"


@pytest.mark.rule("G40-422", "G40-943", "G40-976")
def test_no_cross_income() -> None:
    study = Study(
        "clear",
        "control india japan",
        "money uk-europe 0",
        "money uk-pacific 0",
        "turn uk mobilize",
    )
    while study.asked == ("uk",):
        study.play("end")
    assert purse(study, "uk-pacific") == 0
    assert purse(study, "uk-europe") == 28 + 5  # with the objective of the Europe economy


@pytest.mark.rule("G40-423")
def test_allies_as_caretakers() -> None:
    study = taken(
        "war anzac japan",
        "control india japan",
        "control burma japan",
        "control shan-state anzac",
        power="anzac",
        start="shan-state",
        goal="burma",
    )
    assert study.owner("burma") == "anzac"
    free = taken(
        "war anzac japan",
        "control burma japan",
        "control shan-state anzac",
        power="anzac",
        start="shan-state",
        goal="burma",
    )
    assert free.owner("burma") == "uk"


@pytest.mark.rule("G40-424")
@pytest.mark.parametrize(
    ("capital", "start", "loser", "economy"),
    [
        ("germany", "western-germany", "germany", "uk-europe"),
        ("southern-italy", "northern-italy", "italy", "uk-europe"),
    ],
)
def test_british_plunder(capital: str, start: str, loser: str, economy: str) -> None:
    study = taken(
        f"control {start} uk",
        "control united-kingdom germany",
        "control united-kingdom italy" if loser == "germany" else "control india uk",
        f"money {loser} 12",
        f"money {economy} 0",
        power="uk",
        start=start,
        goal=capital,
    )
    assert purse(study, economy) == 12


@pytest.mark.rule("G40-424")
def test_plunder_of_tokyo() -> None:
    study = Study(
        "clear",
        "war uk japan",
        "war anzac japan",
        "money japan 9",
        "money uk-pacific 0",
        "place 1 uk transport[infantry] sz-6",
        "turn uk combat-move",
    )
    study.play("land 1 infantry sz-6 > japan", "end")
    while study.asked != ("uk",) or study.step not in ("NoncombatMove", "ConductCombat"):
        study.play("hold")
    assert purse(study, "uk-pacific") == 9


@pytest.mark.rule("G40-977")
def test_a_regional_capital_freed() -> None:
    study = taken(
        "war anzac japan",
        "control india japan",
        "control burma anzac",
        "control egypt france",
        "control united-kingdom germany",
        power="anzac",
        start="burma",
        goal="india",
    )
    assert study.owner("india") == "uk"
    assert study.owner("burma") == "uk"
    assert study.owner("egypt") == "france"


# The United States


@pytest.mark.rule("G40-425", "G40-426", "G40-978")
def test_american_industry() -> None:
    lands = ("eastern-united-states", "central-united-states", "western-united-states")
    study = Study("minor-factory central-united-states 4", "turn japan declare")
    for land in lands:
        assert "minor-factory" in study.damage(land)
    study.play("declare usa")
    for land in lands:
        assert "major-factory" in study.damage(land)
        assert "minor-factory" not in study.damage(land)
    assert study.damage("central-united-states")["major-factory"] == 4


@pytest.mark.rule("G40-978")
def test_no_second_free_upgrade() -> None:
    study = Study("war usa japan", "minor-factory western-united-states 0", "turn germany declare")
    study.play("declare usa")
    assert "minor-factory" in study.damage("western-united-states")


@pytest.mark.rule("G40-427")
def test_san_francisco_is_no_capital() -> None:
    study = Study("control western-united-states japan", "money usa 30", "turn usa")
    assert study.step == "Purchase"
    world = study.world
    assert world.space["western-united-states"] not in world.purses_at_stake


@pytest.mark.rule("G40-428")
def test_american_industry_in_europe() -> None:
    study = Study(title="europe-1940")
    assert "major-factory" in study.damage("eastern-united-states")
    assert "major-factory" in study.damage("central-united-states")


@pytest.mark.rule("G40-W09", "G40-914")
def test_entry_in_the_third_turn() -> None:
    study = Study("money usa 0", "round 3", "turn usa mobilize")
    study.play("declare germany", "declare italy", "declare japan")
    assert study.money("usa") == 77
    assert "major-factory" in study.damage("central-united-states")


@pytest.mark.rule("G40-W08", "G40-052")
def test_entry_in_the_third_round_in_europe() -> None:
    study = Study("money usa 0", "round 3", "turn usa mobilize", title="europe-1940")
    study.play("declare germany", "declare italy")
    assert study.money("usa") == 60
