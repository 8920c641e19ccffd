"""The general: sees further than the captain, keeps to its time, and is blind to secrets."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import sandtable
from sandtable.bots import bot_names, make_bot
from sandtable.bots.hint import adviser
from sandtable.bots.naval import General
from sandtable.bots.naval.alternatives import Alternatives
from sandtable.bots.naval.captain import Captain
from sandtable.bots.naval.rehearsal import Plan, Rehearsal
from sandtable.games import find_title
from sandtable.games.naval import Naval, NavalState
from sandtable.games.naval.actions import END
from sandtable.games.naval.core import lines_in_order
from sandtable.table import OptionValue, Position, Table
from tests.games.naval.tools import game_of, mix_secrets, play_on

START = ["nation p1 japan", "nation p2 germany", "first p1", "active p1"]


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by so many seconds whenever it is looked at."""
    now, step = [0.0], [0.0]

    def look() -> float:
        now[0] += step[0]
        return now[0]

    monkeypatch.setattr("time.thread_time", look)
    return step


@pytest.fixture
def few_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.bots.naval.general.LAPS", 3)


def rules_of(game: sandtable.Game) -> Naval:
    assert isinstance(game.rules, Naval)
    return game.rules


def game_at(setting: int, seed: int) -> sandtable.Game:
    """In the middle of a random game, where somebody declares attacks."""
    game = game_of(setting)
    for number, _ in enumerate(play_on(game, random.Random(seed), 400)):
        if number > 60 and game.decision is not None and game.decision.step == "Declare":
            break
    return game


def choice(position: Position[Any], seat: str) -> str:
    return str(General(position.rules, random.Random(1)).choose(position, seat))


def asked(name: str, edits: list[str], budget_ms: int = 5000, seed: int = 1) -> str:
    table = Table(find_title("naval"), edits=[*START, *edits])
    assert table.decision is not None
    seat = table.decision.seats[0]
    bot = make_bot(name, table.rules, seed)
    return str(bot.choose(table.position.seen_by(seat), seat, budget_ms))


def test_it_is_the_strongest_level_but_gives_no_hints() -> None:
    rules = find_title("naval")
    assert bot_names(rules)[-1] == "general"
    assert isinstance(make_bot("general", rules, 1), General)
    assert adviser(sandtable.new("naval", seed=1).position) == "captain"


# What it sees and the captain does not

NEARLY = "prize p1 scharnhorst, prinz-eugen, graf-zeppelin, nurnberg, konigsberg"
"""24 points: whatever p1 sinks next wins the battle."""


@pytest.mark.usefixtures("ticking")
def test_it_takes_the_point_that_wins() -> None:
    """One gun, one card: the captain batters the battleship, which is worth more."""
    ships = ["ship yamato 1", "ship bismarck 1", "ship t13 1", "hand p1 heavy-4"]
    edits = [*ships, NEARLY, "phase declare"]
    assert asked("captain", edits) == "fire heavy-4 yamato > bismarck"
    assert asked("general", edits) == "fire heavy-4 yamato > t13"


@pytest.mark.usefixtures("ticking")
def test_it_stops_whatever_would_lose_the_battle() -> None:
    """A raid on a cheap ship: the captain keeps its Diversion for something big."""
    ships = ["ship shoho 1", "ship bismarck 1", "ship t13 1", "hand p2 diversion"]
    edits = [*ships, NEARLY, "attack 1 shoho shoho > t13", "phase defend seat=p2"]
    assert asked("captain", edits) == "end"
    assert asked("general", edits) == "defend diversion 1"


# Its time


