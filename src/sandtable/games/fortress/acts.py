"""The actions and their text forms, which ``parse`` reads back. See docs/fortress.md."""

from __future__ import annotations

import re
from collections.abc import Callable

from sandtable.table import Action, Malformed

from .board import SPACES, read_space
from .pieces import KINDS, Stack, read_kind, read_stack, stack_text


def _name(space: int) -> str:
    return SPACES[space].id


class UseDefault(Action, frozen=True):
    """Set up the way the book's advice suggests."""

    def __str__(self) -> str:
        return "default"


class Place(Action, frozen=True):
    """Put units into a space: set-up, reinforcement, cards."""

    stack: Stack
    space: int

    def __str__(self) -> str:
        return f"place {stack_text(self.stack)} {_name(self.space)}"


class PutLaser(Action, frozen=True):
    space: int

    def __str__(self) -> str:
        return f"laser {_name(self.space)}"


class DeclareBattle(Action, frozen=True):
    space: int

    def __str__(self) -> str:
        return f"declare {_name(self.space)}"


class Move(Action, frozen=True):
    stack: Stack
    source: int
    target: int

    def __str__(self) -> str:
        return f"move {stack_text(self.stack)} {_name(self.source)} > {_name(self.target)}"


class AssignUnits(Action, frozen=True):
    """Units of one space go into one battle."""

    stack: Stack
    source: int
    target: int

    def __str__(self) -> str:
        return f"assign {stack_text(self.stack)} {_name(self.source)} > {_name(self.target)}"


class Commit(Action, frozen=True):
    """Everybody in position who has no battle yet goes into this one."""

    space: int

    def __str__(self) -> str:
        return f"commit {_name(self.space)}"


class Fire(Action, frozen=True):
    """A laser's target."""

    kind: int
    space: int

    def __str__(self) -> str:
        return f"fire {KINDS[self.kind]} {_name(self.space)}"


class Fight(Action, frozen=True):
    """Which battle comes next."""

    space: int

    def __str__(self) -> str:
        return f"battle {_name(self.space)}"


class Target(Action, frozen=True):
    """The unit that a result falls on: in battle after the roll, or by a card."""

    kind: int
    space: int

    def __str__(self) -> str:
        return f"target {KINDS[self.kind]} {_name(self.space)}"


class Choose(Action, frozen=True):
    """The territory that a card strikes."""

    space: int

    def __str__(self) -> str:
        return f"choose {_name(self.space)}"


class Retreat(Action, frozen=True):
    kind: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"retreat {KINDS[self.kind]} {_name(self.source)} > {_name(self.target)}"


class Airlift(Action, frozen=True):
    stack: Stack
    source: int
    target: int

    def __str__(self) -> str:
        return f"airlift {stack_text(self.stack)} {_name(self.source)} > {_name(self.target)}"


class Pass(Action, frozen=True):
    """Leave the rest of a card undone, where it may be."""

    def __str__(self) -> str:
        return "pass"


class End(Action, frozen=True):
    """This action is finished."""

    def __str__(self) -> str:
        return "end"


class Concede(Action, frozen=True):
    """An invader's word that it would concede, or its taking it back."""

    willing: bool = True

    def __str__(self) -> str:
        return "concede" if self.willing else "concede no"


_PLACE = re.compile(r"(.+?)\s+([a-z0-9-]+)")
_FROM_TO = re.compile(r"(.+?)\s+([a-z0-9-]+)\s*>\s*([a-z0-9-]+)")
_SPACE = re.compile(r"[a-z0-9-]+")

_BARE: dict[str, Action] = {
    "default": UseDefault(),
    "pass": Pass(),
    "end": End(),
    "concede": Concede(),
    "concede no": Concede(False),
}
_AT_SPACE: dict[str, Callable[[int], Action]] = {
    "laser": PutLaser,
    "declare": DeclareBattle,
    "commit": Commit,
    "battle": Fight,
    "choose": Choose,
}
_KIND_AT: dict[str, Callable[[int, int], Action]] = {"fire": Fire, "target": Target}
_CARRY: dict[str, Callable[[Stack, int, int], Action]] = {
    "move": Move,
    "assign": AssignUnits,
    "airlift": Airlift,
}
VERBS = ("place", "retreat", *_AT_SPACE, *_KIND_AT, *_CARRY, *_BARE)


def parse(text: str) -> Action:
    """Read an action's text form.

    >>> str(parse("move 2 tank, 1 bomber dallas > houston"))
    'move 2 tank, 1 bomber dallas > houston'
    """
    text = " ".join(text.lower().split())
    if text in _BARE:
        return _BARE[text]
    verb, _, rest = text.partition(" ")
    if verb not in VERBS:
        raise Malformed(f"'{verb}' is no action; there are {', '.join(VERBS)}")
    if verb in _AT_SPACE and _SPACE.fullmatch(rest):
        return _AT_SPACE[verb](read_space(rest))
    if verb == "place" or verb in _KIND_AT:
        match = _PLACE.fullmatch(rest)
        if match is not None:
            space = read_space(match[2])
            if verb == "place":
                return Place(read_stack(match[1]), space)
            return _KIND_AT[verb](read_kind(match[1]), space)
    if verb == "retreat" or verb in _CARRY:
        match = _FROM_TO.fullmatch(rest)
        if match is not None:
            source, target = read_space(match[2]), read_space(match[3])
            if verb == "retreat":
                return Retreat(read_kind(match[1]), source, target)
            return _CARRY[verb](read_stack(match[1]), source, target)
    raise Malformed(f"'{text}' cannot be read; write it like '{_EXAMPLES[_shape(verb)]}'")


def _shape(verb: str) -> str:
    for shape, table in (("space", _AT_SPACE), ("kind", _KIND_AT), ("carry", _CARRY)):
        if verb in table:
            return shape
    return verb if verb in _EXAMPLES else "bare"


_EXAMPLES = {
    "space": "declare portland",
    "kind": "target tank portland",
    "carry": "move 2 tank, 1 mobile dallas > houston",
    "place": "place 2 infantry chicago",
    "retreat": "retreat tank dallas > houston",
    "bare": "end",
}
