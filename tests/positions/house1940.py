"""Random positions of the house variant: missions, diplomacy, V-bombs and buildings besides."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.games.axis import actions as a
from sandtable.games.axis import frames as family
from sandtable.games.axis.actions import Units
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.units import Kind
from sandtable.games.axis1940.declarations import Declare
from sandtable.games.house1940 import frames
from sandtable.games.house1940.buildings import PLATFORM
from sandtable.games.house1940.diplomacy import Negotiate
from sandtable.games.house1940.missions import Sortie
from sandtable.games.house1940.vweapons import WEAPONS, Arm, Fire
from sandtable.games.house1940.war import Lend, Repay
from sandtable.table import Action, Event, Table
from tests.games.house1940 import hooks
from tests.games.house1940.accounts import add_up
from tests.positions.axis import AxisHook, Maker, everybody_is_home
from tests.positions.axis1940 import Maker1940
from tests.positions.axis_sayable import Sayer, sayable
from tests.positions.net import Opening, options_for

TITLE = "house-1940"
PHASES = (
    "war",
    "income",
    "purchase",
    "strategic-bombing",
    "kamikaze",
    "artillery",
    "torpedo-bombers",
    *("combat-move",) * 6,
    "diplomacy",
    *("noncombat-move",) * 3,
    "deploy",
)


class HouseMaker(Maker1940):
    """Platforms are German and in cities; nobody has been in the air when a phase begins."""

    phases = PHASES

    def make(self) -> tuple[str, ...]:
        self._politics()
        self.lines.append(f"round {self.rng.choice((1, 3, 5, 9))}")
        lines = Maker.make(self)
        bombs = [
            f"bombs {line.split()[1]} {self.rng.choice(tuple(WEAPONS))}"
            for line in lines
            if line.startswith(PLATFORM) and not line.endswith("none") and self.rng.random() < 0.7
        ]
        return (*lines[:-1], *bombs, lines[-1])

    def _sites(self, space: int) -> Iterator[Kind]:
        """Buildings that could stand in a land."""
        german = self.world.powers[self.owner[space]].id == "germany"
        for kind in super()._sites(space):
            if kind.id != PLATFORM or (german and self.world.spaces[space].city):
                yield kind

    def _fought(self) -> None:
        """Attackers fly home at once."""

    def _pools(self) -> None:
        data, rng = self.world.powers[self.power], self.rng
        kinds = [
            kind
            for kind in self.world.kinds
            if rng.random() < 0.3 and data.id in (kind.flag("only") or data.id).split("+")
        ]
        if kinds and self._allied(self.owner[data.capital], self.power):
            units = ", ".join(f"{rng.choice((1, 1, 2, 4))} {kind.id}" for kind in kinds)
            self.lines.append(f"pool {data.id} {units}")


class HouseSayer(Sayer):
    def sorties(self, step: str) -> Iterator[Action]:
        """One unit of each kind at whatever stands in a space; its ships are named with owners."""
        verb = {
            "strategic-bombing": "raid",
            "kamikaze": "dive",
            "artillery": "shell",
            "torpedo-bombers": "torpedo",
        }[step]
        for start, units in self.pieces("land", "air"):
            for goal in range(len(self.names)):
                for target in self._aims(verb, goal):
                    yield Sortie(verb, units, (self.names[start], self.names[goal]), target)

    def _aims(self, verb: str, space: int) -> Iterable[Units | None]:
        kinds = self.world.kinds
        if verb == "shell":
            return (None,)
        if verb == "raid":
            return {Units(1, kinds[f.kind].id) for f in self.state.facilities.get(space, ())}
        powers = self.world.powers
        return {
            Units(1, kinds[piece.kind].id, powers[piece.owner].id)
            for piece, _ in self.state.units[space]
            if kinds[piece.kind].domain == "sea" and not piece.cargo
        }

    def bombs(self) -> Iterator[Action]:
        for space in self.state.facilities:
            for weapon in WEAPONS:
                yield Arm(weapon, self.names[space])
                for goal in self.names:
                    yield Fire(weapon, self.names[space], goal)


def sayable_house(table: Table) -> Iterator[Action]:
    sayer = HouseSayer(table)
    yield from sayable(table, sayer)
    match sayer.frame:
        case frames.War():
            yield from (Declare(power.id) for power in sayer.world.powers)
            yield from map(Repay, range(1, 9))
        case frames.Loans():
            yield from (Lend(n, p.id) for p in sayer.world.powers for n in range(1, 12))
        case frames.Repairs():
            for kind in sayer.world.kinds:
                yield from (a.Repair(((1, name, kind.id),)) for name in sayer.names)
        case family.Purchase():
            yield from sayer.bombs()
        case frames.Missions(step=step):
            yield from sayer.sorties(step)
            yield from sayer.bombs()
        case frames.Diplomacy():
            yield from sayer.spaces(Negotiate)
        case frames.VStrike():
            yield from sayer.losses()


class HouseHook(AxisHook):
    def opening(self, rng: random.Random) -> Opening:
        options = {**options_for(rng, TITLE), "start_war": "1940"}
        return Opening(TITLE, options, HouseMaker(rng, TITLE).make())

    def sound(self, table: Table) -> None:
        hooks.invariant(table.state)

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        return sayable_house(table)

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        """A nation's part is over: everybody is home, and all that changed was told."""
        rules = table.rules
        assert isinstance(rules, AxisRules)
        everybody_is_home(rules.world, table.state)
        if not table.state.winner:
            since = events[len(table.opening) :]
            add_up(rules.world, before, a.End(), table.state, since)


HOOK = HouseHook()
