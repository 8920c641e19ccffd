"""How ships and land units get from space to space: blockers, canals, blitzes."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from sandtable.table import Refusal

from . import situation as at
from .refusals import Refuser
from .state import AxisState, Piece
from .units import Kind
from .world import World


def ship_reach(
    world: World,
    state: AxisState,
    power: int,
    piece: Piece,
    zone: int,
    *,
    cleared: Callable[[int], bool] | None = None,
) -> dict[int, int]:
    """Zones a ship can get to with what movement it has left, and at which cost.

    Hostile zones may be entered but not left again (submarines pass unless a destroyer is
    there). ``cleared`` says which of them count as already won.
    """
    left = world.arsenal(state.techs[power]).move[piece.kind] - piece.spent
    if left <= 0 or (piece.origin >= 0 and stops(world, state, power, piece, zone)):
        return {}
    gates, canal_open, kind = world.board.gates, world.access.canal_open, world.kinds[piece.kind]
    cost = {zone: 0}
    edge = [zone]
    for steps in range(1, left + 1):
        reached = []
        for here in edge:
            for there in world.sea_near[here]:
                if there in cost:
                    continue
                if (here, there) in gates and not canal_open(state, power, here, there, kind):
                    continue
                cost[there] = steps
                if steps < left and (
                    not stops(world, state, power, piece, there)
                    or (cleared is not None and cleared(there))
                ):
                    reached.append(there)
        edge = reached
    del cost[zone]
    return cost


def sailed(piece: Piece, zone: int, cost: int) -> Piece:
    """A ship as if it had sailed from a zone so far."""
    if not cost:
        return piece
    return msgspec.structs.replace(piece, spent=piece.spent + cost, origin=zone)


def stops(world: World, state: AxisState, power: int, piece: Piece, zone: int) -> bool:
    """Whether a ship that enters the zone must end its move there."""
    return world.access.stops(state, power, world.kinds[piece.kind], zone)


def is_attacked(world: World, state: AxisState, power: int, zone: int) -> bool:
    """Whether the power has units in the zone that can fight for it."""
    return any(p.owner == power and world.kinds[p.kind].attack for p, _ in state.units[zone])


class Router:
    """Turns a named way into the full path of a piece, or says why it cannot go."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def ship_path(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], *, combat: bool
    ) -> tuple[int, ...] | Refusal:
        """The zones a ship passes, start and goal included."""
        world, power = self.world, piece.owner
        left = world.arsenal(state.techs[power]).move[piece.kind] - piece.spent
        path = [way[0]]
        for goal in way[1:]:
            if not world.is_sea[goal]:
                return self.refuse("sea-only")
            leg = self._sea_leg(state, piece, path[-1], goal, left - (len(path) - 1))
            if leg is None:
                spent = len(path) - 1
                return self._why_no_ship(state, piece, path[-1], goal, left - spent, combat)
            if len(path) > 1 and stops(world, state, power, piece, path[-1]):
                return self.stopped(piece, path[-1], combat)
            path += leg[1:]
        return tuple(path)

    def _sea_leg(
        self, state: AxisState, piece: Piece, start: int, goal: int, left: int
    ) -> tuple[int, ...] | None:
        """The way between two zones that are named."""
        return self._lane(
            state,
            piece,
            (start, goal),
            left,
            lambda b: not stops(self.world, state, piece.owner, piece, b),
        )

    def _lane(
        self,
        state: AxisState,
        piece: Piece,
        ends: tuple[int, int],
        left: int,
        leave: Callable[[int], bool],
    ) -> tuple[int, ...] | None:
        """A shortest way through open canals; ``leave``: which zones it may pass."""
        world, power = self.world, piece.owner
        kind, is_sea = world.kinds[piece.kind], world.is_sea
        gates, passes = world.board.gates, world.access.canal_open
        return world.board.route(
            *ends,
            left,
            lambda a, b: is_sea[b] and ((a, b) not in gates or passes(state, power, a, b, kind)),
            leave,
        )

    def stopped(self, piece: Piece, zone: int, combat: bool) -> Refusal:
        """Enemy warships end the move in a zone: which rule says so depends on the ship."""
        kind = self.world.kinds[piece.kind]
        if kind.passes:
            return self.refuse("destroyer-stops", goal=self._name(zone))
        if not combat:
            return self.refuse("noncombat-passing", goal=self._name(zone))
        code = "transport-stops" if kind.transport else "blocked"
        return self.refuse(code, unit=kind.id, goal=self._name(zone))

    def _why_no_ship(
        self, state: AxisState, piece: Piece, start: int, goal: int, left: int, combat: bool
    ) -> Refusal:
        world = self.world
        kind = world.kinds[piece.kind]
        unit = kind.id
        open_way = world.board.route(start, goal, 99, lambda a, b: world.is_sea[b], lambda b: True)
        if open_way is None:
            return self.refuse("no-way", unit=unit, space=self._name(start), goal=self._name(goal))
        if len(open_way) - 1 > left:
            return self.refuse(
                "too-far", unit=unit, goal=self._name(goal), distance=len(open_way) - 1, left=left
            )
        for a, b in itertools.pairwise(open_way):
            if not world.access.canal_open(state, piece.owner, a, b, kind):
                return self.refuse.bar(world.access.shut(state, piece.owner, a, b))
        blocker = next(
            (z for z in open_way[1:-1] if stops(world, state, piece.owner, piece, z)), goal
        )
        return self.stopped(piece, blocker, combat)

    def land_path(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], reach: int, *, combat: bool
    ) -> tuple[int, ...] | Refusal:
        """The territories a land unit passes; a blitz through hostile land needs ``combat``."""
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        path = [way[0]]
        for goal in way[1:]:
            if world.is_sea[goal]:
                return self.refuse("land-only", unit=kind.id)
            bar = world.access.enter(
                state, power, kind, goal, combat=combat, passing=goal != way[-1]
            )
            if bar is not None:
                return self.refuse.bar(bar)
            if goal in world.board.touching[path[-1]]:
                path.append(goal)
                continue
            middle = self._middle(state, piece, path[-1], goal, combat)
            if isinstance(middle, Refusal):
                return middle
            path += [middle, goal]
        if len(path) - 1 > reach:
            return self.refuse(
                "too-far",
                unit=kind.id,
                goal=self._name(path[-1]),
                distance=len(path) - 1,
                left=reach,
            )
        return tuple(path)

    def attack_path(
        self, state: AxisState, piece: Piece, path: tuple[int, ...], blitzes: bool
    ) -> tuple[int, ...] | Refusal:
        """What a land unit takes on its way in a combat move; it attacks or blitzes."""
        world, power = self.world, piece.owner
        kind, goal = world.kinds[piece.kind], path[-1]
        blitzed: tuple[int, ...] = ()
        for space in path[1:-1]:
            if at.is_hostile_land(world, state, power, space):
                if not blitzes:
                    return self.refuse("blitz-not", goal=self._name(space))
                if not world.access.lets_blitz(state, power, space):
                    return self.refuse("blitz-blocked", goal=self._name(space))
                blitzed = (space,)
            elif not blitzes and not at.was_friendly(world, state, power, space):
                return self.refuse("blitz-taken", goal=self._name(space))
        if not at.is_hostile_land(world, state, power, goal) and not blitzed:
            return self.refuse("friendly-stop", goal=self._name(goal))
        for space in (*blitzed, goal):
            refusal = self.may_end(state, power, kind, space, True)
            if refusal is not None:
                return refusal
        return blitzed

    def may_end(
        self, state: AxisState, power: int, kind: Kind, goal: int, combat: bool
    ) -> Refusal | None:
        """Whether access lets a unit stop in a space, and attack it if it is hostile."""
        access = self.world.access
        bar = access.stop(state, power, kind, goal, combat=combat)
        if bar is None and combat and at.is_hostile_land(self.world, state, power, goal):
            bar = access.attack(state, power, kind, goal)
        return None if bar is None else self.refuse.bar(bar)

    def _middle(
        self, state: AxisState, piece: Piece, start: int, goal: int, combat: bool
    ) -> int | Refusal:
        """The friendly territory between two that do not touch; a blitz has to name its way."""
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        unit = kind.id
        ground = world.access.ground(state, power, kind, combat=combat)
        between = [
            x for x in world.land_near[start] if goal in world.board.touching[x] and x in ground
        ]
        friendly = [x for x in between if at.is_friendly_land(world, state, power, x)]
        if friendly:
            # Through what was taken in this phase not everybody may pass.
            held = [x for x in friendly if at.was_friendly(world, state, power, x)]
            return (held or friendly)[0]
        if not between:
            return self.refuse("no-way", unit=unit, space=self._name(start), goal=self._name(goal))
        if not combat:
            return self.refuse("noncombat-passing", goal=self._name(between[0]))
        if any(world.access.lets_blitz(state, power, x) for x in between):
            return self.refuse("blitz-way", space=self._name(start), goal=self._name(goal))
        return between[0]
