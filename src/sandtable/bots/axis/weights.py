"""What things have been worth in games: fitted numbers, in IPCs of units.

``tools/judgement`` fits them to games captain plays against itself: what income, prizes, the
enemy's next answer and our own next chances were worth some rounds later.
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
