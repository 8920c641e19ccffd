"""Odds for the Axis family: exact, instant, and by the same rules as the game.

>>> from sandtable.odds import axis
>>> found = axis.odds("3 infantry, 1 artillery, 1 tank", "3 infantry")
>>> round(found.win, 4), found.method
(0.9461, 'exact')
"""

from __future__ import annotations

from typing import Any

from .answer import Answer, Odds, Step, Survivors
from .battle import Battle, Choices, Party, Retreat, arms
from .solver import Figures, solve, solve_many

__all__ = [
    "Answer",
    "Battle",
    "Choices",
    "Figures",
    "Odds",
    "Party",
    "Retreat",
    "Step",
    "Survivors",
    "arms",
    "odds",
    "solve",
    "solve_many",
    "written",
]


def written(
    attackers: str,
    defenders: str,
    *,
    title: str = "",
    sea: bool = False,
    bombard: str = "",
    landed: str = "",
    dropped: int = 0,
    radar: str = "",
    attacker_techs: tuple[str, ...] = (),
    defender_techs: tuple[str, ...] = (),
    retreat: Retreat = Retreat(),  # noqa: B008 (a frozen value)
    attack: Choices = Choices(),  # noqa: B008
    defence: Choices = Choices(),  # noqa: B008
) -> Battle:
    """The battle of forces written as they are said: ``3 infantry, 1 tank``."""
    read = arms(title).read
    ships = read(bombard)
    ashore = read(landed)
    units = read(attackers)
    if ships and not landed:
        ashore = {name: n for name, n in units.items() if arms(title).is_land(name)}
    enemies = (Party(read(defenders), techs=defender_techs),)
    return Battle(
        attacker=Party(units, techs=attacker_techs, landed=ashore, dropped=dropped),
        defenders=enemies,
        flak=() if sea else arms(title).flak(enemies, radar),
        title=title,
        sea=sea,
        bombard=ships,
        attack=attack,
        defence=defence,
        retreat=retreat,
    )


def odds(
    attackers: str,
    defenders: str,
    *,
    rounds: int = 0,
    budget_ms: float | None = None,
    **options: Any,
) -> Odds:
    """The odds of forces written as they are said; the options are those of ``written``."""
    return solve(written(attackers, defenders, **options), rounds=rounds, budget_ms=budget_ms)
