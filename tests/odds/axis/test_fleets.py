"""Fleets state by state: where hits lead, which states can meet, and steps of any size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.games.axis import forces as rules
from sandtable.games.axis.units import AIR, OTHER, SUBMARINE
from sandtable.odds.axis import Battle, Choices, Party, arms, sea, solve
from sandtable.odds.axis.dice import Ints, fading, few
from sandtable.odds.axis.fleet import Fleet
from sandtable.odds.axis.history import unmet
from sandtable.odds.axis.pairs import Batch
from sandtable.odds.axis.side import make_side
from sandtable.odds.axis.states import TRANSPORT
from tests.odds.axis.test_reference import AFLOAT, QUIET, SEA, compare, forces, sea_battles

orders = st.one_of(st.just(()), st.permutations(SEA).map(tuple))

MIXED = {"submarine": 3, "destroyer": 3, "cruiser": 1, "fighter": 1}
AIR_FIRST = ("fighter", "cruiser", "submarine", "destroyer")


def fleet_of(units: dict[str, int], losses: tuple[str, ...], submerges: bool = False) -> Fleet:
    side = make_side(
        arms("anniversary"), (Party(units),), Choices(losses=losses), 0, attacking=False
    )
    return Fleet(side, (True, True), submerges)


@settings(max_examples=60, deadline=None)
@given(forces(AFLOAT, 8), orders)
def test_one_hit_falls_as_in_the_game(units: dict[str, int], losses: tuple[str, ...]) -> None:
    fleet = fleet_of(units, losses)
    tables = {OTHER: fleet.free, SUBMARINE: fleet.from_sub, AIR: fleet.from_air}
    taken = fleet.states.taken.tolist()
    for state, gone in enumerate(taken):
        left = [w for r, w in enumerate(fleet.classes) if r in fleet.states.ranks[w][gone[w] :]]
        ranked = [w for w in left if w != TRANSPORT]
        for sort, table in tables.items():
            hits = (sort == SUBMARINE, sort == AIR, sort == OTHER)
            fallen = rules.fall(ranked, hits, False)
            expected = list(gone)
            if any(fallen):
                expected[ranked[fallen.index(True)]] += 1
            elif TRANSPORT in left:
                expected[TRANSPORT] += 1
            assert taken[table[state]] == expected, (units, gone, sort)


@given(forces(AFLOAT, 8), orders)
def test_states_are_in_an_order_in_which_everything_leads_forward(
    units: dict[str, int], losses: tuple[str, ...]
) -> None:
    states = fleet_of(units, losses, submerges=True).states
    here = np.arange(states.size)
    for table in (states.free, states.from_sub, states.from_air, states.sinks, states.dives):
        moved = table != here
        assert (table >= here).all()
        assert (states.level[table[moved]] > states.level[moved]).all()


def test_dice_of_units_that_are_lost_one_by_one() -> None:
    units = [[2], [3, 3], [], [4], [1]]
    for lost, row in enumerate(fading(units)):
        counts = [0] * 7
        for dice in units[lost:]:
            for needed in dice:
                counts[needed] += 1
        assert row == pytest.approx(few(counts))


@settings(max_examples=120, deadline=None, suppress_health_check=QUIET)
@given(sea_battles())
def test_steps_of_any_size_give_the_same(battle: Battle) -> None:
    """Small battles are dealt with at once; here they go the way of large ones."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("ALL", 0), ("ONCE", 0), ("FIRST", 5), ("PAIRS", 7), ("FEW", 3)):
            patch.setattr(sea, name, value)
        compare(battle)


@settings(max_examples=120, deadline=None, suppress_health_check=QUIET)
@given(
    forces(SEA, 9),
    forces(AFLOAT, 9),
    st.tuples(orders, orders),
    st.tuples(st.booleans(), st.booleans()),
)
@example(MIXED, MIXED, (AIR_FIRST, AIR_FIRST), (False, False))
@example(MIXED, MIXED, ((), ()), (True, True))
@example(
    {"submarine": 2, "destroyer": 1, "cruiser": 1, "fighter": 1}, MIXED, ((), ()), (False,) * 2
)
def test_states_that_are_said_not_to_meet_do_not(
    mine: dict[str, int],
    theirs: dict[str, int],
    losses: tuple[tuple[str, ...], tuple[str, ...]],
    dives: tuple[bool, bool],
) -> None:
    """Such pairs are left out at first, but if anything came to one, it would be dealt with."""
    one, two = (
        Choices(losses=order, submerge=dive) for order, dive in zip(losses, dives, strict=True)
    )
    seen: list[tuple[sea.SeaBattle, Ints]] = []
    batch = sea.SeaBattle._batch

    def spy(self: sea.SeaBattle, cells: Ints, levels: np.typing.NDArray[np.int16]) -> Batch:
        seen.append((self, cells))
        return batch(self, cells, levels)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sea, "ALL", 0)
        patch.setattr(sea.SeaBattle, "_batch", spy)
        solve(Battle(Party(mine), (Party(theirs),), sea=True, attack=one, defence=two))
    for fought, cells in seen:
        never = unmet(fought.attacker, fought.defender, fought.dives)
        assert not never.take(cells).any()


def test_pairs_are_left_out() -> None:
    """Both sides lose submarines first, then destroyers: not both can have submarines without."""
    units = {"submarine": 2, "destroyer": 2, "cruiser": 1, "fighter": 2}
    fleet = fleet_of(units, ("submarine", "destroyer", "fighter", "cruiser"))
    never = unmet(fleet, fleet, False)
    lone = fleet.sub & ~fleet.destroyer
    assert lone.any()
    assert never[np.ix_(lone, lone)].all()
    assert not never[0, 0]
