"""``sandtable odds``."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.cli import main
from sandtable.odds import kernel
from sandtable.odds.axis import odds
from sandtable.odds.axis.raid import raid
from sandtable.table import write_record
from tests.cli.conftest import Ran
from tests.odds.test_naval import declared


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def ask(*arguments: str) -> Ran:
        code = main(["odds", *arguments])
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return ask


def test_forces_as_they_are_said(ask) -> None:  # type: ignore[no-untyped-def]
    shown = ask("3 infantry, 1 artillery, 1 tank", "vs", "3 infantry", "--title", "anniversary")
    assert shown.code == 0
    assert "attacker wins        94.61%" in shown.out
    assert "exact, in" in shown.out
    data = ask("3 infantry, 1 artillery, 1 tank", "vs", "3 infantry", "--json").data
    assert data["win"] == pytest.approx(odds("3 infantry, 1 artillery, 1 tank", "3 infantry").win)
    assert data["method"] == "exact"


def test_options(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    plain = ask("2 infantry, 1 fighter", "vs", "2 infantry, 1 aa-gun", "--json").data
    jets = ask(
        "2 infantry, 1 fighter",
        "vs",
        "2 infantry, 1 aa-gun",
        "--attacker-tech",
        "jet-fighters",
        "--json",
    ).data
    radar = ask(
        "2 infantry, 1 fighter", "vs", "2 infantry, 1 aa-gun", "--defender-tech", "radar", "--json"
    ).data
    assert jets["win"] > plain["win"] > radar["win"]
    shelled = ask("2 infantry", "vs", "2 infantry", "--bombard", "1 battleship", "--json").data
    assert shelled["win"] > ask("2 infantry", "vs", "2 infantry", "--json").data["win"]
    sea = ask(
        "2 submarine", "vs", "1 submarine, 1 cruiser", "--sea", "--submerge", "both", "--json"
    ).data
    assert sea["win"] + sea["draw"] + sea["lose"] + sea["standoff"] == pytest.approx(1)
    back = ask("3 infantry", "vs", "3 infantry", "--retreat", "after 1", "--rounds", "2")
    assert "attacker retreats" in back.out
    assert "undecided" in back.out
    kept = ask(
        "1 infantry, 2 fighter", "vs", "3 infantry", "--wish", "keep-land-unit", "--json"
    ).data
    assert kept["take"] == pytest.approx(kept["win"], abs=0.2)
    picture = tmp_path / "odds.svg"
    assert ask("2 tank", "vs", "1 infantry", "--svg", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("3 infantri", "vs", "2 infantry"), "there is no unit 'infantri'; did you mean infantry?"),
        (("-2 tank", "vs", "2 infantry"), "at least 1"),
        (("0 tank", "vs", "2 infantry"), "at least 1"),
        (("1 battleship", "vs", "2 infantry"), "does not fight on land"),
        (("1 infantry", "vs", "1 destroyer", "--sea"), "does not fight at sea"),
        (("1 infantry",), "ATTACKERS vs DEFENDERS"),
        (("1 infantry", "vs", "1 tank", "extra"), "ATTACKERS vs DEFENDERS"),
        (("1 infantry", "vs", "1 tank", "--frobnicate"), "no option --frobnicate"),
        (("1 infantry", "vs", "1 tank", "--title", "naval"), "there is no ship card"),
        (("1 infantry", "vs", "1 tank", "--title", "chess"), "there is no title"),
        (("1 infantry", "vs", "1 tank", "--attacker-tech", "magic"), "no advance 'magic'"),
        (("1 infantry", "vs", "1 tank", "--retreat", "soon"), "--retreat takes"),
        (("1 infantry", "vs", "1 tank", "--retreat", "after x"), "takes a number"),
        (("1 infantry", "vs", "1 tank", "--retreat", "chance 3"), "between 0 and 1"),
        (("1 infantry", "vs", "1 tank", "--wish", "peace"), "no wish 'peace'"),
        (("1 infantry", "vs", "1 tank", "--submerge", "all"), "--submerge takes"),
        (("1 infantry", "vs", "1 tank", "--budget", "0"), "--budget"),
        (("1 infantry", "vs", "1 tank", "--losses", "horse"), "no unit 'horse'"),
        (("nowhere.txt", "--space", "ukraine"), "cannot read nowhere.txt"),
        (("1 infantry", "vs", "1 tank", "--svg", "/nowhere/odds.svg"), "cannot write"),
        ((), "ATTACKERS vs DEFENDERS"),
        (("2 tank", "vs", "1 tank", "--win", "1.5"), "more than 0 and at most 1"),
        (("2 tank", "vs", "1 tank", "--hold", "0"), "more than 0 and at most 1"),
        (("2 tank", "vs", "1 tank", "--win", "0.5", "--hold", "0.5"), "two questions"),
        (("2 tank", "vs", "1 tank", "--win", "0.5", "--rounds", "3"), "does not go with --win"),
        (("2 tank", "vs", "1 tank", "--cheapest"), "--cheapest goes with --win"),
        (("2 tank", "vs", "1 tank", "--add", "tank"), "--add goes with --hold"),
        (("2 tank", "vs", "1 tank", "--hold", "0.9", "--add", "horse"), "no unit 'horse'"),
        (("2 tank", "vs", "1 tank", "--then", "2 horse"), "no unit 'horse'"),
        (("--win", "0.9"), "ATTACKERS vs DEFENDERS"),
        (("--raid", "2 bomber"), "--on says what is bombed"),
        (("--raid", "2 fighter", "--on", "10"), "a fighter does not raid"),
        (("--raid", "2 bomber", "--on", "atlantis"), "no space 'atlantis'"),
        (("--raid", "2 bomber", "--on", "0"), "value 1 to 100"),
        (("--rocket", "--on", "10", "--no-gun"), "--no-gun goes with --raid"),
        (("2 tank", "vs", "1 tank", "--on", "10"), "--on goes with --raid or --rocket"),
        (("2 tank", "vs", "1 tank", "--rocket", "--on", "10"), "--rocket takes no forces"),
    ],
)
def test_bad_input(ask, arguments: tuple[str, ...], text: str) -> None:  # type: ignore[no-untyped-def]
    ask(*arguments).refused(text)


def test_how_much_is_enough(ask) -> None:  # type: ignore[no-untyped-def]
    forces = ("4 infantry, 3 tank, 1 fighter", "vs", "3 infantry")
    fewest = ask(*forces, "--win", "0.9", "--json").data
    cheapest = ask(*forces, "--win", "0.9", "--cheapest", "--json").data
    assert sum(fewest["units"].values()) <= sum(cheapest["units"].values())
    assert cheapest["cost"] <= fewest["cost"]
    said = ", ".join(f"{n} {unit}" for unit, n in cheapest["units"].items())
    assert odds(said, "3 infantry").take == pytest.approx(cheapest["chance"])
    shown = ask(*forces, "--win", "0.9", "--cheapest")
    assert shown.code == 0
    assert shown.out.startswith(f"{said} ({cheapest['cost']} IPCs)\nthey take it with 9")
    assert "nothing less will do" in shown.out
    hopeless = ask("1 infantry", "vs", "3 infantry", "--win", "0.5")
    assert hopeless.code == 0
    assert "not enough" in hopeless.out
    at_sea = ask("3 submarine", "vs", "1 destroyer", "--sea", "--win", "0.8")
    assert "they win with" in at_sea.out


def test_what_lets_a_defence_hold(ask) -> None:  # type: ignore[no-untyped-def]
    forces = ("4 infantry, 2 tank", "vs", "2 infantry")
    data = ask(*forces, "--hold", "0.8", "--add", "artillery", "--json").data
    assert list(data["units"]) == ["artillery"]
    more = f"2 infantry, {data['units']['artillery']} artillery"
    assert 1 - odds("4 infantry, 2 tank", more).take == pytest.approx(data["chance"])
    assert data["chance"] >= 0.8
    assert "add " in ask(*forces, "--hold", "0.8").out
    assert "nothing is needed" in ask("1 infantry", "vs", "4 infantry", "--hold", "0.8").out
    assert "nothing found" in ask(*forces, "--hold", "0.99", "--most", "6").out


def test_waves(ask) -> None:  # type: ignore[no-untyped-def]
    data = ask("2 infantry", "vs", "2 infantry", "--then", "2 tank", "--json").data
    assert data["waves"][0]["take"] == pytest.approx(odds("2 infantry", "2 infantry").take)
    assert data["take"] == pytest.approx(sum(wave["take"] for wave in data["waves"]))
    assert data["take"] + sum(chance for _, chance in data["defenders"]) == pytest.approx(1)
    shown = ask("2 infantry", "vs", "2 infantry", "--then", "2 tank", "--then", "1 fighter")
    assert f"one of them takes it with {data['take'] * 100:.2f}%" in shown.out
    sea = ask("1 cruiser", "vs", "1 cruiser", "--sea", "--then", "1 battleship", "--json").data
    assert sea["waves"][0]["take"] == pytest.approx(odds("1 cruiser", "1 cruiser", sea=True).win)
    assert sea["take"] + sum(chance for _, chance in sea["defenders"]) == pytest.approx(1)


def test_raids_and_rockets(ask) -> None:  # type: ignore[no-untyped-def]
    data = ask("--raid", "2 bomber", "--on", "10", "--json").data
    assert data == msgspec.to_builtins(raid(2, value=10))
    named = ask("--raid", "2 bomber", "--on", "germany", "--no-gun", "--damaged", "3", "--json")
    assert named.data == msgspec.to_builtins(raid(2, value=10, damaged=3, gun=False))
    shown = ask("--raid", "2 bomber", "--on", "10", "--defender-tech", "radar")
    assert "bombers lost 0.67 on average" in shown.out
    assert ask("--rocket", "--on", "10").out.startswith("damage 3.50 on average")


def test_from_a_record(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = sandtable.new("anniversary-1941", seed=1)
    game.play("end")
    game.play("move 3 infantry, 1 tank poland > east-poland")
    path = tmp_path / "game.txt"
    game.save(path)
    shown = ask(str(path), "--space", "east-poland", "--json").data
    assert shown["win"] == pytest.approx(odds("3 infantry, 1 tank", "2 infantry").win)
    assert game.odds("east-poland").win == pytest.approx(shown["win"])
    more = ask(str(path), "--space", "east-poland", "--reach", "--json").data
    assert more["win"] > shown["win"]
    enough = ask(str(path), "--space", "east-poland", "--reach", "--win", "0.9", "--json").data
    assert enough["possible"]
    assert enough["chance"] >= 0.9
    ask(str(path), "--at", "1", "--space", "east-poland").refused("no units that attack")
    ask(str(path), "--space", "atlantis").refused("no space 'atlantis'")
    ask(str(path)).refused("RECORD --space NAME")


def test_an_assault_is_told_in_two_parts(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "assault.txt"
    path.write_text(
        "sandtable record 1\ntitle: anniversary-1941\n\n"
        "edit: clear\n"
        "edit: place 1 germany transport[infantry+tank] sz-5\n"
        "edit: place 1 germany cruiser sz-5\n"
        "edit: place 1 uk destroyer sz-6\n"
        "edit: place 1 uk infantry united-kingdom\n"
        "edit: turn germany combat-move\n"
        "germany: move 1 cruiser, 1 transport[infantry+tank] sz-5 > sz-6\n"
        "germany: land 1 infantry, 1 tank sz-6 > united-kingdom\n"
    )
    shown = ask(str(path), "--space", "united-kingdom")
    assert shown.code == 0
    assert "at sea" in shown.out
    assert "ashore" in shown.out
    assert "nobody lands" in shown.out
    data = ask(str(path), "--space", "united-kingdom", "--json").data
    assert data["ashore"]["take"] < data["at sea"]["win"]
    ask(str(path), "--space", "united-kingdom", "--win", "0.5").refused("combat at sea")
    sea = ask(str(path), "--space", "sz-6", "--json").data
    assert sea["win"] == pytest.approx(data["at sea"]["win"])


def test_fortress_america(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    shown = ask("2 tank, 1 infantry", "vs", "2 infantry", "--title", "fortress", "--rough")
    assert shown.code == 0
    assert "the space is won     22.92%" in shown.out
    plain = ask("2 tank, 1 infantry", "vs", "2 infantry", "--title", "fortress", "--json").data
    assert plain["win"] > 0.2292
    assert plain["win"] + plain["lose"] == pytest.approx(1)
    ask("1 tank", "vs", "1 tank", "--title", "fortress", "--sea").refused("--sea does not go with")
    ask("1 tank", "vs", "2 spy", "--title", "fortress").refused("there is no unit spy")


def test_naval_battles(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    attacks = "2 torpedo-4 by kagero, heavy-3"
    found = ask(attacks, "vs", "yamato", "--title", "naval", "--damaged", "3", "--json").data
    assert found["win"] == pytest.approx(4 / 9)  # both torpedoes, each at 3 or more
    afloat = {"units": {"yamato": 1}, "chance": pytest.approx(5 / 9)}
    assert afloat in found["defenders"]
    assert (
        "sunk                 44.44%"
        in ask(attacks, "vs", "yamato", "--title", "naval", "--damaged", "3").out
    )
    ask("planning", "vs", "yamato", "--title", "naval").refused("planning is no attack")
    ask("heavy-3", "vs", "atlantis", "--title", "naval").refused("no ship card 'atlantis'")


def test_attacks_declared_in_a_record(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    table = declared(("graf-zeppelin 3", "t13 1", "z23 2"), "raid shokaku > t13")
    path = tmp_path / "naval.txt"
    path.write_text(write_record(table))
    shown = ask(str(path))
    assert "t13" in shown.out
    one = ask(str(path), "--space", "t13", "--json").data
    assert one["win"] + one["lose"] == pytest.approx(1)
    ask(str(path), "--space", "yamato").refused("no attack on 'yamato' is declared")


def test_it_says_once_that_the_kernel_is_missing(ask, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv(kernel.OFF, "off")
    kernel._loaded.cache_clear()
    try:
        shown = ask("2 tank", "vs", "1 infantry")
    finally:
        monkeypatch.delenv(kernel.OFF)
        kernel._loaded.cache_clear()
    assert shown.code == 0
    assert "attacker wins" in shown.out
    assert shown.err.count("without the compiled kernel") == 1
    assert ask("2 tank", "vs", "1 infantry").err == ""


SCRAMBLE = """\
sandtable record 1
title: global-1940
edit: clear
edit: place 1 germany cruiser, 1 germany submarine sz-112
edit: place 1 uk destroyer sz-110
edit: place 2 uk fighter united-kingdom
edit: place 2 germany submarine sz-109
edit: turn germany combat-move
germany: move 1 cruiser, 1 submarine sz-112 > sz-110
"""


def test_what_others_may_do_before_the_battle(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.txt"
    file.write_text(SCRAMBLE, encoding="utf-8")
    game = (str(file), "--space", "sz-110")
    alone = ask(*game, "--json").data
    two = ask(*game, "--if", "scramble 2 fighter united-kingdom > sz-110", "--json").data
    assert two["win"] < alone["win"]
    shown = ask(*game, "--if", "scramble 1 fighter united-kingdom > sz-110")
    assert "attacker wins" in shown.out
    ask(*game, "--if", "scramble 3 fighter united-kingdom > sz-110").refused("(G40-005)")
    ask("1 cruiser", "vs", "1 destroyer", "--sea", "--if", "hold").refused("--space")


def test_convoys(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    world = ("--title", "global-1940")
    one = ask(*world, "--convoys", "1 submarine", "--on", "8", "--json").data
    assert one["lost"][:3] == pytest.approx([1 / 4, 1 / 6, 7 / 36])
    assert one["expected"] == pytest.approx(2.0)
    assert "2.00 IPCs lost on average" in ask(*world, "--convoys", "1 sub", "--on", "8").out
    ask(*world, "--convoys", "1 carrier", "--on", "8").refused("a carrier rolls no dice")
    ask(*world, "--convoys", "1 submarine").refused("--on says")
    file = tmp_path / "game.txt"
    file.write_text(SCRAMBLE, encoding="utf-8")
    there = ask(str(file), "--convoys", "uk-europe", "--json").data
    assert there["expected"] == pytest.approx(
        ask(*world, "--convoys", "2 submarine", "--on", "8", "--json").data["expected"]
    )
