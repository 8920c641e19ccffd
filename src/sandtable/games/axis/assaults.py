"""Amphibious assaults: sea combat where transports lie, bombardment, then the landing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from .actions import Fight, Ignore
from .combat_stages import CombatStage, Open
from .state import LANDED, MOVED, REPELLED, AxisState, Cargo, Piece, cargo_key
from .world import World


def launching_zones(world: World, state: AxisState, power: int, coast: int) -> list[int]:
    """Zones from which the power's troops are to storm a coast."""
    return [
        zone
        for zone in world.sea_near[coast]
        if any(
            cargo.owner == power and cargo.target == coast
            for piece, _ in state.units[zone]
            for cargo in piece.cargo
        )
    ]


def bombarders(world: World, state: AxisState, power: int, zone: int) -> dict[int, int]:
    """The power's ships in a zone that can bombard a coast, by kind."""
    ships: dict[int, int] = {}
    for piece, count in state.units[zone]:
        if piece.marks & REPELLED:
            continue
        if piece.owner == power and world.kinds[piece.kind].bombards:
            ships[piece.kind] = ships.get(piece.kind, 0) + count
    return dict(sorted(ships.items()))


class Assaults(CombatStage):
    """Coast by coast."""

    name = "assaults"
    comes_first = "assaults-first"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        """Territories that units aboard transports are to storm."""
        coasts = {
            cargo.target
            for stack, sea in zip(state.units, self.world.is_sea, strict=True)
            if sea
            for piece, _ in stack
            for cargo in piece.cargo
            if cargo.owner == frame.power and cargo.target >= 0
        }
        return sorted(coasts), []

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        frame.assault = space
        frame.bombarded, frame.bombarding = (), 0

    def run(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        if frame.assault < 0:
            return super().run(state, frame, log)
        power, coast = frame.power, frame.assault
        zones = launching_zones(self.world, state, power, coast)
        for zone in zones:
            if zone in frame.fought or zone in frame.skipped:
                continue
            duty = self.step.duty(state, power, zone)
            if duty == "must":
                self._fight_at_sea(state, frame, zone)
                return None
            if duty == "may":
                seat = self.world.powers[power].seat
                return Decision((seat,), "ConductCombat", "fight or ignore what lies offshore")
        for zone in zones:
            if zone not in frame.bombarded:
                frame.bombarded = (*frame.bombarded, zone)
                if zone not in frame.fought and zone not in frame.troubled:
                    limit = self._to_land(state, power, coast)
                    state.flow.append(frames.Bombard(power, zone, coast, limit))
                    return None
        self._go_ashore(state, frame)
        return None

    def _fight_at_sea(self, state: AxisState, frame: frames.ConductCombat, zone: int) -> None:
        frame.fought = (*frame.fought, zone)
        state.flow.append(frames.Battle(frame.power, zone, True))

    def _to_land(self, state: AxisState, power: int, coast: int) -> int:
        """How many units go ashore there from zones that are not hostile."""
        world = self.world
        return sum(
            count
            for zone in world.sea_near[coast]
            if not self.step.is_held_by_enemies(state, power, zone)
            for piece, count in state.units[zone]
            for cargo in piece.cargo
            if cargo.owner == power and cargo.target == coast
        )

    def _go_ashore(self, state: AxisState, frame: frames.ConductCombat) -> None:
        """Put the landing force on the beach and begin the land battle."""
        world, power, coast = self.world, frame.power, frame.assault
        for zone in world.sea_near[coast]:
            hostile = self.step.is_held_by_enemies(state, power, zone)
            for piece, count in state.units[zone]:
                bound = [c for c in piece.cargo if c.owner == power and c.target == coast]
                if not bound:
                    continue
                aboard = [c for c in piece.cargo if c not in bound]
                if hostile:
                    aboard += [Cargo(c.kind, c.owner, c.boarded) for c in bound]
                after = msgspec.structs.replace(piece, cargo=tuple(sorted(aboard, key=cargo_key)))
                state.change(zone, piece, after, count)
                if not hostile:
                    for cargo in bound:
                        ashore = Piece(cargo.kind, power, 0, -1, MOVED | LANDED)
                        state.add(coast, ashore, count)
        hits = frame.landing_hits
        frame.assault, frame.landing_hits = -1, 0
        if self.step.duty(state, power, coast) == "must":
            frame.fought = (*frame.fought, coast)
            state.flow.append(frames.Battle(power, coast, False, bombardment=hits))

    # Submarines and transports offshore may be left alone

    def _offshore(self, state: AxisState, frame: frames.ConductCombat) -> int:
        """The zone whose submarines and transports are to be fought or ignored."""
        for zone in launching_zones(self.world, state, frame.power, frame.assault):
            if zone not in frame.fought and zone not in frame.skipped:
                if self.step.duty(state, frame.power, zone) == "may":
                    return zone
        return -1

    def check(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        if frame.assault < 0:
            return super().check(state, frame, action)
        if isinstance(action, Fight | Ignore):
            if self.world.space[action.space] == self._offshore(state, frame):
                return None
            return self.refuse("no-battle", space=action.space)
        return self.step.wrong()

    def play(self, state: AxisState, frame: frames.ConductCombat, action: Action, log: Log) -> None:
        if frame.assault < 0:
            super().play(state, frame, action, log)
        elif isinstance(action, Ignore):
            frame.skipped = (*frame.skipped, self.world.space[action.space])
        else:
            assert isinstance(action, Fight)
            self._fight_at_sea(state, frame, self.world.space[action.space])

    def candidates(self, state: AxisState, frame: frames.ConductCombat) -> Iterator[Action]:
        if frame.assault < 0:
            yield from super().candidates(state, frame)
            return
        zone = self.step.name(self._offshore(state, frame))
        yield Fight(zone)
        yield Ignore(zone)
