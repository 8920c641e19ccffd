"""Moving pieces: what a ``move`` or ``raid`` would do, or which rule refuses it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from sandtable.table import Refusal

from . import facilities
from . import situation as at
from .actions import Move, Raid, Units, written_cargo
from .landing import flight, range_left
from .landings import Landings
from .plans import Plan, Shift, carry_out
from .proof import Prover
from .refusals import Refuser
from .routes import Router, stops
from .state import (
    COMBAT,
    MOVED,
    NONCOMBAT,
    RAIDER,
    UNLOADED,
    AxisState,
    Piece,
    cargo_key,
)
from .units import Kind
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


def meant_by(
    world: World, pieces: Sequence[tuple[Piece, int]], units: Units
) -> list[tuple[Piece, int]]:
    """Those of the pieces, all of one kind and owner, that a player's words mean."""
    found = [item for item in pieces if cargo_label(world, item[0]) == units.cargo]
    if not found and not units.cargo and len({cargo_label(world, p) for p, _ in pieces}) == 1:
        return list(pieces)
    return found


_JUDGED_TOGETHER = ("escort", "transport-purpose", "raid-escort")
"""Refusals that may fall when the other units of the same action are at the goal."""


class _Draft:
    """What an action will do, as far as it has been looked at."""

    def __init__(self, way: tuple[int, ...]) -> None:
        self.way = way
        self.path = way
        self.shifts: list[Shift] = []
        self.captures: tuple[int, ...] = ()


