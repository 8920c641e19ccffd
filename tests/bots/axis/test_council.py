"""The general's council: plans of many tastes, rehearsed with the enemy's answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from sandtable.bots.axis.attack import Attacker
from sandtable.bots.axis.commander import MANY, Captain, Striker
from sandtable.bots.axis.council import DICE, Council, Proposal
from sandtable.bots.axis.draft import Plan
from sandtable.bots.axis.offers import Reach
from sandtable.bots.axis.rehearsal import Steady
from sandtable.bots.axis.taste import HEEDLESS, PLAIN, Taste
from sandtable.bots.axis.trial import Trial
from sandtable.bots.axis.weights import WEIGHTS
from sandtable.games.axis import frames
from sandtable.table import Action, Chance
from tests.bots.axis.desk import Desk, attacker_of, picture_of, rehearsal_of

EMPTY = "clear"
OPENING = "turn germany combat-move"
BAIT = (
    EMPTY,
    "place 6 germany infantry, 3 germany tank poland",
    "place 1 ussr infantry east-poland",
    "place 20 ussr infantry, 6 ussr artillery, 4 ussr tank belorussia",
)


def test_a_careful_taste_sends_less_into_the_open() -> None:
    desk = Desk(*BAIT, OPENING)
    bold, careful = (attacker_of(desk, "germany", Taste(answer=a)) for a in (0.0, 5.0))
    bold.plan()
    careful.plan()
    target = bold.world.space["east-poland"]
    assert sum(bold.sent[target].values()) > sum(careful.sent.get(target, {}).values())


def test_steady_dice_show_every_face_alike() -> None:
    dice = Steady("seed")
    faces = [face for _ in range(60) for face in dice(Chance((6,) * 10, "a throw"), 0)]
    assert all(abs(faces.count(face) - 100) <= 2 for face in range(1, 7))
    assert set(dice(Chance((3, 3, 3, 3, 3), "another"), 0)) == {1, 2, 3}


def test_a_throw_goes_the_same_way_whatever_was_thrown_elsewhere_before() -> None:
    throw = Chance((6,) * 5, "here")
    alone, later = Steady("seed"), Steady("seed")
    later(Chance((6,) * 3, "there"), 0)
    assert alone(throw, 0) == later(throw, 0)


def test_an_army_thrown_away_is_missed_after_a_rehearsal() -> None:
    """All of it in front of thirty men, or nobody."""
    desk = Desk(*BAIT, "place 5 ussr infantry russia", "place 5 ussr infantry karelia-ssr", OPENING)
    reckless = desk.study.rules.parse("move 6 infantry, 3 tank poland > east-poland")
    rehearsal = rehearsal_of(desk, "germany")
    assert rehearsal.value([reckless], 0) < rehearsal.value([], 0) - 10


def test_a_rehearsal_leaves_the_board_alone_and_goes_the_same_way_again() -> None:
    desk = Desk(OPENING)
    before = desk.study.state.copy()
    rehearsal = rehearsal_of(desk, "germany")
    plan = attacker_of(desk, "germany").plan()
    assert rehearsal.value(plan, 0) == rehearsal.value(plan, 0)
    assert desk.study.state == before


def council_of(
    desk: Desk, times: int, liked: Callable[[list[Action]], float], power: str = "germany"
) -> Council:
    """Whose rehearsals end as well as is said."""

    def make(taste: Taste) -> Attacker:
        attacker = attacker_of(desk, power, taste)
        attacker.plan()
        return attacker

    def rehearse(plan: list[Action], number: int) -> float:
        return liked(plan) + number

    board = partial(Trial, desk.study.game.position, picture_of(desk, power))
    return Council(make, board, rehearse, lambda plain: times, lambda: False)


def as_long_as(length: int, plan: list[Action]) -> float:
    return 100.0 * (len(plan) == length)


def strikes(plan: list[Action], place: str) -> bool:
    return any(str(action).endswith(f"> {place}") for action in plan)


def test_the_council_takes_the_plan_that_rehearsals_like_and_holds_no_more_than_it_may() -> None:
    desk = Desk(OPENING)
    lengths = set()
    for taste in (PLAIN, *HEEDLESS):
        attacker = attacker_of(desk, "germany", taste)
        lengths.add(len(attacker.plan()))
    assert len(lengths) > 1
    for length in lengths:
        council = council_of(desk, 60, partial(as_long_as, length))
        assert len(council.plan().actions) == length
        assert sum(len(one.values) for one in council.heard) == council.held <= 60


def test_a_target_that_rehearsals_warn_of_is_left_out() -> None:
    desk = Desk(OPENING)
    plain = attacker_of(desk, "germany")
    plain.plan()
    bad = plain.strokes[0].target
    name = plain.world.spaces[bad].id
    council = council_of(desk, 40, lambda plan: -100.0 * strikes(plan, name))
    chosen = council.plan()
    assert bad in plain.attacked
    assert bad not in chosen.attacked
    assert bad not in [target for _, target, _ in chosen.notes]
    assert not strikes(chosen.actions, name)


def test_what_is_left_of_a_changed_plan_can_be_carried_out() -> None:
    """A landing goes with the sea battle that opens its way."""
    desk = Desk("turn japan combat-move")
    council = council_of(desk, 60, lambda plan: -float(len(plan)), "japan")
    council.plan()
    for one in council.heard:
        board = council.board()
        assert all(board.attempt(action) for action in one.actions)
    assert len(council.best.actions) < len(council.heard[0].actions)


def test_a_target_of_another_captain_is_added_to_the_best_plan() -> None:
    """Rehearsals like many targets, and every captain knows only one."""
    desk = Desk(OPENING)
    council = council_of(desk, 60, lambda plan: 100.0 * len({str(a).split()[-1] for a in plan}))
    planned = council.make

    def narrow(taste: Taste) -> Attacker:
        attacker = planned(taste)
        first, *others = attacker.strokes
        attacker.strokes = [first] if taste == PLAIN else others[:1]
        return attacker

    council.make = narrow
    chosen = council.plan()
    assert len(council.best.targets) == len(chosen.attacked) > 1


def test_a_plan_with_one_target_for_another_is_the_one_that_is_played() -> None:
    """The plain captain knows a good and a bad target, the others another good one."""
    desk = Desk(OPENING)
    planned = council_of(desk, 0, lambda plan: 0.0).make
    bad, good, better = planned(PLAIN).strokes[:3]
    worth = {bad: -50.0, good: 50.0, better: 50.0}

    def liked(plan: list[Action]) -> float:
        return sum(value for stroke, value in worth.items() if {*stroke.actions} <= {*plan})

    council = council_of(desk, 60, liked)

    def narrow(taste: Taste) -> Attacker:
        attacker = planned(taste)
        attacker.strokes = [bad, good] if taste == PLAIN else [better]
        return attacker

    council.make = narrow
    assert council.plan().actions == [*good.actions, *better.actions]


def test_plans_are_compared_by_the_same_dice() -> None:
    """The plain plan is rehearsed more often than others: those dice are its own business."""
    attacker = attacker_of(Desk(OPENING), "germany")
    plain = Proposal(attacker, (), [0.0, 100.0])
    assert Proposal(attacker, (), [10.0]).gain(plain) == 10.0 / (1 + DICE)


def test_one_lucky_rehearsal_is_believed_less_than_four_good_ones() -> None:
    attacker = attacker_of(Desk(OPENING), "germany")
    plain = Proposal(attacker, (), [0.0] * 4)
    lucky, good = Proposal(attacker, (), [20.0]), Proposal(attacker, (), [15.0] * 4)
    assert good.gain(plain) > lucky.gain(plain)


def test_without_time_the_plain_plan_is_played() -> None:
    council = council_of(Desk(OPENING), 0, lambda plan: -float(len(plan)))
    assert council.plan().taste == PLAIN
    assert council.best is council.heard[0]


def test_income_is_worth_some_turns_of_it() -> None:
    assert 0.5 < WEIGHTS.income < 8


def test_general_plays_a_turn_and_the_same_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as no clock stops it."""
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    monkeypatch.setattr("sandtable.bots.axis.commander.REHEARSALS", 0.2)
    turns = [Desk("turn germany purchase", bot="general", seed=4).play_turn() for _ in range(2)]
    assert turns[0].did("move")
    assert turns[0].actions == turns[1].actions


