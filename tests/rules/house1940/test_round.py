"""Chapter 5 and the clock of phase-by-phase play."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED
from sandtable.games.house1940 import turn
from sandtable.table import Event
from tests.rules.house1940.study import NATIONS, Study


def rules() -> AxisRules:
    found = find_title("house-1940")
    assert isinstance(found, AxisRules)
    return found


def phases(part: str) -> list[str]:
    return [phase.name for phase in rules().turn if phase.part == part]


def begun(events: list[Event]) -> list[tuple[str, str]]:
    """The parts that begin, in order, each once: (nation, part)."""
    part = {phase.name: phase.part for phase in rules().turn}
    opening = [("germany", "I")]
    found = [(e.power, part[e.phase]) for e in events if type(e).__name__ == "PhaseBegan"]  # type: ignore[attr-defined]
    return list(dict.fromkeys(opening + found[:-1]))


def play_round(study: Study) -> list[Event]:
    """Everybody ends everything; all that happened until the next round."""
    events: list[Event] = []
    number = study.state.round
    while study.state.round == number:
        events += study.play("end")
    return events


@pytest.mark.rule("HV-037")
def test_four_phases() -> None:
    parts = [phase.part for phase in rules().turn]
    assert list(dict.fromkeys(parts)) == ["I", "II", "III", "IV"]


@pytest.mark.rule("HV-038", "HV-039", "HV-917", "HV-918")
def test_all_nations_play_a_phase_before_the_next_one() -> None:
    study = Study()
    seen = begun(play_round(study))
    for part in ("I", "III", "IV"):
        assert [nation for nation, p in seen if p == part] == list(NATIONS)
    parts = [part for _, part in seen]
    assert parts == sorted(parts, key=("I", "II", "III", "IV").index)


@pytest.mark.rule("HV-040", "HV-806")
def test_steps_of_phase_i() -> None:
    assert phases("I") == ["war", "income", "loans", "repairs", "purchase"]
    study = Study("clear", "place 1 usa battleship sz-10", "hurt 1 usa battleship sz-10",
                  "place 1 uk infantry london", "turn usa")  # fmt: skip
    assert study.step == "War"
    assert study.money("usa") == 0
    study.play("end")
    assert study.step == "Loans"
    assert study.money("usa") == 52
    study.play("end")
    assert study.step == "Repairs"
    study.play("end")
    assert study.step == "Purchase"
    study.refused("repair 1 battleship sz-10", "HV-040")


@pytest.mark.rule("HV-043")
def test_steps_of_phase_iv() -> None:
    assert phases("IV") == ["noncombat-move", "deploy"]


@pytest.mark.rule("HV-042", "HV-132", "HV-807", "HV-931")
def test_steps_of_phase_iii() -> None:
    assert phases("III") == ["combat-move", "scorched-earth", "diplomacy", "conduct-combat"]


@pytest.mark.rule("HV-W01")
def test_order_of_segments() -> None:
    """Germany, the UK and Italy are still active; the others have nothing to do."""
    study = Study()
    seen = begun(play_round(study))
    active = [entry for entry in seen if entry[0] in ("germany", "uk", "italy")]
    for part in ("I", "III", "IV"):
        assert [n for n, p in active if p == part] == ["germany", "uk", "italy"]


@pytest.mark.rule("HV-919", "HV-809")
def test_by_nation_each_plays_its_four_phases_in_a_row() -> None:
    study = Study(turn_structure="by_nation")
    seen = begun(play_round(study))
    nations = [nation for nation, _ in seen]
    assert list(dict.fromkeys(nations)) == list(NATIONS)
    assert nations == sorted(nations, key=NATIONS.index)


@pytest.mark.rule("HV-920")
def test_nothing_is_compulsory() -> None:
    study = Study()
    for _ in range(2):
        for event in play_round(study):
            assert type(event).__name__ not in ("Moved", "Bought", "Placed")
    assert study.state.round == 3


@pytest.mark.rule("HV-920")
def test_a_nation_with_nothing_to_do_is_skipped() -> None:
    study = Study(
        "clear",
        "place 1 uk infantry india",
        "place 1 germany infantry poland",
        "war germany ussr",
        "turn germany combat-move",
    )
    assert study.asked == ("germany",)  # it could march into the east
    study.play("end")
    assert (study.asked, study.step) == (("germany",), "NoncombatMove")  # nobody can attack
    study.play("end")
    assert (study.asked, study.step) == (("uk",), "NoncombatMove")
    study.play("end")
    assert (study.asked, study.step) == (("germany",), "War")
    poor = Study("clear", "money germany 1", "turn germany purchase")
    assert poor.asked == ("uk",)  # one point buys nothing
    stuck = Study("clear", "pool china 1 cruiser", "turn china deploy")
    assert stuck.state.round == 2  # China has no port
    assert stuck.reserve("china") == {"cruiser": 1}


@pytest.mark.rule("HV-809")
def test_marks_are_wiped_after_the_round() -> None:
    study = Study(
        "clear", "place 2 germany infantry germany", "place 1 uk infantry united-kingdom",
        "place 1 france infantry france", "turn germany noncombat-move",
    )  # fmt: skip
    study.play("move 1 infantry germany > poland")
    poland = study.world.space["poland"]
    assert study.state.units[poland][0][0].marks & MOVED
    while study.state.round == 1:
        assert study.state.units[poland][0][0].marks & MOVED
        study.play("end")
    assert not study.state.units[poland][0][0].marks


@pytest.mark.rule("HV-809")
def test_by_nation_marks_last_until_the_nations_own_turn() -> None:
    study = Study(
        "clear", "place 2 uk infantry india", "place 1 germany infantry germany",
        "turn uk noncombat-move", turn_structure="by_nation",
    )  # fmt: skip
    study.play("move 1 infantry india > burma")
    burma = study.world.space["burma"]
    while study.turn != "uk" or study.state.round == 1:
        assert study.state.units[burma][0][0].marks & MOVED
        study.play("end")
    assert study.state.round == 2
    assert not study.state.units[burma][0][0].marks


@pytest.mark.rule("HV-805")
def test_one_note_per_nation_and_round() -> None:
    """Each nation remembers who held what when its own phase I began, until the next one."""
    study = Study()
    study.until("uk", "Purchase")
    world, state = study.world, study.state
    uk, germany, egypt = world.power["uk"], world.power["germany"], world.space["egypt"]
    assert turn.held(state, uk, egypt)
    state.owner[egypt] = germany
    turn.lose(state, uk, egypt)
    assert not turn.held(state, uk, egypt)
    state.owner[egypt] = uk
    assert not turn.held(state, uk, egypt), "lost and won back is not held"
    assert state.began(uk).owners[egypt] == uk, "canals look at the note alone"
    study.until("germany", "War")
    study.until("uk", "War")
    assert turn.held(study.state, uk, egypt), "a new note"


@pytest.mark.rule("HV-805")
def test_what_is_held_at_set_up_is_on_the_first_note() -> None:
    study = Study()
    assert turn.held(study.state, study.world.power["germany"], study.world.space["norway"])


@pytest.mark.rule("HV-910", "HV-W02")
def test_the_calendar() -> None:
    study = Study()
    years = []
    for number in range(1, 11):
        study.state.round = number
        years.append(turn.year(study.state))
    assert years == [1940, 1940, 1941, 1941, 1942, 1942, 1943, 1943, 1944, 1944]
    other = Study("round 4", start_year=1941, rounds_per_year=3)
    assert turn.year(other.state) == 1942
    with pytest.raises(Exception, match="rounds_per_year"):
        Study(rounds_per_year=0)


@pytest.mark.rule("HV-835")
def test_the_end_of_a_round() -> None:
    """Victory is looked at before marks are wiped and the next round begins."""
    study = Study(
        "clear", "place 2 china infantry szechwan", "place 1 uk infantry united-kingdom",
        "place 1 germany infantry germany", "control germany uk", "control southern-italy uk",
        "control japan uk", "turn china noncombat-move",
    )  # fmt: skip
    study.play("move 1 infantry szechwan > kweichow")
    study.play("end")
    assert study.game.result is not None
    assert study.state.round == 1
    assert study.state.units[study.world.space["kweichow"]][0][0].marks & MOVED


@pytest.mark.rule("HV-921", "HV-808")
def test_who_only_defended_is_not_used() -> None:
    """Germany attacks in vain and withdraws; the French tank then attacks, its infantry moves."""
    study = Study(
        "clear",
        "complex france none",
        "place 1 uk infantry india",
        "place 1 germany tank holland-belgium",
        "place 1 france infantry france",
        "place 1 france tank france",
        "turn germany combat-move",
    )
    study.play("move 1 tank holland-belgium > france")
    study.play("end", dice=[6, 6, 6])
    study.play("retreat")
    study.until("france", "CombatMove")
    study.play("move 1 tank france > holland-belgium")
    study.play("end", dice=[1, 6])
    study.play("occupy")
    assert study.owner("holland-belgium") == "france"
    study.until("france", "NoncombatMove")
    study.play("move 1 infantry france > holland-belgium")
    study.refused("move 1 tank holland-belgium > france", "HV-134")
