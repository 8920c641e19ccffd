"""A bot whose thinking is done by another program."""

from __future__ import annotations

import itertools
import logging
import random
import time
from typing import Any

from sandtable.table import Action, Position, Refusal, Rules, SandtableError

from ..cadet import Cadet
from ..remarks import Remark
from .process import Failed, Process, drop, process_of
from .programs import Program

PROTOCOL = 1
TRIES = 3
"""So many illegal answers in a row, or so many failures in a game, and a stand-in decides."""

log = logging.getLogger("sandtable.bots")
_games = itertools.count(1)


class External:
    """Asks the program; whatever goes wrong with it, the game goes on.

    A program that dies, hangs or answers nonsense is started anew and asked again. One that
    keeps failing, or keeps to an illegal action, is stood in for by cadet.
    """

    def __init__(self, program: Program, rules: Rules[Any], rng: random.Random) -> None:
        self.program = program
        self.rules = rules
        self.remark: str = ""
        self.failures = 0
        self.game = next(_games)
        self.seed = rng.getrandbits(32)
        self.stand_in = Cadet(rules, rng)
        self._told: tuple[Process, str] | None = None

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 2000) -> Action:
        while self.failures < TRIES:
            try:
                return self._ask(position, seat, budget_ms)
            except Failed as failure:
                self.failures += 1
                log.warning("the bot %s: %s", self.program.command, failure)
                drop(self.program)
        self.remark = Remark("replaced", "the bot's program has failed; cadet moves for it")
        return self.stand_in.choose(position, seat)

    def _ask(self, position: Position[Any], seat: str, budget_ms: int) -> Action:
        process = process_of(self.program)
        if self._told != (process, seat):
            process.send(
                {
                    "type": "new",
                    "protocol": PROTOCOL,
                    "game": self.game,
                    "title": self.rules.id,
                    "seat": seat,
                    "seed": self.seed,
                }
            )
            self._told = (process, seat)
        process.send(
            {
                "type": "choose",
                "game": self.game,
                "seat": seat,
                "budget_ms": budget_ms,
                "decision": position.decision,
                "view": self.rules.view(position.state, seat),
                "state": position.state,
            }
        )
        until = time.monotonic() + budget_ms / 1000 + self.program.timeout_s
        for _ in range(TRIES):
            action, refusal = self._answer(process, position, seat, until)
            if refusal is None:
                return action
            process.send({"type": "refused", "refusal": refusal})
        raise Failed("it insists on what is not allowed")

    def _answer(
        self, process: Process, position: Position[Any], seat: str, until: float
    ) -> tuple[Action, Refusal | None]:
        """The next action it wants to play, after answering the questions it has before that."""
        while True:
            message = process.receive(until - time.monotonic())
            match message:
                case {"type": "play", "action": str(text), **rest}:
                    remark = rest.get("remark", "")
                    self.remark = remark if isinstance(remark, str) else ""
                    return self._read(position, seat, text)
                case {"type": "check", "action": str(text)}:
                    _, refusal = self._read(position, seat, text)
                    process.send({"type": "checked", "refusal": refusal})
                case {"type": "legal"}:
                    actions = [str(action) for action in position.legal_actions(seat)]
                    process.send({"type": "legal", "actions": actions})
                case _:
                    raise Failed(f"it wrote a message nobody knows: {str(message)[:80]}")

    def _read(self, position: Position[Any], seat: str, text: str) -> tuple[Action, Refusal | None]:
        try:
            action = self.rules.parse(text)
            return action, position.check(seat, action)
        except SandtableError as error:
            return Action(), Refusal("malformed", "", str(error))
