"""What never changes about the cards, for clients."""

from __future__ import annotations

import msgspec

from sandtable.table import View

from .cards import Deck

ATTACKS = frozenset({"primary", "secondary", "torpedo", "depth-charge", "air-raid"})


class ShipReference(msgspec.Struct, frozen=True):
    id: str
    name: str
    nation: str
    klass: str
    points: int
    hull: int


class AttackReference(msgspec.Struct, frozen=True):
    """A kind of attack card and the damage it does."""

    id: str
    damage: int


class NavalReference(View, kw_only=True):
    ships: tuple[ShipReference, ...]
    attacks: tuple[AttackReference, ...]


def reference_of(deck: Deck) -> NavalReference:
    return NavalReference(
        ships=tuple(
            ShipReference(s.id, s.name, s.nation, s.klass, s.points, s.hull)
            for s in deck.ships.values()
        ),
        attacks=tuple(
            AttackReference(c.id, c.damage) for c in deck.actions.values() if c.effect in ATTACKS
        ),
    )
