"""Conservation: every piece and every point that comes or goes is told by an event."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sandtable.games.axis import events as e
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.games.house1940.buildings import COMPLEX
from sandtable.games.house1940.diplomacy import Negotiated
from sandtable.games.house1940.scorched import Scorched
from sandtable.games.house1940.vweapons import Armed
from sandtable.games.house1940.war import Lent, Repaid
from sandtable.table import Action, Event

NEUTRAL, BOARD = "neutral", "board"
"""Armies of all leanings are one; buildings and batteries belong to the ground."""

Census = Counter[tuple[str, str]]


def census(world: World, state: AxisState) -> Census:
    """All pieces by owner and kind: on the board, aboard, bought; and buildings."""
    numbers: Counter[tuple[int, int]] = Counter()
    for stack in state.units:
        for piece, count in stack:
            numbers[piece.owner, piece.kind] += count
            for cargo in piece.cargo:
                numbers[cargo.owner, cargo.kind] += count
    found: Census = Counter()
    for (owner, kind), count in numbers.items():
        found[_key(world, owner, kind)] += count
    for power, pool in enumerate(state.pool):
        for kind, count in pool:
            found[_key(world, power, kind)] += count
    for here in state.facilities.values():
        for facility in here:
            found[_key(world, 0, facility.kind)] += 1
    return found


def _key(world: World, owner: int, kind: int) -> tuple[str, str]:
    data, power = world.kinds[kind], world.powers[owner]
    if data.building or data.aa_hit:
        return BOARD, data.id
    return NEUTRAL if power.neutral else power.id, data.id


def _named(world: World, owner: str, what: str) -> Census:
    found: Census = Counter()
    for count, kind in re.findall(r"(\d+) (?:[a-z]+ )?([a-z0-9-]+)", what):
        found[_key(world, world.power[owner], world.kind[kind])] += int(count)
    return found


def pieces_after(world: World, before: Census, events: Iterable[Event]) -> Census:
    """What the events make of a census."""
    found = Counter(before)
    for event in events:
        if isinstance(event, e.Bought):
            found.update(_named(world, event.power, event.what))
        elif isinstance(event, e.Lost) and not event.damaged:
            found.subtract(_named(world, event.power, event.what))
        elif isinstance(event, Scorched):
            found[BOARD, COMPLEX] -= 1
        elif isinstance(event, Negotiated) and event.face > event.value:
            found[NEUTRAL, "infantry"] -= event.army
            found[event.power, "infantry"] += event.army * event.friends
    return found


def money_after(world: World, before: Counter[str], events: Iterable[Event]) -> Counter[str]:
    found = Counter(before)
    for event in events:
        if isinstance(event, e.Bought | e.Repaired | Armed | Negotiated):
            found[event.power] -= event.cost
        elif isinstance(event, e.Collected):
            found[event.power] += event.income
        elif isinstance(event, Lent | Repaid):
            found[event.power] -= event.amount
            found[event.target] += event.amount
        elif isinstance(event, e.Looted):
            found[event.power] += event.amount
            found[event.loser] -= event.amount
    return found


def add_up(
    world: World, before: AxisState, action: Action, after: AxisState, events: list[Event]
) -> None:
    """Raises when something came from nowhere or went nowhere."""
    told, has = pieces_after(world, census(world, before), events), census(world, after)
    assert +told == +has, (
        str(action),
        {key: (told[key], has[key]) for key in told | has if told[key] != has[key]},
        [str(event) for event in events],
    )
    wealth = Counter({p.id: before.money[p.index] for p in world.powers})
    left = Counter({p.id: after.money[p.index] for p in world.powers})
    assert +money_after(world, wealth, events) == +left, str(action)
