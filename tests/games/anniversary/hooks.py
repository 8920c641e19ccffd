"""What the battery of random play needs to know about this title."""

from __future__ import annotations

import random

from sandtable.games import find_title
from sandtable.games.anniversary import Anniversary
from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import AxisState, Orders
from sandtable.games.axis.units import fits
from sandtable.games.axis.world import NOBODY, World


def _rules() -> Anniversary:
    rules = find_title("anniversary-1941")
    assert isinstance(rules, Anniversary)
    return rules


def invariant(state: AxisState) -> None:
    """Nothing is ever in an impossible place."""
    world = _rules().world
    assert all(amount >= 0 for amount in (*state.money, *state.tokens))
    for space, (factory,) in state.facilities.items():
        assert not world.is_sea[space]
        assert 0 <= factory.damage <= 2 * world.value[space]
    for space in range(len(world.spaces)):
        _check_stack(world, state, space)
        held = state.owner[space]
        assert (held == NOBODY) == (world.is_sea[space] or world.closed[space])
        if space in world.group("china") and held != NOBODY:
            assert world.powers[held].id in ("china", "germany", "italy", "japan")
    if isinstance(state.flow[-1] if state.flow else None, frames.Purchase):
        _check_between_turns(world, state)


def _check_stack(world: World, state: AxisState, space: int) -> None:
    stack = state.units[space]
    assert len({piece for piece, _ in stack}) == len(stack), "equal pieces must be one entry"
    assert not (stack and world.closed[space]), "a unit in neutral land"
    for piece, count in stack:
        kind = world.kinds[piece.kind]
        assert count > 0
        assert not kind.building
        if kind.domain != "air":
            assert (kind.domain == "sea") == world.is_sea[space], (kind.id, space)
        if world.powers[piece.owner].confined:
            assert space in world.access.ranges[piece.owner]
        if kind.deck:
            assert len(piece.cargo) <= kind.deck
        elif kind.transport:
            assert fits(kind, tuple(c.kind for c in piece.cargo))
        elif not kind.raids:
            assert not piece.cargo


def _check_between_turns(world: World, state: AxisState) -> None:
    """When a turn has just begun: no mixed territories, nobody in the air, nobody marked."""
    power = state.turn
    for space, stack in enumerate(state.units):
        for piece, _ in stack:
            assert (piece.spent, piece.marks, piece.origin) == (0, 0, -1)
            if not world.is_sea[space]:
                assert at.is_friendly_land(world, state, piece.owner, space)
        if world.is_sea[space]:
            for side in world.sides:
                fliers = [p.owner for p, _ in stack if world.kinds[p.kind].domain == "air"]
                mine = [owner for owner in fliers if owner in world.members[side]]
                if mine:
                    assert at.deck_room(world, state, space, mine[0]) >= 0, (power, space)


def scramble(state: AxisState, seat: str | None, rng: random.Random) -> AxisState:
    """Only standing orders of other seats are secret."""
    twin = state.copy()
    for other in _rules().world.seats:
        if other != seat:
            twin.orders[other] = Orders(submerge=rng.choice(["always", "never"]))
    return twin
