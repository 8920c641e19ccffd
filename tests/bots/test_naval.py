"""The captain: legal everywhere, better than chance, and blind to secrets.

``SANDTABLE_NAVAL_DUELS=100`` plays more duels than the default run.
"""

from __future__ import annotations

import os
import random

import pytest

import sandtable
from sandtable.bots import bot_names, make_bot
from sandtable.bots.naval import Captain
from sandtable.games import find_title
from sandtable.games.naval import Naval, standard_deck
from sandtable.games.naval.core import lines_in_order
from sandtable.table import OptionValue, Position, Table
from tests.games.naval.tools import game_of, mix_secrets, play_on

DUELS = int(os.environ.get("SANDTABLE_NAVAL_DUELS", "20"))


def play_out(game: sandtable.Game, names: dict[str, str], seed: int) -> None:
    bots = {seat: make_bot(name, game.rules, f"{seed} {seat}") for seat, name in names.items()}
    while game.decision is not None:
        seat = game.decision.seats[0]
        action = bots[seat].choose(game.position.seen_by(seat), seat, 0)
        game.play(action, seat)


def test_it_is_known_by_name() -> None:
    rules = find_title("naval")
    assert "captain" in bot_names(rules)
    assert isinstance(make_bot("captain", rules, 1), Captain)


def test_captain_beats_cadet() -> None:
    won = 0
    for seed in range(DUELS):
        game = sandtable.new("naval", seed=f"duel {seed}")
        captain, cadet = ("p1", "p2") if seed % 2 else ("p2", "p1")
        play_out(game, {captain: "captain", cadet: "cadet"}, seed)
        assert game.result is not None
        won += game.result.winners == (captain,)
    assert won >= 0.95 * DUELS


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "linked_battles": True},
        {"players": 3, "prep_expiry": "end_of_turn", "prep_blocks_raid": True},
        {"players": 4, "teams": "two"},
        {"players": 6},
        {"players": 6, "teams": "three"},
    ],
)
def test_captains_finish_a_game_of_every_kind(options: dict[str, OptionValue]) -> None:
    game = sandtable.new("naval", seed=11, options=options)
    play_out(game, dict.fromkeys(game.seats, "captain"), 11)
    assert game.result is not None
    assert "points" in game.result.reason


@pytest.mark.parametrize("seed", range(9))
def test_secrets_of_others_do_not_change_its_move(seed: int) -> None:
    """The same seat, the same seed: the state as it is, with secrets removed, and dealt anew."""
    rules = find_title("naval")
    assert isinstance(rules, Naval)
    game = game_of(seed)
    rng = random.Random(seed)
    for number, _ in enumerate(play_on(game, rng, 350)):
        if number % 10 or game.decision is None:
            continue
        for seat in game.decision.seats:
            mixed = Position(rules, mix_secrets(rules, game.state, seat, rng))
            positions = (game.position.copy(), game.position.seen_by(seat), mixed)
            moves = {
                str(Captain(rules, random.Random(seed)).choose(position, seat))
                for position in positions
            }
            assert len(moves) == 1


def asked_in(edits: list[str]) -> str:
    rules = find_title("naval")
    start = ["nation p1 japan", "nation p2 germany", "first p1", "active p1"]
    table = Table(rules, edits=[*start, *edits])
    assert table.decision is not None
    seat = table.decision.seats[0]
    return str(make_bot("captain", rules, 1).choose(table.position.seen_by(seat), seat, 0))


def test_it_builds_full_fleets_most_of_them_with_a_carrier() -> None:
    deck = standard_deck()
    carriers = 0
    for seed in range(20):
        rules = find_title("naval")
        table = Table(rules, edits=["nation p1 japan", "nation p2 germany", "phase fleets"])
        bot = make_bot("captain", rules, seed)
        line = str(bot.choose(table.position.seen_by("p1"), "p1", 0))
        ships = line.removeprefix("fleet ").split(", ")
        assert sum(deck.ships[ship].points for ship in ships) == 25
        carriers += any(deck.ships[ship].raid for ship in ships)
    assert carriers > 10


def test_its_seed_gives_it_variety_and_nothing_else_does() -> None:
    def opening(seed: int) -> tuple[str, str]:
        rules = find_title("naval")
        bot = make_bot("captain", rules, seed)
        table = Table(rules)
        nation = str(bot.choose(table.position.seen_by("p1"), "p1", 0))
        start = ["nation p1 japan", "nation p2 germany", "phase fleets"]
        table = Table(rules, edits=start)
        return nation, str(bot.choose(table.position.seen_by("p1"), "p1", 0))

    openings = [opening(seed) for seed in range(40)]
    assert openings == [opening(seed) for seed in range(40)]
    assert len({nation for nation, _ in openings}) >= 4
    assert len({fleet for _, fleet in openings}) >= 5


