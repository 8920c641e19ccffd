"""Phase 5: everything that did not fight may move, and every aircraft comes down."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from . import frames
from . import situation as at
from .actions import End, Land, Load, Move, Units
from .combat_move import MovingStep
from .events import Lost
from .landing import (
    Outlook,
    aloft,
    homes,
    range_left,
    stranded,
    zones_to_come,
)
from .plans import Plan, carry_out
from .routes import ship_reach
from .state import MOVED, NONCOMBAT, UNLOADED, AxisState, Piece


class NoncombatMoveStep(MovingStep[frames.NoncombatMove]):
    """Into friendly spaces only; aircraft must land where they can."""

    frame = frames.NoncombatMove
    prompt = "move what did not fight and land your aircraft, then end the phase"
    combat = False

    def powers(self, frame: frames.NoncombatMove) -> tuple[int, ...]:
        return frame.powers

    def run(self, state: AxisState, frame: frames.NoncombatMove, log: Log) -> Ask | None:
        return self.ask(frame.powers[0])

    def planned(
        self, state: AxisState, frame: frames.NoncombatMove, action: Action
    ) -> Plan | Refusal | None:
        if isinstance(action, Move):
            return self.axis.mover.plan(state, frame.powers, action, combat=False)
        return None

    def carry(
        self, state: AxisState, frame: frames.NoncombatMove, plan: Plan, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Move)
        carry_out(state, plan.shifts)
        self.report(state, plan, action, plan.shifts[0].after.owner, log)

    def check_other(
        self, state: AxisState, frame: frames.NoncombatMove, action: Action
    ) -> Refusal | None:
        if isinstance(action, Load | Land):
            return self.check_shipping(state, frame, action)
        if isinstance(action, End):
            for power in frame.powers:
                refusal = self._must_come_down(state, power)
                if refusal is not None:
                    return refusal
            return self.other_phase(action)
        return self.wrong()

    def play_other(
        self, state: AxisState, frame: frames.NoncombatMove, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            for power in frame.powers:
                self._crash(state, power, log)
            self.finish(state, log)
        else:
            assert isinstance(action, Load | Land)
            self.play_shipping(state, frame, action, log)

    # Coming down

    def _must_come_down(self, state: AxisState, power: int) -> Refusal | None:
        """Refuses the end of the phase while more aircraft could still be brought down."""
        up = aloft(self.world, state, power)
        if not up:
            return None
        _, lost = stranded(self.world, state, power, Outlook.LANDING)
        if sum(count for _, _, count in up) <= lost:
            return None
        space, piece, _ = up[0]
        return self.refuse("must-come-down", unit=self.unit_name(piece), space=self.name(space))

    def _crash(self, state: AxisState, power: int, log: Log) -> None:
        """Aircraft without a landing place are destroyed; who waits for a new carrier is not."""
        for space, piece, count in aloft(self.world, state, power):
            state.remove(space, piece, count)
            what = f"{count} {self.unit_name(piece)}"
            log.append(Lost(power=self.power_name(power), what=what, space=self.name(space)))

    # What may be legal

    def candidates(
        self, state: AxisState, frame: frames.NoncombatMove, seat: str
    ) -> Iterator[Action]:
        yield End()
        for power in frame.powers:
            yield from self._moves(state, power, frame.powers[0])
        yield from self.boarding(state, frame)

    def is_done(self, piece: Piece) -> bool:
        done = NONCOMBAT if self.world.kinds[piece.kind].domain == "air" else MOVED | UNLOADED
        return bool(piece.marks & done)

    def _moves(self, state: AxisState, power: int, first: int) -> Iterator[Action]:
        world = self.world
        decks: list[int] | None = None
        for space, units, piece in self.freshest(state, power, first):
            kind = world.kinds[piece.kind]
            start = self.name(space)
            if kind.domain == "land":
                yield from self._marches(state, space, piece, units)
            elif kind.domain == "sea":
                for goal in ship_reach(world, state, power, piece, space):
                    yield Move((units,), (start, self.name(goal)))
            else:
                if decks is None:
                    decks = self._deck_zones(state, power)
                for goal in self._landings_for(state, space, piece, decks):
                    yield Move((units,), (start, self.name(goal)))

    def _marches(
        self, state: AxisState, space: int, piece: Piece, units: Units
    ) -> Iterator[Action]:
        world, power = self.world, piece.owner
        start = self.name(space)
        reach = world.arsenal(state.techs[power]).move[piece.kind]

        def friendly(goal: int) -> bool:
            return at.is_friendly_land(world, state, power, goal)

        near = [goal for goal in world.land_near[space] if friendly(goal)]
        for goal in near:
            yield Move((units,), (start, self.name(goal)))
        if reach < 2:
            return
        far = {g for n in near for g in world.land_near[n] if friendly(g)} - {space, *near}
        pair = self.goes_along(state, space, power, slower_than=reach)
        for goal in sorted(far):
            yield Move((units,), (start, self.name(goal)))
            if pair is not None:
                yield Move((units, pair), (start, self.name(goal)))

    def _deck_zones(self, state: AxisState, power: int) -> list[int]:
        """Zones where a deck is, or can come to be this turn."""
        world, ally = self.world, at.allies(state, power)
        zones: set[int] = set()
        for zone, stack in enumerate(state.units):
            for piece, _ in stack:
                if world.kinds[piece.kind].deck and ally[piece.owner]:
                    zones.add(zone)
                    if piece.owner == power and not piece.marks & MOVED:
                        zones |= ship_reach(world, state, power, piece, zone).keys()
        return sorted(zones | zones_to_come(world, state, power))

    def _landings_for(
        self, state: AxisState, space: int, piece: Piece, decks: list[int]
    ) -> Iterator[int]:
        world, power = self.world, piece.owner
        left = range_left(world, state, piece)
        away = homes(world, state, power)
        distance = world.access.flights(state, power)[space]
        for goal in world.open_spaces:
            if goal != space and away[goal] == 0 and distance[goal] <= left:
                yield goal
        if world.kinds[piece.kind].carrier_capable:
            for goal in decks:
                if goal != space and distance[goal] <= left:
                    yield goal
