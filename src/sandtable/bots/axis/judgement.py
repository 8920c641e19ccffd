"""What a plan of attack is worth by the board it leads to: battles as expected, troops marched on.

What income, the enemy's answer and our own next chances are worth is data (``weights``).
"""

from __future__ import annotations

from .attack import Attacker
from .deploy import Front
from .march import Marcher
from .weights import WEIGHTS
from .worth import TURNS


def value_of(attacker: Attacker) -> float:
    """The worth of a plan in IPCs of units, against doing nothing at all."""
    world, picture = attacker.world, attacker.picture
    total = 0.0
    for target, outlook in attacker.outlooks.items():
        flak = attacker.flak(target, attacker.sent[target])
        total += outlook.defender_loss - outlook.attacker_loss - flak
        if not world.is_sea[target]:
            value = world.value[target]
            prize = picture.worth[target] - TURNS * value
            total += outlook.win * (WEIGHTS.income * value + WEIGHTS.prize * prize)
    return total + _standing(attacker) - _ships_at_risk(attacker)


def _standing(attacker: Attacker) -> float:
    """How our troops stand when those who did not attack have marched."""
    marcher = Marcher(
        attacker.position,
        attacker.picture,
        attacker.field,
        foresight=True,
        late=attacker.late,
    )
    search = marcher.deployment({**marcher.held(), **attacker.held}, attacker.attacked)
    search.improve()
    front = search.judge
    assert isinstance(front, Front)
    way = sum(g.count * marcher.attraction(g.dest, g.kind) for g in search.groups)
    hope = front.prospect.value(front.own, attacker.attacked)
    return way + WEIGHTS.hope * hope - WEIGHTS.answer * front.reply.cost({}, attacker.attacked)


def _ships_at_risk(attacker: Attacker) -> float:
    """What the enemy can win from our ships, guards that can still come counted."""
    picture, kinds = attacker.picture, attacker.world.kinds
    zones = {
        zone
        for zone, piece, _ in attacker.state.pieces(attacker.power)
        if kinds[piece.kind].domain == "sea"
    }
    return sum(
        picture.share(zone, attacker.attacked) * picture.risk(zone, attacker.guard(zone), 0.0)
        for zone in sorted(zones)
    )
