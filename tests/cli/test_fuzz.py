"""The fuzzer finds faults and leaves records that reproduce them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_sound_title(run: Run) -> None:
    shown = run("fuzz", "toy", "--games", 5, "--seed", 2)
    assert (shown.code, shown.err) == (0, "")
    assert "toy: 5 games (5 to the end)" in shown.out
    facts = run("fuzz", "toy", "--games", 5, "--seed", 2, "--json").data
    assert facts["finished"] == 5
    assert facts == run("fuzz", "toy", "--games", 5, "--seed", 2, "--json").data
    assert list(Path.cwd().iterdir()) == []


def test_a_game_is_left_after_so_many_actions(run: Run) -> None:
    assert run("fuzz", "toy", "--games", 3, "--actions", 4, "--json").data["actions"] == 12


@pytest.mark.parametrize(
    ("title", "error"), [("faulty", "KeyError"), ("faulty-dice", "IndexError")]
)
def test_a_fault_is_reported_with_a_record_that_reproduces_it(
    run: Run, title: str, error: str
) -> None:
    """Once the fault is in carrying out an action, once in the dice that follow it."""
    shown = run("fuzz", title, "--games", 50, "--option", "rounds=5")
    shown.refused(error, code=1)
    [path] = Path.cwd().iterdir()
    assert str(path.name) in shown.err
    run("check", path).refused(error, code=70)
    # Without its last line the record is sound but for dice that are then missing.
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    assert error not in run("check", path).err
