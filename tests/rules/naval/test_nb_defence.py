"""Phase 3B, defending: NB-115 to NB-138, NB-162, NB-940 to NB-955."""

from __future__ import annotations

import pytest

from sandtable.table import Table
from tests.rules.naval.tools import DRAW, Study, code, dice, play, rule, step, view

# p1 attacks with guns, torpedoes and aircraft; p2 has two ships in line 2 and one in line 1.
GUNS = """
    mikuma 1
    yamato 1
    kagero 1
    shoho 3
    kashii 2
    t13 1
    bismarck 2
    z23 2
"""


def attacked(study: Study, edits: str, *actions: str, faces: tuple[int, ...] = ()) -> Table:
    table = study(GUNS + edits, "declare", faces)
    play(table, *actions, "end")
    return table


@pytest.mark.rule("NB-115")
def test_prepared_cards_hand_cards_and_dice(study: Study) -> None:
    edits = """
        graf-zeppelin 2
        prepared p2 missed t13
        hand p1 heavy-4, light-1
        hand p2 armour
    """
    shots = ("fire heavy-4 yamato > t13", "fire light-1 kagero > t13", "raid shoho > t13")
    table = attacked(study, edits, *shots)
    offered = {str(action) for action in table.legal_actions("p2")}
    assert offered == {"use missed 1", "defend armour 2", "cover graf-zeppelin 3", "end"}


@pytest.mark.rule("NB-116", "NB-943")
def test_defenders_one_at_a_time_clockwise(study: Study) -> None:
    edits = """
        mikuma 1
        shoho 1
        yamato 1
        t13 1
        aliseo 1
        fletcher 1
        active p2
        scharnhorst 1
        graf-zeppelin 1
        konigsberg 1
        hand p2 medium-2, medium-3, cruiser-2
        hand p1 missed
        hand p3 armour
        hand p4 armour, missed
    """
    table = study(edits, "declare", players=4)
    play(
        table,
        "fire medium-2 scharnhorst > mikuma",
        "fire cruiser-2 konigsberg > fletcher",
        "raid graf-zeppelin > aliseo",
        "end",
    )
    order = []
    while step(table) == "Defend":
        assert table.decision is not None
        assert len(table.decision.seats) == 1
        order.append(table.decision.seats[0])
        if order[-1] == "p3":
            # Nobody acts out of turn, and only against attacks on the own fleet.
            assert code(table, "defend missed 1", "p1") == "not-asked"
            assert code(table, "defend armour 2", "p3") == "no-attack"
        dice(table, 1)
        play(table, "end")
    assert order == ["p3", "p4", "p1"]


@pytest.mark.rule("NB-117", "NB-118")
def test_prepared_cards_stay_and_hand_cards_go(study: Study) -> None:
    edits = "prepared p2 missed t13\nhand p1 heavy-4, medium-2, armour\nhand p2 missed"
    table = attacked(study, edits, "fire heavy-4 yamato > t13", "fire medium-2 mikuma > t13")
    play(table, "use missed 1")
    assert [p.card for p in table.state.prepared] == ["missed"]
    play(table, "defend missed 2")
    assert table.state.hands["p2"] == ()
    assert [p.card for p in table.state.prepared] == ["missed"]
    assert table.state.discard == ("heavy-4", "medium-2", "missed")


@pytest.mark.rule("NB-162", "NB-955")
def test_a_stopped_raid_loses_its_die_and_a_stopped_card_goes(study: Study) -> None:
    edits = "hand p1 heavy-4, base-raid-2, armour\nhand p2 diversion, diversion, missed"
    table = attacked(
        study, edits, "fire heavy-4 yamato > t13", "raid base-raid-2 > t13, z23", faces=(1,)
    )
    play(table, "defend missed 1")
    assert "heavy-4" in table.state.discard
    play(table, "defend diversion 2")
    views = view(table).attacks
    assert [view.markers for view in views] == [(), (), (4,)]
    assert "base-raid-2" not in table.state.discard  # its other raid is still coming
    play(table, "defend diversion 3")
    assert "base-raid-2" in table.state.discard


