"""Aircraft: range out and back, what they fly over, decks, and where they come down (HV-951)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Fly, Lose, Units
from sandtable.games.axis.events import Lost, Moved
from sandtable.games.axis.state import DROPPED, MOVED, OUT, RAIDER, AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import flak
from .turn import new


def take_off(world: World, state: AxisState, power: int, space: int) -> int:
    """HV-826, HV-096: the extra movement of who takes off from a friendly airfield."""
    if not at.is_friendly_land(world, state, power, space):
        return 0
    sites = [
        facilities.building(world, facility)
        for facility in state.facilities.get(space, ())
        if not new(state, space, facility.kind)
    ]
    return max((site.air_range for site in sites), default=0)


def reach(world: World, state: AxisState, piece: Piece, space: int) -> int:
    """How far an aircraft flies from where it stands, out and back together (HV-951)."""
    move = world.arsenal(state.techs[piece.owner]).move[piece.kind]
    return move + take_off(world, state, piece.owner, space)


def distance(world: World, state: AxisState, power: int, way: tuple[int, ...]) -> int:
    """The shortest flight along the spaces named."""
    away = world.access.flights(state, power)
    return sum(away[a][b] for a, b in pairwise(way))


def path(
    world: World, state: AxisState, power: int, way: tuple[int, ...], limit: int
) -> tuple[int, ...]:
    """The spaces flown over: with the least flak that ``limit`` allows, then the shortest."""
    through = world.access.flights(state, power).through
    spare = limit - distance(world, state, power, way)
    found = [way[0]]
    for a, b in pairwise(way):
        shortest = world.access.flights(state, power)[a][b]
        leg = _quietest(world, state, power, a, b, shortest + spare, through)
        spare -= len(leg) - 1 - shortest
        found += leg[1:]
    return tuple(found)


def _quietest(
    world: World,
    state: AxisState,
    power: int,
    start: int,
    goal: int,
    limit: int,
    through: frozenset[int],
) -> list[int]:
    guns = {
        space: len(flak.salvo(world, state, power, space))
        for space in through
        if not world.is_sea[space]
    }
    best: dict[int, tuple[int, list[int]]] = {start: (0, [start])}
    edge = dict(best)
    for _ in range(limit):
        reached: dict[int, tuple[int, list[int]]] = {}
        for here, (shots, spaces) in edge.items():
            for there in world.board.near[here]:
                if there != goal and there not in through:
                    continue
                total = shots + (guns.get(there, 0) if there != goal else 0)
                if there not in best or total < best[there][0]:
                    best[there] = (total, [*spaces, there])
                    if there != goal:
                        reached[there] = best[there]
        edge = reached
    return best[goal][1]


# Decks


def is_flying(world: World, piece: Piece) -> bool:
    """Sent out and not yet back: it stands on no deck and on no ground."""
    return (
        world.kinds[piece.kind].domain == "air" and bool(piece.marks & MOVED) and piece.origin >= 0
    )


def shares(state: AxisState) -> bool:
    """HV-832: whether units of one side may be together."""
    return bool(state.options["multinational"])


def _aboard(world: World, piece: Piece) -> bool:
    """Whether an aircraft at sea takes a place on a deck."""
    return world.kinds[piece.kind].carrier_capable and not is_flying(world, piece)


def _places(world: World, state: AxisState, zone: int, powers: Sequence[bool]) -> int:
    """Places on the decks of some powers in a zone, less their aircraft aboard (HV-958)."""
    return sum(
        count * (world.kinds[piece.kind].deck - _aboard(world, piece))
        for piece, count in state.units[zone]
        if powers[piece.owner]
    )


def _own_places(world: World, state: AxisState, zone: int, power: int) -> int:
    return _places(world, state, zone, [other == power for other in range(len(world.powers))])


def deck_room(world: World, state: AxisState, zone: int, power: int) -> int:
    """Places on decks for the power's aircraft."""
    room = _places(world, state, zone, at.allies(state, power))
    return room if shares(state) else min(room, _own_places(world, state, zone, power))


def without_deck(world: World, state: AxisState, zone: int, power: int) -> int:
    """How many aircraft of the power's side are in a zone beyond the places on its decks."""
    return -_places(world, state, zone, at.allies(state, power))


def has_own_deck(world: World, state: AxisState, piece: Piece, zone: int) -> bool:
    """Whether a carrier of the aircraft's own nation is there."""
    return any(
        ship.owner == piece.owner and world.kinds[ship.kind].deck for ship, _ in state.units[zone]
    )


