"""Programs as bots: the protocol works, and a program that fails loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.bots import bot_names, make_bot
from sandtable.bots.arena import play_match, schedule, summarise
from sandtable.bots.external import External, external_programs
from sandtable.games import find_title
from sandtable.table import Malformed

WAITER = Path(__file__).parent / "waiter.py"
TITLE = "anniversary-1941"


@pytest.fixture
def habits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bots' file with a waiter for each habit."""
    path = tmp_path / "bots.toml"
    path.write_text(
        "".join(
            f'[bots.{habit}]\ncommand = ["{{python}}", "{WAITER}", "{habit}"]\n'
            f'timeout_s = {0.5 if habit == "hangs" else 20}\ntitles = ["{TITLE}"]\n'
            for habit in ("good", "dies", "dies-once", "hangs", "babbles", "cheats")
        ),
        encoding="utf-8",
    )
    monkeypatch.setenv("SANDTABLE_BOTS", str(path))
    return path


def play(habit: str, actions: int) -> tuple[sandtable.Game, External]:
    game = sandtable.new(TITLE, seed=3)
    bot = make_bot(habit, game.rules, 5)
    assert isinstance(bot, External)
    for _ in range(actions):
        assert game.decision is not None
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position.seen_by(seat), seat, 100), seat)
    return game, bot


def test_a_program_plays(habits: Path) -> None:
    game, bot = play("good", 12)
    assert not bot.failures
    assert bot.remark == "question 12"
    assert game.version >= 12


@pytest.mark.parametrize("habit", ["dies", "hangs", "babbles", "cheats"])
def test_whatever_it_does_the_game_goes_on(habits: Path, habit: str) -> None:
    game, bot = play(habit, 3)
    assert bot.failures == 3
    assert "cadet moves for it" in bot.remark
    assert len(game.journal) >= 3


def test_it_is_started_again_after_a_crash(habits: Path) -> None:
    _, bot = play("dies-once", 4)
    assert bot.failures == 1
    assert bot.remark == "question 2", "the second program was asked the third and fourth time"


def test_it_is_found_for_its_titles_only(habits: Path) -> None:
    assert "good" in bot_names(find_title(TITLE))
    assert "good" not in bot_names(find_title("naval"))
    with pytest.raises(Malformed, match="no bot good"):
        make_bot("good", find_title("naval"))


def test_it_sits_in_the_arena(habits: Path) -> None:
    rules = find_title(TITLE)
    options = rules.read_options({})
    match = schedule(rules, options, ["good", "cadet"], 2, "x")[0]
    played = play_match(TITLE, dict(options), match, 1)
    assert played.rounds == 1
    assert not played.failures
    assert set(played.standing) == {"good", "cadet"}
    for chart in ("income", "units"):
        assert sum(shares[chart] for shares in played.standing.values()) == pytest.approx(
            1, abs=1e-3
        )


def test_the_arena_tells_of_failures(habits: Path) -> None:
    rules = find_title(TITLE)
    options = rules.read_options({})
    match = schedule(rules, options, ["dies", "cadet"], 2, "x")[0]
    played = play_match(TITLE, dict(options), match, 1)
    assert played.failures == {"dies": 9}, "three for each of its seats"
    assert summarise(["dies", "cadet"], [played]).failures == {"dies": 1}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[bots.a]\ncommand = []\n", "a has no command"),
        ('[bots.a]\ncommand = ["x"]\nspeed = 3\n', "speed"),
        ("bots = 3", "object"),
        ("[[[", "bots.toml"),
    ],
)
def test_a_bad_file_is_said_to_be_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, wrong: str
) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_BOTS", str(path))
    with pytest.raises(Malformed, match=wrong):
        external_programs()
    monkeypatch.setenv("SANDTABLE_BOTS", str(tmp_path / "none.toml"))
    with pytest.raises(Malformed, match="cannot read"):
        external_programs()


def test_a_program_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bots.toml"
    path.write_text('[bots.ghost]\ncommand = ["no-such-program-anywhere"]\n', encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_BOTS", str(path))
    _, bot = play("ghost", 1)
    assert bot.failures == 3
