"""Which wars each power may begin, when, and what it still waits for: politics for people."""

from __future__ import annotations

import msgspec

from . import diplomacy
from . import situation as at
from .conditions import write
from .judge import Judge
from .politics import DECLARE, Policy
from .state import AxisState
from .world import World


class Prospect(msgspec.Struct, frozen=True):
    """Wars that are not: whether the power may declare them in its turn under way or its next."""

    power: str
    targets: tuple[str, ...]
    phase: str
    """At the start of which phase; empty: it can never declare them."""
    allowed: bool
    reason: str
    rules: tuple[str, ...]
    """Ids of the ledger."""
    from_turn: int = 0
    """From which of its turns on time alone allows it (0: time alone never does)."""
    to_turn: int = 0
    unless: str = ""
    """What allows it at once, and what it depends on: conditions as the tables write them."""
    condition: str = ""


def prospects(world: World, state: AxisState) -> tuple[Prospect, ...]:
    """For each power all powers of another side it is not at war with, those alike together."""
    if not world.politics:
        return ()
    found: dict[Prospect, tuple[str, ...]] = {}
    for power in world.powers:
        foe, ally = at.foes(state, power.index), at.allies(state, power.index)
        for target in world.powers:
            if power.plays and target.plays and not foe[target.index] and not ally[target.index]:
                for alike in _prospects(world, state, power.index, target.index):
                    found[alike] = (*found.get(alike, ()), target.id)
    return tuple(msgspec.structs.replace(alike, targets=names) for alike, names in found.items())


def relations_told(world: World, state: AxisState) -> list[str]:
    """Lines for people: each power's wars, then those it may or may not begin."""
    lines = []
    found = prospects(world, state)
    for power in world.powers if world.politics else ():
        if not power.plays:
            continue
        foe = at.foes(state, power.index)
        foes = [p.id for p in world.powers if p.plays and foe[p.index]]
        lines.append(f"{power.id}: at war with {', '.join(foes) or 'nobody'}")
        for item in found:
            if item.power == power.id:
                may = f"may declare before {item.phase}" if item.allowed else "may not declare"
                ids = f" ({', '.join(item.rules)})" if item.rules else ""
                lines.append(f"  {', '.join(item.targets)}: {may}: {item.reason}{ids}")
    return lines


def _prospects(world: World, state: AxisState, power: int, target: int) -> list[Prospect]:
    """What allows a war now, or all that it waits for; without its target, so that wars alike
    are equal."""
    name = world.powers[power].id
    rows = [
        row
        for row in world.politics
        if row.kind == DECLARE and row.power == power and target in row.targets
    ]
    if not rows:
        return [Prospect(name, (), "", False, "no rule lets it begin this war", ())]
    turn = state.turns[power] + (state.turn != power)
    free = [row for row in rows if not diplomacy.waits(world, state, row, turn)]
    if free:
        return [_told(world, free[0], True, _freedom(world, state, free[0]))]
    ahead = [row for row in rows if _is_ahead(world, state, row, turn)] or rows[:1]
    return [_told(world, row, False, _hindrance(world, state, row, turn)) for row in ahead]


def _is_ahead(world: World, state: AxisState, row: Policy, turn: int) -> bool:
    """Whether time or somebody's deed may still allow it."""
    if row.condition is not None and not Judge(world, state, row.power).holds(row.condition):
        return False
    return not row.to_turn or turn <= row.to_turn


def _told(world: World, row: Policy, allowed: bool, reason: str) -> Prospect:
    return Prospect(
        world.powers[row.power].id,
        (),
        row.phase,
        allowed,
        reason,
        row.rules,
        from_turn=row.from_turn,
        to_turn=row.to_turn,
        unless=write((row.unless,)) if row.unless is not None else "",
        condition=write((row.condition,)) if row.condition is not None else "",
    )


def _freedom(world: World, state: AxisState, row: Policy) -> str:
    if row.unless is not None and Judge(world, state, row.power).holds(row.unless):
        return f"since {write((row.unless,))}"
    return f"since its turn {row.from_turn}" if row.from_turn > 1 else "at any time"


def _hindrance(world: World, state: AxisState, row: Policy, turn: int) -> str:
    if row.condition is not None and not Judge(world, state, row.power).holds(row.condition):
        return f"only while {write((row.condition,))}"
    if row.to_turn and turn > row.to_turn:
        return f"only until its turn {row.to_turn}"
    if row.to_turn and row.to_turn == row.from_turn:
        return f"in its turn {row.from_turn}, before {row.phase}"
    wait = [f"from its turn {row.from_turn} on"] if row.from_turn else []
    cause = [f"once {write((row.unless,))}"] if row.unless is not None else []
    return " or ".join(wait + cause)
