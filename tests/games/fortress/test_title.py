"""The title's data, views, notation and edits."""

from __future__ import annotations

import msgspec
import pytest

import sandtable
from sandtable.games import find_title
from sandtable.games.fortress.acts import parse
from sandtable.games.fortress.board import CITIES, INDEX, NEAR, SPACES, ZONES
from sandtable.games.fortress.cards import CARDS
from sandtable.games.fortress.pieces import EMPTY, FIRST_WAVE, FORCES, POOL, plus
from sandtable.games.fortress.setting_up import DEFAULTS
from sandtable.table import Malformed, Table


def near(name: str) -> set[str]:
    return {SPACES[space].id for space in NEAR[INDEX[name]]}


def test_board_against_the_book() -> None:
    """The checks listed with the board's sources."""
    assert sum(len(spaces) for spaces in NEAR) == 2 * 237
    coast = {t for zone in ZONES[0] for t in near(SPACES[zone].id) if not t.startswith("zone")}
    assert coast == {
        "west-washington",
        "portland",
        "southwest-oregon",
        "north-california-coast",
        "san-francisco",
    }
    assert near("southeast-missouri") >= {"st-louis", "memphis", "south-illinois"}
    assert near("south-illinois") >= {"chicago", "indianapolis"}
    assert "washington-d-c" in near("zone-east-1")
    assert len({t for t in near("zone-west-5") if not t.startswith("zone")}) == 2
    assert {SPACES[c].id for c in CITIES if SPACES[c].mountain} == {
        "seattle",
        "denver",
        "pittsburgh",
        "atlanta",
    }
    seen, queue = {0}, [0]
    while queue:
        for space in NEAR[queue.pop()]:
            if space not in seen and not SPACES[space].zone:
                seen.add(space)
                queue.append(space)
    assert len(seen) == 96  # connected without the zones


def test_default_set_ups_are_legal() -> None:
    totals = []
    for force in range(4):
        total = EMPTY
        for space, stack in DEFAULTS[force].items():
            assert SPACES[space].city if force == 3 else space in ZONES[force]
            assert sum(stack) == 2 if force == 3 else 1 <= sum(stack) <= 5
            total = plus(total, stack)
        totals.append(total)
    assert totals == [FIRST_WAVE, FIRST_WAVE, FIRST_WAVE, POOL]
    game = sandtable.new("fortress", seed=1)
    for _ in range(4):
        game.play("default")
    assert game.decision is not None
    assert game.decision.step == "declare battles"


@pytest.mark.parametrize(
    "text",
    [
        "default",
        "place 2 infantry, 1 tank zone-west-1",
        "laser detroit",
        "declare portland",
        "move 1 mobile, 2 tank dallas > houston",
        "assign 1 infantry iowa > chicago",
        "commit chicago",
        "fire bomber zone-east-1",
        "battle chicago",
        "target helicopter iowa",
        "choose iowa",
        "retreat tank iowa > chicago",
        "airlift 2 infantry boston > miami",
        "pass",
        "end",
        "concede",
        "concede no",
    ],
)
def test_notation(text: str) -> None:
    assert str(parse(text)) == text
    assert str(parse(f"  {text.upper().replace(' ', '  ')}")) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "move tank",
        "place 0 tank iowa",
        "declare atlantis",
        "target ship iowa",
        "end it",
        "move 1 tank, 1 tank iowa > chicago",
        "place x iowa",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


@pytest.mark.parametrize(
    "line",
    [
        "units west zone-west-1 30 infantry",
        "units north zone-west-1 1 infantry",
        "control zone-west-1 south",
        "laser iowa",
        "taken usa 1",
        "deck P99",
        "turn west",
        "turn west 2 lunch",
        "clear-weather maybe",
        "flow {}",
        "paint it red",
        "",
    ],
)
def test_bad_edits(line: str) -> None:
    with pytest.raises(Malformed):
        Table(find_title("fortress"), edits=[line])


def test_view_holds_no_secret() -> None:
    """Deck order and bonus cards are in no state; a view does not even list the deck."""
    table = Table(find_title("fortress"), edits=["clear", "deck P03 P07", "bonus 1", "turn usa 4"])
    for seat in (*FORCES, None):
        view = msgspec.json.encode(table.view(seat).game)
        decoded = msgspec.json.decode(view)
        assert decoded["bonus_cards"] == 1
        assert decoded["cards_in_deck"] == 1
        assert "deck" not in decoded
        for card in ("P03", "P07"):
            assert card.encode() not in view
            assert CARDS[int(card[1:]) - 1].title.encode() not in view
        assert len(decoded["discards"]) == 28
        assert len(decoded["spaces"]) == 114


def test_check_leaves_the_state_alone() -> None:
    game = sandtable.new("fortress", seed=3)
    game.play("default")
    before = msgspec.json.encode(game.state)
    for text in ("place 9 infantry zone-west-1", "end", "default", "declare portland", "concede"):
        game.check(text, "west")
    assert msgspec.json.encode(game.state) == before
