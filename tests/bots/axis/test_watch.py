"""A budget is for a whole turn: what its decisions took so far is counted together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.bots.axis.watch import Clock, Watch

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
