"""Phase 3A, declaring attacks: NB-062 to NB-096, NB-161, NB-927 to NB-933, NB-936 to NB-939."""

from __future__ import annotations

import pytest

from sandtable.games.naval import Deck
from tests.rules.naval.tools import DRAW, Study, code, play, rule, step, view


@pytest.mark.rule("NB-062", "NB-064", "NB-106")
def test_any_number_of_attack_cards_and_carrier_raids(study: Study) -> None:
    edits = """
        mikuma 1
        yamato 1
        shoho 3
        kagero 2
        bismarck 1
        hand p1 medium-2, heavy-3, torpedo-3, base-raid-1
        hand p2 missed
    """
    table = study(edits, "declare")
    play(
        table,
        "fire medium-2 mikuma > bismarck",
        "fire heavy-3 yamato > bismarck",
        "fire torpedo-3 mikuma > bismarck",
        "raid base-raid-1 > bismarck",
        "raid shoho > bismarck",
    )
    assert len(table.state.attacks) == 5
    assert table.state.hands["p1"] == ()


@pytest.mark.rule("NB-065", "NB-161", "NB-071")
def test_the_ship_and_the_target_are_named_for_all_to_see(study: Study) -> None:
    table = study("mikuma 1\nt13 1\nbismarck 1\nhand p1 medium-2\nhand p2 missed", "declare")
    assert code(table, "fire medium-2 mikuma, mikuma > t13") == "ship-count"
    assert code(table, "fire medium-2 bismarck > t13") == "not-yours"
    assert code(table, "fire medium-2 mikuma > hood") == "no-target"
    assert code(table, "fire medium-2 mikuma > mikuma") == "own-ship"
    events = table.play("fire medium-2 mikuma > t13")
    assert str(events[0]) == "Attack 1: mikuma with medium-2 at t13"
    (attack,) = view(table, "p2").attacks
    assert (attack.source, attack.ships, attack.target) == ("medium-2", ("mikuma",), "t13")
    # The firing ship is checked before the target is looked at.
    table = study("mikuma 3\nt13 1\nhand p1 medium-2", "declare")
    assert code(table, "fire medium-2 mikuma > hood") == "attacker-line"


@pytest.mark.rule("NB-063")
def test_no_defence_before_the_last_declaration(study: Study) -> None:
    edits = "mikuma 1\nyamato 1\nt13 1\nhand p1 medium-2, heavy-3\nhand p2 missed"
    table = study(edits, "declare")
    play(table, "fire medium-2 mikuma > t13")
    assert code(table, "defend missed 1", "p2") == "not-asked"
    play(table, "fire heavy-3 yamato > t13", "end")
    assert code(table, "defend missed 1", "p2") == ""
    assert code(table, "fire heavy-3 yamato > t13") == "not-asked"


@pytest.mark.rule("NB-066", "NB-929")
def test_each_armament_once_a_turn(study: Study) -> None:
    hand = "medium-2, medium-3, cruiser-2, torpedo-3, torpedo-4"
    table = study(f"mikuma 1\nt13 1\nz23 1\naliseo 1\nhand p1 {hand}", "declare", players=3)
    play(table, "fire medium-2 mikuma > t13")
    assert rule(table, "fire medium-3 mikuma > t13") == "NB-066"
    play(table, "fire cruiser-2 mikuma > z23", "fire torpedo-3 mikuma > aliseo")
    assert rule(table, "fire torpedo-4 mikuma > t13") == "NB-066"
    assert {attack.seat for attack in table.state.attacks} == {"p2", "p3"}


@pytest.mark.rule("NB-069", "NB-075")
def test_primary_attacks_go_from_line_1_or_2_to_line_1_or_2(study: Study) -> None:
    for own in (1, 2, 3):
        filler = "\n".join(f"{s} {n}" for s, n in (("kagero", 1), ("kashii", 2)))
        edits = f"{filler}\nyamato {own}\nt13 1\nz23 2\nbismarck 3\nhand p1 heavy-4"
        table = study(edits, "declare")
        for target, line in (("t13", 1), ("z23", 2), ("bismarck", 3)):
            legal = own <= 2 and line <= 2
            assert (rule(table, f"fire heavy-4 yamato > {target}") == "") is legal
            assert rule(table, f"fire heavy-4 yamato > {target}") in ("", "NB-075")