class Mover:
    """Plans moves for the powers that are on turn."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse
        self.router = Router(world, refuse)
        self.prover = Prover(world, refuse)
        self.landings = Landings(world, refuse)

    def name(self, space: int) -> str:
        return self.world.spaces[space].id

    def variants(
        self, state: AxisState, space: int, units: Units, powers: tuple[int, ...]
    ) -> list[tuple[Piece, int]]:
        """The pieces a player can mean, those with the least movement left first.

        Using up the most tired piece that can still go keeps every other choice open; transports
        loaded this turn come before all, since they have to land. A ship named without what it
        carries is understood where all of them carry the same.
        """
        world = self.world
        kind = world.kind[units.kind]
        owners = (world.power[units.owner],) if units.owner else powers
        for owner in owners:
            here = [
                (piece, count)
                for piece, count in state.units[space]
                if piece.kind == kind and piece.owner == owner
            ]
            found = meant_by(world, here, units)
            if len(found) > 1:
                found.sort(key=_first_to_go)
            if found:
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
            return self._why_none(state, space, units, powers)
        return found

    def _why_none(
        self, state: AxisState, space: int, units: Units, powers: tuple[int, ...]
    ) -> Refusal:
        """Not there at all, or a ship whose cargo has to be named."""
        owner = self.world.power[units.owner] if units.owner else powers[0]
        names = sorted(
            {
                units.kind + written_cargo(cargo_label(self.world, piece))
                for piece, _ in state.units[space]
                if piece.owner == owner and piece.kind == self.world.kind[units.kind]
            }
        )
        if names and self.world.kinds[self.world.kind[units.kind]].places:
            return self.refuse("which-cargo", names=" or ".join(names), space=self.name(space))
        return self.refuse("no-units", unit=_named(units), space=self.name(space))

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
        draft = _Draft(way)
        waiting: list[tuple[Units, Refusal]] = []
        for units in _merged(action.units):
            refusal = self._go(state, powers, units, draft, combat, raid, paired)
            if refusal is not None and refusal.code not in _JUDGED_TOGETHER:
                return refusal
            if refusal is not None:
                waiting.append((units, refusal))
        if waiting:
            refusal = self._join(state, powers, waiting, draft, combat, raid)
            if refusal is not None:
                return refusal
        plan = Plan(tuple(draft.shifts), draft.path, draft.captures)
        return self.prover.why_not(state, plan, combat) or plan

    def _go(
        self,
        state: AxisState,
        powers: tuple[int, ...],
        units: Units,
        draft: _Draft,
        combat: bool,
        raid: bool,
        paired: frozenset[int],
    ) -> Refusal | None:
        """Adds to the draft what some units of an action do, or says why they cannot."""
        way = draft.way
        found = self.pick(state, way[0], units, powers)
        if isinstance(found, Refusal):
            return found
        wanted = units.count
        refusal: Refusal | None = None
        shifts = []
        for piece, held in found:
            # The same units may be named twice: who goes already cannot go again.
            count = held - sum(shift.count for shift in draft.shifts if shift.before == piece)
            if not count:
                continue
            result = self._piece(state, piece, way, combat, raid, piece.owner in paired)
            if isinstance(result, Refusal):
                if refusal is None or not piece.marks & MOVED:
                    refusal = result  # what bars a fresh piece says most
                continue
            after, draft.path, taken = result
            number = min(count, wanted)
            shifts.append(Shift(way[0], piece, draft.path[-1], after, number))
            draft.captures = taken or draft.captures
            wanted -= number
            if not wanted:
                draft.shifts += shifts
                return None
        return refusal or self.refuse("no-units", unit=_named(units), space=self.name(way[0]))

    def _join(
        self,
        state: AxisState,
        powers: tuple[int, ...],
        waiting: list[tuple[Units, Refusal]],
        draft: _Draft,
        combat: bool,
        raid: bool,
    ) -> Refusal | None:
        """Escorts and those they protect are judged as a whole: who else comes has arrived."""
        if not draft.shifts:
            return waiting[0][1]
        trial = state.copy()
        carry_out(trial, draft.shifts)
        for units, refusal in waiting:
            if self._go(trial, powers, units, draft, combat, raid, frozenset()):
                return refusal
        return None

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
        if raid and not kind.raids and not kind.escorts:
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
        if combat and kind.transport and self.landings.leaves_escorts(state, piece, way[0]):
            return self.refuse("escort-left", space=self.name(way[0]))
        if combat and self.landings.guards(state, piece, way[0]):
            return self.refuse("guard-left", space=self.name(way[0]))
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
        world, power, landings = self.world, piece.owner, self.landings
        kind = world.kinds[piece.kind]
        if at.is_hostile_zone(world, state, power, goal):
            return None
        fled = state.began(power).hostile
        if start in fled or piece.origin in fled or landings.exposed(state, power, start):
            return None
        if kind.attack and at.has_enemy(world, state, power, goal):
            return None
        if not kind.attack and landings.hunts_along(state, after, goal):
            return None
        if kind.transport:
            if landings.can_assault(state, after, goal, hoping=True):
                return None
            return self.refuse("transport-purpose", goal=self.name(goal))
        if landings.assault_declared(state, power, goal) or landings.assault_due(
            state, power, goal
        ):
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
            if not hostile:
                return self.refuse("raid-target", goal=self.name(goal))
            if not kind.raids:
                escorted = any(
                    piece.marks & RAIDER and piece.owner == power and world.kinds[piece.kind].raids
                    for piece, _ in state.units[goal]
                )
                return None if escorted else self.refuse("raid-escort")
            if facilities.raidable(world, state, goal, kind):
                return None
            return self.refuse("raid-target", goal=self.name(goal))
        if world.is_sea[goal]:
            if at.has_enemy(world, state, power, goal):
                return None
            if self.landings.exposed(state, power, goal):
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
            kind = world.kinds[piece.kind]
            return self.router.may_end(state, piece.owner, kind, goal, combat=False)
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


def _first_to_go(
    item: tuple[Piece, int],
) -> tuple[bool, int, int, list[tuple[int, int, int, int]]]:
    piece = item[0]
    bound = any(c.boarded == COMBAT for c in piece.cargo)
    return not bound, -piece.spent, piece.marks, [cargo_key(c) for c in piece.cargo]


def _merged(listed: Sequence[Units]) -> Iterable[Units]:
    """Units that were named in several parts, as one."""
    if len(listed) == 1:
        return listed
    counts: dict[Units, int] = {}
    for units in listed:
        alike = msgspec.structs.replace(units, count=1)
        counts[alike] = counts.get(alike, 0) + units.count
    if len(counts) == len(listed):
        return listed
    return [msgspec.structs.replace(units, count=count) for units, count in counts.items()]


def _named(units: Units) -> str:
    return str(units).split(" ", 1)[1]
