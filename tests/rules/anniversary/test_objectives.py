"""Ledger section 12: national objectives."""

from __future__ import annotations

import pytest

from sandtable.games.axis.events import Collected
from tests.rules.anniversary.later import pass_to
from tests.rules.anniversary.study import Study


def bonuses(power: str, *edits: str, title: str = "anniversary-1941") -> list[str]:
    """The conditions a power is paid for in its phase 7."""
    study = Study("clear", *edits, f"turn {power} collect-income", title=title, objectives=True)
    paid = next(e for e in study.game.opening if isinstance(e, Collected))
    assert paid.power == power
    for amount, text in paid.bonuses:
        assert amount == (10 if "norway" in text else 5)
    return [text for _, text in paid.bonuses]


def met(power: str, word: str, *edits: str) -> bool:
    """Whether an objective whose condition contains ``word`` pays."""
    return any(word in text for text in bonuses(power, *edits))


def control(owner: str, *spaces: str) -> tuple[str, ...]:
    return tuple(f"control {space} {owner}" for space in spaces)


@pytest.mark.rule("AN-307")
def test_objectives_are_an_option() -> None:
    plain = Study("clear", "money germany 0", "turn germany collect-income")
    assert plain.money("germany") == 31
    used = Study("clear", "money germany 0", "turn germany collect-income", objectives=True)
    assert used.money("germany") == 36


@pytest.mark.rule("AN-308")
def test_each_is_paid_in_every_own_phase_7_in_which_it_is_met() -> None:
    study = Study("clear", "money germany 0", "turn germany collect-income", objectives=True)
    assert study.money("germany") == 36
    pass_to(study, "germany", "NoncombatMove")
    assert study.money("germany") == 36  # nothing in the turns of others
    study.play("end")
    assert study.money("germany") == 72
    lost = Study(
        "clear",
        "money germany 0",
        "control norway uk",
        "control france uk",
        "turn germany collect-income",
        objectives=True,
    )
    assert lost.money("germany") == 22


ALL_OF = [
    (
        "AN-310",
        "germany",
        (
            "france",
            "northwestern-europe",
            "germany",
            "czechoslovakia-hungary",
            "bulgaria-romania",
            "poland",
        ),
    ),
    ("AN-313", "japan", ("manchuria", "kiangsu", "french-indo-china-thailand")),
    ("AN-316", "italy", ("morocco-algeria", "balkans", "libya", "italy")),
    (
        "AN-318",
        "usa",
        ("western-united-states", "central-united-states", "eastern-united-states"),
    ),
    ("AN-319", "usa", ("philippine-islands",)),
    ("AN-320", "usa", ("france",)),
    (
        "AN-322",
        "uk",
        (
            "eastern-canada",
            "western-canada",
            "gibraltar",
            "egypt",
            "australia",
            "union-of-south-africa",
        ),
    ),
]


def sides(power: str) -> tuple[str, str, str]:
    """The power itself, an ally that is not it, and an enemy."""
    if power in ("germany", "japan", "italy"):
        return power, "japan" if power != "japan" else "italy", "usa"
    return power, "ussr" if power != "ussr" else "uk", "japan"


@pytest.mark.rule("AN-309")
@pytest.mark.parametrize(
    ("power", "lands"),
    [
        pytest.param(power, lands, marks=pytest.mark.rule(rule), id=rule)
        for rule, power, lands in ALL_OF
    ],
)
def test_all_of_them(power: str, lands: tuple[str, ...]) -> None:
    own, ally, enemy = sides(power)
    capitals = {"germany", "japan", "italy", "eastern-united-states"}
    word = f"all-of({'axis' if enemy == 'usa' else 'allies'}; "
    word += "italy" if power == "italy" else lands[0]
    assert met(power, word, *control(own, *lands))
    # An ally's control counts as well; a single one in enemy hands spoils it.
    shared = [land for land in lands if land not in capitals]
    assert met(power, word, *control(own, *lands), *control(ally, *shared))
    for land in shared:
        assert not met(power, word, *control(own, *lands), *control(enemy, land))


