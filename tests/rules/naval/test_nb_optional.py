"""Optional rules, linked battles and teams: NB-152 to NB-160, NB-968 to NB-975."""

from __future__ import annotations

import pytest

from sandtable.games.naval import Naval
from sandtable.table import Malformed, OptionValue, Table
from tests.rules.naval.tools import DRAW, Study, asked, code, dice, play, rule, step, view

# 24 points of Germany's cards; T13 (1 point) is the next to sink.
PRIZES = "prize p1 bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg"
LAST_SHOT = f"yamato 1\nt13 1\nschnellboot 1\n{PRIZES}\nhand p1 heavy-3\nhand p2 missed"


@pytest.mark.rule("NB-152", "NB-153", "NB-155", "NB-969")
def test_a_linked_battle_stops_at_25_and_the_next_is_set_up(study: Study) -> None:
    edits = f"{LAST_SHOT}\nprize p2 kagero, takao\ntotal p1 10\ntotal p2 20"
    table = study(edits, "declare", linked_battles=True)
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is None
    state = table.state
    assert state.totals == {"p1": 35, "p2": 26}
    assert state.battle == 2
    # Nations, fleets and decks anew, the first player by a new roll.
    assert step(table) == "Nations"
    assert (state.nations, state.fleet, len(state.deck), state.first) == ({}, {}, 102, "")
    assert not any(state.hands.values())
    assert not any(state.prizes.values())
    dice(table, 1, 6)
    table.play("nation italy", "p1")
    table.play("nation france", "p2")
    table.play("fleet littorio", "p1")
    table.play("fleet richelieu", "p2")
    assert table.state.first == "p2"
    assert view(table).players[0].total == 35


@pytest.mark.rule("NB-154", "NB-968")
def test_a_running_total_of_75_wins_at_once(study: Study) -> None:
    # 74 from before: any sinking wins, long before 25 in this battle.
    edits = "yamato 1\nt13 1\nschnellboot 1\ntotal p1 74\nhand p1 heavy-3\nhand p2 missed"
    table = study(edits, "declare", linked_battles=True)
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is not None
    assert table.result.winners == ("p1",)
    table = study(edits.replace("total p1 74", "total p1 73"), "declare", DRAW, linked_battles=True)
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is None


@pytest.mark.rule("NB-982")
@pytest.mark.parametrize(("earlier", "over"), [(49, True), (48, False)])
def test_linked_teams_play_to_three_times_their_target(
    study: Study, earlier: int, over: bool
) -> None:
    # Two teams need 50 each in a battle, so 150 in linked battles; sinking T13 brings one point.
    edits = f"yamato 1\nt13 1\nschnellboot 1\ntotal p1 100\ntotal p3 {earlier}\nhand p1 heavy-3"
    table = study(edits, "declare", DRAW, players=4, teams="two", linked_battles=True)
    play(table, "fire heavy-3 yamato > t13", "end")
    while step(table) == "Defend":
        play(table, "end")
    assert (table.result is not None) is over
    assert table.result is None or set(table.result.winners) == {"p1", "p3"}


@pytest.mark.rule("NB-981")
def test_a_deadlocked_linked_battle_counts_and_an_empty_one_ends_the_game(study: Study) -> None:
    edits = "yamato 1\nt13 1\nquiet 39\ntotal p1 9\nhand p1 armour"
    table = study(f"{edits}\nprize p2 kagero", "discard", DRAW[:6], linked_battles=True)
    play(table, "end")
    assert table.result is None
    assert (table.state.battle, table.state.totals) == (2, {"p1": 9, "p2": 2})
    table = study(edits, "discard", DRAW[:6], linked_battles=True)
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == ("p1",)


@pytest.mark.rule("NB-156")
def test_teams_of_two_or_three(rules: Naval) -> None:
    for players, teams, good in (
        (4, "two", True),
        (5, "two", True),
        (6, "two", True),
        (6, "three", True),
        (2, "two", False),
        (3, "two", False),
        (4, "three", False),
        (5, "three", False),
    ):
        given: dict[str, OptionValue] = {"players": players, "teams": teams}
        if good:
            rules.read_options(given)
        else:
            with pytest.raises(Malformed, match="NB-156"):
                rules.read_options(given)


@pytest.mark.rule("NB-974", "NB-033")
def test_teams_sit_alternately(rules: Naval) -> None:
    table = Table(rules, {"players": 6, "teams": "three"})
    assert list(table.state.teams.values()) == ["red", "blue", "green"] * 2
    table = Table(rules, {"players": 4, "teams": "two"})
    assert list(table.state.teams.values()) == ["red", "blue"] * 2


FOUR = """
    yamato 1
    t13 1
    bismarck 1
    aliseo 1
    littorio 1
    fletcher 1
    iowa 1
"""