def test_a_turn_keeps_to_its_budget(ticking: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every trial costs 50 ms: all decisions of a turn share two seconds."""
    trials = [0]

    def value(rehearsal: Rehearsal, plan: Plan, lap: int) -> float:
        trials[0] += 1
        ticking[0] = 0.05
        time.thread_time()
        ticking[0] = 0.0
        return random.Random(f"{plan} {lap}").random()

    monkeypatch.setattr(Rehearsal, "value", value)
    game = sandtable.new("naval", seed=5)
    bots = {seat: General(game.rules, random.Random(seat)) for seat in game.seats}
    spent: dict[tuple[int, str], int] = {}
    while game.state.turn < 5:
        assert game.decision is not None
        seat, trials[0] = game.decision.seats[0], 0
        action = bots[seat].choose(game.position.seen_by(seat), seat, 2000)
        turn = (game.state.turn, seat)
        spent[turn] = spent.get(turn, 0) + trials[0]
        game.play(action, seat)
    assert 30 < max(spent.values()) <= 42


@pytest.mark.usefixtures("ticking", "few_laps")
@pytest.mark.parametrize("seed", [2, 8])
def test_with_ample_time_its_seed_decides_alone(seed: int) -> None:
    game = game_at(0, seed)
    assert game.decision is not None
    seat = game.decision.seats[0]
    assert len({choice(game.position, seat) for _ in range(2)}) == 1


# Its fairness


@pytest.mark.usefixtures("ticking", "few_laps")
@pytest.mark.parametrize("seed", [0, 1, 5, 9])
def test_secrets_of_others_do_not_change_its_choice(seed: int) -> None:
    """The state as it is, with secrets removed, and dealt anew."""
    game = game_at(seed, seed)
    assert game.decision is not None
    seat = game.decision.seats[0]
    mixed = mix_secrets(rules_of(game), game.state, seat, random.Random(seed))
    seen = (game.position, game.position.seen_by(seat), Position(game.rules, mixed))
    assert len({choice(position, seat) for position in seen}) == 1


# Its play


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "linked_battles": True},
        {"players": 3, "prep_expiry": "end_of_turn", "prep_blocks_raid": True},
        {"players": 4, "teams": "two"},
        {"players": 5},
        {"players": 6, "teams": "three"},
    ],
)
def test_it_finishes_a_game_of_every_kind(
    options: dict[str, OptionValue], ticking: list[float]
) -> None:
    """With hardly any time: each decision has a few trials."""
    ticking[0] = 0.008
    game = sandtable.new("naval", seed=12, options=options)
    bots = {seat: make_bot("captain", game.rules, f"12 {seat}") for seat in game.seats}
    bots[game.seats[-1]] = make_bot("general", game.rules, 12)
    while game.decision is not None:
        seat = game.decision.seats[0]
        game.play(bots[seat].choose(game.position.seen_by(seat), seat, 50), seat)
    assert game.result is not None


@pytest.mark.parametrize("seed", range(8))
def test_all_its_plans_can_be_carried_out(seed: int) -> None:
    """The captain's own comes first, to stop is among them where that is allowed."""
    game = game_of(seed)
    seen: set[str] = set()
    for number, _ in enumerate(play_on(game, random.Random(seed), 250)):
        if number % 5 or game.decision is None or not game.state.turn:
            continue
        seat = game.decision.seats[0]
        position = game.position.seen_by(seat)
        captain = Captain(game.rules, random.Random(seed))
        own = captain.choose(position, seat)
        plans = Alternatives(captain, random.Random(seed)).plans(position, seat, own)
        step = game.decision.step
        if step != "Reorganise":
            assert plans[0][0] == own
            assert (END,) in plans or game.check(END, seat) is not None
        for plan in plans:
            carried_out(position, seat, plan)
        if len(plans) > 2:
            seen.add(step)
    assert "Reorganise" in seen


def carried_out(position: Position[NavalState], seat: str, plan: Plan) -> None:
    trial = position.copy()
    for action in plan:
        assert trial.check(seat, action) is None, (str(action), [str(one) for one in plan])
        trial.play(seat, action, advance=False)
    if plan[-1] == END and trial.state.flow[-1] != position.state.flow[-1]:
        assert lines_in_order(trial.state, seat)


def test_plans_of_a_lap_meet_the_same_cards_and_dice() -> None:
    table = Table(
        find_title("naval"),
        edits=[*START, "ship yamato 1", "ship bismarck 1", "hand p1 heavy-4", "phase declare"],
    )
    rehearsal = Rehearsal(table.position.seen_by("p1"), "p1", "seed")
    again = Rehearsal(table.position.seen_by("p1"), "p1", "seed")
    shot = table.rules.parse("fire heavy-4 yamato > bismarck")
    first = [rehearsal.value((shot,), lap) for lap in range(6)]
    assert [again.value((END,), lap) for lap in range(6)] != first
    assert [again.value((shot,), lap) for lap in range(6)] == first
    assert len(set(first)) > 3
