"""Players who have learnt from a captain and still let things slip."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from sandtable.table import Action, Position, Rules


class Pupil:
    """Plays as its captain would, but now and then stops before all is done.

    That is how people lose who know the rules: a shot not fired, a defence forgotten, troops left
    where they were. A title names the captain and what stopping is.
    """

    captain: ClassVar[Any]
    stop: ClassVar[Action]
    slips: ClassVar[float]
    """How often, when it could go on, it stops."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self.master = self.captain(rules, rng)
        self.rng = rng
        self.remark: str = ""

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 0) -> Action:
        action: Action = self.master.choose(position, seat, budget_ms)
        self.remark = self.master.remark
        if action == self.stop or self.rng.random() >= self.slips:
            return action
        return self.stop if position.check(seat, self.stop) is None else action
