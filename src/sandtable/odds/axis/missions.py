"""Raids that take strength points, flying bombs, and diplomacy: dice that are read one by one."""

from __future__ import annotations

import msgspec
import numpy as np

from sandtable.games.axis.units import Kind
from sandtable.table import Malformed

from .battle import Arms, arms
from .dice import SORTS, few
from .hits import SIDES, any_hits, exactly
from .raid import RaidOdds

MOST = 100


class Persuasion(msgspec.Struct, frozen=True):
    """A die for a neutral: the chance that it is won, and what that costs on average."""

    value: int
    chance: float
    price: int
    price_of_friends: int
    expected_cost: float
    """Until it is won, at the full price; 0 where it cannot be."""
    method: str = "exact"


def bombing(
    bombers: int,
    *,
    title: str,
    facility: str = "",
    damaged: int = 0,
    flak: tuple[int, ...] = (),
) -> RaidOdds:
    """A raid on a building with strength points; ``flak``: the dice thrown at each bomber."""
    found = arms(title)
    target = _target(found, facility)
    strength = target.hits - damaged
    if not 0 < bombers <= MOST:
        raise Malformed("a raid needs between 1 and 100 bombers")
    if strength <= 0 or damaged < 0:
        raise Malformed(f"a {target.id} has {target.hits} strength points, so no {damaged} hits")
    kind = next(kind for kind in found.kinds if kind.strategic)
    assert kind.raid is not None
    lost = [exactly(bombers, number, any_hits(flak)) for number in range(bombers + 1)]
    damage = np.zeros(strength + 1)
    for number, chance in enumerate(lost):
        row = [0] * SORTS
        row[kind.attack] = kind.raid.count * (bombers - number)
        for hits, other in enumerate(few(row)):
            damage[min(hits, strength)] += chance * other
    return _told(damage.tolist(), lost, kind.cost)


def bomb(name: str, *, title: str, flak: tuple[int, ...] = ()) -> RaidOdds:
    """A flying bomb: the hits it scores, and whether it is shot down."""
    found = arms(title)
    weapon = found.rules.bombs.get(name)
    if weapon is None:
        known = ", ".join(found.rules.bombs) or "none"
        raise Malformed(f"there is no bomb '{name}'; there are {known}")
    stopped = any_hits(flak) if weapon.interceptable else 0.0
    row = [0] * SORTS
    row[weapon.hits_at] = weapon.dice
    damage = [chance * (1.0 - stopped) for chance in few(row)]
    damage[0] += stopped
    return _told(damage, [1.0 - stopped, stopped], weapon.cost)


def diplomacy(space: str, *, title: str) -> Persuasion:
    found = arms(title)
    index = found.world.space[found.rules.notation.space(space.strip().lower())]
    terms = found.rules.persuasion
    if terms is None or found.world.spaces[index].neutral < 0:
        raise Malformed(f"{space} is not won by diplomacy")
    value = found.world.value[index]
    chance = max(0, SIDES - value) / SIDES
    cost = terms[0] / chance if chance else 0.0
    return Persuasion(value, chance, terms[0], terms[1], cost)


def _target(found: Arms, facility: str) -> Kind:
    """What is bombed: a building or a battery; the first of the table if none is named."""
    known = [kind for kind in found.kinds if kind.building or kind.aa_hit]
    named = [kind for kind in known if facility == kind.id or (not facility and kind.building)]
    if not named:
        names = ", ".join(kind.id for kind in known)
        raise Malformed(f"there is no facility '{facility}'; there are {names}")
    return named[0]


def _told(damage: list[float], lost: list[float], cost: int) -> RaidOdds:
    gone = sum(n * p for n, p in enumerate(lost))
    mean = sum(n * p for n, p in enumerate(damage))
    return RaidOdds(damage, lost, mean, gone, gone * cost)
