"""Buying and placing in the house variant: ports, recruits, batteries, bombers, V-weapons."""

from __future__ import annotations

import random
from typing import Any

from sandtable.bots.axis import supply
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.roles import DOCK, RAIDER, WORKS
from sandtable.bots.axis.sorties import there_and_back
from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Place
from sandtable.games.axis.units import Kind
from sandtable.games.house1940.buildings import BATTERY, PLATFORM, PORT
from sandtable.games.house1940.deploy import DeployStep
from sandtable.games.house1940.flak import dice_of
from sandtable.games.house1940.frames import Deploy
from sandtable.games.house1940.money import HousePurchaseStep
from sandtable.games.house1940.turn import held
from sandtable.games.house1940.vweapons import Arm
from sandtable.table import Action, Position

from .bombing import deterrent, expected_damage, raid_gain
from .treasury import Treasurer

FLAK, SITE = "flak", "site"
"""Roles that only this title has: batteries, and platforms for V-weapons."""
FENCE = 0.4
"""So much of the money goes into batteries at most."""
WING, HARVEST = 25, 4.0
"""One bomber for so much money; what a raid must promise before one is bought."""
SORTIES = 2
"""So many bombers for each factory that they can reach."""
HAVEN, BOMBED = 20.0, 6.0
"""What it is worth to have a factory again; what each bomber takes from the place for it."""
RECKONED = 1.2
"""A bomb must do so many times the damage that it costs."""
PAID_BACK = 4.0
"""A platform is built where every bomb does so much more damage than it costs."""


