"""Phase 3: units move into the spaces they attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import final

from sandtable.table import Action, Ask, Log, Refusal

from . import deeds, diplomacy, frames
from . import situation as at
from .actions import Drop, End, Land, Load, Move, Raid, Units
from .events import Loaded, Moved, WentAshore
from .landing import Outlook, range_left, stranded
from .plans import Plan, carry_out
from .routes import ship_reach
from .state import MOVED, UNLOADED, AxisState, Piece
from .steps import AxisStep, F


class MovingStep(AxisStep[F]):
    """What the two movement phases share: boarding, going ashore, reporting.

    Whether a move is legal is seen from its plan (``planned``); a title has its say there, and
    about all other actions in ``check_other``.
    """

    combat: bool

    def powers(self, frame: F) -> tuple[int, ...]:
        raise NotImplementedError

    def planned(self, state: AxisState, frame: F, action: Action) -> Plan | Refusal | None:
        """What a move does to the pieces, or which rule refuses it; ``None``: it is no move."""
        raise NotImplementedError

    def carry(self, state: AxisState, frame: F, plan: Plan, action: Action, log: Log) -> None:
        """Make a move that is planned."""
        raise NotImplementedError

    def check_other(self, state: AxisState, frame: F, action: Action) -> Refusal | None:
        raise NotImplementedError

    def play_other(self, state: AxisState, frame: F, action: Action, log: Log) -> None:
        raise NotImplementedError

    @final
    def check(self, state: AxisState, frame: F, seat: str, action: Action) -> Refusal | None:
        plan = self.planned(state, frame, action)
        if plan is None:
            return self.check_other(state, frame, action)
        return plan if isinstance(plan, Refusal) else None

    @final
    def play(self, state: AxisState, frame: F, seat: str, action: Action, log: Log) -> None:
        refusal = self.attempt(state, frame, seat, action, log)
        assert refusal is None, refusal

    @final
    def attempt(
        self, state: AxisState, frame: F, seat: str, action: Action, log: Log
    ) -> Refusal | None:
        plan = self.planned(state, frame, action)
        if isinstance(plan, Refusal):
            return plan
        if plan is not None:
            self.carry(state, frame, plan, action, log)
            return None
        refusal = self.check_other(state, frame, action)
        if refusal is None:
            self.play_other(state, frame, action, log)
        return refusal

    def check_shipping(self, state: AxisState, frame: F, action: Load | Land) -> Refusal | None:
        trial = state.copy()
        shipper, powers = self.axis.shipper, self.powers(frame)
        if isinstance(action, Load):
            return shipper.load(trial, powers, action, combat=self.combat)
        return shipper.land(trial, powers, action, combat=self.combat)

    def play_shipping(self, state: AxisState, frame: F, action: Load | Land, log: Log) -> None:
        shipper, powers = self.axis.shipper, self.powers(frame)
        power = self.power_name(powers[0])
        what = ", ".join(map(str, action.units))
        if isinstance(action, Load):
            shipper.load(state, powers, action, combat=self.combat)
            log.append(Loaded(power=power, what=what, space=action.land, zone=action.zone))
        else:
            shipper.land(state, powers, action, combat=self.combat)
            log.append(
                WentAshore(
                    power=power,
                    what=what,
                    zone=action.zone,
                    space=action.land,
                    assault=self.combat,
                )
            )
            goal = self.world.space[action.land]
            self.entered(state, powers[0], (goal,), log)
            self.arrived(state, powers[0], action.units, goal, log)

    def report(
        self, state: AxisState, plan: Plan, action: Move | Raid | Drop, power: int, log: Log
    ) -> None:
        what = ", ".join(map(str, action.units))
        route = tuple(self.name(space) for space in plan.path)
        log.append(Moved(power=self.power_name(power), what=what, route=route))
        self.entered(state, power, plan.path[1:], log)
        self.arrived(state, power, action.units, plan.path[-1], log)

    def entered(self, state: AxisState, power: int, spaces: Iterable[int], log: Log) -> None:
        if deeds.ENTERED in self.world.watched:
            for space in spaces:
                diplomacy.notice(self.world, state, deeds.ENTERED, power, space, log)

    def arrived(
        self, state: AxisState, power: int, units: Sequence[Units], goal: int, log: Log
    ) -> None:
        """What a title makes of units that have come to a space (or are to land there)."""

    def is_done(self, piece: Piece) -> bool:
        """Whether a piece has no move left in this phase, wherever it stands."""
        raise NotImplementedError

    def freshest(
        self, state: AxisState, power: int, first: int
    ) -> Iterator[tuple[int, Units, Piece]]:
        """What a player can name in each space and can move, by the piece that goes farthest."""
        best: dict[tuple[int, Units], Piece] = {}
        for space, piece, _ in state.pieces(power):
            if self.is_done(piece):
                continue
            units = self.units_of(piece, 1, first)
            other = best.get((space, units))
            if other is None or (piece.spent, piece.marks) < (other.spent, other.marks):
                best[space, units] = piece
        for (space, units), piece in best.items():
            yield space, units, piece

    def boarding(self, state: AxisState, frame: F) -> Iterator[Action]:
        """Loads and landings that may be possible, transport by transport."""
        world, shipper = self.world, self.axis.shipper
        powers = self.powers(frame)
        kinds = world.kinds
        zones = [
            zone
            for zone, stack in enumerate(state.units)
            for piece, _ in stack
            if kinds[piece.kind].transport
        ]
        for zone in dict.fromkeys(zones):
            lands = list(world.land_near[zone])
            for power in powers:
                for land in lands:
                    for kind in self._could_board(state, power, land):
                        found = shipper.loadable(state, power, kind, zone, self.combat)
                        yield from self._loads(kind, power, land, zone, found)
                yield from self._landings(state, power, zone, lands)

    def _could_board(self, state: AxisState, power: int, land: int) -> list[int]:
        world = self.world
        return sorted(
            {
                piece.kind
                for piece, _ in state.units[land]
                if piece.owner == power
                and world.kinds[piece.kind].domain == "land"
                and not piece.marks & MOVED
            }
        )

    def _loads(
        self, kind: int, power: int, land: int, zone: int, found: list[Piece]
    ) -> Iterator[Action]:
        units = (Units(1, self.world.kinds[kind].id),)
        names = list(dict.fromkeys(self._transport(p, power) for p in found))
        for onto in names if len(names) > 1 else [None] if names else []:
            yield Load(units, self.name(land), self.name(zone), onto)

    def _landings(
        self, state: AxisState, power: int, zone: int, lands: list[int]
    ) -> Iterator[Action]:
        world = self.world
        aboard: dict[int, dict[Units, None]] = {}
        for piece, _ in state.units[zone]:
            if not world.kinds[piece.kind].transport:
                continue
            for cargo in piece.cargo:
                if cargo.owner == power and cargo.target < 0:
                    aboard.setdefault(cargo.kind, {})[self._transport(piece, power)] = None
        for kind, names in aboard.items():
            units = (Units(1, world.kinds[kind].id),)
            for land in lands:
                for out_of in names if len(names) > 1 else [None]:
                    yield Land(units, self.name(zone), self.name(land), out_of)

    def _transport(self, piece: Piece, power: int) -> Units:
        return self.units_of(piece, 1, power)

    def goes_along(
        self, state: AxisState, space: int, power: int, slower_than: int = 99
    ) -> Units | None:
        """A unit that may go along with a tank from here, and needs to."""
        arsenal = self.world.arsenal(state.techs[power])
        if not arsenal.escorts:
            return None
        wanted = [
            along if move < slower_than else 0
            for along, move in zip(arsenal.goes_with_tank, arsenal.move, strict=True)
        ]
        return self._fresh(state, space, power, wanted)

    def _fresh(
        self, state: AxisState, space: int, power: int, wanted: Sequence[int]
    ) -> Units | None:
        """One of the power's units here of a wanted kind that has not moved."""
        for piece, _ in state.units[space]:
            if piece.owner == power and wanted[piece.kind] and not piece.marks & MOVED:
                return self.units_of(piece, 1, power)
        return None


