"""The opening of each 1940 title is its set-up table, piece by piece."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files

import pytest

import sandtable
from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.rules import AxisRules

TOTALS = {
    "europe-1940": (260 + 67, 36, 11),
    "pacific-1940": (173 + 6, 26, 8),
    "global-1940": (454 + 73, 62, 19),
}
"""Pieces of the powers and of neutrals, facilities, victory cities."""


@pytest.mark.parametrize("title", TOTALS)
def test_every_piece_is_in_its_place(title: str) -> None:
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    world, state = rules.world, sandtable.new(title, seed=1).state
    table = files(rules.package) / "data" / rules.tables / "setup-1940.csv"
    wanted: Counter[tuple[str, str, str]] = Counter()
    for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines()):
        wanted[row["power"], row["space"], row["unit"]] += int(row["count"])
    found: Counter[tuple[str, str, str]] = Counter()
    for space, stack in enumerate(state.units):
        for piece, count in stack:
            for one in (piece, *piece.cargo):
                owner, kind = world.powers[one.owner].id, world.kinds[one.kind].id
                found[owner, world.spaces[space].id, kind] += count
    pieces, buildings = found.total(), 0
    for space, row in state.facilities.items():
        for facility in row:
            owner = world.powers[state.owner[space]].id
            found[owner, world.spaces[space].id, world.kinds[facility.kind].id] += 1
            assert facility.damage == 0
            buildings += 1
    cities = sum(bool(space.city) for space in world.spaces)
    assert found == wanted
    assert (pieces, buildings, cities) == TOTALS[title]


@pytest.mark.parametrize("title", TOTALS)
def test_everybody_starts_with_a_turns_production(title: str) -> None:
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    world, state = rules.world, sandtable.new(title, seed=1).state
    for purse in world.purses:
        if world.powers[purse.power].plays:
            own = purse.index if len(world.purses_of[purse.power]) > 1 else -1
            assert at.production(world, state, purse.power, own) == state.money[purse.index]
