"""Chapters 4b and 5: who may declare war and when; what powers not at war may not do."""

from __future__ import annotations

import pytest

from sandtable.games.axis import situation as at
from tests.rules.global1940.study import Study

POWERS = ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")


def wars(study: Study) -> set[frozenset[str]]:
    """All pairs of playing powers at war."""
    index = study.world.power
    return {
        frozenset((one, other))
        for one in POWERS
        for other in POWERS
        if at.foes(study.state, index[one])[index[other]]
    }


def at_war(study: Study, one: str, other: str) -> bool:
    return frozenset((one, other)) in wars(study)


def pairs(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text.split("-")) for text in texts}


def declares(power: str, *edits: str, at_round: int = 1) -> Study:
    return Study(*edits, f"round {at_round}", f"turn {power} declare")


def offered(study: Study) -> set[str]:
    return {text.removeprefix("declare ") for text in study.legal("declare")}


@pytest.mark.rule("G40-055")
def test_wars_at_start() -> None:
    assert wars(Study()) == pairs(
        "germany-uk",
        "germany-anzac",
        "germany-france",
        "italy-uk",
        "italy-anzac",
        "italy-france",
        "japan-china",
    )


@pytest.mark.rule("G40-056")
@pytest.mark.parametrize("power", ["germany", "italy"])
def test_european_axis_declares(power: str) -> None:
    assert offered(declares(power)) == {"usa", "ussr", "china"}


@pytest.mark.rule("G40-057")
@pytest.mark.parametrize("target", ["usa", "ussr", "china"])
def test_each_of_these_wars_stands_alone(target: str) -> None:
    study = declares("germany")
    before = wars(study)
    study.play(f"declare {target}")
    assert wars(study) == before | pairs(f"germany-{target}")


@pytest.mark.rule("G40-058")
@pytest.mark.parametrize(
    "edits", [(), ("deed declared-war italy ussr",), ("deed captured germany united-kingdom",)]
)
def test_soviet_waiting_period(edits: tuple[str, ...]) -> None:
    early = declares("ussr", *edits, at_round=3)
    if edits:
        assert offered(early) == {"germany", "italy", "japan"}
    else:
        assert offered(early) == {"japan"}
        early.refused("declare germany", "G40-058")
    assert offered(declares("ussr", at_round=4)) == {"germany", "italy", "japan"}


@pytest.mark.rule("G40-059")
def test_soviet_union_declares_on_japan_at_any_time() -> None:
    study = declares("ussr")
    study.play("declare japan")
    assert at_war(study, "ussr", "japan")
    assert not at_war(study, "ussr", "germany")


@pytest.mark.rule("G40-064")
def test_japanese_declarations() -> None:
    assert offered(declares("japan")) == {"uk", "anzac", "usa", "france", "ussr"}


@pytest.mark.rule("G40-065")
@pytest.mark.parametrize("target", ["uk", "anzac"])
def test_uk_and_anzac_are_one_target(target: str) -> None:
    study = declares("japan")
    before = wars(study)
    study.play(f"declare {target}")
    assert wars(study) == before | pairs("japan-uk", "japan-anzac")


@pytest.mark.rule("G40-066")
@pytest.mark.parametrize("target", ["france", "ussr", "usa"])
def test_wars_of_japan_that_stand_alone(target: str) -> None:
    study = declares("japan")
    before = wars(study)
    study.play(f"declare {target}")
    assert wars(study) == before | pairs(f"japan-{target}")


USA_TRIGGERS = (
    "deed declared-war germany usa",
    "deed captured italy united-kingdom",
    "deed captured japan alaska",
    "deed unprovoked-war japan uk",
    "deed unprovoked-war japan anzac",
)


@pytest.mark.rule("G40-071")
@pytest.mark.parametrize("trigger", USA_TRIGGERS)
def test_what_lets_the_united_states_declare(trigger: str) -> None:
    assert offered(declares("usa", trigger)) == {"germany", "italy", "japan"}


@pytest.mark.rule("G40-071", "G40-096")
def test_without_cause_the_united_states_go_on_in_peace() -> None:
    study = Study("round 2", "turn usa declare")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-952")
