"""Scramble: aircraft of a base rise against attacks beside it (G40-176 to G40-185)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Units
from sandtable.games.axis.combat import ConductCombatStep
from sandtable.games.axis.events import Moved
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.reactions import Reaction, send_out
from sandtable.games.axis.state import SORTIE, AxisState
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.world import World
from sandtable.table import Action, Log, Refusal

from .actions import Recall, Scramble
from .attacks import attacked_zones, bases, sent_from


class Rising(Reaction):
    """What scrambling and taking back have in common."""

    def attacked(self, state: AxisState, frame: frames.React) -> list[int]:
        combat = state.innermost(frames.ConductCombat)
        step = self.axis.steps[frames.ConductCombat]
        assert isinstance(step, ConductCombatStep)
        return list(attacked_zones(step, state, combat))

    def orders(self, state: AxisState, power: int, topic: str) -> tuple[str, ...]:
        orders = state.orders.get(self.world.powers[power].seat)
        return orders.about(topic) if orders else ()

    def report(self, power: int, what: str, start: int, goal: int, log: Log) -> None:
        route = (self.step.name(start), self.step.name(goal))
        log.append(Moved(power=self.step.power_name(power), what=what, route=route))


class Scrambling(Rising):
    """Each owner decides for his own aircraft (G40-962)."""

    name = "Scramble"
    prompt = "scramble aircraft into attacked zones beside their base, or hold"

    def _left(self, state: AxisState, power: int, base: int, limit: int) -> int:
        """How many more aircraft of a power the base could send (G40-178)."""
        sent = sent_from(self.world, state, base)
        return limit - sum(count for _, owner, _, count in sent if owner == power)

    def _options(
        self, state: AxisState, attacked: Iterable[int], power: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """(base, zone, kind, most)."""
        world = self.world
        silent = self.orders(state, power, "scramble")
        if silent == ("never",):
            return
        for zone in attacked:
            for base, limit in bases(world, state, power, zone):
                left = self._left(state, power, base, limit)
                if left <= 0 or world.spaces[base].id in silent[1:]:
                    continue
                for piece, count in state.units[base]:
                    if piece.owner == power and world.kinds[piece.kind].scrambles:
                        yield base, zone, piece.kind, min(left, count)

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        foe = at.foes(state, frame.power)  # G40-937
        attacked = self.attacked(state, frame)
        for power in self.world.order:
            if foe[power] and next(self._options(state, attacked, power), None) is not None:
                yield power

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        name = self.step.name
        attacked = self.attacked(state, frame)
        for base, zone, kind, most in self._options(state, attacked, power):
            for count in range(1, most + 1):
                units = (Units(count, self.world.kinds[kind].id),)
                yield Scramble(units, (name(base), name(zone)))

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        world = self.world
        if not isinstance(action, Scramble) or len(action.route) != 2:
            return self.wrong()
        base, zone = (world.space[space] for space in action.route)
        limits = dict(bases(world, state, power, zone)) if world.is_sea[zone] else {}
        if not world.is_sea[zone] or zone not in world.sea_near[base]:
            return self.refuse("scramble-zone", space=action.route[0], zone=action.route[1])
        if base not in limits:
            return self.refuse("scramble-base", space=action.route[0])
        if zone not in self.attacked(state, frame):
            return self.refuse("scramble-quiet", zone=action.route[1])
        for units in action.units:
            kind = world.kind[units.kind]
            if not world.kinds[kind].scrambles:
                return self.refuse("scramble-kind", unit=units.kind)
            wanted = sum(u.count for u in action.units if u.kind == units.kind)
            here = sum(n for p, n in state.units[base] if (p.owner, p.kind) == (power, kind))
            if units.owner not in ("", self.step.power_name(power)) or wanted > here:
                return self.refuse("no-units", unit=units.kind, space=action.route[0])
        if sum(u.count for u in action.units) > self._left(state, power, base, limits[base]):
            return self.refuse("scramble-limit", space=action.route[0], limit=limits[base])
        return None

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Scramble)
        base, zone = (self.world.space[space] for space in action.route)
        for units in action.units:
            kind, left = self.world.kind[units.kind], units.count
            for piece, count in state.units[base]:
                if (piece.owner, piece.kind) == (power, kind) and left:
                    send_out(state, piece, base, zone, min(left, count))
                    left -= min(left, count)
            self.report(power, str(units), base, zone, log)


class Recalling(Rising):
    """G40-962: when a base has sent more than it can, who holds the territory decides."""

    name = "Recall"
    prompt = "the base cannot send so many: recall some"

    def _crowded(self, state: AxisState) -> Iterator[int]:
        world = self.world
        for base in state.facilities:
            sent = list(sent_from(world, state, base))
            if not sent:
                continue
            zone, owner, *_ = sent[0]
            limit = dict(bases(world, state, owner, zone))[base]
            if sum(count for *_, count in sent) > limit:
                yield base

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        for base in self._crowded(state):
            yield state.owner[base]

    def why_not_hold(self, state: AxisState, frame: frames.React, power: int) -> Refusal | None:
        base = next(b for b in self._crowded(state) if state.owner[b] == power)
        return self.refuse("recall-first", space=self.step.name(base))

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        world, name = self.world, self.step.name
        for base in self._crowded(state):
            if state.owner[base] != power:
                continue
            for zone, owner, kind, _ in sent_from(world, state, base):
                units = (Units(1, world.kinds[kind].id, world.powers[owner].id),)
                yield Recall(units, (name(base), name(zone)))

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Recall):
            return self.wrong()
        if action in set(self.candidates(state, frame, power)):
            return None
        units = action.units[0]
        return self.refuse("no-units", unit=units.kind, space=action.route[-1])

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Recall)
        base, zone = (self.world.space[space] for space in action.route)
        units = action.units[0]
        owner, kind = self.world.power[units.owner], self.world.kind[units.kind]
        piece = next(
            p
            for p, _ in state.units[zone]
            if (p.owner, p.kind, p.origin) == (owner, kind, base) and p.marks & SORTIE
        )
        state.remove(zone, piece)
        state.add(base, msgspec.structs.replace(piece, origin=-1, marks=piece.marks & ~SORTIE))
        self.report(owner, str(units), zone, base, log)


class ScrambleTopic(Topic):
    """``never``, or ``never`` from some bases."""

    def sites(self, world: World) -> tuple[str, ...]:
        return tuple(kind.id for kind in world.kinds if kind.building and kind.building.scrambles)

    def read(self, reader: Reader) -> tuple[str, ...]:
        words = list(super().read(reader))
        while reader.tokens:
            words.append(reader.space())
        return tuple(words)
