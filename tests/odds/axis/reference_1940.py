"""The same slow way for the units of 1940: other numbers, pairs across classes, guns with shots."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sandtable.odds.axis.battle import Battle

from . import reference

NUMBERS = {
    "infantry": (1, 2, 3, 1),
    "artillery": (2, 2, 4, 1),
    "mech-infantry": (1, 2, 4, 1),
    "tank": (3, 3, 6, 1),
    "aa-gun": (0, 0, 5, 1),
    "fighter": (3, 4, 10, 1),
    "tactical-bomber": (3, 3, 11, 1),
    "strategic-bomber": (4, 1, 12, 1),
    "submarine": (2, 1, 6, 1),
    "transport": (0, 0, 7, 1),
    "destroyer": (2, 2, 8, 1),
    "cruiser": (3, 3, 12, 1),
    "carrier": (0, 2, 16, 2),
    "battleship": (4, 4, 20, 2),
}
AIR = ("fighter", "tactical-bomber", "strategic-bomber")
SHOTS = 3


def _twin() -> Any:
    """The reference once more, with the numbers of 1940."""
    spec = importlib.util.spec_from_file_location("tests.odds.axis.twin", reference.__file__)
    assert spec is not None
    assert spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twin)
    twin.NUMBERS, twin.AIR = NUMBERS, AIR  # type: ignore[attr-defined]
    return twin


TWIN = _twin()


class Reference(TWIN.Reference):  # type: ignore[misc, name-defined]
    def attack(self, kind: str) -> int:
        return NUMBERS[kind][0]

    def aim(self, force: reference.Force) -> list[int]:
        """Artillery supports infantry of both sorts; a tank or a fighter a tactical bomber."""
        kinds = [unit.kind for unit in force]
        artillery = kinds.count("artillery")
        partners = kinds.count("tank") + kinds.count("fighter")
        found = []
        for kind in kinds:
            needed = NUMBERS[kind][0]
            if kind in ("infantry", "mech-infantry") and artillery:
                artillery, needed = artillery - 1, 2
            elif kind == "tactical-bomber" and partners:
                partners, needed = partners - 1, 4
            found.append(needed)
        return found

    def volley(
        self, force: reference.Force, attacking: bool
    ) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
        if self.sea:
            yield from super().volley(force, attacking)
            return
        # On land every hit can fall on everybody, and tanks support aircraft.
        roll = self.aim if attacking else self.fire
        for hits, chance in reference.dice(tuple(roll(force))).items():
            yield (0, 0, hits), chance

    def through_guns(self) -> Iterator[tuple[list[reference.Unit], Fraction]]:
        """Three shots for each gun, no more than there are aircraft; the attacker chooses.

        Paratroopers count as aircraft until they are down (G40-983).
        """
        party = self.battle.attacker
        guns = sum(power.units.get("aa-gun", 0) for power in self.battle.defenders)
        if all(name == "aa-gun" for power in self.battle.defenders for name in power.units):
            guns = 0  # alone they do not fire
        aloft = {kind: party.units[kind] for kind in AIR if kind in party.units}
        aloft["infantry"] = party.dropped
        shots = min(SHOTS * guns, sum(aloft.values()))
        order = sorted(aloft, key=lambda kind: self.rank(kind, self.battle.attack, True))
        for lost in range(shots + 1):
            units, left = dict(party.units), lost
            units["infantry"] = units.get("infantry", 0) + party.dropped
            for kind in order:
                gone = min(left, aloft[kind])
                units[kind], left = units[kind] - gone, left - gone
            yield self.force(units, -1, party.landed), reference.binomial(shots, 1, lost)

    def force(
        self, units: dict[str, int], owner: int, landed: dict[str, int]
    ) -> list[reference.Unit]:
        """Ships that have taken a hit before are not whole."""
        party = self.battle.attacker if owner < 0 else self.battle.defenders[owner]
        hurt = dict(party.hurt)
        found = []
        for unit in super().force(units, owner, landed):
            struck = unit.whole and hurt.get(unit.kind, 0) > 0
            if struck:
                hurt[unit.kind] -= 1
            found.append(unit._replace(whole=unit.whole and not struck))
        return found


def odds(battle: Battle) -> reference.Spread:
    """Chances of (how it ends, surviving attackers, surviving defenders)."""
    found: reference.Spread = Reference(battle).solve()
    return found
