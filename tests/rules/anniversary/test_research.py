"""Section 5 of the ledger: tokens, charts and what the advances do."""

from __future__ import annotations

import pytest

from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study

CHARTS = {
    1: [
        "advanced-artillery",
        "rockets",
        "paratroopers",
        "increased-factory-production",
        "war-bonds",
        "mechanized-infantry",
    ],
    2: [
        "super-submarines",
        "jet-fighters",
        "improved-shipyards",
        "radar",
        "long-range-aircraft",
        "heavy-bombers",
    ],
}


def advances(study: Study, power: str = "germany") -> list[str]:
    owned = study.state.techs[study.world.power[power]]
    return [tech.id for tech in study.world.techs if owned >> tech.index & 1]


def tokens(study: Study, power: str = "germany") -> int:
    return study.state.tokens[study.world.power[power]]


def lab(*edits: str, dice: tuple[int, ...] = ()) -> Study:
    return Study(*edits, "turn germany research", dice=dice, research=True)


@pytest.mark.rule("AN-076")
def test_only_if_agreed() -> None:
    study = Study()
    assert study.step == "Purchase"
    study.refused("research 1", "AN-073")
    assert lab().step == "Research"


@pytest.mark.rule("AN-077", "AN-078")
def test_tokens() -> None:
    study = lab("money germany 31")
    study.refused("research 7", "AN-077")
    study.refused("research 0", "AN-078")
    study.play("research 2")
    assert (study.money("germany"), tokens(study)) == (21, 2)
    study.play("research 4")
    assert (study.money("germany"), tokens(study)) == (1, 6)
    study.refused("research 1", "AN-077")
    # None is required: without a token there is no die.
    study = lab()
    study.play("end")
    assert (study.step, study.money("germany")) == ("Purchase", 31)


@pytest.mark.rule("AN-079", "AN-080", "AN-082")
def test_one_die_for_each_token() -> None:
    study = lab("tokens germany 2")
    study.play("research 1")
    study.play("end", dice=[5, 4, 5, 6])
    assert study.dice_left == 1  # three tokens, three dice
    assert study.step == "Purchase"
    assert tokens(study) == 3
    assert advances(study) == []
    study = lab("tokens germany 3")
    study.play("end", dice=[1, 1, 6])
    study.allowed("chart 1")


@pytest.mark.rule("AN-081", "AN-083", "AN-084")
def test_success() -> None:
    study = lab("tokens germany 4")
    study.play("end", dice=[6, 1, 6, 6])
    assert tokens(study) == 0
    study.refused("end", "AN-073")
    study.refused("chart 3", "AN-083")
    study.play("chart 2", dice=[4])
    assert advances(study) == ["radar"]
    assert study.step == "Purchase"


@pytest.mark.rule("AN-085")
def test_repeats_are_rerolled() -> None:
    study = lab("tokens germany 1", "tech germany radar", "tech germany jet-fighters")
    study.play("end", dice=[6])
    study.play("chart 2", dice=[4, 2, 4, 1])
    assert advances(study) == ["super-submarines", "jet-fighters", "radar"]
    assert study.dice_left == 0


@pytest.mark.rule("AN-086", "AN-918")
def test_complete_charts() -> None:
    first = [f"tech germany {tech}" for tech in CHARTS[1]]
    study = lab(*first, "tokens germany 1")
    study.play("research 1")
    study.play("end", dice=[6, 1])
    study.refused("chart 1", "AN-086")
    study.play("chart 2", dice=[6])
    assert "heavy-bombers" in advances(study)
    study = lab(*first, *(f"tech germany {tech}" for tech in CHARTS[2]))
    study.refused("research 1", "AN-918")


@pytest.mark.rule("AN-919", "AN-087")
def test_marking_the_advance_belongs_to_phase_one() -> None:
    """An advance works at once: shipyards change the prices of this very turn."""
    study = lab("tokens germany 1")
    study.play("end", dice=[6])
    study.play("chart 2", dice=[3])
    assert study.step == "Purchase"
    study.play("buy 1 destroyer")
    assert study.money("germany") == 31 - 7


@pytest.mark.rule("AN-088")
def test_no_sharing() -> None:
    study = Study(
        "clear",
        "tech germany jet-fighters",
        "tech italy jet-fighters",
        "tech germany long-range-aircraft",
        "place 1 italy fighter italy",
        "place 1 japan fighter manchuria",
        "place 1 germany fighter germany",
        "turn germany combat-move",
    )
    left = {space: study.space(space).units[0].left for space in ("italy", "manchuria", "germany")}
    assert left == {"italy": 4, "manchuria": 4, "germany": 6}
    assert advances(study, "italy") == ["jet-fighters"]
    assert advances(study, "germany") == ["jet-fighters", "long-range-aircraft"]


@pytest.mark.rule("AN-088")
@pytest.mark.parametrize(
    ("owners", "hits"), [((), 0), (("germany",), 0), (("germany", "italy"), 1)]
)
def test_an_advance_works_in_battle_for_its_owners_alone(
    owners: tuple[str, ...], hits: int
) -> None:
    study = Study(
        "clear",
        *(f"tech {power} jet-fighters" for power in owners),
        "place 1 italy fighter italy",
        "place 1 uk destroyer sz-14",
        "turn italy combat-move",
    )
    study.play("move 1 fighter italy > sz-14", "end", dice=[4, 6])
    assert ("uk destroyer" in study.units("sz-14")) == (not hits)


