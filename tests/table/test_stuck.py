"""A position in which somebody is asked and can do nothing is a fault, and the table says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.cli.app import main
from sandtable.games.axis import frames
from sandtable.table import Stuck


@pytest.fixture
def dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The combat move of Anniversary offers nothing any more."""
    step = sandtable.games.find_title("anniversary-1941").steps[frames.CombatMove]
    monkeypatch.setattr(step, "actions", lambda state, frame, seat: iter(()))


@pytest.mark.usefixtures("dead_end")
def test_the_action_is_not_played_and_the_error_has_the_record() -> None:
    game = sandtable.new("anniversary-1941", seed=1)
    before = game.state.copy()
    with pytest.raises(Stuck, match="germany would be asked for CombatMove") as stuck:
        game.play("end")
    assert game.state == before
    assert len(game.journal) == 0
    assert stuck.value.record.rstrip().endswith("germany: end")
    game.play("buy 1 infantry")  # and the game can go on


@pytest.mark.usefixtures("dead_end")
def test_a_set_up_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(Stuck):
        sandtable.new("anniversary-1941", edits=["turn uk combat-move"])


@pytest.mark.usefixtures("dead_end")
def test_the_command_line_ends_with_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("sandtable record 1\ntitle: anniversary-1941\ngermany: end\n")
    assert main(["check", str(path)]) not in (0, None)
    assert "no legal action" in capsys.readouterr().err