class HouseQuartermaster(supply.Quartermaster):
    """Knows what comes out of ports, and what bombers do to those who have no batteries."""

    def __init__(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        *,
        foresight: bool,
        rng: random.Random,
    ) -> None:
        self.rules = picture.rules
        step = self.rules.steps[Deploy]
        assert isinstance(step, DeployStep)
        self.deploy = step
        super().__init__(position, picture, field, foresight=foresight, rng=rng)
        self.docks = len(self._ports()) * int(self.state.options["port_limit"])
        """How many ships can be placed."""
        for role, unit in ((FLAK, BATTERY), (SITE, PLATFORM), (DOCK, PORT)):
            if self._for_sale(self.world.kind[unit]):
                self.roles[role] = self.world.kind[unit]
        self.complexes = at.working_factories(self.world, self.state, self.power)

    # Where it all goes

    def _places(self) -> list[int]:
        """Complexes, and land that raises recruits without one."""
        return [*dict.fromkeys((*super()._places(), *filter(self._recruits, self._own())))]

    def _own(self) -> list[int]:
        return [space for space, owner in enumerate(self.state.owner) if owner == self.power]

    def _recruits(self, space: int) -> int:
        return max(
            self.deploy.recruits(self.state, self.power, kind, space) for kind in self.world.kinds
        )

    def _output(self, factory: int) -> int:
        works = facilities.factory(self.world, self.state, factory)
        idle = works is None or (works.damage and not self.state.options["damaged_complex_works"])
        most = 0 if idle else int(self.state.options["complex_limit"])
        return most + self._recruits(factory)

    def _ports(self) -> list[int]:
        port = self.world.kind[PORT]
        return [
            space
            for space in self.state.facilities
            if facilities.find(self.state, space, port) and held(self.state, self.power, space)
        ]

    def _for_sale(self, kind: int) -> bool:
        """What may be bought and can be placed somewhere."""
        return super()._for_sale(kind) and self._placeable(self.world.kinds[kind])

    def _placeable(self, kind: Kind) -> bool:
        if not isinstance(self.state.flow[-1], frames.Purchase):
            return True
        if kind.building or kind.aa_hit or kind.domain == "sea":
            return True
        return bool(at.working_factories(self.world, self.state, self.power)) or any(
            self.deploy.recruits(self.state, self.power, kind, space) for space in self._own()
        )

    def _fill(self, kind: Kind, count: int) -> bool:
        if kind.aa_hit:
            return True
        if kind.domain != "sea":
            return super()._fill(kind, count)
        if count > self.docks:
            return False
        self.docks -= count
        return True

    # Buying

    def shop(self) -> list[Action]:
        self._rebuild()
        self.money -= min(self.money, Treasurer(self.rules).reserve(self.state, self.power))
        weapons = self._weapons()
        return [*weapons, *super().shop()]

    def _repair(self) -> list[Action]:
        """That was done before the purchases."""
        return []

    def _guns(self) -> None:
        """Batteries where bombers come; then bombers of our own."""
        if not self.foresight:
            return
        least = (1.0 - FENCE) * self.money
        for place in sorted(self.complexes, key=lambda f: -self.picture.worth[f]):
            for _ in range(self._bare(place)):
                if self.money < least or not self._take(FLAK):
                    break
        self._bombers()

    def _bare(self, place: int) -> int:
        """How many batteries a complex needs more before bombers that can reach it stay away."""
        world, state = self.world, self.state
        works = facilities.factory(world, state, place)
        if works is None or not self._raiders(place):
            return 0
        raider = next(kind for kind in world.kinds if kind.strategic)
        gun = world.kinds[world.kind[BATTERY]].aa_hit
        dice = dice_of(state, world.powers[self.power].id, gun)
        target = world.kinds[works.kind]
        wanted = deterrent(self.rules, state, self.power, raider, place, target, dice)
        return max(0, wanted - self._batteries(place))

    def _batteries(self, place: int) -> int:
        battery, ally = self.world.kind[BATTERY], self.picture.ally
        return sum(n for p, n in self.state.units[place] if p.kind == battery and ally[p.owner])

    def _raiders(self, place: int) -> int:
        """How many enemy bombers can reach a place."""
        world, state = self.world, self.state
        found = 0
        for space, stack in enumerate(state.units):
            for piece, count in stack:
                if world.kinds[piece.kind].strategic and self.picture.against[piece.owner]:
                    if world.air[space][place] <= there_and_back(self.rules, state, piece, space):
                        found += count
        return found

    def _bombers(self) -> None:
        """Bombers while there are factories in their reach that are worth a raid."""
        if RAIDER not in self.roles:
            return
        wanted = SORTIES * self._prey() - self._owned(RAIDER)
        for _ in range(min(wanted, self.money // WING)):
            self._take(RAIDER)

    def _prey(self) -> int:
        """Enemy factories that bombers from ours would raid with profit."""
        world, state, raider = self.world, self.state, self.world.kinds[self._kind(RAIDER)]
        air = world.access.flights(state, self.power)
        reach = raider.move // 2
        return sum(
            works is not None
            and self.picture.foe[state.owner[space]]
            and any(air[place][space] <= reach for place in self.complexes)
            and raid_gain(self.rules, state, self.power, raider, space, world.kinds[works.kind])
            > HARVEST
            for space in state.facilities
            for works in (facilities.factory(world, state, space),)
        )

    # Complexes

    def _rebuild(self) -> None:
        """Who has none left, and no recruits without one, builds one before all else."""
        if not self.factories and any(map(self._factory_score, self._own())):
            self._take(WORKS)

    def _factory_score(self, space: int) -> float:
        if not self.world.spaces[space].city or facilities.factory(self.world, self.state, space):
            return 0.0
        bombed = BOMBED * max(0, self._raiders(space) - self._batteries(space))
        if not self.complexes:
            return max(1.0, HAVEN + self.world.value[space] - bombed)
        return super()._factory_score(space) - bombed

    def _consider_dock(self) -> None:
        """Who must sail and has no port left builds one."""
        if not self._ports() and self.field.theatre is not None:
            self._take(DOCK)

    # V-weapons

    def _weapons(self) -> list[Action]:
        """Bombs for platforms that have a target worth them; a platform where one would."""
        step = self.rules.steps[frames.Purchase]
        assert isinstance(step, HousePurchaseStep)
        actions: list[Action] = []
        for action in step.weapons.armings(self.state, self.power):
            assert isinstance(action, Arm)
            bomb = self.rules.bombs[action.weapon]
            gain = self._bombing(action.weapon, self.world.space[action.space])
            if gain > RECKONED * bomb.cost <= self.money and not actions:
                if self.position.check(self.seat, action) is None:
                    actions.append(action)
                    self.money -= bomb.cost
        if SITE in self.roles and not step.weapons.platforms(self.state, self.power):
            if any(self._site_score(space) > PAID_BACK for space in self._own()):
                self._take(SITE)
        return actions

    def _bombing(self, weapon: str, start: int) -> float:
        """The most damage that a bomb from there promises."""
        step = self.rules.steps[frames.Purchase]
        assert isinstance(step, HousePurchaseStep)
        away, reach = step.weapons.paths[start], self.rules.bombs[weapon].range
        foe = self.picture.foe
        return max(
            (
                expected_damage(self.rules, self.state, self.power, weapon, space)
                for space, owner in enumerate(self.state.owner)
                if foe[owner] and owner not in self.world.neutral and away[space] <= reach
            ),
            default=0.0,
        )

    def _site_score(self, space: int) -> float:
        """What bombs from a platform there take from the enemy each, less their price."""
        if not self.world.spaces[space].city or not held(self.state, self.power, space):
            return 0.0
        return max(
            self._bombing(name, space) - bomb.cost for name, bomb in self.rules.bombs.items()
        )

    # Placing

    def _place_score(self, action: Place) -> float:
        kind = self.world.kinds[self.world.kind[action.units[0].kind]]
        space = self.world.space[action.space]
        if kind.aa_hit:
            return 150.0 + self._bare(space)
        if kind.id == PLATFORM:
            return 200.0 + self._site_score(space)
        return super()._place_score(action)
