"""The war of armies: who is feared, where troops are wanted, who closes the gaps."""

from __future__ import annotations

from sandtable.bots.axis.field import Field
from sandtable.bots.axis.march import Marcher
from sandtable.bots.axis.reply import Reply
from tests.bots.axis.desk import Desk, attacker_of, picture_of

EMPTY = "clear"
BESIEGED = (
    EMPTY,
    "control caucasus germany",
    "control eastern-ukraine germany",
    "control ukraine germany",
    "place 17 germany infantry, 4 germany artillery, 14 germany tank caucasus",
    "place 44 ussr infantry, 3 ussr artillery russia",
    "place 4 germany infantry germany",
    "place 6 japan infantry kiangsu",
)


def test_tanks_beside_the_capital_are_struck_though_it_feared_them() -> None:
    """Who besieges a capital is no danger to it any more when the army has killed him."""
    desk = Desk(
        EMPTY,
        "control caucasus germany",
        "control eastern-ukraine germany",
        "place 1 germany infantry, 1 germany artillery, 6 germany tank caucasus",
        "place 3 germany infantry, 1 germany artillery, 1 germany tank eastern-ukraine",
        "place 13 ussr infantry, 2 ussr artillery, 1 ussr tank russia",
        "pool ussr 5 infantry, 3 artillery",
        "place 4 germany infantry germany",
        "turn ussr combat-move",
    ).play_turn()
    assert desk.owner("caucasus") == "ussr"


def test_nobody_walks_out_of_a_capital_that_holds() -> None:
    """One tank stands where the whole army could go; a larger one stands before the gates."""
    desk = Desk(
        *BESIEGED,
        "control archangel italy",
        "place 1 italy tank archangel",
        "turn ussr combat-move",
    ).play_turn()
    assert desk.count("russia", "ussr") >= 40


def test_the_besieged_march_off_to_no_other_war() -> None:
    """The ground that pulls the army of a besieged capital lies beside it, not in Asia."""
    picture = picture_of(Desk(*BESIEGED, "turn ussr combat-move"), "ussr")
    world, field = picture.world, Field(picture)
    goal = field.goal_of[world.space["russia"]]
    assert world.air[goal][world.space["russia"]] <= 2


def test_an_army_is_seldom_struck_at_for_three_chances_in_four() -> None:
    """More to win and less risk: who is not sure to win stays at home."""
    desk = Desk(
        EMPTY,
        "control east-poland ussr",
        "place 9 ussr infantry, 3 ussr artillery, 1 ussr tank east-poland",
        "place 7 germany infantry poland",
        "turn germany combat-move",
    )
    picture = picture_of(desk, "germany")
    poland, infantry = picture.world.space["poland"], picture.world.kind["infantry"]
    few, many = (Reply(picture, {poland: {infantry: n}}).cost() for n in (6, 11))
    assert 0 < many < 0.2 * few


def test_far_islands_of_allies_are_no_reason_to_stand_in_the_way() -> None:
    """What only others hold is left out, or troops would be sent to be killed in its stead."""
    desk = Desk("turn ussr noncombat-move")
    picture = picture_of(desk, "ussr")
    marcher = Marcher(
        desk.study.game.position,
        picture,
        Field(picture),
        foresight=True,
        late=lambda: False,
    )
    space, held = picture.world.space, marcher.held()
    assert space["hawaiian-islands"] in picture.threats
    assert space["hawaiian-islands"] not in held
    assert space["buryatia-ssr"] in held


def test_those_who_stay_close_the_gap() -> None:
    """Six of the garrison take what lies in front; the army next door comes in their place."""
    desk = Desk(
        EMPTY,
        "control belorussia germany",
        "control eastern-ukraine germany",
        "place 8 germany infantry, 8 germany tank belorussia",
        "place 1 germany infantry eastern-ukraine",
        "place 12 ussr infantry russia",
        "place 8 ussr infantry caucasus",
        "place 8 ussr infantry novosibirsk",
        "turn ussr combat-move",
    )
    attacker = attacker_of(desk, "ussr")
    picture = attacker.picture
    space, infantry = picture.world.space, picture.world.kind["infantry"]
    taken = {(space["russia"], infantry): 6}
    target, stance = space["eastern-ukraine"], attacker.stance
    open_, dead = stance.without(taken), {target: 1.0}
    closed, _ = stance.regrouped(taken, target, {infantry: 5}, dead, lambda: False)
    assert closed[space["russia"]][infantry] > open_[space["russia"]][infantry]
    assert attacker.reply.cost(closed, dead) < 0.5 * attacker.reply.cost(open_, dead)


def test_guns_are_bought_when_the_army_next_door_can_come_home() -> None:
    """The capital alone would fall, but nobody needs to fill it with mere infantry."""
    desk = Desk(
        EMPTY,
        "control belorussia germany",
        "place 8 germany infantry, 8 germany tank belorussia",
        "place 4 ussr infantry russia",
        "place 20 ussr infantry caucasus",
        "money ussr 30",
        "turn ussr purchase",
    ).play_phase()
    bought = next(a for a in desk.actions if "buy" in a)
    assert "artillery" in bought or "tank" in bought
