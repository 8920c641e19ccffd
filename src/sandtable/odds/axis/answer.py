"""What comes out of a battle, and the figures people ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np

from .dice import Bools, Floats, Ints
from .side import Side

WIN, DRAW, LOSE, RETREAT, STANDOFF, ABSENT = range(6)
ENDS = ("win", "draw", "lose", "retreat", "standoff", "absent")

Counts = tuple[int, ...]


class Block:
    """Endings of one sort: chances, and for each the survivors of both sides by index."""

    def __init__(
        self,
        end: int,
        chances: Floats,
        attackers: Ints,
        which_attackers: Ints,
        defenders: Ints,
        which_defenders: Ints,
        holds: Bools | None = None,
    ) -> None:
        self.end = end
        self.chances = chances
        self.attackers = attackers
        self.which_attackers = which_attackers
        self.defenders = defenders
        self.which_defenders = which_defenders
        self.holds = holds
        """For each of ``attackers`` whether those in the battle can hold ground."""


class Survivors(msgspec.Struct, frozen=True):
    units: dict[str, int]
    chance: float


class Step(msgspec.Struct, frozen=True):
    """How things stand after a number of rounds."""

    round: int
    win: float
    draw: float
    lose: float
    undecided: float
    standoff: float = 0.0


class Answer(msgspec.Struct, frozen=True):
    """The odds as data."""

    win: float
    take: float
    draw: float
    lose: float
    retreat: float
    standoff: float
    absent: float
    rounds: float
    attacker_loss: dict[str, float]
    defender_loss: dict[str, float]
    attacker_cost: float
    defender_cost: float
    swing: list[tuple[int, float]]
    attackers: list[Survivors]
    defenders: list[Survivors]
    by_round: list[Step]
    method: str
    error: float
    milliseconds: float


class Ends:
    """All ways in which a battle can end."""

    def __init__(
        self,
        attacker: Side,
        defender: Side,
        initial: tuple[Counts, Counts],
        blocks: Sequence[Block],
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.initial = initial
        self.blocks = blocks

    def spread(self, attackers: bool) -> dict[Counts, float]:
        """Chances of a side's survivors, as numbers by group."""
        found: dict[Counts, float] = {}
        for block in self.blocks:
            units = block.attackers if attackers else block.defenders
            which = block.which_attackers if attackers else block.which_defenders
            sums = np.bincount(which, block.chances, len(units))
            some = sums.nonzero()[0]
            for row, chance in zip(units[some].tolist(), sums[some].tolist(), strict=True):
                counts = tuple(row)
                found[counts] = found.get(counts, 0.0) + chance
        return found


