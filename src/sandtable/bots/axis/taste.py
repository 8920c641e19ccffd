"""What one commander minds more than another: the knobs that are turned in search of a plan."""

from __future__ import annotations

import msgspec


class Taste(msgspec.Struct, frozen=True):
    """How heavily a plan's costs weigh, times the usual."""

    answer: float = 1.0
    """What the enemy may do next."""
    losses: float = 1.0
    price: float = 1.0
    """What units could do elsewhere."""
    drift: float = 1.0
    """Getting nearer to where troops are wanted."""
    heedless: bool = False
    """Does not ask what follows the battles: quick, and often right."""
    escorts: bool = True
    """Keeps warships for the transports that will need them."""


PLAIN = Taste()
WARY = Taste(heedless=True, losses=1.4, price=2.0)
"""Who minds the battle more than what it is fought for."""
STRIKING = msgspec.structs.replace(WARY, escorts=False)
"""How an enemy in rehearsals strikes: read off the attacks of another program's player."""
HEEDLESS = (
    WARY,
    Taste(heedless=True, losses=0.7),
    Taste(heedless=True, price=4.0),
    Taste(heedless=True),
    Taste(heedless=True, losses=2.0),
)
"""Whose plans are quick."""
THOUGHTFUL = (
    Taste(answer=1.6),
    Taste(answer=0.6),
    Taste(answer=1.3, losses=1.25),
    Taste(price=0.4),
    Taste(price=2.0),
    Taste(answer=0.4, losses=0.8),
    Taste(answer=2.5, price=0.5),
    Taste(drift=3.0),
    Taste(drift=0.0),
    Taste(answer=1.0, losses=0.7),
)
"""Careful ones and bold ones, thrifty ones and lavish ones."""
