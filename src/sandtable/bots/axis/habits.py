"""How a game was played, counted while it goes on: good and bad habits of each power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End, Retreat
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Position

from .battle import Tactician

WON = 0.7
"""Who breaks off a battle that he would win with this chance gives something away."""
OVERKILL, ARMY = 4, 20
"""So many times the enemy's value, and so many IPCs at least, are more than a battle needs."""

TURNS, GAMES = "turns", "games"
TRANSPORTS, SUNK = "transports lost alone", "transports lost"
CAPITALS, BROKEN = "capitals lost", "wins broken off"
OVERKILLED, IDLE, TROOPS = "overkill", "idle", "troops"
PER_GAME = (TRANSPORTS, SUNK, CAPITALS, BROKEN)
"""Counted by game; the others are IPCs by turn."""


class Habits:
    """Watches a game and counts, for each power, what it might have done better.

    - transports lost that had no warship of their side beside them when the battle began, and all
      that were lost
    - own capitals lost
    - battles broken off that were being won (70 % or more by exact odds)
    - overkill: IPCs sent into battles against a quarter of them or less
    - idle: IPCs of land units that stand where they stood a turn ago, no enemy next to them,
      beside those of all troops: who has more of them has more to spare
    """

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world
        self.counts: dict[int, dict[str, float]] = {}
        """Power to what was counted."""
        self._tactician = Tactician(rules, foresight=True)
        self._turn = (0, -1)
        self._stood: dict[int, dict[tuple[int, int], int]] = {}
        self._before: tuple[AxisState, bool] | None = None
        self._outset: AxisState | None = None
        """The board when the last attack had been announced."""

    def before(self, position: Position[Any], action: Action) -> None:
        """An action is about to be played."""
        state = position.state
        turn = (state.round, state.turn)
        if turn != self._turn:
            self._end_turn(state)
            self._turn = turn
        frame = state.flow[-1]
        if isinstance(frame, frames.Battle) and isinstance(action, Retreat):
            self._broken_off(state, frame)
        ends = isinstance(action, End)
        if isinstance(frame, frames.CombatMove) and ends:
            self._overkill(state, frame.power)
            self._outset = state.copy()
        moving = isinstance(frame, frames.CombatMove | frames.NoncombatMove) and not ends
        self._before = (state.copy(), not moving)

    def after(self, state: AxisState) -> None:
        """It has been played."""
        if self._before is None:
            return
        before, fighting = self._before
        for power in self.world.powers:
            home = power.capital
            if home >= 0 and before.owner[home] == power.index != state.owner[home]:
                self._add(power.index, CAPITALS, 1)
        if fighting:
            for zone, stack in enumerate(before.units):
                if self.world.is_sea[zone] and stack != state.units[zone]:
                    self._sunk(before, state, zone)

    def by_seat(self) -> dict[str, dict[str, float]]:
        """What was counted, by seat."""
        found: dict[str, dict[str, float]] = {}
        for power, counts in self.counts.items():
            mine = found.setdefault(self.world.powers[power].seat, {})
            for name, value in counts.items():
                mine[name] = mine.get(name, 0.0) + value
        return found

    def _add(self, power: int, name: str, value: float) -> None:
        mine = self.counts.setdefault(power, {})
        mine[name] = mine.get(name, 0.0) + value

    def _broken_off(self, state: AxisState, frame: frames.Battle) -> None:
        tactician = self._tactician
        mine, theirs = (tactician.counted(state, frame, attacker) for attacker in (True, False))
        outlook = tactician.outlook(state, frame.power, mine, theirs, sea=frame.sea)
        if outlook.win >= WON:
            self._add(frame.power, BROKEN, 1)

    def _overkill(self, state: AxisState, power: int) -> None:
        kinds, foe = self.world.kinds, at.foes(state, power)
        for stack in state.units:
            sent = faced = 0
            for piece, count in stack:
                if kinds[piece.kind].fights and piece.owner == power and piece.spent:
                    sent += kinds[piece.kind].cost * count
                elif kinds[piece.kind].fights and foe[piece.owner]:
                    faced += kinds[piece.kind].cost * count
            if faced and sent >= ARMY and sent >= OVERKILL * faced:
                self._add(power, OVERKILLED, sent)

    def _sunk(self, before: AxisState, after: AxisState, zone: int) -> None:
        lost = self._transports(before, zone)
        for owner, count in self._transports(after, zone).items():
            lost[owner] = lost.get(owner, 0) - count
        for owner, count in lost.items():
            if count > 0:
                self._add(owner, SUNK, count)
                if not self._escorted(self._outset or before, zone, owner):
                    self._add(owner, TRANSPORTS, count)

    def _escorted(self, state: AxisState, zone: int, owner: int) -> bool:
        ally = at.allies(state, owner)
        return any(
            ally[p.owner] and self.world.kinds[p.kind].surface_warship for p, _ in state.units[zone]
        )

    def _transports(self, state: AxisState, zone: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for piece, count in state.units[zone]:
            if self.world.kinds[piece.kind].transport:
                found[piece.owner] = found.get(piece.owner, 0) + count
        return found

    def _end_turn(self, state: AxisState) -> None:
        """The turn before this one is over: who has stood still?"""
        power = self._turn[1]
        if power < 0:
            return
        self._add(power, TURNS, 1)
        stands: dict[tuple[int, int], int] = {}
        for space, piece, count in state.pieces(power):
            if self.world.kinds[piece.kind].takes_land and not self.world.is_sea[space]:
                key = (space, piece.kind)
                stands[key] = stands.get(key, 0) + count
        stood = self._stood.get(power, {})
        still = {key: min(count, stood.get(key, 0)) for key, count in stands.items()}
        idle = {key: count for key, count in still.items() if not self._meets(state, power, key[0])}
        for name, units in ((IDLE, idle), (TROOPS, stands)):
            self._add(power, name, sum(self.world.kinds[k].cost * n for (_, k), n in units.items()))
        self._stood[power] = stands

    def _meets(self, state: AxisState, power: int, space: int) -> bool:
        return any(
            at.is_hostile_land(self.world, state, power, near)
            for near in self.world.land_near[space]
        )


def averages(counts: Mapping[str, float]) -> dict[str, float]:
    """Sums of a bot as figures by game and by turn."""
    games, turns = max(1.0, counts.get(GAMES, 0.0)), max(1.0, counts.get(TURNS, 0.0))
    return {
        name: round(counts.get(name, 0.0) / (games if name in PER_GAME else turns), 2)
        for name in (*PER_GAME, OVERKILLED, IDLE, TROOPS)
    }
