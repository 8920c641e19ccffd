"""Second Movement (and idle units in First): taking vacant land, garrisons, the way forward."""

from __future__ import annotations

from sandtable.games.fortress import duty, moves
from sandtable.games.fortress.acts import Move
from sandtable.games.fortress.board import CITIES, DISTANCE, IS_CITY, IS_ZONE, NEAR, WITHIN, N
from sandtable.games.fortress.field import (
    at,
    count,
    enemy_in,
    friendly,
    non_bombers,
    spaces_of,
    vacant,
)
from sandtable.games.fortress.pieces import (
    BOMBER,
    CLASS_OF,
    FIRST_MOVE,
    FOOT,
    HELICOPTER,
    SECOND_MOVE,
    USA,
    one,
)
from sandtable.games.fortress.state import FortressState
from sandtable.games.fortress.turn import supplied

from .worth import UNIT, city_value, cut_off, distances_to, enemies_of, hunted, threat

MASS = 1.2
"""How strongly US units gather where others stand already: a full city is hard to take."""


def serving_move(state: FortressState, force: int, target: int) -> Move | None:
    """The cheapest unit that can come into position on a declared space, and how."""
    ways = [
        (kind, source, end)
        for kind, source, end in duty.ways(state, force, target)
        if duty.broken_by(state, force, one(kind), source, end) < 0
    ]
    if not ways:
        return None
    kind, source, end = min(ways, key=lambda way: (UNIT[way[0]], way))
    return Move(one(kind), source, end)


