"""The worked cases: each is a study in this folder, replayed with its dice."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.games.naval import Deck, Naval
from sandtable.table import FixedDice, Table, play_record, read_record
from tests.rules.naval.tools import code, dice, play, rule, step, view

HERE = Path(__file__).parent
TURN = "w01-09-published-turn"


def replay(rules: Naval, name: str, at: int | None = None) -> Table:
    """A study, up to its first ``at`` actions; further dice are fixed ones."""
    record = read_record((HERE / f"{name}.rec").read_text(encoding="utf-8"))
    record.options["deck"] = list(rules.decks)[-1]
    table = play_record(record, lambda _: rules, at)
    table.dice = FixedDice()
    return table


def lines(table: Table, seat: int) -> list[list[str]]:
    found = [[ship.id for ship in line] for line in view(table).players[seat].lines]
    return [line for line in found if line]


# The published turn: 5 actions reorganise, 2 prepare, 7 declare, 2 by Dan, 5 by Alan.


@pytest.mark.rule("NB-W01")
def test_w01_start(rules: Naval) -> None:
    table = replay(rules, TURN, 0)
    assert len(table.state.hands["p1"]) == 7
    assert lines(table, 0) == [["mikuma", "kashii"], ["kagero", "yamato"], ["shoho"]]
    assert not view(table).players[0].submarines[0].active
    cards = {card.id: card for card in view(table, "p1").hand}
    assert [cards[c].damage for c in ("light-1", "medium-2", "heavy-4", "torpedo-4")] == [
        1,
        2,
        4,
        4,
    ]
    assert cards["base-raid-2"].roll is not None
    assert cards["base-raid-2"].roll[:2] == (3, 4)


@pytest.mark.rule("NB-W02")
def test_w02_reorganise(rules: Naval, deck: Deck) -> None:
    table = replay(rules, TURN, 5)
    mine = lines(table, 0)
    assert [sorted(line) for line in mine] == [
        ["kagero", "kashii", "mikuma"],
        ["shimakaze", "yamato"],
        ["shoho"],
    ]
    assert table.state.fleet["i-174"].active
    assert len(table.state.hands["p1"]) == 6
    assert min(deck.ships[ship].points for ship in table.state.reserve["p1"]) > 1


@pytest.mark.rule("NB-W03")
def test_w03_prepare(rules: Naval) -> None:
    table = replay(rules, TURN, 7)
    assert [(p.card, p.ship) for p in table.state.prepared] == [("missed", "shimakaze")]
    assert len(table.state.hands["p1"]) == 5
    # Shimakaze has had its card: even from line 1 it could not fire.
    table.state.fleet["shimakaze"] = msgspec.structs.replace(table.state.fleet["shimakaze"], line=1)
    assert rule(table, "fire light-1 shimakaze > aliseo") == "NB-051"
    assert view(table, "p2").players[0].prepared[0].card == "missed"


@pytest.mark.rule("NB-W04")
def test_w04_declarations_by_card(rules: Naval) -> None:
    table = replay(rules, TURN, 11)
    declared = [(a.source, a.ships, a.target) for a in table.state.attacks]
    assert declared == [
        ("light-1", ("kagero",), "capitani-romani"),
        ("medium-2", ("mikuma",), "schnellboot"),
        ("heavy-4", ("yamato",), "bismarck"),
        ("torpedo-4", ("i-174",), "littorio"),
    ]


@pytest.mark.rule("NB-W05")
def test_w05_declarations_by_air(rules: Naval) -> None:
    table = replay(rules, TURN, 13)
    raids = view(table, "p3").attacks[4:]
    assert [(raid.target, raid.markers) for raid in raids] == [
        ("aliseo", (3,)),
        ("bismarck", (5,)),
        ("t13", (6,)),
    ]
    assert table.state.hands["p1"] == ()


@pytest.mark.rule("NB-W06")
def test_w06_dan_defends(rules: Naval) -> None:
    table = replay(rules, TURN, 14)
    assert table.decision is not None
    assert table.decision.seats == ("p2",)
    table = replay(rules, TURN, 16)
    assert {"armour", "light-1"} <= set(table.state.discard)
    assert [a.status for a in table.state.attacks] == ["stopped", *["live"] * 6]
    assert table.decision is not None
    assert table.decision.seats == ("p3",)


@pytest.mark.rule("NB-W07")
def test_w07_alan_defends(rules: Naval) -> None:
    table = replay(rules, TURN, 17)
    assert table.state.attacks[5].status == "live"  # the 3 fails
    table = replay(rules, TURN, 18)
    assert table.state.attacks[5].status == "stopped"
    assert view(table).attacks[5].markers == ()
    table = replay(rules, TURN, 19)
    assert table.state.attacks[2].target == "t13"
    table = replay(rules, TURN, 20)
    live = [number for number, a in enumerate(table.state.attacks, 1) if a.status == "live"]
    assert live == [2, 4, 5, 7]


@pytest.mark.rule("NB-W08")
def test_w08_resolution(rules: Naval) -> None:
    table = replay(rules, TURN)
    assert table.state.prizes["p1"] == ("schnellboot", "aliseo")
    assert table.state.fleet["littorio"].damage == ("torpedo-4",)
    assert view(table).players[1].lines[2][0].damage == 4
    assert "t13" in table.state.fleet
    assert view(table).players[0].points == 2


@pytest.mark.rule("NB-W09")
def test_w09_discard_draw_bookkeeping(rules: Naval) -> None:
    table = replay(rules, TURN)
    assert sorted(table.state.discard) == sorted(
        [
            *("reinforcements-3", "light-1", "armour", "diversion", "light-target"),
            *("escort", "heavy-4", "medium-2", "base-raid-2"),
        ]
    )
    assert [len(hand) for hand in table.state.hands.values()] == [7, 0, 0]
    assert lines(table, 2) == [["bismarck", "t13"], ["graf-zeppelin"]]
    assert lines(table, 1) == [["capitani-romani"], ["zara"], ["littorio"]]
    assert [p.seat for p in table.state.prepared] == ["p1"]
    assert (table.state.active, step(table)) == ("p2", "Reorganise")


@pytest.mark.rule("NB-W08", "NB-W09")
def test_the_published_turn_plays_with_the_standard_deck() -> None:
    game = sandtable.load(HERE / f"{TURN}.rec")
    assert game.state.prizes["p1"] == ("schnellboot", "aliseo")


@pytest.mark.rule("NB-W10")
def test_w10_illegal_lines(rules: Naval) -> None:
    table = replay(rules, "w10-illegal-lines", 1)
    assert rule(table, "end") == "NB-028"
    table = replay(rules, "w10-illegal-lines", 2)
    assert rule(table, "end") == "NB-027"
    assert step(replay(rules, "w10-illegal-lines")) == "Prepare"


@pytest.mark.rule("NB-W11")
def test_w11_fleet_total(deck: Deck) -> None:
    values = {"yamato": 9, "shokaku": 8, "kongo": 6, "kagero": 2, "taiyo": 1, "i-174": 3}
    ships = {
        name: msgspec.structs.replace(card, points=values.get(name, card.points))
        for name, card in deck.ships.items()
    }
    rules = Naval(msgspec.structs.replace(deck, ships=ships, tag="w11"))
    table = replay(rules, "w11-fleet-total", 0)
    assert code(table, "fleet yamato, shokaku, kongo, taiyo") == ""
    assert rule(table, "fleet yamato, shokaku, kongo, i-174") == "NB-022"
    table = replay(rules, "w11-fleet-total")
    assert table.decision is not None
    assert table.decision.seats == ("p2",)


@pytest.mark.rule("NB-W12")
def test_w12_first_player(rules: Naval) -> None:
    table = replay(rules, "w12-first-player")
    assert table.state.first == "p3"
    assert table.decision is not None
    assert (table.decision.seats, table.decision.step) == (("p3",), "Place")


@pytest.mark.rule("NB-W14")
def test_w14_calibre_and_line_refused(rules: Naval) -> None:
    table = replay(rules, "w14-calibre-and-line")
    assert code(table, "fire heavy-4 giulio-cesare > yamato", "p3") == "calibre"
    assert rule(table, "fire heavy-4 littorio > yamato", "p3") == "NB-075"
    assert rule(table, "fire light-1 capitani-romani > t13", "p3") == "NB-082"
    assert len(table.state.hands["p3"]) == 3
    assert code(table, "fire medium-2 giulio-cesare > yamato", "p3") == ""


@pytest.mark.rule("NB-W15")
def test_w15_two_ship_card(rules: Naval) -> None:
    table = replay(rules, "w15-two-ship-card", 1)
    assert len(table.state.attacks) == 1
    for ship in ("kagero", "shimakaze"):
        assert rule(table, f"fire light-1 {ship} > konigsberg") == "NB-066"
    table = replay(rules, "w15-two-ship-card")
    assert table.state.fleet["konigsberg"].damage == ()
    assert table.state.discard == ("armour", "paired-light-3")
    prepared = replay(rules, "w15-two-ship-card", 0)
    prepared.state.drilled = ("shimakaze",)
    pair = "fire paired-light-3 kagero, shimakaze > konigsberg"
    assert rule(prepared, pair) == "NB-051"


@pytest.mark.rule("NB-W16")
def test_w16_torpedo_numbers(rules: Naval, deck: Deck) -> None:
    assert deck.ships["kashii"].torpedo == 1
    for face, roll, hit in ((4, "roll", True), (3, "roll", False)):
        table = replay(rules, "w16-torpedo-numbers", 3)
        dice(table, face)
        play(table, roll)
        assert bool(table.state.fleet["bismarck"].damage) is hit
    table = replay(rules, "w16-torpedo-numbers")
    assert table.state.fleet["bismarck"].damage == ("torpedo-4",)


@pytest.mark.rule("NB-W18")
def test_w18_seven_needed(rules: Naval) -> None:
    table = replay(rules, "w18-seven-needed", 1)
    attack = view(table).attacks[0]
    assert (attack.needed, attack.markers) == (7, (6, 1))
    table = replay(rules, "w18-seven-needed", 3)
    dice(table, 6)
    play(table, "roll")
    assert "bismarck" in table.state.fleet
    assert "bismarck" not in replay(rules, "w18-seven-needed").state.fleet


@pytest.mark.rule("NB-W19")
def test_w19_two_air_cover_symbols(rules: Naval, deck: Deck) -> None:
    assert (deck.ships["shokaku"].cover, deck.ships["shokaku"].cover_roll) == (2, 4)
    table = replay(rules, "w19-two-symbols", 3)
    assert table.state.attacks[0].status == "live"
    table = replay(rules, "w19-two-symbols", 4)
    assert [a.status for a in table.state.attacks] == ["stopped", "live"]
    assert rule(table, "cover shokaku 2", "p1") == "NB-134"
    table = replay(rules, "w19-two-symbols")
    assert table.state.active == "p3"
    dice(table, 1)
    table.play("cover shokaku 1", "p1")
    assert code(table, "cover shokaku 1", "p1") == ""  # the second symbol


@pytest.mark.rule("NB-W21")
def test_w21_target_already_sunk(rules: Naval, deck: Deck) -> None:
    table = replay(rules, "w21-already-sunk")
    assert table.state.prizes["p1"] == ("konigsberg",)
    expected = ["base-raid-1", "light-1", "light-1", "medium-2", "torpedo-4"]
    assert sorted(table.state.discard) == expected
    assert view(table).players[0].points == deck.ships["konigsberg"].points
    assert table.journal.rolls == 0


@pytest.mark.rule("NB-W22")
def test_w22_shared_damage(rules: Naval, deck: Deck) -> None:
    assert deck.ships["admiral-graf-spee"].hull == 6
    table = replay(rules, "w22-shared-damage")
    assert table.state.prizes == {"p1": (), "p2": (), "p3": ("admiral-graf-spee",)}


@pytest.mark.rule("NB-W24")
def test_w24_redirecting_a_raid(rules: Naval) -> None:
    table = replay(rules, "w24-redirected-raid", 2)
    assert view(table).attacks[0].needed == 5
    assert rule(table, "defend escort 1 > t13", "p2") == "NB-945"
    assert rule(table, "defend escort 1 > u-47", "p2") == "NB-128"
    table = replay(rules, "w24-redirected-raid")
    attack = view(table).attacks[0]
    assert (attack.target, attack.needed) == ("z23", 4)


@pytest.mark.rule("NB-W25")
def test_w25_prepared_missed_over_a_round(rules: Naval) -> None:
    table = replay(rules, "w25-prepared-missed", 11)  # Dino's second attack hit
    assert table.state.fleet["yamato"].damage == ("medium-3",)
    assert len(table.state.prepared) == 1
    table = replay(rules, "w25-prepared-missed", 17)  # Elsa's is cancelled again
    assert table.state.fleet["yamato"].damage == ("medium-3",)
    assert len(table.state.prepared) == 1
    table = replay(rules, "w25-prepared-missed")
    assert (table.state.active, step(table)) == ("p1", "Reorganise")
    assert table.state.prepared == []
    assert "missed" in table.state.discard


@pytest.mark.rule("NB-W27")
def test_w27_light_target_limits(rules: Naval, deck: Deck) -> None:
    assert deck.ships["algerie"].hull == 6
    assert deck.ships["surcouf"].hull == 3
    table = replay(rules, "w27-light-target")
    assert rule(table, "defend light-target 1", "p5") == "NB-130"
    table.play("defend light-target 2", "p5")
    assert table.state.attacks[1].status == "stopped"


@pytest.mark.rule("NB-W28")
def test_w28_empty_fleet(rules: Naval) -> None:
    table = replay(rules, "w28-empty-fleet", 3)
    assert not any(a.seat == "p1" for a in table.state.fleet.values())
    table = replay(rules, "w28-empty-fleet", 9)
    assert table.state.prizes["p1"] == ("t13",)
    table = replay(rules, "w28-empty-fleet", 12)
    assert step(table) == "Declare"
    offered = {str(a) for a in table.legal_actions("p2")}
    assert offered == {"end"}  # he cannot be attacked
    table = replay(rules, "w28-empty-fleet")
    assert table.state.fleet["kagero"].seat == "p1"


@pytest.mark.rule("NB-W29")
def test_w29_winning_in_mid_resolution(rules: Naval) -> None:
    before = replay(rules, "w29-winning-shot", 0)
    assert view(before).players[0].points == 22
    table = replay(rules, "w29-winning-shot")
    assert table.result is not None
    assert table.result.winners == ("p1",)
    assert view(table).players[0].points == 25
    assert "schnellboot" in table.state.fleet
    assert table.journal.rolls == 0


@pytest.mark.rule("NB-W31")
def test_w31_team_defence(rules: Naval) -> None:
    table = replay(rules, "w31-team-defence", 3)
    assert rule(table, "use missed 1", "p4") == "NB-972"
    assert rule(table, "cover enterprise 2", "p4") == "NB-972"
    table = replay(rules, "w31-team-defence")
    assert table.state.attacks[0].status == "stopped"
    assert table.state.hands["p4"] == ()
    assert [side.target for side in view(table).sides] == [50, 50]


@pytest.mark.rule("NB-W32")
def test_w32_linked_battles(rules: Naval) -> None:
    before = replay(rules, "w32-linked-battles", 0)
    assert view(before).players[0].points == 14
    assert view(before).players[0].total == 72
    table = replay(rules, "w32-linked-battles")
    assert table.result is not None
    assert table.result.winners == ("p1",)
    assert view(table).players[0].total == 75
