"""Phase 1, reorganise: NB-036 to NB-048, NB-911, NB-913 to NB-919."""

from __future__ import annotations

import pytest

from tests.rules.naval.tools import DRAW, Study, code, dice, play, rule, step, view


@pytest.mark.rule("NB-036")
def test_ships_move_freely_between_lines(study: Study) -> None:
    table = study("yamato 1\nkagero 1\nbismarck 1")
    play(table, "line 3 yamato", "line 2 yamato", "line 1 yamato", "line 2 yamato")
    assert table.state.fleet["yamato"].line == 2
    assert code(table, "line 2 bismarck") == "not-yours"
    assert code(table, "line 2 yamato") == "no-change"


@pytest.mark.rule("NB-911")
def test_lines_are_checked_only_at_the_end(study: Study) -> None:
    table = study("yamato 1\nkagero 2\nhand p1 missed")
    play(table, "line 3 yamato")
    assert rule(table, "end") == "NB-027"
    play(table, "line 1 kagero")
    assert rule(table, "end") == "NB-028"
    play(table, "line 2 yamato", "end")
    assert step(table) == "Prepare"


@pytest.mark.rule("NB-039", "NB-915")
def test_any_number_of_reorganise_cards(study: Study) -> None:
    hand = "hand p1 retreat, reinforcements-2, reinforcements-3"
    table = study(f"yamato 1\n{hand}")
    # Shimakaze and Kagero are worth 2 each: no pooling of 2 and 3 to bring a 4 and a 1.
    assert code(table, "reinforce reinforcements-3 > takao") == "too-dear"
    play(
        table,
        "reinforce reinforcements-3 > shimakaze",
        "retreat",
        "reinforce reinforcements-2 > kagero",
    )
    assert {"shimakaze", "kagero"} <= set(table.state.fleet)
    assert table.state.hands["p1"] == ()
    assert table.state.retreats == ("p1",)


@pytest.mark.rule("NB-040")
def test_retreat_is_laid_down_in_the_reorganise_phase(study: Study) -> None:
    table = study("yamato 1\nhand p1 retreat")
    assert code(study("yamato 1\nhand p1 retreat", "prepare"), "retreat") == "wrong-phase"
    play(table, "retreat")
    assert view(table, "p2").players[0].retreated
    assert "retreat" not in table.state.discard


@pytest.mark.rule("NB-041", "NB-917")
def test_retreat_takes_up_to_three_damage_cards_off(study: Study) -> None:
    edits = """
        yamato 1
        damage yamato heavy-3, heavy-3, light-1
        i-174 passive
        damage i-174 depth-charge-1
        hand p1 retreat
    """
    table = study(edits)
    assert code(table, "repair yamato light-1") == "no-repairs"
    play(table, "retreat", "repair yamato heavy-3", "repair i-174 depth-charge-1")
    assert code(table, "repair yamato heavy-5") == "no-damage"
    play(table, "repair yamato heavy-3")
    assert code(table, "repair yamato light-1") == "no-repairs"
    assert table.state.fleet["yamato"].damage == ("light-1",)
    assert table.state.fleet["i-174"].damage == ()
    assert table.state.discard == ("depth-charge-1", "heavy-3", "heavy-3")


@pytest.mark.rule("NB-041")
def test_repairs_are_a_permission_and_do_not_outlast_the_phase(study: Study) -> None:
    table = study("yamato 1\ndamage yamato heavy-3\nhand p1 retreat, missed")
    play(table, "retreat", "end")
    assert table.state.repairs == 0
    assert table.state.fleet["yamato"].damage == ("heavy-3",)


@pytest.mark.rule("NB-042", "NB-919")
def test_a_retreating_player_prepares_discards_and_draws_but_does_not_attack(
    study: Study,
) -> None:
    table = study("mikuma 1\nbismarck 1\nhand p1 retreat, medium-2, missed, armour")
    play(table, "retreat", "end")
    assert step(table) == "Prepare"
    play(table, "prepare missed mikuma", "end")
    assert step(table) == "Discard"
    assert code(table, "fire medium-2 mikuma > bismarck") == "wrong-phase"
    dice(table, 1, 1, 1, 1, 1, 1)
    play(table, "discard armour", "end")
    assert len(table.state.hands["p1"]) == 7


