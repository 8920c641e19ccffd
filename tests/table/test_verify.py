"""Fair dice: a game that was really played verifies, and no changed copy of it does."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from sandtable.table import (
    BadRecord,
    FairDice,
    Malformed,
    Rules,
    Table,
    play_record,
    read_record,
    verify_record,
    write_record,
)
from tests.toy import Outpost, play_out


def find(title: str) -> Rules[Any]:
    return Outpost()


@pytest.fixture(scope="module")
def text() -> str:
    """A finished game with words of both players, and a legal alternative at its end."""
    dice = FairDice(b"v" * 32)
    dice.contribute("red", "shark")
    dice.contribute("blue", "tuna")
    table = Table(Outpost(), {"rounds": 1}, {"red": "Ann"}, dice)
    table.play("march 1 camp > hill")
    table.play("end")
    table.play("end")
    play_out(table)
    return write_record(table)


def verify(text: str) -> int:
    return verify_record(read_record(text), find)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, (old, text)
    return text.replace(old, new)


def test_a_played_game_verifies(text: str) -> None:
    assert verify(text) == text.count("\nroll:") == 3


def test_one_changed_roll(text: str) -> None:
    faces = next(line for line in text.splitlines() if line.startswith("roll") and "clash" in line)
    first, second = faces.split()[1:3]
    other = f"roll: {int(first) % 6 + 1} {second}"
    with pytest.raises(BadRecord, match="these are not the dice for clash, round 1") as caught:
        verify(changed(text, f"roll: {first} {second}", other))
    assert text.splitlines()[caught.value.line - 1] == faces


def test_one_changed_action(text: str) -> None:
    play = changed(text, "red: march 1 camp > hill", "red: march 2 camp > hill")
    play_record(read_record(play), find)  # it is legal
    with pytest.raises(BadRecord, match=r"not the dice|seal does not fit"):
        verify(play)


def test_one_action_changed_after_the_last_roll() -> None:
    """Nothing is rolled after it, so only the seal can tell."""
    table = play_out(Table(Outpost(), {"rounds": 1}, dice=FairDice(b"v" * 32)))
    table.play("order stay", "blue")
    text = write_record(table)
    assert verify(text) == 3
    with pytest.raises(BadRecord, match="seal does not fit"):
        verify(changed(text, "blue: order stay", "red: order stay"))
    with pytest.raises(BadRecord, match="seal does not fit"):
        verify(changed(text, "blue: order stay\n", ""))


@pytest.mark.parametrize("old", ["word red: shark", "word blue: tuna"])
def test_one_changed_or_missing_word(text: str, old: str) -> None:
    with pytest.raises(BadRecord, match="not the dice"):
        verify(changed(text, old, old + "s"))
    with pytest.raises(BadRecord, match="not the dice"):
        verify(changed(text, old + "\n", ""))


def test_another_seed(text: str) -> None:
    reveal = (b"v" * 32).hex()
    with pytest.raises(BadRecord, match="not the one committed to"):
        verify(changed(text, reveal, (b"w" * 32).hex()))
    forged = changed(text, reveal, (b"w" * 32).hex())
    forged = changed(forged, FairDice(b"v" * 32).commitment, FairDice(b"w" * 32).commitment)
    with pytest.raises(BadRecord, match="not the dice"):
        verify(forged)


def test_another_player_or_option(text: str) -> None:
    with pytest.raises(BadRecord, match="seal does not fit"):
        verify(changed(text, "player red: Ann", "player red: Bob"))
    with pytest.raises(BadRecord, match="not the dice"):
        verify(changed(text, "option rounds: 1", "option rounds: 1\noption rich: yes"))


def test_a_record_cut_short(text: str) -> None:
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("roll") and "clash" in line)
    with pytest.raises(BadRecord, match="ends before the dice for clash"):
        verify("\n".join(lines[:at] + lines[at + 1 :]))


@pytest.mark.parametrize("head", ["commitment", "reveal", "seal"])
def test_what_claims_nothing_cannot_be_verified(text: str, head: str) -> None:
    lines = [line for line in text.splitlines() if not line.startswith(head)]
    with pytest.raises(Malformed, match="only a finished record"):
        verify("\n".join(lines))


def test_a_study_proves_nothing(text: str) -> None:
    with pytest.raises(Malformed, match="proves nothing"):
        verify(changed(text, "red: march 1", "edit: points red 1\nred: march 1"))


def test_only_dice_that_made_every_roll_sign_a_record() -> None:
    """A record that goes on with fresh dice claims nothing that would not verify."""
    first = play_out(Table(Outpost(), dice=FairDice(b"1" * 32)), stop=5)
    assert "commitment" in write_record(first)
    second = play_record(read_record(write_record(first)), find)
    second.put_dice(FairDice(b"2" * 32))
    play_out(second)
    assert second.result is not None
    for head in ("commitment", "reveal", "seal"):
        assert head not in write_record(second)
    study = play_out(Table(Outpost(), dice=FairDice(), edits=["points red 1"]))
    assert "commitment" not in write_record(study)


def test_the_seed_is_not_in_the_record_before_the_end() -> None:
    table = play_out(Table(Outpost(), dice=FairDice(b"v" * 32)), stop=5)
    text = write_record(table)
    assert (b"v" * 32).hex() not in text
    assert "commitment" in text


def test_the_seal_can_be_computed_from_the_record_alone(text: str) -> None:
    """The recipe of docs/notation.md, written out a second time."""
    lines = text.splitlines()
    key = hmac.new(b"v" * 32, b"blue=tuna\nred=shark\n", hashlib.sha256).digest()
    heading = b"sandtable\ntoy\nrounds=1\nrich=no\nstart=camp\n"
    transcript = hashlib.sha256(heading).digest()
    body = lines[lines.index("") + 1 : lines.index("", lines.index("") + 1)]
    for line in body:
        transcript = hashlib.sha256(transcript + line.encode()).digest()
    players = b"red=Ann\nblue=blue\n"
    seal = hmac.new(key, b"seal|" + transcript + players, hashlib.sha256).hexdigest()
    assert lines[-1] == f"seal: {seal}"
