"""The commands that read a record: what they print, and how they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import main
from tests.cli.conftest import STUDY, Run
from tests.toy import play_out

ROOT = Path(__file__).parents[2]


def test_games(run: Run) -> None:
    shown = run("games")
    assert shown.code == 0
    assert "toy  Outpost (complete)" in shown.out
    assert "seats: red, blue" in shown.out
    assert "--option rounds=3, 1, 5: how many rounds" in shown.out
    facts = run("games", "--json").data
    assert [game["id"] for game in facts] == ["toy", "faulty", "faulty-dice"]
    assert facts[0]["options"][1]["choices"] == [False, True]


def test_a_title_that_cannot_be_loaded_does_not_hide_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sandtable.games.BUILT_IN, "broken", "tests.nowhere:Nothing")
    shown = run("games")
    assert "toy  Outpost" in shown.out
    assert "broken cannot be loaded" in shown.err


# check


def test_check_a_good_record(run: Run, study: Path) -> None:
    shown = run("check", study)
    assert (shown.code, shown.err) == (0, "")
    assert "toy, 5 actions, all legal; red took 1 rounds" in shown.out
    assert run("check", study, "--json").data["ok"] is True


def test_check_names_line_and_rule_of_the_first_illegal_action(run: Run, study: Path) -> None:
    study.write_text(STUDY.replace("march 2 camp > hill", "march 2 camp > mill"))
    run("check", study).refused("line 9: camp and mill do not touch (TY-001)", code=1)
    shown = run("check", study, "--json")
    assert shown.code == 1
    assert shown.data == {
        "ok": False,
        "line": 9,
        "reason": "camp and mill do not touch",
        "rule": "TY-001",
        "code": "no-border",
        "args": {"a": "b"},
    }


@pytest.mark.parametrize("command", ["check", "show", "legal", "verify"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "line 1: a record begins with"),
        ("sandtable record 1\ntitle: chess", "line 2: there is no title chess"),
        ("{", "not a save"),
        ("{}", "not a save this program can read"),
    ],
)
def test_what_cannot_be_read(
    run: Run, tmp_path: Path, command: str, text: str, reason: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    if command == "verify" and "chess" in text:
        reason = "only a finished record"
    run(command, path).refused(reason)
    run(command, tmp_path / "missing.txt").refused("cannot read")
    run(command, tmp_path).refused("cannot read")


def test_check_a_malformed_action_is_unreadable(run: Run, study: Path) -> None:
    study.write_text(STUDY.replace("march 2 camp > hill", "fly"))
    run("check", study).refused("line 9: 'fly' is no action")


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_saves_and_records_are_both_accepted(run: Run, tmp_path: Path, name: str) -> None:
    game = sandtable.new("toy", seed=3)
    play_out(game)
    path = tmp_path / name
    game.save(path)
    for command in ("check", "verify", "show", "legal"):
        shown = run(command, path)
        assert (shown.code, shown.err) == (0, ""), command


# show and legal


def test_show(run: Run, study: Path) -> None:
    shown = run("show", study, "--at", 1)
    assert "Outpost, after 1 actions: red, March: march, or end" in shown.out
    assert "hill: red 2, blue 0" in shown.out
    assert "over" not in shown.out
    assert "red took 1 rounds" in run("show", study).out


def test_show_as_data_and_as_a_seat(run: Run, study: Path) -> None:
    data = run("show", study, "--at", 0, "--json").data
    assert data["actions"] == 0
    assert data["view"]["game"]["hand"] == []
    data = run("show", study, "--at", 0, "--json", "--seat", "red").data
    assert data["view"]["game"]["hand"] == [6]
    assert data["view"]["decision"]["seats"] == ["red"]


def test_show_a_space(run: Run, study: Path) -> None:
    assert run("show", study, "--space", "hill").out == "hill\n  red: 2\n  blue: 0\n"
    assert run("show", study, "--space", "hill", "--json").data == {"red": 2, "blue": 0}
    run("show", study, "--space", "hil").refused("did you mean hill")


def test_legal(run: Run, study: Path) -> None:
    assert run("legal", study, "--at", 1).out.splitlines() == [
        "red: march 1 camp > hill",
        "red: march 1 hill > camp",
        "red: march 1 hill > mill",
        "red: end",
    ]
    assert run("legal", study, "--at", 3).out == "red: bid 6\nblue: bid 1\n"
    assert run("legal", study, "--at", 3, "--seat", "blue").out == "blue: bid 1\n"
    assert run("legal", study, "--at", 1, "--count").out == "red: 4\n"
    assert run("legal", study, "--at", 3, "--json").data["legal"] == {
        "red": ["bid 6"],
        "blue": ["bid 1"],
    }
    assert run("legal", study).out == ""


@pytest.mark.parametrize("command", ["show", "legal"])
def test_there_is_no_such_seat_or_action(run: Run, study: Path, command: str) -> None:
    run(command, study, "--seat", "green").refused("there is no seat green")
    run(command, study, "--at", 6).refused("the record has 5 actions")
    run(command, study, "--at", -1).refused("none is number -1")
    run(command, study, "--at", "soon").refused("--at")


# verify


def test_verify(run: Run, tmp_path: Path) -> None:
    game = sandtable.new("toy", seed=3)
    play_out(game)
    path = tmp_path / "game.txt"
    game.save(path)
    assert "all 9 rolls follow from the seed" in run("verify", path).out
    assert run("verify", path, "--json").data["rolls"] == 9
    path.write_text(path.read_text().replace("red: end", "red: march 1 camp > hill\nred: end", 1))
    run("verify", path).refused("line", code=1)
    assert run("verify", path, "--json").data["ok"] is False


def test_verify_needs_a_finished_record(run: Run, study: Path) -> None:
    run("verify", study).refused("only a finished record")


# The program as a whole


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nonsense"], "nonsense"),
        (["check"], "RECORD"),
        (["check", "--nonsense", "x"], "--nonsense"),
        (["play", "chess"], "there is no title chess"),
        (["play"], "name a title"),
        (["play", "toy", "--option", "rounds"], "--option takes NAME=VALUE"),
        (["play", "toy", "--option", "rounds=9"], "option rounds is one of"),
        (["play", "toy", "--option", "rounds=1", "--option", "rounds=3"], "given twice"),
        (["play", "toy", "--player", "green=Ann"], "there is no seat green"),
        (["play", "toy", "--player", "red=nobody"], "nobody cannot play"),
        (["play", "toy", "--seat", "green=cadet"], "there is no seat green"),
        (["play", "toy", "--seat", "red=genius"], "has no bot genius"),
        (["play", "toy", "--word", "green=x"], "there is no seat green"),
        (["play", "toy", "--word", "red=#x"], "a contribution is one line"),
        (["play", "--load", "none.txt"], "cannot read none.txt"),
        (["play", "toy", "--load", "none.txt"], "brings its own title"),
        (["fuzz", "chess"], "there is no title chess"),
        (["fuzz", "toy", "--games", "0"], "--games"),
        (["fuzz", "toy", "--out", "none"], "none is no folder"),
        (["fuzz", "toy", "--option", "x=y"], "has no option x"),
        (["rules"], "name a rule"),
        (["rules", "TY-999"], "no ledger has a rule TY-999"),
        (["rules", "--search", "a", "b"], "--search takes all its words together"),
        (["rules", "--uncovered", "--search", "a"], "exclude each other"),
        (["rules", "--uncovered", "chess"], "there is no title or ledger chess"),
        (["rules", "--uncovered", "--tests", "none"], "run it in a clone"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    run: Run, arguments: list[str], reason: str
) -> None:
    run(*arguments).refused(reason)
    assert list(Path.cwd().iterdir()) == []


def test_help_and_version(run: Run) -> None:
    shown = run("--help")
    for command in ("games", "play", "check", "show", "legal", "verify", "rules", "fuzz"):
        assert command in shown.out
        assert run(command, "--help").code == 0
    assert "--install-completion" in shown.out
    assert run().out == shown.out
    assert run("--version").out == f"sandtable {sandtable.__version__}\n"


def test_a_fault_of_ours_is_not_taken_for_bad_input(
    run: Run, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SANDTABLE_DEBUG", raising=False)
    study.write_text(
        STUDY.replace("title: toy", "title: faulty").replace("hand red 6", "hand red 4")
        .replace("bid 6", "bid 4")
    )  # fmt: skip
    run("check", study).refused("a fault of this program, please report it: KeyError", code=70)
    monkeypatch.setenv("SANDTABLE_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["check", str(study)])


def test_starting_up_imports_no_title_and_no_numpy() -> None:
    code = (
        "import sys; import sandtable, sandtable.cli; assert sandtable.cli.main(['--help']) == 0;"
        "heavy = [m for m in sys.modules if m.split('.')[0] == 'numpy'"
        " or m.startswith('sandtable.games.')];"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)


def test_a_reader_that_leaves_early(study: Path, tmp_path: Path) -> None:
    script = (
        "import sys; from sandtable import games; from tests.conftest import TOYS;"
        "games.BUILT_IN.update(TOYS); from sandtable.cli import main; sys.exit(main())"
    )
    command = f'"{sys.executable}" -c "{script}" legal "{study}" --at 0 | head -n 0; '
    command += "echo ${PIPESTATUS[0]}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "1")
