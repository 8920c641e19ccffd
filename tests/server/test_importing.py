"""Games brought in: by a process that can be given up, and never at the cost of others."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from starlette.testclient import TestClient

from sandtable.server import importing
from sandtable.server.importing import carry, import_table
from sandtable.table import Malformed

from .conftest import Opener
from .helpers import Table
from .test_floods import app_of

STUDY = "sandtable record 1\ntitle: toy\nedit: hand red 6\nedit: hand blue 1\nedit: stage 2\n"


def test_what_a_worker_carries_is_the_game(table: Table, client: TestClient) -> None:
    """Unpacked, it is the table and the history that reading the text here would give."""
    table.red.play("red", "march 1 camp > hill")
    table.play_out()
    text = table.red.get("/record").text
    near, near_rows = import_table(text)
    far, rows = asyncio.run(carry({"text": text}).unpack())
    assert far.state == near.state
    assert (far.version, len(far.journal), far.undo_floor) == (
        near.version,
        len(near.journal),
        near.undo_floor,
    )
    assert far.journal.transcript() == near.journal.transcript()
    assert (far.players, far.options, far.rolled) == (near.players, near.options, near.rolled)
    for row in (*rows, *near_rows):
        row.at = 0
    assert msgspec.json.encode(rows) == msgspec.json.encode(near_rows)
    made = client.post("/api/games/import", json={"text": text})
    assert made.status_code == 201
    headers = {"Authorization": f"Bearer {made.json()['tokens']['host']}"}
    there = client.get(f"/api/games/{made.json()['id']}/record", headers=headers).text
    assert [line for line in there.splitlines() if "march" in line]


def test_reading_a_record_is_given_up_in_time(opener: Opener, table: Table) -> None:
    """Its process goes with it, and the next one is read by another."""
    table.play_out()
    wish = {"text": table.red.get("/record").text}
    hasty = opener(import_deadline=1e-6)
    given_up = hasty.post("/api/games/import", json=wish)
    assert (given_up.status_code, given_up.json()["code"]) == (503, "too-slow")
    assert not app_of(hasty).job_pool._all
    assert opener().post("/api/games/import", json=wish).status_code == 201


def test_a_game_without_end_is_not_taken_in(monkeypatch: pytest.MonkeyPatch, toys: None) -> None:
    monkeypatch.setattr(importing, "MOST_ENTRIES", 50)
    monkeypatch.setattr(importing, "MOST_EDITS", 5)
    moves = "red: march 1 camp > hill\nred: march 1 hill > camp\n" * 30
    with pytest.raises(Malformed, match="a game of 60 entries is too long; 50 can be taken in"):
        import_table(f"sandtable record 1\ntitle: toy\n{moves}")
    with pytest.raises(Malformed, match="6 edits are too many; a study has at most 5"):
        import_table("sandtable record 1\ntitle: toy\n" + "edit: stage 2\n" * 6)


def test_a_bad_record_is_told_by_its_line(client: TestClient) -> None:
    wrong = client.post("/api/games/import", json={"text": STUDY + "red: dance\n"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-record")
    assert wrong.json()["args"]["line"] == "6"
