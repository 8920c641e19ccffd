"""What brings transports and their escorts to a coast, and whether anybody can land there."""

from __future__ import annotations

from sandtable.table import Refusal

from . import situation as at
from .refusals import Refuser
from .routes import sailed, ship_reach
from .state import COMBAT, EARLIER, MOVED, UNLOADED, AxisState, Cargo, Piece
from .units import fits
from .world import World


class Landings:
    """Questions about landings that are declared, due or possible."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse
        self._troops = next(kind for kind in world.kinds if kind.takes_land)

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def assault_declared(self, state: AxisState, power: int, zone: int) -> bool:
        return any(
            cargo.target >= 0 and cargo.owner == power
            for piece, _ in state.units[zone]
            for cargo in piece.cargo
        )

    def exposed(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether a landing is declared from the zone that enemies could rise against."""
        return self.assault_declared(state, power, zone) and self.world.access.threatened(
            state, power, zone
        )

    def guards(self, state: AxisState, ship: Piece, zone: int) -> bool:
        """Whether a landing that is declared from the zone needs the ship to stay."""
        power, access = ship.owner, self.world.access
        if not self.assault_declared(state, power, zone):
            return False
        trial = state.copy()
        trial.remove(zone, ship)
        return access.unguarded(trial, power, zone) and not access.unguarded(state, power, zone)

    def assault_due(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether a transport has come to the zone that will have to land its troops there."""
        return any(
            piece.owner == power
            and piece.origin >= 0
            and piece.origin not in state.began(power).hostile
            and self.world.kinds[piece.kind].transport
            and not piece.marks & UNLOADED
            and any(self.may_storm(cargo, power) for cargo in piece.cargo)
            for piece, _ in state.units[zone]
        ) and self.hostile_coast(state, power, zone)

    def leaves_escorts(self, state: AxisState, transport: Piece, zone: int) -> bool:
        """Whether ships have come to a friendly zone for the landing of this transport alone."""
        world, power = self.world, transport.owner
        if transport.origin < 0 or self.assault_declared(state, power, zone):
            return False
        if at.is_hostile_zone(world, state, power, zone) or at.has_enemy(world, state, power, zone):
            return False
        escorts = any(
            piece.owner == power
            and piece.origin >= 0
            and world.kinds[piece.kind].domain == "sea"
            and not world.kinds[piece.kind].transport
            and piece.origin not in state.began(power).hostile
            for piece, _ in state.units[zone]
        )
        if not escorts or not self.assault_due(state, power, zone):
            return False
        trial = state.copy()
        trial.remove(zone, transport)
        return not self.assault_due(trial, power, zone)

    def hunts_along(self, state: AxisState, ship: Piece, zone: int) -> bool:
        """Whether others have come to attack the submarines and transports of a zone."""
        world, power = self.world, ship.owner
        return at.has_enemy(world, state, power, zone) and any(
            piece.owner == power
            and piece.marks & MOVED
            and (world.kinds[piece.kind].domain == "sea" or world.access.hunts_by_air)
            and world.kinds[piece.kind].attack
            for piece, _ in state.units[zone]
        )

    def hostile_coast(
        self, state: AxisState, power: int, zone: int, *, hoping: bool = False
    ) -> bool:
        """Whether the zone touches land that troops of the power may assault.

        ``hoping``: where they need company, it may still come.
        """
        access, troops = self.world.access, self._troops
        if access.unguarded(state, power, zone):
            return False
        if access.forlorn(state, power, zone) and not (
            hoping and self._may_be_joined(state, power, zone)
        ):
            return False
        return any(
            at.is_hostile_land(self.world, state, power, land)
            and access.enter(state, power, troops, land, combat=True) is None
            and access.attack(state, power, troops, land) is None
            for land in self.world.land_near[zone]
        )

    def _may_be_joined(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether somebody who can attack and has not moved is near enough, as aircraft fly."""
        world, move = self.world, self.world.arsenal(state.techs[power]).move
        away = world.access.flights(state, power)[zone]
        return any(
            not piece.marks & MOVED and away[space] <= move[piece.kind] - piece.spent
            for space, piece, _ in state.pieces(power)
            if world.kinds[piece.kind].attack and world.kinds[piece.kind].domain != "land"
        )

    def can_assault(
        self, state: AxisState, transport: Piece, zone: int, *, hoping: bool = False
    ) -> bool:
        """Whether a transport at ``zone`` can still bring somebody to a hostile coast."""
        power = transport.owner
        if transport.marks & UNLOADED:
            return False
        reach = self._reach(state, transport, zone)
        if any(self.may_storm(cargo, power) for cargo in transport.cargo):
            return any(self.hostile_coast(state, power, z, hoping=hoping) for z in reach)
        for stop, cost in reach.items():
            moved = sailed(transport, zone, cost)
            if not self.somebody_to_load(state, moved, stop):
                continue
            onward = self._reach(state, moved, stop)
            if any(self.hostile_coast(state, power, z, hoping=hoping) for z in onward):
                return True
        return False

    def _reach(self, state: AxisState, transport: Piece, zone: int) -> dict[int, int]:
        """Zones where a transport can be at the end of its moves, by what it costs."""
        world, power = self.world, transport.owner
        kind = world.kinds[transport.kind]
        return {zone: 0} | {
            goal: cost
            for goal, cost in ship_reach(world, state, power, transport, zone).items()
            if world.access.stop(state, power, kind, goal, combat=True) is None
        }

    def may_storm(self, cargo: Cargo, power: int) -> bool:
        """Whether a unit aboard can go ashore in an assault of this power's turn."""

        return (
            cargo.owner == power
            and cargo.boarded in (EARLIER, COMBAT)
            and not self.world.kinds[cargo.kind].noncombat_only
        )

    def may_load_in(
        self, state: AxisState, power: int, zone: int, *, caught: bool = False
    ) -> Refusal | None:
        """``caught``: the transport was there before its power declared war in this turn.

        A zone that was shared with enemies is open again once it is cleared.
        """
        if not at.is_hostile_zone(self.world, state, power, zone):
            return None
        if zone in state.began(power).shared:
            return self.refuse("load-shared", zone=self._name(zone))
        return None if caught else self.refuse("load-hostile", zone=self._name(zone))

    def somebody_to_load(self, state: AxisState, transport: Piece, zone: int) -> bool:
        world, power = self.world, transport.owner
        caught = transport.origin < 0
        if self.may_load_in(state, power, zone, caught=caught) is not None:
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