AT_LEAST = [
    (
        "AN-311",
        "germany",
        3,
        ("baltic-states", "east-poland", "ukraine", "eastern-ukraine", "belorussia"),
    ),
    ("AN-312", "germany", 1, ("karelia-ssr", "caucasus")),
    (
        "AN-314",
        "japan",
        4,
        (
            "kwangtung",
            "east-indies",
            "borneo",
            "philippine-islands",
            "new-guinea",
            "solomon-islands",
        ),
    ),
    ("AN-315", "japan", 1, ("hawaiian-islands", "australia", "india")),
    ("AN-317", "italy", 3, ("egypt", "trans-jordan", "france", "gibraltar")),
    ("AN-321", "usa", 3, ("midway", "wake-island", "hawaiian-islands", "solomon-islands")),
    (
        "AN-323",
        "uk",
        1,
        ("okinawa", "iwo-jima", "formosa", "caroline-islands", "french-indo-china-thailand"),
    ),
    ("AN-324", "uk", 1, ("france", "balkans")),
    (
        "AN-325",
        "ussr",
        3,
        (
            "norway",
            "finland",
            "poland",
            "bulgaria-romania",
            "czechoslovakia-hungary",
            "balkans",
        ),
    ),
]


@pytest.mark.rule("AN-309")
@pytest.mark.parametrize(
    ("power", "number", "lands"),
    [
        pytest.param(power, number, lands, marks=pytest.mark.rule(rule), id=rule)
        for rule, power, number, lands in AT_LEAST
    ],
)
def test_at_least_some_of_them(power: str, number: int, lands: tuple[str, ...]) -> None:
    _, ally, enemy = sides(power)
    word = "original(japan)" if "okinawa" in lands else lands[1]
    for start in range(len(lands)):
        held = [lands[(start + i) % len(lands)] for i in range(number)]
        others = [land for land in lands if land not in held]
        edits = (*control(ally, *held), *control(enemy, *others))
        assert met(power, word, *edits)
        assert not met(power, word, *edits, *control(enemy, held[0]))


@pytest.mark.rule("AN-311", "AN-312", "AN-325", "AN-310")
def test_what_the_objectives_pay() -> None:
    study = Study(
        "clear",
        "money ussr 0",
        *control("ussr", "norway", "finland", "poland"),
        "turn ussr collect-income",
        objectives=True,
    )
    # 30 and 3+2+3 for the land; 10 and 5 for the objectives.
    assert study.money("ussr") == 38 + 15
    germany = Study(
        "clear",
        "money germany 0",
        *control("germany", "ukraine", "east-poland", "belorussia", "karelia-ssr"),
        "turn germany collect-income",
        objectives=True,
    )
    assert germany.money("germany") == 31 + 2 + 1 + 1 + 2 + 15


@pytest.mark.rule("AN-316")
@pytest.mark.parametrize("zone", ["sz-13", "sz-14", "sz-15"])
def test_enemy_warships_in_the_mediterranean_cost_italy_its_bonus(zone: str) -> None:
    for ship in ("destroyer", "cruiser", "carrier", "battleship"):
        assert not met("italy", "morocco-algeria", f"place 1 uk {ship} {zone}")
    assert met("italy", "morocco-algeria", f"place 1 uk submarine, 1 uk transport {zone}")
    assert met("italy", "morocco-algeria", f"place 1 germany cruiser {zone}")
    assert met("italy", "morocco-algeria", "place 1 uk cruiser sz-12", "place 1 uk cruiser sz-16")


@pytest.mark.rule("AN-323")
def test_chinese_cities_and_conquests_of_1942_are_not_originally_japanese() -> None:
    edits = control("uk", "kiangsu", "manchuria")
    assert not met("uk", "original(japan)", *edits)
    later = bonuses("uk", *control("uk", "borneo", "wake-island"), title="anniversary-1942")
    assert not any("original(japan)" in text for text in later)
    assert met("uk", "original(japan)", "control iwo-jima usa")


@pytest.mark.rule("AN-326", "AN-953")
def test_the_soviet_union_alone_on_its_soil() -> None:
    assert met("ussr", "archangel")
    for unit in ("infantry", "fighter", "aa-gun"):
        assert not met("ussr", "archangel", f"place 1 uk {unit} caucasus")
    assert not met("ussr", "archangel", "place 1 usa bomber soviet-far-east")
    assert not met("ussr", "archangel", "control archangel germany")
    assert not met("ussr", "archangel", "control archangel uk")
    # Ships offshore and guests in what others control do not matter, nor do enemies.
    assert met("ussr", "archangel", "place 1 uk cruiser sz-4")
    assert met("ussr", "archangel", "control ukraine uk", "place 1 uk infantry ukraine")
