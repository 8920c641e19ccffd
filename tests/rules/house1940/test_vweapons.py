"""Chapter 15: platforms, V1 and V2."""

from __future__ import annotations

import pytest

from sandtable.games.axis import frames as family
from sandtable.games.house1940.vweapons import WEAPONS, Arsenal, Fire
from sandtable.table import Refusal
from tests.rules.house1940.study import Study

LONDON = ("clear", "place 1 uk aa-battery united-kingdom", "place 2 uk infantry united-kingdom",
          "place 1 france fighter united-kingdom",
          "place 1 germany infantry western-germany")  # fmt: skip


def arming(*edits: str, money: int = 30, number: int = 10, **options: bool | int | str) -> Study:
    return Study(
        *edits, "platform germany 0", f"money germany {money}", f"round {number}",
        "turn germany purchase", **options,
    )  # fmt: skip


def firing(*edits: str, bombs: str = "v1", **options: bool | int | str) -> Study:
    return Study(
        *edits, "platform germany 0", f"bombs germany {bombs}", "round 10",
        "turn germany strategic-bombing", **options,
    )  # fmt: skip


@pytest.mark.rule("HV-182", "HV-183", "HV-185", "HV-171", "HV-828", "HV-976")
def test_bombs_are_bought_for_a_platform() -> None:
    early = arming(number=8)
    early.refused("arm v1 germany", "HV-171")
    study = arming()
    study.refused("arm v1 poland", "HV-828")
    study.play("arm v1 germany")
    assert study.money("germany") == 26
    study.refused("arm v2 germany", "HV-976")
    other = arming()
    other.play("arm v2 germany")
    assert other.money("germany") == 18
    arming(money=11).refused("arm v2 germany", "HV-052")


@pytest.mark.rule("HV-828", "HV-976")
def test_more_bombs_for_a_platform() -> None:
    study = arming(bombs_per_platform=2)
    study.play("arm v1 germany", "arm v2 germany")
    study.refused("arm v1 germany", "HV-976")


@pytest.mark.rule("HV-W24", "HV-184", "HV-187", "HV-975", "HV-978", "HV-979", "HV-976")
def test_a_v1_on_london() -> None:
    study = arming(*LONDON)
    study.play("arm v1 germany", "end")
    study.until("germany", "Missions")
    study.play("fire v1 germany > united-kingdom", dice=[2, 6, 1, 3, 4])
    assert study.asked == ("uk",)
    study.play("lose 1 complex, 1 infantry")
    assert study.buildings("united-kingdom")["complex"] == 1
    assert study.units("united-kingdom")["uk infantry"] == 1
    assert study.state.bombs == {}


@pytest.mark.rule("HV-184", "HV-979")
def test_a_v1_is_shot_down() -> None:
    study = firing(*LONDON)
    study.play("fire v1 germany > united-kingdom", dice=[5, 1])
    assert study.asked == ("germany",)
    assert study.dice_left == 0
    assert study.units("united-kingdom")["uk infantry"] == 2
    radar = firing(*LONDON, radar="hit_on_2")
    radar.play("fire v1 germany > united-kingdom", dice=[2])
    assert radar.asked == ("germany",)


@pytest.mark.rule("HV-185", "HV-186", "HV-975")
def test_nothing_intercepts_a_v2() -> None:
    study = firing(*LONDON, bombs="v2")
    study.play("fire v2 germany > united-kingdom", dice=[4, 4, 5, 6, 6, 1])
    study.play("lose 1 aa-battery", "lose 1 france fighter", "lose 1 port")
    assert study.units("united-kingdom") == {"uk infantry": 2}
    assert "port" not in study.buildings("united-kingdom")


@pytest.mark.rule("HV-978", "HV-828")
def test_who_takes_the_hits_and_what_is_too_many() -> None:
    study = firing("clear", "place 1 uk infantry scotland", "place 1 germany tank germany")
    study.play("fire v1 germany > scotland", dice=[1, 2, 3])
    assert study.units("scotland") == {}
    assert study.asked == ("germany",)
    assert "airfield" not in study.buildings("scotland")