@pytest.mark.parametrize(
    ("land", "counts"),
    [
        ("alaska", True),
        ("aleutian-islands", True),
        ("yukon", True),
        ("greenland", True),
        ("mexico", True),
        ("west-indies", True),
        ("ontario", True),
        ("iceland", False),
        ("hawaiian-islands", False),
    ],
)
def test_territories_of_north_america(land: str, counts: bool) -> None:
    study = declares("usa", f"deed captured japan {land}")
    assert (study.step == "Declaration") is counts


@pytest.mark.rule("G40-072")
def test_third_turn_of_the_united_states() -> None:
    study = Study("round 3", "turn usa mobilize")
    assert study.step == "Declaration"
    study.play("declare japan", "declare germany", "declare italy")
    assert all(at_war(study, "usa", power) for power in ("germany", "italy", "japan"))
    assert Study("round 2", "turn usa mobilize").asked != ("usa",)


@pytest.mark.rule("G40-072")
def test_no_late_declaration_for_who_is_at_war_already() -> None:
    study = Study("war usa japan", "round 3", "turn usa mobilize")
    assert study.asked != ("usa",)


@pytest.mark.rule("G40-913")
def test_from_the_fourth_turn_on_the_united_states_declare_as_usual() -> None:
    assert offered(declares("usa", at_round=4)) == {"germany", "italy", "japan"}
    assert Study("round 3", "turn usa declare").step == "NoncombatMove"


@pytest.mark.rule("G40-073", "G40-954")
def test_china_and_the_european_axis() -> None:
    study = Study("turn china declare")
    assert study.step == "CombatMove"
    for cause in ("deed declared-war germany china", "deed entered italy burma"):
        study = declares("china", cause)
        assert offered(study) == {"germany", "italy"}
        study.play("declare italy")
        assert at_war(study, "china", "italy")
        assert not at_war(study, "china", "germany")


@pytest.mark.rule("G40-074", "G40-930")
@pytest.mark.parametrize("power", ["uk", "anzac"])
def test_uk_or_anzac_declare_on_japan(power: str) -> None:
    study = declares(power)
    assert offered(study) == {"japan"}
    study.play("declare japan")
    assert at_war(study, "uk", "japan")
    assert at_war(study, "anzac", "japan")
    assert not any(
        deed == "unprovoked-war" and by == study.world.power["japan"]
        for deed, by, _ in study.state.deeds
    )
    later = declares("usa")
    assert later.step != "Declaration"


@pytest.mark.rule("G40-080")
def test_france_declares_on_japan() -> None:
    study = declares("france")
    study.play("declare japan")
    assert at_war(study, "france", "japan")


@pytest.mark.rule("G40-062", "G40-929")
def test_french_units_in_china_are_an_act_of_war() -> None:
    study = Study(
        "clear", "place 1 france infantry french-indo-china", "turn france noncombat-move"
    )
    before = wars(study)
    study.play("move 1 infantry french-indo-china > yunnan")
    assert wars(study) == before | pairs("france-japan")
    assert not any(deed in ("declared-war", "unprovoked-war") for deed, _, _ in study.state.deeds)


# Chapter 5


@pytest.mark.rule("G40-082")
def test_war_is_declared_before_any_unit_moves() -> None:
    study = declares("germany")
    assert study.step == "Declaration"
    study.play("end")
    assert study.step == "CombatMove"
    study.refused("declare ussr", "G40-082")


@pytest.mark.rule("G40-083")
def test_no_attack_need_follow() -> None:
    study = declares("germany", "clear")
    study.play("declare ussr", "end", "end")
    assert at_war(study, "germany", "ussr")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("G40-084")
def test_spaces_are_hostile_after_a_declaration() -> None:
    edits = (
        "clear",
        "place 1 germany infantry poland",
        "place 1 ussr infantry eastern-poland",
        "place 1 germany submarine, 1 germany destroyer sz-114",
        "place 1 ussr cruiser sz-115",
    )
    study = declares("germany", *edits)
    study.play("end")
    study.refused("move 1 infantry poland > eastern-poland", "G40-020")
    study = declares("germany", *edits)
    study.play("declare ussr", "end")
    study.allowed("move 1 infantry poland > eastern-poland")
    study.allowed("move 1 destroyer sz-114 > sz-115")


CAUGHT = (
    "clear",
    "place 1 ussr cruiser sz-114",
    "place 1 germany transport sz-114",
    "place 2 germany infantry germany",
)


