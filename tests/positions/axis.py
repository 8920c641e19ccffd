"""Random positions of the Axis family, and what must be true of a turn played from them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Land, Load, Lose
from sandtable.games.axis.events import BattleBegan, Captured, Looted, Lost, Moved, Returned
from sandtable.games.axis.powers import PowerData
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World
from sandtable.table import Action, Event, Table
from tests.games.anniversary import hooks
from tests.positions.axis_sayable import sayable
from tests.positions.net import Opening, options_for

PHASES = ("purchase", "combat-move", "combat-move", "combat-move", "noncombat-move", "mobilize")


def rules_of(title: str) -> AxisRules:
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    return rules


class Maker:
    """Makes up one position, edit by edit."""

    phases: ClassVar[tuple[str, ...]] = PHASES

    def __init__(self, rng: random.Random, title: str) -> None:
        self.rng = rng
        self.rules = rules_of(title)
        self.world: World = self.rules.world
        self.players = [power for power in self.world.powers if power.plays]
        self.lines = ["clear"]
        self.owner = list(self.world.controllers)
        self.power = rng.choice(self.world.order)
        self.phase = rng.choice(self.phases)
        self.theatre = self._theatre()

    def _theatre(self) -> list[int]:
        """The spaces around some place, where most of the pieces go: so that they meet.

        Often it is a port of the power on turn, where new carriers can come for fighters.
        """
        world = self.world
        ports = [
            line.space
            for line in world.setup
            if world.kinds[line.kind].immobile
            and line.power == self.power
            and world.sea_near[line.space]
        ]
        centre = self.rng.choice(
            ports if ports and self.rng.random() < 0.5 else sorted(world.open_spaces)
        )
        reach = self.rng.choice((2, 3, 4))
        return [s for s in sorted(world.open_spaces) if world.air[centre][s] <= reach]

    def make(self) -> tuple[str, ...]:
        self._control()
        self._factories()
        self._wealth()
        for _ in range(self.rng.choice((5, 15, 30, 60))):
            self._piece()
        self._pools()
        name = self.world.powers[self.power].id
        self.lines.append(f"turn {name} {self.phase}")
        if self.phase == "noncombat-move":
            for _ in range(self.rng.choice((0, 1, 3, 6))):
                self._fought()
        return tuple(self.lines)

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def _allied(self, a: int, b: int) -> bool:
        return any(a in members and b in members for members in self.world.members.values())

    def _control(self) -> None:
        """Some land has changed hands, neutral land with it; a confined power holds its own land or
        none, and its allies hold none of it."""
        world, rng = self.world, self.rng
        often = rng.choice((0.0, 0.1, 0.3))
        for space in range(len(world.spaces)):
            if world.is_sea[space] or world.closed[space] or rng.random() >= often:
                continue
            original = world.original[space]
            confined = original >= 0 and world.powers[original].confined
            powers = [
                p.index
                for p in self.players
                if not p.confined and not (confined and self._allied(p.index, original))
            ]
            new = rng.choice([*powers, original] if original >= 0 else powers)
            self.owner[space] = new
            self.lines.append(f"control {self._name(space)} {world.powers[new].id}")

    def _factories(self) -> None:
        world, rng = self.world, self.rng
        start = {line.space for line in world.setup if world.kinds[line.kind].immobile}
        for space in range(len(world.spaces)):
            if world.value[space] < 1 or world.is_sea[space] or world.closed[space]:
                continue
            if space in start and rng.random() < 0.1:
                self.lines.append(f"factory {self._name(space)} none")
            elif space in start or rng.random() < 0.04:
                worst = 2 * world.value[space]
                scarce = max(0, world.value[space] - rng.choice((1, 2)))
                damage = rng.choice((0, rng.randint(0, worst), scarce, scarce))
                self.lines.append(f"factory {self._name(space)} {min(damage, worst)}")

    def _wealth(self) -> None:
        world, rng = self.world, self.rng
        for power in world.powers:
            if power.has_money:
                self.lines.append(f"money {power.id} {rng.randint(0, 60)}")
                for tech in world.techs:
                    if rng.random() < 0.08:
                        self.lines.append(f"tech {power.id} {tech.id}")

    # Pieces

    def _space(self, sea: bool) -> int | None:
        spots = self.theatre if self.rng.random() < 0.8 else sorted(self.world.open_spaces)
        spots = [s for s in spots if self.world.is_sea[s] == sea]
        return self.rng.choice(spots) if spots else None

    def _some_power(self) -> int:
        """Often the power on turn."""
        if self.rng.random() < 0.45:
            return self.power
        return self.rng.choice(self.players).index

    def _piece(self) -> None:
        world, rng = self.world, self.rng
        owner = self._some_power()
        confined = world.powers[owner].confined
        kinds = [k for k in world.kinds if not k.immobile]
        kind = rng.choice([k for k in kinds if k.foot or k.carrier_capable] if confined else kinds)
        space = self._space(kind.domain == "sea")
        if space is None:
            return
        name, count = world.powers[owner].id, rng.choice((1, 1, 2, 3))
        if kind.domain == "sea":
            if confined:
                return
            self._ship(owner, kind, space, count, self._cargo(owner) if kind.transport else "")
        elif self._may_stand(owner, space):
            self.lines.append(f"place {count} {name} {kind.id} {self._name(space)}")

    def _may_stand(self, owner: int, space: int) -> bool:
        """Whether land and air units of a power can be in a territory when a turn begins."""
        confined = self.world.powers[owner].confined
        at_home = not confined or space in self.world.regions[confined]
        return at_home and self._allied(owner, self.owner[space])

    def _ship(self, owner: int, kind: Kind, space: int, count: int, cargo: str) -> None:
        if kind.deck:
            self._carrier(owner, kind.id, space)
        else:
            name = self.world.powers[owner].id
            self.lines.append(f"place {count} {name} {kind.id}{cargo} {self._name(space)}")

    def _guests(self, owner: int) -> list[PowerData]:
        """Powers whose units a power may carry, its own among them."""
        powers = self.world.powers
        return [p for p in powers if self._allied(p.index, owner) and not p.confined]

    def _carrier(self, owner: int, kind: str, zone: int) -> None:
        """A carrier with up to two fighters, its own or of allies that may leave home."""
        world, rng = self.world, self.rng
        where = self._name(zone)
        self.lines.append(f"place 1 {world.powers[owner].id} {kind} {where}")
        flier = next(k.id for k in world.kinds if k.carrier_capable)
        allies = self._guests(owner)
        for _ in range(rng.choice((0, 1, 2, 2))):
            guest = world.powers[owner] if rng.random() < 0.6 else rng.choice(allies)
            self.lines.append(f"place 1 {guest.id} {flier} {where}")

    def _cargo(self, owner: int) -> str:
        world, rng = self.world, self.rng
        allies = self._guests(owner)
        land = [
            k
            for k in world.kinds
            if k.domain == "land" and not k.immobile and k.flag("not-carried") is None
        ]
        names = []
        for place, kinds in enumerate((land, [k for k in land if k.foot])):
            if rng.random() < (0.6, 0.4)[place]:
                whose = world.powers[owner] if rng.random() < 0.75 else rng.choice(allies)
                kind = rng.choice(kinds).id
                names.append(kind if whose.index == owner else f"{whose.id} {kind}")
        return f"[{'+'.join(names)}]" if names else ""

    def _pools(self) -> None:
        world, rng = self.world, self.rng
        data = world.powers[self.power]
        if data.capital >= 0 and not self._allied(self.owner[data.capital], self.power):
            return
        if rng.random() < 0.7:
            kinds = [k for k in world.kinds if k.deck or rng.random() < 0.25]
            units = ", ".join(f"{rng.choice((1, 1, 2, 4))} {k.id}" for k in kinds)
            self.lines.append(f"pool {data.id} {units}")
        for partner in world.powers:
            if partner.confined and partner.seat == data.seat and rng.random() < 0.7:
                self.lines.append(f"pool {partner.id} {rng.randint(1, 5)} infantry")

    def _fought(self) -> None:
        """Planes and ships of the power that have moved and fought this turn."""
        world, rng = self.world, self.rng
        name = world.powers[self.power].id
        kinds = [k for k in world.kinds if k.domain in ("air", "sea")]
        fighters = [k for k in kinds if k.carrier_capable]
        kind = rng.choice([*kinds, *fighters * 4])
        space = self._space(kind.domain == "sea" or rng.random() < 0.7)
        if space is None:
            return
        where = self._name(space)
        if kind.domain == "air" and not world.is_sea[space]:
            if self._allied(self.owner[space], self.power):
                return  # a battle won changes hands; one not won stays the enemy's
        units = f"1 {name} {kind.id} {where}"
        self.lines += [f"place {units}", f"moved {units}"]
        if kind.domain == "air":
            self.lines.append(f"spent {rng.randint(1, kind.move)} {units}")


class AxisHook:
    """The family's part of the net."""

    def opening(self, rng: random.Random) -> Opening:
        title = rng.choice(("anniversary-1941", "anniversary-1942"))
        return Opening(title, dict(options_for(rng, title)), Maker(rng, title).make())

    def sound(self, table: Table) -> None:
        hooks.invariant(table.state)

    def turn(self, table: Table) -> object:
        state: AxisState = table.state
        return state.round, state.turn, bool(state.winner)

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        return sayable(table)

    def is_short_for(self, action: Action, listed: set[str]) -> bool:
        """A transport is named only where several could be meant, and may be named always; of
        losses the owner and the cargo need not be said."""
        if isinstance(action, Lose):
            return any(bare(other) == bare(str(action)) for other in listed)
        if not isinstance(action, Load | Land):
            return False
        ship = action.onto if isinstance(action, Load) else action.out_of
        text = str(action)
        if ship is None:
            return any(other.startswith(text) for other in listed)
        return text.partition(" onto ")[0].partition(" from ")[0] in listed

    # The end of a turn

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        rules = table.rules
        assert isinstance(rules, AxisRules)
        state: AxisState = table.state
        everybody_is_home(rules.world, state)
        bystanders_are_untouched(rules.world, before, state, events)
        own_losses_are_told(rules.world, before, state, events)


