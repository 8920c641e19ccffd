"""How our troops would stand when the battles are over: who can be spared for an attack.

Whoever weighs an attack by where troops stand now sees gaps that a march would close, and counts on
garrisons that are wanted elsewhere. So the noncombat move is planned first, and an attack takes
troops away from where they would have gone.
"""

from __future__ import annotations

from collections.abc import Mapping

from .deploy import Deployment
from .outlook import Force
from .picture import Picture
from .trial import merged


class Stance:
    """A deployment, and what it looks like without some of the troops."""

    def __init__(self, search: Deployment, picture: Picture) -> None:
        self.force = search.force
        self.picture = picture
        self.dests: dict[tuple[int, int], dict[int, int]] = {}
        """Where the units of a kind go that start in a place."""
        for group in search.groups:
            here = self.dests.setdefault((group.source, group.kind), {})
            here[group.dest] = here.get(group.dest, 0) + group.count

    def without(self, taken: Mapping[tuple[int, int], int]) -> dict[int, Force]:
        """The places that are weaker if so many of a kind leave a place for an attack."""
        found: dict[int, Force] = {}
        for (source, kind), count in taken.items():
            left = count
            for dest, number in self._spared_first(source, kind):
                gone = min(left, number)
                force = found.get(dest, self.force.get(dest, {}))
                found[dest] = merged(dict(force), {kind: gone}, -1)
                left -= gone
                if not left:
                    break
        return found

    def _spared_first(self, source: int, kind: int) -> list[tuple[int, int]]:
        """Who is out of danger goes before who is not, the larger group before the smaller."""
        threats = self.picture.threats
        dests = self.dests.get((source, kind), {})
        return sorted(dests.items(), key=lambda item: (bool(threats.get(item[0])), -item[1]))
