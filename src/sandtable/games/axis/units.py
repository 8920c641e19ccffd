"""Unit kinds, read from a title's ``units.csv``: numbers, abilities, and what a building does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Literal

import msgspec

from .tables import BadTable
from .traits import FLAGS, Flags, read_flags, value

Domain = Literal["land", "air", "sea"]
FILE = "units.csv"
ANY_LAND = "any-land"

SUBMARINE, AIR, OTHER = 0, 1, 2
"""Who scored a hit, which decides on whom it can fall."""
TARGET_AIR, TARGET_SUBMARINE, TARGET_OTHER, TARGET_LAST = 0, 1, 2, 3
"""Classes of units that hits fall on; the last is chosen only when no other is left."""


class Dice(msgspec.Struct, frozen=True):
    """Dice with a bonus, such as ``1d6+2``."""

    count: int
    bonus: int = 0


class Building(msgspec.Struct, frozen=True, kw_only=True):
    """What a facility does, where it may stand, and what damage does to it."""

    group: str
    """At most one of a group stands in a territory."""
    output: int = 0
    """Units it mobilises each turn, less its damage; 0 for a base."""
    output_is_value: bool = False
    """It mobilises as many units as its territory is worth."""
    least_value: int = 0
    no_islands: bool = False
    original_owner_only: bool = False
    coast_only: bool = False
    most_damage: int = 0
    most_damage_per_value: int = 0
    off_at: int = 0
    """Out of action with so much damage (0: never wholly)."""
    repair: int = 0
    """IPCs for each point of damage (0: cannot be repaired)."""
    aa_hit: int = 0
    """Hit number of its own fire at each bomber that raids it."""
    upgrade: str = ""
    upgrade_cost: int = 0
    captured_becomes: str = ""
    air_range: int = 0
    ship_range: int = 0
    scrambles: int = 0
    repairs_ships: bool = False

    @property
    def is_factory(self) -> bool:
        """New units come out of it; other facilities are bases."""
        return self.output > 0 or self.output_is_value

    def damage_limit(self, worth: int) -> int:
        """The most damage it can carry in a territory of this value."""
        return self.most_damage + self.most_damage_per_value * worth


class Kind(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A kind of unit: its numbers and its abilities, each with a name of its own."""

    index: int
    id: str
    domain: Domain
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    flags: tuple[tuple[str, str], ...] = ()
    """As written in the table; ``flag`` finds one."""
    building: Building | None = None
    fights: bool = True
    """Takes part in battles as a unit that can be lost."""
    immobile: bool = False
    takes_land: bool = False
    """Can capture and hold ground."""
    blitz: bool = False
    """A tank: goes on through empty hostile land."""
    goes_with_tank: int = 0
    """So many of it may blitz along with each tank."""
    foot: bool = False
    """Infantry: the kind that a carrier's place names. It jumps, and takes the second place."""
    noncombat_only: bool = False
    carrier_capable: bool = False
    passes: bool = False
    """Passes hostile zones (unless an enemy destroyer is there)."""
    places: tuple[int, ...] = ()
    """Room for other units: for each place the kinds it takes, a bit for each."""
    deck: int = 0
    """How many carrier-capable aircraft it holds."""
    deck_when_hurt: int = 0
    aa_hit: int = 0
    """Fires at attacking aircraft and hits at this number."""
    aa_shots: int = 0
    """Dice of each gun; 0: one gun serves all aircraft."""
    bombards: int = 0
    """Hits at this number when it bombards a coast; 0: it does not."""
    strikes: bool = False
    """Fires before all others."""
    submerges: bool = False
    submarine: bool = False
    """An enemy destroyer takes away what submarines can do."""
    hunts_submarines: bool = False
    """A destroyer: cancels what submarines can do, lets aircraft hit them."""
    warship: bool = False
    surface_warship: bool = False
    """Makes a sea zone hostile and blocks ships."""
    transport: bool = False
    """A ship that carries land units."""
    chosen_last: bool = False
    lone_destroyed: bool = False
    """Goes down without dice when nothing else defends."""
    damage_lasts: bool = False
    """Its first hit is not mended when the battle ends."""
    capturable: bool = False
    lost_with_land: bool = False
    """Does not defend a land by itself and is lost when the land falls."""
    raid: Dice | None = None
    """The damage it does on a raid."""
    raids: bool = False
    strategic: bool = False
    """Raids any facility; without it bases only."""
    escorts: bool = False
    intercepts: bool = False
    scrambles: bool = False
    air_battle: int = 0
    convoy_dice: int = 0
    source: int = OTHER
    """To which sort of hits its own belong."""
    target: int = TARGET_OTHER
    """To which class of targets it belongs."""

    def flag(self, name: str) -> str | None:
        """What follows a flag (often nothing: ``""``), for abilities that only a title knows."""
        return dict(self.flags).get(name)


