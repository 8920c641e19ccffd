"""What the board after a rehearsal is worth, in IPCs of units.

Numbers in a data file, fitted to games by ``tools/judgement``.
"""

from __future__ import annotations

from importlib import resources

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How many IPCs of units each thing is worth."""

    income: float
    """An IPC of income."""


def _read() -> Weights:
    text = resources.files(__package__).joinpath("weights.json").read_bytes()
    return msgspec.json.decode(text, type=Weights)


WEIGHTS = _read()
