"""What a title's units are good for: the kind that fills each role of a plan."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World

FOOT, SUPPORT, ARMOUR = "foot", "support", "armour"
"""Cheap defenders, guns that go with them, and who goes fast and hits hard."""
FLYER, RAIDER, LIFT = "flyer", "raider", "lift"
"""Aircraft that defend and use decks, long-range bombers, and ships that carry troops."""
PICKET, DECK, WORKS = "picket", "deck", "works"
"""Cheap escorts that hunt submarines, ships with decks, and what makes new units."""
MOTOR, STRIKER, GUN, DOCK = "motor", "striker", "gun", "dock"
"""Who keeps up with tanks, aircraft that strike harder in company, guns against aircraft that can
be lost like others, and bases from which ships go farther."""

TESTS: dict[str, Callable[[Kind], bool]] = {
    FOOT: lambda kind: kind.foot and kind.takes_land,
    SUPPORT: lambda kind: kind.takes_land and not kind.foot and kind.move == 1,
    ARMOUR: lambda kind: kind.blitz,
    FLYER: lambda kind: kind.domain == "air" and kind.carrier_capable,
    RAIDER: lambda kind: kind.domain == "air" and kind.strategic,
    LIFT: lambda kind: kind.transport,
    PICKET: lambda kind: kind.hunts_submarines,
    DECK: lambda kind: kind.deck > 0,
    WORKS: lambda kind: kind.building is not None and kind.building.is_factory,
    MOTOR: lambda kind: kind.takes_land and kind.goes_with_tank > 0 and kind.move > 1,
    STRIKER: lambda kind: kind.domain == "air" and kind.flag("tactical-boost") is not None,
    GUN: lambda kind: kind.aa_hit > 0 and kind.fights,
    DOCK: lambda kind: kind.building is not None and kind.building.ship_range > 0,
}


def roles(world: World, for_sale: Callable[[int], bool]) -> dict[str, int]:
    """The kind for each role, the cheapest one; a role that no unit fills is left out.

    Tanks are bought to strike: there the best is who hits hardest for the money.
    """
    found: dict[str, int] = {}
    for role, fills in TESTS.items():
        kinds = [kind for kind in world.kinds if fills(kind) and for_sale(kind.index)]
        if kinds:
            rank = _punch if role == ARMOUR else _price
            found[role] = min(kinds, key=rank).index
    return found


def _price(kind: Kind) -> tuple[float, int]:
    return kind.cost, kind.index


def _punch(kind: Kind) -> tuple[float, int]:
    return -(kind.attack + kind.defence) / kind.cost, kind.cost
