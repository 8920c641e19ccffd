"""What must be true of every state of this title, and of every turn that has ended."""

from __future__ import annotations

from sandtable.games.fortress import FortressState
from sandtable.games.fortress.board import IS_CITY, IS_ZONE, OWNER, SPACES, N
from sandtable.games.fortress.pieces import (
    BOMBER,
    EMPTY,
    LIMIT,
    PARTISAN,
    POOL,
    US_POOL,
    USA,
    plus,
)
from sandtable.games.fortress.state import FirstMove, PlayCard, SecondMove, Turn
from sandtable.games.fortress.turn import isolated

ALL_ZONES = [space for space in range(N) if IS_ZONE[space]]


def invariant(state: FortressState) -> None:
    """At every moment: no piece, laser or card is lost or made, nobody stands where none may."""
    check_pools(state)
    check_stacks(state)
    assert [state.control[zone] for zone in ALL_ZONES] == [OWNER[zone] for zone in ALL_ZONES]


def check_pools(state: FortressState) -> None:
    for force in range(4):
        total = plus(state.reserve[force], state.lost[force])
        for space in range(N):
            total = plus(total, state.units[force * N + space])
        assert total == (US_POOL if force == USA else POOL)
    assert state.lost[USA][PARTISAN] == 0
    assert len(state.lasers) + state.laser_stock + sum(state.taken) == 12
    assert len(set(state.lasers)) == len(state.lasers)
    assert all(IS_CITY[space] for space in state.lasers)
    in_play = [frame.card for frame in state.flow if isinstance(frame, PlayCard)]
    assert sorted(state.deck + state.discard + state.aside + in_play) == list(range(30))
    assert 0 <= len(state.aside) <= state.bonus <= len(state.aside) + len(state.deck)


def check_stacks(state: FortressState) -> None:
    """Five units per space; a sixth only while room is made, bombers only over their target."""
    top = state.flow[-1] if state.flow else None
    crowded = top.crowded if isinstance(top, FirstMove | SecondMove) else -1
    owner: dict[int, int] = {}
    for key, stack in enumerate(state.units):
        if stack == EMPTY:
            continue
        force, space = divmod(key, N)
        assert min(stack) >= 0
        assert sum(stack) <= LIMIT + (space == crowded)
        if space in owner:
            over = state.units[state.active * N + space]
            assert space in state.declared
            assert sum(over) == over[BOMBER]
        owner[space] = force
        assert not IS_ZONE[space] or OWNER[space] == force


def check_turn_end(state: FortressState, force: int) -> None:
    """FA-046, FA-219, FA-255 when a turn has ended."""
    for space in range(N):
        for other in range(4):
            stack = state.units[other * N + space]
            assert sum(stack) <= LIMIT
            if any(stack):
                assert state.control[space] == other, SPACES[space].id
    if force != USA:
        assert isolated(state, force) == []
    for left in ("declared", "disengaged", "assigned", "spent", "fired", "barred", "fought"):
        assert not getattr(state, left), left


def turn_of(state: FortressState) -> tuple[int, int]:
    turn = next((f for f in state.flow if isinstance(f, Turn)), None)
    return (state.round, turn.force) if turn else (-1, -1)
