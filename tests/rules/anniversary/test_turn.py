"""Section 4 of the ledger: the order of play and the phases of a turn."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import PhaseBegan, TurnBegan
from sandtable.table import Event
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def quiet_round(study: Study) -> list[Event]:
    """Everybody does nothing until the second round begins."""
    events = list(study.game.opening)
    while study.state.round == 1 and study.game.decision is not None:
        if study.step == "CombatOrder":
            events += study.play("first usa")
        elif study.step == "Mobilize" and (waiting := sorted(study.legal("place"))):
            events += study.play(waiting[0])
        else:
            events += study.play("end")
    return events


@pytest.mark.parametrize(
    ("title", "order"),
    [
        pytest.param(
            "anniversary-1941",
            ["germany", "ussr", "japan", "uk", "italy", "usa"],
            marks=pytest.mark.rule("AN-071"),
        ),
        pytest.param(
            "anniversary-1942",
            ["japan", "ussr", "germany", "uk", "italy", "usa"],
            marks=pytest.mark.rule("AN-072"),
        ),
    ],
)
def test_turn_order(title: str, order: list[str]) -> None:
    study = Study(title=title)
    turns = [event.power for event in quiet_round(study) if isinstance(event, TurnBegan)]
    assert turns == [*order, order[0]]


@pytest.mark.rule("AN-073")
def test_seven_phases() -> None:
    study = Study("clear", research=True)
    phases = [
        event.phase
        for event in quiet_round(study)
        if isinstance(event, PhaseBegan) and event.power == "germany"
    ]
    assert phases[:7] == [
        "research",
        "purchase",
        "combat-move",
        "conduct-combat",
        "noncombat-move",
        "mobilize",
        "collect-income",
    ]
    study = Study("turn germany purchase")
    for later in (
        "move 1 tank poland > east-poland",
        "place 1 infantry germany",
        "fight east-poland",
        "research 1",
    ):
        study.refused(later, "AN-073")
    study.play("end")
    study.refused("buy 1 infantry", "AN-073")
    study.play("end")
    assert study.step == "NoncombatMove"
    study.refused("raid 1 bomber germany > united-kingdom", "AN-073")


@pytest.mark.rule("AN-074")
def test_only_income_is_compulsory() -> None:
    study = Study(research=True)
    for step in ("Research", "Purchase", "CombatMove", "NoncombatMove"):
        assert (study.asked, study.step) == (("germany",), step)
        study.play("end")
    # Nothing to fight or to place, and the income came without asking.
    assert study.asked == ("ussr",)
    assert study.money("germany") == 31 + 31


@pytest.mark.rule("AN-904")
def test_duties_of_optional_phases() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry, 1 germany fighter poland",
        "place 1 germany infantry bulgaria-romania",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry ukraine",
        "pool germany 1 infantry",
        "turn germany combat-move",
    )
    study.play("move 1 infantry, 1 fighter poland > east-poland")
    study.play("move 1 infantry bulgaria-romania > ukraine", "end")
    study.refused("end", "AN-904")  # two battles are open
    # Ukraine holds; in East Poland, which follows of itself, both infantry fall.
    study.play("fight ukraine", dice=[6, 1, 6, 3, 2])
    study.play("lose 1 infantry")
    assert study.step == "NoncombatMove"
    study.refused("end", "AN-280")  # the fighter has to land
    study.play("move 1 fighter east-poland > poland", "end")
    assert study.step == "Mobilize"
    study.refused("end", "AN-303")  # the new infantry has a place
    study.play("place 1 infantry germany")


@pytest.mark.rule("AN-075")
def test_victory_is_checked_after_the_american_turn() -> None:
    allied = ["india", "australia", "kwangtung", "eastern-canada", "karelia-ssr"]
    taken = [f"control {land} japan" for land in (*allied, "hawaiian-islands", "caucasus")]
    study = Study("clear", *taken, cities=13)
    assert study.cities()["axis"] == 13
    for power in ("ussr", "japan", "uk", "italy", "usa"):
        pass_to(study, power, "Purchase")
        assert study.game.result is None
    assert study.state.round == 1
    quiet_round(study)
    result = study.game.result
    assert result is not None
    assert set(result.winners) == {"germany", "japan", "italy"}
    study = Study("clear", *taken[1:], cities=13)
    quiet_round(study)
    assert study.game.result is None
    assert study.state.round == 2
    assert study.asked == ("germany",)


@pytest.mark.rule("AN-377")
def test_one_power_at_a_time() -> None:
    study = Study(
        "clear",
        "place 1 germany tank, 1 italy tank bulgaria-romania",
        "pool germany 1 infantry",
        "pool italy 1 infantry",
        "turn germany combat-move",
        players={"germany": "Ada", "italy": "Ada"},
    )
    study.refused("move 1 tank, 1 italy tank bulgaria-romania > ukraine", "AN-269")
    study.play("move 1 tank bulgaria-romania > ukraine", "end")
    study.refused("move 1 italy tank bulgaria-romania > germany", "AN-269")
    study.play("end")
    study.refused("place 1 italy infantry italy", "AN-377")
    # Its player is the same, but Italy's seat is not asked before Italy's turn.
    assert study.game.check("place 1 infantry italy", "italy") is not None
    assert study.asked == ("germany",)
