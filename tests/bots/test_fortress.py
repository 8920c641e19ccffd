"""Captain against cadet and against itself. ``SANDTABLE_MATCHES=100`` plays the long matches."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.bots.fortress import Captain
from sandtable.games import find_title
from sandtable.games.fortress import PLAYERS_TWO
from sandtable.games.fortress.board import INDEX, SPACES
from sandtable.table import FixedDice, Table

MATCHES = int(os.environ.get("SANDTABLE_MATCHES", "3"))
LAST_ROUND = 40


def play(invader: str, usa: str, seed: int) -> tuple[str, ...]:
    """The winners of one game (nobody if it is not over after ``LAST_ROUND`` rounds)."""
    game = sandtable.new("fortress", seed=seed, players=PLAYERS_TWO)
    names = {"west": invader, "south": invader, "east": invader, "usa": usa}
    bots = {seat: make_bot(name, game.rules, f"{seed} {seat}") for seat, name in names.items()}
    while game.result is None and game.state.round <= LAST_ROUND:
        assert game.decision is not None
        seat = game.decision.seats[0]
        game.play(bots[seat].choose(game.position.seen_by(seat), seat, 0), seat)
    return game.result.winners if game.result else ()


@pytest.mark.parametrize("side", ["usa", "invaders"])
def test_captain_beats_cadet(side: str) -> None:
    won = 0
    for seed in range(MATCHES):
        if side == "usa":
            won += play("cadet", "captain", seed) == ("usa",)
        else:
            won += play("captain", "cadet", seed) == ("west", "south", "east")
    assert won >= 0.95 * MATCHES


def test_captain_finishes_a_game_against_itself() -> None:
    assert play("captain", "captain", 7)


def test_same_seed_same_play() -> None:
    games = []
    for _ in range(2):
        game = sandtable.new("fortress", seed=11)
        bots = {seat: make_bot("captain", game.rules, seat) for seat in game.seats}
        for _ in range(150):
            assert game.decision is not None
            seat = game.decision.seats[0]
            game.play(bots[seat].choose(game.position.seen_by(seat), seat, 0), seat)
        games.append(game.record().split("\n", 5)[5])
    assert games[0] == games[1]


class NoLuck(random.Random):
    """Whoever asks it for a number plays at random."""

    def random(self) -> float:
        raise AssertionError("a move was left to chance")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("a move was left to chance")


@pytest.mark.parametrize("seed", range(4))
def test_captain_leaves_no_move_to_chance_and_says_what_it_does(seed: int) -> None:
    game = sandtable.new("fortress", seed=seed, players=PLAYERS_TWO)
    bots = {seat: Captain(game.rules, NoLuck()) for seat in game.seats}
    said = {}
    while game.result is None and game.state.round <= 8:
        assert game.decision is not None
        seat = game.decision.seats[0]
        game.play(bots[seat].choose(game.position.seen_by(seat), seat, 0), seat)
        if bots[seat].remark.startswith("I attack"):
            said[seat] = bots[seat].remark
        if game.decision and game.decision.step == "first movement" and seat in said:
            number = len(game.state.declared)
            assert said.pop(seat).startswith(
                "I attack nowhere." if number == 0 else f"I attack {number} space"
            )


def test_a_planned_overflight_is_no_walk_into_the_land_beside_it() -> None:
    """The bomber fights in Portland; nobody else could ever be next to the Cascades."""
    table = Table(
        find_title("fortress"),
        edits=[
            "clear",
            "units west zone-west-2 3 infantry, 2 tank",
            "units west zone-west-3 2 bomber",
            "units usa portland 1 infantry",
            "turn west 2 declare",
        ],
    )
    bot = make_bot("captain", table.rules, 1)
    while table.decision is not None and table.decision.step == "declare battles":
        table.play(bot.choose(table.position.seen_by("west"), "west", 0))
    declared = {SPACES[space].id for space in table.state.declared}
    assert "portland" in declared
    assert not declared & {"oregon-cascades", "west-washington"}
    assert bot.remark == "I attack 2 spaces, 1 of them a city."


def decide(*edits: str, dice: tuple[int, ...] = ()) -> tuple[Table, Any]:
    table = Table(find_title("fortress"), None, None, FixedDice(dice), ["clear", *edits])
    assert table.decision is not None
    seat = table.decision.seats[0]
    return table, make_bot("captain", table.rules, 1).choose(table.position.seen_by(seat), seat, 0)


def test_lasers_fire_at_what_hurts_most() -> None:
    _, shot = decide(
        "units west zone-west-1 3 infantry, 1 bomber", "laser detroit", "turn usa 3 lasers"
    )
    assert str(shot) == "fire bomber zone-west-1"


def test_a_new_laser_goes_where_it_is_safe() -> None:
    table, action = decide(
        "control miami east",
        "units east miami 3 tank",
        "control tampa east",
        "units east tampa 2 tank",
        "units west zone-west-1 1 tank",
        "units south zone-south-6 2 tank",
        "turn usa 2",
    )
    city = str(action).split()[-1]
    assert city in {
        "milwaukee",
        "detroit",
        "minneapolis",
        "buffalo",
        "chicago",
        "boston",
        "cleveland",
    }
    assert table.check(action) is None


def test_invaders_attack_a_weak_city() -> None:
    table, action = decide(
        "units west zone-west-2 2 infantry, 2 tank, 1 helicopter",
        "units usa portland 1 infantry",
        "turn west 2 declare",
    )
    assert str(action) == "declare portland"
    assert table.check(action) is None


def test_units_walk_into_vacant_cities_within_supply() -> None:
    table = Table(
        find_title("fortress"),
        None,
        None,
        FixedDice(),
        ["clear", "units west zone-west-2 2 infantry", "laser portland", "turn west 2 declare"],
    )
    bot = make_bot("captain", table.rules, 1)
    while table.state.control[INDEX["portland"]] == 3 and table.state.active == 0:
        table.play(bot.choose(table.position.seen_by("west"), "west", 0))
    assert table.state.control[INDEX["portland"]] == 0
    assert table.state.taken == [1, 0, 0]


def test_every_action_of_a_captain_is_legal_and_reads_back() -> None:
    rng = random.Random(3)
    game = sandtable.new("fortress", seed=3)
    bots = {s: make_bot(rng.choice(["captain", "cadet"]), game.rules, s) for s in game.seats}
    for _ in range(400):
        if game.decision is None:
            break
        seat = game.decision.seats[0]
        action = bots[seat].choose(game.position.seen_by(seat), seat, 0)
        assert game.rules.parse(str(action)) == action
        game.play(action, seat)
