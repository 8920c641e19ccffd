"""Odds of Fortress America on the command line."""

from __future__ import annotations

from sandtable.games.fortress.pieces import read_stack
from sandtable.odds.fortress.door import Answer, at, solve
from sandtable.odds.words import bar, listed, percent

from ..common import Fault
from .asked import Asked, Shown

OPTIONS = frozenset(("power", "reach", "rough", "weak", "no_escape"))
LINES = 8


def tell(asked: Asked) -> Shown:
    place, terms = asked.place, asked.terms
    if asked.game is not None and place.space is not None:
        found = at(asked.game.position, place.space, power=place.power, reach=place.reach)
    elif asked.forces:
        attackers, defenders = (read_stack(force) for force in asked.forces)
        escape = not terms.no_escape
        found = solve(attackers, defenders, rough=terms.rough, weak=terms.weak, escape=escape)
    else:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    return Shown(found, words(found))


def words(answer: Answer) -> str:
    """The answer in words and bars."""
    found = [
        f"{'the space is won':<18} {percent(answer.win):>8}  {bar(answer.win)}".rstrip(),
        f"{'  and entered':<18} {percent(answer.take):>8}",
        f"{'it is held':<18} {percent(answer.lose):>8}  {bar(answer.lose)}".rstrip(),
        "",
    ]
    for who, lost in (("attacker", answer.attacker_loss), ("defender", answer.defender_loss)):
        parts = ", ".join(f"{n:.2f} {name}" for name, n in lost.items() if n >= 0.005)
        found.append(f"{who} loses {parts or 'nothing'} on average")
    for who, ends in (("attacker", answer.attackers), ("defender", answer.defenders)):
        found += ["", f"{who} is left with"]
        found += [
            f"  {percent(end.chance):>8}  {listed(end.units):<40} {bar(end.chance)}".rstrip()
            for end in ends[:LINES]
        ]
        if len(ends) > LINES:
            chance = sum(end.chance for end in ends[LINES:])
            found.append(f"  {percent(chance):>8}  {len(ends) - LINES} other results")
    return "\n".join([*found, "", answer.method])
