"""Answers to an enemy's announced attacks: scrambles, interceptors, suicide attacks, bombs."""

from __future__ import annotations

from typing import Any

from sandtable.bots.axis.exact import confirmed
from sandtable.bots.axis.outlook import estimator, key_of
from sandtable.bots.axis.trial import merged
from sandtable.bots.axis.worth import worth_of_all
from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Hold, Units
from sandtable.games.axis.assaults import launching_zones
from sandtable.games.axis.reactions import ReactStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import RAIDER, AxisState
from sandtable.games.axis1940.actions import Aim, Dive, Intercept, Scramble
from sandtable.games.axis1940.frames import AirRaid
from sandtable.games.axis1940.kamikaze import HITS_AT
from sandtable.odds.axis.hits import SIDES, at_least
from sandtable.table import Action, Position

LANDING = 0.5
"""How much of the worth of a coast is saved when a landing on it is beaten off at sea."""
SPARED = 2.6
"""What a suicide attack is worth that is kept for later."""
CRIPPLED = 3.0
"""What it is worth to hurt a capital ship."""
URGENT = 40.0
"""A landing on ground of this worth doubles what a ship off its coast is worth."""
BASE = 0.6
"""Damage to a base counts for less than damage to what makes new units."""
EDGE = 0.5
"""Aircraft stay at home unless going up is better by this."""


class Reactor:
    """Answers what is asked of the other side between moves and battles."""

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world

    def decide(self, position: Position[Any], seat: str, frame: frames.React) -> Action | None:
        step = self.rules.steps[frames.React]
        assert isinstance(step, ReactStep)
        actions = list(position.legal_actions(seat))
        if Hold() not in actions:
            return step.usual(position.state, frame, seat)
        scored: list[tuple[float, int]] = []
        worth = worth_of_all(self.world, position.state, frame.power)
        for index, action in enumerate(actions):
            value = 0.0
            if isinstance(action, Scramble):
                value = self._scramble(position.state, frame, action, worth) - EDGE
            elif isinstance(action, Intercept):
                value = self._intercept(position.state, frame, action)
            elif isinstance(action, Dive):
                value = self._dive(position.state, frame, action, worth)
            scored.append((value, -index))
        value, index = max(scored)
        return actions[-index] if value > 0.0 else Hold()

    # Scrambles

    def _scramble(
        self, state: AxisState, frame: frames.React, action: Scramble, worth: tuple[float, ...]
    ) -> float:
        """What the battle of a zone is better for us with these aircraft in it."""
        zone = self.world.space[action.route[-1]]
        sent = {self.world.kind[u.kind]: u.count for u in action.units}
        stake = LANDING * self._landing(state, frame.power, zone, worth)
        return self._battle(state, frame.power, zone, sent, stake) - self._battle(
            state, frame.power, zone, {}, stake
        )

    def _battle(
        self, state: AxisState, attacker: int, zone: int, more: dict[int, int], stake: float
    ) -> float:
        """What the defenders of a zone can expect, with more aircraft."""
        kinds, foe = self.world.kinds, at.foes(state, attacker)
        ours: dict[int, int] = dict(more)
        theirs: dict[int, int] = {}
        for piece, count in state.units[zone]:
            if kinds[piece.kind].fights:
                side = theirs if piece.owner == attacker else ours if foe[piece.owner] else None
                if side is not None:
                    side[piece.kind] = side.get(piece.kind, 0) + count
        one, two, techs = key_of(theirs), key_of(ours), (state.techs[attacker], 0)
        rough = estimator(self.rules, *techs).estimate(one, two)
        outlook = confirmed(self.rules, one, two, sea=True, techs=techs, rough=rough)
        return outlook.attacker_loss - outlook.defender_loss + (1.0 - outlook.win) * stake

    def _landing(
        self, state: AxisState, attacker: int, zone: int, worth: tuple[float, ...]
    ) -> float:
        """The worth of the coasts that are stormed from a zone."""
        return sum(
            worth[coast]
            for coast in self.world.land_near[zone]
            if zone in launching_zones(self.world, state, attacker, coast)
        )

    # Interceptors

    def _intercept(self, state: AxisState, frame: frames.React, action: Intercept) -> float:
        """Losses of raiders and damage spared, less our own losses in one exchange of fire."""
        kinds, space = self.world.kinds, self.world.space[action.space]
        shots = [self.world.arsenal(t).air_battle for t in state.techs]
        raiders: dict[int, int] = {}
        for piece, count in state.units[space]:
            if piece.owner == frame.power and piece.marks & RAIDER:
                raiders = merged(raiders, {piece.kind: count})
        if not raiders:
            return 0.0
        power = state.owner[space]
        own = [(self.world.kind[u.kind], u.count) for u in action.units]
        ours = sum(n * shots[power][k] for k, n in own) / SIDES
        theirs = sum(n * shots[frame.power][k] for k, n in raiders.items()) / SIDES
        dear = sum(kinds[k].cost * n for k, n in raiders.items()) / sum(raiders.values())
        escorts = sum(n for k, n in raiders.items() if not kinds[k].raids)
        spared = max((_damage(kinds[k].raid) for k in raiders), default=0.0)
        lost = min(theirs, sum(n for _, n in own)) * max(kinds[k].cost for k, _ in own)
        shot = min(ours, sum(raiders.values()))
        return shot * dear + max(0.0, shot - escorts) * spared - lost

    # Suicide attacks

    def _dive(
        self, state: AxisState, frame: frames.React, action: Dive, worth: tuple[float, ...]
    ) -> float:
        """What so many attacks do to a ship, less what they are worth later."""
        kind = self.world.kinds[self.world.kind[action.ship.kind]]
        zone = self.world.space[action.zone]
        needed = kind.hits - (1 if action.damaged else 0)
        sunk = at_least(action.count, needed, HITS_AT / SIDES)
        hurt = at_least(action.count, 1, HITS_AT / SIDES) - sunk
        urgency = 1.0 + self._landing(state, frame.power, zone, worth) / URGENT
        return urgency * (sunk * kind.cost + hurt * CRIPPLED) - SPARED * action.count

    # Bombs

    def aim(self, position: Position[Any], seat: str, frame: AirRaid) -> Action | None:
        """Bombers go where most damage still counts, no more of them than it takes."""
        best: Action | None = None
        most = 0.0
        for action in position.legal_actions(seat):
            if isinstance(action, Aim):
                value = self._bombing(position.state, frame, action)
                if best is None or value > most:
                    best, most = action, value
        return best

    def _bombing(self, state: AxisState, frame: AirRaid, action: Aim) -> float:
        target = self.world.kind[action.facility]
        facility = facilities.find(state, frame.space, target)
        assert facility is not None
        kinds = self.world.kinds
        planned = [(k, n) for t, k, n in frame.aims if t == target]
        coming = [*planned, *((self.world.kind[u.kind], u.count) for u in action.units)]
        room = facilities.limit(self.world, frame.space, kinds[target]) - facility.damage
        weight = 1.0 if facilities.building(self.world, facility).is_factory else BASE
        before = min(room, sum(n * _damage(kinds[k].raid) for k, n in planned))
        after = min(room, sum(n * _damage(kinds[k].raid) for k, n in coming))
        return weight * (after - before) - 0.1 * sum(u.count for u in _units(action))


def _units(action: Aim) -> tuple[Units, ...]:
    return action.units


def _damage(dice: Any) -> float:
    """The mean damage of one raider."""
    return 0.0 if dice is None else dice.count * (SIDES + 1) / 2 + dice.bonus
