"""A power's turn: its phases in order, and what begins and ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.table import Ask, Log

from . import facilities, frames
from . import situation as at
from .events import PhaseBegan, TurnBegan, Won
from .state import EARLIER, HURT, WAITING, AxisState, Cargo, Piece, Since, is_plain, plain
from .steps import AxisStep
from .units import Kind
from .victory import Moment
from .world import World

if TYPE_CHECKING:
    from .rules import AxisRules


class TurnStep(AxisStep[frames.Turn]):
    """Opens one phase after the other; then whatever the title's rotation puts next."""

    frame = frames.Turn

    def run(self, state: AxisState, frame: frames.Turn, log: Log) -> Ask | None:
        turn = self.axis.turn
        if frame.phase == 0:
            log.append(TurnBegan(power=self.power_name(frame.power), round=state.round))
            if self._won(state, "turn-start", frame.power, log):
                state.flow.pop()
                return None
        while frame.phase < frame.stop:
            phase = turn[frame.phase]
            frame.phase += 1
            opened = self.axis.open_phase(state, phase, frame.power, log)
            if opened:
                log.append(PhaseBegan(power=self.power_name(frame.power), phase=phase.name))
                state.flow.extend(opened)
                return None
        state.flow.pop()
        self._close(state, frame)
        self._next(state, frame, log)
        return None

    def _close(self, state: AxisState, frame: frames.Turn) -> None:
        """Guests leave the decks; if the turn is over and the rotation says so, all may rest."""
        over = frame.stop == len(self.axis.turn)
        if over and self.axis.rotation_of(state).rests == "turn":
            rest(self.world, state, frame.power)
        else:
            let_guests_go(self.world, state)

    def _next(self, state: AxisState, frame: frames.Turn, log: Log) -> None:
        rotation, turn, order = self.axis.rotation_of(state), self.axis.turn, self.world.order
        following = rotation.after(turn, order, frame.power, frame.stop)
        over = frame.stop == len(turn)
        if over and self._won(state, "turn-end", frame.power, log):
            return
        if following is None:
            if self._won(state, "round-end", frame.power, log):
                return
            if rotation.rests == "round":
                rest(self.world, state, None)
            state.round += 1
            following = order[0], 0
        begin(self.axis, state, *following)

    def _won(self, state: AxisState, moment: Moment, power: int, log: Log) -> bool:
        """Whether the game is over: some goal is reached at this moment."""
        aim = self.world.victory.look(state, moment, power)
        if aim is not None:
            state.winner = aim.side
            log.append(Won(side=aim.side, cities=aim.have))
        return aim is not None


def begin(
    rules: AxisRules, state: AxisState, power: int, phase: int = 0, *, new: bool = False
) -> None:
    """Put a power's turn, or the next part of it, on the flow.

    When the turn begins (or begins in the middle, ``new``), how things stand is remembered.
    """
    world, rotation = rules.world, rules.rotation_of(state)
    state.turn = power
    state.taken = ()
    # A position set up in the middle of a round knows nothing of the others' beginnings.
    new = new or phase == 0 or power not in state.since
    if new:
        if rotation.rests == "own turn":
            wake(world, state, power)
        begin_turn(world, state, power, alone=rotation.rests == "turn")
    for zone in range(len(world.spaces)) if rules.guests_are_cargo else ():
        if world.is_sea[zone] and state.units[zone]:
            _take_guests_aboard(world, state, power, zone)
    _leave_bases(state)
    start_from_bases(world, state, power)
    state.flow.append(frames.Turn(power, phase, rotation.stop(rules.turn, phase)))


def begin_turn(world: World, state: AxisState, power: int, *, alone: bool) -> None:
    """Note how things stand; ``alone``: nobody else's turn is under way."""
    for other in world.powers:
        if other.plays and other.turn == world.powers[power].turn:
            state.turns[other.index] += 1
    zones = [zone for zone in range(len(world.spaces)) if world.is_sea[zone]]
    hostile = tuple(z for z in zones if at.is_hostile_zone(world, state, power, z))
    shared = tuple(
        zone
        for zone in hostile
        if any(
            piece.owner == power and world.kinds[piece.kind].domain == "sea"
            for piece, _ in state.units[zone]
        )
    )
    note = Since(tuple(state.owner), hostile, shared)
    state.since = {power: note} if alone else {**state.since, power: note}


def _leave_bases(state: AxisState) -> None:
    """Bases serve who is on turn, and may be gone since his last stretch: nobody has movement to
    spare."""
    for space, stack in enumerate(state.units):
        if any(piece.spent < 0 for piece, _ in stack):
            state.rewrite(
                space, lambda piece: msgspec.structs.replace(piece, spent=max(0, piece.spent))
            )