@pytest.mark.rule("NB-121", "NB-119")
def test_missed_stops_a_primary_attack_only(study: Study) -> None:
    edits = "hand p1 heavy-4, light-1, torpedo-3\nhand p2 missed"
    shots = (
        "fire heavy-4 yamato > t13",
        "fire light-1 kagero > t13",
        "fire torpedo-3 kagero > t13",
        "raid shoho > t13",
    )
    table = attacked(study, edits, *shots)
    for number in (2, 3, 4):
        assert rule(table, f"defend missed {number}", "p2") == "NB-121"
    play(table, "defend missed 1")
    assert table.state.attacks[0].status == "stopped"


@pytest.mark.rule("NB-120", "NB-921", "NB-123", "NB-122")
def test_armour_works_like_missed_against_secondary_attacks(study: Study) -> None:
    edits = "prepared p2 armour z23\nhand p1 heavy-4, light-1, cruiser-2\nhand p2 armour"
    shots = (
        "fire heavy-4 yamato > t13",
        "fire light-1 kagero > t13",
        "fire cruiser-2 mikuma > t13",
    )
    table = attacked(study, edits, *shots)
    assert rule(table, "defend armour 1", "p2") == "NB-123"
    assert rule(table, "use armour 1", "p2") == "NB-123"
    play(table, "use armour 3")
    assert rule(table, "use armour 2", "p2") == "NB-055"
    play(table, "defend armour 2")
    assert [attack.status for attack in table.state.attacks] == ["live", "stopped", "stopped"]
    assert [p.card for p in table.state.prepared] == ["armour"]


@pytest.mark.rule("NB-125", "NB-126", "NB-124", "NB-945", "NB-946")
def test_support_ship_moves_any_attack_along_the_line(study: Study) -> None:
    edits = """
        i-174 active
        prepared p2 escort t13
        hand p1 heavy-4, torpedo-3, base-raid-1
        hand p2 escort
    """
    shots = (
        "fire heavy-4 yamato > bismarck",
        "fire torpedo-3 i-174 > bismarck",
        "raid base-raid-1 > bismarck",
    )
    table = attacked(study, edits, *shots)
    for number in (1, 2, 3):
        assert code(table, f"use escort {number} > z23", "p2") == ""
    assert rule(table, "use escort 1 > t13", "p2") == "NB-945"  # another line
    assert rule(table, "use escort 1 > yamato", "p2") == "NB-945"  # another fleet
    assert code(table, "use escort 1", "p2") == "no-ship"
    play(table, "use escort 1 > z23")
    assert table.state.attacks[0].target == "z23"
    assert rule(table, "use escort 2 > z23", "p2") == "NB-055"
    play(table, "defend escort 1 > bismarck")  # again, by a different card
    assert table.state.attacks[0].target == "bismarck"
    assert table.state.attacks[0].status == "live"
    assert table.state.discard == ("escort",)


@pytest.mark.rule("NB-127", "NB-128")
def test_support_ship_neither_from_nor_to_submarines(study: Study) -> None:
    edits = "u-47 active\nu-2511 active\nhand p1 depth-charge-1, heavy-4\nhand p2 escort"
    table = attacked(study, edits, "fire depth-charge-1 kagero > u-47", "fire heavy-4 yamato > t13")
    assert rule(table, "defend escort 1 > u-2511", "p2") == "NB-127"
    assert rule(table, "defend escort 1 > t13", "p2") == "NB-127"
    assert rule(table, "defend escort 2 > u-47", "p2") == "NB-128"


@pytest.mark.rule("NB-948")
def test_support_ship_needs_another_ship_on_the_line(study: Study) -> None:
    table = attacked(study, "hand p1 heavy-4\nhand p2 escort", "fire heavy-4 yamato > t13")
    assert rule(table, "defend escort 1 > t13", "p2") == "NB-948"
    assert {str(action) for action in table.legal_actions("p2")} == {"end"}


