"""The closed vocabulary of ``units.csv`` and ``techs.csv``.

Every flag and effect that a table may use, with the form of what follows it. A word that is not
here stops the load: a rule that nobody reads would be a rule that silently does not hold. A
title with abilities of its own adds them to ``AxisRules.flags`` and reads them from
``Kind.flag``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from .tables import BadTable

N = r"\d+"
UNIT = r"[a-z][a-z0-9-]*"
DICE = r"\d+d6(\+\d+)?"
PLACES = rf"{UNIT}(\*\d+)?(\+{UNIT}(\*\d+)?)*"

FLAGS: dict[str, str] = {
    # What it is
    "land": "",
    "air": "",
    "sea": "",
    "warship": "",
    "surface-warship": "",
    "not-warship": "",
    "facility": "",
    "immobile": "",
    # Holding ground, moving
    "takes-land": "",
    "blitz": "",
    "blitz-with-tank": N,
    "noncombat-move-only": "",
    "carrier-capable": "",
    "passes-hostile-zones": "",
    "blocks-nothing": "",
    # Carrying: places are ``any-land`` or a unit, ``+`` between them, ``*N`` for several
    "holds-fighters": N,
    "no-air-ops-when-damaged": "",
    "carries": PLACES,
    "not-carried": "",
    # Pairings: who attacks better, and next to whom
    "artillery-boost": rf"attack={N}:pair={N}",
    "boosts-infantry": N,
    "tactical-boost": rf"attack={N}:pair={N}",
    "boosts-tactical": N,
    # Fire
    "dice": N,
    "die-per-attacking-plane": rf"hit={N}(:per-gun={N})?",
    "fires-first-round-only": "",
    "one-gun-per-space": "",
    "shore-bombard": N,
    "surprise-strike": "",
    "submerge": "",
    "checked-by-destroyer": "",
    "anti-submarine": "",
    "cannot-hit-air": "",
    "no-hit-on-submarine-without-destroyer": "",
    # Being hit
    "not-a-casualty": "",
    "chosen-last": "",
    "lone-destroyed": "",
    "capital-ship": "",
    "repair-at-naval-base": "",
    "repairs-after-combat": "",
    # When its land falls
    "capturable": "",
    "never-destroyed-on-land": "",
    "lost-with-land": "",
    # Raids and what other seats may do about attacks
    "strategic-raid": DICE,
    "tactical-raid": DICE,
    "escort": "",
    "intercept": "",
    "scramble": "",
    "air-battle": N,
    "convoy-dice": N,
    # Facilities
    "one-per-space": rf"({UNIT})?",
    "mobilises": rf"{N}|ipc-of-space",
    "min-ipc": N,
    "no-islands": "",
    "original-owner-only": "",
    "coast-only": "",
    "damage-max": rf"{N}|{N}x-ipc",
    "off-at-damage": N,
    "repair": N,
    "built-in-aa": rf"hit={N}",
    "upgrade-to": rf"{UNIT}:cost={N}",
    "captured-becomes": UNIT,
    "air-range": N,
    "ship-range": N,
    "scramble-base": N,
    "repairs-capital-ships": "",
}
"""Each flag and the pattern of its argument (empty: it takes none)."""

EFFECTS: dict[str, str] = {
    "support": "=N",
    "rockets": "=N",
    "rockets-from": ":U",
    "paratroopers": "|=N",
    "paratroopers-range": "=N",
    "paratroopers-from": ":U",
    "output": "=N|:U=N",
    "output-from": "=N",
    "repair": "=N|:U=N",
    "bonds": "=N",
    "mechanized": "",
    "attack-with-tank": ":U=N",
    "blitz": ":U",
    "attack": ":U=N",
    "defence": ":U=N",
    "move": ":U=N",
    "cost": ":U=N",
    "dice": ":U=N",
    "best-of": ":U=N",
    "air-battle": ":U=N",
    "aa-hit": "=N",
}
"""Each effect of an advance and its forms: bare, ``=N``, ``:U``, ``:U=N`` (U a unit)."""

Flags = dict[str, str]


def read_flags(text: str, known: Mapping[str, str], file: str, line: int) -> Flags:
    """Flags as written in one cell, checked: ``boosts-infantry:1`` gives {that: "1"}."""
    found: Flags = {}
    for word in text.split(";"):
        name, _, argument = word.partition(":")
        if name not in known:
            raise BadTable(file, line, f"there is no flag '{name}'")
        if not re.fullmatch(known[name], argument):
            raise BadTable(file, line, f"'{word}' is not a form of the flag '{name}'")
        if name in found:
            raise BadTable(file, line, f"the flag '{name}' is there twice")
        found[name] = argument
    if len(found.keys() & {"land", "air", "sea"}) != 1:
        raise BadTable(file, line, "exactly one of land, air and sea is needed")
    return found


def value(argument: str, key: str) -> int:
    """The number of a key in an argument such as ``attack=2:pair=1``; 0 where there is none."""
    found = re.search(rf"\b{key}=(\d+)", argument)
    return int(found[1]) if found else 0


def read_effects(
    text: str, known: Mapping[str, str], units: Collection[str], file: str, line: int
) -> dict[str, int]:
    """Effects of one advance: ``attack:fighter=4`` gives {"attack:fighter": 4}."""
    found: dict[str, int] = {}
    for word in text.split(";"):
        key, equals, number = word.partition("=")
        name, colon, unit = key.partition(":")
        if name not in known:
            raise BadTable(file, line, f"there is no effect '{name}'")
        form = ("" if not colon else ":U") + ("" if not equals else "=N")
        if form not in known[name].split("|") or (equals and not number.isdecimal()):
            raise BadTable(file, line, f"'{word}' is not a form of the effect '{name}'")
        if colon and unit not in units:
            raise BadTable(file, line, f"there is no unit '{unit}' for the effect '{word}'")
        found[key] = int(number or 1)
    return found
