"""Ledger section 8.5: capitals taken and freed."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Looted, Returned
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def fall_of_moscow(*, research: bool = False, objectives: bool = False) -> Study:
    study = Study(
        "clear",
        "control belorussia germany",
        "place 1 germany infantry belorussia",
        "place 1 ussr aa-gun russia",
        "money ussr 18",
        "money germany 5",
        "tokens ussr 2",
        "tech ussr rockets",
        "pool ussr 2 infantry",
        "turn germany combat-move",
        research=research,
        objectives=objectives,
    )
    study.play("move 1 infantry belorussia > russia", "end")
    return study


@pytest.mark.rule("AN-257")
def test_the_captor_gets_production_and_all_money() -> None:
    study = fall_of_moscow()
    assert study.owner("russia") == "germany"
    assert (study.money("germany"), study.money("ussr")) == (23, 0)
    assert study.income("germany") == 31 + 1 + 6


@pytest.mark.rule("AN-264", "AN-951")
def test_reserves_and_tokens_are_lost_but_advances_are_kept() -> None:
    study = fall_of_moscow(research=True)
    view = study.game.view().game
    ussr = next(p for p in view.powers if p.id == "ussr")  # type: ignore[attr-defined]
    assert (ussr.waiting, ussr.tokens, ussr.advances) == ((), 0, ("rockets",))


@pytest.mark.rule("AN-259", "AN-305")
def test_without_its_capital_a_power_only_moves_and_fights() -> None:
    study = fall_of_moscow(research=True, objectives=True)
    study.play("end")
    steps = []
    while study.state.turn != study.world.power["japan"]:
        steps.append(study.step)
        study.play("end")
    assert steps == ["CombatMove", "NoncombatMove"]
    assert study.income("ussr") == 23
    assert study.money("ussr") == 0


def liberation(*edits: str) -> Study:
    """The British free Russia, which Germany holds."""
    study = Study(
        "clear",
        "control russia germany",
        "place 1 germany aa-gun russia",
        "place 1 uk infantry archangel",
        "money germany 40",
        "money ussr 0",
        *edits,
        "turn uk combat-move",
    )
    return study


@pytest.mark.rule("AN-258", "AN-261")
def test_nobody_loots_a_freed_capital_and_its_pieces_are_its_owners() -> None:
    study = liberation()
    money = study.money("uk")
    events = study.play("move 1 infantry archangel > russia", "end")
    assert not any(isinstance(e, Looted) for e in events)
    assert (study.money("uk"), study.money("germany"), study.money("ussr")) == (money, 40, 0)
    assert study.owner("russia") == "ussr"
    assert study.units("russia") == {"uk infantry": 1, "ussr aa-gun": 1}


@pytest.mark.rule("AN-261")
def test_all_guns_and_the_factory_of_a_freed_capital_are_its_powers() -> None:
    study = liberation("place 1 italy aa-gun russia", "factory russia 2", "pool uk 1 infantry")
    study.play("move 1 infantry archangel > russia", "end")
    assert study.units("russia") == {"uk infantry": 1, "ussr aa-gun": 2}
    study.play("end")
    study.refused("place 1 infantry russia", "AN-294")  # an ally's factory
    study.play("place 1 infantry united-kingdom")
    pass_to(study, "ussr", "Purchase")
    study.state.money[study.world.power["ussr"]] = 3
    assert "repair 1 russia" in study.legal("repair")


@pytest.mark.rule("AN-261")
def test_the_freed_factory_builds_for_its_owner() -> None:
    study = liberation()
    study.play("move 1 infantry archangel > russia", "end")
    pass_to(study, "ussr", "Purchase")
    study.state.money[study.world.power["ussr"]] = 3
    study.play("buy 1 infantry", "end", "end", "end", "place 1 infantry russia")
    assert study.units("russia")["ussr infantry"] == 1


@pytest.mark.rule("AN-260")
def test_a_freed_power_has_income_again() -> None:
    study = liberation()
    study.play("move 1 infantry archangel > russia", "end")
    pass_to(study, "japan", "Purchase")
    assert study.money("ussr") == study.income("ussr") == 30


@pytest.mark.rule("AN-262", "AN-263")
def test_lands_held_by_allies_return_but_not_their_guns() -> None:
    study = liberation(
        "control karelia-ssr uk",
        "control caucasus usa",
        "control ukraine germany",
        "place 1 uk aa-gun karelia-ssr",
        "factory karelia-ssr 1",
    )
    events = study.play("move 1 infantry archangel > russia", "end")
    returned = {e.space for e in events if isinstance(e, Returned)}
    assert returned == {"karelia-ssr", "caucasus"}
    assert (study.owner("karelia-ssr"), study.owner("caucasus")) == ("ussr", "ussr")
    assert study.owner("ukraine") == "germany"
    assert study.units("karelia-ssr") == {"uk aa-gun": 1}
    space = study.space("karelia-ssr")
    assert (space.factory, space.damage) == (True, 1)


@pytest.mark.rule("AN-952")
def test_who_frees_its_own_capital_mobilizes_and_collects_at_once() -> None:
    study = Study(
        "clear",
        "control russia germany",
        "place 1 ussr infantry archangel",
        "money ussr 0",
        "turn ussr combat-move",
        "pool ussr 1 infantry",
    )
    study.play("move 1 infantry archangel > russia", "end", "end")
    assert study.step == "Mobilize"
    # Russia itself was not held when the turn began; Karelia was.
    study.refused("place 1 infantry russia", "AN-291")
    study.play("place 1 infantry karelia-ssr")
    assert study.money("ussr") == 30


@pytest.mark.rule("AN-257")
def test_the_ransom_goes_to_whoever_takes_the_capital_again() -> None:
    study = liberation("place 1 italy tank belorussia", "control belorussia italy")
    study.play("move 1 infantry archangel > russia", "end")
    study.state.money[study.world.power["ussr"]] = 7
    pass_to(study, "italy", "CombatMove")
    money = study.money("italy")
    study.play("move 1 tank belorussia > russia")
    study.play("end", dice=[3, 6])
    assert (study.money("italy"), study.money("ussr")) == (money + 7, 0)
    assert study.money("germany") > 0
