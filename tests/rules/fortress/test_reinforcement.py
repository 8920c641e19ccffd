"""Action 1: FA-060 to FA-089, FA-259, FA-260, FA-914 to FA-916."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fortress.board import CITIES, SPACES
from sandtable.games.fortress.pieces import PARTISAN, stack_of

P = {f"P{n:02}": n for n in range(1, 31)}


def us_turn(study: Any, card: str, *edits: str, second: str = "P03", **given: Any) -> Any:
    """A US turn with a chosen first card; the second is Clear weather unless told otherwise."""
    s = study(*edits, "turn usa 5", **given)
    number = P[second] - (P[second] > P[card])
    s.fixed.add((P[card], number))
    s.play("laser milwaukee")
    return s


@pytest.mark.rule("FA-060", "FA-061", "FA-062", "FA-063", "FA-064", "FA-065")
def test_invader_waves(study: Any) -> None:
    s = study("units west zone-west-1 2 infantry", "turn west 1")
    assert s.step == "declare battles"  # the set-up was the first wave
    s = study("units west zone-west-2 4 infantry", "turn west 2")
    assert s.step == "reinforcement"
    assert s.refusal("place 2 tank zone-west-2") == "FA-063"
    assert s.refusal("place 2 tank zone-south-1") == "FA-063"
    assert s.refusal("place 7 bomber zone-west-1") == "FA-062"
    s.play("place 4 bomber zone-west-1")
    assert s.refusal("place 5 tank zone-west-3") == "FA-061"
    s.play("place 4 tank zone-west-3")
    assert s.step == "declare battles"
    s.play("declare southwest-oregon; end; move 1 tank zone-west-3 > zone-west-2")  # at once
    s = study("reserve west 8 tank", "turn west 6")
    s.play("place 5 tank zone-west-1; place 3 tank zone-west-2")
    s = study("units west zone-west-1 1 tank", "reserve west none", "turn west 7")
    assert s.step == "declare battles"


@pytest.mark.rule("FA-066", "FA-085")
def test_where_the_dead_go(study: Any) -> None:
    s = study(
        "units west zone-west-2 3 infantry",
        "units usa portland 1 tank",
        "reserve west 2 tank",
        "turn west 3",
    )
    dead = s.lost("west")
    s.play("place 2 tank zone-west-1; declare portland; end; move 2 tank zone-west-1 > zone-west-2")
    s.play("end; commit portland", 8)
    s.play("target tank zone-west-2", 6, 2, 2, 2)
    assert s.lost("usa") == "1 tank"  # can be placed by a card later
    assert s.state.lost[0][3] == stack_of({"tank": 10})[3] + 1
    assert dead.startswith("21 infantry")
    s = study("units west zone-west-1 1 infantry", "reserve west none", "turn west 4")
    assert s.step == "declare battles"  # the dead do not come back


@pytest.mark.rule("FA-914")
def test_no_room_for_reinforcements(study: Any) -> None:
    full = [f"units west zone-west-{n} 5 infantry" for n in range(1, 5)]
    s = study(
        *full, "units west zone-west-5 5 tank", "units west zone-west-6 4 tank", "turn west 3"
    )
    reserve = sum(s.state.reserve[0])
    s.play("place 1 bomber zone-west-6")
    assert s.step == "declare battles"  # seven stay in reserve
    assert sum(s.state.reserve[0]) == reserve - 1
    s = study("reserve west 12 tank", "turn west 7")  # late, and never more than eight
    s.play("place 5 tank zone-west-1; place 3 tank zone-west-2")
    assert s.step == "declare battles"


@pytest.mark.rule("FA-259", "FA-943")
def test_reinforcements_may_stay_in_reserve(study: Any) -> None:
    s = study("reserve west 12 tank", "turn west 6")
    assert "end" in s.legal()
    s.play("place 2 tank zone-west-1; end")
    assert s.step == "declare battles"
    assert s.state.reserve[0][3] == 10
    s = study("reserve west 10 tank", "turn west 7")  # they come later, and never more than eight
    s.play("place 5 tank zone-west-1; place 3 tank zone-west-2")
    assert s.step == "declare battles"
    s = study("reserve west 1 tank", "turn west 7")
    s.play("end")
    assert (s.asked, s.step) == ("west", "declare battles")


@pytest.mark.rule("FA-259")
def test_the_us_may_not_leave_its_laser_or_its_cards(study: Any) -> None:
    s = study("turn usa 2")
    assert s.step == "laser"
    assert s.refusal("end") != ""
    assert s.refusal("pass") != ""


@pytest.mark.rule("FA-067", "FA-068", "FA-069", "FA-070")
def test_one_laser_first(study: Any) -> None:
    s = study("laser detroit", "control houston south", "turn usa 2")
    assert s.step == "laser"
    assert s.refusal("laser houston") == "FA-069"
    assert s.refusal("laser iowa") == "FA-069"
    assert s.refusal("laser detroit") == "FA-070"
    s.play("laser milwaukee", 3, 27)
    assert s.state.laser_stock == 10
    assert s.step == "declare battles"  # one laser only, and both cards are done
    assert len(s.state.discard) == 2


@pytest.mark.rule("FA-916", "FA-068")
def test_stocks_that_run_out(study: Any) -> None:
    cities = [SPACES[c].id for c in CITIES][:12]
    s = study(*(f"laser {city}" for city in cities), "turn usa 9", dice=(3, 27))
    assert s.step == "declare battles"  # no thirteenth laser
    # The deck is used up but for a card that is held: the discards are shuffled.
    s = study("deck P03", "bonus 1", "turn usa 4")
    events = s.play("laser detroit", 5, 26, 1)  # the fifth of the 29 others, ...
    assert [line for line in events if "turns up" in line or "shuffled" in line] == [
        "The Partisan deck is empty: the discards are shuffled.",
        "The US turns up a card: Detroit automotive.",
        "The US turns up a card: United Arkansas.",
        "The US turns up a bonus card: Clear weather.",  # the one that was held
    ]
    s = study("deck P03 P28", "turn usa 4")
    s.play("laser detroit", 1, 1)
    assert s.step == "declare battles"
    assert sorted(s.state.discard) == list(range(30))
    # Destroyed Partisans go back to the stock.
    s = study(
        "units usa portland 1 partisan",
        "units west zone-west-2 1 bomber, 1 tank, 1 infantry",
        "turn west 2 declare",
    )
    assert s.state.reserve[3][PARTISAN] == 23
    s.attack("portland", 2, 10)
    assert s.state.reserve[3][PARTISAN] == 24


@pytest.mark.rule("FA-071", "FA-072", "FA-073")
def test_two_cards_one_after_the_other(study: Any) -> None:
    s = study("lost usa 5 infantry, 3 tank", "turn usa 2")
    s.fixed.add((P["P02"],))
    s.play("laser milwaukee")
    assert s.step == "card P02"
    assert s.refusal("end") != ""  # it cannot be kept for later
    assert s.refusal("pass") != ""
    s.play("place 1 infantry st-louis; place 1 infantry st-louis; place 1 infantry iowa")
    assert s.state.discard == []
    assert len(s.state.deck) == 29  # the second has not been drawn
    s.play("place 1 infantry kansas", P["P06"] - 1)
    assert [c + 1 for c in s.state.discard] == [2, 6]
    assert s.units("usa", "detroit") == "3 tank"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-074", "FA-076", "FA-086", "FA-107")
def test_a_card_is_carried_out_as_far_as_possible(study: Any) -> None:
    # Tank, mobile unit and helicopter in Chicago; no mobile unit has been lost.
    s = us_turn(study, "P18", "lost usa 1 tank, 1 helicopter")
    assert s.units("usa", "chicago") == "1 tank, 1 helicopter"
    # Room for one only: the US picks which.
    s = us_turn(study, "P18", "units usa chicago 4 infantry", "lost usa 1 tank, 1 mobile")
    assert s.legal() == {"place 1 tank chicago", "place 1 mobile chicago"}
    s.play("place 1 tank chicago")
    assert s.units("usa", "chicago") == "4 infantry, 1 tank"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-075")
def test_an_unplayable_card_has_no_effect(study: Any) -> None:
    s = study("turn usa 5")
    events = s.play("laser milwaukee", P["P06"], P["P03"])
    assert "Detroit automotive can do nothing and is discarded." in events
    assert [c + 1 for c in s.state.discard] == [6, 3]
    assert "Detroit automotive" in [card.title for card in s.table.view().game.discards]


@pytest.mark.rule("FA-077", "FA-078", "FA-079", "FA-080", "FA-081", "FA-082", "FA-083", "FA-084")
def test_where_card_pieces_may_go(study: Any) -> None:
    s = us_turn(
        study,
        "P13",  # four Partisans in the East Sector
        "control boston east",  # an empty enemy city
        "control maine east",  # an empty enemy territory
        "control vermont east",
        "units east vermont 1 infantry",
    )
    assert s.refusal("place 1 partisan zone-east-1") == "FA-081"
    assert s.refusal("place 1 partisan vermont") == "FA-082"
    assert s.refusal("place 1 partisan boston") == "FA-083"
    assert s.refusal("place 1 partisan denver") == "FA-077"
    s.play("place 1 partisan maine")
    assert s.control("maine") == "usa"
    assert s.space("maine").markers == ()
    s.play("place 1 partisan new-york; place 1 partisan new-york; place 1 partisan new-york")
    s.play("declare vermont; end; end; commit vermont")  # and they fight at once
    s.play("fire infantry vermont", 2, 2, 2, 2, 2, 2)
    rolled = [e for e in s.table.journal.line if hasattr(e, "faces")]
    assert [len(e.faces) for e in rolled[-2:]] == [1, 4]


@pytest.mark.rule("FA-087")
def test_infantry_in_place_of_partisans(study: Any) -> None:
    all_out = [f"units usa {place} 5 partisan" for place in ("iowa", "kansas", "nebraska", "maine")]
    s = us_turn(study, "P13", *all_out, "units usa blue-ridge 4 partisan", "lost usa 2 infantry")
    assert "place 1 infantry new-york" in s.legal()
    assert "pass" in s.legal()  # it may, it need not
    s.play("place 1 infantry new-york; place 1 infantry boston")
    assert s.step == "declare battles"  # no third one at hand
    s = us_turn(study, "P13", *all_out, "units usa blue-ridge 3 partisan", "lost usa 2 infantry")
    assert "place 1 infantry new-york" not in s.legal()  # one Partisan is still in stock


@pytest.mark.rule("FA-088", "FA-089", "FA-915", "FA-231")
def test_bonus_cards(study: Any) -> None:
    s = study(
        "control chicago west",
        "control south-minnesota west",
        "units west zone-west-1 1 infantry",
        "units usa milwaukee 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare chicago; declare south-minnesota; end; end")
    s.play("move 1 infantry milwaukee > chicago; end")
    assert s.state.bonus == 1
    view = s.table.view("usa").game
    assert (view.bonus_cards, view.cards_in_deck, len(s.state.deck)) == (1, 29, 30)
    # Nobody knows which it is: any card may still turn up as the first, the second or the bonus.
    s.play("; ".join(["place 5 infantry zone-west-2", "place 3 infantry zone-west-3"]))
    s.play("end; end; end")
    for force in ("south", "east"):
        s.play(f"place 5 infantry zone-{force}-2; place 3 infantry zone-{force}-3; end; end; end")
    assert s.asked == "usa"
    events = s.play("laser detroit", 3, 27, 5)
    titles = [line for line in events if "turns up" in line]
    assert titles == [
        "The US turns up a card: Clear weather.",
        "The US turns up a card: United Arkansas.",
        "The US turns up a bonus card: Detroit automotive.",
    ]
    assert s.state.bonus == 0
