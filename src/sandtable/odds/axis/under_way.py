"""A battle in the middle of a round: hits are scored and not yet taken, others still fire.

Losses are taken as the game suggests them. The dice still due in this round are counted by what
they can do, numbers of hits of each sort, until the round is over and the usual odds go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis.battle import BattleStep
from sandtable.games.axis.casualties import CasualtiesStep
from sandtable.games.axis.firing import Volleys
from sandtable.games.axis.forces import Volley
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.sides import groups
from sandtable.games.axis.stages import Stage
from sandtable.games.axis.state import AxisState
from sandtable.table import Position

from .hits import SIDES

HIT = 1


class Leaf(msgspec.Struct, frozen=True):
    """Where the round may lead to; ``battle`` is None when it ends the battle."""

    chance: float
    position: Position[Any]
    battle: frames.Battle | None


def is_midway(position: Position[Any]) -> bool:
    """Between rounds the battle is read as it stands."""
    battle = _battle(position)
    if battle is None:
        return False
    top = position.state.flow[-1]
    return isinstance(top, frames.Casualties) or not _stage(position, battle).between_rounds


def leaves(position: Position[Any]) -> Iterator[Leaf]:
    """All ways in which the round may end, with their chances."""
    battle = _battle(position)
    assert battle is not None
    yield from _walk(position.copy(), 1.0, (battle.space, battle.round))


def survivors(
    position: Position[Any], battle: frames.Battle
) -> tuple[dict[str, int], dict[str, int]]:
    """Who is left in the battle's space when it is over."""
    rules, state = position.rules, position.state
    assert isinstance(rules, AxisRules)
    assert isinstance(state, AxisState)
    kinds = rules.world.kinds
    left = [groups(rules.world, state, battle, attacker) for attacker in (True, False)]
    mine, theirs = (
        {kind: sum(g.count for g in side if kinds[g.kind].id == kind) for kind in names}
        for side in left
        for names in [[kinds[g.kind].id for g in side]]
    )
    return mine, theirs


def _battle(position: Position[Any]) -> frames.Battle | None:
    flow = position.state.flow
    return next((f for f in reversed(flow) if isinstance(f, frames.Battle)), None)


def _stage(position: Position[Any], battle: frames.Battle) -> Stage:
    step = position.rules.steps[frames.Battle]
    assert isinstance(step, BattleStep)
    return step.stage(battle)


def _walk(position: Position[Any], chance: float, now: tuple[int, int]) -> Iterator[Leaf]:
    """``now``: the space and the round."""
    battle = _battle(position)
    if battle is None or battle.space != now[0]:
        yield Leaf(chance, position, None)
        return
    top = position.state.flow[-1]
    stage = _stage(position, battle)
    if battle.round > now[1] and top is battle and not stage.between_rounds:
        # Nobody was asked between the rounds and the next one's first dice are due.
        stage = stage.order.stages[stage.order.first_of_round]
        battle.stage = stage.name
    if isinstance(top, frames.Casualties):
        step = position.rules.steps[frames.Casualties]
        assert isinstance(step, CasualtiesStep)
        assert position.decision is not None
        position.play(position.decision.seats[0], step.suggestion(position.state, top))
        yield from _walk(position, chance, now)
    elif position.chance is not None and top is battle and isinstance(stage, Volleys):
        _, volleys = stage.volleys(position.state, battle)
        kinds = position.rules.world.kinds  # type: ignore[attr-defined]
        for likely, faces in _rolls(volleys, [kinds[v.kind].source for v in volleys]):
            twin = position.copy()
            twin.resolve(faces)
            yield from _walk(twin, chance * likely, now)
    else:
        yield Leaf(chance, position, battle)


def _rolls(volleys: list[Volley], sorts: list[int]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """For each number of hits of each sort its chance, and some faces that are such a roll."""
    spread: dict[int, list[float]] = {}
    for volley, sort in zip(volleys, sorts, strict=True):
        miss = (1 - min(volley.needed, SIDES) / SIDES) ** volley.best_of
        for _ in range(volley.count):
            old = spread.get(sort, [1.0])
            spread[sort] = [
                (old[n] * miss if n < len(old) else 0.0) + (old[n - 1] * (1 - miss) if n else 0.0)
                for n in range(len(old) + 1)
            ]
    names = list(spread)
    for numbers in product(*(range(len(spread[sort])) for sort in names)):
        chance = 1.0
        for sort, number in zip(names, numbers, strict=True):
            chance *= spread[sort][number]
        if chance:
            yield chance, _faces(volleys, sorts, dict(zip(names, numbers, strict=True)))


def _faces(volleys: list[Volley], sorts: list[int], hits: dict[int, int]) -> tuple[int, ...]:
    faces: list[int] = []
    for volley, sort in zip(volleys, sorts, strict=True):
        good = volley.count if volley.needed >= SIDES else min(volley.count, hits[sort])
        hits[sort] -= good
        faces += [HIT] * (good * volley.best_of)
        faces += [SIDES] * ((volley.count - good) * volley.best_of)
    return tuple(faces)
