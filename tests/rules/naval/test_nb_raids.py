"""Air raids and submarines: NB-098 to NB-114, NB-934, NB-935, NB-950, NB-951."""

from __future__ import annotations

import pytest

from sandtable.games.naval import Deck
from tests.rules.naval.tools import DRAW, Study, code, play, rule, view

FOES = "t13 1\nz23 2\nbismarck 3\nu-47 passive"


def declared(study: Study, edits: str, action: str) -> list[int]:
    table = study(edits, "declare")
    play(table, action)
    return [attack.needed for attack in view(table).attacks]


@pytest.mark.rule("NB-098", "NB-100", "NB-107", "NB-934")
def test_the_number_needed_follows_from_the_targets_line(study: Study, deck: Deck) -> None:
    foes = "t13 1\nz23 2\nleberecht-maass 3\nu-47 passive\nhand p1 base-raid-1"
    assert deck.actions["base-raid-1"].roll == (3, 4, 5)
    for target, base, carrier in (
        ("t13", 3, 5),
        ("z23", 4, 6),
        ("leberecht-maass", 5, 7),
        ("u-47", 4, 6),
    ):
        edits = f"shoho 1\n{foes}"
        assert declared(study, edits, f"raid base-raid-1 > {target}") == [base]
        assert declared(study, edits, f"raid shoho > {target}") == [carrier]


@pytest.mark.rule("NB-099", "NB-103")
def test_one_two_or_three_raids_aimed_freely(study: Study) -> None:
    edits = f"{FOES}\nhand p1 base-raid-1, base-raid-2, base-raid-3"
    table = study(edits, "declare")
    assert rule(table, "raid base-raid-2 > t13") == "NB-099"
    assert rule(table, "raid base-raid-1 > t13, z23") == "NB-099"
    play(
        table,
        "raid base-raid-1 > t13",
        "raid base-raid-2 > t13, t13",
        "raid base-raid-3 > u-47, z23, bismarck",
    )
    targets = [attack.target for attack in table.state.attacks]
    assert targets == ["t13", "t13", "t13", "u-47", "z23", "bismarck"]
    assert table.state.hands["p1"] == ()


@pytest.mark.rule("NB-101", "NB-108", "NB-110", "NB-950")
def test_marker_dice_show_the_number_with_anti_air(study: Study) -> None:
    # Bismarck has anti-air 1, in line 3: 5 + 1 by the base, 7 + 1 by Shoho.
    table = study(f"shoho 1\nprinz-eugen 1\n{FOES}\nhand p1 base-raid-2", "declare")
    play(table, "raid base-raid-2 > t13, bismarck", "raid shoho > bismarck")
    views = view(table, "p2").attacks
    assert [view.markers for view in views] == [(3,), (6,), (6, 2)]
    # Only the target's own symbol counts: T13 stands beside Prinz Eugen, which has one.
    assert views[0].needed == 3


@pytest.mark.rule("NB-102", "NB-963")
def test_a_base_raid_sinks_outright_or_leaves_nothing(study: Study) -> None:
    for face, sunk in ((6, True), (5, False)):
        table = study(
            f"yamato 1\n{FOES}\nhand p1 base-raid-1\nhand p2 missed", "declare", [face, *DRAW]
        )
        play(table, "raid base-raid-1 > bismarck", "end", "end")  # 5 + 1 needed
        assert ("bismarck" not in table.state.fleet) is sunk
        assert table.state.prizes["p1"] == (("bismarck",) if sunk else ())
        if not sunk:
            assert table.state.fleet["bismarck"].damage == ()


@pytest.mark.rule("NB-104", "NB-105")
def test_all_three_types_of_carrier_raid_and_cover(study: Study, deck: Deck) -> None:
    types = {"shokaku": "carrier", "shoho": "light carrier", "taiyo": "escort carrier"}
    edits = "\n".join(f"{ship} 1" for ship in types) + "\nyamato 1\ngraf-zeppelin 1\nt13 1"
    table = study(edits, "declare")
    for ship, klass in types.items():
        assert deck.ships[ship].klass == klass
        assert code(table, f"raid {ship} > t13") == ""
    assert code(table, "raid yamato > t13") == "no-carrier"
    table = study(f"{edits}\nactive p2\nhand p1 missed", "declare")
    play(table, "raid graf-zeppelin > yamato", "end")
    for ship in types:
        assert code(table, f"cover {ship} 1") == ""
    assert code(table, "cover yamato 1") == "no-cover"


