"""The titles. Each is imported only when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from sandtable.table import Malformed, Rules

BUILT_IN = {
    "anniversary-1941": "sandtable.games.anniversary:Anniversary1941",
    "anniversary-1942": "sandtable.games.anniversary:Anniversary1942",
    "europe-1940": "sandtable.games.europe1940:Europe1940",
    "pacific-1940": "sandtable.games.pacific1940:Pacific1940",
    "global-1940": "sandtable.games.global1940:Global1940",
    "house-1940": "sandtable.games.house1940:House1940",
    "fortress": "sandtable.games.fortress:Fortress",
    "naval": "sandtable.games.naval:Naval",
}


@cache
def _known() -> dict[str, str]:
    """Our own titles and those that other packages install (group ``sandtable.titles``)."""
    found = {point.name: point.value for point in entry_points(group="sandtable.titles")}
    return {**found, **BUILT_IN}


def title_ids() -> tuple[str, ...]:
    return tuple(_known())


@cache
def find_title(title: str) -> Rules[Any]:
    """The rules of a title by its id; raises ``Malformed`` for an unknown one."""
    where = _known().get(title)
    if where is None:
        raise Malformed(f"there is no title {title}; there are {', '.join(title_ids())}")
    module, _, name = where.partition(":")
    rules: Rules[Any] = getattr(import_module(module), name)()
    return rules


def first_title(family: str) -> str:
    """The id of the first title of a family."""
    for title in title_ids():
        if find_title(title).family == family:
            return title
    raise Malformed(f"there is no title of the family {family}")
