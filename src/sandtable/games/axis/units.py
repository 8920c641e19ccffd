"""Unit kinds and what research makes of them, read from a title's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

Domain = Literal["land", "air", "sea"]


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of unit: its numbers and its abilities, as a title's ``units.csv`` gives them."""

    index: int
    id: str
    domain: Domain
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    takes_land: bool = False
    """Can capture and hold ground."""
    supported_attack: int = 0
    """The attack value when a supporting unit is matched to it."""
    supports: int = 0
    """How many others it supports when attacking."""
    blitz: bool = False
    aa_gun: bool = False
    factory: bool = False
    deck: int = 0
    """How many carrier-capable aircraft it holds."""
    carrier_capable: bool = False
    raids: bool = False
    surface_warship: bool = False
    """Makes a sea zone hostile and blocks ships."""
    warship: bool = False
    submarine: bool = False
    """Strikes first, submerges, passes hostile zones, cannot hit aircraft."""
    hunts_submarines: bool = False
    """A destroyer: cancels what submarines can do, lets aircraft hit them."""
    transport: bool = False
    bombards: bool = False
    light: bool = False
    """Fits beside any other land unit in a transport."""

    @property
    def fights(self) -> bool:
        """Takes part in battles as a unit that can be lost."""
        return not (self.aa_gun or self.factory)


def read_kinds(rows: Iterable[Mapping[str, str]]) -> tuple[Kind, ...]:
    kinds = []
    for index, row in enumerate(rows):
        flags = row["flags"].split(";")
        keys = {flag.partition(":")[0]: flag.partition(":")[2] for flag in flags}
        boost = keys.get("artillery-boost", "")
        kinds.append(
            Kind(
                index=index,
                id=row["unit"],
                domain="air" if "air" in keys else "sea" if "sea" in keys else "land",
                cost=int(row["cost"]),
                attack=int(row["attack"] or 0),
                defence=int(row["defence"] or 0),
                move=int(row["move"] or 0),
                hits=int(row["hit_points"] or 0),
                takes_land="takes-land" in keys,
                supported_attack=int(boost.partition("attack=")[2][:1] or 0),
                supports=int(keys.get("boosts-infantry", 0)),
                blitz="blitz" in keys,
                aa_gun="not-a-casualty" in keys,
                factory="immobile" in keys,
                deck=int(keys.get("holds-fighters", 0)),
                carrier_capable="carrier-capable" in keys,
                raids="strategic-raid" in keys,
                surface_warship="surface-warship" in keys,
                warship="warship" in keys or "surface-warship" in keys,
                submarine="surprise-strike" in keys,
                hunts_submarines="anti-submarine" in keys,
                transport="carries" in keys,
                bombards="shore-bombard" in keys,
                light="artillery-boost" in keys,
            )
        )
    return tuple(kinds)


class Tech(msgspec.Struct, frozen=True):
    """A research advance: its place on the charts and its effects by name."""

    index: int
    id: str
    name: str
    chart: int
    face: int
    effects: dict[str, int]


def read_techs(rows: Iterable[Mapping[str, str]]) -> tuple[Tech, ...]:
    techs = []
    for index, row in enumerate(rows):
        effects = {}
        for part in row["effects"].split(";"):
            name, _, value = part.partition("=")
            effects[name] = int(value or 1)
        techs.append(
            Tech(index, row["id"], row["name"], int(row["chart"]), int(row["face"]), effects)
        )
    return tuple(techs)


class Arsenal:
    """The numbers that hold for one power with its advances."""

    def __init__(self, kinds: Sequence[Kind], techs: Iterable[Tech]) -> None:
        effects: dict[str, int] = {}
        for tech in techs:
            effects |= tech.effects
        self.attack = tuple(effects.get(f"attack:{k.id}", k.attack) for k in kinds)
        self.defence = tuple(effects.get(f"defence:{k.id}", k.defence) for k in kinds)
        self.move = tuple(effects.get(f"move:{k.id}", k.move) for k in kinds)
        self.cost = tuple(effects.get(f"cost:{k.id}", k.cost) for k in kinds)
        self.dice = tuple(effects.get(f"dice:{k.id}", 1) for k in kinds)
        self.support = effects.get("support", 1)
        """How many infantry each artillery supports."""
        self.aa_hit = effects.get("aa-hit", 1)
        self.rocket_range = effects.get("rockets", 0)
        self.paratroopers = "paratroopers" in effects
        self.mechanized = "mechanized" in effects
        self.bonds = effects.get("bonds", 0)
        self.repair = effects.get("repair", 1)
        """Damage markers removed for each IPC."""
        self._output = effects.get("output", 0)
        self._output_from = effects.get("output-from", 0)

    def output(self, value: int) -> int:
        """What an undamaged factory mobilises in a territory of this value."""
        return value + (self._output if value >= self._output_from else 0)
