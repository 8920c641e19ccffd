"""How much things weigh when the board after a turn is judged, in IPCs of units.

Numbers in a data file: ``tools/judgement`` fits such numbers to games, docs/bots.md says which are
used and why.
"""

from __future__ import annotations

from importlib import resources

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How many IPCs of units each thing is worth."""

    income: float
    """An IPC of income."""
    prize: float
    """What ground is worth besides its income."""
    answer: float
    """What the enemy can win from us in his next turns."""
    hope: float
    """What we could win in ours."""


def _read() -> Weights:
    text = resources.files(__package__).joinpath("weights.json").read_bytes()
    return msgspec.json.decode(text, type=Weights)


WEIGHTS = _read()
