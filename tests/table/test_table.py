"""Seats and decisions: in turn, out of turn, several at once; views and events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.table import (
    Action,
    FairDice,
    FixedDice,
    Illegal,
    Malformed,
    Option,
    Position,
    Table,
    outline,
)
from tests.toy import (
    Bid,
    End,
    March,
    Order,
    Outpost,
    OutpostState,
    OutpostView,
    asked,
    play_out,
    to_bids,
)


def fresh(**options: int | bool | str) -> Table:
    return Table(Outpost(), options, dice=FairDice(b"t" * 32))


def test_the_opening_rolls_before_the_first_decision() -> None:
    table = fresh()
    assert [str(event).split()[0] for event in table.opening] == ["red", "blue"]
    assert table.decision is not None
    assert (table.decision.seats, table.decision.step) == (("red",), "March")


def test_options_are_read_from_values_and_from_text() -> None:
    assert fresh(rounds=5).options == fresh(rounds="5").options
    assert fresh(rich=True).options == fresh(rich="yes").options
    assert fresh().options == {"rounds": 3, "rich": False, "start": "camp"}
    with pytest.raises(Malformed, match="option rounds is one of 3, 1, 5, not 4"):
        fresh(rounds=4)
    with pytest.raises(Malformed, match="toy has no option weather"):
        fresh(weather="rain")
    assert Option("n", (1, 2), "").read("2") == 2
    with pytest.raises(Malformed):
        Option("n", (1, 2), "").read(True)  # True == 1, but it is no number


def test_players() -> None:
    table = Table(Outpost(), None, {"red": "Ann"}, FairDice())
    assert table.players == {"red": "Ann", "blue": "blue"}
    with pytest.raises(Malformed, match="no seat green"):
        Table(Outpost(), None, {"green": "Ann"})
    with pytest.raises(Malformed, match="one line"):
        Table(Outpost(), None, {"red": "Ann\nBob"})
    with pytest.raises(Illegal, match="nobody cannot play"):
        Table(Outpost(), None, {"red": "nobody"})


def test_the_wrong_seat_is_refused_and_nothing_changes() -> None:
    table = fresh()
    before = msgspec.json.encode(table.state)
    refusal = table.check("end", "blue")
    assert refusal is not None
    assert refusal.code == "not-asked"
    assert refusal.args == {"seat": "blue"}
    with pytest.raises(Illegal, match="blue is not asked now; red is to decide"):
        table.play("end", "blue")
    with pytest.raises(Malformed, match="no seat green"):
        table.play("end", "green")
    assert msgspec.json.encode(table.state) == before
    assert table.version == 2


def test_refusals_name_the_rule() -> None:
    table = fresh()
    refusal = table.check("march 1 camp > mill")
    assert refusal is not None
    assert (refusal.rule, str(refusal)) == ("TY-001", "camp and mill do not touch (TY-001)")
    assert table.check("march 3 camp > hill") is None
    with pytest.raises(Malformed, match="no space moon"):
        table.check("march 3 camp > moon")


def test_legal_actions_are_lazy_counted_and_understand_larger_moves() -> None:
    table = fresh()
    legal = table.legal_actions()
    assert [str(action) for action in legal] == ["march 1 camp > hill", "end"]
    assert len(legal) == 2
    assert bool(legal)
    assert March(3, "camp", "hill") in legal
    assert March(4, "camp", "hill") not in legal
    assert "end" not in legal
    assert not table.legal_actions("blue")
    assert table.legal_actions("blue").sample(random.Random(1)) is None


def test_a_list_of_legal_actions_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fresh()
    step = table.rules.steps[type(table.state.flow[-1])]
    found = step.actions
    asked_for = []

    def counted(*args: Any) -> Iterator[Action]:
        asked_for.append(args)
        return found(*args)

    monkeypatch.setattr(step, "actions", counted)
    legal = table.legal_actions()
    assert len(list(legal)) == 2
    assert len(asked_for) == 1
    assert list(legal) == list(table.legal_actions()), "and anew each time"
    assert len(asked_for) == 3
    first = iter(legal)
    next(first)
    assert len(legal) == 2, "what was begun elsewhere does not count"
    assert len(list(first)) == 1


def test_sampling_is_uniform() -> None:
    table = to_bids(Table(Outpost(), dice=FixedDice([1, 1]), edits=["hand red 2 3 4"]))
    rng = random.Random(1)
    drawn = [str(table.legal_actions("red").sample(rng)) for _ in range(4000)]
    counts = [drawn.count(f"bid {card}") for card in (1, 2, 3, 4)]
    assert sum(counts) == 4000
    assert all(abs(count - 1000) < 150 for count in counts)


def test_several_seats_are_asked_at_once_and_answer_in_any_order() -> None:
    ends = []
    for order in (("red", "blue"), ("blue", "red")):
        table = to_bids(fresh())
        assert asked(table) == ("red", "blue")
        hands = dict(table.state.hands)
        table.play(Bid(hands[order[0]][0]), order[0])
        assert asked(table) == (order[1],)
        refusal = table.check(Bid(hands[order[0]][0]), order[0])
        assert refusal is not None
        table.play(Bid(hands[order[1]][0]), order[1])
        ends.append(table.state.bids)
    assert ends == [{}, {}]


def test_anytime_actions_out_of_turn() -> None:
    table = fresh()
    table.play("order stay", "blue")
    assert asked(table) == ("red",)
    refusal = table.check(Order("stay"), "blue")
    assert refusal is not None
    assert refusal.code == "no-change"
    table.play("end", "red")  # blue's march is skipped by the order
    assert asked(table) == ("red", "blue")
    table.undo(to=2)
    assert table.state.orders["blue"] == "march"


def test_an_anytime_action_may_change_the_decision_that_stands() -> None:
    table = fresh()
    table.play("order stay", "red")
    assert asked(table) == ("blue",)


def test_the_end_of_a_game() -> None:
    table = play_out(fresh(rounds=1))
    assert table.decision is None
    assert table.result is not None
    assert table.result.winners
    assert sum(table.result.scores.values()) == pytest.approx(1)
    with pytest.raises(Illegal, match="the game is over"):
        table.play("end")
    refusal = table.check("end", "red")
    assert refusal is not None
    assert "the game is over" in refusal.text


def test_without_dice_the_table_waits() -> None:
    table = Table(Outpost())
    assert table.decision is None
    assert table.position.chance is not None
    assert table.position.chance.why == "draw, red, round 1"
    with pytest.raises(Illegal, match="dice are to be rolled first"):
        table.legal_actions()
    events = table.put_dice(FairDice(b"t" * 32))
    assert [str(event) for event in events] == [str(event) for event in fresh().opening]


# Views


def test_a_view_has_ones_own_hand_and_only_the_size_of_the_others() -> None:
    table = fresh()
    view = table.view("red")
    assert (view.title, view.seat, view.version, view.asked) == ("toy", "red", 2, True)
    assert isinstance(view.game, OutpostView)
    assert view.game.hand == table.state.hands["red"]
    assert view.game.cards == {"red": 1, "blue": 1}
    assert table.view("blue").asked is False
    public = table.view().game
    assert isinstance(public, OutpostView)
    assert public.hand == ()
    with pytest.raises(Malformed, match="no seat green"):
        table.view("green")


def test_spectator_does_not_receive_a_secret_bid() -> None:
    views = []
    for card in (2, 5):
        table = Table(Outpost(), dice=FixedDice([1, 1]), edits=["hand red 2 5"])
        to_bids(table)
        table.play(Bid(card), "red")
        views.append([msgspec.json.encode(table.view(seat)) for seat in ("blue", None)])
    assert views[0] == views[1]


def test_hidden_cards_are_told_to_their_seat_only() -> None:
    assert [event.seats for event in fresh().opening] == [("red",), ("blue",)]


def test_a_bot_sees_no_secret() -> None:
    table = fresh()
    seen = table.position.seen_by("red")
    assert seen.state.hands["blue"] == (0,)
    assert seen.state.hands["red"] == table.state.hands["red"]
    assert list(seen.legal_actions("red")) == list(table.legal_actions("red"))


# Positions


def test_copies_are_independent() -> None:
    table = fresh()
    twin = table.position.copy()
    before = msgspec.json.encode(table.state)
    twin.play("red", March(2, "camp", "hill"))
    twin.play("red", End())
    assert msgspec.json.encode(table.state) == before
    assert twin.decision != table.decision


def test_search_walks_through_chance() -> None:
    position = Position(Outpost(), Outpost().setup(Outpost().read_options({"rounds": 1}), {}))
    assert position.chance is not None
    assert position.chance.count == 12
    hands = set()
    for faces, _ in position.chance.outcomes():
        twin = position.copy()
        twin.resolve(faces)
        hands.add(twin.state.hands["red"])
    assert hands == {(1,), (2,), (3,), (4,), (5,), (6,)}
    with pytest.raises(ValueError, match="does not answer"):
        position.resolve((13,))
    refusal = position.check("red", End())
    assert refusal is not None
    assert "dice are to be rolled" in refusal.text


# What the rules say for people


def test_describe_and_space_come_from_the_view() -> None:
    table = fresh()
    rules, state = table.rules, table.state
    text = rules.describe(state, "red")
    assert "camp: red 3, blue 3" in text
    assert f"hand: {state.hands['red'][0]}" in text
    assert rules.space(state, None, "camp") == {"red": 3, "blue": 3}
    with pytest.raises(Malformed, match="no space hil; did you mean hill"):
        rules.space(state, None, "hil")


class Piece(msgspec.Struct):
    owner: str
    count: int
    hurt: bool = False


class Space(msgspec.Struct):
    id: str
    pieces: tuple[Piece, ...] = ()


class Board(msgspec.Struct):
    spaces: tuple[Space, ...]
    turn: Piece | None = None


def test_outline_of_odds_and_ends() -> None:
    data = {"a": None, "b": True, "c": {}, "d": [{"x": 1}], "e": {"f": ["g"]}, "h": ""}
    assert outline(data).splitlines() == [
        "a: -",
        "b: yes",
        "c: -",
        "d: x 1",
        "e:",
        "  f: g",
        "h: -",
    ]
    assert outline(7) == "7"


def test_outline_of_structs_leaves_out_what_is_empty() -> None:
    spaces = (Space("camp", (Piece("red", 2, True), Piece("blue", 1))), Space("hill"))
    assert outline(Board(spaces, Piece("red", 0))).splitlines() == [
        "spaces:",
        "  camp: red count 2 hurt, blue count 1",
        "turn:",
        "  owner: red",
        "  count: 0",
        "  hurt: no",
    ]


def test_edits_come_before_the_first_roll_is_asked_for() -> None:
    table = Table(Outpost(), dice=FairDice(), edits=["stage 4", "hand red 6", "hand blue 1"])
    assert table.decision is not None
    assert table.decision.step == "Bid"
    with pytest.raises(Malformed, match="'nonsense' is no edit"):
        Table(Outpost(), edits=["nonsense"])


def test_state_type_is_plain_data() -> None:
    state = fresh().state
    assert msgspec.json.decode(msgspec.json.encode(state), type=OutpostState) == state
