"""Infantry that comes by air. Here bombers carry it; a title may send it out in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from sandtable.table import Refusal

from . import situation as at
from .actions import Drop, Units
from .landing import flight, homes, range_left
from .movement import Mover
from .plans import Plan, Shift, carry_out
from .state import COMBAT, DROPPED, MOVED, AxisState, Cargo, Piece


class Paratroopers:
    """Plans and makes drops. Bombers take infantry of their own territory aboard, one each."""

    by_bomber: ClassVar[bool] = True
    """Else they fly by themselves, and guns fire at them as at aircraft."""

    def __init__(self, mover: Mover) -> None:
        self.mover = mover
        self.world = mover.world
        self.refuse = mover.refuse

    def plan(self, state: AxisState, power: int, action: Drop) -> Plan | Refusal:
        world, mover = self.world, self.mover
        found = self.jumpers(state, power, action)
        if isinstance(found, Refusal):
            return found
        way = tuple(world.space[space] for space in action.route)
        count = action.units[0].count
        foot = next(((p, n) for p, n in found if not p.marks & MOVED), None)
        bomber = next(
            (
                (p, n)
                for p, n in state.units[way[0]]
                if p.owner == power and world.kinds[p.kind].strategic and not p.marks & MOVED
            ),
            None,
        )
        if foot is None or bomber is None or min(foot[1], bomber[1]) < count:
            return self.refuse("drop-bombers", space=mover.name(way[0]))
        path = self._path(state, power, bomber[0], way)
        if isinstance(path, Refusal):
            return path
        cargo = (Cargo(foot[0].kind, power, COMBAT, path[-1]),)
        after = Piece(bomber[0].kind, power, len(path) - 1, -1, MOVED | DROPPED, cargo)
        left = range_left(world, state, after)
        if homes(world, state, power)[path[-1]] > left:
            return self.refuse("no-landing", unit=world.kinds[bomber[0].kind].id)
        shift = Shift(way[0], bomber[0], path[-1], after, count)
        return Plan((shift, Shift(way[0], foot[0], -1, foot[0], count)), path)

    def jumpers(
        self, state: AxisState, power: int, action: Drop
    ) -> list[tuple[Piece, int]] | Refusal:
        """The infantry that is meant, of a power that knows how."""
        world = self.world
        if not world.arsenal(state.techs[power]).paratroopers:
            return self.refuse("drop-tech", power=world.powers[power].id)
        if len(action.units) != 1 or not world.kinds[world.kind[action.units[0].kind]].foot:
            return self.refuse("drop-kind")
        start = world.space[action.route[0]]
        return self.mover.pick(state, start, action.units[0], (power,))

    def _path(
        self, state: AxisState, power: int, bomber: Piece, way: tuple[int, ...]
    ) -> tuple[int, ...] | Refusal:
        """The way flown; the first hostile territory on it must be the last space."""
        world, mover = self.world, self.mover

        def free(space: int) -> bool:
            return not at.is_hostile_land(world, state, power, space)

        left = range_left(world, state, bomber)
        kind = world.kinds[bomber.kind]
        ground = world.access.ground(state, power, kind, combat=True)
        path = [way[0]]
        for goal in way[1:]:
            bar = world.access.enter(state, power, kind, goal, combat=True)
            if bar is not None:
                return self.refuse.bar(bar)
            leg = world.board.route(path[-1], goal, left, _through(ground | {goal}), free)
            if leg is None:
                distance = flight(world, state, power, path[-1], goal)
                if distance > left:
                    return self.too_far(kind.id, goal, distance, left)
                return self.refuse("drop-first", goal="the first hostile territory on the way")
            path += leg[1:]
        first = next((s for s in path[1:] if not free(s)), None)
        if first is None:
            return self.refuse("drop-target", goal=mover.name(path[-1]))
        if first != path[-1]:
            return self.refuse("drop-first", goal=mover.name(first))
        if len(path) - 1 > left:
            return self.too_far(kind.id, path[-1], len(path) - 1, left)
        return tuple(path)

    def too_far(self, unit: str, goal: int, distance: int, left: int) -> Refusal:
        name = self.mover.name(goal)
        return self.refuse("too-far-air", unit=unit, goal=name, distance=distance, left=left)

    def carry_out(self, state: AxisState, plan: Plan) -> None:
        flying, boarding = plan.shifts
        state.remove(boarding.start, boarding.before, boarding.count)
        carry_out(state, (flying,))

    def offers(self, state: AxisState, power: int) -> Iterator[Drop]:
        """Drops of one unit that may be possible."""
        world, name = self.world, self.mover.name
        if not world.arsenal(state.techs[power]).paratroopers:
            return
        for start, reach in dict(self.starts(state, power)).items():
            foot = self._fresh(state, power, start)
            away = world.access.flights(state, power)[start]
            if foot is None:
                continue
            for goal in world.open_spaces:
                if away[goal] <= reach and at.is_hostile_land(world, state, power, goal):
                    yield Drop((foot,), (name(start), name(goal)))

    def starts(self, state: AxisState, power: int) -> Iterator[tuple[int, int]]:
        """Where paratroopers can set out, and how far they get."""
        for space, piece, _ in state.pieces(power):
            if self.world.kinds[piece.kind].strategic and not piece.marks & MOVED:
                yield space, range_left(self.world, state, piece)

    def _fresh(self, state: AxisState, power: int, space: int) -> Units | None:
        for piece, _ in state.units[space]:
            kind = self.world.kinds[piece.kind]
            if piece.owner == power and kind.foot and not piece.marks & MOVED:
                return Units(1, kind.id)
        return None


def _through(spaces: frozenset[int]) -> Callable[[int, int], bool]:
    return lambda a, b: b in spaces
