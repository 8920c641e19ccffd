"""Proposals are tried with equal dice, and the best is taken as far as it can be believed."""

from __future__ import annotations

import random
from functools import partial

from sandtable.bots.race import FIRST, race


def never() -> bool:
    return False


def noisy(entrant: float, number: int) -> float:
    """Dice of a number add the same luck to everybody."""
    return entrant + random.Random(number).gauss(0.0, 50.0)


def test_the_best_wins_though_luck_is_larger_than_the_lead() -> None:
    assert race([0.0, -1.0, 2.0, 1.0], noisy, never) == 2.0


def test_the_first_is_kept_where_nobody_is_better() -> None:
    assert race([0.0, -3.0, -1.0], noisy, never) == 0.0
    assert race(["only"], lambda entrant, number: 1 / 0, never) == "only"


def test_the_worse_half_gives_up() -> None:
    tried: dict[float, int] = {}

    def trial(entrant: float, number: int) -> float:
        tried[entrant] = tried.get(entrant, 0) + 1
        return entrant

    assert race([0.0, 1.0, 2.0, 3.0, 4.0], trial, never, laps=4 * FIRST) == 4.0
    assert tried == {0.0: 16, 1.0: 4, 2.0: 4, 3.0: 8, 4.0: 16}


def test_time_ends_it_with_what_is_known() -> None:
    left = iter(range(7))
    assert race([0.0, 5.0, 1.0], noisy, lambda: next(left, None) is None) == 5.0
    assert race([0.0, 5.0], noisy, lambda: True) == 0.0


def test_who_doubts_does_not_fall_for_the_luckiest_of_many() -> None:
    """Nobody is better, each has luck of his own: without doubt one of them nearly always leads."""

    def luck(game: int, entrant: int, number: int) -> float:
        return random.Random(f"{entrant} {number} {game}").gauss(0.0, 1.0)

    kept = {0.0: 0, 2.0: 0}
    for doubt in kept:
        for game in range(40):
            kept[doubt] += race(range(9), partial(luck, game), never, laps=32, doubt=doubt) == 0
    assert kept[0.0] < 10
    assert kept[2.0] > 25


def test_a_sure_lead_is_believed_in_spite_of_doubt() -> None:
    assert race([0.0, -1.0, 2.0, 1.0], noisy, never, doubt=1.0) == 2.0


def test_who_is_hopelessly_behind_costs_no_more_trials() -> None:
    tried: list[float] = []

    def trial(entrant: float, number: int) -> float:
        tried.append(entrant)
        return entrant + random.Random(f"{entrant} {number}").random()

    assert race([0.0, -9.0, -5.0], trial, never, doubt=1.0) == 0.0
    assert len(tried) == 3 * FIRST
