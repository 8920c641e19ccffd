"""Fortress America's side of the door: questions as data, and battles on a table."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.games.fortress.board import IS_ZONE, ROUGH, read_space
from sandtable.games.fortress.field import at as stack_at
from sandtable.games.fortress.field import enemy_in
from sandtable.games.fortress.fighting import attacking
from sandtable.games.fortress.moves import retreats
from sandtable.games.fortress.pieces import (
    ALL_KINDS,
    FORCES,
    KINDS,
    LIMIT,
    Stack,
    plus,
    read_force,
    read_stack,
)
from sandtable.games.fortress.state import FortressState
from sandtable.odds.form import BattleOdds, Ending
from sandtable.table import Malformed, Position

from . import battle, muster

MOST = 8 * LIMIT
"""Units of one side: more cannot stand around a space."""


class Answer(msgspec.Struct, frozen=True):
    """The odds of one battle as data; the first fields are those of ``BattleOdds``."""

    win: float
    draw: float
    lose: float
    take: float
    attackers: tuple[Ending, ...]
    """Who is left of the attack, in the battle or disengaged."""
    defenders: tuple[Ending, ...]
    attacker_loss: dict[str, float]
    defender_loss: dict[str, float]
    barred: float
    """The space is emptied, but by bombers alone, which cannot enter."""
    method: str = "exact"


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Forces are text (``3 infantry, 1 tank``)."""

    title: str
    attackers: str
    defenders: str
    rough: bool = False
    """A city or mountains."""
    weak: bool = False
    """The option of weak Partisans."""
    escape: bool = True
    """Whether defenders who must retreat have somewhere to go."""


def solve(
    attackers: Stack,
    defenders: Stack,
    *,
    rough: bool = False,
    weak: bool = False,
    escape: bool = True,
) -> Answer:
    """The odds of one battle.

    >>> found = solve(read_stack("2 tank, 1 infantry"), read_stack("2 infantry"), rough=True)
    >>> round(found.win, 4), round(found.lose, 4)
    (0.2292, 0.7708)
    """
    for stack, who in ((attackers, "attacker"), (defenders, "defender")):
        if not any(stack):
            raise Malformed(f"the {who} has no units")
        if sum(stack) > MOST:
            raise Malformed(f"the {who} has more than {MOST} units")
    odds = battle(attackers, defenders, rough, weak, escape)
    ours: dict[Stack, float] = {}
    theirs: dict[Stack, float] = {}
    for end in odds.ends:
        mine = plus(end.attackers, end.disengaged)
        left = plus(end.defenders, end.retreated) if escape else end.defenders
        ours[mine] = ours.get(mine, 0.0) + end.chance
        theirs[left] = theirs.get(left, 0.0) + end.chance
    return Answer(
        win=odds.win + odds.barred,
        draw=0.0,
        lose=odds.hold,
        take=odds.win,
        attackers=_endings(ours),
        defenders=_endings(theirs),
        attacker_loss=_lost(attackers, odds.attacker_losses),
        defender_loss=_lost(defenders, odds.defender_losses),
        barred=odds.barred,
    )


def _endings(found: dict[Stack, float]) -> tuple[Ending, ...]:
    ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        Ending({KINDS[k]: stack[k] for k in ALL_KINDS if stack[k]}, chance)
        for stack, chance in ranked
    )


def _lost(begun: Stack, lost: tuple[float, ...]) -> dict[str, float]:
    return {KINDS[kind]: lost[kind] for kind in ALL_KINDS if begun[kind]}


def ask(data: Any) -> dict[str, Any]:
    try:
        asked = msgspec.convert(data, Question)
    except msgspec.ValidationError as error:
        raise Malformed(f"this is no question about odds: {error}") from error
    found = solve(
        read_stack(asked.attackers),
        read_stack(asked.defenders),
        rough=asked.rough,
        weak=asked.weak,
        escape=asked.escape,
    )
    answer: dict[str, Any] = msgspec.to_builtins(found)
    return answer


# On a table


def at(
    position: Position[Any], where: str, *, power: str | None = None, reach: bool = False
) -> Answer:
    """The battle for a space: with the units that are in it, or with ``reach`` with all that could
    come in First Movement. ``power``: which force attacks, if not the one whose turn it is."""
    state = _state(position)
    space = read_space(where.strip().lower())
    force = read_force(power) if power else _whose_turn(state)
    defender = enemy_in(state, force, space)
    attack = muster(state, force, space).stack if reach else attacking(state, space)
    if defender < 0:
        raise Malformed(f"there is no enemy of {FORCES[force]} in {where}")
    if not any(attack):
        raise Malformed(f"{FORCES[force]} has no units in a battle for {where}")
    defence = stack_at(state, defender, space)
    escape = any(retreats(state, defender, kind, space) for kind in ALL_KINDS if defence[kind])
    weak = state.settings.weak_partisans
    found = solve(attack, defence, rough=ROUGH[space], weak=weak, escape=escape)
    return msgspec.structs.replace(found, take=0.0) if IS_ZONE[space] else found


def battle_at(position: Position[Any], where: str) -> BattleOdds | None:
    try:
        found = at(position, where)
    except Malformed:
        return None  # nobody attacks there
    return BattleOdds(
        found.win, found.draw, found.lose, found.take, found.attackers, found.defenders
    )


def _state(position: Position[Any]) -> FortressState:
    state = position.state
    if not isinstance(state, FortressState):
        raise Malformed(f"these odds are for Fortress America, not for {position.rules.id}")
    return state


def _whose_turn(state: FortressState) -> int:
    for frame in state.flow:
        force = getattr(frame, "force", -1)
        if force >= 0:
            return int(force)
    raise Malformed("it is nobody's turn: say which force attacks")
