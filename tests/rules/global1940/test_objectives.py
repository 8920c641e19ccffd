"""Chapter 17: national objectives, as the tables of Global and Europe have them."""

from __future__ import annotations

import pytest

from sandtable.games.axis.income import CollectIncomeStep
from sandtable.games.axis.view import AxisView

from .study import Study

EUROPE = "europe-1940"
EGYPT = ("control egypt italy", "place 1 germany infantry egypt")
OIL = ("control iraq {0}", "control persia {0}", "control northwest-persia {0}")
CITIES = ("control novgorod germany", "control volgograd germany", "control russia germany")
PERIMETER = tuple(
    f"control {space} japan"
    for space in ("guam", "midway", "wake-island", "gilbert-islands", "solomon-islands")
)
SPICE = tuple(f"control {space} japan" for space in ("sumatra", "java", "borneo", "celebes"))
AFRICA = tuple(
    f"control {space} italy" for space in ("morocco", "algeria", "tunisia", "alexandria")
)
OUTER = ("control dutch-new-guinea anzac", "control new-britain anzac")


def bonuses(power: str, *edits: str, title: str = "global-1940") -> list[int]:
    study = Study("clear", *edits, f"turn {power}", title=title)
    step = next(s for s in study.rules.steps.values() if isinstance(s, CollectIncomeStep))
    return sorted(amount for amount, _ in step.bonuses(study.state, study.world.power[power]))


