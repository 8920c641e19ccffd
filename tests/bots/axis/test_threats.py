"""What an enemy could bring where in its next turn."""

from __future__ import annotations

import pytest

from tests.bots.axis.desk import Desk, picture_of


def threat(desk: Desk, power: str, enemy: str, place: str) -> dict[str, int]:
    """What an enemy of a power could bring to a place."""
    picture = picture_of(desk, power)
    world = picture.world
    force = picture.threats.get(world.space[place], {}).get(world.power[enemy], {})
    return {world.kinds[kind].id: count for kind, count in force.items()}


@pytest.mark.parametrize(("line", "tanks"), [(0, 8), (2, 8), (9, 0)])
def test_tanks_may_come_to_the_capital_through_a_thin_line(line: int, tanks: int) -> None:
    """Those who stand there may march off, or another enemy clears the way."""
    desk = Desk(
        "clear",
        "control baltic-states germany",
        "place 8 germany tank baltic-states",
        *([f"place {line} ussr infantry belorussia"] if line else []),
        "turn ussr combat-move",
    )
    assert threat(desk, "ussr", "germany", "russia").get("tank", 0) == tanks


def test_a_line_stops_tanks_on_their_way_elsewhere() -> None:
    desk = Desk(
        "clear",
        "control baltic-states germany",
        "place 8 germany tank baltic-states",
        "place 2 ussr infantry belorussia",
        "place 2 ussr infantry karelia-ssr",
        "turn ussr combat-move",
    )
    assert "tank" not in threat(desk, "ussr", "germany", "archangel")


@pytest.mark.parametrize(("zone", "landed"), [("sz-6", 2), ("sz-3", 2), ("sz-2", 0)])
def test_transports_fetch_troops_where_they_get_to(zone: str, landed: int) -> None:
    """Also two zones away, if these go ashore from there: Finland and Germany lie on one sea."""
    desk = Desk(
        "clear",
        "control finland uk",
        "place 2 uk infantry finland",
        f"place 1 uk transport {zone}",
        "turn germany combat-move",
    )
    assert threat(desk, "germany", "uk", "germany").get("infantry", 0) == landed


def test_nobody_is_aboard_two_transports() -> None:
    desk = Desk(
        "clear",
        "control finland uk",
        "place 3 uk infantry finland",
        "place 1 uk transport sz-3",
        "place 1 uk transport sz-6",
        "turn germany combat-move",
    )
    assert threat(desk, "germany", "uk", "germany")["infantry"] == 3
