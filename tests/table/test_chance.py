"""Chance: uniform, computed by HMAC, enumerable, and fixed where a study wants it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table import Chance, FairDice, FixedDice, Malformed, OutOfDice, seed_from
from sandtable.table.chance import _uniform

SIDES = [2, 6, 7, 40, 255, 256, 257, 1000]


@pytest.mark.parametrize("sides", SIDES)
def test_fair_dice_are_uniform(sides: int) -> None:
    """Chi-squared over all faces; a bias of the byte-to-face step would be far outside."""
    dice = FairDice(b"x" * 32)
    rolls = 40 * sides if sides < 200 else 20 * sides
    counts: Counter[int] = Counter()
    for index in range(rolls // 10):
        counts.update(dice.faces(Chance((sides,) * 10, "test"), index, b""))
    total = sum(counts.values())
    assert set(counts) <= set(range(1, sides + 1))
    expected = total / sides
    chi2 = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    freedom = sides - 1
    assert abs(chi2 - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 40, 100, 129, 200, 255, 256])
def test_every_face_has_the_same_number_of_bytes(sides: int) -> None:
    """Over all 256 bytes no face comes up once more than another: those left over are skipped."""
    stream = iter(range(256))
    counts: Counter[int] = Counter()
    with contextlib.suppress(StopIteration):
        while True:
            counts[_uniform(stream, sides)] += 1
    assert counts == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_faces_are_an_hmac_anybody_can_compute() -> None:
    """The recipe of docs/notation.md, written out a second time."""
    seed, transcript = b"s" * 32, b"t" * 32
    key = hmac.new(seed, b"blue=tuna\nred=shark\n", hashlib.sha256).digest()
    purpose = b"3|6,6|clash, round 1|" + transcript
    block = hmac.new(key, purpose + bytes(4), hashlib.sha256).digest()
    wanted = tuple(byte % 6 + 1 for byte in [byte for byte in block if byte < 252][:2])
    dice = FairDice(seed, {"red": "shark", "blue": "tuna"})
    assert dice.faces(Chance((6, 6), "clash, round 1"), 3, transcript) == wanted


@pytest.mark.parametrize(
    "other",
    [
        (FairDice(b"y" * 32), "why", 0, b""),
        (FairDice(b"x" * 32, {"red": "a"}), "why", 0, b""),
        (FairDice(b"x" * 32), "other", 0, b""),
        (FairDice(b"x" * 32), "why", 1, b""),
        (FairDice(b"x" * 32), "why", 0, b"moves"),
    ],
    ids=["seed", "word", "purpose", "number", "transcript"],
)
def test_everything_that_should_change_the_dice_does(
    other: tuple[FairDice, str, int, bytes],
) -> None:
    many = (6,) * 30
    dice, why, index, transcript = other
    first = FairDice(b"x" * 32).faces(Chance(many, "why"), 0, b"")
    assert dice.faces(Chance(many, why), index, transcript) != first
    assert FairDice(b"x" * 32).faces(Chance(many, "why"), 0, b"") == first


def test_the_commitment_hides_the_seed_and_fixes_it() -> None:
    dice = FairDice(b"x" * 32)
    assert dice.commitment == hashlib.sha256(b"sandtable seed\n" + b"x" * 32).hexdigest()
    assert dice.commitment != FairDice(b"y" * 32).commitment
    assert FairDice().seed != FairDice().seed


def test_words_come_before_the_first_roll() -> None:
    dice = FairDice(b"x" * 32)
    dice.contribute("red", "shark")
    dice.faces(Chance((6,), "why"), 0, b"")
    with pytest.raises(Malformed, match="rolled already"):
        dice.contribute("blue", "tuna")
    assert dice.words == {"red": "shark"}


@pytest.mark.parametrize("word", ["", " ", "two\nlines", "a\x85b", " edge", "a #b", "#a"])
def test_a_word_must_fit_on_a_record_line(word: str) -> None:
    with pytest.raises(Malformed):
        FairDice().contribute("red", word)


def test_seeds_from_handy_values() -> None:
    assert seed_from(None) is None
    assert seed_from(b"raw") == b"raw"
    assert seed_from(7) == seed_from("7")
    assert seed_from(7) != seed_from(8)


@given(st.lists(st.integers(1, 4), min_size=0, max_size=4))
def test_outcomes_are_all_of_them_and_sum_to_one(sides: list[int]) -> None:
    chance = Chance(tuple(sides), "why")
    outcomes = list(chance.outcomes())
    assert len(outcomes) == chance.count == len({faces for faces, _ in outcomes})
    assert all(chance.admits(faces) for faces, _ in outcomes)
    assert sum(share for _, share in outcomes) == pytest.approx(1)


@pytest.mark.parametrize("faces", [(), (1,), (0, 1), (1, 7), (1, 1, 1)])
def test_wrong_answers_are_not_admitted(faces: tuple[int, ...]) -> None:
    assert not Chance((6, 6), "why").admits(faces)


def test_fixed_dice_give_their_faces_and_then_the_rest_comes_from_beyond() -> None:
    dice = FixedDice([2, 3], FixedDice([5]))
    dice.add([4])
    assert dice.faces(Chance((6, 6), "a"), 0, b"") == (2, 3)
    assert dice.faces(Chance((6,), "b"), 1, b"") == (4,)
    assert dice.faces(Chance((6,), "c"), 2, b"") == (5,)


def test_fixed_dice_that_do_not_fit() -> None:
    dice = FixedDice([2])
    with pytest.raises(OutOfDice, match="2 faces are needed for attack, 1 are given"):
        dice.faces(Chance((6, 6), "attack"), 0, b"")
    assert dice.queue == [2]
    with pytest.raises(Malformed, match="9 cannot be rolled for attack"):
        FixedDice([9]).faces(Chance((6,), "attack"), 0, b"")
