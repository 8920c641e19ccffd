"""One door for the odds of all families."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable import odds
from sandtable.games import find_title, title_ids
from sandtable.games.fortress.pieces import read_stack
from sandtable.odds.form import BattleOdds, Fields
from sandtable.odds.fortress import battle
from sandtable.odds.planned import planned
from sandtable.table import Malformed
from tests.odds.browser_fixture import FILE, fixture
from tests.odds.test_fortress import at_battle
from tests.odds.test_naval import declared
from tests.rules.global1940.study import Study

QUESTIONS: dict[str, dict[str, Any]] = {
    "axis": {"attackers": "3 infantry, 1 tank", "defenders": "2 infantry"},
    "fortress": {"attackers": "2 tank, 1 bomber", "defenders": "2 infantry", "rough": True},
    "naval": {"attackers": "2 torpedo-4, base-raid-1", "defenders": "yamato", "line": 1},
}


@pytest.mark.parametrize("title", title_ids())
def test_every_title_answers_in_the_same_form(title: str) -> None:
    question = {"title": title, **QUESTIONS[find_title(title).family]}
    answer = odds.ask(question)
    form = msgspec.convert(answer, BattleOdds, strict=False)
    others = answer.get("standoff", 0.0) + answer.get("retreat", 0.0)
    assert form.win + form.draw + form.lose + others == pytest.approx(1)
    assert sum(end.chance for end in form.defenders) == pytest.approx(1)
    assert answer["method"] == "exact"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"title": "chess"}, "there is no title chess"),
        ({"title": 3}, "names its title"),
        ({"attackers": "3 dragon"}, "dragon"),
        ({"attackers": ""}, "no units|is not a number of units|is no attack"),
        ({"colour": "red"}, "this is no question about odds"),
    ],
)
@pytest.mark.parametrize("title", ["anniversary-1942", "fortress", "naval"])
def test_bad_questions(title: str, change: dict[str, Any], text: str) -> None:
    question = {"title": title, **QUESTIONS[find_title(title).family], **change}
    with pytest.raises(Malformed, match=text):
        odds.ask(question)


def test_a_toy_has_no_odds() -> None:
    with pytest.raises(Malformed, match="no odds"):
        odds.door("toy")


def test_a_battle_of_fortress_america_on_a_table() -> None:
    position = at_battle("portland", "zone-west-2", "2 infantry, 1 tank, 1 bomber", "2 infantry")
    found = odds.at(position, "portland")
    asked = {"attackers": "2 infantry, 1 tank, 1 bomber", "defenders": "2 infantry"}
    alone = odds.ask({"title": "fortress", **asked, "rough": True})
    assert found.win == pytest.approx(alone["win"])
    beside = planned(position, "west", "portland").odds
    assert beside is not None
    assert beside.win == found.win
    assert planned(position, "west", "denver").odds is None
    reached = odds.at(position, "portland", reach=True, power="west")
    assert reached.win >= found.win
    with pytest.raises(Malformed, match="no enemy of west in zone-west-6"):
        odds.at(position, "zone-west-6")


def test_declared_attacks_are_asked_ship_by_ship() -> None:
    table = declared(("graf-zeppelin 3", "t13 1", "z23 2"), "raid shokaku > t13")
    whole = odds.at(table.position, "")
    found = planned(table.position, "p1", "t13").odds
    assert found is not None
    assert found.win == pytest.approx(whole.targets[0].sunk)
    assert found.defenders[1].units == {"t13": 1}
    assert planned(table.position, "p1", "z23").odds is None
    more = declared(("graf-zeppelin 3", "t13 1", "z23 2"))
    asked = odds.at(more.position, "t13", then=("raid shokaku > t13",))
    assert asked.win == pytest.approx(found.win)
    assert not more.position.state.attacks


def test_weak_partisans_and_no_way_out() -> None:
    question = {"title": "fortress", "attackers": "1 bomber", "defenders": "1 partisan"}
    plain, weak = odds.ask(question), odds.ask({**question, "weak": True})
    expected = battle(read_stack("bomber"), read_stack("partisan"), weak=True)
    assert weak["barred"] == pytest.approx(expected.barred)
    assert plain["attacker_loss"] != weak["attacker_loss"]
    stuck = odds.ask({**question, "escape": False})
    assert stuck["defender_loss"]["partisan"] > plain["defender_loss"]["partisan"]


def test_the_client_computes_what_the_program_computes() -> None:
    """Its own test reads this file; python -m tests.odds.browser_fixture writes it."""
    kept = msgspec.json.decode(FILE.read_bytes())
    found = fixture()
    assert kept["fields"] == found["fields"]
    for old, new in zip(kept["plans"], found["plans"], strict=True):
        assert old["odds"]["win"] == pytest.approx(new["odds"]["win"], abs=1e-12)


def test_the_last_scramble_is_looked_at_before_its_battle() -> None:
    """All aircraft are sent, so that dice follow at once: the odds are those before them."""
    study = Study(
        "clear",
        "airbase united-kingdom 0",
        "place 1 germany cruiser sz-112",
        "place 1 uk destroyer sz-110",
        "place 2 uk fighter united-kingdom",
        "turn germany combat-move",
        dice=(6,),
    )
    study.play("move 1 cruiser sz-112 > sz-110", "end")
    position = study.game.position
    alone = planned(position, "uk", "sz-110").odds
    helped = planned(position, "uk", "sz-110", ["scramble 2 fighter united-kingdom > sz-110"]).odds
    assert alone is not None
    assert helped is not None
    assert alone.lose == 0.25
    assert helped.lose > 0.99


def test_fields_with_damaged_ships_can_be_sent() -> None:
    """Damage that lasts: the numbers are numbers, as a client expects them."""
    study = Study(
        "clear",
        "place 1 uk battleship sz-110",
        "hurt 1 uk battleship sz-110",
        "turn germany combat-move",
    )
    found = odds.fields(study.game.position)
    assert found is not None
    sent = msgspec.convert(msgspec.to_builtins(found), Fields)
    assert sent.fields["sz-110"].damaged[2] == 1.0


def test_a_raid_on_the_table() -> None:
    """Two bombers over London; interceptors take some of them before they drop anything."""
    study = Study(
        "clear",
        "place 2 germany strategic-bomber western-germany",
        "place 2 uk fighter united-kingdom",
        "turn germany combat-move",
    )
    study.play("raid 2 strategic-bomber western-germany > united-kingdom", "end")
    position = study.game.position
    calm = planned(position, "uk", "united-kingdom").raid
    met = planned(position, "uk", "united-kingdom", ["intercept 2 fighter united-kingdom"]).raid
    assert calm is not None
    assert met is not None
    assert (calm.target, calm.bombers) == ("major-factory", 2)
    # each is shot down by the complex's own guns in one case of six, and drops a die and two else
    assert calm.lost == pytest.approx(2 / 6)
    assert calm.damage == pytest.approx(2 * 5 / 6 * 5.5)
    assert met.lost > calm.lost
    assert met.damage < calm.damage
    assert planned(position, "uk", "scotland").raid is None
