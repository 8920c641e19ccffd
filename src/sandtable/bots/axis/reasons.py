"""The reasons of a plan for people: the risk that is accepted, and what is left alone and why."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.state import MOVED

from .attack import Attacker
from .trial import merged

GRAVE, TEMPTING, THINKABLE = 0.2, 3.0, 0.1
"""Less likely losses are not worth a word, nor are targets of less worth or out of all reach."""
CERTAIN = 0.95
"""Nothing in war is surer."""
LOOKED_AT = 3
"""So many targets are thought about again."""
DOUBTFUL = 0.6
"""Below this chance it is the battle that is shunned, above it what comes after."""


class Risk(msgspec.Struct, frozen=True):
    """A place of ours that may be lost, and how likely, in per cent."""

    space: int
    chance: int


class Shunned(msgspec.Struct, frozen=True):
    """A target that is not attacked, with the chance to take it, in per cent."""

    space: int
    chance: int
    why: Literal["weak", "answer"]
    """Too few can reach it; or it could be taken, but not held, or not for its price."""


def accepted(attacker: Attacker) -> Risk | None:
    """The gravest loss that may follow when our units have left for their attacks."""
    picture, state = attacker.picture, attacker.state
    worst, found = 0.0, None
    for space, owner in enumerate(state.owner):
        if owner != attacker.power or not picture.threats.get(space):
            continue
        chance = min(CERTAIN, picture.fall(space, _rallied(attacker, space)))
        if chance >= GRAVE and chance * picture.worth[space] > worst:
            worst = chance * picture.worth[space]
            found = Risk(space, round(100 * chance))
    return found


def _rallied(attacker: Attacker, space: int) -> dict[int, int]:
    """Who stands in a place and who can still join him there after the battles."""
    world, state = attacker.world, attacker.state
    force = attacker.force(space)
    if world.powers[attacker.power].capital == space:
        force = merged(force, at.bought(world, state, attacker.power))
    for other in world.land_near[space]:
        for piece, count in state.units[other]:
            mine = piece.owner == attacker.power and not piece.marks & MOVED
            if mine and world.kinds[piece.kind].takes_land:
                force = merged(force, {piece.kind: count})
    return {k: n for k, n in force.items() if world.kinds[k].fights}


def rejected(attacker: Attacker) -> Shunned | None:
    """The most tempting target that could be reached and is left alone."""
    picture = attacker.picture
    reach = attacker.opening
    targets = [
        target
        for target in {*reach.offers, *reach.trips}
        if target not in attacker.attacked and picture.worth[target] >= TEMPTING
    ]
    targets.sort(key=lambda target: (-picture.worth[target], target))
    for target in targets[:LOOKED_AT]:
        chance = attacker.promise(target, reach)
        if chance >= THINKABLE:
            why: Literal["weak", "answer"] = "weak" if chance < DOUBTFUL else "answer"
            return Shunned(target, round(100 * chance), why)
    return None
