"""Set-up, order of play, the five-unit limit, friend and enemy: FA-034 to FA-059."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees
from statistics import mean
from typing import Any

import pytest

from sandtable.games.fortress.board import CITIES, INDEX, SPACES, ZONES
from sandtable.games.fortress.field import count, enemy_in, friendly
from sandtable.games.fortress.pieces import FIRST_WAVE, FORCES, stack_of


@pytest.mark.rule("FA-034", "FA-043", "FA-903")
def test_us_first_then_the_invaders_in_order_of_play(study: Any) -> None:
    s = study(clear=False)
    order = []
    for _ in range(4):
        order.append(s.asked)
        s.play("default")
    assert order == ["usa", "west", "south", "east"]
    turns = []
    for _ in range(2):
        for _ in range(3):
            turns.append(s.asked)
            while s.step == "reinforcement":
                s.play(sorted(s.legal())[0])
            s.play("end; end; end")
        turns.append(s.asked)
        city = "detroit" if len(turns) == 4 else "chicago"
        # Two cards that need no choice: Clear weather and an empty Boston Mountains.
        faces = (3, 27) if city == "detroit" else (27, 5)
        s.play(f"laser {city}", *faces)
        while s.step.startswith("card"):
            s.play(sorted(s.legal())[0])
        s.play("end; end")
        while s.step == "laser fire":
            s.play(sorted(s.legal())[0], 1)
        s.play("end")
    assert turns == ["west", "south", "east", "usa"] * 2


@pytest.mark.rule("FA-257", "FA-043")
def test_play_goes_anticlockwise_round_the_board(study: Any) -> None:
    """Each invader sits where its zones lie; the US has the side that is left, the north."""
    s = study("turn west 1")
    middle = SPACES[INDEX["iowa"]]
    angles = {"usa": 90.0}
    for force, zones in zip(FORCES, ZONES[:3], strict=False):
        east = mean(SPACES[zone].x - middle.x for zone in zones)
        north = mean(middle.y - SPACES[zone].y for zone in zones)
        angles[force] = degrees(atan2(north, east)) % 360
    seen = []
    for _ in range(3):
        seen.append(s.asked)
        while s.asked == seen[-1]:
            s.play("end")
    turns = [(angles[b] - angles[a]) % 360 for a, b in pairwise([*seen, s.asked, seen[0]])]
    assert all(0 < turn < 180 for turn in turns)
    assert sum(turns) == pytest.approx(360)


@pytest.mark.rule("FA-035", "FA-036", "FA-037", "FA-038", "FA-905")
def test_us_set_up(study: Any) -> None:
    s = study(clear=False)
    assert s.refusal("place 1 infantry iowa") == "FA-036"
    assert s.refusal("place 1 partisan chicago") == "FA-038"
    assert s.refusal("place 3 infantry chicago") == "FA-036"
    s.play("place 2 infantry chicago")  # a pair of a kind
    assert s.refusal("place 1 tank chicago") == "FA-036"
    s.play("place 1 tank, 1 bomber boston")  # or a mixed one
    assert s.refusal("default") == "FA-036"
    while s.asked == "usa":
        s.play(sorted(s.legal())[0])
    assert [count(s.state, 3, city) for city in CITIES] == [2] * 30
    assert sum(count(s.state, 3, space) for space in range(len(SPACES))) == 60
    assert s.state.lasers == []
    assert s.state.reserve[3] == stack_of({"partisan": 24})
    assert all(s.space(SPACES[city].id).city for city in CITIES)


@pytest.mark.rule("FA-039", "FA-040", "FA-041", "FA-W01")
def test_first_wave(study: Any) -> None:
    s = study(clear=False)
    s.play("default")
    assert s.asked == "west"
    assert s.refusal("place 9 infantry zone-west-1") == "FA-039"
    assert s.refusal("place 1 infantry zone-south-1") == "FA-040"
    assert s.refusal("place 1 infantry portland") == "FA-040"
    assert s.refusal("place 6 infantry zone-west-1") == "FA-041"
    s.play("place 5 infantry zone-west-1; place 3 infantry, 2 bomber zone-west-5")
    assert s.refusal("place 1 tank zone-west-5") == "FA-041"
    s.play("place 4 tank zone-west-2; place 3 mobile zone-west-3; place 3 helicopter zone-west-4")
    assert s.asked == "south"
    assert sum(count(s.state, 0, zone) for zone in ZONES[0]) == 20
    assert sum(s.state.reserve[0]) == 40
    assert (
        stack_of({"infantry": 8, "tank": 4, "mobile": 3, "helicopter": 3, "bomber": 2})
        == FIRST_WAVE
    )


@pytest.mark.rule("FA-044", "FA-045")
def test_the_actions_come_in_order(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 infantry, 1 tank, 1 bomber",
        "units usa portland 1 infantry",
        "laser detroit",
        "turn west 2",
    )
    seen = [s.step]
    s.play("; ".join(["place 4 infantry zone-west-3", "place 4 infantry zone-west-4"]))
    seen.append(s.step)
    assert s.refusal("move 1 tank zone-west-2 > zone-west-3") == "FA-044"
    s.play("declare portland; end")
    seen.append(s.step)
    s.play("end")
    seen.append(s.step)
    s.play("commit portland", 2, 2, 2, 2, 2)
    seen.append(s.step)
    assert seen == [
        "reinforcement",
        "declare battles",
        "first movement",
        "assign units",
        "second movement",
    ]  # no laser fire in an invader's turn
    s = study(
        "units west portland 1 infantry",
        "control portland west",
        "laser detroit",
        "turn usa 2 move",
    )
    s.play("end")
    assert s.step == "laser fire"
    s.play("fire infantry portland", 1)
    assert s.step == "second movement"
    s.play("end")  # no supply in the US turn: the infantry is cut off and lives
    assert s.units("west", "portland") == "1 infantry"


@pytest.mark.rule("FA-046", "FA-047", "FA-048")
def test_five_units_per_space(study: Any) -> None:
    s = study(
        "units usa dallas 5 tank",
        "units usa houston 5 mobile",
        "units usa new-orleans 2 tank",
        "turn usa 2 move",
    )
    assert s.refusal("move 2 tank dallas > houston") == "FA-046"
    s.play("move 1 tank dallas > houston")  # six for a moment
    assert s.refusal("end") == "FA-046"
    assert s.refusal("move 1 tank new-orleans > dallas") == "FA-046"
    s.play("move 1 mobile houston > dallas")
    assert count(s.state, 3, INDEX["dallas"]) == count(s.state, 3, INDEX["houston"]) == 5
    assert s.refusal("end") == ""
    # Nobody there can make room: no entry.
    s = study("units usa dallas 1 tank", "units usa houston 5 infantry", "turn usa 2 move")
    assert s.refusal("move 1 tank dallas > houston") == "FA-046"
    # Bombers over an enemy they attack are outside the limit.
    s = study(
        "units usa dallas 5 bomber",
        "units west houston 5 infantry",
        "control houston west",
        "turn usa 2 declare",
    )
    s.play("declare houston; end; move 5 bomber dallas > houston")
    assert s.units("usa", "houston") == "5 bomber"


@pytest.mark.rule("FA-049", "FA-050", "FA-940")
def test_friendly_land(study: Any) -> None:
    s = study("control dallas south", "units south houston 1 tank", "control houston south")
    state = s.state
    assert friendly(state, 3, INDEX["chicago"])  # no unit needed
    assert not friendly(state, 3, INDEX["dallas"])
    assert friendly(state, 1, INDEX["dallas"])  # a marker without units
    assert not friendly(state, 0, INDEX["dallas"])
    # US land with an invader in it is not friendly to the US, whatever the markers say.
    s = study("units usa st-louis 1 tank", "turn usa 2 move")
    assert s.refusal("move 1 tank st-louis > southeast-missouri") == ""
    s = study(
        "units usa st-louis 1 tank", "units west southeast-missouri 1 tank", "turn usa 2 move"
    )
    assert s.control("southeast-missouri") == "usa"
    assert not friendly(s.state, 3, INDEX["southeast-missouri"])
    assert s.refusal("move 1 tank st-louis > southeast-missouri") == "FA-135"
    # The tank moves on, and the marker it leaves behind keeps the land.
    s = study(
        "units south houston 1 tank",
        "control houston south",
        "control dallas south",
        "units south zone-south-6 1 tank",
        "turn south 2 second",
    )
    s.play("move 1 tank houston > dallas; end")
    assert s.control("houston") == "south"
    assert s.space("houston").markers == ("south control",)


@pytest.mark.rule("FA-051", "FA-052", "FA-053", "FA-054", "FA-055", "FA-056", "FA-121")
def test_enemy_land_occupied_and_not(study: Any) -> None:
    s = study(
        "control houston south",
        "units south houston 1 tank",  # occupied
        "control new-orleans south",  # not occupied
        "units usa dallas 2 tank, 1 helicopter, 1 bomber",
        "units usa mississippi 1 infantry",
        "turn usa 2 declare",
    )
    assert enemy_in(s.state, 3, INDEX["houston"]) == 1
    assert enemy_in(s.state, 3, INDEX["new-orleans"]) == -1
    assert s.refusal("declare dallas") == "FA-121"
    s.play("declare houston; declare new-orleans; end; end; commit houston", 2, 5, 2, 2, 2)
    # Houston was fought for, New Orleans was not: its marker fell to whoever walks in.
    s = study(
        "control houston west",
        "units west houston 1 tank",
        "control new-orleans west",
        "units usa mississippi 1 infantry",
        "units south texas-gulf-coast 1 tank",
        "control texas-gulf-coast south",
        "units south dallas 2 tank, 1 helicopter",
        "control dallas south",
        "units south south-arkansas 1 tank",
        "control south-arkansas south",
        "turn south 2 declare",
    )
    assert enemy_in(s.state, 1, INDEX["mississippi"]) == 3  # US units, no marker
    assert enemy_in(s.state, 1, INDEX["houston"]) == 0  # another invader's
    assert enemy_in(s.state, 1, INDEX["new-orleans"]) == -1  # only its marker
    assert enemy_in(s.state, 1, INDEX["boston-mountains"]) == -1  # empty US land
    assert s.refusal("declare dallas") == "FA-121"
    for place in ("mississippi", "houston", "new-orleans", "boston-mountains"):
        s.play(f"declare {place}")
    s.play("end; end")
    assert {line for line in s.legal() if line.startswith("commit")} == {
        "commit mississippi",
        "commit houston",
    }


@pytest.mark.rule("FA-253")
def test_a_laser_does_not_occupy(study: Any) -> None:
    s = study(
        "laser houston",
        "units south zone-south-6 1 tank",
        "turn south 2 declare",
    )
    s.play("declare houston; end; end")
    assert s.step == "second movement"  # no battle
    s.play("move 1 tank zone-south-6 > houston; end")
    assert s.control("houston") == "south"


@pytest.mark.rule("FA-057", "FA-058", "FA-059", "FA-904")
def test_invaders_are_enemies_of_each_other(study: Any) -> None:
    one_player = dict.fromkeys(("west", "south", "east"), "Ann")
    for players in (None, one_player):
        s = study(
            "control los-angeles south",
            "units south los-angeles 1 infantry",
            "control san-francisco west",
            "units west san-francisco 1 infantry, 1 tank, 1 helicopter",
            "turn west 2 declare",
            players=players,
        )
        s.play("declare los-angeles; end")
        assert s.refusal("move 1 tank san-francisco > los-angeles") == "FA-135"
        s.play("end; commit los-angeles", 2, 5)  # the defender first; then the helicopter kills
        assert s.units("south", "los-angeles") == ""
        assert s.lost("south") == "1 infantry"
        s.play("move 1 tank san-francisco > los-angeles; end")
        assert s.control("los-angeles") == "west"


@pytest.mark.rule("FA-W29", "FA-123", "FA-226")
def test_taking_los_angeles_from_the_south(study: Any) -> None:
    s = study(
        "control los-angeles south",
        "units south los-angeles 1 infantry",
        "control san-francisco west",
        "units west san-francisco 1 infantry, 1 tank, 1 helicopter",
        "turn west 4 declare",
    )
    before = s.table.view().game
    s.play("declare los-angeles")
    assert s.space("los-angeles").markers == ("south control", "west battle")
    s.play("end; end; commit los-angeles", 2, 5)
    s.play("move 1 infantry san-francisco > los-angeles")
    assert s.space("los-angeles").markers == ("south control", "west battle")
    s.play("end")
    assert s.space("los-angeles").markers == ("west control",)
    after = s.table.view().game
    assert after.invader_cities == before.invader_cities == 2
    assert after.forces[0].points == before.forces[0].points + 10
    assert after.forces[1].points == before.forces[1].points - 10