def test_planning_helps_the_defence_where_most_is_at_stake() -> None:
    raids = ["attack 1 base-raid-2 - > z23", "attack 1 base-raid-2 - > bismarck"]
    ships = ["ship shokaku 1", "ship bismarck 1", "ship z23 1", "ship graf-zeppelin 2"]
    prepared = ["prepared p2 planning z23", "prepared p2 planning bismarck"]
    assert asked_in([*ships, *raids, *prepared, "phase defend seat=p2"]) == (
        "cover graf-zeppelin 2 +2"
    )
    assert asked_in([*ships, *raids, "phase defend seat=p2"]) == "cover graf-zeppelin 2"
    quiet = ["ship kagero 1", "ship bismarck 1", "ship u-47 passive"]
    charge = ["attack 1 depth-charge-2 kagero > u-47", "prepared p2 planning bismarck"]
    assert asked_in([*quiet, *charge, "phase defend seat=p2"]) == "silent 1 +1"


def test_it_prepares_nothing_that_cannot_be_of_use() -> None:
    fleet = ["ship kagero 1", "ship yamato 2", "ship bismarck 1"]
    cards = "hand p1 armour, missed, missed, armour, diversion"
    assert asked_in([*fleet, cards, "phase prepare"]).startswith("prepare ")
    # The fleet has retreated: nobody can attack it before the card leaves play.
    assert asked_in([*fleet, cards, "retreat p1", "phase prepare"]) == "end"
    # Nobody over there has a gun that these cards would stop.
    boats = ["ship kagero 1", "ship yamato 2", "ship u-47 passive"]
    assert asked_in([*boats, cards, "phase prepare"]) == "end"


def test_without_a_fleet_it_digs_for_reinforcements() -> None:
    cards = "hand p1 armour, missed, light-1, reinforcements-3, base-raid-1"
    assert (
        asked_in(["ship bismarck 1", cards, "phase discard"]) == "discard armour, light-1, missed"
    )


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_a_game_of_three_teams_ends_in_time(seed: int) -> None:
    game = sandtable.new("naval", seed=f"t{seed}", options={"players": 6, "teams": "three"})
    play_out(game, dict.fromkeys(game.seats, "captain"), seed)
    assert game.result is not None
    assert game.state.turn <= 250


def test_it_finishes_off_what_it_can_sink() -> None:
    edits = [
        *("ship yamato 1", "ship bismarck 1", "ship prinz-eugen 1"),
        *("damage prinz-eugen heavy-3", "hand p1 heavy-4", "phase declare"),
    ]
    assert asked_in(edits) == "fire heavy-4 yamato > prinz-eugen"


def test_it_stops_what_would_sink_and_lets_a_scratch_pass() -> None:
    attack = "attack 1 medium-3 mikuma > {}"
    ships = ["ship mikuma 1", "ship bismarck 1", "ship z23 1", "hand p2 missed"]
    assert asked_in([*ships, attack.format("z23"), "phase defend seat=p2"]) == "defend missed 1"
    light = "attack 1 light-1 kagero > bismarck"
    scratch = ["ship kagero 1", "ship bismarck 1", "hand p2 armour", light]
    assert asked_in([*scratch, "phase defend seat=p2"]) == "end"


def test_it_throws_away_cards_that_no_gun_can_fire() -> None:
    edits = ["ship kagero 1", "ship t13 1", "hand p1 heavy-4, light-1, medium-2", "phase discard"]
    assert asked_in(edits) == "discard heavy-4, medium-2"


def test_it_keeps_its_lines_in_order_and_its_carrier_behind() -> None:
    rules = find_title("naval")
    start = ["nation p1 usa", "nation p2 germany", "first p1", "active p1"]
    ships = [f"ship {s} 1" for s in ("enterprise", "iowa", "fletcher", "cleveland")]
    table = Table(rules, edits=[*start, *ships, "hand p1 heavy-3, missed", "phase reorganise"])
    bot = make_bot("captain", rules, 1)
    while table.decision is not None and table.decision.step == "Reorganise":
        table.play(bot.choose(table.position.seen_by("p1"), "p1", 0))
    assert lines_in_order(table.state, "p1")
    assert table.state.fleet["enterprise"].line == 3
    assert table.state.fleet["iowa"].line <= 2
