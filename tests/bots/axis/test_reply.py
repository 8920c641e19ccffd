"""What the enemy can answer: each of his units once, his ways as they will be."""

from __future__ import annotations

from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.prospect import Prospect
from sandtable.bots.axis.reply import Reply
from tests.bots.axis.desk import Desk, picture_of

EMPTY = "clear"


def reply_of(picture: Picture, *places: str) -> Reply:
    spaces = [picture.world.space[place] for place in places]
    return Reply(picture, {space: picture.force(space, picture.ally) for space in spaces})


def test_an_army_next_door_strikes_once() -> None:
    """Five Russians threaten three places of three men each; they can take one."""
    desk = Desk(
        EMPTY,
        "control east-poland ussr",
        "place 5 ussr infantry, 1 ussr artillery east-poland",
        *(f"place 3 germany infantry {p}" for p in ("poland", "bulgaria-romania")),
        "turn germany combat-move",
    )
    picture = picture_of(desk, "germany")
    alone = [reply_of(picture, place).cost() for place in ("poland", "bulgaria-romania")]
    both = reply_of(picture, "poland", "bulgaria-romania").cost()
    assert min(alone) > 0
    assert both < 0.8 * sum(alone)
    assert both >= max(alone)


def test_a_dead_army_strikes_nobody() -> None:
    desk = Desk(
        EMPTY,
        "control east-poland ussr",
        "place 5 ussr infantry, 1 ussr artillery east-poland",
        "place 3 germany infantry poland",
        "turn germany combat-move",
    )
    picture = picture_of(desk, "germany")
    reply = reply_of(picture, "poland")
    assert reply.cost() > 0
    assert reply.cost({}, {picture.world.space["east-poland"]: 1.0}) == 0


def test_what_can_be_won_back_is_not_lost_for_good() -> None:
    """A lonely man in front of a strong army is worth less to the enemy than one alone."""
    lonely = (
        EMPTY,
        "place 4 ussr infantry baltic-states",
        "place 1 germany infantry poland",
    )
    army = "place 6 germany infantry, 4 germany tank germany"
    costs = []
    for more in ((), (army,)):
        desk = Desk(*lonely, *more, "turn germany combat-move")
        costs.append(reply_of(picture_of(desk, "germany"), "poland").cost())
    assert costs[1] < costs[0]


def test_ships_in_the_way_may_have_sailed() -> None:
    """A destroyer stops the fleet on its way; it does not protect who counts on it staying."""
    desk = Desk(
        EMPTY,
        "place 1 usa battleship sz-53",
        "place 1 japan destroyer sz-51",
        "place 2 japan transport sz-50",
        "turn japan noncombat-move",
    )
    picture = picture_of(desk, "japan")
    world = picture.world
    assert world.kind["battleship"] in picture.threats[world.space["sz-50"]][world.power["usa"]]


def test_what_can_be_taken_next_turn_counts_each_man_once() -> None:
    """Open places next door: one infantry can take one of them, ten can take all."""
    desk = Desk(EMPTY, "place 8 ussr infantry russia", "turn germany combat-move")
    picture = picture_of(desk, "germany")
    poland, infantry = picture.world.space["poland"], picture.world.kind["infantry"]
    prospect = Prospect(picture)
    none, one, ten = (
        prospect.total(prospect.chances({poland: {infantry: n}}), {}, {}) for n in (0, 1, 10)
    )
    assert none == 0 < one < 0.8 * ten


def test_troops_sail_on_one_transport_only() -> None:
    """Two men in port and four transports: two can land, not eight; and not two zones too far."""
    desk = Desk(
        EMPTY,
        "place 2 uk infantry united-kingdom",
        "place 3 uk transport sz-8",
        "place 1 uk transport sz-7",
        "turn germany combat-move",
    )
    picture = picture_of(desk, "germany")
    world = picture.world
    landing = picture.threats[world.space["france"]][world.power["uk"]]
    assert landing[world.kind["infantry"]] == 2