@pytest.mark.rule("AN-088")
def test_an_allys_advance_changes_no_price_no_output_and_no_gun() -> None:
    study = Study(
        "clear",
        "tech usa improved-shipyards",
        "tech usa increased-factory-production",
        "tech usa radar",
        "money uk 6",
        "pool uk 9 infantry",
        "place 1 uk aa-gun, 1 uk infantry united-kingdom",
        "place 1 germany bomber germany",
        "turn uk purchase",
    )
    study.refused("buy 1 transport", "AN-113")
    study.play("end", "end", "end")
    study.refused("place 9 infantry united-kingdom", "AN-292")
    study.play("place 8 infantry united-kingdom", "end")
    raid = Study(
        "clear",
        "tech usa radar",
        "place 1 uk aa-gun united-kingdom",
        "place 1 germany bomber germany",
        "turn germany combat-move",
    )
    raid.play("raid 1 bomber germany > united-kingdom", "end", dice=[2, 3])
    assert raid.units("united-kingdom") == {"uk aa-gun": 1, "germany bomber": 1}


@pytest.mark.parametrize(
    ("chart", "face"),
    [
        pytest.param(chart, face, marks=pytest.mark.rule(rule))
        for chart, rule in ((1, "AN-089"), (2, "AN-090"))
        for face in range(1, 7)
    ],
)
def test_charts(chart: int, face: int) -> None:
    study = lab("tokens germany 1")
    study.play("end", dice=[6])
    study.play(f"chart {chart}", dice=[face])
    assert advances(study) == [CHARTS[chart][face - 1]]


@pytest.mark.rule("AN-091")
@pytest.mark.parametrize(("tech", "hits"), [(True, 2), (False, 1)])
def test_advanced_artillery(tech: bool, hits: int) -> None:
    study = Study(
        "clear",
        *(["tech germany advanced-artillery"] if tech else []),
        "place 3 germany infantry, 1 germany artillery poland",
        "place 4 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 3 infantry, 1 artillery poland > east-poland")
    study.play("end", dice=[2, 2, 2, 6, 6, 6, 6, 6])
    assert study.units("east-poland")["ussr infantry"] == 4 - hits


def rockets(*edits: str) -> Study:
    study = Study("clear", "tech germany rockets", *edits, "turn germany combat-move")
    study.play("end")
    return study


@pytest.mark.rule("AN-092", "AN-920")
def test_rocket_range() -> None:
    study = rockets(
        "place 1 germany aa-gun norway",
        "place 1 germany aa-gun bulgaria-romania",
        "place 1 germany transport[aa-gun] sz-5",
        "place 1 uk aa-gun united-kingdom",
    )
    assert study.step == "ConductCombat"
    assert study.legal("rocket") == {
        "rocket norway > united-kingdom",
        "rocket norway > karelia-ssr",
        "rocket bulgaria-romania > caucasus",
        "rocket bulgaria-romania > karelia-ssr",
        "rocket bulgaria-romania > russia",
    }
    study.refused("rocket bulgaria-romania > united-kingdom", "AN-092")
    study.refused("rocket norway > italy", "AN-092")
    study.refused("rocket norway > france", "AN-092")
    study.refused("rocket sz-5 > united-kingdom", "AN-920")
    study.refused("rocket germany > united-kingdom", "AN-920")
    # The British gun does not fire back: one die, for damage.
    study.play("rocket norway > united-kingdom", dice=[3])
    assert study.dice_left == 0
    assert study.space("united-kingdom").damage == 3
    # Over Sahara French West Africa would be two spaces from Libya; around it is four.
    study = rockets("place 1 germany aa-gun libya", "factory french-west-africa 0")
    study.refused("rocket libya > french-west-africa", "AN-092")
    study = Study("clear", "place 1 germany aa-gun france", "turn germany combat-move")
    study.play("end")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-093")
def test_rocket_damage() -> None:
    study = rockets("place 1 germany aa-gun norway", "factory karelia-ssr 1")
    study.play("rocket norway > karelia-ssr", dice=[6])
    assert study.space("karelia-ssr").damage == 4  # twice its value at most
    study = rockets("place 1 germany aa-gun norway", "factory karelia-ssr 1")
    study.play("rocket norway > karelia-ssr", dice=[2])
    assert study.space("karelia-ssr").damage == 3


@pytest.mark.rule("AN-094", "AN-095", "AN-921")
def test_one_rocket_from_each_territory_and_at_each_target() -> None:
    study = rockets(
        "tech italy rockets",
        "place 2 germany aa-gun france",
        "place 1 germany aa-gun norway",
        "place 1 italy aa-gun northwestern-europe",
    )
    study.play("rocket france > united-kingdom", dice=[2])
    study.refused("rocket france > karelia-ssr", "AN-094")
    study.refused("rocket norway > united-kingdom", "AN-095")
    study.play("end")
    assert study.space("united-kingdom").damage == 2
    # Another power's turn: the same complex may be hit again, and next turn by Germany too.
    pass_to(study, "italy", "CombatMove")
    study.play("end")
    study.play("rocket northwestern-europe > united-kingdom", dice=[4])
    assert study.space("united-kingdom").damage == 6
    pass_to(study, "germany", "CombatMove")
    study.play("end")
    study.allowed("rocket france > united-kingdom")


@pytest.mark.rule("AN-096")
def test_a_launcher_still_fires_at_aircraft() -> None:
    study = rockets(
        "place 1 germany aa-gun, 1 germany infantry france", "place 1 uk fighter united-kingdom"
    )
    study.play("rocket france > united-kingdom", dice=[1])
    pass_to(study, "uk", "CombatMove")
    study.play("move 1 fighter united-kingdom > france")
    study.play("end", dice=[1])
    assert study.units("france") == {"germany aa-gun": 1, "germany infantry": 1}