@pytest.mark.rule("G40-085", "G40-W07")
def test_loading_in_a_zone_that_has_just_become_hostile() -> None:
    study = declares("germany", *CAUGHT)
    study.play("declare ussr", "end", "load 2 infantry germany > sz-114")
    study.play("move 1 transport sz-114 > sz-115", "land 2 infantry sz-115 > baltic-states")
    study.allowed("end")


@pytest.mark.rule("G40-085")
def test_no_loading_where_enemies_were_all_along() -> None:
    study = declares("germany", "war germany ussr", *CAUGHT)
    study.play("end")
    study.refused("load 1 infantry germany > sz-114", "G40-145")


@pytest.mark.rule("G40-085")
def test_no_loading_in_another_hostile_zone() -> None:
    study = declares(
        "germany",
        "clear",
        "place 1 ussr cruiser sz-115",
        "place 1 germany transport, 1 germany destroyer sz-114",
        "place 1 germany infantry norway",
        "control baltic-states germany",
        "place 1 germany infantry baltic-states",
    )
    study.play("declare ussr", "end", "move 1 destroyer sz-114 > sz-115")
    study.refused("load 1 infantry baltic-states > sz-115", "G40-487")


@pytest.mark.rule("G40-950")
def test_ships_caught_by_a_declaration_fight_or_leave() -> None:
    study = declares(
        "germany", "clear", "place 1 ussr cruiser sz-114", "place 2 germany destroyer sz-114"
    )
    study.play("declare ussr", "end", "move 1 destroyer sz-114 > sz-113")
    study.play("end", dice=[1, 6])
    assert study.units("sz-114") == {"germany destroyer": 1}  # the other one has fought


@pytest.mark.rule("G40-086")
def test_war_with_the_declarer_only() -> None:
    study = declares("germany")
    study.play("declare usa")
    assert {pair for pair in wars(study) if "usa" in pair} == pairs("germany-usa")


@pytest.mark.rule("G40-087")
def test_declarations_wait_for_ones_own_turn() -> None:
    study = declares("germany", "clear")
    study.play("declare ussr")
    assert study.game.check("declare italy", "ussr") is not None
    study.play("end", "end", "end")
    while study.asked == ("germany",):
        study.play("end")
    study.play("end")
    assert study.step == "Declaration"
    assert offered(study) == {"italy", "japan"}


@pytest.mark.rule("G40-088")
def test_provoked_and_unprovoked() -> None:
    study = declares("japan")
    study.play("declare uk")
    japan, uk, anzac = (study.world.power[p] for p in ("japan", "uk", "anzac"))
    assert ("unprovoked-war", japan, uk) in study.state.deeds
    assert ("unprovoked-war", japan, anzac) not in study.state.deeds
    answer = declares("ussr", "deed declared-war germany ussr", "war germany ussr")
    answer.play("declare italy")
    assert not any(deed == "unprovoked-war" for deed, _, _ in answer.state.deeds)


@pytest.mark.rule("G40-481")
def test_never_on_ones_own_side() -> None:
    study = declares("germany")
    study.refused("declare italy", "G40-481")
    study.refused("declare uk", "G40-481")  # at war already


@pytest.mark.rule("G40-089")
def test_ships_of_powers_not_at_war_do_not_block() -> None:
    study = Study(
        "clear",
        "place 1 japan destroyer sz-33",
        "place 1 usa battleship sz-32",
        "turn japan combat-move",
    )
    study.play("end")
    study.allowed("move 1 destroyer sz-33 > sz-32 > sz-31")


@pytest.mark.rule("G40-090")
def test_no_attack_where_units_of_a_bystander_are() -> None:
    study = Study(
        "clear",
        "war japan uk",
        "war japan anzac",
        "place 1 japan infantry, 1 japan fighter kiangsi",
        "place 1 uk infantry, 1 usa infantry kwangtung",
        "turn japan combat-move",
    )
    study.refused("move 1 infantry kiangsi > kwangtung", "G40-090")
    study.refused("move 1 fighter kiangsi > kwangtung", "G40-090")


@pytest.mark.rule("G40-091")
def test_bystanders_at_sea() -> None:
    goal = "sz-111"
    study = Study(
        "clear",
        "place 1 germany battleship sz-112",
        f"place 1 uk destroyer, 1 usa destroyer {goal}",
        "turn germany combat-move",
    )
    study.play(f"move 1 battleship sz-112 > {goal}")
    study.play("end", dice=[1, 6])
    assert study.units(goal) == {"germany battleship": 1, "usa destroyer": 1}
    assert not at_war(study, "germany", "usa")


