"""Paratroopers that set out from air bases (G40-444, G40-445, G40-941, G40-983).

Infantry flies by itself from the territory of a base to one that other land units of its power
attack too, so those move first. It is marked as dropped, and its origin is the base.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sandtable.games.axis import facilities
from sandtable.games.axis import paratroopers as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Drop
from sandtable.games.axis.assaults import launching_zones
from sandtable.games.axis.landing import flight
from sandtable.games.axis.plans import Plan, Shift, carry_out
from sandtable.games.axis.state import DROPPED, MOVED, AxisState, Piece
from sandtable.table import Refusal

TEXTS = {
    "drop-base": "{space} has no air base in action from which paratroopers could set out",
    "drop-limit": "{limit} infantry at most jump from {space}",
    "drop-split": "The paratroopers of {space} jump into {goal} this turn",
    "drop-alone": "Paratroopers jump where other land units of theirs attack; {goal} is not such",
}


class Paratroopers1940(family.Paratroopers):
    """From each base in action so many infantry, all to one hostile territory."""

    by_bomber = False

    def plan(self, state: AxisState, power: int, action: Drop) -> Plan | Refusal:
        world, name = self.world, self.mover.name
        found = self.jumpers(state, power, action)
        if isinstance(found, Refusal):
            return found
        way = tuple(world.space[space] for space in action.route)
        base, goal, count = way[0], way[-1], action.units[0].count
        fresh = next((piece for piece, n in found if not piece.marks & MOVED and n >= count), None)
        if fresh is None:
            return self.mover.has_moved(action.units[0].kind, base, combat=True)
        if base not in dict(self.starts(state, power)):
            return self.refuse("drop-base", space=name(base))
        jumped = _jumped(state, power, base)
        limit = world.arsenal(state.techs[power]).paratroopers
        if sum(jumped.values()) + count > limit:
            return self.refuse("drop-limit", limit=limit, space=name(base))
        if any(other != goal for other in jumped):
            return self.refuse("drop-split", space=name(base), goal=name(next(iter(jumped))))
        refusal = self._why_not_there(state, power, fresh, way)
        if refusal is not None:
            return refusal
        after = Piece(fresh.kind, power, 0, base, MOVED | DROPPED)
        return Plan((Shift(base, fresh, goal, after, count),), way)

    def _why_not_there(
        self, state: AxisState, power: int, piece: Piece, way: tuple[int, ...]
    ) -> Refusal | None:
        world, goal = self.world, way[-1]
        if not at.is_hostile_land(world, state, power, goal):
            return self.refuse("drop-target", goal=self.mover.name(goal))
        flier = next(kind for kind in world.kinds if kind.domain == "air")
        for space in way[1:]:
            bar = world.access.enter(state, power, flier, space, combat=True, passing=space != goal)
            if bar is not None:
                return self.refuse.bar(bar)
        distance = sum(flight(world, state, power, a, b) for a, b in itertools.pairwise(way))
        reach = world.arsenal(state.techs[power]).paratroopers_range
        kind = world.kinds[piece.kind]
        if distance > reach:
            return self.too_far(kind.id, goal, distance, reach)
        if not self._others_attack(state, power, goal):
            return self.refuse("drop-alone", goal=self.mover.name(goal))
        bar = world.access.enter(state, power, kind, goal, combat=True)
        if bar is not None:
            return self.refuse.bar(bar)
        return self.mover.router.may_end(state, power, kind, goal, True)

    def _others_attack(self, state: AxisState, power: int, goal: int) -> bool:
        """Whether land units have come overland or are to land there."""
        overland = any(
            piece.owner == power
            and self.world.kinds[piece.kind].domain == "land"
            and not piece.marks & DROPPED
            for piece, _ in state.units[goal]
        )
        return overland or bool(launching_zones(self.world, state, power, goal))

    def carry_out(self, state: AxisState, plan: Plan) -> None:
        carry_out(state, plan.shifts)

    def starts(self, state: AxisState, power: int) -> Iterator[tuple[int, int]]:
        """Friendly territories with a base in action."""
        world = self.world
        arsenal = world.arsenal(state.techs[power])
        for space, here in state.facilities.items():
            if at.is_friendly_land(world, state, power, space) and any(
                arsenal.paratroopers_from[f.kind] and facilities.works(world, f) for f in here
            ):
                yield space, arsenal.paratroopers_range


def _jumped(state: AxisState, power: int, base: int) -> dict[int, int]:
    """How many have set out from a base this turn, by goal."""
    found: dict[int, int] = {}
    for space, piece, count in state.pieces(power):
        if piece.marks & DROPPED and piece.origin == base:
            found[space] = found.get(space, 0) + count
    return found