CASES: list[tuple[str, str, tuple[str, ...], list[int]]] = [
    # At the opening Germany has trade and Scandinavia
    ("G40-322", "germany", (), [5, 5]),
    ("G40-322", "germany", ("war germany ussr",), [5]),
    ("G40-323", "germany", ("war germany ussr", *CITIES[:2]), [5, 10]),
    ("G40-323", "germany", ("war germany ussr", *CITIES), [5, 15]),
    ("G40-324", "germany", ("war germany ussr", "control caucasus italy"), [5, 5]),
    ("G40-325", "germany", EGYPT, [5, 5, 5]),
    ("G40-325", "germany", EGYPT[:1], [5, 5]),
    ("G40-325", "germany", EGYPT[1:], [5, 5]),
    ("G40-325", "germany", (*EGYPT, "peace germany france"), [5]),
    ("G40-326", "germany", ("control norway uk",), [5]),
    ("G40-326", "germany", ("control sweden uk",), [5]),
    ("G40-326", "germany", ("control sweden pro-allies",), [5]),
    ("G40-326", "germany", ("control sweden germany",), [5, 5]),
    ("G40-327", "germany", tuple(o.format("germany") for o in OIL), [5, 5, 6]),
    ("G40-327", "germany", ("control persia germany",), [2, 5, 5]),
    ("G40-329", "ussr", (), []),
    ("G40-329", "ussr", ("war ussr japan",), []),
    ("G40-329", "ussr", ("war ussr germany",), [5]),
    ("G40-329", "ussr", ("war ussr germany", "place 1 italy submarine sz-125"), []),
    ("G40-329", "ussr", ("war ussr germany", "place 1 italy transport sz-125"), [5]),
    ("G40-329", "ussr", ("war ussr germany", "control archangel germany"), []),
    ("G40-329", "ussr", ("war ussr germany", "place 1 uk fighter russia"), []),
    ("G40-919", "ussr", ("war ussr germany", "place 1 japan destroyer sz-125"), []),
    (
        "G40-330",
        "ussr",
        ("war ussr germany", "control poland ussr", "control finland ussr"),
        [5, 6],
    ),
    ("G40-330", "ussr", ("war ussr germany", "control greece ussr"), [5]),
    ("G40-331", "ussr", ("war ussr germany", "control germany ussr"), [3, 5, 10]),
    ("G40-335", "italy", (), [5]),
    ("G40-335", "italy", ("place 1 uk destroyer sz-94",), []),
    ("G40-335", "italy", ("place 1 uk submarine sz-94",), [5]),
    ("G40-918", "italy", ("place 1 usa destroyer sz-94",), [5]),
    ("G40-918", "italy", ("place 1 usa destroyer sz-94", "war usa japan"), []),
    ("G40-336", "italy", tuple(f"control {s} italy" for s in ("gibraltar", "greece")), [5]),
    (
        "G40-336",
        "italy",
        ("control gibraltar italy", "control greece italy", "control southern-france germany"),
        [5, 5],
    ),
    ("G40-337", "italy", AFRICA, [5, 5]),
    ("G40-337", "italy", AFRICA[1:], [5]),
    ("G40-338", "italy", ("control iraq italy", "control persia germany"), [2, 5]),
    ("G40-339", "ussr", ("war ussr germany", "war ussr japan"), [5]),
    ("G40-340", "japan", (), [10]),
    ("G40-340", "japan", ("war japan usa",), []),
    ("G40-930", "japan", ("war japan uk",), [10]),
    ("G40-341", "japan", ("war japan usa", *PERIMETER), [5]),
    ("G40-341", "japan", ("war japan usa", *PERIMETER[1:]), []),
    ("G40-342", "japan", ("war japan usa", "control india japan"), [5]),
    (
        "G40-342",
        "japan",
        (
            "war japan usa",
            *(f"control {s} japan" for s in ("india", "new-south-wales", "hawaiian-islands")),
        ),
        [15],
    ),
    ("G40-343", "japan", ("war japan france", *SPICE), [5, 10]),
    ("G40-343", "japan", SPICE, [10]),
    ("G40-344", "usa", (), []),
    ("G40-344", "usa", ("war usa japan",), [5, 5, 5, 10]),
    ("G40-344", "usa", ("war usa japan", "control central-united-states japan"), [5, 5, 5]),
    ("G40-345", "usa", ("war usa japan", "control line-islands japan"), [5, 5, 10]),
    ("G40-346", "usa", ("war usa japan", "control west-indies japan"), [5, 5, 10]),
    ("G40-347", "usa", ("war usa japan", "control philippines japan"), [5, 5, 10]),
    ("G40-348", "usa", ("war usa germany", "place 1 usa infantry france"), [5, 5, 5, 5, 10]),
    ("G40-348", "usa", ("war usa germany", "place 1 usa fighter france"), [5, 5, 5, 10]),
    ("G40-349", "china", (), [6]),
    ("G40-349", "china", ("control burma japan",), []),
    ("G40-350", "uk", (), [5]),
    ("G40-350", "uk", ("control malta italy",), []),
    ("G40-350", "uk", ("control burma japan",), [5]),
    ("G40-351", "uk", ("war uk japan",), [5, 5]),
    ("G40-351", "uk", ("war uk japan", "control kwangtung japan"), [5]),
    ("G40-352", "anzac", (), []),
    ("G40-352", "anzac", ("war anzac japan",), [5]),
    ("G40-352", "anzac", ("war anzac japan", "control malaya japan"), []),
    ("G40-352", "anzac", ("war anzac japan", "control queensland japan"), []),
    ("G40-353", "anzac", ("war anzac japan", *OUTER), [5, 5]),
    ("G40-353", "anzac", ("war anzac japan", *OUTER[1:]), [5]),
    ("G40-354", "france", (), []),
    ("G40-947", "usa", ("war japan usa",), [5, 5, 5, 10]),
]


@pytest.mark.parametrize(
    ("power", "edits", "paid"),
    [
        pytest.param(power, edits, paid, marks=pytest.mark.rule(rule), id=f"{rule}-{place}")
        for place, (rule, power, edits, paid) in enumerate(CASES)
    ],
)
def test_global(power: str, edits: tuple[str, ...], paid: list[int]) -> None:
    assert bonuses(power, *edits) == paid


IN_EUROPE: list[tuple[str, str, tuple[str, ...], list[int]]] = [
    ("G40-328", "ussr", ("war ussr germany",), [5, 9]),
    ("G40-328", "ussr", ("war ussr germany", "control novosibirsk germany"), [5]),
    ("G40-332", "usa", (), []),
    ("G40-332", "usa", ("war usa germany",), [5, 20]),
    ("G40-332", "usa", ("war usa germany", "control central-united-states germany"), [5]),
    ("G40-333", "usa", ("war usa germany", "control central-america germany"), [20]),
    ("G40-334", "uk", (), [5]),
    ("G40-334", "uk", ("control malta italy",), []),
    ("G40-905", "italy", ("place 1 uk destroyer sz-99",), []),
    ("G40-322", "germany", (), [5, 5]),
    ("G40-354", "france", (), []),
]


