"""Odds of Naval Battles on the command line."""

from __future__ import annotations

from sandtable.odds.naval import Odds
from sandtable.odds.naval.door import Answer, at, solve
from sandtable.odds.words import bar, percent

from ..common import Fault
from .asked import Asked, Shown

OPTIONS = frozenset(("power", "then", "line", "damaged"))


def tell(asked: Asked) -> Shown:
    place, then = asked.place, tuple(asked.question.then or ())
    found: Odds | Answer
    if asked.game is not None:
        found = at(asked.game.position, place.space or "", power=place.power, then=then)
    elif asked.forces:
        attacks, target = asked.forces
        found = solve(attacks, target, line=asked.terms.line, damaged=asked.raid.damaged)
    else:
        raise Fault("write ATTACKS vs SHIP, each in quotes, or RECORD, with --space SHIP for one")
    return Shown(found, words(found))


def words(found: Odds | Answer) -> str:
    """The answer in words and bars."""
    if isinstance(found, Answer):
        return "\n".join(
            (
                f"{'sunk':<18} {percent(found.win):>8}  {bar(found.win)}".rstrip(),
                f"{'afloat':<18} {percent(found.lose):>8}  {bar(found.lose)}".rstrip(),
                "",
                f"{found.points:.2f} points on average",
                "",
                found.method,
            )
        )
    if not found.attacks:
        return "no attack is declared"
    text = ["attack  target              unstopped   strikes"]
    for attack in found.attacks:
        text.append(
            f"{attack.number:>6}  {attack.target:<18}  {percent(attack.unstopped):>9}  "
            f"{percent(attack.strikes):>8}"
        )
    text += ["", "sunk"]
    for target in found.targets:
        text.append(f"  {percent(target.sunk):>8}  {target.ship:<18} {bar(target.sunk)}".rstrip())
    text += ["", f"{found.expected:.2f} points on average", "", "exact"]
    return "\n".join(text)
