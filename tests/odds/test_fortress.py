"""Exact odds against the engine itself, roll by roll."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games import find_title
from sandtable.games.fortress.acts import Target
from sandtable.games.fortress.board import INDEX, N
from sandtable.games.fortress.fighting import ORDER, attacking
from sandtable.games.fortress.pieces import EMPTY, read_stack
from sandtable.games.fortress.state import Battle
from sandtable.odds.fortress import battle, choose, cities_in_reach, muster, taking
from sandtable.table import Chance, Position, Table

PORTLAND = INDEX["portland"]


def at_battle(target: str, zone: str, attack: str, defence: str, **options: str) -> Position[Any]:
    table = Table(
        find_title("fortress"),
        options,
        edits=[
            "clear",
            f"units west {zone} {attack}",
            "units west zone-west-6 1 infantry",
            f"units usa {target} {defence}",
            "turn west 2 declare",
        ],
    )
    for line in (f"declare {target}", "end", "end", f"commit {target}"):
        table.play(line)
    return table.position


def follow(position: Position[Any], target: int, chance: float, found: dict[str, float]) -> None:
    """Walk through every roll of a battle, choosing targets by the stated policy."""
    pending = position.pending
    if isinstance(pending, Chance):
        for faces, share in pending.outcomes():
            twin = position.copy()
            twin.resolve(faces)
            follow(twin, target, chance * share, found)
        return
    assert position.decision is not None
    state, frame = position.state, position.state.flow[-1]
    if position.decision.step == "combat results":
        assert isinstance(frame, Battle)
        defends = frame.stage < 3
        side = attacking(state, target) if defends else state.units[3 * N + target]
        rough = target == PORTLAND
        kind = choose(side, ORDER[frame.stage % 3], defends and rough)
        seat = position.decision.seats[0]
        options = [a for a in position.legal_actions(seat) if isinstance(a, Target)]
        position.play(seat, next(a for a in options if a.kind == kind))
        follow(position, target, chance, found)
    elif position.decision.step == "retreat":
        seat = position.decision.seats[0]
        position.play(seat, next(iter(position.legal_actions(seat))))
        follow(position, target, chance, found)
    else:
        if any(state.units[3 * N + target]):
            found["hold"] = found.get("hold", 0.0) + chance
        elif target in state.barred:
            found["barred"] = found.get("barred", 0.0) + chance
        else:
            found["win"] = found.get("win", 0.0) + chance
        dead = sum(state.lost[0])
        found["dead"] = found.get("dead", 0.0) + chance * dead


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ("1 infantry, 1 bomber", "1 tank"),
        ("2 infantry", "1 partisan"),
        ("1 infantry, 1 tank, 1 helicopter", "1 helicopter"),
        ("1 mobile, 1 infantry", "1 infantry, 1 mobile"),
        ("1 bomber", "1 infantry"),
    ],
)
@pytest.mark.parametrize(
    ("target", "zone"), [("portland", "zone-west-2"), ("southwest-oregon", "zone-west-3")]
)
def test_odds_match_the_engine(attack: str, defence: str, target: str, zone: str) -> None:
    position = at_battle(target, zone, attack, defence)
    found: dict[str, float] = {}
    follow(position, INDEX[target], 1.0, found)
    odds = battle(read_stack(attack), read_stack(defence), target == "portland")
    assert odds.win == pytest.approx(found.get("win", 0.0))
    assert odds.barred == pytest.approx(found.get("barred", 0.0))
    assert odds.hold == pytest.approx(found.get("hold", 0.0))
    assert sum(odds.attacker_losses) == pytest.approx(found["dead"])


def test_by_hand() -> None:
    # A tank in the open: it survives the infantry's die (kill 2/6, disengage 1/6) half the time
    # and then destroys on 5-8 or drives off on 1.
    odds = battle(read_stack("tank"), read_stack("infantry"))
    assert odds.win == pytest.approx(1 / 2 * 5 / 8)
    assert odds.attacker_losses[3] == pytest.approx(2 / 6)
    assert odds.defender_losses[0] == pytest.approx(1 / 2 * 4 / 8)
    cut_off = battle(read_stack("tank"), read_stack("infantry"), escape=False)
    assert cut_off.defender_losses[0] == pytest.approx(1 / 2 * 5 / 8)
    # In a city without combined arms it needs a 6.
    city = battle(read_stack("tank"), read_stack("infantry"), True)
    assert city.win == pytest.approx(1 / 2 * 4 / 8)
    # A lone Partisan rolls eight-sided, unless weak.
    strong = battle(read_stack("5 infantry"), read_stack("partisan"))
    weak = battle(read_stack("5 infantry"), read_stack("partisan"), weak=True)
    assert strong.attacker_losses[0] == pytest.approx(4 / 8)
    assert weak.attacker_losses[0] == pytest.approx(2 / 6)


def test_ends_are_a_distribution() -> None:
    odds = battle(
        read_stack("4 infantry, 2 tank, 1 bomber"), read_stack("3 infantry, 1 tank"), True
    )
    assert sum(end.chance for end in odds.ends) == pytest.approx(1.0)
    assert odds.win + odds.barred + odds.hold == pytest.approx(1.0)
    assert all(min(end.attackers) >= 0 and min(end.defenders) >= 0 for end in odds.ends)


def test_taking_a_city_with_all_that_can_reach_it() -> None:
    table = Table(
        find_title("fortress"),
        edits=[
            "clear",
            "units west zone-west-2 1 infantry",
            "units west zone-west-1 3 tank",
            "units west zone-west-5 1 bomber, 1 infantry",
            "units usa portland 1 infantry",
            "turn west 2 declare",
        ],
    )
    party = muster(table.state, 0, PORTLAND)
    # The bomber overflies, all tanks fit into zone 2; the infantry of zone 5 is out of reach.
    assert party.stack == read_stack("1 infantry, 3 tank, 1 bomber")
    assert {post for _, kind, post in party.units if kind == 3} == {INDEX["zone-west-2"]}
    odds = taking(table.state, 0, PORTLAND)
    exact = battle(party.stack, read_stack("infantry"), True)
    assert odds.take == pytest.approx(exact.win)
    in_reach = cities_in_reach(table.state, 0)
    assert in_reach == [(INDEX["san-francisco"], 1.0), (PORTLAND, odds.take)]  # the first is empty
    # Three more in zone 2 leave room for one tank only.
    table = Table(
        find_title("fortress"),
        edits=[
            "clear",
            "units west zone-west-2 4 infantry",
            "units west zone-west-1 3 tank",
            "units usa portland 1 infantry",
            "turn west 2 declare",
        ],
    )
    assert muster(table.state, 0, PORTLAND).stack == read_stack("4 infantry, 1 tank")
    # An empty city is simply walked into; with nobody near there is no chance.
    table = Table(
        find_title("fortress"),
        edits=["clear", "units west zone-west-2 1 infantry", "turn west 2 declare"],
    )
    assert taking(table.state, 0, PORTLAND).take == 1.0
    assert taking(table.state, 0, INDEX["denver"]).take == 0.0
    assert muster(table.state, 0, INDEX["denver"]).stack == EMPTY


def test_bombers_alone_take_nothing() -> None:
    odds = battle(read_stack("3 bomber"), read_stack("infantry"), True)
    assert odds.win == 0.0
    assert odds.barred > 0.7
