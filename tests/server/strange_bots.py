"""Bots that misbehave, and one that writes down what it is told."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

import msgspec

from sandtable.table import Action, Position, Rules
from tests.toy import Bid, March


class Strange:
    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self.remark = "I did my best"


class Sleeper(Strange):
    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        time.sleep(60)
        raise AssertionError


class Crasher(Strange):
    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        raise KeyError("my plan")


class Quitter(Strange):
    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        os._exit(3)


class Cheat(Strange):
    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        return March(9, "camp", "mill")


class Babbler(Strange):
    """Prints where the answers go, and plays on."""

    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        print("thinking aloud", flush=True)
        return list(position.legal_actions(seat))[-1]


class Spy(Strange):
    """Writes everything it was given into a file, then bids its lowest card or ends."""

    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        with Path(os.environ["SPY_FILE"]).open("ab") as file:
            file.write(msgspec.json.encode(position.state) + b"\n")
        actions = list(position.legal_actions(seat))
        return actions[0] if isinstance(actions[0], Bid) else actions[-1]


class Glutton(Strange):
    def choose(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        raise AssertionError(len(bytearray(2**33)))
