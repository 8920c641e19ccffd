"""Action 5: FA-163 to FA-201, FA-931 to FA-934."""

from __future__ import annotations

from typing import Any

import pytest

EVERYBODY = "1 infantry, 1 mobile, 1 tank, 1 helicopter, 1 bomber"


def rolls(s: Any) -> list[tuple[int, ...]]:
    return [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]


def portland(study: Any, attack: str, defence: str, *more: str, **given: Any) -> Any:
    """West in zone 2 against Portland; a spare infantry keeps West in the game."""
    return study(
        f"units west zone-west-2 {attack}",
        f"units usa portland {defence}",
        *more,
        "turn west 2 declare",
        **given,
    )


@pytest.mark.rule("FA-163", "FA-201")
def test_battles_must_be_fought_where_there_is_an_enemy(study: Any) -> None:
    s = portland(study, "2 infantry, 1 tank", "1 infantry", "units west zone-west-1 1 tank")
    s.play("declare portland; declare west-washington; end; end")
    assert s.refusal("end") == "FA-163"
    s.play("assign 1 infantry zone-west-2 > portland; end", 2, 2)
    assert s.step == "second movement"  # West Washington was empty: no dice
    assert s.refusal("move 1 tank zone-west-1 > west-washington") == ""


@pytest.mark.rule("FA-164")
def test_attacker_picks_the_order(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry",
        "units usa portland 1 infantry",
        "units west zone-west-1 1 infantry",
        "units usa west-washington 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; declare west-washington; end; end; commit portland")
    s.play("commit west-washington")
    assert s.legal() == {"battle portland", "battle west-washington"}
    events = s.play("battle west-washington", 2, 2, 2, 2)
    begun = [line for line in events if line.startswith("Battle of")]
    assert [line.split(":")[0] for line in begun] == [
        "Battle of West Washington",
        "Battle of Portland",
    ]


@pytest.mark.rule("FA-165", "FA-166", "FA-167", "FA-168", "FA-169", "FA-170", "FA-171")
def test_one_round_defender_first_class_by_class(study: Any) -> None:
    s = portland(study, EVERYBODY, EVERYBODY)
    s.attack("portland", *[2] * 10)
    # Air (d8 + d10), vehicles (d6 + d8), foot (d6); first the defender, then the attacker.
    assert rolls(s) == [(8, 10), (6, 8), (6,)] * 2
    assert s.step == "second movement"  # no second round
    # The defender's kill counts before the attacker fires.
    s = portland(study, "1 tank", "1 tank")
    s.attack("portland", 8)
    assert rolls(s) == [(8,)]
    assert s.lost("west") == "1 tank"


@pytest.mark.rule("FA-172", "FA-173", "FA-932")
def test_partisan_dice(study: Any) -> None:
    s = portland(study, "3 infantry", "1 partisan")
    s.attack("portland", 2, 2, 2, 2)
    assert rolls(s)[0] == (8,)  # alone
    s = portland(study, "3 infantry", "2 partisan")
    s.attack("portland", 2, 2, 2, 2, 2)
    assert rolls(s)[0] == (6, 6)  # two Partisans keep each other company
    s = portland(study, "3 infantry", "1 partisan, 1 tank")
    s.attack("portland", 2, 2, 2, 2, 2)
    assert rolls(s)[:2] == [(8,), (6,)]


@pytest.mark.rule("FA-174", "FA-932")
def test_partisan_left_alone(study: Any) -> None:
    edits = (
        "control portland west",
        "units west portland 1 tank",
        "units usa southwest-oregon 1 partisan, 1 infantry",
        "units west zone-west-1 1 infantry",
        "turn usa 2 declare",
    )
    s = study(*edits)
    s.attack("portland", 8)
    s.play("target infantry southwest-oregon", 2)
    assert rolls(s) == [(8,), (8,)]  # destroyed company
    s = study(*edits)
    s.attack("portland", 1)
    s.play("target infantry southwest-oregon", 2)
    assert rolls(s) == [(8,), (8,)]  # disengaged company is none either
    s = study(*edits)
    s.attack("portland", 2, 2, 2)
    assert rolls(s) == [(8,), (6, 6)]


