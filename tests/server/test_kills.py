"""``SANDTABLE_KILLS`` times kill -9 while people play; see ``tests.server.kills``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .kills import Lost, Player, run

KILLS = int(os.environ.get("SANDTABLE_KILLS", "30"))


@pytest.mark.timeout(300 + 20 * KILLS)
def test_no_acknowledged_action_is_lost_doubled_or_half_applied(
    plugin: Path, tmp_path: Path
) -> None:
    done = run(KILLS, tmp_path / "games.db")
    assert done["acknowledged"] > 2 * KILLS


def test_the_harness_sees_what_is_lost_and_what_is_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An acknowledged move that is gone, one that is there twice, a gap."""
    played = ("play", "red", "end")

    def stored(*versions: tuple[int, int]) -> list[dict[str, object]]:
        opening = {"before": 0, "version": 2, "kind": "open", "seat": None, "action": None}
        moves = [
            {"before": a, "version": b, "kind": "play", "seat": "red", "action": "end"}
            for a, b in versions
        ]
        return [opening, *moves]

    player = Player(1)
    player.line = [played]
    for bad in (stored(), stored((2, 3), (3, 4), (4, 5)), stored((3, 4))):
        monkeypatch.setattr(player, "get", lambda *_, bad=bad, **__: {"entries": bad})
        with pytest.raises(Lost):
            player.history()
    monkeypatch.setattr(player, "get", lambda *_, **__: {"entries": stored((2, 3))})
    assert player.history() == [played]
