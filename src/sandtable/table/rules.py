"""What a title must offer to be played at the table."""

from __future__ import annotations

import difflib
import re
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
    form: str = ""
    """A pattern of values that can be had besides those that are offered; empty: none."""
    added: bool = False
    """Whether games were played before there was such an option: at its default it leaves their
    dice as they were, so that their records still verify."""

    @property
    def default(self) -> OptionValue:
        return self.choices[0]

    def read(self, value: OptionValue) -> OptionValue:
        """One of the choices, from itself or from its written form; or a value of the form."""
        for choice in self.choices:
            if (choice == value and type(choice) is type(value)) or write_option(choice) == value:
                return choice
        written = write_option(value)
        if self.form and re.fullmatch(self.form, written):
            return int(written) if written.isdecimal() else written
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

    def space(self, name: str) -> Any:
        """One space of the view (plain data or a struct); raises ``Malformed``.

        An entry of the view's ``spaces``: a dict by name, or structs with an ``id``.
        """
        spaces = getattr(self, "spaces", None)
        if isinstance(spaces, list | tuple):
            spaces = {space.id: space for space in spaces}
        if not isinstance(spaces, dict):
            raise Malformed("this title has no spaces to look at")
        if name not in spaces:
            near = difflib.get_close_matches(name, spaces, n=3, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise Malformed(f"there is no space {name}{hint}")
        return spaces[name]


def outline(value: Any, indent: str = "") -> str:
    """Plain data or a struct as short indented lines, for people.

    >>> print(outline({"round": 2, "points": {"red": 1, "blue": 0}, "hands": {"red": [1, 3]}}))
    round: 2
    points: red 1, blue 0
    hands:
      red: 1, 3
    """
    if isinstance(value, msgspec.Struct):
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
    elif isinstance(value, dict):
        parts = value
    else:
        return indent + _words(value)
    lines: list[str] = []
    for name, part in parts.items():
        if _is_rows(part):
            rows = {item.id: _words(item, skip="id") for item in part}
            lines.append(f"{indent}{name}:")
            lines += [f"{indent}  {row}: {text}" for row, text in rows.items() if text]
        elif isinstance(part, msgspec.Struct) or (
            isinstance(part, dict) and any(not _is_scalar(item) for item in part.values())
        ):
            lines += [f"{indent}{name}:", outline(part, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {_words(part) or '-'}")
    return "\n".join(lines)


def _is_rows(part: Any) -> bool:
    return isinstance(part, list | tuple) and bool(part) and all(hasattr(it, "id") for it in part)


def _is_scalar(part: Any) -> bool:
    return part is None or isinstance(part, str | int | float)


def _words(part: Any, skip: str = "") -> str:
    if isinstance(part, list | tuple):
        return ", ".join(_words(item) for item in part)
    if isinstance(part, dict):
        return ", ".join(f"{name} {_words(item)}" for name, item in part.items())
    if isinstance(part, msgspec.Struct):
        names = (name for name in part.__struct_fields__ if name != skip)
        return " ".join(filter(None, (_field(name, getattr(part, name)) for name in names)))
    return "" if part is None else write_option(part)


def _field(name: str, value: Any) -> str:
    """What a struct's field says in a line: nothing if empty, its name if that is the point."""
    if not value:
        return ""
    if value is True:
        return name
    return f"{name} {value}" if isinstance(value, int | float) else _words(value)


class Rules(ABC, Generic[S]):
    """A title: its data and its steps. One instance serves any number of games."""

    id: ClassVar[str]
    """As typed on the command line, for example ``anniversary-1941``."""
    name: ClassVar[str]
    ledger: ClassVar[str]
    """The rule ledger's file name in docs/rules, without ending."""
    family: ClassVar[str] = ""
    """Titles of one family share the form of their views; clients choose their table by it."""
    board: ClassVar[str] = ""
    """The map that clients draw, if it is played on one."""
    stage: ClassVar[Literal["draft", "playable", "complete"]] = "draft"
    summary: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Counted up when a change of the rules makes old snapshots useless."""
    options: ClassVar[tuple[Option, ...]] = ()
    state_type: ClassVar[type[Any]]
    powers: Sequence[Power] = ()
    """The sides as people see them, in the order of play."""
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

    def views(
        self, state: S, seats: Sequence[str | None], known: dict[str, Any] | None = None
    ) -> list[View]:
        """Several views of one state; a title whose seats see much the same shares the parts.

        ``known`` is whatever the title put there when it made the last views of the same table:
        what has not changed since need not be made again.
        """
        return [self.view(state, seat) for seat in seats]

    def reference(self) -> View | None:
        """What never changes, for clients: the board, the unit or card tables."""
        return None

    def statistics(self, state: S) -> dict[str, dict[str, float]]:
        """Public numbers worth a chart over time: name of the chart, then of the line."""
        return {}

    def politics(self, state: S) -> list[str]:
        """Lines about who is at war and who may declare war, for titles that know such things."""
        return []

    def hides(self, action: Action) -> bool:
        """Whether others may not see the text of this action while the game goes on.

        A title with secrets hides all actions unless it says otherwise; events tell the rest.
        """
        return type(self).blind is not Rules.blind

    def describe(self, state: S, seat: str | None) -> str:
        """The position for a terminal, a few lines; by default an outline of the view."""
        return outline(self.view(state, seat))

    def space(self, state: S, seat: str | None, name: str) -> Any:
        """One space as the seat sees it (plain data or a struct); raises ``Malformed``."""
        return self.view(state, seat).space(name)

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
