"""What the compiled kernel knows of a side's groups: rows of numbers from a title's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.units import Kind
from sandtable.odds.kernel import GROUPS, SUPPORTS, TAKERS, Profile

from .battle import MOST_UNITS, Arms, Party, arms
from .dice import chance, sort_of

HOLDS, HUNTS, ARMED, FLIES = 1, 2, 4, 8


class Support:
    """A power's pairings as the kernel knows them: for each kind that attacks better when it is
    supported its attack, by which sorts of support, and its turn; for each kind that supports
    which sort it is.

    ``known``: whether that is all there is to them: each kind in one pairing, one for one.
    """

    def __init__(self, arsenal: Arsenal) -> None:
        pairings = arsenal.pairings
        givers = sorted({kind for pairing in pairings for kind in pairing.givers})
        self.gives = {kind: 1 << bit for bit, kind in enumerate(givers)}
        takers = [pairing.taker for pairing in pairings]
        self.known = (
            len(set(takers)) == len(takers) <= TAKERS
            and all(pairing.need == 1 for pairing in pairings)
            and len(givers) <= SUPPORTS
        )
        order = list(range(len(pairings)))
        if not arsenal.one_pool:  # the largest gain first, as in ``pairing.matched``
            order.sort(key=lambda i: arsenal.attack[pairings[i].taker] - pairings[i].attack)
        self.takes = {
            pairings[i].taker: (
                pairings[i].attack,
                sum(self.gives[kind] for kind in pairings[i].givers),
                turn,
            )
            for turn, i in enumerate(order)
        }


def row(kind: Kind, arsenal: Arsenal, attacking: bool) -> list[float]:
    """A group for the kernel: the fields of ``Row`` in kernel.h."""
    index = kind.index
    boosted = takes = turn = gives = 0
    needed, dice, best = arsenal.defence[index], arsenal.defence_dice[index], 1
    if attacking:
        support = Support(arsenal)
        needed, dice, best = arsenal.attack[index], arsenal.dice[index], arsenal.best_of[index]
        boosted, takes, turn = support.takes.get(index, (0, 0, 0))
        gives = support.gives.get(index, 0)
    flags = HOLDS * kind.takes_land | HUNTS * kind.hunts_submarines
    flags |= ARMED * (kind.attack > 0) | FLIES * (kind.domain == "air")
    return [
        chance(sort_of(needed, best)),
        dice,
        chance(sort_of(boosted, best)),
        takes,
        gives,
        arsenal.gives[index] if gives else 0,
        turn,
        kind.target,
        max(1, kind.hits),
        kind.cost,
        flags,
    ]


class Table(Profile):
    """The groups of a side, by owner and kind, in the order of loss.

    ``known``: whether the kernel can tell everything about them.
    """

    def __init__(
        self, found: Arms, order: Sequence[int], sea: bool, attacking: bool, powers: Powers
    ) -> None:
        arsenals = [found.arsenal(names) for names in powers]
        kinds = [k for k in found.kinds if k.fights and k.domain != ("land" if sea else "sea")]
        ranked = sorted(
            (kind.chosen_last, order.index(kind.index), owner, kind.index)
            for kind in kinds
            for owner in range(len(powers))
        )
        super().__init__(
            [row(found.kinds[k], arsenals[owner], attacking) for *_, owner, k in ranked]
        )
        self.known = self.groups <= GROUPS
        if attacking:
            self.known &= all(Support(arsenal).known for arsenal in arsenals)
        self.places: list[dict[str, int]] = [{} for _ in powers]
        """By owner and unit its group."""
        for group, (*_, owner, kind) in enumerate(ranked):
            self.places[owner][found.kinds[kind].id] = group
        self.guns = {} if sea else {kind.id: kind for kind in found.guns}
        self.attacking = attacking

    def counted(self, parties: Sequence[Party]) -> list[float] | None:
        """Numbers of units by group; nothing if something is wrong."""
        found = [0.0] * self.groups
        for party, places in zip(parties, self.places, strict=True):
            for name, count in party.units.items():
                at = places.get(name)
                if at is not None:
                    found[at] = count
                elif self.attacking or name not in self.guns:
                    return None
                if count < 0:
                    return None
        return None if sum(found) > MOST_UNITS else found

    def shoots(self, parties: Sequence[Party]) -> bool:
        """Whether there is anti-aircraft fire."""
        return any(gun in party.units for gun in self.guns for party in parties)

    def damaged(self, parties: Sequence[Party]) -> list[float]:
        """Damaged ships: the side, the group and the number of each."""
        found: list[float] = []
        for party, places in zip(parties, self.places, strict=True):
            if not party.hurt:
                continue
            for name, count in party.hurt.items():
                if count and name in places:
                    found += [not self.attacking, places[name], count]
        return found


Powers = tuple[tuple[str, ...], ...]
"""The advances of each power on a side."""


@lru_cache(maxsize=256)
def table(
    title: str,
    sea: bool,
    attacking: bool,
    powers: Powers,
    losses: tuple[str, ...],
    techs: tuple[str, ...],
) -> Table:
    """``losses``: whom to lose first; ``techs``: the attacker's, which count for that order."""
    found = arms(title)
    given = [found.kind[name] for name in losses if name in found.kind]
    order = list(dict.fromkeys((*given, *found.order(found.techs(techs), attacking))))
    return Table(found, order, sea, attacking, powers)


@lru_cache(maxsize=256)
def tables(
    title: str,
    sea: bool,
    techs: tuple[str, ...],
    powers: Powers,
    losses: tuple[str, ...],
    defender_losses: tuple[str, ...],
) -> tuple[Table, Table]:
    """Those of the attacker and of the defending powers."""
    one = table(title, sea, True, (techs,), losses, techs)
    return one, table(title, sea, False, powers, defender_losses, techs)
