"""Section 3 of the ledger, with its readings: China."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study

HOME = ("chinghai", "ningxia", "sikang", "yunnan", "hupeh", "fukien", "suiyuan")


def waiting(study: Study, power: str = "china", unit: str = "infantry") -> int:
    return study.state.pool_count(study.world.power[power], study.world.kind[unit])


@pytest.mark.rule("AN-052")
def test_china_is_a_power_of_its_own() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry, 1 china infantry hupeh",
        "place 1 japan infantry kiangsu",
        "money usa 40",
        "turn usa combat-move",
    )
    study.play("first china")
    assert study.asked == ("usa",)
    study.refused("move 1 usa infantry hupeh > kiangsu", "AN-269")
    study.play("move 1 infantry hupeh > kiangsu")
    # The American infantry stays behind: only the Chinese one rolls (one die, then the defence).
    study.play("end", dice=[1, 6])
    assert study.units("kiangsu") == {"china infantry": 1}
    assert study.units("hupeh") == {"usa infantry": 1}
    assert study.money("china") == 0


@pytest.mark.rule("AN-053")
def test_no_turn_of_its_own() -> None:
    study = Study()
    order = [study.world.powers[power].id for power in study.world.order]
    assert "china" not in order
    assert "china" not in study.game.seats
    with pytest.raises(Malformed):
        Study("turn china combat-move")
    pass_to(study, "usa", "CombatOrder")
    assert study.asked == ("usa",)
    study.play("first china", "move 1 infantry hupeh > kiangsu")
    assert study.units("kiangsu")["china infantry"] == 1


@pytest.mark.rule("AN-054")
@pytest.mark.parametrize(("first", "second"), [("china", "usa"), ("usa", "china")])
def test_one_fights_before_the_other_moves(first: str, second: str) -> None:
    study = Study(
        "clear",
        "place 1 usa infantry yunnan",
        "place 1 china infantry hupeh",
        "place 1 japan infantry kiangsu",
        "place 1 japan infantry french-indo-china-thailand",
        "turn usa combat-move",
    )
    moves = {
        "china": ("hupeh", "kiangsu"),
        "usa": ("yunnan", "french-indo-china-thailand"),
    }
    study.play(f"first {first}")
    start, goal = moves[second]
    study.refused(f"move 1 {second} infantry {start} > {goal}", "AN-269")
    study.play(f"move 1 infantry {' > '.join(moves[first])}")
    study.play("end", dice=[1, 6])  # the whole battle is over
    assert study.units(moves[first][1]) == {f"{first} infantry": 1}
    assert study.step == "CombatMove"
    study.play(f"move 1 infantry {start} > {goal}")
    study.play("end", dice=[1, 6])
    assert study.units(goal) == {f"{second} infantry": 1}
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-055")
def test_chinese_territories() -> None:
    study = Study()
    home = {s.id for s in study.world.spaces if study.owner(s.id) == "china"}
    assert home == set(HOME)
    own = {study.world.spaces[space].id for space in study.world.group("china")}
    assert own == {*HOME, "manchuria", "kiangsu"}


@pytest.mark.rule("AN-056", "AN-064", "AN-909")
def test_chinese_values_pay_the_axis_only() -> None:
    study = Study(
        "clear",
        "control yunnan japan",
        "place 1 usa infantry hupeh",
        "place 1 china infantry suiyuan",
        "factory kiangsu 0",
        "pool usa 1 infantry",
        "turn usa combat-move",
    )
    assert study.income("japan") == 17 + 1
    american = study.income("usa")
    study.play("first usa", "move 1 infantry hupeh > kiangsu", "end")
    study.play("move 1 infantry suiyuan > manchuria", "end", "end")
    # The United States frees Kiangsu for China, China takes Manchuria itself; nobody is paid.
    assert study.owner("kiangsu") == study.owner("manchuria") == "china"
    assert study.income("japan") == 18 - 2 - 3
    assert study.income("usa") == american
    assert study.step == "Mobilize"
    study.refused("place 1 infantry kiangsu", "AN-294")


@pytest.mark.rule("AN-057", "AN-069")
def test_china_buys_nothing() -> None:
    study = Study(
        "clear",
        "place 1 china infantry yunnan",
        "money china 30",
        "turn usa purchase",
    )
    study.refused("buy 1 china infantry", "AN-057")
    study.refused("buy 1 china fighter", "AN-057")
    study = Study("clear", "place 1 china infantry yunnan", "turn usa purchase")
    study.play("buy 1 fighter")
    pass_to(study, "usa", "Mobilize")
    study.refused("place 1 china fighter yunnan", "AN-117")
    study.refused("place 1 fighter yunnan", "AN-291")
    study.play("place 1 fighter western-united-states")
    pass_to(study, "germany", "Purchase")
    assert study.money("china") == 0


@pytest.mark.rule("AN-058", "AN-911")
@pytest.mark.parametrize(
    ("axis", "freed", "infantry"),
    [
        ((), (), 3),  # seven territories: three, rounded down
        ((), ("kiangsu",), 4),  # eight with Kiangsu
        ((), ("kiangsu", "manchuria"), 4),
        (HOME[1:], (), 0),  # one gives none
        (HOME[2:], (), 1),
        (HOME, (), 0),
    ],
)
def test_free_infantry(axis: tuple[str, ...], freed: tuple[str, ...], infantry: int) -> None:
    study = Study(
        "clear",
        *(f"control {land} japan" for land in axis),
        *(f"control {land} china" for land in freed),
        "turn usa purchase",
    )
    assert waiting(study) == infantry


@pytest.mark.rule("AN-911")
def test_counted_before_anybody_moves() -> None:
    study = Study(
        "clear", "place 1 china infantry hupeh", "place 1 usa infantry hupeh", "turn usa purchase"
    )
    assert waiting(study) == 3
    study.play("end", "first china", "move 1 infantry hupeh > kiangsu", "end", "end", "end")
    assert study.owner("kiangsu") == "china"  # eight now
    assert study.step == "Mobilize"
    assert waiting(study) == 3


@pytest.mark.rule("AN-059", "AN-912")
def test_placing_infantry() -> None:
    study = Study(
        "clear",
        "control fukien japan",
        "place 1 china infantry hupeh",
        "pool china 3 infantry",
        "turn usa combat-move",
    )
    study.play("first china", "move 1 infantry hupeh > kiangsu", "end", "end", "end")
    assert study.step == "Mobilize"
    for closed in ("fukien", "kwangtung", "burma", "western-united-states"):
        study.refused(f"place 1 china infantry {closed}", "AN-059")
    # Kiangsu was taken this turn; Chinghai is empty and has no factory.
    study.play("place 1 china infantry kiangsu", "place 2 china infantry chinghai")
    assert study.units("kiangsu") == {"china infantry": 2}
    assert study.units("chinghai") == {"china infantry": 2}


@pytest.mark.rule("AN-060", "AN-913")
@pytest.mark.parametrize("third", ["infantry", "fighter"])
def test_three_units_close_a_territory(third: str) -> None:
    study = Study(
        "clear",
        f"place 2 china infantry, 1 china {third} yunnan",
        "pool china 1 infantry",
        "turn usa mobilize",
    )
    study.refused("place 1 china infantry yunnan", "AN-060")
    study.allowed("place 1 china infantry hupeh")


@pytest.mark.rule("AN-061", "AN-062", "AN-913")
def test_below_three_any_number() -> None:
    study = Study(
        "clear",
        "place 2 china infantry, 3 usa infantry, 1 uk fighter yunnan",
        "pool china 4 infantry",
        "turn usa mobilize",
    )
    # Allied units do not count, and the count is not made again after each piece.
    study.play("place 1 china infantry yunnan", "place 3 china infantry yunnan")
    assert study.units("yunnan")["china infantry"] == 6


@pytest.mark.rule("AN-063")
def test_where_chinese_units_may_go() -> None:
    study = Study(
        "clear",
        "control burma japan",
        "place 4 china infantry yunnan",
        "place 1 china infantry chinghai",
        "place 2 china infantry suiyuan",
        "turn usa combat-move",
    )
    study.play("first china")
    study.refused("move 1 infantry yunnan > burma", "AN-063")
    study.refused("move 1 infantry yunnan > french-indo-china-thailand", "AN-063")
    study.play("move 1 infantry suiyuan > kiangsu", "move 1 infantry suiyuan > manchuria")
    study.play("end", "end")
    study.refused("move 1 china infantry chinghai > kazakh-ssr", "AN-063")
    study.refused("move 1 china infantry chinghai > novosibirsk", "AN-063")
    study.play("move 1 china infantry yunnan > fukien")
    assert study.units("fukien") == {"china infantry": 1}


@pytest.mark.rule("AN-064")
def test_recovering_manchuria() -> None:
    study = Study(
        "clear",
        "place 2 china infantry suiyuan",
        "place 1 japan infantry manchuria",
        "turn usa combat-move",
    )
    study.play("first china", "move 2 infantry suiyuan > manchuria")
    study.play("end", dice=[1, 6, 6])
    assert study.owner("manchuria") == "china"


@pytest.mark.rule("AN-065")
def test_no_sea_lift() -> None:
    study = Study(
        "clear",
        "place 1 china infantry fukien",
        "place 1 usa transport sz-61",
        "turn usa combat-move",
    )
    study.play("first china")
    study.refused("load 1 infantry fukien > sz-61", "AN-065")
    study.play("end", "end")
    study.refused("load 1 china infantry fukien > sz-61", "AN-065")


@pytest.mark.rule("AN-066", "AN-067")
def test_kwangtung_goes_to_britain() -> None:
    study = Study(
        "clear",
        "control kwangtung japan",
        "place 2 china infantry fukien",
        "place 1 japan infantry kwangtung",
        "turn usa combat-move",
    )
    british, japanese = study.income("uk"), study.income("japan")
    study.play("first china", "move 2 infantry fukien > kwangtung")
    study.play("end", dice=[1, 6, 6])
    assert study.owner("kwangtung") == "uk"
    assert study.units("kwangtung") == {"china infantry": 2}
    assert (study.income("uk"), study.income("japan")) == (british + 1, japanese - 1)
    # It counts for nothing when China gets infantry: with it five would be six.
    study = Study("clear", "control yunnan japan", "control fukien japan", "turn usa purchase")
    assert study.owner("kwangtung") == "uk"
    assert waiting(study) == 2


@pytest.mark.rule("AN-915")
def test_kwangtung_while_london_is_lost() -> None:
    edits = [
        "clear",
        "control united-kingdom germany",
        "control kwangtung japan",
        "place 1 china infantry fukien",
        "place 1 usa infantry yunnan",
        "place 1 usa infantry fukien",
        "turn usa combat-move",
    ]
    study = Study(*edits)
    study.play("first china", "move 1 infantry fukien > kwangtung", "end")
    assert study.owner("kwangtung") == "uk"
    study = Study(*edits)
    study.play("first usa", "move 1 infantry fukien > kwangtung", "end")
    assert study.owner("kwangtung") == "usa"


@pytest.mark.rule("AN-068", "AN-916")
def test_the_flying_tigers_are_chinese() -> None:
    study = Study(
        "clear",
        "place 1 china infantry, 1 china fighter hupeh",
        "place 2 japan infantry kiangsu",
        "tech usa jet-fighters",
        "turn usa combat-move",
    )
    study.play("first usa")
    study.refused("move 1 china fighter hupeh > kiangsu", "AN-269")
    study.play("end", "move 1 infantry, 1 fighter hupeh > kiangsu")
    # The fighter's 4 would hit with the American jets; China has none, so only the 1 hits.
    study.play("end", dice=[1, 4, 6, 6])
    assert study.units("kiangsu")["japan infantry"] == 1
    study.play("continue", dice=[6, 3, 6])
    assert study.owner("kiangsu") == "china"


@pytest.mark.rule("AN-070")
def test_the_fighter_stays_in_china() -> None:
    study = Study(
        "clear",
        "control burma japan",
        "control kwangtung japan",
        "place 1 japan infantry kwangtung",
        "place 1 japan transport sz-61",
        "place 1 china fighter yunnan",
        "place 1 usa carrier sz-36",
        "turn usa combat-move",
    )
    study.play("first china")
    study.refused("move 1 fighter yunnan > burma", "AN-070")
    study.refused("move 1 fighter yunnan > sz-61", "AN-070")
    study.refused("move 1 fighter yunnan > french-indo-china-thailand > kwangtung", "AN-070")
    study.allowed("move 1 fighter yunnan > kwangtung")
    study.play("end", "end")
    study.refused("move 1 china fighter yunnan > sz-36", "AN-070")
    study.refused("move 1 china fighter yunnan > india", "AN-070")
    # Distances are counted inside China: Chinghai is two spaces away, by way of Sikang.
    study.play("move 1 china fighter yunnan > chinghai")
    assert study.units("chinghai") == {"china fighter": 1}


@pytest.mark.rule("AN-914")
def test_infantry_without_a_place_wait() -> None:
    study = Study(
        "clear",
        *(f"place 3 china infantry {land}" for land in HOME),
        "pool china 3 infantry",
        "turn usa mobilize",
    )
    study.refused("place 1 china infantry yunnan", "AN-060")
    study.play("end")
    assert study.state.turn == study.world.power["germany"]
    assert waiting(study) == 3


@pytest.mark.rule("AN-917")
def test_only_combat_is_separate() -> None:
    study = Study(
        "clear",
        "place 1 usa infantry, 1 china infantry hupeh",
        "place 1 usa infantry, 1 china infantry yunnan",
        "place 1 japan infantry kiangsu",
        "pool usa 1 infantry",
        "turn usa purchase",
    )
    assert waiting(study) == 3  # both powers' purchases are of one phase
    study.play("end", "first usa", "move 1 infantry hupeh > kiangsu")
    study.play("end", dice=[6, 1])  # the American is lost, the Japanese holds
    study.play("move 1 infantry hupeh > kiangsu")
    study.play("end", dice=[1, 6])  # China tries the same space again and takes it
    assert study.owner("kiangsu") == "china"
    study.play("move 1 china infantry yunnan > sikang", "move 1 infantry yunnan > hupeh", "end")
    study.play("place 1 china infantry hupeh", "place 1 infantry western-united-states")
    study.play("place 2 china infantry hupeh")
    assert study.units("hupeh") == {"usa infantry": 1, "china infantry": 3}
