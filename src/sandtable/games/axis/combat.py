"""Phase 4: raids and rockets, then amphibious assaults, then all other battles.

The attacker chooses the order within each of the three; each battle is finished before the
next begins.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from . import situation as at
from .actions import End, Fight, Ignore, Launch
from .state import LANDED, MOVED, OUT, RAIDER, AxisState, Cargo, Piece, cargo_key
from .steps import AxisStep

STAGES = ("raids", "assaults", "battles", "done")


class ConductCombatStep(AxisStep[frames.ConductCombat]):
    """Decides what is fought next."""

    frame = frames.ConductCombat
    prompt = "choose what to resolve next"

    def run(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        if frame.assault >= 0:
            return self._assault(state, frame, log)
        if frame.stage == "done":
            self._leave(state, frame)
            state.flow.pop()
            if not any(isinstance(f, frames.ConductCombat) for f in state.flow):
                state.flow.append(frames.Homeless(frame.power))  # after all battles of the turn
            return None
        if frame.stage == "battles":
            self._walk_in(state, frame, log)
        must, may = self._open(state, frame)
        if not must and not may and not self._rockets(state, frame):
            frame.stage = STAGES[STAGES.index(frame.stage) + 1]
            return None
        if len(must) == 1 and not may and not self._rockets(state, frame):
            self._start(state, frame, must[0])
            return None
        return self.ask(frame.power)

    # What there is to fight

    def _open(self, state: AxisState, frame: frames.ConductCombat) -> tuple[list[int], list[int]]:
        """Spaces of this stage that must be resolved, and those that may be."""
        if frame.stage == "raids":
            return self._raid_targets(state, frame), []
        if frame.stage == "assaults":
            return self._coasts(state, frame), []
        must, may = [], []
        for space in self._occupied(state, frame.power):
            if space in frame.fought:
                continue
            duty = self._duty(state, frame.power, space)
            if duty == "must":
                must.append(space)
            elif duty == "may" and space not in frame.skipped:
                may.append(space)
        return must, may

    def _occupied(self, state: AxisState, power: int) -> list[int]:
        """Spaces where the power has units."""
        return list(dict.fromkeys(space for space, _, _ in state.pieces(power)))

    def _raid_targets(self, state: AxisState, frame: frames.ConductCombat) -> list[int]:
        return sorted(
            {
                space
                for space, piece, _ in state.pieces(frame.power)
                if piece.marks & RAIDER and not piece.marks & OUT
            }
        )

    def _coasts(self, state: AxisState, frame: frames.ConductCombat) -> list[int]:
        """Territories that units aboard transports are to storm."""
        return sorted(
            {
                cargo.target
                for stack, sea in zip(state.units, self.world.is_sea, strict=True)
                if sea
                for piece, _ in stack
                for cargo in piece.cargo
                if cargo.owner == frame.power and cargo.target >= 0
            }
        )

    def _duty(self, state: AxisState, power: int, space: int) -> str:
        """Whether a battle in a space ``must`` or ``may`` be fought by the power."""
        world = self.world
        mine = [
            world.kinds[piece.kind]
            for piece, _ in state.units[space]
            if piece.owner == power and not piece.marks & (RAIDER | OUT)
        ]
        fighters = [kind for kind in mine if kind.fights]
        if not fighters:
            return ""
        if not world.is_sea[space]:
            if not at.is_hostile_land(world, state, power, space):
                return ""
            return "must"
        if at.is_hostile_zone(world, state, power, space):
            # Only ships that are there, or aircraft sent there, make it a battle.
            return "must"
        if any(kind.attack for kind in fighters) and at.has_enemy(world, state, power, space):
            return "may"
        return ""

    def _walk_in(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> None:
        """Ground that nobody defends is taken without a battle; an AA gun fires only at planes."""
        world, power = self.world, frame.power
        for space in self._occupied(state, power):
            if space in frame.fought or self._duty(state, power, space) != "must":
                continue
            if world.is_sea[space]:
                continue
            if self._is_undefended(state, power, space):
                frame.fought = (*frame.fought, space)
                self.axis.conqueror.take(state, power, space, log)

    def _is_undefended(self, state: AxisState, power: int, space: int) -> bool:
        """Whether ground troops just walk in. Aircraft wait for guns that stay to fire at them."""
        world = self.world
        stack = state.units[space]
        mine = [world.kinds[p.kind] for p, _ in stack if p.owner == power and not p.marks & RAIDER]
        foe = at.foes(state, power)
        enemy = [world.kinds[p.kind] for p, _ in stack if foe[p.owner]]
        if any(kind.fights and not kind.lost_with_land for kind in enemy):
            return False
        if any(kind.lost_with_land for kind in enemy):
            return any(kind.takes_land for kind in mine)
        return not any(kind.domain == "air" for kind in mine)

    # Starting one

    def _start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        if frame.stage == "raids":
            state.flow.append(frames.RaidRoll(frame.power, space))
        elif frame.stage == "assaults":
            frame.assault = space
            frame.bombarded, frame.bombarding = (), 0
        else:
            frame.fought = (*frame.fought, space)
            state.flow.append(frames.Battle(frame.power, space, self.world.is_sea[space]))

    # Assaults

    def launching_zones(self, state: AxisState, power: int, coast: int) -> list[int]:
        return [
            zone
            for zone in self.world.sea_near[coast]
            if any(
                cargo.owner == power and cargo.target == coast
                for piece, _ in state.units[zone]
                for cargo in piece.cargo
            )
        ]

    def _assault(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        """Sea combat in the launching zones, then bombardment, then the landing."""
        power, coast = frame.power, frame.assault
        zones = self.launching_zones(state, power, coast)
        for zone in zones:
            if zone in frame.fought or zone in frame.skipped:
                continue
            duty = self._duty(state, power, zone)
            if duty == "must":
                frame.fought = (*frame.fought, zone)
                state.flow.append(frames.Battle(power, zone, True))
                return None
            if duty == "may":
                seat = self.world.powers[power].seat
                return Decision((seat,), "ConductCombat", "fight or ignore what lies offshore")
        for zone in zones:
            if zone not in frame.bombarded:
                frame.bombarded = (*frame.bombarded, zone)
                if zone not in frame.fought:
                    limit = self._to_land(state, power, coast)
                    state.flow.append(frames.Bombard(power, zone, coast, limit))
                    return None
        self._go_ashore(state, frame, log)
        return None

    def _to_land(self, state: AxisState, power: int, coast: int) -> int:
        """How many units go ashore there from zones that are not hostile."""
        world = self.world
        return sum(
            count
            for zone in world.sea_near[coast]
            if not at.is_hostile_zone(world, state, power, zone)
            for piece, count in state.units[zone]
            for cargo in piece.cargo
            if cargo.owner == power and cargo.target == coast
        )

    def _go_ashore(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> None:
        """Put the landing force on the beach and begin the land battle."""
        world, power, coast = self.world, frame.power, frame.assault
        for zone in world.sea_near[coast]:
            hostile = at.is_hostile_zone(world, state, power, zone)
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
        if self._duty(state, power, coast) == "must":
            frame.fought = (*frame.fought, coast)
            state.flow.append(frames.Battle(power, coast, False, bombardment=hits))

    # Rockets

    def _rockets(self, state: AxisState, frame: frames.ConductCombat) -> list[Launch]:
        """Launches that are possible now."""
        world, power = self.world, frame.power
        reach = world.arsenal(state.techs[power]).rocket_range
        if frame.stage != "raids" or not reach or frame.skipped_rockets:
            return []
        launches = world.arsenal(state.techs[power]).launches
        guns = sorted(
            {
                space
                for space, piece, _ in state.pieces(power)
                if launches[piece.kind] and not world.is_sea[space]
            }
        )
        goals = sorted(s for s in state.facilities if at.is_hostile_land(world, state, power, s))
        return [
            Launch(self.name(gun), self.name(goal))
            for gun in guns
            for goal in goals
            if world.air[gun][goal] <= reach
            and all(gun != used and goal != hit for used, hit in frame.launched)
        ]

    def _check_rocket(
        self, state: AxisState, frame: frames.ConductCombat, action: Launch
    ) -> Refusal | None:
        world, power = self.world, frame.power
        gun, goal = world.space[action.origin], world.space[action.target]
        arsenal = world.arsenal(state.techs[power])
        reach, launches = arsenal.rocket_range, arsenal.launches
        if not reach:
            return self.refuse("rocket-tech", power=self.power_name(power))
        if frame.stage != "raids":
            return self.refuse("raids-first")
        if (
            not any(launches[p.kind] and p.owner == power for p, _ in state.units[gun])
            or world.is_sea[gun]
        ):
            return self.refuse("rocket-gun", space=action.origin, power=self.power_name(power))
        if goal not in state.facilities or not at.is_hostile_land(world, state, power, goal):
            return self.refuse("rocket-target", goal=action.target)
        if any(used == gun for used, _ in frame.launched):
            return self.refuse("rocket-once", space=action.origin)
        if any(hit == goal for _, hit in frame.launched):
            return self.refuse("rocket-hit", goal=action.target)
        if world.air[gun][goal] > reach:
            return self.refuse("rocket-range", goal=action.target, space=action.origin, range=reach)
        return None

    def _tire_gun(self, state: AxisState, power: int, space: int) -> None:
        """A gun that launched has fought and stays this turn."""
        launches = self.world.arsenal(state.techs[power]).launches
        for piece, _ in state.units[space]:
            if piece.owner == power and launches[piece.kind]:
                tired = msgspec.structs.replace(piece, marks=piece.marks | MOVED)
                state.change(space, piece, tired)
                return

    # Decisions

    def check(
        self, state: AxisState, frame: frames.ConductCombat, seat: str, action: Action
    ) -> Refusal | None:
        if frame.assault >= 0:
            return self._check_offshore(state, frame, action)
        must, may = self._open(state, frame)
        if isinstance(action, Fight):
            space = self.world.space[action.space]
            if space in must or space in may:
                return None
            return self._why_not_fight(state, frame, space)
        if isinstance(action, Launch):
            return self._check_rocket(state, frame, action)
        if isinstance(action, End):
            if must:
                return self.refuse("must-fight", space=self.name(must[0]))
            return None
        return self.wrong()

    def _why_not_fight(self, state: AxisState, frame: frames.ConductCombat, space: int) -> Refusal:
        waiting = self._duty(state, frame.power, space) or space in self._coasts(state, frame)
        if frame.stage != "battles" and waiting:
            return self.refuse("raids-first" if frame.stage == "raids" else "assaults-first")
        return self.refuse("no-battle", space=self.name(space))

    def _check_offshore(
        self, state: AxisState, frame: frames.ConductCombat, action: Action
    ) -> Refusal | None:
        if isinstance(action, Fight | Ignore):
            if self.world.space[action.space] == self._offshore(state, frame):
                return None
            return self.refuse("no-battle", space=action.space)
        return self.wrong()

    def _offshore(self, state: AxisState, frame: frames.ConductCombat) -> int:
        """The zone whose submarines and transports are to be fought or ignored."""
        for zone in self.launching_zones(state, frame.power, frame.assault):
            if zone not in frame.fought and zone not in frame.skipped:
                if self._duty(state, frame.power, zone) == "may":
                    return zone
        return -1

    def play(
        self, state: AxisState, frame: frames.ConductCombat, seat: str, action: Action, log: Log
    ) -> None:
        world = self.world
        if isinstance(action, End):
            if frame.stage == "raids":
                frame.skipped_rockets = True
            else:
                frame.skipped = (*frame.skipped, *self._open(state, frame)[1])
        elif isinstance(action, Launch):
            gun, goal = world.space[action.origin], world.space[action.target]
            frame.launched = (*frame.launched, (gun, goal))
            self._tire_gun(state, frame.power, gun)
            state.flow.append(frames.RocketRoll(frame.power, gun, goal))
        elif isinstance(action, Ignore):
            frame.skipped = (*frame.skipped, world.space[action.space])
        else:
            assert isinstance(action, Fight)
            space = world.space[action.space]
            if frame.assault >= 0:
                frame.fought = (*frame.fought, space)
                state.flow.append(frames.Battle(frame.power, space, True))
            else:
                self._start(state, frame, space)

    def candidates(
        self, state: AxisState, frame: frames.ConductCombat, seat: str
    ) -> Iterator[Action]:
        if frame.assault >= 0:
            zone = self.name(self._offshore(state, frame))
            yield Fight(zone)
            yield Ignore(zone)
            return
        must, may = self._open(state, frame)
        for space in (*must, *may):
            yield Fight(self.name(space))
        yield from self._rockets(state, frame)
        if not must:
            yield End()

    def _leave(self, state: AxisState, frame: frames.ConductCombat) -> None:
        """Raiders are out of their battle; they land with the others."""

        def home(piece: Piece) -> Piece:
            if piece.marks & RAIDER:
                return msgspec.structs.replace(piece, marks=piece.marks & ~(RAIDER | OUT))
            return piece

        for space in {s for s, p, _ in state.pieces(frame.power) if p.marks & RAIDER}:
            state.rewrite(space, home)
