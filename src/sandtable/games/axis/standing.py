"""What the rows of ``restrictions.csv`` mean as things stand, worked out once.

They depend on who holds what, who fights whom and what has been done, which changes far more
seldom than units move. Who stands where is asked for by ``attack-never`` rows only (the table's
reader sees to that), and those are judged anew each time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from sandtable.board import Flights

from . import restrictions as table
from . import situation as at
from .conditions import THIS, Call, calls
from .deeds import Deed
from .judge import Judge
from .restrictions import Restriction
from .state import AxisState
from .world import World

KEPT = 12
"""So many standings are remembered, the last ones: a search goes back and forth between few."""


class Standing:
    """Sets of spaces for one standing of owners, relations, turns and deeds."""

    def __init__(self, world: World, state: AxisState, asked: frozenset[str]) -> None:
        self.world = world
        self._asked = asked
        self._owner = state.owner.copy()
        self._turns = state.turns.copy()
        self._wars, self._alliances = at.wars(state), at.alliances(state)
        self._deeds = state.deeds
        self._doers: dict[tuple[str, int], tuple[int, ...]] | None = None
        self._spaces: dict[tuple[int, int], frozenset[int]] = {}
        self.closed: dict[object, frozenset[int]] = {}
        """For each sort of units the spaces that rows close to it."""
        self.ground: dict[object, frozenset[int]] = {}
        """For each sort of units the spaces it may move into and on through."""
        self.flights: dict[int, Flights] = {}
        self.uses: dict[tuple[int, str, int, int], Restriction | None] = {}
        """The row that keeps a power from using an asset of another's in a space."""

    def is_of(self, state: AxisState) -> bool:
        """Whether things stand like this in a state."""
        if state.owner != self._owner or state.turns != self._turns:
            return False
        if at.wars(state) != self._wars or at.alliances(state) != self._alliances:
            return False
        if state.deeds is not self._deeds:
            if self._of_interest(state.deeds) != self._of_interest(self._deeds):
                return False
            self._deeds = state.deeds
        return True

    def _of_interest(self, deeds: Iterable[Deed]) -> list[Deed]:
        return [deed for deed in deeds if deed[0] in self._asked]

    def doers(self, deed: str, space: int) -> tuple[int, ...]:
        """Who has done something to a space, of the deeds that answers depend on."""
        if self._doers is None:
            self._doers = {}
            for done, power, target in self._of_interest(self._deeds):
                self._doers[done, target] = (*self._doers.get((done, target), ()), power)
        return self._doers.get((deed, space), ())

    def spaces(self, state: AxisState, power: int, row: Restriction) -> frozenset[int]:
        """The spaces a row means for a power, those inside ``within`` only; none while it does
        not hold. For ``end-only`` those where it may not end."""
        key = (power, row.index)
        found = self._spaces.get(key)
        if found is None:
            found = self._spaces[key] = meant(self.world, state, power, row)
        return found

    def barred(
        self, state: AxisState, power: int, row: Restriction, combat: bool
    ) -> Collection[int]:
        """Spaces an ``enter-never`` closes: never one's own, nor those of powers one attacks."""
        owner, foe, neutral = state.owner, at.foes(state, power), self.world.neutral
        return [
            space
            for space in self.spaces(state, power, row)
            if owner[space] != power
            and not (combat and foe[owner[space]] and owner[space] not in neutral)
        ]


class Standings:
    """The standings that were asked about last."""

    def __init__(self, world: World, asked: frozenset[str]) -> None:
        self.world = world
        self.asked = asked
        """The deeds that the answers depend on."""
        self._last: tuple[Standing, ...] = ()

    def now(self, state: AxisState) -> Standing:
        last = self._last
        if last and last[0].is_of(state):
            return last[0]
        found = next((one for one in last if one.is_of(state)), None)
        if found is None:
            found = Standing(self.world, state, self.asked)
        self._last = (found, *[one for one in last if one is not found][: KEPT - 1])
        return found


def meant(world: World, state: AxisState, power: int, row: Restriction) -> frozenset[int]:
    """The spaces that a row means for a power while the state is what it is."""
    judge = Judge(world, state, power)
    when = row.when
    by_space = when is not None and _asks_for_space(when)
    if when is not None and not by_space and not judge.holds(when):
        return frozenset()
    found = judge.spaces(row.what)
    if row.kind == table.END_ONLY:
        found = (judge.spaces(row.within) if row.within else world.open_spaces) - found
    elif row.within:
        found &= judge.spaces(row.within)
    if when is not None and by_space:
        found = frozenset(s for s in found if Judge(world, state, power, s).holds(when))
    return found


@lru_cache(maxsize=256)
def _asks_for_space(when: Call) -> bool:
    return any(THIS in arg for call in calls((when,)) for arg in call.args)
