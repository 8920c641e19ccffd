"""Moving pieces: what a ``move`` or ``raid`` would do, or which rule refuses it."""

from __future__ import annotations

import itertools
from typing import TypeAlias

from sandtable.table import Refusal

from . import facilities
from . import situation as at
from .actions import Move, Raid, Units
from .landing import flight, range_left
from .plans import Plan, Shift
from .proof import Prover
from .refusals import Refuser
from .routes import Router, sailed, ship_reach, stops
from .state import (
    COMBAT,
    EARLIER,
    MOVED,
    NONCOMBAT,
    RAIDER,
    UNLOADED,
    AxisState,
    Cargo,
    Piece,
    cargo_key,
)
from .units import Kind, fits
from .world import World

PiecePlan: TypeAlias = tuple[Piece, tuple[int, ...], tuple[int, ...]]
"""The piece afterwards, its path, and the territories it captures on the way."""


def cargo_label(world: World, piece: Piece) -> tuple[str, ...]:
    """What is aboard, as a player names it; another power's unit with its owner."""
    if not piece.cargo:
        return ()
    return tuple(
        sorted(
            world.kinds[c.kind].id
            if c.owner == piece.owner
            else f"{world.powers[c.owner].id} {world.kinds[c.kind].id}"
            for c in piece.cargo
        )
    )


