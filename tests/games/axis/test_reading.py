"""Reading actions that nobody would type: refused, and never with much work."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.rules import AxisRules
from sandtable.table import Malformed


@pytest.fixture(scope="module")
def rules() -> AxisRules:
    found = find_title("anniversary-1942")
    assert isinstance(found, AxisRules)
    return found


@pytest.mark.parametrize("flood", ["[", "]", "[a", "a [", ",", "> "])
def test_a_flood_of_signs_is_read_in_one_go(rules: AxisRules, flood: str) -> None:
    """Looked at again from each bracket on, or taken from the front, this takes minutes."""
    reader = Reader(rules.notation, flood * 300_000)
    count = len(reader.tokens)
    assert count >= 300_000
    while reader.tokens:
        reader.take("anything")


@pytest.mark.parametrize(
    "text", ["move 1 infantry] germany > poland", "buy [ 1 infantry", "buy 1 [[infantry]"]
)
def test_a_bracket_too_many_is_not_overlooked(rules: AxisRules, text: str) -> None:
    with pytest.raises(Malformed):
        rules.parse(text)


def test_what_is_left_over_is_told_in_order(rules: AxisRules) -> None:
    with pytest.raises(Malformed, match="'and then some' is left over"):
        rules.parse("end and then some")


@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000, "12345", "٣" * 5000])
def test_a_number_without_end_is_no_number(rules: AxisRules, digits: str) -> None:
    with pytest.raises(Malformed, match="is not a number of things"):
        rules.parse(f"buy {digits} infantry")
