"""Battle arithmetic on numbers of units: who rolls what, and which hits can fall on whom.

Pure functions without a state: the game's battles and the odds both use them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from .arsenal import Arsenal
from .pairing import matched
from .units import Kind

Hits = tuple[int, int, int]
"""By submarines, by aircraft, by others."""


class Volley(msgspec.Struct, frozen=True):
    """Equal shots: ``count`` of one kind that hit at ``needed`` or less.

    Each shot is one die, or the best of several.
    """

    kind: int
    needed: int
    count: int
    best_of: int = 1

    @property
    def dice(self) -> int:
        return self.count * self.best_of

    def hits(self, faces: Sequence[int]) -> int:
        """How many shots hit, given all the dice."""
        best = self.best_of
        if best == 1:
            return sum(face <= self.needed for face in faces)
        return sum(
            min(faces[start : start + best]) <= self.needed for start in range(0, len(faces), best)
        )


def attack_volleys(
    kinds: Sequence[Kind], arsenal: Arsenal, force: Mapping[int, int]
) -> list[Volley]:
    """The attackers' dice in the order of the unit table, supported units first."""
    pairs = matched(arsenal, force)
    volleys = []
    for index in sorted(force):
        count, dice, best = force[index], arsenal.dice[index], arsenal.best_of[index]
        for attack, number in pairs.get(index, ()):
            volleys.append(Volley(index, attack, number * dice, best))
            count -= number
        needed = arsenal.attack[index]
        if count and needed:
            volleys.append(Volley(index, needed, count * dice, best))
    return volleys


def defence_volleys(
    kinds: Sequence[Kind], arsenal: Arsenal, force: Mapping[int, int]
) -> list[Volley]:
    return [
        Volley(index, arsenal.defence[index], force[index] * arsenal.defence_dice[index])
        for index in sorted(force)
        if force[index] and arsenal.defence[index] and kinds[index].fights
    ]


def useful(
    kinds: Sequence[Kind], volleys: Iterable[Volley], targets: Iterable[int], hunted: bool
) -> list[Volley]:
    """The dice that could hit anything: no unit rolls at what it can never hit."""
    present = [kinds[k] for k in targets]
    for_subs = any(k.domain != "air" for k in present)
    for_air = any(hunted or not k.submarine for k in present)
    allowed = (for_subs, for_air, bool(present))
    return [v for v in volleys if allowed[kinds[v.kind].source]]


class Targets(msgspec.Struct, frozen=True):
    """How many hits each class of a force can take: aircraft, submarines, other ships or land
    units (each hit point counted), and transports, which come last."""

    air: int
    submarines: int
    other: int
    transports: int


def reachable(hunted: bool) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """For each sort of hit the classes it can fall on (transports apart)."""
    return ((1, 2), (0, 1, 2) if hunted else (0, 2), (0, 1, 2))


def absorbed(hits: Hits, targets: Targets, hunted: bool) -> tuple[int, int]:
    """As many hits as possible take effect: how many on other units, how many on transports."""
    room = (targets.air, targets.submarines, targets.other)
    first = _most(hits, room, hunted)
    both = _most(hits, (room[0], room[1], room[2] + targets.transports), hunted)
    return first, both - first


@lru_cache(maxsize=1 << 14)
def _most(hits: Hits, room: tuple[int, int, int], hunted: bool) -> int:
    """Maximum flow from sorts of hits to classes, by the smallest cut."""
    reach = reachable(hunted)
    total = sum(hits)
    best = total
    for size in (1, 2, 3):
        for sorts in combinations(range(3), size):
            classes = {c for s in sorts for c in reach[s]}
            cut = total - sum(hits[s] for s in sorts) + sum(room[c] for c in classes)
            best = min(best, cut)
    return best


@lru_cache(maxsize=1 << 14)
def fits(hits: Hits, taken: tuple[int, int, int], hunted: bool) -> bool:
    """Whether hits can fall so that the classes take exactly these numbers (Hall's condition)."""
    reach = reachable(hunted)
    for size in (1, 2, 3):
        for classes in combinations(range(3), size):
            sources = [s for s in range(3) if any(c in reach[s] for c in classes)]
            if sum(taken[c] for c in classes) > sum(hits[s] for s in sources):
                return False
    return True


class Slot(msgspec.Struct, frozen=True):
    """One hit that a side can take: which of its groups takes it, and whether it only damages."""

    group: int
    damage: bool


def slots(kinds: Sequence[Kind], side: Sequence[tuple[int, int, int]]) -> list[Slot]:
    """What groups of (kind, count, hurt) lose in this order: first hits of ships that take two
    come before all, and units chosen last, which are never chosen freely, are left out."""
    found = [
        Slot(index, True)
        for index, (kind, count, hurt) in enumerate(side)
        for _ in range((count - hurt) * (kinds[kind].hits - 1))
    ]
    return found + [
        Slot(index, False)
        for index, (kind, count, _) in enumerate(side)
        if not kinds[kind].chosen_last
        for _ in range(count)
    ]


def fall(classes: Sequence[int], hits: Hits, hunted: bool) -> list[bool]:
    """Which of the ranked slots (given by their classes) the hits fall on.

    Units that can still take a hit form a matroid, so taking each that fits in turn gives the
    wanted losses, and as many as possible. Within a class always the first ones are taken.
    """
    taken = [0, 0, 0]
    total = sum(hits)
    found = []
    for where in classes:
        good = False
        if total:
            taken[where] += 1
            good = fits(hits, (taken[0], taken[1], taken[2]), hunted)
            if good:
                total -= 1
            else:
                taken[where] -= 1
        found.append(good)
    return found


def can_hit(
    kinds: Sequence[Kind], volleys: Iterable[Volley], targets: Iterable[int], hunted: bool
) -> bool:
    return bool(useful(kinds, volleys, list(targets), hunted))


def only_transports(kinds: Sequence[Kind], side: Iterable[int]) -> bool:
    """Whether a side has units and all of them are transports that cannot defend themselves."""
    present = [kinds[k].lone_destroyed for k in side]
    return bool(present) and all(present)


def defenceless(
    kinds: Sequence[Kind], attackers: Collection[int], defenders: Collection[int]
) -> bool:
    """Transports alone, or with submarines against aircraft alone, go down without dice."""
    if not any(kinds[k].lone_destroyed for k in defenders):
        return False
    if not any(kinds[k].attack for k in attackers):
        return False
    escorts = [kinds[k] for k in defenders if not kinds[k].lone_destroyed]
    from_above = all(kinds[k].domain == "air" for k in attackers)
    return not escorts or (from_above and all(kind.submarine for kind in escorts))


def strikes(destroyers: tuple[bool, bool]) -> tuple[bool, bool]:
    """Whose submarines strike before all others: those that face no destroyer."""
    return not destroyers[1], not destroyers[0]


def loss_order(kinds: Sequence[Kind], arsenal: Arsenal, *, attacking: bool) -> tuple[int, ...]:
    """Which kinds a sensible player loses first: the cheapest for what they do in this role."""

    def worth(kind: Kind) -> tuple[float, int, int]:
        strength = (arsenal.attack if attacking else arsenal.defence)[kind.index]
        return (kind.cost, strength, kind.index)

    return tuple(k.index for k in sorted((k for k in kinds if k.fights), key=worth))


def choices(limits: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """All ways to take ``total`` from groups of limited size."""
    if not limits:
        if total == 0:
            yield ()
        return
    rest = sum(limits[1:])
    for count in range(max(0, total - rest), min(limits[0], total) + 1):
        for others in choices(limits[1:], total - count):
            yield (count, *others)