class Mover:
    """Plans moves for the powers that are on turn."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse
        self.router = Router(world, refuse)
        self.prover = Prover(world, refuse)

    def name(self, space: int) -> str:
        return self.world.spaces[space].id

    def variants(
        self, state: AxisState, space: int, units: Units, powers: tuple[int, ...]
    ) -> list[tuple[Piece, int]]:
        """The pieces a player can mean, those with the least movement left first.

        Using up the most tired piece that can still go keeps every other choice open.
        """
        world = self.world
        kind = world.kind[units.kind]
        owners = (world.power[units.owner],) if units.owner else powers
        for owner in owners:
            found = [
                (piece, count)
                for piece, count in state.units[space]
                if piece.kind == kind
                and piece.owner == owner
                and (piece.cargo == () == units.cargo or cargo_label(world, piece) == units.cargo)
            ]
            if found:
                found.sort(key=_most_tired)
                return found
        return []

    def pick(
        self, state: AxisState, space: int, units: Units, powers: tuple[int, ...]
    ) -> list[tuple[Piece, int]] | Refusal:
        """Checks of every naming of units: the powers on turn, a real number, pieces there."""
        world = self.world
        if units.owner and world.power[units.owner] not in powers:
            return self.refuse("not-yours", power=" or ".join(world.powers[p].id for p in powers))
        if world.kinds[world.kind[units.kind]].immobile:
            return self.refuse("immobile", unit=units.kind)
        found = self.variants(state, space, units, powers)
        if sum(count for _, count in found) < units.count:
            return self.refuse("no-units", unit=_named(units), space=self.name(space))
        return found

    def plan(
        self, state: AxisState, powers: tuple[int, ...], action: Move | Raid, *, combat: bool
    ) -> Plan | Refusal:
        world = self.world
        way = tuple(world.space[space] for space in action.route)
        if len(set(way)) == 1:
            return self.refuse("same-space")
        raid = isinstance(action, Raid)
        paired = self._pairs(state, powers, action)
        if isinstance(paired, Refusal):
            return paired
        shifts: list[Shift] = []
        captures: tuple[int, ...] = ()
        path: tuple[int, ...] = way
        for units in action.units:
            found = self.pick(state, way[0], units, powers)
            if isinstance(found, Refusal):
                return found
            wanted = units.count
            refusal: Refusal | None = None
            for piece, count in found:
                result = self._piece(state, piece, way, combat, raid, piece.owner in paired)
                if isinstance(result, Refusal):
                    if refusal is None or not piece.marks & MOVED:
                        refusal = result  # what bars a fresh piece says most
                    continue
                after, path, taken = result
                number = min(count, wanted)
                shifts.append(Shift(way[0], piece, path[-1], after, number))
                captures = taken or captures
                wanted -= number
                if not wanted:
                    break
            if wanted:
                return refusal or self.refuse(
                    "no-units", unit=_named(units), space=self.name(way[0])
                )
        plan = Plan(tuple(shifts), path, captures)
        return self.prover.why_not(state, plan, combat) or plan

    # One piece

    def has_moved(self, unit: str, space: int, combat: bool) -> Refusal:
        code = "moved-in-combat" if combat else "already-moved"
        return self.refuse(code, unit=unit, space=self.name(space))

    def _piece(
        self,
        state: AxisState,
        piece: Piece,
        way: tuple[int, ...],
        combat: bool,
        raid: bool,
        paired: bool,
    ) -> PiecePlan | Refusal:
        kind = self.world.kinds[piece.kind]
        if raid and not kind.raids:
            return self.refuse("raid-kind")
        if piece.marks & MOVED and not (kind.domain == "air" and not piece.marks & NONCOMBAT):
            if not (kind.transport and combat):
                return self.has_moved(kind.id, way[0], combat)
        if kind.domain == "air":
            return self._aircraft(state, piece, way, combat, raid)
        if kind.domain == "sea":
            return self._ship(state, piece, way, combat)
        return self._land_unit(state, piece, way, combat, paired)

    def _land_unit(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool, paired: bool
    ) -> PiecePlan | Refusal:
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        if combat and kind.noncombat_only:
            return self.refuse("aa-combat")
        arsenal = world.arsenal(state.techs[power])
        reach = arsenal.move[piece.kind]
        escorted = paired and arsenal.goes_with_tank[piece.kind] > 0
        if escorted:
            reach = max(reach, arsenal.tank_move)
        path = self.router.land_path(state, piece, way, reach, combat=combat)
        if isinstance(path, Refusal):
            return path
        goal = path[-1]
        after = Piece(
            piece.kind,
            power,
            len(path) - 1,
            path[-2],
            piece.marks | MOVED | (0 if combat else NONCOMBAT),
        )
        if not combat:
            for space in path[1:]:
                if not at.is_friendly_land(world, state, power, space):
                    code = "noncombat-hostile" if space == goal else "noncombat-passing"
                    return self.refuse(code, goal=self.name(space))
            refusal = self.router.may_end(state, power, kind, goal, combat)
            return refusal or (after, path, ())
        blitzes = arsenal.blitz[piece.kind] or escorted
        blitzed = self.router.attack_path(state, piece, path, blitzes)
        return blitzed if isinstance(blitzed, Refusal) else (after, path, blitzed)

    def _ship(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool
    ) -> PiecePlan | Refusal:
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        if piece.marks & UNLOADED:
            return self.refuse("unloaded", space=self.name(way[0]))
        if piece.origin >= 0 and stops(world, state, power, piece, way[0]):
            return self.router.stopped(piece, way[0], combat)
        path = self.router.ship_path(state, piece, way, combat=combat)
        if isinstance(path, Refusal):
            return path
        goal = path[-1]
        marks = piece.marks | MOVED | (0 if combat else NONCOMBAT)
        if kind.transport and not combat:
            marks = piece.marks  # a transport sails on until it unloads or is out of movement
        after = Piece(piece.kind, power, piece.spent + len(path) - 1, path[-2], marks, piece.cargo)
        if not combat:
            if not kind.passes and at.is_hostile_zone(world, state, power, goal):
                return self.refuse("noncombat-zone", goal=self.name(goal))
        refusal = self._why_not_stop(state, piece, after, way[0], goal) if combat else None
        refusal = refusal or self.router.may_end(state, power, kind, goal, combat)
        return refusal or (after, path, ())

    def _why_not_stop(
        self, state: AxisState, piece: Piece, after: Piece, start: int, goal: int
    ) -> Refusal | None:
        """A combat move of ships ends in battle, or in one of the four cases the rules list."""
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        if at.is_hostile_zone(world, state, power, goal):
            return None
        fled = state.began(power).hostile
        if start in fled or piece.origin in fled:
            return None
        if kind.attack and at.has_enemy(world, state, power, goal):
            return None
        if kind.transport:
            if self.can_assault(state, after, goal):
                return None
            return self.refuse("transport-purpose", goal=self.name(goal))
        if self.assault_declared(state, power, goal):
            return None
        return self.refuse("escort", goal=self.name(goal))

    def _aircraft(
        self, state: AxisState, piece: Piece, way: tuple[int, ...], combat: bool, raid: bool
    ) -> PiecePlan | Refusal:
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        if combat and piece.marks & MOVED:
            return self.has_moved(kind.id, way[0], combat)
        goal = way[-1]
        cost = 0
        for a, b in itertools.pairwise(way):
            bar = world.access.enter(state, power, kind, b, combat=combat, passing=b != goal)
            if bar is not None:
                return self.refuse.bar(bar)
            cost += flight(world, state, power, a, b)
        left = range_left(world, state, piece)
        if cost > left:
            return self.refuse(
                "too-far-air", unit=kind.id, goal=self.name(goal), distance=cost, left=left
            )
        marks = piece.marks | MOVED
        if combat:
            refusal = self._air_target(state, power, kind, goal, raid)
            refusal = refusal or self.router.may_end(state, power, kind, goal, combat)
            if refusal is not None:
                return refusal
            marks |= RAIDER if raid else 0
        else:
            refusal = self._air_landing(state, piece, goal)
            if refusal is not None:
                return refusal
            marks |= NONCOMBAT
        return Piece(piece.kind, power, piece.spent + cost, -1, marks), way, ()

    def _air_target(
        self, state: AxisState, power: int, kind: Kind, goal: int, raid: bool
    ) -> Refusal | None:
        world = self.world
        hostile = at.is_hostile_land(world, state, power, goal)
        if raid:
            if hostile and facilities.raidable(world, state, goal, kind):
                return None
            return self.refuse("raid-target", goal=self.name(goal))
        if world.is_sea[goal]:
            if at.has_enemy(world, state, power, goal):
                return None
            return self.refuse("no-target", goal=self.name(goal))
        return None if hostile else self.refuse("friendly-stop", goal=self.name(goal))

    def _air_landing(self, state: AxisState, piece: Piece, goal: int) -> Refusal | None:
        """Where aircraft may end the noncombat move; decks are counted for all together."""
        world = self.world
        if world.is_sea[goal]:
            if world.kinds[piece.kind].carrier_capable:
                return None
            return self.refuse("landing-bomber", unit=world.kinds[piece.kind].id)
        if at.was_friendly(world, state, piece.owner, goal):
            return None
        if at.is_friendly_land(world, state, piece.owner, goal):
            return self.refuse("landing-new", goal=self.name(goal))
        return self.refuse("landing-place", goal=self.name(goal))

    # Several pieces

    def _pairs(
        self, state: AxisState, powers: tuple[int, ...], action: Move | Raid
    ) -> frozenset[int] | Refusal:
        """The powers whose units may go as far as the tanks they go with, tanks of their own."""
        world = self.world
        if len(action.route) < 2 or len(action.units) < 2:
            return frozenset()
        tanks: dict[int, int] = {}
        along: dict[int, int] = {}
        slow = set()
        for units in action.units:
            kind = world.kind[units.kind]
            owner = world.power[units.owner] if units.owner else powers[0]
            arsenal = world.arsenal(state.techs[owner])
            if world.kinds[kind].blitz:
                tanks[owner] = tanks.get(owner, 0) + units.count
            if arsenal.escorts and arsenal.goes_with_tank[kind]:
                wanted = -(-units.count // arsenal.goes_with_tank[kind])
                along[owner] = along.get(owner, 0) + wanted
                if arsenal.move[kind] < arsenal.tank_move:
                    slow.add(owner)
        start, goal = world.space[action.route[0]], world.space[action.route[-1]]
        near = len(action.route) == 2 and goal in world.board.touching[start]
        paired = {owner for owner, wanted in along.items() if wanted <= tanks.get(owner, 0)}
        if not near and any(tanks.get(owner) for owner in slow - paired):
            return self.refuse("mechanized")
        return frozenset(paired)

    # Assaults

    def assault_declared(self, state: AxisState, power: int, zone: int) -> bool:
        return any(
            cargo.target >= 0 and cargo.owner == power
            for piece, _ in state.units[zone]
            for cargo in piece.cargo
        )

    def hostile_coast(self, state: AxisState, power: int, zone: int) -> bool:
        return any(
            at.is_hostile_land(self.world, state, power, land)
            for land in self.world.land_near[zone]
        )

    def can_assault(self, state: AxisState, transport: Piece, zone: int) -> bool:
        """Whether a transport at ``zone`` can still bring somebody to a hostile coast."""
        world, power = self.world, transport.owner
        if transport.marks & UNLOADED:
            return False
        reach = {zone: 0, **ship_reach(world, state, power, transport, zone)}
        if any(self.may_storm(cargo, power) for cargo in transport.cargo):
            return any(self.hostile_coast(state, power, z) for z in reach)
        for stop, cost in reach.items():
            if not self.somebody_to_load(state, transport, stop):
                continue
            moved = sailed(transport, zone, cost)
            onward = {stop: 0, **ship_reach(world, state, power, moved, stop)}
            if any(self.hostile_coast(state, power, z) for z in onward):
                return True
        return False

    def may_storm(self, cargo: Cargo, power: int) -> bool:
        """Whether a unit aboard can go ashore in an assault of this power's turn."""

        return (
            cargo.owner == power
            and cargo.boarded in (EARLIER, COMBAT)
            and not self.world.kinds[cargo.kind].noncombat_only
        )

    def may_load_in(self, state: AxisState, power: int, zone: int) -> Refusal | None:
        world = self.world
        if zone in state.began(power).shared:
            return self.refuse("load-shared", zone=self.name(zone))
        if at.is_hostile_zone(world, state, power, zone):
            return self.refuse("load-hostile", zone=self.name(zone))
        return None

    def somebody_to_load(self, state: AxisState, transport: Piece, zone: int) -> bool:
        world, power = self.world, transport.owner
        if self.may_load_in(state, power, zone) is not None:
            return False
        return any(
            piece.owner == power
            and not piece.marks & MOVED
            and world.kinds[piece.kind].takes_land
            and self.has_room(transport, piece.kind)
            for land in world.land_near[zone]
            if at.is_friendly_land(world, state, power, land)
            for piece, _ in state.units[land]
        )

    def has_room(self, transport: Piece, kind: int) -> bool:
        """Whether a unit of the kind finds a place beside those already aboard."""
        carrier = self.world.kinds[transport.kind]
        return fits(carrier, (*[c.kind for c in transport.cargo], kind))


def _most_tired(item: tuple[Piece, int]) -> tuple[int, int, list[tuple[int, int, int, int]]]:
    piece = item[0]
    return -piece.spent, piece.marks, [cargo_key(c) for c in piece.cargo]


def _named(units: Units) -> str:
    return str(units).split(" ", 1)[1]