def start_from_bases(world: World, state: AxisState, power: int) -> None:
    """Bases that serve the power now give its aircraft and ships movement to spare."""
    ally = at.allies(state, power)
    for space, air, ships in facilities.extra_movement(world, state, power, ally):
        _start_from_base(world, state, power, space, air, ships)


def _start_from_base(
    world: World, state: AxisState, power: int, space: int, air: int, ships: int
) -> None:
    """Aircraft (or ships) of a space begin with movement to spare; bases do not add up."""
    extra = {"air": air, "sea": ships}

    def ready(piece: Piece) -> Piece:
        more = extra.get(world.kinds[piece.kind].domain, 0)
        if piece.owner != power or piece.spent > 0 or -piece.spent >= more:
            return piece
        return msgspec.structs.replace(piece, spent=-more)

    state.rewrite(space, ready)


def _take_guests_aboard(world: World, state: AxisState, power: int, zone: int) -> None:
    """Allied fighters that only this power's carriers have room for are cargo in its turn."""
    kinds, ally = world.kinds, at.allies(state, power)
    if not any(piece.owner == power and kinds[piece.kind].deck for piece, _ in state.units[zone]):
        return
    allies = [p.index for p in world.powers if p.index != power and ally[p.index]]
    _, left = at.without_deck(world, state, zone, allies)
    guests = [owner for owner, count in left.items() for _ in range(count)]
    for owner in guests:
        guest = next(
            (
                piece
                for piece, _ in state.units[zone]
                if piece.owner == owner and kinds[piece.kind].carrier_capable and not piece.marks
            ),
            None,
        )
        if guest is None:
            continue  # it has acted already in its own part of the round
        for piece, _ in state.units[zone]:
            if piece.owner == power and at.free_deck(kinds[piece.kind], piece):
                state.remove(zone, guest)
                aboard = (*piece.cargo, Cargo(guest.kind, guest.owner))
                state.change(zone, piece, msgspec.structs.replace(piece, cargo=aboard))
                break


def rest(world: World, state: AxisState, power: int | None) -> None:
    """Everybody is fresh again and guests leave the decks, after a power's turn or after all."""
    kinds = world.kinds
    let_guests_go(world, state)
    tired = {
        space
        for space, stack in enumerate(state.units)
        for piece, _ in stack
        if not is_plain(piece)
    }
    for space in tired:
        state.rewrite(space, lambda piece: _rested(kinds[piece.kind], piece, power))


def wake(world: World, state: AxisState, power: int) -> None:
    """The units of one power are fresh again."""
    kinds = world.kinds
    for space, stack in enumerate(state.units):
        if any(piece.owner == power for piece, _ in stack):
            state.rewrite(
                space,
                lambda piece: (
                    _rested(kinds[piece.kind], piece, None) if piece.owner == power else piece
                ),
            )


def let_guests_go(world: World, state: AxisState) -> None:
    """Allied aircraft that were cargo during a stretch stand by themselves again."""
    kinds = world.kinds
    for space, stack in enumerate(state.units):
        if not stack or not world.is_sea[space]:
            continue
        guests = [
            (cargo, count)
            for piece, count in stack
            if piece.cargo and _lets_guests_go(kinds[piece.kind], piece)
            for cargo in piece.cargo
        ]
        if guests:
            state.rewrite(space, lambda piece: _without_guests(kinds[piece.kind], piece))
            for cargo, count in guests:
                state.add(space, plain(cargo.kind, cargo.owner), count)


def _without_guests(kind: Kind, piece: Piece) -> Piece:
    if piece.cargo and _lets_guests_go(kind, piece):
        return msgspec.structs.replace(piece, cargo=())
    return piece


def _lets_guests_go(kind: Kind, piece: Piece) -> bool:
    """Whether aircraft aboard can take off: not from a damaged deck without air operations."""
    return bool(kind.deck_when_hurt if piece.marks & HURT else kind.deck)


def _rested(kind: Kind, piece: Piece, power: int | None) -> Piece:
    """A piece as the next turn finds it; damage that lasts is all that is remembered.

    Who boarded an ally's ship waits until the turn of its owner has passed.
    """
    if is_plain(piece):
        return piece
    hurt = piece.marks & HURT
    if not piece.cargo and not hurt:
        return plain(piece.kind, piece.owner)
    waits = power is not None and piece.owner != power
    cargo = tuple(
        Cargo(c.kind, c.owner, WAITING if waits and c.boarded == WAITING else EARLIER)
        for c in piece.cargo
    )
    return Piece(piece.kind, piece.owner, marks=hurt, cargo=cargo)
