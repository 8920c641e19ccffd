"""One side of a battle in numbers: its groups in the order of loss, and what dice they roll."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from sandtable.games.axis import forces
from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.units import Kind

from .battle import Arms, Choices, Party
from .dice import SORTS, Ints, sort_of


class Side(msgspec.Struct, frozen=True):
    """Groups are (owner, kind), those lost first in front, transports behind all others."""

    kinds: tuple[Kind, ...]
    owners: tuple[Arsenal, ...]
    groups: tuple[tuple[int, int], ...]
    counts: tuple[int, ...]
    attacking: bool
    wishes: tuple[str, ...] = ()
    hurt: tuple[int, ...] = ()

    def kind(self, group: int) -> Kind:
        return self.kinds[self.groups[group][1]]

    def kinds_here(self) -> list[tuple[int, Kind]]:
        """The groups with their kinds."""
        return [(group, self.kinds[kind]) for group, (_, kind) in enumerate(self.groups)]

    def slots(self, counts: Sequence[int]) -> list[forces.Slot]:
        """The hits these numbers of units can take, in the order in which they will."""
        hurt = self.hurt or (0,) * len(counts)
        ranked = [(k, n, h) for (_, k), n, h in zip(self.groups, counts, hurt, strict=True)]
        found = forces.slots(self.kinds, ranked)
        if self.wishes:
            found = self._wished(found)
        return found + [
            forces.Slot(group, False)
            for group, count in enumerate(counts)
            if self.kind(group).chosen_last
            for _ in range(count)
        ]

    def _wished(self, found: list[forces.Slot]) -> list[forces.Slot]:
        if "battleships-late" in self.wishes:
            # First hits just before the ships themselves would go.
            whole = [slot for slot in found if not slot.damage]
            for slot in [slot for slot in found if slot.damage]:
                first = next(i for i, s in enumerate(whole) if s.group == slot.group)
                whole.insert(first, slot)
            found = whole
        if "aircraft-last" in self.wishes:
            found = sorted(found, key=lambda slot: self.kind(slot.group).domain == "air")
        if "keep-land-unit" in self.wishes:
            land = [i for i, slot in enumerate(found) if self.kind(slot.group).takes_land]
            if land:
                found.append(found.pop(land[-1]))
        return found

    def dice(self, counts: Sequence[int]) -> list[tuple[int, int, int]]:
        """What these numbers of units roll: (source, sort of dice, dice)."""
        rolled = []
        for owner, arsenal in enumerate(self.owners):
            force = {
                kind: count
                for (whose, kind), count in zip(self.groups, counts, strict=True)
                if whose == owner and count
            }
            volleys = forces.attack_volleys if self.attacking else forces.defence_volleys
            for volley in volleys(self.kinds, arsenal, force):
                sort = sort_of(volley.needed, volley.best_of)
                rolled.append((self.kinds[volley.kind].source, sort, volley.count))
        return rolled

    def single(self) -> list[tuple[int, int, int, int]]:
        """What one unit of each group rolls alone: (group, source, sort of dice, dice)."""
        volleys = forces.attack_volleys if self.attacking else forces.defence_volleys
        found = []
        for group, (owner, kind) in enumerate(self.groups):
            for volley in volleys(self.kinds, self.owners[owner], {kind: 1}):
                sort = sort_of(volley.needed, volley.best_of)
                found.append((group, self.kinds[kind].source, sort, volley.count))
        return found

    def coupled(self) -> list[int]:
        """Groups whose dice depend on other groups: who supports, and who is supported."""
        if not self.attacking:
            return []
        return [
            group
            for group in range(len(self.groups))
            if self.groups[group][1] in self.owners[self.groups[group][0]].coupled
        ]

    def total(self, counts: Sequence[int]) -> list[int]:
        """Dice by sort, whoever rolls them."""
        row = [0] * SORTS
        volleys = forces.attack_volleys if self.attacking else forces.defence_volleys
        for owner, arsenal in enumerate(self.owners):
            force = {
                kind: n
                for (whose, kind), n in zip(self.groups, counts, strict=True)
                if n and whose == owner
            }
            for volley in volleys(self.kinds, arsenal, force):
                row[sort_of(volley.needed, volley.best_of)] += volley.count
        return row

    def totals(self, rows: Ints) -> Ints:
        """``total`` of many forces at once; units that depend on no others simply add up."""
        coupled = self.coupled()
        if coupled and rows[:, coupled].any():
            return np.array([self.total(row) for row in rows.tolist()], dtype=np.int64)
        size = len(self.groups)
        single = [self.total([group == g for g in range(size)]) for group in range(size)]
        return rows @ np.array(single, dtype=np.int64).reshape(size, SORTS)


def make_side(
    arms: Arms, parties: Sequence[Party], choices: Choices, techs: int, *, attacking: bool
) -> Side:
    """A side with its groups ranked: by the order given, then by the game's own."""
    given = [arms.kind[name] for name in choices.losses]
    order = list(dict.fromkeys((*given, *arms.order(techs, attacking))))
    found = []
    for owner, party in enumerate(parties):
        for name, count in party.units.items():
            kind = arms.kinds[arms.kind[name]]
            if count and kind.fights:
                rank = order.index(kind.index)
                hurt = party.hurt.get(name, 0)
                found.append((kind.chosen_last, rank, owner, kind.index, count, hurt))
    found.sort()
    return Side(
        arms.kinds,
        tuple(arms.arsenal(party.techs) for party in parties),
        tuple((owner, kind) for _, _, owner, kind, _, _ in found),
        tuple(count for *_, count, _ in found),
        attacking,
        tuple(choices.wishes),
        tuple(hurt for *_, hurt in found) if any(hurt for *_, hurt in found) else (),
    )
