"""Strategic bombing raids and rockets: how much damage, at what loss."""

from __future__ import annotations

import msgspec
import numpy as np

from sandtable.games.axis.raids import capped
from sandtable.table import Malformed

from .battle import Arms, arms
from .dice import SIDES, Floats, few
from .side import FACES


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
    title: str = "anniversary-1941",
    value: int,
    damaged: int = 0,
    gun: bool = True,
    attacker_techs: tuple[str, ...] = (),
    defender_techs: tuple[str, ...] = (),
) -> RaidOdds:
    """A raid on a factory in a territory of a value, already damaged so much."""
    found = arms(title)
    _check(found, value, damaged)
    if not 0 < bombers <= 100:
        raise Malformed("a raid needs between 1 and 100 bombers")
    arsenal = found.arsenal(attacker_techs)
    kind = next(kind for kind in found.kinds if kind.strategic)
    row = [0] * FACES
    row[max(found.arsenal(defender_techs).aa_hit) if gun else 0] = bombers
    lost = list(few(row))
    damage = np.zeros(1)
    for number, chance in enumerate(lost):
        dice = (bombers - number) * arsenal.dice[kind.index]
        damage = _add(damage, _capped(_pips(dice), value, damaged) * chance)
    lost += [0.0] * (bombers + 1 - len(lost))
    return _odds(damage, lost, kind.cost)


def rocket(*, title: str = "anniversary-1941", value: int, damaged: int = 0) -> RaidOdds:
    """One rocket."""
    _check(arms(title), value, damaged)
    return _odds(_capped(_pips(1), value, damaged), [1.0], 0)


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


def _check(found: Arms, value: int, damaged: int) -> None:
    if not 0 < value <= 100:
        raise Malformed("a factory stands in a territory of value 1 to 100")
    if not 0 <= damaged <= capped(value, 0, 10**6):
        raise Malformed(f"a factory in a territory of value {value} has no {damaged} damage")


def _pips(dice: int) -> Floats:
    """Chances of the sum of so many dice."""
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, np.array([0.0] + [1 / SIDES] * SIDES))
    return total


def _capped(chances: Floats, value: int, damaged: int) -> Floats:
    """Only so much damage fits, by the game's own rule."""
    added = [capped(value, damaged, points) for points in range(len(chances))]
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
