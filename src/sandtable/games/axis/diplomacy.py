"""Declarations and acts of war, as the rows of ``politics.csv`` allow and order them.

Relations change only here. War between two powers changes nothing between others unless a row
says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Log

from . import deeds, relations
from . import situation as at
from .events import WarBegan
from .judge import Judge
from .politics import ACT_OF_WAR, DECLARE, TOGETHER, Policy
from .state import AxisState
from .world import World


def may_declare(world: World, state: AxisState, power: int, phase: str) -> tuple[int, ...]:
    """On whom the power may declare war at the start of this phase of its turn."""
    found = {
        target
        for row in _declarations(world, power, phase)
        if not waits(world, state, row)
        for target in row.targets
        if not at.foes(state, power)[target]
    }
    return tuple(sorted(found))


def why_not(world: World, state: AxisState, power: int, target: int, phase: str) -> Policy | None:
    """The row that keeps the power from declaring war on the target now, if one speaks of it."""
    rows = [row for row in _declarations(world, power, phase) if target in row.targets]
    return next((row for row in rows if waits(world, state, row)), None)


def declare(world: World, state: AxisState, power: int, target: int, phase: str, log: Log) -> None:
    """Carry out a declaration that ``may_declare`` allows."""
    rows = [row for row in _declarations(world, power, phase) if target in row.targets]
    judge = Judge(world, state, power)
    provoked = any(row.unless is not None and judge.holds(row.unless) for row in rows)
    deeds.note(world, state, deeds.DECLARED, power, target)
    if not provoked:
        deeds.note(world, state, deeds.UNPROVOKED, power, target)
    go_to_war(world, state, power, target, log)
    settle(world, state, log)


def notice(world: World, state: AxisState, deed: str, power: int, target: int, log: Log) -> None:
    """Remember a deed and draw its consequences."""
    if deeds.note(world, state, deed, power, target):
        settle(world, state, log)


def settle(world: World, state: AxisState, log: Log) -> None:
    """Wars that follow from what has happened: acts of war, and powers that fight together."""
    before = None
    while before != at.wars(state):
        before = at.wars(state)
        for row in world.politics:
            if row.kind == ACT_OF_WAR:
                assert row.condition is not None
                if Judge(world, state, row.power).holds(row.condition):
                    for target in row.targets:
                        go_to_war(world, state, row.power, target, log)
            elif row.kind == TOGETHER:
                foe = at.foes(state, row.power)
                if any(foe[target] for target in row.targets):
                    for target in row.targets:
                        go_to_war(world, state, row.power, target, log)


def go_to_war(world: World, state: AxisState, power: int, target: int, log: Log) -> None:
    if not at.foes(state, power)[target]:
        relations.set_war(state, power, target)
        names = world.powers
        log.append(WarBegan(power=names[power].id, target=names[target].id))
        world.outbreak(state, power, target, log)


def _declarations(world: World, power: int, phase: str) -> Iterator[Policy]:
    return (
        row
        for row in world.politics
        if row.kind == DECLARE and row.power == power and row.phase == phase
    )


def waits(world: World, state: AxisState, row: Policy, turn: int = 0) -> bool:
    """Whether the row does not hold yet, or no longer, in a turn of the power (0: this one)."""
    judge, turn = Judge(world, state, row.power), turn or state.turns[row.power]
    if row.condition is not None and not judge.holds(row.condition):
        return True
    if row.to_turn and turn > row.to_turn:
        return True
    if row.from_turn and turn >= row.from_turn:
        return False
    return row.unless is None or not judge.holds(row.unless)
