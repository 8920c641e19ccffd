"""Battles that are sure are fought by few, and many hold what is taken."""

from __future__ import annotations

from sandtable.bots.axis.trim import free_moves, needless, without
from sandtable.games.axis.actions import Land, Move, Units
from sandtable.table import Action
from tests.bots.axis.desk import Desk, attacker_of

GROUND = (
    "clear",
    "control belorussia ussr",
    "control east-poland germany",
    "control ukraine germany",
    "control eastern-ukraine germany",
    "control baltic-states germany",
    "control karelia-ssr germany",
)
ONE_DEFENDER = (
    *GROUND,
    "place 10 germany infantry, 4 germany artillery, 4 germany tank east-poland",
    "place 1 ussr infantry belorussia",
    "place 10 ussr infantry, 3 ussr artillery russia",
    "place 4 germany infantry germany",
    "turn germany combat-move",
)


def test_few_attack_a_single_defender_and_the_army_follows() -> None:
    desk = Desk(*ONE_DEFENDER).play_phase()
    assert 2 <= desk.count("belorussia", "germany") <= 6
    desk.play_turn()
    assert desk.owner("belorussia") == "germany"
    assert desk.count("belorussia", "germany") >= 15


def test_aircraft_that_a_battle_does_not_need_stay() -> None:
    desk = Desk(
        *GROUND,
        "place 2 germany infantry, 5 germany fighter east-poland",
        "place 1 ussr infantry belorussia",
        "place 4 germany infantry germany",
        "turn germany combat-move",
    ).play_phase()
    assert desk.units("east-poland")["germany fighter"] >= 3


def test_a_battle_that_needs_all_gets_all() -> None:
    desk = Desk(
        *GROUND,
        "place 8 germany infantry east-poland",
        "place 4 ussr infantry belorussia",
        "place 4 germany infantry germany",
        "turn germany combat-move",
    ).play_phase()
    assert desk.did("move 8 infantry east-poland > belorussia")


def test_who_cannot_come_later_is_not_left_behind() -> None:
    """Tanks come through friends' land later, too, but not through what they take on their way."""
    desk = Desk(
        *GROUND,
        "control baltic-states ussr",
        "place 4 germany tank poland",
        "place 1 ussr infantry belorussia",
        "turn germany combat-move",
    )
    attacker = attacker_of(desk, "germany")
    friends, enemies = (
        Move((Units(2, "tank"),), ("poland", middle, "belorussia"))
        for middle in ("east-poland", "baltic-states")
    )
    attacker.actions = [friends, enemies, Land((Units(1, "infantry"),), "sz-5", "belorussia")]
    assert free_moves(attacker, attacker.world.space["belorussia"]) == [friends]


def test_units_are_left_out_while_the_rest_is_worth_no_less() -> None:
    """Each of kind 0 is worth 2 up to three of them, each of kind 1 nothing; all cost 1."""

    def value(force: dict[int, int]) -> float:
        return 2 * min(3, force.get(0, 0)) - sum(force.values())

    assert needless({0: 5, 1: 4}, {0: 5, 1: 1}, value) == {0: 2, 1: 1}


def test_only_moves_of_the_spared_are_made_smaller_the_last_first() -> None:
    def move(count: int, *route: str) -> Move:
        return Move((Units(count, "tank"),), route)

    two, three = (move(n, "east-poland", "belorussia") for n in (2, 3))
    blitz = move(2, "poland", "baltic-states", "belorussia")
    before: list[Action] = [two, three, blitz]
    one = move(1, "east-poland", "belorussia")
    assert without(before, [two, three], {"tank": 4}) == [one, blitz]
