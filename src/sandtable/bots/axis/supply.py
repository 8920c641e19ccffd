"""Buying to a plan, and placing what was bought."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from sandtable.games.axis import facilities
from sandtable.games.axis.actions import Buy, Place, Units
from sandtable.games.axis.units import Kind
from sandtable.table import Action, Position

from .field import Field
from .focus import besieged
from .picture import Picture
from .roles import (
    ARMOUR,
    FLYER,
    FOOT,
    GUN,
    LIFT,
    MOTOR,
    PICKET,
    RAIDER,
    STRIKER,
    SUPPORT,
)
from .theatre import Theatre
from .trial import berth, merged
from .voyage import Voyages

ARMIES = (
    (FOOT, SUPPORT, FOOT, FOOT, SUPPORT, ARMOUR),
    (FOOT, SUPPORT, ARMOUR),
    (FOOT, ARMOUR, FOOT, SUPPORT),
)
"""Mixes of a marching army; each game likes one of them."""
FILLED = 0.8
"""So much of the room for recruits is filled at least, if with infantry."""
MANY_PLANES = 20
"""No power needs more of them."""
PLENTY = 9.0
"""With so much money for each unit that can be placed planes are bought."""
FAR_FRONT = 4
"""To a front so many steps away an army goes on wheels."""
OFF = 9
"""So many steps from the front and farther it makes no difference where a factory stands."""
LIKELY = 0.4
"""A city that falls with this chance is in danger."""
HOME = 25.0
"""A capital in danger gets recruits first, even if one of them alone would only be lost."""
PLANES_A_GUN, MOST_GUNS = 3, 3
"""A gun for so many aircraft that can come; nobody needs more in one place."""
EXPECTED = 20.0
"""How much better a zone is for new ships where the fleet has come to meet them."""
DEFENDERS = ((FLYER, 10.0), (ARMOUR, 5.0), (SUPPORT, 4.0), (FOOT, 0.0))
"""Who defends a place, and with how much money for each recruit."""


class Quartermaster(Voyages):
    """Decides what a power needs: a safe capital first, then an army, then a fleet to carry it."""

    def __init__(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        *,
        foresight: bool,
        rng: random.Random,
    ) -> None:
        super().__init__(position, picture, field, foresight=foresight)
        self.rng = rng
        self.launch = -1
        """Where our fleet expects the new ships."""

    # Buying

    def shop(self) -> list[Action]:
        repairs = self._repair()
        self._secure()
        self._guns()
        self._consider_factory()
        self._consider_dock()
        sails = self.field.theatre is not None and self.field.theatre.yard in self.factories
        by_sea = [f for f in self.factories if sails and self.field.overseas[f]]
        by_land = [f for f in self.factories if f not in by_sea]
        inland = sum(self._output(f) for f in by_land)
        if by_land:
            keep = 0
            if by_sea:  # both: money goes where the output is
                share = inland / max(1, inland + sum(self._output(f) for f in by_sea))
                keep = int(self.money * (1 - share))
            self._army(inland, keep)
        if by_sea:
            self._expedition()
        self._spend_rest()
        kinds = self.world.kinds
        units = tuple(
            Units(count, kinds[self._kind(role)].id) for role, count in self.basket.items() if count
        )
        return [*repairs, *([Buy(units)] if units else [])]

    def _secure(self) -> None:
        """Troops for the capital and other cities with a factory that are in danger.

        Infantry, or better ones if there is money for more than can be placed.
        """
        if not self.foresight:
            return
        worth = self.picture.worth
        for place in sorted(self.factories, key=lambda f: -worth[f]):
            data = self.world.spaces[place]
            if data.capital_of != self.power and not data.city:
                continue
            near = self.world.land_near[place]
            far = {n for space in near for n in self.world.land_near[space]} - {place, *near}
            force = merged(self.picture.force(place, self.picture.ally), self._troops(near))
            left = full = self._output(place)
            later = merged(self._troops(far), {self._kind(FOOT): full})
            while left > 0 and self._in_danger(place, force, later):
                name = self._best_recruit()
                if not self._take(name):
                    break
                force = merged(force, {self._kind(name): 1})
                left -= 1

    def _best_recruit(self) -> str:
        """The best defender there is money for in every place that is left."""
        share = self.money / max(1, self.room)
        return next(name for name, price in DEFENDERS if share >= price)

    def _troops(self, spaces: Iterable[int]) -> dict[int, int]:
        """Our troops in these places, who would come to the rescue."""
        found: dict[int, int] = {}
        for space in spaces:
            for piece, count in self.picture.own(space):
                if self.world.kinds[piece.kind].takes_land:
                    found = merged(found, {piece.kind: count})
        return found

    def _guns(self) -> None:
        """Guns for a capital or city that many aircraft can reach."""
        if not self.foresight or GUN not in self.roles:
            return
        kinds, gun = self.world.kinds, self._kind(GUN)
        for place in self.factories:
            data = self.world.spaces[place]
            if data.capital_of != self.power and not data.city:
                continue
            threats = self.picture.threats.get(place, {}).values()
            planes = max((_planes(kinds, force) for force in threats), default=0)
            here = self.picture.force(place, self.picture.ally).get(gun, 0)
            wanted = min(MOST_GUNS, planes // PLANES_A_GUN) - here
            if wanted > 0 and self._output(place) > 0:
                self._take(GUN)

    def _in_danger(self, place: int, force: dict[int, int], later: dict[int, int]) -> bool:
        """Whether an attack would probably take our capital, soon or now, or another city now."""
        if place == self.picture.capital:
            return self.picture.fall_at_home(force, later) > LIKELY
        return self.picture.fall(place, force) > LIKELY

    # An army that marches

    def _army(self, output: int, keep: int) -> None:
        """A mix that can attack; a plane now and then unless men are needed; tanks when places
        are few.

        Where money could fill all places few are left empty for the sake of dearer units.
        """
        mix = ARMIES[self.rng.randrange(len(ARMIES))]
        land = sum(self._owned(k) for k in (FOOT, SUPPORT, ARMOUR))
        air = self._owned(FLYER) + self._owned(STRIKER)
        left = min(output, self.room)
        far = min(self.picture.front[f] for f in self.factories) >= FAR_FRONT
        at_ease = not self.foresight or not besieged(self.picture)
        if at_ease and self.money - keep >= 26 and land > 9 * air and self._take(self._plane()):
            left -= 1
        turn = 0
        while left > 0 and self.money - keep >= 3:
            name = mix[turn % len(mix)]
            turn += 1
            purse, men = self.money - keep, self._price(FOOT)
            if purse >= men * left and purse - self._price(name) < FILLED * men * (left - 1):
                name = FOOT
            if far or (self.money - keep) > 5 * left:
                name = MOTOR if turn % 2 == 0 and MOTOR in self.roles else ARMOUR
            if (self.money - keep) > 10 * left:
                name = self._plane()
            if not self._take(name) and not self._take(FOOT):
                break
            left -= 1

    def _plane(self) -> str:
        """Fighters, and where there are such as many that strike harder in their company."""
        striker = STRIKER in self.roles and self._owned(STRIKER) < self._owned(FLYER)
        return STRIKER if striker else FLYER

    def _spend_rest(self) -> None:
        """What is left: shiploads for a power that must sail, a stronger army, planes at last."""
        theatre = self.field.theatre
        if theatre is not None and theatre.yard in self.factories and self._crowded(theatre):
            self._relieve_port(theatre)
            return
        while self.room > 0 and self.money > 0:
            share = self.money / self.room
            planes = self._owned(FLYER) + self.basket.get(FLYER, 0)
            rich = share >= PLENTY and planes < MANY_PLANES
            name = FLYER if rich else ARMOUR if share >= 5 else SUPPORT if share >= 4 else FOOT
            if not self._take(name) and not self._take(FOOT):
                break

    def _relieve_port(self, theatre: Theatre) -> None:
        """Ships for those who wait, then what needs none to get across."""
        while self._crowded(theatre) and self._guard_port(theatre.yard) and self._take(LIFT):
            pass
        for name in (self._plane(), RAIDER, PICKET):
            while self.room > 0 and self._owned(name) + self.basket.get(name, 0) < MANY_PLANES:
                if not self._take(name):
                    break

    # Placing

    def place(self) -> Action | None:
        """Each kind to the factory where it helps most; the engine keeps the limits."""
        best: Action | None = None
        most = float("-inf")
        seat = self.world.powers[self.power].seat
        for action in self.position.legal_actions(seat):
            if isinstance(action, Place):
                score = self._place_score(action)
                if score > most:
                    best, most = action, score
        return best

    def _place_score(self, action: Place) -> float:
        world = self.world
        units = action.units[0]
        space = world.space[action.space]
        kind = world.kinds[world.kind[units.kind]]
        if kind.building:
            fits = self._factory_score if kind.building.is_factory else self._dock_score
            # Where nothing suits any more since it was bought: much land near the front.
            near = world.value[space] - min(OFF, self.picture.front[space])
            return 200.0 + 10 * fits(space) + near - self._unsafe(space)
        if action.zone:
            return self._berth_score(world.space[action.zone], kind.index)
        helps = self._relief(space, kind.index) if self.foresight and kind.fights else 0.0
        pull = kind.cost * self.field.near[space]
        return 100.0 + 2 * helps + (0.3 * pull if kind.domain == "land" else 0.1 * pull)

    def _unsafe(self, space: int) -> float:
        """What the enemy could win where a building is to stand."""
        if not self.foresight:
            return 0.0
        return self.picture.risk(space, self.picture.force(space, self.picture.ally))

    def _relief(self, space: int, kind: int) -> float:
        """How much a recruit lowers the risk here, alone or with all that can come with it."""
        world, picture = self.world, self.picture
        force = picture.force(space, picture.ally)
        batch = 1
        if facilities.factory(world, self.state, space):
            waiting = sum(n for k, n in self.state.pool[self.purse] if k == kind)
            batch = max(1, min(waiting, self._output(space)))
        before = picture.risk(space, force)
        helps = max(
            (before - picture.risk(space, merged(force, {kind: number}))) / number
            for number in {1, batch}
        )
        home = space == world.powers[self.power].capital and world.kinds[kind].domain == "land"
        return helps + (HOME if home and before > 1.0 else 0.0)

    def _berth_score(self, zone: int, kind: int) -> float:
        """Ships are launched together where their own lie, if that is safe."""
        world = self.world
        company = sum(world.kinds[k].cost * n for k, n in self._ships(zone).items())
        if world.kinds[kind].domain == "air":
            return 100.0 + 3 * self._saved(zone, {kind: 1})
        fresh = {k: n for k, n in self.state.pool[self.purse] if world.kinds[k].domain == "sea"}
        score = 150.0 + 0.2 * min(company, 60) + (EXPECTED if zone == self.launch else 0.0)
        return score + 2 * berth(-self._saved(zone, fresh), self.field.port_distance.get(zone))

    def _saved(self, zone: int, more: dict[int, int]) -> float:
        """How much less the enemy could win in a zone if these came there (minus: more)."""
        if not self.foresight:
            return 0.0
        risk = self.picture.risk
        return risk(zone, self._ships(zone), 0.0) - risk(zone, self._ships(zone, more), 0.0)


def _planes(kinds: tuple[Kind, ...], force: dict[int, int]) -> int:
    return sum(n for k, n in force.items() if kinds[k].domain == "air")
