"""New carriers that were named as landing places (G40-157).

Where the proof of a landing needs a carrier still to be mobilized, its zone is settled when the
combat moves end. A player names it with ``promise sz-110``; otherwise the first zone that will do
is taken. The carrier goes there whatever becomes of the aircraft.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from sandtable.games.axis.landing import Outlook, carriers_to_come, stranded, zones_to_come
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.table import Action, Event, Log

from .state import State1940

TEXTS = {
    "promise-none": "No aircraft needs a new carrier as its landing place",
    "promise-zone": "No new carrier can come to {zone}",
    "promise-harm": "With the carrier in {zone} fewer aircraft could land",
}


class Promise(Action, frozen=True):
    """A new carrier will be mobilized in this zone."""

    zone: str

    def __str__(self) -> str:
        return f"promise {self.zone}"


class CarrierPromised(Event, frozen=True):
    power: str
    zone: str

    def __str__(self) -> str:
        return f"{self.power} will put a new carrier to sea in {self.zone}"


def lost_with(
    world: World, state: AxisState, power: int, zones: tuple[int, ...], outlook: Outlook
) -> tuple[int, int]:
    """Aircraft that cannot land if the only new carriers are those promised in these zones."""
    trial = state.copy()
    assert isinstance(trial, State1940)
    trial.promised = zones
    _, sure = carriers_to_come(world, trial, power)
    left = len(sure)
    for purse in world.purses_of[power]:
        pool = []
        for kind, count in trial.pool[purse]:
            if world.kinds[kind].deck:
                count, left = min(count, left), left - min(count, left)
            pool.append((kind, count))
        trial.pool[purse] = tuple(item for item in pool if item[1])
    return stranded(world, trial, power, outlook)


def is_needed(world: World, state: AxisState, power: int, outlook: Outlook) -> bool:
    """Whether some aircraft has no place to land but a new carrier that is not promised yet."""
    assert isinstance(state, State1940)
    if not any(slip.new for slip in carriers_to_come(world, state, power)[0]):
        return False
    now = stranded(world, state, power, outlook)
    return lost_with(world, state, power, state.promised, outlook) > now


def why_not(world: World, state: AxisState, power: int, zone: int) -> str:
    """The code of the refusal of a promise, or nothing."""
    assert isinstance(state, State1940)
    if not is_needed(world, state, power, Outlook.MOVING):
        return "promise-none"
    trial = state.copy()
    assert isinstance(trial, State1940)
    trial.promised = (*state.promised, zone)
    if len(carriers_to_come(world, trial, power)[1]) < len(trial.promised):
        return "promise-zone"
    before = stranded(world, state, power, Outlook.MOVING)
    after = stranded(world, trial, power, Outlook.MOVING)
    return "promise-harm" if after > before else ""


def make(world: World, state: AxisState, power: int, zone: int, log: Log) -> None:
    assert isinstance(state, State1940)
    state.promised = (*state.promised, zone)
    log.append(CarrierPromised(power=world.powers[power].id, zone=world.spaces[zone].id))


def settle(world: World, state: AxisState, power: int, log: Log) -> None:
    """The combat moves end: what the proof still needs is promised, as few carriers as will do."""
    if not is_needed(world, state, power, Outlook.FIGHTING):
        return
    assert isinstance(state, State1940)
    goal = stranded(world, state, power, Outlook.FIGHTING)
    for more in _sets(world, state, power):
        zones = (*state.promised, *more)
        if lost_with(world, state, power, zones, Outlook.FIGHTING) <= goal:
            for zone in more:
                make(world, state, power, zone, log)
            return


def _sets(world: World, state: AxisState, power: int) -> Iterator[tuple[int, ...]]:
    new = sum(slip.new for slip in carriers_to_come(world, state, power)[0])
    zones = sorted(zones_to_come(world, state, power))
    for number in range(1, new + 1):
        yield from combinations_with_replacement(zones, number)


def kept(state: AxisState, zone: int | None) -> None:
    """A carrier has been put to sea: it was due in this zone, or not."""
    assert isinstance(state, State1940)
    if zone in state.promised:
        left = list(state.promised)
        left.remove(zone)
        state.promised = tuple(left)
