"""The turn as a rulebook lists it: phases in a row, and who plays them after whom.

A title declares ``turn``, often the family's with some entries swapped, and a ``rotation``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from sandtable.table import Frame, Log

from . import frames
from . import situation as at

if TYPE_CHECKING:
    from .rules import AxisRules
    from .state import AxisState

Opening: TypeAlias = "Callable[[AxisRules, AxisState, int, Log], list[Frame]]"
"""What a phase puts on the flow for a power: the frame that is played first comes last."""


class Phase(msgspec.Struct, frozen=True):
    """One entry of the sequence of play."""

    name: str
    opens: Opening
    needs_capital: bool = False
    """A power whose capital is lost does not have it."""
    option: str = ""
    """It is played only with this option."""
    part: str = ""
    """Phases of one part are played by a power without a break; by default each is its own."""


Turn: TypeAlias = tuple[Phase, ...]


def alone(frame: type[Frame]) -> Opening:
    """One frame that belongs to the power: ``Frame(power)``."""
    return lambda rules, state, power, log: [frame(power)]


def together(frame: type[Frame]) -> Opening:
    """One frame that several powers can share: ``Frame((power,))``."""
    return lambda rules, state, power, log: [frame((power,))]


def for_each_purse(opening: Callable[[int, int], Frame]) -> Opening:
    """A frame for each purse of the power whose capital is not lost, the first one's on top.

    ``opening`` gets the power and the purse (-1: the power has only its own).
    """

    def opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
        world = rules.world
        purses = world.purses_of[power]
        return [
            opening(power, purse if len(purses) > 1 else -1)
            for purse in reversed(purses)
            if not at.purse_closed(world, state, purse)
        ]

    return opens


TURN: Turn = (
    Phase("research", alone(frames.Research), needs_capital=True, option="research"),
    Phase("purchase", for_each_purse(lambda p, purse: frames.Purchase(p, purse=purse))),
    Phase("combat-move", alone(frames.CombatMove)),
    Phase("conduct-combat", alone(frames.ConductCombat)),
    Phase("noncombat-move", together(frames.NoncombatMove)),
    Phase("mobilize", for_each_purse(lambda p, purse: frames.Mobilize((p,), purse=purse))),
    Phase("collect-income", for_each_purse(frames.CollectIncome)),
)


def swap(turn: Turn, entries: Mapping[str, Phase | Turn]) -> Turn:
    """The same sequence with some entries replaced, by one phase, by several or by none."""
    unknown = entries.keys() - {phase.name for phase in turn}
    if unknown:
        raise ValueError(f"no phase is called {', '.join(sorted(unknown))}")
    swapped: list[Phase] = []
    for phase in turn:
        new = entries.get(phase.name, phase)
        swapped += [new] if isinstance(new, Phase) else new
    return tuple(swapped)


class Rotation:
    """In what order powers play the parts of their turns, and when their units are fresh again.

    A *stretch* is what a power plays without a break: phases ``start`` to ``stop``.
    """

    rests: Literal["turn", "round", "own turn"] = "turn"
    """When units are fresh again: after each turn, after each round, or those of a power when
    its own turn begins."""

    def stop(self, turn: Turn, start: int) -> int:
        """Where the stretch ends that begins, or goes on, with this phase."""
        raise NotImplementedError

    def after(
        self, turn: Turn, order: Sequence[int], power: int, stop: int
    ) -> tuple[int, int] | None:
        """Power and phase of the next stretch; nothing when the round is over."""
        raise NotImplementedError


class TurnByTurn(Rotation):
    """Each power plays its whole turn."""

    def stop(self, turn: Turn, start: int) -> int:
        return len(turn)

    def after(
        self, turn: Turn, order: Sequence[int], power: int, stop: int
    ) -> tuple[int, int] | None:
        place = order.index(power) + 1
        return (order[place], 0) if place < len(order) else None


class PhaseByPhase(Rotation):
    """All powers play a part of the turn, then all play the next one."""

    rests = "round"

    def stop(self, turn: Turn, start: int) -> int:
        part = _part(turn[start])
        stop = start
        while stop < len(turn) and _part(turn[stop]) == part:
            stop += 1
        return stop

    def after(
        self, turn: Turn, order: Sequence[int], power: int, stop: int
    ) -> tuple[int, int] | None:
        place = order.index(power) + 1
        if place < len(order):
            start = stop - 1
            while start and _part(turn[start - 1]) == _part(turn[stop - 1]):
                start -= 1
            return order[place], start
        return (order[0], stop) if stop < len(turn) else None


def _part(phase: Phase) -> str:
    return phase.part or phase.name
