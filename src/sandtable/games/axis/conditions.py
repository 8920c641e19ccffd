"""The language of conditions: objectives, politics, restrictions and sets of spaces.

``all-of(axis; egypt, libya)``: arguments are divided by semicolons, lists by commas. What there
is to say is listed below and in docs/notation.md; a word that is not there is refused when a
table is read. ``judge`` says whether a condition holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

import msgspec

from .tables import BadTable

FORMS: dict[str, str] = {
    "and": "c*",
    "or": "c*",
    "not": "c",
    "once": "c",
    "all-of": "ws",
    "at-least": "nws",
    "each": "ws",
    "no-enemy-surface-warships": "s",
    "no-warships": "ws",
    "no-units": "ws",
    "land-unit": "ps",
    "at-war": "pw",
    "not-at-war": "pw",
    "neutral-power": "p",
    "turn-at-least": "pn",
    "attitude": "sl",
    "attacked": "ps",
    "captured": "ws",
    "entered": "ws",
    "liberated": "s",
    "declared-war": "ww",
    "unprovoked-war": "pw",
}
"""Each form and its arguments: c condition, w who, p power, s spaces, n number, l leaning."""

DEEDS = frozenset(
    {"attacked", "captured", "entered", "liberated", "declared-war", "unprovoked-war"}
)
"""Forms about what has happened so far: it is remembered if a table asks for it."""

SETS: dict[str, str] = {
    "original": "o",
    "controlled": "h",
    "holding": "h",
    "neutral": "l",
    "group": "g",
    "half": "f",
    "region": "r",
    "seas-next-to": "s",
    "cities-in": "s",
}
"""Sets of spaces with an argument: o owner or purse, h holder, g group, f half, r region."""

ON_BOARD = frozenset(
    {"holding", "no-enemy-surface-warships", "no-warships", "no-units", "land-unit"}
)
"""Forms and sets about who stands where."""

NEUTRAL_LANDS, THIS, CITIES = "neutral-lands", "this", "cities"
SELF, ANY_OF = "self", "any-of"
HOLDERS = ("bystanders", "others", "neutral-powers")


class Call(msgspec.Struct, frozen=True, cache_hash=True):
    """A form with its arguments, each a list of names and forms."""

    name: str
    args: tuple[Items, ...]


Items: TypeAlias = tuple["str | Call", ...]


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The names that conditions of one board can use."""

    spaces: Collection[str]
    powers: Collection[str]
    sides: Collection[str]
    coalitions: Collection[str]
    purses: Collection[str]
    groups: Collection[str]
    halves: Collection[str]
    regions: Collection[str]
    leanings: Collection[str]


def parse(text: str) -> Items:
    """A list of names and forms; raises ``ValueError``."""
    tokens = re.findall(r"[^\s(),;]+|[(),;]", text)[::-1]
    items = _items(tokens, text)
    if tokens:
        raise ValueError(f"'{tokens[-1]}' is left over in '{text}'")
    return items


def _items(tokens: list[str], text: str) -> Items:
    items = [_item(tokens, text)]
    while tokens and tokens[-1] == ",":
        tokens.pop()
        items.append(_item(tokens, text))
    return tuple(items)


def _item(tokens: list[str], text: str) -> str | Call:
    if not tokens or tokens[-1] in "(),;":
        raise ValueError(f"a name is missing in '{text}'")
    name = tokens.pop()
    if not tokens or tokens[-1] != "(":
        return name
    tokens.pop()
    args = [_items(tokens, text)]
    while tokens and tokens[-1] == ";":
        tokens.pop()
        args.append(_items(tokens, text))
    if not tokens or tokens.pop() != ")":
        raise ValueError(f"a bracket is missing in '{text}'")
    return Call(name, tuple(args))


class Reader:
    """Reads cells of one board's tables; whatever it does not know stops the load."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def condition(self, text: str, file: str, line: int) -> Call:
        return self._read(text, file, line, self._condition)[0]  # type: ignore[return-value]

    def spaces(self, text: str, file: str, line: int) -> Items:
        return self._read(text, file, line, self._spaces)

    def _read(self, text: str, file: str, line: int, check: object) -> Items:
        try:
            items = parse(text)
            check(items)  # type: ignore[operator]
        except ValueError as error:
            raise BadTable(file, line, str(error)) from error
        return items

    def _condition(self, items: Items) -> None:
        call = items[0]
        if len(items) != 1 or not isinstance(call, Call) or call.name not in FORMS:
            raise ValueError(f"'{write(items)}' is no condition")
        kinds = FORMS[call.name]
        if kinds == "c*":
            kinds = "c" * len(call.args)
        if len(kinds) != len(call.args):
            raise ValueError(f"{call.name} takes {len(kinds)} arguments, not {len(call.args)}")
        for kind, arg in zip(kinds, call.args, strict=True):
            self._argument(kind, arg)

    def _argument(self, kind: str, items: Items) -> None:
        match kind:
            case "c":
                self._condition(items)
            case "s":
                self._spaces(items)
            case "w":
                self._who(items)
            case "p":
                self._one(items, (*self.words.powers, SELF), "power")
            case "l":
                self._one(items, self.words.leanings, "leaning")
            case "o":
                self._each(items, (*self.words.powers, *self.words.purses), "power or purse")
            case "h":
                self._each(items, (*self.words.powers, *HOLDERS), "power")
            case "g":
                self._each(items, self.words.groups, "group")
            case "f":
                self._each(items, self.words.halves, "half")
            case "r":
                self._each(items, self.words.regions, "region")
            case _:
                if len(items) != 1 or not str(items[0]).isdecimal():
                    raise ValueError(f"'{write(items)}' is no number")

    def _one(self, items: Items, names: Collection[str], what: str) -> None:
        if len(items) != 1:
            raise ValueError(f"one {what} is needed, not '{write(items)}'")
        self._each(items, names, what)

    def _each(self, items: Items, names: Collection[str], what: str) -> None:
        for item in items:
            if not isinstance(item, str) or item not in names:
                raise ValueError(f"there is no {what} '{write((item,))}'")

    def _who(self, items: Items) -> None:
        words, item = self.words, items[0]
        if isinstance(item, Call) and item.name == ANY_OF and len(item.args) == 1:
            self._each(item.args[0], words.powers, "power")
            return
        sides = [f"{prefix}{side}" for prefix in ("", "any-", "other-") for side in words.sides]
        self._one(items, (*words.powers, *sides, *words.coalitions, SELF), "power or alliance")

    def _spaces(self, items: Items) -> None:
        for item in items:
            if isinstance(item, str):
                self._each((item,), (*self.words.spaces, NEUTRAL_LANDS, THIS, CITIES), "space")
            elif item.name not in SETS or len(item.args) != 1:
                raise ValueError(f"there is no set '{write((item,))}'")
            else:
                self._argument(SETS[item.name], item.args[0])


def write(items: Items) -> str:
    """The text of what ``parse`` has read."""
    return ", ".join(
        item if isinstance(item, str) else f"{item.name}({'; '.join(map(write, item.args))})"
        for item in items
    )


def asks_for_units(items: Iterable[str | Call]) -> bool:
    """Whether it depends on who stands where."""
    return any(call.name in ON_BOARD for call in calls(items))


def calls(items: Iterable[str | Call]) -> Iterator[Call]:
    """All forms in a condition, the outer ones first."""
    for item in items:
        if isinstance(item, Call):
            yield item
            for arg in item.args:
                yield from calls(arg)
