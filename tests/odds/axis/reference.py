"""A battle worked out the slow way, in exact fractions, straight from the rulebook.

Nothing here comes from the program but the description of the battle: the numbers of the units,
the advances, who can hit whom and who is lost are written down again, for clarity and not for
speed. Every roll of every group of dice is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from sandtable.odds.axis.battle import Battle, Choices

# unit: (attack, defence, price, hits)
NUMBERS = {
    "infantry": (1, 2, 3, 1),
    "artillery": (2, 2, 4, 1),
    "tank": (3, 3, 5, 1),
    "fighter": (3, 4, 10, 1),
    "bomber": (4, 1, 12, 1),
    "submarine": (2, 1, 6, 1),
    "transport": (0, 0, 7, 1),
    "destroyer": (2, 2, 8, 1),
    "cruiser": (3, 3, 12, 1),
    "carrier": (1, 2, 14, 1),
    "battleship": (4, 4, 20, 2),
}
AIR = ("fighter", "bomber")
LAND = ("infantry", "artillery", "tank")


class Unit(NamedTuple):
    """Sorted so that what is lost first comes first."""

    rank: int
    owner: int
    kind: str
    whole: bool
    """Damaged ships sink before whole ones."""
    free: bool
    """Troops who came by sea are lost before those who can retreat."""


Force = tuple[Unit, ...]
End = tuple[str, tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
Spread = dict[End, Fraction]


def odds(battle: Battle) -> Spread:
    """Chances of (how it ends, surviving attackers, surviving defenders)."""
    return Reference(battle).solve()


def names(force: Force) -> tuple[tuple[str, int], ...]:
    kinds = [unit.kind for unit in force]
    return tuple(sorted((kind, kinds.count(kind)) for kind in set(kinds)))


class Reference:
    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.sea = battle.sea
        self.techs = battle.attacker.techs
        self.memo: dict[tuple[Force, Force, int], Spread] = {}

    # Numbers

    def attack(self, kind: str) -> int:
        if kind == "fighter" and "jet-fighters" in self.techs:
            return 4
        if kind == "submarine" and "super-submarines" in self.techs:
            return 3
        return NUMBERS[kind][0]

    def rank(self, kind: str, choices: Choices, attacking: bool) -> int:
        """The given order, then the cheapest, then the weaker in its role, then the table."""
        table = list(NUMBERS)
        if kind in choices.losses:
            return choices.losses.index(kind)

        def worth(name: str) -> tuple[int, int, int]:
            strength = self.attack(name) if attacking else NUMBERS[name][1]
            return NUMBERS[name][2], strength, table.index(name)

        return 100 + sorted(NUMBERS, key=worth).index(kind)

    def force(self, units: dict[str, int], owner: int, landed: dict[str, int]) -> list[Unit]:
        attacking = owner < 0
        choices = self.battle.attack if attacking else self.battle.defence
        found = []
        for kind, count in units.items():
            for number in range(count if kind in NUMBERS else 0):
                rank = self.rank(kind, choices, attacking)
                free = number >= landed.get(kind, 0)
                found.append(Unit(rank, owner, kind, NUMBERS[kind][3] == 2, free))
        return found

    # The battle

    def solve(self) -> Spread:
        battle = self.battle
        defenders = [
            unit
            for owner, party in enumerate(battle.defenders)
            for unit in self.force(party.units, owner, {})
        ]
        total: Spread = {}
        for attackers, chance in self.through_guns():
            for hits, other in self.bombardment():
                struck, left = self.lose(tuple(sorted(defenders)), (0, 0, hits), False, "defence")
                begun = tuple(sorted(attackers))
                if hits:
                    found = self.first_round(begun, left, struck)
                else:
                    found = self.begin(begun, left, 0)
                merge(total, found, chance * other)
        return total

    def through_guns(self) -> Iterator[tuple[list[Unit], Fraction]]:
        """Anti-aircraft fire, then paratroopers jump from the bombers that are left."""
        battle, party = self.battle, self.battle.attacker
        guns = [p for p in battle.defenders if p.units.get("aa-gun")]
        needed = max((2 if "radar" in p.techs else 1 for p in guns), default=0)
        planes = [kind for kind in AIR if party.units.get(kind)] if needed else []
        for lost in product(*(range(party.units[kind] + 1) for kind in planes)):
            chance = Fraction(1)
            units = dict(party.units)
            for kind, count in zip(planes, lost, strict=True):
                chance *= binomial(units[kind], needed, count)
                units[kind] -= count
            empty = party.units.get("bomber", 0) - party.dropped
            shot = party.units.get("bomber", 0) - units.get("bomber", 0)
            jumped = party.dropped - max(0, shot - empty)
            units["infantry"] = units.get("infantry", 0) + jumped
            yield self.force(units, -1, party.landed), chance

    def bombardment(self) -> Iterator[tuple[int, Fraction]]:
        ships = [NUMBERS[kind][0] for kind, n in self.battle.bombard.items() for _ in range(n)]
        yield from dice(tuple(ships)).items()

    def first_round(self, attackers: Force, defenders: Force, struck: Force) -> Spread:
        """After a bombardment: its victims still fire in the first round."""
        total: Spread = {}
        if not attackers:
            return {self.over(attackers, defenders): Fraction(1)}
        for hits, chance in dice(tuple(self.aim(attackers))).items():
            _, left = self.lose(defenders, (0, 0, hits), False, "defence")
            for back, other in dice(tuple(self.fire(defenders + struck))).items():
                _, rest = self.lose(attackers, (0, 0, back), False, "attack")
                merge(total, self.after(rest, left, 1), chance * other)
        return total

    def begin(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        """The start of a round: submerging, then whether there is anything to fight."""
        if self.sea:
            hunters = destroyers(attackers), destroyers(defenders)
            if self.battle.attack.submerge and not hunters[1] and defenders:
                attackers, down = dive(attackers)
                if down:
                    return self.apart(self.begin_2(attackers, defenders, fought), down, 0)
            return self.begin_2(attackers, defenders, fought)
        return self.judge(attackers, defenders, fought)

    def begin_2(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        if self.battle.defence.submerge and not destroyers(attackers) and attackers:
            defenders, down = dive(defenders)
            if down:
                return self.apart(self.judge(attackers, defenders, fought), down, 1)
        return self.judge(attackers, defenders, fought)

    def apart(self, found: Spread, down: Force, side: int) -> Spread:
        """Those who have left the battle are among the survivors in the end."""
        total: Spread = {}
        for (how, *sides), chance in found.items():
            counts = dict(sides[side])
            for kind, count in names(down):
                counts[kind] = counts.get(kind, 0) + count
            sides[side] = tuple(sorted(counts.items()))
            merge(total, {(how, sides[0], sides[1]): chance}, Fraction(1))
        return total

    def over(self, attackers: Force, defenders: Force) -> End:
        how = "win" if attackers else "lose"
        if bool(attackers) == bool(defenders):
            how = "standoff" if attackers else "draw"
        return how, names(attackers), names(defenders)

    def sink(self, attackers: Force, defenders: Force) -> Force:
        """Defenceless transports."""
        if not self.sea or not any(NUMBERS[u.kind][0] for u in attackers):
            return defenders
        escorts = {u.kind for u in defenders} - {"transport"}
        above = all(u.kind in AIR for u in attackers)
        if not escorts or (above and escorts == {"submarine"}):
            return tuple(u for u in defenders if u.kind != "transport")
        return defenders

    def judge(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        defenders = self.sink(attackers, defenders)
        if not attackers or not defenders or not self.any_target(attackers, defenders):
            return {self.over(attackers, defenders): Fraction(1)}
        return self.round(attackers, defenders, fought)

    def any_target(self, attackers: Force, defenders: Force) -> bool:
        """Whether anybody could hit anybody."""
        for ones, others, aim in (
            (attackers, defenders, self.attack),
            (defenders, attackers, lambda kind: NUMBERS[kind][1]),
        ):
            for unit in ones:
                if aim(unit.kind) and any(
                    can_hit(unit.kind, other.kind, destroyers(ones)) for other in others
                ):
                    return True
        return False

    def round(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        late = min(fought, int(self.battle.retreat.limit))
        key = (attackers, defenders, late)
        if key not in self.memo:
            total: Spread = {}
            again = Fraction(0)
            counted = self.battle.retreat.when == "after" and late < self.battle.retreat.limit
            for a, d, chance in self.exchange(attackers, defenders):
                same = (a, d) == (attackers, defenders) and not self.leaves(a, fought + 1)
                if same and not counted:  # a round without a hit leads to the same round again
                    again += chance
                else:
                    merge(total, self.after(a, d, fought + 1), chance)
            self.memo[key] = {end: p / (1 - again) for end, p in total.items()}
        return self.memo[key]

    def exchange(
        self, attackers: Force, defenders: Force
    ) -> Iterator[tuple[Force, Force, Fraction]]:
        """One round: surprise strikes, then everybody else."""
        hunters = destroyers(attackers), destroyers(defenders)
        strikes = self.sea and not hunters[1], self.sea and not hunters[0]
        first = [self.aim(only(attackers, strikes[0])), self.fire(only(defenders, strikes[1]))]
        for s, p in dice(tuple(first[0])).items():
            for t, q in dice(tuple(first[1])).items():
                _, d1 = self.lose(defenders, (s, 0, 0), False, "defence")
                _, a1 = self.lose(attackers, (t, 0, 0), False, "attack")
                d1 = self.sink(a1, d1)
                rest = without(a1, strikes[0]), without(d1, strikes[1])
                for hits, x in self.volley(rest[0], True):
                    for back, y in self.volley(rest[1], False):
                        _, d2 = self.lose(d1, hits, hunters[0], "defence")
                        _, a2 = self.lose(a1, back, hunters[1], "attack")
                        yield a2, d2, p * q * x * y

    def volley(
        self, force: Force, attacking: bool
    ) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
        """Hits of submarines, of aircraft, of others."""
        roll = self.aim if attacking else self.fire
        subs = tuple(u for u in force if u.kind == "submarine")
        planes = tuple(u for u in force if u.kind in AIR)
        others = tuple(u for u in force if u not in subs and u not in planes)
        spreads = [dice(tuple(roll(part))) for part in (subs, planes, others)]
        for (s, p), (f, q), (o, r) in product(*(spread.items() for spread in spreads)):
            yield (s, f, o), p * q * r

    def aim(self, force: Force) -> list[int]:
        """The attackers' dice."""
        guns = sum(u.kind == "artillery" for u in force)
        supported = guns * (2 if "advanced-artillery" in self.techs else 1)
        found = []
        for unit in force:
            needed = self.attack(unit.kind)
            if unit.kind == "infantry" and supported:
                supported -= 1
                needed = 2
            both = 2 if unit.kind == "bomber" and "heavy-bombers" in self.techs else 1
            found += [needed] * both
        return found

    def fire(self, force: Force) -> list[int]:
        return [NUMBERS[unit.kind][1] for unit in force]

    def lose(
        self, force: Force, hits: tuple[int, int, int], hunted: bool, who: str
    ) -> tuple[Force, Force]:
        """Who is lost and who is left: as many hits as possible find a target, transports last,
        the first hit of battleships before all, then the order of loss."""
        units = sorted(force)
        taken: list[int] = []
        pool = ["submarine"] * hits[0] + ["fighter"] * hits[1] + ["infantry"] * hits[2]

        def fits(extra: int) -> bool:
            return matched(pool, [units[i].kind for i in (*taken, extra)], hunted)

        ships = [i for i, unit in enumerate(units) if unit.whole]
        rest = [i for i, unit in enumerate(units) if unit.kind != "transport"]
        last = [i for i, unit in enumerate(units) if unit.kind == "transport"]
        for index in (*ships, *rest, *last):
            if fits(index):
                taken.append(index)
        lost, left = [], []
        for index, unit in enumerate(units):
            times = taken.count(index)
            if times > unit.whole:
                lost.append(unit)
            else:
                left.append(unit._replace(whole=unit.whole and not times))
        return tuple(lost), tuple(sorted(left))

    def leaves(self, attackers: Force, fought: int) -> bool:
        policy = self.battle.retreat
        ground = [u for u in attackers if u.kind not in AIR and u.free]
        planes = [u for u in attackers if u.kind in AIR]
        if ground and not self.battle.can_retreat:
            return False
        if not ground and not planes:
            return False
        if policy.when == "after":
            return fought >= policy.limit
        return policy.when == "below" and len(attackers) < policy.limit

    def after(self, attackers: Force, defenders: Force, fought: int) -> Spread:
        """The end of a round: defenceless transports, retreat, or another round."""
        defenders = self.sink(attackers, defenders)
        if not attackers or not defenders:
            return {self.over(attackers, defenders): Fraction(1)}
        if not self.leaves(attackers, fought):
            return self.begin(attackers, defenders, fought)
        stuck = tuple(u for u in attackers if not u.free)
        gone = tuple(u for u in attackers if u.free)
        if not stuck:
            return {("retreat", names(gone), names(defenders)): Fraction(1)}
        found = self.apart(self.begin(stuck, defenders, fought), gone, 0)
        total: Spread = {}
        for (how, a, d), chance in found.items():
            merge(total, {("win" if how == "win" else "retreat", a, d): chance}, Fraction(1))
        return total


