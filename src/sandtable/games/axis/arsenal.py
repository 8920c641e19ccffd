"""What research makes of a power's units: advances, and the numbers that hold with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from .traits import EFFECTS, read_effects, value
from .units import Kind

FILE = "techs.csv"

PAIRS = (("artillery-boost", "boosts-infantry"), ("tactical-boost", "boosts-tactical"))
"""Flags that make a pairing: of who attacks better, and of who makes it so."""


class Tech(msgspec.Struct, frozen=True):
    """A research advance: its place on the charts and its effects by name."""

    index: int
    id: str
    name: str
    chart: int
    face: int
    effects: dict[str, int]


def read_techs(
    rows: Iterable[Mapping[str, str]], units: Sequence[str], known: Mapping[str, str] = EFFECTS
) -> tuple[Tech, ...]:
    """The advances of a table; an effect that is not ``known`` raises ``BadTable``."""
    return tuple(
        Tech(
            index,
            row["id"],
            row["name"],
            int(row["chart"]),
            int(row["face"]),
            read_effects(row["effects"], known, units, FILE, index + 2),
        )
        for index, row in enumerate(rows)
    )


class Bomb(msgspec.Struct, frozen=True):
    """A flying bomb: its price, its range and dice, and whether batteries can stop it."""

    cost: int
    range: int
    dice: int
    hits_at: int
    interceptable: bool


class Pairing(msgspec.Struct, frozen=True):
    """``taker`` attacks with ``attack`` while matched with ``need`` of the ``givers``."""

    taker: int
    attack: int
    need: int
    givers: tuple[int, ...]


class Arsenal:
    """The numbers that hold for one power with its advances; lists are by kind of unit."""

    def __init__(self, kinds: Sequence[Kind], techs: Iterable[Tech]) -> None:
        effects: dict[str, int] = {}
        for tech in techs:
            effects |= tech.effects
        self.effects = effects
        self.attack = tuple(effects.get(f"attack:{k.id}", k.attack) for k in kinds)
        self.defence = tuple(effects.get(f"defence:{k.id}", k.defence) for k in kinds)
        self.move = tuple(effects.get(f"move:{k.id}", k.move) for k in kinds)
        self.cost = tuple(effects.get(f"cost:{k.id}", k.cost) for k in kinds)
        self.defence_dice = tuple(int(k.flag("dice") or 1) for k in kinds)
        self.dice = tuple(
            effects.get(f"dice:{k.id}", rolls)
            for k, rolls in zip(kinds, self.defence_dice, strict=True)
        )
        """Dice of each attacking unit, all of which count."""
        self.best_of = tuple(effects.get(f"best-of:{k.id}", 1) for k in kinds)
        """Dice of each attacking unit for one hit at most: the best counts."""
        self.air_battle = tuple(effects.get(f"air-battle:{k.id}", k.air_battle) for k in kinds)
        self._read_guns(kinds)
        self._read_movement(kinds)
        self._read_factories(kinds)
        self._read_pairings(kinds)
        self.bonds = effects.get("bonds", 0)

    def _read_guns(self, kinds: Sequence[Kind]) -> None:
        """Anti-aircraft fire and rockets; without a launcher of their own guns launch them."""
        radar = self.effects.get("aa-hit", 0)
        self.aa_hit = tuple((radar or k.aa_hit) if k.aa_hit else 0 for k in kinds)
        built_in = [k.building.aa_hit if k.building else 0 for k in kinds]
        self.built_in_aa = tuple((radar or hit) if hit else 0 for hit in built_in)
        self.rocket_range = self.effects.get("rockets", 0)
        named = [f"rockets-from:{k.id}" in self.effects for k in kinds]
        guns = [bool(k.aa_hit) for k in kinds]
        self.launches = tuple(named if any(named) else guns)

    def _read_movement(self, kinds: Sequence[Kind]) -> None:
        self.paratroopers = self.effects.get("paratroopers", 0)
        self.paratroopers_range = self.effects.get("paratroopers-range", 0)
        self.paratroopers_from = tuple(f"paratroopers-from:{k.id}" in self.effects for k in kinds)
        self.blitz = tuple(k.blitz or f"blitz:{k.id}" in self.effects for k in kinds)
        mechanized = "mechanized" in self.effects
        self.goes_with_tank = tuple(
            max(k.goes_with_tank, int(mechanized and k.foot)) for k in kinds
        )
        """How many of a kind may go along with each tank, as far as it goes."""
        self.escorts = any(self.goes_with_tank)
        self.tank_move = max((self.move[k.index] for k in kinds if k.blitz), default=0)

    def _read_factories(self, kinds: Sequence[Kind]) -> None:
        found = self.effects
        self.repair = tuple(
            found.get(f"repair:{k.id}", found.get("repair", 1)) if k.building else 1 for k in kinds
        )
        """Points of damage removed for the price of one."""
        self._output = tuple(
            found.get(f"output:{k.id}", k.building.output if k.building else 0) for k in kinds
        )
        self._by_value = tuple(bool(k.building and k.building.output_is_value) for k in kinds)
        self._more = found.get("output", 0)
        self._more_from = found.get("output-from", 0)

    def output(self, kind: int, worth: int) -> int:
        """What an undamaged facility of a kind mobilises in a territory of this value."""
        if not self._by_value[kind]:
            return self._output[kind]
        return worth + (self._more if worth >= self._more_from else 0)

    def _read_pairings(self, kinds: Sequence[Kind]) -> None:
        """Who supports whom: the tables' pairs, and what advances add to them."""
        found: dict[tuple[int, int, int], tuple[int, ...]] = {}
        gives = [0] * len(kinds)
        for better, by in PAIRS:
            givers = tuple(k.index for k in kinds if k.flag(by))
            for index in givers:
                gives[index] = int(kinds[index].flag(by) or 0)
                if by == "boosts-infantry":
                    gives[index] = self.effects.get("support", gives[index])
            for kind in kinds:
                boost = kind.flag(better)
                if boost and value(boost, "attack") > self.attack[kind.index]:
                    key = (kind.index, value(boost, "attack"), value(boost, "pair"))
                    found[key] = givers
        tanks = tuple(k.index for k in kinds if k.blitz)
        for kind in kinds:
            attack = self.effects.get(f"attack-with-tank:{kind.id}", 0)
            if attack > self.attack[kind.index]:
                key = (kind.index, attack, 1)
                found[key] = (*found.get(key, ()), *tanks)
                for tank in tanks:
                    gives[tank] = gives[tank] or 1
        self.pairings = tuple(Pairing(*key, givers) for key, givers in found.items())
        self.gives = tuple(gives)
        """With how many others a unit of each kind can be matched."""
        pools = {pairing.givers for pairing in self.pairings if pairing.need == 1}
        self.one_pool = len(pools) == 1 and all(p.need == 1 for p in self.pairings)
        """Whether all pairings draw on the same givers, one for each pair."""
        self.coupled = frozenset(
            index for pairing in self.pairings for index in (pairing.taker, *pairing.givers)
        )
        """Kinds whose dice depend on who is there with them."""
