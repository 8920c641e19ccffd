"""Saves, records, undo, studies: the table's services on this title."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from sandtable.games import find_title
from sandtable.games.naval import Naval, load_deck
from sandtable.table import (
    BadRecord,
    Malformed,
    dump,
    play_record,
    read_record,
    restore,
    verify_record,
)
from tests.games.naval.tools import game_of, play_on


@pytest.mark.parametrize("seed", range(4))
def test_save_record_and_undo_in_mid_game(seed: int, tmp_path: Path) -> None:
    game = game_of(seed)
    rng = random.Random(seed)
    for _ in play_on(game, rng, 260):
        pass
    for name in ("game.json", "game.rec"):
        game.save(tmp_path / name)
        again = sandtable.load(tmp_path / name)
        assert again.state == game.state
        assert again.decision == game.decision
        assert again.options == game.options
    before = game.state.copy()
    length = len(game.journal)
    for _ in play_on(game, rng, 15):
        pass
    game.undo(to=length, consent=game.seats)
    assert game.state == before


def test_a_finished_game_proves_its_dice() -> None:
    game = game_of(0)
    for _ in play_on(game, random.Random(5)):
        pass
    record = read_record(game.record())
    assert verify_record(record, find_title) == game.journal.rolls
    assert play_record(record, find_title).result == game.result


@pytest.mark.parametrize("seed", range(11))
def test_any_position_can_be_written_as_edit_lines(seed: int) -> None:
    game = game_of(seed)
    rules = game.rules
    for number, _ in enumerate(play_on(game, random.Random(seed), 500)):
        if game.result is not None or number % 7:
            continue
        state = rules.setup(game.options, game.players)
        for line in rules.edits(game.state):
            rules.edit(state, line)
        assert state == game.state


@pytest.mark.parametrize("step", ["Nations", "Fleets", "Defend", "Resolve"])
def test_edit_lines_reach_every_kind_of_decision(step: str) -> None:
    found = 0
    for seed in range(12):
        game = game_of(seed)
        for _ in play_on(game, random.Random(seed), 1500):
            if game.decision is None or game.decision.step != step:
                continue
            found += 1
            state = game.rules.setup(game.options, game.players)
            for line in game.rules.edits(game.state):
                game.rules.edit(state, line)
            assert state == game.state
            if found > 20:
                return
    assert found


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("sail yamato", "no edit"),
        ("nation p9 japan", "no seat"),
        ("nation p1 spain", "no nation"),
        ("ship bismarck 1", "nobody plays"),
        ("ship nautilus-9 1", "no ship card"),
        ("ship yamato 4", "placed"),
        ("ship i-174 1", "placed"),
        ("hand p1 missed, sunshine", "no action card"),
        ("hand p1 base-raid-2, base-raid-2", "no base-raid-2 left"),
        ("damage nagato missed", "does no damage"),
        ("damage kagero heavy-3", "would sink"),
        ("damage takao heavy-3", "in no fleet"),
        ("prize p1 kagero", "own"),
        ("prepared p1 heavy-3 nagato", "cannot be prepared"),
        ("prepared p1", "write it like"),
        ("attack heavy-4 yamato", "write it like"),
        ("attack 1 missing yamato > kagero", "neither"),
        ("phase lunch", "no phase"),
        ("phase place", "phase place"),
        ("phase defend who=p1", "has no who"),
        ("turn soon", "whole number"),
    ],
)
def test_bad_edit_lines_are_explained(line: str, what: str) -> None:
    rules = find_title("naval")
    state = rules.setup(rules.read_options({}), {})
    for good in ("nation p1 japan", "ship nagato 1", "ship kagero 1"):
        rules.edit(state, good)
    with pytest.raises(Malformed, match=what):
        rules.edit(state, line)


def test_a_record_says_which_deck_it_was_played_with() -> None:
    deck = load_deck(Path(__file__).parents[2] / "rules" / "naval" / "deck")
    rules = Naval(deck)
    game = sandtable.Game(rules, {"deck": deck.tag})
    text = game.record()
    assert f"option deck: {deck.tag}" in text
    with pytest.raises(BadRecord, match=deck.tag):
        play_record(read_record(text), find_title)
    with pytest.raises(Malformed, match=f"needs the deck {deck.tag}"):
        restore(dump(game), find_title)
    assert play_record(read_record(text), lambda _: rules).options["deck"] == deck.tag
    assert restore(dump(game), lambda _: rules).state == game.state
    assert "option deck" not in sandtable.new("naval").record()


@pytest.mark.parametrize(
    "text", ["", "sail on", "fire heavy-4", "line x yamato", "cover 3", "roll +x"]
)
def test_text_that_is_no_action(text: str) -> None:
    with pytest.raises(Malformed):
        find_title("naval").parse(text)