@pytest.mark.rule("NB-070", "NB-080", "NB-081", "NB-930")
def test_two_ship_cards_need_two_different_first_line_ships(study: Study) -> None:
    edits = """
        kagero 1
        shimakaze 1
        kashii 2
        takao 1
        mikuma 1
        t13 1
        hand p1 paired-light-3, paired-cruiser-4, light-1, cruiser-2
    """
    table = study(edits, "declare")
    assert code(table, "fire paired-light-3 kagero > t13") == "ship-count"
    assert code(table, "fire paired-light-3 kagero, kagero > t13") == "ship-count"
    assert code(table, "fire paired-light-3 kagero, kashii > t13") == "attacker-line"
    assert code(table, "fire paired-light-3 kagero, takao > t13") == "calibre"
    assert code(table, "fire paired-cruiser-4 kagero, takao > t13") == "calibre"
    play(table, "fire paired-light-3 kagero, shimakaze > t13")
    play(table, "fire paired-cruiser-4 takao, mikuma > t13")
    assert len(table.state.attacks) == 2
    for ship, card in (("kagero", "light-1"), ("shimakaze", "light-1"), ("mikuma", "cruiser-2")):
        assert code(table, f"fire {card} {ship} > t13") == "used"
    drilled = study(f"{edits}\ndrilled shimakaze", "declare")
    assert rule(drilled, "fire paired-light-3 kagero, shimakaze > t13") == "NB-051"


@pytest.mark.rule("NB-072", "NB-077", "NB-084", "NB-091", "NB-095", "NB-097")
def test_attack_cards_belong_to_the_attack_phase(study: Study) -> None:
    actions = (
        "fire medium-2 mikuma > t13",
        "fire cruiser-2 mikuma > t13",
        "fire torpedo-3 mikuma > t13",
        "fire depth-charge-1 mikuma > u-47",
        "surprise p2",
        "raid base-raid-1 > t13",
    )
    hand = "medium-2, cruiser-2, torpedo-3, depth-charge-1, surprise-attack, base-raid-1"
    edits = f"mikuma 1\nt13 1\nu-47 passive\nhand p1 {hand}"
    for phase, legal in (
        ("reorganise", False),
        ("prepare", False),
        ("declare", True),
        ("discard", False),
    ):
        table = study(edits, phase)
        for action in actions:
            assert code(table, action) == ("" if legal else "wrong-phase")


@pytest.mark.rule("NB-073", "NB-074")
def test_the_two_primary_types(study: Study, deck: Deck) -> None:
    assert deck.actions["medium-2"].calibres == deck.actions["medium-3"].calibres == (11, 12, 13)
    assert deck.actions["heavy-3"].calibres == deck.actions["heavy-5"].calibres == (14, 15, 16, 18)
    edits = "littorio 1\ngiulio-cesare 1\nyamato 1\nactive p3\nhand p3 medium-2, heavy-3"
    table = study(edits, "declare", players=3)
    assert code(table, "fire medium-2 giulio-cesare > yamato", "p3") == ""
    assert code(table, "fire heavy-3 giulio-cesare > yamato", "p3") == "calibre"
    assert code(table, "fire heavy-3 littorio > yamato", "p3") == ""
    assert code(table, "fire medium-2 littorio > yamato", "p3") == "calibre"


@pytest.mark.rule("NB-076", "NB-083")
def test_gun_damage_is_the_number_on_the_card(study: Study, deck: Deck) -> None:
    for card, ship, damage in (("heavy-5", "yamato", 5), ("cruiser-3", "takao", 3)):
        edits = f"{ship} 1\nbismarck 1\nhand p1 {card}, armour\nhand p2 diversion"
        table = study(edits, "declare")
        play(table, f"fire {card} {ship} > bismarck", "end", "end")
        assert view(table).players[1].lines[0][0].damage == damage


