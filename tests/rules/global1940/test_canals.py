"""Chapter 3 of the ledger: canals and straits, and passage asked of their holders."""

from __future__ import annotations

import pytest

from tests.rules.global1940.study import Study

PASSAGES = {
    "Panama Canal": ("sz-64", "sz-89", ("central-america",)),
    "Suez Canal": ("sz-81", "sz-98", ("egypt", "trans-jordan")),
    "Turkish Straits": ("sz-99", "sz-100", ("turkey",)),
    "Strait of Gibraltar": ("sz-91", "sz-92", ("gibraltar",)),
    "Danish Straits": ("sz-112", "sz-113", ("denmark",)),
}


def sailing(zone: str, unit: str, power: str, *edits: str) -> Study:
    """A ship alone on the board in its power's noncombat move."""
    place = f"place 1 {power} {unit} {zone}"
    return Study("clear", *edits, place, f"turn {power} noncombat-move")


@pytest.mark.rule("G40-034", "G40-035", "G40-036", "G40-037")
@pytest.mark.parametrize("name", PASSAGES)
def test_two_canals_and_three_straits(name: str) -> None:
    a, b, lands = PASSAGES[name]
    gates = Study("clear").world.board.gates
    assert {gate.name for gate in gates.values()} == set(PASSAGES)
    for start, goal in ((a, b), (b, a)):
        held = [f"control {land} italy" for land in lands]
        study = sailing(start, "cruiser", "italy", *held)
        study.play(f"move 1 cruiser {start} > {goal}")
        assert study.units(goal) == {"italy cruiser": 1}
        for land in lands:
            lost = [*held, f"control {land} uk"]
            study = sailing(start, "cruiser", "italy", *lost)
            rule = "G40-041" if len(lands) == 1 else "G40-038"
            study.refused(f"move 1 cruiser {start} > {goal}", rule)


@pytest.mark.rule("G40-038", "G40-W01")
def test_split_keys_close_suez_to_both_sides() -> None:
    split = ("control egypt italy", "control trans-jordan uk")
    sailing("sz-98", "cruiser", "italy", *split).refused("move 1 cruiser sz-98 > sz-81", "G40-038")
    sailing("sz-81", "destroyer", "uk", *split).refused("move 1 destroyer sz-81 > sz-98", "G40-038")


@pytest.mark.rule("G40-039", "G40-W01")
def test_suez_opens_the_turn_after() -> None:
    study = Study(
        "clear",
        "control egypt italy",
        "place 1 italy tank egypt",
        "place 1 italy cruiser sz-98",
        "turn italy combat-move",
    )
    study.play("move 1 tank egypt > trans-jordan", "end")
    assert study.owner("trans-jordan") == "italy"
    study.refused("move 1 cruiser sz-98 > sz-81", "G40-039")
    # A German ship passes on Germany's turn: its side held both lands when the turn began.
    held = ("control egypt italy", "control trans-jordan italy")
    sailing("sz-98", "cruiser", "germany", *held).allowed("move 1 cruiser sz-98 > sz-81")


def soviet_submarine(*edits: str) -> Study:
    return sailing("sz-113", "submarine", "ussr", *edits)


@pytest.mark.rule("G40-040", "G40-W03")
@pytest.mark.parametrize("answer", ["allow", "deny"])
def test_passage_is_asked_of_a_power_not_at_war(answer: str) -> None:
    study = soviet_submarine()
    study.refused("move 1 submarine sz-113 > sz-112", "G40-040")
    study.play("ask sz-113 > sz-112")
    assert study.asked == ("germany", "ussr")
    study.play(answer, seat="germany")
    assert study.step == "NoncombatMove"
    if answer == "deny":
        study.refused("move 1 submarine sz-113 > sz-112", "G40-040")
        study.refused("ask sz-113 > sz-112", "G40-955")
    else:
        study.play("move 1 submarine sz-113 > sz-112")
        assert study.units("sz-112") == {"ussr submarine": 1}


@pytest.mark.rule("G40-040")
def test_an_enemy_is_not_asked() -> None:
    study = soviet_submarine("war germany ussr")
    study.refused("move 1 submarine sz-113 > sz-112", "G40-041")
    study.refused("ask sz-113 > sz-112", "G40-040")
    assert not study.legal("ask")
    assert soviet_submarine().legal("ask") == {"ask sz-113 > sz-112"}


@pytest.mark.rule("G40-955")
def test_each_passage_is_asked_for() -> None:
    study = soviet_submarine("place 1 ussr cruiser sz-113")
    study.play("ask sz-113 > sz-112")
    study.play("allow", seat="germany")
    study.play("move 1 submarine sz-113 > sz-112")
    study.refused("move 1 cruiser sz-113 > sz-112", "G40-040")
    study.play("ask sz-113 > sz-112")
    study.play("allow", seat="germany")
    study.play("move 1 cruiser sz-113 > sz-112", "end")
    assert study.units("sz-112") == {"ussr submarine": 1, "ussr cruiser": 1}
    assert not study.state.permits


@pytest.mark.rule("G40-955")
def test_an_answer_is_good_for_one_phase() -> None:
    study = Study(
        "clear",
        "war ussr japan",
        "place 1 ussr submarine sz-113",
        "turn ussr combat-move",
    )
    study.play("ask sz-113 > sz-112")
    study.play("allow", seat="germany")
    study.play("end")
    assert study.step == "NoncombatMove"
    study.refused("move 1 submarine sz-113 > sz-112", "G40-040")


