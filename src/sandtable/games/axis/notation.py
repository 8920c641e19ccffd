"""Reading the text form of actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from sandtable.table import Action, Malformed

from . import actions as a
from .actions import Units
from .topics import Topic
from .world import World

# A bracket that does not close is a token of its own: no letter is looked at over and over.
_TOKEN = re.compile(r"\[[^\[\]]*\]|[>,\[\]]|[^\s,>\[\]]+")


class Reader:
    """Reads one line; every ``take`` consumes what it returns."""

    def __init__(self, notation: Notation, text: str) -> None:
        self.notation = notation
        self.text = text
        self.tokens: list[str] = _TOKEN.findall(text.strip().lower())[::-1]
        """What is left to read, the next one last."""

    def peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self, what: str) -> str:
        if not self.tokens:
            raise Malformed(f"'{self.text}' ends where {what} is expected")
        return self.tokens.pop()

    def took(self, token: str) -> bool:
        if self.peek() == token:
            self.tokens.pop()
            return True
        return False

    def number(self) -> int:
        token = self.take("a number")
        if not token.isdecimal() or len(token) > 4:
            raise Malformed(f"{token} is not a number of things")
        return int(token)

    def peeks_at_kind(self) -> bool:
        """Whether a unit comes next (rather than a space)."""
        word = self.notation.aliases.get(self.peek(), self.peek())
        return word in self.notation.world.kind

    def space(self) -> str:
        return self.notation.space(self.take("a space"))

    def route(self) -> tuple[str, ...]:
        spaces = [self.space()]
        while self.took(">"):
            spaces.append(self.space())
        if len(spaces) < 2:
            raise Malformed(f"'{self.text}' names no way: write FROM > TO")
        return tuple(spaces)

    def units(self) -> tuple[Units, ...]:
        found = [self.unit()]
        while self.took(","):
            found.append(self.unit())
        return tuple(found)

    def unit(self) -> Units:
        count = self.number() if self.peek().isdecimal() else 1
        if count < 1:
            raise Malformed("a number of units is at least 1")
        owner = ""
        if self.peek() in self.notation.world.power:
            owner = self.take("a power")
        kind = self.notation.kind(self.take("a unit"))
        cargo: tuple[str, ...] = ()
        if self.peek().startswith("["):
            cargo = self.notation.cargo(self.take("cargo"))
        return Units(count, kind, owner, cargo)

    def finish(self) -> None:
        if self.tokens:
            raise Malformed(f"'{' '.join(self.tokens[::-1])}' is left over in '{self.text}'")


Verb: TypeAlias = Callable[[Reader], Action]
"""Reads what follows a verb."""


class Notation:
    """The words of a title: its verbs, its spaces, units and powers."""

    def __init__(
        self,
        world: World,
        aliases: Mapping[str, str],
        verbs: Mapping[str, Verb],
        topics: Mapping[str, Topic],
    ) -> None:
        self.world = world
        self.aliases = aliases
        self.verbs = verbs
        self.topics = topics

    def parse(self, text: str) -> Action:
        reader = Reader(self, text)
        verb = reader.take("an action")
        read = self.verbs.get(verb)
        if read is None:
            raise Malformed(f"'{verb}' is no action; there are {', '.join(self.verbs)}")
        action = read(reader)
        reader.finish()
        return action

    def space(self, word: str) -> str:
        word = self.aliases.get(word, word)
        if word not in self.world.space:
            raise Malformed(f"there is no space '{word}'{_near(word, self.world.space)}")
        return word

    def kind(self, word: str) -> str:
        word = self.aliases.get(word, word)
        if word in self.world.kind:
            return word
        if word.endswith("s") and word[:-1] in self.world.kind:
            return word[:-1]
        raise Malformed(f"there is no unit '{word}'{_near(word, self.world.kind)}")

    def power(self, word: str) -> str:
        if word not in self.world.power:
            raise Malformed(f"there is no power '{word}'{_near(word, self.world.power)}")
        return word

    def cargo(self, token: str) -> tuple[str, ...]:
        names = []
        for part in token.strip("[]").split("+"):
            unit, arrow, coast = part.partition(">")
            words = unit.split()
            bound = f">{self.space(coast.strip())}" if arrow else ""
            if len(words) == 2:
                names.append(f"{self.power(words[0])} {self.kind(words[1])}{bound}")
            elif len(words) == 1:
                names.append(f"{self.kind(words[0])}{bound}")
            else:
                raise Malformed(f"'{token}' is no cargo; write [infantry+tank]")
        return tuple(sorted(names))


def _near(word: str, known: Mapping[str, int]) -> str:
    import difflib

    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _repair(r: Reader) -> Action:
    markers = []
    while True:
        count = r.number()
        unit = r.notation.kind(r.take("a facility")) if r.peeks_at_kind() else ""
        markers.append((count, r.space(), unit))
        if not r.took(","):
            return a.Repair(tuple(markers))


def arrow(r: Reader) -> tuple[str, str]:
    origin = r.space()
    if not r.took(">"):
        raise Malformed(f"'{r.text}' names no way: write FROM > TO")
    return origin, r.space()


def _load(r: Reader) -> Action:
    units = r.units()
    land, zone = arrow(r)
    return a.Load(units, land, zone, r.unit() if r.took("onto") else None)


def _land(r: Reader) -> Action:
    units = r.units()
    zone, land = arrow(r)
    return a.Land(units, zone, land, r.unit() if r.took("from") else None)


def _rocket(r: Reader) -> Action:
    return a.Launch(*arrow(r))


def _lose(r: Reader) -> Action:
    lost: list[Units] = []
    damaged: list[Units] = []
    while True:
        (damaged if r.took("damage") else lost).append(r.unit())
        if not r.took(","):
            return a.Lose(tuple(lost), tuple(damaged))


def _place(r: Reader) -> Action:
    units = r.units()
    space = r.space()
    return a.Place(units, space, r.space() if r.took(">") else "")


def _order(r: Reader) -> Action:
    topics = r.notation.topics
    topic = r.take(" or ".join(topics))
    if topic not in topics:
        raise Malformed(f"standing orders are about {' or '.join(topics)}, not {topic}")
    return a.Order(topic, () if r.took("ask") else topics[topic].read(r))


VERBS: dict[str, Verb] = {
    "end": lambda r: a.End(r.take("a phase") if r.peek() in r.notation.world.phases else ""),
    "research": lambda r: a.BuyTokens(r.number()),
    "chart": lambda r: a.ChooseChart(r.number()),
    "buy": lambda r: a.Buy(r.units()),
    "repair": _repair,
    "move": lambda r: a.Move(r.units(), r.route()),
    "raid": lambda r: a.Raid(r.units(), r.route()),
    "drop": lambda r: a.Drop(r.units(), r.route()),
    "load": _load,
    "land": _land,
    "fight": lambda r: a.Fight(r.space()),
    "ignore": lambda r: a.Ignore(r.space()),
    "rocket": _rocket,
    "bombard": lambda r: a.Fire(r.units()),
    "hold": lambda r: a.Hold(),
    "submerge": lambda r: a.Submerge(r.units()),
    "lose": _lose,
    "continue": lambda r: a.Continue(),
    "retreat": lambda r: a.Retreat(r.space() if r.tokens else ""),
    "fly": lambda r: a.Fly(r.units(), r.route()),
    "place": _place,
    "order": _order,
}
"""The verbs of the family; a title adds its own to ``AxisRules.verbs``."""