@pytest.mark.rule("G40-092")
def test_a_power_at_war_with_nobody_is_a_neutral_power() -> None:
    study = Study()
    for power in POWERS:
        neutral = at.is_neutral(study.world, study.state, study.world.power[power])
        assert neutral is (power in ("usa", "ussr"))
    assert not at_war(study, "usa", "germany")


@pytest.mark.rule("G40-093")
def test_neutral_powers_enter_no_neutral_land() -> None:
    study = Study("clear", "place 1 usa transport[infantry] sz-86", "turn usa noncombat-move")
    study.refused("land 1 infantry sz-86 > brazil", "G40-093")
    study = Study(
        "clear",
        "war usa japan",
        "place 1 usa transport[infantry] sz-86",
        "turn usa noncombat-move",
    )
    study.allowed("land 1 infantry sz-86 > brazil")


@pytest.mark.rule("G40-094")
def test_neutral_powers_use_nothing_of_others() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry, 1 usa fighter eastern-united-states",
        "place 1 uk transport sz-101",
        "turn usa noncombat-move",
    )
    study.refused("move 1 fighter eastern-united-states > ontario", "G40-094")
    study.refused("load 1 infantry eastern-united-states > sz-101", "G40-403")


@pytest.mark.rule("G40-095")
def test_others_use_nothing_of_neutral_powers() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry, 1 uk fighter ontario",
        "turn uk noncombat-move",
    )
    study.refused("move 1 infantry ontario > eastern-united-states", "G40-095")
    study.refused("move 1 fighter ontario > eastern-united-states", "G40-095")


@pytest.mark.rule("G40-096")
def test_only_powers_at_war_have_combat_phases() -> None:
    study = Study("turn ussr combat-move")
    assert study.step == "NoncombatMove"
    study = Study("war ussr japan", "turn ussr combat-move")
    assert study.step == "CombatMove"


@pytest.mark.rule("G40-953")
def test_declaring_out_of_peace() -> None:
    study = declares("ussr")
    study.play("end")
    assert study.step == "NoncombatMove"
    study = declares("ussr")
    study.play("declare japan")
    assert study.step == "CombatMove"


@pytest.mark.rule("G40-989")
def test_land_of_an_opposing_power_not_at_war_is_closed() -> None:
    study = Study(
        "clear",
        "place 1 japan infantry, 1 japan fighter kwangsi",
        "place 1 japan destroyer sz-37",
        "turn japan noncombat-move",
    )
    study.refused("move 1 infantry kwangsi > kwangtung", "G40-020")
    study.refused("move 1 fighter kwangsi > kwangtung", "G40-020")
    study.allowed("move 1 destroyer sz-37 > sz-38")


# Leashes


@pytest.mark.rule("G40-060", "G40-986")
def test_soviet_neutrality_is_per_map() -> None:
    edits = (
        "clear",
        "war ussr japan",
        "place 1 ussr infantry, 1 ussr tank caucasus",
        "place 1 ussr infantry kazakhstan",
    )
    study = Study(*edits, "turn ussr noncombat-move")
    study.refused("move 1 infantry caucasus > northwest-persia", "G40-060")
    both = Study(*edits, "war ussr germany", "turn ussr noncombat-move")
    both.allowed("move 1 infantry caucasus > northwest-persia")


@pytest.mark.rule("G40-061")
@pytest.mark.parametrize("war", [False, True])
def test_soviet_units_and_china(war: bool) -> None:
    edits = ["clear", "war ussr germany", "place 1 ussr infantry novosibirsk"]
    if war:
        edits.append("war ussr japan")
    study = Study(*edits, "turn ussr noncombat-move")
    if war:
        study.allowed("move 1 infantry novosibirsk > kansu")
    else:
        study.refused("move 1 infantry novosibirsk > kansu", "G40-061")


@pytest.mark.rule("G40-063", "G40-917")
@pytest.mark.parametrize(
    "zone", ["sz-1", "sz-2", "sz-3", "sz-8", "sz-9", "sz-10", "sz-11", "sz-12"]
)
def test_japanese_leash(zone: str) -> None:
    study = Study("clear", "turn japan noncombat-move")
    near = study.world.sea_near[study.world.space[zone]]
    start = next(study.world.spaces[z].id for z in near)
    peace = Study("clear", f"place 1 japan destroyer {start}", "turn japan noncombat-move")
    peace.refused(f"move 1 destroyer {start} > {zone}", "G40-063")
    war = Study(
        "clear",
        "war japan usa",
        f"place 1 japan destroyer {start}",
        "turn japan noncombat-move",
    )
    war.allowed(f"move 1 destroyer {start} > {zone}")


