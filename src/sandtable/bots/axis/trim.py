"""Battles on land are fought by as few as they need: the others follow when the place is taken.

A plan sends a whole army over a single defender, for it is to hold what it takes. But who has not
attacked can march in afterwards, and is free for something else if the battle is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Move
from sandtable.table import Action

from .exact import confirmed, quick
from .outlook import Outlook, key_of
from .trial import merged

if TYPE_CHECKING:
    from .attack import Attacker

USE = 0.03
"""What every IPC of units must add to a battle, in IPCs."""


def trim(attacker: Attacker) -> None:
    """Leave out of a plan whom its battles on land can spare."""
    actions, kinds = attacker.actions, attacker.world.kinds
    if not quick(attacker.picture.rules):
        return
    for target, force in attacker.sent.items():
        moves = free_moves(attacker, target)
        free: dict[int, int] = {}
        for units in (move.units[0] for move in moves):
            free = merged(free, {attacker.world.kind[units.kind]: units.count})
        gone = needless(force, free, partial(_value, attacker, target))
        if gone:
            attacker.sent[target] = merged(force, gone, -1)
            win = _outlook(attacker, target, attacker.sent[target]).win
            attacker.attacked[target] = win
            notes = [note for note in attacker.notes if note[1] != target]
            attacker.notes = [*notes, (attacker.picture.worth[target], target, round(100 * win))]
            stay = {kinds[kind].id: count for kind, count in gone.items()}
            actions = without(actions, moves, stay)
    attacker.actions = actions


def free_moves(attacker: Attacker, target: int) -> list[Move]:
    """Moves to a defended place on land of aircraft, and of troops who could as well follow."""
    world, picture = attacker.world, attacker.picture
    if world.is_sea[target] or not picture.force(target, picture.foe):
        return []

    def follows(move: Move) -> bool:
        way = (world.space[name] for name in move.route[1:-1])
        return world.kinds[world.kind[move.units[0].kind]].domain == "air" or all(
            at.is_friendly_land(world, picture.state, attacker.power, space) for space in way
        )

    moves = (action for action in attacker.actions if isinstance(action, Move))
    return [m for m in moves if m.route[-1] == attacker.name(target) and follows(m)]


def needless(
    force: dict[int, int], free: dict[int, int], value: Callable[[dict[int, int]], float]
) -> dict[int, int]:
    """Units that are left out one by one, as long as what is left is worth no less."""
    gone: dict[int, int] = {}
    best = value(force) if free else 0.0
    while free:
        found = {kind: value(merged(force, {kind: 1}, -1)) for kind in free}
        kind = max(found, key=lambda k: found[k])
        if found[kind] < best:
            break
        best, one = found[kind], {kind: 1}
        force, free, gone = merged(force, one, -1), merged(free, one, -1), merged(gone, one)
    return gone


def without(actions: list[Action], moves: list[Move], gone: dict[str, int]) -> list[Action]:
    """These moves made smaller by some units, the last ones first."""
    left, found = dict(gone), list[Action]()
    for action in reversed(actions):
        if isinstance(action, Move) and action in moves:
            (units,) = action.units
            stay = min(units.count, left.get(units.kind, 0))
            left[units.kind] = left.get(units.kind, 0) - stay
            if stay == units.count:
                continue
            smaller = msgspec.structs.replace(units, count=units.count - stay)
            action = Move((smaller,), action.route)
        found.append(action)
    return found[::-1]


def _value(attacker: Attacker, target: int, force: dict[int, int]) -> float:
    """What an attack with a force is worth, every unit having its price."""
    outlook = _outlook(attacker, target, force)
    flak = attacker.boldness * attacker.flak(target, force)
    use = USE * attacker.picture.mine.value(key_of(force))
    return attacker.battle_value(target, outlook) - flak - use


def _outlook(attacker: Attacker, target: int, force: dict[int, int]) -> Outlook:
    picture, sent = attacker.picture, key_of(force)
    enemy = key_of(picture.force(target, picture.foe))
    techs = (attacker.state.techs[attacker.power], 0)
    rough = picture.mine.estimate(sent, enemy)
    return confirmed(picture.rules, sent, enemy, sea=False, techs=techs, rough=rough)
