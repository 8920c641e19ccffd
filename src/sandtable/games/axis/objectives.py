"""National objectives: conditions written as text in a title's ``objectives.csv``.

``all-of(axis; egypt, libya)``: arguments are divided by semicolons, lists by commas. The forms
are listed in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from .state import AxisState
    from .world import World

Term: TypeAlias = "str | Call | tuple[Term, ...]"


class Call(msgspec.Struct, frozen=True):
    """A form with its arguments; a list argument is a tuple."""

    name: str
    args: tuple[Term, ...]


class Objective(msgspec.Struct, frozen=True):
    power: str
    bonus: int
    text: str
    condition: Call


def read_objectives(rows: Iterable[Mapping[str, str]]) -> tuple[Objective, ...]:
    return tuple(
        Objective(row["power"], int(row["bonus"]), row["condition"], _parse(row["condition"]))
        for row in rows
    )


def _parse(text: str) -> Call:
    tokens = re.findall(r"[^\s(),;]+|[(),;]", text)
    term = _term(tokens)
    if tokens or not isinstance(term, Call):
        raise ValueError(f"cannot read the condition {text}")
    return term


def _term(tokens: list[str]) -> Term:
    """One form or name; commas make a list of the ones they join."""
    items: list[Term] = []
    while True:
        name = tokens.pop(0)
        if tokens and tokens[0] == "(":
            tokens.pop(0)
            args = [_term(tokens)]
            while tokens.pop(0) == ";":
                args.append(_term(tokens))
            items.append(Call(name, tuple(args)))
        else:
            items.append(name)
        if not tokens or tokens[0] != ",":
            break
        tokens.pop(0)
    return items[0] if len(items) == 1 else tuple(items)


class Judge:
    """Says whether a condition holds for a power in a state."""

    def __init__(self, world: World, state: AxisState, power: int) -> None:
        self.world = world
        self.state = state
        self.power = power

    def holds(self, call: Call) -> bool:
        args = call.args
        match call.name:
            case "and":
                return all(self.holds(arg) for arg in args if isinstance(arg, Call))
            case "all-of":
                return all(self._held(args[0], space) for space in self._spaces(args[1]))
            case "at-least":
                held = sum(self._held(args[1], space) for space in self._spaces(args[2]))
                return held >= int(str(args[0]))
            case "no-enemy-surface-warships":
                return not any(self._enemy_warship(zone) for zone in self._spaces(args[0]))
            case "no-units":
                return not any(self._visitor(space) for space in self._spaces(args[1]))
        raise ValueError(f"unknown condition {call.name}")

    def _held(self, who: Term, space: int) -> bool:
        owner = self.state.owner[space]
        if owner < 0:
            return False
        powers = self.world.powers
        return who in (powers[owner].id, powers[owner].side)

    def _spaces(self, term: Term) -> tuple[int, ...]:
        if isinstance(term, tuple):
            return tuple(space for part in term for space in self._spaces(part))
        if isinstance(term, Call):
            power = self.world.power[str(term.args[0])]
            owners = self.world.original if term.name == "original" else self.state.owner
            return tuple(space for space, owner in enumerate(owners) if owner == power)
        return (self.world.space[term],)

    def _enemy_warship(self, zone: int) -> bool:
        kinds, side = self.world.kinds, self.world.side
        return any(
            kinds[piece.kind].surface_warship and side[piece.owner] != side[self.power]
            for piece, _ in self.state.units[zone]
        )

    def _visitor(self, space: int) -> bool:
        """A unit of another power of the same side (the form's ``other-allies``)."""
        side = self.world.side
        return any(
            piece.owner != self.power and side[piece.owner] == side[self.power]
            for piece, _ in self.state.units[space]
        )
