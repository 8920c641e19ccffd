"""Boarding and going ashore."""

from __future__ import annotations

import msgspec

from sandtable.table import Refusal

from . import situation as at
from .actions import Land, Load, Units
from .movement import Mover, cargo_label
from .state import (
    COMBAT,
    LATER,
    MOVED,
    NONCOMBAT,
    REPELLED,
    UNLOADED,
    WAITING,
    AxisState,
    Cargo,
    Piece,
    cargo_key,
)


class Shipper:
    """Plans loads and landings, unit by unit on a trial copy."""

    def __init__(self, mover: Mover) -> None:
        self.mover = mover
        self.world = mover.world
        self.refuse = mover.refuse

    # Boarding

    def load(
        self, state: AxisState, powers: tuple[int, ...], action: Load, *, combat: bool
    ) -> Refusal | None:
        """Carries the load out on ``state``; on a refusal the state is spoilt (use a copy)."""
        land, zone = self.world.space[action.land], self.world.space[action.zone]
        for units in action.units:
            for _ in range(units.count):
                single = msgspec.structs.replace(units, count=1)
                refusal = self._load_one(state, powers, single, land, zone, action.onto, combat)
                if refusal is not None:
                    return refusal
        return None

    def _load_one(
        self,
        state: AxisState,
        powers: tuple[int, ...],
        units: Units,
        land: int,
        zone: int,
        onto: Units | None,
        combat: bool,
    ) -> Refusal | None:
        world, mover = self.world, self.mover
        if world.is_sea[zone] and world.is_sea[land]:
            return self.refuse("load-transfer")
        if not world.is_sea[zone] or world.is_sea[land] or zone not in world.board.touching[land]:
            return self.refuse("load-place", space=mover.name(land), zone=mover.name(zone))
        kind = world.kinds[world.kind[units.kind]]
        if kind.domain != "land":
            return self.refuse("load-kind", unit=kind.id)
        if combat and kind.noncombat_only:
            return self.refuse("load-aa")
        found = mover.pick(state, land, units, powers)
        if isinstance(found, Refusal):
            return found
        piece = next((p for p, _ in found if not p.marks & MOVED), None)
        if piece is None:
            if combat:
                return mover.has_moved(kind.id, land, combat)
            return self.refuse("load-tired", unit=kind.id, space=mover.name(land))
        power = piece.owner
        if world.powers[power].confined:
            return self.refuse("load-confined", power=world.powers[power].id)
        if not at.is_friendly_land(world, state, power, land):
            return self.refuse("load-friendly", space=mover.name(land))
        caught = combat and any(
            p.origin < 0 and p.owner == power and world.kinds[p.kind].transport
            for p, _ in state.units[zone]
        )
        refusal = mover.landings.may_load_in(state, power, zone, caught=caught)
        if refusal is not None:
            return refusal
        transport = self._choose_transport(state, power, piece.kind, zone, onto, combat)
        if isinstance(transport, Refusal):
            return transport
        return self._board(state, piece, land, transport, zone, combat)

    def _choose_transport(
        self, state: AxisState, power: int, kind: int, zone: int, onto: Units | None, combat: bool
    ) -> Piece | Refusal:
        world, mover = self.world, self.mover
        found = self.loadable(state, power, kind, zone, combat)
        if onto is not None:
            found = [p for p in found if _means(self.mover, p, onto, power)]
        if combat and at.is_hostile_zone(world, state, power, zone):
            found = [p for p in found if self.boards_among_enemies(p)]
        if found:
            return found[0]
        if not combat and (refusal := self._unshared(state, power, kind, zone)):
            return refusal
        unit = world.kinds[kind].id
        if combat and self.loadable(state, power, kind, zone, combat=False):
            return self.refuse("load-ally")
        busy = [
            piece
            for piece, _ in state.units[zone]
            if world.kinds[piece.kind].transport
            and piece.owner == power
            and piece.marks & (UNLOADED | MOVED)
            and mover.landings.has_room(piece, kind)
        ]
        if busy and not combat:
            code = "load-unloaded" if busy[0].marks & UNLOADED else "load-moved"
            return self.refuse(code, zone=mover.name(zone))
        return self.refuse("load-full", zone=mover.name(zone), unit=unit)

    def _unshared(self, state: AxisState, power: int, kind: int, zone: int) -> Refusal | None:
        """A transport has room, but its owner does not share it."""
        world, has_room = self.world, self.mover.landings.has_room
        for piece, _ in state.units[zone]:
            if world.kinds[piece.kind].transport and has_room(piece, kind):
                bar = world.access.withheld(state, power, at.TRANSPORTS, piece.owner)
                if bar is not None:
                    return self.refuse.bar(bar)
        return None

    def boards_among_enemies(self, transport: Piece) -> bool:
        """Whether a transport in a hostile zone can be boarded: war was declared while it was
        there."""
        return transport.origin < 0

    def loadable(
        self, state: AxisState, power: int, kind: int, zone: int, combat: bool
    ) -> list[Piece]:
        """Transports in the zone that this unit may board, the best choice first.

        Own before allied, then the fullest, then the one with most movement left.
        """
        world, mover = self.world, self.mover
        ally = at.allies(state, power)
        found = []
        for piece, _ in state.units[zone]:
            if not world.kinds[piece.kind].transport or not mover.landings.has_room(piece, kind):
                continue
            own = piece.owner == power
            if not own and (combat or not ally[piece.owner]):
                continue
            if not own and world.access.use(state, power, "ships", piece.owner, zone):
                continue
            if not own and world.access.withheld(state, power, at.TRANSPORTS, piece.owner):
                continue
            if piece.marks & UNLOADED or (piece.marks & MOVED and not combat):
                continue
            found.append(piece)
        found.sort(key=lambda p: (p.owner != power, -len(p.cargo), p.spent, p.owner))
        return found

    def _board(
        self, state: AxisState, piece: Piece, land: int, transport: Piece, zone: int, combat: bool
    ) -> Refusal | None:
        own = transport.owner == piece.owner
        boarded = COMBAT if combat else LATER if own else WAITING
        cargo = Cargo(piece.kind, piece.owner, boarded)
        marks = transport.marks | (MOVED if combat else 0)
        loaded = msgspec.structs.replace(
            transport, cargo=tuple(sorted((*transport.cargo, cargo), key=cargo_key)), marks=marks
        )
        if combat and not self.mover.landings.can_assault(state, loaded, zone, hoping=True):
            return self.refuse("load-purpose", zone=self.mover.name(zone))
        state.remove(land, piece)
        state.change(zone, transport, loaded)
        return None

    # Going ashore

    def land(
        self, state: AxisState, powers: tuple[int, ...], action: Land, *, combat: bool
    ) -> Refusal | None:
        """Carries the landing out on ``state``; on a refusal the state is spoilt."""
        zone, land = self.world.space[action.zone], self.world.space[action.land]
        refusal = self._landing_place(state, powers[0], zone, land, combat)
        if refusal is not None:
            return refusal
        out_of = action.out_of
        for units in action.units:
            for _ in range(units.count):
                single = msgspec.structs.replace(units, count=1)
                after = self._land_one(state, powers, single, zone, land, out_of, combat)
                if isinstance(after, Refusal):
                    return after
                if out_of is not None:
                    out_of = self._named(after)
        return None

    def _named(self, transport: Piece) -> Units:
        owner = self.world.powers[transport.owner].id
        return Units(
            1, self.world.kinds[transport.kind].id, owner, cargo_label(self.world, transport)
        )

    def _landing_place(
        self, state: AxisState, power: int, zone: int, land: int, combat: bool
    ) -> Refusal | None:
        world, mover = self.world, self.mover
        if not world.is_sea[zone] or world.is_sea[land] or zone not in world.board.touching[land]:
            return self.refuse("unload-place", space=mover.name(land), zone=mover.name(zone))
        if world.closed[land]:
            return self.refuse("closed", goal=mover.name(land))
        hostile = at.is_hostile_land(world, state, power, land)
        if combat and not hostile:
            return self.refuse("unload-friendly")
        if not combat and hostile:
            return self.refuse("unload-hostile")
        if at.is_hostile_zone(world, state, power, zone):
            if not combat:
                return self.refuse("unload-zone", zone=mover.name(zone))
            here = any(p.owner == power for p, _ in state.units[zone])
            if not here or world.access.forlorn(state, power, zone):
                return self.refuse("unload-unfought", zone=mover.name(zone))
        if combat and world.access.unguarded(state, power, zone):
            return self.refuse("unload-unguarded", zone=mover.name(zone))
        return None

    def _land_one(
        self,
        state: AxisState,
        powers: tuple[int, ...],
        units: Units,
        zone: int,
        land: int,
        out_of: Units | None,
        combat: bool,
    ) -> Piece | Refusal:
        world = self.world
        kind = world.kind[units.kind]
        power = world.power[units.owner] if units.owner else powers[0]
        if power not in powers:
            return self.refuse("unload-ally", unit=units.kind, power=units.owner)
        refusal: Refusal | None = None
        for transport in self._carriers_of(state, power, kind, zone, out_of):
            for cargo in sorted(transport.cargo, key=must_land, reverse=True):
                if (cargo.kind, cargo.owner) != (kind, power) or cargo.target >= 0:
                    continue
                problem = self._may_go_ashore(state, transport, cargo, land, combat)
                if problem is None:
                    return self._go_ashore(state, transport, cargo, zone, land, combat)
                refusal = refusal or problem
        return refusal or self._nobody_ashore(state, kind, power, zone)

    def _nobody_ashore(self, state: AxisState, kind: int, power: int, zone: int) -> Refusal:
        for transport, _ in state.units[zone]:
            for cargo in transport.cargo:
                if self.world.kinds[transport.kind].transport and cargo.kind == kind:
                    if cargo.owner != power:
                        unit, owner = self.world.kinds[kind].id, self.world.powers[cargo.owner].id
                        return self.refuse("unload-ally", unit=unit, power=owner)
        return self.refuse("unload-none", zone=self.mover.name(zone))

    def _carriers_of(
        self, state: AxisState, power: int, kind: int, zone: int, out_of: Units | None
    ) -> list[Piece]:
        """Transports with such a unit aboard: first those whose unit boarded in this combat move
        and has to land, then those already unloading here."""
        world = self.world
        found = [
            piece
            for piece, _ in state.units[zone]
            if world.kinds[piece.kind].transport
            and any(c.kind == kind and c.owner == power for c in piece.cargo)
            and (out_of is None or _means(self.mover, piece, out_of, power))
        ]

        def rank(piece: Piece) -> tuple[bool, bool, int, int, int]:
            must = any(c.kind == kind and must_land(c) for c in piece.cargo)
            return (
                not must,
                not piece.marks & UNLOADED,
                len(piece.cargo),
                -piece.spent,
                piece.owner,
            )

        return sorted(found, key=rank)

    def _may_go_ashore(
        self, state: AxisState, transport: Piece, cargo: Cargo, land: int, combat: bool
    ) -> Refusal | None:
        kind = self.world.kinds[cargo.kind]
        if combat and kind.noncombat_only:
            return self.refuse("unload-aa")
        if cargo.boarded == WAITING:
            return self.refuse("unload-waiting")
        if transport.marks & REPELLED:
            return self.refuse("unload-repelled")
        if not combat and transport.marks & MOVED:
            return self.refuse("unload-done" if transport.marks & UNLOADED else "unload-moved")
        bound = bound_for(transport)
        if bound >= 0 and bound != land:
            code = "unload-split" if combat else "unload-elsewhere"
            return self.refuse(code, goal=self.mover.name(bound))
        bar = self.world.access.enter(state, cargo.owner, kind, land, combat=combat)
        if bar is not None:
            return self.refuse.bar(bar)
        return self.mover.router.may_end(state, cargo.owner, kind, land, combat)

    def _go_ashore(
        self, state: AxisState, transport: Piece, cargo: Cargo, zone: int, land: int, combat: bool
    ) -> Piece:
        rest = list(transport.cargo)
        rest.remove(cargo)
        marks = transport.marks | UNLOADED
        origin = transport.origin
        if combat:
            rest.append(msgspec.structs.replace(cargo, target=land))
            marks |= MOVED
        else:
            origin = land
            ashore = Piece(cargo.kind, cargo.owner, 0, -1, MOVED | NONCOMBAT)
            state.add(land, ashore)
        after = msgspec.structs.replace(
            transport, cargo=tuple(sorted(rest, key=cargo_key)), marks=marks, origin=origin
        )
        state.change(zone, transport, after)
        return after

    # What has to be done before a phase ends

    def must_still_land(self, state: AxisState, power: int) -> int | None:
        """A zone with units loaded in this combat move that still can and must land."""
        for zone, piece, _ in state.pieces(power):
            if piece.cargo and any(map(must_land, piece.cargo)):
                bound = bound_for(piece)
                if bound >= 0:
                    if at.is_hostile_land(self.world, state, power, bound):
                        return zone
                elif self.mover.landings.can_assault(state, piece, zone):
                    return zone
        return None

    def has_no_business(self, state: AxisState, power: int) -> int | None:
        """A friendly zone where a transport stopped for an assault that is still to be declared.

        Only there because somebody could be landed: as long as that can be done, it must.
        """
        world, landings = self.world, self.mover.landings
        fled = state.began(power).hostile
        for zone, piece, _ in state.pieces(power):
            if (
                piece.origin >= 0
                and world.kinds[piece.kind].transport
                and piece.origin not in fled
                and bound_for(piece) < 0
                and not at.is_hostile_zone(world, state, power, zone)
                and not landings.hunts_along(state, piece, zone)
                and landings.can_assault(state, piece, zone)
            ):
                return zone
        return None


def must_land(cargo: Cargo) -> bool:
    """Boarded in this combat move and not yet told where to land."""
    return cargo.boarded == COMBAT and cargo.target < 0


def bound_for(transport: Piece) -> int:
    """Where a transport has put units ashore or is to do so this turn; -1 if nowhere."""
    for cargo in transport.cargo:
        if cargo.target >= 0:
            return cargo.target
    return transport.origin if transport.marks & UNLOADED else -1


def _means(mover: Mover, transport: Piece, units: Units, power: int) -> bool:
    """Whether a player's words mean this transport."""
    world = mover.world
    owner = world.power[units.owner] if units.owner else power
    return (
        transport.kind == world.kind[units.kind]
        and transport.owner == owner
        and cargo_label(world, transport) == units.cargo
    )
