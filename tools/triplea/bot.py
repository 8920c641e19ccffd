"""TripleA's computer players as an external bot: ``python -m tools.triplea.bot fast|hard``.

They decide purchases, combat moves, noncombat moves and placements, and whether to fight on.
Casualties, submerging, bombardment and the order of battles are left to our captain, because
their battles are never run over there. See README.md.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from sandtable.bots import Bot, make_bot
from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.table import Action, Position

from .peer import Peer
from .planner import Planner

TACTICS = "captain"


class Seat:
    """One seat of one game: the actions planned for its phase, and who fights its battles."""

    def __init__(self, message: dict[str, Any]) -> None:
        rules = find_title(message["title"])
        assert isinstance(rules, AxisRules)
        self.rules = rules
        self.seat: str = message["seat"]
        self.tactics: Bot = make_bot(TACTICS, rules, message["seed"])
        self.queue: list[Action] = []
        self.phase: object = None

    def choose(self, message: dict[str, Any], peer: Peer) -> str:
        state = msgspec.convert(message["state"], self.rules.state_type, str_keys=True)
        position: Position[Any] = Position(self.rules, state)
        phase = (state.round, state.turn, type(state.flow[-1]), len(state.flow))
        if phase != self.phase or not self.queue:
            self.queue = Planner(self.rules, peer, position, self.seat).plan()
            self.phase = phase
        while self.queue:
            action = self.queue.pop(0)
            if position.check(self.seat, action) is None:
                return str(action)
        return str(self.tactics.choose(position, self.seat, message["budget_ms"]))


def main(ai: str) -> None:
    peer = Peer(ai)
    seats: dict[tuple[int, str], Seat] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "new":
            seats = {key: seat for key, seat in seats.items() if key[0] >= message["game"] - 8}
            seats[message["game"], message["seat"]] = Seat(message)
        elif message["type"] == "choose":
            action = seats[message["game"], message["seat"]].choose(message, peer)
            print(json.dumps({"type": "play", "action": action}), flush=True)
        else:
            raise SystemExit(f"{message} was not expected")


if __name__ == "__main__":
    main(sys.argv[1])