@pytest.mark.rule("G40-068", "G40-075")
@pytest.mark.parametrize(
    ("power", "rule"), [("usa", "G40-068"), ("uk", "G40-075"), ("anzac", "G40-075")]
)
def test_china_is_closed_before_war_with_japan(power: str, rule: str) -> None:
    start = "burma"
    edits = ("clear", f"place 1 {power} fighter {start}")
    extra = ("war usa germany",) if power == "usa" else ()
    study = Study(*edits, *extra, f"turn {power} noncombat-move")
    study.refused(f"move 1 fighter {start} > yunnan", rule)
    study = Study(*edits, *extra, f"war {power} japan", f"turn {power} noncombat-move")
    study.allowed(f"move 1 fighter {start} > yunnan")


@pytest.mark.rule("G40-069", "G40-916")
@pytest.mark.parametrize("war", ["", "germany", "japan"])
def test_leash_of_the_united_states_near_japan(war: str) -> None:
    edits = ["clear", "place 1 usa destroyer sz-31"]
    if war:
        edits.append(f"war usa {war}")
    study = Study(*edits, "turn usa noncombat-move")
    if war == "japan":
        study.allowed("move 1 destroyer sz-31 > sz-32")
    else:
        study.refused("move 1 destroyer sz-31 > sz-32", "G40-069")


@pytest.mark.rule("G40-070", "G40-915")
@pytest.mark.parametrize("war", ["", "japan", "italy"])
def test_leash_of_the_united_states_in_the_atlantic(war: str) -> None:
    edits = ["clear", "place 1 usa destroyer, 1 usa transport sz-101"]
    if war:
        edits.append(f"war usa {war}")
    study = Study(*edits, "turn usa noncombat-move")
    study.allowed("move 1 destroyer sz-101 > sz-102")
    if war == "italy":
        study.allowed("move 1 transport sz-101 > sz-102")
        study.allowed("move 1 destroyer sz-101 > sz-103")
    else:
        study.refused("move 1 transport sz-101 > sz-102", "G40-070")
        study.refused("move 1 destroyer sz-101 > sz-103", "G40-070")


# Dutch land


@pytest.mark.rule("G40-067", "G40-990")
def test_japan_and_dutch_land() -> None:
    edits = ("clear", "place 1 japan transport[infantry] sz-42")
    study = Study(*edits, "turn japan combat-move")
    study.refused("land 1 infantry sz-42 > java", "G40-067")
    study = Study(*edits, "war japan uk", "war japan anzac", "turn japan combat-move")
    study.allowed("land 1 infantry sz-42 > java")
    italy = Study("clear", "place 1 italy transport[infantry] sz-42", "turn italy combat-move")
    italy.allowed("land 1 infantry sz-42 > java")


@pytest.mark.rule("G40-928")
def test_war_is_enough_whoever_declared() -> None:
    study = Study(
        "clear",
        "deed declared-war uk japan",
        "war japan uk",
        "war japan anzac",
        "place 1 japan transport[infantry] sz-42",
        "turn japan combat-move",
    )
    study.allowed("land 1 infantry sz-42 > java")


@pytest.mark.rule("G40-076", "G40-077", "G40-W37")
@pytest.mark.parametrize("power", ["uk", "anzac"])
def test_taking_over_dutch_land(power: str) -> None:
    study = Study(
        "clear", f"place 1 {power} transport[infantry] sz-42", f"turn {power} noncombat-move"
    )
    before = study.income(power)
    study.play("land 1 infantry sz-42 > java")
    assert study.owner("java") == power
    assert study.income(power) == before + 4
    other = "anzac" if power == "uk" else "uk"
    again = Study(
        "clear",
        "control java " + power,
        f"place 1 {other} transport[infantry] sz-42",
        f"turn {other} noncombat-move",
    )
    again.play("land 1 infantry sz-42 > java")
    assert again.owner("java") == power


