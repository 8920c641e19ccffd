"""The end of the game and the balancing options: FA-232 to FA-251, FA-901, FA-902, FA-941."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fortress.board import CITIES, SPACES

NAMES = [SPACES[city].id for city in CITIES]
TWO = dict.fromkeys(("west", "south", "east"), "Ann") | {"usa": "Bob"}
THREE = {"west": "Ann", "east": "Ann", "south": "Cid", "usa": "Bob"}


def held(number: int, force: str = "west") -> list[str]:
    return [f"control {name} {force}" for name in NAMES[:number]]


def us_turn_ends(study: Any, *edits: str, **given: Any) -> Any:
    s = study(*edits, "units west zone-west-1 1 infantry", "turn usa 7 second", **given)
    s.play("end")
    return s


@pytest.mark.rule("FA-232", "FA-235", "FA-237", "FA-901")
def test_eighteen_cities_at_the_end_of_a_us_turn(study: Any) -> None:
    s = us_turn_ends(study, *held(17), players=TWO)
    assert s.table.result is None  # the US holds 13
    s = us_turn_ends(study, *held(10), *(f"control {n} east" for n in NAMES[10:18]), players=TWO)
    assert s.table.result is not None
    assert s.table.result.winners == ("west", "south", "east")
    assert s.table.result.scores == {"west": 1, "south": 1, "east": 1, "usa": 0}
    assert s.table.decision is None  # over at once


@pytest.mark.rule("FA-236")
def test_no_earlier_check(study: Any) -> None:
    s = study(*held(20), "units west zone-west-1 1 infantry", "turn east 7 second", players=TWO)
    s.play("end")
    assert s.table.result is None
    assert s.asked == "usa"  # who can still win some back


@pytest.mark.rule("FA-233", "FA-902")
def test_all_invaders_destroyed(study: Any) -> None:
    edits = ("reserve south none", "reserve east none", "laser detroit", *held(18))
    alone = ("units west zone-west-1 1 infantry", "reserve west none")
    s = study(*alone, *edits, "turn usa 7 lasers")
    s.play("fire infantry zone-west-1", 9)
    assert s.table.result is not None  # at once, and before the cities are counted
    assert s.table.result.winners == ("usa",)
    s = study(
        "units west zone-west-1 1 infantry", "reserve west 1 tank", *edits, "turn usa 7 lasers"
    )
    s.play("fire infantry zone-west-1", 9)
    assert s.table.result is None  # a tank is still to come


@pytest.mark.rule("FA-234")
def test_concession(study: Any) -> None:
    s = study("units west zone-west-1 1 infantry", "turn usa 7 second")
    assert s.table.check("concede", "usa").rule == "FA-234"
    s.table.play("concede", "west")
    s.table.play("concede", "south")
    s.play("end")
    assert s.table.result is None  # not all agree
    s.table.play("concede", "east")
    assert s.table.result is None  # only at the end of a US turn
    s = study("units west zone-west-1 1 infantry", "turn usa 7 second")
    for seat in ("west", "south", "east"):
        s.table.play("concede", seat)
    s.table.play("concede no", "south")
    s.table.play("concede", "south")
    s.play("end")
    assert s.table.result.winners == ("usa",)


@pytest.mark.rule("FA-238", "FA-239", "FA-240", "FA-236")
def test_last_round(study: Any) -> None:
    for players in (THREE, None):
        s = us_turn_ends(study, *held(18), "units south zone-south-1 1 tank", players=players)
        assert s.table.result is None
        assert s.state.last_round
        order = []
        while s.table.result is None:
            order.append(s.asked)
            s.play(sorted(s.legal())[0] if s.step == "reinforcement" else "end")
        assert list(dict.fromkeys(order)) == ["west", "south", "east"]  # and no US turn
        assert s.state.round == 8


@pytest.mark.rule("FA-239", "FA-240", "FA-059")
def test_last_round_battles(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry, 1 tank, 1 helicopter",
        "units usa portland 1 infantry",
        "reserve west none",
        "last-round yes",
        "turn west 9 declare",
    )
    s.attack("portland", 6, 2, 2)
    assert s.lost("west").endswith("infantry, 9 mobile, 11 tank, 8 helicopter, 6 bomber")
    s = study(
        "control los-angeles west",
        "units west los-angeles 1 tank",
        "control san-diego south",
        "units south san-diego 1 tank",
        "last-round yes",
        "turn south 9 declare",
    )
    assert s.refusal("declare los-angeles") == ""


@pytest.mark.rule("FA-241", "FA-242", "FA-243", "FA-244", "FA-941")
def test_points_and_the_individual_winner(study: Any) -> None:
    edits = (
        "control dallas west",
        "control houston west",  # two cities
        "control central-texas west",  # oil
        "taken south 3",
        "control memphis south",
        "control iowa east",
        "units east zone-east-1 1 tank",
        "last-round yes",
    )
    s = study(*edits, "turn east 9 second")
    assert [f.points for f in s.table.view().game.forces[:3]] == [23, 25, 3]
    s.play("end")
    assert s.table.result.winners == ("south",)
    assert s.table.result.scores == {"west": 0, "south": 1, "east": 0, "usa": 0}
    # Equal totals share.
    s = study(
        *edits,
        "control mississippi usa",
        "control central-texas usa",
        "taken west 1",
        "turn east 9 second",
    )
    s.play("end")
    assert s.table.result.winners == ("west", "south")
    assert s.table.result.scores["west"] == 0.5


@pytest.mark.rule("FA-904", "FA-244")
def test_the_best_force_wins_for_its_player(study: Any) -> None:
    s = study(
        "control dallas south",
        "control houston south",  # 20
        "control boston west",
        "control new-york east",  # 10 and 10, not 20
        "last-round yes",
        "units east zone-east-1 1 tank",
        "turn east 9 second",
        players=THREE,
    )
    s.play("end")
    assert s.table.result.winners == ("south",)
    s = study(
        "control dallas south",
        "control boston west",
        "control miami west",
        "last-round yes",
        "units east zone-east-1 1 tank",
        "turn east 9 second",
        players=THREE,
    )
    s.play("end")
    assert s.table.result.winners == ("west", "east")  # both are Ann's
    assert s.table.result.scores["west"] == 1


@pytest.mark.rule("FA-941")
def test_last_round_tests_no_other_end(study: Any) -> None:
    s = study(
        "units east miami 1 tank",
        "reserve west none",
        "reserve south none",
        "reserve east none",
        "control miami usa",
        "control tampa east",
        "last-round yes",
        "turn east 9 second",
    )
    s.play("end")  # the last invader unit dies for want of supply, yet the points decide
    assert s.lost("east").startswith("24 infantry")
    assert s.table.result.winners == ("east",)


@pytest.mark.rule("FA-245")
def test_option_strategist_changes_nothing(study: Any) -> None:
    plain = study(clear=False)
    advised = study(clear=False, options={"strategist-plays-us": "yes"})
    for s in (plain, advised):
        for _ in range(4):
            s.play("default")
    assert plain.state == advised.state


@pytest.mark.rule("FA-246")
def test_option_slow_reinforcement(study: Any) -> None:
    s = study("turn west 2", options={"slow-reinforcement": "yes"})
    s.play("place 5 tank zone-west-1")
    assert s.step == "declare battles"
    s = study("reserve west 5 tank", "turn west 9", options={"slow-reinforcement": "yes"})
    s.play("place 5 tank zone-west-1")
    assert s.step == "declare battles"


@pytest.mark.rule("FA-247")
def test_option_no_overflight(study: Any) -> None:
    edits = (
        "units west zone-west-2 1 bomber, 1 infantry",
        "units usa portland 1 infantry",
        "units usa idaho 1 infantry",
        "turn west 2 declare",
    )
    s = study(*edits, options={"overflight": "no"})
    assert s.refusal("declare idaho") == "FA-126"
    s.play("declare portland; end")
    assert s.refusal("move 1 bomber zone-west-2 > portland") == "FA-247"
    s.play("end; commit portland", 2, 2, 2)  # from the adjacent zone it attacks
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(6,), (10,), (6,)]


@pytest.mark.rule("FA-248")
def test_option_weak_partisans(study: Any) -> None:
    s = study(
        "units west zone-west-2 2 infantry",
        "units usa portland 1 partisan",
        "turn west 2 declare",
        options={"weak-partisans": "yes"},
    )
    s.play("declare portland; end; end")
    assert s.chance_sides("commit portland") == (6,)
    s = study(
        "control portland west",
        "units west portland 1 tank",
        "units west zone-west-1 1 tank",
        "units usa southwest-oregon 1 partisan",
        "turn usa 2 declare",
        options={"weak-partisans": "yes"},
    )
    s.attack("portland", 2, 2)
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(8,), (6,)]


@pytest.mark.rule("FA-249")
def test_option_no_bonus_cards(study: Any) -> None:
    for choice, cards in (("yes", 1), ("no", 0)):
        s = study(
            "control chicago west",
            "units west zone-west-1 1 infantry",
            "units usa milwaukee 1 infantry",
            "turn usa 2 declare",
            options={"bonus-cards": choice},
        )
        s.play("declare chicago; end; end; move 1 infantry milwaukee > chicago; end")
        assert s.state.bonus == cards


@pytest.mark.rule("FA-250")
def test_option_early_lasers(study: Any) -> None:
    s = study(clear=False, options={"early-lasers": "2"})
    s.play("default")
    assert s.asked == "usa"
    assert s.refusal("laser iowa") == "FA-250"
    s.play("laser detroit")
    assert s.refusal("laser detroit") == "FA-250"
    s.play("laser chicago")
    assert s.asked == "west"
    assert s.state.laser_stock == 10
    assert len(s.state.lasers) == 2


@pytest.mark.rule("FA-251", "FA-901")
def test_option_city_target(study: Any) -> None:
    for target, cities, over in (("14", 13, False), ("14", 14, True), ("22", 21, False)):
        s = us_turn_ends(study, *held(cities), players=TWO, options={"city-target": target})
        assert (s.table.result is not None) == over
