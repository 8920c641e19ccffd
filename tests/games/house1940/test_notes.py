"""What the house variant tells of a position besides the board, with words for the page."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.axis.view import AxisView
from tests.rules.house1940.study import Study

WORDS = Path(__file__).parents[3] / "web" / "src" / "lib" / "i18n" / "words.1940.ts"


def test_notes_name_what_they_speak_of_and_the_page_has_words_for_them() -> None:
    study = Study(
        "round 9", "debt ussr 7", "late uk 3", "platform germany 0", "bombs germany v1", "turn usa"
    )
    view = study.rules.view(study.state, None)
    assert isinstance(view, AxisView)
    notes = view.remarks
    assert [str(note) for note in notes] == [
        "the year 1944",
        "ussr owes 7 PP",
        "uk cannot spend 3 PP yet",
        "germany: v1 ready",
    ]
    said = [(note.code, note.power or note.space, note.count or note.what) for note in notes]
    assert said == [
        ("year", "", 1944),
        ("debt", "ussr", 7),
        ("late", "uk", 3),
        ("bombs", "germany", "v1"),
    ]
    words = WORDS.read_text()
    assert all(f'"note.{note.code}"' in words for note in notes)
