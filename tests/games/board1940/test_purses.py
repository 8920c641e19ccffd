"""Two purses of one power: the United Kingdom in Europe and in the Pacific."""

from __future__ import annotations

from sandtable import Game
from sandtable.games.axis.state import AxisState

from .boards import rules

TITLE = rules("global")
WORLD = TITLE.world
EUROPE, PACIFIC = WORLD.purse["uk-europe"], WORLD.purse["uk-pacific"]


def british(*edits: str, phase: str = "purchase", **options: bool) -> Game:
    lines = ("money uk-europe 28", "money uk-pacific 17", *edits, f"turn uk {phase}")
    return Game(TITLE, dict(options), None, None, lines)


def state_of(game: Game) -> AxisState:
    assert isinstance(game.state, AxisState)
    return game.state


def test_each_purse_buys_with_its_own_money() -> None:
    game = british()
    assert game.decision is not None
    assert game.decision.prompt.startswith("uk-europe: ")
    refusal = game.check("buy 5 destroyer")
    assert refusal is not None
    assert "uk-europe has 28" in str(refusal.text)
    game.play("buy 1 fighter")
    game.play("end")
    assert game.decision.prompt.startswith("uk-pacific: ")
    assert game.check("buy 2 fighter") is not None
    game.play("buy 1 fighter, 1 infantry")
    state = state_of(game)
    assert (state.money[EUROPE], state.money[PACIFIC]) == (18, 4)
    assert len(state.pool[PACIFIC]) == 2


def test_units_are_placed_where_their_purse_is_paid() -> None:
    game = british("pool uk-europe 1 infantry", "pool uk-pacific 1 tank", phase="mobilize")
    refusal = game.check("place 1 infantry india")
    assert refusal is not None
    assert refusal.code == "place-purse"
    game.play("place 1 infantry united-kingdom")
    assert game.check("place 1 tank united-kingdom") is not None
    game.play("place 1 tank india")


def test_income_is_collected_for_each_purse() -> None:
    """With its objectives: all of the original European lands are British, and no war in Asia."""
    state = state_of(british(phase="collect-income", objectives=True))
    assert (state.money[EUROPE], state.money[PACIFIC]) == (28 + 28 + 5, 17 + 17)
    war = state_of(british("war uk japan", phase="collect-income", objectives=True))
    assert (war.money[EUROPE], war.money[PACIFIC]) == (28 + 28 + 5, 17 + 17 + 5)


def test_a_purse_is_lost_with_its_own_capital() -> None:
    state = state_of(british())
    japan, india = WORLD.power["japan"], WORLD.space["india"]
    TITLE.conqueror.take(state, japan, india, [])
    assert state.money[PACIFIC] == 0
    assert state.money[EUROPE] == 28
    assert state.money[japan] == 26 + 17
    closed = british("control india japan")
    closed.play("end")
    assert type(state_of(closed).flow[-1]).__name__ != "Purchase"


def test_plunder_goes_to_the_purse_of_the_region() -> None:
    for capital, purse, other in (
        ("japan", PACIFIC, EUROPE),
        ("germany", EUROPE, PACIFIC),
    ):
        state = state_of(british(f"money {capital} 9"))
        before = state.money[other]
        TITLE.conqueror.take(state, WORLD.power["uk"], WORLD.space[capital], [])
        assert state.money[other] == before
        assert state.money[purse] in (28 + 9, 17 + 9)


def test_allies_keep_what_they_free_while_its_purse_is_closed() -> None:
    state = state_of(british("control india japan", "control burma japan", "control malta italy"))
    anzac, burma = WORLD.power["anzac"], WORLD.space["burma"]
    TITLE.conqueror.take(state, anzac, burma, [])
    assert state.owner[burma] == anzac
    malta = WORLD.space["malta"]
    TITLE.conqueror.take(state, anzac, malta, [])
    assert state.owner[malta] == WORLD.power["uk"]
    TITLE.conqueror.take(state, anzac, WORLD.space["india"], [])
    assert state.owner[burma] == WORLD.power["uk"]  # given back with the regional capital


def test_the_view_and_the_edit_lines_show_both() -> None:
    game = british("pool uk-pacific 1 tank")
    view = game.view().game
    uk = next(power for power in view.powers if power.id == "uk")  # type: ignore[attr-defined]
    assert uk.money == 45
    assert [(p.id, p.money, p.income) for p in uk.purses] == [
        ("uk-europe", 28, 28),
        ("uk-pacific", 17, 17),
    ]
    lines = TITLE.edits(state_of(game))
    assert "money uk-pacific 17" in lines
    assert "pool uk-pacific 1 tank" in lines
