"""How our troops would stand when the battles are over: who can be spared for an attack.

Whoever weighs an attack by where troops stand now sees gaps that a march would close, and counts on
garrisons that are wanted elsewhere. So the noncombat move is planned first, an attack takes troops
away from where they would have gone, and the others close the gaps if they can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from .deploy import Deployment, Front, Group, Shift, own_of
from .outlook import Force
from .picture import Picture
from .trial import merged

Taken = Mapping[tuple[int, int], int]
"""How many units of a kind leave a place for an attack."""


class Stance:
    """A deployment, and what it looks like without some of the troops."""

    def __init__(self, search: Deployment, picture: Picture) -> None:
        self.search = search
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
    ) -> tuple[dict[int, Force], float]:
        """The places that change if the others close the gaps, and what way they make for that."""
        front = self.search.judge
        assert isinstance(front, Front)
        groups, weaker = self._left(taken)
        shift = Shift(front.reply, front.prospect, own_of(groups), dead, {**weaker, target: stay})
        search = Deployment(
            groups,
            {**self.force, **{place: dict(units) for place, units in weaker.items()}},
            attraction=self.search.attraction,
            judge=shift,
            late=late,
        )
        before = search.way()
        search.mend(set(weaker))
        return {p: f for p, f in shift.changes.items() if p != target}, search.way() - before

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
