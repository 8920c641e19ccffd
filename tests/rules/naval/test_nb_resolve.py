"""Phases 3C, 4 and 5, scoring and ending: NB-139 to NB-151, NB-956 to NB-967, NB-978, NB-979."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.naval import Deck
from sandtable.games.naval.cards import NATIONS
from sandtable.games.naval.core import QUIET_TURNS
from sandtable.table import Table
from tests.rules.naval.tools import DRAW, Study, code, dice, play, step, view


@pytest.mark.rule("NB-139", "NB-141", "NB-956")
def test_an_unstopped_attack_strikes_and_lies_under_its_target(study: Study) -> None:
    edits = "yamato 1\nmikuma 1\nbismarck 1\nhand p1 heavy-4, medium-2, armour\nhand p2 missed"
    table = study(edits, "declare")
    play(table, "fire heavy-4 yamato > bismarck", "fire medium-2 mikuma > bismarck", "end")
    play(table, "defend missed 2", "end")
    ship = view(table, "p1").players[1].lines[0][0]
    assert (ship.damage_cards, ship.damage) == (("heavy-4",), 4)
    assert table.state.discard == ("medium-2", "missed")


@pytest.mark.rule("NB-140", "NB-956")
def test_a_miss_is_discarded(study: Study) -> None:
    edits = "kagero 1\nbismarck 1\nhand p1 torpedo-4, armour\nhand p2 missed"
    table = study(edits, "declare", [2])
    play(table, "fire torpedo-4 kagero > bismarck", "end", "end")  # 2 + 2 is under 5
    assert table.state.fleet["bismarck"].damage == ()
    assert table.state.discard == ("torpedo-4",)


@pytest.mark.rule("NB-142", "NB-958", "NB-145", "NB-960")
def test_attacks_are_worked_through_in_order_and_late_ones_ignored(study: Study) -> None:
    ships = "yamato 1\nkagero 1\nshoho 1\nt13 1\nz23 1\n"
    edits = f"{ships}hand p1 heavy-4, torpedo-4, armour\nhand p2 missed"
    table = study(edits, "declare", [6])
    play(
        table,
        "raid shoho > z23",  # takes the one die
        "fire heavy-4 yamato > t13",
        "fire torpedo-4 kagero > t13",  # sunk before: no roll
        "end",
        "end",
    )
    assert table.state.prizes["p1"] == ("z23", "t13")
    assert table.state.discard == ("heavy-4", "torpedo-4")
    assert step(table) == "Discard"


@pytest.mark.rule("NB-144", "NB-146")
def test_prize_piles_are_open(study: Study, deck: Deck) -> None:
    table = study("yamato 1\nt13 1\nprize p1 z23\nprize p2 kagero")
    for viewer in ("p1", "p2", None):
        players = view(table, viewer).players
        assert [player.prizes for player in players] == [("z23",), ("kagero",)]
        assert [player.points for player in players] == [3, 2]


@pytest.mark.rule("NB-147", "NB-978", "NB-959")
def test_lines_close_up_once_after_the_last_attack(study: Study) -> None:
    edits = """
        yamato 1
        mikuma 1
        takao 1
        t13 1
        z23 2
        bismarck 3
        hand p1 heavy-4, medium-3, cruiser-2, armour
        hand p2 missed
    """
    table = study(edits, "declare")
    play(table, "fire heavy-4 yamato > t13", "end", "end")
    lines = {ship: a.line for ship, a in table.state.fleet.items() if a.seat == "p2"}
    assert lines == {"z23": 1, "bismarck": 2}
    # Both front lines gone: line 3 becomes line 1, in one go. The second attack still finds
    # its target in line 2 although line 1 is empty by then.
    table = study(edits, "declare")
    play(table, "fire heavy-4 yamato > t13", "fire medium-3 mikuma > z23", "end", "end")
    assert table.state.fleet["bismarck"].line == 1
    # A middle line alone.
    table = study(edits, "declare")
    play(table, "fire medium-3 mikuma > z23", "end", "end")
    assert (table.state.fleet["t13"].line, table.state.fleet["bismarck"].line) == (1, 2)


@pytest.mark.rule("NB-959")
def test_raid_numbers_do_not_change_while_resolving(study: Study) -> None:
    # T13 alone in line 1 is sunk first; the raid on Z23 still needs the line 2 number.
    edits = "yamato 1\nt13 1\nz23 2\nhand p1 heavy-4, base-raid-1, armour\nhand p2 missed"
    for face, sunk in ((3, False), (4, True)):
        table = study(edits, "declare", [face])
        play(table, "fire heavy-4 yamato > t13", "raid base-raid-1 > z23", "end", "end")
        assert ("z23" not in table.state.fleet) is sunk


@pytest.mark.rule("NB-979")
def test_ships_change_line_only_by_closing_up_or_reorganising(study: Study) -> None:
    edits = "yamato 1\nt13 1\nz23 2\nbismarck 3\nhand p1 heavy-4, armour\nhand p2 missed"
    table = study(edits, "declare")
    before = {ship: afloat.line for ship, afloat in table.state.fleet.items()}
    play(table, "fire heavy-4 yamato > z23", "end")
    assert step(table) == "Defend"
    assert code(table, "line 2 t13", "p2") == "wrong-phase"
    play(table, "defend missed 1")
    assert {ship: afloat.line for ship, afloat in table.state.fleet.items()} == before


@pytest.mark.rule("NB-148")
def test_any_number_of_cards_is_discarded_face_up(study: Study) -> None:
    table = study("yamato 1\nt13 1\nhand p1 missed, missed, armour, heavy-3", "discard")
    assert code(table, "discard missed, missed, missed") == "not-in-hand"
    play(table, "discard missed, missed", "discard heavy-3")
    assert table.state.hands["p1"] == ("armour",)
    assert {card.id: card.count for card in view(table, "p2").discard} == {
        "missed": 2,
        "heavy-3": 1,
    }
    none = study("yamato 1\nt13 1\nhand p1 missed", "discard", DRAW[:6])
    play(none, "end")
    assert none.state.active == "p2"


@pytest.mark.rule("NB-149", "NB-964")
def test_only_the_active_player_refills_to_seven(study: Study) -> None:
    table = study("yamato 1\nt13 1\nhand p1 missed, armour\nhand p2 missed", "discard", DRAW[:5])
    play(table, "end")
    assert len(table.state.hands["p1"]) == 7
    assert len(table.state.hands["p2"]) == 1


@pytest.mark.rule("NB-150", "NB-965")
def test_the_discard_pile_is_shuffled_in_mid_draw(study: Study) -> None:
    edits = """
        yamato 1
        bismarck 1
        damage bismarck heavy-5
        prepared p2 planning bismarck
        deck missed, armour
    """
    # Two cards are left, five come from the new pile of 102 - 4 cards.
    table = study(edits, "draw", [1, 1, 98, 97, 96, 95, 94])
    assert len(table.state.hands["p1"]) == 7
    # p2's turn has begun and discarded his Planning after the shuffle.
    assert table.state.discard == ("planning",)
    assert len(table.state.deck) == 98 - 5
    assert table.state.fleet["bismarck"].damage == ("heavy-5",)


@pytest.mark.rule("NB-965")
def test_with_both_piles_empty_fewer_are_drawn(study: Study, deck: Deck) -> None:
    # All cards are in p2's hand but two.
    everything = list(deck.all_actions())
    everything.remove("missed")
    everything.remove("armour")
    edits = f"yamato 1\nt13 1\nhand p2 {', '.join(everything)}"
    table = study(edits, "draw", [1, 1])
    assert table.state.hands["p1"] == ("armour", "missed")
    assert table.state.active == "p2"


@pytest.mark.rule("NB-151")
def test_25_points_win_at_once(study: Study) -> None:
    # 7 + 6 + 4 + 4 + 3 = 24, and T13 is the 25th point.
    prizes = "bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg"
    edits = f"yamato 1\nt13 1\nschnellboot 1\nprize p1 {prizes}\nhand p1 heavy-3\nhand p2 missed"
    table = study(edits, "declare")
    play(table, "fire heavy-3 yamato > t13", "end")
    assert table.result is None
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == ("p1",)
    assert table.result.scores == {"p1": 1, "p2": 0}
    assert table.decision is None


@pytest.mark.rule("NB-957", "NB-962")
def test_damage_adds_up_and_the_last_blow_scores(study: Study) -> None:
    edits = """
        yamato 1
        giulio-cesare 1
        konigsberg 1
        damage konigsberg heavy-3
        prize p1 t13
        active p3
        hand p3 medium-2, armour
        hand p2 armour
    """
    table = study(edits, "declare", players=3)
    play(table, "fire medium-2 giulio-cesare > konigsberg", "end", "end")
    assert table.state.prizes == {"p1": ("t13",), "p2": (), "p3": ("konigsberg",)}


@pytest.mark.rule("NB-961")
def test_cards_under_a_sunk_ship_are_discarded(study: Study) -> None:
    ships = "yamato 1\nz23 1\nt13 1\ndamage z23 light-1, light-1\n"
    edits = f"{ships}hand p1 heavy-3, armour\nhand p2 armour"
    table = study(edits, "declare")
    play(table, "fire heavy-3 yamato > z23", "end", "end")
    assert table.state.discard == ("heavy-3", "light-1", "light-1")


@pytest.mark.rule("NB-966")
def test_the_rest_is_not_resolved_after_the_win(study: Study) -> None:
    prizes = "bismarck, scharnhorst, prinz-eugen, nurnberg, konigsberg"
    edits = f"""
        yamato 1
        mikuma 1
        shoho 1
        t13 1
        schnellboot 1
        prize p1 {prizes}
        hand p1 heavy-3, medium-2
        hand p2 armour
    """
    table = study(edits, "declare")
    play(
        table,
        "fire heavy-3 yamato > t13",
        "fire medium-2 mikuma > schnellboot",
        "raid shoho > schnellboot",
        "end",
        "end",
    )
    assert table.result is not None
    assert "schnellboot" in table.state.fleet
    assert table.state.prizes["p1"][-1] == "t13"


@pytest.mark.rule("NB-967")
def test_nothing_left_to_sink_ends_the_game(study: Study, deck: Deck) -> None:
    def position(fleet: str, prizes: dict[str, str]) -> str:
        lines = [fleet]
        for seat, nation in prizes.items():
            ships = [s for s in deck.nation(nation) if s not in fleet]
            lines.append(f"prize {seat} {', '.join(ships)}")
        return "\n".join(lines)

    # p2 has nothing at all; p1 has only Yamato, which the prize piles decide against.
    # While p2 may still sink Yamato the game goes on.
    table = study(position("yamato 1", {"p1": "germany", "p2": "japan"}), "draw", DRAW)
    assert table.result is None
    # Nobody has a ship afloat, and what is left in reserve no card can bring.
    table = study(
        "prize p1 t13, z23, u-47, u-2511, schnellboot, konigsberg, leberecht-maass,"
        " prinz-eugen, nurnberg, admiral-graf-spee\n"
        "prize p2 takao, kashii, kagero, shimakaze, i-174, i-19, taiyo\nhand p1 armour",
        "discard",
        DRAW[:6],
    )
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == ("p1",)
    assert "nothing is left to sink" in table.result.reason


@pytest.mark.rule("NB-980")
def test_a_long_quiet_game_ends_on_the_highest_total(study: Study) -> None:
    limit = QUIET_TURNS
    assert limit == 30
    for prize, winners in (("prize p2 kagero", ("p2",)), ("turn 1", ("p1", "p2"))):
        edits = f"yamato 1\nt13 1\n{prize}\nquiet {limit - 2}\nhand p1 armour\nhand p2 armour"
        table = study(edits, "discard", DRAW[:6])
        play(table, "end")
        assert table.result is None
        dice(table, *DRAW[:6])
        play(table, "end", "end", "end", "end")
        assert table.result is not None
        assert table.result.winners == winners
        assert sum(table.result.scores.values()) == 1


@pytest.mark.rule("NB-980")
def test_more_players_do_not_make_a_quiet_game_longer() -> None:
    rules = find_title("naval")
    seats = [f"nation p{n} {nation}" for n, nation in enumerate(NATIONS, start=1)]
    edits = [*seats, "first p1", "active p1", "ship yamato 1", "quiet 29", "phase discard"]
    cards = "missed, missed, armour, armour, escort, diversion, light-target"
    table = Table(rules, {"players": 6, "teams": "three"}, edits=[*edits, f"hand p1 {cards}"])
    table.play("end")
    assert table.result is not None
    assert "nothing was sunk for 30 turns" in table.result.reason
