"""What a move does to the pieces, before it is done."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .state import AxisState, Piece


class Shift(msgspec.Struct, frozen=True):
    """Some pieces that go from one space to another and what they are afterwards."""

    start: int
    before: Piece
    goal: int
    after: Piece
    count: int


class Plan(msgspec.Struct, frozen=True):
    """What an action does to the pieces; ``captures`` are territories blitzed through."""

    shifts: tuple[Shift, ...]
    path: tuple[int, ...]
    captures: tuple[int, ...] = ()


def carry_out(state: AxisState, shifts: Iterable[Shift]) -> None:
    for shift in shifts:
        state.remove(shift.start, shift.before, shift.count)
        state.add(shift.goal, shift.after, shift.count)