@pytest.mark.parametrize(
    ("power", "edits", "paid"),
    [
        pytest.param(power, edits, paid, marks=pytest.mark.rule(rule), id=f"{rule}-{place}")
        for place, (rule, power, edits, paid) in enumerate(IN_EUROPE)
    ],
)
def test_europe(power: str, edits: tuple[str, ...], paid: list[int]) -> None:
    assert bonuses(power, *edits, title=EUROPE) == paid


@pytest.mark.rule("G40-331")
def test_berlin_is_paid_once() -> None:
    study = Study(
        "clear",
        "money ussr 0",
        "war ussr germany",
        "control germany ussr",
        "turn ussr collect-income",
    )
    income = study.income("ussr")
    assert study.money("ussr") == income + 5 + 3 + 10
    step = next(s for s in study.rules.steps.values() if isinstance(s, CollectIncomeStep))
    again = step.bonuses(study.state, study.world.power["ussr"])
    assert sorted(amount for amount, _ in again) == [3, 5]


@pytest.mark.rule("G40-350", "G40-351")
def test_each_british_objective_pays_its_economy() -> None:
    study = Study(
        "clear",
        "money uk-europe 0",
        "money uk-pacific 0",
        "war uk japan",
        "control malta italy",
        "turn uk collect-income",
    )
    money = {
        name: study.state.money[study.world.purse[name]] for name in ("uk-europe", "uk-pacific")
    }
    assert money == {"uk-europe": 28, "uk-pacific": 17 + 5}


@pytest.mark.rule("G40-340", "G40-931")
def test_an_attack_on_french_indo_china_ends_the_trade_even_if_it_fails() -> None:
    study = Study(
        "clear",
        "war japan france",
        "place 1 japan infantry kwangsi",
        "place 3 france infantry french-indo-china",
        "turn japan combat-move",
    )
    study.play("move 1 infantry kwangsi > french-indo-china")
    study.play("end", dice=(6, 1, 6, 6))
    assert study.owner("french-indo-china") == "france"
    step = next(s for s in study.rules.steps.values() if isinstance(s, CollectIncomeStep))
    assert step.bonuses(study.state, study.world.power["japan"]) == ()


# France


def liberated(*edits: str) -> Study:
    """Germany has taken Paris; an American tank drives in from the north."""
    study = Study(
        "clear",
        *edits,
        "war usa germany",
        "control france germany",
        "control normandy-bordeaux usa",
        "place 1 usa tank normandy-bordeaux",
        "turn usa combat-move",
    )
    study.play("move 1 tank normandy-bordeaux > france", "end")
    return study


@pytest.mark.rule("G40-081", "G40-944", "G40-975")
def test_free_units_for_france() -> None:
    study = liberated()
    assert (study.step, study.asked) == ("Muster", ("france",))
    study.refused("buy 5 infantry", "G40-081")
    study.refused("buy 1 destroyer", "G40-975")
    study.refused("buy 1 minor-factory", "G40-975")
    before = study.money("france")
    study.play("buy 1 fighter")  # 2 IPCs are lost
    assert study.units("france") == {"usa tank": 1, "france fighter": 1}
    assert study.money("france") == before
    assert study.step == "NoncombatMove"
    assert study.state.paid


@pytest.mark.rule("G40-081")
def test_who_receives_sees_prices_of_its_own() -> None:
    study = liberated("tech usa improved-shipyards")
    view = study.game.view("france").game
    assert isinstance(view, AxisView)
    prices = view.prices
    assert (prices["fighter"], prices["cruiser"]) == (10, 12)


@pytest.mark.rule("G40-081")
def test_only_the_first_time() -> None:
    study = liberated()
    study.play("buy 4 infantry")
    assert study.units("france")["france infantry"] == 4
    study.play("end")
    assert study.step != "Muster"


@pytest.mark.rule("G40-081")
def test_a_standing_order_answers_for_france() -> None:
    study = Study(
        "clear",
        "war usa germany",
        "control france germany",
        "control normandy-bordeaux usa",
        "place 1 usa tank normandy-bordeaux",
        "turn usa combat-move",
    )
    study.play("order muster 2 infantry 1 tank", seat="france")
    study.play("move 1 tank normandy-bordeaux > france", "end")
    assert study.units("france") == {"usa tank": 1, "france infantry": 2, "france tank": 1}
