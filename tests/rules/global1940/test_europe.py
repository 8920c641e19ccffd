"""Chapter 4a and what is left of others: politics of Europe 1940, names, research, losses."""

from __future__ import annotations

import pytest

from sandtable.games.axis import situation as at
from tests.rules.global1940.study import Study

POWERS = ("germany", "ussr", "usa", "uk", "italy", "france")


def europe(*edits: str) -> Study:
    return Study(*edits, title="europe-1940")


def wars(study: Study) -> set[frozenset[str]]:
    index = study.world.power
    return {
        frozenset((one, other))
        for one in POWERS
        for other in POWERS
        if at.foes(study.state, index[one])[index[other]]
    }


def offered(study: Study) -> set[str]:
    return {text.removeprefix("declare ") for text in study.legal("declare")}


@pytest.mark.rule("G40-046")
def test_wars_at_start() -> None:
    assert wars(europe()) == {
        frozenset((axis, ally)) for axis in ("germany", "italy") for ally in ("uk", "france")
    }


@pytest.mark.rule("G40-047", "G40-048")
@pytest.mark.parametrize("power", ["germany", "italy"])
@pytest.mark.parametrize("target", ["usa", "ussr"])
def test_the_axis_may_declare_war(power: str, target: str) -> None:
    study = europe(f"turn {power} declare")
    assert offered(study) == {"usa", "ussr"}
    before = wars(study)
    study.play(f"declare {target}")
    assert wars(study) == before | {frozenset((power, target))}


@pytest.mark.rule("G40-049")
@pytest.mark.parametrize(
    ("edit", "number", "free"),
    [
        ("", 3, False),
        ("", 4, True),
        ("deed declared-war italy ussr", 1, True),
        ("deed captured germany united-kingdom", 1, True),
    ],
)
def test_soviet_waiting_period(edit: str, number: int, free: bool) -> None:
    study = europe(*([edit] if edit else []), f"round {number}", "turn ussr declare")
    assert (study.step == "Declaration") is free
    if free:
        assert offered(study) == {"germany", "italy"}


@pytest.mark.rule("G40-050")
def test_naval_leash_of_the_united_states() -> None:
    edits = ("clear", "place 1 usa destroyer, 1 usa transport sz-101")
    study = europe(*edits, "turn usa noncombat-move")
    study.allowed("move 1 destroyer sz-101 > sz-102")
    study.refused("move 1 transport sz-101 > sz-102", "G40-050")
    study.refused("move 1 destroyer sz-101 > sz-103", "G40-050")
    war = europe(*edits, "war usa germany", "turn usa noncombat-move")
    war.allowed("move 1 transport sz-101 > sz-103")


@pytest.mark.rule("G40-051", "G40-952")
@pytest.mark.parametrize(
    ("edit", "free"),
    [
        ("deed declared-war germany usa", True),
        ("deed captured italy united-kingdom", True),
        ("deed captured germany greenland", True),
        ("deed captured germany iceland", False),
    ],
)
def test_the_united_states_do_not_start_the_war(edit: str, free: bool) -> None:
    study = europe(edit, "turn usa declare")
    assert (study.step == "Declaration") is free


@pytest.mark.rule("G40-052")
def test_entry_in_the_third_round() -> None:
    study = europe("round 3", "turn usa mobilize")
    assert offered(study) == {"germany", "italy"}
    assert europe("round 2", "turn usa mobilize").asked != ("usa",)


@pytest.mark.rule("G40-126")
def test_research_comes_first() -> None:
    study = Study("turn germany", research=True)
    assert study.step == "Research"
    study.play("end")
    assert study.step == "Purchase"
    assert Study("turn germany").step == "Purchase"


@pytest.mark.rule("G40-416")
def test_either_economy_pays_for_research() -> None:
    study = Study("money uk-europe 10", "money uk-pacific 10", "turn uk", research=True)
    study.play("end")
    study.play("research 1")
    if study.step == "Research" and study.legal("end"):
        study.play("end", dice=[1])
    pacific = study.state.money[study.world.purse["uk-pacific"]]
    assert (study.state.money[study.world.purse["uk-europe"]], pacific) == (10, 5)


