"""A battle as it is asked about: who fights whom, with what, and how they choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from sandtable.games import find_title, first_title, title_ids
from sandtable.games.axis import forces
from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.units import Kind
from sandtable.table import Malformed

Wish = Literal["keep-land-unit", "aircraft-last", "battleships-first", "battleships-late"]
WISHES: tuple[str, ...] = (
    "keep-land-unit",
    "aircraft-last",
    "battleships-first",
    "battleships-late",
)
MOST_TEXTS = 1000
"""Forces that were read from text and are kept for the next question."""
MOST_UNITS = 400
"""Of one side; more than any board holds."""


class Choices(msgspec.Struct, frozen=True):
    """How one side chooses: the order in which it gives up units, and whether it submerges.

    Without an order the losses are those the game itself suggests.
    """

    losses: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()
    submerge: bool = False


class Retreat(msgspec.Struct, frozen=True):
    """When the attacker breaks off, asked after each round.

    ``after`` n rounds; ``below`` n units; ``chance``: when the chance to win, if he fought on
    to the end, is below the limit; ``value``: when going on is worth less than leaving, in
    money (enemy losses less own losses, and ``prize`` for the territory).
    """

    when: Literal["never", "after", "below", "chance", "value"] = "never"
    limit: float = 0
    prize: float = 0


class Party(msgspec.Struct, frozen=True):
    """The units of one power. ``landed`` of them came by sea, ``dropped`` infantry comes by
    air besides: bombers of theirs bring it, or it flies by itself (``Paratroopers.by_bomber``)."""

    units: dict[str, int]
    power: str = ""
    techs: tuple[str, ...] = ()
    landed: dict[str, int] = {}
    dropped: int = 0
    hurt: dict[str, int] = {}
    """Ships that have taken the first of two hits."""


class Battle(msgspec.Struct, frozen=True):
    """One battle on land or at sea. AA guns are listed among the defenders' units."""

    attacker: Party
    defenders: tuple[Party, ...]
    title: str = ""
    """Whose units and rules; the first title of the family if none is named."""
    sea: bool = False
    bombard: dict[str, int] = {}
    """Ships that fire before a landing."""
    attack: Choices = Choices()
    defence: Choices = Choices()
    retreat: Retreat = Retreat()
    can_retreat: bool = True
    """Whether there is a place to retreat to for those who could."""
    fired: bool = False
    """Anti-aircraft guns have had their shots."""
    flak: tuple[int, ...] = ()
    """Where every gun fires at every aircraft: what each die thrown at one of them hits at."""


class Start:
    """A force that begins the battle with some chance (landings may have lost transports)."""

    def __init__(self, chance: float, units: dict[str, int], landed: dict[str, int]) -> None:
        self.chance = chance
        self.units = units
        self.landed = landed


class Arms:
    """The units of a title and what advances make of them."""

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world
        self.kinds: tuple[Kind, ...] = rules.world.kinds
        self.kind = rules.world.kind
        self.guns = tuple(kind for kind in self.kinds if kind.aa_hit)
        self.by_bomber = rules.paratroopers_type.by_bomber
        self._texts: dict[str, dict[str, int]] = {}
        self._orders: dict[tuple[int, bool], tuple[int, ...]] = {}

    def techs(self, names: Sequence[str]) -> int:
        bits = 0
        known = {tech.id: tech.index for tech in self.world.techs}
        for name in names:
            word = name.strip().lower().replace(" ", "-")
            if word not in known:
                raise Malformed(f"there is no advance '{name}'; there are {', '.join(known)}")
            bits |= 1 << known[word]
        return bits

    def arsenal(self, names: Sequence[str]) -> Arsenal:
        return self.world.arsenal(self.techs(names) if names else 0)

    def order(self, techs: int, attacking: bool) -> tuple[int, ...]:
        """The game's own suggestion whom to lose first; the attacker's advances count for both."""
        found = self._orders.get((techs, attacking))
        if found is None:
            arsenal = self.world.arsenal(techs)
            found = forces.loss_order(self.kinds, arsenal, attacking=attacking)
            self._orders[techs, attacking] = found
        return found

    def gunfire(self, parties: Sequence[Party]) -> tuple[int, int]:
        """The number at which guns hit (0 without any), and how many shots they have in all; below
        0 there is one shot at each aircraft, rolled for each kind by itself."""
        hit = shots = 0
        present = [self.kinds[self.kind[name]] for party in parties for name in party.units]
        if all(kind.lone_destroyed for kind in present):
            return 0, 0  # guns alone are no defence and do not fire
        for party in parties:
            for gun in self.guns:
                count = party.units.get(gun.id, 0)
                if count:
                    hit = max(hit, self.arsenal(party.techs).aa_hit[gun.index])
                    shots = shots + gun.aa_shots * count if gun.aa_shots and shots >= 0 else -1
        return hit, shots

    def flak(self, parties: Sequence[Party], radar: str) -> tuple[int, ...]:
        """The dice at each aircraft of all guns named, where every gun fires at every aircraft."""
        guns = sum(party.units.get(gun.id, 0) for party in parties for gun in self.guns)
        return self.rules.battery_dice(radar) * guns

    def read(self, text: str) -> dict[str, int]:
        """``3 infantry, 1 tank`` as numbers by unit."""
        found = self._texts.get(text)
        if found is None:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            found = self._texts[text] = self._read(text)
        return dict(found)

    def _read(self, text: str) -> dict[str, int]:
        if not text.strip() or text.strip() == "nothing":
            return {}
        if "-" in text and any(w.lstrip("-").isdecimal() and w[0] == "-" for w in text.split()):
            raise Malformed(f"a number of units is at least 1, in '{text}'")
        reader = Reader(self.rules.notation, text.replace(" and ", ", "))
        found: dict[str, int] = {}
        for units in reader.units():
            if units.owner or units.cargo:
                raise Malformed(f"only numbers and units are expected in '{text}'")
            found[units.kind] = found.get(units.kind, 0) + units.count
        reader.finish()
        return found

    def is_land(self, name: str) -> bool:
        return self.kinds[self.kind[name]].domain == "land"

    def cost(self, units: Mapping[str, int]) -> int:
        return sum(self.kinds[self.kind[name]].cost * count for name, count in units.items())


