"""Exact odds for the battles of Fortress America.

A battle is one round: the defender fires air, vehicles, foot, then what is left of the attack
fires in the same order. Targets are chosen after each class has rolled, under a stated policy:

* a result falls on the legal unit that rolls the biggest die (a bomber before a tank, a tank
  before a helicopter, a mobile unit before infantry);
* but a defender in a city or in mountains first takes away combined arms, if the attack has
  them and a class of which one unit is left may be hit.

Everything else follows the rules: order of losses, destroyed before thrown back, Partisans
alone, columns. No sampling: all rolls are summed over.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

import msgspec

from sandtable.games.fortress.board import DISTANCE, IS_CITY, IS_ZONE, NEAR, ROUGH
from sandtable.games.fortress.field import at, enemy_in, friendly, non_bombers, room
from sandtable.games.fortress.fighting import combined_arms, dice, hits_from, open_kinds
from sandtable.games.fortress.moves import retreats
from sandtable.games.fortress.pieces import (
    AIR,
    ALL_KINDS,
    BOMBER,
    CLASS_OF,
    EMPTY,
    FIRST_MOVE,
    FOOT,
    HELICOPTER,
    INFANTRY,
    LIMIT,
    MOBILE,
    OF_CLASS,
    PARTISAN,
    TANK,
    VEHICLE,
    Stack,
    minus,
    one,
    plus,
)
from sandtable.games.fortress.state import FortressState

WORTH = (INFANTRY, PARTISAN, MOBILE, HELICOPTER, TANK, BOMBER)
"""The kinds from the least to the most worth shooting at."""
RANK = tuple(WORTH.index(kind) for kind in ALL_KINDS)

Line: TypeAlias = tuple[Stack, Stack, Stack, Stack]
"""Attackers in the battle, disengaged ones, defenders in it, retreated ones."""


class End(msgspec.Struct, frozen=True):
    """One way a battle can end and how likely it is."""

    chance: float
    attackers: Stack
    disengaged: Stack
    defenders: Stack
    retreated: Stack


class BattleOdds(msgspec.Struct, frozen=True):
    """``win``: the space is vacant and may be entered. ``barred``: emptied by bombers alone."""

    win: float
    barred: float
    hold: float
    attacker_losses: tuple[float, ...]
    defender_losses: tuple[float, ...]
    ends: tuple[End, ...]


@lru_cache(maxsize=4096)
def _results(sides: tuple[int, ...], needed: int) -> tuple[tuple[int, int, float], ...]:
    """How likely each number of hits and ones is with these dice."""
    table = {(0, 0): 1.0}
    for size in sorted(set(sides)):
        number = sides.count(size)
        hit, back = max(0, size - needed + 1) / size, 1 / size
        fresh: dict[tuple[int, int], float] = {}
        for (hits, ones), chance in table.items():
            for h in range(number + 1):
                for o in range(number - h + 1):
                    ways = comb(number, h) * comb(number - h, o)
                    p = ways * hit**h * back**o * (1 - hit - back) ** (number - h - o)
                    key = (hits + h, ones + o)
                    fresh[key] = fresh.get(key, 0.0) + chance * p
        table = fresh
    return tuple((h, o, p) for (h, o), p in table.items() if p > 0)


def choose(stack: Stack, unit_class: int, breaks_arms: bool) -> int:
    """The kind that the next result falls on, or -1 if nobody can be hit."""
    kinds = open_kinds(stack, unit_class)
    if not kinds:
        return -1
    if breaks_arms and combined_arms(stack):
        last = [k for k in kinds if sum(stack[j] for j in OF_CLASS[CLASS_OF[k]]) == 1]
        kinds = last or kinds
    return max(kinds, key=RANK.__getitem__)


@lru_cache(maxsize=100_000)
def _apply(
    stack: Stack, back: Stack, unit_class: int, hits: int, ones: int, breaks_arms: bool
) -> tuple[Stack, Stack]:
    """The stack after these results, and who was thrown back (FA-186: destroyed first)."""
    for number in range(hits + ones):
        kind = choose(stack, unit_class, breaks_arms)
        if kind < 0:
            break
        stack = minus(stack, one(kind))
        if number >= hits:
            back = plus(back, one(kind))
    return stack, back


def _defend(lines: dict[Line, float], rough: bool, weak: bool) -> dict[Line, float]:
    for unit_class in (AIR, VEHICLE, FOOT):
        after: dict[Line, float] = {}
        for (attack, out, defence, gone), chance in lines.items():
            shots = _results(dice(defence, unit_class, weak), hits_from(rough, None))
            for hits, ones, p in shots:
                stack, back = _apply(attack, out, unit_class, hits, ones, rough)
                key = (stack, back, defence, gone)
                after[key] = after.get(key, 0.0) + chance * p
        lines = after
    return lines


def _attack(lines: dict[Line, float], rough: bool, weak: bool) -> dict[Line, float]:
    for unit_class in (AIR, VEHICLE, FOOT):
        after: dict[Line, float] = {}
        for line, chance in lines.items():
            attack, out, defence, gone = line
            if not any(defence):
                after[line] = after.get(line, 0.0) + chance
                continue
            shots = _results(dice(attack, unit_class, weak), hits_from(rough, attack))
            for hits, ones, p in shots:
                stack, back = _apply(defence, gone, unit_class, hits, ones, False)
                key = (attack, out, stack, back)
                after[key] = after.get(key, 0.0) + chance * p
        lines = after
    return lines


@lru_cache(maxsize=20000)
def battle(
    attack: Stack, defence: Stack, rough: bool = False, weak: bool = False, escape: bool = True
) -> BattleOdds:
    """The odds of one battle.

    ``rough``: a city or mountains. ``weak``: the option of weak Partisans. ``escape``: whether
    defenders that must retreat have somewhere to go; otherwise they are destroyed.
    """
    lines = _attack(_defend({(attack, EMPTY, defence, EMPTY): 1.0}, rough, weak), rough, weak)
    win = barred = hold = 0.0
    ours, theirs = [0.0] * len(attack), [0.0] * len(defence)
    ends = []
    for (left, out, stand, gone), chance in lines.items():
        if any(stand):
            hold += chance
        elif sum(left) == left[BOMBER]:
            barred += chance
        else:
            win += chance
        saved = gone if escape else EMPTY
        for kind in ALL_KINDS:
            ours[kind] += chance * (attack[kind] - left[kind] - out[kind])
            theirs[kind] += chance * (defence[kind] - stand[kind] - saved[kind])
        ends.append(End(chance, left, out, stand, gone))
    return BattleOdds(win, barred, hold, tuple(ours), tuple(theirs), tuple(ends))


# Taking a space with all that can reach it


class Muster(msgspec.Struct, frozen=True):
    """Everybody who can be in position on a target: (from, kind, post), one entry a unit."""

    units: tuple[tuple[int, int, int], ...]

    @property
    def stack(self) -> Stack:
        total = EMPTY
        for _, kind, _ in self.units:
            total = plus(total, one(kind))
        return total


class TakingOdds(msgspec.Struct, frozen=True):
    """``take``: the battle is won and somebody who is no bomber is left to walk in."""

    take: float
    odds: BattleOdds
    muster: Muster


def muster(state: FortressState, force: int, target: int) -> Muster:
    """The strongest attack on a space that First Movement allows.

    Units next to the target stay there. Bombers fly over it where they may; vehicles and
    helicopters (and bombers beyond those) fill the room that is left in friendly spaces around
    it, strongest first, as many as fit. Assumes that the target is, or will be, declared.
    """
    posts = {p: max(0, room(state, force, p)) for p in NEAR[target] if friendly(state, force, p)}
    units: list[tuple[int, int, int]] = []
    movers: list[tuple[int, int]] = []
    for space in range(len(DISTANCE)):
        stack = at(state, force, space)
        if not any(stack) or space in state.declared:
            continue
        for kind in ALL_KINDS:
            if space in posts:
                units += [(space, kind, space)] * stack[kind]
            elif FIRST_MOVE[kind] and DISTANCE[space][target] <= FIRST_MOVE[kind] + 1:
                movers += [(space, kind)] * stack[kind]
    over = 0
    movers.sort(key=lambda unit: -RANK[unit[1]])
    rest: list[tuple[int, int]] = []
    may_overfly = (
        state.settings.overflight and not IS_ZONE[target] and enemy_in(state, force, target) >= 0
    )
    for space, kind in movers:
        if kind == BOMBER and may_overfly and over < LIMIT and DISTANCE[space][target] <= 4:
            units.append((space, kind, target))
            over += 1
        else:
            rest.append((space, kind))
    units += _fill(rest, posts)
    return Muster(tuple(units))


def _fill(movers: list[tuple[int, int]], posts: dict[int, int]) -> list[tuple[int, int, int]]:
    """Seat movers in posts: augmenting paths in order of strength, so the best get places."""
    seated: dict[int, list[int]] = {post: [] for post in posts}

    def seat(i: int, seen: set[int]) -> bool:
        space, kind = movers[i]
        for post, places in posts.items():
            if post in seen or not 1 <= DISTANCE[space][post] <= FIRST_MOVE[kind]:
                continue
            seen.add(post)
            if len(seated[post]) < places:
                seated[post].append(i)
                return True
            for j, other in enumerate(seated[post]):
                if seat(other, seen):
                    seated[post][j] = i
                    return True
        return False

    for i in range(len(movers)):
        seat(i, set())
    return [(*movers[i], post) for post, sitters in seated.items() for i in sitters]


def taking(state: FortressState, force: int, target: int) -> TakingOdds:
    """The chance of taking a space with all that can reach it."""
    party = muster(state, force, target)
    defender = enemy_in(state, force, target)
    if defender < 0:
        walk_in = any(kind != BOMBER for _, kind, _ in party.units)
        nothing = BattleOdds(1.0, 0.0, 0.0, (0.0,) * 6, (0.0,) * 6, ())
        return TakingOdds(float(walk_in and not IS_ZONE[target]), nothing, party)
    defence = at(state, defender, target)
    escape = any(retreats(state, defender, k, target) for k in ALL_KINDS if defence[k])
    weak = state.settings.weak_partisans
    odds = battle(party.stack, defence, ROUGH[target], weak, escape)
    if IS_ZONE[target]:
        return TakingOdds(0.0, odds, party)
    take = sum(
        end.chance for end in odds.ends if not any(end.defenders) and non_bombers(end.attackers)
    )
    return TakingOdds(take, odds, party)


def cities_in_reach(state: FortressState, force: int) -> list[tuple[int, float]]:
    """Every enemy city with the chance of taking it, best first."""
    found = [
        (city, taking(state, force, city).take)
        for city in range(len(IS_CITY))
        if IS_CITY[city] and not friendly(state, force, city)
    ]
    return sorted((pair for pair in found if pair[1] > 0), key=lambda pair: -pair[1])