@pytest.mark.rule("NB-129", "NB-130", "NB-949")
def test_light_target_looks_at_the_printed_hull(study: Study) -> None:
    edits = """
        konigsberg 2
        nurnberg 2
        damage nurnberg cruiser-3
        u-2511 active
        hand p1 heavy-4, medium-2, depth-charge-1
        hand p2 light-target
    """
    shots = (
        "fire heavy-4 yamato > konigsberg",
        "fire medium-2 mikuma > nurnberg",
        "fire depth-charge-1 kagero > u-2511",
        "raid shoho > konigsberg",
    )
    table = attacked(study, edits, *shots)
    for number in (1, 3, 4):
        assert code(table, f"defend light-target {number}", "p2") == ""
    assert rule(table, "defend light-target 2", "p2") == "NB-130"  # hull 5, 3 damage
    assert code(study(GUNS + edits, "prepare"), "prepare light-target yamato") == "not-in-hand"
    play(table, "defend light-target 4")
    assert table.state.attacks[3].status == "stopped"


@pytest.mark.rule("NB-131", "NB-132", "NB-940")
def test_diversion_stops_any_one_attack(study: Study) -> None:
    edits = """
        u-47 active
        hand p1 heavy-4, light-1, torpedo-3, depth-charge-1, base-raid-2
        hand p2 diversion
    """
    shots = (
        "fire heavy-4 yamato > bismarck",
        "fire light-1 kagero > t13",
        "fire torpedo-3 mikuma > t13",
        "fire depth-charge-1 kagero > u-47",
        "raid base-raid-2 > bismarck, bismarck",
        "raid shoho > bismarck",
    )
    for number in range(1, 8):
        table = attacked(study, edits, *shots)
        play(table, f"defend diversion {number}")
        stopped = [n for n, a in enumerate(table.state.attacks, 1) if a.status == "stopped"]
        assert stopped == [number]
        assert table.state.hands["p2"] == ()


@pytest.mark.rule("NB-133", "NB-134", "NB-953")
def test_each_air_cover_symbol_once_in_each_opposing_turn(study: Study) -> None:
    edits = "graf-zeppelin 2\nhand p1 base-raid-1, heavy-4, armour\nhand p2 missed"
    shots = (
        "raid base-raid-1 > t13",
        "raid shoho > t13",
        "fire heavy-4 yamato > t13",
    )
    table = attacked(study, edits, *shots, faces=(5,))
    assert code(table, "cover graf-zeppelin 3", "p2") == "no-raid"
    assert code(table, "cover graf-zeppelin 2", "p2") == ""  # base and carrier raids alike
    play(table, "cover graf-zeppelin 1")
    assert table.state.attacks[0].status == "stopped"
    assert rule(table, "cover graf-zeppelin 2", "p2") == "NB-134"


@pytest.mark.rule("NB-134", "NB-138")
def test_air_cover_is_fresh_in_the_next_opposing_turn(study: Study) -> None:
    edits = """
        shoho 1
        graf-zeppelin 1
        t13 1
        aquila 1
        active p1
        used graf-zeppelin cover
        hand p1 armour
        hand p2 missed
        hand p3 missed
    """
    table = study(edits, "discard", players=3)
    dice(table, *DRAW[:6])
    play(table, "end")  # p1's turn ends, p2 passes, p3 attacks
    dice(table, *DRAW[:6])
    while table.state.active == "p2":
        play(table, "end")
    play(table, "end", "end", "raid aquila > t13", "end")
    assert code(table, "cover graf-zeppelin 1", "p2") == ""


@pytest.mark.rule("NB-135", "NB-136")
def test_air_cover_stops_the_named_raid_on_its_number(study: Study) -> None:
    edits = "graf-zeppelin 2\nhand p1 base-raid-2, armour\nhand p2 missed"
    for face, status in ((5, "stopped"), (4, "live")):
        table = attacked(study, edits, "raid base-raid-2 > t13, z23", faces=(face,))
        play(table, "cover graf-zeppelin 2")
        assert [attack.status for attack in table.state.attacks] == ["live", status]


