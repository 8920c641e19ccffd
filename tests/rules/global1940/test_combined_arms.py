"""Units that attack better together, and the numbers of land and air units (11, 19b, 19c)."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from tests.rules.global1940.fights import at_sea, on_land, shots

INFANTRY = "1 ussr infantry"


def attack_of(units: str, dice: int) -> list[tuple[str, int, int]]:
    """What a force rolls in its first attack, all dice missing."""
    _, events = on_land(units, INFANTRY, dice=[6] * (dice + 1))
    return shots(events)[:-1]


@pytest.mark.rule("G40-202")
def test_infantry_with_artillery() -> None:
    assert attack_of("2 infantry, 1 artillery", 3) == [
        ("infantry", 2, 1),
        ("infantry", 1, 1),
        ("artillery", 2, 1),
    ]


@pytest.mark.rule("G40-203")
def test_mechanized_infantry_with_artillery() -> None:
    assert attack_of("2 mech-infantry, 1 artillery", 3) == [
        ("artillery", 2, 1),
        ("mech-infantry", 2, 1),
        ("mech-infantry", 1, 1),
    ]


@pytest.mark.rule("G40-204")
def test_tactical_bomber_with_tank() -> None:
    assert attack_of("1 tank, 2 tactical-bomber", 3) == [
        ("tank", 3, 1),
        ("tactical-bomber", 4, 1),
        ("tactical-bomber", 3, 1),
    ]


@pytest.mark.rule("G40-205")
def test_tactical_bomber_with_fighter() -> None:
    assert attack_of("1 fighter, 2 tactical-bomber", 3) == [
        ("fighter", 3, 1),
        ("tactical-bomber", 4, 1),
        ("tactical-bomber", 3, 1),
    ]


@pytest.mark.rule("G40-205")
def test_tactical_bomber_with_fighter_at_sea() -> None:
    _, events = at_sea("1 fighter, 1 tactical-bomber", "1 uk cruiser", dice=[6] * 3)
    assert shots(events)[:2] == [("fighter", 3, 1), ("tactical-bomber", 4, 1)]


@pytest.mark.rule("G40-W17", "G40-208")
def test_pairings_are_one_to_one() -> None:
    force = "2 artillery, 3 infantry, 1 mech-infantry, 3 tactical-bomber, 1 fighter, 1 tank"
    found = attack_of(force, 11)
    foot = [s for s in found if s[0] in ("infantry", "mech-infantry")]
    assert sum(count for _, needed, count in foot if needed == 2) == 2
    assert sum(count for _, needed, count in foot if needed == 1) == 2
    rest = [s for s in found if s not in foot]
    assert rest == [
        ("artillery", 2, 2),
        ("tank", 3, 1),
        ("fighter", 3, 1),
        ("tactical-bomber", 4, 2),
        ("tactical-bomber", 3, 1),
    ]


@pytest.mark.rule("G40-206", "G40-209")
def test_mechanized_infantry_blitzes_with_a_tank_and_attacks_with_artillery() -> None:
    from tests.rules.global1940.study import Study

    study = Study(
        "clear",
        "war germany ussr",
        "place 1 germany tank, 1 germany mech-infantry romania",
        "place 1 germany artillery poland",
        "place 1 ussr infantry eastern-poland",
        "control bessarabia ussr",
        "control eastern-poland ussr",
        "control romania germany",
        "turn germany combat-move",
        dice=[6] * 4,
    )
    study.play("move 1 tank, 1 mech-infantry romania > bessarabia > eastern-poland")
    assert study.owner("bessarabia") == "germany"
    study.play("move 1 artillery poland > eastern-poland")
    events = study.play("end")
    assert ("mech-infantry", 2, 1) in shots(events)


@pytest.mark.rule("G40-210")
def test_pairings_are_of_no_use_in_defence() -> None:
    _, events = on_land(
        "1 infantry",
        "2 ussr infantry, 1 ussr artillery, 1 ussr mech-infantry, 1 ussr tank, "
        "1 ussr tactical-bomber, 1 ussr fighter",
        dice=[6] * 8,
    )
    assert shots(events)[1:] == [
        ("infantry", 2, 2),
        ("artillery", 2, 1),
        ("mech-infantry", 2, 1),
        ("tank", 3, 1),
        ("fighter", 4, 1),
        ("tactical-bomber", 3, 1),
    ]


@pytest.mark.rule("G40-246", "G40-208")
def test_support_is_judged_anew_after_losses() -> None:
    study, _ = on_land("1 infantry, 1 artillery", "2 ussr infantry", dice=[6, 6, 1, 6])
    study.play("lose 1 artillery")
    events = study.play("continue", dice=[2, 6, 6])
    assert shots(events)[0] == ("infantry", 1, 1)


PROFILES = {
    "infantry": ("G40-372", 3, 1, 2, 1),
    "artillery": ("G40-373", 4, 2, 2, 1),
    "mech-infantry": ("G40-374", 4, 1, 2, 2),
    "tank": ("G40-375", 6, 3, 3, 2),
    "aa-gun": ("G40-376", 5, 0, 0, 1),
    "fighter": ("G40-381", 10, 3, 4, 4),
    "tactical-bomber": ("G40-382", 11, 3, 3, 4),
    "strategic-bomber": ("G40-383", 12, 4, 1, 6),
    "battleship": ("G40-385", 20, 4, 4, 2),
    "carrier": ("G40-389", 16, 0, 2, 2),
    "cruiser": ("G40-396", 12, 3, 3, 2),
    "destroyer": ("G40-397", 8, 2, 2, 2),
    "submarine": ("G40-398", 6, 2, 1, 2),
    "transport": ("G40-400", 7, 0, 0, 2),
}


@pytest.mark.parametrize(
    ("unit", "cost", "attack", "defence", "move"),
    [
        pytest.param(unit, *numbers, marks=pytest.mark.rule(rule))
        for unit, (rule, *numbers) in PROFILES.items()
    ],
)
@pytest.mark.parametrize("title", ["global-1940", "europe-1940", "pacific-1940"])
def test_numbers_of_a_unit(
    title: str, unit: str, cost: int, attack: int, defence: int, move: int
) -> None:
    world = find_title(title).world  # type: ignore[attr-defined]
    kind = world.kinds[world.kind[unit]]
    assert (kind.cost, kind.attack, kind.defence, kind.move) == (cost, attack, defence, move)
    assert kind.hits == (2 if unit in ("battleship", "carrier") else 1)
