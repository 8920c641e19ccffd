"""Phase 2, prepare: NB-049 to NB-061, NB-920 to NB-926."""

from __future__ import annotations

import pytest

from tests.rules.naval.tools import DRAW, Study, code, dice, play, rule, step, view

AIR = "shoho 3\nyamato 2\nkagero 1\nt13 1\nbismarck 1"


@pytest.mark.rule("NB-049", "NB-112")
def test_ships_and_active_submarines_prepare(study: Study) -> None:
    table = study("yamato 1\ni-174 active\ni-19 passive\nt13 1\nhand p1 missed", "prepare")
    assert code(table, "prepare missed yamato") == ""
    assert code(table, "prepare missed i-174") == ""
    assert code(table, "prepare missed i-19") == "passive"
    assert code(table, "prepare missed t13") == "not-yours"


@pytest.mark.rule("NB-050", "NB-051")
def test_one_prepare_card_and_then_no_attack_card(study: Study) -> None:
    edits = "mikuma 1\nkagero 1\nt13 1\nhand p1 missed, armour, medium-2, light-1"
    table = study(edits, "prepare")
    play(table, "prepare missed mikuma")
    assert rule(table, "prepare armour mikuma") == "NB-050"
    assert code(table, "prepare armour kagero") == ""
    play(table, "end")
    assert rule(table, "fire medium-2 mikuma > t13") == "NB-051"
    assert code(table, "fire light-1 kagero > t13") == ""


@pytest.mark.rule("NB-052")
def test_prepared_cards_lie_open_and_stay(study: Study) -> None:
    table = study("mikuma 1\nt13 1\nhand p1 missed", "prepare", DRAW)
    play(table, "prepare missed mikuma")
    shown = view(table, "p2").players[0].prepared
    assert [(card.card, card.ship) for card in shown] == [("missed", "mikuma")]
    assert table.state.discard == ()
    assert table.state.active == "p2"  # with an empty hand the turn runs to its end
    assert table.state.prepared[0].card == "missed"


@pytest.mark.rule("NB-053", "NB-920")
def test_the_general_expiry_is_an_option(study: Study) -> None:
    for expiry, stays in (("next_turn", True), ("end_of_turn", False)):
        table = study("mikuma 1\nt13 1\nhand p1 missed", "prepare", DRAW, prep_expiry=expiry)
        play(table, "prepare missed mikuma")
        assert table.state.active == "p2"
        assert bool(table.state.prepared) is stays
        assert ("missed" in table.state.discard) is not stays


@pytest.mark.rule("NB-054", "NB-061", "NB-920", "NB-921")
def test_prepared_cards_leave_as_the_next_own_turn_begins(study: Study) -> None:
    cards = ("missed", "armour", "escort", "planning")
    ships = ("mikuma", "yamato", "kagero", "shoho")
    edits = "\n".join(f"{ship} 1" for ship in ships)
    edits += "\nt13 1\nactive p2\n"
    edits += "\n".join(f"prepared p1 {c} {s}" for c, s in zip(cards, ships, strict=True))
    table = study(edits, "discard", DRAW)
    assert step(table) == "Reorganise"
    assert table.state.active == "p1"
    assert table.state.prepared == []
    assert sorted(table.state.discard) == sorted(cards)


@pytest.mark.rule("NB-055", "NB-117", "NB-120")
def test_once_in_each_opposing_turn(study: Study) -> None:
    edits = """
        mikuma 1
        scharnhorst 1
        giulio-cesare 1
        prepared p1 missed mikuma
        hand p2 medium-2, medium-3
        hand p3 medium-2
        active p2
    """
    table = study(edits, "declare", players=3)
    play(table, "fire medium-2 scharnhorst > mikuma", "end")
    play(table, "use missed 1")
    assert table.state.prepared[0].used
    # A second attack of the same turn would find it used.
    again = study(edits, "declare", players=3)
    play(again, "fire medium-2 scharnhorst > mikuma")
    assert rule(again, "fire medium-3 scharnhorst > mikuma", "p2") == "NB-066"
    two = study(edits + "\nadmiral-graf-spee 1", "declare", players=3)
    play(two, "fire medium-2 scharnhorst > mikuma", "fire medium-3 admiral-graf-spee > mikuma")
    play(two, "end", "use missed 1")
    assert rule(two, "use missed 2", "p1") == "NB-055"
    # In the next opponent's turn it is good again.
    dice(table, *DRAW[:6])
    assert step(table) == "Discard"
    play(table, "end")
    assert table.state.active == "p3"
    play(table, "end", "end", "fire medium-2 giulio-cesare > mikuma", "end")
    assert code(table, "use missed 1", "p1") == ""


@pytest.mark.rule("NB-056", "NB-119", "NB-122", "NB-124")
def test_which_cards_are_prepared(study: Study) -> None:
    hand = "missed, armour, escort, planning, light-target, diversion, heavy-3"
    table = study(f"yamato 1\nt13 1\nhand p1 {hand}", "prepare")
    offered = {
        str(action).split()[1] for action in table.legal_actions("p1") if str(action) != "end"
    }
    assert offered == {"missed", "armour", "escort", "planning"}
    assert rule(table, "prepare diversion yamato") == "NB-056"


