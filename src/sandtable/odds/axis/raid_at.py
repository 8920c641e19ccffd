"""A raid on the table: who is over a territory, and who has risen against them."""

from __future__ import annotations

from typing import Any

from sandtable.games.axis import facilities
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import INTERCEPTS, RAIDER, AxisState, Facility
from sandtable.games.axis.units import Kind
from sandtable.odds.form import RaidOutlook
from sandtable.table import Malformed, Position

from .raid import raid


def raid_at(position: Position[Any], space: str) -> RaidOutlook | None:
    """All bombers of the kind there is most of, on what they can hurt most."""
    rules, state = position.rules, position.state
    if not isinstance(rules, AxisRules) or not isinstance(state, AxisState):
        return None
    world = rules.world
    where = world.space.get(space, -1)
    if where < 0:
        return None
    here = [(world.kinds[piece.kind], piece.marks, count) for piece, count in state.units[where]]
    raiders = [(kind, count) for kind, marks, count in here if marks & RAIDER]
    bombers: dict[Kind, int] = {}
    for kind, count in raiders:
        if kind.raids:
            bombers[kind] = bombers.get(kind, 0) + count
    if not bombers:
        return None
    kind = max(bombers, key=lambda one: bombers[one])
    targets = facilities.raidable(world, state, where, kind)
    if not targets:
        return None

    def room(target: Facility) -> int:
        return facilities.limit(world, where, world.kinds[target.kind]) - target.damage

    target = max(targets, key=room)
    try:
        found = raid(
            bombers[kind],
            title=rules.id,
            value=world.value[where],
            damaged=target.damage,
            raider=kind.id,
            facility=world.kinds[target.kind].id,
            escorts=sum(count for other, count in raiders if not other.raids),
            interceptors=sum(count for _, marks, count in here if marks & INTERCEPTS),
        )
    except Malformed:
        return None  # nothing to reckon with: a territory without value
    name = world.kinds[target.kind].id
    return RaidOutlook(name, bombers[kind], found.expected_damage, found.expected_lost)
