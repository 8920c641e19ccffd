"""Conservation: every piece and every IPC that comes or goes is told by an event."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sandtable.games.axis import events as e
from sandtable.games.axis.actions import BuyTokens
from sandtable.games.axis.research import TOKEN_PRICE
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.games.axis1940.convoys import ConvoysLost
from sandtable.games.axis1940.events import Joined
from sandtable.games.axis1940.mobilize import Refunded
from sandtable.games.axis1940.yards import Upgraded
from sandtable.table import Action, Event

NEUTRAL, BOARD, COMPLEX = "neutral", "board", "complex"
"""Armies of all leanings are one; facilities belong to the ground; complexes grow and shrink."""

Census = Counter[tuple[str, str]]


def census(world: World, state: AxisState) -> Census:
    """All pieces by owner and kind: on the board, aboard, waiting; and facilities."""
    numbers: Counter[tuple[int, int]] = Counter()
    for stack in state.units:
        for piece, count in stack:
            numbers[piece.owner, piece.kind] += count
            for cargo in piece.cargo:
                numbers[cargo.owner, cargo.kind] += count
    found: Census = Counter()
    for (owner, kind), count in numbers.items():
        found[_key(world, owner, kind)] += count
    for purse, pool in zip(world.purses, state.pool, strict=True):
        for kind, count in pool:
            found[_key(world, purse.power, kind)] += count
    for here in state.facilities.values():
        for facility in here:
            found[_key(world, 0, facility.kind)] += 1
    return found


def _key(world: World, owner: int, kind: int) -> tuple[str, str]:
    data, power = world.kinds[kind], world.powers[owner]
    if data.building:
        return BOARD, COMPLEX if data.building.is_factory else data.id
    return NEUTRAL if power.neutral else power.id, data.id


def _named(world: World, owner: str, what: str) -> Census:
    power = world.purses[world.purse[owner]].power
    found: Census = Counter()
    for count, kind in re.findall(r"(\d+) ([a-z-]+)", what):
        found[_key(world, power, world.kind[kind])] += int(count)
    return found


def pieces_after(world: World, before: Census, events: Iterable[Event]) -> Census:
    """What the events make of a census; complexes that China has torn down are taken away."""
    found = Counter(before)
    for event in events:
        if isinstance(event, e.Bought | e.Received):
            found.update(_named(world, event.power, event.what))
        elif isinstance(event, Refunded) or (isinstance(event, e.Lost) and not event.damaged):
            found.subtract(_named(world, event.power, event.what))
        elif isinstance(event, Joined):
            found[event.power, "infantry"] += event.units
            found[NEUTRAL, "infantry"] -= event.units
    return found


def money(world: World, state: AxisState) -> Counter[str]:
    return Counter(
        {p.id: sum(state.money[i] for i in world.purses_of[p.index]) for p in world.powers}
    )


def money_after(
    world: World, before: Counter[str], turn: str, action: Action, events: Iterable[Event]
) -> Counter[str]:
    found = Counter(before)

    def power(purse: str) -> str:
        return world.powers[world.purses[world.purse[purse]].power].id

    for event in events:
        if isinstance(event, e.Bought | e.Repaired | Upgraded):
            found[power(event.power)] -= event.cost
        elif isinstance(event, Refunded):
            found[power(event.power)] += event.cost
        elif isinstance(event, e.Collected):
            bonuses = sum(amount for amount, _ in event.bonuses)
            found[power(event.power)] += event.income + event.bonds + bonuses + event.extra
        elif isinstance(event, ConvoysLost):
            found[power(event.power)] -= event.amount
        elif isinstance(event, e.Looted):
            found[power(event.power)] += event.amount
            found[power(event.loser)] -= event.amount
    if isinstance(action, BuyTokens):
        found[turn] -= action.count * TOKEN_PRICE
    return found


def add_up(
    world: World, before: AxisState, action: Action, after: AxisState, events: list[Event]
) -> None:
    """Raises when something came from nowhere or went nowhere."""
    had, has = census(world, before), census(world, after)
    told = pieces_after(world, had, events)
    freed = {event.space for event in events if isinstance(event, e.Captured)}
    torn = sum(
        1
        for space in before.facilities
        if world.spaces[space].id in freed and world.powers[after.owner[space]].confined
    )
    gone = told[BOARD, COMPLEX] - has[BOARD, COMPLEX]
    assert 0 <= gone <= torn, (str(action), gone, torn, events)
    told[BOARD, COMPLEX] = has[BOARD, COMPLEX]
    assert +told == +has, {
        key: (told[key], has[key]) for key in told | has if told[key] != has[key]
    }
    turn = world.powers[before.turn].id
    wealth = money_after(world, money(world, before), turn, action, events)
    assert +wealth == +money(world, after), str(action)
