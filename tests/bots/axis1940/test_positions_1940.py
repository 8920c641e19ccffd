"""Positions of the 1940 boards that captain must not get wrong: one turn each."""

from __future__ import annotations

import pytest

from sandtable.bots.axis.worth import convoy_prey
from sandtable.bots.axis1940 import Captain
from sandtable.games.axis import situation as at
from tests.bots.axis.desk import Desk

EMPTY = "clear"


def desk(*edits: str, seed: int = 1, title: str = "global-1940") -> Desk:
    return Desk(*edits, seed=seed, title=title)


# Politics


def test_does_not_wake_a_giant_for_nothing() -> None:
    """In the first turn nothing of America's is worth its industry at war."""
    board = desk("turn japan declare").play_turn()
    assert not board.did("declare usa")
    assert not board.did("declare uk")


def test_declares_when_the_prize_lies_open_and_the_war_comes_anyway() -> None:
    """In its fourth turn the Soviet Union is free; its border is empty and the army is there."""
    board = desk(
        EMPTY,
        "round 4",
        "place 8 germany infantry, 4 germany artillery, 6 germany tank poland",
        "place 6 germany infantry germany",
        "place 2 ussr infantry eastern-poland",
        "place 2 ussr infantry baltic-states",
        "place 8 germany infantry, 4 germany tank romania",
        "place 3 ussr tank ukraine",
        "place 2 ussr fighter russia",
        "turn germany declare",
    ).play_turn()
    assert board.did("declare ussr")
    assert board.owner("baltic-states") == "germany"


def test_joins_the_war_of_its_friends_as_soon_as_it_may() -> None:
    board = desk("round 4", "turn usa declare").play_turn()
    declared = {action for action in board.actions if "declare" in action}
    assert {"usa: declare germany", "usa: declare italy", "usa: declare japan"} <= declared


# Neutrals


def test_takes_friendly_neutrals_in() -> None:
    board = desk(
        EMPTY,
        "place 2 germany infantry norway",
        "place 4 germany infantry romania",
        "turn germany noncombat-move",
    ).play_turn()
    assert board.owner("finland") == "germany"
    assert board.owner("bulgaria") == "germany"


def test_leaves_strict_neutrals_alone() -> None:
    """Two infantry hold a land of no worth to the war; all the others would turn."""
    board = desk(
        EMPTY,
        "place 10 germany infantry, 6 germany tank greater-southern-germany",
        "place 6 germany infantry germany",
        "turn germany combat-move",
    ).play_turn()
    assert board.owner("switzerland") == "strict"
    assert board.owner("sweden") == "strict"


def test_who_must_do_something_first_does_not_attack_a_neutral_instead() -> None:
    """A fighter counts on a carrier that has not gone yet: that is settled, nothing else is done.

    Troops stand beside a strict neutral, and their attack on it is the first legal action.
    """
    board = desk(
        EMPTY,
        "naval-base new-brunswick-nova-scotia none",
        "place 1 uk fighter newfoundland-labrador",
        "place 3 uk infantry trans-jordan",
        "place 1 uk carrier, 1 germany cruiser sz-107",
        "place 1 germany transport sz-109",
        "turn uk combat-move",
    )
    board.study.play("move 1 fighter newfoundland-labrador > sz-109")
    assert board.study.game.check("end") is not None
    captain, position = board.bots["uk"], board.study.game.position
    assert isinstance(captain, Captain)
    action = captain.settle(position.seen_by("uk"), "uk")
    assert str(action).startswith("move 1 carrier sz-107"), action
    board.study.play(str(action), "end")


# Answers to attacks


def attacked(*edits: str, ships: str, dice: tuple[int, ...] = (6,)) -> Desk:
    """German ships come to a British destroyer off a base; Britain's answer is captain's."""
    board = Desk(
        EMPTY,
        "airbase united-kingdom 0",
        "airbase scotland none",
        "place 1 uk destroyer sz-110",
        f"place {ships} sz-112",
        *edits,
        "turn germany combat-move",
        title="global-1940",
        dice=dice,
    )
    board.study.play(f"move {ships.replace('germany ', '')} sz-112 > sz-110", "end")
    return board


def test_scrambles_where_that_wins_a_battle() -> None:
    board = attacked("place 3 uk fighter united-kingdom", ships="1 germany cruiser")
    assert board.study.asked == ("uk",)
    board.play_phase()
    assert board.actions[0].startswith("uk: scramble 3 fighter united-kingdom > sz-110")


def test_does_not_scramble_into_a_lost_battle() -> None:
    fleet = "4 germany battleship, 4 germany cruiser"
    board = attacked("place 1 uk fighter united-kingdom", ships=fleet).play_phase()
    assert board.actions[0] == "uk: hold"


