"""Positions that a bot must not get wrong: one turn each, looked at afterwards."""

from __future__ import annotations

import pytest

from sandtable.bots.axis.commander import Captain
from sandtable.bots.remarks import Remark
from sandtable.games.axis.actions import End
from tests.bots.axis.desk import Desk

EMPTY = "clear"


def cities(desk: Desk, side: str) -> int:
    return int(desk.study.rules.statistics(desk.study.state)["cities"][side])


# Wins and prizes that lie open


def test_takes_a_free_victory_city_on_foot() -> None:
    desk = Desk(
        EMPTY,
        "place 4 germany infantry poland",
        "place 3 germany infantry, 2 germany tank east-poland",
        "control east-poland germany",
        "place 6 ussr infantry russia",
        "turn germany combat-move",
    )
    desk.play_turn()
    assert desk.owner("karelia-ssr") == "germany" or desk.owner("belorussia") == "germany"


def test_walks_into_an_empty_capital() -> None:
    desk = Desk(
        EMPTY,
        "control belorussia germany",
        "place 3 germany infantry, 1 germany tank belorussia",
        "place 2 ussr infantry urals",
        "turn germany combat-move",
    )
    desk.play_turn()
    assert desk.owner("russia") == "germany"


def test_takes_the_city_that_wins_the_game() -> None:
    """Fourteen held, the fifteenth weakly held next door, and a dear battle elsewhere."""
    allied = ("united-kingdom", "eastern-united-states", "western-united-states", "russia")
    desk = Desk(
        EMPTY,
        *(
            f"control {space} germany"
            for space in ("karelia-ssr", "caucasus", "eastern-canada", "ukraine", "belorussia")
        ),
        *(
            f"control {space} japan"
            for space in (
                "kwangtung",
                "philippine-islands",
                "india",
                "australia",
                "hawaiian-islands",
            )
        ),
        "place 5 ussr infantry russia",
        "place 8 germany infantry, 4 germany artillery, 3 germany tank belorussia",
        "place 20 uk infantry united-kingdom",
        "place 20 usa infantry eastern-united-states",
        "turn germany combat-move",
    )
    assert cities(desk, "axis") == 14, allied
    desk.play_turn()
    assert desk.owner("russia") == "germany"
    assert cities(desk, "axis") == 15


def test_lands_on_an_open_island_city() -> None:
    desk = Desk(
        EMPTY,
        "place 4 japan infantry, 1 japan artillery japan",
        "place 2 japan transport, 1 japan battleship sz-61",
        "control kwangtung japan",
        "place 3 japan infantry formosa",
        "turn japan combat-move",
    )
    desk.play_turn()
    assert desk.owner("philippine-islands") == "japan"


def test_frees_its_own_capital_first() -> None:
    desk = Desk(
        EMPTY,
        "control germany ussr",
        "place 1 ussr infantry germany",
        "place 6 germany infantry, 3 germany tank poland",
        "place 12 ussr infantry russia",
        "turn germany combat-move",
    )
    desk.play_turn()
    assert desk.owner("germany") == "germany"


# What must not be left open


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_does_not_strip_moscow(seed: int) -> None:
    """A German army stands in reach: the garrison may not march off."""
    desk = Desk(
        EMPTY,
        "place 9 ussr infantry, 2 ussr artillery russia",
        "place 1 ussr infantry karelia-ssr",
        "control belorussia germany",
        "place 6 germany infantry, 2 germany artillery, 5 germany tank belorussia",
        "money ussr 0",
        "turn ussr combat-move",
        seed=seed,
    )
    desk.play_turn()
    assert desk.owner("russia") == "ussr"
    held = desk.count("russia", "ussr")
    stormed = desk.owner("belorussia") == "ussr"
    assert stormed or held >= 9, desk.actions


@pytest.mark.parametrize("seed", [1, 2])
def test_does_not_strip_berlin(seed: int) -> None:
    """British transports lie off the coast with an army behind them."""
    desk = Desk(
        EMPTY,
        "place 5 germany infantry, 1 germany tank germany",
        "place 2 ussr infantry belorussia",
        "place 6 uk infantry, 3 uk tank united-kingdom",
        "place 5 uk transport, 2 uk battleship sz-6",
        "place 3 uk fighter united-kingdom",
        "money germany 0",
        "turn germany combat-move",
        seed=seed,
    )
    desk.play_turn()
    assert desk.count("germany", "germany") >= 5, desk.actions


def test_buys_infantry_for_a_threatened_capital() -> None:
    desk = Desk(
        EMPTY,
        "place 2 ussr infantry russia",
        "control belorussia germany",
        "place 4 germany infantry, 4 germany tank belorussia",
        "money ussr 24",
        "turn ussr purchase",
    )
    desk.play_turn()
    assert desk.count("russia", "ussr") >= 6, desk.actions


