"""Components and cards: NB-001 to NB-020, NB-901 to NB-905, NB-976, NB-977."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.naval import Deck, Naval, standard_deck
from sandtable.table import Illegal, Malformed, Table
from tests.rules.naval.tools import Study, code, view


@pytest.mark.rule("NB-001")
def test_two_to_six_players(rules: Naval) -> None:
    for players in (2, 3, 4, 5, 6):
        assert len(rules.seats(rules.read_options({"players": players}))) == players
    for players in (1, 7):
        with pytest.raises(Malformed):
            rules.read_options({"players": players})


@pytest.mark.rule("NB-002", "NB-021")
def test_six_nations_to_choose_from(rules: Naval) -> None:
    table = Table(rules)
    offered = {str(action) for action in table.legal_actions("p1")}
    assert offered == {
        f"nation {name}" for name in ("france", "germany", "great-britain", "italy", "japan", "usa")
    }
    assert code(table, "nation spain") == "no-nation"
    table.play("nation france", "p1")
    table.play("nation usa", "p2")
    assert table.state.nations == {"p1": "france", "p2": "usa"}


@pytest.mark.rule("NB-003", "NB-902", "NB-904")
def test_78_ship_cards_and_102_action_cards() -> None:
    deck = standard_deck()
    assert len(deck.ships) == 78
    assert sum(card.count for card in deck.actions.values()) == len(deck.all_actions()) == 102
    assert len(deck.actions) == 30
    for nation, count in Counter(ship.nation for ship in deck.ships.values()).items():
        assert count == 13
        assert sum(deck.ships[ship].points for ship in deck.nation(nation)) > 40


@pytest.mark.rule("NB-004")
def test_dice_have_six_sides_and_six_suffice(study: Study, rules: Naval) -> None:
    table = study("mikuma 1\nt13 1\nhand p1 torpedo-3\nhand p2 missed", "declare")
    table.dice = None
    table.play("fire torpedo-3 mikuma > t13")
    table.play("end")
    table.play("end")
    assert table.position.chance is not None
    assert table.position.chance.sides == (6,)
    # The most dice thrown together are those for first player: one a player.
    most = Table(rules, {"players": 6})
    for seat, nation in zip(
        most.seats, ("france", "germany", "italy", "japan", "usa"), strict=False
    ):
        most.play(f"nation {nation}", seat)
    most.play("nation great-britain", "p6")
    for seat in most.seats:
        most.play(next(iter(most.legal_actions(seat))), seat)
    assert most.position.chance is not None
    assert most.position.chance.sides == (6,) * 6


@pytest.mark.rule("NB-005", "NB-030")
def test_submarines_are_ship_cards_without_a_line(study: Study, deck: Deck) -> None:
    table = study("yamato 1\ni-174 passive")
    assert table.state.fleet["i-174"].line == 0
    assert "i-174" in deck.ships
    assert code(table, "line 1 i-174") == "submarine-line"
    mine = view(table, "p2").players[0]
    assert [ship.id for ship in mine.submarines] == ["i-174"]
    assert [ship.id for line in mine.lines for ship in line] == ["yamato"]


@pytest.mark.rule("NB-006")
def test_a_fleet_has_one_flag(rules: Naval) -> None:
    table = Table(rules, edits=["nation p1 japan", "nation p2 germany", "phase fleets"])
    assert code(table, "fleet yamato, bismarck") == "not-your-nation"
    assert code(table, "fleet yamato") == ""


@pytest.mark.rule("NB-007", "NB-144")
def test_sinking_earns_the_printed_points(study: Study, deck: Deck) -> None:
    table = study("mikuma 1\nt13 1\nschnellboot 1\nhand p1 medium-2\nhand p2 missed", "declare")
    table.dice.add([1] * 7)  # type: ignore[union-attr]
    for action in ("fire medium-2 mikuma > t13", "end", "end"):
        table.play(action)
    assert table.state.prizes["p1"] == ("t13",)
    assert view(table).players[0].points == deck.ships["t13"].points


@pytest.mark.rule("NB-008", "NB-111", "NB-038")
def test_a_submarine_has_two_sides(study: Study) -> None:
    table = study("yamato 1\ni-174 passive")
    table.play("active i-174")
    assert table.state.fleet["i-174"].active
    assert code(table, "active i-174") == "no-change"
    table.play("passive i-174")
    assert not table.state.fleet["i-174"].active
    assert code(table, "active yamato") == "no-submarine"


@pytest.mark.rule("NB-009", "NB-087", "NB-112")
def test_only_an_active_submarine_attacks(study: Study) -> None:
    edits = "i-174 {}\nbismarck 1\nhand p1 torpedo-3"
    assert code(study(edits.format("passive"), "declare"), "fire torpedo-3 i-174 > bismarck") == (
        "passive"
    )
    assert code(study(edits.format("active"), "declare"), "fire torpedo-3 i-174 > bismarck") == ""


@pytest.mark.rule("NB-010", "NB-113", "NB-114")
def test_a_passive_submarine_is_hard_to_hit(study: Study) -> None:
    edits = "kagero 1\nbismarck 1\nu-47 {}\nhand p1 depth-charge-1\nhand p2 missed"
    table = study(edits.format("active"), "declare", [1] * 7)
    for action in ("fire depth-charge-1 kagero > u-47", "end", "end"):
        table.play(action)
    assert "u-47" not in table.state.fleet
    table = study(edits.format("passive"), "declare", [4, *[1] * 7])
    for action in ("fire depth-charge-1 kagero > u-47", "end"):
        table.play(action)
    assert code(table, "end", "p2") == "silent-due"
    table.play("silent 1")
    assert "u-47" in table.state.fleet


@pytest.mark.rule("NB-011", "NB-143")
def test_sunk_at_as_much_damage_as_hull(study: Study, deck: Deck) -> None:
    assert deck.ships["konigsberg"].hull == 4
    for card, sunk in (("medium-2", True), ("light-1", False)):
        edits = f"mikuma 1\nkagero 1\nkonigsberg 1\ndamage konigsberg cruiser-2\nhand p1 {card}"
        table = study(edits, "declare", [1] * 7)
        ship = "mikuma" if card == "medium-2" else "kagero"
        for action in (f"fire {card} {ship} > konigsberg", "end", "end"):
            table.play(action)
        assert ("konigsberg" not in table.state.fleet) is sunk


@pytest.mark.rule("NB-012")
def test_name_class_and_year_are_shown(study: Study) -> None:
    ship = view(study("yamato 1")).players[0].lines[0][0]
    assert (ship.name, ship.klass, ship.year) == ("Yamato", "battleship", 1941)


@pytest.mark.rule("NB-013", "NB-014", "NB-067")
def test_each_armament_needs_its_card(study: Study) -> None:
    edits = "scharnhorst 1\nhand p2 medium-2, cruiser-2, torpedo-3, heavy-4\nyamato 1\nactive p2"
    table = study(edits, "declare")
    ship = view(table).players[1].lines[0][0]
    assert (ship.primary, ship.secondary, ship.torpedo) == (11, 6, 1)
    for card in ("medium-2", "cruiser-2", "torpedo-3"):
        assert code(table, f"fire {card} scharnhorst > yamato", "p2") == ""
    assert code(table, "fire heavy-4 scharnhorst > yamato", "p2") == "calibre"
    assert code(table, "fire medium-3 scharnhorst > yamato", "p2") == "not-in-hand"


@pytest.mark.rule("NB-015")
def test_special_symbols_are_on_the_cards(study: Study) -> None:
    players = view(study("shokaku 1\ni-19 active\nyamato 1")).players[0]
    shokaku, yamato = players.lines[0]
    assert (shokaku.cover, shokaku.cover_roll, shokaku.raid) == (2, 4, (4, 5, 6))
    assert yamato.anti_air == 2
    assert players.submarines[0].silent == 5


@pytest.mark.rule("NB-016", "NB-017")
def test_cards_are_played_in_their_phases_only(study: Study, deck: Deck) -> None:
    phases = {phase for card in deck.actions.values() for phase in card.phases}
    assert phases == {"reorganise", "prepare", "attack", "defend"}
    assert deck.actions["missed"].phases == ("prepare", "defend")
    hand = "hand p1 retreat, missed, medium-2, diversion\nmikuma 1\nbismarck 1"
    tries = {
        "reorganise": "retreat",
        "prepare": "prepare missed mikuma",
        "declare": "fire medium-2 mikuma > bismarck",
    }
    for phase in tries:
        table = study(hand, phase)
        for own, action in tries.items():
            assert (code(table, action) == "") is (own == phase)
        assert code(table, "defend diversion 1") == "wrong-phase"
    assert code(study(hand, "prepare"), "prepare diversion mikuma") == "not-prepared"


@pytest.mark.rule("NB-018")
def test_nobody_plays_out_of_turn(study: Study) -> None:
    table = study("mikuma 1\nbismarck 1\nhand p2 retreat")
    assert code(table, "retreat", "p2") == "not-asked"
    with pytest.raises(Illegal):
        table.play("retreat", "p2")


@pytest.mark.rule("NB-019", "NB-941")
def test_defence_cards_answer_an_attack(study: Study) -> None:
    table = study("mikuma 1\nbismarck 1\nhand p1 medium-2, missed\nhand p2 missed", "declare")
    table.play("fire medium-2 mikuma > bismarck")
    assert code(table, "defend missed 1", "p2") == "not-asked"
    table.play("end")
    assert table.decision is not None
    assert (table.decision.seats, table.decision.step) == (("p2",), "Defend")
    assert code(table, "defend missed 1", "p2") == ""
    assert code(table, "defend missed 1", "p1") == "not-asked"


@pytest.mark.rule("NB-020")
def test_played_cards_are_discarded(study: Study) -> None:
    edits = "mikuma 1\nbismarck 1\nt13 1\nhand p1 medium-2, surprise-attack\nhand p2 missed"
    table = study(edits, "declare", [1] * 7)
    for action in ("surprise p2", "fire medium-2 mikuma > t13", "end", "defend missed 2"):
        if action.startswith("defend"):
            action = "defend missed 1"
        table.play(action)
    assert table.state.discard == ("medium-2", "missed", "surprise-attack")


@pytest.mark.rule("NB-901")
def test_a_ship_card_is_a_record_of_numbers(deck: Deck) -> None:
    u47 = deck.ships["u-47"]
    assert (u47.kind, u47.torpedo, u47.silent, u47.primary) == ("submarine", 2, 4, None)
    shoho = deck.ships["shoho"]
    assert (shoho.kind, shoho.raid, shoho.raids, shoho.cover) == ("carrier", (5, 6, 7), 1, 1)


@pytest.mark.rule("NB-903")
def test_the_deck_keeps_the_numbers_of_the_example() -> None:
    cards = standard_deck().actions
    assert [cards[c].damage for c in ("light-1", "medium-2", "heavy-4", "torpedo-4")] == [
        1,
        2,
        4,
        4,
    ]
    assert 5 in cards["light-1"].calibres
    assert 12 in cards["medium-2"].calibres
    assert 18 in cards["heavy-4"].calibres
    assert cards["base-raid-2"].roll is not None
    assert cards["base-raid-2"].roll[:2] == (3, 4)
    assert cards["base-raid-2"].raids == 2
    assert cards["reinforcements-3"].value == 3
    assert cards["torpedo-4"].roll == (5, 5, 5)


@pytest.mark.rule("NB-905", "NB-068")
def test_calibre_is_tested_against_the_set_on_the_card(study: Study) -> None:
    # A "12-inch" card serves Scharnhorst's 11-inch guns, not Bismarck's 15-inch ones.
    table = study("yamato 1\nscharnhorst 1\nbismarck 1\nhand p2 medium-2\nactive p2", "declare")
    assert code(table, "fire medium-2 scharnhorst > yamato", "p2") == ""
    assert code(table, "fire medium-2 bismarck > yamato", "p2") == "calibre"


@pytest.mark.rule("NB-976")
def test_names_of_the_fact_tables() -> None:
    deck = standard_deck()
    names = {card.name for card in deck.actions.values()}
    assert names == {
        *("Heavy Primary Attack", "Medium Primary Attack"),
        *("Light Secondary Attack", "Cruiser Secondary Attack"),
        *("Paired Light Secondary Attack", "Paired Cruiser Secondary Attack"),
        *("Torpedo", "Depth Charges", "Air Raid from Base"),
        *("Missed", "Armour", "Escort", "Light Target", "Diversion"),
        *("Retreat", "Reinforcements", "Surprise Attack", "Planning"),
    }
    carriers = {ship.klass for ship in deck.ships.values() if ship.kind == "carrier"}
    assert carriers == {"carrier", "light carrier", "escort carrier"}


@pytest.mark.rule("NB-977", "NB-085", "NB-092")
def test_plus_zero_is_a_mount_and_empty_is_none(study: Study, deck: Deck) -> None:
    assert deck.ships["t13"].torpedo == 0
    assert deck.ships["bismarck"].torpedo is None
    edits = (
        "t13 1\nbismarck 1\nyamato 1\ni-174 active\nhand p2 torpedo-3, depth-charge-1\nactive p2"
    )
    table = study(edits, "declare")
    assert code(table, "fire torpedo-3 t13 > yamato", "p2") == ""
    assert code(table, "fire torpedo-3 bismarck > yamato", "p2") == "no-armament"
    assert code(table, "fire depth-charge-1 t13 > i-174", "p2") == ""
    assert code(table, "fire depth-charge-1 bismarck > i-174", "p2") == "no-armament"
