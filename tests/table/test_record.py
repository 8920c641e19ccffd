"""Records: reading and writing are inverse, and whatever is wrong is found by its line."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table import (
    BadRecord,
    FairDice,
    Malformed,
    Played,
    Record,
    Rules,
    Table,
    play_record,
    read_record,
    write_record,
)
from sandtable.table.lines import LONGEST_LINE, is_line
from sandtable.table.record import RESERVED, Line
from tests.toy import Outpost, play_out


def find(title: str) -> Rules[Any]:
    if title != "toy":
        raise Malformed(f"there is no title {title}")
    return Outpost()


STUDY = """\
sandtable record 1
title: toy
option rounds: 1   # a comment
player red: Ann

# both hold one card, and it is time to march
edit: hand red 6
edit: hand blue 1
edit: stage 2
dice: 4 4
red: march 2 camp > hill
red: end
blue: end
blue: bid 1
red: bid 6
"""


def test_a_study_plays_with_its_own_position_and_dice() -> None:
    record = read_record(STUDY)
    assert record.is_study
    assert record.actions == 5
    table = play_record(record, find)
    assert table.state.points == {"red": 1, "blue": 0}
    assert table.players["red"] == "Ann"
    assert table.result is not None


@pytest.mark.parametrize("at", range(6))
def test_a_record_up_to_an_action(at: int) -> None:
    table = play_record(read_record(STUDY), find, at)
    assert len([entry for entry in table.journal.line if hasattr(entry, "action")]) == at
    assert table.state.troops["red"] == ((1, 2, 0) if at else (3, 0, 0))


@pytest.mark.parametrize("at", [-1, 6])
def test_there_is_no_such_action(at: int) -> None:
    with pytest.raises(Malformed, match="the record has 5 actions"):
        play_record(read_record(STUDY), find, at)


def test_a_study_may_be_a_position_only() -> None:
    text = "sandtable record 1\ntitle: toy\n"
    table = play_record(read_record(text), find)
    assert table.position.chance is not None


@pytest.mark.parametrize("seed", range(5))
def test_a_played_game_written_and_read_is_the_same_game(seed: int) -> None:
    table = Table(Outpost(), {"rich": True}, {"blue": "Bob: the 2nd"}, FairDice(bytes([seed]) * 32))
    assert isinstance(table.dice, FairDice)
    play_out(table, seed)
    text = write_record(table)
    again = play_record(read_record(text), find)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.journal.line == table.journal.line
    assert again.players == table.players
    again.dice = table.dice
    assert write_record(again) == text


def test_words_and_undone_actions_in_a_record() -> None:
    dice = FairDice(b"r" * 32, {"red": "shark"})
    table = Table(Outpost(), dice=dice)
    table.play("march 1 camp > hill")
    table.undo()
    table.play("end")
    text = write_record(table)
    assert "word red: shark" in text
    assert "march" not in text
    assert "reveal" not in text


# Reading and printing are inverse

names = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
seats = names.filter(lambda name: name not in RESERVED)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(is_line)
hexes = st.from_regex(r"[0-9a-f]{64}", fullmatch=True)
body = st.lists(st.builds(Line, st.just(0), seats | st.sampled_from(RESERVED[:3]), texts))


@st.composite
def records(draw: st.DrawFn) -> Record:
    return Record(
        title=draw(texts),
        options=draw(st.dictionaries(names, texts)),
        players=draw(st.dictionaries(names, texts)),
        words=draw(st.dictionaries(names, texts)),
        commitment=draw(hexes | st.just("")),
        body=draw(body),
        reveal=draw(hexes | st.just("")),
        seal=draw(hexes | st.just("")),
    )


def facts(record: Record) -> Record:
    """Without line numbers, which printing gives anew."""
    bare = [Line(0, line.kind, line.text) for line in record.body]
    return msgspec.structs.replace(record, body=bare, lines={})


@given(records())
def test_print_then_read(record: Record) -> None:
    text = str(record)
    again = read_record(text)
    assert facts(again) == facts(record)
    assert str(again) == text
    lines = text.splitlines()
    for line in again.body:
        assert lines[line.number - 1] == f"{line.kind}: {line.text}"
    for head, number in again.lines.items():
        assert lines[number - 1].startswith(f"{head}: ")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"sandtable record 1\n{text}", f"sandtable record 1\ntitle: toy\n{text}"):
        line = 1
        try:
            play_record(read_record(whole), find)
        except BadRecord as error:
            line = error.line
        assert 1 <= line <= max(1, len(whole.splitlines()))


# Everything that can be wrong with a record, and where

HEX = "0" * 64
BAD = [
    ("", 1, "a record begins with 'sandtable record 1'"),
    ("sandtable record 2\ntitle: toy", 1, "a record begins with"),
    ("sandtable record 1\n# nothing\n", 2, "names no title"),
    ("{}\ntitle: chess", 2, "there is no title chess"),
    ("{}\ntitle:", 2, "title says nothing"),
    ("{}\ntitle: toy\ntitle: toy", 3, "title is given twice"),
    ("{}\ntitle: toy\n\nhello", 4, "'hello' has no colon"),
    ("{}\ntitle: toy\noption: 3", 3, "'option' is neither a heading nor a seat"),
    ("{}\ntitle: toy\noption rounds: 4", 3, "option rounds is one of 3, 1, 5, not 4"),
    ("{}\ntitle: toy\noption weather: 4", 3, "toy has no option weather"),
    ("{}\ntitle: toy\noption rounds: 3\noption rounds: 3", 4, "option rounds is given twice"),
    ("{}\ntitle: toy\nplayer green: Ann", 3, "there is no seat green"),
    ("{}\ntitle: toy\nplayer red: nobody", 3, "nobody cannot play"),
    ("{}\ntitle: toy\nword green: Ann", 3, "there is no seat green"),
    ("{}\ntitle: toy\nword red:", 3, "word red says nothing"),
    ("{}\ntitle: toy\ncommitment: 12", 3, "commitment is 64 hexadecimal digits"),
    (f"{{}}\ntitle: toy\nreveal: {HEX}\nred: end", 4, "nothing may follow the reveal"),
    (f"{{}}\ntitle: toy\nseal: {HEX}\nreveal: {HEX}", 4, "nothing may follow"),
    ("{}\ntitle: toy\ndice: 1 1\nplayer red: Ann", 4, "player red belongs above the first"),
    ("{}\ntitle: toy\nred blue: end", 3, "'red blue' is neither"),
    ("{}\ntitle: toy\n: end", 3, "'' is neither"),
    ("{}\ntitle: toy\nedit: moon", 3, "'moon' is no edit"),
    ("{}\ntitle: toy\ndice: 1 1\nred: end\nedit: stage 2", 5, "edits come before"),
    ("{}\ntitle: toy\ndice: one", 3, "dice are whole numbers"),
    ("{}\ntitle: toy\ndice: -1 2", 3, "dice are whole numbers"),
    ("{}\ntitle: toy\ndice: 13 1", 3, "does not answer draw, red, round 1"),
    ("{}\ntitle: toy\nred: end", 3, "the dice for draw, red, round 1 are missing"),
    ("{}\ntitle: toy\nroll: 1", 3, "ends before the dice for draw, blue, round 1"),
    ("{}\ntitle: toy\ndice: 1 1\nroll: 3", 4, "no dice are rolled here"),
    ("{}\ntitle: toy\ndice: 1 1 2", 3, "1 of the fixed dice were never rolled"),
    ("{}\ntitle: toy\nroll: 1 2", 3, "does not answer"),
    ("{}\ntitle: toy\ndice: 1 1\ngreen: end", 4, "there is no seat green"),
    ("{}\ntitle: toy\ndice: 1 1\nred: fly", 4, "'fly' is no action"),
    ("{}\ntitle: toy\ndice: 1 1\nred:", 4, "'' is no action"),
    ("{}\ntitle: toy\ndice: 1 1\n\nblue: end", 5, "blue is not asked now"),
    ("{}\ntitle: toy\ndice: 1 1\nred: march 1 camp > mill", 4, "do not touch (TY-001)"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(reason)) as caught:
        play_record(read_record(text.format("sandtable record 1")), find)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_an_illegal_action_carries_its_refusal() -> None:
    text = "sandtable record 1\ntitle: toy\ndice: 1 1\nred: march 1 camp > mill"
    with pytest.raises(BadRecord) as caught:
        play_record(read_record(text), find)
    assert caught.value.refusal is not None
    assert caught.value.refusal.rule == "TY-001"


def test_a_record_may_begin_with_a_byte_order_mark_and_end_its_lines_like_windows() -> None:
    text = "\ufeff" + STUDY.replace("\n", "\r\n")
    assert facts(read_record(text)) == facts(read_record(STUDY))


def test_a_line_without_end_is_refused_before_anything_reads_it() -> None:
    """Also where the text is no record's: an action as it is played, one in a save, an edit."""
    endless = "march 1 camp > " + "hill" * LONGEST_LINE
    for line in (f"red: {endless}", f"edit: {endless}", "dice: " + "6" * 5000, "#" * 5000):
        with pytest.raises(BadRecord, match=r"line 3.*at most 4000 letters"):
            read_record(f"sandtable record 1\ntitle: toy\n{line}\n")
    table = Table(Outpost(), dice=FairDice(b"x"))
    with pytest.raises(Malformed, match="at most 4000 letters"):
        table.play(endless, "red")
    with pytest.raises(Malformed, match="at most 4000 letters"):
        table.replay(Played("red", endless))
    with pytest.raises(Malformed, match="at most 4000 letters"):
        Table(Outpost(), edits=[endless])
