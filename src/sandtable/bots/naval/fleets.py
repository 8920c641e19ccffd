"""Which nations and fleets win: what a general has learnt from games of others.

In 3000 duels of captains with fleets of all sorts, carriers decided: guns are of use for as long as
the right card is in hand, a carrier raids every turn and covers the fleet.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from sandtable.games.naval import Deck, ShipCard
from sandtable.games.naval.core import FLEET_POINTS, chance_to_hit

from .worth import best_fleet

SHIP, HULL, TORPEDO, ANTI_AIR = 0.08, 0.035, 0.08, 0.1
"""What a ship card, and each point printed on it, adds to the logarithm of the odds to win."""
CARRIER, STRIKE, COVER = 0.21, 0.84, 1.0
"""A carrier, each raid that would strike from one of the lines, each cover that would succeed."""
TASTE = 2.0
"""How much more often a nation is chosen whose fleet is better: 1 would be as the odds are."""


def merit(card: ShipCard) -> float:
    """How much a ship card does for the victory of its fleet."""
    merit = SHIP + HULL * card.hull + TORPEDO * (card.torpedo or 0) + ANTI_AIR * card.anti_air
    if card.raid is not None:
        merit += CARRIER + STRIKE * card.raids * sum(map(chance_to_hit, card.raid))
        merit += COVER * card.cover * chance_to_hit(card.cover_roll)
    return merit


def winning_fleet(deck: Deck, nation: str, rng: random.Random) -> tuple[str, ...]:
    return best_fleet(deck, nation, FLEET_POINTS, rng, merit)


def winning_nation(deck: Deck, free: Sequence[str], rng: random.Random) -> str:
    """One whose fleet is strong; the others now and then."""
    fleets = [winning_fleet(deck, nation, rng) for nation in free]
    merits = [sum(merit(deck.ships[ship]) for ship in fleet) for fleet in fleets]
    return rng.choices(free, [math.exp(TASTE * each) for each in merits])[0]
