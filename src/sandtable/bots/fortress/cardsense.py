"""How a captain places reinforcements and lasers and plays Partisan cards."""

from __future__ import annotations

from sandtable.games.fortress.acts import Airlift, Choose, Fire, Place, PutLaser, Retreat, Target
from sandtable.games.fortress.board import CITIES, IS_CITY, IS_ZONE, NEAR, ZONES
from sandtable.games.fortress.field import at, count, invader_in, room
from sandtable.games.fortress.pieces import (
    ALL_KINDS,
    FIRST_WAVE,
    INVADERS,
    USA,
    Stack,
    one,
)
from sandtable.games.fortress.state import FortressState
from sandtable.table import Action

from .worth import UNIT, cut_off, distances_to, stack_worth, threat


def best_laser(state: FortressState, sites: list[int]) -> PutLaser:
    """The city farthest from invaders and from where more of them will land."""
    enemy = [s for s in range(len(NEAR)) if invader_in(state, s) >= 0]
    far = distances_to([*enemy, *(zone for force in INVADERS for zone in ZONES[force])])
    return PutLaser(max(sites, key=lambda city: (far[city], count(state, USA, city))))


def best_shot(state: FortressState, options: list[Fire]) -> Fire:
    """What hurts most: strong units, in spaces we attack or that threaten a city."""

    def score(shot: Fire) -> float:
        value = UNIT[shot.kind]
        force = invader_in(state, shot.space)
        if shot.space in state.declared:
            value += 1.5
        near_city = sum(IS_CITY[p] and state.control[p] == USA for p in NEAR[shot.space])
        value += 0.25 * near_city
        if IS_CITY[shot.space]:
            value += 0.6
            value += 1.0 if sum(at(state, force, shot.space)) == 1 else 0.0
        return value

    return max(options, key=score)


def best_reinforcement(state: FortressState, force: int, left: int) -> Place:
    """A balanced wave, in the zones nearest to cities still to be taken."""
    reserve = state.reserve[force]
    kind = max(
        (k for k in ALL_KINDS if reserve[k]),
        key=lambda k: reserve[k] / max(1, FIRST_WAVE[k]) + 0.3 * UNIT[k],
    )
    goals = [city for city in CITIES if state.control[city] == USA]
    far = distances_to(goals or list(CITIES))
    zones = [zone for zone in ZONES[force] if room(state, force, zone) > 0]

    def score(zone: int) -> float:
        return -far[zone] + 0.2 * room(state, force, zone)

    return Place(one(kind), max(zones, key=score))


def best_card_action(state: FortressState, options: list[Action]) -> Action:
    return max(options, key=lambda action: card_score(state, action))


def card_score(state: FortressState, action: Action) -> float:
    match action:
        case Place(_, space):
            return _place_score(state, space)
        case Target(kind, space):
            force = invader_in(state, space)
            lone = 1.5 if count(state, force, space) == 1 else 0.0
            return UNIT[kind] + lone + (1.0 if IS_CITY[space] else 0.0)
        case Choose(space):
            force = invader_in(state, space)
            worth = stack_worth(at(state, force, space)) if force >= 0 else 0.0
            return worth + 0.3 * cut_off(state, space)
        case Airlift(stack, source, target):
            return _airlift_score(state, stack, source, target)
    return 0.0


def _place_score(state: FortressState, space: int) -> float:
    """Cut supply lines, else stand where a city is in danger."""
    score = 0.0
    if state.control[space] != USA:
        score += 3.0 + 1.2 * cut_off(state, space)
    here = count(state, USA, space)
    danger = threat(state, space, INVADERS)
    if IS_CITY[space]:
        score += min(6.0, danger) / (1 + here) + 1.0
    elif here == 0 and any(invader_in(state, p) >= 0 for p in NEAR[space]):
        score += 1.0
    return score - 0.3 * here


def _airlift_score(state: FortressState, stack: Stack, source: int, target: int) -> float:
    """Regain an empty city, or leave a quiet place for a threatened one."""
    if IS_CITY[source] and threat(state, source, INVADERS) > 0:
        return -1.0
    score = 0.0
    if state.control[target] != USA:
        score += (9.0 if IS_CITY[target] else 0.0) + cut_off(state, target)
    if IS_CITY[target]:
        score += min(8.0, threat(state, target, INVADERS)) / (2 + count(state, USA, target))
    left = count(state, USA, source) - sum(stack)
    return score - 1.5 - (1.0 if IS_CITY[source] and left == 0 else 0.0)


def best_retreat(state: FortressState, force: int, options: list[Retreat]) -> Retreat:
    enemies = INVADERS if force == USA else (USA,)

    def score(way: Retreat) -> float:
        cover = count(state, force, way.target)
        value = 0.5 * cover - 0.2 * threat(state, way.target, enemies)
        value += 2.0 if IS_CITY[way.target] else 0.0
        return value + (0.5 if IS_ZONE[way.target] else 0.0)

    return max(options, key=score)
