"""Planning a turn: which spaces to declare, who goes where, who fights in which battle."""

from __future__ import annotations

import msgspec

from sandtable.games.fortress.acts import AssignUnits, Move
from sandtable.games.fortress.board import DISTANCE, IS_CITY, IS_ZONE, NEAR, NEAR_SET, ROUGH, N
from sandtable.games.fortress.field import at, enemy_in, friendly, invader_cities, room, spaces_of
from sandtable.games.fortress.moving import target_refusal
from sandtable.games.fortress.pieces import (
    AIR,
    ALL_KINDS,
    BOMBER,
    CLASS_OF,
    EMPTY,
    FIRST_MOVE,
    FOOT,
    LIMIT,
    USA,
    VEHICLE,
    Stack,
    one,
    plus,
)
from sandtable.games.fortress.state import FortressState
from sandtable.games.fortress.turn import isolated, supplied

from .worth import UNIT, Guess, city_value, cut_off, guess, hunted, stack_worth


class Plan(msgspec.Struct):
    """What a captain means to do in Actions 2 and 3."""

    declare: list[int] = []
    moves: list[Move] = []
    assign: list[AssignUnits] = []


class Unit(msgspec.Struct, frozen=True):
    """One unit that can take part: where it stands, what it is, where it would fight from."""

    space: int
    kind: int
    post: int


class Style(msgspec.Struct, frozen=True):
    """How bold a captain is."""

    win: float = 0.55
    loss: float = 1.0
    gain: float = 1.0
    cut: float = 0.8
    spare: float = 0.0


