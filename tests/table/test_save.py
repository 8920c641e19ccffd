"""Saves: opened exactly as written, replayed when the rules have changed, refused when damaged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.table import (
    FairDice,
    Malformed,
    Position,
    Rules,
    Table,
    dump,
    restore,
    write_record,
)
from sandtable.table.save import Save, _checksum
from tests.toy import Outpost, OutpostTwo, play_out


def find(title: str) -> Rules[Any]:
    if title != "toy":
        raise Malformed(f"there is no title {title}")
    return Outpost()


def played(stop: int = 9) -> Table:
    table = Table(Outpost(), {"rich": True}, {"red": "Ann"}, FairDice(b"s" * 32, {"blue": "tuna"}))
    table.play("march 1 camp > hill")
    table.undo("red")
    return play_out(table, stop=stop)


def same(first: Table, second: Table) -> bool:
    return (
        msgspec.json.encode(first.state) == msgspec.json.encode(second.state)
        and first.journal.entries == second.journal.entries
        and first.journal.line == second.journal.line
        and first.decision == second.decision
        and first.undo_floor == second.undo_floor
        and write_record(first) == write_record(second)
        and dump(first) == dump(second)
    )


@pytest.mark.parametrize("stop", [0, 1, 5, 9, 1000])
def test_a_save_opens_as_it_was_written(stop: int) -> None:
    table = played(stop)
    assert same(restore(dump(table), find), table)


def test_a_save_goes_on_with_the_same_dice() -> None:
    table = played()
    again = restore(dump(table), find)
    play_out(table, seed=5)
    play_out(again, seed=5)
    assert same(table, again)


def test_an_opened_save_can_be_undone() -> None:
    table = played()
    again = restore(dump(table), find)
    for game in (table, again):
        game.undo(consent=game.seats)
        game.undo(consent=game.seats)
    assert same(table, again)


def test_opening_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dump(played())
    monkeypatch.setattr(Position, "play", lambda *args: pytest.fail("an action was replayed"))
    monkeypatch.setattr(Position, "resolve", lambda *args: pytest.fail("a roll was replayed"))
    restore(data, find)


def test_a_new_version_of_the_rules_replays_the_journal() -> None:
    table = played()
    save = msgspec.json.decode(dump(table), type=Save)
    # Proof that the snapshot is not looked at: it could not even be read.
    save.snapshot = msgspec.Raw(b"{}")
    data = signed(save)
    with pytest.raises(Malformed, match="position cannot be read"):
        restore(data, find)
    again = restore(data, lambda title: OutpostTwo())
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.journal.entries == table.journal.entries
    assert again.undo_floor == table.undo_floor


def test_a_new_version_that_refuses_the_journal_says_where() -> None:
    class Stricter(OutpostTwo):
        def parse(self, text: str) -> Any:
            raise Malformed("no words any more")

    with pytest.raises(Malformed, match="entry 3 of the save no longer plays: no words"):
        restore(dump(played()), lambda title: Stricter())


def signed(save: Save) -> bytes:
    save.checksum = _checksum(save)
    return msgspec.json.encode(save)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_save_is_refused_or_says_the_same(data: st.DataObject) -> None:
    """Any byte may change, any piece may be missing."""
    good = dump(played())
    at = data.draw(st.integers(0, len(good) - 1))
    bad = bytearray(good)
    if data.draw(st.booleans()):
        bad[at] = data.draw(st.integers(0, 255))
    else:
        del bad[at : at + data.draw(st.integers(1, 50))]
    try:
        table = restore(bytes(bad), find)
    except Malformed:
        return
    assert same(table, played())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a save"),
        (b"[]", "not a save this program can read"),
        (b"{}", "format None"),
        (b'{"sandtable_save": 2}', "format 2; this program reads format 1"),
        (b'{"sandtable_save": 1}', "missing required field"),
        (b'{"sandtable_save": 1, "title": 3}', "not a save"),
        (b"\xff\xfe{", "not a save"),
    ],
)
def test_what_is_no_save_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        restore(data, find)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("title", "chess", "there is no title chess"),
        ("options", {"rounds": 4}, "option rounds is one of"),
        ("players", {"green": "Ann"}, "there is no seat green"),
        ("players", {"red": "nobody"}, "cannot be shared like that"),
        ("edits", ["nonsense"], "no edit"),
        ("seed", "xyz", "dice seed"),
        ("floor", 9999, "undo"),
        ("floor", -1, "undo"),
    ],
)
def test_a_save_that_contradicts_itself_is_refused(field: str, value: Any, reason: str) -> None:
    save = msgspec.json.decode(dump(played()), type=Save)
    setattr(save, field, value)
    with pytest.raises(Malformed, match=reason):
        restore(signed(save), find)


def test_a_journal_that_goes_back_too_far_is_refused() -> None:
    save = msgspec.json.decode(dump(played()), type=Save)
    save.journal.append(sandtable.table.Undone(99, "red"))
    with pytest.raises(Malformed, match="goes back to an entry 99"):
        restore(signed(save), find)


# Files


@pytest.mark.usefixtures("toys")
class TestFiles:
    @pytest.mark.parametrize("name", ["game.json", "game.txt"])
    def test_round_trip(self, tmp_path: Path, name: str) -> None:
        game = sandtable.new("toy", seed=7, options={"rounds": 5}, players={"red": "Ann"})
        play_out(game, stop=8)
        path = tmp_path / name
        game.save(path)
        again = sandtable.load(path)
        assert type(again) is sandtable.Game
        assert msgspec.json.encode(again.state) == msgspec.json.encode(game.state)
        assert again.players == game.players
        assert facts(path) == game.record()
        assert [found.name for found in tmp_path.iterdir() if found.is_file()] == [name]

    @pytest.mark.parametrize("name", ["game.json", "game.txt"])
    def test_open_at_an_earlier_action(self, tmp_path: Path, name: str) -> None:
        game = sandtable.new("toy", seed=7)
        path = tmp_path / name
        for _ in range(3):
            game.play("march 1 camp > hill")
        game.save(path)
        early = sandtable.load(path, at=1)
        assert early.state.troops["red"] == (2, 1, 0)
        with pytest.raises(Malformed, match="the record has 3 actions"):
            sandtable.load(path, at=4)

    def test_a_full_disk_leaves_the_old_file_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = sandtable.new("toy", seed=7)
        path = tmp_path / "game.json"
        game.save(path)
        before = path.read_bytes()
        game.play("end")

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(Malformed, match=r"cannot write .*: No space left on device"):
            game.save(path)
        assert path.read_bytes() == before
        assert [found.name for found in tmp_path.iterdir() if found.is_file()] == ["game.json"]

    def test_places_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        game = sandtable.new("toy", seed=7)
        for path in (tmp_path / "no" / "game.json", tmp_path, Path(""), Path("a\0b")):
            with pytest.raises(Malformed, match="cannot write"):
                game.save(path)

    def test_files_that_cannot_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "bytes.txt").write_bytes(b"\xff\xff")
        with pytest.raises(Malformed, match="is not text"):
            sandtable.load(tmp_path / "bytes.txt")
        for path in (tmp_path / "none.txt", tmp_path, Path("a\0b")):
            with pytest.raises(Malformed, match="cannot read"):
                sandtable.load(path)


def facts(path: Path) -> str:
    return str(sandtable.read(path))
