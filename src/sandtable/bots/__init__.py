"""Players made of code.

A bot is made for one seat of one game. It is asked with the position as its seat knows it
(no secret of another seat is in it) and a budget in milliseconds, and answers with an action.
Other packages add bots through the entry point group ``sandtable.bots``; programs in any
language are bots through a file of theirs, see ``sandtable.bots.external``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol, TypeAlias

from sandtable.table import Action, Malformed, Position, Rules

from .external import External, Program, external_programs
from .levels import LEVELS, strength


class Bot(Protocol):
    """``remark`` is what the bot wants to say about its last choice, in one sentence or empty."""

    remark: str

    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action: ...


BotMaker: TypeAlias = Callable[[Rules[Any], random.Random], Bot]

BUILT_IN = {
    "cadet": "sandtable.bots.cadet:Cadet",
}
"""Bots for every title. A title's own bots are named ``bot/title`` in ``TITLE_BOTS``."""

FAMILIES = {
    "naval": ("sandtable.bots.naval", "general"),
    "fortress": ("sandtable.bots.fortress", "captain"),
    "anniversary": ("sandtable.bots.axis", "general"),
    "global-1940": ("sandtable.bots.axis1940", "general"),
    "house-1940": ("sandtable.bots.house1940", "general"),
}
"""By title or ledger, where its players of each level are, and the strongest level it has."""

TITLE_BOTS = {
    f"{level.name}/{title}": f"{package}:{level.name.capitalize()}"
    for title, (package, strongest) in FAMILIES.items()
    for level in LEVELS
    if level.taught and strength(level.name) <= strength(strongest)
}


def _known() -> dict[str, str]:
    found = {point.name: point.value for point in entry_points(group="sandtable.bots")}
    return {**found, **BUILT_IN, **TITLE_BOTS}


def bot_names(rules: Rules[Any]) -> tuple[str, ...]:
    """The bots that can play this title: the weakest level first, then those of others."""
    names = [name.partition("/") for name in _known()]
    found = [name for name, _, title in names if title in ("", rules.id, rules.ledger)]
    return (*sorted(found, key=strength), *_programs(rules))


def _programs(rules: Rules[Any]) -> dict[str, Program]:
    """Programs of the user's that play this title."""
    return {
        name: program
        for name, program in external_programs().items()
        if not program.titles or rules.id in program.titles
    }


def make_bot(name: str, rules: Rules[Any], seed: int | str | None = None) -> Bot:
    """A bot by name for a title; the same seed gives the same play."""
    known = _known()
    for key in (f"{name}/{rules.id}", f"{name}/{rules.ledger}", name):
        if key in known:
            module, _, attribute = known[key].partition(":")
            maker: BotMaker = getattr(import_module(module), attribute)
            return maker(rules, random.Random(seed))
    program = _programs(rules).get(name)
    if program is not None:
        return External(program, rules, random.Random(seed))
    raise Malformed(f"{rules.id} has no bot {name}; it has {', '.join(bot_names(rules))}")
