"""What ground is worth, in IPCs: income, factories, capitals, victory cities, objectives."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.conditions import Call
from sandtable.games.axis.judge import Judge
from sandtable.games.axis.relations import Row
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import NOBODY, World

CITY, CAPITAL, FACTORY, TURNS = 3.0, 20.0, 5.0, 2.5
"""A victory city, a capital, a factory; income is counted for some turns."""
PART_CAPITAL = 8.0
"""The seat of a second purse of a power."""
RULED = 1.5
"""So many turns the income of a power without its capital counts as lost."""
OBJECTIVE_TURNS = 1.5
CONVOY = "convoy"
"""Zones with this mark are passed by the income of the land beside them."""
NEVER = 99
DECISIVE = 100.0
"""What a city is worth more when it wins the game, or saves it."""


def worth_of_all(world: World, state: AxisState, power: int) -> tuple[float, ...]:
    """What taking or holding each territory is worth to a power's side."""
    bonus = objective_worth(world, state, power) if state.options.get("objectives") else {}
    worth = list(_lasting_worth(world))
    for space, prize in goal_worth(world, state).items():
        worth[space] += prize if space in world.landmass else 0.0
    for space, purses in world.purses_at_stake.items():
        worth[space] += CAPITAL if world.spaces[space].capital_of != NOBODY else PART_CAPITAL
        worth[space] += sum(_purse(world, state, space, purse) for purse in purses)
    factories = {s for s in state.facilities if facilities.factory(world, state, s) is not None}
    for space in factories:
        worth[space] += FACTORY
    for space in _barren(world) - factories:
        worth[space] -= 0.3
    for space, more in bonus.items():
        worth[space] += more if not world.is_sea[space] else 0.0
    for zone in _convoy_zones(world):
        worth[zone] = _convoys_saved(world, state, power, zone)
    return tuple(worth)


@lru_cache(maxsize=64)
def _lasting_worth(world: World) -> tuple[float, ...]:
    """What each space is worth whatever happens: its income, and that it is ground at all."""
    return tuple(
        TURNS * space.value + 0.5 if space.index in world.landmass else 0.0
        for space in world.spaces
    )


@lru_cache(maxsize=64)
def _barren(world: World) -> frozenset[int]:
    """Land that nobody owned and that brings nothing in."""
    return frozenset(
        s for s in world.landmass if world.original[s] == NOBODY and not world.value[s]
    )


@lru_cache(maxsize=64)
def _convoy_zones(world: World) -> tuple[int, ...]:
    return tuple(s.index for s in world.spaces if s.kind == "sea" and CONVOY in s.symbols)


def goal_worth(world: World, state: AxisState) -> dict[int, float]:
    """Spaces that victory counts are worth more the nearer either side is to winning by them."""
    missing: dict[int, int] = {}
    for index, aim in enumerate(world.victory.aims(state)):
        for space in world.victory.spaces(state, index):
            missing[space] = min(missing.get(space, NEVER), max(0, aim.need - aim.have))
    return {
        space: CITY + (DECISIVE / (1 + left) ** 2.5 if left else DECISIVE)
        for space, left in missing.items()
    }


def convoy_prey(world: World, state: AxisState, powers: Row, zone: int) -> int:
    """How much income of these powers passes a zone and can be raided there."""
    if CONVOY not in world.spaces[zone].symbols:
        return 0
    return sum(world.value[land] for land in world.land_near[zone] if powers[state.owner[land]])


def _convoys_saved(world: World, state: AxisState, power: int, zone: int) -> float:
    """What enemies in a zone take from our side's income: a die takes one IPC on the average."""
    prey = convoy_prey(world, state, at.allies(state, power), zone)
    if not prey:
        return 0.0
    foe = at.foes(state, power)
    dice = sum(world.kinds[p.kind].convoy_dice * n for p, n in state.units[zone] if foe[p.owner])
    return OBJECTIVE_TURNS * min(prey, dice)


def _purse(world: World, state: AxisState, space: int, purse: int) -> float:
    """Who takes a capital takes the money of its power, and its income for as long as he stays."""
    owner = world.purses[purse].power
    money = 0.5 * state.money[purse] if state.owner[space] == owner else 10.0
    return money + RULED * at.production(world, state, owner, purse)


def objective_worth(world: World, state: AxisState, power: int) -> dict[int, float]:
    """Bonus income that hangs on single territories, for us and against the others."""
    found: dict[int, float] = {}
    ally = at.allies(state, power)
    for objective in world.objectives:
        whose = world.power[objective.power]
        judge = Judge(world, state, whose)
        holds = judge.holds(objective.condition)
        mine = ally[whose]
        for space, share in _shares(judge, objective.condition):
            held = ally[state.owner[space]]
            if mine and holds and not held:
                continue
            if not mine and not holds and not held:
                continue
            found[space] = found.get(space, 0.0) + share * objective.bonus * OBJECTIVE_TURNS
    return found


def _shares(judge: Judge, call: Call) -> list[tuple[int, float]]:
    """The territories of a condition, and how much of it hangs on each."""
    if call.name in ("and", "or", "once"):
        parts = [part for arg in call.args for part in arg if isinstance(part, Call)]
        return [pair for part in parts for pair in _shares(judge, part)]
    if call.name not in ("all-of", "at-least", "each"):
        return []
    spaces = judge.spaces(call.args[-1])
    share = 1.0 if call.name == "each" else 1.0 / max(2, len(spaces))
    return [(space, share) for space in sorted(spaces)]
