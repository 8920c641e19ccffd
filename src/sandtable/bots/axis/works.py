"""Facilities: repairs, factories near a front, bases for a passage overseas."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis.actions import Repair
from sandtable.games.axis.state import Facility
from sandtable.table import Action

from .focus import might
from .ground import rings
from .roles import DOCK, WORKS
from .stores import Stores

FED = 3
"""A front so many steps from a factory needs no other."""
MANY = 6
"""A power with so many factories builds no more."""
RECRUIT = 4
"""What a recruit costs, roughly: so much room does the money fill."""


class Works(Stores):
    """The part of a purchase that goes into facilities."""

    def _repair(self) -> list[Action]:
        """Damage is removed as far as it keeps us from placing what we can pay for.

        Bases that are out of action are brought back into it.
        """
        if not self.limited:
            return []
        markers: list[tuple[int, str, str]] = []
        for factory in sorted(self.factories, key=lambda f: -self.world.value[f]):
            works = facilities.factory(self.world, self.state, factory)
            assert works is not None
            wanted = self.money // RECRUIT - self.room
            count = min(works.damage, max(0, wanted), self.money)
            if count > 0:
                markers.append(self._marker(count, factory, works))
                self.room += count
        for place, base in self._idle_bases():
            count = base.damage - facilities.building(self.world, base).off_at + 1
            if count <= self.money:
                markers.append(self._marker(count, place, base))
        return [Repair(tuple(markers))] if markers else []

    def _marker(self, count: int, place: int, facility: Facility) -> tuple[int, str, str]:
        """One line of a repair, paid for."""
        unit = self.world.kinds[facility.kind].id
        alone = len(self.state.facilities[place]) == 1
        self.money -= -(-count // self.arsenal.repair[facility.kind])
        return count, self.world.spaces[place].id, "" if alone else unit

    def _idle_bases(self) -> list[tuple[int, Facility]]:
        """Bases of this purse that damage keeps from working."""
        world, state = self.world, self.state
        return [
            (place, facility)
            for place, here in sorted(state.facilities.items())
            if state.owner[place] == self.power and world.purse_at(self.power, place) == self.purse
            for facility in here
            if not facilities.works(world, facility)
            and not facilities.building(world, facility).is_factory
        ]

    def _consider_factory(self) -> None:
        """A power with ground near the front and no factory there builds one."""
        if WORKS not in self.roles or len(self.factories) >= MANY:
            return
        if self.money < self._price(WORKS) + 8:
            return
        best, where = 0.0, -1
        for space, owner in enumerate(self.state.owner):
            if owner == self.power:
                score = self._factory_score(space)
                if score > best:
                    best, where = score, space
        if where >= 0 and best >= 3.0:
            self._take(WORKS)

    def _factory_score(self, space: int) -> float:
        """Worth of a factory: output at a front that no other factory feeds, if it is safe."""
        world, state, picture = self.world, self.state, self.picture
        kind = world.kinds[self._kind(WORKS)]
        if world.purse_at(self.power, space) != self.purse:
            return 0.0
        if facilities.why_not_built(world, state, self.power, kind, space) is not None:
            return 0.0
        if world.value[space] < 2 or not 1 <= picture.front[space] <= 3 or self.field.by_sea(space):
            return 0.0
        if any(facilities.factory(world, state, n) for n in self._allied_near(space)):
            return 0.0
        near = {place for ring in rings(world, space)[: FED + 1] for place in ring}
        if not near.isdisjoint(self.factories):
            return 0.0
        if self.foresight and self._contested(space):
            return 0.0
        return float(world.value[space])

    def _contested(self, space: int) -> bool:
        """Whether the enemy could take a factory there, now or when it has drawn him there."""
        picture = self.picture
        if picture.risk(space, picture.force(space, picture.ally)) > 2.0:
            return True
        return might(picture, space) < 1.0

    def _allied_near(self, space: int) -> list[int]:
        """Ground of allies next to a place: what they raise there is at the same front."""
        ally, owner = self.picture.ally, self.state.owner
        return [n for n in self.world.land_near[space] if owner[n] != self.power and ally[owner[n]]]

    def _consider_dock(self) -> None:
        """A naval base in our port, where it shortens the passage by a whole turn."""
        theatre = self.field.theatre
        if DOCK not in self.roles or theatre is None:
            return
        kind = self.world.kinds[self._kind(DOCK)]
        site = kind.building
        assert site is not None
        lift = max(self.arsenal.move[k.index] for k in self.world.kinds if k.transport)
        rich = self.money >= 2 * self._price(DOCK) and theatre.value > self._price(DOCK)
        if rich and lift < theatre.distance <= lift + site.ship_range:
            if self._dock_score(theatre.port) > 0.0:
                self._take(DOCK)

    def _dock_score(self, space: int) -> float:
        """Whether a naval base belongs here: the port of the theatre, if it can be built."""
        theatre = self.field.theatre
        kind = self.world.kinds[self._kind(DOCK)]
        if theatre is None or theatre.port != space:
            return 0.0
        if self.world.purse_at(self.power, space) != self.purse:
            return 0.0
        problem = facilities.why_not_built(self.world, self.state, self.power, kind, space)
        return 1.0 if problem is None else 0.0