@pytest.mark.rule("NB-057", "NB-059")
def test_planning_is_announced_before_the_roll(study: Study) -> None:
    for bonus, sunk in ((" +1", True), ("", False)):
        edits = f"{AIR}\nprepared p1 planning kagero\nhand p2 missed"
        table = study(edits, "declare", [4, *DRAW])
        play(table, "raid shoho > t13", "end", "end")  # 5 needed in line 1
        assert step(table) == "Resolve"
        assert code(table, "roll +2") == "no-planning"
        play(table, f"roll{bonus}")
        assert ("t13" not in table.state.fleet) is sunk


@pytest.mark.rule("NB-058")
def test_planning_helps_the_defenders_dice_in_opposing_turns(study: Study) -> None:
    edits = """
        shoho 1
        graf-zeppelin 1
        t13 1
        prepared p2 planning t13
        hand p1 armour
        hand p2 missed
    """
    table = study(edits, "declare", [4])
    play(table, "raid shoho > t13", "end", "cover graf-zeppelin 1 +1")  # covers on 5
    assert "t13" in table.state.fleet
    assert table.state.attacks == []
    assert table.state.prepared[0].used


@pytest.mark.rule("NB-060", "NB-924")
def test_several_planning_cards_on_one_die_or_on_several(study: Study) -> None:
    edits = (
        f"{AIR}\ntaiyo 3\nprepared p1 planning kagero\nprepared p1 planning yamato\nhand p2 missed"
    )
    table = study(edits, "declare", [3, 1, *DRAW])
    play(table, "raid shoho > t13", "raid taiyo > bismarck", "end", "end", "roll +2")
    assert "t13" not in table.state.fleet  # 3 + 2 against 5
    assert table.state.active == "p2"  # no Planning left, so the second die rolled by itself
    table = study(edits, "declare", [4, 6, *DRAW])
    play(table, "raid shoho > t13", "raid taiyo > bismarck", "end", "end", "roll +1", "roll +1")
    assert "t13" not in table.state.fleet  # 4 + 1 against 5
    assert "bismarck" not in table.state.fleet  # 6 + 1 against 6 + 1


@pytest.mark.rule("NB-922")
def test_a_preparing_carrier_may_raid_unless_the_option_says_no(study: Study) -> None:
    for blocks in (False, True):
        table = study(f"{AIR}\nhand p1 missed, armour", "prepare", prep_blocks_raid=blocks)
        play(table, "prepare missed shoho", "end")
        if blocks:
            assert rule(table, "raid shoho > t13") == "NB-922"
            assert not any("raid" in str(action) for action in table.legal_actions("p1"))
        else:
            assert code(table, "raid shoho > t13") == ""


@pytest.mark.rule("NB-923")
def test_a_prepared_card_outlives_its_ship(study: Study) -> None:
    edits = """
        mikuma 1
        t13 1
        bismarck 1
        prepared p2 missed t13
        hand p1 torpedo-4, medium-2
        hand p2 armour
    """
    table = study(edits, "declare", [6, *DRAW])
    play(table, "fire torpedo-4 mikuma > t13", "end", "end", "end")
    assert "t13" not in table.state.fleet
    assert [p.card for p in table.state.prepared] == []  # p2's own turn has begun
    table = study(edits.replace("t13 1", "prize p1 t13"), "declare")
    play(table, "fire medium-2 mikuma > bismarck", "end")
    assert code(table, "use missed 1", "p2") == ""


@pytest.mark.rule("NB-925")
def test_planning_serves_only_its_owners_dice(study: Study) -> None:
    # The defender's Planning does not ask the attacker, nor the other way round.
    edits = f"{AIR}\ngraf-zeppelin 3\nprepared p1 planning kagero\nhand p2 missed"
    table = study(edits, "declare")
    play(table, "raid shoho > t13", "end")
    assert code(table, "cover graf-zeppelin 1 +1", "p2") == "no-planning"
    edits = f"{AIR}\nprepared p2 planning t13\nhand p2 missed"
    table = study(edits, "declare", [4, *DRAW])
    play(table, "raid shoho > t13", "end", "end")
    assert "t13" in table.state.fleet
    assert table.state.active == "p2"


@pytest.mark.rule("NB-926")
def test_planning_is_spent_when_announced(study: Study) -> None:
    edits = f"{AIR}\ntaiyo 3\nprepared p1 planning kagero\nhand p1 armour\nhand p2 missed"
    table = study(edits, "declare", [6, 6])
    play(table, "raid shoho > t13", "raid taiyo > bismarck", "end", "end", "roll +1")
    # The first die needed no help, yet the second is rolled without any.
    assert table.state.prepared[0].used
    assert "t13" not in table.state.fleet
    assert "bismarck" in table.state.fleet  # 6 against 7
