"""The odds of a battle: from the compiled kernel where it knows them, otherwise with NumPy."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from sandtable.odds.kernel import kernel

from . import compiled
from .answer import Odds
from .battle import Arms, Battle, check
from .land import LandBattle
from .meter import Meter
from .sea import SeaBattle
from .sortie import SortieBattle


def solve(battle: Battle, *, rounds: int = 0, budget_ms: float | None = None) -> Odds:
    """The odds of a battle.

    ``rounds``: also say how things stand after each of the first rounds. ``budget_ms``: rather
    be on time than exact; the answer then says how much probability was left out.
    """
    begun = time.perf_counter()
    found = None if rounds else compiled.solve(battle, budget_ms=budget_ms)
    if found is None:
        found = with_arrays(battle, Meter(budget_ms), rounds)
    found.milliseconds = (time.perf_counter() - begun) * 1000
    return found


def with_arrays(battle: Battle, meter: Meter, rounds: int = 0) -> Odds:
    """The same with NumPy alone."""
    arms = check(battle)
    ashore = on_land(arms)
    kind = SeaBattle if battle.sea and ashore is LandBattle else ashore
    return kind(arms, battle, meter).solve(rounds)


def on_land(arms: Arms) -> type[LandBattle]:
    """How battles on land are worked out; where aircraft make one sortie, those at sea too."""
    return SortieBattle if arms.rules.one_sortie else LandBattle


class Figures(NamedTuple):
    """What a bot asks of a battle: the chance to win, the chance to take the ground, and what both
    lose on average, in money."""

    win: float
    take: float
    attacker_cost: float
    defender_cost: float

    @property
    def swing(self) -> float:
        """What the defender loses less what the attacker loses."""
        return self.defender_cost - self.attacker_cost


def solve_many(battles: Iterable[Battle]) -> list[Figures]:
    """The figures of many battles, for whoever has no use for whole distributions."""
    asked = list(battles)
    found = kernel()
    questions = [compiled.question(battle) for battle in asked] if found is not None else []
    known = [question for question in questions if question is not None]
    rows = iter(found.solve_many(known) if found is not None else ())
    figures = []
    for number, battle in enumerate(asked):
        row = next(rows) if questions and questions[number] is not None else None
        if row is None:
            odds = with_arrays(battle, Meter())
            figures.append(Figures(odds.win, odds.take, odds.cost(True), odds.cost(False)))
        else:
            figures.append(Figures(row[1], row[2], row[8], row[9]))
    return figures