def fits(carrier: Kind, load: tuple[int, ...]) -> bool:
    """Whether a carrier has a place for each unit of a load, given by their kinds.

    One question for every carrier: a transport with a place for any land unit and one for an
    infantry, one with three places, a bomber with room for paratroopers.
    """
    return _fits(carrier.places, load)


@lru_cache(maxsize=1 << 12)
def _fits(places: tuple[int, ...], load: tuple[int, ...]) -> bool:
    if not load:
        return True
    first, *rest = load
    return any(
        mask >> first & 1 and _fits(places[:index] + places[index + 1 :], tuple(rest))
        for index, mask in enumerate(places)
    )


def read_kinds(
    rows: Iterable[Mapping[str, str]], known: Mapping[str, str] = FLAGS
) -> tuple[Kind, ...]:
    """The kinds of a table; a flag that is not ``known`` raises ``BadTable``."""
    listed = [
        (row, read_flags(row["flags"], known, FILE, line)) for line, row in enumerate(rows, 2)
    ]
    table = Table(listed)
    return tuple(table.kind(index) for index in range(len(listed)))


class Table:
    """The rows of ``units.csv`` with their flags: some abilities name other units."""

    def __init__(self, listed: list[tuple[Mapping[str, str], Flags]]) -> None:
        self.listed = listed
        self.ids = [row["unit"] for row, _ in listed]
        self.places = [self._places(index) for index in range(len(listed))]
        named = {name for places in self.places for name in places if name != ANY_LAND}
        self.foot = [name in named for name in self.ids]

    def _places(self, index: int) -> list[str]:
        """``any-land+infantry`` or ``any-land*3``: one name for each place."""
        names: list[str] = []
        for part in filter(None, self.listed[index][1].get("carries", "").split("+")):
            name, _, count = part.partition("*")
            if name != ANY_LAND:
                self._known(index, name)
            names += [name] * int(count or 1)
        return names

    def _known(self, index: int, name: str) -> str:
        if name not in self.ids:
            raise BadTable(FILE, index + 2, f"there is no unit '{name}'")
        return name

    def _mask(self, name: str) -> int:
        if name != ANY_LAND:
            return 1 << self.ids.index(name)
        return sum(
            1 << index
            for index, (_, flags) in enumerate(self.listed)
            if "land" in flags and not flags.keys() & {"immobile", "not-carried"}
        )

    def kind(self, index: int) -> Kind:
        row, flags = self.listed[index]
        number = partial(_number, flags)
        hits = int(row["hit_points"] or 0)
        domain: Domain = "air" if "air" in flags else "sea" if "sea" in flags else "land"
        facility = "facility" in flags
        deck = number("holds-fighters")
        raid = flags.get("strategic-raid") or flags.get("tactical-raid")
        return Kind(
            index=index,
            id=row["unit"],
            domain=domain,
            cost=int(row["cost"]),
            attack=int(row["attack"] or 0),
            defence=int(row["defence"] or 0),
            move=int(row["move"] or 0),
            hits=hits,
            flags=tuple(flags.items()),
            building=self._building(index) if facility else None,
            fights=not facility and "not-a-casualty" not in flags,
            immobile=facility or "immobile" in flags,
            takes_land="takes-land" in flags,
            blitz="blitz" in flags,
            goes_with_tank=number("blitz-with-tank"),
            foot=self.foot[index],
            noncombat_only="noncombat-move-only" in flags,
            carrier_capable="carrier-capable" in flags,
            passes="passes-hostile-zones" in flags,
            places=tuple(self._mask(name) for name in self.places[index]),
            deck=deck,
            deck_when_hurt=0 if "no-air-ops-when-damaged" in flags else deck,
            aa_hit=value(flags.get("die-per-attacking-plane", ""), "hit"),
            aa_shots=value(flags.get("die-per-attacking-plane", ""), "per-gun"),
            bombards=number("shore-bombard"),
            strikes="surprise-strike" in flags,
            submerges="submerge" in flags,
            submarine="checked-by-destroyer" in flags,
            hunts_submarines="anti-submarine" in flags,
            warship="warship" in flags or "surface-warship" in flags,
            surface_warship="surface-warship" in flags,
            transport=domain == "sea" and bool(self.places[index]),
            chosen_last="chosen-last" in flags,
            lone_destroyed="lone-destroyed" in flags,
            damage_lasts="capital-ship" in flags,
            capturable="capturable" in flags,
            lost_with_land="lost-with-land" in flags,
            raid=_dice(raid) if raid else None,
            raids=raid is not None,
            strategic="strategic-raid" in flags,
            escorts="escort" in flags,
            intercepts="intercept" in flags,
            scrambles="scramble" in flags,
            air_battle=number("air-battle"),
            convoy_dice=number("convoy-dice"),
            source=_source(flags),
            target=_target(flags),
        )

    def _building(self, index: int) -> Building:
        row, flags = self.listed[index]
        number = partial(_number, flags)
        output = flags.get("mobilises", "")
        limit = flags.get("damage-max", "")
        upgrade = flags.get("upgrade-to", "").partition(":")[0]
        captured = flags.get("captured-becomes", "")
        for name in filter(None, (upgrade, captured)):
            self._known(index, name)
        by_value = limit.endswith("x-ipc")
        return Building(
            group=flags.get("one-per-space") or row["unit"],
            output=int(output) if output.isdecimal() else 0,
            output_is_value=output == "ipc-of-space",
            least_value=number("min-ipc"),
            no_islands="no-islands" in flags,
            original_owner_only="original-owner-only" in flags,
            coast_only="coast-only" in flags,
            most_damage=0 if by_value else int(limit or 0),
            most_damage_per_value=int(limit.removesuffix("x-ipc")) if by_value else 0,
            off_at=number("off-at-damage"),
            repair=number("repair"),
            aa_hit=value(flags.get("built-in-aa", ""), "hit"),
            upgrade=upgrade,
            upgrade_cost=value(flags.get("upgrade-to", ""), "cost"),
            captured_becomes=captured,
            air_range=number("air-range"),
            ship_range=number("ship-range"),
            scrambles=number("scramble-base"),
            repairs_ships="repairs-capital-ships" in flags,
        )


def _number(flags: Flags, name: str) -> int:
    """The number after a flag; 0 where the flag is not there."""
    return int(flags.get(name, 0))


def _dice(text: str) -> Dice:
    found = re.fullmatch(r"(\d+)d6(?:\+(\d+))?", text)
    assert found is not None, text
    return Dice(int(found[1]), int(found[2] or 0))


def _source(flags: Flags) -> int:
    if "cannot-hit-air" in flags:
        return SUBMARINE
    return AIR if "no-hit-on-submarine-without-destroyer" in flags else OTHER


def _target(flags: Flags) -> int:
    if "air" in flags:
        return TARGET_AIR
    if "checked-by-destroyer" in flags:
        return TARGET_SUBMARINE
    return TARGET_LAST if "chosen-last" in flags else TARGET_OTHER
