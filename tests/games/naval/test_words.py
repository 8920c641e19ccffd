"""What people read in the log."""

from __future__ import annotations

from sandtable.games import find_title
from sandtable.table import FixedDice, Table

FULL = "missed, missed, armour, armour, escort, diversion, light-target"
"""A hand that draws nothing, so that no dice are asked for."""
START = ("nation p1 japan", "nation p2 germany", "first p1", "active p1")


def table(*edits: str, dice: tuple[int, ...] = ()) -> Table:
    return Table(find_title("naval"), dice=FixedDice(dice), edits=[*START, *edits])


def told(game: Table, *actions: str) -> list[str]:
    return [str(event) for action in actions for event in game.play(action)]


def test_the_nation_stands_beside_the_seat() -> None:
    game = table("ship kagero 1", "hand p1 retreat", "phase reorganise")
    assert told(game, "retreat")[0].startswith("p1 (Japan) retreats")
    game = table("ship kagero 1", "ship z23 1", "hand p1 missed, armour", "phase prepare")
    assert told(game, "prepare missed kagero")[0] == "kagero of p1 (Japan) prepares missed"
    hand = f"hand p1 {FULL}"
    lines = told(table("ship kagero 1", "ship z23 1", hand, "phase discard"), "end")
    assert "Turn 1: p2 (Germany)" in lines


def test_a_torpedo_adds_its_value_to_the_die() -> None:
    ships = ("ship kagero 1", "ship bismarck 1", "hand p1 torpedo-4, missed", "phase declare")
    game = table(*ships, dice=(3,))
    lines = told(game, "fire torpedo-4 kagero > bismarck")
    assert lines == ["Attack 1: kagero with torpedo-4 at bismarck, die + 2 against 5"]
    lines = told(game, "end", "end")
    assert "Attack 1 on bismarck: rolls 3 + 2 against 5, hits" in lines


def test_planning_stands_beside_the_die() -> None:
    game = table(
        *("ship shokaku 1", "ship kagero 1", "ship bismarck 1", "prepared p1 planning kagero"),
        *("hand p1 missed", "phase declare"),
        dice=(4,),
    )
    lines = told(game, "raid shokaku > bismarck", "end", "end", "roll +1")
    assert "Attack 1 on bismarck: rolls 4 + 1, 5 needed, hits" in lines


def test_points_after_a_sinking() -> None:
    game = table(
        *("ship yamato 1", "ship z23 1", "ship bismarck 1", "damage z23 light-1"),
        *("prize p1 prinz-eugen", "hand p1 heavy-4, missed", "phase declare"),
    )
    lines = told(game, "fire heavy-4 yamato > z23", "end", "end")
    deck = find_title("naval").deck_of(game.state)  # type: ignore[attr-defined]
    points = deck.ships["z23"].points
    total = points + deck.ships["prinz-eugen"].points
    assert f"z23 is sunk: p1 (Japan) scores {points} and has {total} of 25 points" in lines


def test_who_redirected() -> None:
    game = table(
        *("ship yamato 1", "ship z23 1", "ship bismarck 1", "hand p2 escort"),
        *("attack 1 heavy-4 yamato > z23", "phase defend seat=p2"),
    )
    assert game.decision is not None
    assert game.decision.prompt == "Defend the fleet of p2 (Germany)"
    lines = told(game, "defend escort 1 > bismarck")
    assert lines[0] == "p2 (Germany) draws attack 1 with escort from z23 to bismarck"


def test_several_join_and_leave() -> None:
    edits = ("ship yamato 1", "hand p1 reinforcements-4", "phase reorganise")
    line = told(table(*edits), "reinforce reinforcements-4 > kagero")[0]
    assert line.startswith("p1 (Japan) plays reinforcements-4: kagero joins the fleet")
    line = told(table(*edits), "reinforce reinforcements-4 > kagero, shimakaze")[0]
    assert "kagero, shimakaze join the fleet" in line
    game = table(
        *("ship kagero 1", "ship yamato 1", "ship z23 1", "active p2", f"hand p2 {FULL}"),
        *("prepared p1 planning kagero", "prepared p1 missed yamato", "phase discard"),
    )
    lines = told(game, "end")
    assert "Turn 1: p1 (Japan); planning, missed leave play" in lines
