"""Whatever can happen has its sentence in every language of the page. (No browser is needed.)"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.games.axis import events as axis
from sandtable.games.fortress import events as fortress
from sandtable.games.naval import events as naval
from sandtable.table import Event

WORDS = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n"
FAMILIES = {"axis": axis, "fortress": fortress, "naval": naval}


def sentences(language: str, family: str) -> dict[str, str]:
    """From the client's own table."""
    text = (WORDS / f"events.{language}.ts").read_text(encoding="utf-8")
    part = re.search(rf"^  {family}: \{{\n(.*?)^  \}},$", text, re.MULTILINE | re.DOTALL)
    assert part is not None
    found = re.findall(r'^    "?([A-Z]\w+)((?:\.\w+)*)"?: "(.*)",$', part[1], re.MULTILINE)
    return {name + variant: sentence for name, variant, sentence in found}


def kinds(module: ModuleType) -> dict[str, set[str]]:
    """The events of a family and their fields."""
    return {
        name: set(thing.__struct_fields__)
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, Event)
        and "__str__" in vars(thing)
        and thing is not Event
    }


MADE = {"volley", "shots", "hits", "extra", "card", "goal"}
"""Words the page puts together itself."""


@pytest.mark.parametrize("language", ["it", "de"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_event_has_its_sentence(language: str, family: str) -> None:
    own = sentences(language, family)
    events = kinds(FAMILIES[family])
    assert set(events) - set(own) == set()
    for key, sentence in own.items():
        name = key.partition(".")[0]
        assert name in events, f"there is no event {name}"
        unknown = set(re.findall(r"\{(\w+)\}", sentence)) - events[name] - MADE
        assert unknown == set(), f"{key}: no such field"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_languages_tell_the_same_cases_apart(family: str) -> None:
    assert set(sentences("it", family)) == set(sentences("de", family))
