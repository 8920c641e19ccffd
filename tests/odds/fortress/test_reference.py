"""The odds of Fortress America equal a brute-force reference in exact fractions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from sandtable.games.fortress.pieces import KINDS, Stack, stack_of
from sandtable.odds.fortress import BattleOdds, battle
from sandtable.odds.fortress.door import solve
from tests.odds.fortress import reference
from tests.odds.fortress.reference import Battle, Field, Units

INVADERS = ("infantry", "mobile", "tank", "helicopter", "bomber")
US = (*INVADERS, "partisan")
DEALS = 40
"""Decks of battles; each is a test of its own, so that a failure says which."""
BATTLES = 15


def force(deal: random.Random, kinds: tuple[str, ...], most: int) -> Units:
    some = deal.sample(kinds, deal.randint(1, len(kinds)))
    return tuple(deal.choice(some) for _ in range(deal.randint(1, most)))


def dealt(deal: random.Random) -> Battle:
    """Either side may be the US, and Partisans stand alone often enough to matter."""
    attackers = force(deal, deal.choice((INVADERS, US)), 6)
    if deal.random() < 0.3:
        attackers = ("infantry", "tank", "bomber", *attackers)
    elif deal.random() < 0.1:
        attackers = ("partisan",) * deal.randint(1, 2)
    defenders = force(deal, deal.choice((INVADERS, US)), 5)
    if deal.random() < 0.1:
        defenders = ("partisan",) * deal.randint(1, 2)
    return Battle(attackers, defenders, deal.random() < 0.6, deal.random() < 0.2)


def stack(units: Units) -> Stack:
    return stack_of(Counter(units))


def named(pieces: Stack) -> Units:
    found = Counter(dict(zip(KINDS, pieces, strict=True)))
    return tuple(sorted(found.elements()))


def endings(odds: BattleOdds) -> dict[Field, float]:
    found: dict[Field, float] = {}
    for end in odds.ends:
        pieces = (end.attackers, end.disengaged, end.defenders, end.retreated)
        field = Field(*map(named, pieces))
        assert field not in found
        found[field] = end.chance
    return found


def lost(expected: dict[Field, Fraction], kind: str, begun: Units, *left: str) -> Fraction:
    """How many of a kind are missing in the end, on average."""
    total = Fraction(0)
    for field, chance in expected.items():
        remaining = sum(getattr(field, part).count(kind) for part in left)
        total += chance * (begun.count(kind) - remaining)
    return total


def compare(fight: Battle, escape: bool) -> None:
    expected = reference.odds(fight)
    assert sum(expected.values()) == 1
    ours, theirs = stack(fight.attackers), stack(fight.defenders)
    odds = battle(ours, theirs, fight.rough, fight.weak, escape)
    found = endings(odds)
    for field in expected.keys() | found.keys():
        difference = abs(float(expected.get(field, Fraction(0))) - found.get(field, 0.0))
        assert difference < 1e-9, (field, fight)
    answer = solve(ours, theirs, rough=fight.rough, weak=fight.weak, escape=escape)
    for name in ("win", "barred", "hold"):
        chance = sum(p for field, p in expected.items() if reference.ending(field) == name)
        assert getattr(odds, name) == pytest.approx(float(chance), abs=1e-9), (name, fight)
        told = {"win": answer.take, "barred": answer.barred, "hold": answer.lose}[name]
        assert told == pytest.approx(float(chance), abs=1e-9), (name, fight)
    saved = ("defenders", "retreated") if escape else ("defenders",)
    for number, kind in enumerate(KINDS):
        dead = lost(expected, kind, fight.attackers, "attackers", "disengaged")
        assert odds.attacker_losses[number] == pytest.approx(float(dead), abs=1e-9), fight
        dead = lost(expected, kind, fight.defenders, *saved)
        assert odds.defender_losses[number] == pytest.approx(float(dead), abs=1e-9), fight


@pytest.mark.parametrize("seed", range(DEALS))
def test_generated_battles(seed: int) -> None:
    deal = random.Random(seed)
    for _ in range(BATTLES):
        compare(dealt(deal), deal.random() < 0.5)


def test_the_reference_by_hand() -> None:
    # A tank in the open against infantry: killed by 5 and 6, thrown back by 1.
    spread = reference.odds(Battle(("tank",), ("infantry",), False, False))
    assert spread[Field((), (), ("infantry",), ())] == Fraction(2, 6)
    assert spread[Field((), ("tank",), ("infantry",), ())] == Fraction(1, 6)
    assert spread[Field(("tank",), (), (), ())] == Fraction(1, 2) * Fraction(4, 8)
    assert spread[Field(("tank",), (), (), ("infantry",))] == Fraction(1, 2) * Fraction(1, 8)
