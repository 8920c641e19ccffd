"""Every well-formed action of a single piece in the Axis family, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from sandtable.games.axis import actions as a
from sandtable.games.axis import frames
from sandtable.games.axis.actions import Units
from sandtable.games.axis.movement import cargo_label
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState, Piece
from sandtable.table import Action, Table


class Sayer:
    """What a player could write down in a position."""

    def __init__(self, table: Table) -> None:
        assert isinstance(table.rules, AxisRules)
        self.rules = table.rules
        self.world = table.rules.world
        self.state: AxisState = table.state
        self.names = [space.id for space in self.world.spaces]
        self.frame = table.state.flow[-1]
        powers = getattr(self.frame, "powers", None) or (getattr(self.frame, "power", 0),)
        self.powers: tuple[int, ...] = powers

    def units(self, piece: Piece) -> Units:
        owner = "" if piece.owner == self.powers[0] else self.world.powers[piece.owner].id
        kind = self.world.kinds[piece.kind].id
        return Units(1, kind, owner, cargo_label(self.world, piece))

    def pieces(self, *domains: str) -> Iterator[tuple[int, Units]]:
        """What the powers that act have, space by space, as a player names it."""
        seen = set()
        for space, stack in enumerate(self.state.units):
            for piece, _ in stack:
                if piece.owner in self.powers and self.world.kinds[piece.kind].domain in domains:
                    named = (space, self.units(piece))
                    if named not in seen:
                        seen.add(named)
                        yield named

    def moves(self) -> Iterator[Action]:
        """Every piece to every space by the way the rules find."""
        for space, units in self.pieces("land", "air", "sea"):
            for goal in self.names:
                yield a.Move((units,), (self.names[space], goal))

    def blitzes(self) -> Iterator[Action]:
        """Every land unit over hostile land, which has to be named."""
        world = self.world
        for space, units in self.pieces("land"):
            for middle in world.land_near[space]:
                if self.state.foe[self.powers[0]][self.state.owner[middle]]:
                    for goal in world.land_near[middle]:
                        route = (self.names[space], self.names[middle], self.names[goal])
                        yield a.Move((units,), route)

    def raids(self) -> Iterator[Action]:
        for space, units in self.pieces("air"):
            for goal in self.names:
                yield a.Raid((units,), (self.names[space], goal))

    def drops(self) -> Iterator[Action]:
        for space, units in self.pieces("land"):
            for goal in self.names:
                yield a.Drop((units,), (self.names[space], goal))

    def shipping(self) -> Iterator[Action]:
        """Boarding and landing, with the transport named where there are several names."""
        world = self.world
        for zone, stack in enumerate(self.state.units):
            ships = [p for p, _ in stack if world.kinds[p.kind].transport]
            if not ships or not world.is_sea[zone]:
                continue
            for land in world.board.near[zone]:
                onto: set[Units | None] = {None, *(self.units(ship) for ship in ships)}
                for units in {u for s, u in self.pieces("land") if s == land}:
                    for ship in onto:
                        yield a.Load((units,), self.names[land], self.names[zone], ship)
                cargo = {
                    (c.kind, c.owner) for p in ships for c in p.cargo if c.owner in self.powers
                }
                for kind, owner in cargo:
                    whose = "" if owner == self.powers[0] else world.powers[owner].id
                    units = Units(1, world.kinds[kind].id, whose)
                    for ship in onto:
                        yield a.Land((units,), self.names[zone], self.names[land], ship)

    def spaces(self, make: Callable[[str], Action]) -> Iterator[Action]:
        yield from map(make, self.names)

    def rockets(self) -> Iterator[Action]:
        guns = {self.names[s] for s, _ in self.pieces("land")}
        for gun, goal in product(guns, (self.names[s] for s in self.state.facilities)):
            yield a.Launch(gun, goal)

    def placements(self) -> Iterator[Action]:
        for power in self.powers:
            owner = "" if power == self.powers[0] else self.world.powers[power].id
            for kind in self.world.kinds:
                units = (Units(1, kind.id, owner),)
                for space, name in enumerate(self.names):
                    yield a.Place(units, name)
                    for zone in self.world.sea_near[space]:
                        yield a.Place(units, name, self.names[zone])

    def purchases(self) -> Iterator[Action]:
        for kind in self.world.kinds:
            yield a.Buy((Units(1, kind.id),))
        for name in self.names:
            yield a.Repair(((1, name, ""),))

    def flights(self) -> Iterator[Action]:
        """Every fighter at sea to every space nearby."""
        for zone, stack in enumerate(self.state.units):
            if self.world.is_sea[zone]:
                for kind in {self.world.kinds[piece.kind].id for piece, _ in stack}:
                    for goal in self.world.board.near[zone]:
                        yield a.Fly((Units(1, kind),), (self.names[zone], self.names[goal]))

    def losses(self) -> Iterator[Action]:
        for kind, power in product(self.world.kinds, ("", *(p.id for p in self.world.powers))):
            yield a.Lose((Units(1, kind.id, power),))


def sayable(table: Table, sayer: Sayer | None = None) -> Iterator[Action]:
    """By what is asked for; where a list is short by nature, nothing is tried."""
    sayer = sayer or Sayer(table)
    yield a.End()
    match sayer.frame:
        case frames.Purchase():
            yield from sayer.purchases()
        case frames.CombatMove():
            yield from sayer.moves()
            yield from sayer.blitzes()
            yield from sayer.raids()
            yield from sayer.drops()
            yield from sayer.shipping()
        case frames.NoncombatMove():
            yield from sayer.moves()
            yield from sayer.shipping()
        case frames.ConductCombat():
            yield from sayer.spaces(a.Fight)
            yield from sayer.spaces(a.Ignore)
            yield from sayer.rockets()
        case frames.Battle():
            yield from sayer.spaces(a.Retreat)
            yield from (a.Retreat(), a.Continue(), a.Hold())
        case frames.Mobilize():
            yield from sayer.placements()
        case frames.Casualties():
            yield from sayer.losses()
        case frames.Homeless():
            yield from sayer.flights()
            for kind in sayer.world.kinds:
                yield a.Lose((Units(1, kind.id),))
        case frames.Bombard():
            for kind in sayer.world.kinds:
                yield a.Fire((Units(1, kind.id),))
        case _:
            return