class March:
    """A list of moves for one movement, built unit by unit on a picture of the board."""

    def __init__(self, state: FortressState, force: int, second: bool) -> None:
        self.state, self.force, self.second = state, force, second
        self.free: dict[tuple[int, int], int] = {}
        for space, kind in moves.movers(state, force, second):
            self.free[space, kind] = moves.movable(state, force, space, kind, second)
        self.here = {s: count(state, force, s) for s in range(N)}
        self.solid = {s: non_bombers(at(state, force, s)) for s in spaces_of(state, force)}
        self.entered = {
            s for s in state.declared if vacant(state, force, s) and self.solid.get(s, 0)
        }
        self.list: list[Move] = []
        self.threats: dict[int, float] = {}
        self.goals = distances_to(self._goals())

    def _goals(self) -> list[int]:
        """Invaders head for cities they do not hold, the US for invaders and lost cities."""
        state, force = self.state, self.force
        if force != USA:
            prey = hunted(state, force)
            return [c for c in CITIES if state.control[c] in prey]
        goals = [c for c in CITIES if state.control[c] != USA]
        goals += [s for f in enemies_of(force) for s in spaces_of(state, f) if not IS_ZONE[s]]
        if not goals:
            goals = [s for f in enemies_of(force) for s in spaces_of(state, f)]
        return goals or list(CITIES)

    def make(self) -> list[Move]:
        if self.second:
            self._enter_vacant()
            self._land_bombers()
        self._settle()
        return self.list

    # Vacant land

    def _enter_vacant(self) -> None:
        state, force = self.state, self.force
        linked = self._linked()
        waiting = [s for s in state.declared if vacant(state, force, s)]
        waiting.sort(key=lambda s: -self._prize(s))
        progress = True
        while progress:
            progress = False
            for space in list(waiting):
                if force != USA and not any(p in linked for p in NEAR[space]):
                    continue
                if space not in self.entered and not self._occupy(space):
                    continue
                waiting.remove(space)
                linked.add(space)
                progress = True
                break
        for space in sorted(self.entered, key=lambda s: -self._prize(s)):
            self._strengthen(space)

    def _linked(self) -> set[int]:
        if self.force == USA:
            return set()
        return set(supplied(self.state, self.force))

    def _prize(self, space: int) -> float:
        value = city_value(self.state, self.force, space)
        if self.force == USA:
            value += 0.6 * cut_off(self.state, space)
        return value - 0.05 * min(20, self.goals[space])

    def _occupy(self, space: int) -> bool:
        """Send the unit that can best be spared."""
        best, pick = -99.0, None
        for (source, kind), number in self.free.items():
            if not number or kind == BOMBER or DISTANCE[source][space] > SECOND_MOVE[kind]:
                continue
            if self.here[space] >= 5:
                continue
            score = self._spare(source, kind) - UNIT[kind] * (0.2 if IS_CITY[space] else 0.5)
            if not self._worth_it(source, space):
                continue
            if score > best:
                best, pick = score, (source, kind)
        if pick is None:
            return False
        self._go(*pick, space)
        self.entered.add(space)
        return True

    def _worth_it(self, source: int, space: int) -> bool:
        """Not leaving a city empty for a patch of land."""
        if self.here[source] > 1 or IS_ZONE[source]:
            return True
        if self.force == USA and not IS_CITY[space]:
            return not IS_CITY[source] and cut_off(self.state, space) > 2
        return not IS_CITY[source] or (IS_CITY[space] and self._danger(source) == 0)

    def _spare(self, source: int, kind: int) -> float:
        """How easily a unit leaves where it stands."""
        if IS_ZONE[source]:
            return 1.5
        score = 0.4 * self.here[source]
        if IS_CITY[source]:
            score -= 1.5 if self._danger(source) > 0 else 0.3
        if self.here[source] == 1:
            score -= 2.0
        return score

    def _strengthen(self, space: int) -> None:
        """A fresh gain that can be attacked gets a garrison."""
        wanted = self._wanted(space)
        while self.here[space] < wanted:
            best, pick = 0.0, None
            for (source, kind), number in self.free.items():
                if not number or kind == BOMBER or source == space:
                    continue
                if DISTANCE[source][space] > SECOND_MOVE[kind]:
                    continue
                if not IS_ZONE[source] and self.here[source] <= self._wanted(source):
                    continue
                score = 1.0 + self._spare(source, kind) + (0.3 if CLASS_OF[kind] == FOOT else 0)
                if score > best:
                    best, pick = score, (source, kind)
            if pick is None:
                return
            self._go(*pick, space)

    def _wanted(self, space: int) -> int:
        """How many units a space of ours should hold."""
        if IS_ZONE[space]:
            return 0
        danger = self._danger(space)
        if IS_CITY[space]:
            if self.force == USA:  # few places, well held
                return min(5, 1 + int(danger / 4)) if danger else 0
            return min(5, 2 + int(danger / 3)) if danger else 1
        if self.force == USA:
            return 0
        return 1 if danger < 4 else 2

    def _danger(self, space: int) -> float:
        if space not in self.threats:
            self.threats[space] = threat(self.state, space, enemies_of(self.force))
        return self.threats[space]

    # Bombers

    def _land_bombers(self) -> None:
        """Those that must go fly to company; the others rest behind the front."""
        state, force = self.state, self.force
        for space in state.declared:
            stay = vacant(state, force, space) and space in self.entered
            number = self.free.get((space, BOMBER), 0)
            if stay or not number:
                continue
            for _ in range(number):
                ways = [t for t in WITHIN[4][space] if self._can_hold(t)]
                if not ways:
                    break
                self._go(space, BOMBER, max(ways, key=self.shelter))

    def shelter(self, space: int) -> float:
        cover = min(4, self.here[space])
        zone = 1.5 if IS_ZONE[space] else 0.0
        return cover + zone - 0.25 * self._danger(space) - 0.3 * min(9, self.goals[space])

    def _can_hold(self, space: int) -> bool:
        if self.here[space] >= 5:
            return False
        return friendly(self.state, self.force, space) or space in self.entered

    # Everybody else

    def _settle(self) -> None:
        """Each unit that may still move goes where it is wanted most."""
        order = sorted(self.free, key=lambda key: (self.goals[key[0]], -UNIT[key[1]]))
        for source, kind in order:
            while self.free[source, kind] > 0:
                target = self._best_place(source, kind)
                if target == source:
                    break
                self._go(source, kind, target)

    def _best_place(self, source: int, kind: int) -> int:
        steps = SECOND_MOVE[kind] if self.second else FIRST_MOVE[kind]
        best, where = self._pull(source, kind, True) + 0.05, source
        for target in WITHIN[steps][source]:
            if not self._can_hold(target) or enemy_in(self.state, self.force, target) >= 0:
                continue
            if kind == BOMBER and not self.second and not friendly(self.state, self.force, target):
                continue
            pull = self._pull(target, kind, False)
            if pull > best:
                best, where = pull, target
        return where

    def _pull(self, space: int, kind: int, stays: bool) -> float:
        """How much a unit is wanted in a space."""
        others = self.here[space] - (1 if stays else 0)
        lack = self._wanted(space) - others
        pull = 0.0
        if lack > 0:
            pull += (4.0 if IS_CITY[space] else 1.2) + 0.5 * lack
        if kind in (BOMBER, HELICOPTER) and not IS_ZONE[space]:
            pull += 0.3 * min(3, others) - (1.5 if others == 0 else 0.0)
        far = self.goals[space]
        pull -= 0.9 * far if kind != BOMBER else 0.35 * far
        if self.force == USA and IS_CITY[space]:
            pull += 1.0 + MASS * min(4, others)
        return pull

    def _go(self, source: int, kind: int, target: int) -> None:
        self.free[source, kind] -= 1
        self.here[source] -= 1
        self.here[target] += 1
        if kind != BOMBER:
            self.solid[target] = self.solid.get(target, 0) + 1
        self.list.append(Move(one(kind), source, target))