@pytest.mark.rule("FA-175", "FA-177", "FA-908")
@pytest.mark.parametrize("face", range(1, 9))
def test_column_two(study: Any, face: int) -> None:
    """The defender in a city and the attacker in open country use Column 2."""
    s = portland(study, "1 infantry", "1 tank")
    s.attack("portland", face, *([2] if 2 <= face <= 4 else []))
    assert (s.lost("west") == "1 infantry") == (face >= 5)
    assert (s.state.disengaged != {}) == (face == 1)
    s = study(
        "units west zone-west-3 1 tank",
        "units usa southwest-oregon 1 infantry",
        "turn west 2 declare",
    )
    s.attack("southwest-oregon", 2, face)
    assert (s.lost("usa") == "1 infantry") == (face >= 5)
    if face == 1:
        assert s.step == "retreat"
        s.play("retreat infantry southwest-oregon > northeast-california")
    assert (s.units("usa", "northeast-california") == "1 infantry") == (face == 1)
    assert (s.units("usa", "southwest-oregon") == "1 infantry") == (2 <= face <= 4)


@pytest.mark.rule("FA-176", "FA-178", "FA-908")
@pytest.mark.parametrize("face", range(1, 9))
def test_column_one(study: Any, face: int) -> None:
    """A tank alone against a city: 1 drives off, 6 and more destroys."""
    s = portland(
        study,
        "1 tank",
        "1 infantry",
        "control west-washington west",
        "control southwest-oregon west",
    )
    s.attack("portland", 2, face)
    assert (s.lost("usa") == "1 infantry") == (face >= 6)
    assert (s.units("usa", "oregon-cascades") == "1 infantry") == (face == 1)
    assert (s.units("usa", "portland") == "1 infantry") == (2 <= face <= 5)


@pytest.mark.rule("FA-178")
def test_column_one_for_a_us_attack(study: Any) -> None:
    s = study(
        "control portland west",
        "units west portland 1 infantry",
        "units west zone-west-1 1 infantry",
        "units usa southwest-oregon 1 tank",
        "turn usa 2 declare",
    )
    s.attack("portland", 2, 5)
    assert s.units("west", "portland") == "1 infantry"


@pytest.mark.rule("FA-179", "FA-180")
def test_combined_arms(study: Any) -> None:
    for attack, five_hits in (
        ("1 infantry, 1 tank, 1 helicopter", True),
        ("1 infantry, 1 mobile, 1 bomber", True),
        ("2 infantry, 1 helicopter", False),
        ("1 infantry, 2 tank", False),
        ("1 tank, 1 helicopter", False),
    ):
        s = portland(study, attack, "1 infantry")
        number = sum(int(part.split()[0]) for part in attack.split(", "))
        first = [5] + [2] * (number - 1)  # the first die of the first class
        s.attack("portland", 2, *(first[:1] if five_hits else first))
        assert (s.lost("usa") == "1 infantry") == five_hits, attack
    # The only vehicle is shot, or only disengaged: no combined arms any more.
    for face in (8, 1):
        s = portland(study, "1 infantry, 1 tank, 1 helicopter", "1 tank")
        s.attack("portland", face)
        s.play("target tank zone-west-2", 5, 5)
        assert s.units("usa", "portland") == "1 tank"


@pytest.mark.rule("FA-181", "FA-185", "FA-186")
def test_targets_after_the_roll_destroyed_first(study: Any) -> None:
    s = portland(study, "1 infantry, 1 mobile, 1 tank", "2 tank")
    s.attack("portland", 1, 8)
    assert s.asked == "usa"
    assert "destroyed" in s.table.decision.prompt
    s.play("target tank zone-west-2")
    assert "disengaged" in s.table.decision.prompt
    assert s.legal() == {"target infantry zone-west-2", "target mobile zone-west-2"}
    s.play("target mobile zone-west-2", 2)
    assert s.lost("west") == "1 tank"
    assert s.space("zone-west-2").disengaged == {"mobile": 1}


