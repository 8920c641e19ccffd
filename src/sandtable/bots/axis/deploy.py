"""Where units should stand when the enemy's turns come: a small search over whole deployments.

Progress towards where they are wanted against what the enemy could win from them. Stacks move
together: half a stack in front of the enemy is a gift, the whole of it a threat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import msgspec

from .outlook import Force
from .prospect import Chances, Prospect
from .reply import NOTHING, Reply
from .trial import merged

HOPE = 0.4
"""How much of what we could take next turn counts: the enemy moves first."""
PASSES = 4
"""So often a deployment is looked through at most."""
SHARES = (0.8, 0.6, 0.4)
"""How much of an army may go where all of it may not."""


class Group(msgspec.Struct):
    """Units of one kind that start in one space; ``dest`` is where they are to stand."""

    source: int
    kind: int
    count: int
    dest: int
    options: tuple[int, ...]


class Judge(Protocol):
    """Says what it is worth to stand otherwise than now, apart from the way made."""

    def gain(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> float:
        """The gain if our side's units, and those that are deployed, stand so in these places."""

    def settle(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> None:
        """From now on they stand as was last asked."""


class Alone:
    """Every place by itself: the sum of their risks."""

    def __init__(self, risk: Callable[[int, Force], float], force: Mapping[int, Force]) -> None:
        self.risk = risk
        self.force = dict(force)

    def gain(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> float:
        return sum(
            self.risk(place, self.force.get(place, {})) - self.risk(place, units)
            for place, units in force.items()
        )

    def settle(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> None:
        self.force.update(force)


class Front:
    """The whole board: what the enemy can answer, and what we could take next turn."""

    def __init__(
        self,
        reply: Reply,
        prospect: Prospect,
        own: Mapping[int, Force],
        dead: Mapping[int, float] = NOTHING,
        changes: Mapping[int, Force] | None = None,
    ) -> None:
        self.reply = reply
        self.prospect = prospect
        self.own = dict(own)
        self.dead = dead
        """Enemy armies that are probably gone by then."""
        self.changes = dict(changes or {})
        """Where our side stands otherwise than the reply knows."""
        self.chances = prospect.chances(self.own)
        self.value = self._value(self.changes, self.chances)
        self._weighed = (self.chances, self.value)
        """What was found when a gain was last asked for."""

    def _value(self, changes: Mapping[int, Force], chances: Chances) -> float:
        """What we may take next turn with those who are left then, less what the enemy takes."""
        losses = self.reply.losses(changes, self.dead)
        return HOPE * self.prospect.total(chances, self.dead, losses) - sum(losses.values())

    def gain(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> float:
        chances = self.prospect.renewed(self.chances, {**self.own, **own}, own)
        value = self._value({**self.changes, **force}, chances)
        self._weighed = (chances, value)
        return value - self.value

    def settle(self, force: Mapping[int, Force], own: Mapping[int, Force]) -> None:
        self._keep(force)
        self.own.update(own)
        self.chances, self.value = self._weighed

    def _keep(self, force: Mapping[int, Force]) -> None:
        self.reply.settle(force)


class Shift(Front):
    """The same if some are gone and others have come: the reply learns nothing of it."""

    def _keep(self, force: Mapping[int, Force]) -> None:
        self.changes.update(force)


class Deployment:
    """Improves a deployment step by step until nothing helps or time is up."""

    def __init__(
        self,
        groups: list[Group],
        standing: dict[int, dict[int, int]],
        *,
        attraction: Callable[[int, int], float],
        judge: Judge,
        late: Callable[[], bool],
    ) -> None:
        self.groups = groups
        self.force = standing
        """All units of our side by space, the groups counted where they are to stand."""
        self.own = own_of(groups)
        self.attraction = attraction
        self.judge = judge
        self.late = late
        self._refused: set[tuple[tuple[int, int, int, int], ...]] = set()
        """Moves that did not help, as long as nobody moves."""

    def improve(self, passes: int = PASSES) -> None:
        for _ in range(passes):
            if self.late():
                return
            changed = self._rallies()
            changed = self._stacks() or changed
            changed = self._singles() or changed
            if not changed:
                return

    def mend(self, places: set[int]) -> None:
        """Some have left these places: the rest follows, or others come instead."""
        for place in sorted(places):
            here = [g for g in self.groups if g.dest == place]
            for goal in sorted({goal for g in here for goal in (*g.options, g.source)} - {place}):
                movers = [g for g in here if g.dest == place and goal in (*g.options, g.source)]
                if self._accept([(g, goal) for g in movers]):
                    break
            for group in list(self.groups):
                if group.dest != place and place in (*group.options, group.source):
                    if not self._accept([(group, place)]) and group.count > 1:
                        self._accept_part(group, place, group.count // 2)

    def way(self) -> float:
        """What it is worth that all of them come where they are to stand."""
        return sum(g.count * self.attraction(g.dest, g.kind) for g in self.groups)

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
        memo = tuple((g.kind, g.count, g.dest, goal) for g, goal in moves)
        if not moves or memo in self._refused:
            return False
        gain = sum(
            g.count * (self.attraction(goal, g.kind) - self.attraction(g.dest, g.kind))
            for g, goal in moves
        )
        places = {g.dest for g, _ in moves} | {goal for _, goal in moves}
        force = {place: self.force.get(place, {}) for place in places}
        own = {place: self.own.get(place, {}) for place in places}
        for group, goal in moves:
            unit = {group.kind: group.count}
            for stand in (force, own):
                stand[group.dest] = merged(stand[group.dest], unit, -1)
                stand[goal] = merged(stand[goal], unit)
        if gain + self.judge.gain(force, own) <= 0.05:
            self._refused.add(memo)
            return False
        self._refused.clear()
        self.judge.settle(force, own)
        self.force.update(force)
        self.own.update(own)
        for group, goal in moves:
            group.dest = goal
        return True

    def orders(self) -> Iterable[Group]:
        """Groups that move, those with the farthest to go first."""
        return [g for g in self.groups if g.dest != g.source]


def own_of(groups: Iterable[Group]) -> dict[int, dict[int, int]]:
    """The groups by where they are to stand."""
    found: dict[int, dict[int, int]] = {}
    for group in groups:
        found[group.dest] = merged(found.get(group.dest, {}), {group.kind: group.count})
    return found
