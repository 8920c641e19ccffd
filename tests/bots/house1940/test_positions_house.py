"""Positions of the house variant that captain must not get wrong: one part of a round each."""

from __future__ import annotations

from sandtable.bots.axis.outlook import estimator, key_of
from sandtable.games.axis.rules import AxisRules
from tests.bots.axis.desk import Desk

GUARDS = (
    "place 1 germany infantry germany",
    "place 1 uk infantry united-kingdom",
    "place 1 italy infantry southern-italy",
    "place 1 france infantry france",
)


def desk(*edits: str) -> Desk:
    return Desk("clear", *GUARDS, *edits, title="house-1940")


# Missions


def raiding(*edits: str) -> Desk:
    return desk("place 1 uk bomber united-kingdom", *edits, "turn uk strategic-bombing")


def test_bombs_a_complex_without_batteries() -> None:
    (action,) = raiding().play_phase().actions[:1]
    assert action.startswith("uk: raid 1 bomber united-kingdom >"), action
    assert action.endswith(" at complex")


def test_does_not_fly_into_many_batteries() -> None:
    guarded = ("western-germany", "germany", "northern-italy", "southern-italy", "norway")
    board = raiding(*(f"place 4 germany aa-battery {place}" for place in guarded)).play_phase()
    assert not any(board.did(f"raid 1 bomber united-kingdom > {place}") for place in guarded)


def test_does_not_bomb_what_it_is_about_to_take() -> None:
    """Ten infantry stand before one; the complex behind him will be ours this evening."""
    board = desk(
        "control normandy-bordeaux germany",
        "place 1 germany infantry normandy-bordeaux",
        "place 1 uk bomber, 10 uk infantry, 4 uk tank france",
        *(f"complex {place} none" for place in ("germany", "western-germany", "northern-italy")),
        "complex southern-italy none",
        "turn uk strategic-bombing",
    ).play_phase()
    assert not board.did("raid 1 bomber france > normandy-bordeaux at complex")


def diving(ships: str) -> Desk:
    return desk(
        "place 1 usa infantry hawaiian-islands",
        "place 1 japan fighter, 1 japan infantry japan",
        "war japan usa",
        f"place {ships} sz-7",
        "turn japan kamikaze",
    )


def test_a_fighter_is_given_for_a_full_transport() -> None:
    board = diving("1 usa transport[infantry+infantry+tank]").play_phase()
    assert board.did("dive 1 fighter japan > sz-7")


def test_no_fighter_is_given_for_a_destroyer() -> None:
    assert not diving("1 usa destroyer").play_phase().did("dive")


def torpedoing(ships: str) -> Desk:
    return desk(
        "place 1 germany torpedo-bomber western-germany",
        f"place {ships} sz-112",
        "turn germany torpedo-bombers",
    )


def test_torpedoes_go_to_transports_and_not_to_battleships() -> None:
    assert torpedoing("1 uk transport[tank+tank+tank]").play_phase().did("torpedo")
    assert not torpedoing("1 uk battleship").play_phase().did("torpedo")


def test_guns_that_cannot_attack_fire_from_outside_all_together() -> None:
    board = desk(
        "place 3 germany artillery holland-belgium",
        "place 12 france infantry france",
        "place 4 france infantry normandy-bordeaux",
        "turn germany artillery",
    ).play_phase()
    assert board.did("shell 3 artillery holland-belgium > france")


def test_guns_that_are_wanted_in_an_attack_hold_their_fire() -> None:
    board = desk(
        "place 6 germany infantry, 3 germany artillery, 2 germany tank holland-belgium",
        "place 4 france infantry france",
        "turn germany artillery",
    ).play_phase()
    assert not board.did("shell")


def test_a_bomb_goes_where_only_a_complex_can_be_hit() -> None:
    board = desk(
        "round 9",
        "complex scotland 0",
        "place 9 france infantry normandy-bordeaux",
        "platform germany 0",
        "bombs germany v1",
        "turn germany strategic-bombing",
    ).play_phase()
    assert board.did("fire v1 germany > scotland")


# Money


def test_keeps_money_for_neutrals_and_asks_the_best_first() -> None:
    board = desk("money germany 30", "turn germany purchase").play_turn()
    left = board.study.state.money[board.study.world.power["germany"]]
    assert left >= 2  # Finland and Bulgaria lean to the Axis: a point each
    talks = desk("money germany 2", "turn germany diplomacy").play_phase()
    assert talks.did("negotiate finland") or talks.did("negotiate bulgaria")
    assert not talks.did("negotiate switzerland")


