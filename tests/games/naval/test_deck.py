"""Deck files: what they hold and how mistakes in them are told."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.games.naval import Naval, load_deck, read_deck, standard_deck
from sandtable.games.naval.cards import NATIONS
from sandtable.games.naval.title import DECK_VARIABLE
from sandtable.table import Malformed, Table

DATA = Path(__file__).parents[3] / "src" / "sandtable" / "games" / "naval" / "data"
SHIPS = (DATA / "ships.csv").read_text(encoding="utf-8")
ACTIONS = (DATA / "actions.csv").read_text(encoding="utf-8")


def test_the_standard_deck_is_whole() -> None:
    deck = standard_deck()
    assert len(deck.ships) == 78
    assert len(deck.all_actions()) == 102
    assert deck.tag == "standard"
    assert all(len(deck.nation(nation)) == 13 for nation in NATIONS)


@pytest.mark.parametrize("nation", NATIONS)
def test_every_nation_fields_several_fleets_of_exactly_25_points(nation: str) -> None:
    deck = standard_deck()
    points = [deck.ships[ship].points for ship in deck.nation(nation)]
    fleets = sum(
        sum(chosen) == 25
        for size in range(1, 14)
        for chosen in itertools.combinations(points, size)
    )
    assert fleets > 50


@pytest.mark.parametrize("nation", NATIONS)
def test_every_nation_can_use_guns_torpedoes_and_aircraft(nation: str) -> None:
    cards = [standard_deck().ships[ship] for ship in standard_deck().nation(nation)]
    assert any(card.primary for card in cards)
    assert any(card.kind == "carrier" for card in cards)
    assert sum(card.kind == "submarine" for card in cards) == 2
    assert any(card.torpedo is not None and card.kind == "ship" for card in cards)


def swap(text: str, row: str, field: str, value: str) -> str:
    """A CSV text with one cell changed."""
    lines = text.splitlines()
    at = lines[0].split(",").index(field)
    for number, line in enumerate(lines):
        if line.startswith(f"{row},"):
            cells = line.split(",")
            cells[at] = value
            lines[number] = ",".join(cells)
    return "\n".join(lines) + "\n"


def ships(row: str, field: str, value: str) -> Callable[[], tuple[str, str]]:
    return lambda: (swap(SHIPS, row, field, value), ACTIONS)


def actions(row: str, field: str, value: str) -> Callable[[], tuple[str, str]]:
    return lambda: (SHIPS, swap(ACTIONS, row, field, value))


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (ships("yamato", "hull", "0"), r"ships.csv line \d+: hull is a whole number from 1"),
        (ships("yamato", "hull", "big"), "not 'big'"),
        (ships("yamato", "hull", ""), "hull is missing"),
        (ships("yamato", "points", "26"), "points is a whole number from 1 to 25"),
        (ships("yamato", "primary", "17"), "no gun has 17"),
        (ships("yamato", "nation", "spain"), "nation is one of"),
        (ships("yamato", "nation", "usa"), "japan has 12 ship cards, 13 are needed"),
        (ships("yamato", "kind", "raft"), "kind is one of"),
        (ships("yamato", "silent", "4"), "only submarines run silent"),
        (ships("yamato", "cover", "1"), "only carriers fly"),
        (ships("yamato", "id", "nagato"), "id 'nagato' is given twice"),
        (ships("yamato", "id", "Big Ship"), "lower-case"),
        (ships("shoho", "raid_line2", ""), "all three or not at all"),
        (ships("shoho", "class", "liner"), "class is one of"),
        (ships("i-174", "secondary", "5"), "a submarine is in no line"),
        (ships("i-174", "torpedo", ""), "needs a torpedo value"),
        (actions("heavy-4", "count", "7"), "add up to 103, not 102"),
        (actions("heavy-4", "count", "0"), "count is a whole number from 1"),
        (actions("heavy-4", "calibres", "14|17"), "calibres is a list"),
        (actions("heavy-4", "calibres", "14|14"), "twice"),
        (actions("heavy-4", "damage", ""), "needs damage"),
        (actions("heavy-4", "phases", "defend"), r"phases of primary must be attack"),
        (actions("heavy-4", "effect", "magic"), "effect is one of"),
        (actions("heavy-4", "value", "3"), "value must be empty"),
        (actions("missed", "id", "mist"), "has the id missed"),
        (actions("base-raid-2", "raids", "4"), "raids is a whole number from 1 to 3"),
        (actions("base-raid-2", "roll_submarine", ""), "needs roll_submarine"),
        (lambda: (SHIPS.replace(",hull,", ",armour,", 1), ACTIONS), "no field 'armour'"),
        (lambda: (SHIPS.replace(",hull,", ",armour,", 1), ACTIONS), "'hull' is missing"),
        (lambda: (SHIPS, ACTIONS + "more,cells\n"), "17 fields are needed"),
    ],
)
def test_mistakes_are_told_with_their_place(made: Callable[[], tuple[str, str]], what: str) -> None:
    with pytest.raises(Malformed, match=what):
        read_deck(*made())


def test_all_mistakes_are_told_at_once() -> None:
    text = swap(swap(SHIPS, "yamato", "hull", "0"), "nagato", "year", "1")
    with pytest.raises(Malformed, match=r"(?s)hull.*year"):
        read_deck(text, ACTIONS)


def test_a_folder_may_hold_one_of_the_two_files(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="neither"):
        load_deck(tmp_path)
    edited = swap(swap(ACTIONS, "heavy-4", "count", "5"), "heavy-5", "count", "4")
    (tmp_path / "actions.csv").write_text(edited, encoding="utf-8")
    deck = load_deck(tmp_path)
    assert deck.actions["heavy-4"].count == 5
    assert deck.ships == standard_deck().ships
    assert deck.tag not in ("", "standard")
    (tmp_path / "actions.csv").write_text(ACTIONS, encoding="utf-8")
    assert load_deck(tmp_path) == standard_deck()


def test_a_host_chooses_the_deck_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ships.csv").write_text(swap(SHIPS, "yamato", "hull", "14"), encoding="utf-8")
    monkeypatch.setenv(DECK_VARIABLE, str(tmp_path))
    rules = Naval()
    standard, other = rules.decks
    assert standard == "standard"
    assert rules.options[-1].choices == (standard, other)
    for tag, hull in ((standard, 13), (other, 14)):
        table = Table(rules, {"deck": tag}, edits=["nation p1 japan"])
        assert table.rules.space(table.state, None, "yamato").hull == hull
    assert Table(rules).options["deck"] == standard
    monkeypatch.delenv(DECK_VARIABLE)
    assert list(Naval().decks) == ["standard"]
    assert Naval().options == Naval.options
