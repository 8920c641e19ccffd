"""Landings on a rich coast: where allies meet, and where factories help."""

from __future__ import annotations

from sandtable.bots.axis.field import Field

from .desk import Desk, picture_of

EMPTY = "clear"
WALL = (
    "place 6 germany infantry france",
    "place 4 germany infantry northwestern-europe",
    "place 12 germany infantry, 2 germany tank germany",
    "place 6 italy infantry italy",
    "place 1 germany infantry norway",
    *(
        f"place 4 germany infantry {land}"
        for land in ("finland", "poland", "baltic-states", "ukraine", "balkans", "east-poland")
    ),
)
"""The coast of Europe as it is held when the first ships come."""


def goal_of(*edits: str) -> str:
    """The coast the UK sails to."""
    picture = picture_of(Desk(EMPTY, *WALL, *edits, "turn uk purchase"), "uk")
    theatre = Field(picture).theatre
    assert theatre is not None
    return picture.world.spaces[theatre.goal].id


def test_allies_who_sail_together_land_where_most_is_to_be_won() -> None:
    """One power alone goes where nobody stands; two of them dare the rich coast."""
    ours = (
        "place 4 uk transport, 1 uk carrier, 2 uk destroyer sz-8",
        "place 8 uk infantry united-kingdom",
    )
    assert goal_of(*ours, "place 5 usa transport, 2 usa destroyer sz-8") in (
        "france",
        "northwestern-europe",
    )


def bought(*edits: str) -> str:
    desk = Desk(EMPTY, *edits, "money uk 43", "turn uk purchase")
    desk.play_phase()
    return next(action for action in desk.actions if "buy" in action)


WAR_IN_ASIA = (
    "control burma japan",
    "place 2 japan infantry burma",
    "place 4 uk infantry, 1 uk artillery india",
)


def test_a_factory_at_a_far_front_does_not_wait_for_ships() -> None:
    waiting = ("place 8 uk infantry united-kingdom", "place 4 germany infantry norway")
    assert "factory" in bought(*WAR_IN_ASIA, *waiting)


def test_no_factory_is_built_where_the_enemy_is_stronger_around() -> None:
    """Nobody can strike at it next turn, but those who gather there take it in the end."""
    gathering = "place 12 japan infantry french-indo-china-thailand"
    assert "factory" not in bought(*WAR_IN_ASIA, gathering)


def test_nobody_builds_next_to_the_factory_of_an_ally() -> None:
    """Recruits of the US are at that front as soon."""
    start = picture_of(Desk(EMPTY), "uk")
    others = [
        f"control {start.world.spaces[space].id} usa"
        for space, owner in enumerate(start.state.owner)
        if owner == start.power
        and start.world.spaces[space].id not in ("united-kingdom", "eastern-canada")
    ]
    assert "factory" not in bought(
        *others,
        "control alaska japan",
        "control western-canada japan",
        "place 4 japan infantry western-canada",
        "place 8 usa infantry eastern-canada",
    )