@pytest.mark.rule("G40-W37", "G40-077")
def test_java_pays_the_pacific_economy() -> None:
    study = Study("clear", "place 1 uk transport[infantry] sz-42", "turn uk noncombat-move")
    study.play("land 1 infantry sz-42 > java")
    uk, world = study.world.power["uk"], study.world
    assert world.purse_at(uk, world.space["java"]) == world.purse["uk-pacific"]


@pytest.mark.rule("G40-984")
def test_guns_and_aircraft_take_nothing_over() -> None:
    study = Study("clear", "place 1 uk transport[aa-gun] sz-42", "turn uk noncombat-move")
    study.play("land 1 aa-gun sz-42 > java")
    assert study.owner("java") == "dutch"


@pytest.mark.rule("G40-927")
def test_other_allies_stay_there_as_guests() -> None:
    study = Study(
        "clear",
        "war usa japan",
        "place 1 usa transport[infantry] sz-42",
        "turn usa noncombat-move",
    )
    study.play("land 1 infantry sz-42 > java")
    assert study.owner("java") == "dutch"


@pytest.mark.rule("G40-076")
def test_not_after_the_axis_had_it() -> None:
    study = Study(
        "clear",
        "deed captured japan java",
        "place 1 uk transport[infantry] sz-42",
        "turn uk noncombat-move",
    )
    study.play("land 1 infantry sz-42 > java")
    assert study.owner("java") == "dutch"


@pytest.mark.rule("G40-079", "G40-477")
def test_dutch_land_taken_from_the_axis_is_kept() -> None:
    study = Study(
        "clear",
        "war usa japan",
        "control java japan",
        "place 1 usa transport[infantry] sz-42",
        "turn usa combat-move",
    )
    study.play("land 1 infantry sz-42 > java", "end")
    while study.step == "ConductCombat":
        study.play("fight java")
    assert study.owner("java") == "usa"


@pytest.mark.rule("G40-078")
@pytest.mark.parametrize("title", ["global-1940", "pacific-1940"])
@pytest.mark.parametrize("land", ["java", "celebes", "kwangsi"])
def test_an_attack_on_dutch_land_is_an_act_of_war(land: str, title: str) -> None:
    """Japan may not even move there before the war (G40-067), so its infantry is there already."""
    study = Study(
        "clear",
        "control kwangsi china",
        f"place 1 japan infantry {land}",
        "turn japan combat-move",
        title=title,
    )
    events = study.play("end")
    began = {str(event) for event in events if type(event).__name__ == "WarBegan"}
    dutch = land != "kwangsi"
    assert study.owner(land) == "japan"
    assert began == ({"japan and uk are at war", "japan and anzac are at war"} if dutch else set())
    foe = at.foes(study.state, study.world.power["japan"])
    assert [foe[study.world.power[name]] for name in ("uk", "anzac", "usa")] == [
        dutch,
        dutch,
        False,
    ]


@pytest.mark.rule("G40-476")
@pytest.mark.parametrize("land", ["sumatra", "java", "celebes", "dutch-new-guinea", "suriname"])
def test_dutch_land_at_start(land: str) -> None:
    study = Study()
    assert study.owner(land) == "dutch"
    assert not study.units(land)
    assert study.income("dutch") == 0
    assert study.world.power["dutch"] not in study.world.order


def extra(study: Study, power: str, space: str) -> int:
    """Movement to spare with which a power's unit in a space began its turn."""
    index = study.world.power[power]
    stack = study.state.units[study.world.space[space]]
    return next(-piece.spent for piece, _ in stack if piece.owner == index)


@pytest.mark.rule("G40-094", "G40-095")
@pytest.mark.parametrize(("power", "zone"), [("usa", "sz-110"), ("uk", "sz-101")])
@pytest.mark.parametrize("war", [False, True])
def test_naval_bases_of_and_for_neutral_powers(power: str, zone: str, war: bool) -> None:
    edits = ["clear", f"place 1 {power} destroyer {zone}"]
    if war:
        edits.append("war usa germany")
    study = Study(*edits, f"turn {power} noncombat-move")
    assert extra(study, power, zone) == int(war)


@pytest.mark.rule("G40-462")
def test_china_uses_no_air_base() -> None:
    study = Study(
        "clear",
        "airbase yunnan 0",
        "place 1 china fighter, 1 uk fighter yunnan",
        "war uk japan",
        "turn china combat-move",
    )
    assert extra(study, "china", "yunnan") == 0
