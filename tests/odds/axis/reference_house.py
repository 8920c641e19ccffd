"""The slow way for the house variant: every roll in exact fractions, straight from its rulebook.

Numbers, order of loss, flak, bombardment and drops are written down again; nothing here comes from
the program but the description of the battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

from sandtable.odds.axis.battle import Battle

# unit: (attack, defence, price, hits, dice), in the order of the rulebook's table
NUMBERS = {
    "infantry": (1, 2, 2, 1, 1),
    "artillery": (2, 2, 3, 1, 1),
    "tank": (3, 3, 6, 1, 1),
    "t-34": (5, 4, 8, 1, 1),
    "fighter": (3, 4, 10, 1, 1),
    "torpedo-bomber": (3, 3, 12, 1, 1),
    "bomber": (4, 1, 15, 1, 1),
    "transport": (0, 1, 8, 1, 1),
    "submarine": (3, 2, 9, 1, 1),
    "destroyer": (2, 2, 10, 1, 1),
    "cruiser": (3, 3, 12, 1, 1),
    "carrier": (1, 2, 15, 1, 1),
    "battleship": (4, 4, 20, 2, 2),
}
AIR = ("fighter", "torpedo-bomber", "bomber")
BOMBARD = {"battleship": (4, 2), "cruiser": (3, 1)}
CARRIES = 3


class Unit(NamedTuple):
    kind: str
    whole: bool
    """A battleship without a hit."""
    fixed: bool = False
    """Landed or dropped: it cannot withdraw."""


Force = tuple[Unit, ...]
End = tuple[str, tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
Spread = dict[End, Fraction]


def names(force: Force) -> tuple[tuple[str, int], ...]:
    kinds = [unit.kind for unit in force]
    return tuple(sorted((kind, kinds.count(kind)) for kind in set(kinds)))


def hits(needed: list[int]) -> dict[int, Fraction]:
    """Chances of so many hits of dice that hit at these numbers."""
    found = {0: Fraction(1)}
    for number in needed:
        after: dict[int, Fraction] = {}
        for count, chance in found.items():
            for more, other in ((1, Fraction(number, 6)), (0, 1 - Fraction(number, 6))):
                after[count + more] = after.get(count + more, Fraction(0)) + chance * other
        found = after
    return {count: chance for count, chance in found.items() if chance}


class Reference:
    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.memo: dict[tuple[Force, Force], Spread] = {}

    # Who is there

    def rank(self, unit: Unit, attacking: bool) -> tuple[int, int, int, bool]:
        attack, defence, price, *_ = NUMBERS[unit.kind]
        place = list(NUMBERS).index(unit.kind)
        return price, attack if attacking else defence, place, not unit.fixed

    def lose(self, force: Force, count: int, attacking: bool) -> Force:
        """First hits of battleships before all, then the cheapest for what they do."""
        units = list(force)
        for index, unit in enumerate(units):
            if count and unit.whole and NUMBERS[unit.kind][3] > 1:
                units[index] = unit._replace(whole=False)
                count -= 1
        units.sort(key=lambda unit: self.rank(unit, attacking))
        return tuple(units[count:])

    def dice(self, force: Force, attacking: bool) -> list[int]:
        return [
            NUMBERS[unit.kind][0 if attacking else 1]
            for unit in force
            for _ in range(NUMBERS[unit.kind][4])
        ]

    # Flak and drops

    def arrivals(self) -> Iterator[tuple[Force, int, Fraction]]:
        """Who begins the first round, the bombers that fly home after a drop, the chance."""
        party = self.battle.attacker
        carriers = -(-party.dropped // CARRIES)
        loads = [min(CARRIES, party.dropped - CARRIES * n) for n in range(carriers)]
        down = Fraction(1)
        for needed in () if self.battle.fired else self.battle.flak:
            down *= 1 - Fraction(needed, 6)
        down = 1 - down
        fighting = {k: n - (carriers if k == "bomber" else 0) for k, n in party.units.items()}
        planes = [kind for kind in AIR if fighting.get(kind)]
        for lost in product(*(range(fighting[kind] + 1) for kind in planes)):
            chance, left = Fraction(1), dict(fighting)
            for kind, count in zip(planes, lost, strict=True):
                total = fighting[kind]
                chance *= comb(total, count) * down**count * (1 - down) ** (total - count)
                left[kind] -= count
            for through in product((False, True), repeat=carriers):
                share, jumped = chance, 0
                for load, came in zip(loads, through, strict=True):
                    share *= 1 - down if came else down
                    jumped += load if came else 0
                if share:
                    yield self.force(left, party.landed, jumped), sum(through), share

    def force(self, units: dict[str, int], landed: dict[str, int], jumped: int) -> Force:
        found = [Unit("infantry", True, True)] * jumped
        for kind, count in units.items():
            for number in range(count):
                found.append(Unit(kind, True, number < landed.get(kind, 0)))
        return tuple(found)

    # The battle

    def solve(self) -> Spread:
        battle, total = self.battle, dict[End, Fraction]()
        defenders = tuple(
            Unit(kind, True)
            for party in battle.defenders
            for kind, count in party.units.items()
            if kind in NUMBERS
            for _ in range(count)
        )
        ships = [
            needed
            for kind, count in battle.bombard.items()
            for needed in [BOMBARD[kind][0]] * BOMBARD[kind][1] * count
        ]
        for attackers, carriers, chance in self.arrivals():
            kept = (Unit("bomber", True),) * carriers
            if not attackers or not defenders:
                self.add(total, self.over(attackers + kept, defenders, bool(attackers)), chance)
                continue
            for scored, p in hits(self.dice(attackers, True) + ships).items():
                for suffered, q in hits(self.dice(defenders, False)).items():
                    left = self.lose(attackers, suffered, True)
                    theirs = self.lose(defenders, scored, False)
                    home = tuple(unit for unit in left if unit.kind in AIR) + kept
                    ground = tuple(unit for unit in left if unit.kind not in AIR)
                    for end, r in self.after(ground, theirs, 1).items():
                        self.add(total, self.joined(end, home), chance * p * q * r)
        return total

    def add(self, total: Spread, end: End, chance: Fraction) -> None:
        total[end] = total.get(end, Fraction(0)) + chance

    def over(self, attackers: Force, defenders: Force, fights: bool) -> End:
        how = "win" if attackers and not defenders else "draw" if not defenders else "lose"
        if how == "lose" and attackers:
            how = "retreat"
        return how, names(attackers), names(defenders)

    def joined(self, end: End, home: Force) -> End:
        """Aircraft that flew home are among the survivors."""
        how, mine, theirs = end
        counts = dict(mine)
        for kind, count in names(home):
            counts[kind] = counts.get(kind, 0) + count
        if home and how in ("draw", "lose"):
            how = "win" if how == "draw" else "retreat"
        return how, tuple(sorted(counts.items())), theirs

    def leaves(self, attackers: Force, fought: int) -> bool:
        policy = self.battle.retreat
        if all(unit.fixed for unit in attackers) or not self.battle.can_retreat:
            return False
        if policy.when == "after":
            return fought >= policy.limit
        return policy.when == "below" and len(attackers) < policy.limit

    def after(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        if not attackers or not defenders:
            return {self.over(attackers, defenders, True): Fraction(1)}
        if not self.leaves(attackers, fought):
            return self.round(attackers, defenders, fought)
        stay = tuple(unit for unit in attackers if unit.fixed)
        gone = tuple(unit for unit in attackers if not unit.fixed)
        if not stay:
            return {("retreat", names(gone), names(defenders)): Fraction(1)}
        total: Spread = {}
        for (_, mine, theirs), chance in self.round(stay, defenders, -1000).items():
            _, both, _ = self.joined(("retreat", mine, theirs), gone)
            how = "win" if mine and not theirs else "retreat"
            self.add(total, (how, both, theirs), chance)
        return total

    def round(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        key = (tuple(sorted(attackers)), tuple(sorted(defenders)))
        counted = self.battle.retreat.when == "after" and 0 < fought < self.battle.retreat.limit
        if key in self.memo and not counted and fought >= 0:
            return self.memo[key]
        total: Spread = {}
        again = Fraction(0)
        for scored, p in hits(self.dice(attackers, True)).items():
            for suffered, q in hits(self.dice(defenders, False)).items():
                if not scored and not suffered and not counted:
                    again += p * q
                    continue
                mine = self.lose(attackers, suffered, True)
                theirs = self.lose(defenders, scored, False)
                for end, r in self.after(mine, theirs, fought + 1).items():
                    self.add(total, end, p * q * r)
        found = {end: chance / (1 - again) for end, chance in total.items()}
        if not counted and fought >= 0:
            self.memo[key] = found
        return found


def odds(battle: Battle) -> Spread:
    """Chances of (how it ends, surviving attackers, surviving defenders)."""
    return Reference(battle).solve()