def two_defend(players: dict[str, str]) -> Study:
    study = Study(
        "clear",
        "place 2 germany tank western-germany",
        "place 1 france infantry, 1 uk infantry, 1 uk tank france",
        "turn germany combat-move",
        players=players,
    )
    study.play("move 2 tank western-germany > france")
    return study


TWO = {"germany": "Ann", "france": "Bob", "uk": "Cid"}
ONE = {"germany": "Ann", "france": "Bob", "uk": "Bob"}


@pytest.mark.rule("G40-273", "G40-969")
def test_defenders_choose_losses_together() -> None:
    study = two_defend(TWO)
    study.play("end", dice=[3, 6])
    assert study.asked == ("france",)  # the holder of the land proposes
    study.play("lose 1 uk infantry", seat="france")
    assert study.asked == ("uk",)
    study.play("lose 1 france infantry", seat="uk")
    assert study.asked == ("germany",)  # they disagree
    study.play("lose 1 uk tank", dice=[6, 6, 6])
    assert study.units("france").get("uk tank") is None


@pytest.mark.rule("G40-969")
def test_one_player_of_all_defenders_chooses_alone() -> None:
    study = two_defend(ONE)
    study.play("end", dice=[3, 6])
    study.play("lose 1 france infantry", dice=[6, 6, 6])
    assert study.units("france") == {"germany tank": 2, "uk infantry": 1, "uk tank": 1}


@pytest.mark.rule("G40-908")
def test_yukon() -> None:
    study = Study()
    world, yukon = study.world, study.world.space["yukon"]
    assert study.owner("yukon") == "uk"
    assert world.value[yukon] == 0
    assert world.spaces[yukon].economy == "uk-europe"
    near = {world.spaces[s].id for s in world.land_near[yukon]}
    assert near == {"alaska", "british-columbia", "alberta-saskatchewan-manitoba"}
    alaska = {world.spaces[s].id for s in world.land_near[world.space["alaska"]]}
    assert "british-columbia" in alaska


@pytest.mark.rule("G40-909")
@pytest.mark.parametrize(
    ("word", "space"),
    [
        ("novogorod", "novgorod"),
        ("kwantung", "kwangtung"),
        ("sicilia", "sicily"),
        ("mexiko", "mexico"),
        ("rom", "southern-italy"),
        ("rome", "southern-italy"),
        ("moskau", "russia"),
        ("moscow", "russia"),
        ("hong-kong", "kwangtung"),
        ("washington", "eastern-united-states"),
    ],
)
def test_name_variants(word: str, space: str) -> None:
    assert Study().rules.notation.space(word) == space  # type: ignore[attr-defined]


@pytest.mark.rule("G40-058", "G40-071")
def test_politics_are_shown_with_reasons() -> None:
    view = Study().game.view().game
    found = {(p.power, target): p for p in view.politics for target in p.targets}  # type: ignore[attr-defined]
    soviet = found["ussr", "germany"]
    assert not soviet.allowed
    assert soviet.rules[0] == "G40-058"
    assert soviet.reason.startswith("from its turn 4 on or once ")
    assert found["germany", "ussr"].allowed
    assert found["germany", "ussr"].reason == "at any time"
    assert ("germany", "uk") not in found
    caused = Study("deed declared-war japan usa").game.view().game
    usa = next(p for p in caused.politics if p.power == "usa" and "japan" in p.targets)  # type: ignore[attr-defined]
    assert usa.allowed
    assert "declared-war" in usa.reason


def test_politics_as_lines() -> None:
    study = Study()
    lines = study.rules.politics(study.state)
    assert "ussr: at war with nobody" in lines
    assert "  japan: may declare before combat-move: at any time (G40-080)" in lines
