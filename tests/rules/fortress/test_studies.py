"""The rulebook's two long examples, as records: FA-W02 to FA-W22."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.games import find_title
from sandtable.games.fortress.board import INDEX, SPACES, N
from sandtable.games.fortress.moves import retreats
from sandtable.games.fortress.pieces import FORCES, INFANTRY, stack_text
from sandtable.games.fortress.turn import isolated
from sandtable.table import Rolled, Table, play_record, read_record

HERE = Path(__file__).parent


def after(name: str, last: str) -> Table:
    """The record played up to and including the line that starts with ``last``."""
    record = read_record((HERE / f"{name}.rec").read_text())
    number = 0
    for line in record.body:
        number += line.kind not in ("edit", "dice", "roll")
        if f"{line.kind}: {line.text}".startswith(last):
            return play_record(record, find_title, number)
    raise AssertionError(last)


def whole(name: str) -> Table:
    return play_record(read_record((HERE / f"{name}.rec").read_text()), find_title)


def units(table: Table, force: str, space: str) -> str:
    return stack_text(table.state.units[FORCES.index(force) * N + INDEX[space]])


def lost(table: Table, force: str) -> str:
    return stack_text(table.state.lost[FORCES.index(force)])


def legal(table: Table) -> set[str]:
    return {str(action) for action in table.legal_actions()}


def rolled(table: Table) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(e.chance.sides, e.faces) for e in table.journal.line if isinstance(e, Rolled)]


def battle(table: Table) -> Any:
    return table.view().game.battle  # type: ignore[attr-defined]


# The western invader's first turn


@pytest.mark.rule("FA-W01")
def test_placing() -> None:
    table = after("first-turn", "west: place 1 infantry, 1 bomber zone-west-6")
    sizes = [sum(table.state.units[INDEX[f"zone-west-{n}"]]) for n in range(1, 7)]
    assert (sum(sizes), max(sizes)) == (20, 5)
    assert sum(table.state.reserve[0]) == 40


@pytest.mark.rule("FA-W02", "FA-121", "FA-122", "FA-163")
def test_declaring() -> None:
    table = after("first-turn", "west: declare central-valley")
    view: Any = table.view().game
    declared = [space for space in view.spaces if space.markers == ("west battle",)]
    assert len(declared) == 8
    assert [space.id for space in declared if space.battle] == ["portland", "san-francisco"]


@pytest.mark.rule("FA-W03", "FA-138", "FA-141", "FA-151", "FA-152")
def test_first_movement() -> None:
    table = after("first-turn", "west: move 1 mobile zone-west-1 > zone-west-2")
    assert units(table, "west", "portland") == units(table, "west", "san-francisco") == "1 bomber"
    for place in ("oregon-cascades", "northeast-california", "central-valley"):
        assert units(table, "west", place) == "1 helicopter"
    table.play("end")
    attacks = {(a.source, a.target): a.units for a in table.view().game.attacks}  # type: ignore[attr-defined]
    assert attacks == {
        ("portland", "portland"): {"bomber": 1},  # obliged to attack
        ("san-francisco", "san-francisco"): {"bomber": 1},
    }


@pytest.mark.rule("FA-W04", "FA-177", "FA-183", "FA-066")
def test_portland_us_tank() -> None:
    table = after("first-turn", "west: battle portland")
    assert rolled(table)[-1] == ((8,), (7,))
    assert table.decision is not None
    assert table.decision.seats == ("usa",)
    assert legal(table) == {
        "target infantry zone-west-2",
        "target mobile zone-west-2",
        "target tank zone-west-2",
    }  # not the bomber
    table = after("first-turn", "usa: target tank zone-west-2")
    assert lost(table, "west") == "1 tank"


@pytest.mark.rule("FA-W05", "FA-175", "FA-W06", "FA-017", "FA-180", "FA-184")
def test_portland_us_infantry_and_western_bomber() -> None:
    table = after("first-turn", "usa: target tank zone-west-2")
    assert rolled(table)[-2:] == [((6,), (3,)), ((10,), (10,))]  # a miss; then the bomber's 0
    assert battle(table).combined_arms
    assert battle(table).rolls[-1].hits_from == 5  # Column 2 in a city
    assert legal(table) == {"target infantry portland", "target tank portland"}
    table = after("first-turn", "west: target tank portland")
    assert "1 tank" in lost(table, "usa")


@pytest.mark.rule("FA-W07", "FA-191", "FA-194", "FA-196", "FA-201", "FA-147")
def test_portland_retreat_cut_off() -> None:
    before = after("first-turn", "usa: target tank zone-west-2")
    assert retreats(before.state, 3, INFANTRY, INDEX["portland"]) == []
    table = after("first-turn", "west: target tank portland")
    assert lost(table, "usa") == "1 infantry, 1 tank"
    assert units(table, "usa", "portland") == ""
    # Were the north not declared, the infantry would go there.
    before.state.declared.remove(INDEX["west-washington"])
    ways = retreats(before.state, 3, INFANTRY, INDEX["portland"])
    assert [SPACES[space].id for space in ways] == ["west-washington"]


@pytest.mark.rule("FA-W08", "FA-180", "FA-187", "FA-189")
def test_san_francisco_defence() -> None:
    table = after("first-turn", "usa: target mobile zone-west-5")
    assert rolled(table)[-2][1] == (1, 8)
    assert lost(table, "west") == "2 tank"
    view: Any = table.view().game
    assert view.spaces[INDEX["zone-west-5"]].disengaged == {"mobile": 1}
    assert not battle(table).combined_arms
    assert battle(table).rolls[-1].hits_from == 6  # the bomber fires in Column 1
    assert [a.units for a in battle(table).attackers] == [
        {"bomber": 1},
        {"infantry": 2},
        {"infantry": 1},
    ]


@pytest.mark.rule("FA-W09", "FA-176", "FA-178", "FA-198")
def test_san_francisco_attack_fails() -> None:
    table = after("first-turn", "west: target tank san-francisco")
    assert rolled(table)[-2:] == [((10,), (6,)), ((6, 6, 6), (2, 3, 5))]
    assert units(table, "usa", "san-francisco") == "1 mobile"
    assert table.decision is not None
    assert table.decision.step == "second movement"
    text = (HERE / "first-turn.rec").read_text().replace("dice: 6\n", "dice: 5\n")
    text = text.replace("west: target tank san-francisco\n", "")
    other = play_record(read_record(text[: text.index("# Action 6")]), find_title)
    assert units(other, "usa", "san-francisco") == "1 mobile, 1 tank"  # a 5 would have missed


@pytest.mark.rule("FA-W10", "FA-190", "FA-207", "FA-214", "FA-936")
def test_second_movement() -> None:
    table = after("first-turn", "west: target tank san-francisco")
    mobile = table.check("move 1 mobile zone-west-5 > north-california-coast")
    assert mobile is not None
    assert mobile.rule == "FA-190"
    end = table.check("end")
    assert end is not None
    assert end.rule in ("FA-207", "FA-208")
    table = after("first-turn", "west: move 1 bomber portland > central-valley")
    assert units(table, "west", "central-valley") == "1 helicopter, 2 bomber"


@pytest.mark.rule("FA-W11", "FA-219", "FA-220", "FA-W12", "FA-224", "FA-225", "FA-227")
def test_supply_and_conquest() -> None:
    before = after("first-turn", "west: move 1 bomber portland > central-valley")
    assert isolated(before.state, 0) == []
    table = whole("first-turn")
    assert lost(table, "west") == "2 tank"  # none for want of supply
    held = {SPACES[s].id for s in range(N) if table.state.control[s] == 0 and not SPACES[s].zone}
    assert held == {
        "west-washington",
        "portland",
        "southwest-oregon",
        "north-california-coast",
        "oregon-cascades",
        "northeast-california",
        "central-valley",
    }
    view: Any = table.view().game
    assert view.spaces[INDEX["san-francisco"]].markers == ()
    assert table.state.disengaged == {}
    assert table.decision is not None
    assert table.decision.seats == ("south",)


# The rescue attempt


@pytest.mark.rule("FA-W13", "FA-223")
def test_rescue_start() -> None:
    table = play_record(read_record((HERE / "rescue.rec").read_text()), find_title, 0)
    view: Any = table.view().game
    assert set(view.forces[1].isolated) == {"iowa", "southeast-missouri"}
    assert units(table, "south", "iowa") == "1 helicopter"
    assert units(table, "south", "southeast-missouri") == "2 tank"


@pytest.mark.rule("FA-W14", "FA-120", "FA-126", "FA-130", "FA-138", "FA-139", "FA-149")
def test_rescue_declaring_and_moving() -> None:
    table = after("rescue", "south: end")
    assert len(table.state.declared) == 5
    table = after("rescue", "south: move 3 helicopter north-texas > oklahoma")
    assert units(table, "south", "south-illinois") == "2 tank"
    assert units(table, "south", "st-louis") == "1 bomber"
    refusal = table.check("move 1 tank dallas > north-texas")
    assert refusal is not None  # a vehicle moves once
    table = after("rescue", "south: commit st-louis")
    assert legal(table) == {"battle kansas", "battle south-arkansas", "battle st-louis"}


@pytest.mark.rule("FA-W15", "FA-163", "FA-201", "FA-253")
def test_rescue_battles_one_and_two() -> None:
    table = after("rescue", "south: commit st-louis")
    refusal = table.check("battle chicago")
    assert refusal is not None
    assert refusal.rule == "FA-163"
    table = after("rescue", "south: target tank st-louis")
    assert {
        "move 1 tank south-illinois > chicago",
        "move 1 tank south-illinois > indianapolis",
    } <= legal(table)


@pytest.mark.rule("FA-W16", "FA-167", "FA-182", "FA-183", "FA-198", "FA-942")
def test_rescue_battle_three() -> None:
    table = after("rescue", "usa: target helicopter kansas-city")
    assert rolled(table) == [
        ((8,), (6,)),  # US helicopter
        ((6, 6), (5, 6)),  # Partisans: two infantry fall
        ((6, 6), (5, 5)),  # mobile units: both Partisans fall
        ((6,), (3,)),  # the last infantry misses
    ]
    assert lost(table, "south") == "2 infantry, 1 helicopter"
    assert units(table, "usa", "kansas") == "1 helicopter"
    assert table.state.fought == [INDEX["kansas"]]


@pytest.mark.rule("FA-W17", "FA-172", "FA-183", "FA-198", "FA-942")
def test_rescue_battle_four() -> None:
    table = after("rescue", "south: battle south-arkansas")
    assert rolled(table)[-2:] == [((6, 6), (2, 3)), ((8, 8, 8), (2, 6, 4))]
    assert legal(table) == {"target infantry south-arkansas", "target partisan south-arkansas"}
    table = after("rescue", "south: target partisan south-arkansas")
    assert units(table, "usa", "south-arkansas") == "1 infantry"


@pytest.mark.rule("FA-W18", "FA-166", "FA-180", "FA-184")
def test_rescue_battle_five_defence() -> None:
    table = after("rescue", "south: target partisan south-arkansas")
    assert rolled(table)[-1] == ((10,), (8,))
    assert "target bomber st-louis" in legal(table)  # air units choose freely
    table = after("rescue", "usa: target mobile oklahoma")
    assert not battle(table).combined_arms
    assert [a.units for a in battle(table).attackers] == [{"infantry": 1, "helicopter": 3}]
    assert battle(table).rolls[-1].hits_from == 6


@pytest.mark.rule("FA-W19", "FA-170", "FA-178", "FA-198", "FA-942")
def test_rescue_battle_five_attack() -> None:
    table = after("rescue", "usa: target mobile oklahoma")
    assert rolled(table)[-1] == ((8, 8, 8), (6, 7, 3))
    table = after("rescue", "south: target tank st-louis")
    assert units(table, "usa", "st-louis") == "2 partisan, 1 mobile"
    assert table.decision is not None
    assert table.decision.step == "second movement"


@pytest.mark.rule("FA-W20", "FA-215", "FA-216", "FA-935")
def test_rescue_lasers_taken() -> None:
    table = after("rescue", "south: move 1 tank south-illinois > indianapolis")
    assert table.state.taken == [0, 2, 0]
    assert table.state.lasers == []


@pytest.mark.rule("FA-W21", "FA-219", "FA-221", "FA-W22", "FA-225", "FA-217")
def test_rescue_supply_and_conquest() -> None:
    before = after("rescue", "south: move 1 tank south-illinois > indianapolis")
    lone = [SPACES[space].id for space in isolated(before.state, 1)]
    assert lone == ["chicago", "indianapolis"]
    table = whole("rescue")
    assert lost(table, "south") == "2 infantry, 1 mobile, 2 tank, 1 helicopter, 1 bomber"
    for city in ("chicago", "indianapolis", "st-louis"):
        assert table.state.control[INDEX[city]] == 3
    for place in ("kansas", "south-arkansas"):
        assert table.state.control[INDEX[place]] == 3
    assert table.state.declared == []
    view: Any = table.view().game
    south = view.forces[1]
    assert south.lasers_taken == 2
    assert south.points >= 10
