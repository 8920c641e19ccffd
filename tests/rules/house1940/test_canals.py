"""Canals and straits: whose they are, when, and for whom they matter."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

CANALS = {
    "Panama Canal": ("sz-64", "sz-89", ("central-america",)),
    "Suez Canal": ("sz-81", "sz-98", ("egypt", "syria")),
    "Turkish Strait": ("sz-99", "sz-100", ("turkey",)),
    "Strait of Gibraltar": ("sz-91", "sz-92", ("gibraltar",)),
    "Danish Strait": ("sz-112", "sz-113", ("denmark",)),
}
RULES = {
    "Panama Canal": "HV-032",
    "Suez Canal": "HV-033",
    "Turkish Strait": "HV-034",
    "Strait of Gibraltar": "HV-035",
    "Danish Strait": "HV-036",
}


def sailing(canal: str, *holders: str, ship: str = "destroyer", **options: str) -> Study:
    """A German ship before a canal whose banks are held like this."""
    zone, _, lands = CANALS[canal]
    held = [f"control {land} {holder}" for land, holder in zip(lands, holders, strict=True)]
    return Study(
        "clear", "place 1 uk infantry india", *held, f"place 1 germany {ship} {zone}",
        "turn germany noncombat-move", **options,
    )  # fmt: skip


def way(canal: str) -> str:
    return f"{CANALS[canal][0]} > {CANALS[canal][1]}"


@pytest.mark.parametrize(
    "canal",
    [pytest.param(canal, marks=pytest.mark.rule(rule, "HV-912")) for canal, rule in RULES.items()],
)
@pytest.mark.rule("HV-030")
def test_a_canal_is_the_sides_that_holds_its_banks(canal: str) -> None:
    lands = CANALS[canal][2]
    own = sailing(canal, *["germany"] * len(lands))
    own.allowed(f"move 1 destroyer {way(canal)}")
    allied = sailing(canal, *["italy"] * len(lands))
    allied.play(f"move 1 destroyer {way(canal)}")
    assert allied.units(CANALS[canal][1]) == {"germany destroyer": 1}
    for other in ("uk", "ussr"):
        enemy = sailing(canal, *["germany"] * (len(lands) - 1), other)
        enemy.refused(f"move 1 destroyer {way(canal)}", "HV-913")


@pytest.mark.rule("HV-033", "HV-912")
def test_the_eastern_bank_of_suez() -> None:
    study = sailing("Suez Canal", "germany", "italy")
    study.allowed("move 1 destroyer sz-81 > sz-98")
    other = sailing("Suez Canal", "germany", "italy", suez_east="trans-jordan")
    other.refused("move 1 destroyer sz-81 > sz-98", "HV-913")
    held = Study(
        "clear", "control egypt germany", "control trans-jordan germany",
        "place 1 germany cruiser sz-98", "place 1 uk infantry india",
        "turn germany noncombat-move", suez_east="trans-jordan",
    )  # fmt: skip
    held.allowed("move 1 cruiser sz-98 > sz-81")


@pytest.mark.rule("HV-034", "HV-804")
def test_the_turkish_strait_is_closed_while_turkey_is_neutral() -> None:
    for nation in ("germany", "ussr", "uk"):
        study = Study(
            "clear", f"place 1 {nation} submarine sz-100", "place 1 uk infantry india",
            "place 1 germany infantry germany", "place 1 ussr infantry russia",
            f"turn {nation} noncombat-move",
        )  # fmt: skip
        study.refused("move 1 submarine sz-100 > sz-99", "HV-913")


@pytest.mark.rule("HV-031", "HV-913", "HV-805")
def test_control_at_the_start_and_at_the_moment() -> None:
    taken = Study(
        "clear", "place 1 germany destroyer sz-91", "place 1 uk infantry india",
        "turn germany noncombat-move", "control gibraltar germany",
    )  # fmt: skip
    taken.refused("move 1 destroyer sz-91 > sz-92", "HV-913")
    lost = Study(
        "clear", "control gibraltar germany", "place 1 germany destroyer sz-91",
        "place 1 uk infantry india", "turn germany noncombat-move", "control gibraltar uk",
    )  # fmt: skip
    lost.refused("move 1 destroyer sz-91 > sz-92", "HV-913")


@pytest.mark.rule("HV-913")
@pytest.mark.parametrize("ship", ["submarine", "transport", "battleship", "carrier"])
def test_all_ships_are_bound(ship: str) -> None:
    study = sailing("Strait of Gibraltar", "uk", ship=ship)
    study.refused(f"move 1 {ship} sz-91 > sz-92", "HV-913")


@pytest.mark.rule("HV-804")
def test_aircraft_and_land_units_ignore_canals() -> None:
    study = Study(
        "clear", "control egypt germany", "place 1 germany fighter egypt",
        "place 1 germany infantry egypt", "control trans-jordan germany",
        "place 1 uk infantry india", "control syria uk", "turn germany noncombat-move",
    )  # fmt: skip
    study.allowed("move 1 infantry egypt > trans-jordan")
    study.allowed("move 1 fighter egypt > sz-81 > sz-98 > libya")


@pytest.mark.rule("HV-804")
def test_a_passage_costs_one_space() -> None:
    study = Study(
        "clear", "control gibraltar germany", "place 1 germany destroyer sz-91",
        "place 1 uk infantry india", "turn germany noncombat-move",
    )  # fmt: skip
    study.allowed("move 1 destroyer sz-91 > sz-92 > sz-93")


@pytest.mark.rule("HV-027", "HV-028")
@pytest.mark.parametrize("ship", ["submarine", "transport", "destroyer", "carrier"])
def test_enemy_ships_of_any_kind_make_a_zone_hostile(ship: str) -> None:
    edits = ("clear", "place 1 uk infantry india", "pool germany 1 cruiser")
    hostile = Study(*edits, f"place 1 uk {ship} sz-113", "turn germany deploy")
    hostile.refused("place 1 cruiser germany > sz-113", "HV-135")
    port = ("port germany 0",)
    hostile = Study(*edits, *port, f"place 1 uk {ship} sz-113", "turn germany deploy")
    hostile.refused("place 1 cruiser germany > sz-113", "HV-947")
    friendly = Study(*edits, *port, f"place 1 italy {ship} sz-113", "turn germany deploy")
    friendly.allowed("place 1 cruiser germany > sz-113")
