"""What people read in the log."""

from __future__ import annotations

from sandtable.games import find_title
from sandtable.table import FixedDice, Table


def told(*edits: str, play: str, dice: tuple[int, ...] = ()) -> list[str]:
    """What happens when these actions are played, one sentence an event."""
    table = Table(find_title("fortress"), dice=FixedDice(dice), edits=["clear", *edits])
    lines: list[str] = []
    for action in play.split("; "):
        lines += map(str, table.play(action))
    return lines


PORTLAND = ("units west zone-west-2 2 infantry", "units usa portland 1 tank", "turn west 2 declare")


def test_a_roll_says_what_it_needs_and_only_what_came_of_it() -> None:
    play = "declare portland; end; end; commit portland"
    lines = told(*PORTLAND, play=play, dice=(1, 6))
    assert "Battle of Portland: the Western invader attacks the US." in lines
    assert "The US's vehicles need 5 or more, roll 1: 1 thrown back." in lines
    assert "The Western invader's foot units need 6 or more, roll 6: 1 destroyed." in lines
    lines = told(*PORTLAND, play=play, dice=(2, 3, 4))
    assert "The US's vehicles need 5 or more, roll 2: no hit." in lines
    assert not any("0 destroyed" in line or "0 thrown back" in line for line in lines)


def test_a_laser_says_what_it_needs() -> None:
    laser = ("laser chicago", "units west zone-west-1 1 tank")
    lines = told(*laser, "turn usa 2 lasers", play="fire tank zone-west-1", dice=(4,))
    assert lines[0].endswith(", 5 or more needed, and rolls 4: a miss.")
    weather = "clear-weather yes"
    lines = told(*laser, weather, "turn usa 2 lasers", play="fire tank zone-west-1", dice=(4,))
    assert lines[0].endswith(", 3 or more needed, and rolls 4: it is destroyed.")


def test_the_count_of_cities_goes_along() -> None:
    lines = told(
        "control miami east",
        "units west zone-west-2 2 infantry",
        "turn west 2 declare",
        play="declare portland; end; end; move 1 infantry zone-west-2 > portland; end",
    )
    count = "the invaders hold 2 of the 18 cities they need."
    assert f"The Western invader now controls Portland; {count}" in lines
    lines = told(
        "units west zone-west-3 2 infantry",
        "turn west 2 declare",
        play="declare southwest-oregon; end; end; "
        "move 1 infantry zone-west-3 > southwest-oregon; end",
    )
    assert "The Western invader now controls Southwest Oregon." in lines  # no city


def test_one_full_stop_after_washington() -> None:
    lines = told(
        "units east zone-east-1 1 infantry",
        "turn east 2 declare",
        play="declare washington-d-c; end; end; move 1 infantry zone-east-1 > washington-d-c",
    )
    assert "The Eastern invader declares battle in Washington D.C." in lines
    assert not any(".." in line for line in lines)


def test_one_is_not_many() -> None:
    rules = find_title("fortress")
    refused = Table(rules, edits=["clear", "units west zone-west-2 1 tank", "turn west 2 move"])
    assert "1 space at most" in str(refused.check("move 1 tank zone-west-2 > zone-west-4"))
    wave = Table(rules, edits=["clear", "reserve west 1 tank", "turn west 2"])
    assert wave.decision is not None
    assert wave.decision.prompt == "You may bring in 1 more unit in your invasion zones."
    wave = Table(rules, edits=["clear", "reserve west 2 tank", "turn west 2"])
    assert wave.decision is not None
    assert "2 more units" in wave.decision.prompt
    lines = told(
        "control miami east",
        "units usa tampa 1 infantry",
        "turn usa 2 declare",
        play="declare miami; end; end; move 1 infantry tampa > miami; end",
    )
    assert "The US lays 1 bonus card face down for its next turn." in lines
