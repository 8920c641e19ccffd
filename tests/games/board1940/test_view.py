"""What the view of a 1940 table says for people: purses, convoys in danger, politics."""

from __future__ import annotations

from sandtable.games.axis.budget import Budget, Threat
from sandtable.games.axis.view import AxisView
from tests.rules.global1940.study import Study


def view(study: Study) -> AxisView:
    shown = study.game.view("germany").game
    assert isinstance(shown, AxisView)
    return shown


def test_each_british_economy_has_its_own_budget() -> None:
    study = Study("turn uk purchase")
    europe = view(study).budget
    assert europe is not None
    assert (europe.purse, europe.money) == ("uk-europe", 28)
    assert europe.room == 10 + 3 + 3  # the United Kingdom, Quebec, South Africa
    study.play("buy 1 infantry")
    assert view(study).budget == Budget("uk-europe", 25, europe.room, ((1, "infantry"),))
    study.play("end")
    pacific = view(study).budget
    assert pacific is not None
    assert (pacific.purse, pacific.money, pacific.waiting) == ("uk-pacific", 17, ())


def test_nothing_is_spent_while_moving() -> None:
    assert view(Study("turn germany combat-move")).budget is None


def test_units_for_an_objective_have_a_sum() -> None:
    study = Study(
        "clear",
        "control france germany",
        "place 1 uk tank normandy-bordeaux",
        "control normandy-bordeaux uk",
        "turn uk combat-move",
    )
    study.play("move 1 tank normandy-bordeaux > france", "end")
    assert study.step == "Muster"
    budget = view(study).budget
    assert budget is not None
    assert (budget.purse, budget.money) == ("france", 12)


def test_convoys_in_danger_are_told_before_income() -> None:
    study = Study("clear", "place 2 uk destroyer sz-125", "turn germany purchase")
    powers = {power.id: power for power in view(study).powers}
    # Norway is worth 3 IPCs: two dice can take no more
    assert powers["germany"].threats == (Threat("sz-125", 2, 3),)
    assert powers["uk"].threats == ()


def test_politics_say_from_when_and_unless_what() -> None:
    found = {(p.power, p.targets): p for p in view(Study("turn germany")).politics}
    ussr = found["ussr", ("germany", "italy")]
    assert (ussr.allowed, ussr.from_turn) == (False, 4)
    assert ussr.unless.startswith("or(declared-war(european-axis; ussr)")
    assert found["germany", ("ussr", "usa", "china")].allowed


def american(*edits: str) -> list[tuple[str, bool, str]]:
    politics = view(Study(*edits)).politics
    return [(p.phase, p.allowed, p.reason) for p in politics if p.power == "usa"]


def test_politics_say_every_way_into_a_war() -> None:
    """The United States may also begin it at the end of its third turn, but only then."""
    waits, late = american("round 2", "turn usa purchase")
    assert waits[:2] == ("combat-move", False)
    assert waits[2].startswith("from its turn 4 on or once")
    assert late == ("collect-income", False, "in its turn 3, before collect-income")
    assert american("round 4", "turn usa purchase") == [("combat-move", True, "since its turn 4")]
    # Once it is at war with one of them, its time is no matter any more.
    (rest,) = american("war usa japan", "round 2", "turn usa purchase")
    assert rest[0] == "combat-move"