def bare(loss: str) -> str:
    """The text of a loss without owners and cargo."""
    units = re.sub(r"\[[^\]]*\]", "", loss).removeprefix("lose ").split(", ")
    return ", ".join(f"{words[0]} {words[-1]}" for words in (part.split() for part in units))


def everybody_is_home(world: World, state: AxisState) -> None:
    """Aircraft on decks or friendly ground, land units on friendly ground, nobody marked."""
    for space, stack in enumerate(state.units):
        name = world.spaces[space].id
        for piece, _ in stack:
            kind = world.kinds[piece.kind]
            owner = world.powers[piece.owner].id
            if not world.is_sea[space]:
                friendly = at.is_friendly_land(world, state, piece.owner, space)
                assert friendly, f"{owner} {kind.id} in hostile {name}"
            elif kind.domain == "air":
                assert kind.carrier_capable, f"{owner} {kind.id} hangs over {name}"
                room = at.deck_room(world, state, space, piece.owner)
                own_turn = any(c for p, _ in stack for c in p.cargo if world.kinds[p.kind].deck)
                assert room >= 0 or own_turn, f"{owner} {kind.id} without a deck in {name}"


def count_of(world: World, state: AxisState, power: int) -> Counter[str]:
    """A power's pieces by kind, wherever they are, cargo included."""
    found: Counter[str] = Counter()
    for stack in state.units:
        for piece, count in stack:
            if piece.owner == power:
                found[world.kinds[piece.kind].id] += count
            for cargo in piece.cargo:
                if cargo.owner == power:
                    found[world.kinds[cargo.kind].id] += count
    return found


