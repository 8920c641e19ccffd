"""The worked cases of the ledger as studies: positions, dice and what is done, in ``cases``."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.table import read_record
from tests.rules.house1940.study import Study

HERE = Path(__file__).parent / "cases"


class Case(Study):
    """A study from its file; every die it fixes is rolled."""

    def __init__(self, name: str) -> None:
        self.game = sandtable.load(HERE / f"{name}.rec")
        self.rules = self.game.rules
        self.world = self.rules.world  # type: ignore[attr-defined]


def test_every_case_is_looked_at() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    for path in sorted(HERE.glob("*.rec")):
        assert f'"{path.stem}"' in tests, path.stem
        assert path.stem.split("-")[0].upper() in path.read_text(encoding="utf-8")
        assert read_record(path.read_text(encoding="utf-8")).title == "house-1940"


@pytest.mark.rule("HV-W03")
def test_savings() -> None:
    case = Case("w03-savings")
    assert case.money("italy") == 0
    assert case.reserve("italy") == {"infantry": 4}
    assert not any(unit.hurt for unit in case.space("sz-97").units)


@pytest.mark.rule("HV-W05")
def test_sweden() -> None:
    vain = Case("w05-sweden")
    assert vain.money("germany") == 0
    assert vain.owner("sweden") == "strict"
    won = Case("w05-sweden-joins")
    assert won.owner("sweden") == "germany"
    assert won.units("sweden") == {}


@pytest.mark.rule("HV-W07")
def test_loans() -> None:
    case = Case("w07-loans")
    assert (case.money("usa"), case.money("ussr"), case.money("uk")) == (34, 10, 8)
    assert case.state.late == {case.world.power["uk"]: 8}


@pytest.mark.rule("HV-W08")
def test_raids() -> None:
    damaged = Case("w08-raid")
    assert damaged.buildings("western-germany")["complex"] == 1
    assert damaged.units("united-kingdom") == {"uk infantry": 1, "uk bomber": 1}
    destroyed = Case("w08-raid-destroys")
    assert "complex" not in destroyed.buildings("western-germany")


@pytest.mark.rule("HV-W09")
def test_radar() -> None:
    assert Case("w09-radar").units("western-germany") == {}
    missed = Case("w09-radar-missed")
    assert missed.units("western-germany") == {"germany bomber": 1}
    assert "port" not in missed.buildings("united-kingdom")
    assert Case("w09-radar-at-2").units("western-germany") == {}


@pytest.mark.rule("HV-W10")
def test_kamikaze() -> None:
    sunk = Case("w10-kamikaze")
    assert sunk.units("sz-26") == {}
    assert sunk.units("japan") == {}
    damaged = Case("w10-kamikaze-damages")
    assert [unit.hurt for unit in damaged.space("sz-26").units] == [True]
    assert damaged.units("japan") == {}


@pytest.mark.rule("HV-W12", "HV-W13")
def test_torpedoes() -> None:
    duel = Case("w12-torpedo")
    assert duel.units("sz-110") == {}
    assert duel.units("western-germany") == {"germany torpedo-bomber": 1}
    two = Case("w13-two-torpedoes")
    assert [unit.hurt for unit in two.space("sz-112").units] == [True]
    assert two.units("western-germany") == {"germany torpedo-bomber": 1}


@pytest.mark.rule("HV-W14")
def test_a_battle_with_aircraft() -> None:
    case = Case("w14-battle")
    assert case.owner("eastern-poland") == "germany"
    assert case.units("eastern-poland") == {"germany aa-battery": 1, "germany tank": 1}
    assert case.units("poland") == {"germany fighter": 1, "germany infantry": 1}


@pytest.mark.rule("HV-W15")
def test_aircraft_alone() -> None:
    case = Case("w15-aircraft-alone")
    assert case.owner("france") == "france"
    assert case.units("france") == {}
    assert case.units("western-germany") == {"germany fighter": 1}


@pytest.mark.rule("HV-W17")
def test_blitz() -> None:
    case = Case("w17-blitz")
    assert case.owner("eastern-poland") == "germany"
    assert case.units("eastern-poland") == {"germany aa-battery": 1}
    assert case.units("belarus") == {"ussr infantry": 1, "germany tank": 1}
    back = Case("w17-blitz-and-return")
    assert back.owner("eastern-poland") == "germany"
    assert back.units("poland") == {"germany tank": 1}


@pytest.mark.rule("HV-W18")
def test_a_landing_with_bombardment() -> None:
    case = Case("w18-landing")
    assert case.owner("normandy-bordeaux") == "france"
    assert case.units("normandy-bordeaux") == {"uk infantry": 4}


@pytest.mark.rule("HV-W19")
def test_lost_cargo() -> None:
    case = Case("w19-cargo")
    assert case.units("sz-110") == {"germany destroyer": 1}
    assert case.owner("normandy-bordeaux") == "germany"


@pytest.mark.rule("HV-W20")
def test_paratroops() -> None:
    case = Case("w20-paratroops")
    assert case.owner("france") == "germany"
    assert case.units("france") == {"germany infantry": 3, "germany aa-battery": 1}
    assert case.units("holland-belgium") == {"germany tank": 1}
    assert case.units("western-germany") == {"germany bomber": 1}


@pytest.mark.rule("HV-W22")
def test_scorched_earth() -> None:
    case = Case("w22-scorched-earth")
    assert case.owner("ukraine") == "germany"
    assert "complex" not in case.buildings("ukraine")


@pytest.mark.rule("HV-W23")
def test_deployment() -> None:
    case = Case("w23-deployment")
    assert case.reserve("uk") == {"infantry": 1}
    assert case.buildings("egypt")["complex"] == 0
    assert case.units("sz-109") == {"uk destroyer": 1}


@pytest.mark.rule("HV-W24")
def test_a_v1() -> None:
    case = Case("w24-v1")
    assert case.buildings("united-kingdom")["complex"] == 1
    assert case.units("united-kingdom") == {"uk aa-battery": 1}
    assert case.money("germany") == 0