def test_loaded_transports_do_not_sail_unguarded_under_the_guns() -> None:
    """A fleet waits at sea: troops stay ashore, or the transports stay out of its reach."""
    desk = Desk(
        EMPTY,
        "place 4 usa infantry, 2 usa artillery eastern-united-states",
        "place 2 usa transport sz-10",
        "place 3 germany battleship, 3 germany destroyer, 2 germany submarine sz-8",
        "place 6 germany infantry france",
        "money usa 0",
        "turn usa combat-move",
    )
    desk.play_turn()
    for zone in ("sz-9", "sz-8", "sz-7", "sz-12", "sz-11"):
        assert not any("usa transport[" in name for name in desk.units(zone)), zone


# Ships and aircraft


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_does_not_launch_transports_under_the_bombers(seed: int) -> None:
    """The opening: a bomber reaches Japan's port. Who is launched there is guarded."""
    desk = Desk("turn japan purchase", seed=seed)
    desk.play_turn()
    assert desk.did("buy")
    port = desk.units("sz-62")
    assert "japan transport" not in port or port.get("japan fighter", 0) >= 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_launches_no_transports_without_a_guard(seed: int) -> None:
    """The same with no warship near that could come."""
    desk = Desk(
        EMPTY,
        "place 6 japan infantry, 2 japan artillery japan",
        "place 2 usa bomber midway",
        "money japan 17",
        "turn japan purchase",
        seed=seed,
    )
    desk.play_turn()
    assert desk.did("buy")
    port = desk.units("sz-62")
    assert port.get("japan transport", 0) < 2 or "japan destroyer" in port


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_few_troops_and_the_aircraft_take_what_lies_in_front(seed: int) -> None:
    """One man in front of an army that would strike back: some go with planes, not the army."""
    desk = Desk(
        EMPTY,
        "place 10 germany infantry, 2 germany artillery poland",
        "place 4 germany fighter, 1 germany bomber germany",
        "place 1 ussr infantry east-poland",
        "place 24 ussr infantry, 8 ussr artillery, 6 ussr tank belorussia",
        "turn germany combat-move",
        seed=seed,
    )
    desk.play_turn()
    assert desk.owner("east-poland") == "germany"
    assert 1 <= desk.count("east-poland", "germany") <= 6


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_does_not_bet_the_air_force_on_one_fleet(seed: int) -> None:
    """Three chances in five, all the aircraft against as much: what is lost is missed for long."""
    desk = Desk(
        EMPTY,
        "place 4 germany fighter, 1 germany bomber norway",
        "place 4 germany infantry norway",
        "place 1 uk carrier, 1 uk cruiser, 1 uk destroyer, 2 uk fighter sz-6",
        "turn germany combat-move",
        seed=seed,
    )
    desk.play_turn()
    assert not any("> sz-6" in action for action in desk.actions if "move" in action)


def test_sinks_an_undefended_transport() -> None:
    desk = Desk(
        EMPTY,
        "place 2 germany fighter germany",
        "place 6 germany infantry germany",
        "place 1 uk transport[infantry+tank] sz-6",
        "place 1 uk infantry united-kingdom",
        "turn germany combat-move",
    )
    desk.play_turn()
    assert not any("uk transport" in name for name in desk.units("sz-6"))


def test_aircraft_do_not_hunt_what_they_cannot_hit() -> None:
    """Without a destroyer aircraft cannot hit a submarine."""
    desk = Desk(
        EMPTY,
        "place 2 germany fighter, 4 germany infantry germany",
        "place 1 uk submarine sz-6",
        "place 1 uk infantry united-kingdom",
        "turn germany combat-move",
    )
    desk.play_turn()
    assert not desk.did("move 1 fighter germany > sz-6")
    assert not desk.did("move 2 fighter germany > sz-6")


