"""Chapter 6: neutral territories."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study

PRO_ALLIES = {
    "brazil": 3,
    "crete": 0,
    "eire": 0,
    "greece": 4,
    "yugoslavia": 5,
    "persia": 2,
    "northwest-persia": 0,
    "eastern-persia": 0,
}
PRO_AXIS = {"bulgaria": 4, "finland": 4, "iraq": 3}
STRICT = {
    "turkey": 8,
    "sweden": 6,
    "spain": 6,
    "argentina": 4,
    "afghanistan": 4,
    "switzerland": 2,
    "portugal": 2,
    "saudi-arabia": 2,
    "venezuela": 2,
    "chile": 2,
    "angola": 2,
    "mozambique": 2,
}
EMPTY = (
    "bolivia",
    "colombia",
    "ecuador",
    "liberia",
    "paraguay",
    "peru",
    "portuguese-guinea",
    "rio-de-oro",
    "sierra-leone",
    "uruguay",
)
MONGOLIA = {
    "olgiy": 2,
    "buyant-uhaa": 2,
    "dzavhan": 1,
    "ulaanbaatar": 1,
    "tsagaan-olom": 0,
    "central-mongolia": 0,
}


def army(leaning: str, size: int) -> dict[str, int]:
    return {f"{leaning} infantry": size} if size else {}


def attack(*edits: str, power: str = "germany") -> Study:
    return Study("clear", *edits, f"turn {power} combat-move")


def strictly(study: Study) -> set[str]:
    strict = study.world.power["strict"]
    return {space.id for space in study.world.spaces if study.state.owner[space.index] == strict}


@pytest.mark.rule("G40-100", "G40-101", "G40-102", "G40-103", "G40-099")
@pytest.mark.parametrize("title", ["global-1940", "europe-1940"])
def test_leanings_and_armies_at_start(title: str) -> None:
    study = Study(title=title)
    for leaning, lands in (("pro-allies", PRO_ALLIES), ("pro-axis", PRO_AXIS), ("strict", STRICT)):
        for land, size in lands.items():
            if land in study.world.space:
                assert study.owner(land) == leaning, land
                assert study.units(land) == army(leaning, size), land
    for land in EMPTY:
        assert study.owner(land) == "strict"
        assert not study.units(land)


@pytest.mark.rule("G40-104")
def test_suriname_in_europe() -> None:
    study = Study(title="europe-1940")
    assert study.owner("suriname") == "strict"
    assert not study.units("suriname")


@pytest.mark.rule("G40-097")
@pytest.mark.parametrize("leaning", ["strict", "pro-allies"])
def test_no_declaration_against_neutrals(leaning: str) -> None:
    study = Study("turn germany declare")
    study.refused(f"declare {leaning}", "G40-097")


@pytest.mark.rule("G40-098")
def test_each_neutral_stands_alone() -> None:
    study = attack("place 1 italy infantry iraq", "control iraq italy", power="italy")
    study.play("move 1 infantry iraq > northwest-persia", "end")
    assert study.owner("northwest-persia") == "italy"
    assert study.owner("persia") == "pro-allies"
    assert study.owner("eastern-persia") == "pro-allies"


@pytest.mark.rule("G40-105")
def test_friendly_neutrals_are_untouchable() -> None:
    study = attack(
        "place 2 pro-axis infantry bulgaria",
        "place 1 germany infantry, 1 germany fighter romania",
        "place 1 uk infantry greece",
        "control greece uk",
    )
    study.refused("move 1 infantry romania > bulgaria", "G40-105")
    study.refused("move 1 fighter romania > bulgaria", "G40-105")
    study.play("end")
    study.refused("move 1 fighter romania > bulgaria", "G40-105")


JOIN = ("place 4 pro-axis infantry bulgaria", "place 1 germany tank romania")


@pytest.mark.rule("G40-106", "G40-108", "G40-109")
def test_joining_a_friendly_neutral() -> None:
    study = Study("clear", *JOIN, "turn germany noncombat-move")
    before = study.income("germany")
    study.play("move 1 tank romania > bulgaria")
    assert study.owner("bulgaria") == "germany"
    assert study.income("germany") == before + 1
    assert study.units("bulgaria") == {"germany infantry": 4, "germany tank": 1}
    study.refused("move 1 infantry bulgaria > romania", "G40-277")


@pytest.mark.rule("G40-106")
def test_a_power_in_peace_joins_nobody() -> None:
    study = Study("clear", "place 1 ussr infantry caucasus", "turn ussr noncombat-move")
    study.refused("move 1 infantry caucasus > northwest-persia", "G40-093")


@pytest.mark.rule("G40-107")
def test_no_passage_through_friendly_neutrals() -> None:
    study = Study("clear", *JOIN, "control greece germany", "turn germany noncombat-move")
    study.refused("move 1 tank romania > bulgaria > greece", "G40-107")


@pytest.mark.rule("G40-110")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "mech-infantry", "tank", "aa-gun"])
def test_units_that_join_a_neutral(unit: str) -> None:
    study = Study("clear", f"place 1 germany {unit} romania", "turn germany noncombat-move")
    if unit == "aa-gun":
        study.refused("move 1 aa-gun romania > bulgaria", "G40-110")
    else:
        study.play(f"move 1 {unit} romania > bulgaria")
        assert study.owner("bulgaria") == "germany"


@pytest.mark.rule("G40-921")
def test_friendly_neutrals_by_sea() -> None:
    study = Study(
        "clear",
        "place 4 pro-allies infantry greece",
        "place 1 uk transport[infantry] sz-99",
        "turn uk noncombat-move",
    )
    study.play("land 1 infantry sz-99 > greece")
    assert study.units("greece") == {"uk infantry": 5}
    assert study.owner("greece") == "uk"


@pytest.mark.rule("G40-111", "G40-113", "G40-114", "G40-115", "G40-958")
def test_unfriendly_neutral() -> None:
    study = attack(
        "place 2 pro-allies infantry yugoslavia", "place 4 germany tank slovakia-hungary"
    )
    before = study.income("germany")
    study.play("move 4 tank slovakia-hungary > yugoslavia")
    assert study.units("yugoslavia") == {"germany tank": 4, "pro-allies infantry": 2}
    study.play("end", dice=[1, 1, 6, 6, 2, 6])
    if study.step == "Casualties":
        study.play("lose 1 tank")
    assert study.owner("yugoslavia") == "germany"
    assert study.income("germany") == before + 2
    assert study.units("yugoslavia") == {"germany tank": 3}


@pytest.mark.rule("G40-111")
def test_unfriendly_neutrals_are_not_entered_in_peace() -> None:
    study = Study(
        "clear", "place 1 germany infantry slovakia-hungary", "turn germany noncombat-move"
    )
    study.refused("move 1 infantry slovakia-hungary > yugoslavia", "G40-111")


@pytest.mark.rule("G40-112")
def test_no_flight_over_unfriendly_neutrals() -> None:
    study = attack(
        "place 5 pro-allies infantry yugoslavia",
        "place 1 germany fighter, 1 germany infantry slovakia-hungary",
        "place 1 uk destroyer sz-97",
    )
    study.refused("move 1 fighter slovakia-hungary > yugoslavia > sz-97", "G40-112")
    study.allowed("move 1 fighter slovakia-hungary > yugoslavia")


FAILED = (
    "place 2 pro-allies infantry yugoslavia",
    "place 1 germany infantry, 1 germany fighter slovakia-hungary",
)


def failed() -> Study:
    """Germany has attacked Yugoslavia and has been repelled."""
    study = attack(*FAILED)
    study.play("move 1 infantry slovakia-hungary > yugoslavia")
    study.play("end", dice=[6, 1, 6])
    return study


@pytest.mark.rule("G40-116", "G40-923")
def test_failed_attack() -> None:
    study = failed()
    assert study.owner("yugoslavia") == "pro-allies"
    assert study.units("yugoslavia") == {"pro-allies infantry": 2}
    study = attack(*FAILED, "place 1 germany infantry slovakia-hungary")
    study.play("move 2 infantry slovakia-hungary > yugoslavia")
    study.play("end", dice=[1, 6, 1, 1])
    assert study.units("yugoslavia") == {"pro-allies infantry": 1}


@pytest.mark.rule("G40-920")
def test_flying_over_an_attacked_neutral() -> None:
    study = failed()
    study.play("move 1 fighter slovakia-hungary > yugoslavia > albania")
    fresh = Study("clear", *FAILED, "turn germany noncombat-move")
    fresh.refused("move 1 fighter slovakia-hungary > yugoslavia > albania", "G40-112")
    ally = Study(
        "clear",
        "deed violated germany yugoslavia",
        "control greece uk",
        "place 1 uk fighter greece",
        "place 2 pro-allies infantry yugoslavia",
        "turn uk noncombat-move",
    )
    ally.refused("move 1 fighter greece > yugoslavia > romania", "G40-105")


@pytest.mark.rule("G40-117", "G40-W06")
def test_taking_over_after_a_failed_attack() -> None:
    study = attack(
        "place 5 pro-allies infantry yugoslavia",
        "place 4 germany tank slovakia-hungary",
        "place 1 uk transport[infantry] sz-97",
    )
    study.play("move 4 tank slovakia-hungary > yugoslavia")
    study.play("end", dice=[1, 1, 1, 6, 6, 6, 6, 6, 6])
    study.play("retreat slovakia-hungary")
    assert study.units("yugoslavia") == {"pro-allies infantry": 2}
    later = Study(
        "clear",
        "deed violated germany yugoslavia",
        "place 2 pro-allies infantry yugoslavia",
        "place 1 uk transport[infantry] sz-97",
        "turn uk noncombat-move",
    )
    before = later.income("uk")
    later.play("land 1 infantry sz-97 > yugoslavia")
    assert later.income("uk") == before + 2
    assert later.units("yugoslavia") == {"uk infantry": 3}


@pytest.mark.rule("G40-118")
@pytest.mark.parametrize(
    ("power", "start", "goal"),
    [("germany", "western-germany", "switzerland"), ("uk", "syria", "turkey")],
)
def test_strict_neutrals_are_gained_by_attack_only(power: str, start: str, goal: str) -> None:
    edits = (
        "clear",
        f"control {start} {power}",
        f"place 1 {power} infantry {start}",
        f"place 2 strict infantry {goal}",
    )
    Study(*edits, f"turn {power} noncombat-move").refused(
        f"move 1 infantry {start} > {goal}", "G40-111"
    )
    Study(*edits, f"turn {power} combat-move").allowed(f"move 1 infantry {start} > {goal}")


@pytest.mark.rule("G40-119")
def test_an_attack_turns_all_strict_neutrals() -> None:
    study = Study("turn germany combat-move")
    assert len(strictly(study)) > 20
    study.play("move 1 infantry western-germany > switzerland")
    assert not strictly(study)
    assert study.owner("turkey") == study.owner("spain") == "pro-allies"
    assert study.units("spain") == {"pro-allies infantry": 6}
    ally = Study("place 1 uk infantry syria", "control syria uk", "turn uk combat-move")
    ally.play("move 1 infantry syria > turkey")
    assert ally.owner("sweden") == "pro-axis"


@pytest.mark.rule("G40-W04", "G40-119")
def test_attack_on_switzerland() -> None:
    study = Study("turn germany combat-move")
    study.play("move 3 infantry, 1 artillery western-germany > switzerland")
    assert study.owner("sweden") == study.owner("turkey") == study.owner("spain") == "pro-allies"
    assert study.owner("switzerland") == "pro-allies"
    assert study.units("switzerland")["pro-allies infantry"] == 2
    objective = next(
        goal for goal in study.world.objectives if "attitude(sweden; pro-allies)" in goal.text
    )
    from sandtable.games.axis.judge import Judge

    germany = study.world.power["germany"]
    assert not Judge(study.world, study.state, germany).holds(objective.condition)
    assert Judge(study.world, Study().state, germany).holds(objective.condition)


@pytest.mark.rule("G40-922")
def test_two_strict_neutrals_in_one_turn() -> None:
    study = attack(
        "place 1 germany infantry western-germany",
        "control southern-france germany",
        "place 1 germany infantry southern-france",
        "place 2 strict infantry switzerland",
        "place 6 strict infantry spain",
    )
    study.play("move 1 infantry western-germany > switzerland")
    assert study.owner("spain") == "pro-allies"
    study.play("move 1 infantry southern-france > spain")
    assert study.units("spain") == {"germany infantry": 1, "pro-allies infantry": 6}
    assert study.units("switzerland") == {"germany infantry": 1, "pro-allies infantry": 2}


@pytest.mark.rule("G40-120")
def test_former_neutrals_are_captured_never_liberated() -> None:
    study = attack(
        "control greece italy",
        "control albania uk",
        "place 1 france infantry albania",
        power="france",
    )
    study.play("move 1 infantry albania > greece", "end")
    assert study.owner("greece") == "france"


@pytest.mark.rule("G40-121")
def test_no_major_factory_in_former_neutrals() -> None:
    study = Study("control turkey germany", "pool germany 1 major-factory", "turn germany mobilize")
    assert "place 1 major-factory turkey" not in study.legal("place")
    assert study.game.check("place 1 major-factory turkey") is not None


@pytest.mark.rule("G40-957")
def test_neutrals_without_an_army() -> None:
    study = attack(
        "control greece italy",
        "place 1 italy fighter, 1 italy tank greece",
        "control yugoslavia italy",
        "place 1 italy transport[infantry] sz-99",
        power="italy",
    )
    study.refused("move 1 fighter greece > crete", "G40-957")
    study.play("land 1 infantry sz-99 > crete", "end")
    assert study.owner("crete") == "italy"


@pytest.mark.rule("G40-957")
def test_blitz_through_an_empty_neutral() -> None:
    study = attack(
        "control iraq germany",
        "place 1 germany tank iraq",
        "place 1 strict infantry turkey",
    )
    study.play("move 1 tank iraq > northwest-persia > iraq")
    assert study.owner("northwest-persia") == "germany"
    empty = Study(
        "control algeria germany",
        "place 1 germany tank morocco",
        "control morocco germany",
        "turn germany combat-move",
    )
    empty.play("move 1 tank morocco > rio-de-oro")
    assert not strictly(empty)


# Mongolia


@pytest.mark.rule("G40-429", "G40-430")
@pytest.mark.parametrize("land", MONGOLIA)
def test_mongolia_at_start(land: str) -> None:
    study = Study()
    assert study.owner(land) == "strict"
    assert study.units(land) == army("strict", MONGOLIA[land])


def mongolians(study: Study) -> set[str]:
    return {study.owner(land) for land in MONGOLIA}


@pytest.mark.rule("G40-431", "G40-924")
def test_mongolia_is_never_pro_axis_unless_the_soviet_union_attacks_it() -> None:
    study = Study("control syria uk", "place 1 uk infantry syria", "turn uk combat-move")
    study.play("move 1 infantry syria > turkey")
    assert strictly(study) == set(MONGOLIA)
    axis = Study("turn germany combat-move")
    axis.play("move 1 infantry western-germany > switzerland")
    assert mongolians(axis) == {"pro-allies"}
    soviet = Study("war ussr japan", "turn ussr combat-move")
    soviet.play("move 1 infantry buryatia > ulaanbaatar")
    assert mongolians(soviet) == {"pro-axis"}
    assert not strictly(soviet)


def japan_attacks_amur(*edits: str) -> Study:
    study = Study(
        "clear",
        "place 2 strict infantry olgiy",
        "place 2 strict infantry buyant-uhaa",
        "place 1 strict infantry dzavhan",
        "place 1 strict infantry ulaanbaatar",
        "place 1 japan infantry manchuria",
        "place 6 ussr infantry amur",
        *edits,
        "turn japan declare",
    )
    if "declare ussr" in study.legal("declare"):
        study.play("declare ussr")
    study.play("end")
    study.play("move 1 infantry manchuria > amur")
    study.play("end", dice=[6, 1, 6, 6, 6, 6, 6])
    return study


@pytest.mark.rule("G40-432", "G40-433", "G40-926", "G40-W36")
def test_the_pact() -> None:
    study = japan_attacks_amur()
    assert study.owner("amur") == "ussr"
    assert mongolians(study) == {"ussr"}
    assert {land: study.units(land) for land in MONGOLIA} == {
        land: army("ussr", size) for land, size in MONGOLIA.items()
    }


@pytest.mark.rule("G40-434")
def test_the_pact_works_in_a_war_already_begun() -> None:
    assert mongolians(japan_attacks_amur("war japan ussr")) == {"ussr"}


@pytest.mark.rule("G40-433")
def test_pro_allied_mongolia_joins_as_well() -> None:
    study = japan_attacks_amur("control olgiy pro-allies", "control dzavhan japan")
    assert study.owner("olgiy") == "ussr"
    assert study.owner("dzavhan") == "japan"


@pytest.mark.rule("G40-435", "G40-925", "G40-W36")
@pytest.mark.parametrize(("start", "goal"), [("amur", "korea"), ("amur", "manchuria")])
def test_soviet_attack_ends_the_pact(start: str, goal: str) -> None:
    study = Study("war ussr japan", "turn ussr combat-move")
    study.play(f"move 1 infantry {start} > {goal}")
    ussr, space = study.world.power["ussr"], study.world.space[goal]
    assert ("pact-ended", ussr, space) in study.state.deeds
    later = japan_attacks_amur("war japan ussr", f"deed pact-ended ussr {goal}")
    assert mongolians(later) == {"strict"}


@pytest.mark.rule("G40-436", "G40-979")
def test_japanese_attack_on_mongolia() -> None:
    study = Study("turn japan combat-move")
    study.play("move 1 infantry manchuria > buyant-uhaa")
    assert mongolians(study) == {"pro-allies"}
    assert study.owner("turkey") == "pro-allies"


@pytest.mark.rule("G40-980")
def test_raids_and_flights_are_no_attacks_for_the_pact() -> None:
    study = Study(
        "clear",
        "war japan ussr",
        "airbase korea 0",
        "place 2 ussr strategic-bomber amur",
        "place 1 japan transport sz-6",
        "turn ussr combat-move",
    )
    study.play("raid 1 strategic-bomber amur > korea")
    study.play("move 1 strategic-bomber amur > korea > sz-6")
    assert not study.state.deeds