def left_behind(
    world: World, state: AxisState, zone: int, power: int, decks: int
) -> list[tuple[Piece, int]]:
    """HV-959: aircraft that carriers with so many places take along from the zone they have left:
    the power's own that no carrier of its own holds there, and all that would have no deck."""
    ally, own = at.allies(state, power), -_own_places(world, state, zone, power)
    over = max(min(own, decks), -deck_room(world, state, zone, power))
    aboard = [
        (piece, count)
        for piece, count in state.units[zone]
        if ally[piece.owner] and _aboard(world, piece)
    ]
    found = []
    for piece, count in sorted(aboard, key=lambda item: item[0].owner != power):
        if over > 0:
            found.append((piece, min(count, over)))
            over -= count
    return found


def can_land(world: World, state: AxisState, piece: Piece, space: int) -> bool:
    """HV-827, HV-958: friendly land as it is held now, or a deck with room; never a neutral."""
    if world.is_sea[space]:
        return (
            world.kinds[piece.kind].carrier_capable
            and deck_room(world, state, space, piece.owner) > 0
        )
    owner = state.owner[space]
    return at.allies(state, piece.owner)[owner] and (owner == piece.owner or shares(state))


def landing_places(
    world: World, state: AxisState, piece: Piece, space: int, left: int
) -> list[int]:
    away = world.access.flights(state, piece.owner)[space]
    return [
        goal
        for goal in world.open_spaces
        if away[goal] <= left and can_land(world, state, piece, goal)
    ]


def supports(world: World, state: AxisState, piece: Piece, land: int) -> bool:
    """HV-961: carrier aircraft join a landing only from a zone beside it where a carrier is,
    their own nation's or an ally's that has them aboard (HV-958)."""
    ally = at.allies(state, piece.owner)
    return not world.is_sea[piece.origin] or any(
        world.kinds[ship.kind].deck and ally[ship.owner]
        for zone in world.sea_near[land]
        for ship, _ in state.units[zone]
    )


# Coming home


def turn_home(world: World, state: AxisState, power: int, space: int) -> None:
    """HV-092, HV-953: the power's aircraft over a space leave."""

    def leaving(piece: Piece) -> Piece:
        if piece.owner != power or not is_flying(world, piece):
            return piece
        return msgspec.structs.replace(piece, marks=piece.marks | OUT)

    state.rewrite(space, leaving)
    state.flow.append(family.Homeless(power))


class Stray(NamedTuple):
    """One unit that has to go: any of ``pieces`` where several could, to one of ``places``."""

    space: int
    pieces: tuple[Piece, ...]
    places: list[int]


