"""Aircraft: range out and back, what they fly over, decks, and where they come down (HV-951)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Fly, Units
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


class StraysStep(AxisStep[family.Homeless]):
    """Who cannot stay where he is: aircraft on their way home, aircraft of sunk carriers, and
    bystanders in land that was taken. Each owner chooses; who finds no place is lost."""

    frame = family.Homeless
    prompt = "choose where these units go"

    def run(self, state: AxisState, frame: family.Homeless, log: Log) -> Ask | None:
        found = self._next(state, frame.power)
        if found is None:
            state.flow.remove(frame)
            return None
        space, piece, count, places = found
        if len(places) > 1:
            return Decision((self.world.powers[piece.owner].seat,), "Homeless", self.prompt)
        if places:
            self._go(state, piece, space, places[0], count, log)
        else:
            state.remove(space, piece, count)
            what, power = f"{count} {self.unit_name(piece)}", self.power_name(piece.owner)
            log.append(Lost(power=power, what=what, space=self.name(space)))
        return None

    def _next(self, state: AxisState, power: int) -> tuple[int, Piece, int, list[int]] | None:
        """The next units that have to go: where they are, how many, and their places."""
        fighting = any(isinstance(frame, family.Battle) for frame in state.flow)
        for space, stack in enumerate(state.units):
            for piece, count in stack:
                if piece.owner == power and is_flying(self.world, piece) and piece.marks & OUT:
                    return space, piece, 1, self._way_home(state, piece, space)
                if not fighting and not is_flying(self.world, piece):
                    stray = self._stray(state, power, piece, count, space)
                    if stray is not None:
                        return space, piece, *stray
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

    def _stray(
        self, state: AxisState, power: int, piece: Piece, count: int, space: int
    ) -> tuple[int, list[int]] | None:
        world = self.world
        kind = world.kinds[piece.kind]
        if world.is_sea[space]:  # HV-960, HV-824
            over = without_deck(world, state, space, piece.owner) if kind.domain == "air" else 0
            if over <= 0:
                return None
            return min(count, over, 1), landing_places(world, state, piece, space, 1)
        if space not in state.taken or piece.owner == power or not kind.fights:
            return None
        if at.is_friendly_land(world, state, piece.owner, space):
            return None
        if kind.domain == "air":  # HV-816
            return 1, landing_places(world, state, piece, space, kind.move)
        near = world.land_near[space]
        return 1, [g for g in near if at.is_friendly_land(world, state, piece.owner, g)]

    def _go(
        self, state: AxisState, piece: Piece, space: int, goal: int, count: int, log: Log
    ) -> None:
        # HV-953: who comes back to a zone where the battle goes on has no part in it any more.
        fights = any(isinstance(f, family.Battle) and f.space == goal for f in state.flow)
        marks = piece.marks & ~(DROPPED | RAIDER | (0 if fights else OUT))
        landed = msgspec.structs.replace(piece, spent=0, origin=-1, marks=marks, cargo=())
        state.remove(space, piece, count)
        state.add(goal, landed, count)
        what, route = f"{count} {self.unit_name(piece)}", (self.name(space), self.name(goal))
        log.append(Moved(power=self.power_name(piece.owner), what=what, route=route))

    def check(
        self, state: AxisState, frame: family.Homeless, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Fly) or len(action.units) != 1 or len(action.route) != 2:
            return self.wrong()
        found = self._next(state, frame.power)
        assert found is not None
        space, piece, count, places = found
        units, goal = action.units[0], self.world.space[action.route[1]]
        named = (units.kind, self.world.space[action.route[0]], units.count)
        if named != (self.unit_name(piece), space, count):
            return self.refuse("no-units", unit=units.kind, space=action.route[0])
        return None if goal in places else self.refuse("fly-place", goal=action.route[1])

    def play(
        self, state: AxisState, frame: family.Homeless, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Fly)
        found = self._next(state, frame.power)
        assert found is not None
        space, piece, count, _ = found
        self._go(state, piece, space, self.world.space[action.route[1]], count, log)

    def candidates(self, state: AxisState, frame: family.Homeless, seat: str) -> Iterator[Action]:
        found = self._next(state, frame.power)
        assert found is not None
        space, piece, count, places = found
        for goal in places:
            yield Fly((Units(count, self.unit_name(piece)),), (self.name(space), self.name(goal)))

    def usual(self, state: AxisState, frame: family.Homeless, seat: str) -> Action | None:
        """Any place is better than none."""
        return next(self.candidates(state, frame, seat), None)
