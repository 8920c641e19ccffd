"""What the battery of random play needs to know about the house variant."""

from __future__ import annotations

import random

from sandtable.games import find_title
from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import HURT, AxisState, Orders
from sandtable.games.axis.units import fits
from sandtable.games.axis.world import NOBODY, World
from sandtable.games.house1940 import House1940
from sandtable.games.house1940.buildings import PLATFORM
from sandtable.games.house1940.state import HouseState


def _rules() -> House1940:
    rules = find_title("house-1940")
    assert isinstance(rules, House1940)
    return rules


def invariant(state: AxisState) -> None:
    """Nothing is ever in an impossible place."""
    world = _rules().world
    assert isinstance(state, HouseState)
    _check_money(world, state)
    foes = [at.foes(state, power) for power in range(len(world.powers))]
    for one, hated in enumerate(foes):
        liked = at.allies(state, one)
        for other in range(len(world.powers)):
            assert hated[other] == foes[other][one]
            assert not (hated[other] and liked[other])
    for space in state.facilities:
        _check_buildings(world, state, space)
    for space, stack in enumerate(state.units):
        if stack:
            _check_stack(world, state, space)
        held = state.owner[space]
        assert world.closed[space] or (held == NOBODY) == world.is_sea[space]
    if isinstance(state.flow[-1] if state.flow else None, frames.Purchase):
        _check_between_battles(world, state)


def _check_money(world: World, state: HouseState) -> None:
    assert all(amount >= 0 for amount in state.money)
    for power, late in state.late.items():
        assert 0 < late <= state.money[power]
    assert all(debt > 0 for debt in state.debts.values())
    for power in world.neutral:
        assert not state.money[power]
        assert not state.pool[power]


def _check_buildings(world: World, state: HouseState, space: int) -> None:
    here = state.facilities.get(space, ())
    assert not (here and (world.is_sea[space] or world.closed[space]))
    assert len({facility.kind for facility in here}) == len(here)
    for facility in here:
        kind = world.kinds[facility.kind]
        assert 0 <= facility.damage < kind.hits
        if kind.id == PLATFORM:
            assert world.powers[state.owner[space]].id == "germany"
            assert world.spaces[space].city
    platforms = any(world.kinds[facility.kind].id == PLATFORM for facility in here)
    assert len(state.bombs.get(space, ())) <= int(state.options["bombs_per_platform"]) * platforms


def _check_stack(world: World, state: HouseState, space: int) -> None:
    stack = state.units[space]
    assert len({piece for piece, _ in stack}) == len(stack), "equal pieces must be one entry"
    assert not (stack and world.closed[space]), "a unit on impassable ground"
    for piece, count in stack:
        kind, owner = world.kinds[piece.kind], world.powers[piece.owner]
        assert count > 0
        assert not kind.building
        assert owner.plays or (owner.neutral and kind.id == "infantry"), owner.id
        if kind.domain != "air":
            assert (kind.domain == "sea") == world.is_sea[space], (kind.id, space)
        assert not piece.marks & HURT or kind.hits > 1
        assert fits(kind, tuple(cargo.kind for cargo in piece.cargo))


def _check_between_battles(world: World, state: HouseState) -> None:
    """In part I nobody is under way: no mixed territories, no aircraft without a deck."""
    for space, stack in enumerate(state.units):
        for piece, _ in stack:
            if not world.is_sea[space]:
                assert piece.owner == state.owner[space] or at.is_friendly_land(
                    world, state, piece.owner, space
                ), (world.spaces[space].id, world.powers[piece.owner].id)
        if world.is_sea[space]:
            for side in world.sides:
                members = world.members[side]
                aircraft = [p.owner for p, _ in stack if world.kinds[p.kind].domain == "air"]
                mine = [owner for owner in aircraft if owner in members]
                if mine:
                    assert at.deck_room(world, state, space, mine[0]) >= 0, world.spaces[space].id


def scramble(state: AxisState, seat: str | None, rng: random.Random) -> AxisState:
    """Only standing orders of other seats are secret."""
    twin = state.copy()
    for other in _rules().world.seats:
        if other != seat:
            twin.orders[other] = Orders(losses=rng.choice([("infantry",), ("tank", "fighter")]))
    return twin