def test_aircraft_land_where_they_are_safe() -> None:
    """Two places to land in reach: an army's camp, and an empty coast next to the enemy."""
    desk = Desk(
        EMPTY,
        "place 8 germany infantry poland",
        "place 1 germany fighter poland",
        "place 1 uk transport sz-5",
        "place 6 ussr infantry, 2 ussr tank karelia-ssr",
        "place 6 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    desk.play_turn()
    for space in ("finland", "norway"):
        assert "germany fighter" not in desk.units(space), desk.actions


def test_every_aircraft_comes_down() -> None:
    """A whole opening turn: nothing is lost for want of a landing place."""
    desk = Desk()
    while desk.study.world.powers[desk.turn].id != "japan":
        desk.play_turn()
    before = _planes(desk)
    desk.play_turn()
    crashed = [e for e in desk.actions if "crash" in e]
    assert not crashed
    assert _planes(desk) >= before - 2


def _planes(desk: Desk) -> int:
    world = desk.study.world
    return sum(
        n
        for _, piece, n in desk.study.state.pieces(world.power["japan"])
        if world.kinds[piece.kind].domain == "air"
    )


# Battles that do not pay


def test_does_not_throw_troops_at_a_fortress() -> None:
    desk = Desk(
        EMPTY,
        "place 4 italy infantry balkans",
        "control bulgaria-romania italy",
        "place 2 italy infantry bulgaria-romania",
        "place 12 ussr infantry, 4 ussr artillery ukraine",
        "turn italy combat-move",
    )
    desk.play_phase()
    assert not any("> ukraine" in action for action in desk.actions)


def test_breaks_off_a_lost_battle() -> None:
    """The attack goes wrong at once: the rest goes home instead of dying."""
    desk = Desk(
        EMPTY,
        "place 10 germany infantry, 4 germany artillery, 4 germany tank poland",
        "place 11 ussr infantry east-poland",
        "turn germany combat-move",
        dice=(6,) * 18 + (1,) * 11,
    )
    desk.play_turn()
    if desk.did("fight") or any("> east-poland" in action for action in desk.actions):
        assert desk.did("retreat"), desk.actions


def test_china_defends_itself() -> None:
    """China is played in the turn of the United States and gets its infantry placed."""
    desk = Desk(
        EMPTY,
        "place 3 china infantry yunnan",
        "place 1 japan infantry french-indo-china-thailand",
        "turn usa purchase",
    )
    desk.play_turn()
    assert any("china infantry" in action for action in desk.actions if "place" in action)


# What it says


def test_says_its_plan_in_one_sentence() -> None:
    desk = Desk().play_turn()
    assert len(desk.remarks) == 1
    assert desk.remarks[0].startswith("germany ")
    assert "\n" not in desk.remarks[0]


def test_openings_differ_from_game_to_game() -> None:
    openings = {tuple(Desk(seed=seed).play_phase().actions) for seed in range(6)}
    assert len(openings) > 1


def test_the_same_seed_plays_the_same_game() -> None:
    assert Desk(seed=4).play_turn().actions == Desk(seed=4).play_turn().actions


# What it says


def test_a_plan_names_goal_risk_and_the_alternative() -> None:
    """A coast is thinly held with a fleet before it, and one neighbour is too strong."""
    desk = Desk(
        EMPTY,
        "place 6 germany infantry, 2 germany artillery, 2 germany tank poland",
        "place 10 germany infantry germany",
        "place 1 ussr infantry east-poland",
        "place 3 ussr infantry karelia-ssr",
        "place 3 germany infantry finland",
        "place 9 ussr infantry russia",
        "place 5 ussr infantry ukraine",
        "control baltic-states germany",
        "place 4 germany infantry, 1 germany tank baltic-states",
        "place 2 germany infantry france",
        "place 8 uk infantry, 4 uk tank united-kingdom",
        "place 6 uk transport, 3 uk battleship sz-7",
        "money germany 0",
        "turn germany combat-move",
    ).play_turn()
    plan = next(remark for remark in desk.remarks if isinstance(remark, Remark))
    assert plan.code == "attacks"
    space, chance = plan.args["risk"]
    assert (space, 20 <= chance <= 95) == ("france", True)
    assert "It accepts that France may be lost" in plan
    assert plan.args["shunned"][0] == "archangel"
    assert plan.args["shunned"][2] == "answer"
    assert "It leaves Archangel alone" in plan


def test_carriers_come_to_aircraft_that_wait_for_a_deck_and_nobody_else_moves() -> None:
    """What must be done first is done: two carriers are needed before the phase can end."""
    board = Desk(
        "clear",
        "place 4 usa fighter sz-56",
        "moved 4 usa fighter sz-56",
        "spent 4 4 usa fighter sz-56",
        "place 2 usa carrier, 2 usa destroyer, 1 usa transport sz-55",
        "place 3 usa infantry western-united-states",
        "turn usa noncombat-move",
    )
    captain, game = board.bots["usa"], board.study.game
    assert isinstance(captain, Captain)
    for _ in range(2):
        action = captain.settle(game.position.seen_by("usa"), "usa")
        assert str(action) == "move 1 carrier sz-55 > sz-56"
        board.study.play(str(action))
    assert captain.settle(game.position.seen_by("usa"), "usa") == End()


def test_aircraft_fly_to_a_deck_and_not_to_where_they_would_wait_for_one() -> None:
    board = Desk(
        "clear",
        "place 3 usa fighter sz-56",
        "moved 3 usa fighter sz-56",
        "spent 3 3 usa fighter sz-56",
        "place 1 usa carrier sz-55",
        "place 2 usa destroyer sz-57",
        "turn usa noncombat-move",
    )
    captain, game = board.bots["usa"], board.study.game
    assert isinstance(captain, Captain)
    action = captain.settle(game.position.seen_by("usa"), "usa")
    assert str(action) == "move 1 fighter sz-56 > sz-55"  # not to the destroyers
