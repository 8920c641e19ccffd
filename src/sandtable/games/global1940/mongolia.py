"""The pact between the Soviet Union and Mongolia (G40-429 to G40-436)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from sandtable.games.axis import deeds
from sandtable.games.axis.phases import Phase
from sandtable.games.axis.state import AxisState
from sandtable.games.axis1940.neutrals import Neutrals
from sandtable.table import Frame, Log

if TYPE_CHECKING:
    from sandtable.games.axis.rules import AxisRules

MONGOLIA = "mongolia"
CALLED, ENDED = "pact-called", "pact-ended"
"""Japan has moved against Soviet land on the border; the Soviet Union has struck first."""


class Pact(Neutrals):
    """Mongolia favours the Axis only if the Soviet Union itself attacks it."""

    @cached_property
    def lands(self) -> frozenset[int]:
        return self.world.group(MONGOLIA)

    @cached_property
    def border(self) -> frozenset[int]:
        near = {other for land in self.lands for other in self.world.land_near[land]}
        return frozenset(near) - self.lands

    def turning(self, state: AxisState, power: int, space: int) -> Iterator[int]:
        spared = self.world.powers[power].side == "allies" and not (
            self.world.powers[power].id == "ussr" and space in self.lands
        )
        for other in super().turning(state, power, space):
            if not (spared and other in self.lands):
                yield other

    def notice(self, state: AxisState, power: int, space: int) -> None:
        """Remember attacks that call for the pact or end it."""
        world, owner = self.world, state.owner[space]
        names = world.powers[power].id, world.powers[owner].id if owner >= 0 else ""
        if names == ("japan", "ussr") and space in self.border:
            deeds.note(world, state, CALLED, power, space)
        elif names == ("ussr", "japan") and self._provokes(space):
            if any(state.owner[land] in self.strict for land in self.lands):
                deeds.note(world, state, ENDED, power, space)

    def _provokes(self, space: int) -> bool:
        return space in self.border or self.world.spaces[space].id == "korea"

    def keep(self, state: AxisState, power: int, log: Log) -> None:
        """After the battles of Japan's turn Mongolia joins the Soviet Union."""
        world = self.world
        called = {target for deed, by, target in state.deeds if deed == CALLED and by == power}
        fought = {t for deed, by, t in state.deeds if deed == deeds.ATTACKED and by == power}
        if not called & fought or any(deed == ENDED for deed, _, _ in state.deeds):
            return
        soviet = world.power["ussr"]
        joinable = self.strict | {self.favouring["allies"]}
        for land in sorted(self.lands):
            if state.owner[land] in joinable:
                self.join(state, soviet, land, log)


def keep_pact(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    pact = getattr(rules, "neutrals", None)
    if isinstance(pact, Pact) and rules.world.powers[power].id == "japan":
        pact.keep(state, power, log)
    return []


PACT = Phase("pact", keep_pact)
