"""The terminal game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.games import find_title
from sandtable.table import Action, Played, Position, verify_record
from tests.cli.conftest import Run
from tests.toy import play_out


def lines(*typed: str) -> str:
    return "\n".join(typed) + "\n"


def test_a_game_between_two_people(run: Run) -> None:
    shown = run("play", "toy", "--seed", 1, stdin=lines("march 2 camp > hill", "end", "end"))
    assert shown.code == 0
    assert "red, March: march, or end" in shown.out
    assert "red> march 2 camp > hill" in shown.out
    assert "blue, March: march, or end" in shown.out
    assert "blue> end" in shown.out
    assert shown.out.rstrip().endswith("red>")  # the input has ended


def test_nothing_typed_ends_cleanly(run: Run) -> None:
    shown = run("play", "toy", stdin="")
    assert (shown.code, shown.err) == (0, "")


def test_quit_leaves_at_once(run: Run) -> None:
    shown = run("play", "toy", stdin=lines("quit", "end"))
    assert "> end" not in shown.out


def test_a_game_against_bots_is_the_same_with_the_same_seed(run: Run) -> None:
    arguments = ("play", "toy", "--seed", 5, "--seat", "blue=cadet")
    first = run(*arguments, stdin=lines("end", "quit"))
    assert first.out == run(*arguments, stdin=lines("end", "quit")).out
    assert "blue: end" in first.out


def test_bots_play_a_whole_game(run: Run) -> None:
    shown = run("play", "toy", "--seat", "all=bot", "--option", "rounds=1")
    assert shown.code == 0
    assert "The game is over: " in shown.out


def test_a_bots_secret_choice_and_cards_are_not_told(run: Run) -> None:
    shown = run("play", "toy", "--seed", 1, "--seat", "blue=cadet", stdin=lines("end"))
    assert "blue has decided" in shown.out
    assert "blue: bid" not in shown.out
    assert "blue draws" not in shown.out
    assert "red draws" in shown.out


def test_two_people_at_one_terminal_learn_only_their_own_cards_when_asked(run: Run) -> None:
    shown = run("play", "toy", "--seed", 1, stdin=lines("end"))
    before, _, after = shown.out.partition("red> end")
    assert "red draws" in before
    assert "blue draws" not in before
    assert "blue draws" in after


def test_legal_and_why(run: Run) -> None:
    shown = run(
        "play",
        "toy",
        stdin=lines("legal", "legal hill", "why end", "why march 1 camp > mill", "why fly", "why"),
    ).out
    assert shown.count("  march 1 camp > hill\n") == 2
    assert shown.count("  end\n") == 1
    assert "It is legal." in shown
    assert "No: camp and mill do not touch (TY-001)" in shown
    assert "Troops march between spaces that share a border." in shown
    assert "'fly' is no action" in shown
    assert "why takes an action" in shown


def test_an_illegal_action_is_explained_and_the_game_goes_on(run: Run) -> None:
    shown = run("play", "toy", stdin=lines("march 1 camp > mill", "blue: end", "end"))
    assert "No: camp and mill do not touch (TY-001)" in shown.out
    assert "No: blue is not asked now" in shown.out
    assert "blue, March" in shown.out


def test_undo(run: Run) -> None:
    shown = run("play", "toy", stdin=lines("undo", "march 1 camp > hill", "undo", "board hill"))
    assert "you have played nothing yet" in shown.out
    assert "taken back: red: march 1 camp > hill" in shown.out
    assert "red: 0\nblue: 0" in shown.out


def test_undo_past_dice_needs_agreement(run: Run) -> None:
    bids = [f"{seat}: bid {card}" for card in range(1, 7) for seat in ("red", "blue")]
    shown = run(
        "play", "toy", "--seed", 1, stdin=lines("end", "end", *bids, "undo", "undo agreed")
    ).out
    assert "everybody must agree" in shown
    assert "type 'undo agreed'" in shown
    assert "taken back: " in shown.partition("> undo agreed")[2]


def test_undo_goes_back_to_the_persons_own_action(run: Run) -> None:
    shown = run(
        "play",
        "toy",
        "--seat",
        "blue=cadet",
        "--seed",
        1,
        stdin=lines("march 1 camp > hill", "end", "undo", "legal"),
    ).out
    assert "taken back: red: end" in shown
    assert "march 1 hill > mill" in shown.partition("taken back")[2]


def test_another_seats_anytime_action(run: Run) -> None:
    shown = run("play", "toy", stdin=lines("blue: order stay", "end", "record")).out
    assert "blue: order stay" in shown
    assert "blue, March" not in shown
    assert (
        "blue is played by a bot"
        in run("play", "toy", "--seat", "blue=cadet", stdin=lines("blue: order stay")).out
    )


def test_save_and_load(run: Run) -> None:
    run("play", "toy", "--seed", 1, stdin=lines("march 2 camp > hill", "save a.json", "save b.txt"))
    for name in ("a.json", "b.txt"):
        shown = run("play", "--load", name, stdin=lines("board hill"))
        assert "red: 2\nblue: 0" in shown.out
    shown = run("play", "toy", stdin=lines("save", "save none/a.json", "end"))
    assert "save takes a file name" in shown.out
    assert "cannot write none/a.json" in shown.out
    assert "blue, March" in shown.out
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["a.json", "b.txt"]


def test_a_finished_game_can_be_saved_and_verified(run: Run) -> None:
    game = sandtable.new("toy", seed="9", options={"rounds": 1})
    play_out(game)
    moves = [f"{e.seat}: {e.action}" for e in game.journal.line if isinstance(e, Played)]
    arguments = ("play", "toy", "--seed", 9, "--option", "rounds=1")
    shown = run(*arguments, stdin=lines(*moves[:-1], "save late.json", moves[-1]))
    assert "The game is over" in shown.out
    late = sandtable.load("late.json")
    seat, _, action = moves[-1].partition(": ")
    late.play(action, seat)
    late.save("end.txt")
    assert verify_record(sandtable.read("end.txt"), find_title) == 3
    assert run("verify", "end.txt").code == 0


def test_words_change_the_dice_and_are_in_the_record(run: Run) -> None:
    arguments = ("play", "toy", "--seed", 1, "--seat", "all=cadet")
    plain = run(*arguments).out
    mixed = run(*arguments, "--word", "red=shark").out
    assert plain != mixed
    commitment = next(line for line in plain.splitlines() if "committed to" in line)
    assert commitment in mixed
    shown = run("play", "toy", "--word", "red=shark", stdin=lines("record")).out
    assert "word red: shark" in shown


def test_rules_board_record_and_help(run: Run) -> None:
    shown = run(
        "play",
        "toy",
        stdin=lines("rules TY-002", "rules bid", "rules XX-1", "rules", "record", "help", "board"),
    ).out
    assert "No more troops march than are there." in shown
    assert "TY-003 Own cards" in shown
    assert "no ledger has a rule XX-1" in shown
    assert "sandtable record 1\ntitle: toy" in shown
    assert "SEAT: ACTION plays for another of your seats" in shown


class Listener:
    """Ends what it is asked as soon as it may, and keeps how long it was given."""

    def __init__(self) -> None:
        self.remark = ""
        self.given: set[int] = set()

    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        self.given.add(budget_ms)
        return list(position.legal_actions(seat))[-1]


@pytest.mark.parametrize(("name", "budget"), [("captain", 1000), ("general", 5000)])
def test_a_level_has_the_time_it_needs(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, budget: int
) -> None:
    bot = Listener()
    monkeypatch.setattr("sandtable.cli.play.make_bot", lambda *arguments: bot)
    run("play", "toy", "--seed", 1, "--seat", f"blue={name}", stdin=lines("end", "quit"))
    assert bot.given == {budget}
