"""Setting up: NB-021 to NB-035, NB-906 to NB-912."""

from __future__ import annotations

import pytest

from sandtable.games.naval import Deck, Naval
from sandtable.table import FixedDice, Table
from tests.rules.naval.tools import Study, asked, code, view

CHOICE = ["nation p1 japan", "nation p2 germany", "phase fleets"]


@pytest.mark.rule("NB-022", "NB-910")
def test_fleets_are_chosen_secretly_and_at_once(rules: Naval) -> None:
    table = Table(rules, edits=CHOICE)
    assert asked(table) == ("p1", "p2")
    events = table.play("fleet yamato, kagero", "p1")
    assert asked(table) == ("p2",)
    assert "yamato" not in " ".join(map(str, events))
    for viewer in ("p2", None):
        assert not view(table, viewer).choice
    assert view(table, "p1").choice == ("yamato", "kagero")
    assert code(table, "fleet yamato", "p1") == "not-asked"
    assert code(table, "fleet bismarck, scharnhorst, graf-zeppelin, prinz-eugen, t13", "p2") == ""
    dear = "fleet bismarck, scharnhorst, graf-zeppelin, prinz-eugen, leberecht-maass"
    refusal = table.check(dear, "p2")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("too-dear", "NB-022")


@pytest.mark.rule("NB-907")
def test_less_than_25_is_allowed_but_not_nothing(rules: Naval) -> None:
    table = Table(rules, edits=CHOICE)
    assert code(table, "fleet i-19") == ""
    assert code(table, "fleet kagero, kagero") == "twice"
    assert all(action.ships for action in table.legal_actions("p1"))  # type: ignore[attr-defined]


@pytest.mark.rule("NB-023")
def test_the_rest_is_the_reinforcement_pile(rules: Naval, deck: Deck) -> None:
    table = Table(rules, dice=FixedDice([6, 1]), edits=CHOICE)
    table.play("fleet yamato, kagero", "p1")
    table.play("fleet t13", "p2")
    left = set(deck.nation("japan")) - {"yamato", "kagero"}
    assert set(table.state.reserve["p1"]) == left
    assert {ship.id for ship in view(table, "p1").reserve} == left
    assert view(table, "p2").players[0].reserve_count == 11


@pytest.mark.rule("NB-024", "NB-908")
def test_highest_roll_is_first_and_ties_roll_again(rules: Naval) -> None:
    edits = ["nation p1 japan", "nation p2 germany", "nation p3 italy", "phase fleets"]
    table = Table(rules, {"players": 3}, dice=FixedDice([5, 2, 5, 1, 3]), edits=edits)
    for seat, fleet in (("p1", "yamato"), ("p2", "t13"), ("p3", "aliseo")):
        table.play(f"fleet {fleet}", seat)
    assert table.state.first == "p3"


@pytest.mark.rule("NB-025", "NB-910")
def test_fleets_are_laid_out_clockwise_from_the_first_player(rules: Naval) -> None:
    edits = ["nation p1 japan", "nation p2 germany", "nation p3 italy", "phase fleets"]
    dice = FixedDice([1, 6, 2, *[1] * 21])
    table = Table(rules, {"players": 3}, dice=dice, edits=edits)
    for seat, fleet in (("p1", "yamato"), ("p2", "t13"), ("p3", "aliseo")):
        table.play(f"fleet {fleet}", seat)
    order = []
    while table.decision is not None and table.decision.step == "Place":
        (seat,) = table.decision.seats
        order.append(seat)
        shown = {afloat.seat for afloat in table.state.fleet.values()}
        assert shown == set(order)  # later fleets are still face down
        table.play("end")
    assert order == ["p2", "p3", "p1"]


@pytest.mark.rule("NB-026", "NB-029")
def test_one_to_three_lines_with_several_ships(study: Study) -> None:
    table = study("yamato 1\nkagero 1\nnagato 1\nkongo 1", "place seat=p1")
    for action in ("line 2 kagero", "line 3 nagato", "line 3 kongo"):
        table.play(action)
    assert code(table, "line 4 yamato") == "no-line"
    assert code(table, "line 0 yamato") == "no-line"
    lines = view(table).players[0].lines
    assert [[ship.id for ship in line] for line in lines] == [
        ["yamato"],
        ["kagero"],
        ["nagato", "kongo"],
    ]
    assert code(table, "end") == ""


@pytest.mark.rule("NB-027", "NB-028", "NB-037")
def test_a_line_needs_the_line_before_it(study: Study) -> None:
    for lines, rule in (("2", "NB-027"), ("3", "NB-027"), ("1 3", "NB-028")):
        ships = ("yamato", "kagero")
        edits = "\n".join(f"{s} {n}" for s, n in zip(ships, lines.split(), strict=False))
        for phase in ("place seat=p1", "reorganise"):
            table = study(edits, phase)
            refusal = table.check("end", "p1")
            assert refusal is not None
            assert refusal.rule == rule
            assert all(str(action) != "end" for action in table.legal_actions("p1"))


