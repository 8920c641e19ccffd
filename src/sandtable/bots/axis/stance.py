"""How our troops would stand when the battles are over: who can be spared for an attack.

Whoever weighs an attack by where troops stand now sees gaps that a march would close, and counts on
garrisons that are wanted elsewhere. So the noncombat move is planned first, an attack takes troops
away from where they would have gone, and the others close the gaps if they can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from .deploy import NOBODY, Deployment, Front, Group, Shift, own_of
from .outlook import Force
from .picture import Picture
from .trial import merged

Taken = Mapping[tuple[int, int], int]
"""How many units of a kind leave a place for an attack."""


class Regrouped(msgspec.Struct, frozen=True):
    """How our troops stand after an attack."""

    stood: dict[int, Force]
    """The places that change if it fails,"""
    taken: dict[int, Force]
    """and if it does not: some have followed."""
    way: float
    """What way they make."""


class Stance:
    """A deployment, and what it looks like without some of the troops."""

    def __init__(
        self, search: Deployment, picture: Picture, ahead: Mapping[int, Force] = NOBODY
    ) -> None:
        self.search = search
        self.ahead = ahead
        """Who will stand in places that are attacked."""
        self.force = search.force
        self.picture = picture

    def without(self, taken: Taken) -> dict[int, Force]:
        """The places that are weaker if these leave for an attack and nobody closes the gaps."""
        return self._left(taken)[1]

    def regrouped(
        self,
        taken: Taken,
        target: int,
        stay: Force,
        dead: Mapping[int, float],
        late: Callable[[], bool],
    ) -> Regrouped:
        """What changes if the others close the gaps, and follow when the target is taken."""
        front = self.search.judge
        assert isinstance(front, Front)
        groups, weaker = self._left(taken)
        for group in groups:
            if self._follows(group, target):
                group.options = (*group.options, target)
        ahead = {**self.ahead, target: stay}
        changes = {**weaker, target: stay}
        shift = Shift(front.reply, front.prospect, own_of(groups, ahead), dead, changes)
        search = Deployment(
            groups,
            {**self.force, **{place: dict(units) for place, units in changes.items()}},
            attraction=self.search.attraction,
            judge=shift,
            late=late,
            ahead=ahead,
        )
        before = search.way()
        search.mend(set(weaker))
        stood = {place: force for place, force in shift.changes.items() if place != target}
        search.mend({target})
        return Regrouped(stood, shift.changes, search.way() - before)

    def _follows(self, group: Group, target: int) -> bool:
        """Whether units could march to a target once it is taken."""
        world, power = self.picture.world, self.picture.power
        if group.pinned or target not in world.access.ranges[power]:
            return False
        near = world.land_near[group.source]
        if target in near or world.arsenal(self.picture.state.techs[power]).move[group.kind] < 2:
            return target in near
        return any(middle in near and target in world.land_near[middle] for middle in group.options)

    def _left(self, taken: Taken) -> tuple[list[Group], dict[int, Force]]:
        """Those who do not attack, and the places where others are missed."""
        threats = self.picture.threats
        left = dict(taken)
        groups: list[Group] = []
        weaker: dict[int, Force] = {}
        for group in sorted(
            self.search.groups, key=lambda g: (bool(threats.get(g.dest)), -g.count)
        ):
            gone = min(left.get((group.source, group.kind), 0), group.count)
            if gone:
                left[group.source, group.kind] -= gone
                here = weaker.get(group.dest, self.force.get(group.dest, {}))
                weaker[group.dest] = merged(dict(here), {group.kind: gone}, -1)
            if group.count > gone:
                groups.append(msgspec.structs.replace(group, count=group.count - gone))
        return groups, weaker