@pytest.mark.parametrize(
    ("more", "strikes"), [((), True), (("place 4 ussr infantry east-poland",), False)]
)
def test_an_enemy_in_a_rehearsal_minds_the_battle_and_not_the_answer(
    more: tuple[str, ...], strikes: bool
) -> None:
    """He walks in front of thirty men, but not into a battle that costs as much as it brings."""
    desk = Desk(*BAIT, *more, OPENING)
    attacks: list[str] = []
    striker, position = Striker(desk.study.rules, random.Random(1)), desk.study.game.position
    while isinstance(position.state.flow[-1], frames.CombatMove):
        action = striker.choose(position, "germany")
        attacks.append(str(action))
        position.play("germany", action)
    assert any(attack.endswith("> east-poland") for attack in attacks) == strikes


def test_a_general_hears_heedless_captains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who do not ask for the answer, though their general does."""
    heard: list[Council] = []
    hear = Council.plan

    def plan(council: Council) -> Attacker:
        heard.append(council)
        return hear(council)

    monkeypatch.setattr(Council, "plan", plan)
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    Desk(*BAIT, OPENING, bot="general").play_phase()
    plans = [one.attacker for one in heard[0].heard]
    assert plans[0].foresight
    assert [p.foresight for p in plans] == [not p.taste.heedless for p in plans]
    assert any(p.taste.heedless for p in plans)


@pytest.mark.parametrize(("power", "twice"), [("germany", 2), ("uk", 1)])
def test_captain_rehearses_as_often_as_one_or_two_targets_can_be_left_out(
    monkeypatch: pytest.MonkeyPatch, power: str, twice: int
) -> None:
    """With many targets twice that."""
    heard: list[Council] = []
    hear = Council.plan

    def plan(council: Council) -> Attacker:
        heard.append(council)
        return hear(council)

    monkeypatch.setattr(Council, "plan", plan)
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    Desk(f"turn {power} combat-move", bot="captain").play_phase()
    targets = len(heard[0].heard[0].targets)
    assert targets > 1
    assert (targets >= MANY) == (twice == 2)
    ways = targets + targets * (targets - 1) // 2
    assert heard[0].held == Captain.rehearsals + twice * ways


def test_a_plan_that_is_found_again_is_as_it_would_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a heedless plan hangs on is all in its key: nothing stale is sent to battle."""
    plan_for, found = Attacker._plan_for, []

    def checked(attacker: Attacker, target: int, reach: Reach) -> Plan | None:
        plan = plan_for(attacker, target, reach)
        if not attacker.foresight:
            found.append((plan, attacker._best_force(target, reach)))
        return plan

    monkeypatch.setattr(Attacker, "_plan_for", checked)
    Desk("turn germany combat-move", bot="captain").play_phase()
    assert len(found) > 1000
    assert all(plan == fresh for plan, fresh in found)


def test_escorts_that_are_promised_guard_nobody_else_at_once() -> None:
    """Who guards a zone is remembered, but not beyond a promise."""
    desk = Desk(
        "clear",
        "place 1 japan destroyer sz-62",
        "place 1 usa bomber midway",
        "turn japan noncombat-move",
    )
    trial = Trial(desk.study.game.position, picture_of(desk, "japan"))
    world = trial.world
    here, there = world.space["sz-62"], world.space["sz-60"]
    destroyer = world.kind["destroyer"]
    assert trial.guard(here) == trial.guard(there) == {destroyer: 1}
    trial.call_escorts(there, {world.kind["transport"]: 2})
    assert (trial.guard(here), trial.guard(there)) == ({}, {destroyer: 1})
