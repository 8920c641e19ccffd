"""The options of the ledger: all there, with their defaults, and values besides those offered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import Malformed
from sandtable.games import find_title
from sandtable.table import write_option
from tests.rules.house1940.study import Study

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "house-1940.md"
WORDS = {"on": "yes", "off": "no", "true": "yes", "false": "no"}


def listed() -> dict[str, str]:
    """Each option of "Options at a glance" with its default as it is written at the table."""
    glance = LEDGER.read_text(encoding="utf-8").partition("## Options at a glance")[2]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", glance, re.MULTILINE)
    plain = {name: default.strip(" `").lower() for name, default in rows}
    return {name: WORDS.get(default, default) for name, default in plain.items()}


def test_every_option_of_the_ledger_is_offered_with_its_default() -> None:
    options = find_title("house-1940").options
    assert len(options) == 21
    assert {option.name: write_option(option.default) for option in options} == listed()
    for option in options:
        assert len(option.choices) > 1, option.name
        assert re.search(r"HV-\d{3}", option.text), option.name


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("start_year", 1939, 1899),
        ("rounds_per_year", 6, 0),
        ("axis_vc", 31, 32),
        ("axis_vc", 1, 0),
        ("round_limit", 25, 0),
        ("sherman_nations", "usa+anzac+france", "usa+spain"),
        ("diplomacy_dice", 9, 0),
        ("complex_limit", 1, 0),
        ("port_limit", 12, "many"),
        ("bombs_per_platform", 4, "none"),
    ],
)
def test_values_besides_those_offered(name: str, good: int | str, bad: int | str) -> None:
    rules = find_title("house-1940")
    assert rules.read_options({name: good})[name] == good
    assert rules.read_options({name: str(good)})[name] == good, "as a record writes it"
    with pytest.raises(Malformed, match=name):
        rules.read_options({name: bad})


def test_every_value_that_is_offered_plays() -> None:
    """A round of nothing with each value; what it does is tested with its rules."""
    for option in find_title("house-1940").options:
        for value in option.choices[1:]:
            study = Study(**{option.name: value})
            while study.turn == "germany":
                study.play("end")
            assert study.game.options[option.name] == value
