"""Questions and answers as JSON, for the browser and for other programs.

>>> found = odds_request({"attackers": "2 infantry", "defenders": "1 infantry"})
>>> sorted(found)[:3]
['absent', 'attacker_cost', 'attacker_loss']
"""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.table import Malformed

from . import Answer, Battle, Choices, Party, Retreat, solve
from .battle import arms

MOST_MS = 10_000.0


class OddsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Forces are text (``3 infantry, 1 tank``); everything but the forces may be left out."""

    attackers: str
    defenders: str
    title: str = ""
    sea: bool = False
    bombard: str = ""
    landed: str = ""
    dropped: int = 0
    attacker_hurt: str = ""
    """Ships of the attacker that have taken the first of two hits; they are among its forces."""
    defender_hurt: str = ""
    attacker_techs: tuple[str, ...] = ()
    defender_techs: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    """Forces of further defending powers."""
    attack: Choices = Choices()
    defence: Choices = Choices()
    retreat: Retreat = Retreat()
    radar: str = ""
    """How the defenders' batteries use radar, where a title has that."""
    rounds: int = 0
    budget_ms: float | None = None


def battle_of(request: OddsRequest) -> Battle:
    """The battle a request asks about."""
    found = arms(request.title)
    units = found.read(request.attackers)
    ships = found.read(request.bombard)
    landed = found.read(request.landed)
    if ships and not request.landed:
        landed = {name: n for name, n in units.items() if found.is_land(name)}
    techs = request.defender_techs
    others = tuple(Party(found.read(force), techs=techs) for force in request.allies)
    attacker = Party(
        units,
        techs=request.attacker_techs,
        landed=landed,
        dropped=request.dropped,
        hurt=found.read(request.attacker_hurt),
    )
    defender = Party(
        found.read(request.defenders), techs=techs, hurt=found.read(request.defender_hurt)
    )
    enemies = (defender, *others)
    return Battle(
        attacker=attacker,
        defenders=enemies,
        flak=() if request.sea else found.flak(enemies, request.radar),
        title=request.title,
        sea=request.sea,
        bombard=ships,
        attack=request.attack,
        defence=request.defence,
        retreat=request.retreat,
    )


def answer(request: OddsRequest) -> Answer:
    if not 0 <= request.rounds <= 1000:
        raise Malformed("rounds are between 0 and 1000")
    if request.budget_ms is not None and not 0 < request.budget_ms <= MOST_MS:
        raise Malformed(f"a budget is between 0 and {MOST_MS:.0f} ms")
    found = solve(battle_of(request), rounds=request.rounds, budget_ms=request.budget_ms)
    return found.answer()


def odds_request(data: Any) -> dict[str, Any]:
    """Plain data in, plain data out; raises ``Malformed`` with one sentence."""
    try:
        request = msgspec.convert(data, OddsRequest)
    except msgspec.ValidationError as error:
        raise Malformed(f"this is no question about odds: {error}") from error
    found: dict[str, Any] = msgspec.to_builtins(answer(request))
    return found