@pytest.mark.rule("FA-182", "FA-185")
def test_foot_fire(study: Any) -> None:
    s = portland(study, "1 infantry, 1 tank, 1 bomber", "5 infantry")
    s.play("declare portland; end; end; commit portland", 6, 6, 6, 2, 2)
    # First the infantry, then the tank, then the bomber: never a choice between classes.
    assert s.lost("west") == "1 infantry, 1 tank, 1 bomber"
    s = portland(study, "1 infantry, 1 tank, 1 bomber", "2 infantry")
    s.attack("portland", 6, 1, 6, 2)
    assert s.lost("west") == "1 infantry"
    assert s.space("zone-west-2").disengaged == {"tank": 1}  # the order covers ones too


@pytest.mark.rule("FA-183")
def test_vehicle_fire(study: Any) -> None:
    s = portland(study, "1 infantry, 1 tank, 1 bomber", "2 tank")
    s.attack("portland", 8, 2)
    assert s.legal() == {"target infantry zone-west-2", "target tank zone-west-2"}
    assert s.refusal("target bomber zone-west-2") == "FA-183"
    s.play("target tank zone-west-2", 2, 2)
    s = portland(study, "1 bomber", "1 tank")
    s.attack("portland", 8)  # then the aircraft
    assert s.lost("west") == "1 bomber"


@pytest.mark.rule("FA-184")
def test_air_fire(study: Any) -> None:
    s = portland(study, "1 infantry, 1 tank, 1 bomber", "1 helicopter")
    s.attack("portland", 8)
    assert s.legal() == {
        "target infantry zone-west-2",
        "target tank zone-west-2",
        "target bomber zone-west-2",
    }
    s.play("target bomber zone-west-2", 2, 2)


@pytest.mark.rule("FA-187", "FA-188", "FA-189", "FA-190", "FA-227", "FA-931")
def test_disengaged_units(study: Any) -> None:
    s = portland(study, "1 tank, 1 infantry", "1 tank, 1 infantry")
    s.attack("portland", 1)
    s.play("target tank zone-west-2", 6)  # out of it: the next hit can only be the infantry
    assert s.lost("west") == "1 infantry"
    assert rolls(s) == [(8,), (6,)]  # nobody is left to fire
    assert s.units("west", "zone-west-2") == "1 tank"  # it stays where it is
    assert s.refusal("move 1 tank zone-west-2 > zone-west-1") == "FA-190"
    s.play("end")
    assert s.state.disengaged == {}
    # Surplus results are lost.
    s = portland(study, "1 tank", "2 tank")
    s.attack("portland", 8, 8)
    assert s.lost("west") == "1 tank"


@pytest.mark.rule("FA-191", "FA-192", "FA-193", "FA-934")
def test_retreat(study: Any) -> None:
    s = portland(study, "1 helicopter", "1 infantry, 1 helicopter, 1 bomber")
    s.attack("portland", 2, 2, 2, 1)
    assert s.asked == "west"  # the attacker picks the unit
    s.play("target helicopter portland")
    assert s.asked == "usa"  # the defender picks the way
    ways = {line.split(" > ")[1] for line in s.legal()}
    assert {"west-washington", "seattle", "east-oregon"} <= ways
    assert "idaho" not in ways  # three spaces
    assert s.refusal("retreat helicopter portland > idaho") == "FA-192"
    s.play("retreat helicopter portland > seattle")
    assert s.units("usa", "seattle") == "1 helicopter"  # at once
    assert s.units("usa", "portland") == "1 infantry, 1 bomber"
    s = portland(study, "1 helicopter", "1 bomber, 1 tank")
    s.attack("portland", 2, 2, 1)
    s.play("target bomber portland")
    assert "retreat bomber portland > west-montana" in s.legal()  # four spaces
    s = portland(study, "1 helicopter", "1 infantry, 1 tank")
    s.attack("portland", 2, 2, 1)
    s.play("target tank portland")
    assert {line.split(" > ")[1] for line in s.legal()} == {
        "west-washington",
        "southwest-oregon",
        "oregon-cascades",
    }


