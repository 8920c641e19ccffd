"""A power's turn: its phases in order, and what begins and ends it."""

from __future__ import annotations

import msgspec

from sandtable.table import Ask, Log

from . import facilities, frames
from . import situation as at
from .events import PhaseBegan, TurnBegan, Won
from .state import EARLIER, HURT, WAITING, AxisState, Cargo, Piece, plain
from .steps import AxisStep
from .units import Kind
from .world import World


class TurnStep(AxisStep[frames.Turn]):
    """Opens one phase after the other; then the next power's turn, or the end of the game."""

    frame = frames.Turn

    def run(self, state: AxisState, frame: frames.Turn, log: Log) -> Ask | None:
        names = self.axis.phases
        if frame.phase == 0:
            log.append(TurnBegan(power=self.power_name(frame.power), round=state.round))
        while frame.phase < len(names):
            name = names[frame.phase]
            frame.phase += 1
            opened = self.axis.open_phase(state, name, frame.power, log)
            if opened:
                log.append(PhaseBegan(power=self.power_name(frame.power), phase=name))
                state.flow.extend(opened)
                return None
        state.flow.pop()
        end_turn(self.world, state, frame.power)
        self._next(state, frame.power, log)
        return None

    def _next(self, state: AxisState, power: int, log: Log) -> None:
        order = self.world.order
        place = order.index(power) + 1
        if place == len(order):
            self._end_round(state, log)
            if state.winner:
                return
            state.round += 1
            place = 0
        begin_turn(self.world, state, order[place])

    def _end_round(self, state: AxisState, log: Log) -> None:
        """Victory is checked once a round, after the last power's turn."""
        goal = int(state.options["cities"])
        for side in self.world.sides:
            held = at.cities_held(self.world, state, side)
            if held >= goal:
                state.winner = side
                log.append(Won(side=side, cities=held))


def begin_turn(world: World, state: AxisState, power: int, phase: int = 0) -> None:
    """Remember how things stand, take allied fighters aboard, and put the turn on the flow."""
    state.turn = power
    for other in world.powers:
        if other.plays and other.turn == world.powers[power].turn:
            state.turns[other.index] += 1
    state.owner_before = state.owner.copy()
    state.taken = ()
    zones = range(len(world.spaces))
    state.hostile_before = tuple(
        zone
        for zone in zones
        if world.is_sea[zone] and at.is_hostile_zone(world, state, power, zone)
    )
    state.shared_before = tuple(
        zone
        for zone in state.hostile_before
        if any(
            piece.owner == power and world.kinds[piece.kind].domain == "sea"
            for piece, _ in state.units[zone]
        )
    )
    for zone in zones:
        if world.is_sea[zone] and state.units[zone]:
            _take_guests_aboard(world, state, power, zone)
    for space, air, ships in facilities.extra_movement(world, state, at.allies(state, power)):
        _start_from_base(world, state, power, space, air, ships)
    state.flow.append(frames.Turn(power, phase))


def _start_from_base(
    world: World, state: AxisState, power: int, space: int, air: int, ships: int
) -> None:
    """Aircraft (or ships) of a space begin with movement to spare; bases do not add up."""
    extra = {"air": air, "sea": ships}

    def ready(piece: Piece) -> Piece:
        more = extra.get(world.kinds[piece.kind].domain, 0)
        if piece.owner != power or -piece.spent >= more:
            return piece
        return msgspec.structs.replace(piece, spent=-more)

    state.rewrite(space, ready)


def _take_guests_aboard(world: World, state: AxisState, power: int, zone: int) -> None:
    """Allied fighters that only this power's carriers have room for are cargo in its turn."""
    kinds, ally = world.kinds, at.allies(state, power)
    allies = [p.index for p in world.powers if p.index != power and ally[p.index]]
    over, room = at.without_deck(world, state, zone, allies)
    guests = [owner for owner, count in over.items() for _ in range(count)]
    for owner in guests[room:]:
        guest = next(
            p for p, _ in state.units[zone] if p.owner == owner and kinds[p.kind].carrier_capable
        )
        for piece, _ in state.units[zone]:
            if piece.owner == power and at.free_deck(kinds[piece.kind], piece):
                state.remove(zone, guest)
                aboard = (*piece.cargo, Cargo(guest.kind, guest.owner))
                state.change(zone, piece, msgspec.structs.replace(piece, cargo=aboard))
                break


def end_turn(world: World, state: AxisState, power: int) -> None:
    """Everybody is fresh again; guests leave the decks; cargo aboard is old cargo now."""
    kinds = world.kinds
    for space, stack in enumerate(state.units):
        if not stack:
            continue
        guests = [
            (cargo, count)
            for piece, count in stack
            if _lets_guests_go(kinds[piece.kind], piece)
            for cargo in piece.cargo
        ]
        state.rewrite(space, lambda piece: _rested(kinds[piece.kind], piece, power))
        for cargo, count in guests:
            state.add(space, plain(cargo.kind, cargo.owner), count)


def _lets_guests_go(kind: Kind, piece: Piece) -> bool:
    """Whether aircraft aboard can take off: not from a damaged deck without air operations."""
    return bool(kind.deck_when_hurt if piece.marks & HURT else kind.deck)


def _rested(kind: Kind, piece: Piece, power: int) -> Piece:
    """A piece as the next turn finds it; damage that lasts is all that is remembered."""
    cargo: tuple[Cargo, ...] = ()
    if piece.cargo and not _lets_guests_go(kind, piece):
        cargo = tuple(
            Cargo(
                c.kind,
                c.owner,
                WAITING if c.boarded == WAITING and piece.owner != power else EARLIER,
            )
            for c in piece.cargo
        )
    hurt = piece.marks & HURT
    if cargo or hurt:
        return Piece(piece.kind, piece.owner, marks=hurt, cargo=cargo)
    return plain(piece.kind, piece.owner)
