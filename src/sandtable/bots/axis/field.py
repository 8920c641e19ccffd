"""Where a power's troops are wanted: a field of attraction over the whole board.

Every enemy territory pulls, and the pull fades with each step over land. Overseas a power pursues
one goal at a time (its theatre), so that ships, troops and escorts meet: only the pull of that
coast crosses the sea.
"""

from __future__ import annotations

import heapq
import math
from typing import Any

from sandtable.games.axis import situation as at

from .focus import main_point
from .ground import rings
from .picture import FAR, Picture
from .theatre import ASHORE, EMBARK, Theatre, choose_theatre

AROUND = (1.0, 0.5, 0.35, 0.2)
"""How much troops in a place count there, and those so many steps away."""
STEP, HOSTILE_STEP, SAIL = 0.80, 0.75, 0.82
"""What is left of the pull after each kind of step."""
FAINT = 0.05
STRONGHOLD, SIEGE = 100.0, 1.5
"""The more IPCs stand in a place or near it that ours near it do not outweigh, the less it pulls:
nobody gets there soon."""
ENOUGH, PATROL, SATED = 2.0, 10.0, 0.25
"""With so many times their strength, and a patrol, those who are near do what is to be done there:
it pulls others less, but not less than this."""
PRIZE = 25.0
"""From afar no place pulls more than so many IPCs: a campaign lives on what lies on its way."""
FOCUS, NARROW = 1.0, 0.8
"""How much more ground at the main enemy's capital pulls; what each step away leaves of that."""
SIEGED, HOMEWARD = 3.0, 0.7
"""While our own capital is besieged, ground beside it pulls so much more, and less with each step
from it: nobody marches off to other wars."""
SOON, LATER = 0.7, 0.2
"""How much ground pulls that is attacked only in a war still to come."""
RULE, RULED = 2.0, 0.1
"""With so many times their strength a continent is ours; so much it attracts then."""