@pytest.mark.rule("NB-031", "NB-032")
def test_seven_cards_each_face_down(rules: Naval, deck: Deck) -> None:
    edits = ["nation p1 japan", "nation p2 germany", "phase fleets"]
    table = Table(rules, dice=FixedDice([6, 1, *[1] * 14]), edits=edits)
    table.play("fleet yamato", "p1")
    table.play("fleet t13", "p2")
    table.play("end")
    events = table.play("end")
    assert [len(hand) for hand in table.state.hands.values()] == [7, 7]
    assert len(table.state.deck) == 102 - 14
    for event in events:
        if event.seats is None:
            assert not any(card in str(event) for card in deck.actions)
    assert view(table, "p2").players[0].hand_count == 7
    assert sum(card.count for card in view(table, "p2").hand) == 7
    assert view(table, None).hand == ()


@pytest.mark.rule("NB-033")
def test_turns_go_clockwise_from_the_first_player(study: Study) -> None:
    table = study("yamato 1\nbismarck 1\naliseo 1\nactive p2\nfirst p2", players=3)
    turns = []
    for _ in range(4):
        turns.append(table.state.active)
        table.dice.add([1] * 7)  # type: ignore[union-attr]
        now = table.state.turn
        while table.state.turn == now:
            table.play("end")
    assert turns == ["p2", "p3", "p1", "p2"]


@pytest.mark.rule("NB-034", "NB-035", "NB-063")
def test_the_phases_come_in_order(study: Study) -> None:
    table = study(
        "mikuma 1\nbismarck 1\nhand p1 medium-2, torpedo-3, missed\nhand p2 missed",
        dice=[1, *[1] * 7],
    )
    seen = []
    for action in (
        "end",
        "end",
        "fire medium-2 mikuma > bismarck",
        "fire torpedo-3 mikuma > bismarck",
        "end",
        "end",
        "end",
    ):
        assert table.decision is not None
        seen.append(table.decision.step)
        table.play(action)
    assert seen == [
        "Reorganise",
        "Prepare",
        "Declare",
        "Declare",
        "Declare",
        "Defend",
        "Discard",
    ]
    assert table.state.active == "p2"
    assert len(table.state.hands["p1"]) == 7


@pytest.mark.rule("NB-906")
def test_two_want_the_same_nation(rules: Naval) -> None:
    table = Table(rules, {"players": 3}, dice=FixedDice([4, 4, 2, 5]))
    table.play("nation japan", "p1")
    assert view(table, "p2").choice == ()
    table.play("nation usa", "p2")
    table.play("nation japan", "p3")  # p1 and p3 roll 4 and 4, then 2 and 5
    assert table.state.nations == {"p2": "usa", "p3": "japan"}
    assert table.decision is not None
    assert table.decision.seats == ("p1",)
    assert code(table, "nation japan") == "nation-taken"
    table.play("nation france", "p1")
    assert table.decision.step == "Fleets"


@pytest.mark.rule("NB-909")
def test_submarines_are_placed_on_the_side_the_owner_likes(study: Study) -> None:
    table = study("yamato 1\ni-174 passive", "place seat=p1")
    table.play("active i-174")
    assert table.state.fleet["i-174"].active
    table = study("yamato 1\nhand p1 reinforcements-3")
    table.play("reinforce reinforcements-3 > i-19")
    assert not table.state.fleet["i-19"].active
    table.play("active i-19")
    assert table.state.fleet["i-19"].active


@pytest.mark.rule("NB-910")
def test_what_is_open_and_what_is_hidden(study: Study) -> None:
    edits = """
        yamato 1
        bismarck 1
        damage bismarck heavy-5
        hand p1 missed, retreat
        prepared p1 armour yamato
        prize p1 t13
        discard planning
    """
    table = study(edits)
    for viewer in ("p2", None):
        game = view(table, viewer)
        mine = game.players[0]
        assert (mine.hand_count, mine.reserve_count) == (2, 12)
        assert mine.prepared[0].card == "armour"
        assert mine.prizes == ("t13",)
        assert game.players[1].lines[0][0].damage_cards == ("heavy-5",)
        assert [card.id for card in game.discard] == ["planning"]
        assert game.deck_count == 102 - 5
    assert {card.id for card in view(table, "p1").hand} == {"missed", "retreat"}
    assert view(table, "p2").hand == ()
    assert len(view(table, "p1").reserve) == 12
    assert all(ship.nation == "germany" for ship in view(table, "p2").reserve)


@pytest.mark.rule("NB-912")
def test_a_fleet_of_submarines_only(rules: Naval) -> None:
    dice = FixedDice([6, 1, *[1] * 14])
    table = Table(rules, dice=dice, edits=CHOICE)
    table.play("fleet i-174, i-19", "p1")
    table.play("fleet t13", "p2")
    table.play("end", "p1")
    table.play("end", "p2")
    assert table.decision is not None
    assert table.decision.step == "Reorganise"
    assert code(table, "end") == ""
    assert view(table).players[0].lines == ((), (), ())
