"""What can go wrong at a table, said in a way a player understands."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: a code, the ledger rule that forbids it, and a sentence.

    ``code`` and ``args`` let a client say the same thing in another language.
    """

    code: str
    rule: str
    text: str
    args: dict[str, str] = {}

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class SandtableError(Exception):
    """Base of every error that a user's input can cause."""


class Illegal(SandtableError):
    """A move that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Malformed(SandtableError):
    """Text or data that cannot be understood: an action, an option, a save, a name."""


class Stuck(SandtableError):
    """Somebody is asked and can do nothing: a fault of the rules' code, with the record of it."""

    def __init__(self, seat: str, step: str, record: str) -> None:
        super().__init__(
            f"{seat} would be asked for {step} and have no legal action, so this was not played: "
            "a fault of the program, please report it with the record of the game"
        )
        self.seat = seat
        self.record = record


class BadRecord(SandtableError):
    """A record that cannot be read or replayed, with the line at fault (counted from 1)."""

    def __init__(self, line: int, reason: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.refusal = refusal
