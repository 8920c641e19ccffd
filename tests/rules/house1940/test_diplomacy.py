"""Neutrals and diplomacy."""

from __future__ import annotations

import pytest

from sandtable.games.house1940.diplomacy import DiplomacyStep
from sandtable.games.house1940.frames import Diplomacy
from tests.rules.house1940.study import Study


def talks(nation: str, *edits: str, **options: bool | int | str) -> Study:
    return Study(*edits, f"money {nation} 9", f"turn {nation} diplomacy", **options)


@pytest.mark.rule("HV-021", "HV-022", "HV-023", "HV-932", "HV-934", "HV-W05")
def test_diplomacy() -> None:
    study = talks("germany")
    study.play("negotiate sweden", dice=[3])
    assert study.money("germany") == 7
    assert study.owner("sweden") == "strict"
    study.refused("negotiate sweden", "HV-932")
    study.play("end")
    study.until("germany", "Diplomacy")
    assert study.state.round == 2
    money = study.money("germany")
    study.play("negotiate sweden", dice=[4])
    assert study.money("germany") == money - 2
    assert study.owner("sweden") == "germany"
    assert study.units("sweden") == {}
    assert study.income("germany") == 33


@pytest.mark.rule("HV-025", "HV-930", "HV-934")
def test_sympathisers_cost_less_and_bring_their_army() -> None:
    study = talks("germany")
    study.play("negotiate finland", dice=[3])
    assert study.money("germany") == 8
    assert study.owner("finland") == "germany"
    assert study.units("finland") == {"germany infantry": 4}
    assert all(unit.moved for unit in study.space("finland").units)
    against = talks("germany")
    against.play("negotiate yugoslavia", dice=[3])
    assert against.money("germany") == 7
    assert against.units("yugoslavia") == {}


@pytest.mark.rule("HV-934")
def test_a_new_army_may_not_act_before_the_next_round() -> None:
    study = talks("germany", "clear", "place 4 pro-axis infantry finland",
                  "place 1 uk infantry india", "place 1 germany infantry germany")  # fmt: skip
    study.play(
        "negotiate finland",
        dice=[3],
    )
    study.until("germany", "NoncombatMove")
    assert not study.legal("move 1 infantry finland")
    study.until("germany", "War")
    study.until("germany", "NoncombatMove")
    study.play("move 1 infantry finland > norway")


@pytest.mark.rule("HV-932")
def test_more_dice() -> None:
    study = talks("germany", diplomacy_dice=2)
    study.play("negotiate sweden", dice=[3])
    study.play("negotiate sweden", dice=[2])
    study.refused("negotiate sweden", "HV-932")
    assert study.money("germany") == 5


@pytest.mark.rule("HV-933")
def test_reach() -> None:
    study = talks("germany", "clear", "place 1 uk infantry india")
    offered = study.legal("negotiate")
    assert "negotiate yugoslavia" in offered, "borders German land"
    assert "negotiate sweden" in offered, "on a sea with German land"
    assert "negotiate spain" not in offered
    study.refused("negotiate spain", "HV-933")
    ship = talks("germany", "clear", "place 1 germany submarine sz-91", "place 1 uk infantry india")
    ship.allowed("negotiate spain")
    plane = talks("germany", "clear", "place 1 germany fighter sz-91", "place 1 uk infantry india")
    plane.refused("negotiate spain", "HV-933")
    anywhere = talks("germany", diplomacy_reach="any")
    anywhere.allowed("negotiate chile")


@pytest.mark.rule("HV-021")
def test_only_neutrals_and_only_with_money() -> None:
    study = talks("germany")
    study.refused("negotiate france", "HV-021")
    study.refused("negotiate poland", "HV-021")
    poor = Study("money germany 1", "turn germany diplomacy")
    poor.refused("negotiate sweden", "HV-021")
    poor.allowed("negotiate finland")


@pytest.mark.rule("HV-802")
def test_no_diplomacy_on_impassable_land() -> None:
    study = talks("ussr", diplomacy_reach="any")
    study.refused("negotiate himalayas", "HV-021")


@pytest.mark.rule("HV-817")
def test_a_neutral_worth_nothing_cannot_refuse() -> None:
    study = talks("italy", "control greece italy")
    study.play("negotiate crete", dice=[1])
    assert study.owner("crete") == "italy"


@pytest.mark.rule("HV-817")
def test_diplomacy_or_force() -> None:
    study = talks("germany", "place 1 germany infantry yugoslavia")
    study.refused("negotiate yugoslavia", "HV-817")


@pytest.mark.rule("HV-928")
def test_no_diplomacy_without_a_capital() -> None:
    study = talks("germany", "control germany uk")
    assert study.step != "Diplomacy" or study.asked != ("germany",)


@pytest.mark.rule("HV-933")
def test_who_can_do_nothing_is_not_asked() -> None:
    study = Study("turn germany diplomacy")
    assert study.step != "Diplomacy"


@pytest.mark.rule("HV-935", "HV-936")
def test_armies_of_neutrals() -> None:
    study = Study()
    armies = {
        space.id: sum(study.units(space.id).values())
        for space in study.world.spaces
        if study.owner(space.id) in ("strict", "pro-axis", "pro-allies")
    }
    assert {space: count for space, count in armies.items() if count} == {
        "angola": 2, "argentina": 4, "brazil": 3, "bulgaria": 4, "chile": 2, "finland": 4,
        "greece": 4, "iraq": 3, "mozambique": 2, "persia": 2, "portugal": 2, "saudi-arabia": 2,
        "spain": 6, "sweden": 6, "turkey": 8, "venezuela": 2, "yugoslavia": 5,
    }  # fmt: skip
    assert not any(armies[space] for space in ("afghanistan", "switzerland", "olgiy", "java"))


def test_players_without_a_plan_buy_the_best_die() -> None:
    study = talks("germany", "clear", "place 1 uk infantry india")
    step = study.rules.steps[Diplomacy]
    assert isinstance(step, DiplomacyStep)
    frame = study.state.flow[-1]
    assert isinstance(frame, Diplomacy)
    assert str(step.usual(study.state, frame, "germany")) == "negotiate finland", "2 PP for 1"
    poor = talks(
        "germany",
        "clear",
        "place 1 uk infantry india",
        "control finland germany",
        "control bulgaria germany",
        "control sweden uk",
        "control yugoslavia uk",
        "control greece uk",
        "control turkey uk",
    )
    assert str(step.usual(poor.state, frame, "germany")) == "end", "nothing of value is left"
