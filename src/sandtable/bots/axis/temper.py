"""What weaker commanders get wrong: the mistakes that people make, not moves at random."""

from __future__ import annotations

import random

import msgspec

from sandtable.games.axis.actions import Buy, Move, Units
from sandtable.table import Action


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a commander falls short of the best one; each is a chance or a share."""

    attention: float = 1.0
    """How often, when he plans, he asks what will strike back."""
    greed: float = 0.0
    """How much of his own losses he does not count when a prize lies before him."""
    neglect: float = 0.0
    """How many of his moves he forgets when the battles are over."""
    thrift: float = 0.0
    """How often he buys half of what he needs and keeps the rest for better days."""

    def attends(self, rng: random.Random) -> bool:
        return self.attention >= 1.0 or rng.random() < self.attention

    def forget(self, actions: list[Action], rng: random.Random) -> list[Action]:
        """A plan for the noncombat move as it is carried out."""
        return [
            action
            for action in actions
            if not isinstance(action, Move) or rng.random() >= self.neglect
        ]

    def hoard(self, actions: list[Action], rng: random.Random) -> list[Action]:
        """A list of purchases as it is bought."""
        if rng.random() >= self.thrift:
            return actions
        return [Buy(_half(a.units)) if isinstance(a, Buy) else a for a in actions]


def _half(units: tuple[Units, ...]) -> tuple[Units, ...]:
    return tuple(msgspec.structs.replace(u, count=-(-u.count // 2)) for u in units)


RECRUIT = Temper(attention=0.3, greed=0.35, neglect=0.35, thrift=0.35)
CORPORAL = Temper(attention=0.6, greed=0.2, neglect=0.15, thrift=0.15)
SERGEANT = Temper(attention=0.85, greed=0.1, neglect=0.05)
CAPTAIN = Temper()
STRIKER = Temper(attention=0.0)
