"""What a general knows of fleets, and how it judges where a battle stands."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.bots.naval.fleets import merit, winning_fleet, winning_nation
from sandtable.bots.naval.standing import hope
from sandtable.bots.naval.worth import best_fleet
from sandtable.games import find_title
from sandtable.games.naval import NavalState, standard_deck
from sandtable.games.naval.cards import NATIONS
from sandtable.games.naval.core import members, sides
from sandtable.table import OptionValue, Table

START = ["nation p1 japan", "nation p2 germany", "first p1", "active p1"]


def standing(*edits: str) -> float:
    table = Table(find_title("naval"), edits=[*START, *edits, "phase declare"])
    return hope(standard_deck(), table.state, "p1")


@pytest.mark.parametrize("nation", NATIONS)
def test_its_fleets_are_worth_25_points_and_have_the_carriers(nation: str) -> None:
    deck = standard_deck()
    fleet = winning_fleet(deck, nation, random.Random(1))
    usual = best_fleet(deck, nation, 25, random.Random(1))
    assert sum(deck.ships[ship].points for ship in fleet) == 25
    assert sum(merit(deck.ships[s]) for s in fleet) > sum(merit(deck.ships[s]) for s in usual)
    assert {ship for ship in deck.nation(nation) if deck.ships[ship].raid} <= {*fleet}


def test_it_sails_for_nations_with_carriers_but_not_always_for_the_same() -> None:
    deck = standard_deck()
    rng = random.Random(3)
    chosen = [winning_nation(deck, NATIONS, rng) for _ in range(60)]
    assert len({*chosen}) >= 3
    assert sum(nation in ("usa", "japan", "great-britain") for nation in chosen) > 45
    assert winning_nation(deck, ["france"], rng) == "france"


def test_it_takes_no_nation_that_is_taken() -> None:
    start = ["nation p1 japan", "nation p2 usa"]
    table = Table(find_title("naval"), edits=start, options={"players": 3})
    for seed in range(20):
        bot = make_bot("general", table.rules, seed)
        action = bot.choose(table.position.seen_by("p3"), "p3", 50)
        assert table.check(action, "p3") is None


def test_points_ships_and_health_give_hope() -> None:
    even = standing("ship yamato 1", "ship bismarck 1")
    assert standing("ship yamato 1", "ship bismarck 1", "prize p1 t13") > even
    assert standing("ship yamato 1", "ship bismarck 1", "prize p2 kagero") < even
    assert standing("ship yamato 1", "ship shokaku 3", "ship bismarck 1") > even
    assert standing("ship yamato 1", "damage yamato heavy-4", "ship bismarck 1") < even
    assert standing("ship yamato 1", "ship bismarck 1", "damage bismarck heavy-4") > even


@pytest.mark.parametrize(
    "options", [{"players": 5}, {"players": 4, "teams": "two"}, {"linked_battles": True}]
)
def test_hopes_of_all_sides_are_one(options: dict[str, OptionValue]) -> None:
    game = sandtable.new("naval", seed=4, options=options)
    bots = {seat: make_bot("captain", game.rules, seat) for seat in game.seats}
    deck = standard_deck()
    while game.decision is not None:
        seat = game.decision.seats[0]
        state: NavalState = game.state
        hopes = [hope(deck, state, members(state, side)[0]) for side in sides(state)]
        assert sum(hopes) == pytest.approx(1.0)
        game.play(bots[seat].choose(game.position, seat, 0), seat)
    assert game.result is not None
    assert all(hope(deck, game.state, seat) == game.result.scores[seat] for seat in game.seats)
