"""Raids of 1940: interceptors, an air battle, targets, then each facility (G40-187 to G40-201)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import facilities, forces, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Units
from sandtable.games.axis.air_raids import Raids
from sandtable.games.axis.events import BattleBegan
from sandtable.games.axis.firing import Volleys
from sandtable.games.axis.sides import Group, with_dead
from sandtable.games.axis.stages import Row, Stage
from sandtable.games.axis.state import INTERCEPTS, OUT, RAIDER, AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.units import AIR
from sandtable.table import Action, Ask, Log, Refusal

from .actions import Aim, Intercept
from .frames import AirRaid
from .scramble import Rising

AIR_BATTLE = "air"


class Intercepting(Rising):
    """G40-190, G40-191: fighters based where raiders come may rise against them."""

    name = "Intercept"
    prompt = "send fighters up against the raiders, or hold"

    def _raided(self, state: AxisState, frame: frames.React) -> list[int]:
        found = (s for s, piece, _ in state.pieces(frame.power) if piece.marks & RAIDER)
        return list(dict.fromkeys(found))

    def _options(
        self, state: AxisState, frame: frames.React, power: int
    ) -> Iterator[tuple[int, int, int]]:
        """(territory, kind, count)."""
        for space in self._raided(state, frame):
            for piece, count in state.units[space]:
                kind = self.world.kinds[piece.kind]
                if piece.owner == power and kind.intercepts and not piece.marks & INTERCEPTS:
                    yield space, piece.kind, count

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        foe = at.foes(state, frame.power)
        for power in self.world.order:
            if foe[power] and not self.orders(state, power, "intercept"):
                if next(self._options(state, frame, power), None) is not None:
                    yield power

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        for space, kind, most in self._options(state, frame, power):
            for count in range(1, most + 1):
                units = (Units(count, self.world.kinds[kind].id),)
                yield Intercept(units, self.step.name(space))

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Intercept):
            return self.wrong()
        space = self.world.space[action.space]
        if space not in self._raided(state, frame):
            return self.refuse("intercept-where", space=action.space)
        for units in action.units:
            kind = self.world.kind[units.kind]
            if not self.world.kinds[kind].intercepts:
                return self.refuse("intercept-kind", unit=units.kind)
            wanted = sum(u.count for u in action.units if u.kind == units.kind)
            options = self._options(state, frame, power)
            here = sum(n for s, k, n in options if (s, k) == (space, kind))
            if units.owner not in ("", self.step.power_name(power)) or wanted > here:
                return self.refuse("no-units", unit=units.kind, space=action.space)
        return None

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Intercept)
        space = self.world.space[action.space]
        for units in action.units:
            self._rise(state, power, space, self.world.kind[units.kind], units.count, log)

    def _rise(
        self, state: AxisState, power: int, space: int, kind: int, count: int, log: Log
    ) -> None:
        self.report(power, f"{count} {self.world.kinds[kind].id}", space, space, log)
        for piece, number in state.units[space]:
            if (piece.owner, piece.kind) == (power, kind) and not piece.marks & INTERCEPTS:
                up = min(number, count)
                if up:
                    risen = msgspec.structs.replace(piece, marks=piece.marks | INTERCEPTS)
                    state.change(space, piece, risen, up)
                    count -= up

    def resolve(self, state: AxisState, frame: frames.React, log: Log) -> Ask | None:
        """Who has left the order always to intercept sends all he has."""
        foe = at.foes(state, frame.power)
        for power in self.world.order:
            if foe[power] and self.orders(state, power, "intercept") == ("always",):
                for space, kind, count in list(self._options(state, frame, power)):
                    self._rise(state, power, space, kind, count, log)
        return None


# The air battle: one round, every aircraft hits at its own number for it


class AirBegin(Stage):
    name = "begin"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        battle.round = 1
        power = self.power_name(battle.power)
        log.append(BattleBegan(space=self.place(battle.space), power=power, kind="air battle"))
        self.on(battle)
        return None


class AirVolleys(Volleys):
    """G40-193, G40-498: simultaneous, each side picks its own casualties."""

    def volleys(self, state: AxisState, battle: frames.Battle) -> tuple[int, list[forces.Volley]]:
        if self.attacking:
            return battle.power, self._fire(state, self.side(state, battle, True))
        firing = with_dead(battle, self.side(state, battle, False))
        for owner in sorted({g.owner for g in firing} - set(battle.fired)):
            return owner, self._fire(state, [g for g in firing if g.owner == owner])
        return -1, []

    def _fire(self, state: AxisState, side: list[Group]) -> list[forces.Volley]:
        if not side:
            return []
        hits_at = self.world.arsenal(state.techs[side[0].owner]).air_battle
        return [forces.Volley(g.kind, hits_at[g.kind], g.count) for g in side]


class AirAttack(AirVolleys):
    name = "attack"
    attacking = True
    what = "air battle"

    def scored(
        self, state: AxisState, battle: frames.Battle, owner: int, hits: forces.Hits
    ) -> None:
        self.on(battle)
        self.hit(state, attacker=False, hits=(0, hits[AIR], 0), still_fire=True)


class AirDefend(AirVolleys):
    name = "defend"
    attacking = False
    what = "air battle"

    def done(self, state: AxisState, battle: frames.Battle) -> None:
        self.leave(battle)
        battle.fired = ()
        self.hit(state, attacker=True, hits=(0, battle.hits[AIR], 0))


class AirOver(Stage):
    name = "end"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        state.flow.pop()
        return None


AIR_ROW = Row(before=(AirBegin,), rounds=(AirAttack, AirDefend), after=(AirOver,))


# The raid itself


class Raids1940(Raids):
    """Every raid is flown as a whole, territory by territory."""

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        state.flow.append(AirRaid(frame.power, space))


class AirRaidStep(AxisStep[AirRaid]):
    """Air battle, choice of targets, then the fire and the bombs of each target."""

    frame = AirRaid
    prompt = "choose the facilities your bombers aim at"

    def run(self, state: AxisState, frame: AirRaid, log: Log) -> Ask | None:
        power, space = frame.power, frame.space
        if not frame.fought:
            frame.fought = True
            if any(piece.marks & INTERCEPTS for piece, _ in state.units[space]):
                among = RAIDER | INTERCEPTS
                battle = frames.Battle(power, space, False, row=AIR_BATTLE, among=among)
                state.flow.append(battle)
                return None
        for kind, count in self._idle(state, frame).items():
            targets = self._targets(state, frame, kind)
            if len(targets) > 1:
                return self.ask(power)
            frame.aims = (*frame.aims, (targets[0], kind, count))
        for target, _, _ in frame.aims:
            if target not in frame.bombed:
                frame.bombed = (*frame.bombed, target)
                party = tuple((k, n) for t, k, n in frame.aims if t == target)
                state.flow.append(frames.RaidRoll(power, space, target=target, party=party))
                return None
        self._leave(state, frame)
        state.flow.remove(frame)
        return None

    def _idle(self, state: AxisState, frame: AirRaid) -> dict[int, int]:
        """Bombers without a target yet."""
        idle: dict[int, int] = {}
        if frame.bombed:
            return idle
        for piece, count in state.units[frame.space]:
            if piece.owner == frame.power and piece.marks & RAIDER:
                if self.world.kinds[piece.kind].raids:
                    idle[piece.kind] = idle.get(piece.kind, 0) + count
        for _, kind, count in frame.aims:
            idle[kind] -= count
        return {kind: count for kind, count in sorted(idle.items()) if count}

    def _targets(self, state: AxisState, frame: AirRaid, kind: int) -> list[int]:
        found = facilities.raidable(self.world, state, frame.space, self.world.kinds[kind])
        return [facility.kind for facility in found]

    def _leave(self, state: AxisState, frame: AirRaid) -> None:
        """Escorts retire too (G40-194); all stay until the noncombat move."""
        for piece, count in state.units[frame.space]:
            if piece.owner == frame.power and piece.marks & RAIDER and not piece.marks & OUT:
                out = msgspec.structs.replace(piece, marks=piece.marks | OUT)
                state.change(frame.space, piece, out, count)

    def check(self, state: AxisState, frame: AirRaid, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, Aim):
            return self.wrong()
        idle = self._idle(state, frame)
        target = self.world.kind[action.facility]
        if facilities.find(state, frame.space, target) is None:
            return self.refuse("aim-target", unit=action.facility, space=self.name(frame.space))
        for units in action.units:
            kind = self.world.kind[units.kind]
            if units.count > idle.get(kind, 0):
                return self.refuse("no-units", unit=units.kind, space=self.name(frame.space))
            if target not in self._targets(state, frame, kind):
                return self.refuse("aim-kind", unit=units.kind, target=action.facility)
            idle[kind] -= units.count
        return None

    def play(self, state: AxisState, frame: AirRaid, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Aim)
        target = self.world.kind[action.facility]
        aims = {(t, k): n for t, k, n in frame.aims}
        for units in action.units:
            key = (target, self.world.kind[units.kind])
            aims[key] = aims.get(key, 0) + units.count
        frame.aims = tuple((t, k, n) for (t, k), n in sorted(aims.items()))

    def candidates(self, state: AxisState, frame: AirRaid, seat: str) -> Iterator[Action]:
        for kind, most in self._idle(state, frame).items():
            for target in self._targets(state, frame, kind):
                for count in range(1, most + 1):
                    units = (Units(count, self.world.kinds[kind].id),)
                    yield Aim(units, self.world.kinds[target].id)

    def usual(self, state: AxisState, frame: AirRaid, seat: str) -> Action | None:
        """All bombers of a kind on the first target they have."""
        for kind, count in self._idle(state, frame).items():
            target = self._targets(state, frame, kind)[0]
            return Aim((Units(count, self.world.kinds[kind].id),), self.world.kinds[target].id)
        return None
