"""A budget is for a whole turn: what its decisions took so far is counted together."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from sandtable.bots.axis.commander import Captain
from sandtable.bots.watch import Clock, Watch
from sandtable.games import find_title

Tick = Callable[[float], None]


@pytest.fixture
def tick(monkeypatch: pytest.MonkeyPatch) -> Tick:
    """Lets so many seconds pass."""
    now = [0.0]

    def passing(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("time.thread_time", lambda: now[0])
    return passing


def test_decisions_of_a_turn_add_up_also_between_those_of_others(tick: Tick) -> None:
    watch = Watch()
    for turn, seconds in (((1, 0), 2.0), ((1, 5), 7.0), ((1, 0), 1.0)):
        watch.start(turn)
        tick(seconds)
        watch.stop()
        tick(10.0)  # others think
    watch.start((1, 0))
    tick(0.5)
    assert watch.used == 3.5
    watch.stop()
    watch.start((2, 0))
    assert watch.used == 0.0


def test_a_clock_looks_ahead(tick: Tick) -> None:
    late = Clock(3.0)
    tick(2.0)
    assert not late()
    assert late(ahead=1.5)
    tick(1.5)
    assert late()


def test_rehearsals_leave_time_for_the_rest_of_the_turn(tick: Tick) -> None:
    """However long the purchase took: of two seconds 0.6 are for battles and the march."""
    captain = Captain(find_title("anniversary-1941"), random.Random(1))
    captain.budget = 2.0
    captain._watch.start((1, 0))
    tick(0.3)
    captain._watch.stop()
    tick(5.0)  # others think
    captain._watch.start((1, 0))
    late = captain._clock("rehearsals")
    tick(1.05)
    assert not late()
    tick(0.1)
    assert late()