@pytest.mark.rule("G40-955")
def test_silence_means_no() -> None:
    study = soviet_submarine()
    study.play("ask sz-113 > sz-112")
    assert study.legal() == {"allow", "deny"}
    study.play("hold", seat="ussr")
    assert study.step == "NoncombatMove"
    study.refused("move 1 submarine sz-113 > sz-112", "G40-040")


@pytest.mark.rule("G40-040", "G40-955")
@pytest.mark.parametrize("answer", ["allow", "deny"])
def test_a_standing_order_answers(answer: str) -> None:
    study = soviet_submarine()
    study.play(f"order passage {answer}", seat="germany")
    study.play("ask sz-113 > sz-112")
    assert study.asked == ("ussr",)
    if answer == "deny":
        study.refused("move 1 submarine sz-113 > sz-112", "G40-040")
    else:
        study.allowed("move 1 submarine sz-113 > sz-112")


@pytest.mark.rule("G40-955")
def test_who_cannot_sail_through_does_not_ask() -> None:
    sailing("sz-111", "cruiser", "ussr").allowed("ask sz-112 > sz-113")
    sailing("sz-127", "cruiser", "ussr").refused("ask sz-112 > sz-113", "G40-955")
    sailing("sz-113", "cruiser", "ussr").refused("ask sz-113 > sz-114", "G40-034")


@pytest.mark.rule("G40-955")
def test_a_neutral_power_passes_straits_of_its_own_camp() -> None:
    study = sailing("sz-91", "destroyer", "usa", "peace usa germany")
    # Where the United States may stop is another matter (G40-070): the strait is open.
    assert study.world.access.canal_open(
        study.state,
        study.world.power["usa"],
        study.world.space["sz-91"],
        study.world.space["sz-92"],
    )
    study.refused("ask sz-91 > sz-92", "G40-040")


@pytest.mark.rule("G40-041")
def test_the_turkish_straits_are_closed_while_turkey_is_neutral() -> None:
    for power in ("ussr", "italy", "uk"):
        study = sailing("sz-99", "cruiser", power)
        study.refused("move 1 cruiser sz-99 > sz-100", "G40-041")
        study.refused("ask sz-99 > sz-100", "G40-040")
    # Turkey taken by Italy opens them to Germany and closes them to Britain.
    taken = "control turkey italy"
    sailing("sz-99", "cruiser", "germany", taken).allowed("move 1 cruiser sz-99 > sz-100")
    sailing("sz-99", "cruiser", "uk", taken).refused("move 1 cruiser sz-99 > sz-100", "G40-041")


@pytest.mark.rule("G40-042", "G40-W02")
def test_submarines_pass_gibraltar() -> None:
    edits = ("clear", "place 1 germany submarine, 1 germany destroyer sz-91")
    study = Study(*edits, "turn germany noncombat-move")
    study.refused("move 1 destroyer sz-91 > sz-92", "G40-041")
    study.play("move 1 submarine sz-91 > sz-92")
    assert study.units("sz-92") == {"germany submarine": 1}
    sailing("sz-112", "submarine", "uk").refused("move 1 submarine sz-112 > sz-113", "G40-041")


@pytest.mark.rule("G40-043")
@pytest.mark.parametrize("name", PASSAGES)
def test_aircraft_ignore_canals(name: str) -> None:
    a, b, lands = PASSAGES[name]
    held = [f"control {land} uk" for land in lands]
    study = Study(
        "clear",
        *held,
        f"place 1 italy carrier, 1 italy fighter {a}",
        f"place 1 italy carrier {b}",
        "turn italy noncombat-move",
    )
    study.refused(f"move 1 carrier {a} > {b}", "G40-041")
    study.play(f"move 1 fighter {a} > {b}")
    flown = [p.spent for p, _ in study.state.units[study.world.space[b]] if p.spent > 0]
    assert flown == [1]


@pytest.mark.rule("G40-044")
def test_suez_does_not_stop_land_units() -> None:
    study = Study(
        "clear",
        "control egypt italy",
        "place 1 italy infantry egypt",
        "turn italy combat-move",
    )
    study.play("move 1 infantry egypt > trans-jordan", "end")
    assert study.owner("trans-jordan") == "italy"


@pytest.mark.rule("G40-045")
def test_land_crossings() -> None:
    study = Study(
        "clear",
        "control colombia usa",
        "place 1 usa infantry central-america",
        "place 1 usa tank southeastern-mexico",
        "war usa germany",
        "turn usa noncombat-move",
    )
    study.play("move 1 tank southeastern-mexico > central-america > colombia")
    assert study.units("colombia") == {"usa tank": 1}
    study = Study(
        "clear",
        "control norway germany",
        "control morocco uk",
        "place 1 germany infantry denmark",
        "turn germany noncombat-move",
    )
    assert study.legal("move") == {"move 1 infantry denmark > western-germany"}
    study = Study(
        "clear", "control morocco uk", "place 1 uk infantry gibraltar", "turn uk noncombat-move"
    )
    assert not study.legal("move")
    study = Study(
        "clear",
        "control turkey italy",
        "place 1 italy tank syria",
        "control syria italy",
        "control greece italy",
        "turn italy noncombat-move",
    )
    study.play("move 1 tank syria > turkey > greece")
    assert study.units("greece") == {"italy tank": 1}
