"""Amphibious assaults: the landing depends on what the battle at sea leaves of the transports."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from sandtable.table import Malformed

from . import compiled
from .answer import ABSENT, RETREAT, Block, Odds
from .battle import Arms, Battle, Party, Start, check
from .meter import Meter
from .solver import on_land, with_arrays

Load = tuple[str, ...]


class Crossing(msgspec.Struct, frozen=True):
    """A battle in one launching zone, and what each attacking transport there carries."""

    battle: Battle
    loads: tuple[Load, ...]


class Assault:
    """The odds at sea, zone by zone, and then ashore. ``land.absent``: nobody came ashore."""

    def __init__(self, seas: Sequence[Odds], land: Odds) -> None:
        self.seas = seas
        self.land = land

    @property
    def take(self) -> float:
        return self.land.take


def assault(
    crossings: Sequence[Crossing], land: Battle, *, budget_ms: float | None = None, rounds: int = 0
) -> Assault:
    """Sea combats first, then the landing of whoever got through.

    ``land.attacker`` has the units that come overland or by air, and those from zones without
    a battle (``landed``); no ship of a zone that saw a battle bombards.
    """
    meter = Meter(budget_ms)
    seas, ashore = [], [(1.0, {}, {})]  # type: ignore[var-annotated]
    everything = dict(land.attacker.units)
    for crossing in crossings:
        found = check(crossing.battle)
        ships = sum(
            n
            for name, n in crossing.battle.attacker.units.items()
            if found.kinds[found.kind[name]].transport
        )
        if len(crossing.loads) != ships:
            raise Malformed(f"{len(crossing.loads)} loads are given for {ships} transports")
        odds = compiled.solve(crossing.battle, budget_ms=meter.left) or with_arrays(
            crossing.battle, meter
        )
        seas.append(odds)
        parts = _landings(found, odds, crossing.loads)
        ashore = [
            (p * q, _plus(units, more), _plus(aboard, kept))
            for p, units, aboard in ashore
            for q, more, kept in parts
        ]
        for load in crossing.loads:
            everything = _plus(everything, _counted(load))
    return Assault(seas, _ashore(land, everything, ashore, meter, rounds))


def _landings(
    arms: Arms, odds: Odds, loads: Sequence[Load]
) -> list[tuple[float, dict[str, int], dict[str, int]]]:
    """Chances of (units that land, units still aboard). The emptiest transports sink first."""
    ranked = sorted(loads, key=len)
    transports = [g for g, kind in odds.attacker.kinds_here() if kind.transport]
    warships = [g for g, kind in odds.defender.kinds_here() if kind.surface_warship]
    found: dict[tuple[int, bool], float] = {}
    for block in odds.blocks:
        left = block.attackers[:, transports].sum(axis=1)[block.which_attackers]
        hostile = block.defenders[:, warships].sum(axis=1)[block.which_defenders] > 0
        lands = ~hostile & (block.end != RETREAT)
        for number in np.unique(left).tolist():
            for ashore in (True, False):
                chance = float(block.chances[(left == number) & (lands == ashore)].sum())
                if chance:
                    key = (number, ashore)
                    found[key] = found.get(key, 0.0) + chance
    parts = []
    for (number, ashore), chance in found.items():
        cargo: dict[str, int] = {}
        for load in ranked[len(ranked) - number :]:
            cargo = _plus(cargo, _counted(load))
        parts.append((chance, cargo, {}) if ashore else (chance, {}, cargo))
    return parts


def _ashore(
    land: Battle,
    everything: dict[str, int],
    ashore: Sequence[tuple[float, dict[str, int], dict[str, int]]],
    meter: Meter,
    rounds: int,
) -> Odds:
    """The land battle of all the forces that may come ashore, side by side."""
    party = land.attacker
    whole = msgspec.structs.replace(
        land, attacker=Party(everything, party.power, party.techs, party.landed, party.dropped)
    )
    arms = check(whole)
    starts, absent = [], []
    for chance, units, aboard in ashore:
        force = _plus(party.units, units)
        if force:
            starts.append(Start(chance, force, _plus(party.landed, units)))
        else:
            absent.append((chance, aboard))
    begun = starts or [Start(0.0, everything, {})]
    found = None if rounds else compiled.solve(whole, budget_ms=meter.left, starts=begun)
    odds = found or on_land(arms)(arms, whole, meter, begun).solve(rounds)
    if absent:
        names = [kind.id for _, kind in odds.attacker.kinds_here()]
        kept = np.array([[aboard.get(name, 0) for name in names] for _, aboard in absent])
        chances = np.array([chance for chance, _ in absent])
        every = np.arange(len(absent))
        enemy = np.array([odds.initial[1]])
        nobody = Block(ABSENT, chances, kept, every, enemy, np.zeros_like(every))
        odds = odds.joined(nobody)
    return odds


def _counted(load: Load) -> dict[str, int]:
    return {name: load.count(name) for name in load}


def _plus(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    total = dict(first)
    for name, count in second.items():
        total[name] = total.get(name, 0) + count
    return {name: count for name, count in total.items() if count}
