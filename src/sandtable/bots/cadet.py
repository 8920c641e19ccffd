"""Cadet plays any title by choosing among the legal actions with equal chances."""

from __future__ import annotations

import random
from typing import Any

from sandtable.table import Action, Position, Rules


class Cadet:
    """It knows no strategy, so it goes everywhere: a sparring partner, and the fuzzer's hands."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self.rng = rng
        self.remark = ""

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 0) -> Action:
        action = position.legal_actions(seat).sample(self.rng)
        if action is None:
            raise AssertionError(f"{seat} is asked and has no legal action")
        return action
