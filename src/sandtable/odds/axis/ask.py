"""The questions the other way round: how much is enough, and what if several attack in turn."""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from sandtable.table import Malformed

from .answer import WIN, Odds
from .battle import Arms, Battle, Party, check
from .solver import solve

Goal = Literal["win", "take"]


class Found(msgspec.Struct, frozen=True):
    """The units that are enough, their price, and the chance they give.

    ``units`` is empty when nothing is enough (or nothing is needed: ``needed`` is false).
    ``complete``: nothing cheaper was left untried.
    """

    units: dict[str, int]
    cost: int
    chance: float
    possible: bool
    needed: bool
    tried: int
    complete: bool


def chance_of(battle: Battle, goal: Goal) -> float:
    odds = solve(battle)
    return odds.take if goal == "take" else odds.win


def goal_of(battle: Battle) -> Goal:
    """What is asked for unless said otherwise: to take the space if ground troops attack."""
    arms = check(battle)
    ground = any(arms.kinds[arms.kind[name]].takes_land for name in battle.attacker.units)
    return "take" if ground and not battle.sea else "win"


def smallest_attack(
    battle: Battle,
    chance: float,
    *,
    by: Literal["cost", "units"] = "cost",
    goal: Goal | None = None,
    budget_ms: float | None = None,
) -> Found:
    """The cheapest (or smallest) part of the attackers that reaches a chance.

    Parts are tried from the cheapest on, so the first that is enough is the answer.
    """
    arms = check(battle)
    _probability(chance)
    aim = goal or goal_of(battle)
    deadline = _deadline(budget_ms)
    units = {name: n for name, n in battle.attacker.units.items() if n}
    whole = chance_of(battle, aim)
    if whole < chance:
        return Found({}, 0, whole, False, True, 1, True)
    tried = 1
    best = Found(units, arms.cost(units), whole, True, True, tried, False)
    for part in _parts(arms, units, by):
        if _late(deadline):
            return msgspec.structs.replace(best, tried=tried)
        tried += 1
        landed = {n: min(c, part.get(n, 0)) for n, c in battle.attacker.landed.items()}
        party = msgspec.structs.replace(battle.attacker, units=part, landed=landed)
        if sum(battle.bombard.values()) > sum(landed.values()):
            continue
        reached = chance_of(msgspec.structs.replace(battle, attacker=party), aim)
        if reached >= chance:
            return Found(part, arms.cost(part), reached, True, True, tried, True)
    return msgspec.structs.replace(best, tried=tried, complete=True)


def _parts(arms: Arms, units: Mapping[str, int], by: str) -> Iterator[dict[str, int]]:
    """All parts of a force but the empty one, the cheapest (or smallest) first."""
    names = list(units)
    prices = [arms.kinds[arms.kind[name]].cost for name in names]
    seen = {tuple(0 for _ in names)}
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, next(iter(seen)))]
    while heap:
        _, _, counts = heapq.heappop(heap)
        if any(counts):
            yield {name: n for name, n in zip(names, counts, strict=True) if n}
        for index, name in enumerate(names):
            if counts[index] < units[name]:
                more = (*counts[:index], counts[index] + 1, *counts[index + 1 :])
                if more not in seen:
                    seen.add(more)
                    cost = sum(n * p for n, p in zip(more, prices, strict=True))
                    key = (cost, sum(more)) if by == "cost" else (sum(more), cost)
                    heapq.heappush(heap, (*key, more))