@pytest.mark.rule("NB-157", "NB-975")
def test_no_attacks_and_no_surprise_on_allies(study: Study) -> None:
    edits = f"{FOUR}\nhand p1 heavy-3, surprise-attack, base-raid-1"
    table = study(edits, "declare", players=4, teams="two")
    assert rule(table, "fire heavy-3 yamato > aliseo") == "NB-157"
    assert rule(table, "raid base-raid-1 > aliseo") == "NB-157"
    assert rule(table, "surprise p3") == "NB-975"
    offered = " ".join(str(action) for action in table.legal_actions("p1"))
    assert "aliseo" not in offered
    assert "p3" not in offered
    for target in ("t13", "fletcher"):
        assert code(table, f"fire heavy-3 yamato > {target}") == ""
    assert code(table, "surprise p4") == ""


@pytest.mark.rule("NB-158", "NB-972")
def test_teammates_help_with_defence_cards_from_the_hand_only(study: Study) -> None:
    edits = f"""
        {FOUR}
        bogue 1
        shoho 1
        prepared p4 missed fletcher
        prepared p4 planning bogue
        hand p1 heavy-3, base-raid-1, armour
        hand p3 missed
        hand p4 missed, escort
    """
    table = study(edits, "declare", players=4, teams="two")
    play(table, "fire heavy-3 yamato > bismarck", "raid base-raid-1 > t13", "end")
    assert asked(table) == ("p2", "p4")  # p3 is on the attacker's side
    assert rule(table, "use missed 1", "p4") == "NB-972"
    assert rule(table, "cover bogue 2", "p4") == "NB-972"
    table.play("defend missed 1", "p4")
    assert table.state.attacks[0].status == "stopped"
    assert table.state.hands["p4"] == ("escort",)
    assert code(table, "use missed 2", "p2") == "not-prepared"
    table.play("end", "p4")
    assert asked(table) == ("p2",)  # who has finished does not come back
    assert code(table, "defend escort 2 > bismarck", "p4") == "not-asked"


@pytest.mark.rule("NB-973")
def test_a_helpers_support_ship_stays_in_the_attacked_fleet(study: Study) -> None:
    edits = f"{FOUR}\nhand p1 heavy-3\nhand p2 missed\nhand p4 escort"
    table = study(edits, "declare", players=4, teams="two")
    play(table, "fire heavy-3 yamato > bismarck", "end")
    assert rule(table, "defend escort 1 > fletcher", "p4") == "NB-945"
    assert rule(table, "defend escort 1 > iowa", "p4") == "NB-945"
    table.play("defend escort 1 > t13", "p4")
    assert table.state.attacks[0].target == "t13"


TEAM_SHIPS = {
    # 24 and 25 points
    "p1": "bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg",
    "p3": "iowa, enterprise, pennsylvania, alaska",
}


@pytest.mark.rule("NB-159", "NB-970")
def test_two_teams_play_to_50_together(study: Study) -> None:
    edits = "yamato 1\nt13 1\nschnellboot 1\naliseo 1\nfletcher 1\nhand p1 heavy-3\nhand p2 missed"
    edits += "".join(f"\nprize {seat} {ships}" for seat, ships in TEAM_SHIPS.items())
    table = study(edits, "declare", players=4, teams="two")
    views = {view.id: view for view in view(table).sides}
    assert (views["red"].points, views["red"].target) == (49, 50)
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is not None
    assert table.result.winners == ("p1", "p3")
    # p3's own 25 points were not enough for the team before.
    short = edits.replace(", konigsberg", "")
    table = study(short, "declare", DRAW, players=4, teams="two")
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is None


@pytest.mark.rule("NB-160", "NB-971")
def test_targets_of_three_teams_and_by_members(rules: Naval) -> None:
    cases: tuple[tuple[dict[str, OptionValue], list[int]], ...] = (
        ({"players": 4, "teams": "two"}, [50, 50]),
        ({"players": 6, "teams": "two"}, [50, 50]),
        ({"players": 6, "teams": "three"}, [75, 75, 75]),
        ({"players": 4, "teams": "two", "team_target": "members"}, [50, 50]),
        ({"players": 6, "teams": "two", "team_target": "members"}, [75, 75]),
        ({"players": 6, "teams": "three", "team_target": "members"}, [50, 50, 50]),
        ({"players": 5, "teams": "two", "team_target": "members"}, [75, 50]),
        ({"players": 3}, [25, 25, 25]),
    )
    for options, targets in cases:
        table = Table(rules, options)
        assert [side.target for side in view(table).sides] == targets


@pytest.mark.rule("NB-160")
def test_three_teams_play_to_75_together(study: Study) -> None:
    # Red (p1, p4) has 24 and 50 points; a single point more wins.
    prizes = (
        "prize p1 bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg\n"
        "prize p4 littorio, giulio-cesare, zara, bolzano, duca-degli-abruzzi, aquila,"
        " capitani-romani, alberico-da-barbiano, richelieu, dunkerque, bretagne, la-melpomene"
    )
    edits = "yamato 1\nt13 1\naliseo 1\nfletcher 1\nhood 1\nhand p1 heavy-3\nhand p2 missed"
    table = study(f"{edits}\n{prizes}", "declare", players=6, teams="three")
    assert view(table).sides[0].points == 74
    play(table, "fire heavy-3 yamato > t13", "end", "end")
    assert table.result is not None
    assert table.result.winners == ("p1", "p4")
