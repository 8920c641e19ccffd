"""What a seat can do, each action with its text form. See docs/naval.md."""

from __future__ import annotations

import re
from collections.abc import Callable

from sandtable.table import Action, Malformed


class ChooseNation(Action, frozen=True):
    nation: str

    def __str__(self) -> str:
        return f"nation {self.nation}"


class ChooseFleet(Action, frozen=True):
    ships: tuple[str, ...]

    def __str__(self) -> str:
        return f"fleet {', '.join(self.ships)}"


class MoveShip(Action, frozen=True):
    line: int
    ship: str

    def __str__(self) -> str:
        return f"line {self.line} {self.ship}"


class Trim(Action, frozen=True):
    """Turn a submarine to its Active or Passive side."""

    ship: str
    active: bool

    def __str__(self) -> str:
        return f"{'active' if self.active else 'passive'} {self.ship}"


class Retreat(Action, frozen=True):
    def __str__(self) -> str:
        return "retreat"


class Repair(Action, frozen=True):
    """Take a damage card off a ship card, as a Retreat allows."""

    ship: str
    card: str

    def __str__(self) -> str:
        return f"repair {self.ship} {self.card}"


class Reinforce(Action, frozen=True):
    card: str
    ships: tuple[str, ...]

    def __str__(self) -> str:
        return f"reinforce {self.card} > {', '.join(self.ships)}"


class PrepareCard(Action, frozen=True):
    card: str
    ship: str

    def __str__(self) -> str:
        return f"prepare {self.card} {self.ship}"


class Fire(Action, frozen=True):
    """An attack card played by one ship card, or by two together."""

    card: str
    ships: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        return f"fire {self.card} {', '.join(self.ships)} > {self.target}"


class Raid(Action, frozen=True):
    """The raids of a base raid card, or one raid of a carrier."""

    source: str
    targets: tuple[str, ...]

    def __str__(self) -> str:
        return f"raid {self.source} > {', '.join(self.targets)}"


class Surprise(Action, frozen=True):
    seat: str

    def __str__(self) -> str:
        return f"surprise {self.seat}"


class PlayDefence(Action, frozen=True):
    """A Defence card from the hand against an attack; Escort names the new target."""

    card: str
    attack: int
    to: str = ""

    def __str__(self) -> str:
        return f"defend {self.card} {self.attack}" + (f" > {self.to}" if self.to else "")


class UsePrepared(Action, frozen=True):
    """A prepared card against an attack."""

    card: str
    attack: int
    to: str = ""

    def __str__(self) -> str:
        return f"use {self.card} {self.attack}" + (f" > {self.to}" if self.to else "")


class Cover(Action, frozen=True):
    """A carrier's air cover against a raid, with so many Planning cards."""

    ship: str
    attack: int
    bonus: int = 0

    def __str__(self) -> str:
        return f"cover {self.ship} {self.attack}{_plus(self.bonus)}"


class Silent(Action, frozen=True):
    """A passive submarine's silent running against an attack on it."""

    attack: int
    bonus: int = 0

    def __str__(self) -> str:
        return f"silent {self.attack}{_plus(self.bonus)}"


class Roll(Action, frozen=True):
    """The attacker's die, with so many Planning cards announced (NB-059)."""

    bonus: int = 0

    def __str__(self) -> str:
        return f"roll{_plus(self.bonus)}"


class DiscardCards(Action, frozen=True):
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"discard {', '.join(self.cards)}"


class End(Action, frozen=True):
    def __str__(self) -> str:
        return "end"


END = End()


def _plus(bonus: int) -> str:
    return f" +{bonus}" if bonus else ""


_NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_LIST = rf"{_NAME}(?: ?, ?{_NAME})*"
_BONUS = r"(?: \+(\d))?"


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


_FORMS: dict[str, tuple[str, str, Callable[[re.Match[str]], Action]]] = {
    "nation": (rf"({_NAME})", "nation germany", lambda m: ChooseNation(m[1])),
    "fleet": (rf"({_LIST})", "fleet bismarck, t13", lambda m: ChooseFleet(_names(m[1]))),
    "line": (rf"(\d) ({_NAME})", "line 2 bismarck", lambda m: MoveShip(int(m[1]), m[2])),
    "active": (rf"({_NAME})", "active u-47", lambda m: Trim(m[1], True)),
    "passive": (rf"({_NAME})", "passive u-47", lambda m: Trim(m[1], False)),
    "retreat": ("", "retreat", lambda m: Retreat()),
    "repair": (rf"({_NAME}) ({_NAME})", "repair hood heavy-4", lambda m: Repair(m[1], m[2])),
    "reinforce": (
        rf"({_NAME}) ?> ?({_LIST})",
        "reinforce reinforcements-3 > shimakaze",
        lambda m: Reinforce(m[1], _names(m[2])),
    ),
    "prepare": (rf"({_NAME}) ({_NAME})", "prepare missed t13", lambda m: PrepareCard(m[1], m[2])),
    "fire": (
        rf"({_NAME}) ({_LIST}) ?> ?({_NAME})",
        "fire heavy-4 yamato > bismarck",
        lambda m: Fire(m[1], _names(m[2]), m[3]),
    ),
    "raid": (
        rf"({_NAME}) ?> ?({_LIST})",
        "raid shoho > t13",
        lambda m: Raid(m[1], _names(m[2])),
    ),
    "surprise": (rf"({_NAME})", "surprise p2", lambda m: Surprise(m[1])),
    "defend": (
        rf"({_NAME}) (\d+)(?: ?> ?({_NAME}))?",
        "defend missed 2",
        lambda m: PlayDefence(m[1], int(m[2]), m[3] or ""),
    ),
    "use": (
        rf"({_NAME}) (\d+)(?: ?> ?({_NAME}))?",
        "use escort 2 > t13",
        lambda m: UsePrepared(m[1], int(m[2]), m[3] or ""),
    ),
    "cover": (
        rf"({_NAME}) (\d+){_BONUS}",
        "cover graf-zeppelin 3 +1",
        lambda m: Cover(m[1], int(m[2]), int(m[3] or 0)),
    ),
    "silent": (rf"(\d+){_BONUS}", "silent 3 +1", lambda m: Silent(int(m[1]), int(m[2] or 0))),
    "roll": (r"(?:\+(\d))?", "roll +1", lambda m: Roll(int(m[1] or 0))),
    "discard": (rf"({_LIST})", "discard missed, armour", lambda m: DiscardCards(_names(m[1]))),
    "end": ("", "end", lambda m: END),
}


def parse_action(text: str) -> Action:
    """Read an action's text form; raises ``Malformed`` with an example of the right one."""
    words = " ".join(text.lower().split())
    verb, _, rest = words.partition(" ")
    form = _FORMS.get(verb)
    if form is None:
        raise Malformed(f"'{verb}' is no action; there are {', '.join(_FORMS)}")
    pattern, example, make = form
    match = re.fullmatch(pattern, rest)
    if match is None:
        raise Malformed(f"'{text.strip()}' cannot be read; write it like '{example}'")
    return make(match)