def test_lends_to_the_ally_at_whose_gates_the_enemy_stands() -> None:
    board = desk(
        "war germany ussr",
        "place 12 germany infantry, 6 germany tank belarus",
        "control belarus germany",
        "place 6 ussr infantry russia",
        "place 20 france infantry france",
        "money usa 60",
        "turn usa loans",
    ).play_phase()
    assert board.did("lend 20 ussr")


def test_lends_nothing_while_nobody_is_pressed() -> None:
    board = desk(
        "place 20 uk infantry united-kingdom",
        "place 20 france infantry france",
        "place 20 ussr infantry russia",
        "place 20 china infantry szechwan",
        "money usa 60",
        "turn usa loans",
    ).play_phase()
    assert not board.did("lend")


def test_recruits_without_a_complex() -> None:
    board = desk("money china 12", "place 1 china infantry szechwan", "turn china purchase")
    board.play_phase()
    assert board.did("buy")
    assert board.study.state.money[board.study.world.power["china"]] < 3


def test_buys_the_best_tank_of_the_year() -> None:
    edits = ("money germany 60", "complex germany 0", "turn germany purchase")
    later = desk("round 5", *edits).play_phase()
    assert any(" tiger" in action for action in later.actions)
    assert not any(" tank" in action for action in later.actions)


def test_batteries_where_bombers_come() -> None:
    board = desk(
        "complex germany 0",
        "place 3 uk bomber united-kingdom",
        "airfield united-kingdom 0",
        "money germany 40",
        "turn germany purchase",
    ).play_phase()
    assert any("aa-battery" in action for action in board.actions)
    quiet = desk("complex germany 0", "money germany 40", "turn germany purchase").play_phase()
    assert not any("aa-battery" in action for action in quiet.actions)


def test_who_has_lost_all_complexes_builds_one() -> None:
    without = [
        f"complex {place} none"
        for place in ("germany", "western-germany", "northern-italy", "southern-italy")
    ]
    board = desk(*without, "money germany 20", "turn germany purchase").play_phase()
    assert any("1 complex" in action for action in board.actions)


# War and answers


def test_joins_the_war_in_the_first_round() -> None:
    board = desk("turn usa war").play_phase()
    assert board.did("declare germany")


def test_burns_a_complex_that_will_fall() -> None:
    board = desk(
        "complex france 0",
        "place 12 germany infantry, 6 germany tank holland-belgium",
        "turn germany combat-move",
    )
    board.study.play("move 12 infantry, 6 tank holland-belgium > france", "end")
    assert board.study.asked == ("france",)
    board.play_phase()
    assert board.did("scorch france")


def test_keeps_a_complex_that_will_hold() -> None:
    board = desk(
        "complex france 0",
        "place 20 france infantry france",
        "place 2 germany infantry holland-belgium",
        "turn germany combat-move",
    )
    board.study.play("move 2 infantry holland-belgium > france", "end")
    board.play_phase()
    assert not board.did("scorch")


def passing(ships: str) -> Desk:
    """German ships on their way through a zone with a British battleship and two cruisers."""
    board = desk(
        "place 1 uk battleship, 2 uk cruiser sz-112",
        "place 1 uk destroyer sz-110",
        f"place {ships} sz-113",
        "control denmark germany",
        "turn germany combat-move",
    )
    board.study.play(f"move {ships.replace('germany ', '')} sz-113 > sz-112 > sz-110")
    assert board.study.asked == ("uk",)
    return board.play_phase()


def test_intercepts_the_weak_and_lets_the_strong_pass() -> None:
    assert passing("1 germany cruiser").did("intercept")
    assert not passing("4 germany battleship").did("intercept")


# What the variant changes in the family's plans


def test_a_transport_is_filled() -> None:
    board = desk(
        "place 1 uk transport, 2 uk cruiser sz-110",
        "place 3 uk infantry, 3 uk tank united-kingdom",
        "control normandy-bordeaux germany",
        "place 1 germany infantry normandy-bordeaux",
        "turn uk combat-move",
    ).play_phase()
    landed = [action for action in board.actions if "load" in action]
    assert len(landed) == 3, board.actions


def test_aircraft_are_counted_for_one_round() -> None:
    """Six fighters and an infantry do not beat ten infantry if they fly home after a round."""
    rules = desk().study.rules
    assert isinstance(rules, AxisRules)
    kind = rules.world.kind
    attackers = key_of({kind["fighter"]: 6, kind["infantry"]: 1})
    outlook = estimator(rules, 0, 0).estimate(attackers, key_of({kind["infantry"]: 10}))
    assert outlook.win < 0.1
