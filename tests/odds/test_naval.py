"""Odds of declared attacks, against the rules themselves played out over every die."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.naval import Naval, NavalState, standard_deck
from sandtable.games.naval.actions import PlayDefence, Silent
from sandtable.games.naval.core import points
from sandtable.odds.naval import attack_odds, odds_after, sink_chance
from sandtable.table import Chance, Illegal, Position, Table

START = ("nation p1 japan", "nation p2 germany", "nation p3 italy", "first p1", "active p1")
OWN = ("mikuma 1", "yamato 1", "kagero 1", "shokaku 3", "kashii 2", "i-174 active")


def naval() -> Naval:
    rules = find_title("naval")
    assert isinstance(rules, Naval)
    return rules


def declared(edits: tuple[str, ...], *actions: str) -> Table:
    """A study in which p1 has declared attacks and not yet ended."""
    rules = naval()
    lines = [
        f"ship {line}" if line.split()[0] in standard_deck().ships else line
        for line in (*OWN, *edits)
    ]
    edits = (*START, *lines, "hand p2 planning", "phase declare")
    table = Table(rules, {"players": 3}, dice=None, edits=edits)
    for action in actions:
        table.play(action, "p1")
    return table


def brute(position: Position[NavalState], open_defence: bool) -> float:
    """Points p1 scores on average: dice are averaged, defenders choose what costs them least."""
    pending = position.pending
    if isinstance(pending, Chance) and len(pending.sides) == 1:
        total = 0.0
        for faces, share in pending.outcomes():
            after = position.copy()
            after.resolve(faces)
            total += share * brute(after, open_defence)
        return total
    if position.decision is not None and position.decision.step == "Defend":
        (seat,) = position.decision.seats
        values = []
        for action in position.legal_actions(seat):
            own = not isinstance(action, PlayDefence)
            forced = isinstance(action, Silent) or str(action) == "end"
            if own and (open_defence or forced):
                after = position.copy()
                after.play(seat, action)
                values.append(brute(after, open_defence))
                if isinstance(action, Silent):
                    return values[-1]  # rolled first, as it costs nothing
        return min(values)
    return float(points(standard_deck(), position.state, "p1"))


CASES = {
    "guns and a torpedo": (
        ("konigsberg 1", "hand p1 medium-2, torpedo-3, missed"),
        ("fire medium-2 mikuma > konigsberg", "fire torpedo-3 kagero > konigsberg"),
    ),
    "anti-air": (
        ("bismarck 1", "hand p1 base-raid-2, missed"),
        ("raid base-raid-2 > bismarck, bismarck", "raid shokaku > bismarck"),
    ),
    "air cover": (
        ("graf-zeppelin 1", "t13 1", "z23 1", "hand p1 base-raid-2, missed"),
        ("raid base-raid-2 > t13, z23", "raid shokaku > graf-zeppelin"),
    ),
    "two fleets": (
        ("t13 1", "aquila 1", "aliseo 1", "hand p1 base-raid-3, heavy-3, missed"),
        ("raid base-raid-3 > t13, aliseo, aquila", "fire heavy-3 yamato > aliseo"),
    ),
    "silent running": (
        ("u-47 passive", "u-2511 active", "hand p1 depth-charge-1, base-raid-2, missed"),
        ("fire depth-charge-1 kagero > u-47", "raid base-raid-2 > u-47, u-2511"),
    ),
    "prepared cards": (
        (
            *("z23 1", "t13 1", "bismarck 1", "damage bismarck heavy-5, heavy-3"),
            *("prepared p2 missed z23", "prepared p2 escort t13"),
            "hand p1 heavy-4, medium-3, missed",
        ),
        ("fire heavy-4 yamato > bismarck", "fire medium-3 mikuma > z23"),
    ),
    "cover and cards": (
        (
            *("z23 1", "t13 1", "graf-zeppelin 1", "prepared p2 escort t13"),
            *("prepared p2 armour z23", "hand p1 light-2, base-raid-1, missed"),
        ),
        ("fire light-2 kagero > z23", "raid base-raid-1 > z23", "raid shokaku > t13"),
    ),
}


@pytest.mark.parametrize("open_defence", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_odds_are_those_of_the_rules(case: str, open_defence: bool) -> None:
    edits, actions = CASES[case]
    table = declared(edits, *actions)
    odds = attack_odds(naval(), table.state, open_defence=open_defence)
    position = table.position.copy()
    position.play("p1", table.rules.parse("end"))
    assert odds.expected == pytest.approx(brute(position, open_defence))
    assert sum(odds.points) == pytest.approx(1)
    by_ship = sum(target.points * target.sunk for target in odds.targets)
    assert by_ship == pytest.approx(odds.expected)


def test_open_defences_only_help_the_defender() -> None:
    for edits, actions in CASES.values():
        state = declared(edits, *actions).state
        bare = attack_odds(naval(), state, open_defence=False)
        assert attack_odds(naval(), state).expected <= bare.expected + 1e-9


def test_a_torpedo_an_air_raid_and_anti_air_by_hand() -> None:
    # Kagero's +2 hits on 3 or more; Shokaku needs 4 + 1 against Bismarck's anti-air in line 1.
    table = declared(
        ("bismarck 1", "t13 1", "hand p1 torpedo-3, missed"),
        "fire torpedo-3 kagero > t13",
        "raid shokaku > bismarck",
    )
    odds = attack_odds(naval(), table.state)
    assert [attack.strikes for attack in odds.attacks] == pytest.approx([4 / 6, 2 / 6])
    assert {t.ship: t.sunk for t in odds.targets} == pytest.approx(
        {"t13": 4 / 6, "bismarck": 2 / 6}
    )
    assert odds.expected == pytest.approx(4 / 6 * 1 + 2 / 6 * 7)
    assert odds.points[8] == pytest.approx(4 / 6 * 2 / 6)
    planned = attack_odds(naval(), table.state, planning={2: 1})
    assert planned.attacks[1].strikes == pytest.approx(3 / 6)


def test_air_cover_by_hand() -> None:
    table = declared(("graf-zeppelin 3", "t13 1", "z23 2"), "raid shokaku > t13")
    odds = attack_odds(naval(), table.state)
    assert odds.attacks[0].unstopped == pytest.approx(4 / 6)
    assert odds.attacks[0].strikes == pytest.approx(4 / 6 * 3 / 6)
    used = declared(("graf-zeppelin 3", "t13 1", "used graf-zeppelin cover"), "raid shokaku > t13")
    assert attack_odds(naval(), used.state).attacks[0].unstopped == pytest.approx(1)


def test_the_chance_to_win() -> None:
    prizes = "prize p1 bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg"
    table = declared((prizes, "t13 1"), "raid shokaku > t13")
    assert attack_odds(naval(), table.state).wins == pytest.approx(3 / 6)
    assert attack_odds(naval(), declared(("t13 1",), "raid shokaku > t13").state).wins == 0


def test_odds_before_committing_change_nothing() -> None:
    table = declared(("t13 1", "z23 1", "hand p1 heavy-3, missed"), "raid shokaku > z23")
    before = table.state.copy()
    shot = table.rules.parse("fire heavy-3 yamato > t13")
    odds = odds_after(naval(), table.state, "p1", shot)
    assert {target.ship for target in odds.targets} == {"t13", "z23"}
    assert odds.expected == pytest.approx(1 + 3 * 3 / 6)
    assert table.state == before
    with pytest.raises(Illegal):
        odds_after(naval(), table.state, "p1", table.rules.parse("fire heavy-5 yamato > t13"))


def test_sink_chance() -> None:
    assert sink_chance(4, ((4, 1.0),), ()) == 1
    assert sink_chance(4, ((3, 1.0),), ()) == 0
    assert sink_chance(4, ((2, 0.5), (2, 0.5)), ()) == pytest.approx(0.25)
    assert sink_chance(9, (), (0.5, 0.5)) == pytest.approx(0.75)