def merge(total: Spread, more: Spread, chance: Fraction) -> None:
    for end, p in more.items():
        total[end] = total.get(end, Fraction(0)) + p * chance


def destroyers(force: Force) -> bool:
    return any(unit.kind == "destroyer" for unit in force)


def dive(force: Force) -> tuple[Force, Force]:
    up = tuple(u for u in force if u.kind != "submarine")
    return up, tuple(u for u in force if u.kind == "submarine")


def only(force: Force, strikes: bool) -> Force:
    return tuple(u for u in force if u.kind == "submarine" and strikes)


def without(force: Force, struck: bool) -> Force:
    return tuple(u for u in force if not (u.kind == "submarine" and struck))


def can_hit(shooter: str, target: str, hunted: bool) -> bool:
    if shooter == "submarine":
        return target not in AIR
    if shooter in AIR:
        return target != "submarine" or hunted
    return True


def matched(hits: list[str], targets: list[str], hunted: bool) -> bool:
    """Whether every target can be given a hit of its own (augmenting paths)."""
    given: dict[int, int] = {}

    def place(target: int, seen: set[int]) -> bool:
        for number, shooter in enumerate(hits):
            if number in seen or not can_hit(shooter, targets[target], hunted):
                continue
            seen.add(number)
            if number not in given or place(given[number], seen):
                given[number] = target
                return True
        return False

    return all(place(target, set()) for target in range(len(targets)))


def binomial(count: int, needed: int, hits: int) -> Fraction:
    p = Fraction(needed, 6)
    return comb(count, hits) * p**hits * (1 - p) ** (count - hits)


@cache
def dice(needed: tuple[int, ...]) -> dict[int, Fraction]:
    """Chances of the number of hits, die by die."""
    found = {0: Fraction(1)}
    for number in needed:
        after: dict[int, Fraction] = {}
        for hits, p in found.items():
            good = Fraction(number, 6)
            for more, q in ((0, 1 - good), (1, good)):
                if q:
                    after[hits + more] = after.get(hits + more, Fraction(0)) + p * q
        found = after
    return found
