"""Chapter 14 of the ledger and the transports and carriers of 19d in movement."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study


def quiet(*edits: str, power: str = "uk") -> Study:
    return Study("clear", *edits, f"turn {power} noncombat-move")


@pytest.mark.rule("G40-277")
def test_who_fought_does_not_move() -> None:
    study = Study(
        "clear",
        "place 1 italy infantry, 1 italy fighter tobruk",
        "place 1 italy infantry libya",
        "place 1 uk infantry alexandria",
        "turn italy combat-move",
    )
    study.play("move 1 infantry, 1 fighter tobruk > alexandria", "end", dice=[1, 6, 6])
    study.refused("move 1 infantry alexandria > tobruk", "G40-277")
    study.play("move 1 infantry libya > tobruk", "move 1 fighter alexandria > tobruk", "end")
    assert study.units("tobruk") == {"italy infantry": 1, "italy fighter": 1}


@pytest.mark.rule("G40-278", "G40-281")
def test_destinations_on_land() -> None:
    study = Study(
        "clear",
        "place 1 italy infantry, 1 italy fighter, 1 italy tank libya",
        "place 1 italy tank tobruk",
        "place 1 italy infantry albania",
        "turn italy combat-move",
    )
    study.play("move 1 tank tobruk > alexandria", "end")
    study.play("move 1 tank libya > tobruk > alexandria")  # taken in this turn
    study.refused("move 1 fighter libya > tobruk > alexandria", "G40-281")
    study.play("move 1 infantry albania > bulgaria")  # a neutral that favours the Axis
    assert study.owner("bulgaria") == "italy"


@pytest.mark.rule("G40-279")
def test_forbidden_land() -> None:
    study = quiet("place 1 italy tank libya", "place 1 italy infantry tobruk", power="italy")
    study.refused("move 1 infantry tobruk > alexandria", "G40-279")
    study.refused("move 1 tank libya > tunisia > algeria", "G40-286")
    study = quiet("place 1 uk infantry trans-jordan", "place 1 uk infantry gibraltar")
    for action in (
        "move 1 infantry trans-jordan > saudi-arabia",
        "move 1 infantry trans-jordan > iraq",
        "move 1 infantry gibraltar > spain",
    ):
        refusal = study.game.check(action)
        assert refusal is not None, action
        assert refusal.code == "neutral-combat", refusal


@pytest.mark.rule("G40-280", "G40-376")
def test_guns_move_now() -> None:
    study = quiet("place 1 uk aa-gun egypt", "place 1 uk transport sz-98")
    study.refused("move 1 aa-gun egypt > alexandria > tobruk", "G40-483")
    study.allowed("load 1 aa-gun egypt > sz-98")
    study.play("move 1 aa-gun egypt > alexandria")
    assert study.units("alexandria") == {"uk aa-gun": 1}


@pytest.mark.rule("G40-282", "G40-390")
def test_landing_at_sea() -> None:
    study = quiet(
        "place 2 uk fighter, 1 uk tactical-bomber, 1 uk strategic-bomber egypt",
        "place 1 uk carrier sz-98",
    )
    study.refused("move 1 strategic-bomber egypt > sz-98", "G40-282")
    study.play("move 1 fighter, 1 tactical-bomber egypt > sz-98")
    study.refused("move 1 fighter egypt > sz-98", "G40-282")
    study = quiet("place 1 uk fighter egypt")
    study.refused("move 1 fighter egypt > sz-98", "G40-282")


@pytest.mark.rule("G40-282", "G40-391")
def test_no_landing_on_a_damaged_carrier() -> None:
    study = quiet("place 1 uk fighter egypt", "place 1 uk carrier sz-99", "hurt 1 uk carrier sz-99")
    study.refused("move 1 fighter egypt > sz-98 > sz-99", "G40-282")


@pytest.mark.rule("G40-286")
def test_ships_stay_out_of_hostile_zones() -> None:
    study = quiet("place 1 uk cruiser sz-98", "place 1 italy destroyer sz-96")
    study.refused("move 1 cruiser sz-98 > sz-96", "G40-286")
    study.refused("move 1 cruiser sz-98 > sz-96 > sz-94", "G40-286")
    study.allowed("move 1 cruiser sz-98 > sz-99 > sz-97")


@pytest.mark.rule("G40-288")
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
def test_ending_beside_submarines_or_transports(enemy: str) -> None:
    study = quiet("place 1 uk cruiser sz-98", f"place 1 italy {enemy} sz-96")
    study.play("move 1 cruiser sz-98 > sz-96", "end")
    assert study.units("sz-96") == {"uk cruiser": 1, f"italy {enemy}": 1}


@pytest.mark.rule("G40-289", "G40-491", "G40-409")
def test_transports_in_noncombat() -> None:
    study = quiet("place 1 uk transport sz-98", "place 1 uk infantry, 1 uk tank egypt")
    study.play("load 1 infantry, 1 tank egypt > sz-98")
    study.play("move 1 transport[infantry+tank] sz-98 > sz-99")
    study.play("land 1 infantry, 1 tank sz-99 > cyprus")
    assert study.units("cyprus") == {"uk infantry": 1, "uk tank": 1}
    study.refused("move 1 transport sz-99 > sz-98", "G40-406")
    # Bridging: without leaving the zone.
    study = quiet("place 1 uk transport sz-98", "place 1 uk infantry egypt")
    study.play("load 1 infantry egypt > sz-98", "land 1 infantry sz-98 > trans-jordan")
    assert study.units("trans-jordan") == {"uk infantry": 1}
    study.refused("move 1 infantry trans-jordan > egypt", "G40-277")


@pytest.mark.rule("G40-289")
def test_a_transport_that_moved_to_attack_is_done() -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry] sz-97",
        "place 1 italy infantry tobruk",
        "turn italy combat-move",
    )
    study.play("move 1 transport[infantry] sz-97 > sz-96", "land 1 infantry sz-96 > malta", "end")
    assert study.owner("malta") == "italy"
    study.refused("load 1 infantry tobruk > sz-96", "G40-406")
    study.refused("move 1 transport sz-96 > sz-97", "G40-277")


@pytest.mark.rule("G40-403")
@pytest.mark.parametrize(
    ("cargo", "legal"),
    [
        ("1 tank, 1 infantry", True),
        ("2 infantry", True),
        ("1 mech-infantry, 1 infantry", True),
        ("1 aa-gun, 1 infantry", True),
        ("1 tank, 1 artillery", False),
        ("1 tank, 1 mech-infantry", False),
        ("3 infantry", False),
    ],
)
def test_transport_capacity(cargo: str, legal: bool) -> None:
    units = ", ".join(part.replace(" ", " uk ", 1) for part in cargo.split(", "))
    study = quiet("place 1 uk transport sz-98", f"place {units} egypt")
    action = f"load {cargo} egypt > sz-98"
    if legal:
        study.allowed(action)
    else:
        study.refused(action, "G40-403")


@pytest.mark.rule("G40-404")
def test_loading_uses_the_whole_move() -> None:
    study = quiet("place 1 uk transport sz-98", "place 1 uk tank alexandria")
    study.play("move 1 tank alexandria > egypt")
    study.refused("load 1 tank egypt > sz-98", "G40-404")


@pytest.mark.rule("G40-405")
def test_cargo_may_stay_at_sea() -> None:
    study = quiet("place 1 uk transport[infantry] sz-98", "place 1 uk infantry egypt")
    study.play("load 1 infantry egypt > sz-98", "move 1 transport[infantry+infantry] sz-98 > sz-99")
    study.play("end")
    assert study.units("sz-99") == {"uk transport[infantry+infantry]": 1}


@pytest.mark.rule("G40-406", "G40-407")
def test_one_destination_and_then_no_more() -> None:
    study = quiet("place 1 uk transport[infantry+infantry] sz-98", "place 1 uk artillery egypt")
    study.play("land 1 infantry sz-98 > egypt")
    study.refused("land 1 infantry sz-98 > trans-jordan", "G40-407")
    study.refused("load 1 artillery egypt > sz-98", "G40-406")
    study.refused("move 1 transport[infantry] sz-98 > sz-99", "G40-406")
    study.allowed("land 1 infantry sz-98 > egypt")


@pytest.mark.rule("G40-408")
def test_no_transshipment() -> None:
    study = quiet("place 1 uk transport[infantry] sz-98", "place 1 uk transport sz-98")
    study.refused("load 1 infantry sz-98 > sz-98", "G40-408")


@pytest.mark.rule("G40-410")
def test_who_was_aboard_before_may_stay_aboard() -> None:
    study = Study(
        "clear",
        "place 1 italy transport[infantry] sz-96",
        "place 1 italy infantry tobruk",
        "turn italy combat-move",
    )
    study.play("load 1 infantry tobruk > sz-96", "land 1 infantry sz-96 > malta", "end")
    assert study.units("malta") == {"italy infantry": 1}
    assert study.units("sz-96") == {"italy transport[infantry]": 1}


@pytest.mark.rule("G40-401")
def test_transports_attack_only_in_company() -> None:
    study = Study(
        "clear",
        "place 1 italy transport sz-97",
        "place 1 uk submarine sz-96",
        "turn italy combat-move",
    )
    study.refused("move 1 transport sz-97 > sz-96", "G40-174")


@pytest.mark.rule("G40-400", "G40-494", "G40-495", "G40-493")
def test_each_in_its_element() -> None:
    study = quiet("place 1 uk infantry egypt", "place 1 uk cruiser sz-98")
    study.refused("move 1 infantry egypt > sz-98", "G40-494")
    study.refused("move 1 cruiser sz-98 > egypt", "G40-495")
    study.refused("move 1 naval-base egypt > alexandria", "G40-493")
    kind = study.world.kinds[study.world.kind["transport"]]
    assert (kind.cost, kind.attack, kind.defence, kind.move) == (7, 0, 0, 2)


@pytest.mark.rule("G40-274", "G40-276", "G40-500")
def test_allied_ships() -> None:
    study = quiet("place 1 france transport sz-98", "place 1 uk infantry egypt")
    study.play("load 1 infantry egypt > sz-98")
    study.refused("land 1 infantry sz-98 > trans-jordan", "G40-500")
    study = Study(
        "clear",
        "place 1 france carrier, 1 uk fighter sz-98",
        "place 1 italy transport sz-96",
        "turn uk combat-move",
    )
    study.refused("move 1 france carrier sz-98 > sz-96", "G40-272")
    study.play("move 1 fighter sz-98 > sz-96", "end", "fight sz-96")
    assert study.units("sz-96") == {"uk fighter": 1}


@pytest.mark.rule("G40-094", "G40-282", "G40-390")
def test_a_neutral_power_lands_on_no_carrier_of_others() -> None:
    edits = ("clear", "place 1 ussr fighter archangel", "place 1 france carrier sz-127")
    landing = "move 1 fighter archangel > sz-127"
    Study(*edits, "turn ussr noncombat-move").refused(landing, "G40-282")
    Study(*edits, "war ussr germany", "turn ussr noncombat-move").allowed(landing)
