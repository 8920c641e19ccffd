"""Strategic bombing raids and rockets: how much damage, at what loss."""

from __future__ import annotations

import msgspec
import numpy as np

from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.facilities import capped
from sandtable.games.axis.units import Kind
from sandtable.table import Malformed

from .battle import Arms, arms
from .dice import SIDES, SORTS, Floats, few


class RaidOdds(msgspec.Struct, frozen=True):
    """Chances of the damage that is really added, and of the bombers lost."""

    damage: list[float]
    """By points of damage."""
    lost: list[float]
    """By bombers lost."""
    expected_damage: float
    expected_lost: float
    expected_cost: float
    """Of the bombers lost, in money."""
    method: str = "exact"


def raid(
    bombers: int,
    *,
    title: str = "",
    value: int,
    damaged: int = 0,
    gun: bool = True,
    attacker_techs: tuple[str, ...] = (),
    defender_techs: tuple[str, ...] = (),
) -> RaidOdds:
    """A raid on a factory in a territory of a value, already damaged so much."""
    found = arms(title)
    most = _check(found, value, damaged)
    if not 0 < bombers <= 100:
        raise Malformed("a raid needs between 1 and 100 bombers")
    arsenal = found.arsenal(attacker_techs)
    kind = next(kind for kind in found.kinds if kind.strategic)
    row = [0] * SORTS
    row[max(found.arsenal(defender_techs).aa_hit) if gun else 0] = bombers
    lost = list(few(row))
    damage = np.zeros(1)
    for number, chance in enumerate(lost):
        points = _points(kind, arsenal, bombers - number)
        damage = _add(damage, _capped(points, most, damaged) * chance)
    lost += [0.0] * (bombers + 1 - len(lost))
    return _odds(damage, lost, kind.cost)


def rocket(*, title: str = "", value: int, damaged: int = 0) -> RaidOdds:
    """One rocket."""
    most = _check(arms(title), value, damaged)
    return _odds(_capped(_pips(1), most, damaged), [1.0], 0)


def bombers_of(found: Arms, text: str) -> int:
    """How many bombers are said to raid."""
    units = found.read(text)
    others = [name for name in units if not found.kinds[found.kind[name]].raids]
    if others:
        raise Malformed(f"a {others[0]} does not raid")
    return sum(units.values())


def value_of(found: Arms, space: str) -> int:
    """What the territory of this name is worth."""
    return found.world.value[found.world.space[found.rules.notation.space(space.strip().lower())]]


def _check(found: Arms, value: int, damaged: int) -> int:
    """The most damage a factory there can carry, by the title's table."""
    if not 0 < value <= 100:
        raise Malformed("a factory stands in a territory of value 1 to 100")
    factory = next(kind.building for kind in found.kinds if kind.building)
    most = factory.damage_limit(value)
    if not 0 <= damaged <= most:
        raise Malformed(f"a factory in a territory of value {value} has no {damaged} damage")
    return most


def _points(kind: Kind, arsenal: Arsenal, bombers: int) -> Floats:
    """Chances of the points of damage that so many bombers drop."""
    assert kind.raid is not None
    dice = kind.raid.count * arsenal.dice[kind.index] * bombers
    points = _pips(dice, arsenal.best_of[kind.index])
    return np.concatenate((np.zeros(kind.raid.bonus * bombers), points))


def _pips(dice: int, best_of: int = 1) -> Floats:
    """Chances of the sum of so many dice, each the best of several."""
    one = np.diff((np.arange(SIDES + 1) / SIDES) ** best_of, prepend=0.0)
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, one)
    return total


def _capped(chances: Floats, most: int, damaged: int) -> Floats:
    """Only so much damage fits, by the game's own rule."""
    added = [capped(most, damaged, points) for points in range(len(chances))]
    found = np.zeros(max(added) + 1)
    np.add.at(found, added, chances)
    return found


def _add(first: Floats, second: Floats) -> Floats:
    total = np.zeros(max(len(first), len(second)))
    total[: len(first)] += first
    total[: len(second)] += second
    return total


def _odds(damage: Floats, lost: list[float], cost: int) -> RaidOdds:
    gone = sum(n * p for n, p in enumerate(lost))
    mean = float(damage @ np.arange(len(damage)))
    return RaidOdds(damage.tolist(), lost, mean, gone, gone * cost)
