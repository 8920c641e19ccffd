"""Scorched earth: who is attacked may destroy his complex first (HV-133, HV-995, HV-821)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import facilities
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.assaults import launching_zones
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.phases import Phase
from sandtable.games.axis.reactions import Reaction
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, OUT, AxisState, Piece
from sandtable.games.axis.world import World
from sandtable.table import Action, Event, Frame, Log, Refusal

SCORCHED_EARTH = "ScorchedEarth"


class Scorch(Action, frozen=True):
    """The complex of a territory is destroyed by its holder."""

    space: str

    def __str__(self) -> str:
        return f"scorch {self.space}"


class Scorched(Event, frozen=True):
    power: str
    space: str

    def __str__(self) -> str:
        return f"{self.power} destroys the complex in {self.space} before the battle"


def read_scorch(reader: Reader) -> Action:
    return Scorch(reader.space())


def burnable(world: World, state: AxisState, space: int) -> bool:
    """Whether somebody holds a complex there."""
    return (
        facilities.factory(world, state, space) is not None
        and world.powers[state.owner[space]].plays
    )


def attackers(world: World, state: AxisState, power: int, space: int) -> Iterator[Piece]:
    """The power's units in a space that have come to attack it."""
    for piece, _ in state.units[space]:
        if piece.owner == power and piece.marks & MOVED and not piece.marks & OUT:
            if piece.origin >= 0 and world.kinds[piece.kind].fights:
                yield piece


def attacked(world: World, state: AxisState, power: int) -> Iterator[int]:
    """Complexes in lands that the power's land units attack: by land, by sea or from the air."""
    for space in state.facilities:
        if not burnable(world, state, space) or not at.foes(state, power)[state.owner[space]]:
            continue
        troops = any(
            world.kinds[piece.kind].takes_land or piece.cargo
            for piece in attackers(world, state, power, space)
        )
        if troops or launching_zones(world, state, power, space):
            yield space


class ScorchedEarth(Reaction):
    """``frame.notes`` names the one land that is entered; without it all that are attacked."""

    name = SCORCHED_EARTH
    prompt = "destroy your complex before the enemy comes, or hold"

    def _spaces(self, state: AxisState, frame: family.React, power: int) -> list[int]:
        entered = [space for row in frame.notes for space in row]
        spaces = entered or list(attacked(self.world, state, frame.power))
        return [s for s in spaces if state.owner[s] == power and burnable(self.world, state, s)]

    def powers(self, state: AxisState, frame: family.React) -> Iterator[int]:
        for power in self.world.order:
            orders = state.orders.get(self.world.powers[power].seat)
            silent = orders is not None and orders.about("scorch") == ("never",)
            if self._spaces(state, frame, power) and not silent:
                yield power

    def candidates(self, state: AxisState, frame: family.React, power: int) -> Iterator[Action]:
        for space in self._spaces(state, frame, power):
            yield Scorch(self.step.name(space))

    def check(
        self, state: AxisState, frame: family.React, power: int, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Scorch):
            return self.wrong()
        if self.world.space[action.space] in self._spaces(state, frame, power):
            return None
        return self.refuse("scorch-where", space=action.space)

    def play(
        self, state: AxisState, frame: family.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Scorch)
        space = self.world.space[action.space]
        found = facilities.factory(self.world, state, space)
        assert found is not None
        facilities.take_away(state, space, found.kind)
        log.append(Scorched(power=self.step.power_name(power), space=action.space))


def _opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    if next(attacked(rules.world, state, power), None) is None:
        return []
    return [family.React(power, only=SCORCHED_EARTH)]


SCORCHED = Phase("scorched-earth", _opens, part="III")
"""HV-807: after all moves and before diplomacy."""