class StraysStep(AxisStep[family.Homeless]):
    """Who cannot stay where he is: aircraft on their way home, aircraft of sunk carriers, and
    bystanders in land that was taken. Each owner chooses; who finds no place is lost."""

    frame = family.Homeless
    prompt = "choose where these units go"

    def run(self, state: AxisState, frame: family.Homeless, log: Log) -> Ask | None:
        stray = self._next(state, frame.power)
        if stray is None:
            state.flow.remove(frame)
            return None
        piece = stray.pieces[0]
        if len(stray.pieces) > 1 or len(stray.places) > 1:
            return Decision((self.world.powers[piece.owner].seat,), "Homeless", self.prompt)
        if stray.places:
            self._go(state, piece, stray.space, stray.places[0], log)
        else:
            self._lose(state, piece, stray.space, log)
        return None

    def _next(self, state: AxisState, power: int) -> Stray | None:
        """The next unit that has to go."""
        fighting = any(isinstance(frame, family.Battle) for frame in state.flow)
        for space, stack in enumerate(state.units):
            for piece, _ in stack:
                if piece.owner == power and is_flying(self.world, piece) and piece.marks & OUT:
                    return Stray(space, (piece,), self._way_home(state, piece, space))
                if not fighting and not is_flying(self.world, piece):
                    stray = self._stray(state, power, piece, space)
                    if stray is not None:
                        return stray
        return None

    def _way_home(self, state: AxisState, piece: Piece, space: int) -> list[int]:
        """HV-952: back to where it started, else to any place in reach; HV-992: after a drop to
        any."""
        world = self.world
        move = world.arsenal(state.techs[piece.owner]).move[piece.kind]
        places = landing_places(world, state, piece, space, move - piece.spent)
        home = piece.origin
        back = home in places or (
            not world.is_sea[home] and at.is_friendly_land(world, state, piece.owner, home)
        )
        return [home] if back and not piece.marks & DROPPED else places

    def _stray(self, state: AxisState, power: int, piece: Piece, space: int) -> Stray | None:
        world = self.world
        kind = world.kinds[piece.kind]
        if world.is_sea[space]:
            return self._without_deck(state, piece, space) if kind.domain == "air" else None
        if space not in state.taken or piece.owner == power or not kind.fights:
            return None
        if at.is_friendly_land(world, state, piece.owner, space):
            return None
        if kind.domain == "air":  # HV-816
            places = landing_places(world, state, piece, space, kind.move)
        else:
            near = world.land_near[space]
            places = [g for g in near if at.is_friendly_land(world, state, piece.owner, g)]
        return Stray(space, (piece,), places)

    def _without_deck(self, state: AxisState, piece: Piece, zone: int) -> Stray | None:
        """HV-960, HV-824: of aircraft that carriers cannot hold the owner says which go."""
        world, owner = self.world, piece.owner
        over, own = without_deck(world, state, zone, owner), -_own_places(world, state, zone, owner)
        if over <= 0 or own <= 0:
            return None
        aboard = [p for p, _ in state.units[zone] if p.owner == owner and _aboard(world, p)]
        places = landing_places(world, state, piece, zone, 1)
        kinds = {p.kind: p for p in reversed(aboard)}
        total = sum(n for p, n in state.units[zone] if p in aboard)
        if not places and total <= over:
            kinds = {piece.kind: piece}  # all are lost
        return Stray(zone, tuple(kinds[kind] for kind in sorted(kinds)), places)

    def _lose(self, state: AxisState, piece: Piece, space: int, log: Log) -> None:
        state.remove(space, piece)
        what, power = f"1 {self.unit_name(piece)}", self.power_name(piece.owner)
        log.append(Lost(power=power, what=what, space=self.name(space)))

    def _go(self, state: AxisState, piece: Piece, space: int, goal: int, log: Log) -> None:
        # HV-953: who comes back to a zone where the battle goes on has no part in it any more.
        fights = any(isinstance(f, family.Battle) and f.space == goal for f in state.flow)
        marks = piece.marks & ~(DROPPED | RAIDER | (0 if fights else OUT))
        landed = msgspec.structs.replace(piece, spent=0, origin=-1, marks=marks, cargo=())
        state.remove(space, piece)
        state.add(goal, landed)
        what, route = f"1 {self.unit_name(piece)}", (self.name(space), self.name(goal))
        log.append(Moved(power=self.power_name(piece.owner), what=what, route=route))

    def check(
        self, state: AxisState, frame: family.Homeless, seat: str, action: Action
    ) -> Refusal | None:
        stray = self._next(state, frame.power)
        assert stray is not None
        if not isinstance(action, Lose if not stray.places else Fly) or len(action.units) != 1:
            return self.wrong()
        units, space = action.units[0], self.name(stray.space)
        start = action.route[0] if isinstance(action, Fly) else space
        kinds = [self.unit_name(piece) for piece in stray.pieces]
        whose = self.power_name(stray.pieces[0].owner)
        if units.owner not in ("", whose):
            return self.refuse("not-yours", power=whose)
        if units.kind not in kinds or (start, units.count) != (space, 1):
            return self.refuse("no-units", unit=units.kind, space=start)
        if isinstance(action, Lose):
            return self.wrong() if action.damaged else None
        if len(action.route) != 2 or self.world.space[action.route[1]] not in stray.places:
            return self.refuse("fly-place", goal=action.route[-1])
        return None

    def play(
        self, state: AxisState, frame: family.Homeless, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Fly | Lose)
        stray = self._next(state, frame.power)
        assert stray is not None
        kind = action.units[0].kind
        piece = next(piece for piece in stray.pieces if self.unit_name(piece) == kind)
        if isinstance(action, Lose):
            self._lose(state, piece, stray.space, log)
        else:
            self._go(state, piece, stray.space, self.world.space[action.route[1]], log)

    def candidates(self, state: AxisState, frame: family.Homeless, seat: str) -> Iterator[Action]:
        stray = self._next(state, frame.power)
        assert stray is not None
        for piece in stray.pieces:
            units = (Units(1, self.unit_name(piece)),)
            for goal in stray.places:
                yield Fly(units, (self.name(stray.space), self.name(goal)))
            if not stray.places:
                yield Lose(units)

    def usual(self, state: AxisState, frame: family.Homeless, seat: str) -> Action | None:
        """Any place is better than none."""
        return next(self.candidates(state, frame, seat), None)
