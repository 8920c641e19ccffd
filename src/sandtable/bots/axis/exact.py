"""Exact odds for every decision to attack, to stay or to fight on."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.axis.rules import AxisRules
from sandtable.odds.axis import Battle, Party, solve, solve_many
from sandtable.odds.kernel import kernel

from .outlook import Key, Outlook

BUDGET_MS = 25.0
"""For one battle where there is no compiled kernel."""
DOUBT = 0.02
"""An answer that leaves out more probability than this is not used."""


def confirmed(
    rules: AxisRules,
    attackers: Key,
    defenders: Key,
    *,
    sea: bool,
    techs: tuple[int, int],
    rough: Outlook,
) -> Outlook:
    """The estimate with its chances and losses replaced by exact ones, where they can be had."""
    if not attackers or not defenders:
        return rough
    found = _exact(rules, attackers, defenders, sea, techs)
    if found is None:
        return rough
    win, attacker_loss, defender_loss = found
    return Outlook(win, attacker_loss, defender_loss, rough.survivors)


def quick(rules: AxisRules) -> bool:
    """Whether exact odds cost next to nothing, so that every plan can be weighed with them."""
    return kernel() is not None and not rules.one_sortie


@lru_cache(maxsize=1 << 15)
def _exact(
    rules: AxisRules, attackers: Key, defenders: Key, sea: bool, techs: tuple[int, int]
) -> tuple[float, float, float] | None:
    kinds = rules.world.kinds

    def party(force: Key, owned: int) -> Party:
        names = tuple(t.id for t in rules.world.techs if owned >> t.index & 1) if owned else ()
        return Party({kinds[k].id: n for k, n in force}, techs=names)

    battle = Battle(
        attacker=party(attackers, techs[0]),
        defenders=(party(defenders, techs[1]),),
        title=rules.id,
        sea=sea,
    )
    if quick(rules):
        (found,) = solve_many((battle,))
        return found.win if sea else found.take, found.attacker_cost, found.defender_cost
    odds = solve(battle, budget_ms=BUDGET_MS)
    if odds.error > DOUBT:
        return None
    return odds.win if sea else odds.take, odds.cost(True), odds.cost(False)