class Odds:
    """The exact distribution of how a battle ends.

    ``error`` bounds every probability given here: the mass that was left out. It is zero up to
    rounding unless a budget forced the computation to look less closely. ``figures``: those of the
    chances below that are known already, by name.
    """

    def __init__(
        self,
        ends: Ends,
        rounds: float,
        *,
        bounded: bool = False,
        by_round: Sequence[Step] = (),
        figures: Mapping[str, float] | None = None,
    ) -> None:
        self.ends = ends
        self.rounds = rounds
        self.bounded = bounded
        self.milliseconds = 0.0
        self.by_round = list(by_round)
        if figures is not None:
            self.__dict__.update(figures)

    def joined(self, block: Block) -> Odds:
        """The same with more ways to end; chances are less than one in all before."""
        ends = self.ends
        blocks = [*ends.blocks, block]
        return Odds(
            Ends(ends.attacker, ends.defender, ends.initial, blocks),
            self.rounds,
            bounded=self.bounded,
            by_round=self.by_round,
        )

    def lost_at_once(self) -> Odds:
        """The same battle if all attackers are gone before the first round."""
        ends, first = self.ends, np.zeros(1, dtype=np.int64)
        nobody = np.zeros_like(ends.blocks[0].attackers[:1])
        block = Block(LOSE, np.ones(1), nobody, first, np.array([ends.initial[1]]), first)
        return Odds(Ends(ends.attacker, ends.defender, ends.initial, [block]), 0.0)

    @property
    def attacker(self) -> Side:
        return self.ends.attacker

    @property
    def defender(self) -> Side:
        return self.ends.defender

    @property
    def initial(self) -> tuple[Counts, Counts]:
        return self.ends.initial

    @property
    def blocks(self) -> Sequence[Block]:
        return self.ends.blocks

    @property
    def sea(self) -> bool:
        """Whether ships take part."""
        return any(kind.domain == "sea" for _, kind in self.attacker.kinds_here()) or any(
            kind.domain == "sea" for _, kind in self.defender.kinds_here()
        )

    def _chance(self, end: int) -> float:
        return float(sum(b.chances.sum() for b in self.blocks if b.end == end))

    @cached_property
    def win(self) -> float:
        """The attacker has units left in the battle and the defender has none."""
        return self._chance(WIN)

    @cached_property
    def draw(self) -> float:
        return self._chance(DRAW)

    @cached_property
    def lose(self) -> float:
        return self._chance(LOSE)

    @cached_property
    def retreat(self) -> float:
        return self._chance(RETREAT)

    @cached_property
    def standoff(self) -> float:
        """Both sides are left and nobody can hit anybody."""
        return self._chance(STANDOFF)

    @cached_property
    def absent(self) -> float:
        """There is no battle, because nobody came ashore."""
        return self._chance(ABSENT)

    @cached_property
    def take(self) -> float:
        """The attacker wins and a unit that can hold ground is among the survivors."""
        found = 0.0
        for block in self.blocks:
            if block.end == WIN and block.holds is not None:
                found += float(block.chances[block.holds[block.which_attackers]].sum())
        return found

    @cached_property
    def total(self) -> float:
        """One, but for what was left out."""
        return sum(float(block.chances.sum()) for block in self.blocks)

    @cached_property
    def error(self) -> float:
        """How much probability was left out."""
        lack = max(0.0, 1.0 - self.total)
        return lack if lack > 1e-12 or self.bounded else 0.0

    @property
    def method(self) -> str:
        return "bounded" if self.error > 0 else "exact"

    @cached_property
    def attackers(self) -> dict[Counts, float]:
        """Chances of the attackers' survivors, as numbers by group."""
        return self.ends.spread(True)

    @cached_property
    def defenders(self) -> dict[Counts, float]:
        return self.ends.spread(False)

    def named(self, side: Side, counts: Counts) -> dict[str, int]:
        """Numbers by unit, in the order of the unit table; several powers together."""
        found: dict[int, int] = {}
        for (_, kind), count in zip(side.groups, counts, strict=True):
            if count:
                found[kind] = found.get(kind, 0) + count
        return {side.kinds[kind].id: found[kind] for kind in sorted(found)}

    def survivors(self, attackers: bool) -> list[Survivors]:
        """By name, the most likely first."""
        side = self.attacker if attackers else self.defender
        merged: dict[tuple[tuple[str, int], ...], float] = {}
        for counts, chance in (self.attackers if attackers else self.defenders).items():
            key = tuple(self.named(side, counts).items())
            merged[key] = merged.get(key, 0.0) + chance
        found = [Survivors(dict(key), chance) for key, chance in merged.items()]
        return sorted(found, key=lambda s: (-s.chance, sorted(s.units.items())))

    def loss(self, attackers: bool) -> dict[str, float]:
        """Units lost on average."""
        side = self.attacker if attackers else self.defender
        spread = self.attackers if attackers else self.defenders
        total = sum(spread.values())
        found: dict[str, float] = {}
        for group, count in enumerate(self.initial[0 if attackers else 1]):
            lost = count * total - sum(p * counts[group] for counts, p in spread.items())
            name = side.kind(group).id
            found[name] = found.get(name, 0.0) + max(0.0, lost)
        return found

    def cost(self, attackers: bool) -> float:
        """Money lost on average, at printed prices."""
        kinds = {k.id: k for k in self.attacker.kinds}
        return sum(kinds[name].cost * lost for name, lost in self.loss(attackers).items())

    @cached_property
    def swing(self) -> dict[int, float]:
        """Chances of the money swing: what the defender loses less what the attacker loses."""
        prices, begun = [], []
        for side, counts in zip((self.attacker, self.defender), self.initial, strict=True):
            row = np.array([side.kind(g).cost for g in range(len(side.groups))], dtype=np.int64)
            prices.append(row)
            begun.append(int(np.array(counts, dtype=np.int64) @ row))
        found: dict[int, float] = {}
        for block in self.blocks:
            mine = (block.attackers @ prices[0])[block.which_attackers]
            theirs = (block.defenders @ prices[1])[block.which_defenders]
            values = (begun[1] - theirs) - (begun[0] - mine)
            if not len(values):
                continue
            low = int(values.min())
            sums = np.bincount(values - low, block.chances).tolist()
            for index, chance in enumerate(sums):
                if chance:
                    found[low + index] = found.get(low + index, 0.0) + chance
        return dict(sorted(found.items()))

    def answer(self) -> Answer:
        return Answer(
            win=self.win,
            take=self.take,
            draw=self.draw,
            lose=self.lose,
            retreat=self.retreat,
            standoff=self.standoff,
            absent=self.absent,
            rounds=self.rounds,
            attacker_loss=self.loss(True),
            defender_loss=self.loss(False),
            attacker_cost=self.cost(True),
            defender_cost=self.cost(False),
            swing=list(self.swing.items()),
            attackers=self.survivors(True),
            defenders=self.survivors(False),
            by_round=self.by_round,
            method=self.method,
            error=self.error,
            milliseconds=self.milliseconds,
        )
