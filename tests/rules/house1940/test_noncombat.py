"""Phase IV: who may move, where to, and batteries."""

from __future__ import annotations

import pytest

from tests.rules.house1940.study import Study

QUIET = ("clear", "place 1 uk infantry united-kingdom", "place 1 germany infantry germany")


def moving(nation: str, *edits: str, **options: bool | int | str) -> Study:
    return Study(*QUIET, *edits, f"turn {nation} noncombat-move", **options)


@pytest.mark.rule("HV-134", "HV-808")
def test_only_units_that_were_not_used_move() -> None:
    study = moving("germany", "place 2 germany tank poland", "place 1 germany cruiser sz-113",
                   "place 1 germany fighter poland")  # fmt: skip
    used = moving("germany", "place 2 germany tank poland", "moved 1 germany tank poland",
                  "place 1 germany cruiser sz-113", "moved 1 germany cruiser sz-113",
                  "place 1 germany fighter poland", "moved 1 germany fighter poland")  # fmt: skip
    for action in (
        "2 tank poland > germany",
        "1 cruiser sz-113 > sz-114",
        "1 fighter poland > germany",
    ):
        study.allowed(f"move {action}")
        used.refused(f"move {action}", "HV-134")
    used.allowed("move 1 tank poland > germany")


@pytest.mark.rule("HV-076")
def test_a_unit_moves_once() -> None:
    study = moving("germany", "place 1 germany tank poland")
    study.play("move 1 tank poland > germany")
    study.refused("move 1 tank germany > western-germany", "HV-134")


@pytest.mark.rule("HV-996")
def test_land_units_stay_among_friends() -> None:
    study = moving("germany", "place 2 germany tank holland-belgium", "place 1 germany tank poland",
                   "control france germany", "place 1 italy infantry northern-italy")  # fmt: skip
    study.refused("move 1 tank holland-belgium > normandy-bordeaux", "HV-996")
    study.play("move 1 tank holland-belgium > france")
    study.play("move 1 tank holland-belgium > western-germany > northern-italy")
    assert study.units("northern-italy")["germany tank"] == 1


@pytest.mark.rule("HV-996")
def test_ships_stay_in_friendly_zones() -> None:
    study = moving("germany", "place 1 germany cruiser sz-112", "place 1 uk submarine sz-111",
                   "control denmark germany")  # fmt: skip
    study.refused("move 1 cruiser sz-112 > sz-111", "HV-996")
    study.refused("move 1 cruiser sz-112 > sz-111 > sz-119", "HV-996")
    study.allowed("move 1 cruiser sz-112 > sz-113 > sz-114")


@pytest.mark.rule("HV-811")
def test_submarines_cross_hostile_zones_without_hunters() -> None:
    edits = ("place 1 germany submarine sz-112", "place 1 uk cruiser sz-111")
    study = moving("germany", *edits)
    study.play("move 1 submarine sz-112 > sz-111 > sz-119")
    assert study.units("sz-119") == {"germany submarine": 1}
    moving("germany", *edits).refused("move 1 submarine sz-112 > sz-111", "HV-996")
    for hunter in ("submarine", "destroyer"):
        shut = moving("germany", *edits, f"place 1 uk {hunter} sz-111")
        assert shut.game.check("move 1 submarine sz-112 > sz-111 > sz-119") is not None


@pytest.mark.rule("HV-811", "HV-996", "HV-825")
def test_aircraft_use_their_whole_range_under_flak() -> None:
    edits = ("place 1 germany bomber western-germany", "control southern-france germany",
             "place 1 france aa-battery france", "airfield western-germany none")  # fmt: skip
    study = moving("germany", *edits)
    study.play("move 1 bomber western-germany > france > southern-france", dice=[2])
    assert study.units("southern-france") == {"germany bomber": 1}
    shot = moving("germany", *edits)
    shot.play("move 1 bomber western-germany > france > southern-france", dice=[1])
    assert shot.units("southern-france") == {}


@pytest.mark.rule("HV-996", "HV-826", "HV-168", "HV-096")
def test_an_airfield_lengthens_the_flight() -> None:
    edits = ("place 1 germany fighter poland", "airfield poland none")
    far = "move 1 fighter poland > germany > western-germany > sz-112 > sz-111 > norway"
    assert moving("germany", *edits).game.check(far) is not None
    moving("germany", "place 1 germany fighter poland", "airfield poland 0").allowed(far)
    allied = moving("germany", "place 1 germany fighter poland", "airfield poland 0",
                    "control poland italy")  # fmt: skip
    allied.allowed(far)


@pytest.mark.rule("HV-996", "HV-958")
def test_aircraft_land_on_friendly_land_or_a_deck_with_room() -> None:
    study = moving("germany", "place 2 germany fighter germany", "place 1 germany bomber germany",
                   "place 1 germany carrier sz-113",
                   "place 2 germany torpedo-bomber sz-113")  # fmt: skip
    study.play("move 1 fighter germany > sz-113")
    assert study.game.check("move 1 fighter germany > sz-113") is not None
    assert study.game.check("move 1 bomber germany > sz-113") is not None
    assert study.game.check("move 1 fighter germany > sz-114") is not None


@pytest.mark.rule("HV-950", "HV-169", "HV-154")
def test_batteries_move_one_space_by_land() -> None:
    study = moving("germany", "place 2 germany aa-battery poland",
                   "place 1 germany transport sz-113", "control romania italy")  # fmt: skip
    study.play("move 1 aa-battery poland > germany")
    assert study.units("germany")["germany aa-battery"] == 1
    study.refused("move 1 aa-battery germany > western-germany", "HV-134")
    assert study.game.check("move 1 aa-battery poland > germany > western-germany") is not None
    assert study.game.check("load 1 aa-battery poland > sz-113") is not None
    study.play("move 1 aa-battery poland > slovakia-hungary")


@pytest.mark.rule("HV-950")
def test_batteries_do_not_move_in_phase_iii() -> None:
    study = Study(*QUIET, "place 1 germany aa-battery holland-belgium",
                  "place 1 germany tank poland", "turn germany combat-move")  # fmt: skip
    study.refused("move 1 aa-battery holland-belgium > france", "HV-950")


@pytest.mark.rule("HV-989")
def test_shipping_to_friendly_land() -> None:
    study = moving("germany", "place 4 germany infantry norway", "place 1 germany transport sz-112",
                   "control denmark germany")  # fmt: skip
    study.play("load 3 infantry norway > sz-112")
    assert study.game.check("load 1 infantry norway > sz-112") is not None
    study.play("move 1 transport sz-112 > sz-113", "land 3 infantry sz-113 > germany")
    assert study.units("germany") == {"germany infantry": 4}
    assert study.game.check("move 1 infantry germany > poland") is None, "the one that was there"
    assert study.game.check("move 2 infantry germany > poland") is not None


@pytest.mark.rule("HV-938", "HV-810")
def test_neutrals_are_not_crossed_in_phase_iv() -> None:
    study = moving("germany", "place 1 germany fighter greater-southern-germany",
                   "place 1 germany infantry greater-southern-germany",
                   "place 1 italy infantry northern-italy")  # fmt: skip
    study.refused(
        "move 1 fighter greater-southern-germany > switzerland > northern-italy", "HV-938"
    )
    assert study.game.check("move 1 infantry greater-southern-germany > switzerland") is not None


@pytest.mark.rule("HV-193", "HV-835")
def test_nothing_deployed_moves() -> None:
    study = Study(*QUIET, "pool germany 1 tank", "turn germany deploy")
    study.play("place 1 tank germany")
    assert study.asked != ("germany",)
