"""Neutral land: who may enter it, what an attack on it does, and how it is joined.

Neutrals of one leaning belong to a pseudo-power; a change of leaning is a change of owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.games.axis import deeds
from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Bar
from sandtable.games.axis.state import MOVED, NONCOMBAT, AxisState, Piece
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World
from sandtable.table import Log

from .events import Joined, Swayed
from .passage import PassageAccess
from .sharing import SharingAccess
from .support import SupportAccess

VIOLATED = "violated"
"""A neutral was attacked."""

TEXTS = {
    "neutral-attack": "{goal} favours {power}'s side and may not be attacked",
    "neutral-flight": "Aircraft may not fly over {goal}, nor into it",
    "neutral-passage": "Who enters {goal} stops there",
    "neutral-unit": "{goal} is joined by infantry, artillery, mechanized infantry and tanks only",
    "neutral-combat": "{goal} is entered only to attack it, in the combat move",
    "neutral-empty": "There is nothing in {goal} for aircraft to attack",
}


class Access1940(PassageAccess, SupportAccess, SharingAccess):
    """Neutrals that favour a side are joined by it; all others are attacked."""

    deeds = frozenset({VIOLATED})

    def neutral(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool, passing: bool
    ) -> Bar | None:
        args = {"goal": self.world.spaces[space].id, "power": self.world.powers[power].id}
        if at.allies(state, power)[state.owner[space]]:
            code = self._joining(kind, combat, passing)
        elif kind.domain == "air":
            code = self._flying(state, power, space, combat, passing)
        else:
            code = "" if combat else "neutral-combat"
        return Bar(code, args) if code else None

    def _out_of_range(self, power: int, kind: Kind, space: int, passing: bool) -> Bar:
        """No way leads over impassable ground, for aircraft neither (G40-022)."""
        bar = super()._out_of_range(power, kind, space, passing)
        return Bar("closed", bar.args) if self.world.closed[space] else bar

    def may_take_off(self, state: AxisState, power: int, space: int) -> bool:
        """China has no use for facilities (G40-462)."""
        return not self.world.powers[power].confined

    def _joining(self, kind: Kind, combat: bool, passing: bool) -> str:
        if kind.domain == "air":
            return "neutral-flight"
        if combat:
            return "neutral-attack"
        if passing:
            return "neutral-passage"
        return "" if kind.takes_land else "neutral-unit"

    def _flying(self, state: AxisState, power: int, space: int, combat: bool, passing: bool) -> str:
        """Over those its side has attacked, aircraft fly as over any enemy's."""
        if not combat or passing:
            return "" if passing and self._is_violated(state, power, space) else "over-neutral"
        return "" if state.units[space] else "neutral-empty"

    def _is_violated(self, state: AxisState, power: int, space: int) -> bool:
        """Whether the power's side has attacked a neutral that still stands."""
        ally = at.allies(state, power)
        return any(ally[by] for by in self.standings.now(state).doers(VIOLATED, space))


class Neutrals:
    """What happens to neutral land; a title overrides ``turning`` for pacts of its own."""

    def __init__(self, world: World) -> None:
        self.world = world
        sides = world.sides
        self.strict = frozenset(n for n in world.neutral if world.powers[n].side not in sides)
        """Those that favour nobody."""
        self.favouring = {world.powers[n].side: n for n in world.neutral - self.strict}

    def opposed(self, power: int) -> int:
        """The neutrals that favour the other side than a power's."""
        mine = self.world.powers[power].side
        return next(neutral for side, neutral in self.favouring.items() if side != mine)

    def attack(self, state: AxisState, power: int, space: int, log: Log) -> None:
        """An attack is announced: the land joins the other side, and strict neutrals turn."""
        owner = state.owner[space]
        if owner not in self.world.neutral or at.allies(state, power)[owner]:
            return
        deeds.note(self.world, state, VIOLATED, power, space)
        if owner in self.strict:
            others = [other for other in self.turning(state, power, space) if other != space]
            self.sway(state, (space, *others), self.opposed(power), log)

    def turning(self, state: AxisState, power: int, space: int) -> Iterator[int]:
        """Which strict neutrals turn against the side of a power that attacks one of them."""
        return (other for other, owner in enumerate(state.owner) if owner in self.strict)

    def sway(self, state: AxisState, spaces: Iterable[int], leaning: int, log: Log) -> None:
        names = []
        for space in spaces:
            _hand_over(state, space, state.owner[space], leaning, 0)
            state.owner[space] = leaning
            names.append(self.world.spaces[space].id)
        log.append(Swayed(spaces=tuple(names), leaning=self.world.powers[leaning].id))

    def join(self, state: AxisState, power: int, space: int, log: Log) -> None:
        """A power gains control of a neutral and of what is left of its army."""
        owner = state.owner[space]
        army = sum(count for piece, count in state.units[space] if piece.owner == owner)
        _hand_over(state, space, owner, power, MOVED | NONCOMBAT)
        state.owner[space] = power
        names = self.world.spaces[space].id, self.world.powers[power].id
        log.append(Joined(space=names[0], power=names[1], units=army))


def _hand_over(state: AxisState, space: int, owner: int, heir: int, marks: int) -> None:
    """The units of an owner are another's from now on; marked, they rest until the next turn."""

    def handed(piece: Piece) -> Piece:
        if piece.owner != owner:
            return piece
        return msgspec.structs.replace(piece, owner=heir, marks=piece.marks | marks)

    state.rewrite(space, handed)
