"""Commanders of the house variant."""

from __future__ import annotations

import random
from typing import Any

from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.supply import Quartermaster
from sandtable.bots.axis.temper import CORPORAL, RECRUIT, SERGEANT
from sandtable.bots.axis1940 import commander
from sandtable.bots.axis1940.politics import LEAST, Diplomat
from sandtable.games.axis import frames
from sandtable.games.axis.actions import End
from sandtable.games.axis1940.declarations import Declare
from sandtable.games.axis1940.frames import Declaration
from sandtable.games.house1940.frames import Diplomacy, Loans, Missions, Repairs, War
from sandtable.table import Action, Position, Rules

from .ahead import at_the_attack
from .answers import Answerer
from .missions import Harasser
from .supply import HouseQuartermaster
from .treasury import Treasurer


class Envoy(Diplomat):
    """Declares war long before the attack: what that promises is asked of the board as it is."""

    def decide(self, position: Position[Any], frame: Declaration) -> Action:
        """A war that is right anyhow is declared without a look at what could be attacked."""
        clear = self.without_prizes(position, frame)
        if clear is not None and clear.net > LEAST:
            return Declare(self.world.powers[clear.target].id)
        return super().decide(position, frame)

    def ended(self, position: Position[Any], frame: Declaration) -> Position[Any]:
        return at_the_attack(position, frame.power)


class Captain(commander.Captain):
    """Flies the missions that pay, keeps money for neutrals and lends to who is hard pressed."""

    quartermaster_type: type[Quartermaster] = HouseQuartermaster

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        super().__init__(rules, rng)
        self.harasser = Harasser(self.rules, self._foreseen)
        self.treasurer = Treasurer(self.rules)
        self._placing: tuple[tuple[int, int], Picture, Field] | None = None

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        state = position.state
        match state.flow[-1]:
            case War() as frame:
                return Envoy(self.rules, self._quick_attacker).decide(position, frame)
            case Loans() as frame:
                return self.treasurer.lend(state, frame, lambda p: Picture(self.rules, state, p))
            case Diplomacy() as frame:
                return self.treasurer.negotiate(state, frame)
            case Missions() as frame:
                return self.harasser.decide(position, seat, frame)
            case frames.React() as frame:
                return Answerer(self.rules).decide(position, seat, frame)
        return super()._decide(position, seat)

    def _cast(self, seed: float, power: int, ours: bool) -> Captain:
        rng = random.Random(seed)
        return Rehearsed(self.rules, rng) if ours else Striker(self.rules, rng, power)

    def _quick_attacker(self, position: Position[Any], picture: Picture) -> Attacker:
        """A declaration allows attacks of this whole round and more: a glance must do."""
        field = Field(picture, self.noise, foresight=self.foresight)
        return self._attacker(position, picture, field, self._clock("foresee"))

    def _foreseen(self, position: Position[Any], power: int) -> Attacker:
        """What will be attacked in this round, planned in haste."""
        picture, field = self._look(position, power)
        late = self._clock("foresee")
        attacker = self._attacker(at_the_attack(position, power), picture, field, late)
        attacker.plan()
        return attacker

    def _place(self, position: Position[Any], frame: frames.Mobilize) -> Action:
        """Recruits change nothing of what the enemy can do: the board is looked at once."""
        power = frame.powers[0]
        key = (position.state.round, power)
        if self._placing is None or self._placing[0] != key:
            self._placing = (key, *self._look(position, power))
        _, picture, field = self._placing
        picture.state = position.state
        return self._quartermaster(position, picture, field).place() or End()


class Sergeant(Captain):
    temper = SERGEANT


class Corporal(Captain):
    temper = CORPORAL


class Recruit(Captain):
    temper = RECRUIT


class Rehearsed(commander.Rehearsed, Captain):
    pass


class Striker(commander.Striker, Captain):
    left_out = (*commander.Striker.left_out, Loans, Repairs, Diplomacy, Missions, frames.Mobilize)


class General(commander.General, Captain):
    pass
