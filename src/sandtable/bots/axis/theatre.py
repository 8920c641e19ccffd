"""A power's theatre overseas: which factory feeds which port, and to which coast it sails.

One at a time, so that ships, troops and escorts meet. What counts is what the coast promises, how
many turns a transport needs there and back, whether a first landing would hold, and how safe the
ships are off the beach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.relations import Row

from .ground import rings
from .picture import FAR

if TYPE_CHECKING:
    from .field import Field

EMBARK, ASHORE = 0.70, 0.95
"""What is left of the pull of a zone in the port, and of the pull of a coast at sea before it."""
OVERSEAS = 2.5
"""So much more must a goal overseas promise than the best one on the same land."""
PASSAGE = (1.0, 0.95, 0.6, 0.33, 0.28, 0.16, 0.14)
"""How well a passage of so many zones feeds a landing: ships are back in one turn, two, four."""
FARTHEST = 0.08
"""The same for longer ones."""
INLAND, WALK = 2, 0.93
"""Troops may go aboard so many steps from the factory; what each step leaves of the value."""
FLOTILLA, SHIPLOAD, SORTIE = 4, 8.0, 4.0
"""Transports there will be at least for a landing; what each brings, and what a plane adds."""
LEVIES = 2.0
"""So many times the enemy raises troops at home before a landing is made stronger."""
BEHIND = 0.6
"""What each step inland from a coast leaves of what lies there."""
MARCH = (1.0, 1.0, 0.7, 0.4)
"""How much of what a factory raises so many steps away is there in time."""
LOYALTY, HABIT, AROUND = 1.4, 2.0, 2
"""Goals near the last one stay attractive, and so many zones around the last port much more: no
campaign is changed for a trifle, and ships do not go round a continent."""
CONVOY, THREAT = 15.0, 0.7
"""Ships that will be added before the fleet meets the enemy; how much of his can strike at once."""
SIGHT, COMPANY = 4, 2
"""So far away are enemies that can soon be at a beach, and allies who are there to help."""


class Theatre(msgspec.Struct, frozen=True):
    """A goal overseas, from which factory and port, over which zone, and how far."""

    yard: int
    port: int
    goal: int
    beach: int
    distance: int
    value: float


class Landing(msgspec.Struct, frozen=True):
    """A coast that attracts, a zone before it, and what going there promises."""

    goal: int
    beach: int
    worth: float


def choose_theatre(field: Field, noise: dict[int, float], last: Theatre | None) -> Theatre | None:
    """The port and the coast that promise most, if that is more than the land offers."""
    return _Chooser(field, noise, last).choose()


class _Chooser:
    def __init__(self, field: Field, noise: dict[int, float], last: Theatre | None) -> None:
        self.field = field
        self.noise = noise
        self.last = last
        self.picture = field.picture
        self.world = field.world
        self.fleet = self._fleet()
        self.raiders = self._afloat(self.picture.foe, True)
        self.friends = self._afloat(self.picture.ally, False)
        self.convoys = self._convoys()
        self.kept = {last.goal, *self.world.land_near[last.goal]} if last is not None else set()
        """Where the last campaign was fought."""
        self.known = self._known_ports()

    def choose(self) -> Theatre | None:
        field, picture = self.field, self.picture
        landings = self._landings()
        best: Theatre | None = None
        for yard in at.working_factories(self.world, picture.state, picture.power):
            front = field.resistance[yard] if picture.front[yard] < FAR else 0.0
            least = OVERSEAS * max(self._campaign(yard), field.pull[yard]) * front
            home = picture.linked(yard)
            abroad = [landing for landing in landings if landing.goal not in home]
            for port, steps in self._ports(yard).items():
                away = picture.sea_distances(self.world.sea_near[port])
                weight = self._weight(yard, port, steps)
                start = self._head_start(port)
                for landing in abroad:
                    if landing.beach not in away:
                        continue
                    zones = max(0, away[landing.beach] - start)
                    value = weight * landing.worth * _passage(zones)
                    if value > max(least, best.value if best else 0.0):
                        best = Theatre(yard, port, landing.goal, landing.beach, zones, value)
        return best

    def _known_ports(self) -> set[int]:
        """The port that was used last, and those that its ships can be in next turn."""
        if self.last is None:
            return set()
        away = self.picture.sea_distances(self.world.sea_near[self.last.port])
        near = {zone for zone, zones in away.items() if zones <= AROUND}
        return {self.last.port, *(land for zone in near for land in self.world.land_near[zone])}

    def _head_start(self, port: int) -> int:
        """How much farther ships go that put out from a base there."""
        world, state = self.world, self.picture.state
        return max((b.ship_range for b in facilities.working(world, state, port)), default=0)

    def _weight(self, yard: int, port: int, steps: int) -> float:
        """How good a port is: near a large factory, with ships of ours, in use already."""
        weight = min(1.0, 0.4 + self.world.value[yard] / 12) * self._shipping(port)
        habit = HABIT if port in self.known else 1.0
        return weight * float(WALK**steps) * habit

    def _landings(self) -> list[Landing]:
        world, field = self.world, self.field
        found: list[Landing] = []
        safety: dict[int, float] = {}
        wave = self._wave()
        for goal in sorted(world.open_spaces):
            if world.is_sea[goal] or not field.pull[goal]:
                continue
            worth = self._campaign(goal) * EMBARK * ASHORE * self.noise.get(goal, 1.0)
            if self.last is not None and goal in self.kept:
                worth *= LOYALTY
            theirs = field.garrison(goal) + self._levy(goal) + 1.0
            ours = wave + self._others(goal) + self._company(goal)
            worth *= min(1.0, ours / theirs)
            for beach in world.sea_near[goal]:
                if beach not in safety:
                    safety[beach] = self._safety(beach)
                found.append(Landing(goal, beach, worth * safety[beach]))
        return found

    def _campaign(self, goal: int) -> float:
        """What can be won from a coast: all the ground that lies behind it, the nearer the more."""
        sources = self.field.sources
        return sum(
            BEHIND**step * sum(sources.get(space, 0.0) for space in edge)
            for step, edge in enumerate(rings(self.world, goal))
        )

    def _company(self, goal: int) -> float:
        """Our side's troops that stand where a landing would join them, in IPCs."""
        picture, kinds = self.picture, self.world.kinds
        return sum(
            kinds[p.kind].cost * n
            for space in (goal, *self.world.land_near[goal])
            for p, n in picture.state.units[space]
            if picture.ally[p.owner] and kinds[p.kind].takes_land
        )

    def _levy(self, goal: int) -> float:
        """What the enemy raises near a landing in the turns until the next wave is there."""
        recruits = self.field.recruits
        return LEVIES * sum(
            weight * sum(recruits[space] for space in edge)
            for weight, edge in zip(MARCH, rings(self.world, goal), strict=True)
        )

    def _wave(self) -> float:
        """What a first landing could bring, in IPCs: full transports and the aircraft."""
        kinds = self.world.kinds
        ships = planes = 0
        for _, piece, count in self.picture.state.pieces(self.picture.power):
            ships += count if kinds[piece.kind].transport else 0
            planes += count if kinds[piece.kind].domain == "air" else 0
        return SHIPLOAD * max(FLOTILLA, ships) + SORTIE * planes

    def _others(self, goal: int) -> float:
        """What allies bring there who sail as well: their shiploads near the beach."""
        air = self.world.air[goal]
        return SHIPLOAD * sum(n for zone, n in self.convoys.items() if air[zone] <= SIGHT)

    def _convoys(self) -> dict[int, int]:
        """Transports of allies, by where they are."""
        picture, kinds = self.picture, self.world.kinds
        found: dict[int, int] = {}
        for zone, stack in enumerate(picture.state.units):
            for piece, count in stack:
                friend = piece.owner != picture.power and picture.ally[piece.owner]
                if friend and kinds[piece.kind].transport:
                    found[zone] = found.get(zone, 0) + count
        return found

    def _ports(self, yard: int) -> dict[int, int]:
        """Friendly coasts a few steps from a factory, with the steps."""
        world, state, power = self.world, self.picture.state, self.picture.power
        steps = {yard: 0}
        edge = [yard]
        for step in range(1, INLAND + 1):
            edge = [
                other
                for space in edge
                for other in world.land_near[space]
                if at.is_friendly_land(world, state, power, other)
                and steps.setdefault(other, step) == step
            ]
        return {space: n for space, n in steps.items() if world.sea_near[space]}

    def _shipping(self, port: int) -> float:
        """Ports where our ships already lie are better ports."""
        world, picture = self.world, self.picture
        near = {z for zone in world.sea_near[port] for z in (zone, *world.sea_near[zone])}
        ships = sum(
            n * world.kinds[p.kind].cost
            for zone in near
            for p, n in picture.state.units[zone]
            if p.owner == picture.power and world.kinds[p.kind].domain == "sea"
        )
        return 1.0 + min(0.6, ships / 150)

    def _fleet(self) -> float:
        picture, kinds = self.picture, self.world.kinds
        return 1.0 + sum(
            n * kinds[p.kind].cost
            for _, p, n in picture.state.pieces(picture.power)
            if kinds[p.kind].surface_warship
        )

    def _safety(self, zone: int) -> float:
        """The less inviting the more the enemy could send against our ships there."""
        if not self.field.foresight:
            return 1.0
        air = self.world.air[zone]
        threat = sum(v for space, v in self.raiders.items() if air[space] <= SIGHT)
        ours = CONVOY + self.fleet
        ours += sum(v for space, v in self.friends.items() if air[space] <= COMPANY)
        return ours / (ours + THREAT * threat)

    def _afloat(self, powers: Row, planes: bool) -> dict[int, float]:
        """What powers have that fights at sea, by where it is, in IPCs."""
        kinds = self.world.kinds
        found: dict[int, float] = {}
        for space, stack in enumerate(self.picture.state.units):
            for piece, count in stack:
                kind = kinds[piece.kind]
                fights = kind.surface_warship or kind.submarine or (planes and kind.domain == "air")
                if powers[piece.owner] and piece.owner != self.picture.power and fights:
                    found[space] = found.get(space, 0.0) + kind.cost * count
        return found


def _passage(zones: int) -> float:
    return PASSAGE[zones] if zones < len(PASSAGE) else FARTHEST
