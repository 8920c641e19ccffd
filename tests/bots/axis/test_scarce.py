"""Positions with too few units for all who want them: nobody is sent where he is hardly missed."""

from __future__ import annotations

from .desk import Desk, attacker_of
from .test_positions import EMPTY


def test_shares_its_aircraft_between_two_convoys() -> None:
    """A third fighter makes the first battle a little better, and the second one possible."""
    desk = Desk(
        EMPTY,
        "place 1 germany infantry, 4 germany fighter northwestern-europe",
        "place 6 germany infantry germany",
        "place 1 uk destroyer, 1 uk transport sz-6",
        "place 1 uk destroyer, 1 uk transport sz-7",
        "turn germany combat-move",
    )
    attacker = attacker_of(desk, "germany")
    attacker.plan()
    world = attacker.world
    sent = {world.spaces[target].id: force for target, force in attacker.sent.items()}
    fighter = world.kind["fighter"]
    assert {zone: sent.get(zone, {}).get(fighter, 0) for zone in ("sz-6", "sz-7")} == {
        "sz-6": 2,
        "sz-7": 2,
    }
