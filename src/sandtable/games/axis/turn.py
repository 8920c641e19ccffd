"""A power's turn: its phases in order, and what begins and ends it."""

from __future__ import annotations

import msgspec

from sandtable.table import Ask, Log

from . import frames
from . import situation as at
from .events import PhaseBegan, TurnBegan, Won
from .state import EARLIER, WAITING, AxisState, Cargo, Piece, plain
from .steps import AxisStep
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
    state.flow.append(frames.Turn(power, phase))


def _take_guests_aboard(world: World, state: AxisState, power: int, zone: int) -> None:
    """Allied fighters that only this power's carriers have room for are cargo in its turn."""
    kinds, ally = world.kinds, at.allies(state, power)
    room = 0
    guests: list[Piece] = []
    for piece, count in state.units[zone]:
        if piece.owner == power or not ally[piece.owner]:
            continue
        room += kinds[piece.kind].deck * count
        if kinds[piece.kind].carrier_capable:
            guests += [piece] * count
    for guest in guests[room:]:
        for piece, _ in state.units[zone]:
            if piece.owner == power and len(piece.cargo) < kinds[piece.kind].deck:
                state.remove(zone, guest)
                aboard = (*piece.cargo, Cargo(guest.kind, guest.owner))
                state.change(zone, piece, msgspec.structs.replace(piece, cargo=aboard))
                break


def end_turn(world: World, state: AxisState, power: int) -> None:
    """Everybody is fresh again; guests leave the decks; cargo aboard is old cargo now."""
    kinds = world.kinds
    for space, stack in enumerate(state.units):
        guests: list[tuple[int, int, int]] = []

        def fresh(piece: Piece, power: int = power) -> Piece:
            if kinds[piece.kind].deck or not piece.cargo:
                return plain(piece.kind, piece.owner)
            cargo = tuple(
                Cargo(
                    c.kind,
                    c.owner,
                    WAITING if c.boarded == WAITING and piece.owner != power else EARLIER,
                )
                for c in piece.cargo
            )
            return Piece(piece.kind, piece.owner, cargo=cargo)

        for piece, count in stack:
            if kinds[piece.kind].deck:
                guests += [(c.kind, c.owner, count) for c in piece.cargo]
        if stack:
            state.rewrite(space, fresh)
        for kind, owner, count in guests:
            state.add(space, plain(kind, owner), count)
