"""Forces, kinds of pieces and stacks of them. Small integers inside, names outside."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, Final, TypeAlias

from sandtable.table import Malformed

DATA = files("sandtable.games.fortress") / "data"


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


_UNITS: Final = read_toml("units.toml")
GAME: Final = read_toml("game.toml")

FORCES: Final = tuple(GAME["forces"])
WEST, SOUTH, EAST, USA = range(4)
INVADERS: Final = (WEST, SOUTH, EAST)

KINDS: Final = tuple(_UNITS)
INFANTRY, PARTISAN, MOBILE, TANK, HELICOPTER, BOMBER = range(6)
ALL_KINDS: Final = range(6)

FOOT, VEHICLE, AIR = range(3)
CLASSES: Final = ("foot", "vehicle", "air")
CLASS_NAMES: Final = ("foot units", "vehicles", "aircraft")
CLASS_OF: Final = tuple(CLASSES.index(unit["class"]) for unit in _UNITS.values())
OF_CLASS: Final = tuple(tuple(k for k in ALL_KINDS if CLASS_OF[k] == c) for c in range(3))

DIE: Final = tuple(int(unit["die"]) for unit in _UNITS.values())
ALONE_DIE: Final = tuple(int(unit.get("alone", unit["die"])) for unit in _UNITS.values())
FIRST_MOVE: Final = tuple(int(unit["first"]) for unit in _UNITS.values())
SECOND_MOVE: Final = tuple(int(unit["second"]) for unit in _UNITS.values())

LIMIT: Final = int(GAME["units_per_space"])

Stack: TypeAlias = tuple[int, ...]
"""How many of each kind, in the order of ``KINDS``."""

EMPTY: Final[Stack] = (0,) * len(KINDS)
POOL: Final[Stack] = tuple(0 if u.get("us_only") else int(u["pool"]) for u in _UNITS.values())
US_POOL: Final[Stack] = tuple(int(unit["pool"]) for unit in _UNITS.values())
FIRST_WAVE: Final[Stack] = tuple(int(unit.get("wave", 0)) for unit in _UNITS.values())


def one(kind: int, count: int = 1) -> Stack:
    return (*EMPTY[:kind], count, *EMPTY[kind + 1 :])


def stack_of(counts: dict[str, int]) -> Stack:
    return tuple(counts.get(kind, 0) for kind in KINDS)


def plus(a: Stack, b: Stack) -> Stack:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def minus(a: Stack, b: Stack) -> Stack:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def kinds_in(stack: Stack) -> Iterator[int]:
    return (kind for kind in ALL_KINDS if stack[kind] > 0)


def stack_text(stack: Stack) -> str:
    """``2 tank, 1 infantry``: strongest last, like the table of units."""
    return ", ".join(f"{stack[kind]} {KINDS[kind]}" for kind in kinds_in(stack))


_PART = re.compile(r"(?:(\d+)\s+)?([a-z]+)")


def read_stack(text: str) -> Stack:
    """Read ``2 tank, 1 infantry`` or ``tank``."""
    counts = dict.fromkeys(KINDS, 0)
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise Malformed(f"'{part.strip()}' is not a number of units, like '2 tank'")
        number = int(match[1] or 1)
        kind = KINDS[read_kind(match[2])]
        if number == 0 or counts[kind]:
            raise Malformed(f"'{text}' does not name each kind once with a number above zero")
        counts[kind] = number
    return stack_of(counts)


def read_kind(text: str) -> int:
    if text not in KINDS:
        raise Malformed(f"there is no unit {text}; there are {', '.join(KINDS)}")
    return KINDS.index(text)


def read_force(text: str) -> int:
    if text not in FORCES:
        raise Malformed(f"there is no force {text}; there are {', '.join(FORCES)}")
    return FORCES.index(text)


def sum_stacks(stacks: Iterable[Stack]) -> Stack:
    total = EMPTY
    for stack in stacks:
        total = plus(total, stack)
    return total
