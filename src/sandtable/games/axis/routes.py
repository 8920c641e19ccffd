"""How ships and land units get from space to space: blockers, canals, blitzes."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from sandtable.table import Refusal

from . import situation as at
from .refusals import Refuser
from .state import AxisState, Piece
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
    cost = {zone: 0}
    edge = [zone]
    for steps in range(1, left + 1):
        reached = []
        for here in edge:
            for there in world.sea_near[here]:
                if there in cost or not at.canal_open(world, state, power, here, there):
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
    if world.kinds[piece.kind].passes:
        return at.has_enemy_destroyer(world, state, power, zone)
    return at.is_hostile_zone(world, state, power, zone)


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
        world, power = self.world, piece.owner
        return world.board.route(
            start,
            goal,
            left,
            lambda a, b: world.is_sea[b] and at.canal_open(world, state, power, a, b),
            lambda b: not stops(world, state, power, piece, b),
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
        unit = world.kinds[piece.kind].id
        open_way = world.board.route(start, goal, 99, lambda a, b: world.is_sea[b], lambda b: True)
        if open_way is None:
            return self.refuse("no-way", unit=unit, space=self._name(start), goal=self._name(goal))
        if len(open_way) - 1 > left:
            return self.refuse(
                "too-far", unit=unit, goal=self._name(goal), distance=len(open_way) - 1, left=left
            )
        for a, b in itertools.pairwise(open_way):
            if not at.canal_open(world, state, piece.owner, a, b):
                gate = world.board.gates[a, b]
                return self.refuse(
                    "canal",
                    canal=gate.name,
                    power=world.powers[piece.owner].id,
                    lands=" and ".join(self._name(land) for land in gate.lands),
                )
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
            refusal = self._bad_ground(power, kind.id, goal)
            if refusal is not None:
                return refusal
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

    def _bad_ground(self, power: int, unit: str, goal: int) -> Refusal | None:
        world = self.world
        if world.is_sea[goal]:
            return self.refuse("land-only", unit=unit)
        if world.closed[goal]:
            return self.refuse("closed", goal=self._name(goal))
        if world.powers[power].confined and goal not in world.area:
            return self.refuse("confined", power=world.powers[power].id, goal=self._name(goal))
        return None

    def _middle(
        self, state: AxisState, piece: Piece, start: int, goal: int, combat: bool
    ) -> int | Refusal:
        """The territory between two that do not touch: a friendly one, or the only blitz."""
        world, power = self.world, piece.owner
        unit = world.kinds[piece.kind].id
        between = [x for x in world.land_near[start] if goal in world.board.touching[x]]
        if world.powers[power].confined:
            between = [x for x in between if x in world.area]
        friendly = [x for x in between if at.is_friendly_land(world, state, power, x)]
        if friendly:
            return friendly[0]
        if not between:
            return self.refuse("no-way", unit=unit, space=self._name(start), goal=self._name(goal))
        if not combat:
            return self.refuse("noncombat-passing", goal=self._name(between[0]))
        open_ones = [x for x in between if at.is_empty_for_blitz(world, state, power, x)]
        if len(open_ones) > 1:
            return self.refuse("blitz-way", space=self._name(start), goal=self._name(goal))
        return open_ones[0] if open_ones else between[0]
