"""Foe, ally or neither: asked of the state, for every pair of powers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import Game, Malformed
from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.world import NOBODY
from sandtable.odds.axis.position import odds_at
from tests.rules.anniversary.study import Study

SOURCE = Path(__file__).parents[3] / "src" / "sandtable"
FAMILY = sorted(
    path
    for folder in ("games/axis", "games/anniversary", "bots/axis", "odds/axis")
    for path in (SOURCE / folder).glob("*.py")
)


def test_relations_are_read_in_one_module() -> None:
    """Rules ask ``situation``; ``relations`` writes what it answers from."""
    sides = r"(\]|\b(power|other|owner|data|a|b|p))\.side (==|!=)"  # of powers, not of goals
    reads = re.compile(rf"state\.(foe|ally)\b|world\.side\b|{sides}")
    readers = {path.name for path in FAMILY if reads.search(path.read_text(encoding="utf-8"))}
    assert readers == {"situation.py", "relations.py"}


def test_powers_of_two_sides_begin_at_war() -> None:
    study = Study()
    power = study.world.power
    assert at.foes(study.state, power["germany"])[power["ussr"]]
    assert at.allies(study.state, power["germany"])[power["italy"]]
    assert at.allies(study.state, power["italy"])[power["italy"]]
    for index in power.values():
        assert not at.foes(study.state, index)[NOBODY]
        assert not at.allies(study.state, index)[NOBODY]


def peaceful(*more: str) -> Study:
    """Germany and the Soviet Union are at peace; two German tanks stand at the border."""
    return Study(
        "clear",
        "peace germany ussr",
        "place 2 germany tank poland",
        "place 1 ussr infantry east-poland",
        "turn germany combat-move",
        *more,
    )


def test_who_is_not_at_war_is_neither_foe_nor_ally() -> None:
    study = peaceful()
    german, soviet, british = (study.world.power[p] for p in ("germany", "ussr", "uk"))
    assert not at.foes(study.state, german)[soviet]
    assert not at.foes(study.state, soviet)[german]
    assert not at.allies(study.state, german)[soviet]
    assert at.foes(study.state, german)[british]
    view = study.game.view().game
    powers = {power.id: power for power in view.powers}  # type: ignore[attr-defined]
    assert powers["germany"].foes == ("uk", "usa", "china")
    assert powers["germany"].allies == ("japan", "italy")
    assert powers["ussr"].foes == ("japan", "italy")


def test_land_of_a_power_at_peace_is_no_target() -> None:
    study = peaceful()
    assert study.game.check("move 2 tank poland > east-poland") is not None
    peaceful("war germany ussr").allowed("move 2 tank poland > east-poland")


def test_ships_of_a_power_at_peace_block_nobody() -> None:
    lines = (
        "clear",
        "place 1 germany cruiser sz-5",
        "place 1 ussr cruiser sz-6",
        "place 1 uk destroyer sz-7",
    )
    at_war = Study(*lines, "turn germany combat-move")
    assert at_war.game.check("move 1 cruiser sz-5 > sz-7") is not None
    study = Study(*lines, "peace germany ussr", "turn germany combat-move")
    study.play("move 1 cruiser sz-5 > sz-7")


def test_bystanders_take_no_part_in_a_battle() -> None:
    """Only foes of the attacker are its defenders, in the game and in the odds."""
    study = Study(
        "clear",
        "peace germany ussr",
        "place 2 germany cruiser sz-6",
        "place 3 ussr cruiser sz-7",
        "place 1 uk destroyer sz-7",
        "turn germany combat-move",
    )
    study.play("move 2 cruiser sz-6 > sz-7")
    odds = odds_at(study.game.position, "sz-7")
    assert odds.win > 0.9  # type: ignore[union-attr]
    study.play("end", dice=[1, 6, 6])
    ships = study.state.units[study.world.space["sz-7"]]
    owners = {study.world.powers[piece.owner].id for piece, _ in ships}
    assert owners == {"germany", "ussr"}


def test_edit_lines_keep_relations() -> None:
    study = peaceful()
    lines = study.rules.edits(study.state)
    assert "peace germany ussr" in lines
    again = Game(find_title("anniversary-1941"), {}, None, None, lines)
    assert again.state.foe == study.state.foe


def test_powers_of_one_side_cannot_be_set_at_war() -> None:
    with pytest.raises(Malformed, match="on one side"):
        Study("war germany italy")