def reinforcement(
    battle: Battle,
    chance: float,
    *,
    units: Sequence[str] = (),
    goal: Goal | None = None,
    most: int = 200,
    budget_ms: float | None = None,
) -> Found:
    """The cheapest units that make a defence hold with a chance.

    ``units``: what may be added (otherwise all that can fight there); ``most``: money.
    """
    arms = check(battle)
    _probability(chance)
    aim = goal or goal_of(battle)
    deadline = _deadline(budget_ms)
    offered = list(units) or [
        kind.id
        for kind in arms.kinds
        if kind.fights
        and kind.defence
        and (kind.domain == ("sea" if battle.sea else "land") or kind.domain == "air")
        and not (battle.sea and kind.raids)
    ]
    held = 1 - chance_of(battle, aim)
    if held >= chance:
        return Found({}, 0, held, True, False, 1, True)
    first = battle.defenders[0]
    price = {name: arms.kinds[arms.kind[name]].cost for name in offered}
    limits = {name: most // price[name] for name in offered}
    tried = 1
    for part in _parts(arms, limits, "cost"):
        cost = arms.cost(part)
        if cost > most or _late(deadline):
            return Found({}, 0, held, False, True, tried, cost > most)
        tried += 1
        more = {n: first.units.get(n, 0) + part.get(n, 0) for n in {**first.units, **part}}
        party = msgspec.structs.replace(first, units=more)
        stronger = msgspec.structs.replace(battle, defenders=(party, *battle.defenders[1:]))
        reached = 1 - chance_of(stronger, aim)
        if reached >= chance:
            return Found(part, cost, reached, True, True, tried, True)
    return Found({}, 0, held, False, True, tried, True)


class Wave(msgspec.Struct, frozen=True):
    """One of several attacks in turn: the chance that it comes to it, and what it brings."""

    fought: float
    take: float
    """The space, or at sea the victory, by this wave, all earlier ones having failed."""
    attacker_cost: float
    defender_cost: float


class Waves(msgspec.Struct, frozen=True):
    waves: list[Wave]
    take: float
    defenders: list[tuple[dict[str, int], float]]
    """Who is left when nobody took the space."""
    method: str = "exact"


def waves(battles: Sequence[Battle]) -> Waves:
    """Attacks by allied powers one after the other on the same space.

    The defenders of the first battle meet each wave with what the ones before have left;
    damaged ships are whole again between battles. The defenders of later battles are ignored.
    """
    if not battles:
        raise Malformed("there is no attack")
    first = battles[0]
    now: dict[tuple[tuple[tuple[str, int], ...], ...], float] = {
        tuple(tuple(sorted(party.units.items())) for party in first.defenders): 1.0
    }
    found, taken = [], 0.0
    for battle in battles:
        fought, take, costs = sum(now.values()), 0.0, [0.0, 0.0]
        after: dict[tuple[tuple[tuple[str, int], ...], ...], float] = {}
        for left, chance in now.items():
            parties = tuple(
                msgspec.structs.replace(party, units=dict(units))
                for party, units in zip(first.defenders, left, strict=True)
            )
            odds = solve(msgspec.structs.replace(battle, defenders=parties))
            take += chance * (odds.win if battle.sea else odds.take)
            costs[0] += chance * odds.cost(True)
            costs[1] += chance * odds.cost(False)
            for counts, p in _not_taken(odds, battle.sea).items():
                key = _parties(odds, parties, counts)
                after[key] = after.get(key, 0.0) + chance * p
        taken += take
        found.append(Wave(fought, take, costs[0], costs[1]))
        now = after
    rest = [(_together(left), chance) for left, chance in now.items()]
    return Waves(found, taken, sorted(rest, key=lambda item: -item[1]))


def _not_taken(odds: Odds, sea: bool) -> dict[tuple[int, ...], float]:
    """Chances of the defenders left where the space was not taken."""
    found: dict[tuple[int, ...], float] = {}
    for block in odds.blocks:
        chances = block.chances
        if block.end == WIN and sea:
            continue
        if block.end == WIN and block.holds is not None:
            chances = chances * ~block.holds[block.which_attackers]
        for index, chance in zip(block.which_defenders.tolist(), chances.tolist(), strict=True):
            if chance:
                counts = tuple(block.defenders[index].tolist())
                found[counts] = found.get(counts, 0.0) + chance
    return found


def _parties(
    odds: Odds, parties: Sequence[Party], counts: tuple[int, ...]
) -> tuple[tuple[tuple[str, int], ...], ...]:
    side = odds.defender
    units: list[dict[str, int]] = [
        {n: c for n, c in p.units.items() if not _fights(side.kinds, n)} for p in parties
    ]
    for (owner, kind), count in zip(side.groups, counts, strict=True):
        if count:
            units[owner][side.kinds[kind].id] = count
    return tuple(tuple(sorted(found.items())) for found in units)


def _fights(kinds: Sequence[object], name: str) -> bool:
    return any(getattr(k, "id", "") == name and getattr(k, "fights", False) for k in kinds)


def _together(left: tuple[tuple[tuple[str, int], ...], ...]) -> dict[str, int]:
    total: dict[str, int] = {}
    for party in left:
        for name, count in party:
            total[name] = total.get(name, 0) + count
    return total


def _probability(chance: float) -> None:
    if not 0 < chance <= 1:
        raise Malformed("a chance is more than 0 and at most 1")


def _deadline(budget_ms: float | None) -> float | None:
    return None if budget_ms is None else time.perf_counter() + budget_ms / 1000


def _late(deadline: float | None) -> bool:
    return deadline is not None and time.perf_counter() > deadline
