"""Battles at random, for comparing one way to compute them with another."""

from __future__ import annotations

import random

from sandtable.odds.axis import Battle, Choices, Party, arms
from sandtable.odds.axis.battle import Wish

WISHES: tuple[Wish, ...] = ("keep-land-unit", "aircraft-last", "battleships-late")


class Dealer:
    """Deals battles of a title, the same ones for the same seed."""

    def __init__(self, title: str, seed: int) -> None:
        self.title = title
        self.random = random.Random(seed)
        found = arms(title)
        self.techs = [tech.id for tech in found.world.techs]
        kinds = [kind for kind in found.kinds if not kind.building]
        self.land = [k.id for k in kinds if k.domain == "land" and k.takes_land]
        self.air = [k.id for k in kinds if k.domain == "air"]
        self.ships = [k.id for k in kinds if k.domain == "sea" and not k.transport]
        self.transport = next(k.id for k in kinds if k.transport)
        self.gun = next(k.id for k in kinds if k.aa_hit)
        self.gunners = [k.id for k in kinds if k.bombards]
        self.tough = [k.id for k in kinds if k.hits > 1]

    def force(self, kinds: list[str], most: int, *extra: str) -> dict[str, int]:
        some = self.random.sample(kinds, self.random.randint(1, len(kinds)))
        names = [self.random.choice(some) for _ in range(self.random.randint(1, most))]
        found = {name: names.count(name) for name in names}
        return found | {name: self.random.randint(1, 3) for name in extra if self.chance(0.4)}

    def chance(self, limit: float) -> bool:
        return self.random.random() < limit

    def advances(self) -> tuple[str, ...]:
        some = self.random.randint(0, min(3, len(self.techs))) if self.chance(0.5) else 0
        return tuple(self.random.sample(self.techs, some))

    def choices(self, kinds: list[str], sea: bool) -> Choices:
        return Choices(
            tuple(self.random.sample(kinds, 3)) if self.chance(0.3) else (),
            tuple(wish for wish in WISHES if self.chance(0.2)),
            sea and self.chance(0.3),
        )

    def hurt(self, units: dict[str, int]) -> dict[str, int]:
        ships = [name for name in self.tough if name in units and self.chance(0.4)]
        return {name: self.random.randint(0, units[name]) for name in ships}

    def land_battle(self, most: int) -> Battle:
        kinds = self.land + self.air
        units = self.force(kinds, most)
        powers = self.random.choice((1, 1, 1, 2))
        defenders = [self.force(kinds, most, self.gun) for _ in range(powers)]
        landed = {name: n for name, n in units.items() if name in self.land and self.chance(0.4)}
        ships = self.force(self.gunners, sum(landed.values())) if landed else {}
        return Battle(
            Party(units, techs=self.advances(), landed=landed),
            tuple(Party(force, techs=self.advances()) for force in defenders),
            title=self.title,
            bombard=ships if self.chance(0.8) else {},
            attack=self.choices(kinds, sea=False),
            defence=self.choices(kinds, sea=False),
        )

    def sea_battle(self, most: int) -> Battle:
        kinds = self.ships + self.air
        units = self.force(kinds, most, self.transport)
        powers = self.random.choice((1, 1, 1, 2))
        defenders = [self.force(kinds, most, self.transport) for _ in range(powers)]
        if self.chance(0.1):
            defenders = [{self.transport: 2}]
        return Battle(
            Party(units, techs=self.advances(), hurt=self.hurt(units)),
            tuple(Party(d, techs=self.advances(), hurt=self.hurt(d)) for d in defenders),
            title=self.title,
            sea=True,
            attack=self.choices(kinds, sea=True),
            defence=self.choices(kinds, sea=True),
        )
