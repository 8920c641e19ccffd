"""``sandtable arena``."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_table_of_results(run: Run) -> None:
    ran = run("arena", "toy", "cadet", "cadet", "--games", 4, "--jobs", 1)
    assert ran.code == 0
    assert "toy: 4 games" in ran.out
    assert "cadet#2" in ran.out


def test_json_and_going_on(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("arena", "toy", "cadet", "cadet", "--games", 3, "--jobs", 1, "--out", out)
    first = run(*arguments, "--json")
    assert first.code == 0
    assert first.data["summary"]["games"] == 3
    lines = out.read_bytes()
    assert len(lines.splitlines()) == 4
    again = run(*arguments, "--json")
    assert out.read_bytes() == lines
    assert again.data == first.data


def test_a_game_as_a_record(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run("arena", "toy", "cadet", "cadet", "--games", 2, "--jobs", 1, "--out", out)
    record = tmp_path / "game.txt"
    assert run("arena", out, "--record", 1, "--out", record).code == 0
    assert run("check", record).code == 0
    shown = run("arena", out, "--record", 1)
    assert shown.out == record.read_text(encoding="utf-8")
    run("arena", out, "--record", 9).refused("no game 9")


def test_refuses_what_it_cannot_play(run: Run, tmp_path: Path) -> None:
    run("arena", "toy", "cadet").refused("at least two bots")
    run("arena", "toy", "cadet", "nobody").refused("nobody")
    run("arena", "chess", "cadet", "cadet").refused("no title chess")
    other = tmp_path / "other.txt"
    other.write_text("hello\n")
    run("arena", "toy", "cadet", "cadet", "--out", other).refused("no results file")
