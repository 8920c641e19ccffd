"""A turn's eight actions, supply, conquest, and how the game ends."""

from __future__ import annotations

from collections import deque
from typing import Final

from sandtable.table import Action, AnytimeStep, Ask, Log, Refusal

from .acts import Concede
from .base import FortressStep, push, refuse, replace
from .board import IS_CITY, IS_ZONE, NEAR, ZONES, N
from .events import (
    BonusEarned,
    Conceding,
    LastRound,
    TurnBegan,
    control_changed,
    destroyed,
)
from .field import at, bury, enemy_in, invader_cities, non_bombers, points, spaces_of, vacant
from .moving import begin_second_move
from .pieces import FORCES, INVADERS, USA, sum_stacks
from .reinforcing import lay_bonus, wave_size
from .state import (
    Combat,
    Declare,
    DrawCards,
    FirstMove,
    FortressState,
    LaserFire,
    Outcome,
    PlaceLaser,
    Reinforce,
    SecondMove,
    Turn,
)

ACTIONS: Final = (
    "",
    "reinforcement",
    "declare battles",
    "first movement",
    "laser fire",
    "combat",
    "second movement",
    "supply",
    "conquest",
)


def supplied(state: FortressState, force: int) -> dict[int, int]:
    """Every space in supply with the space its line comes from (FA-219, FA-220, FA-939)."""
    line = dict.fromkeys(ZONES[force], -1)
    queue = deque(ZONES[force])
    while queue:
        here = queue.popleft()
        for space in NEAR[here]:
            if space not in line and _carries(state, force, space):
                line[space] = here
                queue.append(space)
    return line


def _carries(state: FortressState, force: int, space: int) -> bool:
    if IS_ZONE[space]:
        return False
    if state.control[space] == force:
        return enemy_in(state, force, space) < 0
    return bool(any(at(state, force, space))) and vacant(state, force, space)


def isolated(state: FortressState, force: int) -> list[int]:
    """Where a force has units without supply."""
    line = supplied(state, force)
    return [space for space in spaces_of(state, force) if space not in line]


class TurnStep(FortressStep[Turn]):
    frame = Turn

    def go(self, state: FortressState, frame: Turn, log: Log) -> Ask | None:
        number = frame.next
        frame.next += 1
        force = frame.force
        match number:
            case 1:
                log.append(
                    TurnBegan(force=FORCES[force], round=state.round, last_round=state.last_round)
                )
                self._reinforce(state, force)
            case 2:
                push(state, Declare(force))
            case 3:
                push(state, FirstMove(force))
            case 4:
                state.spent = {}
                if force == USA:
                    push(state, LaserFire(len(state.lasers)))
            case 5:
                push(state, Combat(force))
            case 6:
                state.assigned = {}
                begin_second_move(state, force)
                push(state, SecondMove(force))
            case 7:
                if force != USA:
                    self._supply(state, force, log)
            case 8:
                self._conquest(state, force, log)
            case _:
                self._finish(state, frame, log)
        return None

    def _reinforce(self, state: FortressState, force: int) -> None:
        if force == USA:
            push(state, DrawCards())
            push(state, PlaceLaser())
        elif state.round > 1:  # FA-060
            push(state, Reinforce(force, wave_size(state, force)))

    def _supply(self, state: FortressState, force: int, log: Log) -> None:
        for space in isolated(state, force):
            stack = at(state, force, space)
            bury(state, force, space, stack)
            state.disengaged.pop(space, None)
            log.append(destroyed(force, stack, space, "out of supply"))

    def _conquest(self, state: FortressState, force: int, log: Log) -> None:
        regained = 0
        for space in state.declared:
            stack = at(state, force, space)
            if vacant(state, force, space) and non_bombers(stack):
                state.control[space] = force
                regained += force == USA and IS_CITY[space]
                log.append(control_changed(state, force, space))
        state.declared = []
        state.fought = []
        state.barred = []
        state.disengaged = {}
        state.clear_weather = False
        if regained and state.settings.bonus_cards:
            lay_bonus(state, regained, log)
            log.append(BonusEarned(cards=regained))

    def _finish(self, state: FortressState, frame: Turn, log: Log) -> None:
        if frame.force != USA and not (state.last_round and frame.force == INVADERS[-1]):
            replace(state, Turn(frame.force + 1))
            return
        if state.last_round:
            _score(state)
            return
        cities = invader_cities(state)
        if cities >= state.settings.city_target:
            if state.players == 2:  # FA-237
                reason = f"the invaders hold {cities} cities"
                state.outcome = Outcome(INVADERS, reason, "cities", {"n": str(cities)})
                return
            state.last_round = True
            log.append(LastRound(cities=cities))
        elif set(state.conceding) >= set(INVADERS):
            state.outcome = Outcome((USA,), "the invaders concede", "concede")
            return
        state.round += 1
        replace(state, Turn(INVADERS[0]))


def _score(state: FortressState) -> None:
    """FA-241 to FA-244, FA-904, FA-941: the best force's player wins; equals share."""
    totals = {force: points(state, force) for force in INVADERS}
    best = max(totals.values())
    players = {state.owners[force] for force in INVADERS if totals[force] == best}
    winners = tuple(force for force in INVADERS if state.owners[force] in players)
    text = ", ".join(f"{FORCES[force]} {totals[force]}" for force in INVADERS)
    told = {FORCES[force]: str(totals[force]) for force in INVADERS}
    state.outcome = Outcome(winners, f"points after the last round: {text}", "points", told)


class ConcedeStep(AnytimeStep[FortressState]):
    """FA-234: a word given at any time, which counts at the end of a US turn if all agree."""

    action = Concede

    def check(self, state: FortressState, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Concede)
        if seat == FORCES[USA]:
            return refuse("not-invader", "FA-234", "only the invaders can concede")
        if state.outcome is not None:
            return refuse("over", "FA-234", "the game is over")
        if (FORCES.index(seat) in state.conceding) == action.willing:
            return refuse("no-change", "FA-234", "that is what you have said already")
        return None

    def play(self, state: FortressState, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Concede)
        force = FORCES.index(seat)
        if action.willing:
            state.conceding.append(force)
        else:
            state.conceding.remove(force)
        log.append(Conceding(force=seat, willing=action.willing))


def strength(state: FortressState, force: int) -> int:
    """Units on the board."""
    return sum(sum_stacks(state.units[force * N : (force + 1) * N]))