def told(events: list[Event], power: str) -> Counter[str]:
    """What the log says that a power has lost."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Lost) and event.power == power and not event.damaged:
            number, _, kind = event.what.partition(" ")
            found[kind] += int(number)
    return found


def bystanders_are_untouched(
    world: World, before: AxisState, after: AxisState, events: list[Event]
) -> None:
    """Who is not on turn loses what the log says, and nothing moves where nothing happened."""
    guns = {k.id for k in world.kinds if k.capturable}
    acting = {p.index for p in world.powers if p.seat == world.powers[before.turn].seat}
    taken = {e.space for e in events if isinstance(e, Captured | Returned)}
    for power in world.powers:
        if power.index in acting:
            continue
        had, has = count_of(world, before, power.index), count_of(world, after, power.index)
        gone = told(events, power.id)
        for kind in had | has:
            if kind not in guns or not taken:
                assert has[kind] == had[kind] - gone[kind], (
                    f"{power.id}: {had[kind]} {kind} became {has[kind]}, {gone[kind]} lost"
                )
        looted = any(isinstance(e, Looted) and e.loser == power.id for e in events)
        if not looted:
            assert after.money[power.index] == before.money[power.index], f"money of {power.id}"
    stirred = {e.space for e in events if isinstance(e, BattleBegan | Lost)} | taken
    stirred |= {space for e in events if isinstance(e, Moved) for space in e.route}
    for space, name in enumerate(s.id for s in world.spaces):
        if name not in stirred:
            for power in world.powers:
                if power.index not in acting and not world.is_sea[space]:
                    assert here(before, space, power.index) == here(after, space, power.index), (
                        f"{power.id} in {name} changed"
                    )


def here(state: AxisState, space: int, power: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for piece, count in state.units[space]:
        if piece.owner == power:
            found[piece.kind] += count
    return found


def own_losses_are_told(
    world: World, before: AxisState, after: AxisState, events: list[Event]
) -> None:
    """The power on turn has what it had, less what the log says, and what came out of its pool."""
    guns = {k.id for k in world.kinds if k.capturable}
    for power in world.powers:
        if power.seat != world.powers[before.turn].seat:
            continue
        had, has = count_of(world, before, power.index), count_of(world, after, power.index)
        gone = told(events, power.id)
        for kind in had | has:
            if kind not in guns:
                assert has[kind] >= had[kind] - gone[kind], (
                    f"{power.id}: {had[kind]} {kind} became {has[kind]}, {gone[kind]} lost"
                )


HOOK = AxisHook()
