"""What enemy warships in convoy zones will take from an income."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import numpy as np

from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis1940.convoys import COUNTS_UP_TO, harbours, raiders, total_loss
from sandtable.odds.axis.battle import arms
from sandtable.odds.axis.dice import Floats
from sandtable.odds.axis.hits import SIDES
from sandtable.odds.words import bar, percent
from sandtable.table import Malformed, Position

MOST_DICE = 200


class ConvoyOdds(msgspec.Struct, frozen=True):
    """Chances of the IPCs that are lost."""

    lost: list[float]
    expected: float


def convoys(units: str, *, title: str, value: int) -> ConvoyOdds:
    """Ships and aircraft in one zone beside territories worth so much together.

    >>> round(convoys("1 submarine", title="global-1940", value=10).expected, 3)
    2.0
    """
    found = arms(title)
    dice = 0
    for name, count in found.read(units).items():
        each = found.kinds[found.kind[name]].convoy_dice
        if not each:
            raise Malformed(f"a {name} rolls no dice against convoys")
        dice += each * count
    if not 0 < dice <= MOST_DICE or value < 0:
        raise Malformed(f"between 1 and {MOST_DICE} dice are rolled against convoys")
    return _odds({0: dice}, {0: (0,)}, {0: value})


def convoys_of(position: Position[Any], purse: str) -> ConvoyOdds:
    """All the convoys of a power (or of one of its purses) as the table has it."""
    rules, state = position.rules, position.state
    if not isinstance(rules, AxisRules) or not isinstance(state, AxisState):
        raise Malformed(f"there are no convoys in {rules.id}")
    world = rules.world
    if purse not in world.purse:
        raise Malformed(f"there is no purse '{purse}'; there are {', '.join(world.purse)}")
    index = world.purse[purse]
    power = world.purses[index].power
    own = index if len(world.purses_of[power]) > 1 else -1
    lands = harbours(world, state, power, own)
    dice: dict[int, int] = {}
    for group in raiders(world, state, power, iter(lands)):
        dice[group.zone] = dice.get(group.zone, 0) + group.dice
    worth = {land: world.value[land] for near in lands.values() for land in near}
    return _odds(dice, {zone: lands[zone] for zone in dice}, worth)


def _odds(
    dice: dict[int, int], lands: dict[int, tuple[int, ...]], worth: dict[int, int]
) -> ConvoyOdds:
    """The game's own reckoning for every sum that the dice of each zone can show.

    What is more than the lands of a zone are worth comes to the same.
    """
    zones = list(dice)
    sums = []
    for zone in zones:
        most = sum(worth[land] for land in lands[zone])
        shown = _shown(dice[zone])
        sums.append([*shown[:most], float(shown[most:].sum())])
    lost = np.zeros(sum(worth.values()) + 1)
    for rolled in product(*(range(len(row)) for row in sums)):
        chance = float(np.prod([row[n] for row, n in zip(sums, rolled, strict=True)]))
        if chance:
            lost[total_loss(dict(zip(zones, rolled, strict=True)), lands, worth)] += chance
    found = np.trim_zeros(lost, "b").tolist() or [1.0]
    return ConvoyOdds(found, sum(n * p for n, p in enumerate(found)))


def _shown(dice: int) -> Floats:
    """Chances of the sum of those dice that count."""
    one = np.array([1 - COUNTS_UP_TO / SIDES] + [1 / SIDES] * COUNTS_UP_TO)
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, one)
    return total


def told(found: ConvoyOdds, *, coin: str) -> str:
    """What an income loses."""
    rows = [
        f"  {lost:>3}  {percent(chance):>8}  {bar(chance)}".rstrip()
        for lost, chance in enumerate(found.lost)
        if chance
    ]
    return "\n".join([f"{found.expected:.2f} {coin} lost on average", *rows])
