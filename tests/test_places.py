"""Every rule is found from its id: its code, and its tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import Malformed, ledger, places
from sandtable.games import BUILT_IN, find_title

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sandtable"
BOOKS = sorted({find_title(title).ledger for title in BUILT_IN})


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_of_a_title_has_its_place(book: str) -> None:
    nowhere = [entry.id for entry in ledger.read(book) if not places.places(entry.id)]
    assert not nowhere, "name them where they are carried out, or in the title's places.txt"


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_of_a_title_has_its_test(book: str) -> None:
    named = ledger.covered(ROOT / "tests")
    assert not [entry.id for entry in ledger.read(book) if entry.id not in named]


@pytest.mark.parametrize("book", BOOKS)
def test_the_places_are_there(book: str) -> None:
    assert places.faults(book) == []
    for entry in ledger.read(book):
        for place in places.places(entry.id):
            lines = (SOURCE / place.path).read_text(encoding="utf-8").splitlines()
            assert 1 <= place.line <= len(lines), place


@pytest.mark.parametrize("folder", ["games/axis", "board", "table", "server", "cli"])
def test_ids_stand_in_the_folders_of_their_titles(folder: str) -> None:
    """What several titles share names no rule of one of them."""
    letters = {ledger.read(book)[0].id.partition("-")[0] for book in BOOKS}
    for path in sorted((SOURCE / folder).rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        named = [rule for rule in places.ids_in(code) if rule.partition("-")[0] in letters]
        # The command line shows how an id is written.
        assert not named or folder == "cli", (path.name, named)


def test_the_three_ways() -> None:
    by_comment = places.places("FA-215")
    assert "SecondMoveStep._move" in {place.name for place in by_comment}
    by_code = places.places("AN-021")  # the canal is closed
    assert any(place.path.startswith("games/axis/") and place.name for place in by_code)
    by_list = places.places("an-006")
    assert [str(place) for place in by_list] == ["games/anniversary/data/spaces.csv:1"]
    by_cover = places.places("FA-W20")  # lasers taken: where FA-215, FA-216 and FA-935 are
    assert set(places.places("FA-216")) < set(by_cover)
    with pytest.raises(Malformed, match="no ledger has a rule FA-999"):
        places.places("FA-999")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("fortress/duty.py nothing FA-001", "there is no fortress/duty.py nothing"),
        ("fortress/nowhere.py FA-001", "there is no fortress/nowhere.py"),
        ("fortress/duty.py FA-999", "there is no rule FA-999"),
    ],
)
def test_a_wrong_line_is_reported_with_its_number(line: str, fault: str, tmp_path: Path) -> None:
    games = tmp_path / "games" / "fortress"
    games.mkdir(parents=True)
    (games / "duty.py").write_text('"""Duty."""\n')
    listing = games / "places.txt"
    listing.write_text(f"# a comment\n{line}\n", encoding="utf-8")
    faults: list[str] = []
    assert list(places._listed_in(listing, "fortress-america", faults)) == []
    [told] = faults
    assert f"places.txt:2: {fault}" in told


def test_a_test_by_its_name() -> None:
    tests = places.naming_tests("FA-257", ROOT / "tests")
    assert tests == [
        "tests/rules/fortress/test_setup_and_turn.py::test_play_goes_anticlockwise_round_the_board"
    ]


@pytest.mark.parametrize("page", ["axis-family.md", "life-of-a-move.md"])
def test_the_pages_for_engineers_name_what_is_there(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z0-9_]+/)*[a-z0-9_]+\.py)(?: ([A-Za-z_.]+))?`", text)
    assert len(named) > 15
    for path, name in named:
        folder = ROOT if path.startswith("tests/") else SOURCE
        assert places._place_of(folder / path, name), (path, name)