@pytest.mark.rule("NB-106")
def test_a_carrier_raid_plays_no_card(study: Study) -> None:
    table = study(f"shoho 3\nkagero 1\nkashii 2\n{FOES}\nhand p1 missed", "declare")
    play(table, "raid shoho > t13")
    assert table.state.hands["p1"] == ("missed",)
    assert table.state.discard == ()


@pytest.mark.rule("NB-109")
def test_a_carrier_raid_sinks_on_its_number(study: Study) -> None:
    for face, sunk in ((5, True), (4, False)):
        table = study(f"shoho 1\n{FOES}\nhand p2 missed", "declare", [face, *DRAW])
        play(table, "raid shoho > t13", "end", "end")
        assert table.state.prizes["p1"] == (("t13",) if sunk else ())


@pytest.mark.rule("NB-935")
def test_as_many_raids_as_the_carrier_shows_from_any_line(study: Study) -> None:
    edits = "fletcher 1\natlanta 2\nenterprise 3\nactive p4\nkagero 1"
    table = study(edits, "declare", players=4)
    assert rule(table, "raid enterprise > kagero, kagero", "p4") == "NB-935"
    play(table, "raid enterprise > kagero", "raid enterprise > kagero")
    assert rule(table, "raid enterprise > kagero", "p4") == "NB-935"
    table = study(f"shoho 1\n{FOES}", "declare")
    play(table, "raid shoho > t13")
    assert rule(table, "raid shoho > t13") == "NB-935"


@pytest.mark.rule("NB-951")
def test_above_six_only_planning_helps_yet_it_may_be_declared(study: Study) -> None:
    foes = "z23 1\nleberecht-maass 2\nt13 3\nhand p2 missed"
    for faces, prepared, sunk in (
        ([6, *DRAW], "", False),
        ([6, *DRAW], "prepared p1 planning shoho", True),
    ):
        table = study(f"shoho 1\n{foes}\n{prepared}".strip(), "declare", faces)
        play(table, "raid shoho > t13")
        assert view(table).attacks[0].chance == 0
        play(table, "end", "end")
        if prepared:
            play(table, "roll +1")
        assert ("t13" not in table.state.fleet) is sunk


@pytest.mark.rule("NB-111")
def test_a_submarines_side_is_chosen_in_the_reorganise_phase_only(study: Study) -> None:
    edits = "yamato 1\ni-174 passive\nhand p1 missed"
    assert code(study(edits, "reorganise"), "active i-174") == ""
    for phase in ("prepare", "declare", "discard"):
        assert code(study(edits, phase), "active i-174") == "wrong-phase"


@pytest.mark.rule("NB-113", "NB-114", "NB-954")
def test_silent_running_against_every_attack_once(study: Study) -> None:
    edits = """
        kagero 1
        shoho 1
        u-47 passive
        z23 1
        hand p1 depth-charge-1, armour
        hand p2 diversion
    """
    table = study(edits, "declare", [3, 4])
    play(table, "fire depth-charge-1 kagero > u-47", "raid shoho > u-47", "end")
    play(table, "silent 1")  # 3 is under 4: the charge is still coming
    assert rule(table, "silent 1", "p2") == "NB-954"
    assert table.state.attacks[0].status == "live"
    assert rule(table, "end", "p2") == "NB-113"
    play(table, "defend diversion 1")  # other defences before or after, as the owner likes
    play(table, "silent 2")
    assert "u-47" in table.state.fleet
    assert table.state.attacks == []


@pytest.mark.rule("NB-113")
def test_an_active_submarine_does_not_run_silent(study: Study) -> None:
    table = study("kagero 1\nu-47 active\nt13 1\nhand p1 depth-charge-1\nhand p2 missed", "declare")
    play(table, "fire depth-charge-1 kagero > u-47", "end")
    assert code(table, "silent 1", "p2") == "not-passive"
    assert code(table, "end", "p2") == ""


@pytest.mark.rule("NB-954")
def test_planning_may_help_silent_running(study: Study) -> None:
    edits = """
        kagero 1
        u-47 passive
        t13 1
        prepared p2 planning t13
        hand p1 depth-charge-1, armour
        hand p2 missed
    """
    table = study(edits, "declare", [3])
    play(table, "fire depth-charge-1 kagero > u-47", "end", "silent 1 +1")
    assert "u-47" in table.state.fleet
