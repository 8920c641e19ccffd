"""What the battery of random play needs to know about the 1940 titles."""

from __future__ import annotations

import random
from functools import cache

from sandtable.games import find_title
from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import HURT, AxisState, Orders
from sandtable.games.axis.units import fits
from sandtable.games.axis.world import NOBODY, World
from sandtable.games.axis1940.rules import Rules1940
from sandtable.games.axis1940.state import KAMIKAZE_ATTACKS, State1940
from sandtable.table import Action, Event
from tests.games.axis1940.accounts import add_up

TITLES = ("europe-1940", "pacific-1940", "global-1940")


@cache
def _world(spaces: int) -> World:
    """The board that has so many spaces: a state does not say which title it is of."""
    for title in TITLES:
        rules = find_title(title)
        assert isinstance(rules, Rules1940)
        if len(rules.world.spaces) == spaces:
            return rules.world
    raise AssertionError(f"no board has {spaces} spaces")


def invariant(state: AxisState) -> None:
    """Nothing is ever in an impossible place."""
    world = _world(len(state.units))
    assert isinstance(state, State1940)
    assert all(amount >= 0 for amount in state.money)
    assert 0 <= state.kamikaze <= KAMIKAZE_ATTACKS
    _check_relations(world, state)
    for space in state.facilities:
        _check_facilities(world, state, space)
    for space, stack in enumerate(state.units):
        if stack:
            _check_stack(world, state, space)
        held = state.owner[space]
        assert world.closed[space] or (held == NOBODY) == world.is_sea[space]
        original = world.original[space]
        if original >= 0 and world.powers[original].confined and held != original:
            assert world.powers[held].side != world.powers[original].side, "an ally holds China"
    if isinstance(state.flow[-1] if state.flow else None, frames.Purchase):
        _check_between_turns(world, state)


def conserved(before: AxisState, action: Action, after: AxisState, events: list[Event]) -> None:
    add_up(_world(len(after.units)), before, action, after, events)


def _check_relations(world: World, state: AxisState) -> None:
    foes = [at.foes(state, power) for power in range(len(world.powers))]
    for one, hated in enumerate(foes):
        liked = at.allies(state, one)
        for other in range(len(world.powers)):
            assert hated[other] == foes[other][one]
            assert not (hated[other] and liked[other])


def _check_facilities(world: World, state: AxisState, space: int) -> None:
    here = state.facilities.get(space, ())
    assert not (here and world.is_sea[space])
    for facility in here:
        kind = world.kinds[facility.kind]
        assert 0 <= facility.damage <= facilities.limit(world, space, kind)
    complexes = [f for f in here if facilities.building(world, f).is_factory]
    assert len(complexes) <= 1
    assert len({f.kind for f in here}) == len(here)


def _check_stack(world: World, state: AxisState, space: int) -> None:
    stack = state.units[space]
    assert len({piece for piece, _ in stack}) == len(stack), "equal pieces must be one entry"
    assert not (stack and world.closed[space]), "a unit on impassable ground"
    for piece, count in stack:
        kind, owner = world.kinds[piece.kind], world.powers[piece.owner]
        assert count > 0
        assert not kind.building
        assert owner.plays or (owner.neutral and kind.foot), owner.id
        if kind.domain != "air":
            assert (kind.domain == "sea") == world.is_sea[space], (kind.id, space)
        if owner.confined:
            assert space in world.access.ranges[piece.owner]
        assert not piece.marks & HURT or kind.hits > 1
        if kind.deck:
            assert len(piece.cargo) <= kind.deck
        elif kind.transport:
            assert fits(kind, tuple(c.kind for c in piece.cargo))
        else:
            assert not piece.cargo


def _check_between_turns(world: World, state: AxisState) -> None:
    """When a turn has just begun: no mixed territories, nobody in the air, nobody marked."""
    for space, stack in enumerate(state.units):
        for piece, _ in stack:
            assert (piece.marks & ~HURT, piece.origin) == (0, -1)
            assert piece.spent in (0, -1), "a base gives one step more"
            if not world.is_sea[space]:
                assert at.is_friendly_land(world, state, piece.owner, space)
        if world.is_sea[space]:
            for side in world.sides:
                fliers = [p.owner for p, _ in stack if world.kinds[p.kind].domain == "air"]
                mine = [owner for owner in fliers if owner in world.members[side]]
                if mine:
                    assert at.deck_room(world, state, space, mine[0]) >= 0, (state.turn, space)


def scramble(state: AxisState, seat: str | None, rng: random.Random) -> AxisState:
    """Only standing orders of other seats are secret."""
    twin = state.copy()
    for other in _world(len(state.units)).seats:
        if other != seat:
            twin.orders[other] = Orders(submerge=rng.choice(["always", "never"]))
    return twin
