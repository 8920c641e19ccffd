"""Ledger section 8.3: general combat, and the readings that go with it."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import BattleBegan, BattleEnded, Fired, Lost, Retreated
from tests.rules.anniversary.study import Study


def east_poland(attackers: str, defenders: str) -> Study:
    """A German attack from Poland on East Poland, moves made."""
    study = Study(
        "clear",
        f"place {attackers} poland",
        f"place {defenders} east-poland",
        "turn germany combat-move",
    )
    study.play(f"move {attackers.replace('germany ', '')} poland > east-poland")
    return study


@pytest.mark.rule("AN-206")
def test_a_battle_in_every_contested_space_and_nowhere_else() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry poland",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry baltic-states",
        "place 1 germany destroyer, 1 uk submarine sz-5",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland", "move 1 infantry poland > baltic-states")
    study.play("end")
    assert study.legal() == {"fight east-poland", "fight baltic-states", "fight sz-5"}
    study.refused("fight ukraine", "AN-206")
    study.refused("end", "AN-904")
    study.play("fight east-poland", dice=[1, 6])
    study.play("fight baltic-states", dice=[1, 6])
    # Only the submarine is left, and it may be left alone.
    assert study.legal() == {"fight sz-5", "end"}
    study.play("end")
    assert study.step == "NoncombatMove"


@pytest.mark.rule("AN-207")
@pytest.mark.parametrize("first", ["east-poland", "baltic-states"])
def test_the_attacker_chooses_the_order_and_finishes_each(first: str) -> None:
    study = Study(
        "clear",
        "place 2 germany infantry poland",
        "place 1 ussr infantry east-poland",
        "place 1 ussr infantry baltic-states",
        "turn germany combat-move",
    )
    study.play("move 1 infantry poland > east-poland", "move 1 infantry poland > baltic-states")
    study.play("end")
    events = study.play(f"fight {first}", dice=[6, 6])
    assert study.step == "Retreat"
    study.refused("fight east-poland", "AN-073")
    events += study.play("continue", dice=[1, 6, 1, 6])
    began = [e.space for e in events if isinstance(e, BattleBegan)]
    assert began[0] == first
    assert len(began) == 2


@pytest.mark.rule("AN-208", "AN-214")
def test_the_steps_of_a_round() -> None:
    study = east_poland("2 germany infantry, 1 germany tank", "2 ussr infantry, 1 ussr tank")
    study.play("end", dice=[1, 6, 6])
    # The defender chooses before firing, the attacker after; then the attacker decides.
    assert (study.step, study.asked) == ("Casualties", ("ussr",))
    events = study.play("lose 1 infantry", dice=[2, 6, 6])
    assert (study.step, study.asked) == ("Casualties", ("germany",))
    assert any(isinstance(e, Fired) and "defence" in e.what for e in events)
    study.play("lose 1 infantry")
    assert (study.step, study.asked) == ("Retreat", ("germany",))
    # The casualty zone is empty again: one infantry and one tank defend now.
    events = study.play("continue", dice=[6, 6, 6, 6])
    defence = [e for e in events if isinstance(e, Fired) and "defence" in e.what]
    assert sum(len(s.faces) for s in defence[0].shots) == 2
    assert study.dice_left == 0


@pytest.mark.rule("AN-209")
def test_cargo_neither_rolls_nor_is_chosen() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany transport[infantry+tank] sz-6",
        "place 2 uk cruiser sz-7",
        "turn germany combat-move",
    )
    study.play("move 1 transport[infantry+tank], 1 cruiser sz-6 > sz-7")
    events = study.play("end", dice=[6, 3, 3])
    assert [len(s.faces) for e in events if isinstance(e, Fired) for s in e.shots] == [1, 2]
    lost = {e.what for e in events if isinstance(e, Lost)}
    assert lost == {"1 cruiser", "1 transport", "1 infantry", "1 tank"}
    assert study.units("sz-7") == {"uk cruiser": 2}


@pytest.mark.rule("AN-209")
def test_cargo_cannot_take_a_hit_for_its_ship() -> None:
    study = Study(
        "clear",
        "place 1 germany cruiser, 1 germany destroyer, 1 germany transport[tank] sz-6",
        "place 1 uk cruiser sz-7",
        "turn germany combat-move",
    )
    study.play("move 1 transport[tank], 1 cruiser, 1 destroyer sz-6 > sz-7")
    study.play("end", dice=[6, 6, 3])
    study.refused("lose 1 tank", "AN-269")
    assert study.legal() == {"lose 1 cruiser", "lose 1 destroyer"}


@pytest.mark.rule("AN-210")
def test_attack_dice_hit_at_the_value_or_below() -> None:
    study = east_poland("1 germany infantry, 1 germany tank, 1 germany fighter", "5 ussr infantry")
    events = study.play("end", dice=[2, 3, 4, 6, 6, 6, 6, 6])
    attack = next(e for e in events if isinstance(e, Fired))
    found = [(s.unit, s.needed, s.hits) for s in attack.shots]
    assert found == [("infantry", 1, 0), ("tank", 3, 1), ("fighter", 3, 0)]
    events = study.play("continue", dice=[1, 4, 3, 6, 6, 6, 6])
    attack = next(e for e in events if isinstance(e, Fired))
    assert [s.hits for s in attack.shots] == [1, 0, 1]


@pytest.mark.rule("AN-211", "AN-212")
def test_the_defender_chooses_and_the_chosen_still_fire() -> None:
    study = east_poland("3 germany tank", "2 ussr infantry, 1 ussr artillery")
    study.play("end", dice=[3, 6, 6])
    assert study.asked == ("ussr",)
    study.refused("lose 2 infantry", "AN-944")
    events = study.play("lose 1 artillery", dice=[2, 3, 2])
    shots = next(e for e in events if isinstance(e, Fired)).shots
    assert [(s.unit, s.needed, len(s.faces), s.hits) for s in shots] == [
        ("infantry", 2, 2, 1),
        ("artillery", 2, 1, 1),
    ]
    assert study.units("east-poland") == {"germany tank": 1, "ussr infantry": 2}


@pytest.mark.rule("AN-213")
def test_the_attacker_chooses_and_removes_at_once() -> None:
    study = east_poland("2 germany infantry, 1 germany tank", "1 ussr tank, 1 ussr infantry")
    study.play("end", dice=[6, 6, 6, 6, 3])
    assert study.asked == ("germany",)
    study.play("lose 1 tank")
    assert study.units("east-poland")["germany infantry"] == 2
    assert "germany tank" not in study.units("east-poland")
    # The removed tank does not roll again.
    study.play("continue", dice=[6, 6, 6, 6])
    assert study.dice_left == 0


@pytest.mark.rule("AN-215", "AN-372")
def test_rounds_repeat_until_one_side_is_gone_and_the_winner_stays() -> None:
    study = east_poland("2 germany infantry", "1 ussr infantry")
    study.play("end", dice=[6, 6, 6])
    study.play("continue", dice=[6, 6, 6])
    events = study.play("continue", dice=[1, 6, 6])
    ended = next(e for e in events if isinstance(e, BattleEnded))
    assert ended.winner == "germany"
    assert study.units("east-poland") == {"germany infantry": 2}
    lost = east_poland("1 germany infantry", "2 ussr infantry")
    events = lost.play("end", dice=[6, 1, 6])
    ended = next(e for e in events if isinstance(e, BattleEnded))
    assert ended.winner == "ussr"
    assert lost.units("east-poland") == {"ussr infantry": 2}
    assert lost.owner("east-poland") == "ussr"


@pytest.mark.rule("AN-216")
def test_mutual_destruction_leaves_the_ground_to_the_defender() -> None:
    study = east_poland("1 germany infantry", "1 ussr infantry")
    study.play("end", dice=[1, 2])
    assert study.step == "NoncombatMove"
    assert study.units("east-poland") == {}
    assert study.owner("east-poland") == "ussr"
    assert study.income("ussr") == 30


@pytest.mark.rule("AN-218")
def test_only_the_attacker_is_asked_to_retreat() -> None:
    study = east_poland("2 germany infantry", "2 ussr infantry")
    study.play("end", dice=[6, 6, 6, 6])
    assert (study.step, study.asked) == ("Retreat", ("germany",))
    refusal = study.game.check("retreat belorussia", "ussr")
    assert refusal is not None
    events = study.play("retreat poland")
    assert [e.power for e in events if isinstance(e, Retreated)] == ["germany"]
    assert study.units("poland") == {"germany infantry": 2}
    assert study.units("east-poland") == {"ussr infantry": 2}


@pytest.mark.rule("AN-219", "AN-221")
def test_everybody_to_one_space_that_an_attacker_came_from() -> None:
    study = Study(
        "clear",
        "place 2 germany infantry poland",
        "place 1 germany tank czechoslovakia-hungary",
        "place 1 germany infantry bulgaria-romania",
        "control baltic-states germany",
        "place 3 ussr infantry east-poland",
        "turn germany combat-move",
    )
    study.play("move 2 infantry poland > east-poland")
    study.play("move 1 tank czechoslovakia-hungary > bulgaria-romania > east-poland")
    study.play("end", dice=[6] * 6)
    study.refused("retreat czechoslovakia-hungary", "AN-219")
    study.refused("retreat baltic-states", "AN-219")  # friendly, but nobody came from there
    study.refused("retreat ukraine", "AN-219")
    assert study.legal("retreat") == {"retreat poland", "retreat bulgaria-romania"}
    study.play("retreat bulgaria-romania")
    assert study.units("bulgaria-romania") == {"germany infantry": 3, "germany tank": 1}
    assert study.units("poland") == {}


@pytest.mark.rule("AN-222", "AN-373")
def test_aircraft_that_retreat_wait_in_the_contested_space() -> None:
    study = east_poland("1 germany infantry, 1 germany fighter", "2 ussr infantry")
    study.play("end", dice=[6, 6, 6, 6])
    study.play("retreat poland")
    assert study.units("east-poland") == {"ussr infantry": 2, "germany fighter": 1}
    assert study.step == "NoncombatMove"
    study.refused("end", "AN-280")
    study.play("move 1 fighter east-poland > poland", "end")
    assert study.units("poland") == {"germany infantry": 1, "germany fighter": 1}


@pytest.mark.rule("AN-373")
@pytest.mark.parametrize(
    ("dice", "ground"), [([1, 6, 6], "germany"), ([6, 3, 2], "ussr")], ids=["won", "infantry lost"]
)
def test_aircraft_stay_where_they_fought_until_they_land(dice: list[int], ground: str) -> None:
    study = east_poland("1 germany infantry, 1 germany fighter", "1 ussr infantry")
    study.play("end", dice=dice)
    if ground == "ussr":
        study.play("lose 1 infantry")
    assert study.owner("east-poland") == ground
    assert study.units("east-poland")["germany fighter"] == 1
    assert study.step == "NoncombatMove"
    study.refused("end", "AN-280")
    study.allowed("move 1 fighter east-poland > poland")


@pytest.mark.rule("AN-936")
def test_a_gun_alone_does_not_defend_but_fires_at_aircraft() -> None:
    foot = east_poland("1 germany infantry", "1 ussr aa-gun")
    foot.play("end")
    assert foot.owner("east-poland") == "germany"
    assert foot.units("east-poland") == {"germany infantry": 1, "germany aa-gun": 1}
    planes = east_poland("1 germany infantry, 1 germany fighter", "1 ussr aa-gun")
    planes.play("end", dice=[1])
    assert planes.units("east-poland") == {"germany infantry": 1, "germany aa-gun": 1}
    factory = Study("clear", "place 1 germany tank finland", "turn germany combat-move")
    factory.play("move 1 tank finland > karelia-ssr", "end")
    assert factory.owner("karelia-ssr") == "germany"
