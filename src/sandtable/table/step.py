"""The parts a game is made of: states, frames, steps, decisions, actions, events.

A *state* is plain data. Its ``flow`` is a stack of *frames*: where in the rulebook the game
stands, with what has to be remembered there. Each kind of frame belongs to a *step*, the rule
that says whose decision it is, what they may do and what happens then. Steps have no state.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, get_origin

import msgspec

from .chance import Chance
from .errors import Refusal

if TYPE_CHECKING:
    from .rules import Rules


class Action(msgspec.Struct, frozen=True):
    """What a seat does. ``str(action)`` is its text form; the title's ``parse`` reads it back."""

    def __str__(self) -> str:
        raise NotImplementedError


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened, for people to see and clients to draw.

    ``seats`` names who may see it (``None``: everybody). An event class that shows others
    what was hidden sets ``reveals``, and no undo goes back past it freely.
    """

    reveals: ClassVar[bool] = False
    noted: ClassVar[bool] = False
    """A record mentions it, as a comment behind the action."""
    seats: tuple[str, ...] | None = None

    def __str__(self) -> str:
        raise NotImplementedError


class Frame(msgspec.Struct, tag=True):
    """Where a step stands. Fields hold immutable values only, so a shallow copy is a copy."""


class State(msgspec.Struct, kw_only=True):
    """Base of a title's state: lists and dicts of immutable values, nothing else.

    ``flow`` is re-declared by each title with the union of its own frames.
    """

    flow: list[Any] = msgspec.field(default_factory=list)

    def copy(self) -> Self:
        """An independent copy; containers are copied, the values in them are shared."""
        twin = copy.copy(self)
        for name in _containers(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        twin.flow = [copy.copy(frame) for frame in self.flow]
        return twin


@cache
def _containers(state: type[State]) -> tuple[str, ...]:
    """The fields of a kind of state that hold lists or dicts."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(state)
        if (get_origin(field.type) or field.type) in (list, dict)
    )


class Decision(msgspec.Struct, frozen=True):
    """What is asked, and of whom: several seats are asked at once when choices are secret.

    ``step`` and ``args`` let a client ask the same thing in another language.
    """

    seats: tuple[str, ...]
    step: str
    prompt: str
    args: dict[str, str] = {}


class Result(msgspec.Struct, frozen=True):
    """How a game ended. ``scores`` gives each seat 1 for a win, 0 for a loss, shares otherwise.

    ``code`` and ``args`` let a client say the reason in another language.
    """

    winners: tuple[str, ...]
    reason: str
    scores: dict[str, float] = {}
    code: str = ""
    args: dict[str, str] = {}


Ask: TypeAlias = Decision | Chance
Log: TypeAlias = list[Event]

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


class Step(Generic[S, F]):
    """The unit of rules. ``frame`` is the kind of frame it answers for."""

    frame: ClassVar[type[Frame]]

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def run(self, state: S, frame: F, log: Log) -> Ask | None:
        """Go as far as needs no choice and no chance.

        Returns what is waited for, or ``None`` when it changed the flow (pushed, popped).
        """
        raise NotImplementedError

    def actions(self, state: S, frame: F, seat: str) -> Iterator[Action]:
        """Every action the seat may play, piece by piece."""
        return iter(())

    def sample(self, state: S, frame: F, seat: str, rng: random.Random) -> Action | None:
        """One of ``actions`` with equal chances. Steps with many actions do this without a list."""
        choices = list(self.actions(state, frame, seat))
        return rng.choice(choices) if choices else None

    def check(self, state: S, frame: F, seat: str, action: Action) -> Refusal | None:
        """Why the seat may not do this; ``None`` if it may. Leaves the state alone."""
        raise NotImplementedError

    def play(self, state: S, frame: F, seat: str, action: Action, log: Log) -> None:
        """Carry out an action that ``check`` has let pass."""
        raise NotImplementedError

    def attempt(self, state: S, frame: F, seat: str, action: Action, log: Log) -> Refusal | None:
        """Carry out an action, or say why not and leave the state alone.

        A step whose ``check`` works out what will happen does so only once here.
        """
        refusal = self.check(state, frame, seat, action)
        if refusal is None:
            self.play(state, frame, seat, action, log)
        return refusal

    def rolled(self, state: S, frame: F, faces: tuple[int, ...], log: Log) -> None:
        """Go on after chance has answered."""
        raise NotImplementedError


class AnytimeStep(Generic[S]):
    """Actions a seat may play whenever it likes, also out of turn: standing orders and the like."""

    action: ClassVar[type[Action]]

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def check(self, state: S, seat: str, action: Action) -> Refusal | None:
        raise NotImplementedError

    def play(self, state: S, seat: str, action: Action, log: Log) -> None:
        raise NotImplementedError