@pytest.mark.rule("HV-978")
def test_losses_are_what_is_there() -> None:
    study = firing(*LONDON)
    study.play("fire v1 germany > united-kingdom", dice=[6, 6, 1, 3, 4])
    study.refused("lose 3 infantry", "HV-978")
    study.refused("lose 1 tank", "HV-978")
    study.refused("lose 2 infantry, 1 complex", "HV-978")
    assert "lose 1 complex" in study.legal("lose")


@pytest.mark.rule("HV-978")
def test_standing_orders_take_hits() -> None:
    study = firing(*LONDON)
    study.play("order losses infantry, fighter", seat="uk")
    study.play("fire v1 germany > united-kingdom", dice=[6, 6, 1, 3, 4])
    assert study.asked == ("germany",)
    assert study.units("united-kingdom") == {"uk aa-battery": 1, "france fighter": 1}


@pytest.mark.rule("HV-181", "HV-977", "HV-815")
def test_targets() -> None:
    study = firing("clear", "place 1 uk cruiser sz-112", "place 1 uk infantry scotland")
    study.refused("fire v1 germany > sz-112", "HV-181")
    study.refused("fire v1 germany > sweden", "HV-977")
    study.refused("fire v1 germany > poland", "HV-977")
    study.refused("fire v1 germany > eastern-poland", "HV-977")
    study.refused("fire v2 germany > scotland", "HV-976")
    study.allowed("fire v1 germany > scotland")


@pytest.mark.rule("HV-977", "HV-183", "HV-185", "HV-938", "HV-802", "HV-804")
def test_range_counts_any_space() -> None:
    """Over neutral, hostile and impassable ground alike, by the shortest way."""
    study = firing("war germany ussr", bombs="v1")
    world = study.world
    weapons = Arsenal(world, study.rules.refuse)  # type: ignore[attr-defined]
    germany = world.power["germany"]

    def refusal(weapon: str, target: str) -> Refusal | None:
        study.state.bombs[world.space["germany"]] = (weapon,)
        return weapons.why_not_fired(study.state, germany, Fire(weapon, "germany", target))

    everything = frozenset(range(len(world.spaces)))
    away = world.board.distances_from([world.space["germany"]], everything)
    for weapon in WEAPONS:
        for name in ("united-kingdom", "russia", "egypt", "volgograd", "caucasus", "belarus"):
            found = refusal(weapon, name)
            far = away[world.space[name]] > WEAPONS[weapon].range
            assert (found is not None and found.rule == "HV-977") == far, (weapon, name)
    assert WEAPONS["v1"].range == 4
    assert WEAPONS["v2"].range == 6
    assert away[world.space["united-kingdom"]] == 4


@pytest.mark.rule("HV-816")
def test_bystanders_are_not_hit() -> None:
    study = firing("clear", "place 1 uk infantry scotland", "place 1 usa infantry scotland")
    study.play("fire v1 germany > scotland", dice=[1, 2, 3])
    assert study.units("scotland") == {"usa infantry": 1}


@pytest.mark.rule("HV-179", "HV-976")
def test_a_platform_lost_loses_its_bomb() -> None:
    study = firing("place 1 germany tank germany")
    from sandtable.games.house1940.buildings import hit

    world, space = study.world, study.world.space["germany"]
    assert not hit(world, study.state, space, world.kind["platform"], 1)
    assert study.state.bombs
    assert hit(world, study.state, space, world.kind["platform"], 1)
    assert not study.state.bombs
    assert "platform" not in study.buildings("germany")


@pytest.mark.rule("HV-828")
def test_a_bomb_may_wait() -> None:
    study = firing()
    study.until("germany", "War")
    assert study.state.bombs == {study.world.space["germany"]: ("v1",)}
    study.until("germany", "Missions")
    study.allowed("fire v1 germany > united-kingdom")


@pytest.mark.rule("HV-153", "HV-179")
def test_a_platform_bought_this_round_has_no_bomb_yet() -> None:
    study = Study("money germany 30", "round 9", "turn germany purchase")
    study.play("buy 1 platform")
    study.refused("arm v1 germany", "HV-828")
    assert isinstance(study.state.flow[-1], family.Purchase)
