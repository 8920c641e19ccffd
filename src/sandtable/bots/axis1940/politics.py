"""When to declare war: what it lets us take, against whom it wakes and what it lays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.outlook import key_of
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.standing import may_begin, opponents
from sandtable.games.axis import diplomacy, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.judge import Judge
from sandtable.games.axis.relations import Row, Table
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis1940.declarations import DeclarationStep, Declare
from sandtable.games.axis1940.frames import Declaration
from sandtable.table import Action, Position

HORIZON = 6
"""Nobody thinks farther ahead than so many turns."""
WAKE = 0.5
"""How much of its income a power turns against us in each turn that it fights earlier."""
TURNS = 2.0
"""For so many turns at most the bonus income of the new situation counts."""
EXPOSED = 0.4
"""How much of what a new enemy could take at once is really lost: we can still move."""
SHARE = 0.5
"""How much of the land and the units that attacks promise is gain: attackers lose units too."""
FREEDOM, COMRADES = 3.0, 2.0
"""What war is worth to a power at war with nobody, and with an enemy of its friends."""
NEW_FRONT = 4.0
"""What it must bring to make an enemy whom none of our friends fights."""
UNSURE = 0.5
"""How likely it is that the other side begins a war that it may begin."""
HOPELESS = 80.0
"""No attack makes up for so much."""
LEAST = 1.0
"""For less nobody breaks the peace."""

AttackerMaker = Callable[[Position[Any], Picture], Attacker]


class Case(msgspec.Struct, frozen=True):
    """What speaks for war with a power and what against it, in IPCs."""

    target: int
    prizes: float
    """What attacks of this turn promise more than without it."""
    bonus: float
    """Bonus income that is won and lost, for some turns."""
    duty: float
    """The war of our friends; less than nothing where they have none."""
    woken: float
    """Who fights earlier than he had to."""
    exposed: float
    """What the new enemy could take."""
    forgone: float
    """Friends who would be free to fight if the other began."""

    @property
    def net(self) -> float:
        return self.prizes + self.bonus + self.duty - self.woken - self.exposed - self.forgone


class Diplomat:
    """Weighs every declaration that is open, one by one."""

    def __init__(self, rules: AxisRules, attacker: AttackerMaker) -> None:
        self.rules = rules
        self.world = rules.world
        self.attacker = attacker
        self.best: Case | None = None
        """The strongest case at the last question, whether it was followed or not."""

    def decide(self, position: Position[Any], frame: Declaration) -> Action:
        step = self.rules.steps[type(frame)]
        assert isinstance(step, DeclarationStep)
        state, seat = position.state, self.world.powers[frame.power].seat
        before = self._prizes(self.ended(position, frame), frame.power)
        cases: dict[Table, Case] = {}
        for target in step.targets(state, frame):
            war = position.copy()
            war.play(seat, Declare(self.world.powers[target].id))
            wars = at.wars(war.state)
            if wars not in cases:  # some powers go to war together
                cases[wars] = self.weigh(position, war, frame, target, before)
        self.best = max(cases.values(), key=lambda case: case.net, default=None)
        if self.best is None or self.best.net <= LEAST:
            return End()
        return Declare(self.world.powers[self.best.target].id)

    def weigh(
        self,
        position: Position[Any],
        war: Position[Any],
        frame: Declaration,
        target: int,
        before: float,
    ) -> Case:
        """What becomes of a position by a war with a power; ``before``: what peace promises."""
        case = self._case(position.state, war.state, frame, target)
        if case.net < -HOPELESS:
            return case
        prizes = self._prizes(self.ended(war, frame), frame.power) - before
        return msgspec.structs.replace(case, prizes=prizes)

    def without_prizes(self, position: Position[Any], frame: Declaration) -> Case | None:
        """The strongest case as it is apart from the attacks that a war allows."""
        step = self.rules.steps[type(frame)]
        assert isinstance(step, DeclarationStep)
        cases = []
        for target in step.targets(position.state, frame):
            war = position.copy()
            name = self.world.powers[target].id
            war.play(self.world.powers[frame.power].seat, Declare(name))
            cases.append(self._case(position.state, war.state, frame, target))
        return max(cases, key=lambda case: case.net, default=None)

    def _case(self, state: AxisState, war: AxisState, frame: Declaration, target: int) -> Case:
        power = frame.power
        return Case(
            target=target,
            prizes=0.0,
            bonus=self._peace_left(state, power, target)
            * (self._bonus(war, power) - self._bonus(state, power)),
            duty=self._duty(state, power, target),
            woken=self._woken(state, war, power, target),
            exposed=self._exposure(state, war, power, target),
            forgone=self._forgone(state, power, target, frame.phase),
        )

    def ended(self, position: Position[Any], frame: Declaration) -> Position[Any]:
        """The moment after the declarations, when the attacks are planned."""
        after = position.copy()
        if after.state.flow[-1] == frame:
            after.play(self.world.powers[frame.power].seat, End())
        return after

    def _peace_left(self, state: AxisState, power: int, target: int) -> float:
        """For how many turns there would be peace otherwise, as far as that is looked at."""
        return min(TURNS, UNSURE + self._wait(state, target, power))

    def _duty(self, state: AxisState, power: int, target: int) -> float:
        """A power joins the war of its friends, if the enemy has a home where he can be beaten."""
        friends = self._players(at.allies(state, power))
        if not any(at.foes(state, target)[friend] for friend in friends):
            return -NEW_FRONT
        if self.world.powers[target].capital < 0:
            return 0.0
        return COMRADES + (FREEDOM if at.is_neutral(self.world, state, power) else 0.0)

    def _prizes(self, position: Position[Any], power: int) -> float:
        """What the best attacks of this turn promise."""
        frame = position.state.flow[-1]
        if not isinstance(frame, frames.CombatMove) or frame.power != power:
            return 0.0
        picture = Picture(self.rules, position.state, power)
        attacker = self.attacker(position, picture)
        attacker.plan()
        total = 0.0
        for target, win in attacker.attacked.items():
            held = picture.force(target, picture.foe)
            value = sum(self.world.kinds[k].cost * n for k, n in held.items())
            total += win * (picture.worth[target] + value)
        return SHARE * total

    def _bonus(self, state: AxisState, power: int) -> float:
        """Bonus income of a turn: our side's less the others'."""
        if not state.options.get("objectives"):
            return 0.0
        ally, total = at.allies(state, power), 0.0
        for objective in self.world.objectives:
            whose = self.world.power[objective.power]
            times = Judge(self.world, state, whose).times(objective.condition)
            total += times * objective.bonus * (1 if ally[whose] else -1)
        return total

    def _woken(self, before: AxisState, after: AxisState, power: int, target: int) -> float:
        """What opponents do to us in the turns that they fight earlier than they had to wait."""
        against = opponents(self.world, before, power)
        ours = self._players(at.allies(before, power))
        cost = 0.0
        for other in self._players(against):
            early = 0
            for one in ours:
                now = 0 if (one, other) == (power, target) else self._wait(after, other, one)
                early = max(early, self._wait(before, other, one) - now)
            cost += WAKE * early * at.production(self.world, before, other)
        return cost

    def _forgone(self, state: AxisState, power: int, target: int, phase: str) -> float:
        """What friends could do who are free to fight only if the other begins."""
        if not may_begin(self.world, state, target, power):
            return 0.0
        begun = state.copy()
        diplomacy.declare(self.world, begun, target, power, phase, [])
        gain = 0.0
        for friend in self._players(at.allies(state, power)):
            if friend != power:
                early = self._wait(state, friend, target) - self._wait(begun, friend, target)
                gain += WAKE * max(0, early) * at.production(self.world, state, friend)
        return UNSURE * gain

    def _players(self, row: Row) -> list[int]:
        return [p.index for p in self.world.powers if p.plays and row[p.index]]

    def _wait(self, state: AxisState, power: int, enemy: int) -> int:
        """After how many of its turns a power can be at war with another."""
        if at.foes(state, power)[enemy]:
            return 0
        for later in range(HORIZON):
            if may_begin(self.world, state, power, enemy, later + 1):
                return later
        return HORIZON

    def _exposure(self, before: AxisState, after: AxisState, power: int, target: int) -> float:
        """What the new enemy could take at once; who may begin the war himself perhaps does."""
        picture = Picture(self.rules, after, power)
        danger = sum(
            self._blow(picture, target, space)
            for space, owner in enumerate(before.owner)
            if owner == power
        )
        free = may_begin(self.world, before, target, power)
        return EXPOSED * danger * (UNSURE if free else 1.0)

    def _blow(self, picture: Picture, enemy: int, space: int) -> float:
        """What the attack of one enemy on a place would cost us, in IPCs (0 if it does not pay)."""
        force = picture.threats.get(space, {}).get(enemy, {})
        held = picture.force(space, picture.ally)
        gain = picture.gain(space, enemy, key_of(force), key_of(held), picture.worth[space])
        return max(0.0, gain)
