"""Phase III, combat moves: played one by one, each with what it sets off (HV-807)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End, Land, Move, Raid, Units
from sandtable.games.axis.combat_move import CombatMoveStep
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.phases import Phase, alone
from sandtable.games.axis.plans import Plan
from sandtable.games.axis.state import (
    MOVED,
    AxisState,
    Piece,
)
from sandtable.table import Action, Log, Refusal

from . import flights
from .journeys import set_out
from .movers import HouseMover
from .turn import unless_idle

DUTIES = ("must-land", "transport-purpose", "carrier-idle")
"""Refusals to end the moves before ships have done what they came for."""
COMBAT_MOVE = Phase("combat-move", unless_idle(alone(family.CombatMove)), part="III")


class Join(Action, frozen=True):
    """Aircraft aboard take off for the battle in their carrier's own zone (HV-836)."""

    units: tuple[Units, ...]
    zone: str

    def __str__(self) -> str:
        return f"join {', '.join(map(str, self.units))} {self.zone}"


def read_join(reader: Reader) -> Action:
    return Join(reader.units(), reader.space())


class HouseCombatMove(CombatMoveStep):
    """Moves are played one by one, each with what it sets off (HV-807)."""

    def planned(
        self, state: AxisState, frame: family.CombatMove, action: Action
    ) -> Plan | Refusal | None:
        return None if isinstance(action, Raid) else super().planned(state, frame, action)

    def check_other(
        self, state: AxisState, frame: family.CombatMove, action: Action
    ) -> Refusal | None:
        if isinstance(action, Join):
            return self._why_not_join(state, frame.power, action)
        refusal = super().check_other(state, frame, action)
        if not isinstance(action, End):
            return refusal
        zone = self._idle_carrier(state, frame.power)
        if refusal is None and zone is not None:
            refusal = self.refuse("carrier-idle", space=self.name(zone))
        if refusal is not None and refusal.code in DUTIES:
            where = refusal.args.get("space") or refusal.args["goal"]
            return refusal if self._can_still(state, frame, where) else self.other_phase(action)
        return refusal

    def _can_still(self, state: AxisState, frame: family.CombatMove, zone: str) -> bool:
        """HV-810: what falls through, because ships were stopped for example, is no duty."""
        return any(
            zone in ((action.zone,) if isinstance(action, Land) else action.route[:1])
            and self.check(state, frame, "", action) is None
            for action in self.candidates(state, frame, "")
            if isinstance(action, Land | Move)
        )

    def _unproven(self, state: AxisState, power: int) -> Refusal | None:
        """The way home was proved with each flight."""
        return None

    def _why_not_join(self, state: AxisState, power: int, action: Join) -> Refusal | None:
        zone = self.world.space[action.zone]
        if not self.world.is_sea[zone] or not at.is_hostile_zone(self.world, state, power, zone):
            return self.refuse("no-target", goal=action.zone)
        for units in action.units:
            if sum(n for _, n in self._aboard(state, power, zone, units)) < units.count:
                return self.refuse("no-units", unit=units.kind, space=action.zone)
        return None

    def _aboard(
        self, state: AxisState, power: int, zone: int, units: Units
    ) -> list[tuple[Piece, int]]:
        kind = self.world.kind[units.kind]
        return [
            (piece, count)
            for piece, count in state.units[zone]
            if (piece.owner, piece.kind) == (power, kind)
            and self.world.kinds[kind].carrier_capable
            and not piece.marks & MOVED
        ]

    def _idle_carrier(self, state: AxisState, power: int) -> int | None:
        """HV-810: a carrier that has come to a friendly zone for its aircraft's mission."""
        world, mover = self.world, self.axis.mover
        assert isinstance(mover, HouseMover)
        for zone, piece, _ in state.pieces(power):
            if (
                world.kinds[piece.kind].deck
                and piece.marks & MOVED
                and piece.origin >= 0
                and not at.is_hostile_zone(world, state, power, zone)
                and not mover.landings.assault_declared(state, power, zone)
                and not any(p.origin == zone for _, p, _ in state.pieces(power))
                and any(
                    mover.could_strike(state, plane, zone)
                    for plane in mover.fresh_aboard(state, piece, zone)
                )
            ):
                return zone
        return None

    def carry(
        self, state: AxisState, frame: family.CombatMove, plan: Plan, action: Action, log: Log
    ) -> None:
        if isinstance(action, Move):
            self.report(state, plan, action, frame.power, log)
            set_out(self.world, state, plan, action.route, True)
        else:
            super().carry(state, frame, plan, action, log)

    def play_other(
        self, state: AxisState, frame: family.CombatMove, action: Action, log: Log
    ) -> None:
        if not isinstance(action, Join):
            super().play_other(state, frame, action, log)
            return
        zone = self.world.space[action.zone]
        for units in action.units:
            wanted = units.count
            for piece, count in self._aboard(state, frame.power, zone, units):
                going = min(count, wanted)
                if going:
                    marks = piece.marks | MOVED
                    up = msgspec.structs.replace(piece, spent=0, origin=zone, marks=marks)
                    state.change(zone, piece, up, going)
                    wanted -= going

    def candidates(self, state: AxisState, frame: family.CombatMove, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        for zone, units, piece in self.freshest(state, frame.power, frame.power):
            if self.world.is_sea[zone] and self.world.kinds[piece.kind].carrier_capable:
                yield Join((units,), self.name(zone))

    def _flights(
        self,
        state: AxisState,
        space: int,
        piece: Piece,
        units: Units,
        targets: list[tuple[int, bool]],
    ) -> Iterator[Action]:
        reach = flights.reach(self.world, state, piece, space)
        away = self.world.access.flights(state, piece.owner)[space]
        for goal, _ in targets:
            if 2 * away[goal] <= reach:
                yield Move((units,), (self.name(space), self.name(goal)))
