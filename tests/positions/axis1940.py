"""Random positions of the 1940 titles: politics, neutrals, bases and damage that lasts besides."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, ClassVar

from sandtable.games.axis import actions as a
from sandtable.games.axis import facilities, frames
from sandtable.games.axis.actions import Units
from sandtable.games.axis.events import Captured, Looted, Received, Returned
from sandtable.games.axis.powers import PowerData
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World
from sandtable.games.axis1940 import actions as own
from sandtable.games.axis1940.declarations import Declare
from sandtable.games.axis1940.events import Joined, Swayed
from sandtable.games.axis1940.frames import AirRaid, Declaration
from sandtable.games.axis1940.promises import Promise
from sandtable.games.axis1940.rockets import Rocket
from sandtable.table import Action, Event, Table
from tests.games.axis1940 import hooks
from tests.positions.axis import AxisHook, Maker, count_of, everybody_is_home, told
from tests.positions.axis_sayable import Sayer, sayable
from tests.positions.net import Opening, options_for

PHASES = (
    "purchase",
    "declare",
    *("combat-move",) * 4,
    *("noncombat-move",) * 2,
    "mobilize",
    "declare-late",
)


class Maker1940(Maker):
    """Wars are made up too; guests are only where their hosts may have them."""

    phases: ClassVar[tuple[str, ...]] = PHASES

    def __init__(self, rng: random.Random, title: str) -> None:
        super().__init__(rng, title)
        self.wars = {
            frozenset((one, other))
            for one, row in enumerate(self.rules.wars_at_start({}))
            for other, enemy in enumerate(row[:-1])
            if enemy and self.world.powers[one].plays and self.world.powers[other].plays
        }

    def make(self) -> tuple[str, ...]:
        self._politics()
        lines = super().make()
        if self.rng.random() < 0.3 and "japan" in self.world.power:
            lines = (lines[0], f"kamikaze {self.rng.randint(0, 6)}", *lines[1:])
        return lines

    def _politics(self) -> None:
        """More wars than at the start, or all of them."""
        often = self.rng.choice((0.0, 0.5, 1.0, 1.0))
        for one, other in product(self.players, self.players):
            pair = frozenset((one.index, other.index))
            if one.index < other.index and one.side != other.side and pair not in self.wars:
                if self.rng.random() < often:
                    self.wars.add(pair)
                    self.lines.append(f"war {one.id} {other.id}")

    def _at_war(self, power: int) -> bool:
        """With everybody of the other side: then nothing restricts it as a guest or host."""
        data = self.world.powers[power]
        others = [p.index for p in self.players if p.side != data.side]
        return all(frozenset((power, other)) in self.wars for other in others)

    def _hosts(self, holder: int, guest: int) -> bool:
        if holder == guest:
            return True
        return (
            self._allied(holder, guest)
            and self.world.powers[holder].plays
            and self._at_war(holder)
            and self._at_war(guest)
        )

    def _factories(self) -> None:
        world, rng = self.world, self.rng
        start = {(line.space, line.kind) for line in world.setup if world.kinds[line.kind].building}
        for space in range(len(world.spaces)):
            if world.is_sea[space] or world.closed[space] or self.owner[space] in world.neutral:
                continue
            for kind in self._sites(space):
                there = (space, kind.index) in start
                if there and rng.random() < 0.1:
                    self.lines.append(f"{kind.id} {self._name(space)} none")
                elif there or rng.random() < (0.1 if space in self.theatre else 0.01):
                    most = facilities.limit(world, space, kind)
                    damage = rng.choice((0, 0, rng.randint(0, most)))
                    self.lines.append(f"{kind.id} {self._name(space)} {damage}")

    def _sites(self, space: int) -> Iterator[Kind]:
        for kind in self.world.kinds:
            site = kind.building
            if site and self.world.value[space] >= site.least_value:
                yield kind

    def _wealth(self) -> None:
        world, rng = self.world, self.rng
        for purse in world.purses:
            if world.powers[purse.power].has_money:
                self.lines.append(f"money {purse.id} {rng.randint(0, 60)}")
        for power in self.players:
            for tech in world.techs:
                if rng.random() < 0.08 and not power.confined:
                    self.lines.append(f"tech {power.id} {tech.id}")

    def _may_stand(self, owner: int, space: int) -> bool:
        confined = self.world.powers[owner].confined
        if confined and space not in self.world.regions[confined]:
            return False
        return self._hosts(self.owner[space], owner)

    def _guests(self, owner: int) -> list[PowerData]:
        return [p for p in self.players if self._hosts(owner, p.index) and not p.confined]

    def _ship(self, owner: int, kind: Kind, space: int, count: int, cargo: str) -> None:
        """Some capital ships are damaged; aircraft on a damaged carrier are caught there."""
        if not kind.damage_lasts or self.rng.random() < 0.75:
            super()._ship(owner, kind, space, count, cargo)
            return
        world = self.world
        fliers = [k.id for k in world.kinds if k.carrier_capable] if kind.deck else []
        guests = [p for p in self._guests(owner) if p.index != owner]
        if fliers and guests and self.rng.random() < 0.5:
            cargo = f"[{self.rng.choice(guests).id} {self.rng.choice(fliers)}]"
        what = f"1 {world.powers[owner].id} {kind.id}{cargo} {self._name(space)}"
        self.lines += [f"place {what}", f"hurt {what}"]

    def _fought(self) -> None:
        if not self.world.powers[self.power].confined:
            super()._fought()

    def _pools(self) -> None:
        world, rng = self.world, self.rng
        for index in world.purses_of[self.power]:
            purse = world.purses[index]
            lost = purse.capital >= 0 and not self._allied(self.owner[purse.capital], self.power)
            if lost or rng.random() < 0.3:
                continue
            if world.powers[self.power].confined:
                self.lines.append(f"pool {purse.id} {rng.randint(1, 5)} infantry")
                continue
            kinds = [k for k in world.kinds if k.deck or rng.random() < 0.25]
            units = ", ".join(f"{rng.choice((1, 1, 2, 4))} {k.id}" for k in kinds)
            self.lines.append(f"pool {purse.id} {units}")


class Sayer1940(Sayer):
    """What can be said in these titles besides."""

    def rockets(self) -> Iterator[Action]:
        bases = [self.names[s] for s in self.state.facilities]
        kinds = [k.id for k in self.world.kinds if k.building]
        for base, goal, kind in product(bases, bases, ("", *kinds)):
            yield Rocket(base, goal, kind)

    def purchases(self) -> Iterator[Action]:
        yield from super().purchases()
        for name in self.names:
            yield own.Upgrade(name)

    def reactions(self) -> Iterator[Action]:
        world = self.world
        kinds = [k.id for k in world.kinds if k.domain == "air"]
        ships = [k.id for k in world.kinds if k.domain == "sea"]
        for space, name in enumerate(self.names):
            if world.is_sea[space]:
                for kind, count, hurt in product(ships, (1, 6), (False, True)):
                    yield own.Dive(count, Units(1, kind), hurt, name)
                continue
            for kind, count in product(kinds, (1, 3)):
                units = (Units(count, kind),)
                yield own.Intercept(units, name)
                for zone in world.sea_near[space]:
                    yield own.Scramble(units, (name, self.names[zone]))

    def passages(self) -> Iterator[Action]:
        for one, other in self.world.board.gates:
            yield own.AskPassage((self.names[one], self.names[other]))


def sayable_1940(table: Table) -> Iterator[Action]:
    sayer = Sayer1940(table)
    yield from sayable(table, sayer)
    match sayer.frame:
        case frames.CombatMove():
            yield from sayer.passages()
            yield from sayer.spaces(Promise)
        case frames.NoncombatMove():
            yield from sayer.passages()
        case frames.React():
            yield a.Hold()
            yield from sayer.reactions()
        case Declaration():
            for power in sayer.world.powers:
                yield Declare(power.id)
        case AirRaid():
            for kind, site in product(sayer.world.kinds, sayer.world.kinds):
                if kind.raids and site.building:
                    yield own.Aim((Units(1, kind.id),), site.id)


class Hook1940(AxisHook):
    """The three titles together."""

    def opening(self, rng: random.Random) -> Opening:
        title = rng.choice(hooks.TITLES)
        return Opening(title, dict(options_for(rng, title)), Maker1940(rng, title).make())

    def sound(self, table: Table) -> None:
        hooks.invariant(table.state)

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        return sayable_1940(table)

    def is_short_for(self, action: Action, listed: set[str]) -> bool:
        if isinstance(action, Rocket) and not action.facility:
            return any(other.startswith(str(action)) for other in listed)
        return super().is_short_for(action, listed)

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        rules = table.rules
        assert isinstance(rules, AxisRules)
        everybody_is_home(rules.world, table.state)
        bystanders_are_untouched(rules.world, before, table.state, events)


def bystanders_are_untouched(
    world: World, before: AxisState, after: AxisState, events: list[Event]
) -> None:
    """Who is not on turn has what he had, less what the log says he lost, more what joined him."""
    for power in world.powers:
        if power.index == before.turn or power.neutral:
            continue
        had, has = count_of(world, before, power.index), count_of(world, after, power.index)
        due = had - told(events, power.id) + _gained(events, power.id)
        assert has == due, f"{power.id} had {had}, has {has}, should have {due}"
        looted = any(isinstance(e, Looted) and power.id in (e.loser, e.power) for e in events)
        looted |= any(isinstance(e, Looted) and e.loser.startswith(power.id) for e in events)
        for purse in world.purses_of[power.index] if not looted else ():
            assert after.money[purse] == before.money[purse], f"money of {power.id}"
    moved = {e.space for e in events if isinstance(e, Captured | Returned | Joined)}
    moved |= {name for e in events if isinstance(e, Swayed) for name in e.spaces}
    for space, name in enumerate(s.id for s in world.spaces):
        if name not in moved:
            assert before.owner[space] == after.owner[space], f"{name} changed hands"


def _gained(events: list[Event], power: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Joined) and event.power == power:
            found["infantry"] += event.units
        elif isinstance(event, Received) and event.power == power:
            for part in event.what.partition(" in ")[0].split(", "):
                count, _, kind = part.partition(" ")
                found[kind] += int(count)
    return found


HOOK = Hook1940()
