"""Where units should stand when the enemy's turns come: a small search over whole deployments.

Progress towards where they are wanted against what the enemy could win from them. Stacks move
together: half a stack in front of the enemy is a gift, the whole of it a threat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from .picture import Picture
from .trial import merged

SHARES = (0.8, 0.6, 0.4)
"""How much of an army may go where all of it may not."""
LARGEST = 400.0
"""Beyond so many IPCs a stack gains nothing more from its size."""


class Group(msgspec.Struct):
    """Units of one kind that start in one space; ``dest`` is where they are to stand."""

    source: int
    kind: int
    count: int
    dest: int
    options: tuple[int, ...]


class Deployment:
    """Improves a deployment step by step until nothing helps or time is up."""

    def __init__(
        self,
        picture: Picture,
        groups: list[Group],
        standing: dict[int, dict[int, int]],
        *,
        attraction: Callable[[int, int], float],
        risk: Callable[[int, dict[int, int]], float],
        late: Callable[[], bool],
        mass: float = 0.0,
    ) -> None:
        self.picture = picture
        self.groups = groups
        self.force = standing
        """All units of our side by space, the groups counted where they are to stand."""
        self.attraction = attraction
        self.risk = risk
        self.late = late
        self.mass = mass
        """What it is worth that units stand together: grows with the square of the stack."""
        self.stack: dict[int, float] = {}
        for group in groups:
            self.stack[group.dest] = self.stack.get(group.dest, 0.0) + self._cost(group)

    def _cost(self, group: Group) -> float:
        return float(self.picture.world.kinds[group.kind].cost * group.count)

    def improve(self) -> None:
        for _ in range(4):
            if self.late():
                return
            changed = self._rallies()
            changed = self._stacks() or changed
            changed = self._singles() or changed
            if not changed:
                return

    # Proposals

    def _rallies(self) -> bool:
        """Everybody who can reach a place goes there together."""
        goals: dict[int, list[Group]] = {}
        for group in self.groups:
            for goal in group.options:
                goals.setdefault(goal, []).append(group)
        ranked = sorted(goals, key=lambda g: -self.attraction(g, 0))
        changed = False
        for goal in ranked[:16]:
            if self.late():
                break
            everybody = [g for g in goals[goal] if g.dest != goal]
            eager = [
                g
                for g in everybody
                if self.attraction(goal, g.kind) > self.attraction(g.dest, g.kind)
            ]
            changed = self._accept([(g, goal) for g in eager]) or changed
            if len(eager) < len(everybody):
                changed = self._accept([(g, goal) for g in everybody if g.dest != goal]) or changed
        return changed

    def _stacks(self) -> bool:
        """All units of one place go to another."""
        changed = False
        for place in sorted({g.dest for g in self.groups}):
            here = [g for g in self.groups if g.dest == place]
            goals = {goal for g in here for goal in (*g.options, g.source)} - {place}
            for goal in sorted(goals, key=lambda g: -self.attraction(g, 0)):
                movers = [g for g in here if g.dest == place and goal in (*g.options, g.source)]
                if len(movers) > 1 and self._accept([(g, goal) for g in movers]):
                    changed = True
                elif movers:
                    changed = any(self._accept_share(movers, goal, s) for s in SHARES) or changed
            if self.late():
                break
        return changed

    def _singles(self) -> bool:
        """One group, or half of it, or one unit of it."""
        changed = False
        for group in list(self.groups):
            if self.late():
                break
            for goal in (*group.options, group.source):
                if goal == group.dest:
                    continue
                if self._accept([(group, goal)]):
                    changed = True
                    continue
                for part in {group.count // 2, 1}:
                    if 0 < part < group.count and self._accept_part(group, goal, part):
                        changed = True
                        break
        return changed

    def _accept_share(self, movers: list[Group], goal: int, share: float) -> bool:
        """The army goes, a garrison stays."""
        parts = [
            (g, Group(g.source, g.kind, count, g.dest, g.options))
            for g in movers
            if (count := int(g.count * share))
        ]
        if not self._accept([(part, goal) for _, part in parts]):
            return False
        for group, part in parts:
            group.count -= part.count
        self.groups = [g for g in self.groups if g.count] + [part for _, part in parts]
        return True

    def _accept_part(self, group: Group, goal: int, count: int) -> bool:
        rest = group.count - count
        part = Group(group.source, group.kind, count, group.dest, group.options)
        group.count = rest
        if self._accept([(part, goal)]):
            self.groups.append(part)
            return True
        group.count = rest + count
        return False

    # Weighing

    def _accept(self, moves: list[tuple[Group, int]]) -> bool:
        """Carry the moves out if that makes the deployment better."""
        if not moves:
            return False
        gain = sum(
            g.count * (self.attraction(goal, g.kind) - self.attraction(g.dest, g.kind))
            for g, goal in moves
        )
        places = {g.dest for g, _ in moves} | {goal for _, goal in moves}
        after = {place: self.force.get(place, {}) for place in places}
        before = sum(self.risk(place, after[place]) for place in places)
        for group, goal in moves:
            unit = {group.kind: group.count}
            after[group.dest] = merged(after[group.dest], unit, -1)
            after[goal] = merged(after[goal], unit)
        gain += before - sum(self.risk(place, after[place]) for place in places)
        stack = {place: self.stack.get(place, 0.0) for place in places}
        if self.mass:
            gain -= sum(map(self._weight, stack.values()))
            for group, goal in moves:
                stack[group.dest] -= self._cost(group)
                stack[goal] += self._cost(group)
            gain += sum(map(self._weight, stack.values()))
        if gain <= 0.05:
            return False
        self.force.update(after)
        self.stack.update(stack)
        for group, goal in moves:
            group.dest = goal
        return True

    def _weight(self, value: float) -> float:
        return self.mass * value * min(value, LARGEST)

    def orders(self) -> Iterable[Group]:
        """Groups that move, those with the farthest to go first."""
        return [g for g in self.groups if g.dest != g.source]
