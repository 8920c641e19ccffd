"""Worked cases of the ledger on capture, capitals, objectives and victory, with their dice."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Collected
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


@pytest.mark.rule("AN-W29", "AN-254", "AN-255", "AN-256", "AN-262", "AN-263", "AN-261", "AN-258")
def test_an_allys_capital_is_lost() -> None:
    study = Study(
        "clear",
        "control russia germany",
        "control karelia-ssr germany",
        "factory karelia-ssr 1",
        "place 1 germany aa-gun karelia-ssr",
        "place 1 germany aa-gun russia",
        "place 1 uk infantry archangel",
        "place 1 usa infantry urals",
        "money germany 9",
        "turn uk combat-move",
    )
    income = study.income("uk")
    study.play("move 1 infantry archangel > karelia-ssr", "end")
    assert study.owner("karelia-ssr") == "uk"
    assert study.income("uk") == income + 2
    assert study.units("karelia-ssr") == {"uk infantry": 1, "uk aa-gun": 1}
    pass_to(study, "uk", "Purchase")
    study.play("buy 2 infantry", "end", "end", "end")
    study.refused("place 2 infantry karelia-ssr", "AN-292")
    study.play("place 1 infantry karelia-ssr", "place 1 infantry united-kingdom")
    pass_to(study, "usa", "CombatMove")
    money = study.money("germany")
    study.play("move 1 infantry urals > russia", "end")
    assert (study.owner("russia"), study.owner("karelia-ssr")) == ("ussr", "ussr")
    assert study.units("karelia-ssr") == {"uk infantry": 2, "uk aa-gun": 1}
    assert study.units("russia") == {"usa infantry": 1, "ussr aa-gun": 1}
    assert study.space("karelia-ssr").factory
    assert study.money("germany") == money


@pytest.mark.rule("AN-W30", "AN-257", "AN-259", "AN-264", "AN-305")
def test_capture_of_moscow() -> None:
    study = Study(
        "clear",
        "control belorussia germany",
        "place 1 germany tank belorussia",
        "money ussr 18",
        "money germany 0",
        "pool ussr 2 infantry",
        "tokens ussr 1",
        "turn germany combat-move",
        research=True,
    )
    income = study.income("germany")
    study.play("move 1 tank belorussia > russia", "end")
    assert (study.money("germany"), study.money("ussr")) == (18, 0)
    assert study.income("germany") == income + 6
    ussr = study.world.power["ussr"]
    assert (study.state.pool[ussr], study.state.tokens[ussr]) == ((), 0)
    study.play("end")
    steps = []
    while study.state.turn == ussr:
        steps.append(study.step)
        study.play("end")
    assert steps == ["CombatMove", "NoncombatMove"]
    assert study.money("ussr") == 0


@pytest.mark.rule("AN-W32", "AN-265", "AN-252")
def test_china_frees_kwangtung() -> None:
    study = Study(
        "clear",
        "place 2 china infantry fukien",
        "place 1 japan infantry kwangtung",
        "turn usa purchase",
        title="anniversary-1942",
    )
    waiting = study.state.pool[study.world.power["china"]]
    assert (study.income("uk"), study.income("japan")) == (31, 31)
    study.play("end", "first china", "move 2 infantry fukien > kwangtung")
    study.play("end", dice=[1, 4, 3])
    assert study.owner("kwangtung") == "uk"
    assert (study.income("uk"), study.income("japan")) == (32, 30)
    assert study.units("kwangtung") == {"china infantry": 2}
    assert study.state.pool[study.world.power["china"]] == waiting


@pytest.mark.rule("AN-W33", "AN-316", "AN-353", "AN-326", "AN-953", "AN-323")
@pytest.mark.parametrize(
    ("power", "edits", "words", "paid"),
    [
        ("italy", ("place 1 uk submarine, 1 uk transport sz-14",), "libya", True),
        ("italy", ("place 1 uk destroyer sz-15",), "libya", False),
        ("ussr", ("place 1 uk aa-gun caucasus",), "archangel", False),
        ("uk", ("control kiangsu china",), "original(japan)", False),
    ],
    ids=["a", "b", "c", "d"],
)
def test_objectives_at_the_margin(
    power: str, edits: tuple[str, ...], words: str, paid: bool
) -> None:
    study = Study("clear", *edits, f"turn {power} collect-income", objectives=True)
    collected = next(e for e in study.game.opening if isinstance(e, Collected))
    assert any(words in text for _, text in collected.bonuses) is paid


@pytest.mark.rule("AN-W34", "AN-328", "AN-331")
@pytest.mark.parametrize("retaken", [False, True])
def test_victory_only_at_the_end_of_the_round(retaken: bool) -> None:
    cities = ("karelia-ssr", "caucasus", "philippine-islands", "kwangtung", "australia")
    study = Study(
        "clear",
        *(f"control {city} japan" for city in (*cities, "hawaiian-islands", "india")),
        "place 1 uk infantry persia",
        "control burma italy",
        "place 1 italy tank burma",
        "turn japan collect-income",
        cities=13,
    )
    # Japan's turn has ended with 13 cities: nobody has won.
    assert study.game.result is None
    assert study.state.turn == study.world.power["uk"]
    pass_to(study, "uk", "CombatMove")
    study.play("move 1 infantry persia > india", "end")
    assert study.owner("india") == "uk"
    pass_to(study, "italy", "CombatMove")
    if retaken:
        study.play("move 1 tank burma > india")
        study.play("end", dice=[3, 6])
        assert study.owner("india") == "italy"
    while study.game.decision is not None and study.state.round == 1:
        places = sorted(study.legal("place"))
        study.play(places[0] if places else "first usa" if study.step == "CombatOrder" else "end")
    result = study.game.result
    assert (result.winners if result else ()) == (("germany", "japan", "italy") if retaken else ())


@pytest.mark.rule("AN-W37", "AN-213", "AN-247", "AN-246")
@pytest.mark.parametrize(("lost", "owner"), [("infantry", "ussr"), ("fighter", "germany")])
def test_aircraft_cannot_take_ground(lost: str, owner: str) -> None:
    study = Study(
        "clear",
        "control east-poland germany",
        "place 1 germany infantry east-poland",
        "place 1 germany fighter poland",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    income = study.income("germany")
    study.play("move 1 infantry east-poland > belorussia", "move 1 fighter poland > belorussia")
    study.play("end", dice=[5, 3, 2])
    study.play(f"lose 1 {lost}")
    assert study.owner("belorussia") == owner
    assert study.owner("east-poland") == "germany"
    assert study.income("germany") == income + (owner == "germany")