class Planner:
    """Picks attacks one by one, the best first, and gives each the units it needs."""

    def __init__(self, state: FortressState, force: int, style: Style) -> None:
        self.state, self.force, self.style = state, force, style
        self.free = {space: list(at(state, force, space)) for space in spaces_of(state, force)}
        self.room = {s: room(state, force, s) for s in range(N) if friendly(state, force, s)}
        self.plan = Plan([], [], [])
        self.manned: set[int] = set()
        self.lost = self._lost_units()
        # How near the invaders are to their cities: 4 means the US loses as things stand.
        self.urgency = max(0, invader_cities(state) - state.settings.city_target + 4)

    def _lost_units(self) -> set[int]:
        """Spaces of own units without supply, which an attack might save."""
        return set(isolated(self.state, self.force)) if self.force != USA else set()

    def make(self) -> Plan:
        state, force = self.state, self.force
        targets = [t for t in range(N) if self._worth_a_look(t)]
        occupied = [t for t in targets if enemy_in(state, force, t) >= 0]
        best = [(self._consider(t), t) for t in occupied]
        while best:
            best = [pair for pair in best if pair[0] is not None]
            if not best:
                break
            best.sort(key=lambda pair: -pair[0][0] if pair[0] else 0.0)
            offer, target = best.pop(0)
            if offer is None:
                continue
            fresh = self._consider(target)
            if fresh is None:
                continue
            if best and best[0][0] is not None and fresh[0] < best[0][0][0] - 1e-9:
                best.append((fresh, target))
                continue
            self._commit(target, fresh[1])
        empty = [t for t in targets if enemy_in(state, force, t) < 0]
        self.plan.declare += [target for target in empty if self._can_stroll(target)]
        return self.plan

    def _worth_a_look(self, target: int) -> bool:
        state, force = self.state, self.force
        if target_refusal(state, force, target) is not None:
            return False
        if IS_ZONE[target]:
            return enemy_in(state, force, target) >= 0
        return state.control[target] in hunted(state, force)

    def _can_stroll(self, target: int) -> bool:
        """Whether somebody stands next to an empty target, or will after First Movement.

        Bombers over an enemy do not count: they fight there and nowhere else.
        """
        near = NEAR_SET[target]
        return any(space in near and any(stack) for space, stack in self.free.items()) or any(
            post in near for post in self.manned
        )

    # One attack

    def _available(self, target: int) -> list[Unit]:
        posts = [p for p in NEAR[target] if p in self.room]
        over = (
            self.state.settings.overflight
            and not IS_ZONE[target]
            and enemy_in(self.state, self.force, target) >= 0
        )
        units = []
        for space, stack in self.free.items():
            for kind in ALL_KINDS:
                if stack[kind]:
                    post = self._post(space, kind, target, posts, over)
                    if post >= 0:
                        units += [Unit(space, kind, post)] * stack[kind]
        return units

    def _post(self, space: int, kind: int, target: int, posts: list[int], over: bool) -> int:
        if space in NEAR_SET[target]:
            return space
        steps = FIRST_MOVE[kind]
        if kind == BOMBER and over and DISTANCE[space][target] <= steps:
            return target
        if not steps or DISTANCE[space][target] > steps + 1:
            return -1
        ways = [p for p in posts if self.room[p] > 0 and DISTANCE[space][p] <= steps]
        return max(ways, key=lambda p: self.room[p]) if ways else -1

    def _consider(self, target: int) -> tuple[float, list[Unit]] | None:
        """The best attack on a target, or ``None`` if there is no good one."""
        units = self._available(target)
        if not any(unit.kind != BOMBER for unit in units):
            return None
        defender = enemy_in(self.state, self.force, target)
        defence = at(self.state, defender, target)
        value, needed = self._value(target), self._needed(target)
        weak = self.state.settings.weak_partisans
        chosen: list[Unit] = []
        stack: Stack = EMPTY
        taken = dict(self.room)
        offer: tuple[float, list[Unit]] | None = None
        for unit in self._in_order(units):
            if unit.post not in (unit.space, target):
                if taken[unit.post] <= 0:
                    continue
                taken[unit.post] -= 1
            if unit.post == target and sum(u.post == target for u in chosen) >= LIMIT:
                continue
            chosen.append(unit)
            stack = plus(stack, one(unit.kind))
            odds = guess(stack, defence, ROUGH[target], weak)
            score = self._score(odds, value) - 0.12 * len(chosen)
            if odds.win >= needed and (offer is None or score > offer[0]):
                offer = (score, list(chosen))
        return offer if offer is not None and offer[0] > self.style.spare else None

    def _needed(self, target: int) -> float:
        if self.urgency >= 4 and IS_CITY[target]:
            return 0.1  # nothing to lose any more
        return self.style.win if IS_CITY[target] else self.style.win + 0.1

    def _score(self, odds: Guess, value: float) -> float:
        return odds.win * value + self.style.gain * odds.gain - self.style.loss * odds.cost

    def _value(self, target: int) -> float:
        state = self.state
        value = city_value(state, self.force, target)
        if self.force == USA:
            if IS_CITY[target]:
                value += 3.0 * self.urgency
            return value + self.style.cut * cut_off(state, target)
        if self.lost:
            line = supplied(state, self.force)
            if any(p in line for p in NEAR[target]) and any(p in self.lost for p in NEAR[target]):
                value += sum(stack_worth(at(state, self.force, s)) for s in self.lost)
        cities = sum(IS_CITY[p] and state.control[p] == USA for p in NEAR[target])
        return value + 0.7 * cities

    def _in_order(self, units: list[Unit]) -> list[Unit]:
        """One of each class first, for combined arms; then by strength, near ones before far."""
        units = sorted(units, key=lambda u: (u.post != u.space, -UNIT[u.kind]))
        first: list[Unit] = []
        for unit_class in (FOOT, VEHICLE, AIR):
            pick = next((u for u in units if CLASS_OF[u.kind] == unit_class), None)
            if pick is not None:
                first.append(pick)
                units.remove(pick)
        return first + units

    def _commit(self, target: int, units: list[Unit]) -> None:
        self.plan.declare.append(target)
        groups: dict[tuple[int, int], Stack] = {}
        for unit in units:
            self.free[unit.space][unit.kind] -= 1
            if unit.post != unit.space:
                if unit.post != target:
                    self.room[unit.post] -= 1
                self.plan.moves.append(Move(one(unit.kind), unit.space, unit.post))
            if unit.post != target:
                self.manned.add(unit.post)
                key = (unit.post, target)
                groups[key] = plus(groups.get(key, EMPTY), one(unit.kind))
        self.plan.assign += [AssignUnits(stack, *key) for key, stack in groups.items()]
