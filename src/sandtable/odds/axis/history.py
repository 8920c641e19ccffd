"""Which pairs of states two fleets can come to, as far as a state tells what the enemy was like.

Hits fall in the order of loss. If somebody was lost out of turn, the hit could not choose freely:
it came from aircraft without a destroyer, or from a submarine. So the enemy had such units, and
the enemy's state shows whether that can be.
"""

from __future__ import annotations

import sys
from bisect import bisect
from typing import TYPE_CHECKING

import numpy as np

from .dice import Bools, Ints
from .states import PLANE, SHIP, SUBMARINE, TRANSPORT, States

if TYPE_CHECKING:
    from .fleet import Fleet


class History:
    """``blind``: somebody was lost while a submarine was next, so aircraft without a destroyer
    did it. ``below``: a ship was lost while an aircraft was next, so a submarine did it; ``bare``:
    and that was the last ship."""

    def __init__(self, states: States, sub: Bools, destroyer: Bools) -> None:
        """``sub``, ``destroyer``: by state whether there is one in the battle."""
        planes, submarines, ships, transports = states.taken.T
        most = states.most
        self.blind: Bools = ships > _ahead(states, SHIP, SUBMARINE).take(submarines)
        self.blind |= planes > _ahead(states, PLANE, SUBMARINE).take(submarines)
        self.blind &= ~states.down
        screen = _ahead(states, SHIP, PLANE)
        self.below: Bools = ships > screen.take(planes)
        aloft = planes < most[PLANE]
        if most[TRANSPORT]:
            self.below |= (transports > 0) & aloft
        self.bare: Bools = self.below & (ships == most[SHIP])
        whole = sub & ~self.blind
        self.sheds = not (whole & ~destroyer).any()
        """Whether all submarines go before the last destroyer, unless they cannot be hit."""
        screen += _ahead(states, SUBMARINE, PLANE)
        before = screen.take(planes) - submarines - ships
        self.screen = 0 if (whole & self.below).any() else _least(before, whole & aloft)
        """How many hits of submarines can fall on others than aircraft that are next, while it
        has submarines itself and was not hit by aircraft without a destroyer."""
        left = most[SUBMARINE] + most[SHIP] - submarines - ships
        self.hull = _least(left, (sub | destroyer) & aloft)
        """How many hits of submarines take all ships from aircraft, while there are submarines or
        destroyers, which could hit submarines."""


def _ahead(states: States, these: int, those: int) -> Ints:
    """How many of a class go before the next of another, for each number lost of the other."""
    ranks = states.ranks[these]
    found = [bisect(ranks, rank) for rank in states.ranks[those]]
    return np.array([*found, len(ranks)])


def _least(numbers: Ints, where: Bools) -> int:
    found = numbers[where]
    return int(found.min()) if len(found) else sys.maxsize


def unmet(attacker: Fleet, defender: Fleet, dives: bool) -> Bools:
    """By (defender, attacker) pairs of states that no battle leads to; not all of them.

    ``dives``: whether submarines may submerge.
    """
    one, two = attacker.history, defender.history
    mine, theirs = attacker.sizes[0] - 1, defender.sizes[0] - 1
    # While one side has a destroyer, nobody on the other is hit by aircraft without one.
    found = [(two.blind, attacker.destroyer), (defender.destroyer, one.blind)]
    if one.sheds and two.sheds:
        # The first whose destroyers are gone has no submarines that could be passed over.
        found.append((two.blind, one.blind))
        # The first whose aircraft are passed over has no submarines left to do the same, and
        # the other's aircraft were not passed over in that round.
        if one.screen >= theirs and two.screen >= mine:
            found.append((two.below, one.below))
    # Aircraft alone cannot hit the submarines that hit their last ship.
    if two.hull > mine and not dives:
        found.append((two.bare, ~attacker.sub))
    if one.hull > theirs and not dives:
        found.append((~defender.sub, one.bare))
    rows, columns = (np.array(side, dtype=np.float64) for side in zip(*found, strict=True))
    pairs: Bools = rows.T @ columns > 0
    return pairs