@pytest.mark.rule("NB-078", "NB-079", "NB-082")
def test_secondary_attacks_by_calibre_from_first_line_to_first_line(study: Study) -> None:
    edits = """
        kagero 1
        takao 1
        yamato 2
        kashii 2
        t13 1
        z23 2
        hand p1 light-1, cruiser-2
    """
    table = study(edits, "declare")
    assert code(table, "fire light-1 kagero > t13") == ""
    assert code(table, "fire cruiser-2 takao > t13") == ""
    assert code(table, "fire light-1 takao > t13") == "calibre"
    assert code(table, "fire cruiser-2 kagero > t13") == "calibre"
    assert rule(table, "fire cruiser-2 yamato > t13") == "NB-082"
    assert rule(table, "fire light-1 kashii > t13") == "NB-082"
    assert rule(table, "fire light-1 kagero > z23") == "NB-082"


@pytest.mark.rule("NB-086")
def test_torpedoes_of_ships_go_from_first_line_to_first_line(study: Study) -> None:
    table = study("kagero 1\ntakao 2\nt13 1\nz23 2\nhand p1 torpedo-3", "declare")
    assert code(table, "fire torpedo-3 kagero > t13") == ""
    assert rule(table, "fire torpedo-3 takao > t13") == "NB-086"
    assert rule(table, "fire torpedo-3 kagero > z23") == "NB-086"


@pytest.mark.rule("NB-087", "NB-088")
def test_torpedoes_of_submarines_reach_every_line_but_no_submarine(study: Study) -> None:
    table = study(
        "i-174 active\nt13 1\nz23 2\nbismarck 3\nu-47 active\nhand p1 torpedo-3", "declare"
    )
    for target in ("t13", "z23", "bismarck"):
        assert code(table, f"fire torpedo-3 i-174 > {target}") == ""
    assert rule(table, "fire torpedo-3 i-174 > u-47") == "NB-088"


@pytest.mark.rule("NB-089", "NB-090", "NB-140")
def test_a_torpedo_needs_five_with_the_ships_value(study: Study) -> None:
    # T13 has +0, Prinz Eugen +1, Leberecht Maass +2.
    for ship, face, hit in (
        ("t13", 4, False),
        ("t13", 5, True),
        ("prinz-eugen", 3, False),
        ("prinz-eugen", 4, True),
        ("leberecht-maass", 2, False),
        ("leberecht-maass", 3, True),
    ):
        edits = f"{ship} 1\nyamato 1\nactive p2\nhand p2 torpedo-4, armour\nhand p1 missed"
        table = study(edits, "declare", [face])
        play(table, f"fire torpedo-4 {ship} > yamato", "end")
        assert table.state.fleet["yamato"].damage == ()
        play(table, "end")
        assert table.state.fleet["yamato"].damage == (("torpedo-4",) if hit else ())


@pytest.mark.rule("NB-093", "NB-092")
def test_depth_charges_from_the_first_line_at_any_submarine(study: Study) -> None:
    boats = "i-174 active\nu-47 passive\nu-2511 active"
    edits = f"kagero 1\ntakao 2\nt13 1\n{boats}\nhand p1 depth-charge-2"
    table = study(edits, "declare")
    for target in ("u-47", "u-2511"):
        assert code(table, f"fire depth-charge-2 kagero > {target}") == ""
    assert rule(table, "fire depth-charge-2 kagero > t13") == "NB-093"
    assert rule(table, "fire depth-charge-2 takao > u-47") == "NB-092"
    assert rule(table, "fire depth-charge-2 i-174 > u-47") == "NB-092"


