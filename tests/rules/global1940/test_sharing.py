"""Allies share carriers, transports and territories until the owner refuses (G40-138, G40-985)."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.view import AxisView
from tests.rules.global1940.study import Study

ALLIED = (
    "clear",
    "place 1 uk infantry, 1 uk fighter egypt",
    "place 1 france infantry syria",
    "place 1 france carrier, 1 france transport sz-98",
    "turn japan noncombat-move",
)
"""The last enemy turn before that of the United Kingdom."""


def british(*orders: str, edits: tuple[str, ...] = ALLIED) -> Study:
    """The British noncombat move, after orders that France gave before their turn."""
    study = Study(*edits)
    for order in orders:
        study.play(order, seat="france")
    while (study.step, study.asked) != ("NoncombatMove", ("uk",)):
        study.play("end")
    return study


@pytest.mark.rule("G40-985")
@pytest.mark.parametrize("whom", ["", " uk", " usa uk"])
def test_a_refused_carrier_takes_no_guests(whom: str) -> None:
    study = british(f"order carriers refuse{whom}")
    study.refused("move 1 fighter egypt > sz-98", "G40-985")
    # Only carriers were spoken of.
    study.play("load 1 infantry egypt > sz-98", "move 1 fighter egypt > syria")


@pytest.mark.rule("G40-985")
def test_a_refused_transport_takes_nobody_aboard() -> None:
    study = british("order transports refuse uk")
    study.refused("load 1 infantry egypt > sz-98", "G40-985")
    study.allowed("move 1 fighter egypt > sz-98")


@pytest.mark.rule("G40-985")
def test_refused_land_is_passed_through_only() -> None:
    edits = (
        *ALLIED,
        "place 1 uk mech-infantry trans-jordan",
        "place 1 uk transport[infantry] sz-98",
    )
    study = british("order territories refuse uk", edits=edits)
    study.refused("move 1 mech-infantry trans-jordan > syria", "G40-985")
    study.refused("move 1 fighter egypt > syria", "G40-985")
    study.allowed("move 1 fighter egypt > sz-98")


@pytest.mark.rule("G40-985")
@pytest.mark.parametrize("order", ["order carriers refuse usa", "order carriers ask"])
def test_whom_the_refusal_does_not_mean(order: str) -> None:
    study = british("order carriers refuse", order)
    study.allowed("move 1 fighter egypt > sz-98")


@pytest.mark.rule("G40-985")
def test_guests_that_are_there_stay() -> None:
    edits = ("clear", "place 1 france carrier, 1 uk fighter sz-98", "place 1 uk fighter gibraltar")
    study = british("order carriers refuse", edits=(*edits, "turn japan noncombat-move"))
    # There is a place left, but not for another guest; and who has left does not come back.
    study.refused("move 1 fighter gibraltar > sz-98", "G40-985")
    study.play("end")
    assert study.units("sz-98") == {"france carrier": 1, "uk fighter": 1}
    study = british("order carriers refuse", edits=(*edits, "turn japan noncombat-move"))
    study.play("move 1 fighter sz-98 > egypt")
    study.refused("move 1 fighter gibraltar > sz-98", "G40-985")


@pytest.mark.rule("G40-985")
def test_aircraft_stay_on_land_that_was_closed_to_them() -> None:
    edits = ("clear", "place 1 uk strategic-bomber, 1 uk fighter syria")
    study = british("order territories refuse", edits=(*edits, "turn japan noncombat-move"))
    study.play("end")
    assert study.units("syria") == {"uk strategic-bomber": 1, "uk fighter": 1}


@pytest.mark.rule("G40-985")
def test_no_attack_counts_on_a_refused_carrier() -> None:
    """The landing is proved before the attack: only a shared deck is a proof."""
    edits = (
        "clear",
        "place 1 uk fighter gibraltar",
        "place 1 italy transport sz-95",
        "place 1 france carrier sz-94",
        *(f"control {land} italy" for land in ("egypt", "malta", "tunisia", "algeria")),
        *(f"control {land} germany" for land in ("france", "normandy-bordeaux", "southern-france")),
        "control morocco germany",
    )
    for order, rule in (("order carriers ask", ""), ("order carriers refuse uk", "G40-151")):
        study = Study(*edits, "turn japan noncombat-move")
        study.play(order, seat="france")
        while (study.step, study.asked) != ("CombatMove", ("uk",)):
            study.play("end")
        move = "move 1 fighter gibraltar > sz-95"
        if rule:
            study.refused(move, rule)
        else:
            study.allowed(move)


@pytest.mark.rule("G40-985")
@pytest.mark.parametrize("order", ["ask", "refuse"])
def test_who_fought_beside_a_refused_carrier_goes_home(order: str) -> None:
    study = Study(
        "clear",
        "place 1 uk fighter egypt",
        "place 1 france carrier, 1 italy transport sz-98",
        "turn japan noncombat-move",
    )
    study.play(f"order carriers {order}", seat="france")
    while (study.step, study.asked) != ("CombatMove", ("uk",)):
        study.play("end")
    study.play("move 1 fighter egypt > sz-98", "end", "fight sz-98")
    assert study.units("sz-98") == {"uk fighter": 1, "france carrier": 1}
    if order == "ask":
        study.allowed("end")
    else:
        study.refused("end", "G40-490")
        study.play("move 1 fighter sz-98 > egypt", "end")


@pytest.mark.rule("G40-985")
@pytest.mark.parametrize("order", ["ask", "refuse"])
def test_no_attack_counts_on_refused_land(order: str) -> None:
    """From the zone only Normandy is in reach, which is French."""
    study = Study(
        "clear",
        "place 1 uk fighter gibraltar",
        "place 1 germany transport sz-105",
        "turn japan noncombat-move",
    )
    study.play(f"order territories {order}", seat="france")
    while (study.step, study.asked) != ("CombatMove", ("uk",)):
        study.play("end")
    move = "move 1 fighter gibraltar > sz-105"
    if order == "ask":
        study.allowed(move)
    else:
        study.refused(move, "G40-151")


@pytest.mark.rule("G40-985")
def test_a_guest_far_from_land_keeps_its_place() -> None:
    """It has nowhere else to go: it may stay, and may not fly off to be lost."""
    study = Study(
        "clear",
        "war uk japan",
        *(f"control {land} japan" for land in ("british-columbia", "kwangtung", "anhwe", "chahar")),
        "place 1 france carrier, 1 uk fighter sz-16",
        "place 1 japan transport sz-17",
        "turn japan noncombat-move",
    )
    study.play("order carriers refuse", seat="france")
    while (study.step, study.asked) != ("CombatMove", ("uk",)):
        study.play("end")
    study.refused("move 1 fighter sz-16 > sz-17", "G40-151")
    study.play("end")
    study.play("end")
    assert study.units("sz-16") == {"france carrier": 1, "uk fighter": 1}


@pytest.mark.rule("G40-985")
def test_a_guest_on_an_island_keeps_its_place() -> None:
    study = Study(
        "clear",
        "war uk japan",
        "control midway france",
        "airbase midway none",
        "place 1 uk fighter midway",
        "place 1 japan transport, 1 france carrier sz-25",
        "turn japan noncombat-move",
    )
    for asset in ("territories", "carriers"):
        study.play(f"order {asset} refuse", seat="france")
    while (study.step, study.asked) != ("CombatMove", ("uk",)):
        study.play("end")
    study.refused("move 1 fighter midway > sz-25", "G40-985")


@pytest.mark.rule("G40-985")
def test_what_is_refused_to_all_is_still_ones_own() -> None:
    study = british()
    study.play("order territories refuse", seat="uk")
    study.allowed("move 1 infantry egypt > alexandria")
    study.allowed("move 1 fighter egypt > alexandria")


@pytest.mark.rule("G40-985")
def test_a_refusal_comes_beforehand() -> None:
    study = british()
    study.refused("order carriers refuse uk", "G40-985", "france")
    study.refused("order carriers refuse", "G40-985", "france")
    study.allowed("order carriers refuse usa", "france")
    # To open again is never too late, and who was refused already stays so.
    study = british("order carriers refuse uk")
    study.allowed("order carriers refuse uk usa", "france")
    study.play("order carriers ask", seat="france")
    study.allowed("move 1 fighter egypt > sz-98")


@pytest.mark.rule("G40-138")
@pytest.mark.parametrize("power", ["germany", "france"])
def test_only_allies_are_refused(power: str) -> None:
    study = Study(*ALLIED)
    study.refused(f"order carriers refuse {power}", "G40-138", "france")


@pytest.mark.rule("G40-985")
def test_everybody_knows_of_a_refusal() -> None:
    """It decides what others may do, so it is no secret as other orders are."""
    study = Study(*ALLIED)
    (event,) = study.play("order carriers refuse uk", seat="france")
    assert str(event) == "france shares its carriers no more with uk"
    assert not event.seats
    study.play("order transports refuse", seat="uk")
    (event,) = study.play("order passage allow", seat="france")
    assert event.seats == ("france",)
    for seat in ("uk", "germany"):
        view = study.game.view(seat).game
        assert isinstance(view, AxisView)
        told = {power.id: power.withholds for power in view.powers if power.withholds}
        assert told == {"france": (("carriers", ("uk",)),), "uk": (("transports", ()),)}
        blind = study.rules.blind(study.state, seat)
        assert blind.orders["france"].more == (("carriers", ("refuse", "uk")),)
    rules = find_title("global-1940")
    assert isinstance(rules, AxisRules)
    assert not rules.hides(rules.parse("order carriers refuse uk"))
    assert "france shares its carriers no more with uk" in rules.politics(study.state)


@pytest.mark.rule("G40-985")
@pytest.mark.parametrize("order", ["ask", "refuse"])
@pytest.mark.parametrize("goal", ["sz-109", "scotland"])
def test_who_lost_his_carrier_finds_nothing_that_is_refused(order: str, goal: str) -> None:
    study = Study(
        "clear",
        f"control scotland {'france' if goal == 'scotland' else 'germany'}",
        "control united-kingdom germany",
        "place 1 germany submarine, 1 germany destroyer sz-124",
        "place 1 uk carrier, 1 uk fighter sz-119",
        *(["place 1 france carrier sz-109"] if goal == "sz-109" else []),
        "turn germany combat-move",
    )
    for asset in ("carriers", "territories"):
        study.play(f"order {asset} {order}", seat="france")
    study.play("move 1 submarine, 1 destroyer sz-124 > sz-119", "end")
    study.play("hold", dice=[1, 6, 6, 6])
    study.play("retreat sz-124")
    if order == "ask":
        study.play(f"fly 1 fighter sz-119 > {goal}")
        assert study.units(goal)["uk fighter"] == 1
    assert study.units("sz-119") == {"uk carrier": 1}
    assert study.step == "NoncombatMove"
