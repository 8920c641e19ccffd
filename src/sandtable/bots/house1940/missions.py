"""Phase II: which raids, dives, duels and shells pay, each weighed by its dice."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.bots.axis.attack import Attacker
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.movement import cargo_label
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import HURT, MOVED, AxisState, Piece
from sandtable.games.axis.units import Kind
from sandtable.games.house1940.frames import Missions
from sandtable.games.house1940.missions import Sortie
from sandtable.games.house1940.money import PRICE as REPAIR
from sandtable.games.house1940.strikes import DIVE_DICE, DIVE_HITS_AT, DIVE_SUM
from sandtable.games.house1940.vweapons import Fire
from sandtable.odds.axis.hits import SIDES, at_least
from sandtable.table import Action, Position

from .ahead import Strategist
from .bombing import TELLING, expected_damage, raid_gain

CALLED = 3.0
"""What an aircraft is worth in the attack that it is wanted for."""
STRANDED = 0.5
"""How much of the aircraft aboard is lost with their ship."""
ASSISTED = 0.5
"""How much more shells are worth where we attack afterwards."""


class Harasser:
    """Chooses the missions of a power one by one, as each is finished before the next."""

    def __init__(self, rules: AxisRules, strategist: Strategist) -> None:
        self.rules = rules
        self.world = rules.world
        self.strategist = strategist
        self._plan: tuple[tuple[int, int], Attacker] | None = None

    def decide(self, position: Position[Any], seat: str, frame: Missions) -> Action:
        """The best mission of the step, or the end of it."""
        best, chosen = TELLING, None
        for action in position.legal_actions(seat):
            value = self._alone(position.state, frame.power, action)
            if value > best:
                value -= self._missed(position, frame.power, action)
                if value > best:
                    best, chosen = value, action
        if isinstance(chosen, Sortie) and chosen.verb == "shell":
            return self._all_guns(position, frame.power, chosen)
        return chosen or End()

    def _alone(self, state: AxisState, power: int, action: Action) -> float:
        """What a mission promises, in PP, if its units have nothing else to do."""
        if isinstance(action, Fire):
            return expected_damage(self.rules, state, power, action.weapon, self._at(action.target))
        if not isinstance(action, Sortie):
            return 0.0
        kind = self.world.kinds[self.world.kind[action.units.kind]]
        goal = self._at(action.route[-1])
        match action.verb:
            case "raid":
                assert action.target is not None
                target = self.world.kinds[self.world.kind[action.target.kind]]
                return raid_gain(self.rules, state, power, kind, goal, target)
            case "dive":
                return self._dive(state, goal, kind, self._ship(state, goal, action))
            case "torpedo":
                return self._duel(state, goal, kind, self._ship(state, goal, action))
        return self._shell(state, power, kind, goal)

    def _at(self, name: str) -> int:
        return self.world.space[name]

    # The attack that comes after the missions

    def _ahead(self, position: Position[Any], power: int) -> Attacker:
        """What the power will probably attack in this round."""
        key = (position.state.round, power)
        if self._plan is None or self._plan[0] != key:
            self._plan = (key, self.strategist(position, power))
        return self._plan[1]

    def _missed(self, position: Position[Any], power: int, action: Action) -> float:
        """What the units would have been good for in the attack; less than nothing if it gains."""
        if not isinstance(action, Sortie):
            return 0.0
        attacker = self._ahead(position, power)
        goal, start = self._at(action.route[-1]), self._at(action.route[0])
        kind = self.world.kind[action.units.kind]
        if action.verb == "raid":
            if goal in attacker.attacked:
                return float(self.world.kinds[kind].cost)  # nobody breaks what he is about to take
            return CALLED if self._called(attacker, start, kind) else 0.0
        if action.verb == "shell":
            if not self._spare(position.state, attacker, start, kind):
                return float(self.world.kinds[kind].cost)
            return -ASSISTED if goal in attacker.attacked else 0.0
        return CALLED if self._called(attacker, start, kind) else 0.0

    def _called(self, attacker: Attacker, start: int, kind: int) -> bool:
        """Whether the plan sends units of a kind from a place."""
        before = fresh(attacker.picture.state, attacker.power, start, kind)
        return fresh(attacker.state, attacker.power, start, kind) < before

    def _spare(self, state: AxisState, attacker: Attacker, start: int, kind: int) -> int:
        """How many guns in a place the plan does not need, and that have not fired."""
        left = fresh(attacker.state, attacker.power, start, kind)
        return min(left, fresh(state, attacker.power, start, kind))

    def _all_guns(self, position: Position[Any], power: int, chosen: Sortie) -> Action:
        """All guns of a place that are not needed elsewhere fire together."""
        kind, start = self.world.kind[chosen.units.kind], self._at(chosen.route[0])
        attacker = self._ahead(position, power)
        count = self._spare(position.state, attacker, start, kind)
        units = msgspec.structs.replace(chosen.units, count=max(1, count))
        return msgspec.structs.replace(chosen, units=units)

    # Single ships

    def _ship(self, state: AxisState, zone: int, action: Sortie) -> Piece:
        assert action.target is not None
        kind = self.world.kind[action.target.kind]
        owner = self.world.power[action.target.owner]
        return next(
            p
            for p, _ in state.units[zone]
            if (p.kind, p.owner, bool(p.marks & HURT)) == (kind, owner, action.damaged)
            and cargo_label(self.world, p) == action.target.cargo
        )

    def _loss(self, state: AxisState, zone: int, ship: Piece) -> float:
        """What goes down with a ship: its cargo, and some of the aircraft that need its deck."""
        kinds = self.world.kinds
        loss = float(kinds[ship.kind].cost + sum(kinds[c.kind].cost for c in ship.cargo))
        if kinds[ship.kind].deck:
            planes = [
                kinds[p.kind].cost
                for p, n in state.units[zone]
                if p.owner == ship.owner and kinds[p.kind].carrier_capable
                for _ in range(n)
            ]
            loss += STRANDED * sum(planes[: kinds[ship.kind].deck])
        return loss

    def _dive(self, state: AxisState, zone: int, fighter: Kind, ship: Piece) -> float:
        kind = self.world.kinds[ship.kind]
        needed = kind.hits - bool(ship.marks & HURT)
        if state.options["kamikaze"] == "sum_7":
            hit = sum(a + b <= DIVE_SUM for a in DIE for b in DIE) / SIDES**2
            sunk, hurt = (hit, 0.0) if needed == 1 else (0.0, hit)
        else:
            sunk = at_least(DIVE_DICE, needed, DIVE_HITS_AT / SIDES)
            hurt = at_least(DIVE_DICE, 1, DIVE_HITS_AT / SIDES) - sunk
        return sunk * self._loss(state, zone, ship) + hurt * REPAIR - fighter.cost

    def _duel(self, state: AxisState, zone: int, plane: Kind, ship: Piece) -> float:
        """The ship fires first; who is not hit fires once."""
        arsenal = self.world.arsenal(state.techs[ship.owner])
        shot = at_least(arsenal.defence_dice[ship.kind], 1, arsenal.defence[ship.kind] / SIDES)
        hit = (1.0 - shot) * plane.attack / SIDES
        needed = self.world.kinds[ship.kind].hits - bool(ship.marks & HURT)
        won = self._loss(state, zone, ship) if needed == 1 else float(REPAIR)
        return hit * won - shot * plane.cost

    # Guns

    def _shell(self, state: AxisState, power: int, gun: Kind, space: int) -> float:
        """Nobody fires back; the owner loses what is cheapest."""
        foe, kinds = at.foes(state, power), self.world.kinds
        cheapest = min(
            kinds[p.kind].cost
            for p, _ in state.units[space]
            if foe[p.owner] and kinds[p.kind].fights
        )
        return TELLING + gun.attack / SIDES * cheapest


DIE = range(1, SIDES + 1)


def fresh(state: AxisState, power: int, space: int, kind: int) -> int:
    """How many units of a kind in a place have done nothing in this round."""
    return sum(
        n
        for p, n in state.units[space]
        if (p.owner, p.kind) == (power, kind) and not p.marks & MOVED
    )