@pytest.mark.rule("NB-043", "NB-918")
def test_a_retreated_fleet_is_out_of_reach_of_every_attack(study: Study) -> None:
    hand = "medium-2, torpedo-3, depth-charge-1, base-raid-1, surprise-attack, light-1"
    edits = f"mikuma 1\nshoho 1\ni-174 active\nt13 1\nu-47 passive\nretreat p2\nhand p1 {hand}"
    table = study(edits, "declare")
    for action in (
        "fire medium-2 mikuma > t13",
        "fire torpedo-3 i-174 > t13",
        "fire depth-charge-1 mikuma > u-47",
        "raid base-raid-1 > t13",
        "raid shoho > u-47",
    ):
        assert rule(table, action) == "NB-043"
    offered = {str(action) for action in table.legal_actions("p1")}
    assert offered == {"surprise p2", "end"}


@pytest.mark.rule("NB-044")
def test_retreat_lasts_until_the_next_own_turn_begins(study: Study) -> None:
    table = study("yamato 1\nbismarck 1\nhand p1 retreat", dice=[*DRAW, *DRAW])
    play(table, "retreat", "end")
    assert table.state.active == "p2"
    assert table.state.retreats == ("p1",)
    play(table, "end")
    assert table.state.active == "p1"
    assert table.state.retreats == ()
    assert "retreat" in table.state.discard


@pytest.mark.rule("NB-045", "NB-046")
def test_reinforcements_add_ship_cards_up_to_the_number(study: Study) -> None:
    table = study("yamato 1\nhand p1 reinforcements-4")
    assert code(table, "reinforce reinforcements-4 > takao, kagero") == "too-dear"
    assert code(table, "reinforce reinforcements-4 > yamato") == "not-in-reserve"
    assert code(table, "reinforce reinforcements-4 > t13") == "not-in-reserve"
    assert code(table, "reinforce reinforcements-3 > kagero") == "not-in-hand"
    assert code(table, "reinforce missed > kagero") == "wrong-card"
    play(table, "reinforce reinforcements-4 > shimakaze, i-19")
    assert {"yamato", "shimakaze", "i-19"} == set(table.state.fleet)
    assert "shimakaze" not in table.state.reserve["p1"]
    assert table.state.discard == ("reinforcements-4",)
    late = study("yamato 1\nhand p1 reinforcements-4", "prepare")
    assert code(late, "reinforce reinforcements-4 > shimakaze") == "wrong-phase"


@pytest.mark.rule("NB-047")
def test_unused_points_are_lost(study: Study) -> None:
    table = study("yamato 1\nhand p1 reinforcements-4")
    play(table, "reinforce reinforcements-4 > shimakaze")
    assert code(table, "reinforce reinforcements-4 > kagero") == "not-in-hand"
    assert "kagero" not in table.state.fleet


@pytest.mark.rule("NB-048", "NB-914")
def test_new_ships_may_be_moved_and_submarines_turned_at_once(study: Study) -> None:
    table = study("yamato 1\nnagato 2\nhand p1 reinforcements-4, missed")
    play(
        table,
        "reinforce reinforcements-4 > shimakaze, i-174",
        "line 3 shimakaze",
        "active i-174",
        "line 2 yamato",
        "line 1 nagato",
        "end",
    )
    fleet = table.state.fleet
    assert (fleet["shimakaze"].line, fleet["i-174"].line, fleet["i-174"].active) == (3, 0, True)


@pytest.mark.rule("NB-913")
def test_new_ships_prepare_and_attack_in_the_same_turn(study: Study) -> None:
    table = study("yamato 2\nbismarck 1\nhand p1 reinforcements-4, light-1, missed")
    play(table, "reinforce reinforcements-4 > kagero, shimakaze", "end")
    play(table, "prepare missed kagero", "end")
    assert code(table, "fire light-1 shimakaze > bismarck") == ""


@pytest.mark.rule("NB-916")
def test_sunk_cards_never_return(study: Study) -> None:
    table = study("yamato 1\nprize p2 kagero\nhand p1 reinforcements-2")
    assert code(table, "reinforce reinforcements-2 > kagero") == "not-in-reserve"
    assert code(table, "reinforce reinforcements-2 > shimakaze") == ""
