"""``sandtable odds``."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.cli import main
from sandtable.odds.axis import odds
from tests.cli.conftest import Ran


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
        (("1 infantry", "vs", "1 tank", "--title", "naval"), "Axis family"),
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
    ],
)
def test_bad_input(ask, arguments: tuple[str, ...], text: str) -> None:  # type: ignore[no-untyped-def]
    ask(*arguments).refused(text)


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
    sea = ask(str(path), "--space", "sz-6", "--json").data
    assert sea["win"] == pytest.approx(data["at sea"]["win"])
