"""Money that is not spent on units: dice for neutrals, loans to allies in need."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.bots.axis.focus import superiority
from sandtable.bots.axis.picture import FAR, Picture
from sandtable.bots.axis.worth import worth_of_all
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.house1940.diplomacy import (
    DiplomacyStep,
    Negotiate,
    chance,
    price,
    sympathises,
)
from sandtable.games.house1940.frames import Diplomacy, Loans
from sandtable.games.house1940.turn import house
from sandtable.games.house1940.war import Lend
from sandtable.table import Action

PAYS = 1.5
"""A die must promise so many times its price."""
TROOPS = 0.8
"""How much of the army of friends counts that joins with their land."""
NEAR = 4
"""An enemy so many steps from home is at the gates."""
PRESSED = 1.6
"""Who is so much stronger than the enemy around his capital needs no help."""
RECRUIT = 2.5
"""What a recruit costs, roughly: so much can be spent for each that can be placed."""


class Treasurer:
    """Answers what is asked about money besides purchases and repairs."""

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world

    # Neutrals

    def negotiate(self, state: AxisState, frame: Diplomacy) -> Action:
        """The die that promises most for its price."""
        dice = self.dice(state, frame.power)
        if not dice:
            return End()
        best = max(dice, key=lambda space: dice[space])
        return Negotiate(self.world.spaces[best].id)

    def reserve(self, state: AxisState, power: int) -> int:
        """What should be left for the dice of this round after the purchases."""
        return sum(price(self.world, state, power, space) for space in self.dice(state, power))

    def dice(self, state: AxisState, power: int) -> dict[int, float]:
        """Neutrals that are worth a die now, with what it promises for its price."""
        step = self.rules.steps[Diplomacy]
        assert isinstance(step, DiplomacyStep)
        worth = worth_of_all(self.world, state, power)
        found: dict[int, float] = {}
        for space in step.neutrals(state):
            if step.why_not(state, power, space) is not None:
                continue
            gain = worth[space] + self._army(state, power, space)
            promise = chance(self.world, space) * gain / price(self.world, state, power, space)
            if promise >= PAYS:
                found[space] = promise
        return found

    def _army(self, state: AxisState, power: int, space: int) -> float:
        """What joins us with a land that leans to our side."""
        if not sympathises(self.world, state, power, space):
            return 0.0
        kinds = self.world.kinds
        return TROOPS * sum(kinds[p.kind].cost * n for p, n in state.units[space])

    # Loans

    def lend(self, state: AxisState, frame: Loans, picture_of: Callable[[int], Picture]) -> Action:
        """All that may be lent goes to the ally who is hardest pressed and can use it."""
        amount = frame.ceiling - frame.lent
        ally = at.allies(state, frame.power)
        needs: dict[int, float] = {}
        for power in self.world.powers:
            one = power.index
            if one == frame.power or not power.plays or not ally[one]:
                continue
            if not at.capital_lost(self.world, state, one) and self._can_use(state, one, amount):
                needs[one] = self._strength(picture_of(one))
        neediest = min(needs, key=lambda p: needs[p], default=-1)
        if neediest < 0 or needs[neediest] >= PRESSED:
            return End()
        return Lend(amount, self.world.powers[neediest].id)

    def _strength(self, picture: Picture) -> float:
        """How an ally stands around his capital; who has no enemy near it is not pressed."""
        if picture.capital < 0 or not NEAR >= picture.front[picture.capital] < FAR:
            return PRESSED
        return superiority(picture)

    def _can_use(self, state: AxisState, power: int, amount: int) -> bool:
        """Whether there is room for what more money buys."""
        room = sum(
            at.output_left(self.world, state, power, factory)
            for factory in at.working_factories(self.world, state, power)
        )
        waiting = house(state).late.get(power, 0)
        income = at.production(self.world, state, power)
        return room * RECRUIT >= income + waiting + amount
