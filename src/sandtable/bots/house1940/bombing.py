"""What bombs do: raids on buildings, and V-bombs on whole lands."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.games.house1940.buildings import strength
from sandtable.games.house1940.money import PRICE as REPAIR
from sandtable.odds.axis.hits import SIDES, any_hits, at_least, exactly

IDLE_WORKS = 5.0
"""What a round without its only factory costs a power, besides the factory."""
SPARED = 0.5
"""How much of its price other buildings are worth: few are missed soon."""
TELLING = 1.0
"""For less no bomber flies."""


def raid_gain(
    rules: AxisRules, state: AxisState, power: int, raider: Kind, space: int, target: Kind
) -> float:
    """What one bomber does to a building, less what the batteries do to the bomber, in PP."""
    down = any_hits(rules.flak(state, power, space))
    return (1.0 - down) * _damage(rules, state, power, raider, space, target) - down * raider.cost


def deterrent(
    rules: AxisRules,
    state: AxisState,
    power: int,
    raider: Kind,
    space: int,
    target: Kind,
    dice: tuple[int, ...],
) -> int:
    """How many batteries of so many dice keep a bomber of the power away from a building."""
    damage = _damage(rules, state, power, raider, space, target)
    batteries, down = 0, 0.0
    while (1.0 - down) * damage - down * raider.cost > TELLING:
        batteries += 1
        down = any_hits(dice * batteries)
    return batteries


def _damage(
    rules: AxisRules, state: AxisState, power: int, raider: Kind, space: int, target: Kind
) -> float:
    """What a bomber does that got through."""
    assert raider.raid is not None
    world = rules.world
    facility = facilities.find(state, space, target.index)
    left = strength(world, facility) if facility else 1
    hit = world.arsenal(state.techs[power]).attack[raider.index] / SIDES
    gone = at_least(raider.raid.count, left, hit)
    hurt = at_least(raider.raid.count, 1, hit) - gone
    return gone * _worth(rules, state, space, target) + hurt * REPAIR


def _worth(rules: AxisRules, state: AxisState, space: int, target: Kind) -> float:
    """What a building is worth to its owner."""
    if target.building is None or not target.building.is_factory:
        return SPARED * target.cost
    return target.cost + IDLE_WORKS / len(
        at.working_factories(rules.world, state, state.owner[space]) or (space,)
    )


def expected_damage(
    rules: AxisRules, state: AxisState, power: int, weapon: str, space: int
) -> float:
    """What a V-bomb takes from the owner of a land, who gives up the cheapest first, in PP."""
    bomb, world, foe = rules.bombs[weapon], rules.world, at.foes(state, power)
    losses = [
        world.kinds[piece.kind].cost
        for piece, count in state.units[space]
        if foe[piece.owner]
        for _ in range(count)
    ]
    for facility in state.facilities.get(space, ()):
        cost, left = world.kinds[facility.kind].cost, strength(world, facility)
        losses += [cost] if left == 1 else [REPAIR, cost - REPAIR]
    losses.sort()
    hit = bomb.hits_at / SIDES
    down = any_hits(rules.flak(state, power, space)) if bomb.interceptable else 0.0
    return (1.0 - down) * sum(
        exactly(bomb.dice, k, hit) * sum(losses[:k]) for k in range(1, bomb.dice + 1)
    )
