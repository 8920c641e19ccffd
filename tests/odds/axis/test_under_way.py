"""Odds in the middle of a round: the hits already scored count."""

from __future__ import annotations

from math import comb, prod
from typing import Any

import pytest

from sandtable.games import find_title
from sandtable.odds.form import BattleOdds
from sandtable.odds.planned import planned
from sandtable.table import Position, Table

ATTACK = ((2, 2), (3, 1))
"""Two artillery and a tank: (hits at or below, how many)."""


def attack() -> Position[Any]:
    edits = [
        "clear",
        "place 2 germany artillery, 1 germany tank poland",
        "place 2 ussr infantry, 1 ussr artillery, 1 ussr tank east-poland",
        "turn germany combat-move",
    ]
    table = Table(find_title("anniversary-1941"), edits=edits)
    table.play("move 2 artillery, 1 tank poland > east-poland")
    return table.position


def struck(hits: tuple[int, int]) -> Position[Any]:
    """After the attackers' first shots, before anybody is taken off."""
    position = attack()
    position.play("germany", position.rules.parse("end"))
    faces = [
        1 if n < good else 6
        for good, (_, count) in zip(hits, ATTACK, strict=True)
        for n in range(count)
    ]
    position.resolve(tuple(faces))
    return position


def odds(position: Position[Any]) -> BattleOdds:
    found = planned(position, "germany", "east-poland").odds
    assert found is not None
    return found


def chance(hits: tuple[int, int]) -> float:
    return prod(
        comb(count, good) * (needed / 6) ** good * (1 - needed / 6) ** (count - good)
        for good, (needed, count) in zip(hits, ATTACK, strict=True)
    )


def test_the_odds_before_a_volley_are_the_mean_of_those_after_it() -> None:
    after = [((a, t), odds(struck((a, t)))) for a in range(3) for t in range(2)]
    before = odds(attack())
    for name in ("win", "draw", "lose", "take"):
        mean = sum(chance(hits) * getattr(found, name) for hits, found in after)
        assert mean == pytest.approx(getattr(before, name), abs=1e-9), name
    assert sum(one.chance for one in after[0][1].attackers) == pytest.approx(1)


def test_the_defender_is_asked_and_his_odds_are_worse_with_each_hit() -> None:
    wins = [odds(struck((0, 0))).win, odds(struck((1, 0))).win, odds(struck((2, 1))).win]
    assert struck((1, 0)).decision is not None
    assert wins == sorted(wins)
    assert wins[0] < wins[2] - 0.3


def test_a_round_that_ends_the_battle() -> None:
    edits = ["clear", "place 3 germany tank poland", "place 1 ussr infantry east-poland"]
    table = Table(find_title("anniversary-1941"), edits=[*edits, "turn germany combat-move"])
    table.play("move 3 tank poland > east-poland")
    position = table.position
    position.play("germany", position.rules.parse("end"))
    position.resolve((1, 6, 6))
    found = odds(position)
    # The last infantry still fires: it may take one tank along, no more.
    assert found.win == found.take == 1
    left = {one.units["tank"]: one.chance for one in found.attackers}
    assert left == pytest.approx({3: 4 / 6, 2: 2 / 6})


def test_rounds_that_follow_each_other_without_a_question() -> None:
    """Who cannot retreat is not asked: the odds end the round all the same."""
    edits = [
        "clear",
        "place 1 germany transport[infantry+tank] sz-5",
        "place 2 ussr infantry, 1 ussr artillery baltic-states",
        "turn germany combat-move",
    ]
    table = Table(find_title("anniversary-1941"), edits=edits)
    table.play("land 1 infantry, 1 tank sz-5 > baltic-states")
    before = planned(table.position, "germany", "baltic-states").odds
    assert before is not None
    position = table.position
    position.play("germany", position.rules.parse("end"))
    mean = 0.0
    for infantry in range(2):
        for tank in range(2):
            twin = position.copy()
            twin.resolve((1 if infantry else 6, 1 if tank else 6))
            likely = (1 / 6 if infantry else 5 / 6) * (1 / 2)
            found = planned(twin, "germany", "baltic-states").odds
            assert found is not None
            mean += likely * found.win
    assert mean == pytest.approx(before.win, abs=1e-9)