@cache
def arms(title: str) -> Arms:
    """The arms of a title. The word before its year is enough; without any title they are those
    of the family's first."""
    name = title or first_title(AxisRules.family)
    if name not in title_ids():
        name = next((known for known in title_ids() if known.startswith(f"{name}-")), name)
    rules = find_title(name)
    if not isinstance(rules, AxisRules):
        raise Malformed(f"these odds are for titles of the Axis family, not for {name}")
    return Arms(rules)


def check(battle: Battle) -> Arms:
    """The arms of a battle, after a look at whether it makes sense at all."""
    found = arms(battle.title)
    _check_party(found, battle.attacker, battle.sea, "attacker")
    for party in battle.defenders:
        _check_party(found, party, battle.sea, "defender")
    if not any(battle.attacker.units.values()):
        raise Malformed("the attacker has no units")
    guns = [k for k in battle.attacker.units if not found.kinds[found.kind[k]].fights]
    if guns:
        raise Malformed(f"a {guns[0]} does not attack")
    _check_landing(found, battle)
    for choices in (battle.attack, battle.defence):
        _check_units(found, dict.fromkeys(choices.losses, 1))
        for wish in choices.wishes:
            if wish not in WISHES:
                raise Malformed(f"there is no wish '{wish}'; there are {', '.join(WISHES)}")
    if battle.retreat.when == "chance" and not 0 <= battle.retreat.limit <= 1:
        raise Malformed("a chance is between 0 and 1")
    if battle.retreat.limit < 0:
        raise Malformed("a limit is not negative")
    return found


def _check_landing(found: Arms, battle: Battle) -> None:
    party = battle.attacker
    _check_units(found, party.landed)
    for name, count in party.landed.items():
        if battle.sea or count > party.units.get(name, 0):
            raise Malformed(f"{count} {name} cannot have landed")
    _check_units(found, battle.bombard)
    for name in battle.bombard:
        if not found.kinds[found.kind[name]].bombards:
            raise Malformed(f"a {name} does not bombard")
    if battle.bombard and battle.sea:
        raise Malformed("ships bombard only before a landing")
    ships = max if found.rules.one_sortie else sum  # of each kind, or of all
    if battle.bombard and ships(battle.bombard.values()) > sum(party.landed.values()):
        raise Malformed(
            f"only {sum(party.landed.values())} units are put ashore, so no more ships may bombard"
        )
    if party.dropped and not battle.sea and not found.by_bomber:
        return
    bombers = {found.kinds[found.kind[k]]: n for k, n in party.units.items()}
    room = sum(max(1, len(k.places)) * n for k, n in bombers.items() if k.strategic)
    if party.dropped and (battle.sea or not 0 < party.dropped <= room):
        count = sum(n for k, n in bombers.items() if k.strategic)
        raise Malformed(f"{party.dropped} infantry cannot be dropped by {count} bombers")


def _check_units(found: Arms, units: Mapping[str, int]) -> None:
    for name, count in units.items():
        if name not in found.kind:
            raise Malformed(f"there is no unit '{name}'; there are {', '.join(found.kind)}")
        if count < 0:
            raise Malformed(f"there cannot be {count} {name}")


def _check_party(found: Arms, party: Party, sea: bool, side: str) -> None:
    _check_units(found, party.units)
    found.techs(party.techs)
    for name in party.units:
        kind = found.kinds[found.kind[name]]
        if kind.domain == "sea" and not sea:
            raise Malformed(f"a {name} does not fight on land; say so if the battle is at sea")
        if kind.domain == "land" and sea:
            raise Malformed(f"a {name} does not fight at sea")
        if kind.building:
            raise Malformed(f"a {name} does not fight")
    if sum(party.units.values()) > MOST_UNITS:
        raise Malformed(f"the {side} has more than {MOST_UNITS} units")
