"""The turn as a declared list, and the two ways powers take turns with it."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable import Game
from sandtable.games.anniversary import Anniversary1941
from sandtable.games.axis import frames
from sandtable.games.axis.phases import TURN, Phase, PhaseByPhase, TurnByTurn, alone, swap
from sandtable.games.axis.state import MOVED, AxisState
from sandtable.table import Event

PARTS = {
    "research": "first",
    "purchase": "first",
    "combat-move": "second",
    "conduct-combat": "second",
    "noncombat-move": "third",
    "mobilize": "third",
    "collect-income": "third",
}


class Phased(Anniversary1941):
    """Anniversary's board; all powers play a part of the turn before any plays the next."""

    id = "phased"
    turn = tuple(Phase(p.name, p.opens, p.needs_capital, p.option, PARTS[p.name]) for p in TURN)
    rotation = PhaseByPhase()


@cache
def phased() -> Phased:
    return Phased()


ORDER = ("germany", "ussr", "japan", "uk", "italy", "usa")


def begun(events: list[Event]) -> list[tuple[str, str]]:
    return [(e.power, e.phase) for e in events if type(e).__name__ == "PhaseBegan"]  # type: ignore[attr-defined]


def started(*edits: str) -> Game:
    return Game(phased(), {}, None, None, ("clear", *edits))


def state_of(game: Game) -> AxisState:
    assert isinstance(game.state, AxisState)
    return game.state


def test_entries_of_a_turn_are_swapped_by_name() -> None:
    extra = Phase("declare", alone(frames.Research))
    assert swap(TURN, {"research": extra})[0] is extra
    longer = swap(TURN, {"combat-move": (extra, TURN[2])})
    assert [p.name for p in longer][2:4] == ["declare", "combat-move"]
    assert len(swap(TURN, {"research": ()})) == len(TURN) - 1
    with pytest.raises(ValueError, match="lunch"):
        swap(TURN, {"lunch": extra})


def test_turn_by_turn_a_power_plays_everything() -> None:
    rotation = TurnByTurn()
    assert rotation.stop(TURN, 0) == len(TURN)
    assert rotation.after(TURN, (4, 2), 4, len(TURN)) == (2, 0)
    assert rotation.after(TURN, (4, 2), 2, len(TURN)) is None


def test_phase_by_phase_all_play_a_part_before_the_next() -> None:
    game = started()
    seen = [(ORDER[0], "purchase")]
    while state_of(game).round == 1:
        seen += begun(game.play("end"))
    parts = [
        [(power, phase) for phase in phases]
        for phases in (
            ("purchase",),
            ("combat-move", "conduct-combat"),
            ("noncombat-move", "mobilize", "collect-income"),
        )
        for power in ORDER
    ]
    expected = [entry for part in parts for entry in part]
    assert seen == [*expected, ("germany", "purchase")]


def test_how_things_stood_is_noted_for_each_power() -> None:
    """What a power took in its own part is new to it, and was never its foe's to lose."""
    game = started(
        "place 1 germany tank poland", "place 1 ussr infantry russia", "turn germany purchase"
    )
    world = phased().world
    east = world.space["east-poland"]
    for _ in ORDER:
        game.play("end")
    game.play("move 1 tank poland > east-poland")
    game.play("end")
    state = state_of(game)
    german, soviet = world.power["germany"], world.power["ussr"]
    assert state.owner[east] == german
    assert not state.held_since(german, east)
    assert state.began(german).owners[east] == soviet
    assert set(state.since) == {world.power[name] for name in ORDER}


def test_units_are_fresh_again_after_the_round() -> None:
    game = started(
        "place 1 germany tank poland", "place 1 ussr infantry russia", "turn germany purchase"
    )
    for _ in ORDER:
        game.play("end")
    game.play("move 1 tank poland > east-poland")
    game.play("end")
    east = phased().world.space["east-poland"]
    while state_of(game).round == 1:
        assert state_of(game).units[east][0][0].marks & MOVED
        game.play("end")
    assert not state_of(game).units[east][0][0].marks


def test_guests_on_a_deck_are_cargo_only_during_the_owners_part() -> None:
    game = started(
        "place 1 uk carrier sz-7", "place 1 usa fighter sz-7", "place 1 ussr infantry russia",
        "turn uk combat-move",
    )  # fmt: skip
    zone = phased().world.space["sz-7"]
    state = state_of(game)
    assert [len(piece.cargo) for piece, _ in state.units[zone]] == [1]
    game.play("end")
    assert sorted(len(piece.cargo) for piece, _ in state_of(game).units[zone]) == [0, 0]


def test_a_position_in_the_middle_can_be_edited_and_described() -> None:
    game = started("place 1 uk carrier sz-7", "round 3", "turn uk noncombat-move")
    lines = phased().edits(state_of(game))
    assert lines[-2:] == ["round 3", "turn uk noncombat-move"]
    world = phased().world
    turns = state_of(game).turns
    assert turns[world.power["uk"]] == turns[world.power["germany"]] == 3
    assert begun(game.play("end"))[:2] == [("uk", "mobilize"), ("uk", "collect-income")]
