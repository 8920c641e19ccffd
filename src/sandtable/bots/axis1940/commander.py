"""Commanders of the 1940 titles."""

from __future__ import annotations

import random
from typing import Any

from sandtable.bots.axis import commander
from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.supply import Quartermaster
from sandtable.bots.axis.temper import CORPORAL, RECRUIT, SERGEANT
from sandtable.games.axis import frames
from sandtable.games.axis.actions import End
from sandtable.games.axis1940.declarations import Declare
from sandtable.games.axis1940.frames import AirRaid, Declaration
from sandtable.table import Action, Position, Rules

from .politics import Diplomat
from .reactions import Reactor
from .supply import Quartermaster1940


class Captain(commander.Captain):
    """Weighs what a war wakes before it begins one."""

    quartermaster_type: type[Quartermaster] = Quartermaster1940
    rehearsals = 0

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        match position.state.flow[-1]:
            case Declaration() as frame:
                return Diplomat(self.rules, self._quick_attacker).decide(position, frame)
            case frames.React() as frame:
                return Reactor(self.rules).decide(position, seat, frame)
            case AirRaid() as frame:
                return Reactor(self.rules).aim(position, seat, frame)
        return super()._decide(position, seat)

    def _cast(self, seed: float, power: int, ours: bool) -> Captain:
        rng = random.Random(seed)
        return Rehearsed(self.rules, rng) if ours else Striker(self.rules, rng, power)

    def _quick_attacker(self, position: Position[Any], picture: Picture) -> Attacker:
        """Plans the attacks that a declaration would allow."""
        field = Field(picture, self.noise, foresight=self.foresight)
        late = self._clock("declare")
        return self._attacker(position, picture, field, late)


class Sergeant(Captain):
    temper = SERGEANT


class Corporal(Captain):
    temper = CORPORAL


class Recruit(Captain):
    temper = RECRUIT


class Rehearsed(commander.Rehearsed, Captain):
    pass


class Striker(commander.Striker, Captain):
    """Declares war on the one power whose attack is rehearsed, as that power's plans fear."""

    def __init__(self, rules: Rules[Any], rng: random.Random, prey: int) -> None:
        super().__init__(rules, rng)
        self.war = Declare(self.world.powers[prey].id)

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        if isinstance(position.state.flow[-1], Declaration):
            return self.war if position.check(seat, self.war) is None else End()
        return super()._decide(position, seat)


class General(commander.General, Captain):
    pass
