"""What a title must offer to be played at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias

import msgspec

from .errors import Malformed, Refusal
from .step import Action, AnytimeStep, Frame, Result, S, Step

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = dict[str, OptionValue]


class Option(msgspec.Struct, frozen=True):
    """A choice made before play; the first of ``choices`` is the default."""

    name: str
    choices: tuple[OptionValue, ...]
    text: str

    @property
    def default(self) -> OptionValue:
        return self.choices[0]

    def read(self, value: OptionValue) -> OptionValue:
        """One of the choices, from itself or from its written form."""
        for choice in self.choices:
            if (choice == value and type(choice) is type(value)) or write_option(choice) == value:
                return choice
        offered = ", ".join(write_option(choice) for choice in self.choices)
        raise Malformed(f"option {self.name} is one of {offered}, not {value}")


def write_option(value: OptionValue) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Power(msgspec.Struct, frozen=True):
    """A side of a title as people see it: its name and the colour of its pieces."""

    id: str
    name: str
    colour: str
    team: str = ""


class View(msgspec.Struct, kw_only=True):
    """What one seat may know of a title's state; each title adds its own fields by allow-list."""


class Rules(ABC, Generic[S]):
    """A title: its data and its steps. One instance serves any number of games."""

    id: ClassVar[str]
    """As typed on the command line, for example ``anniversary-1941``."""
    name: ClassVar[str]
    ledger: ClassVar[str]
    """The rule ledger's file name in docs/rules, without ending."""
    stage: ClassVar[Literal["draft", "playable", "complete"]] = "draft"
    summary: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Counted up when a change of the rules makes old snapshots useless."""
    options: ClassVar[tuple[Option, ...]] = ()
    state_type: ClassVar[type[Any]]
    step_types: ClassVar[Sequence[type[Step[Any, Any]]]] = ()
    anytime_types: ClassVar[Sequence[type[AnytimeStep[Any]]]] = ()

    def __init__(self) -> None:
        self.steps: dict[type[Frame], Step[Any, Any]] = {t.frame: t(self) for t in self.step_types}
        self.anytime: dict[type[Action], AnytimeStep[Any]] = {
            t.action: t(self) for t in self.anytime_types
        }

    def read_options(self, given: Mapping[str, OptionValue]) -> Options:
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                offered = ", ".join(known) or "none"
                raise Malformed(f"{self.id} has no option {name}; it has {offered}")
        return {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }

    @abstractmethod
    def seats(self, options: Options) -> tuple[str, ...]:
        """Who is asked for decisions, in a fixed order."""

    def check_players(self, options: Options, players: Mapping[str, str]) -> Refusal | None:
        """Whether these people may share the seats like this (seat to player)."""
        return None

    @abstractmethod
    def setup(self, options: Options, players: Mapping[str, str]) -> S:
        """The state before the first decision, with the first frames on its flow."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Read an action's text form; raises ``Malformed`` with what is wrong."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> View:
        """What a seat may know; ``None`` is a spectator."""

    def blind(self, state: S, seat: str) -> S:
        """A copy of the state without what the seat may not know: what its bot gets to see.

        Two states that differ only in secrets of others give equal results.
        """
        return state.copy()

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or ``None`` while it goes on."""

    @abstractmethod
    def edit(self, state: S, line: str) -> None:
        """Change a position as a study's edit line says; raises ``Malformed``."""

    def edits(self, state: S) -> list[str]:
        """The edit lines that turn the opening of these options into this position."""
        raise Malformed(f"{self.id} cannot describe a position as edit lines")