@pytest.mark.rule("NB-137", "NB-138")
def test_several_cover_rolls_on_one_raid_or_on_several(study: Study) -> None:
    edits = """
        shokaku 1
        kagero 1
        graf-zeppelin 1
        active p2
        hand p2 base-raid-2, armour
        hand p1 missed
    """
    for faces, targets, statuses in (
        ((3, 4), (1, 1), ["stopped", "live"]),
        ((4, 4), (1, 2), []),
        ((3, 3), (2, 1), ["live", "live"]),
    ):
        table = study(edits, "declare", faces)
        play(table, "raid base-raid-2 > kagero, kagero", "end")
        play(table, f"cover shokaku {targets[0]}")
        assert step(table) == "Defend"  # whether to roll again is decided now
        play(table, f"cover shokaku {targets[1]}")
        assert [attack.status for attack in table.state.attacks] == statuses
        if statuses:
            assert code(table, "cover shokaku 2", "p1") == "used"


@pytest.mark.rule("NB-942")
def test_defence_from_the_hand_needs_no_ship(study: Study) -> None:
    # The only ship card is a Passive submarine; it did nothing to earn the Diversion.
    edits = "kagero 1\nu-47 passive\nhand p1 depth-charge-1, armour\nhand p2 diversion"
    table = study(edits, "declare")
    play(table, "fire depth-charge-1 kagero > u-47", "end", "defend diversion 1")
    assert "u-47" in table.state.fleet


@pytest.mark.rule("NB-943")
def test_a_defender_does_not_come_back(study: Study) -> None:
    edits = """
        yamato 1
        mikuma 1
        t13 1
        aliseo 1
        hand p1 heavy-4, medium-2
        hand p2 missed
        hand p3 missed
    """
    table = study(edits, "declare", players=3)
    play(table, "fire heavy-4 yamato > t13", "fire medium-2 mikuma > aliseo", "end", "end")
    assert table.decision is not None
    assert table.decision.seats == ("p3",)
    assert code(table, "defend missed 1", "p2") == "not-asked"


@pytest.mark.rule("NB-944")
def test_defences_follow_one_another_by_the_present_target(study: Study) -> None:
    edits = "graf-zeppelin 2\nhand p1 base-raid-1, armour\nhand p2 escort, light-target"
    table = attacked(study, edits, "raid base-raid-1 > bismarck", faces=(1,))
    play(table, "cover graf-zeppelin 1")
    assert code(table, "defend light-target 1", "p2") == "not-light"
    play(table, "defend escort 1 > z23")
    assert code(table, "defend light-target 1", "p2") == ""
    play(table, "defend light-target 1")
    assert table.state.attacks == []


@pytest.mark.rule("NB-947")
def test_a_redirected_raid_is_worked_out_anew(study: Study) -> None:
    edits = "hand p1 base-raid-1, armour\nhand p2 escort"
    table = attacked(study, edits, "raid base-raid-1 > bismarck", faces=(4,))
    assert view(table).attacks[0].markers == (5,)
    play(table, "defend escort 1 > z23")
    assert view(table).attacks[0].markers == (4,)
    play(table, "end")
    assert "z23" not in table.state.fleet


@pytest.mark.rule("NB-952")
def test_any_carrier_covers_any_ship_card_of_its_fleet(study: Study) -> None:
    edits = """
        graf-zeppelin 3
        u-47 active
        nurnberg 2
        prepared p2 missed graf-zeppelin
        hand p1 base-raid-3
        hand p2 armour
        aliseo 1
    """
    table = study(GUNS + edits, "declare", players=3)
    play(table, "raid base-raid-3 > graf-zeppelin, u-47, aliseo", "end")
    assert code(table, "cover graf-zeppelin 1", "p2") == ""  # itself included
    assert code(table, "cover graf-zeppelin 2", "p2") == ""
    assert code(table, "cover graf-zeppelin 3", "p2") == "no-attack"  # another fleet