@pytest.mark.rule("NB-094", "NB-932")
def test_a_depth_charge_does_its_damage_without_a_roll_and_uses_the_mount(study: Study) -> None:
    edits = "kagero 1\nu-2511 active\nt13 1\nhand p1 depth-charge-1, torpedo-3\nhand p2 missed"
    table = study(edits, "declare")
    play(table, "fire depth-charge-1 kagero > u-2511")
    assert rule(table, "fire torpedo-3 kagero > t13") == "NB-066"
    play(table, "end", "end")  # no dice are there: none are rolled
    assert table.state.fleet["u-2511"].damage == ("depth-charge-1",)


@pytest.mark.rule("NB-096", "NB-936", "NB-937", "NB-938")
def test_surprise_attack_works_at_once_and_on_cards_in_play_only(study: Study) -> None:
    edits = """
        mikuma 1
        bismarck 1
        damage bismarck heavy-5
        retreat p2
        prepared p2 missed bismarck
        prepared p2 planning t13
        aliseo 1
        prepared p3 armour aliseo
        hand p1 surprise-attack, medium-2
        hand p2 diversion, missed
    """
    table = study(edits, "declare", players=3)
    assert code(table, "fire medium-2 mikuma > bismarck") == "retreated"
    assert code(table, "surprise p1") == "no-opponent"
    assert code(table, "surprise p4") == "no-opponent"
    play(table, "surprise p2")
    assert step(table) == "Declare"  # nobody was asked to stop it
    assert [p.seat for p in table.state.prepared] == ["p3"]
    assert table.state.retreats == ()
    assert table.state.discard == ("missed", "planning", "retreat", "surprise-attack")
    assert table.state.hands["p2"] == ("diversion", "missed")
    assert table.state.fleet["bismarck"].damage == ("heavy-5",)
    play(table, "fire medium-2 mikuma > bismarck", "end")
    assert code(table, "defend diversion 1", "p2") == ""
    assert len(table.state.attacks) == 1


@pytest.mark.rule("NB-927")
def test_nobody_has_to_attack(study: Study) -> None:
    table = study("mikuma 1\nt13 1\nhand p1 medium-2", "declare")
    play(table, "end")
    assert step(table) == "Discard"
    nothing = study("mikuma 1\nt13 1", "declare", DRAW)
    assert nothing.state.active == "p2"


@pytest.mark.rule("NB-928")
def test_a_refused_card_stays_in_hand(study: Study) -> None:
    table = study("mikuma 3\nt13 1\nhand p1 medium-2", "declare")
    before = table.state.copy()
    assert code(table, "fire medium-2 mikuma > t13") == "attacker-line"
    assert table.state == before
    assert table.state.hands["p1"] == ("medium-2",)


@pytest.mark.rule("NB-931")
def test_guns_and_torpedoes_do_not_reach_submarines(study: Study) -> None:
    hand = "medium-2, cruiser-2, torpedo-3, base-raid-1, depth-charge-1"
    table = study(f"mikuma 1\nt13 1\nu-47 active\nhand p1 {hand}", "declare")
    for card in ("medium-2", "cruiser-2", "torpedo-3"):
        assert rule(table, f"fire {card} mikuma > u-47") == "NB-931"
    assert code(table, "fire depth-charge-1 mikuma > u-47") == ""
    assert code(table, "raid base-raid-1 > u-47") == ""


@pytest.mark.rule("NB-933", "NB-939")
def test_a_player_without_ships_plays_on_and_is_out_of_reach(study: Study) -> None:
    edits = """
        t13 1
        z23 1
        hand p1 base-raid-1, surprise-attack, reinforcements-2, heavy-3
        hand p2 light-1, base-raid-2
    """
    table = study(edits, "reorganise", [6, *DRAW])
    play(table, "end", "end")
    assert code(table, "surprise p2") == ""
    assert code(table, "fire heavy-3 yamato > t13") == "not-yours"
    play(table, "raid base-raid-1 > t13", "end", "end")
    assert table.state.prizes["p1"] == ("t13",)
    play(table, "end", "end", "end")  # discard, then p2 reorganises and prepares nothing
    assert table.state.active == "p2"
    assert {str(a) for a in table.legal_actions("p2")} == {"end"}
