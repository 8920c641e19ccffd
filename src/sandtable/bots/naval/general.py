"""General plays Naval Battles by trying what a captain might have done instead."""

from __future__ import annotations

import random
from typing import Any

from sandtable.games.naval import Naval
from sandtable.games.naval.actions import ChooseFleet, ChooseNation
from sandtable.games.naval.cards import NATIONS
from sandtable.games.naval.state import Fleets, Nations
from sandtable.table import Action, Position, Rules

from ..race import race
from ..remarks import Remark
from ..watch import Clock, Watch
from .alternatives import Alternatives
from .captain import Captain
from .fleets import winning_fleet, winning_nation
from .rehearsal import Plan, Rehearsal

LAPS = 32
"""So often the last plans are rehearsed at most."""
DOUBT = 1.0
"""So many standard errors must a plan be better than the captain's before it is preferred."""
SHARE = 0.4
"""How much of what is left of a turn's time one decision may use."""
BUDGET_MS = 5000


class General:
    """Plays the promising plans through before it chooses; the captain's own is the first."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        assert isinstance(rules, Naval)
        self.rules = rules
        self.captain = Captain(rules, rng)
        self.rng = random.Random(rng.random())
        self.remark: str = ""
        self._alternatives = Alternatives(self.captain, self.rng)
        self._watch = Watch()
        self._rest: Plan = ()
        """What is still to be done of the plan that was chosen."""
        self._phase: tuple[object, ...] = ()
        """Where that is."""

    def choose(self, position: Position[Any], seat: str, budget_ms: int = BUDGET_MS) -> Action:
        self.remark = ""
        position = position.seen_by(seat)  # even if whoever asks shows more
        state = position.state
        self._watch.start((state.battle, state.turn))
        action = self._decide(position, seat, (budget_ms or BUDGET_MS) / 1000)
        self._watch.stop()
        return action

    def _decide(self, position: Position[Any], seat: str, budget: float) -> Action:
        state, decision = position.state, position.decision
        assert decision is not None
        phase = (state.battle, state.turn, decision.step, seat)
        if phase == self._phase and self._rest:
            action, *rest = self._rest
            if position.check(seat, action) is None:
                self._rest = tuple(rest)
                return action
        self._rest = ()
        if isinstance(state.flow[-1], Nations | Fleets):
            return self._set_up(position, seat)
        own = self.captain.choose(position, seat)
        plans = self._alternatives.plans(position, seat, own)
        if len(plans) < 2:
            self.remark = self.captain.remark
            return own
        rehearsal = Rehearsal(position, seat, str(self.rng.random()))
        late = Clock(SHARE * (budget - self._watch.used))
        best = race(plans, rehearsal.value, late, LAPS, DOUBT)
        self._phase, self._rest = phase, best[1:]
        self.remark = self.captain.remark if best[0] == own else ""
        return best[0]

    def _set_up(self, position: Position[Any], seat: str) -> Action:
        """Nation and fleet come from experience: whole games are too many dice to rehearse."""
        state, deck = position.state, self.rules.deck_of(position.state)
        if isinstance(state.flow[-1], Nations):
            free = [nation for nation in NATIONS if nation not in state.nations.values()]
            return ChooseNation(winning_nation(deck, free, self.rng))
        fleet = winning_fleet(deck, state.nations[seat], self.rng)
        self.remark = Remark("fleet", f"A fleet of {len(fleet)} ship cards.", count=len(fleet))
        return ChooseFleet(fleet)
