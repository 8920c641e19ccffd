"""Anti-aircraft batteries: who fires how many dice at each aircraft (HV-108, HV-170, HV-955)."""

from __future__ import annotations

from sandtable.games.axis import situation as at
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World

from .turn import new

RADAR = ("uk", "anzac")
"""Whose batteries have radar, wherever they came from (HV-942)."""


def dice_of(state: AxisState, power: str, hit: int) -> tuple[int, ...]:
    """HV-956: what each die of one battery of a power hits at."""
    if power not in RADAR:
        return (hit,)
    return (hit, hit) if state.options["radar"] == "two_dice" else (2,)


def salvo(world: World, state: AxisState, power: int, space: int) -> tuple[int, ...]:
    """The dice that enemy batteries of a land throw at each of the power's aircraft."""
    foe, kinds = at.foes(state, power), world.kinds
    batteries = [
        (world.powers[piece.owner].id, kinds[piece.kind].aa_hit)
        for piece, count in state.units[space]
        if kinds[piece.kind].aa_hit and foe[piece.owner]
        for _ in range(count)
    ]
    silent = sum(new(state, space, kind.index) for kind in kinds if kind.aa_hit)
    return tuple(
        needed for owner, hit in batteries[silent:] for needed in dice_of(state, owner, hit)
    )
