"""Phase 5: everything that did not fight may move, and every aircraft comes down."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from . import frames
from . import situation as at
from .actions import End, Land, Load, Move, Units
from .combat_move import MovingStep
from .events import Lost
from .landing import flight, homes, range_left, stranded
from .movement import Plan, carry_out
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

    def check(
        self, state: AxisState, frame: frames.NoncombatMove, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Move):
            plan = self.axis.mover.plan(state, frame.powers, action, combat=False)
            return plan if isinstance(plan, Refusal) else None
        if isinstance(action, Load | Land):
            return self.check_shipping(state, frame, action)
        if isinstance(action, End):
            for power in frame.powers:
                refusal = self._must_come_down(state, power)
                if refusal is not None:
                    return refusal
            return None
        return self.wrong()

    def play(
        self, state: AxisState, frame: frames.NoncombatMove, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            for power in frame.powers:
                self._crash(state, power, log)
            self.finish(state, log)
        elif isinstance(action, Load | Land):
            self.play_shipping(state, frame, action, log)
        else:
            assert isinstance(action, Move)
            plan = self.axis.mover.plan(state, frame.powers, action, combat=False)
            assert isinstance(plan, Plan)
            carry_out(state, plan.shifts)
            self.report(state, plan, action, plan.shifts[0].after.owner, log)

    # Coming down

    def _aloft(self, state: AxisState, power: int) -> list[tuple[int, Piece, int]]:
        """Aircraft that are not where they may stay: (space, piece, how many too many)."""
        world = self.world
        found = []
        for space, stack in enumerate(state.units):
            room = None
            for piece, count in stack:
                kind = world.kinds[piece.kind]
                if piece.owner != power or kind.domain != "air":
                    continue
                if not world.is_sea[space]:
                    if not at.was_friendly(world, state, power, space):
                        found.append((space, piece, count))
                    continue
                if room is None:
                    room = at.deck_room(world, state, space, power)
                if room < 0:
                    over = min(count, -room)
                    room += over
                    found.append((space, piece, over))
        return found

    def _must_come_down(self, state: AxisState, power: int) -> Refusal | None:
        """Refuses the end of the phase while more aircraft could still be brought down."""
        aloft = self._aloft(state, power)
        waiting = sum(count for _, _, count in aloft)
        if not waiting:
            return None
        lost = stranded(self.world, state, power, combat=False)
        if waiting - self._for_new_carriers(state, power, aloft) <= lost:
            return None
        space, piece, _ = aloft[0]
        return self.refuse("must-come-down", unit=self.unit_name(piece), space=self.name(space))

    def _for_new_carriers(
        self, state: AxisState, power: int, aloft: list[tuple[int, Piece, int]]
    ) -> int:
        """How many of these fighters a carrier bought this turn will take up where they are."""
        world = self.world
        kinds = [k for k in world.kinds if k.deck and state.pool_count(power, k.index)]
        if not kinds:
            return 0
        zones: dict[int, int] = {}
        for space, piece, count in aloft:
            if world.is_sea[space] and world.kinds[piece.kind].carrier_capable:
                zones[space] = zones.get(space, 0) + count
        taken = 0
        carriers = state.pool_count(power, kinds[0].index)
        output = {
            f: at.output_left(world, state, power, f)
            for f in at.working_factories(world, state, power)
        }
        for zone, count in sorted(zones.items(), key=lambda item: -item[1]):
            while count > 0 and carriers:
                factory = next(
                    (f for f, left in output.items() if left and zone in world.board.touching[f]),
                    None,
                )
                if factory is None:
                    break
                output[factory] -= 1
                carriers -= 1
                taken += min(count, kinds[0].deck)
                count -= kinds[0].deck
        return taken

    def _crash(self, state: AxisState, power: int, log: Log) -> None:
        """Aircraft without a landing place are destroyed; some may wait for a new carrier."""
        aloft = self._aloft(state, power)
        spared = self._for_new_carriers(state, power, aloft)
        world = self.world
        for space, piece, count in aloft:
            if world.is_sea[space] and spared:
                saved = min(spared, count)
                spared -= saved
                count -= saved
            if count:
                state.remove(space, piece, count)
                log.append(
                    Lost(
                        power=self.power_name(power),
                        what=f"{count} {self.unit_name(piece)}",
                        space=self.name(space),
                    )
                )

    # What may be legal

    def candidates(
        self, state: AxisState, frame: frames.NoncombatMove, seat: str
    ) -> Iterator[Action]:
        yield End()
        for power in frame.powers:
            yield from self._moves(state, power, frame.powers[0])
        yield from self.boarding(state, frame)

    def _moves(self, state: AxisState, power: int, first: int) -> Iterator[Action]:
        world = self.world
        decks: list[int] | None = None
        for space, units, piece in self.freshest(state, power, first):
            kind = world.kinds[piece.kind]
            if piece.marks & (NONCOMBAT | UNLOADED):
                continue
            if piece.marks & MOVED and kind.domain != "air":
                continue
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
        pair = self.goes_along(state, space, power)
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
        if any(k.deck and state.pool_count(power, k.index) for k in world.kinds):
            for factory in at.working_factories(world, state, power):
                zones.update(world.sea_near[factory])
        return sorted(zones)

    def _landings_for(
        self, state: AxisState, space: int, piece: Piece, decks: list[int]
    ) -> Iterator[int]:
        world, power = self.world, piece.owner
        left = range_left(world, state, piece)
        away = homes(world, state, power)
        for goal in world.open_spaces:
            if goal != space and away[goal] == 0 and flight(world, power, space, goal) <= left:
                yield goal
        if world.kinds[piece.kind].carrier_capable:
            for goal in decks:
                if goal != space and flight(world, power, space, goal) <= left:
                    yield goal