@pytest.mark.rule("FA-934", "FA-192")
def test_an_invader_retreats_to_own_land_and_zones(study: Any) -> None:
    s = study(
        "control portland west",
        "units west portland 1 infantry, 1 tank",
        "units usa southwest-oregon 1 mobile",
        "control west-washington west",
        "turn usa 2 declare",
    )
    s.attack("portland", 2, 2, 1)
    s.play("target tank portland")
    assert s.asked == "west"
    assert s.legal() == {
        "retreat tank portland > west-washington",
        "retreat tank portland > zone-west-2",
    }


@pytest.mark.rule("FA-194", "FA-933")
def test_no_retreat_into_declared_spaces(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry",
        "units west zone-west-1 1 infantry",
        "units west zone-west-3 1 tank",
        "units usa portland 1 infantry",
        "units usa west-washington 1 infantry",
        "turn west 2 declare",
    )
    s.play("declare portland; declare west-washington; declare southwest-oregon; end; end")
    s.play("commit portland; commit west-washington")
    s.play("battle portland", 2, 1, 2, 2)
    # Southwest Oregon was empty, West Washington is still to be fought for: both are closed.
    assert s.units("usa", "oregon-cascades") == "1 infantry"
    s = study(
        "units west zone-west-2 1 infantry",
        "units west zone-west-1 1 infantry",
        "units usa portland 1 infantry",
        "units usa west-washington 1 infantry",
        "control oregon-cascades west",
        "control southwest-oregon west",
        "turn west 2 declare",
    )
    s.play("declare portland; declare west-washington; end; end")
    s.play("commit portland; commit west-washington")
    s.play("battle west-washington", 2, 2, 2, 1)
    assert s.lost("usa") == "1 infantry"  # closed although that battle is over


@pytest.mark.rule("FA-195", "FA-196")
def test_retreat_and_the_limit(study: Any) -> None:
    walls = ("control west-washington west", "control southwest-oregon west")
    s = portland(study, "1 infantry", "1 infantry", *walls, "units usa oregon-cascades 4 tank")
    s.attack("portland", 2, 1)
    assert s.units("usa", "oregon-cascades") == "1 infantry, 4 tank"
    s = portland(study, "1 infantry", "1 infantry", *walls, "units usa oregon-cascades 5 tank")
    s.attack("portland", 2, 1)
    assert s.lost("usa") == "1 infantry"


@pytest.mark.rule("FA-197", "FA-198", "FA-199")
def test_how_battles_end(study: Any) -> None:
    s = portland(study, "2 infantry", "2 tank")
    events = s.attack("portland", 8, 1)
    assert "The attacker has lost the battle of Portland." in events
    assert rolls(s) == [(8, 8)]
    s = portland(study, "2 infantry", "2 tank")
    events = s.attack("portland", 2, 2, 6, 2)
    assert "The attacker has lost the battle of Portland." in events
    assert s.refusal("move 1 infantry zone-west-2 > portland") == "FA-204"
    s = portland(study, "2 infantry", "1 tank")
    s.attack("portland", 2, 1, 2)
    events = s.play("retreat tank portland > oregon-cascades")
    assert "The attacker has won the battle of Portland." in events
    assert s.refusal("move 1 infantry zone-west-2 > portland") == ""


@pytest.mark.rule("FA-200")
def test_lasers_and_cities_are_no_targets(study: Any) -> None:
    s = portland(study, "5 bomber", "1 infantry", "laser portland")
    s.attack("portland", 2, 10, 10, 10, 10, 10)
    assert s.lost("usa") == "1 infantry"
    assert s.space("portland").laser
    assert s.space("portland").city