class CombatMoveStep(MovingStep[frames.CombatMove]):
    """Any number of units, into any number of hostile spaces."""

    frame = frames.CombatMove
    prompt = "move into the spaces you attack, then end the phase"
    combat = True

    def powers(self, frame: frames.CombatMove) -> tuple[int, ...]:
        return (frame.power,)

    def run(self, state: AxisState, frame: frames.CombatMove, log: Log) -> Ask | None:
        return self.ask(frame.power)

    def planned(
        self, state: AxisState, frame: frames.CombatMove, action: Action
    ) -> Plan | Refusal | None:
        if isinstance(action, Move | Raid):
            return self.axis.mover.plan(state, (frame.power,), action, combat=True)
        if isinstance(action, Drop):
            return self.axis.paratroopers.plan(state, frame.power, action)
        return None

    def check_other(
        self, state: AxisState, frame: frames.CombatMove, action: Action
    ) -> Refusal | None:
        if isinstance(action, Load | Land):
            return self.check_shipping(state, frame, action)
        if isinstance(action, End):
            zone = self.axis.shipper.must_still_land(state, frame.power)
            if zone is not None:
                return self.refuse("must-land", space=self.name(zone))
            zone = self.axis.shipper.has_no_business(state, frame.power)
            if zone is not None:
                return self.refuse("transport-purpose", goal=self.name(zone))
            return self._unproven(state, frame.power) or self.other_phase(action)
        return self.wrong()

    def _unproven(self, state: AxisState, power: int) -> Refusal | None:
        """Before any battle it must be shown how every aircraft can land."""
        world = self.world
        shown = stranded(world, state, power, Outlook.FIGHTING)
        if shown > (0, 0) and shown > stranded(world, state, power, Outlook.MOVING):
            return self.refuse("carrier-first")
        return None

    def carry(
        self, state: AxisState, frame: frames.CombatMove, plan: Plan, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Move | Raid | Drop)
        if isinstance(action, Drop):
            self.axis.paratroopers.carry_out(state, plan)
        else:
            carry_out(state, plan.shifts)
        self.report(state, plan, action, frame.power, log)
        for space in plan.captures:
            self.axis.conqueror.take(state, frame.power, space, log)

    def play_other(
        self, state: AxisState, frame: frames.CombatMove, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            self.finish(state, log)
        else:
            assert isinstance(action, Load | Land)
            self.play_shipping(state, frame, action, log)

    def candidates(self, state: AxisState, frame: frames.CombatMove, seat: str) -> Iterator[Action]:
        yield End()
        world, power = self.world, frame.power
        arsenal = world.arsenal(state.techs[power])
        targets = self._air_targets(state, power)
        for space, units, piece in self.freshest(state, power, power):
            kind = world.kinds[piece.kind]
            if kind.domain == "land":
                yield from self._land_moves(state, space, piece, units, arsenal.move[piece.kind])
            elif kind.domain == "air":
                yield from self._flights(state, space, piece, units, targets)
            else:
                for goal in ship_reach(world, state, power, piece, space):
                    yield Move((units,), (self.name(space), self.name(goal)))
        yield from self.axis.paratroopers.offers(state, power)
        yield from self.boarding(state, frame)

    def is_done(self, piece: Piece) -> bool:
        kind = self.world.kinds[piece.kind]
        return bool(piece.marks & (UNLOADED if kind.transport else MOVED))

    def _air_targets(self, state: AxisState, power: int) -> list[tuple[int, bool]]:
        """Where aircraft can find something to attack, and whether there is a facility."""
        world, foe = self.world, at.foes(state, power)
        exposed = self.axis.mover.landings.exposed
        return [
            (space, space in state.facilities)
            for space in world.open_spaces
            if (
                (stack := state.units[space])
                and (any(foe[piece.owner] for piece, _ in stack) or exposed(state, power, space))
                if world.is_sea[space]
                else foe[state.owner[space]]
            )
        ]

    def _land_moves(
        self, state: AxisState, space: int, piece: Piece, units: Units, reach: int
    ) -> Iterator[Action]:
        world, power = self.world, piece.owner
        kind = world.kinds[piece.kind]
        if kind.noncombat_only:
            return
        start = self.name(space)
        near = world.land_near[space]
        for goal in near:
            if at.is_hostile_land(world, state, power, goal):
                yield Move((units,), (start, self.name(goal)))
        if reach < 2:
            return
        pair = self.goes_along(state, space, power) if kind.blitz else None
        for route in self._long_routes(state, space, power):
            yield Move((units,), route)
            if pair is not None:
                yield Move((units, pair), route)

    def _long_routes(self, state: AxisState, space: int, power: int) -> Iterator[tuple[str, ...]]:
        """Ways of two spaces: through friendly land to hostile, or a blitz with its way named."""
        world = self.world
        start = self.name(space)
        near = world.land_near[space]
        plain_goals: set[int] = set()
        for middle in near:
            if at.is_hostile_land(world, state, power, middle):
                if world.access.lets_blitz(state, power, middle):
                    for goal in world.land_near[middle]:
                        yield (start, self.name(middle), self.name(goal))
            else:
                plain_goals |= {
                    goal
                    for goal in world.land_near[middle]
                    if goal not in near and at.is_hostile_land(world, state, power, goal)
                }
        for goal in sorted(plain_goals):
            yield (start, self.name(goal))

    def _flights(
        self,
        state: AxisState,
        space: int,
        piece: Piece,
        units: Units,
        targets: list[tuple[int, bool]],
    ) -> Iterator[Action]:
        world, power = self.world, piece.owner
        left = range_left(world, state, piece)
        kind = world.kinds[piece.kind]
        start = self.name(space)
        distance = world.access.flights(state, power)[space]
        for goal, facility in targets:
            if distance[goal] > left:
                continue
            route = (start, self.name(goal))
            yield Move((units,), route)
            if facility and (kind.raids or kind.escorts) and not world.is_sea[goal]:
                yield Raid((units,), route)
