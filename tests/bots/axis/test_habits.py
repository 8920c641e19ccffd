"""What the arena counts of how a game was played."""

from __future__ import annotations

import random

from sandtable.bots.arena import play_match, schedule, summarise
from sandtable.bots.axis import habits
from sandtable.bots.axis.commander import Captain
from sandtable.bots.axis.habits import Habits
from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from tests.bots.axis.desk import Desk


def watched(desk: Desk, *actions: str) -> dict[str, dict[str, float]]:
    """The habits after these actions of the seats that are asked."""
    game, rules = desk.study.game, desk.study.rules
    assert isinstance(rules, AxisRules)
    watch = Habits(rules)
    for text in actions:
        decision = game.decision
        assert decision is not None
        action = rules.parse(text)
        watch.before(game.position, action)
        game.play(action, decision.seats[0])
        watch.after(desk.study.state)
    return watch.by_seat()


def hunt(*more: str) -> dict[str, dict[str, float]]:
    """A bomber sinks what lies in a zone."""
    desk = Desk(
        "clear",
        "place 2 japan transport sz-60",
        *more,
        "place 3 usa bomber midway",
        "turn usa combat-move",
        dice=(1, 1, 1, 6),
    )
    move = "move 3 bomber midway > sz-60"
    return watched(desk, move, "end", *(() if more else ("fight sz-60",)))


def test_a_transport_lost_alone_is_counted() -> None:
    counted = hunt()["japan"]
    assert (counted[habits.TRANSPORTS], counted[habits.SUNK]) == (2, 2)


def test_one_that_had_a_warship_beside_it_when_the_battle_began_is_not() -> None:
    counted = hunt("place 1 japan destroyer sz-60")["japan"]
    assert habits.TRANSPORTS not in counted
    assert counted[habits.SUNK] == 2


def storm(defenders: int) -> dict[str, float]:
    desk = Desk(
        "clear",
        f"place {defenders} ussr infantry east-poland",
        "place 10 germany infantry, 4 germany tank poland",
        "turn germany combat-move",
        dice=(1, 6),
    )
    move = "move 10 infantry, 4 tank poland > east-poland"
    return watched(desk, move, "end").get("germany", {})


def test_an_army_against_one_man_is_overkill() -> None:
    assert storm(1)[habits.OVERKILLED] == 50


def test_an_army_against_an_army_is_not() -> None:
    assert habits.OVERKILLED not in storm(12)


def test_who_breaks_off_a_battle_he_wins_is_counted() -> None:
    desk = Desk(
        "clear",
        "place 3 ussr infantry east-poland",
        "place 10 germany infantry, 4 germany tank poland",
        "turn germany combat-move",
        dice=(6,),
    )
    move = "move 10 infantry, 4 tank poland > east-poland"
    counted = watched(desk, move, "end", "retreat poland")
    assert counted["germany"][habits.BROKEN] == 1


def test_a_lost_capital_is_counted() -> None:
    desk = Desk(
        "clear",
        "control poland ussr",
        "place 3 ussr infantry poland",
        "turn ussr combat-move",
    )
    counted = watched(desk, "move 3 infantry poland > germany", "end", "end")
    assert counted["germany"][habits.CAPITALS] == 1


def test_troops_who_stay_far_from_the_enemy_are_idle() -> None:
    desk = Desk(
        "clear",
        "control east-poland germany",
        "place 2 ussr infantry urals",
        "place 1 ussr infantry belorussia",
        "turn ussr noncombat-move",
    )
    game, rules = desk.study.game, desk.study.rules
    assert isinstance(rules, AxisRules)
    watch, idler = Habits(rules), Captain(rules, random.Random(1))
    while desk.study.state.round < 3:
        assert game.decision is not None
        seat = game.decision.seats[0]
        action = idler.settle(game.position, seat)
        watch.before(game.position, action)
        game.play(action, seat)
    counted = watch.by_seat()["ussr"]
    assert counted[habits.TURNS] == 2
    assert (counted[habits.IDLE], counted[habits.TROOPS]) == (2 * 3, 2 * 3 * 3)


def test_the_arena_writes_habits_for_every_bot() -> None:
    rules = find_title("anniversary-1941")
    bots = ("sergeant", "sergeant#2")
    match = schedule(rules, rules.read_options({}), bots, 1, "7")[0]
    played = play_match("anniversary-1941", {}, match, 2)
    summary = summarise(bots, [played])
    assert played.habits["sergeant"][habits.TURNS] >= 5
    assert set(summary.habits) == set(bots)
    assert summary.habits["sergeant"][habits.IDLE] > 0