@pytest.mark.parametrize(("fighters", "rises"), [(4, True), (1, False)])
def test_intercepts_with_more_fighters_than_there_are_raiders(fighters: int, rises: bool) -> None:
    board = desk(
        EMPTY,
        f"place {fighters} germany fighter western-germany",
        "place 3 uk strategic-bomber united-kingdom",
        "turn uk combat-move",
    )
    board.study.play("raid 3 strategic-bomber united-kingdom > western-germany", "end")
    assert board.study.asked == ("germany",)
    board.play_phase()
    assert board.actions[0].startswith("germany: intercept 4 fighter") == rises


def test_suicide_attacks_are_kept_for_ships_that_are_worth_them() -> None:
    board = desk(
        EMPTY,
        "war usa japan",
        "place 1 usa cruiser, 1 usa battleship sz-7",
        "place 1 japan destroyer sz-6",
        "turn usa combat-move",
    )
    board.study.play("move 1 cruiser, 1 battleship sz-7 > sz-6", "end")
    board.play_phase()
    assert any("cruiser" in action for action in board.actions if "kamikaze" in action)
    assert not any("battleship" in action for action in board.actions)


def raided(*edits: str) -> list[str]:
    """What two British bombers do about a complex within reach."""
    board = desk(
        EMPTY,
        "place 6 uk infantry, 2 uk strategic-bomber united-kingdom",
        *edits,
        "turn uk combat-move",
    ).play_phase()
    return [action for action in board.actions if action.startswith("uk: raid")]


def swarms(*spared: str) -> list[str]:
    """Nine fighters over every facility of the enemy in Europe, but for some."""
    study = Desk(title="global-1940").study
    world, state = study.world, study.state
    foe = at.foes(state, world.power["uk"])
    places = [world.spaces[space].id for space in state.facilities if foe[state.owner[space]]]
    return [f"place 9 germany fighter {place}" for place in places if place not in spared]


def test_bombers_raid_what_nobody_defends_and_shun_a_swarm_of_fighters() -> None:
    assert raided(*swarms("western-germany"))
    assert not raided(*swarms())


def test_fighters_cover_a_raid_that_could_be_met() -> None:
    flown = raided(
        *swarms("western-germany"),
        "place 1 germany fighter western-germany",
        "place 2 uk fighter united-kingdom",
    )
    assert any("strategic-bomber" in action for action in flown), flown
    assert any("1 fighter" in action for action in flown), flown


# Purchases


def test_a_confined_power_buys_what_it_may() -> None:
    board = desk("turn china purchase").play_phase()
    assert board.did("buy")
    assert not any("tank" in action or "fighter" in action for action in board.actions)


def test_both_purses_are_spent() -> None:
    board = desk("turn uk purchase")
    world, power = board.study.world, board.study.world.power["uk"]
    purses = world.purses_of[power]
    assert len(purses) == 2
    while board.study.step == "Purchase":
        board.play_phase()
    assert all(board.study.state.money[purse] < 3 for purse in purses)


def test_guns_for_a_capital_under_many_aircraft() -> None:
    board = desk(
        EMPTY,
        "money uk-europe 28",
        "place 6 uk infantry united-kingdom",
        "place 6 germany fighter, 4 germany tactical-bomber holland-belgium",
        "place 6 germany infantry germany",
        "turn uk purchase",
    ).play_phase()
    assert any("aa-gun" in action for action in board.actions)


# What the sea brings


def test_escorts_are_counted_against_aircraft_that_rise() -> None:
    """An empty zone beside a full air base is no place for transports alone."""
    board = desk(
        EMPTY,
        "airbase united-kingdom 0",
        "place 3 uk fighter, 1 uk infantry united-kingdom",
        "place 2 germany infantry, 2 germany artillery, 4 germany infantry western-germany",
        "place 2 germany transport sz-112",
        "turn germany combat-move",
    ).play_turn()
    assert board.owner("united-kingdom") == "uk"
    assert not board.did("land")


@pytest.mark.parametrize(
    ("title", "raider", "home"),
    [
        ("europe-1940", "germany", "sz-110"),
        ("global-1940", "germany", "sz-110"),
        ("pacific-1940", "usa", "sz-7"),
    ],
)
def test_submarines_go_where_convoys_pass(title: str, raider: str, home: str) -> None:
    """Beside the enemy's coast they take income every turn, and nobody hunts them."""
    war = ["war usa japan"] if raider == "usa" else []
    board = desk(
        EMPTY,
        *war,
        f"place 2 {raider} submarine {home}",
        f"turn {raider} noncombat-move",
        title=title,
    ).play_turn()
    world, state = board.study.world, board.study.state
    power = world.power[raider]
    zones = [space for space, piece, _ in state.pieces(power) if world.kinds[piece.kind].submarine]
    assert zones
    assert all(convoy_prey(world, state, at.foes(state, power), zone) for zone in zones)