class Field:
    """``pull`` of every space for land units of one power; zones for units aboard."""

    def __init__(
        self,
        picture: Picture,
        noise: dict[int, float] | None = None,
        last: Theatre | None = None,
        *,
        foresight: bool = True,
        sails: bool = True,
    ) -> None:
        """``sails``: whether a theatre across the sea is looked for, which takes time.

        Otherwise the last one stays.
        """
        self.picture = picture
        self.foresight = foresight
        """Whether what the enemy could strike is looked at."""
        self.world = picture.world
        self.confined = self.world.powers[picture.power].confined
        self.range = self.world.access.ranges[picture.power]
        self.goal_of = [-1] * len(self.world.spaces)
        """The goal whose pull reaches a space."""
        self.overseas = [False] * len(self.world.spaces)
        """Whether the way to it leads over the sea."""
        self._army = self._enemy_armies()
        self._ours = self._own_armies()
        """What our side has where this power can march to from its factories; nothing overseas."""
        self.recruits = self._enemy_recruits()
        """What each enemy factory can raise in a turn, in IPCs."""
        self._guards: dict[int, float] = {}
        self._guests: dict[int, float] = {}
        self.resistance = self._measure_resistance()
        self.port_distance: dict[int, int] = {}
        """For each zone, how far our port is (empty if nothing is planned overseas)."""
        self._embarkable: set[int] = set()
        self.sources = self._sources(noise or {})
        self.pull = self._spread({})
        self.theatre: Theatre | None = None
        if not self.confined:
            self.theatre = choose_theatre(self, noise or {}, last) if sails else last
        if self.theatre is not None:
            self._embarkable = self._coasts(self.theatre.port)
            self.port_distance = picture.sea_distances(self.world.sea_near[self.theatre.port])
            self.pull = self._spread(self._beaches(self.theatre))
        self.stances: dict[tuple[object, ...], Any] = {}
        """How our troops would stand, by the attacks that are on their way."""
        self.plans: dict[tuple[object, ...], Any] = {}
        """Heedless plans for single targets, by all that they hang on."""
        self.near = [_steps(pull) for pull in self.pull]
        """The pull counted in steps: one step nearer to where troops are wanted is one more."""

    # What attracts

    def garrison(self, space: int) -> float:
        found = self._guards.get(space)
        if found is None:
            found = self._guards[space] = self._count_garrison(space)
        return found

    def _count_garrison(self, space: int) -> float:
        """Enemy units in a place and some of those within three steps, recruits among them."""
        return self._around(space, self._army) + self._around(space, self.recruits)

    def _around(self, space: int, value: list[float]) -> float:
        """What there is in a place, and part of what there is within three steps."""
        there = value.__getitem__
        return sum(
            [
                weight * sum(map(there, ring))
                for weight, ring in zip(AROUND, rings(self.world, space), strict=True)
            ]
        )

    def _company(self, space: int) -> float:
        """Our side's troops around a place."""
        found = self._guests.get(space)
        if found is None:
            found = self._guests[space] = self._around(space, self._ours)
        return found

    def _excess(self, space: int) -> float:
        """How much stronger the enemy is around a place than our side."""
        return max(0.0, self.garrison(space) - self._company(space))

    def _need(self, space: int) -> float:
        """How much a place pulls: most where those who are near are too few but not hopeless."""
        sated = ENOUGH * (self.garrison(space) + PATROL) / (self._company(space) + 1.0)
        ease = (STRONGHOLD / (STRONGHOLD + self._excess(space))) ** SIEGE
        return float(ease * min(1.0, max(SATED, sated)))

    def _enemy_recruits(self) -> list[float]:
        """What each enemy factory can raise against a landing, in IPCs."""
        world, state = self.world, self.picture.state
        found = [0.0] * len(world.spaces)
        for enemy in self.picture.enemies:
            purse = float(max(state.money[enemy], at.production(world, state, enemy)))
            for space in at.working_factories(world, state, enemy):
                output = at.output_left(world, state, enemy, space)
                found[space] = min(3.0 * output, purse)
        return found

    def _enemy_armies(self) -> list[float]:
        """What the enemy has in each place that can defend ground, in IPCs."""
        world, kinds = self.world, self.world.kinds
        foe, against = self.picture.foe, self.picture.against
        return [
            0.0
            if world.is_sea[space]
            else float(
                sum(
                    kinds[p.kind].cost * n
                    for p, n in stack
                    if (foe[p.owner] or against[p.owner]) and kinds[p.kind].fights
                )
            )
            for space, stack in enumerate(self.picture.state.units)
        ]

    def _own_armies(self) -> list[float]:
        """What our side has in each place that can take ground, in IPCs."""
        world, ally = self.world, self.picture.ally
        yards = at.working_factories(world, self.picture.state, self.picture.power)
        marches = {space for yard in yards for space in world.landmass[yard]}
        return [
            float(
                sum(
                    world.kinds[p.kind].cost * n
                    for p, n in stack
                    if ally[p.owner] and world.kinds[p.kind].takes_land
                )
            )
            if space in marches
            else 0.0
            for space, stack in enumerate(self.picture.state.units)
        ]

    def _sources(self, noise: dict[int, float]) -> dict[int, float]:
        """Enemy ground, and what falls to who comes first.

        Not our own that is in danger: it would draw whole armies where a few are enough. Who is
        needed there is found when troops are deployed.
        """
        picture, world = self.picture, self.world
        found: dict[int, float] = {}
        focus = main_point(picture)
        for space in world.open_spaces:
            if world.is_sea[space] or space not in self.range:
                continue
            if space in picture.gifts:
                found[space] = picture.worth[space] + picture.gifts[space]
            elif picture.opposed(space):
                ease = self._need(space) * self.resistance[space]
                if focus == picture.capital >= 0:
                    ease *= SIEGED * HOMEWARD ** world.air[space][focus]
                elif focus >= 0:
                    ease *= 1.0 + FOCUS * NARROW ** world.air[space][focus]
                ease *= self._nearness_of_war(space)
                found[space] = min(PRIZE, picture.worth[space]) * ease * noise.get(space, 1.0)
        return found

    def _nearness_of_war(self, space: int) -> float:
        """Ground of who is not at war with us pulls less, the farther off that war is the less."""
        if self.picture.hostile(space):
            return 1.0
        return SOON if self.picture.state.owner[space] in self.picture.enemies else LATER

    def _measure_resistance(self) -> list[float]:
        """How much is left to fight for on each continent: 1, or less where we rule already.

        An army that rules its continent needs no more men there; it looks across the sea.
        """
        world, picture = self.world, self.picture
        found = [1.0] * len(world.spaces)
        for land in world.landmasses:
            theirs = sum(self._army[space] for space in land)
            ours = sum(
                world.kinds[p.kind].cost * n
                for space in land
                for p, n in picture.state.units[space]
                if picture.ally[p.owner] and world.kinds[p.kind].takes_land
            )
            share = min(1.0, max(RULED, RULE * theirs / (ours + 1.0))) if ours else 1.0
            for space in land:
                found[space] = share
        return found

    # Overseas

    def _beaches(self, theatre: Theatre) -> dict[int, list[int]]:
        """Coasts near the goal from which the pull goes out to sea, with their zones."""
        world = self.world
        near = {theatre.beach, *world.sea_near[theatre.beach]}
        found: dict[int, list[int]] = {theatre.goal: list(world.sea_near[theatre.goal])}
        for zone in sorted(near):
            for land in world.land_near[zone]:
                if self.picture.opposed(land) and land != theatre.goal:
                    found.setdefault(land, []).append(zone)
        return found

    def _coasts(self, port: int) -> set[int]:
        """Where troops go aboard: the port, and land from which no road leads to it or to a war.

        An army that has an enemy before it is not shipped to another shore.
        """
        linked, front = self.picture.linked(port), self.picture.front
        lands = (s for s in self.world.open_spaces if not self.world.is_sea[s])
        return {s for s in lands if s not in linked and front[s] >= FAR} | {port}

    # Spreading

    def _spread(self, beaches: dict[int, list[int]]) -> list[float]:
        """Each space gets the strongest pull that reaches it (greatest product first)."""
        pull = [0.0] * len(self.world.spaces)
        heap = [(-value, space, space, False) for space, value in self.sources.items()]
        heapq.heapify(heap)
        while heap:
            value, space, goal, sailing = heapq.heappop(heap)
            if pull[space] > 0.0:
                continue
            pull[space] = -value
            self.goal_of[space] = goal
            self.overseas[space] = sailing
            for other, factor in self._steps_to(space, beaches):
                if pull[other] == 0.0:
                    at_sea = sailing or self.world.is_sea[other]
                    heapq.heappush(heap, (value * factor, other, goal, at_sea))
        return pull

    def _steps_to(self, space: int, beaches: dict[int, list[int]]) -> list[tuple[int, float]]:
        """Where a unit could come from to get here, and what is left of the pull there."""
        world, state, power = self.world, self.picture.state, self.picture.power
        found: list[tuple[int, float]] = []
        if world.is_sea[space]:
            for other in world.board.near[space]:
                if world.is_sea[other]:
                    if world.access.canal_open(state, power, other, space):
                        found.append((other, SAIL))
                elif other in self._embarkable:
                    found.append((other, EMBARK))
            return found
        if self.picture.opposed(space):
            factor = HOSTILE_STEP * STRONGHOLD / (STRONGHOLD + 0.4 * self._excess(space))
        else:
            factor = STEP
        for other in world.land_near[space]:
            if other in self.range:
                found.append((other, factor))
        found += [(zone, ASHORE) for zone in beaches.get(space, ())]
        return found

    def beyond(self, space: int) -> float:
        """How near a conquered place is to other goals, counted like ``near``."""
        pull = max(
            (self.pull[n] * STEP for n in self.world.land_near[space] if self.goal_of[n] != space),
            default=0.0,
        )
        return _steps(pull)

    def by_sea(self, space: int) -> bool:
        """Whether the way from here to where troops are wanted begins with boarding a ship."""
        world = self.world
        here = self.pull[space]
        if space not in self._embarkable or not here or self.sources.get(space, 0.0) >= here:
            return False
        land = max((self.pull[n] * STEP for n in world.land_near[space]), default=0.0)
        sea = max((self.pull[z] * EMBARK for z in world.sea_near[space]), default=0.0)
        return sea > land


def _steps(pull: float) -> float:
    return math.log(max(pull, FAINT)) / -math.log(STEP)
