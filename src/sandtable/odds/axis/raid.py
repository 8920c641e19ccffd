"""Strategic bombing raids and rockets: how much damage, at what loss."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.games.axis.arsenal import Arsenal
from sandtable.games.axis.facilities import capped
from sandtable.games.axis.units import Kind
from sandtable.table import Malformed

from .battle import Arms, arms
from .dice import SORTS, Floats, few
from .hits import SIDES


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
    raider: str = "",
    facility: str = "",
    escorts: int = 0,
    interceptors: int = 0,
) -> RaidOdds:
    """A raid on a facility (a factory) in a territory of a value, already damaged so much.

    Where fighters escort and intercept, escorts are lost before bombers.
    """
    found = arms(title)
    target = _target(found, facility)
    most = _check(target, value, damaged)
    if not 0 < bombers <= 100 or escorts + interceptors > 100:
        raise Malformed("a raid needs between 1 and 100 bombers")
    arsenal, defence = found.arsenal(attacker_techs), found.arsenal(defender_techs)
    kind = next(k for k in found.kinds if (k.id == raider if raider else k.strategic))
    hit = (defence.built_in_aa[target.index] or max(defence.aa_hit)) if gun else 0
    lost = [0.0] * (bombers + 1)
    for met, chance in enumerate(_met(found, defence, interceptors)):
        early = min(bombers, max(0, met - escorts))
        for number, other in enumerate(_shots(hit, bombers - early)):
            lost[early + number] += chance * other
    damage = np.zeros(1)
    for number, chance in enumerate(lost):
        points = _points(kind, arsenal, bombers - number)
        damage = _add(damage, _capped(points, most, damaged) * chance)
    return _odds(damage, lost, kind.cost)


def _met(found: Arms, defence: Arsenal, interceptors: int) -> list[float]:
    """Chances of the hits of interceptors in the air battle: all fire once."""
    if not interceptors:
        return [1.0]
    numbers = [defence.air_battle[kind.index] for kind in found.kinds if kind.intercepts]
    if not numbers:
        raise Malformed("nobody intercepts raids in this title")
    return _shots(numbers[0], interceptors)


def _shots(hit: int, dice: int) -> list[float]:
    """Chances of the hits of so many dice."""
    row = [0] * SORTS
    row[hit] = dice
    return list(few(row))


def _target(found: Arms, facility: str) -> Kind:
    """The kind of facility that is bombed: the one named, or the first of the table."""
    named = [kind for kind in found.kinds if kind.building and facility in ("", kind.id)]
    if not named:
        known = ", ".join(kind.id for kind in found.kinds if kind.building)
        raise Malformed(f"there is no facility '{facility}'; there are {known}")
    return named[0]


def rocket(*, title: str = "", value: int, damaged: int = 0, facility: str = "") -> RaidOdds:
    """One rocket."""
    most = _check(_target(arms(title), facility), value, damaged)
    return _odds(_capped(_pips(1), most, damaged), [1.0], 0)


class Raiders(NamedTuple):
    """Bombers of one kind, and the fighters that go along."""

    kind: str
    bombers: int
    escorts: int


def raiders_of(found: Arms, text: str) -> Raiders:
    """Who is said to raid."""
    units = {found.kinds[found.kind[name]]: n for name, n in found.read(text).items()}
    others = [kind.id for kind in units if not kind.raids and not kind.escorts]
    if others:
        raise Malformed(f"a {others[0]} does not raid")
    bombers = [(kind.id, n) for kind, n in units.items() if kind.raids]
    if len(bombers) != 1:
        raise Malformed("name bombers of one kind, and fighters as their escorts")
    return Raiders(*bombers[0], sum(n for kind, n in units.items() if not kind.raids))


def value_of(found: Arms, space: str) -> int:
    """What the territory of this name is worth."""
    return found.world.value[found.world.space[found.rules.notation.space(space.strip().lower())]]


def _check(target: Kind, value: int, damaged: int) -> int:
    """The most damage a facility there can carry, by the title's table."""
    if not 0 < value <= 100:
        raise Malformed("a factory stands in a territory of value 1 to 100")
    assert target.building is not None
    most = target.building.damage_limit(value)
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
