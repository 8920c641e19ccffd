"""A phase in which there is nothing to do passes by itself, and everybody can see that it did."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.axis.events import PhasePassed
from sandtable.table import play_record, read_record
from tests.rules.anniversary.study import Study


def passed(events: list[sandtable.api.Event]) -> list[tuple[str, str]]:
    return [(e.power, e.phase) for e in events if isinstance(e, PhasePassed)]


def test_the_log_and_the_record_say_so() -> None:
    study = Study("clear", "place 1 uk infantry egypt", "turn uk combat-move")
    assert passed(study.play("end")) == [("uk", "conduct-combat")]
    assert passed(study.play("end")) == [("uk", "mobilize")]
    text = study.game.record()
    assert "uk: end  # uk: conduct-combat passes, there is nothing to fight\n" in text
    assert "uk: end  # uk: mobilize passes, nothing waits to be placed\n" in text
    again = play_record(read_record(text), sandtable.games.find_title)
    assert again.journal.line == study.game.journal.line


def test_a_phase_with_something_in_it_does_not_pass() -> None:
    study = Study(
        "clear",
        "place 1 germany infantry poland",
        "place 1 china infantry hupeh",
        "pool china 1 infantry",
        "turn germany combat-move",
    )
    assert passed(study.play("move 1 infantry poland > east-poland", "end")) == []
    china = Study("clear", "pool china 1 infantry", "turn usa noncombat-move")
    assert passed(china.play("end", "place 1 china infantry hupeh")) == []


@pytest.mark.rule("AN-073")
def test_who_names_the_phase_ends_no_other() -> None:
    study = Study("clear", "turn uk combat-move")
    study.play("end combat-move")
    study.refused("end mobilize", "AN-073")
    study.refused("end combat-move", "AN-073")
    study.play("end noncombat-move")
    assert study.asked == ("italy",)
